"""Drawing of stacked bars, of values and of shares: the series of a category stand on each other."""

from matplotlib.figure import Figure

from counterpoint.stimuli.charts.contents.variants import Variant
from counterpoint.stimuli.charts.drawing.axes import Plot, Scale, named_scale, new_plot, places_of, round_scale
from counterpoint.stimuli.charts.drawing.bar import BAR_WIDTH, MARGIN
from counterpoint.stimuli.charts.drawing.frame import Part, fill, rectangle, strokes
from counterpoint.stimuli.charts.drawing.legend import column, draw_legend
from counterpoint.stimuli.charts.specs.facts import totals


def draw_stacked_bar(figure: Figure, variant: Variant) -> list[Part]:
    """Draw the variant as bars of segments, from zero, and return what was drawn."""
    return _draw(figure, variant, round_scale(list(totals(variant.table).values()), zero=True))


def draw_stacked_100(figure: Figure, variant: Variant) -> list[Part]:
    """Draw the variant as bars of segments that end at 100 %, and return what was drawn."""
    unit = "" if "%" in variant.y_title else "%"
    ticks = tuple(float(tick) for tick in range(0, 101, 10))
    return _draw(figure, variant, Scale(0, 100, ticks, tuple(f"{tick:.0f}{unit}" for tick in ticks)))


def _draw(figure: Figure, variant: Variant, scale: Scale) -> list[Part]:
    plot, parts = stacked_plot(figure, variant, MARGIN, scale)
    places, colours = places_of(variant), variant.look.colours
    order, borders = list(colours), []
    rows = sorted(zip(variant.table, spans(variant), strict=True), key=lambda row: order.index(row[0].series))
    for fact, (low, high) in rows:  # in the order of the stack, whatever its series are called
        place = places[fact.category]
        lower, upper = plot.px([place - BAR_WIDTH / 2, place + BAR_WIDTH / 2], [low, high])
        outline = rectangle(*lower, *upper)
        colour = colours[fact.series]
        segment = fill(figure, outline, colour)
        parts.append(Part("mark", segment, outline, None, fact.series, fact.category, fact.value, colour))
        if low > 0:
            borders.append(outline[:2])
    strokes(figure, borders, "white", linewidths=0.8, zorder=1.5)
    return parts


def stacked_plot(
    figure: Figure, variant: Variant, margin: float, scale: Scale, grid: str = "y"
) -> tuple[Plot, list[Part]]:
    """Draw axes and the legend of the series, which reads from the top of the stack downwards."""
    downwards = dict(reversed(variant.look.colours.items()))
    texts = column(variant, variant.legend_title, list(downwards))
    plot, parts = new_plot(figure, variant, named_scale(variant, margin), scale, texts.width, grid)
    return plot, parts + draw_legend(plot, texts, variant.legend_title, downwards)


def spans(variant: Variant) -> list[tuple[float, float]]:
    """Return where the value of each row begins and ends in the stack of its category.

    The first series of the look stands at the bottom.
    """
    values = {(fact.category, fact.series): fact.value for fact in variant.table}
    order = list(variant.look.colours)
    found = []
    for fact in variant.table:
        low = sum(values[fact.category, name] for name in order[: order.index(fact.series)])
        found.append((low, low + fact.value))
    return found
