"""Rows of table `audit`: what was found in the items of either source."""

from typing import Any

from counterpoint.suites.cvlat.names import SUITE


def finding(source: str, item_id: str | None, fault: str, detail: str, kept_out: bool = False) -> dict[str, Any]:
    """Return a row of `audit`: a fault of an item, or of the whole `source` where `item_id` is None."""
    return {
        "suite": SUITE,
        "source": source,
        "item_id": item_id,
        "fault": fault,
        "detail": detail,
        "kept_out": kept_out,
    }
