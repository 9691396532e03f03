"""The tables of the report: which are shown and how, the headline, and what the reader is warned of."""

import base64
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv

from counterpoint.suites.cvlat.cells import CONFLICT
from counterpoint.tables import SCHEMAS, read_table

TABLES: dict[str, tuple[str, str]] = {
    "cvlat_table2": (
        "Accuracy on VLAT and reVLAT (the paper's Table II)",
        "Percent of answers that are right, mean and SD over items; delta is VLAT minus reVLAT in percentage points.",
    ),
    "cvlat_table3": (
        "Reliance under conflict (the paper's Table III)",
        "Answers in percent; VF and FA are corrected rates divided by what the model reads (anonymised charts) and "
        "knows (question without chart); VFRI with its 95 % percentile interval over items.",
    ),
    "cvlat_table4": (
        "Control by prompt (the paper's Table IV)",
        "VFRI under the factual-priority and visual-priority prompts against the normal one; * p < .05, ** p < .01, "
        "*** p < .001, ns otherwise (paired bootstrap).",
    ),
    "cvlat_orientation": (
        "Orientation",
        "Which side a model takes when its VFRI's interval is clear of zero; p_holm is corrected over the models.",
    ),
    "cvlat_arbitration": (
        "Arbitration preference w",
        "Share of conflicts that the chart wins, given that the chart was read and the fact is known, by maximum "
        "likelihood; unlike VFRI it does not move with how well a model reads and knows.",
    ),
    "cvlat_cells": (
        "Every cell",
        "Outcomes in percent of counted trials, mean over items; VF, FA and VFRI where they are defined.",
    ),
    "cvlat_breakdown": ("By chart type and task", "Accuracy and reliance of each level, means over its items."),
    "cvlat_positions": (
        "Option positions",
        "Share of counted trials that chose each position, by number of options.",
    ),
    "cvlat_zero_references": (
        "Zero references",
        "Items whose reference is zero under a non-zero numerator, which the paper's equation turns into about a "
        "million; VFRI by the plain equation and with these items left out.",
    ),
    "cvlat_humans": (
        "Human baseline",
        "Participants' corrected scores and reliance; against a published group, the difference with its 90 % "
        "interval and the p of equivalence within the margin.",
    ),
    "cvlat_participants": ("Participants", "Each participant's corrected scores and reliance."),
}
"""Tables shown in the section of tables, in this order: the paper's, then ours."""
OPTIONAL = ("cvlat_humans", "cvlat_participants")
"""Tables that only a run with participants has; of any other the page says that it was not made."""

PLANTED = ("Planted truth beside estimate", "What each planted respondent truly does, and what was estimated of it.")
LEFT_OUT = ("Trials left out", "Trials that are in no denominator: no reply came, or none that could be counted.")
AUDIT = ("Audit of the items", "Faults found in the items; an item is kept out only if it cannot be asked.")

SHOWN_ROWS = 400
"""Rows of a table that the page shows; all of them are in its CSV."""
OPEN_ROWS = 70
"""Rows up to which a table is shown unfolded."""
LEFT_OUT_WARNING, UNRESOLVED_WARNING = 0.05, 5.0
"""Share of left-out trials, and percent of unresolved replies, from which a cell is warned of."""


def read_rows(path: Path, name: str) -> pa.Table | None:
    """Return the named table, or None where the run did not make it."""
    return read_table(name, path) if path.exists() else None


def table_view(name: str, heading: tuple[str, str], table: pa.Table | None) -> dict[str, Any]:
    """Return what the page shows of a table: heading, columns, formatted rows, and its CSV as a data URI."""
    view: dict[str, Any] = {"name": name, "title": heading[0], "caption": heading[1], "made": table is not None}
    if table is None:
        return view
    sink = pa.BufferOutputStream()
    pyarrow.csv.write_csv(_flat(table), sink)
    columns = {column.name: column for column in SCHEMAS[name]}
    rows = table.slice(0, SHOWN_ROWS).to_pylist()
    numeric = {
        field.name for field in table.schema if pa.types.is_floating(field.type) or pa.types.is_integer(field.type)
    }
    return view | {
        "columns": [
            {"name": c, "label": c.replace("_", " "), "meaning": columns[c].meaning, "numeric": c in numeric}
            for c in table.column_names
        ],
        "rows": [[cell_text(value, columns[name].unit) for name, value in row.items()] for row in rows],
        "head": table.column_names.index("model") if "model" in columns else 0,
        "total": table.num_rows,
        "shown": len(rows),
        "open": table.num_rows <= OPEN_ROWS,
        "csv": f"data:text/csv;base64,{base64.b64encode(sink.getvalue()).decode()}",
    }


