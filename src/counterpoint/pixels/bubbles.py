"""Bubbles: circles of any size, also where they overlap, by the dark line around them or by their shape."""

import cv2
import numpy as np

from counterpoint.pixels.axes import Frame
from counterpoint.pixels.picture import INK_CORE, brightest, chroma, ink, not_ground
from counterpoint.pixels.points import Spot

RADII = np.arange(3.5, 60, 0.5)
"""Radii in px that are looked for."""
LEAST_SUPPORT = 0.85
"""A circle is there when so much of its line is."""
MOST = 16
"""Circles in one shape at most."""
THICK = 0.45
"""A text that touches a bubble is lower than this share of both together."""
LETTER = 0.5
"""A shape of which so much is dark as texts are is a letter."""
LINE_CONTRAST = 22
"""A line is so much darker than what lies on both sides of it."""


def find_bubbles(pixels: np.ndarray, frame: Frame) -> list[Spot]:
    """Return the bubbles inside a frame, from the left."""
    mask = (chroma(pixels) >= 28) & not_ground(pixels)
    outside = np.ones_like(mask)
    outside[frame.top : frame.bottom, frame.left : frame.right] = False
    mask[outside] = False
    text = cv2.dilate((ink(pixels) & (brightest(pixels) < INK_CORE)).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    text[outside] = False
    line = _dark_lines(pixels) & ~text & ~outside
    # Names written on bubbles leave holes.
    whole = (mask | (text & _near(mask))).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(whole, connectivity=8)
    spots: list[Spot] = []
    for label in range(1, count):
        x, y, width, height, area = (int(number) for number in stats[label])
        if min(width, height) < 3 or area < 8:
            continue
        edge = 4
        cut = (slice(max(y - edge, 0), y + height + edge), slice(max(x - edge, 0), x + width + edge))
        own = labels[cut] == label
        if text[cut][own].mean() > LETTER:
            continue
        filled = _without_holes(own)
        found = _alone(filled) or []
        if not found:
            found = _circles(
                line[cut] & cv2.dilate(own.astype(np.uint8), np.ones((3, 3))).astype(bool), filled, text[cut]
            ) or (_alone(_without_texts(filled)) or [])
        elif _support(line[cut], text[cut], *found[0][:2], found[0][2] - 0.7) > 0.6:
            found = [(found[0][0], found[0][1], found[0][2] - 0.7)]  # half the width of its line
        for cx, cy, radius in found:
            colour = _colour(pixels[cut], own & mask[cut], cx, cy, radius)
            spots.append(Spot(cut[1].start + cx, cut[0].start + cy, radius, colour, len(found) == 1))
    return sorted(spots, key=lambda spot: (spot.x, spot.y))


def _dark_lines(pixels: np.ndarray) -> np.ndarray:
    """Return thin lines darker than what lies beside them."""
    grey = pixels.astype(np.float32).mean(axis=-1)
    closed = cv2.morphologyEx(grey, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    return (closed - grey > LINE_CONTRAST) & (chroma(pixels) >= 20)


def _near(mask: np.ndarray) -> np.ndarray:
    return cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0


def _without_holes(shape: np.ndarray) -> np.ndarray:
    padded = np.pad(shape, 1).astype(np.uint8)
    ground = padded.copy()
    cv2.floodFill(ground, None, (0, 0), 2)
    return (ground != 2)[1:-1, 1:-1]


def _without_texts(shape: np.ndarray) -> np.ndarray:
    """Return the widest part of a shape, without a text that touches it; the shape itself where nothing is left."""
    size = 2 * int(THICK * min(np.ptp(np.flatnonzero(shape.any(axis=axis))) for axis in (0, 1)) / 2) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    opened = cv2.morphologyEx(shape.astype(np.uint8), cv2.MORPH_OPEN, disc)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=4)
    return labels == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax()) if count > 1 else shape


def _alone(shape: np.ndarray) -> list[tuple[float, float, float]] | None:
    """Return the one circle that a shape is, or None."""
    rows, columns = np.flatnonzero(shape.any(axis=1)), np.flatnonzero(shape.any(axis=0))
    width, height = columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1
    round_ = shape.sum() / (np.pi / 4 * width * height)
    if abs(int(width) - int(height)) > max(1, 0.06 * width) or not 0.93 <= round_ <= 1.12:
        return None
    centre = ((columns[0] + columns[-1] + 1) / 2, (rows[0] + rows[-1] + 1) / 2)
    return [(float(centre[0]), float(centre[1]), float(np.sqrt(shape.sum() / np.pi)))]


