"""Drawing of bubble charts: places on two axes, a third measure as area, read from a legend of sizes."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from counterpoint.stimuli.charts.contents.variants import Variant
from counterpoint.stimuli.charts.drawing.axes import (
    BOTTOM,
    LEFT,
    RIGHT,
    TOP,
    Plot,
    Scale,
    new_plot,
    round_ticks,
    tick_labels,
)
from counterpoint.stimuli.charts.drawing.frame import Part, disc, fill, over_white, write
from counterpoint.stimuli.charts.drawing.legend import Column, column, draw_title
from counterpoint.stimuli.charts.drawing.point_names import name_points
from counterpoint.stimuli.charts.drawing.texts import text_width
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.palette import COLOURS

LARGEST = 34
"""Radius in px of a bubble of the largest size."""
OPACITY = 0.55
POINTS = 72
"""Corners of a bubble's outline."""


def draw_bubble(figure: Figure, variant: Variant) -> list[Part]:
    """Draw the variant as bubbles whose area is proportional to their size and return what was drawn."""
    colour = COLOURS[variant.chart.colour]
    x, y, sizes = (np.array([getattr(fact, name) for fact in variant.table]) for name in ("x", "value", "size"))
    radii = LARGEST * np.sqrt(sizes / sizes.max())
    shown = round_sizes(sizes)
    texts = column(variant, variant.size_title, [f"{size:,.10g}" for size in shown], swatch=2 * LARGEST)
    across = _scale(x, radii, min(x) >= 0 and KINDS["bubble"].from_zero(x), RIGHT - LEFT - texts.width, 60)
    upwards = _scale(y, radii, KINDS["bubble"].from_zero(y), TOP - BOTTOM, 30)
    plot, parts = new_plot(figure, variant, across, upwards, texts.width, grid="xy")
    centres = plot.px(x, y)
    style = {"edgecolor": _darker(colour), "linewidth": 1}
    fills = f"{colour}{round(255 * OPACITY):02X}"
    for rank, row in enumerate(np.argsort(-radii, kind="stable")):
        fact, outline = variant.table[row], disc(centres[row], radii[row], POINTS)
        bubble = fill(figure, outline, fills, zorder=3 + rank / 100, **style)
        seen = over_white(colour, OPACITY)
        stands_for = {"category": fact.category, "value": fact.value, "x": fact.x, "size": fact.size}
        parts.append(Part("mark", bubble, outline, colour=seen, **stands_for))
    parts += _size_legend(plot, variant, texts, shown, sizes.max(), fills, style)
    if variant.chart.named_points:
        parts += name_points(plot, variant.table, centres, radii)
    return parts


def round_sizes(sizes: Sequence[float]) -> list[float]:
    """Return three round sizes for the legend, descending, spread over what is drawn.

    The first is the largest of 1, 2, 5, 10, ... that is not above the largest size drawn.
    """
    steps = [float(f"{mantissa}e{power}") for power in range(-16, 16) for mantissa in (1, 2, 5)]
    last = max(number for number, step in enumerate(steps) if step <= max(sizes))
    apart = 1 if max(sizes) < 8 * min(sizes) else 2
    return [steps[last - apart * place] for place in range(3)]


def _scale(values: np.ndarray, radii: np.ndarray, zero: bool, pixels: float, apart: float) -> Scale:
    """Return a scale on which every bubble lies inside the plot, with round ticks at least `apart` px apart.

    The axis ends where the bubbles do, not at a tick, so that it is not longer than they need.
    """
    low, high = (min(0, values.min()) if zero else values.min()), values.max()
    room, least = 4, 0 if zero and values.min() >= 0 else -np.inf
    for _ in range(60):
        per_px = (high - low) / pixels
        low = min(0 if zero else np.inf, (values - (radii + room) * per_px).min())
        high = (values + (radii + room) * per_px).max()
    for most in (10, 8, 6, 5, 4, 3):
        ticks = round_ticks(low, high, most)
        ticks = ticks[(ticks >= max(low, least)) & (ticks <= high)]
        labels = tick_labels(ticks)
        step = (ticks[1] - ticks[0]) / (high - low) * pixels
        if step >= apart * 0.8 and (apart < 60 or max(text_width(label, 11) for label in labels) < step - 12):
            break
    return Scale(low, high, tuple(map(float, ticks)), labels)


def _size_legend(
    plot: Plot, variant: Variant, texts: Column, shown: Sequence[float], largest: float, colour: str, style: dict
) -> list[Part]:
    """Draw the circles of round sizes below each other, each with its number at the right."""
    parts, left, top = draw_title(plot, texts, variant.size_title)
    for size, name in zip(shown, texts.names, strict=True):
        radius = LARGEST * np.sqrt(size / largest)
        half = max(radius, 9)
        centre = np.array([left + LARGEST, top - half])
        outline = disc(centre, radius, POINTS)
        fill(plot.figure, outline, colour, **style)
        text = write(plot.figure, (left + 2 * LARGEST + 7, centre[1]), name, texts.size, va="center_baseline")
        seen = over_white(colour[:7], OPACITY)
        parts.append(Part("legend_entry", text, outline, name, None, None, size, seen))
        top -= 2 * half + 8
    return parts


def _darker(colour: str) -> str:
    """Return a colour at 60 % of its brightness."""
    return "#" + "".join(f"{round(int(colour[place : place + 2], 16) * 0.6):02X}" for place in (1, 3, 5))
