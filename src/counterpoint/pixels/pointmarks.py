"""The marks of scatterplots and bubble charts: places on both axes, areas, and the names beside them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from counterpoint.pixels.bubbles import find_bubbles
from counterpoint.pixels.chart import ReadMark
from counterpoint.pixels.picture import hexadecimal
from counterpoint.pixels.pointnames import names_of_spots
from counterpoint.pixels.points import Spot, find_spots, usual_radius
from counterpoint.pixels.sheet import Sheet


def scatter_marks(sheet: Sheet) -> dict[str, Any]:
    """Read the points of a scatterplot: all of one size, told apart where they overlap."""
    if not sheet.frame:
        return {}
    spots = find_spots(sheet.pixels, sheet.frame)
    radius = usual_radius(spots)
    if radius:
        spots = find_spots(sheet.pixels, sheet.frame, radius)
    return _marks(sheet, spots, areas=False)


def bubble_marks(sheet: Sheet) -> dict[str, Any]:
    """Read the bubbles of a bubble chart, with their areas in square px."""
    if not sheet.frame:
        return {}
    return _marks(sheet, find_bubbles(sheet.pixels, sheet.frame), areas=True)


def _marks(sheet: Sheet, spots: Sequence[Spot], areas: bool) -> dict[str, Any]:
    names = names_of_spots(sheet.pixels, sheet.frame, sheet.texts, spots)
    marks = []
    for number, spot in enumerate(spots):
        marks.append(
            ReadMark(
                category=names.get(number),
                value=sheet.y_scale.value(spot.y) if sheet.y_scale else None,
                box=spot.box,
                colour=hexadecimal(spot.colour),
                x=sheet.x_scale.value(spot.x) if sheet.x_scale else None,
                size_area_px=float(np.pi * spot.radius**2) if areas else None,
            )
        )
    return {"categories": tuple(mark.category for mark in marks), "marks": tuple(marks)}
