"""The report's part on money: what was spent, beside what was estimated, and what a reader must know of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from counterpoint.models.prices import FREE
from counterpoint.report.section import Table
from counterpoint.report.tables import cell_text, some_of, table_view

CAPTION = (
    "What each model and judge was asked and answered, in what time, and what the replies that the run uses cost, "
    "whenever they were paid for: what the provider says, else reported tokens times price; and what all requests were "
    "estimated to cost before any was asked, which of a judge's is not known."
)


@dataclass(frozen=True)
class Cost:
    """What the page says of money."""

    lead: str
    warnings: Sequence[str]
    table: Table


def cost_section(spending: pa.Table) -> Cost:
    """Return the part on money from table `spending`."""
    rows = spending.to_pylist()
    table = table_view("spending", ("Answers and spending", CAPTION), spending)
    return Cost(_lead(rows), _warnings(rows), table)


def _billed(row: Mapping[str, Any]) -> bool:
    return row["price_source"] != FREE.source


def _lead(rows: Sequence[Mapping[str, Any]]) -> str:
    billed = list(filter(_billed, rows))
    if not billed:
        return "Nothing was paid: every model and judge of this run runs inside the process."
    known = [row for row in billed if row["spent_usd"] is not None and row["estimated_usd"] is not None]
    spent = sum(row["spent_usd"] for row in billed if row["spent_usd"] is not None)
    line = f"The replies of this run cost {cell_text(spent, 'US dollars')} US dollars"
    if known:
        estimated = sum(row["estimated_usd"] for row in known)
        whose = "all its requests" if len(known) == len(billed) else "requests of which that could be told"
        line += f"; {cell_text(estimated, 'US dollars')} were estimated for {whose}"
    return line + "."


def _warnings(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return a sentence for each thing that the sums do not hold, or that was not asked."""
    over = [f"{row['model']} ({row['over_budget']:,} of {row['requests']:,})" for row in rows if row["over_budget"]]
    unknown = [f"{row['model']} ({row['unknown']:,} replies)" for row in rows if row["unknown"]]
    maybe = [f"{row['model']} ({row['maybe_charged']:,})" for row in rows if row["maybe_charged"]]
    found = []
    if over:
        found.append(
            f"Requests not asked because the budget was reached: {some_of(over)}. A larger one asks only them."
        )
    if unknown:
        found.append(f"Replies of unknown cost, which are in no sum: {some_of(unknown)}.")
    if maybe:
        found.append(f"Calls without an answer that may have been charged, in no sum: {some_of(maybe)}.")
    return found
