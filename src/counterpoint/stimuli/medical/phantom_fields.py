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
    """Places in mm from the middle of the brain: x to the right, y to the front, z upwards, arrays of one shape.

    `axes` are the coordinates along each axis when the points are a grid, or with `places` those of a grid's points
    that are at these places when it is flat: fields are then found much sooner.
    """

    x: Array
    y: Array
    z: Array
    axes: tuple[Array, Array, Array] | None = None
    places: Array | None = None

    def at(self, places: Array) -> "Points":
        """Return those points of a grid that are at these places when it is flat, as arrays of one dimension."""
        return Points(*(values.ravel()[places] for values in (self.x, self.y, self.z)), self.axes, places)

    def spread(self, values: Array) -> Array:
        """Return values at points of a grid as an array of the whole grid, 0 where there are none."""
        whole = np.zeros([len(axis) for axis in self.axes], values.dtype)
        whole.ravel()[self.places] = values
        return whole


def grid(x: Array, y: Array, z: Array) -> Points:
    """Return the points of a box from its coordinates along each axis, float32."""
    axes = tuple(axis.astype(np.float32) for axis in (x, y, z))
    return Points(*np.meshgrid(*axes, indexing="ij"), axes=axes)


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
        if points.axes is None:
            places = np.stack([points.x, points.y, points.z]) / self.step
            return map_coordinates(self.values, places, order=1, mode="grid-wrap", prefilter=False)
        values = self.values
        for axis in (2, 1, 0):
            values = _between(values, points.axes[axis] / self.step, axis)
        return values if points.places is None else values.ravel()[points.places]


def _between(values: Array, places: Array, axis: int) -> Array:
    """Return values at places along one axis, linear between the points of a lattice that repeats itself."""
    low = np.floor(places).astype(int)
    shape = [-1 if a == axis else 1 for a in range(values.ndim)]
    share = (places - low).astype(np.float32).reshape(shape)
    here, next_one = (np.take(values, (low + step) % values.shape[axis], axis) for step in (0, 1))
    return here + share * (next_one - here)


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
