"""Drawing of maps: the states of the USA in the colours of classes, with labels and the legend of the classes below."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from matplotlib.figure import Figure

from counterpoint.stimuli.charts.contents.classes import class_colours, class_names, class_of
from counterpoint.stimuli.charts.contents.resolution import edges_of
from counterpoint.stimuli.charts.contents.variants import Variant
from counterpoint.stimuli.charts.drawing.frame import WIDTH, Part, fill, rectangle, strokes, too_long, write
from counterpoint.stimuli.charts.drawing.state_shapes import StateShape, state_shapes
from counterpoint.stimuli.charts.drawing.texts import fitted, ink_on, text_width, tries
from counterpoint.stimuli.charts.specs.facts import Fact
from counterpoint.stimuli.charts.specs.palette import INK, MAP_LINE, NO_DATA

MAP = (12.0, 92.0, 776.0)
"""Left and lower edge of the map in px, and its width; it is 453 px high."""
SIZES = (9.5, 9, 8.5, 8)
"""Sizes of a state's label in points: the largest that its shape has room for."""
BESIDE = {
    "Vermont": (-20, 30),
    "New Hampshire": (-12, 49),
    "Massachusetts": (48, 12),
    "Rhode Island": (34, -8),
    "Connecticut": (46, -24),
    "New Jersey": (34, -14),
    "Delaware": (40, -6),
    "Maryland": (70, -34),
    "District of Columbia": (62, -56),
    "Hawaii": (-34, 6),
}
"""Where the labels of small states stand, in px from the place inside; a thin line leads there."""
SWATCH, SPACE, APART = 20, 7, 22
"""Side of a swatch in the legend, its distance from the name, distance of two entries, in px."""
LEGEND_TOP = 86
ROW = 20
"""Upper edge of the legend and distance of its rows in px."""


def draw_choropleth(figure: Figure, variant: Variant) -> list[Part]:
    """Draw the variant as a map and return what was drawn.

    The shape of a state has the colour and the label of the category that has its place there. States without one
    are hatched. Classes hold the values of the facts as well as those drawn.
    """
    edges = edges_of(variant.chart, variant.table)
    colours = class_colours(variant.look.ramp, len(edges) - 1)
    shapes = state_shapes(*MAP)
    shown = {variant.look.places[fact.category]: fact for fact in variant.table}
    parts = []
    for name, shape in shapes.items():
        fact = shown.get(name)
        if fact is None:
            fill(figure, shape.path, NO_DATA, edgecolor=MAP_LINE, linewidth=0.6, hatch="////")
            continue
        colour = colours[class_of(fact.value, edges)]
        state = fill(figure, shape.path, colour, edgecolor=MAP_LINE, linewidth=0.6)
        parts.append(Part("mark", state, shape.outline, category=fact.category, value=fact.value, colour=colour))
        parts.append(_label(figure, fact, shape, BESIDE.get(name), colour))
    return parts + _legend(figure, variant, edges, colours)


def _label(figure: Figure, fact: Fact, shape: StateShape, beside: tuple[float, float] | None, colour: str) -> Part:
    """Write a state's label into its shape, or beside it with a line that leads there."""
    style = {"ha": "center", "va": "center_baseline", "zorder": 5}
    if beside:
        text = write(figure, shape.place + beside, fact.label, SIZES[1], color=INK, **style)
        far = np.linalg.norm(beside)
        way = np.array([[shape.room + 1.5], [far - 10]]) / far * beside
        strokes(figure, [shape.place + way], INK, linewidths=0.7, zorder=4)
    else:
        size = next((size for size in SIZES if text_width(fact.label, size) / 2 * 0.6 <= shape.room), SIZES[-1])
        text = write(figure, shape.place, fact.label, size, color=ink_on(colour), **style)
    return Part("data_label", text, text=fact.label, category=fact.category)


def _legend(figure: Figure, variant: Variant, edges: Sequence[float], colours: Sequence[str]) -> list[Part]:
    """Draw a swatch for each class, in one row or two, under the legend's title; of a value, its class's lower edge."""
    title = variant.legend_title or variant.y_title
    names = class_names(edges, variant.chart.decimals, variant.unit)
    entries = [(name, edge, colour) for name, edge, colour in zip(names, edges, colours, strict=False)]
    if len(variant.table) < len(state_shapes(*MAP)):
        entries.append(("no data", None, NO_DATA))
    size, rows = _rows(variant, [name for name, _, _ in entries])
    parts = []
    top = LEGEND_TOP - (len(rows) == 1) * ROW / 2
    if title:
        shown = fitted([title], WIDTH - 40, 30, tries(1, (11.5, 11, 10.5, 10, 9.5, 9)), bold=True)
        if shown is None:
            raise too_long(variant, "the title of the legend,", title, "`legend_title`", "legend_title")
        heading = write(figure, (WIDTH / 2, top - 8), title, shown[1], weight="bold", ha="center", va="center")
        parts.append(Part("legend_title", heading, text=title))
        top -= 20
    column = max(text_width(name, size) for name, _, _ in entries) + SWATCH + SPACE
    for row, (start, end) in enumerate(pairwise(np.cumsum([0, *rows]))):
        left = WIDTH / 2 - ((column + APART) * max(rows) - APART) / 2
        middle = top - ROW * (row + 0.5)
        for name, edge, colour in entries[start:end]:
            outline = rectangle(left, middle - 8, left + SWATCH, middle + 8)
            hatch = {"hatch": "////"} if edge is None else {}
            fill(figure, outline, colour, edgecolor=MAP_LINE, linewidth=0.6, **hatch)
            text = write(figure, (left + SWATCH + SPACE, middle), name, size, va="center_baseline")
            category = None if edge is None else name
            parts.append(Part("legend_entry", text, outline, name, None, category, edge, colour))
            left += column + APART
    return parts


def _rows(variant: Variant, names: Sequence[str]) -> tuple[float, list[int]]:
    """Return the size of the names of classes and how many stand in each of one to three rows, as few as have room."""
    for count in (1, 2, 3):
        most = -(-len(names) // count)
        for size in (10.5, 10, 9.5, 9):
            widest = max(text_width(name, size) for name in names)
            if most * (widest + SWATCH + SPACE + APART) - APART <= WIDTH - 30:
                return size, [*[most] * (count - 1), len(names) - most * (count - 1)]
    raise too_long(variant, "of the classes,", max(names, key=len), "the unit", "unit")
