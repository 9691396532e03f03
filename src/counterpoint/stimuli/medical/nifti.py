"""NIfTI volumes read a slice at a time, inflating no more than is needed; and the same by nibabel alone."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from io import BufferedIOBase, BytesIO
from itertools import islice
from pathlib import Path

import nibabel
import numpy as np
from nibabel.orientations import apply_orientation, io_orientation
from nibabel.spatialimages import HeaderDataError
from zlib_ng import gzip_ng, zlib_ng

from counterpoint.stimuli.medical.defects import Defect

HEADER_BYTES = 540
"""Bytes of the longer of the two NIfTI headers."""
HEADER_START, MOST_OFFSET = 348, 2**20
"""Bytes between which the data of a volume may begin, after the header and its extensions."""
MOST_POINTS = 512**3
GZIP_MARK = b"\x1f\x8b"


@dataclass(frozen=True)
class Volume:
    """A NIfTI file: what its header says of the volume in it.

    `shape`, `affine` and `dtype` are as stored; `axes` has for each stored axis the axis of the body that it follows
    (0 right, 1 front, 2 up) and 1 or -1 for its sense, as nibabel's `io_orientation` gives them. `offset` is where the
    data begin in the inflated file; `plain` says that they are integers in this machine's byte order, unscaled, whole,
    and stored axial slice after axial slice, so that they can be read by `slices`. `note` is the header's own text.
    """

    path: Path
    shape: tuple[int, int, int]
    affine: np.ndarray
    dtype: np.dtype
    axes: np.ndarray
    offset: int
    plain: bool
    note: str

    @property
    def axial_axis(self) -> int:
        """Which stored axis counts axial slices."""
        return int(np.flatnonzero(self.axes[:, 0] == 2)[0])

    @property
    def height(self) -> int:
        """How many axial slices there are."""
        return self.shape[self.axial_axis]

    def counted(self, place: int) -> int:
        """Return the number from the feet of the slice that is stored at a place, and the other way round."""
        return place if self.axes[self.axial_axis, 1] > 0 else self.height - 1 - place

    def turned(self, values: np.ndarray) -> np.ndarray:
        """Return an axial slice as stored as an array (to the right, to the front)."""
        return apply_orientation(np.expand_dims(values, self.axial_axis), self.axes)[:, :, 0]


def open_volume(path: Path) -> Volume:
    """Read a file's header. Raises Defect when the file cannot be read or holds no volume that could be shown."""
    with reading(path):
        gzipped = _gzipped(path)
        head = _head(path, gzipped)
        header, shape, dtype, affine, slope, offset = _said(path, head)
        if len(shape) != 3:
            raise Defect("not_3d", f"{path.name} has {len(shape)} dimensions {shape}; three are needed")
        if dtype.kind not in "iuf":
            raise Defect("not_scalar", f"{path.name} holds {dtype}; one number a point is needed")
        if min(shape) < 1 or np.prod(shape, dtype=object) > MOST_POINTS:
            raise Defect("too_large", f"{path.name} says its shape is {shape}; 1 to {MOST_POINTS} points are possible")
        axes = _axes(affine.tobytes())
        if np.isnan(axes).any():
            raise Defect("other_affine", f"{path.name} does not say how it lies in space")
        size, full = _inflated_bytes(path, gzipped), offset + int(np.prod(shape)) * dtype.itemsize
        if size != full and _counted_bytes(path) < full:
            raise EOFError
        plain = (
            dtype.kind in "iu"
            and dtype.isnative
            and slope in ((None, None), (1.0, 0.0))
            and bool(axes[2, 0] == 2)
            and size == full
        )
        note = bytes(header["descrip"]).split(b"\0")[0].decode("latin-1")
        return Volume(path, shape, affine, dtype, axes, offset, plain, note)


def slices(volume: Volume, *, nibabel_only: bool = False) -> Iterator[np.ndarray]:
    """Yield a volume's axial slices as stored, one by one; of a plain volume only as many as are taken are inflated.

    Values are as stored, or float64 after the header's slope and intercept where it has these. When all are taken of a
    plain volume, the file's checksum has been checked. Raises Defect when the file is damaged.
    """
    if nibabel_only or not volume.plain:
        yield from np.moveaxis(_by_nibabel(volume, (slice(None),) * 3), volume.axial_axis, 0)
        return
    wide, long, high = volume.shape
    size = wide * long * volume.dtype.itemsize
    with reading(volume.path), _opened(volume.path) as stream:
        stream.read(volume.offset)
        for _ in range(high):
            content = stream.read(size)
            if len(content) < size:
                raise EOFError
            yield np.frombuffer(content, volume.dtype).reshape((wide, long), order="F")
        stream.read(1)  # where the checksum is


