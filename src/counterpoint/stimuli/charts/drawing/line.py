"""Drawing of line charts: points joined in the table's order, an axis that need not begin at zero."""

from matplotlib.figure import Figure

from counterpoint.stimuli.charts.contents.variants import Variant
from counterpoint.stimuli.charts.drawing.axes import named_scale, new_plot, places_of, round_scale
from counterpoint.stimuli.charts.drawing.frame import Part, disc, fill, stroke
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.palette import COLOURS

RADIUS = 4.9
"""Radius of a point in px."""
MARGIN = 0.35
"""Room beside the outer points; 1 is the distance of two positions."""


def draw_line(figure: Figure, variant: Variant) -> list[Part]:
    """Draw the variant as a line with a marker at each value; the line itself is a mark without a category."""
    colour = COLOURS[variant.chart.colour]
    values = [fact.value for fact in variant.table]
    scale = round_scale(values, zero=KINDS["line"].from_zero(values))
    plot, parts = new_plot(figure, variant, named_scale(variant, MARGIN), scale, grid="xy")
    pixels = plot.px(list(places_of(variant).values()), values)
    across = pixels[pixels[:, 0].argsort()]  # from left to right, whatever the positions are called
    parts.append(Part("mark", stroke(figure, across, colour, linewidth=2, zorder=1), across, colour=colour))
    for fact, pixel in zip(variant.table, pixels, strict=True):
        outline = disc(pixel, RADIUS)
        point = fill(figure, outline, colour, zorder=3)
        parts.append(Part("mark", point, outline, category=fact.category, value=fact.value, colour=colour))
    return parts