def cell_text(value: Any, unit: str = "") -> str:
    """Return a value as the page shows it: percent with two decimals, indices and shares with three."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if not isinstance(value, float):
        return str(value)
    if abs(value) >= 100_000:
        return f"{value:.3g}"
    return f"{value:.2f}" if unit.startswith("percent") or abs(value) >= 100 else f"{value:.3f}"


def headline(orientation: pa.Table | None, arbitration: pa.Table | None) -> list[dict[str, Any]]:
    """Return a row a model: VFRI with interval, orientation, w with interval, highest VFRI first."""
    preference = {row["model"]: row for row in _records(arbitration) if row["cell"] == CONFLICT}
    lines = []
    for row in _records(orientation):
        w = preference.get(row["model"], {})
        lines.append(
            {
                "model": row["model"],
                "group": row["group"],
                "vfri": _estimate(row["vfri"], row["low"], row["high"], signed=True),
                "place": [row["vfri"], row["low"], row["high"]]
                if _known(row["vfri"], row["low"], row["high"])
                else None,
                "orientation": row["orientation"],
                "w": _estimate(w.get("w"), w.get("w_low"), w.get("w_high"), signed=False),
                "w_note": w.get("note") or "",
                "order": row["vfri"] if _known(row["vfri"]) else -math.inf,
            }
        )
    return sorted(lines, key=lambda line: (-line["order"], line["model"]))


def warnings(tables: Mapping[str, pa.Table | None], audit: pa.Table) -> list[str]:
    """Return what a reader must know before trusting the numbers, a sentence each, most serious first."""
    found = []
    kept_out = sorted({row["item_id"] or row["source"] for row in audit.to_pylist() if row["kept_out"]})
    if kept_out:
        found.append(f"Kept out because they cannot be asked: {_some(kept_out)}.")
    missed = [row for row in _records(tables.get("cvlat_planted")) if row["covered"] is False]
    if missed:
        names = [f"{row['model']} ({row['statistic']}, {row['cell']}, {row['variant']})" for row in missed]
        found.append(f"The 95 % interval misses the planted truth, as one in twenty does by chance: {_some(names)}.")
    shares: dict[tuple[str, str], float] = {}
    for row in _records(tables.get("cvlat_left_out")):
        key = (row["model"], row["cell"])
        shares[key] = shares.get(key, 0.0) + (row["share"] or 0.0)
    large = [f"{m} {c} ({100 * s:.0f} %)" for (m, c), s in shares.items() if s > LEFT_OUT_WARNING]
    if large:
        found.append(f"More than {100 * LEFT_OUT_WARNING:.0f} % of trials are left out: {_some(large)}.")
    unread = [
        f"{row['model']} {row['cell']} ({row['unresolved_pct']:.0f} %)"
        for row in _records(tables.get("cvlat_cells"))
        if (row["unresolved_pct"] or 0.0) > UNRESOLVED_WARNING
    ]
    if unread:
        found.append(f"More than {UNRESOLVED_WARNING:.0f} % of replies name no single option: {_some(unread)}.")
    zero = [
        f"{row['model']} {row['cell']} ({row['items']} by {row['reference']})"
        for row in _records(tables.get("cvlat_zero_references"))
        if row["items"]
    ]
    if zero:
        found.append(f"Items with a zero reference weigh on VF, FA or VFRI (see Zero references): {_some(zero)}.")
    return found


def _flat(table: pa.Table) -> pa.Table:
    """Return a table whose list columns are text, for CSV."""
    for i, field in enumerate(table.schema):
        if pa.types.is_list(field.type):
            texts = ["; ".join(map(str, v)) if v is not None else None for v in table.column(i).to_pylist()]
            table = table.set_column(i, field.name, pa.array(texts, pa.string()))
    return table


def _records(table: pa.Table | None) -> list[dict[str, Any]]:
    return [] if table is None else table.to_pylist()


def _known(*values: float | None) -> bool:
    return all(value is not None and not math.isnan(value) for value in values)


def _estimate(value: float | None, low: float | None, high: float | None, *, signed: bool) -> str:
    if not _known(value):
        return "–"
    sign = "+" if signed else ""
    text = f"{value:{sign}.2f}"
    return f"{text} [{low:{sign}.2f}, {high:{sign}.2f}]" if _known(low, high) else text


def _some(names: Sequence[str], limit: int = 6) -> str:
    rest = len(names) - limit
    return ", ".join(names[:limit]) + (f" and {rest} more" if rest > 0 else "")