def axial(volume: Volume, index: int, *, nibabel_only: bool = False) -> np.ndarray:
    """Return the axial slice `index`, counted from the feet, as an array (to the right, to the front)."""
    place = volume.counted(index)
    if volume.plain and not nibabel_only:
        return volume.turned(next(islice(slices(volume), place, None)))
    part = tuple(slice(place, place + 1) if axis == volume.axial_axis else slice(None) for axis in range(3))
    return volume.turned(_by_nibabel(volume, part).squeeze(volume.axial_axis))


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn what reading a bad file raises into a Defect that names the file."""
    try:
        yield
    except EOFError as error:
        raise Defect("truncated", f"{path.name} is cut off") from error
    except (zlib.error, zlib_ng.error, gzip_ng.BadGzipFile) as error:
        raise Defect("damaged", f"{path.name} cannot be inflated ({error})") from error
    except OSError as error:
        raise Defect("unreadable", f"{path.name} cannot be read ({error.strerror or error})") from error


@lru_cache(maxsize=8)
def _axes(affine: bytes) -> np.ndarray:
    """Return nibabel's orientation of an affine, NaN where there is none; all cases of BraTS have the same."""
    matrix = np.frombuffer(affine).reshape(4, 4)
    return io_orientation(matrix) if np.isfinite(matrix).all() else np.full((3, 2), np.nan)


def _said(path: Path, head: bytes) -> tuple:
    """Return a header with its shape, type, affine, slope and intercept, and where the data begin."""
    kinds = (nibabel.Nifti1Header, nibabel.Nifti2Header)
    kind = next((k for k in kinds if k.may_contain_header(head)), None)
    if kind is None:
        raise Defect("not_nifti", f"{path.name} is not a NIfTI volume in one file")
    try:
        header = kind.from_fileobj(BytesIO(head), check=False)  # what matters is checked here
        shape = tuple(int(n) for n in header.get_data_shape())
        said = shape, header.get_data_dtype(), header.get_best_affine(), header.get_slope_inter()
        offset = int(header.get_data_offset())
    except (HeaderDataError, KeyError, ValueError, OverflowError) as error:
        raise Defect("not_nifti", f"{path.name} has a NIfTI header that says impossible things ({error})") from error
    if bytes(header["magic"])[:3] not in (b"n+1", b"n+2") or not HEADER_START <= offset <= MOST_OFFSET:
        raise Defect("not_nifti", f"{path.name} is not a NIfTI volume in one file")
    return header, *said, offset


def _by_nibabel(volume: Volume, place: tuple[slice, ...]) -> np.ndarray:
    with reading(volume.path):
        try:
            return np.asarray(nibabel.load(volume.path).dataobj[place])
        except HeaderDataError as error:
            raise Defect("not_nifti", f"{volume.path.name} has a NIfTI header that is not valid ({error})") from error


def _gzipped(path: Path) -> bool:
    with open(path, "rb") as stream:
        gzipped = stream.read(2) == GZIP_MARK
    if gzipped != path.name.lower().endswith(".gz"):
        raise Defect("not_nifti", f"{path.name} is {'' if gzipped else 'not '}compressed, against its name")
    return gzipped


def _head(path: Path, gzipped: bool) -> bytes:
    """Return the first bytes of the inflated file; of a long file no more than its first 4 kB are read."""
    with open(path, "rb") as stream:
        start = stream.read(4096)
    if not gzipped:
        return start[:HEADER_BYTES]
    head = zlib_ng.decompressobj(31).decompress(start, HEADER_BYTES)
    if len(head) < HEADER_BYTES and len(start) < 4096:
        raise EOFError
    return head


def _inflated_bytes(path: Path, gzipped: bool) -> int:
    """Return how long a file says it is when inflated: a gzip file that was cut off ends in other bytes."""
    if not gzipped:
        return path.stat().st_size
    with open(path, "rb") as stream:
        stream.seek(-4, 2)
        return int.from_bytes(stream.read(4), "little")


def _counted_bytes(path: Path) -> int:
    """Return how long a file is when inflated, by inflating it: needed of several gzip members, or of a cut one."""
    with _opened(path) as stream:
        return sum(len(part) for part in iter(lambda: stream.read(2**20), b""))


def _opened(path: Path) -> BufferedIOBase:
    return gzip_ng.open(path) if path.name.lower().endswith(".gz") else open(path, "rb")
