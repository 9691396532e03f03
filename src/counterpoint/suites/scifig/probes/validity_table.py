"""How often each validity rule was held against probes, and how often it failed: table `scifig_validity_rules`."""

import pyarrow as pa

from counterpoint.tables import as_table


def validity_table(validity: pa.Table) -> pa.Table:
    """Return a row a rule and kind of probe, from table `scifig_validity`: rules that fail most come first."""
    counts: dict[tuple[str, str], dict] = {}
    for row in validity.to_pylist():
        kind = row["probe"].removeprefix(f"{row['figure_id']}/").split("/")[0]
        found = counts.setdefault((row["rule"], kind), {"probes": 0, "failed": 0, "example": None})
        found["probes"] += 1
        if not row["passed"]:
            found["failed"] += 1
            found["example"] = found["example"] or f"{row['probe']}: {row['detail']}"
    rows = [{"rule": rule, "dimension": kind} | found for (rule, kind), found in counts.items()]
    return as_table("scifig_validity_rules", sorted(rows, key=lambda r: (-r["failed"], r["dimension"], r["rule"])))
