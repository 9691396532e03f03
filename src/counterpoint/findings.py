"""Rows of table `audit`: what was found in the items or pictures of a suite."""

from typing import Any

from counterpoint.stimuli.text import escaped


def finding(
    suite: str, source: str, item_id: str | None, fault: str, detail: str, kept_out: bool = False
) -> dict[str, Any]:
    """Return a row of `audit`: a fault of an item, or of the whole `source` where `item_id` is None.

    What cannot be encoded or would break a line is written as an escape.
    """
    return {
        "suite": suite,
        "source": escaped(source),
        "item_id": None if item_id is None else escaped(item_id),
        "fault": fault,
        "detail": escaped(detail),
        "kept_out": kept_out,
    }
