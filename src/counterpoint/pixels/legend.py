"""The legend of a chart: names with a patch of colour to their left."""

from dataclasses import dataclass

import numpy as np

from counterpoint.pixels.ocr import TextBox
from counterpoint.pixels.picture import distance, not_ground

REACH = 60
"""A patch begins at most so many px left of its name."""
WIDEST, HIGHEST = 60, 34
"""Largest size of a patch in px."""
SAME = 30
"""Colours nearer than this are one."""


@dataclass(frozen=True)
class Entry:
    """An entry of a legend: its name, the colour of its patch (R, G, B), the box of the patch in px."""

    name: str
    colour: np.ndarray
    box: tuple[int, int, int, int]
    text: TextBox


def find_legend(pixels: np.ndarray, texts: list[TextBox]) -> list[Entry]:
    """Return the legend's entries, from the top, then from the left; empty when fewer than two stand together."""
    seen = not_ground(pixels)
    entries = [entry for text in texts if text.upright and (entry := _entry(pixels, seen, text))]
    groups: list[list[Entry]] = []
    for entry in entries:
        group = next((group for group in groups if _together(group[0], entry)), None)
        if group is None:
            groups.append([entry])
        elif all(np.abs(entry.colour - other.colour).max() >= 12 for other in group):
            group.append(entry)
    best = max(groups, key=len, default=[])
    return sorted(best, key=lambda e: (round(e.box[1] / 6), e.box[0])) if len(best) >= 2 else []


def _together(a: Entry, b: Entry) -> bool:
    """Whether two patches have one size and stand in one column or row."""
    same_size = abs((a.box[2] - a.box[0]) - (b.box[2] - b.box[0])) <= 3 and (
        abs((a.box[3] - a.box[1]) - (b.box[3] - b.box[1])) <= 3
    )
    return same_size and (abs(a.box[0] - b.box[0]) <= 3 or abs(a.box[1] - b.box[1]) <= 4)


def _entry(pixels: np.ndarray, seen: np.ndarray, text: TextBox) -> Entry | None:
    """Return the text as a legend entry when a patch of one colour stands just left of it."""
    y = round(text.y)
    start = text.box[0] - 3
    stop = max(start - REACH, 0)
    if not 0 <= y < pixels.shape[0] or start <= 0:
        return None
    columns = np.flatnonzero(seen[y, stop:start])
    if not len(columns):
        return None
    right = stop + int(columns[-1])
    inside = max(right - 2, 0)
    colour = np.median(pixels[max(y - 1, 0) : y + 2, max(inside - 1, 0) : inside + 2].reshape(-1, 3), axis=0)
    same = distance(pixels, colour) <= SAME
    left = right
    while left > 0 and same[y, left - 1 : left].any() and right - left <= WIDEST:
        left -= 1
    top = bottom = y
    middle = (left + right) // 2
    while top > 0 and same[top - 1, middle] and bottom - top <= HIGHEST:
        top -= 1
    while bottom < pixels.shape[0] - 1 and same[bottom + 1, middle] and bottom - top <= HIGHEST:
        bottom += 1
    width, height = right - left + 1, bottom - top + 1
    if not (6 <= width <= WIDEST and 2 <= height <= HIGHEST) or text.box[0] - right > 30:
        return None
    if distance(colour, np.array([0, 0, 0])) < 60:
        return None
    return Entry(text.text, colour, (left, top, right + 1, bottom + 1), text)
