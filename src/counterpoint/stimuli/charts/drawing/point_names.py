"""Names beside the points of a plot: where each finds room between points, other names and the edge."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.text import Text

from counterpoint.stimuli.charts.drawing.axes import Plot
from counterpoint.stimuli.charts.drawing.frame import Part, bounds, disc, fill, stroke, write
from counterpoint.stimuli.charts.specs.facts import Fact
from counterpoint.stimuli.charts.specs.palette import INK

SIZE = 10.5
"""Size of a name in points."""
_NEAR, _FLAT = ((1, 0), (-1, 0), (0, 1), (0, -1)), ((2, 1), (-2, 1), (2, -1), (-2, -1))
_CORNERS, _STEEP = ((1, 1), (-1, 1), (1, -1), (-1, -1)), ((1, 2), (-1, 2), (1, -2), (-1, -2))
DIRECTIONS = np.array([*_NEAR, *_CORNERS, *_FLAT, *_STEEP], float)
"""Where a name may stand beside its point, best first: to the right, left, above, below, then slanted."""
DISTANCES = (4, 14, 26, 40, 56, 74)
"""How far a name may stand from the rim of its point in px; from the second on, a line leads to it."""
INSIDE = 0.86
"""Share of a bubble's chord that a name inside it may take."""
NAME, LINE, POINT = 1e6, 1e4, 10.0
"""Cost of an overlap with a name or the edge (a px^2), of a line over a name, of an overlap with a point (a px^2)."""
DOUBTFUL, CLEAR = 90.0, 4
"""Cost of a name without a line that stands less than so many px farther from another point than from its own."""
FARTHER, LATER = 40.0, 1.0
"""Cost of each further distance and of each later direction."""
KEPT = 32
"""How many places of a name, the cheapest, are looked at in view of lines and of the other names."""
HIDDEN = 5.0
"""Radius in px below which a dot would hide most of a point."""
PASSES = 8
"""How often names look for a better place at most."""
ALONG = np.linspace(0.1, 0.9, 9)[:, None]
"""Places along a line at which it is looked for what lies under it."""


@dataclass(frozen=True)
class Places:
    """Where a name can stand: boxes in px, (n, 4), the lines that lead there, (n, 9, 2), and what each place costs.

    `origin` is the lower left corner of the name when it stands at (0, 0).
    """

    origin: tuple[float, float]
    boxes: np.ndarray
    lines: np.ndarray
    has_line: np.ndarray
    costs: np.ndarray


def name_points(plot: Plot, facts: Sequence[Fact], centres: np.ndarray, radii: Sequence[float]) -> list[Part]:
    """Write the label of each point: inside it where it is large enough, else at a free place beside it.

    Names keep clear of each other and of the edge of the plot, and of points as far as they can: each takes its
    cheapest place in view of the others until none finds a better one.
    """
    circles = np.array([_square(centre, radius) for centre, radius in zip(centres, radii, strict=True)])
    texts = [write(plot.figure, (0, 0), fact.label, SIZE, zorder=5) for fact in facts]
    names = [
        _places(plot, text, centres[row], radii[row], np.delete(circles, row, axis=0)) for row, text in enumerate(texts)
    ]
    chosen = _settled(names)
    for row, (text, name, place) in enumerate(zip(texts, names, chosen, strict=True)):
        text.set_position(name.boxes[place][:2] - name.origin)
        if name.has_line[place]:
            _lead(plot, centres[row], radii[row], name.boxes[place])
    return [
        Part("data_label", text, text=fact.label, category=fact.category)
        for fact, text in zip(facts, texts, strict=True)
    ]


