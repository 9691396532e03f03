"""The axes of a chart: its frame, its tick marks, and the scale that the tick labels give."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from counterpoint.pixels.numbers import parse_number
from counterpoint.pixels.ocr import TextBox
from counterpoint.pixels.picture import brightest, chroma, not_ground

LINE_DARKNESS = 140
"""The brightest channel of an axis line's pixels is below this."""
TICK_DARKNESS = 175
"""The same of a tick mark, which may be blurred."""
LEAST_SHARE = 0.35
"""An axis line is at least this share of the picture's width or height."""
COVERED = 16
"""A mark may cover so many px of an axis line."""
FIT = 2.5
"""A tick label agrees with a scale when the scale puts its number within so many px of it."""
LEAST_TICKS = 3
"""So many tick labels must agree before there is a scale."""


@dataclass(frozen=True)
class Frame:
    """Where the data are drawn: the inner edges of the axis lines in px, and the middle of these lines.

    `left` and `bottom` are the first free pixel column right of the y axis and the first row below the data (the
    upper edge of the x axis); `axis_x` and `axis_y` are the middles of the y and x axis line.
    """

    left: int
    top: int
    right: int
    bottom: int
    axis_x: float
    axis_y: float
    outer_left: int
    outer_bottom: int


@dataclass(frozen=True)
class Scale:
    """A linear scale from px to numbers: value = slope * px + intercept, from `ticks` tick labels that agree."""

    slope: float
    intercept: float
    ticks: int

    def value(self, pixel: float) -> float:
        """Return the number at a place in px."""
        return self.slope * pixel + self.intercept

    def pixel(self, value: float) -> float:
        """Return the place in px of a number."""
        return (value - self.intercept) / self.slope


def find_frame(pixels: np.ndarray) -> Frame | None:
    """Return the frame that a left and a lower axis line make, or None where there are none."""
    dark = (brightest(pixels) < LINE_DARKNESS) & (chroma(pixels) < 60)
    height, width = dark.shape
    lengths, starts, _ = _longest(dark)
    upright = [x for x in np.flatnonzero(lengths > LEAST_SHARE * height) if _is_line(dark, int(x))]
    row_lengths, _, row_ends = _longest(dark.T)
    level = [y for y in np.flatnonzero(row_lengths > LEAST_SHARE * width) if _is_line(dark.T, int(y))]
    if not upright or not level:
        return None
    columns = _run(upright, first=True)
    rows = _run(level, first=False)
    covered = not_ground(pixels)
    ends = [_extended(dark[y], covered[y], int(row_ends[y]), 1) for y in rows]
    starts = {x: _extended(dark[:, x], covered[:, x], int(starts[x]), -1) for x in columns}
    top_lines = [y for y in level if y < rows[0] - 0.3 * height]
    right_lines = [x for x in upright if x > columns[-1] + 0.3 * width]
    return Frame(
        left=columns[-1] + 1,
        top=(max(_run(top_lines, first=True)) + 1) if top_lines else min(starts.values()),
        right=min(_run(right_lines, first=False)) if right_lines else max(ends) + 1,
        bottom=rows[0],
        axis_x=(columns[0] + columns[-1] + 1) / 2,
        axis_y=(rows[0] + rows[-1] + 1) / 2,
        outer_left=columns[0],
        outer_bottom=rows[-1] + 1,
    )


