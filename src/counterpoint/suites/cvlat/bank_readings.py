"""What a drawn chart shows, read from the pixel boxes of its elements: the value of each mark, the value axis."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from counterpoint.errors import UserError
from counterpoint.stimuli.charts.spec import ChartSpec
from counterpoint.stimuli.charts.variants import VARIANTS

Row = dict[str, Any]


@dataclass(frozen=True)
class Mark:
    """A mark as drawn: its name, the value recorded for it, the value and x read from its outline."""

    category: str
    value: float
    read: float
    x: float | None
    row: Row


@dataclass(frozen=True)
class Axis:
    """A numeric axis: values at both ends, and value = origin + slope * px."""

    low: float
    high: float
    origin: float
    slope: float

    def at(self, pixel: float) -> float:
        """Return the value at a pixel."""
        return self.origin + self.slope * pixel


@dataclass(frozen=True)
class Reading:
    """A picture's marks by category in the order drawn, and its value axis; a pie has none."""

    marks: dict[str, Mark]
    axis: Axis | None
    texts: list[Row]

    @property
    def per_px(self) -> float | None:
        """Return how much of the value axis' unit one pixel is."""
        return abs(self.axis.slope) if self.axis else None


def _axis(rows: list[Row], which: str) -> Axis | None:
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


def _area(row: Row) -> float:
    """Return the area of a polygon in square px (the shoelace formula)."""
    x, y = np.array(row["polygon"]).reshape(-1, 2).T
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def _top(row: Row, rows: list[Row], axis: Axis | None) -> float:
    return axis.at(row["y0"])


def _centre(row: Row, rows: list[Row], axis: Axis | None) -> float:
    return axis.at((row["y0"] + row["y1"]) / 2)


def _share(row: Row, rows: list[Row], axis: Axis | None) -> float:
    return 100 * _area(row) / sum(_area(other) for other in rows)


READ: dict[str, Callable[[Row, list[Row], Axis | None], float]] = {
    "bar": _top,
    "line": _centre,
    "pie": _share,
    "scatter": _centre,
}
"""How each chart type shows a value: (mark, all marks, value axis) -> value."""


def readings(rows: Iterable[Row], charts: Iterable[ChartSpec]) -> dict[str, Reading]:
    """Return what each stimulus of the charts shows, from rows of table `elements`.

    Raises UserError when a stimulus of a chart has no elements or two marks of one name.
    """
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row["stimulus_id"]].append(row)
    found = {}
    for chart in charts:
        for variant in VARIANTS:
            stimulus = f"{chart.id}/{variant}"
            if stimulus not in groups:
                raise UserError(f"chart {chart.id}: elements of {stimulus} are missing; draw the bank again")
            found[stimulus] = _reading(chart, stimulus, groups[stimulus])
    return found


def _reading(chart: ChartSpec, stimulus: str, rows: list[Row]) -> Reading:
    x_axis, y_axis = _axis(rows, "x"), _axis(rows, "y")
    drawn = [row for row in rows if row["role"] == "mark" and row["category"] is not None]
    marks = {}
    for row in drawn:
        if row["category"] in marks:
            raise UserError(f"chart {chart.id}: {stimulus} shows two marks named {row['category']!r}; rename one")
        marks[row["category"]] = Mark(
            category=row["category"],
            value=row["value"],
            read=READ[chart.type](row, drawn, y_axis),
            x=x_axis.at((row["x0"] + row["x1"]) / 2) if x_axis else None,
            row=row,
        )
    return Reading(marks, y_axis, [row for row in rows if row["role"] != "mark"])
