"""Placing names beside points so that no name covers another name or a point."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

ANGLES = np.deg2rad(np.arange(0, 360, 15))
DISLIKE = 0.4 * np.abs(np.sin(ANGLES)) + 0.1 * (np.cos(ANGLES) < 0)
GAPS = (0.4, 0.9, 1.5, 2.3, 3.3, 4.6, 6.4, 9.0, 12.5, 17.0, 23.0)
"""Distances from a point to its name that are tried, in heights of a line of text."""
OUTSIDE, OVER_NAME, OVER_POINT, OVER_LEADER, OVER_LINE = 1000.0, 400.0, 200.0, 60.0, 1.5
"""What a fault of a place costs, in heights of a line of text of extra distance."""


def freeze_layout(figure: Figure) -> None:
    """Let the figure lay its axes out now and keep them, so that positions in pixels stay true."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")


def place_labels(
    axes: Axes,
    points: np.ndarray,
    names: Sequence[str],
    segments: np.ndarray,
    obstacles: np.ndarray | None = None,
    font_size: float = 7.5,
) -> list[Text]:
    """Write `names` beside `points` (n x 2, data units); return the texts in the same order.

    Each name takes the cheapest of some 250 places around its point. Faults are, from worst to least: outside
    the axes, over another name, over a point or one of the `obstacles` (k x 2), over the line from a name to
    its point, over one of `segments` (m x 4: x0, y0, x1, y1 in data units; interval bars or arrows); otherwise
    the nearest place wins, right before left before above and below. A name away from its point gets a thin
    line to it. Call when limits are set and the layout is frozen.
    """
    to_pixels = axes.transData
    to_data = to_pixels.inverted()
    renderer = axes.figure.canvas.get_renderer()
    frame = axes.get_window_extent(renderer)
    line = font_size * axes.figure.dpi / 72
    centres = to_pixels.transform(points)
    lines = to_pixels.transform(segments.reshape(-1, 2)).reshape(-1, 4)
    solid = centres if obstacles is None else np.vstack([centres, to_pixels.transform(obstacles)])
    marks = np.column_stack([solid - 0.5 * line, solid + 0.5 * line])
    sizes = [_text_size(axes, name, font_size, renderer) for name in names]
    taken, leaders = np.empty((0, 4)), np.empty((0, 4))
    texts: dict[int, Text] = {}
    crowding = [int(np.sum(np.hypot(*(centres - centre).T) < 6 * line)) for centre in centres]
    for i in sorted(range(len(names)), key=lambda k: (-crowding[k], -centres[k, 1], k)):
        boxes, anchors = _places(centres[i], sizes[i][0] + 0.4 * line, sizes[i][1] + 0.1 * line, line)
        ties = np.column_stack([np.broadcast_to(centres[i], anchors.shape), anchors])
        outside = (boxes[:, :2] < (frame.x0, frame.y0)).any(1) | (boxes[:, 2:] > (frame.x1, frame.y1)).any(1)
        others = np.delete(marks, i, axis=0)
        distance = np.hypot(*(anchors - centres[i]).T)
        cost = distance / line + OUTSIDE * outside + np.tile(DISLIKE, len(GAPS))
        cost += OVER_NAME * _overlaps(boxes, taken).sum(1) + OVER_POINT * _overlaps(boxes, marks).sum(1)
        cost += OVER_LEADER * (_crosses(boxes, leaders).sum(1) + _crosses(taken, ties).sum(0))
        cost += OVER_LINE * _crosses(boxes, lines).sum(1) + 6 * OVER_LINE * _crosses(others, ties).sum(0)
        best = int(np.argmin(cost))
        taken, leaders = np.vstack([taken, boxes[best]]), np.vstack([leaders, ties[best]])
        if distance[best] > 1.2 * line:
            tie = to_data.transform(ties[best].reshape(2, 2))
            axes.plot(*tie.T, color="#9a9a9a", linewidth=0.6, zorder=2, solid_capstyle="butt")
        x, y = to_data.transform((boxes[best, :2] + boxes[best, 2:]) / 2)
        texts[i] = axes.text(x, y, names[i], fontsize=font_size, ha="center", va="center", zorder=6)
    return [texts[i] for i in range(len(names))]


def _text_size(axes: Axes, name: str, font_size: float, renderer: object) -> tuple[float, float]:
    text = axes.text(0, 0, name, fontsize=font_size)
    extent = text.get_window_extent(renderer)
    text.remove()
    return extent.width, extent.height


def _places(centre: np.ndarray, width: float, height: float, line: float) -> tuple[np.ndarray, np.ndarray]:
    """Return boxes (k x 4: x0, y0, x1, y1 in pixels) around a point, and the nearest place on each."""
    directions = np.column_stack([np.cos(ANGLES), np.sin(ANGLES)])
    anchors = np.concatenate([centre + directions * (0.5 + gap) * line for gap in GAPS])
    # towards a side the box is centred on the direction, towards a corner it hangs by the corner
    hang = np.clip(1.6 * np.tile(directions, (len(GAPS), 1)), -1, 1) * (width / 2, height / 2)
    half = np.array([width / 2, height / 2])
    return np.column_stack([anchors + hang - half, anchors + hang + half]), anchors


def _overlaps(boxes: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return which boxes (k) share area with which others (m), k x m."""
    a, b = boxes[:, None, :], others[None, :, :]
    return ((a[..., :2] < b[..., 2:]) & (b[..., :2] < a[..., 2:])).all(-1)


def _crosses(boxes: np.ndarray, segments: np.ndarray) -> np.ndarray:
    """Return which boxes (k) are entered by which segments (m), k x m (Liang and Barsky's clipping, 1984)."""
    start, step = segments[None, :, :2], segments[None, :, 2:] - segments[None, :, :2]
    step = np.where(step == 0, 1e-9, step)
    near = (boxes[:, None, :2] - start) / step
    far = (boxes[:, None, 2:] - start) / step
    enter = np.minimum(near, far).max(-1)
    leave = np.maximum(near, far).min(-1)
    return (enter < leave) & (leave > 0) & (enter < 1)
