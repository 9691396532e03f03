"""One fact of a picture, written so that a text can be held against it."""

from dataclasses import dataclass
from typing import Literal

RIGHT, WRONG, NOT_STATED = "right", "wrong", "not_stated"
FactKind = Literal["type", "label", "count", "value", "trend", "extreme", "style", "comparison", "ratio"]
"""Of a comparison the wordings ("higher than") say what its first subject is beside the second; the number of a ratio
is how many times as large the first is as the second."""


@dataclass(frozen=True)
class Fact:
    """One fact of a picture, written so that a text can be held against it.

    It is stated where one sentence names every subject. Rightly: one of `wordings`, or where there is a `number` one
    within `tolerance` of it, stands in that sentence, not denied. Wrongly: one of `against`, or another number that
    the sentence gives for the subjects.
    """

    key: str
    """Name of the fact, unique in its figure."""
    item: str
    """Item of the checklist that it belongs to, e.g. values."""
    kind: FactKind
    says: str
    """The fact as a sentence."""
    subjects: tuple[tuple[str, ...], ...] = ()
    """What has to be named for the fact to be stated: of each subject its wordings."""
    wordings: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    number: float | None = None
    tolerance: float = 0.0
    """Largest distance from `number`, in its unit."""
