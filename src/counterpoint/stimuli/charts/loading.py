"""Chart specifications as files: read, checked, completed; every mistake with file and line."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from counterpoint.errors import UserError
from counterpoint.problems import Key, given, near, one_line, shown, unknown_name
from counterpoint.stimuli.charts.default_steps import with_steps
from counterpoint.stimuli.charts.specs.csv_facts import CsvTable, read_csv
from counterpoint.stimuli.charts.specs.facts import wide_columns
from counterpoint.stimuli.charts.specs.fields import Axis
from counterpoint.stimuli.charts.specs.mistakes import ChartError, Mistake
from counterpoint.stimuli.charts.specs.questions import Question
from counterpoint.stimuli.charts.specs.spec import ChartSpec
from counterpoint.stimuli.charts.specs.steps import Manipulation
from counterpoint.stimuli.charts.specs.wording import Wording
from counterpoint.validation import PATH_PATTERN
from counterpoint.yaml_files import key_lines, load_yaml

PARTS: dict[str, type[BaseModel]] = {
    "wording": Wording,
    "questions": Question,
    "manipulations": Manipulation,
    "x_axis": Axis,
    "size": Axis,
}
"""The keys of a specification that hold mappings, or lists of them, and what these are."""
IN_WORDS = {
    "string_type": "must be text",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "tuple_type": "must be a list",
    "dict_type": "must be a mapping of names to values",
    "model_type": "must be a mapping of keys to values",
    "string_too_short": "must not be empty",
}
"""What is allowed, by the type of pydantic's finding; others say it themselves."""


def load_charts(folder: str | Path) -> list[ChartSpec]:
    """Read every chart specification (*.yaml) of a folder, in the order of their names.

    Raises UserError when the folder holds none, or one is faulty.
    """
    paths = sorted(Path(folder).glob("*.yaml"))
    if not paths:
        raise UserError(f"{folder}: holds no chart specification (*.yaml); name the folder of a chart bank")
    return [load_chart(path) for path in paths]


def load_chart(path: str | Path) -> ChartSpec:
    """Read one chart specification and the CSV file that it may name; its id is the file's name without the suffix.

    Raises UserError, in one line that names file, line and key, when a file is absent or cannot be read, or a key
    is missing, unknown, given twice, or holds what is not allowed, or a manipulation cannot be done.
    """
    path = Path(path)
    if path.is_fifo():
        raise UserError(f"{shown(path)}: is a pipe; a chart specification is read several times and must be a file")
    block = load_yaml(path)
    if "id" in block:
        raise _stop(path, ("id",), "is the name of the file; remove the key")
    table = _csv_of(path, block)
    if table is not None:
        series = list(map(str, block["facts"].get("series", [])))
        block = {**block, "facts": {"fields": table.fields, "rows": table.rows, "series": series}}
    try:
        chart = ChartSpec.model_validate({"id": path.stem, **block})
    except ValidationError as error:
        key, text = _first(error)
        raise _stop(path, key, text, table) from error
    with located(path.parent):
        return with_steps(chart)


@contextmanager
def located(folder: str | Path) -> Iterator[None]:
    """Name file and line where a chart of this folder turns out to be faulty (`ChartError`) inside the block."""
    try:
        yield
    except ChartError as error:
        path = Path(folder) / f"{error.chart}.yaml"
        if not path.is_file():
            raise
        table = _csv_of(path, load_yaml(path))
        raise UserError(one_line(f"{_place(path, error.key, table)[0]}: {error.text}")) from error


def _csv_of(path: Path, block: dict[Any, Any]) -> CsvTable | None:
    """Return the table of the CSV file that a specification names, None where the facts stand in itself."""
    facts = block.get("facts")
    if not isinstance(facts, dict) or "file" not in facts:
        return None
    for key in facts:
        if key in ("fields", "rows"):
            raise _stop(path, ("facts", key), "is given beside `file`; the facts stand here or there, remove one")
        if key not in ("file", "series"):
            raise _stop(path, ("facts", key), unknown_name(str(key), ["file", "series"], "the keys of facts"))
    file, series = facts["file"], facts.get("series", [])
    if not isinstance(file, str) or not re.fullmatch(PATH_PATTERN, file):
        raise _stop(path, ("facts", "file"), f"must be a path without braces, got {given(file)}")
    if not isinstance(series, list):
        raise _stop(path, ("facts", "series"), f"must be a list, got {given(series)}")
    csv_path = path.parent / file
    try:
        there = csv_path.is_file()
    except OSError as error:
        raise _stop(path, ("facts", "file"), f"{given(file)} is no path ({error.strerror})") from error
    if not there:
        nearest = near(csv_path.name, [other.name for other in csv_path.parent.glob("*.csv")])
        meant = f" (did you mean {' or '.join(nearest)}?)" if nearest else ""
        text = f"there is no file {given(file)}{meant}; the path counts from the folder of this file"
        raise _stop(path, ("facts", "file"), text)
    return read_csv(csv_path, series)


