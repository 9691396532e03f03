"""A phantom's four pictures: how bright each tissue is in T1, T1 with contrast agent, T2 and FLAIR."""

import numpy as np
from scipy.ndimage import gaussian_filter

from counterpoint.stimuli.medical.phantom_anatomy import Anatomy
from counterpoint.stimuli.medical.phantom_fields import Array, Field, Points
from counterpoint.stimuli.medical.phantom_tumour import Parts

BRIGHTNESS = {  # of fluid, cortex, deep grey, white matter, necrosis, oedema, enhancing tumour
    "t1n": (0.20, 0.55, 0.61, 0.80, 0.32, 0.56, 0.50),
    "t1c": (0.20, 0.56, 0.62, 0.80, 0.30, 0.55, 1.20),
    "t2w": (1.05, 0.62, 0.55, 0.42, 0.95, 0.85, 0.68),
    "t2f": (0.13, 0.56, 0.52, 0.44, 0.52, 0.90, 0.74),
}
"""The order of tissues is that of textbook MRI: white matter is brightest in T1 and darkest but for fluid in FLAIR."""
SCALE = (450.0, 1100.0)
"""Range of what brightness 1 becomes in a file; scanners have no unit."""
NOISE = 0.022
BIAS = 0.05
BLUR = 0.6
"""Standard deviations: of the noise in brightness, of the coil's uneven gain, and of the point spread in mm."""
BLUR_REACH = 2
"""Points of the grid to either side that the blur takes in: SciPy's 4 standard deviations, rounded."""


def signals(
    tissue: Anatomy, tumour: Parts, points: Points, spacing: float, random: np.random.Generator
) -> dict[str, Array]:
    """Return the int16 values of each modality at points of a grid, 0 outside the brain.

    `points` are those of the brain and at least BLUR_REACH around it; `spacing` is that of the slices in mm.
    """
    left = 1 - tumour.necrosis - tumour.oedema - tumour.enhancing
    normal = [share * left for share in (tissue.fluid, tissue.grey, tissue.deep, tissue.white)]
    shares = [*normal, tumour.necrosis, tumour.oedema, tumour.enhancing]
    texture = 1 + 0.02 * Field(random, 2.2).at(points) + 0.02 * Field(random, 7).at(points)
    # Lesions are never even: cores and oedema have spots of their own.
    uneven = 1 + (1 - left) * (0.08 * Field(random, 2.6).at(points) + 0.06 * Field(random, 5).at(points))
    volumes = {}
    for modality, levels in BRIGHTNESS.items():
        signal = sum(share * level for share, level in zip(shares, levels, strict=True)) * texture * uneven
        whole = gaussian_filter(points.spread(signal), (BLUR, BLUR, BLUR / spacing))
        gain = np.exp(BIAS * Field(random, 30).at(points))
        noise = gaussian_filter(random.standard_normal(whole.shape, dtype=np.float32), (0.5, 0.5, 0))
        signal = np.abs(whole.ravel()[points.places] * gain + NOISE * (noise.ravel()[points.places] / 0.56))
        values = np.rint(signal * random.uniform(*SCALE)).astype(np.int16)
        # Zero means outside the brain, so that no point inside it may be.
        volumes[modality] = np.where(tissue.brain, np.maximum(values, 1), 0).astype(np.int16)
    return volumes