def _support(line: np.ndarray, text: np.ndarray, cx: float, cy: float, radius: float) -> float:
    """Return which share of a circle's line is there; what a text hides counts neither way."""
    angles = np.linspace(0, 2 * np.pi, max(24, int(4 * radius)), endpoint=False)
    best = np.zeros(len(angles), bool)
    hidden = np.zeros(len(angles), bool)
    for off in (-0.7, 0, 0.7):
        xs = np.floor(cx + (radius + off) * np.cos(angles)).astype(int).clip(0, line.shape[1] - 1)
        ys = np.floor(cy + (radius + off) * np.sin(angles)).astype(int).clip(0, line.shape[0] - 1)
        best |= line[ys, xs]
        hidden |= text[ys, xs]
    seen = ~hidden | best
    return float(best[seen].mean()) if seen.mean() > 0.4 else 0.0


def _circles(line: np.ndarray, shape: np.ndarray, text: np.ndarray) -> list[tuple[float, float, float]]:
    """Return centre and radius of the circles whose lines are there, the best supported first."""
    dark = cv2.dilate(line.astype(np.uint8), np.ones((2, 2), np.uint8)).astype(np.float32)
    size = min(shape.shape) / 2 + 1
    candidates = []
    for radius in RADII[: np.searchsorted(RADII, size)]:
        reach = int(np.ceil(radius)) + 1
        rows, columns = np.mgrid[-reach : reach + 1, -reach : reach + 1]
        ring = (np.abs(np.hypot(rows, columns) - radius) <= 0.5).astype(np.float32)
        share = cv2.filter2D(dark, -1, ring / ring.sum(), borderType=cv2.BORDER_CONSTANT)
        peaks = (share >= 0.5) & (share >= cv2.dilate(share, np.ones((5, 5), np.uint8)))
        for y, x in np.argwhere(peaks):
            candidates.append((float(share[y, x]), float(radius), int(x), int(y)))
    found: list[tuple[float, float, float]] = []
    tried: list[tuple[float, float, float]] = []
    for _, radius, x, y in sorted(candidates, key=lambda c: (-round(c[0], 2), -c[1], c[2], c[3])):
        if any(np.hypot(x + 0.5 - cx, y + 0.5 - cy) < 5 and abs(radius - r) < 5 for cx, cy, r in found):
            continue
        if any(np.hypot(x + 0.5 - cx, y + 0.5 - cy) < 1.5 and abs(radius - r) <= 1 for cx, cy, r in tried):
            continue
        tried.append((x + 0.5, y + 0.5, radius))
        if _support(line, text, x + 0.5, y + 0.5, radius) < 0.6:
            continue
        cx, cy, r, support = _refined(line, text, x + 0.5, y + 0.5, radius)
        inside, inner = _disc(shape.shape, cx, cy, r), _disc(shape.shape, cx, cy, r - 1.5)
        # Inside a thick line there is room for small circles, which are none.
        hollow = inner.any() and line[inner].mean() < 0.3
        if support >= LEAST_SUPPORT and shape[inside].mean() >= 0.97 and hollow:
            found.append((cx, cy, r))
        if len(found) == MOST or len(tried) == 8 * MOST:
            break
    return found


def _refined(
    line: np.ndarray, text: np.ndarray, x: float, y: float, radius: float
) -> tuple[float, float, float, float]:
    """Return the best supported circle near the one given, as the middle of all that are equally good."""
    tried = []
    for dx in (-1, -0.5, 0, 0.5, 1):
        for dy in (-1, -0.5, 0, 0.5, 1):
            for dr in (-1, -0.5, 0, 0.5, 1):
                tried.append((_support(line, text, x + dx, y + dy, radius + dr), x + dx, y + dy, radius + dr))
    best = max(tried)[0]
    middle = np.mean([t[1:] for t in tried if t[0] >= best - 0.02], axis=0)
    return (*(float(part) for part in middle), best)


def _disc(shape: tuple[int, ...], cx: float, cy: float, radius: float) -> np.ndarray:
    rows, columns = np.mgrid[: shape[0], : shape[1]]
    return (columns + 0.5 - cx) ** 2 + (rows + 0.5 - cy) ** 2 <= (radius - 0.5) ** 2


def _colour(pixels: np.ndarray, own: np.ndarray, cx: float, cy: float, radius: float) -> np.ndarray:
    inside = own & _disc(own.shape, cx, cy, radius)
    chosen = pixels[inside] if inside.any() else pixels[own]
    return np.median(chosen, axis=0)
