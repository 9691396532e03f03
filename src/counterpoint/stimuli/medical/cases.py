"""A case's whole-tumour slice: which slice it is, its mask, and each modality's picture of it between 0 and 1."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from counterpoint.stimuli.medical.defects import Defect
from counterpoint.stimuli.medical.layouts import SEGMENTATION, Case
from counterpoint.stimuli.medical.nifti import Volume, axial, open_volume, slices

Normalisation = Literal["slice", "volume"]
"""Over which points the percentiles are taken: those of the shown slice, or of the whole volume."""

PERCENTILES = (1.0, 99.0)
"""Percentiles of the non-zero values that become black and white; those of the published code."""
MOST_LABEL = 4
MINIMUM_AREA = 100
"""Px (mm² in BraTS) that a tumour must cover in its largest slice: a circle of 11 mm."""
SAME = 1e-3
"""Mm and shares by which affines and the sides of a pixel may differ and still count as the same."""


@dataclass(frozen=True)
class Tumour:
    """The axial slice with the largest tumour: `index` from the feet, `area` in px there, `points` of all slices.

    `labels` is the segmentation of that slice, uint8, (to the right, to the front).
    """

    index: int
    area: int
    points: int
    labels: np.ndarray


@dataclass(frozen=True)
class CaseSlice:
    """What pictures of a case are made of. All arrays are as shown: (height, width), front up, the patient's left left.

    `labels` is the segmentation, uint8; `pictures` has each modality's normalised picture, float64 in [0, 1], 0 outside
    the brain; `slice_index` counts from the feet, of `slices`; `tumour_area` is in px of the slice, `tumour_volume` in
    mm³; `note` is the text of the headers, in which a phantom says that it is one.
    """

    case: str
    layout: str
    slice_index: int
    slices: int
    tumour_area: int
    tumour_volume: float
    labels: np.ndarray
    pictures: Mapping[str, np.ndarray]
    note: str

    @property
    def mask(self) -> np.ndarray:
        """The whole tumour: every point with a label."""
        return self.labels > 0


def read_case(
    case: Case,
    modalities: tuple[str, ...] = ("t1n", "t2f"),
    *,
    normalisation: Normalisation = "slice",
    minimum_area: int = MINIMUM_AREA,
    nibabel_only: bool = False,
) -> CaseSlice:
    """Read the whole-tumour slice of a case in some modalities.

    What is read is what is checked: the segmentation wholly; of a modality its header and the shown slice, or with
    `normalisation="volume"` all of it. `nibabel_only` reads without the fast path, to the same result.
    Raises Defect when the case cannot be used.
    """
    volumes = {role: open_volume(_only_file(case, role)) for role in (SEGMENTATION, *modalities)}
    segmentation = volumes[SEGMENTATION]
    _check_space(segmentation, [volumes[modality] for modality in modalities])
    tumour = find_tumour(segmentation, nibabel_only=nibabel_only)
    if tumour.area < minimum_area:
        raise Defect(
            "tiny_mask",
            f"{segmentation.path.name} marks {tumour.area} px in its largest slice; {minimum_area} are needed",
        )
    pictures = {}
    for modality in modalities:
        volume = volumes[modality]
        if normalisation == "volume":
            values = np.stack(list(slices(volume, nibabel_only=nibabel_only)))
            shown = volume.turned(values[volume.counted(tumour.index)])
        else:
            values = shown = axial(volume, tumour.index, nibabel_only=nibabel_only)
        pictures[modality] = _upright(normalise(shown, *contrast(values, volume.path)))
    return CaseSlice(
        case=case.name,
        layout=case.layout,
        slice_index=tumour.index,
        slices=segmentation.height,
        tumour_area=tumour.area,
        tumour_volume=tumour.points * float(abs(np.linalg.det(segmentation.affine[:3, :3]))),
        labels=_upright(tumour.labels),
        pictures=pictures,
        note=segmentation.note,
    )


def find_tumour(segmentation: Volume, *, nibabel_only: bool = False) -> Tumour:
    """Return the axial slice with most points that have a label; of equals the one nearest the feet.

    Raises Defect when no point has a label, or a value is not a label.
    """
    most, best, points, kept = 0, 0, 0, None
    for place, labels in enumerate(slices(segmentation, nibabel_only=nibabel_only)):
        area = np.count_nonzero(labels)
        if area == 0:
            continue
        _check_labels(labels, segmentation.path)
        points += area
        if area > most or (area == most and segmentation.counted(place) < best):
            most, best, kept = area, segmentation.counted(place), labels
    if kept is None:
        raise Defect("empty_mask", f"{segmentation.path.name} marks no tumour")
    return Tumour(best, int(most), int(points), segmentation.turned(kept).astype(np.uint8))


def contrast(values: np.ndarray, path: Path) -> tuple[float, float]:
    """Return the percentiles of the non-zero values that become black and white.

    Raises Defect when a value is not finite, or when all values are alike.
    """
    if not np.isfinite(values).all():
        raise Defect("not_finite", f"{path.name} holds NaN or infinity where the picture is taken from")
    brain = values[values != 0]
    low, high = np.percentile(brain, PERCENTILES) if brain.size else (0.0, 0.0)
    if not low < high:
        raise Defect("constant", f"{path.name} has no contrast where the picture is taken from")
    return float(low), float(high)


def normalise(values: np.ndarray, low: float, high: float) -> np.ndarray:
    """Return values as float64 with `low` at 0 and `high` at 1, cut off beyond; points of value 0 stay 0."""
    scaled = np.clip((values.astype(np.float64) - low) / (high - low), 0, 1)
    return np.where(values != 0, scaled, 0.0)


def _only_file(case: Case, role: str) -> Path:
    files = case.files.get(role, [])
    if not files:
        raise Defect("missing_file", f"{case.name} has no file for {role}")
    if len(files) > 1:
        raise Defect("two_files", f"{case.name} has {len(files)} files for {role}: {', '.join(map(str, files))}")
    return files[0]


def _check_space(segmentation: Volume, others: list[Volume]) -> None:
    for other in others:
        pair = f"{other.path.name} and {segmentation.path.name}"
        if other.shape != segmentation.shape:
            raise Defect("other_shape", f"{pair} differ in shape: {other.shape} and {segmentation.shape}")
        if not np.allclose(other.affine, segmentation.affine, rtol=0, atol=SAME):
            raise Defect("other_affine", f"{pair} lie differently in space")
    sides = np.linalg.norm(segmentation.affine[:3, :3], axis=0)[segmentation.axes[:, 0] != 2]
    if abs(sides[0] / sides[1] - 1) > SAME:
        raise Defect("not_square", f"{segmentation.path.name} has pixels of {sides[0]:.3g} x {sides[1]:.3g} mm")


def _check_labels(labels: np.ndarray, path: Path) -> None:
    low, high = labels.min(), labels.max()
    if not (low >= 0 and high <= MOST_LABEL) or (labels.dtype.kind == "f" and (labels != np.rint(labels)).any()):
        raise Defect("not_labels", f"{path.name} holds values that are not labels 0 to {MOST_LABEL}")


def _upright(values: np.ndarray) -> np.ndarray:
    """Turn a slice (to the right, to the front) by 90 degrees counter-clockwise, so that the front is up."""
    return np.ascontiguousarray(np.rot90(values))
