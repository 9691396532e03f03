"""NIfTI volumes read a slice at a time, inflating no more than is needed; and the same by nibabel alone."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedIOBase, BytesIO
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
    def height(self) -> int:
        """How many axial slices there are."""
        return self.shape[int(np.flatnonzero(self.axes[:, 0] == 2)[0])]

    @property
    def rising(self) -> bool:
        """Whether axial slices are stored from the feet upwards."""
        return self.axes[self.axes[:, 0] == 2, 1][0] > 0


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
        axes = io_orientation(affine) if np.isfinite(affine).all() else np.full((3, 2), np.nan)
        if np.isnan(axes).any():
            raise Defect("other_affine", f"{path.name} does not say how it lies in space")
        size, full = _inflated_bytes(path, gzipped), offset + int(np.prod(shape)) * dtype.itemsize
        if not gzipped and size < full:
            raise EOFError
        plain = (
            dtype.kind in "iu"
            and dtype.isnative
            and slope in ((None, None), (1.0, 0.0))
            and axes[2, 0] == 2
            and size == full
        )
        note = bytes(header["descrip"]).split(b"\0")[0].decode("latin-1")
        return Volume(path, shape, affine, dtype, axes, offset, plain, note)


def slices(volume: Volume) -> Iterator[np.ndarray]:
    """Yield the slices of a plain volume as stored, one by one, inflating only as many as are taken.

    Each is an array (to the right, to the front) over one buffer that the next overwrites. When all are taken, the
    file's checksum has been checked. Raises Defect when the file is damaged.
    """
    buffer = np.empty(volume.shape[:2], volume.dtype, order="F")
    target = memoryview(buffer.T).cast("B")
    view = apply_orientation(buffer[:, :, np.newaxis], volume.axes)[:, :, 0]
    with reading(volume.path), _opened(volume.path) as stream:
        stream.read(volume.offset)
        for _ in range(volume.shape[2]):
            if stream.readinto(target) != len(target):
                raise EOFError
            yield view
        stream.read(1)


def axial(volume: Volume, index: int, *, nibabel_only: bool = False) -> np.ndarray:
    """Return the axial slice `index`, counted from the feet, as an array (to the right, to the front).

    Values are as stored, or float64 after the header's slope and intercept where it has these.
    """
    stored = index if volume.rising else volume.height - 1 - index
    if volume.plain and not nibabel_only:
        for place, values in enumerate(slices(volume)):
            if place == stored:
                return values
    place = tuple(slice(stored, stored + 1) if body == 2 else slice(None) for body in volume.axes[:, 0])
    return apply_orientation(_by_nibabel(volume, place), volume.axes)[:, :, 0]


def whole(volume: Volume, *, nibabel_only: bool = False) -> np.ndarray:
    """Return all values as an array (to the right, to the front, upwards), of the type that `axial` returns."""
    if volume.plain and not nibabel_only:
        values = np.empty(volume.shape, volume.dtype, order="F")
        with reading(volume.path), _opened(volume.path) as stream:
            stream.read(volume.offset)
            if stream.readinto(memoryview(values.T).cast("B")) != values.nbytes:
                raise EOFError
            stream.read(1)
        return apply_orientation(values, volume.axes)
    return apply_orientation(_by_nibabel(volume, (slice(None),) * 3), volume.axes)


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


def _said(path: Path, head: bytes) -> tuple:
    """Return a header with its shape, type, affine, slope and intercept, and where the data begin."""
    kinds = (nibabel.Nifti1Header, nibabel.Nifti2Header)
    kind = next((k for k in kinds if k.may_contain_header(head)), None)
    if kind is None:
        raise Defect("not_nifti", f"{path.name} is not a NIfTI volume in one file")
    try:
        header = kind.from_fileobj(BytesIO(head))
        shape = tuple(int(n) for n in header.get_data_shape())
        said = shape, header.get_data_dtype(), header.get_best_affine(), header.get_slope_inter()
        offset = int(header.get_data_offset())
    except (HeaderDataError, ValueError, OverflowError) as error:
        raise Defect("not_nifti", f"{path.name} has a NIfTI header that says impossible things ({error})") from error
    if bytes(header["magic"])[:3] not in (b"n+1", b"n+2") or not HEADER_START <= offset <= MOST_OFFSET:
        raise Defect("not_nifti", f"{path.name} is not a NIfTI volume in one file")
    return header, *said, offset


def _by_nibabel(volume: Volume, place: tuple[slice, ...]) -> np.ndarray:
    with reading(volume.path):
        try:
            return np.asarray(nibabel.load(volume.path).dataobj[place])
        except gzip_ng.BadGzipFile:
            raise
        except (ValueError, OSError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            raise EOFError from error  # nibabel's words for data that end too early carry no number


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


def _opened(path: Path) -> BufferedIOBase:
    return gzip_ng.open(path) if path.name.lower().endswith(".gz") else open(path, "rb")
