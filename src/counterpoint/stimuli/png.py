"""PNG pictures: laying them on white, their pixel digest, saving and loading them."""

import hashlib
import zlib
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from counterpoint.errors import UserError
from counterpoint.files import file_digest, write_atomically

KEPT_MODES = ("RGB", "L")
"""Pixel modes that are sent as they are; every other 8-bit mode becomes RGB."""
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
    digest = hashlib.sha256(f"{image.width}x{image.height} {image.mode}\n".encode())
    digest.update(image.tobytes())
    return digest.hexdigest()


def save_png(image: Image.Image, folder: str | Path) -> SavedPicture:
    """Write a picture atomically to `folder`/{pixel digest}.png, without metadata.

    Raises UserError when the folder cannot be written.
    """
    digest = pixel_digest(image)
    path = Path(folder) / f"{digest}.png"
    bare = Image.frombytes(image.mode, image.size, image.tobytes())  # leaves behind what `info` would write
    write_atomically(path, lambda temporary: bare.save(temporary, format="PNG", compress_level=6))
    return SavedPicture(path, digest, file_digest(path), image.width, image.height, path.stat().st_size)


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
