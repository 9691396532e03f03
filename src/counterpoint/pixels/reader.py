"""Reading a chart: what kind it is, what its texts and axes say, and what value each mark has."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

from counterpoint.errors import UserError
from counterpoint.pixels.cells import cell_marks
from counterpoint.pixels.chart import TYPES, ReadChart
from counterpoint.pixels.kinds import chart_kind
from counterpoint.pixels.marks import area_marks, bar_marks, line_marks, pie_marks
from counterpoint.pixels.picture import pixels_of
from counterpoint.pixels.pointmarks import bubble_marks, scatter_marks
from counterpoint.pixels.regions import region_marks
from counterpoint.pixels.sheet import Sheet, read_sheet

MARKS: dict[str, Callable[[Sheet], dict]] = {
    "bar": bar_marks,
    "stacked_bar": bar_marks,
    "stacked_100": bar_marks,
    "histogram": bar_marks,
    "line": line_marks,
    "area": area_marks,
    "stacked_area": area_marks,
    "pie": pie_marks,
    "scatter": scatter_marks,
    "bubble": bubble_marks,
    "choropleth": region_marks,
    "treemap": cell_marks,
}
"""What reads the marks of each chart type: the fields of `ReadChart` that it fills."""


def read_chart(image: Image.Image | str | Path | np.ndarray, chart_type: str | None = None) -> ReadChart:
    """Read a picture of a chart; its type is recognised where it is not given.

    `image` is a picture, its (height, width, 3) RGB bytes or a PNG file. What cannot be read is None or absent.
    Raises UserError when `chart_type` is none of `TYPES`.
    """
    if chart_type is not None and chart_type not in TYPES:
        raise UserError(f"chart type {chart_type!r} cannot be read from pixels; allowed: {', '.join(TYPES)}")
    sheet = read_sheet(pixels_of(image))
    kind = chart_type or chart_kind(sheet)
    height, width = sheet.pixels.shape[:2]
    chart = ReadChart(
        kind,
        width,
        height,
        sheet.title,
        sheet.x_title,
        sheet.y_title,
        sheet.x_scale,
        sheet.y_scale,
        texts=tuple(sheet.texts),
    )
    if kind is None:
        return chart
    return replace(chart, **MARKS[kind](replace(sheet, kind=kind)))
