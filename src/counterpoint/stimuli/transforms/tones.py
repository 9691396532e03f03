"""Transforms of each pixel by itself: seeded noise, and low contrast in two polarities."""

import cv2
import numpy as np
from scipy.special import ndtri

LIFT = 50
"""Grey levels that the published low contrast adds."""


STEPS = 2**16
"""Equally likely values of the noise before it is rounded: to 4.2 standard deviations on either side."""


def noise(pixels: np.ndarray, sigma: float, rng: np.random.Generator) -> np.ndarray:
    """Return a picture with Gaussian noise of standard deviation `sigma` grey levels, of its own in every channel.

    As in SciFig-Eval, whose sigma is 25 and whose noise had no seed; here `rng` is the seed's own generator. Noise is
    drawn in whole grey levels, as the rounded quantile of a whole random number, so that no processor's arithmetic
    shows in the pixels. Sums are cut off at 0 and 255: a white ground only grows darker.
    """
    quantiles = np.rint(sigma * ndtri((np.arange(STEPS) + 0.5) / STEPS)).astype(np.int16)
    drawn = quantiles[rng.integers(STEPS, size=pixels.shape, dtype=np.uint16)]
    drawn += pixels
    return np.clip(drawn, 0, 255, out=drawn).astype(np.uint8)


def low_contrast_dark(pixels: np.ndarray, share: float) -> np.ndarray:
    """Return a picture with `share`, between 0 and 1, of its contrast, its white a dark grey: share * x + 50.

    As in SciFig-Eval, whose share is 0.3: white becomes 126, black 50. Values are rounded, halves to even, and cut off
    at 255.
    """
    return cv2.LUT(pixels, np.clip(np.rint(share * np.arange(256) + LIFT), 0, 255).astype(np.uint8))


def low_contrast_light(pixels: np.ndarray, share: float) -> np.ndarray:
    """Return the mirror of `low_contrast_dark`, in which black is a light grey: 255 - (share * (255 - x) + 50).

    The published polarity darkens the page as well as flattening it; the two together tell these apart.
    """
    return 255 - low_contrast_dark(255 - pixels, share)
