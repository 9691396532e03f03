"""Trials that are in no denominator, counted by model, cell and reason."""

import pyarrow as pa
import pyarrow.compute as pc

from counterpoint.tables import as_table


def left_out_counts(name: str, model: str, scores: pa.Table) -> pa.Table:
    """Return the table `name` (`cvlat_left_out`, `prive_left_out`) of one model, from its table `scores`.

    One row a cell, status and failure class whose trials are left out, with their share of the cell's planned trials.
    """
    planned = {row["values"]: row["counts"] for row in pc.value_counts(scores["cell"]).to_pylist()}
    left_out = scores.filter(pc.equal(scores["outcome"], "left_out"))
    groups = left_out.group_by(["cell", "status", "failure_class"], use_threads=False).aggregate([([], "count_all")])
    rows = groups.rename_columns({"count_all": "trials"}).to_pylist()
    return as_table(name, [row | {"model": model, "share": row["trials"] / planned[row["cell"]]} for row in rows])
