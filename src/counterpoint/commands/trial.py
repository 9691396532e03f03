"""One trial of a run, found by what names it: its suite, cell, item and order, or digits of its request or key."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from counterpoint.errors import UserError
from counterpoint.tables import read_table

FEWEST_DIGITS = 6
"""Of a request's or key's digest: fewer would name several requests of a large run."""
NAMES = ("cell", "item", "order")
_COLUMNS = {"cell": "cell", "item": "item_id", "order": "order_index"}


@dataclass(frozen=True)
class Found:
    """A trial, and the request that it sends."""

    suite: str
    trial: dict[str, Any]
    """Row of table `trials`."""
    request: dict[str, Any]
    """Row of table `requests`."""
    others: int
    """Other trials that send the same request."""


class RunTables:
    """The tables of a run by name; those that are not made yet say how to make them."""

    def __init__(self, results: Path, suites: Sequence[str]) -> None:
        self._results = results
        self.suites = suites

    def read(self, name: str, path: str, filters: Any = None) -> pa.Table:
        """Return a table below the run's folder, or rows of it. Raises UserError where it is absent or damaged."""
        if not (self._results / path).is_file():
            raise UserError(f"{self._results / path}: is not there yet; run `snakemake` with this configuration first")
        return read_table(name, self._results / path, filters=filters)

    def rows(self, name: str, path: str, **wanted: Any) -> list[dict[str, Any]]:
        """Return the rows whose columns have the wanted values, from a table or, where it is not made yet, none."""
        if not (self._results / path).is_file():
            return []
        return self.read(name, path, [(column, "==", value) for column, value in wanted.items()]).to_pylist()

    def response(self, model: str, suite: str, matches: Callable[[pa.Table], pa.Array]) -> dict[str, Any] | None:
        """Return the first row of a model's responses in a suite that matches, or None."""
        for path in sorted(self._results.glob(f"responses/{model}/{suite}/*.parquet")):
            if path.stem.isdecimal():
                table = read_table("responses", path)
                for row in table.filter(matches(table)).slice(0, 1).to_pylist():
                    return row
        return None


def digits_of(text: str) -> str:
    """Return the digits by which a request or key is named. Raises UserError for what can be none."""
    if not re.fullmatch(f"[0-9a-f]{{{FEWEST_DIGITS},64}}", text):
        raise UserError(
            f"--id: {text!r} names no request or key; allowed: the first {FEWEST_DIGITS} to 64 digits (0-9, a-f) of "
            "one, or --cell, --item and --order in its place"
        )
    return text


def trial_of_request(tables: RunTables, digits: str) -> Found | None:
    """Return the first trial whose request begins with these digits, or None. Raises UserError for several requests."""
    for suite in tables.suites:
        trials = tables.read("trials", f"trials/{suite}/trials.parquet")
        chosen = trials.filter(pc.starts_with(trials["request_id"], digits))
        requests = pc.unique(chosen["request_id"]).to_pylist()
        if len(requests) > 1:
            raise UserError(f"{digits}: {len(requests)} requests of suite {suite} begin so; give more digits")
        if requests:
            return _found(tables, suite, chosen)
    return None


def trial_named(tables: RunTables, suite: str | None, names: dict[str, Any]) -> Found:
    """Return the one trial of these names (of `NAMES`; None says nothing). Raises UserError where there is not one."""
    if suite is None:
        if len(tables.suites) > 1:
            raise UserError(f"--suite: the run has several; name one of {', '.join(tables.suites)}")
        suite = tables.suites[0]
    elif suite not in tables.suites:
        raise UserError(f"--suite: {suite!r} is not in this run; allowed: {', '.join(tables.suites)}")
    chosen = tables.read("trials", f"trials/{suite}/trials.parquet")
    for name in NAMES:
        held = chosen[_COLUMNS[name]]
        if names[name] is not None:
            kept = chosen.filter(pc.equal(held, names[name]))
            if not kept.num_rows:
                raise UserError(f"--{name}: {names[name]!r} has no trial here; allowed: {_some(held)}")
            chosen = kept
    for name in NAMES:
        held = chosen[_COLUMNS[name]]
        if names[name] is None and len(pc.unique(held)) > 1:
            raise UserError(f"{chosen.num_rows} trials are meant; name one by --{name}: {_some(held)}")
    return _found(tables, suite, chosen)


def _found(tables: RunTables, suite: str, chosen: pa.Table) -> Found:
    (trial,) = chosen.slice(0, 1).to_pylist()
    wanted = [("request_id", "==", trial["request_id"])]
    (request,) = tables.read("requests", f"trials/{suite}/requests.parquet", wanted).to_pylist()
    senders = tables.read("trials", f"trials/{suite}/trials.parquet", wanted).num_rows
    return Found(suite, trial, request, senders - 1)


def _some(column: pa.ChunkedArray) -> str:
    values = sorted(pc.unique(column).to_pylist())
    return ", ".join(map(str, values[:8])) + (f", ... ({len(values)})" if len(values) > 8 else "")
