"""Grids and smooth random fields in which a phantom's anatomy is described, in millimetres."""

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import gaussian_filter, map_coordinates

Array = np.ndarray
PERIOD = 192.0
"""Mm after which a field repeats itself: longer than a brain."""
FINEST, COARSEST = 2.0, 6.0
"""Spacing in mm of the lattice that holds a field, about half its smoothness; between its points it is linear."""


@dataclass(frozen=True)
class Points:
    """Places in mm from the middle of the brain: x to the right, y to the front, z upwards, arrays of one shape."""

    x: Array
    y: Array
    z: Array


def grid(x: Array, y: Array, z: Array) -> Points:
    """Return the points of a box from its coordinates along each axis, float32."""
    return Points(*(a.astype(np.float32) for a in np.meshgrid(x, y, z, indexing="ij")))


class Field:
    """A smooth random field of mean 0 and standard deviation 1, which repeats itself.

    `smooth` is the width in mm (standard deviation) of the Gaussian that made it from white noise; with `coarse`, what
    a Gaussian of that width would leave is taken away, so that the field goes up and down at one scale.
    """

    def __init__(self, random: np.random.Generator, smooth: float, coarse: float | None = None):
        side = round(PERIOD / min(max(smooth / 2, FINEST), COARSEST))
        self.step = PERIOD / side
        white = random.standard_normal((side,) * 3, dtype=np.float32)
        values = gaussian_filter(white, smooth / self.step, mode="wrap")
        if coarse is not None:
            values -= gaussian_filter(white, coarse / self.step, mode="wrap")
        self.values = (values - values.mean()) / values.std()

    def at(self, points: Points) -> Array:
        """Return the field at these places."""
        places = np.stack([points.x, points.y, points.z]) / self.step
        return map_coordinates(self.values, places, order=1, mode="grid-wrap", prefilter=False)


def soft(distance: Array, width: float) -> Array:
    """Return 1 where a distance is well below zero and 0 where it is well above, with a ramp of about 4 widths."""
    return 1 / (1 + np.exp(np.clip(distance / width, -30, 30)))


def capsule(points: Points, start: tuple[float, ...], end: tuple[float, ...]) -> Array:
    """Return the distance in mm to a line; each end is x, y, z and a radius, which is subtracted and changes evenly."""
    a, b = np.array(start[:3], np.float32), np.array(end[:3], np.float32)
    along = b - a
    dx, dy, dz = points.x - a[0], points.y - a[1], points.z - a[2]
    t = np.clip((dx * along[0] + dy * along[1] + dz * along[2]) / float(along @ along), 0, 1)
    gone = np.sqrt((dx - t * along[0]) ** 2 + (dy - t * along[1]) ** 2 + (dz - t * along[2]) ** 2)
    return gone - (start[3] + t * (end[3] - start[3]))


def ellipsoid(points: Points, centre: tuple[float, float, float], half: tuple[float, float, float]) -> Array:
    """Return roughly the distance in mm to the surface of an ellipsoid, negative inside."""
    scaled = ((getattr(points, axis) - c) / h for axis, c, h in zip("xyz", centre, half, strict=True))
    return (np.sqrt(sum(part**2 for part in scaled)) - 1) * min(half)
