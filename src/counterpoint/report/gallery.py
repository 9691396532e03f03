"""The gallery: each chart's pictures once, its questions with their keys, and what each model answered."""

import base64
import io
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from PIL import Image

from counterpoint.errors import UserError
from counterpoint.suites.cvlat.cells import CELLS
from counterpoint.tables import read_table

OUTCOMES = ("visual", "factual", "distractor", "omit", "unresolved", "refused")
"""Outcomes of counted trials, in the order in which bars stack them."""
LARGE = 90_000
"""Bytes above which a picture is reduced for the page."""
WIDE = 1000
"""Width (px) to which a large picture is reduced at most."""

Answers = dict[tuple[str, str], dict[str, Any]]
"""By item and cell: `outcomes` and `options` (counts), `counted` and `left_out` trials."""


def model_answers(scores: str | Path) -> tuple[Answers, dict[str, Any]]:
    """Return what one model answered, by item and cell, and its totals (trials, requests, statuses, cells).

    Reads the columns needed of table `scores` and groups them in Arrow; no trial outlives the call.
    """
    table = read_table("scores", scores, columns=["item_id", "cell", "outcome", "option_index", "status", "request_id"])
    answers: Answers = defaultdict(
        lambda: {"outcomes": defaultdict(int), "options": defaultdict(int), "counted": 0, "left_out": 0}
    )
    grouped = table.group_by(["item_id", "cell", "outcome", "option_index"]).aggregate([([], "count_all")])
    for row in grouped.to_pylist():
        answer, trials = answers[row["item_id"], row["cell"]], row["count_all"]
        if row["outcome"] == "left_out":
            answer["left_out"] += trials
            continue
        answer["counted"] += trials
        answer["outcomes"][row["outcome"]] += trials
        if row["option_index"] is not None:
            answer["options"][row["option_index"]] += trials
    statuses = table.group_by("status").aggregate([([], "count_all")]).to_pylist()
    totals = {
        "trials": table.num_rows,
        "requests": pc.count_distinct(table["request_id"]).as_py(),
        "statuses": {row["status"]: row["count_all"] for row in statuses},
        "cells": set(pc.unique(table["cell"]).to_pylist()),
    }
    return dict(answers), totals


def gallery(
    run_folder: Path,
    items: pa.Table,
    stimuli: pa.Table,
    models: Sequence[Mapping[str, Any]],
    answers: Mapping[str, Answers],
) -> list[dict[str, Any]]:
    """Return the charts of the gallery, each with its pictures, units, keys and every model's answers.

    `models` have `name`, `display` and `group`; `answers` are those of `model_answers` by name. A picture is
    read and encoded once a chart; items of a unit that share wording and key are shown together.
    Raises UserError when a picture cannot be read.
    """
    pictures = {row["stimulus_id"]: row for row in stimuli.to_pylist()}
    cells_of: dict[str, set[str]] = defaultdict(set)
    for found in answers.values():
        for item_id, cell in found:
            cells_of[item_id].add(cell)
    charts: dict[str, dict[str, list[dict[str, Any]]]] = defaultdict(lambda: defaultdict(list))
    for item in items.to_pylist():
        charts[item["cluster_id"]][item["unit_id"]].append(item)
    shown = []
    for cluster_id, units in charts.items():
        of_chart = [item for unit in units.values() for item in unit]
        seen = [item["stimulus_id"] for item in of_chart if _picture_asked(cells_of[item["item_id"]])]
        shown.append(
            {
                "name": cluster_id,
                "chart_type": of_chart[0]["chart_type"].replace("_", " "),
                "pictures": _chart_pictures(run_folder, [pictures[s] for s in pictures if s in set(seen)]),
                "units": [_unit(unit_id, unit, cells_of, models, answers) for unit_id, unit in units.items()],
            }
        )
    return shown


