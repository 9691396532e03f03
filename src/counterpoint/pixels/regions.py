"""Maps: the class of the colour that each labelled region has."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from counterpoint.pixels.chart import ReadMark
from counterpoint.pixels.numbers import parse_number
from counterpoint.pixels.ocr import Page, TextBox
from counterpoint.pixels.picture import brightest, distance, hexadecimal
from counterpoint.pixels.sheet import Sheet
from counterpoint.pixels.strips import find_strip
from counterpoint.pixels.words import plain

RANGE = re.compile(r"^(.*\d)\s*[-–—]\s*(\d.*)$")
"""A class: two numbers, the second perhaps with a unit."""
SAME = 5
"""A region's colour is that of a class when no channel is further from it than this."""
NOISY = 10
"""The same where the legend is a strip: such maps come from elsewhere, and their colours may be noisy."""
LONGEST = 4
"""Characters of a region's label at most."""
LEADER = (9, 110)
"""Distances in px from a label's middle between which a line runs that leads to its region."""
DRAWN, FREE = 110, 60
"""Darkness, out of 255, above which a line is drawn, and up to which the place behind its end is free."""
CLEAR = 6
"""A line must end so many px from every other one."""
BEGIN = 24
"""The line begins within so many half px after the shorter distance."""

Stroke = tuple[tuple[float, float], tuple[float, float]]
"""Both ends of a straight line, x and y in px."""


def region_marks(sheet: Sheet) -> dict[str, Any]:
    """Read a map whose classes have a legend of ranges: the class of each region that a label stands on or leads to."""
    classes = find_classes(sheet)
    if len(classes) < 2:
        return {}
    top_of_legend = min(text.box[1] for _, _, text in classes)
    colours = [colour for _, colour, _ in classes]
    same = SAME if RANGE.match(classes[0][0]) else NOISY
    labels = [(text, light) for text, light in _labels(sheet, colours, same) if text.box[3] < top_of_legend - 4]
    found = [_class_on(sheet.pixels, text, colours, light, same) for text, light in labels]
    ends = {n: _end_of_leader(sheet.pixels, labels[n][0]) for n, number in enumerate(found) if number is None}
    lines = {n: ((labels[n][0].x, labels[n][0].y), end[:2]) for n, end in ends.items() if end}
    marks = []
    for n, (text, _) in enumerate(labels):
        number, box = found[n], text.box
        if n in lines and all(_apart(lines[n], lines[other]) for other in lines if other != n):
            number = _beyond(sheet.pixels, *ends[n], colours, same)
            box = tuple(int(part) + shift for shift in (-2, 3) for part in ends[n][:2])
        colour = hexadecimal(colours[number]) if number is not None else "#FFFFFF"
        marks.append(ReadMark(text.text, None if number is None else float(number), box, colour))
    marks.sort(key=lambda mark: (mark.box[1], mark.box[0]))
    # A name read twice was misread once: nobody can say where.
    count = Counter(mark.category.upper() for mark in marks)
    marks = [mark if count[mark.category.upper()] == 1 else replace(mark, category=None) for mark in marks]
    return {
        "categories": tuple(mark.category for mark in marks),
        "classes": tuple(name for name, _, _ in classes),
        "legend": {name: hexadecimal(colour) for name, colour, _ in classes},
        "marks": tuple(marks),
    }


def find_classes(sheet: Sheet) -> list[tuple[str, np.ndarray, TextBox]]:
    """Return name, colour and text of the legend's classes, in the order of their lower edges."""
    found = []
    for text in sheet.texts:
        range_ = RANGE.match(text.text)
        if not range_:
            continue
        low, high = range_.groups()
        start = parse_number(low)
        if start is None or parse_number(high) is None:
            continue
        colour = _swatch(sheet.pixels, text)
        if colour is not None:
            found.append((start, f"{low.strip()} - {high.strip()}", colour, text))
    found.sort(key=lambda item: item[0])
    return [(name, colour, text) for _, name, colour, text in found] or find_strip(sheet.pixels, sheet.texts)


def _swatch(pixels: np.ndarray, text: TextBox) -> np.ndarray | None:
    """Return the colour of the patch left of a text, inside the line around it."""
    y = round(text.y)
    row = pixels[y, max(text.box[0] - 45, 0) : text.box[0]]
    seen = np.flatnonzero(distance(row, np.array([255, 255, 255])) > 3)
    seen = seen[seen < len(row) - 3]
    if len(seen) < 8:
        return None
    last = int(seen[-1])
    inner = row[max(last - 11, 0) : last - 2]
    return np.median(inner, axis=0) if len(inner) >= 6 else None


