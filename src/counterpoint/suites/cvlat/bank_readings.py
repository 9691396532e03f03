"""What a drawn chart shows, read from the pixel outlines of its elements: value, place and size of each mark."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from counterpoint.errors import UserError
from counterpoint.stimuli.charts.contents.look import plain_look
from counterpoint.stimuli.charts.contents.variants import anonymised
from counterpoint.stimuli.charts.specs.facts import Measure, categories, group_names, series_names
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.spec import ChartSpec

Row = dict[str, Any]

BANDS = ("bar", "stacked_bar", "stacked_100", "histogram", "area", "stacked_area")
"""Types whose marks reach from one height to another: the value is the difference of both."""
POINTS = ("line", "scatter", "bubble")
"""Types whose marks stand at a height: the value is that of their centre."""
SHARES = ("pie", "treemap")
"""Types whose marks divide an area: the value is the part that they take of the sum of all."""


@dataclass(frozen=True)
class Mark:
    """A mark as drawn: its names, the value recorded for it; value, x and size read from its outline.

    On a map `read` is the lower edge of the class whose colour the region has.
    """

    category: str
    series: str | None
    group: str | None
    value: float
    read: float
    x: float | None
    size: float | None
    row: Row


@dataclass(frozen=True)
class Axis:
    """A numeric axis: the lowest and the highest tick, and value = origin + slope * px."""

    low: float
    high: float
    origin: float
    slope: float

    def at(self, pixel: float) -> float:
        """Return the value at a pixel."""
        return self.origin + self.slope * pixel


@dataclass(frozen=True)
class MapClass:
    """A class of a map as its legend shows it: its name, its lower edge, its colour."""

    name: str
    low: float
    colour: str


@dataclass(frozen=True)
class Reading:
    """A picture's marks by (category, series) in the order of the facts, its axes, its map classes, its texts.

    `names` gives the name drawn for each category, series and group of the facts. A pie, a map and a treemap have no
    axes; `classes` ascend.
    """

    chart: ChartSpec
    names: dict[str, str]
    marks: dict[tuple[str, str | None], Mark]
    axis: Axis | None
    x_axis: Axis | None
    classes: tuple[MapClass, ...]
    texts: list[Row]

    @property
    def per_px(self) -> float | None:
        """Return how much of the value axis' unit one pixel is."""
        return abs(self.axis.slope) if self.axis else None

    def per_px_of(self, measure: Measure) -> float | None:
        """Return how much of a measure's unit one pixel is, along its axis; None where it has no axis."""
        axis = {"value": self.axis, "x": self.x_axis, "size": None}[measure]
        return abs(axis.slope) if axis else None

    def class_of(self, value: float) -> int:
        """Return the number of the map class that holds a value, from the lowest; -1 below, or too many above, all."""
        step = self.classes[1].low - self.classes[0].low  # classes are equally wide
        return int(np.floor((value - self.classes[0].low) / step + 1e-9))


def outline(row: Row) -> np.ndarray:
    """Return the outline of an element, (n, 2) in px from the upper left corner of the picture."""
    return np.array(row["polygon"], float).reshape(-1, 2)


def area(row: Row) -> float:
    """Return the area of an element in square px (the shoelace formula)."""
    x, y = outline(row).T
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


class Readings(dict[str, Reading]):
    """What each stimulus of a chart shows, by stimulus_id; a UserError says which one has no elements."""

    def __missing__(self, stimulus: str) -> Reading:
        """Raise UserError: the stimulus is not among those drawn."""
        raise UserError(f"chart {stimulus.partition('/')[0]}: elements of {stimulus} are missing; draw the bank again")


def readings(rows: Iterable[Row], chart: ChartSpec) -> Readings:
    """Return what each stimulus of a chart shows, from its rows of table `elements`.

    A stimulus whose name ends in "anonymised" is one without names. Raises UserError when a stimulus has two marks of
    one name, not the marks of the facts, no axis or legend to read them by, or a colour that its legend lacks.
    """
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row["stimulus_id"].startswith(f"{chart.id}/"):
            groups[row["stimulus_id"]].append(row)
    return Readings({stimulus: _reading(chart, stimulus, mine) for stimulus, mine in groups.items()})


def _reading(chart: ChartSpec, stimulus: str, rows: list[Row]) -> Reading:
    drawn = [row for row in rows if row["role"] == "mark" and row["category"] is not None]
    axis, x_axis = _axis(rows, "y"), _axis(rows, "x")
    classes = _classes(stimulus, rows) if KINDS[chart.type].reads == "class" else ()
    values = _values(chart, stimulus, drawn, axis, classes)
    sizes = _sizes(stimulus, rows, drawn) if "size" in KINDS[chart.type].fields else [None] * len(drawn)
    marks: dict[tuple[str, str | None], Mark] = {}
    for row, read, size in zip(drawn, values, sizes, strict=True):
        key = (row["category"], row["series"])
        if key in marks:
            raise UserError(f"chart {chart.id}: {stimulus} shows two marks named {_named(key)}; rename one")
        marks[key] = Mark(*key, row["group"], row["value"], read, _place(chart, row, x_axis), size, row)
    names = _names(chart, stimulus)
    texts = [row for row in rows if row["role"] != "mark"]
    return Reading(chart, names, _in_order(chart, stimulus, names, marks), axis, x_axis, classes, texts)


