"""Where the texts of a picture are: small connected pieces of ink, joined to lines of text."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from counterpoint.pixels.picture import INK_CORE, brightest, ink

TALLEST = 44
"""Height in px above which a piece of ink is no character."""
WIDEST = 110
"""Width in px above which a piece of ink is no character, nor several that touch."""
WORD_GAP = 0.85
"""Characters belong to one line when the gap between them is at most this share of the taller one's height."""
OFF_BASE = 3
"""Words whose base lines are so many px apart belong to different lines."""
LETTER_GAP = 3
"""Letters of a word that runs upwards are at most so many px apart."""


@dataclass(frozen=True)
class Glyph:
    """A piece of ink: its box in px (x1, y1 excluded) and the labels of its pixels."""

    x0: int
    y0: int
    x1: int
    y1: int
    labels: tuple[int, ...]

    @property
    def height(self) -> int:
        """Height in px."""
        return self.y1 - self.y0

    @property
    def width(self) -> int:
        """Width in px."""
        return self.x1 - self.x0

    @property
    def x(self) -> float:
        """Middle from left to right."""
        return (self.x0 + self.x1) / 2

    @property
    def y(self) -> float:
        """Middle from top to bottom."""
        return (self.y0 + self.y1) / 2


@dataclass(frozen=True)
class Line:
    """Glyphs that form one line of text, from left to right; `upright` is False for a line that runs upwards."""

    glyphs: tuple[Glyph, ...]
    upright: bool = True

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom edge in px."""
        return box_of(self.glyphs)


def box_of(glyphs: tuple[Glyph, ...] | list[Glyph]) -> tuple[int, int, int, int]:
    """Return the box around glyphs: left, top, right, bottom."""
    return (
        min(g.x0 for g in glyphs),
        min(g.y0 for g in glyphs),
        max(g.x1 for g in glyphs),
        max(g.y1 for g in glyphs),
    )


def find_glyphs(pixels: np.ndarray, mask: np.ndarray | None = None) -> tuple[list[Glyph], np.ndarray]:
    """Return the glyphs of a picture and the label of each pixel's piece, (height, width), 0 for none.

    `mask` says which pixels may be text; without it, these are the dark ones.
    """
    if mask is None:
        mask = ink(pixels)
        core = mask & (brightest(pixels) < INK_CORE)
    else:
        core = mask
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    has_core = np.zeros(count, bool)
    has_core[np.unique(labels[core])] = True
    pieces = []
    for label in range(1, count):
        x, y, width, height, area = (int(number) for number in stats[label])
        if not has_core[label] or area < 2 or height > TALLEST or width > WIDEST:
            continue
        if (height <= 2 and width > 14) or (width <= 2 and height > 26) or (width > 45 and area > 0.9 * width * height):
            continue
        if min(width, height) >= 12 and _is_frame(labels[y : y + height, x : x + width] == label):
            continue
        pieces.append(Glyph(x, y, x + width, y + height, (label,)))
    return _stacked(pieces), labels


def _is_frame(piece: np.ndarray) -> bool:
    """Whether a piece is the line around a rectangle, or three of its sides, such as a patch of a legend."""
    edges = (piece[:2].any(axis=0), piece[-2:].any(axis=0), piece[:, :2].any(axis=1), piece[:, -2:].any(axis=1))
    return sum(edge.mean() >= 0.9 for edge in edges) >= 3 and not piece[3:-3, 3:-3].any()


def _stacked(pieces: list[Glyph]) -> list[Glyph]:
    """Join dots and accents with the letter below or above them."""
    pieces = sorted(pieces, key=lambda g: (g.x0, g.y0))
    joined = [False] * len(pieces)
    result: list[Glyph] = []
    for index, small in enumerate(pieces):
        if joined[index] or small.height > 6 or small.width > 9:
            continue
        for other, big in enumerate(pieces):
            if joined[other] or big.height <= small.height or big.x0 > small.x1 or other == index:
                continue
            overlap = min(small.x1, big.x1) - max(small.x0, big.x0)
            gap = big.y0 - small.y1
            if overlap >= 0.5 * small.width and 0 <= gap <= max(2, 0.4 * big.height):
                x0, y0, x1, y1 = box_of([small, big])
                pieces[other] = Glyph(x0, y0, x1, y1, big.labels + small.labels)
                joined[index] = True
                break
    result = [piece for piece, gone in zip(pieces, joined, strict=True) if not gone]
    return sorted(result, key=lambda g: (g.x0, g.y0))


def find_lines(glyphs: list[Glyph]) -> list[Line]:
    """Join glyphs to lines of text, level ones and ones that run upwards, and drop what is too small for a letter."""
    upward = _upward(glyphs)
    taken = {glyph for column in upward for glyph in column}
    rows = _joined([glyph for glyph in glyphs if glyph not in taken], _beside)
    lines = [Line(tuple(part)) for row in rows for part in _level(row)]
    lines = [line for line in lines if max(glyph.height for glyph in line.glyphs) >= 5]
    lines += [Line(tuple(sorted(column, key=lambda g: -g.y1)), upright=False) for column in upward]
    return sorted(lines, key=lambda line: (line.box[1], line.box[0]))


def _level(row: list[Glyph]) -> list[list[Glyph]]:
    """Cut a row between words that do not stand on one base line: names of two things side by side."""
    words: list[list[Glyph]] = []
    for glyph in row:
        if words and glyph.x0 - max(other.x1 for other in words[-1]) <= 0.3 * max(other.height for other in words[-1]):
            words[-1].append(glyph)
        else:
            words.append([glyph])
    parts: list[list[Glyph]] = []
    for word in words:
        flat = max(glyph.height for glyph in word) < 5  # a dash or a point
        if parts and (flat or not abs(_base(parts[-1]) - _base(word)) >= OFF_BASE):
            parts[-1] += word
        else:
            parts.append(word)
    return parts


def _base(word: list[Glyph]) -> float:
    """Return the height on which most letters of a word stand; letters that reach below it are few."""
    bottoms = sorted(glyph.y1 for glyph in word if glyph.height >= 5)
    if not bottoms:
        return float("nan")
    return max(bottoms, key=lambda y: (sum(abs(y - other) <= 1 for other in bottoms), -y))


def _upward(glyphs: list[Glyph]) -> list[list[Glyph]]:
    """Return the lines that run upwards: letters of such a line nearly touch one above the other, as rows never do."""
    words = [word for word in _joined(glyphs, _above) if len(word) >= 4]
    words = [word for word in words if _height(word) >= 2.2 * _width(word)]
    rest = sorted(set(glyphs) - {glyph for word in words for glyph in word}, key=lambda g: (g.y0, g.x0))
    columns: list[list[Glyph]] = []
    for word in sorted(words, key=lambda word: box_of(word)[1]):
        column = next((column for column in columns if _follows(column, word)), None)
        if column is None:
            columns.append(list(word))
        else:
            column += word
    for column in columns:  # short words between and beside the long ones
        grown = True
        while grown:
            near = [glyph for glyph in rest if _follows(column, [glyph])]
            grown = bool(near)
            column += near
            rest = [glyph for glyph in rest if glyph not in near]
    merged: list[list[Glyph]] = []
    for column in columns:
        other = next((other for other in merged if _follows(other, column)), None)
        if other is None:
            merged.append(column)
        else:
            other += column
    return merged


def _follows(column: list[Glyph], word: list[Glyph]) -> bool:
    """Whether a word continues a column, above or below it."""
    a, b = box_of(column), box_of(word)
    inside = min(a[2], b[2]) - max(a[0], b[0])
    gap = max(a[1], b[1]) - min(a[3], b[3])
    return (
        inside >= 0.7 * min(a[2] - a[0], b[2] - b[0])
        and b[2] - b[0] <= 1.3 * (a[2] - a[0])
        and (gap <= WORD_GAP * (a[2] - a[0]))
    )


def _height(glyphs: list[Glyph]) -> int:
    return box_of(glyphs)[3] - box_of(glyphs)[1]


def _width(glyphs: list[Glyph]) -> int:
    return box_of(glyphs)[2] - box_of(glyphs)[0]


def _beside(a: Glyph, b: Glyph) -> bool:
    """Whether b stands right of a in one line."""
    overlap = min(a.y1, b.y1) - max(a.y0, b.y0)
    tall = max(a.height, b.height)
    gap = b.x0 - a.x1
    return overlap >= 0.4 * min(a.height, b.height) and -0.6 * min(a.width, b.width) <= gap <= WORD_GAP * max(tall, 8)


def _above(a: Glyph, b: Glyph) -> bool:
    """Whether a and b stand one above the other, as close as the letters of an upward word."""
    overlap = min(a.x1, b.x1) - max(a.x0, b.x0)
    gap = max(a.y0, b.y0) - min(a.y1, b.y1)
    return overlap >= 0.4 * min(a.width, b.width) and gap <= LETTER_GAP


def _joined(glyphs: list[Glyph], joins: Callable[[Glyph, Glyph], bool]) -> list[list[Glyph]]:
    """Return the groups that a relation of two glyphs forms, each from left to right."""
    glyphs = sorted(glyphs, key=lambda g: (g.x0, g.y0))
    parent = list(range(len(glyphs)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    for i, a in enumerate(glyphs):
        for j in range(i + 1, len(glyphs)):
            if glyphs[j].x0 > a.x1 + 2 * TALLEST:
                break
            if joins(a, glyphs[j]):
                parent[root(j)] = root(i)
    groups: dict[int, list[Glyph]] = {}
    for index, glyph in enumerate(glyphs):
        groups.setdefault(root(index), []).append(glyph)
    return list(groups.values())
