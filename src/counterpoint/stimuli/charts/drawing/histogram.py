"""Drawing of histograms: bars that touch, with a tick at each edge of a bin."""

from itertools import pairwise

from matplotlib.figure import Figure

from counterpoint.stimuli.charts.contents.variants import Variant
from counterpoint.stimuli.charts.drawing.axes import Scale, new_plot, round_scale
from counterpoint.stimuli.charts.drawing.frame import Part, fill, rectangle, strokes
from counterpoint.stimuli.charts.specs.palette import COLOURS


def draw_histogram(figure: Figure, variant: Variant) -> list[Part]:
    """Draw the variant as bars from edge to edge of their bins and return what was drawn."""
    width, colour = variant.chart.bin_width, COLOURS[variant.chart.colour]
    edges = [*(fact.x for fact in variant.table), variant.table[-1].x + width]
    x = Scale(edges[0] - width / 2, edges[-1] + width / 2, tuple(edges), edge_labels(edges))
    plot, parts = new_plot(figure, variant, x, round_scale([fact.value for fact in variant.table], zero=True))
    for fact in variant.table:
        lower, upper = plot.px([fact.x, fact.x + width], [0, fact.value])
        outline = rectangle(*lower, *upper)
        bar = fill(figure, outline, colour)
        parts.append(Part("mark", bar, outline, category=fact.category, value=fact.value, colour=colour))
    borders = [plot.px(right.x, [0, min(left.value, right.value)]) for left, right in pairwise(variant.table)]
    strokes(figure, borders, "white", linewidths=0.8, zorder=1.5)
    return parts


def edge_labels(edges: list[float]) -> tuple[str, ...]:
    """Return the edges of bins as texts, with the fewest decimals, up to six, that say them exactly."""
    decimals = next((n for n in range(6) if all(abs(round(edge, n) - edge) < 1e-9 for edge in edges)), 6)
    return tuple(f"{edge:,.{decimals}f}" for edge in edges)
