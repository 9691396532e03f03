"""What a table answers to each kind of question, and how far apart two answers are."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from counterpoint.stimuli.charts.spec import Question, Table

Answer = float | int | str | bool | tuple[float, float]

DIRECTIONS = ("rising", "falling", "staying the same")
"""Answers to a question for the trend; what goes both ways is `mixed` and no answer."""


def value_of(table: Table, category: str | None) -> float:
    """Return the value of a category that the table holds."""
    return next(fact.value for fact in table if fact.category == category)


def _trend(table: Table, start: str | None, end: str | None) -> str:
    """Return rising or falling where every step goes that way, staying where no value changes, else mixed."""
    names = [fact.category for fact in table]
    stretch = [fact.value for fact in table[names.index(start) : names.index(end) + 1]]
    steps = [later - earlier for earlier, later in pairwise(stretch)]
    for direction, sign in zip(DIRECTIONS, (1, -1, 0), strict=True):
        if all(np.sign(step) == sign for step in steps):
            return direction
    return "mixed"


def rank_correlation(a: list[float], b: list[float]) -> float:
    """Return Spearman's rank correlation, ties by their mean rank; 0 where either does not vary."""
    ranks = [np.searchsorted(s := np.sort(v), v, side="left") + np.searchsorted(s, v, side="right") for v in (a, b)]
    if any(np.ptp(rank) == 0 for rank in ranks):
        return 0.0
    return float(np.corrcoef(*ranks)[0, 1])


def _positive(table: Table) -> bool:
    """Return whether x and value rise together in rank (rows are in the order of x)."""
    return rank_correlation(list(range(len(table))), [fact.value for fact in table]) > 0


ANSWERS: dict[str, Callable[[Question, Table], Answer]] = {
    "value": lambda q, t: value_of(t, q.of),
    "highest": lambda q, t: max(t, key=lambda fact: fact.value).category,
    "lowest": lambda q, t: min(t, key=lambda fact: fact.value).category,
    "range": lambda q, t: (min(f.value for f in t), max(f.value for f in t)),
    "count_more": lambda q, t: sum(f.value > value_of(t, q.of) for f in t),
    "count_less": lambda q, t: sum(f.value < value_of(t, q.of) for f in t),
    "greater": lambda q, t: value_of(t, q.of) > value_of(t, q.than),
    "trend": lambda q, t: _trend(t, q.start, q.end),
    "difference": lambda q, t: abs(value_of(t, q.start) - value_of(t, q.end)),
    "correlation": lambda q, t: _positive(t),
}
"""The answer that a table gives, by the question's `ask`; a statement's is whether it holds as `more` or `positive`."""


def number_distance(a: float, b: float) -> float:
    """Return the distance of two numbers."""
    return abs(a - b)


def range_distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the distance of two ranges: that of the ends which differ more."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))
