"""Fact tables in CSV files: a header of fields, numbers with a decimal point, each mistake with its line."""

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from counterpoint.errors import UserError
from counterpoint.problems import given, one_line, shown
from counterpoint.stimuli.charts.specs.facts import FIELDS
from counterpoint.validation import PATH_PATTERN
from counterpoint.yaml_files import load_yaml

NUMBERS = ("x", "size", "value")
MOST_BYTES = 1_000_000
"""Far more than the rows of any chart need: a larger file is another one, and would take minutes to check."""
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?")


class CsvTable(NamedTuple):
    """The columns and rows of a file, and the lines in which the header and each row begin."""

    fields: list[str]
    rows: list[list[Any]]
    lines: list[int]


def read_csv(path: Path, series: Sequence[Any]) -> CsvTable:
    """Return the rows of a CSV file (UTF-8, comma) whose header names the fields; lines without content are left out.

    Cells of x, size, value and of the series are numbers, others texts without spaces at their ends; an empty label is
    None. Raises UserError, naming file, line and column, when the file cannot be read, a row has another length, or a
    cell holds no number or no text. Names of columns are not checked.
    """
    name = shown(path)
    try:
        if (size := path.stat().st_size) > MOST_BYTES:
            raise UserError(f"{name}: holds {size} bytes, allowed are {MOST_BYTES}; keep the rows that the chart shows")
        content = path.read_bytes()
        text = content.decode("utf-8-sig")
    except OSError as error:
        raise UserError(f"{name}: cannot be read ({error.strerror}); check the path") from error
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise UserError(f"{name}:{line}: is not UTF-8; save the file as CSV in UTF-8") from error
    records = _records(name, text.replace("\r\n", "\n").replace("\r", "\n"))
    if not records:
        raise UserError(f"{name}:1: the file is empty; a header with the fields and a row for each mark are needed")
    (first, header), *rows = records
    if len(header) == 1 and re.search(r"[;\t|]", header[0]):
        raise UserError(one_line(f"{name}:{first}: {given(header[0])} is one column; separate columns by commas"))
    for number, column in enumerate(header, 1):
        if not column:
            raise UserError(f"{name}:{first}: column {number} has no name; name it, or remove it")
        if column in header[: number - 1]:
            raise UserError(f"{name}:{first}: {column}: the column {column} stands twice; keep one")
    for line, row in rows:
        if len(row) != len(header):
            hint = "; put quotes around a cell that holds a comma" if len(row) > len(header) else ""
            raise UserError(f"{name}:{line}: must have {len(header)} cells, as the header has, got {len(row)}{hint}")
    numeric = {*NUMBERS, *map(str, series)}
    table = CsvTable(header, [], [line for line, _ in records])
    for line, row in rows:
        cells = zip(header, row, strict=True)
        table.rows.append([_cell(f"{name}:{line}: {column}", column, cell, numeric) for column, cell in cells])
    return table


def _records(name: str, text: str) -> list[tuple[int, list[str]]]:
    """Return each record that holds anything with the line in which it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    records, line = [], 1
    while True:
        try:
            record = next(reader, None)
        except csv.Error as error:
            raise UserError(one_line(f"{name}:{line}: not CSV ({error}); check the quotes")) from error
        if record is None:
            return records
        cells = [cell.strip() for cell in record]
        if any(cells):
            records.append((line, cells))
        line = reader.line_num + 1


def _cell(place: str, column: str, cell: str, numeric: set[str]) -> float | int | str | None:
    if column in numeric:
        if not _NUMBER.fullmatch(cell):
            raise UserError(
                f"{place}: {given(cell)} is no number; write digits with a decimal point, without separators of "
                "thousands, units or notes"
            )
        return int(cell) if re.fullmatch(r"[-+]?\d{1,300}", cell) else float(cell)
    if not cell and column == "label":
        return None
    if not cell and column in FIELDS:
        raise UserError(f"{place}: is empty; every row needs a {column}")
    return cell


def files_of(path: str | Path) -> list[str]:
    """Return the files that a specification reads beside itself: its CSV file, or none.

    A specification that cannot be read has none: reading it says what is wrong with it.
    """
    path = Path(path)
    try:
        if not path.is_file():  # a pipe would be waited for
            return []
        if not re.search(rb"\bfile['\"]?\s*:", path.read_bytes()):
            return []  # most charts of a bank: parsing them all would take seconds
        facts = load_yaml(path).get("facts")
    except (OSError, UserError):
        return []
    file = facts.get("file") if isinstance(facts, dict) else None
    return [str(path.parent / file)] if isinstance(file, str) and re.fullmatch(PATH_PATTERN, file) else []
