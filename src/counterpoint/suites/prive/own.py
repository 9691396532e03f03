"""Pairs of one's own: photographs and edits of them, described in a CSV or Parquet file, read and checked."""

import csv
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from counterpoint.errors import UserError
from counterpoint.findings import finding
from counterpoint.stimuli.png import Picture, flatten
from counterpoint.stimuli.text import hidden, unprintable
from counterpoint.stimuli.views.region import Box, Region, region_of_mask
from counterpoint.suites.prive.names import COUNTERFACTUAL, ORIGINAL, SUITE
from counterpoint.suites.prive.pairs import Pair, Value, check_pair
from counterpoint.suites.prive.pictured import PicturedPair
from counterpoint.suites.prive.prompts import check_questions

FORMATS = {"PNG": (".png",), "JPEG": (".jpg", ".jpeg"), "WEBP": (".webp",), "TIFF": (".tif", ".tiff"), "BMP": (".bmp",)}
"""Formats that are read, by what a file holds, and how their names end."""
NEEDED = (
    *("pair_id", "domain", "original", "counterfactual", "subject", "attribute", "asks", "source", "licence"),
    *(f"{picture}_{what}" for picture in (ORIGINAL, COUNTERFACTUAL) for what in ("value", "asks", "states")),
)
PICTURES = ("original", "counterfactual", "mask")
EDGES = ("x0", "y0", "x1", "y1")
OPTIONAL = (
    *("original_id", "asks_choice", "edit", "prior", "made", "distractors", "mask", *EDGES),
    *(f"{picture}_{what}" for picture in (ORIGINAL, COUNTERFACTUAL) for what in ("wordings", "number")),
)
SEPARATOR = "|"
"""Between several values in one column."""
LARGEST = 2**31 - 1
"""px, for what a table can hold: a region further out is a slip of the keyboard."""
ORIENTATION = 0x0112
"""EXIF tag that says how a picture is to be turned."""


def own_pairs(path: str | Path, audit: list[dict[str, Any]]) -> Iterator[PicturedPair]:
    """Yield the pairs of a file; paths in it are relative to its folder.

    A pair whose pictures cannot be asked about is left out and becomes a row of `audit`, as does what a reader of the
    results must know: a picture that was turned or laid on white, another format than its name says, a region outside.
    Raises UserError with file, row (the header is row 1), column, value and what is allowed for a mistake in the file.
    """
    seen: set[str] = set()
    for number, row in _read(path):
        where = f"{path}: row {number}"
        pair = _pair(row, where)
        check_pair(pair, where)
        check_questions([pair], where)
        if pair.pair_id in seen:
            raise UserError(
                f"{where}: column 'pair_id': {pair.pair_id!r} stands above already; allowed: each name once"
            )
        seen.add(pair.pair_id)
        box = _box(row, where)
        made = _pictured(pair, row, box, Path(path).parent, audit)
        if made is not None:
            yield made


def picture_files(path: str | Path) -> list[str]:
    """Return the pictures and masks that a file of pairs names and that are there, so that a run sees when they change.

    One that is not there is left to `own_pairs`, which says so. Raises UserError as that does for a mistake in the
    file, and for a name with braces, which Snakemake would take for a wildcard.
    """
    found = set()
    for number, row in _read(path):
        for column in PICTURES:
            name = row.get(column)
            if name and ("{" in name or "}" in name):
                raise UserError(f"{path}: row {number}: column {column!r}: {name!r} has braces; rename the file")
            if name and (file := Path(path).parent / name).is_file():
                found.add(str(file))
    return sorted(found)


def _read(path: str | Path) -> list[tuple[int, dict[str, str]]]:
    """Return the rows as texts, each with its number in the file (the header is row 1)."""
    try:
        names, rows = _read_parquet(path) if Path(path).suffix == ".parquet" else _read_csv(path)
    except (OSError, ValueError, csv.Error) as error:
        raise UserError(f"{path}: cannot be read as {_kind(path)} ({error}); see config/README.md") from error
    for name in NEEDED:
        if name not in names:
            hint = "; columns are separated by commas" if len(names) == 1 and ";" in names[0] else ""
            raise UserError(f"{path}: row 1: has no column {name!r}; needed are {', '.join(NEEDED)}{hint}")
    for name, times in Counter(names).items():
        if name not in NEEDED + OPTIONAL:
            raise UserError(f"{path}: row 1: column {name!r} is not known; allowed: {', '.join(NEEDED + OPTIONAL)}")
        if times > 1:
            raise UserError(f"{path}: row 1: column {name!r} stands {times} times; allowed: each column once")
    for number, row in rows:
        if len(row) != len(names):
            raise UserError(
                f"{path}: row {number}: has {len(row)} fields; allowed: {len(names)}, as many as row 1 has; "
                "put a text that holds a comma in quotes"
            )
    if not rows:
        raise UserError(f"{path}: holds no pair; allowed: one row or more")
    return [(number, dict(zip(names, row, strict=True))) for number, row in rows]


def _read_csv(path: str | Path) -> tuple[list[str], list[tuple[int, list[str]]]]:
    with open(path, encoding="utf-8-sig", newline="") as stream:
        rows = [[text.strip() for text in row] for row in csv.reader(stream, strict=True)]
    if not rows:
        raise ValueError("it is empty")
    return rows[0], [(number, row) for number, row in enumerate(rows[1:], 2) if any(row)]


