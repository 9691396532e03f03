"""People's decisions on pictures and views: a CSV that says which were looked at, by whom, and which are rejected."""

from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from counterpoint.errors import UserError
from counterpoint.findings import finding
from counterpoint.manifests import read_rows
from counterpoint.stimuli.text import hidden, unprintable
from counterpoint.stimuli.views.settings import VIEWS
from counterpoint.suites.prive.names import SUITE

COLUMNS = ("pair_id", "view", "decision", "reason", "reviewer", "date")
ACCEPT, REJECT = "accept", "reject"


def read_decisions(path: str | Path) -> dict[tuple[str, str], str]:
    """Return why each rejected (pair_id, view) was rejected; the view `raw` stands for the pair itself.

    Raises UserError with file, row (the header is row 1), column, value and what is allowed.
    """
    decided: dict[tuple[str, str], dict[str, str]] = {}
    for number, said in read_rows(path, COLUMNS, (), "decision"):
        _check(said, f"{path}: row {number}")
        place = (said["pair_id"], said["view"])
        if place in decided:
            raise UserError(f"{path}: row {number}: {' '.join(place)} is decided above already; allowed: one decision")
        decided[place] = said
    return {
        place: f"rejected by {said['reviewer']} on {said['date']}: {said['reason']}"
        for place, said in decided.items()
        if said["decision"] == REJECT
    }


def _check(said: Mapping[str, str], where: str) -> None:
    def refuse(name: str, allowed: str) -> None:
        raise UserError(f"{where}: column {name!r}: {said[name]!r}; allowed: {allowed}")

    if said["view"] not in VIEWS:
        refuse("view", ", ".join(VIEWS))
    if said["decision"] not in (ACCEPT, REJECT):
        refuse("decision", f"{ACCEPT} or {REJECT}")
    for name, text in said.items():
        if character := unprintable(text) or hidden(text):
            raise UserError(f"{where}: column {name!r}: holds {character}; allowed: texts of one line that can be seen")
    for name in ("pair_id", "reviewer", *(("reason",) if said["decision"] == REJECT else ())):
        if not said[name]:
            refuse(name, "a text")
    try:
        date.fromisoformat(said["date"])
    except ValueError:
        refuse("date", "a date such as 2026-07-01")


def unmatched(
    views: Iterable[Mapping[str, Any]], rejected: Mapping[tuple[str, str], str], path: str | Path
) -> list[dict[str, Any]]:
    """Return a finding for each rejection of what the run does not hold: a name that was mistyped rejects nothing."""
    held = {(row["pair_id"], row["view"]) for row in views}
    return [
        finding(SUITE, f"pair {pair}", None, "decision_without_picture", f"{path} rejects view {view}: not in this run")
        for pair, view in rejected
        if (pair, view) not in held
    ]


def without_rejected(
    views: Iterable[Mapping[str, Any]], rejected: Mapping[tuple[str, str], str]
) -> list[dict[str, Any]]:
    """Return rows of `prive_views` without rejected views, with the reason; with `raw` all of its pair are."""
    found = []
    for row in views:
        reason = rejected.get((row["pair_id"], row["view"])) or rejected.get((row["pair_id"], "raw"))
        gone = {"stimulus_id": None, "pixel_digest": None, "reason": reason} if reason else {}
        found.append(dict(row) | gone)
    return found
