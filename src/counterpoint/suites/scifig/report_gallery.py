"""SciFig's gallery: some figures of each chart type with their views, what was asked of them, keys and answers."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from counterpoint.report.answers import ModelAnswers
from counterpoint.report.gallery import gallery
from counterpoint.report.section import Gallery, GalleryItem, GalleryPicture, Outcome
from counterpoint.suites.scifig.names import CHART_TYPES
from counterpoint.tables import rows_of

FIGURES = 4
"""Figures of each chart type that the page holds: all of a large run's would make it too large to open."""
LARGE, WIDE = 12_000, 420
"""Bytes above which a picture is reduced for the page, and px to which it is."""
OUTCOMES = (
    Outcome("correct", "blue"),
    Outcome("correct_hedged", "blue"),
    Outcome("rejects", "blue"),
    Outcome("described", "white"),
    Outcome("partly", "purple"),
    Outcome("abstained", "white"),
    Outcome("not_addressed", "grey"),
    Outcome("accepts", "orange"),
    Outcome("wrong_hedged", "orange"),
    Outcome("wrong", "orange"),
    Outcome("unresolved", "purple"),
    Outcome("refused", "black"),
)
"""Outcomes of counted trials, in the order in which bars stack them."""


def figure_gallery(
    figures: pa.Table,
    items: pa.Table,
    targets: pa.Table,
    trials: pa.Table,
    requests: pa.Table,
    stimuli: pa.Table,
    images: Path,
    cells: Sequence[str],
    answers: Mapping[str, ModelAnswers],
) -> Gallery:
    """Return the gallery of up to `FIGURES` figures a chart type, spread evenly over these in their order.

    `cells` are all of the run in the order shown, with those of which no picture exists. Raises UserError when a
    picture cannot be read.
    """
    chosen = _chosen(figures)
    asked = items.filter(pc.is_in(items["figure_id"], pa.array(list(chosen))))
    sent = _sent(asked, trials, requests)
    of_digest: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows_of(stimuli):
        of_digest[row["pixel_digest"]].append(row)
    derivations = {row["target_id"]: row for row in rows_of(targets)}
    places: dict[str, GalleryPicture] = {}
    shown: dict[tuple[str, str], list[str]] = {}
    figure_of = {row["item_id"]: row["figure_id"] for row in asked.to_pylist()}
    for (item_id, cell), digest in sent.items():
        figure = figure_of[item_id]
        row = next((r for r in of_digest[digest] if r["subject_id"] == figure), of_digest[digest][0])
        picture = _picture(figure, row, images)
        places.setdefault(picture.stimulus_id, picture)
        shown[item_id, cell] = [picture.stimulus_id]
    left = figures.num_rows - len(chosen)
    order = {row["stimulus_id"]: number for number, row in enumerate(rows_of(stimuli))}
    pictures = sorted(places.values(), key=lambda p: order[p.stimulus_id.split(": ", 1)[1]])
    return gallery(
        [_item(row, chosen[row["figure_id"]], shown, derivations) for row in asked.to_pylist()],
        pictures,
        cells,
        OUTCOMES,
        answers,
        large=LARGE,
        wide=WIDE,
        note=f"Of {figures.num_rows} figures {len(chosen)} are shown, spread evenly over each type." if left else "",
    )


def _chosen(figures: pa.Table) -> dict[str, dict[str, Any]]:
    rows, chosen = figures.to_pylist(), []
    for kind in CHART_TYPES:
        mine = [row for row in rows if row["chart_type"] == kind]
        places = np.unique(np.linspace(0, len(mine) - 1, min(FIGURES, len(mine))).round().astype(int))
        chosen += [mine[place] for place in places]
    return {row["figure_id"]: row for row in chosen}


def _sent(items: pa.Table, trials: pa.Table, requests: pa.Table) -> dict[tuple[str, str], str]:
    """Return the pixel digest of the picture that each item's trial sends, by item and cell; none where none is."""
    mine = trials.filter(pc.is_in(trials["item_id"], items["item_id"].combine_chunks()))
    wanted = requests.filter(pc.is_in(requests["request_id"], mine["request_id"].combine_chunks()))
    digest = {
        row["request_id"]: next((part["value"] for part in row["parts"] if part["kind"] == "image"), None)
        for row in wanted.select(["request_id", "parts"]).to_pylist()
    }
    found = {(row["item_id"], row["cell"]): digest[row["request_id"]] for row in mine.to_pylist()}
    return {place: value for place, value in found.items() if value is not None}


def _picture(figure: str, row: Mapping[str, Any], images: Path) -> GalleryPicture:
    own = row["subject_id"] == figure
    label = row["variant"].replace(f"blurred/{figure}/", "blurred: ").replace("_", " ") if own else "wrong image"
    return GalleryPicture(
        stimulus_id=f"{figure}: {row['stimulus_id']}",
        file=str(images / Path(row["path"]).name),
        pixel_digest=row["pixel_digest"],
        width=row["width"],
        height=row["height"],
        label=label,
        alt=f"{row['kind']} figure: {label}",
    )


def _item(
    item: Mapping[str, Any],
    figure: Mapping[str, Any],
    shown: Mapping[tuple[str, str], list[str]],
    targets: Mapping[str, Mapping[str, Any]],
) -> GalleryItem:
    return GalleryItem(
        item_id=item["item_id"],
        unit_id=item["unit_id"],
        group=item["figure_id"],
        group_note=f"{figure['chart_type']}, {figure['made']}",
        shown={cell: names for (name, cell), names in shown.items() if name == item["item_id"]},
        task=f"{item['dimension']}, {item['kind'].replace('_', ' ')}",
        where=item["condition"] or "as it is",
        question=item["question"] if not item["caption"] else f"Caption: {item['caption']} {item['question']}",
        options=(),
        marks={},
        note="; ".join(_key(item, targets)),
    )


def _key(item: Mapping[str, Any], targets: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Give the key of an item in words."""
    material = json.loads(item["material"]) if item["material"] else {}
    if item["correct_number"] is not None:
        yield f"key: {item['correct_number']:g}, give or take {item['tolerance'] or 0:g}"
    elif item["claims"]:
        yield f"key: {json.loads(item['claims'])['correct'][0]}"
    if item["steps"]:
        yield item["steps"]
    if "premise" in material:
        yield f"takes for granted: {material['premise']}"
        yield f"the case: {material['actual']}"
    for claim in material.get("claims", {}).values():
        if claim["caption"] != claim["figure"]:
            yield f"caption: {claim['caption']} figure: {claim['figure']}"
    if item["target_id"]:
        yield f"blurred text: {targets[item['target_id']]['text']}"
