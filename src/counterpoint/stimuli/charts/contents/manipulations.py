"""The steps from facts to values, colours, places and order that contradict them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from counterpoint.stimuli.charts.contents.answers import ANSWERS
from counterpoint.stimuli.charts.contents.look import Look, plain_look
from counterpoint.stimuli.charts.contents.resolution import edges_of
from counterpoint.stimuli.charts.specs.facts import Fact, Table, categories, number_of, series_names, totals
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.mistakes import ChartError
from counterpoint.stimuli.charts.specs.questions import Question
from counterpoint.stimuli.charts.specs.spec import ChartSpec
from counterpoint.stimuli.charts.specs.steps import Manipulation

Values = list[float]
Places = list[int]


def _cycle(values: Values, places: Places, step: Manipulation, random: np.random.Generator) -> Values:
    changed = list(values)
    for place, source in zip(places, [*places[1:], places[0]], strict=True):
        changed[place] = values[source]
    return changed


def _reverse_ranking(values: Values, places: Places, step: Manipulation, random: np.random.Generator) -> Values:
    ascending = sorted(range(len(values)), key=lambda place: values[place])
    changed = list(values)
    for place, opposite in zip(ascending, reversed(ascending), strict=True):
        changed[place] = values[opposite]
    return changed


def _reverse_order(values: Values, places: Places, step: Manipulation, random: np.random.Generator) -> Values:
    return values[::-1]


def _permute(values: Values, places: Places, step: Manipulation, random: np.random.Generator) -> Values:
    start = random.permutation(len(values))  # a cycle through all leaves none in place
    return _cycle(values, [int(place) for place in start], step, random)


def _scale(values: Values, places: Places, step: Manipulation, random: np.random.Generator) -> Values:
    return [value * step.by if place in places else value for place, value in enumerate(values)]


def _shift(values: Values, places: Places, step: Manipulation, random: np.random.Generator) -> Values:
    return [value + step.by if place in places else value for place, value in enumerate(values)]


STEPS: dict[str, Callable[[Values, Places, Manipulation, np.random.Generator], Values]] = {
    "swap": _cycle,
    "cycle": _cycle,
    "reverse_ranking": _reverse_ranking,
    "reverse_order": _reverse_order,
    "permute": _permute,
    "scale": _scale,
    "shift": _shift,
    "exchange_places": _cycle,
    "reverse_time": _reverse_order,
}
"""Steps that act on the numbers of each series: (numbers, places concerned, the step, generator) -> numbers."""


def with_numbers(table: Table, step: Manipulation, random: np.random.Generator) -> Table:
    """Return the table after a step on the numbers of every series, or of the one that it names."""
    changed = list(table)
    order = {name: place for place, name in enumerate(categories(table))}
    for series in [step.series] if step.series else series_names(table) or [None]:
        rows = [row for row, fact in enumerate(table) if fact.series == series]
        places = [order[name] for name in step.of] or list(range(len(rows)))
        before = [number_of(table[row], step.measure) for row in rows]
        for row, number in zip(rows, STEPS[step.kind](before, places, step, random), strict=True):
            changed[row] = table[row].model_copy(update={step.measure: number})
    return tuple(changed)


def _swap_series(table: Table, of: Sequence[str]) -> Table:
    """Return the table with the values of two series exchanged in every category."""
    other = {of[0]: of[1], of[1]: of[0]}
    value = {(fact.category, fact.series): fact.value for fact in table}
    return tuple(
        fact.model_copy(update={"value": value[fact.category, other.get(fact.series, fact.series)]}) for fact in table
    )


def _mirrored(chart: ChartSpec, table: Table) -> Table:
    """Return a map's table with every value mirrored about the middle of the colour scale: class by class."""
    edges = edges_of(chart, table)
    scale = 10**chart.decimals  # counts in units of the last decimal; the upper edge of a class is not part of it
    ends = round((edges[0] + edges[-1]) * scale) - 1
    mirrored = [(ends - np.floor(round(fact.value * scale, 6))) / scale for fact in table]
    return tuple(fact.model_copy(update={"value": float(value)}) for fact, value in zip(table, mirrored, strict=True))


