"""Pairs of a slice and its counterfactual, in which the tumour is shown as another modality shows it."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from PIL import Image
from scipy.ndimage import distance_transform_edt

from counterpoint.stimuli.medical.cases import CaseSlice
from counterpoint.stimuli.medical.defects import Defect
from counterpoint.stimuli.views.region import Box, box_of

Blend = Literal["hard", "feathered", "matched"]
"""How the other modality is set in: as it is; fading in from its border; or made lighter or darker to fit there."""

FEATHER = 4
"""Px from the mask's edge inwards over which a feathered swap fades in."""
BAND = 3
"""Px to either side of the mask's edge by which brightness is matched."""


@dataclass(frozen=True)
class Direction:
    """A swap: the modality of the whole picture, and the one that is set into the tumour."""

    background: str
    inserted: str

    @property
    def name(self) -> str:
        """Its name, e.g. `t2f_in_t1n`."""
        return f"{self.inserted}_in_{self.background}"


DIRECTIONS = (Direction("t1n", "t2f"), Direction("t2f", "t1n"))
"""The two swaps of the study."""


@dataclass(frozen=True)
class MedicalPair:
    """An original and its counterfactual, which differ at most inside the mask.

    `original` and `counterfactual` are 8-bit pictures (mode L) of the same size, front up, the patient's left on the
    left; `mask` is the whole tumour, bool (height, width), `box` the smallest box around it. In the original the tumour
    is shown in modality `direction.background`, in the counterfactual in `direction.inserted`; all else is `background`
    in both. `difference` is the mean absolute difference of the two in the mask, in grey levels of 0 to 255.
    """

    case: str
    direction: Direction
    blend: Blend
    slice_index: int
    original: Image.Image
    counterfactual: Image.Image
    mask: np.ndarray
    box: Box
    difference: float


def swap(case: CaseSlice, direction: Direction, blend: Blend = "hard", *, feather: int = FEATHER) -> MedicalPair:
    """Return the pair C = (1 - M) I_a + M I_b, with M the whole-tumour mask, a the background and b the inserted one.

    `hard`: M is 0 or 1. `feathered`: M rises evenly from the mask's edge to 1 over `feather` px inside it, and is 0
    outside. `matched`: I_b is first made lighter or darker as a whole, so that its mean just inside the mask is that of
    I_a just outside, both within `BAND` px of the edge: what is set in differs in its pattern, with no step around it.
    Raises Defect when there is no brain around the tumour to match by.
    """
    background, inserted, mask = case.pictures[direction.background], case.pictures[direction.inserted], case.mask
    if blend == "matched":
        inserted = np.clip(inserted + _step(case, background, inserted), 0, 1)
    weight = np.minimum(distance_transform_edt(mask) / (feather + 1), 1) if blend == "feathered" else mask.astype(float)
    original = _grey(background)
    counterfactual = np.where(mask, _grey((1 - weight) * background + weight * inserted), original)
    return MedicalPair(
        case=case.case,
        direction=direction,
        blend=blend,
        slice_index=case.slice_index,
        original=Image.fromarray(original),
        counterfactual=Image.fromarray(counterfactual),
        mask=mask,
        box=box_of(mask),
        difference=float(np.abs(counterfactual[mask].astype(int) - original[mask]).mean()),
    )


def _step(case: CaseSlice, background: np.ndarray, inserted: np.ndarray) -> float:
    """Return by how much the background just outside the tumour is brighter than what is set in just inside."""
    inside = case.mask & (distance_transform_edt(case.mask) <= BAND)
    outside = ~case.mask & (distance_transform_edt(~case.mask) <= BAND) & (background > 0)
    if not outside.any():
        raise Defect("no_surround", f"{case.case} has no brain around the tumour by which brightness could be matched")
    return float(background[outside].mean() - inserted[inside].mean())


def _grey(values: np.ndarray) -> np.ndarray:
    """Return values between 0 and 1 as grey levels, rounded to the nearest."""
    return np.rint(255 * values).astype(np.uint8)