def _named(key: tuple[str, str | None]) -> str:
    return repr(" of ".join(part for part in reversed(key) if part is not None))


def _names(chart: ChartSpec, stimulus: str) -> dict[str, str]:
    """Return the name drawn for each category, series and group of the facts."""
    if stimulus.endswith("anonymised"):
        return anonymised("anonymised", chart, chart.facts, plain_look(chart)).names
    known = (*categories(chart.facts), *series_names(chart.facts), *group_names(chart.facts))
    return {name: name for name in known}


def _in_order(
    chart: ChartSpec, stimulus: str, names: dict[str, str], marks: dict[tuple[str, str | None], Mark]
) -> dict[tuple[str, str | None], Mark]:
    """Return the marks in the order of the facts. Raises UserError when there are others, or not all."""
    wanted = [(names[fact.category], None if fact.series is None else names[fact.series]) for fact in chart.facts]
    wrong = {"does not show": set(wanted) - set(marks), "shows, against the facts,": set(marks) - set(wanted)}
    for what, keys in wrong.items():
        if keys:
            raise UserError(f"chart {chart.id}: {stimulus} {what} a mark named {_named(min(keys, key=str))}")
    return {key: marks[key] for key in wanted}


def _axis(rows: list[Row], which: str) -> Axis | None:
    """Return the numeric axis through the outer two ticks, or None where there are no two."""
    ticks = sorted(
        (row["value"], row["polygon"][which == "y"])
        for row in rows
        if row["role"] == "tick" and row["series"] == which and row["value"] is not None
    )
    if len(ticks) < 2:
        return None
    (low, first), (high, last) = ticks[0], ticks[-1]
    slope = (high - low) / (last - first)
    return Axis(low, high, low - slope * first, slope)


def _classes(stimulus: str, rows: list[Row]) -> tuple[MapClass, ...]:
    """Return the classes of a map's legend, ascending. Raises UserError when two have one colour."""
    entries = [row for row in rows if row["role"] == "legend_entry" and row["value"] is not None]
    classes = sorted((MapClass(row["category"], row["value"], row["colour"]) for row in entries), key=lambda c: c.low)
    if len(classes) < 2 or len({each.colour for each in classes}) < len(classes):
        raise UserError(f"chart {stimulus}: the legend does not show two or more classes, each in a colour of its own")
    return tuple(classes)


def _values(
    chart: ChartSpec, stimulus: str, drawn: list[Row], axis: Axis | None, classes: tuple[MapClass, ...]
) -> list[float]:
    """Return the value that each mark's outline shows; of a map, the lower edge of the class of its colour."""
    if chart.type in SHARES:
        areas = [area(row) for row in drawn]
        whole = 100 if chart.type == "pie" else sum(row["value"] for row in drawn)
        return [whole * each / sum(areas) for each in areas]
    if chart.type in (*BANDS, *POINTS):
        if axis is None:
            raise UserError(f"chart {stimulus}: the value axis has no two ticks to read values by; correct the drawing")
        heights = [outline(row)[:, 1] for row in drawn]
        if chart.type in BANDS:
            return [axis.at(each.min()) - axis.at(each.max()) for each in heights]
        return [axis.at((each.min() + each.max()) / 2) for each in heights]
    by_colour = {each.colour: each.low for each in classes}
    for row in drawn:
        if row["colour"] not in by_colour:
            raise UserError(f"chart {stimulus}: {row['category']} has a colour that is not in the legend")
    return [by_colour[row["colour"]] for row in drawn]


def _place(chart: ChartSpec, row: Row, x_axis: Axis | None) -> float | None:
    """Return the place of a mark on a numeric x axis: of its centre, of a bin its lower end."""
    if x_axis is None:
        return None
    x = outline(row)[:, 0]
    return x_axis.at(x.min() if chart.type == "histogram" else (x.min() + x.max()) / 2)


def _sizes(stimulus: str, rows: list[Row], drawn: list[Row]) -> list[float]:
    """Return what the area of each mark stands for beside the areas of the legend."""
    entries = [row for row in rows if row["role"] == "legend_entry" and row["value"] is not None]
    if not entries:
        raise UserError(f"chart {stimulus}: no legend says what the area of a mark stands for; correct the drawing")
    scale = sum(row["value"] for row in entries) / sum(area(row) for row in entries)
    return [scale * area(row) for row in drawn]
