"""What a table answers to each kind of question, and how far apart two answers are."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from counterpoint.stimuli.charts.specs.facts import Table, number_of
from counterpoint.stimuli.charts.specs.questions import Question

Answer = float | int | str | bool | tuple[float, float]

DIRECTIONS = ("rising", "falling", "staying the same")
"""Answers to a question for the trend; what goes both ways is `MIXED` and no answer."""
MIXED = "mixed"
"""Where a table gives no clear answer: a trend that goes both ways, no point that stands out, a loose group."""
LONE, LONE_RATIO = 0.14, 1.5
"""Least vertical distance of an outlier from the line through all points, as share of the values' range, and how many
times that of the next one it is."""
NEAR, FAR, GATHERED = 0.1, 0.18, 4
"""Points within `NEAR` of a place (shares of the ranges of x and value) are a cluster if they are `GATHERED` or more;
there is none if no point is within `FAR`."""


def numbers(question: Question, table: Table) -> dict[str, float]:
    """Return what each mark asked about has of the measure and series asked, by category in the table's order."""
    return {
        fact.category: number_of(fact, question.measure)
        for fact in table
        if question.series in (None, fact.series) and (not question.among or fact.category in question.among)
    }


def stretch(question: Question, table: Table) -> list[float]:
    """Return the numbers from the mark `start` to the mark `end`."""
    values = numbers(question, table)
    names = list(values)
    return list(values.values())[names.index(question.start) : names.index(question.end) + 1]


def ratios(question: Question, table: Table) -> tuple[float, float]:
    """Return the ratio of `series` to `to` in the marks `of` and `than`."""
    value = {(fact.category, fact.series): fact.value for fact in table}
    first, second = ((value[name, question.series], value[name, question.to]) for name in (question.of, question.than))
    return tuple(a / b if b else np.inf for a, b in (first, second))


def _trend(question: Question, table: Table) -> str:
    """Return rising or falling where every step goes that way, staying where no value changes, else mixed."""
    steps = [later - earlier for earlier, later in pairwise(stretch(question, table))]
    for direction, sign in zip(DIRECTIONS, (1, -1, 0), strict=True):
        if all(np.sign(step) == sign for step in steps):
            return direction
    return MIXED


def rank_correlation(a: list[float], b: list[float]) -> float:
    """Return Spearman's rank correlation, ties by their mean rank; 0 where either does not vary."""
    ranks = [np.searchsorted(s := np.sort(v), v, side="left") + np.searchsorted(s, v, side="right") for v in (a, b)]
    if any(np.ptp(rank) == 0 for rank in ranks):
        return 0.0
    return float(np.corrcoef(*ranks)[0, 1])


def x_relation(table: Table) -> float:
    """Return the rank correlation of x and value."""
    return rank_correlation([fact.x for fact in table], [fact.value for fact in table])


def residuals(x: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return vertical distances from the line of Theil (1950) and Sen (1968): the median slope, the median height."""
    i, j = np.triu_indices(len(x), 1)
    apart = x[j] != x[i]
    slope = np.median((values[j] - values[i])[apart] / (x[j] - x[i])[apart])
    return np.abs(values - slope * x - np.median(values - slope * x))


def points(table: Table) -> tuple[np.ndarray, np.ndarray]:
    """Return x and values of all rows."""
    return tuple(np.array([getattr(fact, name) for fact in table]) for name in ("x", "value"))


def _outlier(table: Table) -> str:
    """Return the point farthest from the line through all, where it stands out; else mixed."""
    x, values = points(table)
    if not np.ptp(x) or not np.ptp(values):
        return MIXED
    distances = residuals(x, values) / np.ptp(values)
    order = np.argsort(distances)
    first, second = distances[order[-1]], distances[order[-2]]
    return table[order[-1]].category if first >= LONE and first >= LONE_RATIO * second else MIXED


def _cluster(question: Question, table: Table) -> bool | str:
    """Return whether points are gathered around the place asked; mixed where some are near but few."""
    places = np.column_stack(points(table))
    if not np.ptp(places, axis=0).all():
        return MIXED
    distances = np.hypot(*((places - np.array(question.near)) / np.ptp(places, axis=0)).T)
    if (distances <= NEAR).sum() >= GATHERED:
        return True
    return MIXED if (distances <= FAR).any() else False


def _share(question: Question, table: Table) -> float:
    """Return the series asked as percent of its category."""
    total = sum(fact.value for fact in table if fact.category == question.of)
    return 100 * numbers(question, table)[question.of] / total if total else 0.0


def _greater(question: Question, table: Table) -> bool:
    values = numbers(question, table)
    return values[question.of] > values[question.than]


def _count(question: Question, table: Table, sign: int) -> int:
    values = numbers(question, table)
    return sum(sign * value > sign * values[question.of] for value in values.values())


def _difference(question: Question, table: Table) -> float:
    values = numbers(question, table)
    return abs(values[question.start] - values[question.end])


ANSWERS: dict[str, Callable[[Question, Table], Answer]] = {
    "value": lambda q, t: numbers(q, t)[q.of],
    "share": _share,
    "highest": lambda q, t: max(values := numbers(q, t), key=values.__getitem__),
    "lowest": lambda q, t: min(values := numbers(q, t), key=values.__getitem__),
    "range": lambda q, t: (min(values := numbers(q, t).values()), max(values)),
    "count_more": lambda q, t: _count(q, t, 1),
    "count_less": lambda q, t: _count(q, t, -1),
    "greater": _greater,
    "ratio_greater": lambda q, t: ratios(q, t)[0] > ratios(q, t)[1],
    "trend": _trend,
    "difference": _difference,
    "correlation": lambda q, t: x_relation(t) > 0,
    "outlier": lambda q, t: _outlier(t),
    "cluster": _cluster,
    "nested": lambda q, t: next(fact.group for fact in t if fact.category == q.of) == q.group,
}
"""The answer that a table gives, by the question's `ask`; a statement's is whether it holds as asked upright."""
STATEMENTS = ("greater", "ratio_greater", "correlation", "cluster", "nested")
"""Questions that are statements, true or false."""


def number_distance(a: float, b: float) -> float:
    """Return the distance of two numbers."""
    return abs(a - b)


def range_distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the distance of two ranges: that of the ends which differ more."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))
