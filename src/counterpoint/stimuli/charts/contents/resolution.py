"""What a reader can tell apart in a chart, before it is drawn: marks that an answer compares, and two answers."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from counterpoint.stimuli.charts.contents.answers import (
    ANSWERS,
    MIXED,
    Answer,
    number_distance,
    numbers,
    points,
    range_distance,
    ratios,
    residuals,
    stretch,
    x_relation,
)
from counterpoint.stimuli.charts.contents.classes import class_edges, class_of
from counterpoint.stimuli.charts.specs.facts import Table, number_of, totals
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.mistakes import ChartError
from counterpoint.stimuli.charts.specs.questions import Question
from counterpoint.stimuli.charts.specs.spec import ChartSpec

AXIS_PX = 447
"""Length of the value axis in px."""
OPTION_PX, OPTION_DEGREES, OPTION_SHARE = 24, 18, 10
"""Least distance of the right option of a number or range from any other: px along the axis, degrees of a sector,
percentage points of a share that must be worked out from two heights."""
MARK_PX, MARK_DEGREES = 12, 12
"""Least difference of two marks that an answer compares: px along the value axis, degrees of a sector."""
MARK_AREA, MARK_RATIO = 1.3, 1.5
"""Least ratio of two areas, and of two ratios of heights, that an answer compares."""
CLASSES_APART = 2
"""Least difference of two map classes that an answer compares."""
MARK_RELATION = 0.5
"""Least |Spearman| of x and value that is a correlation to the eye."""
STEP_PX = 3
"""Least change from one position to the next of a trend."""
AXIS_FROM_ZERO, AXIS_FREE = 1.3, 1.55
"""How much longer than its values an axis can be at most, since it ends at round numbers, at one end or at both."""


def scale_length(chart: ChartSpec, question: Question, table: Table) -> float:
    """Return the length, in its unit, of the longest axis on which the asked measure can be drawn; 100 of a whole."""
    kind = KINDS[chart.type]
    if kind.whole:
        return 100
    if kind.stacked:
        return max(totals(table).values()) * AXIS_FROM_ZERO
    values = [number_of(fact, question.measure) for fact in table]
    zero = kind.from_zero(values)
    length = (max(*values, 0) - min(*values, 0)) if zero else max(values) - min(values)
    return length * (AXIS_FROM_ZERO if zero and min(values) >= 0 else AXIS_FREE)


def _per_px(chart: ChartSpec, question: Question, table: Table, px: float, degrees: float) -> float:
    """Return a distance in px of the axis, or degrees of a pie, in the unit of what is asked."""
    if KINDS[chart.type].reads == "angle":
        return 100 * degrees / 360
    return scale_length(chart, question, table) * px / AXIS_PX or math.inf  # nothing is apart where all are the same


def by_area(chart: ChartSpec, question: Question) -> bool:
    """Return whether what is asked is shown as an area."""
    return KINDS[chart.type].reads == "area" or question.measure == "size"


def edges_of(chart: ChartSpec, table: Table) -> list[float]:
    """Return the edges of a map's classes: they hold the facts and the values drawn.

    Raises ChartError where the values are too close to each other for classes with the chart's decimals.
    """
    try:
        return class_edges([fact.value for fact in (*chart.facts, *table)], chart.decimals)
    except ValueError as error:
        raise ChartError(chart.id, ("decimals",), f"decimals: {error}") from error


def clearness(chart: ChartSpec, question: Question, table: Table) -> float:
    """Return how far the marks that an answer compares are apart, in units of the least that can be seen.

    Infinity where an answer compares none; below 1 (0 where there is no clear answer) the question does not suit.
    """
    if ANSWERS[question.ask](question, table) == MIXED:
        return 0.0
    if question.ask == "ratio_greater":
        first, second = ratios(question, table)
        if not 0 < first < math.inf or not 0 < second < math.inf:
            return 0.0
        return abs(math.log(first / second)) / math.log(MARK_RATIO)
    if question.ask == "correlation":
        relation = x_relation(table)
        slope = float(np.cov(*points(table))[0, 1])  # one far point can turn the slope that is seen
        return abs(relation) / MARK_RELATION if relation * slope > 0 else 0.0
    gap = _per_px(chart, question, table, MARK_PX, MARK_DEGREES)
    if question.ask == "trend":
        steps = [abs(b - a) for a, b in pairwise(stretch(question, table))]
        return min(min(steps) / (gap * STEP_PX / MARK_PX), sum(steps) / (3 * gap))
    if question.ask == "outlier":
        *_, second, first = sorted(residuals(*points(table)))
        return (first - second) / gap
    values = numbers(question, table)

    def apart(a: float, b: float) -> float:
        if KINDS[chart.type].reads == "class":
            edges = edges_of(chart, table)
            return abs(class_of(a, edges) - class_of(b, edges)) / (CLASSES_APART if question.ask == "greater" else 1)
        if by_area(chart, question):
            return abs(math.log(a / b)) / math.log(MARK_AREA) if a > 0 and b > 0 else 0.0
        return abs(a - b) / gap

    if question.ask in ("highest", "lowest"):
        ranked = sorted(values.values(), reverse=question.ask == "highest")
        return apart(ranked[0], ranked[1])
    if question.ask in ("count_more", "count_less"):
        return min(apart(value, values[question.of]) for name, value in values.items() if name != question.of)
    if question.ask == "greater":
        return apart(values[question.of], values[question.than])
    return math.inf


def answers_apart(chart: ChartSpec, question: Question, table: Table, a: Answer, b: Answer) -> float:
    """Return how far two answers to a question of a drawn table are apart, in units of the least for two options."""
    if question.ask in ("value", "difference", "share", "range"):
        if KINDS[chart.type].reads == "class":
            edges = edges_of(chart, table)
            return abs(class_of(a, edges) - class_of(b, edges))
        gap = OPTION_SHARE if question.ask == "share" else _per_px(chart, question, table, OPTION_PX, OPTION_DEGREES)
        return (range_distance if question.ask == "range" else number_distance)(a, b) / gap
    return math.inf if a != b else 0.0


def suits(chart: ChartSpec, question: Question, tables: Sequence[Table]) -> bool:
    """Return whether every table gives the question a clear answer."""
    return all(clearness(chart, question, table) >= 1 for table in tables)


def contradicts(chart: ChartSpec, question: Question, table: Table) -> bool:
    """Return whether a drawn table visibly gives another answer than the facts."""
    shown, factual = (ANSWERS[question.ask](question, rows) for rows in (table, chart.facts))
    return answers_apart(chart, question, table, shown, factual) >= 1