def _first(error: ValidationError) -> tuple[Key, str]:
    """Return key and text of a validation error's first finding: keys that are not known, then wrong values.

    Absent keys come last, of these those that others follow from first: the rest may be absent for want of them.
    """

    def rank(finding: Any) -> int:
        if finding["type"] != "missing":
            return finding["type"] not in ("extra_forbidden", "invalid_key")
        return 3 if finding["loc"][0] == "wording" and finding["loc"][-1] not in ("quantity", "item") else 2

    found = min(error.errors(), key=rank)
    key, kind = found["loc"], found["type"]
    if kind in ("extra_forbidden", "invalid_key"):
        model = PARTS.get(str(key[0]), ChartSpec) if len(key) > 1 else ChartSpec
        allowed = [name for name in model.model_fields if name != "id"]
        nearest = near(key[-1], allowed)
        meant = f" (did you mean {' or '.join(nearest)}?)" if nearest else ""
        return key, f"is not a key{meant}; allowed here: {', '.join(allowed)}"
    if kind == "missing":
        return key, "is missing; add it"
    if isinstance(raised := found.get("ctx", {}).get("error"), Mistake):
        return (*key, *raised.key), str(raised)
    if key == ("id",):
        return key, f"the file's name {given(found['input'])} is no id; use small letters, digits and _, a letter first"
    if kind == "value_error":
        return key, str(raised)
    if kind == "too_short" and found["input"] == "":
        return key, IN_WORDS["string_too_short"]
    if kind == "too_short":
        return key, f"must hold at least {found['ctx']['min_length']}, got {found['ctx']['actual_length']}"
    text = IN_WORDS.get(kind, found["msg"].replace("Input should be", "must be"))
    hint = "; put quotes around it" if kind == "string_type" and not isinstance(found["input"], list | dict) else ""
    return key, f"{text}, got {given(found['input'])}{hint}"


def _stop(path: Path, key: Key, text: str, table: CsvTable | None = None) -> UserError:
    return UserError(one_line(": ".join(part for part in (*_place(path, key, table), text) if part)))


def _place(path: Path, key: Key, table: CsvTable | None) -> tuple[str, str]:
    """Return 'file:line' of a key, or of the nearest one around it that stands in the file, and the key as shown.

    `table` holds the facts where they come from a CSV file: their cells stand there.
    """
    block = load_yaml(path)
    facts = block.get("facts")
    key, column = _cell(key, facts, table) if key[:1] == ("facts",) and isinstance(facts, dict) else (key, "")
    if table is not None and key[1:2] in (("rows",), ("fields",)):
        line = table.lines[key[2] + 1 if key[1] == "rows" else 0]
        return f"{shown(path.parent / facts['file'])}:{line}", column
    lines, steps = key_lines(path), tuple(map(str, key))
    line = next(lines[steps[:end]] for end in range(len(steps), -1, -1) if steps[:end] in lines)
    return f"{shown(path)}:{line}", ".".join([*steps[:3], column] if column else steps)


def _cell(key: Key, facts: dict[str, Any], table: CsvTable | None) -> tuple[Key, str]:
    """Return the key of the cell in which a fact stands, and its column; of other keys of facts, their column only."""
    fields = table.fields if table is not None else facts.get("fields")
    if not isinstance(fields, list):
        return key, ""
    if key[1:2] == ("fields",) and len(key) > 2:
        return key, str(fields[key[2]]) if table is not None else ""
    if len(key) < 2 or not isinstance(key[1], int):
        return key, ""
    series = facts.get("series", [])
    wide = wide_columns(fields, list(map(str, series)) if table is not None else series)
    row, place = divmod(key[1], len(wide) or 1)
    column = wide[place] if wide and key[2:3] == ("value",) else key[2] if len(key) > 2 else None
    stands_for = {"label": "category", "category": "x"}
    while column not in fields and column in stands_for:
        column = stands_for[column]
    inside = ("facts", "rows", row)
    return ((*inside, fields.index(column)), str(column)) if column in fields else (inside, "")
