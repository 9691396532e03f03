"""Phantom cases in the layout of BraTS 2023: made by rule from a seed, labelled as phantoms wherever they appear.

BraTS may not be handed on, so that a run without it uses these. They are drawn, not measured: they show whether a model
can tell one contrast from another, and nothing about disease.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import deflate
import nibabel
import numpy as np
from scipy.ndimage import maximum_filter

from counterpoint.errors import UserError
from counterpoint.files import write_atomically, write_text
from counterpoint.seeds import generator
from counterpoint.stimuli.medical.phantom_anatomy import anatomy, hull_depth
from counterpoint.stimuli.medical.phantom_fields import Array, grid
from counterpoint.stimuli.medical.phantom_signal import BLUR_REACH, signals
from counterpoint.stimuli.medical.phantom_tumour import SHAPES, draw_tumour, parts

PHANTOM_MARK = "Counterpoint PHANTOM, not a patient"
"""Text in the header field `descrip` of every file."""
PHANTOM_SOURCE = "phantom drawn by Counterpoint; not a patient"
PHANTOM_LICENCE = "MIT"
SIDE = 240
HEIGHT = 155.0
"""Pixels of 1 mm a side, and mm from the lowest slice to the highest, as in BraTS."""
FULL_SLICES = 155
MIDDLE = (119.5, 117.5, 70.0)
"""Where the middle of the brain is, in mm from the left, back and lowest corner."""
ROOM = (74, 92, 58, 70)
"""Mm that a brain can reach to either side, to front and back, downwards and upwards from its middle."""
LEVEL = 4
"""Of compression: files as large as those of BraTS, in a fraction of the time of level 9."""


@dataclass(frozen=True)
class PhantomCase:
    """Volumes of one phantom in RAS+ order (right, front, up), int16 by modality and uint8 labels; tumour's shape."""

    volumes: dict[str, Array]
    labels: Array
    shape: str
    spacing: float


def phantom_name(number: int) -> str:
    """Return the case name of a phantom, shaped as those of BraTS 2023."""
    return f"PHANTOM-GLI-{number:05d}-000"


def draw_phantom(seed: int, number: int, slices: int = FULL_SLICES) -> PhantomCase:
    """Draw one phantom of 240 x 240 pixels; every sixth has the same shape of tumour, at another place and size.

    With fewer than 155 slices these lie further apart and the brain stays whole: each slice shows what it would show
    among 155, and a case takes less time. The random stream depends on seed and number alone.
    """
    spacing = HEIGHT / slices
    shape = list(SHAPES)[number % len(SHAPES)]
    name = phantom_name(number)
    axes = [np.arange(SIDE) - MIDDLE[0], np.arange(SIDE) - MIDDLE[1], np.arange(slices) * spacing - MIDDLE[2]]
    limits = [(-ROOM[0], ROOM[0]), (-ROOM[1], ROOM[1]), (-ROOM[2], ROOM[3])]
    box = tuple(
        slice(*np.searchsorted(axis, (low, high)).tolist()) for axis, (low, high) in zip(axes, limits, strict=True)
    )
    whole = grid(*(axis[part] for axis, part in zip(axes, box, strict=True)))
    tumour = draw_tumour(shape, generator(seed, "phantom", name, "tumour"))
    depth = hull_depth(whole, generator(seed, "phantom", name, "hull"))
    # Half of the grid is the brain and what the blur carries into it; nothing else shows.
    near = np.flatnonzero(maximum_filter(depth > 0, 2 * BLUR_REACH + 1))
    points, depth = whole.at(near), depth.ravel()[near]
    tissue = anatomy(points, tumour.pushed(points), depth, generator(seed, "phantom", name, "anatomy"))
    growth = parts(tumour, points, depth, tissue, generator(seed, "phantom", name, "growth"))
    small = signals(tissue, growth, points, spacing, generator(seed, "phantom", name, "signal"))
    volumes = {modality: _placed(points.spread(values), box, slices) for modality, values in small.items()}
    return PhantomCase(volumes, _placed(points.spread(growth.labels), box, slices), shape, spacing)


def write_phantoms(folder: str | Path, seed: int, numbers: Sequence[int], slices: int = FULL_SLICES) -> list[Path]:
    """Write phantoms as `{case}/{case}-{t1n,t1c,t2w,t2f,seg}.nii.gz` below a folder; return the cases' folders.

    The files' bytes depend on seed and number alone. Raises UserError when the folder cannot be written.
    """
    if slices < 8 or slices > FULL_SLICES:
        raise UserError(f"phantoms of {slices} slices: a phantom has 8 to {FULL_SLICES}; choose a number in between")
    write_text(Path(folder) / "PHANTOM.txt", f"{PHANTOM_SOURCE}. Licence: {PHANTOM_LICENCE}. Seed: {seed}.\n")
    return [_write(Path(folder) / phantom_name(n), draw_phantom(seed, n, slices)) for n in numbers]


def _placed(values: Array, box: tuple[slice, ...], slices: int) -> Array:
    whole = np.zeros((SIDE, SIDE, slices), values.dtype)
    whole[box] = values
    return whole


def _write(folder: Path, case: PhantomCase) -> Path:
    # Stored as BraTS is: the first axis runs to the patient's left, the second to the back.
    affine = np.diag([-1.0, -1.0, case.spacing, 1.0])
    affine[1, 3] = SIDE - 1
    for modality, values in {**case.volumes, "seg": case.labels}.items():
        image = nibabel.Nifti1Image(np.ascontiguousarray(values[::-1, ::-1]), affine)
        image.header["descrip"] = PHANTOM_MARK.encode()
        image.header.set_xyzt_units("mm")
        content = deflate.gzip_compress(image.to_bytes(), LEVEL)
        write_atomically(
            folder / f"{folder.name}-{modality}.nii.gz", lambda path, content=content: path.write_bytes(content)
        )
    return folder
