"""Tables and figures as the page shows them: formatted, folded where long, with the whole table as CSV."""

import base64
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv

from counterpoint.report.section import Figure, Table, TableColumn
from counterpoint.schemas import SCHEMAS
from counterpoint.tables import for_csv

SHOWN_ROWS = 400
"""Rows of a table that the page shows; all of them are in its CSV."""
OPEN_ROWS = 30
"""Rows up to which a table is shown unfolded."""
EMPTY = "–"
"""What stands in a cell without a value."""
LARGE_SVG = 400_000
"""Bytes of an SVG above which the page holds the PNG instead."""


def table_view(
    name: str,
    heading: tuple[str, str],
    table: pa.Table | None,
    silent: Callable[[Mapping[str, Any]], str] = lambda row: "",
) -> Table:
    """Return what the page shows of the table with schema `name`; None is a table that the run did not make.

    `heading` is title and caption. `silent` tells of a row that holds no information why, and says nothing of
    any other; such rows are gathered in a line each, with the models that they are about. A column `note` is shown
    as numbered notes below the table.
    """
    title, caption = heading
    if table is None:
        return Table(name, title, caption)
    sink = pa.BufferOutputStream()
    pyarrow.csv.write_csv(for_csv(table), sink)
    columns = {column.name: column for column in SCHEMAS[name]}
    records = table.to_pylist()
    reasons = [silent(row) for row in records]
    telling = [row for row, reason in zip(records, reasons, strict=True) if not reason]
    shown = telling[:SHOWN_ROWS]
    numbers: dict[str, int] = {"": 0}
    marks = [numbers.setdefault(row.get("note", ""), len(numbers)) for row in shown]
    names = [name for name in table.column_names if name != "note"]
    numeric = {
        field.name for field in table.schema if pa.types.is_floating(field.type) or pa.types.is_integer(field.type)
    }
    return Table(
        name,
        title,
        caption,
        made=True,
        columns=[TableColumn(c.replace("_", " "), columns[c].meaning, c in numeric) for c in names],
        rows=[[cell_text(row[c], columns[c].unit) for c in names] for row in shown],
        head=names.index("model") if "model" in columns else 0,
        left=len(telling) - len(shown),
        open=len(telling) <= OPEN_ROWS,
        silent=_silent_lines(records, reasons),
        notes=[note for note in numbers if note],
        marks=marks,
        csv=f"data:text/csv;base64,{base64.b64encode(sink.getvalue()).decode()}",
    )


def figure_view(name: str, heading: tuple[str, str], files: Mapping[str, Path]) -> Figure:
    """Return a figure as a data URI: its SVG, which stays sharp, or its PNG where the SVG is large.

    `heading` is title and caption; `files` are those of the run's figures by file name.
    """
    svg, png = files.get(f"{name}.svg"), files.get(f"{name}.png")
    if svg is None:
        return Figure(name, *heading, source=None)
    large = png is not None and svg.stat().st_size > LARGE_SVG
    kind, file = ("png", png) if large else ("svg+xml", svg)
    return Figure(name, *heading, source=f"data:image/{kind};base64,{base64.b64encode(file.read_bytes()).decode()}")


def cell_text(value: Any, unit: str = "") -> str:
    """Return a value as the page shows it: percent with two decimals, dollars with four, all else with three."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return EMPTY
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if not isinstance(value, float):
        return str(value)
    if unit == "US dollars":
        return f"{value:,.4f}"  # a reply costs far less than a cent
    if abs(value) >= 100_000:
        return f"{value:.3g}"
    return f"{value:.2f}" if unit.startswith("percent") or abs(value) >= 100 else f"{value:.3f}"


def estimate_text(
    value: float | None, low: float | None, high: float | None, *, signed: bool, decimals: int = 2
) -> str:
    """Return an estimate with its interval, as the headline shows it."""
    if not known(value):
        return EMPTY
    form = f"{'+' if signed else ''}.{decimals}f"
    text = f"{value:{form}}"
    return f"{text} [{low:{form}}, {high:{form}}]" if known(low, high) else text


def known(*values: float | None) -> bool:
    """Return whether every value is a number."""
    return all(value is not None and not math.isnan(value) for value in values)


def some_of(names: Sequence[str], limit: int = 6) -> str:
    """Return the first names in a sentence, and how many more there are."""
    rest = len(names) - limit
    return ", ".join(names[:limit]) + (f" and {rest} more" if rest > 0 else "")


def records_of(table: pa.Table | None) -> list[dict[str, Any]]:
    """Return a table's rows; a table that the run did not make has none."""
    return [] if table is None else table.to_pylist()


def _silent_lines(records: Sequence[Mapping[str, Any]], reasons: Sequence[str]) -> list[str]:
    """Return a line for each reason: the models that it holds for, with the number of rows of each."""
    models: dict[str, Counter[str]] = defaultdict(Counter)
    for row, reason in zip(records, reasons, strict=True):
        if reason:
            models[reason][row["model"]] += 1
    return [
        f"{reason[:1].upper()}{reason[1:]}: "
        + ", ".join(f"{model} ({rows} row{'' if rows == 1 else 's'})" for model, rows in found.items())
        for reason, found in models.items()
    ]
