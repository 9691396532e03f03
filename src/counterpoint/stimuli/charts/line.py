"""Drawing of line charts: points joined in the table's order, an axis that need not begin at zero."""

import numpy as np
from matplotlib.figure import Figure

from counterpoint.stimuli.charts.frame import Part, category_axis, disc, new_axes, numeric_axis
from counterpoint.stimuli.charts.kinds import KINDS
from counterpoint.stimuli.charts.palette import COLOURS
from counterpoint.stimuli.charts.variants import Variant

MARKER = 7.0
"""Diameter of a point in points."""


def draw_line(figure: Figure, variant: Variant) -> list[Part]:
    """Draw the variant as a line with a marker at each value; the line itself is a mark without a category."""
    axes, parts = new_axes(figure, variant)
    colour = COLOURS[variant.chart.colour]
    values = [fact.value for fact in variant.table]
    places = np.arange(len(values))
    parts += numeric_axis(axes, "y", values, zero=KINDS["line"].from_zero(values))
    parts += category_axis(axes, variant, margin=0.35)
    axes.grid(True, axis="x")
    (line,) = axes.plot(places, values, color=colour, linewidth=2, clip_on=False)
    pixels = axes.transData.transform(np.column_stack([places, values]))
    parts.append(Part("mark", line, pixels, series=variant.table[0].series))
    for fact, place, pixel in zip(variant.table, places, pixels, strict=True):
        (point,) = axes.plot([place], [fact.value], "o", color=colour, ms=MARKER, mew=0, clip_on=False, zorder=3)
        parts.append(Part("mark", point, disc(pixel, MARKER), None, fact.series, fact.category, fact.value))
    return parts
