"""Blur of a box: of a whole figure on its page, and of one label after most of its contrast is taken away."""

import math
from collections.abc import Callable

import cv2
import numpy as np

from counterpoint.stimuli.views.region import Box

KERNEL = 75
"""Side of the Gaussian's kernel in px, as in SciFig-Eval."""
SIGMA = 11.6
"""Its standard deviation in px: what OpenCV takes for this kernel, 0.3 * ((75 - 1) / 2 - 1) + 0.8."""
KEPT = 0.3
"""Share of a label's own grey levels that is left before it is blurred."""
GROUND = 200
"""Grey level that the other share is made of."""
PADDING = 3
"""Px around a label that are blurred with it: boxes are within 1 px of the ink, and its smoothed edge is 1 px more."""


def label_box(edges: tuple[float, float, float, float], width: int, height: int, padding: int = PADDING) -> Box:
    """Return the whole pixels of a label's edges (left, top, right, bottom, in px) in a picture, `padding` px more.

    With the padding that is the default, the box that is blurred. It is cut off at the edges of the picture, `width` x
    `height` px. Raises ValueError when nothing of it lies inside.
    """
    left, top, right, bottom = edges
    box = Box(
        math.floor(left) - padding, math.floor(top) - padding, math.ceil(right) + padding, math.ceil(bottom) + padding
    ).within(width, height)
    if box.width <= 0 or box.height <= 0:
        raise ValueError(f"the box {edges} does not lie in a picture of {width} x {height} px")
    return box


def blurred_label(pixels: np.ndarray, box: Box) -> np.ndarray:
    """Return a picture with one box made unreadable by SciFig-Eval's selective blur.

    Inside the box x becomes 0.3 * x + 0.7 * 200, rounded, and then goes through a Gaussian of 75 x 75 px, sigma 11.6.
    The filter is applied to the cut-out box, as published: it sees nothing of the surroundings, mirrors the box at its
    edges (OpenCV's reflect-101), and no pixel outside the box changes, so that no other label is touched.
    """
    faded = np.rint(KEPT * np.arange(256) + (1 - KEPT) * GROUND).astype(np.uint8)
    return _with(pixels, box, lambda inside: _gaussian(faded[inside]))


def blurred_figure(page: np.ndarray, box: Box) -> np.ndarray:
    """Return a page with the figure in a box blurred by the same Gaussian, all text around it as it was.

    As in SciFig-Eval's control for what the text around a figure gives away. The filter sees the box alone, so that
    nothing of the text runs into the figure, or of the figure into the text.
    """
    return _with(page, box, _gaussian)


def _with(pixels: np.ndarray, box: Box, change: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    found = pixels.copy()
    found[box.y0 : box.y1, box.x0 : box.x1] = change(pixels[box.y0 : box.y1, box.x0 : box.x1])
    return found


def _gaussian(pixels: np.ndarray) -> np.ndarray:
    return cv2.GaussianBlur(np.ascontiguousarray(pixels), (KERNEL, KERNEL), SIGMA, borderType=cv2.BORDER_REFLECT_101)
