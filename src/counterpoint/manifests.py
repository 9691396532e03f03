"""Tables that people write, of their own pictures or of what they say: every mistake one line with row and column.

It is read whenever Snakemake starts, so it imports nothing that takes time.
"""

import csv
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from counterpoint.errors import UserError

SEPARATOR = "|"
"""Between several values in one column."""
EDGES = ("x0", "y0", "x1", "y1")
LARGEST = 2**31 - 1
"""px, for what a table can hold: a region further out is a slip of the keyboard."""
Rows = list[tuple[int, dict[str, str]]]
"""Rows by column, as texts without spaces around them, each with its number in the file (the header is row 1)."""


def read_rows(path: str | Path, needed: Sequence[str], optional: Sequence[str], what: str) -> Rows:
    """Return the rows of a file whose columns are `needed` and any of `optional`; `what` is a row's, e.g. pair.

    Raises UserError with file, row (as `Rows` counts), column and what is allowed.
    """
    parquet = Path(path).suffix == ".parquet"
    try:
        names, rows = _read_parquet(path) if parquet else _read_csv(path)
    except (OSError, ValueError, csv.Error) as error:
        kind = "Parquet" if parquet else "a CSV in UTF-8"
        raise UserError(f"{path}: cannot be read as {kind} ({error}); see config/README.md") from error
    for name in needed:
        if name not in names:
            hint = "; columns are separated by commas" if len(names) == 1 and ";" in names[0] else ""
            raise UserError(f"{path}: row 1: has no column {name!r}; needed are {', '.join(needed)}{hint}")
    for name, times in Counter(names).items():
        if name not in (*needed, *optional):
            allowed = ", ".join((*needed, *optional))
            raise UserError(f"{path}: row 1: column {name!r} is not known; allowed: {allowed}")
        if times > 1:
            raise UserError(f"{path}: row 1: column {name!r} stands {times} times; allowed: each column once")
    for number, row in rows:
        if len(row) != len(names):
            raise UserError(
                f"{path}: row {number}: has {len(row)} fields; allowed: {len(names)}, as many as row 1 has; "
                "put a text that holds a comma in quotes"
            )
    if not rows:
        raise UserError(f"{path}: holds no {what}; allowed: one row or more")
    return [(number, dict(zip(names, row, strict=True))) for number, row in rows]


def files_named(path: str | Path, rows: Rows, columns: Sequence[str]) -> list[str]:
    """Return the files that some columns name and that are there, so that a run sees when they change.

    Raises UserError for a name with braces, which Snakemake would take for a wildcard.
    """
    found = set()
    for number, row in rows:
        for column in columns:
            name = row.get(column)
            if name and ("{" in name or "}" in name):
                raise UserError(f"{path}: row {number}: column {column!r}: {name!r} has braces; rename the file")
            if name and (file := Path(path).parent / name).is_file():
                found.add(str(file))
    return sorted(found)


def listed(text: str) -> tuple[str, ...]:
    """Return the values of a column that holds several."""
    return tuple(part.strip() for part in text.split(SEPARATOR) if part.strip())


def number_in(text: str, where: str) -> float | None:
    """Return a column's number, None where it is empty. Raises UserError where it is no finite number."""
    try:
        number = float(text) if text else None
    except ValueError:
        number = math.nan
    if number is not None and not math.isfinite(number):
        raise UserError(f"{where}: {text!r} is no number; allowed: a number, or empty")
    return number


def box_in(row: Mapping[str, str], where: str) -> tuple[int, int, int, int] | None:
    """Return the box of columns x0, y0, x1, y1 in px, None where all are empty. Raises UserError where it is none."""
    given = [row.get(edge, "") for edge in EDGES]
    if not any(given):
        return None
    columns = f"{where}: columns {', '.join(EDGES)}"
    try:
        x0, y0, x1, y1 = map(int, given)
    except ValueError as error:
        raise UserError(
            f"{columns}: {', '.join(map(repr, given))}; allowed: four whole numbers of px, or all empty"
        ) from error
    if x0 >= x1 or y0 >= y1 or max(map(abs, (x0, y0, x1, y1))) > LARGEST:
        raise UserError(f"{columns}: {x0}, {y0}, {x1}, {y1}; allowed: x0 < x1 and y0 < y1, none beyond {LARGEST}")
    return x0, y0, x1, y1


def _read_csv(path: str | Path) -> tuple[list[str], list[tuple[int, list[str]]]]:
    with open(path, encoding="utf-8-sig", newline="") as stream:
        rows = [[text.strip() for text in row] for row in csv.reader(stream, strict=True)]
    if not rows:
        raise ValueError("it is empty")
    return rows[0], [(number, row) for number, row in enumerate(rows[1:], 2) if any(row)]


def _read_parquet(path: str | Path) -> tuple[list[str], list[tuple[int, list[str]]]]:
    import pyarrow.parquet as pq  # here, because this module is read whenever Snakemake starts

    table = pq.read_table(path)
    return table.column_names, [(number, _texts(row.values())) for number, row in enumerate(table.to_pylist(), 2)]


def _texts(values: Iterable[Any]) -> list[str]:
    """Return the values of a row as texts; what is absent is empty, whole numbers are without a point."""
    return [
        "" if value is None or value != value else f"{value:g}" if isinstance(value, float) else str(value).strip()
        for value in values
    ]