def _read_parquet(path: str | Path) -> tuple[list[str], list[tuple[int, list[str]]]]:
    import pyarrow.parquet as pq  # here, because this module is read whenever Snakemake starts

    table = pq.read_table(path)
    return table.column_names, [(number, _texts(row)) for number, row in enumerate(table.to_pylist(), 2)]


def _texts(row: Mapping[str, Any]) -> list[str]:
    """Return the values of a row as texts; what is absent is empty, whole numbers are without a point."""
    return [
        "" if value is None or value != value else f"{value:g}" if isinstance(value, float) else str(value).strip()
        for value in row.values()
    ]


def _kind(path: str | Path) -> str:
    return "Parquet" if Path(path).suffix == ".parquet" else "a CSV in UTF-8"


def _pair(row: dict[str, str], where: str) -> Pair:
    for name, text in row.items():
        if name in NEEDED and not text:
            raise UserError(f"{where}: column {name!r}: is empty; allowed: a text")
        if character := unprintable(text) or hidden(text):
            raise UserError(f"{where}: column {name!r}: holds {character}; allowed: texts of one line that can be seen")
    values = []
    for picture in (ORIGINAL, COUNTERFACTUAL):
        text = row[f"{picture}_value"]
        wordings = _list(row.get(f"{picture}_wordings", ""))
        number = _number(row.get(f"{picture}_number", ""), f"{where}: column '{picture}_number'")
        values.append(Value(text, text, row[f"{picture}_asks"], row[f"{picture}_states"], wordings, number))
    return Pair(
        **{name: row[name] for name in ("pair_id", "domain", "subject", "attribute", "asks", "source", "licence")},
        original_id=row.get("original_id") or row["pair_id"],
        alike=(),  # the file may name others of the same subject in other rows
        edit=row.get("edit") or "replacement",
        asks_choice=row.get("asks_choice") or row["asks"],
        original=values[0],
        counterfactual=values[1],
        distractors=tuple(Value(text, text) for text in _list(row.get("distractors", ""))),
        prior=row.get("prior") or None,
        made=row.get("made") or "not said",
    )


def _list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(SEPARATOR) if part.strip())


def _number(text: str, where: str) -> float | None:
    try:
        number = float(text) if text else None
    except ValueError:
        number = math.nan
    if number is not None and not math.isfinite(number):
        raise UserError(f"{where}: {text!r} is no number; allowed: a number, or empty")
    return number


def _box(row: dict[str, str], where: str) -> Box | None:
    given = [row.get(edge, "") for edge in EDGES]
    if not any(given):
        return None
    try:
        x0, y0, x1, y1 = map(int, given)
    except ValueError as error:
        raise UserError(
            f"{where}: columns {', '.join(EDGES)}: {', '.join(map(repr, given))}; allowed: four whole numbers of px, "
            "or all empty"
        ) from error
    if x0 >= x1 or y0 >= y1 or max(map(abs, (x0, y0, x1, y1))) > LARGEST:
        raise UserError(
            f"{where}: columns {', '.join(EDGES)}: {x0}, {y0}, {x1}, {y1}; allowed: x0 < x1 and y0 < y1, "
            f"none beyond {LARGEST}"
        )
    return Box(x0, y0, x1, y1)


def _pictured(
    pair: Pair, row: dict[str, str], box: Box | None, folder: Path, audit: list[dict[str, Any]]
) -> PicturedPair | None:
    def found(fault: str, detail: str, kept_out: bool = False) -> None:
        audit.append(finding(SUITE, f"pair {pair.pair_id}", None, fault, detail, kept_out))

    pictures = []
    for name in (ORIGINAL, COUNTERFACTUAL):
        try:
            picture, notes = _open(folder / row[name])
        except UserError as error:
            found("unreadable_picture", str(error), True)
            return None
        for fault, detail in notes:
            found(fault, f"{row[name]}: {detail}")
        pictures.append(picture)
    original, counterfactual = (np.asarray(picture.image.convert("RGB")) for picture in pictures)
    height, width = original.shape[:2]
    if original.shape != counterfactual.shape:
        sizes = f"{width} x {height} and {counterfactual.shape[1]} x {counterfactual.shape[0]} px"
        found("other_size", f"the two pictures differ in size: {sizes}", True)
        return None
    if np.array_equal(original, counterfactual):
        found("identical_pair", "the two pictures hold the same pixels", True)
        return None
    region = Region(box) if box is not None else None
    if row.get("mask"):
        try:
            mask = np.asarray(_open(folder / row["mask"])[0].image.convert("L")) > 0
            region = region_of_mask(mask)
        except UserError as error:
            found("unreadable_mask", str(error), True)
            return None
        if mask.shape != (height, width):
            found("other_size", f"the mask is {mask.shape[1]} x {mask.shape[0]} px, the pictures are not", True)
            return None
    if region is not None and region.box.within(width, height) != region.box:
        found("region_outside", f"the region reaches beyond {width} x {height} px: no view of it is made")
    if region is None:
        found("no_region", "neither mask nor box is given: no view of the evidence is made")
    first = pictures[0]
    return PicturedPair(
        pair, original, counterfactual, region, source_mode=first.source_mode, flattened=first.flattened
    )


def _open(path: Path) -> tuple[Picture, list[tuple[str, str]]]:
    """Return a picture upright and on white, and what was found. Raises UserError when it cannot be read."""
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
