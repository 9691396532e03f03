"""False numbers: how far off they are, and that they are no other number that the figure shows."""

from collections.abc import Iterator

import numpy as np

from counterpoint.stimuli.scientific.spec import ScientificFigure
from counterpoint.suites.scifig.contents.values import (
    Mark,
    apart,
    decimals,
    marks,
    tolerance,
    value,
    written,
)

CONTRA_LOW, CONTRA_HIGH = 0.20, 0.30
"""How far the anchor of a false premise is off, as a share of the true value (SciFig-Eval)."""
CAPTION_LOW, CAPTION_HIGH = 0.25, 0.60
"""How far a caption's false value is off: at least what is visible at a glance."""
_VISIBLE = 2
"""Tolerances of reading that lie between a false and the true value at least."""
_TRIES = 12


def share_off(anchor: float, true: float) -> float:
    """Return how far an anchor is off, as a share of the true value."""
    return abs(anchor - true) / abs(true)


def neat(figure: ScientificFigure, number: float) -> float:
    """Return a number as figures are written, and to three digits where it is a large one."""
    rounded = round(number, decimals(figure))
    return float(f"{rounded:.3g}") if abs(rounded) >= 1000 else rounded


def anchors(figure: ScientificFigure, mark: Mark, low: float, high: float, rng: np.random.Generator) -> Iterator[float]:
    """Give false values of a mark that are `low` to `high` of the true one off, the sign drawn first.

    Each can be told from the true value by eye, stands on the axis, and is neither a value or tick that the figure
    shows, nor within reading of another value of the mark's series or category.
    """
    true, signs = value(figure, mark), [1, -1]
    if true == 0:
        return
    if rng.random() < 0.5:
        signs.reverse()
    for sign in signs:
        for share in rng.uniform(low, high, _TRIES):
            anchor = neat(figure, float(true * (1 + sign * share)))
            if low <= share_off(anchor, true) <= high and is_false(figure, mark, anchor):
                yield anchor


def is_false(figure: ScientificFigure, mark: Mark, anchor: float) -> bool:
    """Return whether a value is visibly not a mark's, on the axis, and not what the figure shows elsewhere."""
    true, numbers = value(figure, mark), [value(figure, other) for other in marks(figure)]
    low, high = (0.0, 100.0) if figure.y is None else (figure.ticks[0], figure.ticks[-1])
    if figure.y is not None and figure.y.unit == "%" and max(numbers) <= 100:
        high = min(high, 100.0)
    texts = {written(figure, number) for number in (*numbers, *figure.ticks)}
    visible = abs(anchor - true) >= least_visible(figure, true)
    return (
        low < anchor < high
        and visible
        and written(figure, anchor) not in texts
        and not near_another(figure, mark, anchor)
    )


def least_visible(figure: ScientificFigure, true: float) -> float:
    """Return how far a false value must lie from a true one: where values are written two of their last digits."""
    if values_written(figure):
        return 2 * 10.0 ** -decimals(figure)
    return _VISIBLE * tolerance(figure, true)


def values_written(figure: ScientificFigure) -> bool:
    """Return whether the figure has its values written on it."""
    return figure.chart_type == "pie" or figure.value_labels


def near_another(figure: ScientificFigure, mark: Mark, anchor: float) -> bool:
    """Return whether a value might be read as that of another mark of the same series or category."""
    near = 0.005 if values_written(figure) else 0.01
    return any(
        apart(figure, value(figure, other), anchor) < near
        for other in marks(figure)
        if other != mark and (other.series == mark.series or other.category == mark.category)
    )
