"""The legend at the right of a plot: a title, and a swatch with a name for each series."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from counterpoint.stimuli.charts.contents.variants import Variant
from counterpoint.stimuli.charts.drawing.axes import RIGHT, Plot
from counterpoint.stimuli.charts.drawing.frame import Part, bounds, fill, rectangle, too_long, write
from counterpoint.stimuli.charts.drawing.texts import fitted, text_height, text_width, tries

SWATCH, SPACE = 15, 7
"""Side of a swatch, and its distance from the name, in px."""
WIDEST = 170
"""Most width of a legend in px: the plot stays wider than it is high."""
SIZES = (11, 10.5, 10, 9.5, 9)


@dataclass(frozen=True)
class Column:
    """Texts of a legend, broken into lines, with the sizes and the width in px that they need."""

    title: str
    title_size: float
    names: tuple[str, ...]
    size: float
    width: float


def column(variant: Variant, title: str, names: Sequence[str], swatch: float = SWATCH) -> Column:
    """Return how the texts of a legend whose swatches are `swatch` px wide fit. Raises UserError when they do not."""
    room = WIDEST - swatch - SPACE
    shown = fitted(names, room, 99, tries(3, SIZES))
    if shown is None:
        raise too_long(variant, "in the legend,", max(names, key=len), "the names of series", "facts")
    key = "size" if variant.chart.size else "legend_title"
    heading = fitted([title], WIDEST, 99, tries(3, SIZES), bold=True)
    if heading is None:
        raise too_long(variant, "the title of the legend,", title, "`legend_title`, or the title of `size`", key)
    width = max(
        max(text_width(name, shown[1]) for name in shown[0]) + swatch + SPACE,
        text_width(heading[0][0], heading[1], bold=True),
    )
    return Column(heading[0][0], heading[1], tuple(shown[0]), shown[1], width)


def draw_title(plot: Plot, texts: Column, title: str) -> tuple[list[Part], float, float]:
    """Write the title, where there is one; return it, the left edge of the legend and the height below the title."""
    left, top = RIGHT - texts.width, plot.top
    if not title:
        return [], left, top
    heading = write(plot.figure, (left, top), texts.title, texts.title_size, weight="bold", va="top", linespacing=1.1)
    return [Part("legend_title", heading, text=title)], left, bounds(heading)[1] - 8


def draw_legend(plot: Plot, texts: Column, title: str, colours: dict[str, str]) -> list[Part]:
    """Draw the legend of series in the order given, from the top; an entry's outline is its swatch."""
    parts, left, top = draw_title(plot, texts, title)
    for name, shown in zip(colours, texts.names, strict=True):
        height = max(text_height(shown, texts.size), SWATCH)
        middle = top - height / 2
        outline = rectangle(left, middle - SWATCH / 2, left + SWATCH, middle + SWATCH / 2)
        fill(plot.figure, outline, colours[name])
        place = np.array([left + SWATCH + SPACE, middle])
        text = write(plot.figure, place, shown, texts.size, va="center", linespacing=1.1)
        parts.append(Part("legend_entry", text, outline, name, name, colour=colours[name]))
        top -= height + 6
    return parts
