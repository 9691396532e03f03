"""What a request asks for, as its readers need to know it: the kind of answer, and what a reply is compared with."""

from collections.abc import Sequence
from dataclasses import dataclass

LETTER, YES_NO, NUMBER, OPEN = "letter", "yes_no", "number", "open"
"""How a reply is read: as the letter of an option shown, as yes or no, as a number, or by a judge alone."""


@dataclass(frozen=True)
class Asked:
    """What one request asks for."""

    answer: str
    """One of LETTER, YES_NO, NUMBER and OPEN."""
    options: Sequence[str] | None = None
    """Options in the order shown; of a yes-or-no question Yes and No, which are not shown. None where it is open."""
    omit_position: int | None = None
    """Position of the option that declines, where there is one."""
    claims: str | None = None
    """JSON: lists of wordings, `correct`, `biased` and, where one is known, `other` (an answer that is neither), that a
    judge compares a number or an open answer with."""
