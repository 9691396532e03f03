"""Trials that no denominator counts, by cell and reason."""

import pyarrow as pa
import pyarrow.compute as pc

from counterpoint.tables import as_table


def left_out_counts(table: str, model: str, scores: pa.Table) -> pa.Table:
    """Return a suite's table of trials left out of each cell's denominator by reason, of one model's `scores`."""
    planned = {row["values"]: row["counts"] for row in pc.value_counts(scores["cell"]).to_pylist()}
    left_out = scores.filter(pc.equal(scores["outcome"], "left_out"))
    groups = left_out.group_by(["cell", "status", "failure_class"], use_threads=False).aggregate([([], "count_all")])
    rows = groups.rename_columns({"count_all": "trials"}).to_pylist()
    return as_table(table, [row | {"model": model, "share": row["trials"] / planned[row["cell"]]} for row in rows])
