"""The pixel audit: each chart's values read back from its saved picture and held against what was recorded."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from counterpoint.errors import UserError
from counterpoint.files import file_digest
from counterpoint.pixels.compare import Disagreement, Expected, compare
from counterpoint.pixels.readings import Task, read_pictures
from counterpoint.suites.cvlat.audit import finding

COLUMNS = ("stimulus_id", "role", "text", "category", "series", "value", "x", "size", "group")
"""Columns of table `elements` that the audit looks at: no box, no polygon, no colour."""
UNREADABLE = 0.5
"""Share of a picture's marks that may stay unread; the bank's maps lose a quarter at most, most charts none."""

Row = dict[str, Any]


def pixel_audit(
    stimuli: Sequence[Row], elements: Iterable[Row], cache: str | Path, threads: int, root: str | Path = "."
) -> list[Row]:
    """Return what the pictures do not show as recorded, as rows of table `audit`, in the order of `stimuli`.

    `stimuli` are rows of the table of that name, with `path` relative to `root`; of `elements` the marks' names and
    values and the texts that name them count, never a box. A finding `pixels_disagree` is a mark whose reading
    contradicts the record; `pixels_not_read` counts the marks of a picture that could not be read, `pixels_unreadable`
    where these are more than half. Readings are kept
    in the folder `cache`, one file a picture, named by its pixels and by the code that reads them: only new pictures
    are read, by `threads` processes. Raises UserError when a picture is not the file that was drawn.
    """
    for stimulus in stimuli:
        _check_file(stimulus, Path(root))
    recorded = recorded_marks(elements)
    tasks = [Task(Path(root, row["path"]), row["pixel_digest"], row["kind"]) for row in stimuli]
    readings = read_pictures(tasks, cache, threads)
    findings = []
    for stimulus, reading in zip(stimuli, readings, strict=True):
        marks = recorded.get(stimulus["stimulus_id"], [])
        findings += _findings(stimulus["stimulus_id"], len(marks), compare(reading, marks))
    return findings


def _check_file(stimulus: Row, root: Path) -> None:
    """Raise UserError when a picture is gone, or changed since it was drawn: a reading that is kept may not be its."""
    path = root / stimulus["path"]
    try:
        changed = file_digest(path) != stimulus["file_digest"]
    except OSError as error:
        reason = f"cannot be read ({error.strerror})"
    else:
        reason = "is no longer the picture that was drawn" if changed else ""
    if reason:
        raise UserError(
            f"chart {stimulus['stimulus_id']}: {path}: {reason}; remove the folder of pictures and run again"
        )


def check_agreement(findings: Sequence[Row]) -> None:
    """Raise UserError with the first picture that contradicts its record or shows little of it, and their number."""
    wrong = [row for row in findings if row["fault"] != "pixels_not_read"]
    if wrong:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        raise UserError(
            f"chart {wrong[0]['source']}: {wrong[0]['detail']}{more}; the picture and its table contradict each "
            "other or cannot be compared; look at the picture: where it is right, and misread, set pixel_audit: report"
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
                x=row["x"],
                size=row["size"],
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
        detail = f"{len(unread)} of {marks} marks could not be read from the pixels: {', '.join(unread)}"
        fault = "pixels_unreadable" if len(unread) > UNREADABLE * marks else "pixels_not_read"
        findings.append(finding(stimulus, None, fault, detail))
    return findings


def _mark(item: Disagreement) -> str:
    return f"{item.category} / {item.series}" if item.series else item.category
