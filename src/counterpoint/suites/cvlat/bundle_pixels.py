"""The audit of a bundle's keys from its pixels: where a picture surely shows something else than its key says."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from counterpoint.pixels.chart import ReadChart
from counterpoint.pixels.questions.asked import Asked
from counterpoint.pixels.questions.rules import answer_question
from counterpoint.pixels.readings import Task, read_pictures
from counterpoint.suites.cvlat.audit import finding
from counterpoint.suites.cvlat.bundle import SOURCE

Row = dict[str, Any]


def audit_keys(
    items: Sequence[Row], stimuli: Sequence[Row], cache: str | Path, threads: int, root: str | Path = "."
) -> list[Row]:
    """Return a row of table `audit` for each item whose visual key its picture surely contradicts, in the items' order.

    `items` and `stimuli` are rows of the tables of these names, with `path` relative to `root`. The charts are read
    from their pixels, their types too, and each question is answered by rule. A key that is further from the reading
    than a reading errs is a finding `key_contradicts_pixels`; what cannot be read, or is not understood, is none.
    Readings are kept in the folder `cache`; new pictures are read by `threads` processes.
    """
    asked = {item["stimulus_id"] for item in items}
    shown = [row for row in stimuli if row["stimulus_id"] in asked]
    read = read_pictures([Task(Path(root, row["path"]), row["pixel_digest"]) for row in shown], cache, threads)
    charts = {row["stimulus_id"]: chart for row, chart in zip(shown, read, strict=True)}
    findings = [_finding(item, charts[item["stimulus_id"]]) for item in items if item["stimulus_id"] in charts]
    return [row for row in findings if row is not None]


def _finding(item: Row, chart: ReadChart) -> Row | None:
    """Return what contradicts an item's key, or None."""
    options = tuple(item["options"])
    answer = answer_question(Asked(item["question"], options), chart)
    if item["visual_index"] not in answer.excluded:
        return None
    listed = ", ".join(repr(option) for option in options)
    detail = f"the picture reads {answer.read}; the key is {options[item['visual_index']]!r} of {listed}"
    return finding(item["source"].removeprefix(f"{SOURCE}: "), item["item_id"], "key_contradicts_pixels", detail)
