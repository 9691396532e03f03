"""Pies: sectors by colour around a centre."""

from dataclasses import dataclass

import cv2
import numpy as np

from counterpoint.pixels.picture import distance, main_colours, not_ground

STEPS = 3600
"""Directions that are looked at around a pie."""
RADII = (0.55, 0.65, 0.75, 0.85)
"""Distances from the centre, in radii, at which its colours are looked at."""
SAME = 45


@dataclass(frozen=True)
class Sector:
    """A sector: its colour (R, G, B), where it begins and ends in degrees clockwise from the top."""

    colour: np.ndarray
    start: float
    end: float

    @property
    def degrees(self) -> float:
        """Angle."""
        return self.end - self.start

    @property
    def middle(self) -> float:
        """Direction of its middle in degrees clockwise from the top."""
        return (self.start + self.end) / 2


@dataclass(frozen=True)
class Pie:
    """A pie: centre and radius in px, sectors clockwise from the first boundary after the top."""

    x: float
    y: float
    radius: float
    sectors: tuple[Sector, ...]


def find_pie(pixels: np.ndarray) -> Pie | None:
    """Return the pie of a picture, or None where its largest coloured shape is not round."""
    filled = not_ground(pixels).astype(np.uint8)
    filled = cv2.morphologyEx(filled, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    filled = cv2.morphologyEx(filled, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(filled, connectivity=8)
    if count < 2:
        return None
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    x, y, width, height, area = (int(number) for number in stats[largest])
    radius = (width + height) / 4
    if radius < 25 or abs(width - height) > 0.06 * radius or abs(area / (np.pi * radius**2) - 1) > 0.08:
        return None
    centre = (x + width / 2, y + height / 2)
    return Pie(*centre, radius, _sectors(pixels, centre, radius))


def _sectors(pixels: np.ndarray, centre: tuple[float, float], radius: float) -> tuple[Sector, ...]:
    angles = (np.arange(STEPS) + 0.5) * 360 / STEPS
    radians = np.deg2rad(angles)
    distances = np.array(RADII)[:, None] * radius
    xs = np.floor(centre[0] + distances * np.sin(radians)).astype(int).clip(0, pixels.shape[1] - 1)
    ys = np.floor(centre[1] - distances * np.cos(radians)).astype(int).clip(0, pixels.shape[0] - 1)
    seen = pixels[ys, xs]  # radii x steps x 3
    # A pie is drawn on white: white and what is nearly white are the lines between sectors.
    coloured = seen.reshape(-1, 3)[seen.reshape(-1, 3).min(axis=1) < 235]
    colours = main_colours(coloured, 0.004)
    if not colours:
        return ()
    apart = np.stack([distance(seen, colour) for colour in colours])
    nearest = np.where(apart.min(axis=0) <= SAME, apart.argmin(axis=0), -1)
    votes = np.stack([(nearest == number).sum(axis=0) for number in range(len(colours))])
    labels = np.where(votes.max(axis=0) >= 2, votes.argmax(axis=0), -1)
    return _runs_around(labels, colours)


def _runs_around(labels: np.ndarray, colours: list[np.ndarray]) -> tuple[Sector, ...]:
    """Return the runs of equal labels on a circle; the unlabelled steps between two runs are shared by both."""
    known = np.flatnonzero(labels >= 0)
    if len(known) < 0.9 * len(labels) or len(np.unique(labels[known])) < 2:
        return ()
    changes = [
        (int(a), int(b) + (len(labels) if b < a else 0))
        for a, b in zip(known, np.roll(known, -1), strict=True)
        if labels[a] != labels[b]
    ]
    step = 360 / len(labels)
    boundaries = [(a + b + 1) / 2 * step for a, b in changes]
    sectors = []
    for (_, first), start, end in zip(changes, boundaries, [*boundaries[1:], boundaries[0] + 360], strict=True):
        sectors.append(Sector(colours[labels[first % len(labels)]], start, end))
    return tuple(sector for sector in sectors if sector.degrees >= 0.5)
