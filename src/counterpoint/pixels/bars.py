"""Bars, stacked bars and histograms: columns of colour that stand on the x axis or on zero."""

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from counterpoint.pixels.axes import Frame
from counterpoint.pixels.picture import INK_CHROMA, distance, has_colour, main_colours, not_ground

LEAST = 3
"""Rows of one colour that make a piece; fewer are the blurred edge of a line."""
THICKEST = 14
"""Height in px of a line between two pieces at most: a thin line that runs steeply is high."""
SLIMMEST = 4
"""Width in px of the slimmest bar."""


@dataclass(frozen=True)
class Segment:
    """A piece of one colour in a column, from y0 down to y1 in px; `colour` is the index among the colours given.

    `line` is the height in px of the thin line that parts it from the piece above, 0 where there is none.
    """

    colour: int
    y0: float
    y1: float
    line: float = 0.0


@dataclass(frozen=True)
class Column:
    """A bar: its left and right edge in px, its pieces from the top."""

    x0: int
    x1: int
    segments: tuple[Segment, ...]

    @property
    def x(self) -> float:
        """Middle from left to right."""
        return (self.x0 + self.x1) / 2


def fill_mask(pixels: np.ndarray, frame: Frame) -> np.ndarray:
    """Return which pixels inside the frame are filled, without thin lines and texts; (height, width) of the picture."""
    filled = not_ground(pixels)
    filled[: frame.top], filled[frame.bottom :] = False, False
    filled[:, : frame.left], filled[:, frame.right :] = False, False
    opened = cv2.morphologyEx(filled.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) > 0
    return opened


def fill_colours(pixels: np.ndarray, mask: np.ndarray, least: float = 0.02) -> list[np.ndarray]:
    """Return the colours of what is filled; greys only when there are no others."""
    colours = main_colours(pixels[mask], least)
    coloured = [colour for colour in colours if np.ptp(colour) >= 25]
    return coloured or [colour for colour in colours if colour.min() < 225 and colour.max() > INK_CHROMA]


def find_columns(pixels: np.ndarray, frame: Frame, colours: list[np.ndarray]) -> list[Column]:
    """Return the bars inside a frame from the left, each cut into pieces of the colours given."""
    inside = fill_mask(pixels, frame)
    near = np.zeros_like(inside)
    for colour in colours:
        near |= has_colour(pixels, colour)
    mask = inside & near
    mask = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((1, 3), np.uint8)) > 0
    counts = mask.sum(axis=0)
    filled = counts >= 2
    columns = []
    for x0, x1 in _runs(filled):
        for left, right in _cut(mask, x0, x1):
            if right - left < SLIMMEST:
                continue
            segments = column_segments(_profile(pixels, frame, left, right), colours, frame.top)
            if segments:
                columns.append(Column(left, right, tuple(segments)))
    return columns


def _runs(flags: np.ndarray) -> list[tuple[int, int]]:
    """Return start and end (excluded) of each run of True."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(np.int8), [0]])))
    return [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]


def _cut(mask: np.ndarray, x0: int, x1: int) -> list[tuple[int, int]]:
    """Cut a run of filled pixel columns where their height jumps: bars that touch."""
    tops = mask[:, x0:x1].argmax(axis=0)
    lows = mask.shape[0] - mask[::-1, x0:x1].argmax(axis=0)
    places = [0]
    for x in range(1, x1 - x0):
        if abs(int(tops[x]) - int(tops[x - 1])) >= 2 or abs(int(lows[x]) - int(lows[x - 1])) >= 2:
            places.append(x)
    places.append(x1 - x0)
    return [(x0 + a, x0 + b) for a, b in pairwise(places) if b > a]


def _profile(pixels: np.ndarray, frame: Frame, x0: int, x1: int) -> np.ndarray:
    """Return the median colour of each row of a bar's inner part, (rows of the frame, 3)."""
    margin = min((x1 - x0) // 5, 12)
    return np.median(pixels[frame.top : frame.bottom, x0 + margin : x1 - margin], axis=1)


def column_segments(profile: np.ndarray, colours: list[np.ndarray], top: int) -> list[Segment]:
    """Cut a profile of rows into runs of the colours given; lines drawn across a run do not cut it.

    `top` is the row of the picture at which the profile begins. Between two runs that a thin line parts, the
    boundary lies in the middle of that line.
    """
    apart = np.stack([np.where(has_colour(profile, colour), distance(profile, colour), 999) for colour in colours])
    labels = np.where(apart.min(axis=0) < 999, apart.argmin(axis=0), -1)
    runs = [[label, start, end] for label, start, end in _labelled(labels) if label >= 0 and end - start >= LEAST]
    merged: list[list[int]] = []
    for label, start, end in runs:
        if merged and merged[-1][0] == label and start - merged[-1][2] <= 4:
            merged[-1][2] = end
        else:
            merged.append([label, start, end])
    joined: list[list[float]] = []
    for label, start, end in merged:
        line = start - joined[-1][2] if joined else 0
        if 0 < line <= THICKEST:
            joined[-1][2] += line / 2
            joined.append([label, start - line / 2, end, line])
        else:
            joined.append([label, start, end, 0])
    return [Segment(int(label), top + start, top + end, line) for label, start, end, line in joined]


def _labelled(labels: np.ndarray) -> list[tuple[int, int, int]]:
    """Return the runs of equal labels: label, start, end (excluded)."""
    cuts = np.flatnonzero(np.diff(labels)) + 1
    edges = [0, *cuts.tolist(), len(labels)]
    return [(int(labels[a]), a, b) for a, b in pairwise(edges)]
