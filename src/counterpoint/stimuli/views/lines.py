"""Views that draw on a picture: box, contour, outline and marks. Nothing written is ever drawn."""

from collections.abc import Sequence

import cv2
import numpy as np

from counterpoint.stimuli.views.region import Box, Region

MARK_COLOURS = ((230, 25, 75), (60, 120, 240), (250, 190, 0), (20, 160, 90), (145, 30, 180), (240, 110, 30))
"""Of set-of-marks discs; a picture has at most as many marks."""


def boxed(pixels: np.ndarray, box: Box, line: int, colour: tuple[int, int, int]) -> np.ndarray:
    """Return a picture, uint8 (height, width, 3), with a box's line of `line` px drawn around it, outside of it.

    The line lies outside so that it covers nothing of what it points at, and is cut off at the picture's edge; a side
    that would lie wholly outside is drawn on the edge itself.
    """
    height, width = pixels.shape[:2]
    found = pixels.copy()
    x0, y0 = max(box.x0 - line, 0), max(box.y0 - line, 0)
    x1, y1 = min(box.x1 + line, width), min(box.y1 + line, height)
    for rows, columns in (
        (slice(y0, y0 + line), slice(x0, x1)),
        (slice(y1 - line, y1), slice(x0, x1)),
        (slice(y0, y1), slice(x0, x0 + line)),
        (slice(y0, y1), slice(x1 - line, x1)),
    ):
        found[rows, columns] = colour
    return found


def contoured(pixels: np.ndarray, mask: np.ndarray, line: int, colour: tuple[int, int, int]) -> np.ndarray:
    """Return a picture with the inner edge of a boolean mask, `line` px wide, in a colour."""
    inner = cv2.erode(mask.astype(np.uint8), _disc(line), borderType=cv2.BORDER_CONSTANT, borderValue=0) > 0
    found = pixels.copy()
    found[mask & ~inner] = colour
    return found


def outlined(pixels: np.ndarray, mask: np.ndarray, line: int, colour: tuple[int, int, int]) -> np.ndarray:
    """Return a picture with a line of `line` px around a boolean mask, outside it: no pixel of the mask changes."""
    outer = cv2.dilate(mask.astype(np.uint8), _disc(line)) > 0
    found = pixels.copy()
    found[outer & ~mask] = colour
    return found


def marked(pixels: np.ndarray, regions: Sequence[Region], radius: int) -> np.ndarray:
    """Return a picture with a disc of a colour of its own, `radius` px, beside each region's box (set-of-marks).

    A disc stands at the corner of its box that lies farthest inside the picture, outside the box where there is room.
    Raises ValueError for more regions than there are colours.
    """
    if len(regions) > len(MARK_COLOURS):
        raise ValueError(f"{len(regions)} regions; at most {len(MARK_COLOURS)} marks can be told apart")
    found = np.ascontiguousarray(pixels.copy())
    height, width = pixels.shape[:2]
    for region, colour in zip(regions, MARK_COLOURS, strict=False):
        box = region.box
        x = box.x0 - radius if box.x0 >= 2 * radius else box.x1 + radius
        y = box.y0 - radius if box.y0 >= 2 * radius else box.y1 + radius
        centre = (int(np.clip(x, radius, width - 1 - radius)), int(np.clip(y, radius, height - 1 - radius)))
        cv2.circle(found, centre, radius, (255, 255, 255), -1, cv2.LINE_AA)
        cv2.circle(found, centre, max(1, radius - max(1, radius // 5)), colour, -1, cv2.LINE_AA)
    return found


def _disc(radius: int) -> np.ndarray:
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
