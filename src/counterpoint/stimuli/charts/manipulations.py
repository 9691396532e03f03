"""The steps from facts to values that contradict them."""

from collections.abc import Callable

import numpy as np

from counterpoint.errors import UserError
from counterpoint.stimuli.charts.kinds import KINDS
from counterpoint.stimuli.charts.spec import ChartSpec, Manipulation, Table

Values = list[float]
Rows = list[int]


def _cycle(values: Values, rows: Rows, step: Manipulation, random: np.random.Generator) -> Values:
    changed = list(values)
    for row, source in zip(rows, [*rows[1:], rows[0]], strict=True):
        changed[row] = values[source]
    return changed


def _reverse_ranking(values: Values, rows: Rows, step: Manipulation, random: np.random.Generator) -> Values:
    ascending = sorted(range(len(values)), key=lambda row: values[row])
    changed = list(values)
    for row, opposite in zip(ascending, reversed(ascending), strict=True):
        changed[row] = values[opposite]
    return changed


def _reverse_order(values: Values, rows: Rows, step: Manipulation, random: np.random.Generator) -> Values:
    return values[::-1]


def _permute(values: Values, rows: Rows, step: Manipulation, random: np.random.Generator) -> Values:
    start = random.permutation(len(values))  # a cycle through all rows leaves none in place
    return _cycle(values, [int(row) for row in start], step, random)


def _scale(values: Values, rows: Rows, step: Manipulation, random: np.random.Generator) -> Values:
    return [value * step.by if row in rows else value for row, value in enumerate(values)]


def _shift(values: Values, rows: Rows, step: Manipulation, random: np.random.Generator) -> Values:
    return [value + step.by if row in rows else value for row, value in enumerate(values)]


STEPS: dict[str, Callable[[Values, Rows, Manipulation, np.random.Generator], Values]] = {
    "swap": _cycle,
    "cycle": _cycle,
    "reverse_ranking": _reverse_ranking,
    "reverse_order": _reverse_order,
    "permute": _permute,
    "scale": _scale,
    "shift": _shift,
}
"""Each kind of manipulation: (values, rows concerned, the step, generator) -> values."""


def manipulated(chart: ChartSpec, random: np.random.Generator) -> Table:
    """Return the facts of a chart after its manipulations, rounded to one decimal more than options show.

    Raises UserError when a step changes nothing, makes a value negative, leaves the bounds, or breaks the total of
    a whole.
    """
    values = [fact.value for fact in chart.facts]
    for number, step in enumerate(chart.manipulations):
        place = f"chart {chart.id}: manipulations.{number} ({step.text()})"
        rows = [chart.rank_of(name) for name in step.of] or list(range(len(values)))
        changed = STEPS[step.kind](values, rows, step, random)
        if changed == values:
            raise UserError(f"{place}: changes nothing; declare another step")
        if min(changed) < 0 <= min(values):
            raise UserError(f"{place}: makes a value negative; choose another `by`")
        for fact, value in zip(chart.facts, changed, strict=True):
            if not chart.low <= value <= chart.high:
                raise UserError(
                    f"{place}: gives {fact.category} the value {value:g}, outside {chart.low:g} to {chart.high:g}; "
                    "choose another `by`, or correct `bounds`"
                )
        values = changed
    total = KINDS[chart.type].total
    if total is not None and abs(sum(values) - total) > 1e-6:
        raise UserError(
            f"chart {chart.id}: manipulations: values no longer sum to {total:g}; do not scale or shift them"
        )
    return tuple(
        fact.model_copy(update={"value": round(value, chart.decimals + 1)})
        for fact, value in zip(chart.facts, values, strict=True)
    )
