"""What reading a chart gives: its texts, its scales, and a mark for each thing that has a value."""

from dataclasses import asdict, dataclass, field
from typing import Any

from counterpoint.pixels.axes import Scale
from counterpoint.pixels.ocr import TextBox

TYPES = (
    "bar",
    "line",
    "stacked_bar",
    "stacked_100",
    "pie",
    "histogram",
    "scatter",
    "area",
    "stacked_area",
    "bubble",
    "choropleth",
    "treemap",
)
"""Chart types that can be read."""


@dataclass(frozen=True)
class ReadMark:
    """A mark as it was read; what could not be read is None.

    `value` is in the unit of the value axis; of a pie it is the share of the circle in percent; of a map the number
    of the class, 0 for the first of the legend; of a treemap the share of all cells' area in percent. `x` is the
    place on a numeric x axis, `size_area_px` the area of a bubble or cell in square px, `colour` #RRGGBB, `box` left,
    top, right and bottom edge in px.
    """

    category: str | None
    value: float | None
    box: tuple[int, int, int, int]
    colour: str
    series: str | None = None
    group: str | None = None
    x: float | None = None
    size_area_px: float | None = None


@dataclass(frozen=True)
class ReadChart:
    """A chart as it was read: its type, or None where that is unclear, its texts, scales, legend and marks.

    `categories` are the names in their order on the picture, None where a name is unreadable; `classes` are the names
    of a map's classes; `legend` gives the colour, #RRGGBB, of each series' or class's name.
    """

    type: str | None
    width: int
    height: int
    title: str | None = None
    x_title: str | None = None
    y_title: str | None = None
    x_scale: Scale | None = None
    y_scale: Scale | None = None
    categories: tuple[str | None, ...] = ()
    legend: dict[str, str] = field(default_factory=dict)
    classes: tuple[str, ...] = ()
    marks: tuple[ReadMark, ...] = ()
    texts: tuple[TextBox, ...] = ()


def as_json(chart: ReadChart) -> dict[str, Any]:
    """Return a reading as values that JSON holds."""
    return asdict(chart)


def from_json(values: dict[str, Any]) -> ReadChart:
    """Return the reading of `as_json`. Raises KeyError, TypeError or ValueError when it is something else."""
    return ReadChart(
        **{
            **values,
            "x_scale": Scale(**values["x_scale"]) if values["x_scale"] else None,
            "y_scale": Scale(**values["y_scale"]) if values["y_scale"] else None,
            "categories": tuple(values["categories"]),
            "classes": tuple(values["classes"]),
            "marks": tuple(ReadMark(**{**mark, "box": tuple(mark["box"])}) for mark in values["marks"]),
            "texts": tuple(TextBox(**{**text, "box": tuple(text["box"])}) for text in values["texts"]),
        }
    )
