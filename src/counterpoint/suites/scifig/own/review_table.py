"""What has become of what was proposed to ask: table `scifig_review`, and how many wait."""

import pyarrow as pa

from counterpoint.suites.scifig.own.candidate import ASKED, CHANGED, WAITS
from counterpoint.tables import as_table

COUNTED = ("waits", "changed", "rejected", "accepted", "edited", "unknown", "no_reply")


def review_table(candidates: pa.Table) -> pa.Table:
    """Return a row a dimension and origin, from table `scifig_candidates`, in the order in which they come."""
    rows: dict[tuple[str, str], dict] = {}
    for one in candidates.to_pylist():
        place = (one["dimension"], one["origin"])
        empty = dict(zip(("dimension", "origin"), place, strict=True)) | dict.fromkeys((*COUNTED, "failed"), 0)
        row = rows.setdefault(place, empty | {"candidates": 0})
        row["candidates"] += 1
        row[one["state"]] += 1
        row["failed"] += bool(one["state"] in ASKED and one["problems"])
    return as_table("scifig_review", list(rows.values()))


def waiting(review: pa.Table) -> int:
    """Return how many candidates a person has yet to look at, from table `scifig_review`."""
    return sum(row[WAITS] + row[CHANGED] for row in review.to_pylist())
