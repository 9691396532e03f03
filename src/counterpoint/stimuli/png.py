"""PNG pictures: laying them on white, their pixel digest, saving and loading them."""

import hashlib
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

import deflate
import numpy as np
from PIL import Image, UnidentifiedImageError

from counterpoint.errors import UserError
from counterpoint.files import write_atomically

KEPT_MODES = ("RGB", "L")
"""Pixel modes that are sent as they are; every other 8-bit mode becomes RGB."""
COLOUR_TYPES = {"RGB": 2, "L": 0}
"""How PNG calls these two modes."""
LEVEL = 6
"""Of compression: with libdeflate a quarter of the time of Pillow's, and smaller files of charts."""
CONVERTED_MODES = ("RGBA", "RGBX", "LA", "PA", "P", "1", "CMYK", "YCbCr")


@dataclass(frozen=True)
class Picture:
    """A picture without transparency, and what it was before.

    `image` is in mode RGB or L; `source_mode` is the mode of the original; `flattened` says whether any of
    its pixels let the white ground through.
    """

    image: Image.Image
    source_mode: str
    flattened: bool


@dataclass(frozen=True)
class SavedPicture:
    """A PNG file: where it is, what identifies its pixels and its bytes, its size in px and bytes."""

    path: Path
    pixel_digest: str
    file_digest: str
    width: int
    height: int
    bytes: int


def flatten(image: Image.Image) -> Picture:
    """Lay an 8-bit picture on white where it is transparent, and bring it to mode RGB or L.

    A picture whose alpha is 255 everywhere only loses its alpha channel and does not count as flattened.
    Raises ValueError for pixel modes deeper than 8 bits, whose conversion would clip.
    """
    mode = image.mode
    if mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        layer = image.convert("RGBA")
        flattened = layer.getchannel("A").getextrema()[0] < 255
        if flattened:
            ground = Image.new("RGBA", layer.size, (255, 255, 255, 255))
            layer = Image.alpha_composite(ground, layer)
        return Picture(layer.convert("RGB"), mode, flattened)
    if mode in KEPT_MODES:
        return Picture(image, mode, False)
    if mode not in CONVERTED_MODES:
        raise ValueError(f"pixel mode {mode} is not one of {', '.join((*KEPT_MODES, *CONVERTED_MODES))}")
    return Picture(image.convert("RGB"), mode, False)


def pixel_digest(image: Image.Image) -> str:
    """Return the SHA-256, in hexadecimal, over a picture's width, height, mode and pixels.

    It names the picture whatever compressed it: the bytes of a PNG file differ between zlib builds.
    """
    return _digest(image, image.tobytes())


def _digest(image: Image.Image, pixels: bytes) -> str:
    digest = hashlib.sha256(f"{image.width}x{image.height} {image.mode}\n".encode())
    digest.update(pixels)
    return digest.hexdigest()


def save_png(image: Image.Image, folder: str | Path) -> SavedPicture:
    """Write a picture in mode RGB or L atomically to `folder`/{pixel digest}.png, without metadata.

    Raises UserError when the folder cannot be written.
    """
    pixels = image.tobytes()  # copied out of the picture once
    digest = _digest(image, pixels)
    path = Path(folder) / f"{digest}.png"
    content = _encoded(image, pixels)
    write_atomically(path, lambda temporary: temporary.write_bytes(content))
    return SavedPicture(path, digest, hashlib.sha256(content).hexdigest(), image.width, image.height, len(content))


def encode_png(image: Image.Image) -> bytes:
    """Return a picture in mode RGB or L as a PNG file of three chunks, its rows unfiltered, as suits charts."""
    return _encoded(image, image.tobytes())


def _encoded(image: Image.Image, pixels: bytes) -> bytes:
    lines = np.frombuffer(pixels, np.uint8).reshape(image.height, -1)
    rows = np.zeros((image.height, lines.shape[1] + 1), np.uint8)  # each row begins with its filter: 0, none
    rows[:, 1:] = lines
    header = struct.pack(">IIBBBBB", image.width, image.height, 8, COLOUR_TYPES[image.mode], 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", deflate.zlib_compress(rows, LEVEL)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def load_png(path: str | Path) -> Picture:
    """Read a whole PNG file and lay it on white.

    Raises UserError, in one line that names the file, when it is absent, is not a PNG, is cut off or
    damaged, or has more than 8 bits a channel.
    """
    advice = "replace the file, or leave out what uses it"
    try:
        with Image.open(path, formats=["PNG"]) as image:
            image.load()
            return flatten(image)
    except UnidentifiedImageError as error:
        raise UserError(f"{path}: is not a PNG picture; {advice}") from error
    except FileNotFoundError as error:
        raise UserError(f"{path}: there is no such picture; {advice}") from error
    except (OSError, SyntaxError, ValueError, EOFError, zlib.error, Image.DecompressionBombError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UserError(f"{path}: cannot be read as a PNG picture ({reason}); {advice}") from error
