"""Rotation on a canvas that grows with it, on the original canvas, and the loss of corners alone."""

import numpy as np
from PIL import Image

WHITE = 255


def rotated(pixels: np.ndarray, degrees: float) -> np.ndarray:
    """Return a picture turned counter-clockwise on a white canvas that is large enough to hold all of it.

    Bicubic (Pillow, which computes it alike on every processor).
    """
    return _turned(pixels, degrees, expand=True)


def rotated_cropped(pixels: np.ndarray, degrees: float) -> np.ndarray:
    """Return a picture turned counter-clockwise about its middle on a canvas of its own size, its corners cut off.

    As in SciFig-Eval, by 15 degrees: what is lost there is a title or a tick label as often as not.
    """
    return _turned(pixels, degrees, expand=False)


def corners_lost(pixels: np.ndarray, degrees: float) -> np.ndarray:
    """Return the picture as it stands, white where `rotated_cropped` by as many degrees loses it.

    It shows what `rotated_cropped` shows without the turn, so that the cost of turning and of losing corners can be
    told apart. A pixel is lost when its middle leaves the canvas.
    """
    height, width = pixels.shape[:2]
    angle = np.deg2rad(degrees)
    right = np.arange(width) + 0.5 - width / 2
    down = (np.arange(height) + 0.5 - height / 2)[:, None]
    across = right * np.cos(angle) + down * np.sin(angle)
    along = down * np.cos(angle) - right * np.sin(angle)
    lost = (np.abs(across) > width / 2) | (np.abs(along) > height / 2)
    return np.where(lost[:, :, None], np.uint8(WHITE), pixels)


def _turned(pixels: np.ndarray, degrees: float, expand: bool) -> np.ndarray:
    image = Image.fromarray(pixels)
    white = (WHITE,) * 3
    return np.asarray(image.rotate(degrees, Image.Resampling.BICUBIC, expand=expand, fillcolor=white))
