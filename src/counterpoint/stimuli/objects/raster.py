"""From SVG text to pixels, with a renderer that needs no system library and no font."""

import cv2
import numpy as np
import pylunasvg


def render_picture(svg: str, size: int) -> np.ndarray:
    """Draw an SVG document that covers its whole square view; return RGB, uint8, `size` x `size` x 3.

    Raises ValueError when the text is no SVG document.
    """
    return cv2.cvtColor(_premultiplied(svg, size), cv2.COLOR_BGRA2RGB)


def render_coverage(svg: str, size: int) -> np.ndarray:
    """Draw an SVG document on nothing; return where it is not wholly transparent, bool, `size` x `size`.

    Raises ValueError when the text is no SVG document.
    """
    return _premultiplied(svg, size)[:, :, 3] > 0


def _premultiplied(svg: str, size: int) -> np.ndarray:
    """Return the renderer's own pixels: BGRA, uint8, colours multiplied by alpha."""
    document = pylunasvg.Document.loadFromData(svg)
    if document is None:
        raise ValueError("the renderer cannot read this SVG document")
    return np.asarray(document.renderToBitmap(size, size, 0))
