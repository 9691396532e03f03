"""Points and bubbles: round spots of colour inside a frame."""

from dataclasses import dataclass

import cv2
import numpy as np

from counterpoint.pixels.axes import Frame
from counterpoint.pixels.picture import INK_CORE, brightest, chroma, not_ground

LEAST = 3
"""Diameter in px of the smallest spot."""


@dataclass(frozen=True)
class Spot:
    """A spot: its middle and radius in px, its colour (R, G, B), whether it touches no other."""

    x: float
    y: float
    radius: float
    colour: np.ndarray
    alone: bool

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom edge in px."""
        return (
            int(self.x - self.radius),
            int(self.y - self.radius),
            int(np.ceil(self.x + self.radius)),
            int(np.ceil(self.y + self.radius)),
        )


def find_spots(pixels: np.ndarray, frame: Frame, radius: float | None = None) -> list[Spot]:
    """Return the round spots of a chart with axes, from the left.

    With `radius`, all spots have this one, and spots that overlap are told apart by it; without, a shape that is not
    round is cut into the circles that its edge suggests.
    """
    mask = (chroma(pixels) >= 30) & not_ground(pixels) & (brightest(pixels) >= INK_CORE)
    margin = 14
    mask[: max(frame.top - margin, 0)] = False
    mask[frame.bottom + margin :] = False
    mask[:, : max(frame.left - margin, 0)] = False
    mask[:, frame.right + margin :] = False
    filled = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    filled = cv2.morphologyEx(filled, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(filled, connectivity=8)
    spots = []
    for label in range(1, count):
        x, y, width, height, area = (int(number) for number in stats[label])
        if width < LEAST or height < LEAST:
            continue
        own = labels[y : y + height, x : x + width] == label
        colour = np.median(pixels[y : y + height, x : x + width][own], axis=0)
        ratio = area / (np.pi / 4 * width * height)
        fits = radius is None or max(width, height) <= 2 * radius + 2.5
        if abs(width - height) <= max(2, 0.1 * width) and 0.88 <= ratio <= 1.15 and fits:
            spots.append(Spot(x + width / 2, y + height / 2, (width + height) / 4, colour, True))
        elif width >= 5 and height >= 5:
            spots += [Spot(x + cx, y + cy, r, colour, False) for cx, cy, r in _circles(own, radius)]
    return sorted(spots, key=lambda spot: (spot.x, spot.y))


def usual_radius(spots: list[Spot]) -> float | None:
    """Return the radius of the spots that stand alone when they all have one size, else None."""
    alone = np.array([spot.radius for spot in spots if spot.alone])
    if len(alone) < 3 or np.quantile(alone, 0.8) - np.quantile(alone, 0.2) > 1.3:
        return None
    return float(np.median(alone))


def _circles(shape: np.ndarray, radius: float | None) -> list[tuple[float, float, float]]:
    """Return centre and radius of the circles that together make a shape, largest first.

    Each next circle is the largest that lies inside the shape and brings something that the others do not cover.
    """
    padded = np.pad(shape, 2).astype(np.uint8)
    inner = cv2.distanceTransform(padded, cv2.DIST_L2, 5)
    left = padded.astype(bool).copy()
    rows, columns = np.mgrid[: padded.shape[0], : padded.shape[1]]
    found: list[tuple[float, float, float]] = []
    while len(found) < 12:
        # The largest disc that lies in the shape and whose middle the earlier discs do not claim.
        score = inner.copy() if radius is None else np.minimum(inner, radius) * 1.0
        for cx, cy, r in found:
            score[(columns - cx) ** 2 + (rows - cy) ** 2 < (0.55 * r) ** 2] = 0
        score = np.where(left, score, 0)
        r = float(score.max())
        if r < (2 if radius is None else 0.7 * radius):
            break
        ys, xs = np.nonzero(score >= r - 0.25)
        cx, cy = float(np.mean(xs[:1])), float(np.mean(ys[:1]))
        if radius is not None:
            cover = left & ((columns - cx) ** 2 + (rows - cy) ** 2 <= (radius + 0.5) ** 2)
            if cover.sum() < 0.25 * np.pi * radius**2:
                break
        r = radius if radius is not None else r + 0.5
        found.append((cx, cy, r))
        left &= (columns - cx) ** 2 + (rows - cy) ** 2 > (r + 1) ** 2
        if left.sum() < 0.2 * np.pi * r**2:
            break
    return [(cx - 2 + 0.5, cy - 2 + 0.5, r) for cx, cy, r in found]
