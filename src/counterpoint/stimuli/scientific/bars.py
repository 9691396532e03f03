"""Bars of a scientific figure: side by side or stacked, standing or lying, with error bars and values."""

from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure

from counterpoint.stimuli.charts.drawing.frame import Part, bounds, fill, strokes, write
from counterpoint.stimuli.charts.drawing.texts import text_width
from counterpoint.stimuli.charts.specs.palette import INK
from counterpoint.stimuli.scientific.keys import Entry, patch
from counterpoint.stimuli.scientific.plots import Plot, category_places
from counterpoint.stimuli.scientific.sheet import DATA, GAP, LINE
from counterpoint.stimuli.scientific.spec import ScientificFigure

WIDTH = 0.72
"""Width of a category's bars together; 1 is the distance of two categories."""
CAP = 7
"""Half length of an error bar's cap in px."""


@dataclass(frozen=True)
class Bar:
    """One bar: what it stands for and where it begins and ends, along the categories and in values."""

    series: int
    category: int
    value: float
    sides: tuple[float, float]
    ends: tuple[float, float]
    error: float | None

    @property
    def tip(self) -> float:
        """The highest value that is drawn, the error bar's included."""
        return self.ends[1] + (self.error or 0)


def bars_of(figure: ScientificFigure, panel: int) -> list[Bar]:
    """Return a panel's bars."""
    places = category_places(figure)
    width = abs(places[1] - places[0]) * WIDTH
    stacked = figure.arrangement == "stacked"
    values, errors = figure.panels[panel].values, figure.panels[panel].errors
    thickness = width if stacked else width / len(values)
    direction = -1 if figure.horizontal else 1  # the first series on top
    found = []
    for series, row in enumerate(values):
        for category, value in enumerate(row):
            offset = 0 if stacked else direction * (series - (len(values) - 1) / 2) * thickness
            low = sum(values[below][category] for below in range(series)) if stacked else figure.ticks[0]
            middle = places[category] + offset
            sides = (middle - thickness / 2, middle + thickness / 2)
            ends = (low, low + value if stacked else value)
            error = None if errors is None else errors[series][category]
            found.append(Bar(series, category, value, sides, ends, error))
    return found


def bar_entries(figure: ScientificFigure) -> list[Entry]:
    """Return the legend's entries; beside standing stacks, below one another, they stand as the stacks do."""
    entries = [
        Entry(name, patch(colour), colour, series=name)
        for name, colour in zip(figure.series, figure.colours, strict=True)
    ]
    downwards = figure.arrangement == "stacked" and not figure.horizontal and len(figure.panels) == 1
    return entries[::-1] if downwards else entries


def written(figure: ScientificFigure, value: float) -> str:
    """Return a value as it stands on its bar."""
    return f"{value:,.{figure.y.decimals}f}" if value < 100 or not figure.y.log else f"{value:,.0f}"


def bar_limit(figure: ScientificFigure, plots: list[Plot]) -> float:
    """Return how long the axis of values has to be for what stands at the bars' ends, in lengths to its last tick."""
    if not figure.value_labels:
        return 1.0
    most = 1.0
    for plot in plots:
        length = plot.right - plot.left if figure.horizontal else plot.top - plot.bottom
        for bar in bars_of(figure, plot.index):
            share = (plot.at(0, bar.tip) - plot.at(0, figure.ticks[0])).max() * plot.limit / length
            room = text_width(written(figure, bar.value), DATA) if figure.horizontal else DATA * 1.7
            most = max(most, share * length / (length - room - 2 * GAP))
    return most


def draw_bars(sheet: Figure, plot: Plot) -> list[Part]:
    """Draw a panel's bars."""
    figure, parts, lines = plot.figure, [], []
    for bar in bars_of(figure, plot.index):
        corners = plot.at(np.array([bar.sides[0], bar.sides[1]]), np.array(bar.ends))
        low, high = corners.min(axis=0), corners.max(axis=0)
        outline = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
        colour = figure.colours[bar.series]
        stacked = figure.arrangement == "stacked"
        mark = fill(sheet, outline, colour, zorder=2, edgecolor="white" if stacked else INK, linewidth=LINE / 2)
        names = {"series": figure.series[bar.series], "category": figure.categories[bar.category], "value": bar.value}
        parts.append(Part("mark", mark, outline, colour=colour, group=plot.group, **names))
        middle = sum(bar.sides) / 2
        if bar.error is not None:
            lines += error_lines(plot, middle, bar.ends[1], bar.error, along=figure.horizontal)
        if figure.value_labels:
            place = plot.at(middle, bar.tip)[0] + ((GAP, 0) if figure.horizontal else (0, GAP * 0.6))
            align = {"ha": "left", "va": "center"} if figure.horizontal else {"ha": "center", "va": "bottom"}
            text = write(sheet, place, written(figure, bar.value), DATA, zorder=5, **align)
            parts.append(Part("data_label", text, text=text.get_text(), group=plot.group, **names))
    strokes(sheet, lines, INK, linewidths=LINE, zorder=3)
    return parts


def error_lines(plot: Plot, place: float, value: float, half: float, along: bool = False) -> list[np.ndarray]:
    """Return the three strokes of an error bar in px; `along` the x axis where bars lie."""
    low, high = plot.at(place, [value - half, value + half])
    cap = np.array([0, CAP] if along else [CAP, 0])
    return [np.array([low, high]), np.array([low - cap, low + cap]), np.array([high - cap, high + cap])]


def bar_obstacles(plot: Plot, parts: list[Part]) -> np.ndarray:
    """Return boxes in px, (n, 4), that a legend in the panel must not cover."""
    boxes = []
    for part in parts:
        if part.role == "mark":
            boxes.append([*part.outline.min(axis=0), *part.outline.max(axis=0)])
        elif part.role == "data_label":
            boxes.append(bounds(part.artist))
    for bar in bars_of(plot.figure, plot.index):
        if bar.error is not None:
            lines = np.concatenate(
                error_lines(plot, sum(bar.sides) / 2, bar.ends[1], bar.error, plot.figure.horizontal)
            )
            boxes.append([*lines.min(axis=0), *lines.max(axis=0)])
    return np.array(boxes)
