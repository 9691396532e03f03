"""Drawing of area charts, of one series and of several on each other: bands filled from zero, joined in time."""

import numpy as np
from matplotlib.figure import Figure

from counterpoint.stimuli.charts.contents.variants import Variant
from counterpoint.stimuli.charts.drawing.axes import Plot, named_scale, new_plot, places_of, round_scale
from counterpoint.stimuli.charts.drawing.frame import Part, fill, rectangle, stroke
from counterpoint.stimuli.charts.drawing.stacked import spans, stacked_plot
from counterpoint.stimuli.charts.specs.facts import categories, totals
from counterpoint.stimuli.charts.specs.palette import COLOURS

MARGIN = 0.02
"""Room beside the outer positions, as a share of what lies between them."""
POSITION_LINE = {"linewidth": 0.72, "alpha": 0.45, "solid_capstyle": "butt", "zorder": 1.5}
"""Look of the line, 1 px wide, that shows a position inside a band."""


def draw_area(figure: Figure, variant: Variant) -> list[Part]:
    """Draw the variant as one band from zero and return what was drawn."""
    values = [fact.value for fact in variant.table]
    x = named_scale(variant, MARGIN * (len(values) - 1))
    plot, parts = new_plot(figure, variant, x, round_scale(values, zero=True), grid="xy")
    return parts + _band(plot, variant, None, COLOURS[variant.chart.colour], np.zeros(len(values)), np.array(values))


def draw_stacked_area(figure: Figure, variant: Variant) -> list[Part]:
    """Draw the variant as bands on each other, the look's first series lowest, and return what was drawn."""
    margin = MARGIN * (len(categories(variant.table)) - 1)
    scale = round_scale(list(totals(variant.table).values()), zero=True)
    plot, parts = stacked_plot(figure, variant, margin, scale, grid="xy")
    ends = np.array(spans(variant))
    for series, colour in variant.look.colours.items():
        rows = [number for number, fact in enumerate(variant.table) if fact.series == series]
        parts += _band(plot, variant, series, colour, *ends[rows].T)
    return parts


def _band(
    plot: Plot, variant: Variant, series: str | None, colour: str, low: np.ndarray, high: np.ndarray
) -> list[Part]:
    """Draw the band of a series between two heights at each position.

    The band is a mark without a category. The mark of a position is the light line inside the band, 1 px wide; its
    `colour` is that of the band beside it.
    """
    facts = [fact for fact in variant.table if fact.series == series]
    places = np.array(list(places_of(variant).values()))
    across = np.argsort(places)  # from left to right, whatever the positions are called
    facts, places, low, high = [facts[row] for row in across], places[across], low[across], high[across]
    lower, upper = plot.px(places, low), plot.px(places, high)
    outline = np.concatenate([lower, upper[::-1]])
    parts = [Part("mark", fill(plot.figure, outline, colour), outline, series=series, colour=colour)]
    if series is not None:
        stroke(plot.figure, upper, "white", linewidth=1, zorder=1.6)
    for fact, below, above in zip(facts, lower, upper, strict=True):
        line = stroke(plot.figure, np.array([below, above]), "white", **POSITION_LINE)
        outline = rectangle(below[0] - 0.5, below[1], above[0] + 0.5, above[1])
        parts.append(Part("mark", line, outline, None, series, fact.category, fact.value, colour))
    return parts
