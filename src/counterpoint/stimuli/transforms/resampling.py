"""What storing and sending does to a picture: JPEG compression, and fewer pixels."""

from io import BytesIO

import cv2
import numpy as np
from PIL import Image


def jpeg(pixels: np.ndarray, quality: int) -> np.ndarray:
    """Return a picture after JPEG compression of a quality from 1 to 95, its colours at half the resolution (4:2:0)."""
    file = BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", quality=quality, subsampling="4:2:0")
    with Image.open(file) as image:
        return np.asarray(image.convert("RGB"))


def downsampled(pixels: np.ndarray, factor: int) -> np.ndarray:
    """Return a picture made `factor` times smaller and as large as before again.

    Smaller by the mean of each area (OpenCV), sides rounded up; larger bicubically (Pillow). Both compute alike on
    every processor.
    """
    height, width = pixels.shape[:2]
    small = cv2.resize(pixels, (-(-width // factor), -(-height // factor)), interpolation=cv2.INTER_AREA)
    return np.asarray(Image.fromarray(small).resize((width, height), Image.Resampling.BICUBIC))
