"""Months and years on an axis and in a question."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

NAMES = tuple(date(2000, month, 1).strftime("%B").casefold() for month in range(1, 13))
_MONTHS = "|".join(sorted({*NAMES, *(name[:3] for name in NAMES), "sept"}, key=len, reverse=True))
_MOMENT = re.compile(rf"\b({_MONTHS})\b\.?(?:\s*,?\s*((?:1[5-9]|20)\d\d)\b)?", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\d.,-])((?:1[5-9]|20)\d\d)(?![\d.]|,\d)")


@dataclass(frozen=True)
class Moment:
    """A month, 1 to 12, of a year; None is what is not said."""

    month: int | None
    year: int | None

    def covers(self, other: "Moment") -> bool:
        """Whether another moment may be this one: nothing that both say differs."""
        same_month = None in (self.month, other.month) or self.month == other.month
        return same_month and (None in (self.year, other.year) or self.year == other.year)


def moments_in(text: str) -> list[tuple[Moment, int, int]]:
    """Return the months, with their years, that a text names, and where they stand in it."""
    found = []
    for match in _MOMENT.finditer(text):
        if match[1].islower() and match[1] in ("may", "mar", "dec"):
            continue  # the verb, not the month
        found.append((Moment(_month(match[1]), int(match[2]) if match[2] else None), match.start(), match.end()))
    return found


def years_in(text: str) -> list[tuple[int, int, int]]:
    """Return the years that a text names, and where they stand in it."""
    return [(int(match[1]), match.start(), match.end()) for match in _YEAR.finditer(text)]


def _month(word: str) -> int:
    return next(n for n, name in enumerate(NAMES, 1) if name.startswith(word.casefold()[:3]))


def axis_moments(labels: Sequence[str | None]) -> list[Moment | None] | None:
    """Return the month, and the year where one can be told, under each label of an axis; None for other axes.

    Among months a label that is a year stands for its January.
    """
    found: list[Moment | None] = []
    for label in labels:
        here = moments_in(label) if label else []
        year = years_in(label) if label else []
        if len(here) == 1:
            found.append(here[0][0])
        else:
            found.append(Moment(None, year[0][0]) if len(year) == 1 and len(label.strip()) == 4 else None)
    if sum(moment is not None and moment.month is not None for moment in found) < max(2, 0.5 * len(found)):
        return None
    found = [Moment(1, moment.year) if moment and moment.month is None else moment for moment in found]
    anchor = next((n for n, moment in enumerate(found) if moment and moment.year), None)
    if anchor is None:
        return found
    dated = list(found)
    for steps in (range(anchor + 1, len(found)), range(anchor - 1, -1, -1)):
        last = found[anchor]
        for n in steps:
            moment = found[n]
            if moment is None:
                continue
            if moment.year is None:
                turn = int(moment.month <= last.month) if n > anchor else -int(moment.month >= last.month)
                moment = Moment(moment.month, last.year + turn)
            dated[n] = last = moment
    return dated
