"""Drawings that are SVG files: named groups that can be taken away, and colours that stand for a name."""

import re
import string
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from counterpoint.errors import UserError
from counterpoint.stimuli.objects.style import COLOURS, Style
from counterpoint.stimuli.objects.svg import SIDE, Part
from counterpoint.stimuli.objects.wording import ABSENT

FILE = "file"
"""The name of this drawing in the manifest, and of the value that names the file."""
NAMESPACE = "http://www.w3.org/2000/svg"


def from_file(
    folder: Path, values: Mapping[str, str], style: Style, palette: Mapping[str, tuple[str, ...]]
) -> list[Part]:
    """Draw the SVG file `file`.svg of a folder: each child of its root is a part, named by its id.

    A part whose id is a value `absent` is left out. `$name` in the file is the colour that a value names, else one
    of the palette of that name; `$ink` is the outline's colour. Raises UserError when the file is no such drawing.
    """
    path = folder / f"{values[FILE]}.svg"
    gone = {name for name, value in values.items() if value == ABSENT}
    parts, scale = _parts(path)
    colours = {name: COLOURS[value] for name, value in values.items() if value in COLOURS}
    colours |= {name: style.pick(name, options) for name, options in palette.items()} | {"ink": style.ink}
    if missing := gone - {name for name, _ in parts}:
        raise UserError(
            f"{path}: has no part with the id {sorted(missing)[0]!r}; name one of its parts in the manifest"
        )
    try:
        return [
            Part(name, f'<g transform="scale({scale:.5f})">{string.Template(text).substitute(colours)}</g>')
            for name, text in parts
            if name not in gone
        ]
    except (KeyError, ValueError) as error:
        raise UserError(f"{path}: names a colour without a palette ({error}); add it under `palette`") from error


@cache
def _parts(path: Path) -> tuple[tuple[tuple[str, str], ...], float]:
    """Return the parts of a file, back to front, as (id, SVG text), and the scale that makes them 200 units wide."""
    try:
        root = ET.parse(path).getroot()
    except OSError as error:
        raise UserError(
            f"{path}: cannot be read ({error.strerror}); put the drawing there or correct `file`"
        ) from error
    except ET.ParseError as error:
        raise UserError(f"{path}: is not XML ({error}); draw it again") from error
    view = [float(text) for text in root.get("viewBox", "").split()]
    if len(view) != 4 or view[:2] != [0, 0] or view[2] != view[3] or not view[2]:
        raise UserError(f"{path}: needs a square viewBox that begins at 0 0; correct the file")
    ET.register_namespace("", NAMESPACE)
    parts = []
    for child in root:
        name = child.get("id")
        if not name:
            raise UserError(f"{path}: a child of the root has no id; each part needs one")
        text = re.sub(r' xmlns(:\w+)?="[^"]*"', "", ET.tostring(child, encoding="unicode"))
        parts.append((name, text.strip()))
    return tuple(parts), SIDE / view[2]