def _places(plot: Plot, text: Text, centre: np.ndarray, radius: float, others: np.ndarray) -> Places:
    """Return where the name of a point can stand, between the other points given as boxes."""
    left, bottom, right, top = bounds(text)
    size = np.array([right - left, top - bottom])
    units = DIRECTIONS / np.linalg.norm(DIRECTIONS, axis=1)[:, None]
    reach = np.repeat(radius + np.array(DISTANCES), len(units))[:, None]
    corners = centre + np.tile(units, (len(DISTANCES), 1)) * reach
    corners += (np.tile(np.sign(units), (len(DISTANCES), 1)) - 1) / 2 * size
    costs = np.add.outer(np.arange(len(DISTANCES)) * FARTHER, np.arange(len(units)) * LATER).ravel()
    has_line = np.arange(len(corners)) >= len(units)
    if radius > size[1] / 2 and size[0] <= 2 * np.sqrt(radius**2 - (size[1] / 2) ** 2) * INSIDE:
        corners = np.concatenate([[centre - size / 2], corners])
        costs, has_line = np.concatenate([[-LATER], costs]), np.concatenate([[False], has_line])
    boxes = np.hstack([corners, corners + size])
    costs = costs + NAME * _outside(boxes, plot) + POINT * _common(boxes, others, 1)
    costs += DOUBTFUL * (~has_line & (_gaps(boxes, others) < DISTANCES[0] + CLEAR))
    kept = costs.argsort(kind="stable")[:KEPT]
    boxes, costs, has_line = boxes[kept], costs[kept], has_line[kept]
    ends = np.clip(centre, boxes[:, :2], boxes[:, 2:])
    lines = centre + (ends - centre)[:, None] * ALONG
    costs += FARTHER * np.where(has_line, _covered(lines, others), 0)
    return Places((left, bottom), boxes, lines, has_line, costs)


def _settled(names: Sequence[Places]) -> list[int]:
    """Return the place of each name, when none finds a cheaper one beside those of the others."""
    chosen = [int(name.costs.argmin()) for name in names]
    for _ in range(PASSES):
        before = list(chosen)
        for row, name in enumerate(names):
            others = [other for other in range(len(names)) if other != row]
            boxes = np.array([names[other].boxes[chosen[other]] for other in others]).reshape(-1, 4)
            costs = name.costs + NAME * _common(name.boxes, boxes, 2)
            costs += LINE * np.where(name.has_line, _covered(name.lines, boxes), 0)
            led = [names[other].lines[chosen[other]] for other in others if names[other].has_line[chosen[other]]]
            if led:
                costs += LINE * _covered(np.concatenate(led)[None], name.boxes, over=0)
            chosen[row] = int(costs.argmin())
        if chosen == before:
            break
    return chosen


def _lead(plot: Plot, centre: np.ndarray, radius: float, box: np.ndarray) -> None:
    """Draw a line from a dot in the middle of a point to its name, from its rim where the dot would hide it."""
    end = np.clip(centre, box[:2] - 2, box[2:] + 2)
    if radius < HIDDEN:
        start = centre + radius * (end - centre) / np.linalg.norm(end - centre)
    else:
        start = centre
        fill(plot.figure, disc(centre, 1.8), INK, zorder=4)
    stroke(plot.figure, np.array([start, end]), INK, linewidth=0.7, zorder=4)


def _square(centre: np.ndarray, radius: float) -> tuple[float, float, float, float]:
    """Return the square of nearly the same area as a circle, around its centre."""
    half = radius * 0.89
    return (centre[0] - half, centre[1] - half, centre[0] + half, centre[1] + half)


def _common(boxes: np.ndarray, others: np.ndarray, room: float) -> np.ndarray:
    """Return the area that each box, widened by some room, shares with the others."""
    low = np.maximum(boxes[:, None, :2] - room, others[None, :, :2])
    high = np.minimum(boxes[:, None, 2:] + room, others[None, :, 2:])
    return np.clip(high - low, 0, None).prod(axis=2).sum(axis=1)


def _covered(lines: np.ndarray, boxes: np.ndarray, over: int = 1) -> np.ndarray:
    """Return how many pairs of line and box meet, for each line (`over` 1) or for each box (`over` 0).

    Lines are places along them, (n, m, 2).
    """
    inside = (lines[:, None] >= boxes[None, :, None, :2]) & (lines[:, None] <= boxes[None, :, None, 2:])
    return inside.all(axis=3).any(axis=2).sum(axis=over)


def _outside(boxes: np.ndarray, plot: Plot) -> np.ndarray:
    """Return by how many px each box leaves the plot."""
    beyond = np.hstack([(plot.left, plot.bottom) - boxes[:, :2], boxes[:, 2:] - (plot.right, plot.top)])
    return np.clip(beyond, 0, None).max(axis=1)


def _gaps(boxes: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return how far each box is from the nearest of the others, in px; infinity without others."""
    if not len(others):
        return np.full(len(boxes), np.inf)
    low = np.maximum(others[None, :, :2] - boxes[:, None, 2:], boxes[:, None, :2] - others[None, :, 2:])
    return np.hypot(*np.maximum(low, 0).transpose(2, 0, 1)).min(axis=1)
