"""The axes of a chart: scales with their ticks, and the plot in which they turn values into pixels."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator

from counterpoint.stimuli.charts.contents.variants import Variant
from counterpoint.stimuli.charts.drawing.frame import HEIGHT, WIDTH, Part, bounds, strokes, too_long, write
from counterpoint.stimuli.charts.drawing.texts import CAPITAL, fitted, text_width, tries
from counterpoint.stimuli.charts.specs.facts import Table
from counterpoint.stimuli.charts.specs.palette import GRID, INK

LEFT, RIGHT, BOTTOM, TOP = 104, 776, 81, 528
"""Edges of the plot in px. Between `BOTTOM` and `TOP` lie 447 px, the length of every value axis; wide tick labels
move the left edge inwards, a legend the right one, high names on the x axis lift the whole plot."""
TICK, GAP, EDGE = 4, 5, 5
"""Length of a tick, distance of texts, free edge of the picture, in px."""
BELOW = 12
"""Distance of the names on the x axis from it in px: they keep clear of the lowest number of the y axis."""
TITLE_HEIGHT = 19
TITLE_GAP, TITLE_LEAST_GAP = 22, 12
"""Distance of the picture's title from the plot in px: where there is room for it, and at least."""
TITLE_SIZES = (12, 11.5, 11, 10.5, 10)


@dataclass(frozen=True)
class Scale:
    """An axis from `low` to `high`, with ticks at `places`; `categories` is what named ticks stand for."""

    low: float
    high: float
    places: tuple[float, ...]
    labels: tuple[str, ...]
    categories: tuple[str, ...] | None = None

    @property
    def length(self) -> float:
        """What the axis spans."""
        return self.high - self.low


@dataclass(frozen=True)
class Plot:
    """The rectangle between the axes, in px, and the two scales."""

    figure: Figure
    left: float
    right: float
    bottom: float
    x: Scale
    y: Scale

    @property
    def top(self) -> float:
        """Upper edge in px."""
        return self.bottom + TOP - BOTTOM

    def px(self, x: Sequence[float] | float, y: Sequence[float] | float) -> np.ndarray:
        """Return points in px, (n, 2), from places on both axes."""
        x, y = np.broadcast_arrays(np.atleast_1d(np.asarray(x, float)), np.atleast_1d(np.asarray(y, float)))
        return np.column_stack(
            [
                self.left + (x - self.x.low) / self.x.length * (self.right - self.left),
                self.bottom + (y - self.y.low) / self.y.length * (self.top - self.bottom),
            ]
        )


def round_ticks(low: float, high: float, most: int) -> np.ndarray:
    """Return ascending round numbers, at most `most` + 1, the first at or below `low`, the last at or above `high`."""
    ticks = MaxNLocator(nbins=most, steps=[1, 2, 5, 10]).tick_values(low, high)
    first = np.searchsorted(ticks, low, side="right") - 1
    last = np.searchsorted(ticks, high, side="left")
    return ticks[max(first, 0) : last + 1]


def tick_labels(ticks: Sequence[float]) -> tuple[str, ...]:
    """Return round numbers as texts, with the decimals that their distance needs."""
    decimals = max(0, -int(np.floor(np.log10(ticks[1] - ticks[0]) + 1e-9)))
    return tuple(f"{tick:,.{decimals}f}" for tick in ticks)


def round_scale(values: Sequence[float], zero: bool, most: int = 10) -> Scale:
    """Return a scale between round numbers around the values (from zero if `zero`), with up to `most` + 1 ticks.

    The highest value keeps 2 % of the axis free above it, so that no mark seems cut off.
    """
    low = min(0, *values) if zero else min(values)
    ticks = round_ticks(low, max(values) + 0.02 * (max(values) - low), most)
    return Scale(ticks[0], ticks[-1], tuple(map(float, ticks)), tick_labels(ticks))


def places_of(variant: Variant) -> dict[str, int]:
    """Return the place of each category on the x axis: 0, 1, ... in the table's order, or in reverse order."""
    names = list(dict.fromkeys(fact.category for fact in variant.table))
    return dict(zip(names, reversed(range(len(names))) if variant.look.backwards else range(len(names)), strict=True))


def named_scale(variant: Variant, margin: float) -> Scale:
    """Return the scale of an x axis with a named place for each category and a margin beside the outer ones."""
    places = places_of(variant)
    labels = _labels(variant.table)
    return Scale(
        -margin,
        len(places) - 1 + margin,
        tuple(map(float, places.values())),
        tuple(labels[name] for name in places),
        tuple(places),
    )


def _labels(table: Table) -> dict[str, str]:
    return {fact.category: fact.label for fact in table}


