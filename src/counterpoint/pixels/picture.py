"""A picture as an array of pixels, and the colours that it consists of."""

from pathlib import Path

import numpy as np
from PIL import Image

INK_CORE = 150
"""A text holds pixels whose brightest channel is below this."""
INK_EDGE = 190
"""Pixels of a text's smoothed edge are below this."""
INK_CHROMA = 75
"""Text is black, grey or dark blue: the brightest and the darkest channel of a pixel differ by less than this."""
WHITE_DISTANCE = 24
"""A pixel belongs to the ground when no channel is further than this from the ground's colour."""


def pixels_of(image: Image.Image | str | Path | np.ndarray) -> np.ndarray:
    """Return a picture as (height, width, 3) RGB bytes, laid on white where it is transparent."""
    if isinstance(image, np.ndarray):
        return np.ascontiguousarray(image[:, :, :3])
    if not isinstance(image, Image.Image):
        with Image.open(image) as opened:
            opened.load()
            return pixels_of(opened)
    layer = image.convert("RGBA")
    ground = Image.new("RGBA", layer.size, (255, 255, 255, 255))
    return np.asarray(Image.alpha_composite(ground, layer).convert("RGB")).copy()


def chroma(pixels: np.ndarray) -> np.ndarray:
    """Return the difference of the brightest and the darkest channel, (height, width)."""
    red, green, blue = _channels(pixels)
    return np.maximum(np.maximum(red, green), blue) - np.minimum(np.minimum(red, green), blue)


def brightest(pixels: np.ndarray) -> np.ndarray:
    """Return the brightest channel, (height, width)."""
    red, green, blue = _channels(pixels)
    return np.maximum(np.maximum(red, green), blue)


def _channels(pixels: np.ndarray) -> list[np.ndarray]:
    # numpy reduces an axis of three slowly; channel by channel takes a tenth of the time.
    return [np.asarray(pixels[..., number], np.int16) for number in range(3)]


def ink(pixels: np.ndarray) -> np.ndarray:
    """Return which pixels are dark and nearly without colour, as texts and axis lines are, with their edges."""
    return (brightest(pixels) < INK_EDGE) & (chroma(pixels) < INK_CHROMA)


def distance(pixels: np.ndarray, colour: np.ndarray) -> np.ndarray:
    """Return how far pixels are from a colour: the largest difference of a channel."""
    red, green, blue = (
        np.abs(channel - np.int16(round(float(part)))) for channel, part in zip(_channels(pixels), colour, strict=True)
    )
    return np.maximum(np.maximum(red, green), blue)


def has_colour(pixels: np.ndarray, colour: np.ndarray, most: float = 48) -> np.ndarray:
    """Return which pixels have a colour: nearer to it than `most` and than to white, grey only if it is grey."""
    reach = min(most, 0.5 * float(255 - np.min(colour)))
    near = distance(pixels, colour) <= reach
    vivid = float(np.ptp(colour))
    return near & (chroma(pixels) >= 0.4 * vivid) if vivid >= 20 else near


def not_ground(pixels: np.ndarray) -> np.ndarray:
    """Return which pixels differ from the white ground."""
    return distance(pixels, np.array([255, 255, 255])) > WHITE_DISTANCE


def main_colours(pixels: np.ndarray, least: float, apart: float = 24) -> list[np.ndarray]:
    """Return the colours of (n, 3) pixels that each cover at least the share `least`, commonest first.

    Colours nearer to each other than `apart` count as one.
    """
    found: list[np.ndarray] = []
    if not len(pixels):
        return found
    total = len(pixels)
    codes = pixels.astype(np.int32)
    keys, counts = np.unique(codes[:, 0] << 16 | codes[:, 1] << 8 | codes[:, 2], return_counts=True)
    shades = np.stack([keys >> 16, keys >> 8 & 255, keys & 255], axis=1)
    blocks, members = np.unique((shades >> 3) @ np.array([1024, 32, 1]), return_inverse=True)
    sums = np.bincount(members, weights=counts, minlength=len(blocks))
    for block in np.lexsort((blocks, -sums))[:64]:
        middle = np.array([blocks[block] >> 10, blocks[block] >> 5 & 31, blocks[block] & 31]) * 8 + 4
        near = distance(shades, middle) <= apart / 2
        if counts[near].sum() < least * total:
            continue
        colour = np.array([_middle(shades[near, channel], counts[near]) for channel in range(3)])
        if all(np.abs(colour - other).max() >= apart for other in found):
            found.append(colour)
    return found


def _middle(values: np.ndarray, counts: np.ndarray) -> float:
    """Return the weighted median."""
    order = np.argsort(values, kind="stable")
    running = np.cumsum(counts[order])
    return float(values[order][np.searchsorted(running, running[-1] / 2)])


def hexadecimal(colour: np.ndarray) -> str:
    """Return a colour as #RRGGBB."""
    return "#" + "".join(f"{round(float(channel)):02X}" for channel in colour)
