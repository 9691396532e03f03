"""Pictures of other people's making, opened: upright, on white, and with what a reader of the results must know."""

from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError

from counterpoint.errors import UserError
from counterpoint.stimuli.png import Picture, flatten

FORMATS = {"PNG": (".png",), "JPEG": (".jpg", ".jpeg"), "WEBP": (".webp",), "TIFF": (".tif", ".tiff"), "BMP": (".bmp",)}
"""Formats that are read, by what a file holds, and how their names end."""
ORIENTATION = 0x0112
"""EXIF tag that says how a picture is to be turned."""


def open_picture(path: Path) -> tuple[Picture, list[tuple[str, str]]]:
    """Return a picture upright and on white, and what was found: faults with their details.

    Raises UserError when it cannot be read.
    """
    notes = []
    try:
        with Image.open(path, formats=list(FORMATS)) as image:
            image.load()
            if path.suffix.lower() not in FORMATS[image.format]:
                notes.append(("other_format", f"holds {image.format}, whatever its name says"))
            turn = image.getexif().get(ORIENTATION, 1)
            if turn != 1:
                notes.append(("turned_picture", f"was turned upright, as its EXIF orientation {turn} says"))
            picture = flatten(ImageOps.exif_transpose(image))
    except FileNotFoundError as error:
        raise UserError(f"{path}: there is no such picture") from error
    except UnidentifiedImageError as error:
        raise UserError(f"{path}: is none of {', '.join(FORMATS)}") from error
    except (OSError, SyntaxError, ValueError, EOFError, Image.DecompressionBombError) as error:
        raise UserError(f"{path}: cannot be read as a picture ({error})") from error
    if picture.flattened:
        notes.append(("transparent_picture", "was laid on white where it is transparent"))
    return picture, notes
