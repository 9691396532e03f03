"""The marks of charts with axes and of pies: which name, series and value belongs to each shape."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from counterpoint.pixels.axes import Scale
from counterpoint.pixels.bars import Column, Segment, fill_colours, fill_mask, find_columns
from counterpoint.pixels.chart import ReadMark
from counterpoint.pixels.labels import names_at
from counterpoint.pixels.lines import area_segments, line_colour, line_heights
from counterpoint.pixels.ocr import TextBox
from counterpoint.pixels.picture import hexadecimal
from counterpoint.pixels.pie import find_pie
from counterpoint.pixels.sheet import Sheet

EDGE = 4
"""A bin ends at a tick mark that is at most so many px away."""


def bar_marks(sheet: Sheet) -> dict[str, Any]:
    """Read bars, stacked bars or a histogram."""
    frame, scale = sheet.frame, sheet.y_scale
    if not frame:
        return {}
    stacked = sheet.kind in ("stacked_bar", "stacked_100")
    entries = sheet.legend if stacked else []
    colours = [entry.colour for entry in entries] or fill_colours(sheet.pixels, fill_mask(sheet.pixels, frame))
    columns = find_columns(sheet.pixels, frame, colours) if colours else []
    numeric = sheet.x_scale if sheet.kind == "histogram" and len(sheet.x_ticks) > len(columns) else None
    names = (
        [_bin(column, numeric, sheet.x_ticks) for column in columns] if numeric else _names_of_columns(sheet, columns)
    )
    zero = scale.pixel(0) if scale else None
    marks = []
    for column, name in zip(columns, names, strict=True):
        for piece in column.segments if stacked else (_whole(column),):
            marks.append(
                ReadMark(
                    category=name,
                    value=_height(piece, scale, None if stacked else zero),
                    box=(column.x0, round(piece.y0), column.x1, round(piece.y1)),
                    colour=hexadecimal(colours[piece.colour]),
                    series=entries[piece.colour].name if entries else None,
                    x=numeric.value(column.x0) if numeric else None,
                )
            )
    return {
        "x_scale": numeric,
        "categories": tuple(names),
        "legend": {entry.name: hexadecimal(entry.colour) for entry in entries},
        "marks": tuple(marks),
    }


def _whole(column: Column) -> Segment:
    """Return the longest piece of a bar that has one value."""
    return max(column.segments, key=lambda piece: piece.y1 - piece.y0)


def _height(piece: Segment, scale: Scale | None, zero: float | None) -> float | None:
    """Return the value of a piece: the difference of its ends, or, from zero, the place of its far end."""
    if scale is None:
        return None
    if zero is None:
        return scale.value(piece.y0) - scale.value(piece.y1)
    far = piece.y0 if abs(piece.y0 - zero) >= abs(piece.y1 - zero) else piece.y1
    return scale.value(far)


def _bin(column: Column, scale: Scale, ticks: Sequence[float]) -> str:
    """Return the name of a histogram's bin, from the numbers under its edges."""
    edges = [_nearest(edge, ticks, EDGE) for edge in (column.x0, column.x1)]
    width = abs(scale.value(edges[1]) - scale.value(edges[0]))
    step = 10.0 ** np.floor(np.log10(max(width, 1e-9)) - 1)
    low, high = (round(round(scale.value(edge) / step) * step, 9) for edge in edges)
    return f"{low:g} - {high:g}"


def _names_of_columns(sheet: Sheet, columns: Sequence[Column]) -> list[str | None]:
    """Return the name under each bar, by the tick marks where they stand under the bars."""
    places = [_nearest(column.x, sheet.x_ticks, (column.x1 - column.x0) / 2) for column in columns]
    every = sorted({*places, *sheet.x_ticks}) if sheet.x_ticks else places
    every = _apart(every)
    names = dict(zip(every, names_at(sheet.page, sheet.frame, every), strict=True)) if every else {}
    found = [names[min(every, key=lambda tick, place=place: abs(tick - place))] for place in places]
    return [text.text if text else None for text in found]


def _nearest(place: float, ticks: Sequence[float], reach: float) -> float:
    near = min(ticks, key=lambda tick: abs(tick - place), default=None)
    return near if near is not None and abs(near - place) <= reach else place


def _apart(places: Sequence[float]) -> list[float]:
    """Drop places that are nearer than 4 px to the one before."""
    kept: list[float] = []
    for place in places:
        if not kept or place - kept[-1] >= 4:
            kept.append(place)
    return kept


def line_marks(sheet: Sheet) -> dict[str, Any]:
    """Read a line: its height over each tick of the x axis."""
    frame = sheet.frame
    colour = line_colour(sheet.pixels, frame) if frame else None
    if colour is None:
        return {}
    entries = [entry for entry in sheet.legend if np.ptp(entry.colour) >= 25]
    places, names = _named_places(sheet)
    marks = []
    for series, shade in [(e.name, e.colour) for e in entries] or [(None, colour)]:
        for name, seen in zip(names, line_heights(sheet.pixels, frame, shade, places), strict=True):
            if seen is None:
                continue
            value = sheet.y_scale.value(seen[0]) if sheet.y_scale else None
            marks.append(ReadMark(name, value, seen[1], hexadecimal(shade), series))
    legend = {entry.name: hexadecimal(entry.colour) for entry in entries}
    return {"x_scale": None, "categories": tuple(names), "legend": legend, "marks": tuple(marks)}


