"""Which text names which spot: the one close by, or the one that a thin line leads to."""

from collections.abc import Sequence

import numpy as np

from counterpoint.pixels.axes import Frame
from counterpoint.pixels.ocr import TextBox
from counterpoint.pixels.picture import INK_CHROMA, INK_EDGE, brightest, chroma
from counterpoint.pixels.points import Spot

CLOSE = 11
"""A name without a line stands at most so many px from the rim of its spot."""
FAR = 120
"""A name with a line stands at most so many px from it."""
LED = 3.0
"""Cost in px of a name to which a line leads."""
NAMELESS = 14.0
"""Cost in px of a spot without a name."""
DIRECTIONS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]
"""Where names may stand: right, left, below, above, and the corners."""
ALIKE = 24
"""Names that all stand in one direction begin at most so many px from the rims of their spots."""
MARGIN = 2.0
"""A name is certain when any other way to give all names would cost so many px more."""


def names_of_spots(pixels: np.ndarray, frame: Frame, texts: Sequence[TextBox], spots: Sequence[Spot]) -> dict[int, str]:
    """Return the name of each spot, by its number, that has one and only one."""
    inside = [
        text
        for text in texts
        if text.upright and frame.left <= text.x <= frame.right + 40 and frame.top - 10 <= text.y <= frame.bottom
    ]
    if not inside or not spots:
        return {}
    dark = (brightest(pixels) < INK_EDGE) & (chroma(pixels) < INK_CHROMA)
    for text in texts:  # lines are looked for between the texts
        dark[text.box[1] : text.box[3], text.box[0] : text.box[2]] = False
    costs = np.array([[_cost(dark, text, spot) for spot in spots] for text in inside])
    certain = {spot: inside[text].text for text, spot in _certain(costs)}
    return certain if len(certain) == len(spots) else _all_alike(inside, spots) or certain


def _all_alike(texts: Sequence[TextBox], spots: Sequence[Spot]) -> dict[int, str]:
    """Return a name for every spot where all stand in the same direction from their spots, else none."""
    from scipy.optimize import linear_sum_assignment  # half a second, which only plots of points wait for

    found: list[tuple[float, dict[int, str]]] = []
    for right, down in DIRECTIONS:
        length = float(np.hypot(right, down))
        ends = np.array([[(t.box[0], t.x, t.box[2])[1 - right], (t.box[1], t.y, t.box[3])[1 - down]] for t in texts])
        rims = np.array([[s.x + s.radius * right / length, s.y + s.radius * down / length] for s in spots])
        away = np.linalg.norm(ends[:, None] - rims[None], axis=2)
        rows, columns = linear_sum_assignment(away)
        if len(columns) == len(spots) and away[rows, columns].max() <= ALIKE:
            names = {int(spot): texts[text].text for text, spot in zip(rows, columns, strict=True)}
            found.append((float(away[rows, columns].sum()), names))
    return min(found, key=lambda entry: entry[0])[1] if found else {}


def _certain(costs: np.ndarray) -> list[tuple[int, int]]:
    """Return the pairs (row, column) of the cheapest assignment that every assignment nearly as cheap holds too."""
    from scipy.optimize import linear_sum_assignment

    rows = costs.shape[0]
    whole = np.hstack([costs, np.full((rows, rows), NAMELESS)])  # a text may name nothing
    row_of, column_of = linear_sum_assignment(whole)
    total = whole[row_of, column_of].sum()
    certain = []
    for row, column in zip(row_of.tolist(), column_of.tolist(), strict=True):
        if column >= costs.shape[1] or costs[row, column] >= NAMELESS:
            continue
        other = whole.copy()
        other[row, column] = 1e6
        second = other[linear_sum_assignment(other)].sum()
        if second - total >= MARGIN:
            certain.append((row, column))
    return certain


def _cost(dark: np.ndarray, text: TextBox, spot: Spot) -> float:
    x0, y0, x1, y1 = text.box
    near = np.array([min(max(spot.x, x0), x1), min(max(spot.y, y0), y1)])
    centre = np.array([spot.x, spot.y])
    away = float(np.linalg.norm(near - centre))
    gap = away - spot.radius
    if gap <= CLOSE:
        return max(gap, 0.0)
    if gap > FAR:
        return 1e3
    for anchor in (near, np.array([text.x, text.y])):
        way = anchor - centre
        length = float(np.linalg.norm(way))
        steps = np.arange(spot.radius + 1, length, 0.5)
        points = centre + steps[:, None] * way / length
        outside = (points[:, 0] < x0 - 2) | (points[:, 0] > x1 + 2) | (points[:, 1] < y0 - 2) | (points[:, 1] > y1 + 2)
        points = points[outside]
        if len(points) >= 8 and _line_share(dark, points, way / length) >= 0.7:
            return LED
    return 1e3


def _line_share(dark: np.ndarray, points: np.ndarray, direction: np.ndarray) -> float:
    """Return which share of the points of a way lies on a dark pixel, or beside one."""
    across = np.array([-direction[1], direction[0]])
    hit = np.zeros(len(points), bool)
    for off in (-1, 0, 1):
        x, y = np.floor(points + off * across).astype(int).T
        hit |= dark[y.clip(0, dark.shape[0] - 1), x.clip(0, dark.shape[1] - 1)]
    return float(hit.mean())
