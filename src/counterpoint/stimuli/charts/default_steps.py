"""The manipulations of a chart that declares none: the first of its type's choices that contradict every question."""

from collections.abc import Iterator
from itertools import combinations, product

from counterpoint.errors import UserError
from counterpoint.seeds import generator
from counterpoint.stimuli.charts.contents.candidates import asked
from counterpoint.stimuli.charts.contents.manipulations import manipulated
from counterpoint.stimuli.charts.contents.resolution import contradicts, suits
from counterpoint.stimuli.charts.specs.facts import Table, categories, group_names, series_names
from counterpoint.stimuli.charts.specs.mistakes import ChartError
from counterpoint.stimuli.charts.specs.spec import ChartSpec
from counterpoint.stimuli.charts.specs.steps import Manipulation

Steps = tuple[Manipulation, ...]
REVERSE, MIRROR = Manipulation(kind="reverse_ranking"), Manipulation(kind="reverse_order")
PERMUTE = Manipulation(kind="permute")
FACTORS = (0.7, 1.25, 0.8, 1.2)
"""What values are scaled by where their range is asked, which an exchange of values keeps; the first in the bounds."""
MOVED = 8
"""Cells of a treemap, the largest first, that are tried as the one that moves."""


def with_steps(chart: ChartSpec) -> ChartSpec:
    """Return the chart with manipulations: its own, which can be done, or those chosen for it.

    Chosen are the first that contradict its questions, or one of each row of the blueprint; where none do, the first
    that can be done, and `asked` says what is lacking. Raises ChartError where its own cannot be done, or none can.
    """
    if chart.manipulations:
        if not any(step.kind == "permute" for step in chart.manipulations):  # what permuting does depends on the seed
            _done(chart)
        return chart
    tried = [chart.model_copy(update={"manipulations": steps}) for steps in choices(chart)]
    possible = [each for each in tried if _possible(each)]
    if not possible:
        text = f"manipulations: none that suits a {chart.type} chart can be done with these facts; declare some"
        raise ChartError(chart.id, ("manipulations",), text)
    return next((each for each in possible if _contradicts_all(each)), possible[0])


def choices(chart: ChartSpec) -> Iterator[Steps]:
    """Yield the manipulations that suit a chart type, the most plausible first."""
    match chart.type:
        case "bar":
            yield from _scaled([(REVERSE,), (PERMUTE,)])
        case "line" | "area":
            yield from _scaled([(MIRROR,), (REVERSE,)])
        case "scatter":
            yield from _scaled([(REVERSE,), (MIRROR,)])
        case "stacked_bar":
            yield from _with_series(chart, [(REVERSE,), (MIRROR,), *_turned(chart)])
        case "stacked_area":
            yield from _with_series(chart, [(MIRROR,), (REVERSE,)])
        case "stacked_100":
            yield from _with_series(chart, [(MIRROR,), *_turned(chart)])
        case "histogram":
            yield from [(MIRROR,), (REVERSE,), (PERMUTE,)]
        case "bubble":
            sizes = Manipulation(kind="reverse_ranking", measure="size")
            yield from ((*steps, *_x_swapped(chart.facts), sizes) for steps in _scaled([(REVERSE,)]))
        case "treemap":
            yield from ((*steps, move) for steps in [(REVERSE,), (PERMUTE,)] for move in _moves(chart.facts))
        case _:
            yield from [(REVERSE,), (PERMUTE,)]


def _scaled(exchanges: list[Steps]) -> Iterator[Steps]:
    for steps, factor in product(exchanges, FACTORS):
        yield (*steps, Manipulation(kind="scale", by=factor))


def _turned(chart: ChartSpec) -> list[Steps]:
    """Return the step by which every category takes the values of the next."""
    names = categories(chart.facts)
    return [(Manipulation(kind="cycle", of=tuple(names)),)] if len(names) > 2 else []


def _with_series(chart: ChartSpec, exchanges: list[Steps]) -> Iterator[Steps]:
    """Yield the exchanges among categories alone, then with two series exchanged too."""
    yield from exchanges
    pairs = list(combinations(series_names(chart.facts), 2))
    for steps, pair in product(exchanges, pairs):
        yield (*steps, Manipulation(kind="swap_series", of=pair))


def _x_swapped(table: Table) -> Steps:
    """Return exchanges of neighbours in x at either end: others lie farthest, and the correlation hardly changes."""
    order = [fact.category for fact in sorted(table, key=lambda fact: fact.x)]
    pairs = [(order[-1], order[-2])] + ([(order[0], order[1])] if len(order) > 3 else [])
    return tuple(Manipulation(kind="swap", of=pair, measure="x") for pair in pairs)


def _moves(table: Table) -> Iterator[Manipulation]:
    """Yield moves of a large cell into the next group; no group becomes empty."""
    groups = group_names(table)
    for fact in sorted(table, key=lambda fact: -fact.value)[:MOVED]:
        if sum(other.group == fact.group for other in table) > 1:
            following = groups[(groups.index(fact.group) + 1) % len(groups)]
            yield Manipulation(kind="move", of=(fact.category,), to=following)


def _done(chart: ChartSpec) -> Table:
    """Return the facts after the manipulations; raise ChartError where they cannot be done or leave nothing to tell."""
    table, _ = manipulated(chart, generator(0, "unused"))
    if len({fact.value for fact in table}) == 1:
        text = f"manipulations: make every value {table[0].value:g}; choose another `by`"
        raise ChartError(chart.id, ("manipulations",), text)
    return table


def _possible(chart: ChartSpec) -> bool:
    try:
        _done(chart)
    except UserError:
        return False
    return True


def _contradicts_all(chart: ChartSpec) -> bool:
    """Return whether the chart's questions, or one for each row of the blueprint, are contradicted clearly."""
    if not chart.questions:
        try:
            asked(chart, 0, 0)
        except UserError:
            return False
        return True
    table = _done(chart)
    return all(suits(chart, q, [chart.facts, table]) and contradicts(chart, q, table) for q in chart.questions)
