"""Layout of treemaps of two levels: boxes of groups with room for their headers, boxes of cells inside them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from squarify import squarify

Box = tuple[float, float, float, float]
"""Left, bottom, width and height in px."""
ROUNDING = 1e-6
"""Difference in px that is none."""


@dataclass(frozen=True)
class Strip:
    """Groups that stand side by side (`across`) or below each other, as rows of the list of groups."""

    across: bool
    members: tuple[int, ...]


def group_boxes(totals: Sequence[float], place: Box, header: float, rim: float, wider: float) -> list[Box]:
    """Return the boxes of groups (totals descending) whose insides, without header and rim, are proportional to them.

    Boxes are meant to be `wider` times as wide as high.
    Squarify's layout of the totals says which groups stand side by side; the strips that it makes are then widened
    by what headers and rims take. How many px a unit gets is the one number at which the last strip ends at the edge.
    """
    from scipy.optimize import brentq  # half a second, which only treemaps with groups wait for

    *_, width, height = place
    most = width * height / sum(totals)
    strips = _strips(squarify([total * most / wider for total in totals], 0, 0, width / wider, height))

    def placed(scale: float) -> tuple[list[Box], float]:
        return _placed(strips, [total * scale for total in totals], place, header, rim)

    return placed(brentq(lambda scale: placed(scale)[1], most * 1e-3, most, xtol=1e-12 * most))[0]


def cell_boxes(values: Sequence[float], place: Box, wider: float) -> list[Box]:
    """Return the boxes of cells (values descending) that fill a place, the largest in its upper left corner."""
    left, bottom, width, height = place
    scale = width * height / sum(values)
    boxes = squarify([value * scale / wider for value in values], 0, 0, width / wider, height)
    return [
        (left + box["x"] * wider, bottom + height - box["y"] - box["dy"], box["dx"] * wider, box["dy"]) for box in boxes
    ]


def _strips(boxes: Sequence[dict[str, float]]) -> list[Strip]:
    """Return the strips of squarify's boxes: each takes the whole height or the whole width that is left."""
    strips: list[Strip] = []
    rest = list(range(len(boxes)))
    height = max(box["y"] + box["dy"] for box in boxes) - boxes[0]["y"]
    while rest:
        column, row = (_run(boxes, rest, *sides) for sides in (("x", "dx"), ("y", "dy")))
        across = abs(sum(boxes[n]["dy"] for n in column) - height) > ROUNDING
        members = row if across else column
        strips.append(Strip(across, tuple(members)))
        height -= boxes[rest[0]]["dy"] if across else 0
        rest = rest[len(members) :]
    return strips


def _run(boxes: Sequence[dict[str, float]], rest: Sequence[int], start: str, length: str) -> list[int]:
    """Return the first boxes of the rest that begin at the same place in one direction and are equally long."""
    first = boxes[rest[0]]

    def alike(n: int) -> bool:
        return abs(boxes[n][start] - first[start]) < ROUNDING and abs(boxes[n][length] - first[length]) < ROUNDING

    return list(takewhile(alike, rest))


def _placed(
    strips: Sequence[Strip], insides: Sequence[float], place: Box, header: float, rim: float
) -> tuple[list[Box], float]:
    """Return boxes with the insides given (px^2) and how many px are left over when all strips are placed."""
    left, bottom, width, height = place
    top = bottom + height
    boxes: list[Box] = []
    spare = 0.0
    for strip in strips:
        areas = [insides[n] for n in strip.members]
        if strip.across:
            deep = sum(areas) / max(width - len(areas) * 2 * rim, ROUNDING) + header + 2 * rim
            x = left
            for area in areas:
                wide = area / (deep - header - 2 * rim) + 2 * rim
                boxes.append((x, top - deep, wide, deep))
                x += wide
            top, height = top - deep, height - deep
            spare = height
        else:
            wide = sum(areas) / max(height - len(areas) * (header + 2 * rim), ROUNDING) + 2 * rim
            y = top
            for area in areas:
                deep = area / (wide - 2 * rim) + header + 2 * rim
                boxes.append((left, y - deep, wide, deep))
                y -= deep
            left, width = left + wide, width - wide
            spare = width
    return boxes, spare
