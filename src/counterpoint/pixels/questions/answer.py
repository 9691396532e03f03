"""An answer from the pixels, and how it is chosen among the options of a question."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from counterpoint.pixels.questions.asked import Asked

CLEARLY = 0.4
"""The nearest option is clearly the nearest when it is at most this share as far away as the second nearest."""


@dataclass(frozen=True)
class Answer:
    """The option that answers, by its index, or None where no option clearly does; what was read, in words.

    `excluded` are the options that the picture surely contradicts.
    """

    option: int | None
    read: str
    excluded: frozenset[int] = frozenset()


def nearest(asked: Asked, away: Mapping[int, float], tolerance: float, read: str) -> Answer:
    """Choose the option that is nearest to a reading, where it is clearly the nearest.

    `away` says how far each option is from the reading; what is further away than `tolerance`, the error that a
    reading may have, is excluded.
    """
    ordered = sorted(away, key=lambda option: away[option])
    excluded = frozenset(option for option in away if away[option] > tolerance)
    if not ordered or len(away) < len(asked.answers):
        return Answer(None, read)
    first, second = away[ordered[0]], (away[ordered[1]] if len(ordered) > 1 else float("inf"))
    clear = first <= CLEARLY * second
    return Answer(ordered[0] if clear else None, read, excluded)


def decided(asked: Asked, difference: float, least: float, says: Callable[[str], bool | None], read: str) -> Answer:
    """Choose True or False for a statement that holds when a difference is above 0; within `least` nothing is sure.

    `says` gives the truth that an option stands for. A difference of less than a quarter of `least` is read as none.
    """
    if abs(difference) < least / 4:
        return Answer(None, read)
    holds = difference > 0
    option = next((n for n in asked.answers if says(asked.options[n]) is holds), None)
    others = [n for n in asked.answers if says(asked.options[n]) is (not holds)]
    return Answer(option, read, frozenset(others) if abs(difference) >= least else frozenset())


def best_of(options: Sequence[tuple[int, float]], sign: int, least: float, read: str) -> Answer:
    """Choose the option with the largest value, or the smallest for `sign` -1; within `least` nothing is excluded."""
    ordered = sorted(options, key=lambda entry: -sign * entry[1])
    lead = sign * (ordered[0][1] - ordered[1][1]) if len(ordered) > 1 else float("inf")
    excluded = frozenset(n for n, value in ordered[1:] if sign * (ordered[0][1] - value) >= least)
    return Answer(ordered[0][0] if lead > least / 4 else None, read, excluded)
