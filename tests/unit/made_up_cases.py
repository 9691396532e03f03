"""Small cases in the layouts of BraTS, stored in any type, byte order, scaling and orientation."""

from pathlib import Path

import deflate
import nibabel
import numpy as np
from nibabel.orientations import apply_orientation, axcodes2ornt, inv_ornt_aff, ornt_transform

from counterpoint.stimuli.medical.layouts import Case, find_cases

SHAPE = (24, 20, 9)
RAS = axcodes2ornt("RAS")


def brain(seed: int = 0) -> np.ndarray:
    """Return small whole numbers (to the right, to the front, upwards), 0 outside a block in the middle."""
    values = np.zeros(SHAPE, np.int64)
    values[3:-3, 3:-3, 1:-1] = np.random.default_rng(seed).integers(1, 120, (18, 14, 7))
    return values


def tumour() -> np.ndarray:
    """Return labels with 20 points in slice 3, 30 in slices 5 and 6 each."""
    labels = np.zeros(SHAPE, np.int64)
    labels[6:11, 6:10, 3] = 2
    labels[6:11, 6:12, 5:7] = 2
    labels[7:9, 7:9, 5] = 1
    return labels


def nifti(
    values: np.ndarray, codes: str = "LPS", dtype: str = "<i2", slope: float = 1.0, intercept: float = 0.0
) -> bytes:
    """Return a NIfTI file of RAS+ values (before scaling), stored in an orientation, type and byte order."""
    stored = apply_orientation(values, ornt_transform(RAS, axcodes2ornt(codes)))
    affine = np.eye(4) @ inv_ornt_aff(ornt_transform(RAS, axcodes2ornt(codes)), values.shape)
    header = nibabel.Nifti1Header(endianness=dtype[0] if dtype[0] in "<>" else "<")
    header.set_data_dtype(np.dtype(dtype))
    image = nibabel.Nifti1Image(stored.astype(dtype), affine, header)
    content = bytearray(image.to_bytes())
    # nibabel chooses a scaling by itself; these two fields are all that is wanted of it.
    order = dtype[0] if dtype[0] in "<>" else "<"
    content[112:120] = np.array([slope, intercept], f"{order}f4").tobytes()
    return bytes(content)


def gz(content: bytes) -> bytes:
    return deflate.gzip_compress(content, 6)


def write_case(folder: Path, name: str = "BraTS-GLI-00000-000", **files: bytes) -> Case:
    """Write a case of BraTS 2023 with a sound t1n, t2f and seg, or what is given instead; None leaves a file out."""
    sound = {"t1n": gz(nifti(brain(1))), "t2f": gz(nifti(brain(2))), "seg": gz(nifti(tumour(), dtype="|u1"))}
    (folder / name).mkdir(parents=True)
    for role, content in {**sound, **files}.items():
        if content is not None:
            (folder / name / f"{name}-{role}.nii.gz").write_bytes(content)
    return next(case for case in find_cases(folder) if case.name == name)


def expected(values: np.ndarray, index: int) -> np.ndarray:
    """Return the normalised picture of an axial slice of RAS+ values, straight from the definition."""
    shown = values[:, :, index]
    low, high = np.percentile(shown[shown != 0], [1, 99])
    picture = np.zeros((shown.shape[1], shown.shape[0]))
    for x in range(shown.shape[0]):
        for y in range(shown.shape[1]):
            if shown[x, y] != 0:
                picture[shown.shape[1] - 1 - y, x] = min(max((shown[x, y] - low) / (high - low), 0), 1)
    return picture
