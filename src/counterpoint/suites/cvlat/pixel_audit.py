"""The pixel audit: each chart's values read back from its saved picture and held against what was recorded."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from counterpoint.errors import UserError
from counterpoint.pixels.compare import Disagreement, Expected, compare
from counterpoint.pixels.readings import Task, read_pictures
from counterpoint.suites.cvlat.audit import finding

COLUMNS = ("stimulus_id", "role", "text", "category", "series", "value", "group")
"""Columns of table `elements` that the audit looks at: no box, no polygon, no colour."""
NAMES_SHOWN = 5
"""So many unread marks of a picture are named in a finding; the others are counted."""

Row = dict[str, Any]


def pixel_audit(
    stimuli: Sequence[Row], elements: Iterable[Row], cache: str | Path, threads: int, root: str | Path = "."
) -> list[Row]:
    """Return what the pictures do not show as recorded, as rows of table `audit`, in the order of `stimuli`.

    `stimuli` are rows of the table of that name, with `path` relative to `root`; of `elements` the marks' names and
    values and the texts that name them count, never a box. A finding `pixels_disagree` is a mark whose reading
    contradicts the record; `pixels_not_read` counts the marks of a picture that could not be read. Readings are kept
    in the folder `cache`, one file a picture, named by its pixels and by the code that reads them: only new pictures
    are read, by `threads` processes.
    """
    recorded = recorded_marks(elements)
    tasks = [Task(Path(root, row["path"]), row["pixel_digest"], row["chart_type"]) for row in stimuli]
    readings = read_pictures(tasks, cache, threads)
    findings = []
    for stimulus, reading in zip(stimuli, readings, strict=True):
        marks = recorded.get(stimulus["stimulus_id"], [])
        findings += _findings(stimulus["stimulus_id"], len(marks), compare(reading, marks))
    return findings


def check_agreement(findings: Sequence[Row]) -> None:
    """Raise UserError with the first reading that contradicts its record, and how many there are."""
    wrong = [row for row in findings if row["fault"] == "pixels_disagree"]
    if wrong:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        raise UserError(
            f"chart {wrong[0]['source']}: {wrong[0]['detail']}{more}; the picture and its table contradict each "
            "other: look at the picture; if it is right and was only misread, set pixel_audit: report"
        )


def recorded_marks(elements: Iterable[Row]) -> dict[str, list[Expected]]:
    """Return the marks of each picture as rows of table `elements` record them, named as they are drawn.

    A tick or data label with a category says how the category is written in the picture.
    """
    names: dict[tuple[str, str], str] = {}
    marks: dict[str, list[Row]] = defaultdict(list)
    for row in elements:
        if row["category"] is None:
            continue
        if row["role"] in ("tick", "data_label") and row["text"]:
            names[row["stimulus_id"], row["category"]] = row["text"]
        elif row["role"] == "mark" and row["value"] is not None:
            marks[row["stimulus_id"]].append(row)
    return {
        stimulus: [
            Expected(
                category=names.get((stimulus, row["category"]), row["category"]),
                value=row["value"],
                series=row["series"],
                group=row["group"],
            )
            for row in rows
        ]
        for stimulus, rows in marks.items()
    }


def _findings(stimulus: str, marks: int, differences: Sequence[Disagreement]) -> list[Row]:
    findings = []
    for item in differences:
        if item.read is not None:
            detail = f"{_mark(item)}: the {item.measure} reads {item.read}, recorded is {item.recorded}"
            findings.append(finding(stimulus, None, "pixels_disagree", detail))
    unread = list(dict.fromkeys(_mark(item) for item in differences if item.read is None))
    if unread:
        shown = ", ".join(unread[:NAMES_SHOWN]) + (", ..." if len(unread) > NAMES_SHOWN else "")
        detail = f"{len(unread)} of {marks} marks could not be read from the pixels: {shown}"
        findings.append(finding(stimulus, None, "pixels_not_read", detail))
    return findings


def _mark(item: Disagreement) -> str:
    return f"{item.category} / {item.series}" if item.series else item.category