def _named_places(sheet: Sheet) -> tuple[list[float], list[str | None]]:
    """Return the places that the x axis names, px ascending, by its tick marks or else by its labels."""
    places = _without_gaps(sheet.x_ticks) or [text.x for text in _row_below(sheet)]
    texts = names_at(sheet.page, sheet.frame, places)
    return list(places), [text.text if text else None for text in texts]


def _without_gaps(ticks: Sequence[float]) -> list[float]:
    """Return tick marks with those that marks hide, where all others are evenly apart."""
    steps = np.diff(ticks)
    step = float(np.median(steps)) if len(steps) else 0.0
    counts = np.round(steps / step) if step else steps
    if len(ticks) < 4 or not step or np.abs(steps - counts * step).max() > 0.03 * step + 1 or counts.min() < 1:
        return list(ticks)
    return [
        *(a + (b - a) * part / n for (a, b), n in zip(pairwise(ticks), counts, strict=True) for part in range(int(n))),
        ticks[-1],
    ]


def _row_below(sheet: Sheet) -> list[TextBox]:
    below = [text for text in sheet.texts if text.upright and text.box[1] >= sheet.frame.outer_bottom - 1]
    first = min((text.y for text in below), default=0)
    return sorted((text for text in below if abs(text.y - first) <= 6), key=lambda text: text.x)


def area_marks(sheet: Sheet) -> dict[str, Any]:
    """Read an area or stacked areas: the height of each band over each tick of the x axis."""
    frame, scale = sheet.frame, sheet.y_scale
    if not frame:
        return {}
    entries = sheet.legend if sheet.kind == "stacked_area" else []
    colours = [e.colour for e in entries] or fill_colours(sheet.pixels, fill_mask(sheet.pixels, frame), 0.2)[:1]
    if not colours:
        return {}
    places, names = _named_places(sheet)
    marks = []
    for place, name, pieces in zip(places, names, area_segments(sheet.pixels, frame, colours, places), strict=True):
        for piece in pieces or ():
            value = None
            if scale:
                value = scale.value(piece.y0) - (scale.value(piece.y1) if entries else 0)
            box = (int(place) - 1, round(piece.y0), int(place) + 2, round(piece.y1))
            series = entries[piece.colour].name if entries else None
            marks.append(ReadMark(name, value, box, hexadecimal(colours[piece.colour]), series))
            if not entries:
                break
    return {
        "x_scale": None,
        "categories": tuple(names),
        "legend": {entry.name: hexadecimal(entry.colour) for entry in entries},
        "marks": tuple(marks),
    }


def pie_marks(sheet: Sheet) -> dict[str, Any]:
    """Read a pie: the share of each sector in percent, named by its legend or by the text outside its middle."""
    pie = find_pie(sheet.pixels)
    if pie is None:
        return {}
    entries = sheet.legend
    names: dict[int, str] = {}
    if entries:
        for number, sector in enumerate(pie.sectors):
            near = min(entries, key=lambda entry: float(np.abs(entry.colour - sector.colour).max()))
            if np.abs(near.colour - sector.colour).max() <= 40:
                names[number] = near.name
    else:
        names = _names_around(sheet, pie)
    marks = []
    for number, sector in enumerate(pie.sectors):
        middle = np.deg2rad(sector.middle)
        x, y = pie.x + 0.7 * pie.radius * np.sin(middle), pie.y - 0.7 * pie.radius * np.cos(middle)
        box = (int(x) - 5, int(y) - 5, int(x) + 5, int(y) + 5)
        marks.append(ReadMark(names.get(number), sector.degrees / 3.6, box, hexadecimal(sector.colour)))
    return {
        "categories": tuple(mark.category for mark in marks),
        "legend": {entry.name: hexadecimal(entry.colour) for entry in entries},
        "marks": tuple(marks),
    }


def _names_around(sheet: Sheet, pie: Any) -> dict[int, str]:
    """Return which text names which sector: the nearest to where a name of the sector would stand."""
    pairs = []
    for index, text in enumerate(sheet.texts):
        x0, y0, x1, y1 = text.box
        nearest = np.hypot(max(x0 - pie.x, pie.x - x1, 0), max(y0 - pie.y, pie.y - y1, 0))
        if not 0.9 * pie.radius <= nearest <= 1.45 * pie.radius or text.text == sheet.title:
            continue
        for number, sector in enumerate(pie.sectors):
            angle = np.deg2rad(sector.middle)
            x, y = pie.x + 1.08 * pie.radius * np.sin(angle), pie.y - 1.08 * pie.radius * np.cos(angle)
            gap = np.hypot(max(x0 - x, x - x1, 0), max(y0 - y, y - y1, 0))
            pairs.append((float(gap), number, index))
    names: dict[int, str] = {}
    used: set[int] = set()
    for gap, number, index in sorted(pairs):
        if number not in names and index not in used and gap <= 0.35 * pie.radius:
            names[number] = sheet.texts[index].text
            used.add(index)
    return names
