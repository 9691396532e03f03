"""What a request asks for, as its readers need to know it: the kind of answer, and what a reply is compared with."""

from collections.abc import Sequence
from dataclasses import dataclass

LETTER, YES_NO, NUMBER, NAME, OPEN = "letter", "yes_no", "number", "name", "open"
"""How a reply is read: as an option's letter, as yes or no, as a number, as one of given names, or by a judge alone."""


@dataclass(frozen=True)
class Asked:
    """What one request asks for."""

    answer: str
    """One of LETTER, YES_NO, NUMBER, NAME and OPEN."""
    options: Sequence[str] | None = None
    """Options in the order shown; of a yes-or-no question Yes and No, which are not shown. None where it is open."""
    omit_position: int | None = None
    """Position of the option that declines, where there is one."""
    claims: str | None = None
    """JSON: lists of wordings that a number, a name or an open answer is compared with: `correct`, `biased` and, where
    one is known, `other`, an answer that is neither.

    Of a number it may hold `tolerance`, the largest distance from the first correct one that is right as well.
    """
    rubric: str | None = None
    """Rubric by which a judge reads the reply, where it is neither the one of options nor the one of claims."""
    material: str | None = None
    """JSON object: what a judge under `rubric` is shown beside question and reply; never a part of the request."""