def _labels(sheet: Sheet, colours: list[np.ndarray], same: float) -> list[tuple[TextBox, bool]]:
    """Return the labels of regions: dark ones, and white ones on dark colours (then True)."""
    names = [(text, False) for text in sheet.texts if _is_label(text)]
    dark = np.zeros(sheet.pixels.shape[:2], bool)
    for colour in colours:
        if colour.mean() < 190:
            dark |= distance(sheet.pixels, colour) <= same
    around = cv2.dilate(dark.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    white = (sheet.pixels.min(axis=-1) > 175) & around
    page = Page(sheet.pixels, white)
    for line in page.lines:
        x0, y0, x1, y1 = line.box
        if not line.upright or not 7 <= y1 - y0 <= 16 or x1 - x0 > 45 or len(line.glyphs) > 2 * LONGEST:
            continue
        if dark[max(y0 - 3, 0) : y1 + 3, max(x0 - 3, 0) : x1 + 3].mean() < 0.4:
            continue
        text = page.text(line)
        if text and _is_label(text):
            names.append((text, True))
    return names


def _is_label(text: TextBox) -> bool:
    letters = text.upright and len(text.text) <= LONGEST and text.text.isascii() and text.text.isalpha()
    return letters and plain(text.text) != "l"  # a single stroke may be a piece of a coast


def _class_on(pixels: np.ndarray, text: TextBox, colours: list[np.ndarray], light: bool, same: float) -> int | None:
    """Return the number of the class whose colour surrounds a label, or None where that is white."""
    x0, y0, x1, y1 = text.box
    near = pixels[max(y0 - 2, 0) : y1 + 2, max(x0 - 2, 0) : x1 + 2].reshape(-1, 3)
    counts = [int((distance(near, colour) <= same).sum()) for colour in colours]
    number = int(np.argmax(counts))
    white = int((near.min(axis=1) == 255).sum())
    enough = counts[number] >= max(0.2 * len(near), white) if not light else counts[number] > 0
    return number if enough else None


def _apart(a: Stroke, b: Stroke) -> bool:
    """Whether a line ends away from another one: else nobody can say which of them leads where."""
    (x0, y0), (x1, y1) = b
    x, y = a[1]
    share = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2)
    share = min(max(share, 0.0), 1.0)
    return float(np.hypot(x0 + share * (x1 - x0) - x, y0 + share * (y1 - y0) - y)) > CLEAR


def _beyond(pixels: np.ndarray, x: float, y: float, angle: float, colours: list[np.ndarray], same: float) -> int | None:
    """Return the class of the pixels around the end of a line, apart from the line, when there is only one.

    A region smaller than a few pixels is hidden by its own outline: then most of these pixels have no class's colour.
    """
    rows, columns = np.mgrid[int(y) - 4 : int(y) + 5, int(x) - 4 : int(x) + 5]
    away = np.hypot(columns + 0.5 - x, rows + 0.5 - y)
    along = (columns + 0.5 - x) * np.cos(angle) + (rows + 0.5 - y) * np.sin(angle)
    across = np.abs((rows + 0.5 - y) * np.cos(angle) - (columns + 0.5 - x) * np.sin(angle))
    chosen = (away <= 3.2) & ((along > 0.8) | (across > 1.6))
    rows, columns = rows[chosen], columns[chosen]
    if rows.min() < 0 or columns.min() < 0 or rows.max() >= pixels.shape[0] or columns.max() >= pixels.shape[1]:
        return None
    near = pixels[rows, columns]
    counts = np.array([(distance(near, colour) <= same).sum() for colour in colours])
    number = int(counts.argmax())
    return number if counts[number] >= 0.6 * len(near) and counts.sum() - counts[number] <= 1 else None


def _end_of_leader(pixels: np.ndarray, text: TextBox) -> tuple[float, float, float] | None:
    """Return where the darkest straight line that begins beside a label ends, x and y in px, and its angle, or None.

    It must end free, not at another line: else nobody can say where it leads.
    """
    dark = 255 - brightest(pixels)
    best: tuple[float, float, float, float] | None = None
    for y in text.y + np.array([-1.5, 0, 1.5]):
        found = _longest_ray(dark, text.x, y)
        if found and (best is None or found[0] > best[0]):
            best = found
    return best[1:] if best else None


def _longest_ray(dark: np.ndarray, x: float, y: float) -> tuple[float, float, float, float] | None:
    """Return darkness, end (x, y) and angle of the darkest line that runs away from a point, or None."""
    angles = np.deg2rad(np.arange(0, 360, 1.0))
    reach = np.arange(LEADER[0], LEADER[1], 0.5)
    cos, sin = np.cos(angles)[:, None], np.sin(angles)[:, None]
    levels = np.zeros((len(angles), len(reach)))
    for off in (-0.8, 0, 0.8):
        xs = np.floor(x + reach * cos - off * sin).astype(int)
        ys = np.floor(y + reach * sin + off * cos).astype(int)
        inside = (xs >= 0) & (ys >= 0) & (xs < dark.shape[1]) & (ys < dark.shape[0])
        seen = dark[ys.clip(0, dark.shape[0] - 1), xs.clip(0, dark.shape[1] - 1)]
        levels = np.maximum(levels, np.where(inside, seen, 0))
    drawn = levels > DRAWN
    drawn[:, 1:-1] |= drawn[:, :-2] & drawn[:, 2:]
    best: tuple[float, float, float, float] | None = None
    for number in np.flatnonzero(drawn[:, :BEGIN].any(axis=1)):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], drawn[number].astype(np.int8), [0]]))).reshape(-1, 2)
        for begin, end in edges[edges[:, 0] < BEGIN]:
            score = float(levels[number, begin:end].sum())
            if end - begin < 16 or (best is not None and score <= best[0]):
                continue
            free = levels[number, end + 1 : end + 5]
            best = (score, float(free.max(initial=0)), float(reach[end - 1]), float(angles[number]))
    if best is None or best[1] > FREE:
        return None
    score, _, length, angle = best
    return score, x + length * np.cos(angle), y + length * np.sin(angle), angle