def _longest(mask: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return length, start and end (included) of the longest run of True in each column."""
    best = np.zeros(mask.shape[1], int)
    current = np.zeros(mask.shape[1], int)
    end = np.zeros(mask.shape[1], int)
    for y, row in enumerate(mask):
        current = np.where(row, current + 1, 0)
        longer = current > best
        best = np.where(longer, current, best)
        end = np.where(longer, y, end)
    return best, end - best + 1, end


def _extended(dark: np.ndarray, covered: np.ndarray, end: int, step: int) -> int:
    """Return where a line ends when marks that cover it are crossed; a text beyond it stands on the ground."""
    while True:
        reach = slice(end + 1, end + 1 + COVERED) if step > 0 else slice(max(end - COVERED, 0), end)
        beyond, filled = dark[reach][::step], covered[reach][::step]
        on = np.flatnonzero(beyond)
        if not len(on) or not filled[: int(on[-1])].all():
            return end
        end += step * (int(on[-1]) + 1)


def _is_line(dark: np.ndarray, x: int) -> bool:
    """Whether the dark run of a column is the part of a thin line, not of a filled area."""
    near = dark[:, max(x - 6, 0) : x + 7]
    return bool(near.mean(axis=0).min() < 0.5 * dark[:, x].mean())


def _run(places: Sequence[int], first: bool) -> list[int]:
    """Return the first or the last group of neighbouring places: the thickness of one line."""
    groups: list[list[int]] = []
    for place in places:
        if groups and place - groups[-1][-1] <= 1:
            groups[-1].append(int(place))
        else:
            groups.append([int(place)])
    return groups[0] if first else groups[-1]


def tick_places(pixels: np.ndarray, frame: Frame, which: str) -> list[float]:
    """Return the middles in px of the tick marks left of the y axis or below the x axis, ascending."""
    dark = (brightest(pixels) < TICK_DARKNESS) & (chroma(pixels) < 75)
    low, high = (frame.outer_left - 3, frame.right + 3) if which == "x" else (frame.top - 3, frame.outer_bottom + 3)
    best: list[float] = []
    for offset in (2, 1, 0):  # short marks end before, a blurred axis line hides those close to it
        near = frame.outer_bottom + offset if which == "x" else frame.outer_left - 1 - offset
        if not 0 <= near < dark.shape[0 if which == "x" else 1]:
            continue
        places = np.flatnonzero(dark[near] if which == "x" else dark[:, near])
        groups = np.split(places, np.flatnonzero(np.diff(places) > 1) + 1) if len(places) else []
        found = [float(g.mean()) + 0.5 for g in groups if len(g) <= 4 and low <= g.mean() <= high]
        if len(found) > len(best):
            best = found
    return best


def fit_scale(labels: Sequence[TextBox], which: str, ticks: Sequence[float]) -> Scale | None:
    """Return the scale on which most numeric labels agree, or None when fewer than `LEAST_TICKS` do.

    Labels stand at the nearest tick mark, without one at their own middle. A label that disagrees, because it was
    misread, is left out as long as two thirds agree.
    """
    points = []
    for label in labels:
        value = parse_number(label.text)
        if value is None:
            continue
        middle = label.x if which == "x" else label.y
        near = min(ticks, key=lambda tick: abs(tick - middle), default=None)
        points.append((near if near is not None and abs(near - middle) <= 5 else middle, value))
    best: tuple[int, float, list[tuple[float, float]]] | None = None
    for (p0, v0), (p1, v1) in combinations(points, 2):
        if abs(p1 - p0) < 8 or v0 == v1:
            continue
        slope = (v1 - v0) / (p1 - p0)
        agree = [(p, v) for p, v in points if abs((v - v0) / slope + p0 - p) <= FIT]
        error = sum(abs((v - v0) / slope + p0 - p) for p, v in agree)
        if best is None or (len(agree), -error) > best[:2]:
            best = (len(agree), -error, agree)
    if best is None or best[0] < LEAST_TICKS or best[0] < 2 / 3 * len(points):
        return None
    places, values = np.array(best[2]).T
    slope, intercept = np.polyfit(places, values, 1)
    return Scale(float(slope), float(intercept), best[0])


def value_labels(texts: Sequence[TextBox], frame: Frame) -> list[TextBox]:
    """Return the texts that stand close to the left of the y axis, beside it: its tick labels."""
    beside = [
        text
        for text in texts
        if text.upright
        and text.box[2] <= frame.outer_left + 1
        and frame.top - 12 <= text.y <= frame.outer_bottom + 12
        and frame.outer_left - text.box[2] <= 30
    ]
    return beside


def place_labels(texts: Sequence[TextBox], frame: Frame) -> list[TextBox]:
    """Return the texts of the first row below the x axis: its tick labels, where they do not touch."""
    below = [text for text in texts if text.upright and text.box[1] >= frame.outer_bottom - 1]
    if not below:
        return []
    first = min(text.y for text in below)
    return [text for text in below if abs(text.y - first) <= 6]