def picture_uri(path: Path) -> tuple[str, bool]:
    """Return a picture as a data URI and whether it was reduced (large ones become WebP of at most `WIDE` px).

    Raises UserError when the file is missing or is no picture.
    """
    try:
        content = path.read_bytes()
        kind = "png"
        if len(content) > LARGE:
            with Image.open(io.BytesIO(content)) as picture:
                small = picture.convert("RGB")
            small.thumbnail((WIDE, 10 * WIDE))
            stream = io.BytesIO()
            small.save(stream, "WEBP", quality=80, method=2)
            content, kind = stream.getvalue(), "webp"
    except OSError as error:
        raise UserError(f"{path}: not a readable picture ({error}); remove it and run again") from error
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}", kind == "webp"


def _picture_asked(cells: Iterable[str]) -> bool:
    return any(cell not in CELLS or CELLS[cell].picture for cell in cells)


def _chart_pictures(run_folder: Path, stimuli: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return a chart's pictures, one for each distinct picture, with the variants that share it."""
    by_digest: dict[str, dict[str, Any]] = {}
    for stimulus in stimuli:
        known = by_digest.get(stimulus["pixel_digest"])
        if known is not None:
            known["variants"].append(stimulus["variant"])
            continue
        source, reduced = picture_uri(run_folder / stimulus["path"])
        by_digest[stimulus["pixel_digest"]] = {
            "source": source,
            "reduced": reduced,
            "variants": [stimulus["variant"]],
            **{key: stimulus[key] for key in ("path", "width", "height", "chart_type")},
            "digest": stimulus["pixel_digest"][:12],
        }
    return list(by_digest.values())


def _unit(
    unit_id: str,
    unit: Sequence[Mapping[str, Any]],
    cells_of: Mapping[str, set[str]],
    models: Sequence[Mapping[str, Any]],
    answers: Mapping[str, Answers],
) -> dict[str, Any]:
    """Return one unit: its wordings with their keys, and a row a model with a bar a cell."""
    item_of = {cell: item["item_id"] for item in unit for cell in cells_of[item["item_id"]]}
    order = {cell: place for place, cell in enumerate(CELLS)}
    cells = sorted(item_of, key=lambda cell: (order.get(cell, len(order)), cell))
    wordings: dict[tuple[Any, ...], dict[str, Any]] = {}
    for item in unit:
        key = (item["question"], *item["options"], item["visual_index"], item["factual_index"])
        wording = wordings.setdefault(
            key, {"question": item["question"], "options": _options(item), "where": [], "notes": []}
        )
        wording["where"].append(f"{item['instrument']} ({item['form']})")
        if item["manipulation"] and item["manipulation"] not in wording["notes"]:
            wording["notes"].append(item["manipulation"])
    rows = [
        {
            "model": model["display"],
            "group": model["group"],
            "bars": [_bar(answers[model["name"]].get((item_of[cell], cell))) for cell in cells],
        }
        for model in models
    ]
    return {
        "name": unit_id,
        "task": unit[0]["task"],
        "question": unit[0]["question"],
        "wordings": list(wordings.values()),
        "cells": cells,
        "rows": rows,
    }


def _options(item: Mapping[str, Any]) -> list[dict[str, Any]]:
    marks = {"chart": item["visual_index"], "fact": item["factual_index"], "omit": item["omit_index"]}
    return [
        {"letter": letter(i), "text": text, "marks": [mark for mark, at in marks.items() if at == i]}
        for i, text in enumerate(item["options"])
    ]


def _bar(answer: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return the outcome shares (percent of counted trials) of one bar and the most frequent choice."""
    if answer is None:
        return None
    counted, options = answer["counted"], answer["options"]
    if not counted:
        return {"parts": [], "choice": "", "says": f"no counted trial, {answer['left_out']} left out"}
    parts = [
        (outcome, round(100 * answer["outcomes"][outcome] / counted, 1))
        for outcome in OUTCOMES
        if answer["outcomes"].get(outcome)
    ]
    choice = ""
    if options:
        best = min(options, key=lambda option: (-options[option], option))
        choice = f"{letter(best)} {100 * options[best] / counted:.0f} %"
    says = ", ".join(f"{outcome} {share:.0f} %" for outcome, share in parts)
    if answer["left_out"]:
        says += f"; {answer['left_out']} of {counted + answer['left_out']} trials left out"
    return {"parts": parts, "choice": choice, "says": says}


def letter(index: int) -> str:
    """Return the letter of an option: 0 is a."""
    return chr(ord("a") + index)
