"""From a variant to pixels and boxes: the drawing of each chart type, and the elements of what was drawn."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from PIL import Image

from counterpoint.stimuli.charts.contents.variants import Variant
from counterpoint.stimuli.charts.drawing.area import draw_area, draw_stacked_area
from counterpoint.stimuli.charts.drawing.bar import draw_bar
from counterpoint.stimuli.charts.drawing.bubble import draw_bubble
from counterpoint.stimuli.charts.drawing.choropleth import draw_choropleth
from counterpoint.stimuli.charts.drawing.frame import HEIGHT, Part, element, new_figure, own_parameters
from counterpoint.stimuli.charts.drawing.histogram import draw_histogram
from counterpoint.stimuli.charts.drawing.line import draw_line
from counterpoint.stimuli.charts.drawing.pie import draw_pie
from counterpoint.stimuli.charts.drawing.scatter import draw_scatter
from counterpoint.stimuli.charts.drawing.stacked import draw_stacked_100, draw_stacked_bar
from counterpoint.stimuli.charts.drawing.treemap import draw_treemap
from counterpoint.stimuli.charts.specs.facts import group_names, series_names
from counterpoint.stimuli.charts.specs.mistakes import ChartError

DRAW: dict[str, Callable[[Figure, Variant], list[Part]]] = {
    "bar": draw_bar,
    "line": draw_line,
    "stacked_bar": draw_stacked_bar,
    "stacked_100": draw_stacked_100,
    "pie": draw_pie,
    "histogram": draw_histogram,
    "scatter": draw_scatter,
    "area": draw_area,
    "stacked_area": draw_stacked_area,
    "bubble": draw_bubble,
    "choropleth": draw_choropleth,
    "treemap": draw_treemap,
}
"""The drawing of each chart type; what it asks of its facts is in `kinds.KINDS`."""


@dataclass(frozen=True)
class Drawn:
    """A drawn variant: its picture (RGBA, opaque), its elements as rows, the figure and its parts."""

    variant: Variant
    image: Image.Image
    elements: list[dict[str, Any]]
    figure: Figure
    parts: list[Part]


def draw(variant: Variant) -> Drawn:
    """Draw a variant once; boxes are measured on that draw. Pixels depend on the variant alone.

    Raises UserError, naming chart, text and character, when the font lacks a character of a text.
    """
    with own_parameters():
        _check_characters(variant)
        figure, parts = new_figure(variant)
        parts += DRAW[variant.chart.type](figure, variant)
        image = render(figure)
        elements = [element(variant.stimulus_id, number, part, HEIGHT) for number, part in enumerate(parts)]
    return Drawn(variant, image, elements, figure, parts)


def _check_characters(variant: Variant) -> None:
    """Raise UserError when a text that is drawn holds a character for which the font has no glyph."""
    for key, weight, texts in (
        ("title", "bold", [variant.title]),
        ("x_axis", "bold", [variant.x_title]),
        ("y_title", "bold", [variant.y_title]),
        ("size", "bold", [variant.size_title]),
        ("legend_title", "bold", [variant.legend_title]),
        ("unit", "normal", [variant.unit]),
        ("facts", "bold", group_names(variant.table)),
        ("facts", "normal", [*(fact.label for fact in variant.table), *series_names(variant.table)]),
    ):
        font = get_font(findfont(FontProperties(weight=weight), fallback_to_default=False))
        for text in texts:
            for character in text:
                if font.get_char_index(ord(character)) == 0:
                    problem = (
                        f"the text {text!r} holds {character!r} (U+{ord(character):04X}), which the font "
                        f"{font.family_name} does not have; write it otherwise"
                    )
                    raise ChartError(variant.chart.id, (key,), problem)


def render(figure: Figure) -> Image.Image:
    """Draw a figure with its Agg canvas and return its pixels."""
    figure.canvas.draw()
    return Image.fromarray(np.asarray(figure.canvas.buffer_rgba()).copy(), mode="RGBA")
