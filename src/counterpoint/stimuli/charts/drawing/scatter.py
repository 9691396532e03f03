"""Drawing of scatterplots: one point a row, with its name beside it where it has one."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from counterpoint.stimuli.charts.contents.variants import Variant
from counterpoint.stimuli.charts.drawing.axes import LEFT, RIGHT, Scale, new_plot, round_scale
from counterpoint.stimuli.charts.drawing.frame import Part, disc, fill
from counterpoint.stimuli.charts.drawing.point_names import name_points
from counterpoint.stimuli.charts.drawing.texts import text_width
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.palette import COLOURS

RADIUS = 6.25
"""Radius of a point in px."""


def draw_scatter(figure: Figure, variant: Variant) -> list[Part]:
    """Draw the variant as points and return what was drawn."""
    colour = COLOURS[variant.chart.colour]
    x, y = ([getattr(fact, measure) for fact in variant.table] for measure in ("x", "value"))
    across = numeric_x_scale(x, zero=min(x) >= 0, width=RIGHT - LEFT)
    plot, parts = new_plot(figure, variant, across, round_scale(y, KINDS["scatter"].from_zero(y)), grid="xy")
    pixels = plot.px(x, y)
    for fact, pixel in zip(variant.table, pixels, strict=True):
        outline = disc(pixel, RADIUS)
        point = fill(figure, outline, colour, zorder=3)
        parts.append(Part("mark", point, outline, category=fact.category, value=fact.value, colour=colour, x=fact.x))
    if variant.chart.named_points:
        parts += name_points(plot, variant.table, pixels, [RADIUS] * len(pixels))
    return parts


def numeric_x_scale(values: Sequence[float], zero: bool, width: float) -> Scale:
    """Return a scale between round numbers for a horizontal axis, as dense as its labels have room in px."""
    for most in (10, 8, 6, 5, 4):
        scale = round_scale(values, zero, most)
        if max(text_width(label, 11) for label in scale.labels) < width / (len(scale.places) - 1) - 12:
            break
    return scale
