"""The region of a picture that a view is about: a box in source pixels, and the exact mask where there is one."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from counterpoint.errors import UserError


class Box(NamedTuple):
    """A rectangle in pixels: left and top edge inside it, right and bottom edge outside."""

    x0: int
    y0: int
    x1: int
    y1: int

    @property
    def width(self) -> int:
        """Width in px."""
        return self.x1 - self.x0

    @property
    def height(self) -> int:
        """Height in px."""
        return self.y1 - self.y0

    @property
    def area(self) -> int:
        """Area in square px, 0 for a box that is empty or turned inside out."""
        return max(0, self.width) * max(0, self.height)

    def within(self, width: int, height: int) -> "Box":
        """Return the part of the box that lies in a picture of this size."""
        return Box(max(0, self.x0), max(0, self.y0), min(width, self.x1), min(height, self.y1))

    def padded(self, share: float, width: int, height: int) -> "Box":
        """Return the box with `share` of its own width and height more on each side, cut off at the picture's edge."""
        dx, dy = round(share * self.width), round(share * self.height)
        return Box(self.x0 - dx, self.y0 - dy, self.x1 + dx, self.y1 + dy).within(width, height)

    def overlap(self, other: "Box") -> int:
        """Return the area that two boxes share, in square px."""
        inner = Box(max(self.x0, other.x0), max(self.y0, other.y0), min(self.x1, other.x1), min(self.y1, other.y1))
        return inner.area if inner.width > 0 and inner.height > 0 else 0


@dataclass(frozen=True)
class Region:
    """What a view points at."""

    box: Box
    mask: np.ndarray | None = None
    """Boolean, of the picture's height and width; None where only the box is known."""


def box_of(mask: np.ndarray) -> Box:
    """Return the smallest box around the True pixels of a mask, shape (height, width).

    Raises UserError for a mask without a single pixel.
    """
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        raise UserError("a mask without a pixel marks no region; allowed: at least one pixel")
    return Box(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)


def region_of_mask(mask: np.ndarray) -> Region:
    """Return the region of a boolean mask, shape (height, width). Raises UserError as `box_of`."""
    return Region(box_of(mask), mask)
