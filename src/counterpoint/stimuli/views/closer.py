"""Views that show a region closer: a crop from the source's pixels, the same from the picture as sent, a zoom panel."""

import numpy as np
from PIL import Image

from counterpoint.stimuli.views.region import Box


def scaled(pixels: np.ndarray, longer: int) -> np.ndarray:
    """Return a picture whose longer side is `longer` px, its aspect kept (Lanczos)."""
    height, width = pixels.shape[:2]
    factor = longer / max(height, width)
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    if size == (width, height):
        return pixels
    return np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.LANCZOS))


def crop(source: np.ndarray, box: Box, padding: float, longer: int) -> np.ndarray:
    """Return what a padded box of the source holds, its longer side `longer` px.

    `source` is uint8 (height, width, 3). Where the source has more pixels than the picture that is sent, so has the
    crop: that is what looking closer brings.
    """
    height, width = source.shape[:2]
    place = box.padded(padding, width, height)
    return scaled(source[place.y0 : place.y1, place.x0 : place.x1], longer)


def crop_same_pixels(sent: np.ndarray, box: Box, padding: float, longer: int, source_width: int) -> np.ndarray:
    """Return the same crop out of the picture as it is sent: as large, with no pixel more than the model saw already.

    `box` is in pixels of the source, `source_width` px wide.
    """
    share = sent.shape[1] / source_width
    x0, y0, x1, y1 = (round(edge * share) for edge in (box.x0, box.y0, box.x1, box.y1))
    return crop(sent, Box(x0, y0, max(x1, x0 + 1), max(y1, y0 + 1)), padding, longer)


def zoom_panel(
    sent: np.ndarray,
    source: np.ndarray,
    box: Box,
    padding: float,
    inset: float,
    margin: int,
    line: int,
    colour: tuple[int, int, int],
) -> np.ndarray:
    """Return the picture as sent with an inset that shows a padded box of the source enlarged.

    The inset keeps the crop's aspect; its longer side is `inset` times the picture's shorter one. It stands `margin`
    px from two edges, in the corner that covers least of the box: top right, top left, bottom right or bottom left,
    the first of those that are equal. A frame of `line` px parts it from the picture.
    """
    height, width = sent.shape[:2]
    share = width / source.shape[1]
    panel = crop(source, box, padding, round(inset * min(height, width)))
    tall, wide = panel.shape[0] + 2 * line, panel.shape[1] + 2 * line
    target = Box(*(round(edge * share) for edge in (box.x0, box.y0, box.x1, box.y1)))
    right, bottom = width - margin - wide, height - margin - tall
    corners = [Box(x, y, x + wide, y + tall) for y in (margin, bottom) for x in (right, margin)]
    place = min(corners, key=target.overlap)
    found = sent.copy()
    found[place.y0 : place.y1, place.x0 : place.x1] = colour
    found[place.y0 + line : place.y1 - line, place.x0 + line : place.x1 - line] = panel
    return found
