"""From SVG text to pixels, with a renderer that needs no system library and no font."""

import numpy as np
import pylunasvg


def render(svg: str, size: int) -> np.ndarray:
    """Draw an SVG document of its own square view as `size` x `size` px; return RGBA, uint8, alpha not premultiplied.

    Raises ValueError when the text is no SVG document.
    """
    document = pylunasvg.Document.loadFromData(svg)
    if document is None:
        raise ValueError("the renderer cannot read this SVG document")
    bitmap = document.renderToBitmap(size, size, 0)
    bitmap.convertToRGBA()
    return np.array(bitmap)
