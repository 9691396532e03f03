"""Drawing of bar charts: one upright bar a category, from zero."""

from matplotlib.figure import Figure

from counterpoint.stimuli.charts.contents.variants import Variant
from counterpoint.stimuli.charts.drawing.axes import named_scale, new_plot, round_scale
from counterpoint.stimuli.charts.drawing.frame import Part, fill, rectangle
from counterpoint.stimuli.charts.specs.palette import COLOURS

BAR_WIDTH = 0.68
"""Width of a bar; 1 is the distance of two categories."""
MARGIN = 0.6
"""Room beside the outer bars, from their middle."""


def draw_bar(figure: Figure, variant: Variant) -> list[Part]:
    """Draw the variant as bars and return what was drawn."""
    scale = round_scale([fact.value for fact in variant.table], zero=True)
    plot, parts = new_plot(figure, variant, named_scale(variant, MARGIN), scale)
    colour = COLOURS[variant.chart.colour]
    for place, fact in enumerate(variant.table):
        lower, upper = plot.px([place - BAR_WIDTH / 2, place + BAR_WIDTH / 2], [0, fact.value])
        outline = rectangle(*lower, *upper)
        bar = fill(figure, outline, colour)
        parts.append(Part("mark", bar, outline, category=fact.category, value=fact.value, colour=colour))
    return parts