def new_plot(
    figure: Figure, variant: Variant, x: Scale, y: Scale, legend: float = 0, grid: str = "y"
) -> tuple[Plot, list[Part]]:
    """Draw axes with their titles, ticks, labels and a grid for the axes named in `grid`.

    `legend` is the width in px of a legend at the right. Raises UserError when a text has no room.
    """
    title_room = TITLE_HEIGHT + GAP if variant.y_title else 0
    widest = max(text_width(label, 11) for label in y.labels)
    left = max(LEFT, EDGE + title_room + widest + GAP + TICK)
    right = RIGHT - (legend and legend + 8)
    title = figure.texts[0]
    title_height = bounds(title)[3] - bounds(title)[1]
    highest = HEIGHT - EDGE - title_height - TITLE_LEAST_GAP - TOP
    names, size, upright, lift = _x_labels(variant, x, right - left, highest)
    overhang = (x.high - max(x.places)) / x.length * (right - left)
    half_name = size if upright else text_width(names[int(np.argmax(x.places))], size) / 2
    right = min(right, WIDTH - EDGE - half_name + overhang)  # so that the last name stays in the picture
    plot = Plot(figure, left, right, BOTTOM + lift, x, y)
    title.set_y(min(HEIGHT - EDGE, plot.top + TITLE_GAP + title_height))
    _lines(plot, grid)
    parts = [*_ticks(plot, names, size, upright), *_titles(plot, variant)]
    lowest = min(bounds(part.artist)[1] for part in parts if part.series == "x" and part.role == "tick")
    x_title = next((part.artist for part in parts if part.role == "axis_title" and part.series == "x"), None)
    if x_title is not None:
        x_title.set_y(lowest - GAP)
    return plot, parts


def _x_labels(variant: Variant, x: Scale, width: float, highest: float) -> tuple[list[str], float, bool, float]:
    """Return the labels of the x axis as broken, their size, whether they stand upright, and how far the plot rises.

    It can rise by up to `highest` px.
    """
    slot = width / x.length * min(np.diff(sorted(x.places)))
    title_room = TITLE_HEIGHT + GAP if variant.x_title else 0
    rooms = {lift: BOTTOM + lift - BELOW - title_room - EDGE for lift in (0, highest / 2, highest)}
    for lift, room in rooms.items():
        if shown := fitted(x.labels, slot - 6, room, [*tries(2, (11, 10.5, 10, 9.5, 9)), *tries(3, (9, 8.5, 8))]):
            return *shown, False, lift
    for lift, room in rooms.items():
        if shown := fitted(x.labels, room, slot - 1, tries(3, (10, 9.5, 9, 8.5, 8))):
            return *shown, True, lift
    raise too_long(variant, "of the names on the x axis,", max(x.labels, key=len), "them by the field `label`", "facts")


def _lines(plot: Plot, grid: str) -> None:
    """Draw grid, axes and ticks."""
    x = plot.px(plot.x.places, plot.y.low)
    y = plot.px(plot.x.low, plot.y.places)
    along_y = [np.array([place, (place[0], plot.top)]) for place in x]
    along_x = [np.array([place, (plot.right, place[1])]) for place in y]
    lines = (along_y if "x" in grid else []) + (along_x if "y" in grid else [])
    strokes(plot.figure, lines, GRID, linewidths=0.8, zorder=0.5)
    corner = (plot.left, plot.bottom)
    axes = [np.array([corner, (plot.right, plot.bottom)]), np.array([corner, (plot.left, plot.top)])]
    ticks = [np.array([place, place - (0, TICK)]) for place in x] + [
        np.array([place, place - (TICK, 0)]) for place in y
    ]
    strokes(plot.figure, axes + ticks, INK, linewidths=0.8, zorder=2)


def _ticks(plot: Plot, names: Sequence[str], size: float, upright: bool) -> list[Part]:
    """Write the labels of both axes."""
    below = {"ha": "center", "rotation": 90 if upright else 0, "va": "top" if upright else "baseline"}
    depth = round(BELOW + (0 if upright else CAPITAL * size))  # one baseline for all names
    beside = {"va": "center_baseline", "ha": "right"}
    parts = []
    anchors = plot.px(plot.x.places, plot.y.low)
    for number, (anchor, name) in enumerate(zip(anchors, names, strict=True)):
        text = write(plot.figure, anchor - (0, depth), name, size, linespacing=1.1, **below)
        parts.append(_tick(plot.x, "x", number, text, anchor))
    for number, anchor in enumerate(plot.px(plot.x.low, plot.y.places)):
        text = write(plot.figure, anchor - (TICK + GAP, 0), plot.y.labels[number], 11, **beside)
        parts.append(_tick(plot.y, "y", number, text, anchor))
    return parts


def _tick(scale: Scale, axis: str, number: int, text: Text, anchor: np.ndarray) -> Part:
    return Part(
        "tick",
        text,
        anchor[None],
        scale.labels[number],
        axis,
        scale.categories[number] if scale.categories else None,
        None if scale.categories else scale.places[number],
    )


def _titles(plot: Plot, variant: Variant) -> list[Part]:
    """Write the titles of both axes, the x axis's at the height of the axis, to be moved below its labels."""
    parts = []
    middle = ((plot.left + plot.right) / 2, (plot.bottom + plot.top) / 2)
    widest = max(text_width(label, 11) for label in plot.y.labels)
    right = plot.left - TICK - GAP - widest - GAP
    for axis, title, key, room, place, style in (
        ("x", variant.x_title, "x_axis", 660, (middle[0], plot.bottom), {"ha": "center", "va": "top"}),
        (
            "y",
            variant.y_title,
            "y_title",
            HEIGHT - 80,
            (right, middle[1]),
            {"ha": "right", "va": "center", "rotation": 90},
        ),
    ):
        if title:
            shown = fitted([title], room, 99, tries(1, TITLE_SIZES), bold=True)
            if shown is None:
                raise too_long(variant, f"the title of the {axis} axis,", title, "it", key)
            text = write(plot.figure, place, title, shown[1], weight="bold", **style)
            parts.append(Part("axis_title", text, text=title, series=axis))
    return parts
