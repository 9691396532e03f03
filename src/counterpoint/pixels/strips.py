"""Legends of maps that are a strip: patches of colour side by side, with the lower end of each class below it."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from counterpoint.pixels.numbers import parse_number
from counterpoint.pixels.ocr import TextBox
from counterpoint.pixels.picture import distance

PATCH = 18
"""Width in px of the slimmest patch."""
FEWEST = 4
"""Patches of the shortest strip."""
EVEN = 4
"""Widths of patches differ by at most so many px."""
BLURRED = 5
"""Width in px of a blurred edge between two patches at most."""
FLAT = 10
"""The pixels of a patch differ from its colour by at most this in each channel."""
STEP = 4
"""Every so many rows are looked at."""

Patch = tuple[int, int, np.ndarray]
"""Left end, right end and colour of a patch."""


def find_strip(pixels: np.ndarray, texts: Sequence[TextBox]) -> list[tuple[str, np.ndarray, TextBox]]:
    """Return name, colour and first text of the classes of a strip, from the lowest, or nothing where there is none.

    The patches must be equally wide, and grow darker or lighter from end to end; numbers below them must go up from
    left to right. A class is named by what is read below its patch.
    """
    for y in range(0, pixels.shape[0], STEP):
        patches = _row(pixels[y])
        if not patches:
            continue
        bottom = y
        while bottom + 1 < pixels.shape[0] and _same(pixels[bottom + 1], patches):
            bottom += 1
        below = [_below(texts, patch, bottom) for patch in patches]
        numbers = [parse_number(found[0].text) if found else None for found in below]
        if None not in numbers and all(a < b for a, b in pairwise(numbers)):
            names = ["".join(text.text for text in found) for found in below]
            return [(name, patch[2], found[0]) for name, patch, found in zip(names, patches, below, strict=True)]
    return []


def _row(row: np.ndarray) -> list[Patch]:
    """Return the patches of a strip that a row of pixels crosses, or nothing."""
    edges = np.flatnonzero(np.abs(np.diff(row.astype(int), axis=0)).max(axis=1) > FLAT / 2)
    ends = np.concatenate([[-1], edges, [len(row) - 1]])
    runs = [(int(a) + 1, int(b) + 1) for a, b in pairwise(ends) if b - a >= PATCH]
    runs = [run for run in runs if row[run[0] : run[1]].min(axis=1).mean() < 250]
    best: list[tuple[int, int]] = []
    group: list[tuple[int, int]] = []
    for run in runs:
        joins = group and run[0] - group[-1][1] <= BLURRED
        even = group and abs((run[1] - run[0]) - (group[0][1] - group[0][0])) <= EVEN
        group = [*group, run] if joins and even else [run]
        best = max(best, group, key=len)
    if len(best) < FEWEST:
        return []
    patches = [(a, b, np.median(row[a + 2 : b - 2], axis=0)) for a, b in best]
    light = np.diff([float(colour.mean()) for _, _, colour in patches])
    return patches if (light > 2).all() or (light < -2).all() else []


def _same(row: np.ndarray, patches: Sequence[Patch]) -> bool:
    return all(np.median(distance(row[a + 3 : b - 3], colour)) <= FLAT for a, b, colour in patches)


def _below(texts: Sequence[TextBox], patch: Patch, bottom: int) -> list[TextBox]:
    """Return the texts that begin below a patch, from the left; the first of them stands at its left edge."""
    left, right, _ = patch
    shift = (right - left) / 4
    near = [t for t in texts if 0 <= t.box[1] - bottom <= 30 and left - shift <= t.box[0] < right - shift]
    return sorted(near, key=lambda text: text.box[0])