def _apply(
    chart: ChartSpec, table: Table, look: Look, step: Manipulation, random: np.random.Generator
) -> tuple[Table, Look]:
    """Return table and look after one step."""
    if step.kind == "swap_series":
        return _swap_series(table, step.of), look
    if step.kind == "move":
        moved = {"group": step.to}
        return tuple(fact.model_copy(update=moved) if fact.category in step.of else fact for fact in table), look
    if step.kind == "exchange_colours" and chart.type == "choropleth":
        return _mirrored(chart, table), replace(look, ramp=look.ramp[::-1])
    if step.kind == "exchange_colours":
        other = {step.of[0]: step.of[1], step.of[1]: step.of[0]}
        colours = {other.get(name, name): colour for name, colour in look.colours.items()}
        return _swap_series(table, step.of), replace(look, colours=colours)
    if step.kind == "exchange_places":
        exchanged = dict(zip(step.of, (look.places[name] for name in reversed(step.of)), strict=True))
        look = replace(look, places=look.places | exchanged)
    if step.kind == "reverse_time":
        look = replace(look, backwards=not look.backwards)
    return with_numbers(table, step, random), look


def manipulated(chart: ChartSpec, random: np.random.Generator) -> tuple[Table, Look]:
    """Return the facts of a chart after its manipulations, rounded (see `rounded`), and its look.

    Raises ChartError when a step changes nothing, makes a value negative, leaves the bounds or moves marks that only
    their place on x names, or when all together change nothing or break the total of a whole.
    """
    _, table, look = list(_after_each_step(chart, random))[-1]
    if table == chart.facts:
        raise ChartError(chart.id, ("manipulations",), "manipulations: undo each other; declare others")
    _check_whole(chart, table)
    return tuple(rounded(chart, fact) for fact in table), look


def conflicts(chart: ChartSpec, question: Question, random: np.random.Generator) -> list[str]:
    """Return what conflicts in a question: the kinds of those steps that change its answer, sorted.

    `random` begins as the one that `manipulated` is given.
    """
    found, answer = set(), ANSWERS[question.ask](question, chart.facts)
    for step, table, _ in _after_each_step(chart, random):
        before, answer = answer, ANSWERS[question.ask](question, table)
        if answer != before:
            found.add(step.conflict)
    return sorted(found)


def _after_each_step(chart: ChartSpec, random: np.random.Generator) -> Iterator[tuple[Manipulation, Table, Look]]:
    """Yield each step of a chart with table and look after it; raise ChartError where it cannot be."""
    table, look = chart.facts, plain_look(chart)
    for number, step in enumerate(chart.manipulations):
        key, place = ("manipulations", number), f"manipulations.{number} ({step.text()})"
        if step.measure == "x" and not chart.named_points:
            raise ChartError(chart.id, key, f"{place}: the marks are named by their place on x, which must stay")
        changed, look = _apply(chart, table, look, step, random)
        if changed == table:
            raise ChartError(chart.id, key, f"{place}: changes nothing; declare another step")
        before, after = (min(number_of(fact, step.measure) for fact in rows) for rows in (table, changed))
        if after < 0 <= before or (step.measure == "size" and after == 0):
            what = "makes a size zero" if after == 0 else "makes a value negative"
            raise ChartError(chart.id, key, f"{place}: {what}; choose another `by`")
        for fact in changed:
            if not chart.low <= fact.value <= chart.high:
                given = chart.bounds is not None
                limits = f"outside {chart.low:g} to {chart.high:g}" if given else f"beyond {chart.high:g}"
                text = f"{place}: gives {fact.category} the value {fact.value:g}, {limits}; choose another `by`"
                raise ChartError(chart.id, key, text + (", or correct `bounds`" if given else ""))
        table = changed
        yield step, table, look


def rounded(chart: ChartSpec, fact: Fact) -> Fact:
    """Return a fact with its value in one decimal more than options show, x and size without errors of arithmetic.

    Where all facts are whole numbers, such as counts, so is the value.
    """
    decimals = 0 if all(float(row.value).is_integer() for row in chart.facts) else chart.decimals + 1
    others = {name: float(f"{number:.12g}") for name in ("x", "size") if (number := getattr(fact, name)) is not None}
    return fact.model_copy(update={"value": round(fact.value, decimals), **others})


def _check_whole(chart: ChartSpec, table: Table) -> None:
    """Raise UserError where values are no longer percent of a whole."""
    whole = KINDS[chart.type].whole
    sums = {"": [], "chart": [sum(fact.value for fact in table)], "category": totals(table).values()}[whole]
    if any(abs(total - 100) > 1e-6 for total in sums):
        raise ChartError(
            chart.id,
            ("manipulations",),
            "manipulations: values no longer sum to 100; do not scale or shift them, and change all series of a "
            "category together",
        )
