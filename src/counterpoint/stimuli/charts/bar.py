"""Drawing of bar charts: one upright bar a category, from zero."""

from matplotlib.figure import Figure

from counterpoint.stimuli.charts.frame import Part, category_axis, new_axes, numeric_axis
from counterpoint.stimuli.charts.kinds import KINDS
from counterpoint.stimuli.charts.palette import COLOURS
from counterpoint.stimuli.charts.variants import Variant

BAR_WIDTH = 0.68


def draw_bar(figure: Figure, variant: Variant) -> list[Part]:
    """Draw the variant as bars and return what was drawn."""
    axes, parts = new_axes(figure, variant)
    values = [fact.value for fact in variant.table]
    bars = axes.bar(range(len(values)), values, BAR_WIDTH, color=COLOURS[variant.chart.colour])
    parts += numeric_axis(axes, "y", values, zero=KINDS["bar"].from_zero(values))
    parts += category_axis(axes, variant, margin=0.6)
    for fact, bar in zip(variant.table, bars, strict=True):
        outline = axes.transData.transform(bar.get_corners())
        parts.append(Part("mark", bar, outline, series=fact.series, category=fact.category, value=fact.value))
    return parts
