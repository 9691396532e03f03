"""Where VF, FA and VFRI mean something: their value, or the reason why a table leaves the cell empty."""

from collections.abc import Mapping
from typing import Any

from counterpoint.statistics.estimates import ABSENT, Found
from counterpoint.suites.cvlat.cells import CONFLICT, KNOWLEDGE, READING, STEERED
from counterpoint.suites.cvlat.rates import CONFLICT_CELLS

REFERENCES = {"visual": (READING, "where names are hidden"), "factual": (KNOWLEDGE, "without picture")}
"""The cell of each reference, and what is withheld there."""
RESTS_ON = {"vf": ("visual",), "fa": ("factual",), "vfri": ("visual", "factual")}
"""The references that each index divides by."""
NOT_HERE, NO_VALUE = "of conflict cells only", "no item has a value"


def index(
    found: Found, model: str, name: str, cell: str, breakdown: str = "all", level: str = ""
) -> tuple[Mapping[str, Any], str]:
    """Return the estimate of VF, FA or VFRI by the paper's equation, or a row of nulls and why it is undefined.

    Divided by a reference that the model does not have, an index says nothing of the model, though its equation,
    variant `paper` of the estimates, still has a value; and a mean of VF or FA into which a single zero reference
    enters is about a million of that item.
    """
    row = found.row(model, name, cell, "paper", breakdown, level)
    if row["estimate"] is None:
        return ABSENT, row["note"] or (NO_VALUE if cell in CONFLICT_CELLS else NOT_HERE)
    reasons = [no_reference(found, model, reference) for reference in RESTS_ON[name]]
    if name != "vfri" and not any(reasons):
        reasons = [_drowned(found, model, name, cell)]
    reason = "; ".join(filter(None, reasons))
    return (ABSENT, reason) if reason else (row, "")


def shift(found: Found, model: str, told: str) -> tuple[Mapping[str, Any], str]:
    """Return how far a steering prompt (`told` visual or factual) moves VFRI, or nulls and why it is undefined."""
    row = found.row(model, "delta_vfri", f"{STEERED[told]} - {CONFLICT}")
    reason = no_references(found, model) if row["estimate"] is not None else row["note"] or NO_VALUE
    return (ABSENT, reason) if reason else (row, "")


def no_references(found: Found, model: str) -> str:
    """Return which references of VFRI a model does not have, in words; empty if it has both."""
    return "; ".join(filter(None, (no_reference(found, model, reference) for reference in RESTS_ON["vfri"])))


def no_reference(found: Found, model: str, reference: str) -> str:
    """Return why a model has no visual or factual reference, empty if it has one.

    It has none if its mean corrected score in the reference cell cannot be told from zero: the 95 % interval
    reaches it. Corrected scores are never negative, so that of many items no more than three score above zero.
    """
    cell, withheld = REFERENCES[reference]
    row = found.row(model, f"reference_{reference}", cell)
    if row["low"] is None or row["low"] > 0:
        return ""
    return f"no {reference} reference: {withheld} its score is {row['note']}"


def note_of(row: Mapping[str, Any], reasons: Mapping[str, str]) -> str:
    """Return the note of a table's row: each reason, behind the empty columns that it holds for.

    `reasons` holds why each column may be empty; those that are not are passed over.
    """
    columns: dict[str, list[str]] = {}
    for column, reason in reasons.items():
        if row[column] is None or row[column] == "":
            columns.setdefault(reason, []).append(column)
    return "; ".join(f"{', '.join(names)}: {reason}" for reason, names in columns.items())


def _drowned(found: Found, model: str, name: str, cell: str) -> str:
    (reference,) = RESTS_ON[name]
    zero = found.value(model, f"zero_reference_{reference}", cell)
    if not zero:
        return ""
    row, rest = (found.row(model, name, cell, variant) for variant in ("paper", "zero_reference_excluded"))
    without = "undefined" if rest["estimate"] is None else f"{rest['estimate']:.3f}"
    return (
        f"a {reference} reference of zero on {zero:.0f} of {row['n_items']} items makes the mean "
        f"{row['estimate']:,.0f}; without these it is {without}"
    )
