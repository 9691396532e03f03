"""Which type of chart a picture shows, by the shapes that it holds."""

from itertools import pairwise

import cv2
import numpy as np

from counterpoint.pixels.axes import Frame
from counterpoint.pixels.bars import fill_colours, fill_mask, find_columns
from counterpoint.pixels.cells import find_cells
from counterpoint.pixels.picture import INK_CHROMA, INK_CORE, brightest, chroma, not_ground
from counterpoint.pixels.pie import find_pie
from counterpoint.pixels.points import find_spots, usual_radius
from counterpoint.pixels.regions import find_classes
from counterpoint.pixels.sheet import Sheet

SPANS = 0.6
"""A line reaches over this share of the frame's width."""
ROOTED = 0.8
"""Bars and areas: so many of their pixel columns begin at the lowest filled row."""
FLAT = 0.93
"""Bars: so many neighbouring pixel columns are equally high."""
TILED = 0.25
"""The cells of a treemap cover this share of the picture."""


def chart_kind(sheet: Sheet) -> str | None:
    """Return the type of a chart, or None where that is unclear."""
    return _without_axes(sheet) if sheet.frame is None else _with_axes(sheet, sheet.frame)


def _without_axes(sheet: Sheet) -> str | None:
    if len(find_classes(sheet)) >= 2:
        return "choropleth"
    pie = find_pie(sheet.pixels)
    if pie is not None and len(pie.sectors) >= 2:
        return "pie"
    cells = find_cells(sheet.pixels)
    covered = sum((box[2] - box[0]) * (box[3] - box[1]) for box, _ in cells)
    return "treemap" if len(cells) >= 3 and covered >= TILED * sheet.pixels[..., 0].size else None


def _with_axes(sheet: Sheet, frame: Frame) -> str | None:
    filled = fill_mask(sheet.pixels, frame) & ~_strokes(sheet.pixels)
    inside = filled[frame.top : frame.bottom, frame.left : frame.right]
    columns = np.flatnonzero(inside.any(axis=0))
    if len(columns) >= 8:
        tops = inside.argmax(axis=0)[columns]
        ends = inside.shape[0] - inside[::-1].argmax(axis=0)[columns]
        thick = inside.sum(axis=0)[columns]
        rooted = np.mean(np.abs(ends - ends.max()) <= 3)
        if rooted >= ROOTED and np.median(thick) >= 6:
            return _filled_kind(sheet, frame, columns, tops)
    return _drawn_kind(sheet, frame)


def _strokes(pixels: np.ndarray) -> np.ndarray:
    """Return the dark pixels almost without colour that texts and axis lines are made of."""
    return (brightest(pixels) < INK_CORE) & (chroma(pixels) < INK_CHROMA)


def _filled_kind(sheet: Sheet, frame: Frame, columns: np.ndarray, tops: np.ndarray) -> str:
    """Return which chart of filled shapes on the x axis this is: bars or areas, in one colour or several."""
    steps = np.abs(np.diff(tops))[np.diff(columns) == 1]
    steps = steps[steps <= 3]  # without the jumps from bar to bar
    flat = np.mean(steps == 0) if len(steps) else 1.0
    several = len(sheet.legend) >= 2
    if flat < FLAT:
        return "stacked_area" if several else "area"
    colours = [entry.colour for entry in sheet.legend] or fill_colours(sheet.pixels, fill_mask(sheet.pixels, frame))
    bars = find_columns(sheet.pixels, frame, colours)
    if several and any(len(bar.segments) > 1 for bar in bars):
        ends = [bar.segments[0].y0 for bar in bars]
        whole = sheet.y_scale is not None and abs(sheet.y_scale.value(min(ends)) - 100) < 2.5
        return "stacked_100" if whole and max(ends) - min(ends) <= 4 else "stacked_bar"
    gaps = [b.x0 - a.x1 for a, b in pairwise(bars)]
    return "histogram" if gaps and max(gaps) <= 3 else "bar"


def _drawn_kind(sheet: Sheet, frame: Frame) -> str | None:
    """Return which chart of lines or spots this is, or None when there is neither."""
    mask = (chroma(sheet.pixels) >= 30) & not_ground(sheet.pixels) & ~_strokes(sheet.pixels)
    inside = mask[frame.top : frame.bottom, frame.left : frame.right].astype(np.uint8)
    joined = cv2.morphologyEx(inside, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    if count < 2:
        return None
    if stats[1:, cv2.CC_STAT_WIDTH].max() >= SPANS * inside.shape[1]:
        return "line"
    spots = find_spots(sheet.pixels, frame)
    if len(spots) < 3:
        return None
    return "scatter" if usual_radius(spots) else "bubble"
