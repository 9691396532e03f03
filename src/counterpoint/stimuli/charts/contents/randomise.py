"""Random values for the randomised variant: of the facts' range, without relation to them, and readable."""

from collections.abc import Iterator

import numpy as np

from counterpoint.seeds import generator
from counterpoint.stimuli.charts.contents.answers import ANSWERS, STATEMENTS, points, rank_correlation, x_relation
from counterpoint.stimuli.charts.contents.blueprint import served, turn_of
from counterpoint.stimuli.charts.contents.resolution import answers_apart, clearness
from counterpoint.stimuli.charts.specs.facts import Table, categories, number_of
from counterpoint.stimuli.charts.specs.kinds import KINDS, Draw
from counterpoint.stimuli.charts.specs.mistakes import ChartError
from counterpoint.stimuli.charts.specs.questions import Question
from counterpoint.stimuli.charts.specs.spec import ChartSpec

TRIES = 4000
RELATION = 0.3
"""Largest |Spearman| between facts and random values; of three rows the least possible, 0.5."""
APART = 0.04
"""Least distance of the centres of two random bubbles, in the ranges of x and value."""
VISIBLE = (0.6, 0.9)
"""Least and largest |Spearman| of x and random values where their correlation is asked."""


def randomised(chart: ChartSpec, seed: int) -> Table:
    """Return the chart's table with random values, the first of seeded tries that keeps every promise.

    Values lie within the range of the facts. |Spearman| of both is at most `RELATION`; where a correlation is
    asked, |Spearman| of x and value lies in `VISIBLE` instead where x stays that of the facts (which ties the values to
    them), and as well where x is random too. Every answer differs from the factual one, numbers by what can be told
    apart, and a trend is the opposite one; answers to statements agree with the facts and contradict them in turn
    over the rows of the blueprint. Marks that an answer compares can be told apart. Raises UserError, naming chart
    and question, when no try does.
    """
    random = generator(seed, "chart", chart.id, "values")
    draw = _draw(chart)
    failures: dict[str, int] = {}
    for _ in range(TRIES):
        drawn = KINDS[chart.type].randomise(draw, random)
        table = tuple(fact.model_copy(update=changes) for fact, changes in zip(chart.facts, drawn, strict=True))
        failed = next(_broken(chart, table), None)
        if failed is None:
            return table
        failures[failed] = failures.get(failed, 0) + 1
    most = max(failures, key=lambda name: failures[name])
    raise ChartError(
        chart.id,
        ("questions",),
        f"none of {TRIES} random draws serves as the randomised variant, most often because of {most}; ask fewer or "
        "other questions, or add rows",
    )


def _draw(chart: ChartSpec) -> Draw:
    """Return what the tries aim at, so that few are needed: the answers that random values must give."""
    asked = {question.ask: question for question in chart.questions}
    wanted = _wanted(chart)
    holds = {question.ask: answer for question, answer in wanted}
    rows = {fact.category: row for row, fact in enumerate(chart.facts)}
    compared = [
        (question.of, question.than) if holds else (question.than, question.of)
        for question, holds in wanted
        if question.ask == "greater" and question.measure == "value" and question.series is None
    ]
    return Draw(
        table=chart.facts,
        decimals=chart.decimals,
        falls=tuple(
            (_stretch(chart, question), ANSWERS["trend"](question, chart.facts) == "rising")
            for question in chart.questions
            if question.ask == "trend"
        ),
        narrower="range" in asked,
        rises=holds.get("correlation"),
        outlier="outlier" in asked,
        near=asked["cluster"].near if "cluster" in asked else None,
        gathered=holds.get("cluster", False),
        above=tuple((rows[upper], rows[lower]) for upper, lower in compared),
    )


def _wanted(chart: ChartSpec) -> list[tuple[Question, bool]]:
    """Return each statement and what random values must say of it: the same as the facts, or the contrary."""
    wanted, further = [], 0
    for question, row in zip(chart.questions, served(chart.type, chart.questions), strict=True):
        if question.ask in STATEMENTS:
            agrees = turn_of(row) if row else further % 2 == 0
            further += row is None
            wanted.append((question, (ANSWERS[question.ask](question, chart.facts) is True) == agrees))
    return wanted


def _stretch(chart: ChartSpec, question: Question) -> tuple[int, ...]:
    """Return the rows of a trend's stretch."""
    names = categories(chart.facts)
    inside = names[names.index(question.start) : names.index(question.end) + 1]
    return tuple(
        row
        for row, fact in enumerate(chart.facts)
        if fact.category in inside and question.series in (None, fact.series)
    )


def _broken(chart: ChartSpec, table: Table) -> Iterator[str]:
    """Yield what a random table does not keep."""
    correlation = any(question.ask == "correlation" for question in chart.questions)
    if correlation and not VISIBLE[0] <= abs(x_relation(table)) <= VISIBLE[1]:
        yield "the relation of x and values"
    tied = correlation and [fact.x for fact in table] == [fact.x for fact in chart.facts]
    for measure in () if tied else ("value", "x", "size") if chart.type == "bubble" else ("value",):
        pair = [[number_of(fact, measure) for fact in rows] for rows in (chart.facts, table)]
        if abs(rank_correlation(*pair)) > (RELATION if len(table) > 3 else 0.5) + 1e-9:
            yield "their relation to the facts"
    if chart.type == "bubble" and _closest(table) < APART:
        yield "bubbles on each other"
    wanted = dict(_wanted(chart))
    for number, question in enumerate(chart.questions):
        visual, factual = (ANSWERS[question.ask](question, rows) for rows in (table, chart.facts))
        if question.ask in STATEMENTS:
            kept = visual == wanted[question]
        else:
            kept = answers_apart(chart, question, table, visual, factual) >= 1
        if not kept or clearness(chart, question, table) < 1:
            yield f"questions.{number} ({question.ask})"


def _closest(table: Table) -> float:
    """Return how far the two nearest points are apart, in the ranges of x and value."""
    places = np.column_stack(points(table))
    places = places / np.maximum(np.ptp(places, axis=0), 1e-300)
    distances = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    return float(distances[np.triu_indices(len(places), 1)].min())
