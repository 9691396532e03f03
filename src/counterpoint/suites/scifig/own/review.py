"""People's decisions on candidates: the CSV that is written for them, and what they wrote, read back."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from counterpoint.errors import UserError
from counterpoint.files import write_text
from counterpoint.manifests import read_rows
from counterpoint.stimuli.text import hidden, unprintable
from counterpoint.suites.scifig.own.candidate import (
    ACCEPTED,
    CHANGED,
    EDITED,
    FIELDS,
    NUMBERS,
    REJECTED,
    REVIEWER,
    UNKNOWN,
    WAITS,
    Candidate,
    candidate_row,
    named_candidate,
    number_of_field,
)

ACCEPT, REJECT, EDIT = "accept", "reject", "edit"
STATES = {ACCEPT: ACCEPTED, EDIT: EDITED, REJECT: REJECTED}
SAID = ("decision", "reason", "reviewer", "date")
SHOWN = ("figure_id", "dimension", "kind", "origin", "problems")
"""Columns that are there to be read alone."""
COLUMNS = ("probe", *SAID[:1], *FIELDS, *SAID[1:], *SHOWN)
_FORMULA = ("=", "+", "-", "@")


@dataclass(frozen=True)
class Review:
    """One decision."""

    decision: str
    fields: Mapping[str, str]
    reason: str
    reviewer: str
    date: str


def read_review(path: str | Path) -> dict[str, Review]:
    """Return the decisions of a file by probe; a row without one still waits.

    Raises UserError with file, row (the header is row 1), column, value and what is allowed.
    """
    found: dict[str, Review] = {}
    for number, row in read_rows(path, ("probe", *SAID, *FIELDS), SHOWN, "candidate"):
        where = f"{path}: row {number}"
        for name, text in row.items():
            if character := unprintable(text) or hidden(text):
                raise UserError(f"{where}: column {name!r}: holds {character}; allowed: texts of one line")
        row = {name: _unescaped(text) for name, text in row.items()}
        if not row["decision"]:
            continue
        _check(row, where)
        if row["probe"] in found:
            raise UserError(f"{where}: column 'probe': {row['probe']} is decided above already; allowed: one decision")
        fields = {name: row[name] for name in FIELDS}
        found[row["probe"]] = Review(row["decision"], fields, row["reason"], row["reviewer"], row["date"])
    return found


def reviewed(
    candidates: Iterable[Candidate], decisions: Mapping[str, Review], figures: Mapping[str, Any]
) -> list[tuple[Candidate, str]]:
    """Return each candidate as it was decided on, with its state; `figures` are one's own, by name.

    An edit is taken as it stands, also where it is of a probe that nothing proposed: so probes are written by hand. A
    candidate that is another than was accepted waits again.
    """
    found: list[tuple[Candidate, str]] = []
    known = {candidate.probe: candidate for candidate in candidates}
    for probe, candidate in known.items():
        said = decisions.get(probe)
        if said is None:
            found.append((candidate, WAITS))
        elif said.decision == EDIT:
            found.append((candidate.with_fields(said.fields), EDITED))
        elif said.decision == ACCEPT and not _same(said.fields, candidate.fields):
            found.append((candidate, CHANGED))
        else:
            found.append((candidate, STATES[said.decision]))
    for probe, said in decisions.items():
        if probe in known:
            continue
        by_hand = named_candidate(probe, figures) if said.decision == EDIT else None
        if by_hand is None:
            figure_id = probe.partition("/")[0]
            found.append((Candidate(figure_id, probe, "", "", REVIEWER), UNKNOWN))
        else:
            found.append((by_hand.with_fields(said.fields), EDITED))
    return found


def write_review(path: str | Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write the file to fill in, from rows of `scifig_candidates`: decisions that hold are in it already.

    What a spreadsheet would take for a formula gets an apostrophe in front. Raises UserError when it cannot be written.
    """
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\r\n", extrasaction="ignore")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _escaped(row[name] or "") for name in COLUMNS})
    write_text(path, stream.getvalue())


def review_row(candidate: Candidate, state: str, problems: str, chart_type: str, said: Review | None) -> dict[str, Any]:
    """Return a candidate with its state as a row of `scifig_candidates`."""
    holds = said if said is not None and state not in (CHANGED, WAITS) else None
    of_review = {name: getattr(holds, name) if holds else "" for name in SAID}
    return candidate_row(candidate, chart_type=chart_type, state=state, problems=problems, **of_review)


def _check(row: Mapping[str, str], where: str) -> None:
    def refuse(name: str, allowed: str) -> None:
        raise UserError(f"{where}: column {name!r}: {row[name]!r}; allowed: {allowed}")

    if row["decision"] not in STATES:
        refuse("decision", f"{', '.join(STATES)}, or empty")
    for name in ("probe", "reviewer", *(("reason",) if row["decision"] == REJECT else ())):
        if not row[name]:
            refuse(name, "a text")
    try:
        date.fromisoformat(row["date"])
    except ValueError:
        refuse("date", "a date such as 2026-07-01")
    for name in NUMBERS:
        if row[name] and number_of_field(row[name]) is None:
            refuse(name, "a number, or empty")


def _same(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Return whether fields are the same; 5.0 is 5, as a spreadsheet may write it."""
    return all(
        " ".join(one[name].split()) == " ".join(other[name].split())
        or (number_of_field(one[name]) is not None and number_of_field(one[name]) == number_of_field(other[name]))
        for name in FIELDS
    )


def _escaped(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text


def _unescaped(text: str) -> str:
    return text[1:] if text[:1] == "'" and text[1:].startswith(_FORMULA) else text
