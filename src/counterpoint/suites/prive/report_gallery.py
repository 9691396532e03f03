"""PriVE's gallery: some pairs of each domain with mask and views side by side, their questions, keys and answers."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from counterpoint.report.answers import ModelAnswers
from counterpoint.report.gallery import gallery
from counterpoint.report.section import Gallery, GalleryItem, GalleryPicture, Mark, Outcome
from counterpoint.stimuli.views.settings import VIEWS
from counterpoint.suites.prive.cells import CELLS
from counterpoint.suites.prive.names import COUNTERFACTUAL, DOMAINS, ORIGINAL
from counterpoint.tables import rows_of

PAIRS = 8
"""Pairs of each domain that the page holds: all of a large run's would make it too large to open."""
LARGE, WIDE = 12_000, 300
"""Bytes above which a picture is reduced for the page, and px to which it is."""
MASK = "mask"
FAINT = dict.fromkeys(("contour", "outline"), ", a yellow hairline that is faint on pale ground")
"""What a reader must know of a view who looks for what is drawn: the published line is 1 px wide."""
OUTCOMES = (
    Outcome("correct", "blue"),
    Outcome("biased", "orange"),
    Outcome("other", "grey"),
    Outcome("unresolved", "purple"),
    Outcome("refused", "black"),
)
"""Outcomes of counted trials, in the order in which bars stack them."""
MARKS = {"correct_index": Mark("picture", "blue"), "biased_index": Mark("prior", "orange")}
"""What an option is in an item's key, by the column that says so."""


def pair_gallery(
    pairs: pa.Table,
    items: pa.Table,
    views: pa.Table,
    stimuli: pa.Table,
    images: Path,
    masks: Path,
    answers: Mapping[str, ModelAnswers],
) -> Gallery:
    """Return the gallery of up to `PAIRS` pairs a domain, spread evenly over the domain's pairs in their order.

    Raises UserError when a picture cannot be read.
    """
    chosen = _chosen(pairs)
    stimulus = {row["stimulus_id"]: row for row in rows_of(stimuli)}
    of_pair: dict[str, dict[tuple[str, str], str]] = {name: {} for name in chosen}
    for row in rows_of(views):
        if row["pair_id"] in chosen and row["stimulus_id"] is not None:
            of_pair[row["pair_id"]][row["picture"], row["view"]] = row["stimulus_id"]
    shown = {name: _shown(name, found, chosen[name]["mask"]) for name, found in of_pair.items()}
    left = pairs.num_rows - len(chosen)
    return gallery(
        [
            _item(row, chosen[row["pair_id"]], shown[row["pair_id"]])
            for row in rows_of(items)
            if row["pair_id"] in chosen
        ],
        [
            picture
            for name, found in of_pair.items()
            for picture in _pictures(chosen[name], found, stimulus, images, masks)
        ],
        list(CELLS),
        OUTCOMES,
        answers,
        large=LARGE,
        wide=WIDE,
        note=f"Of {pairs.num_rows} pairs {len(chosen)} are shown, spread evenly over each domain." if left else "",
    )


def _chosen(pairs: pa.Table) -> dict[str, dict[str, Any]]:
    rows = pairs.to_pylist()
    chosen = []
    for domain in DOMAINS:
        mine = [row for row in rows if row["domain"] == domain]
        places = np.unique(np.linspace(0, len(mine) - 1, min(PAIRS, len(mine))).round().astype(int))
        chosen += [mine[place] for place in places]
    return {row["pair_id"]: row for row in chosen}


def _shown(pair_id: str, found: Mapping[tuple[str, str], str], mask: str | None) -> dict[str, list[str]]:
    """Return the stimuli that belong to a pair's items in each cell that sends any, the mask with them."""
    shown = {}
    for cell in CELLS.values():
        sent = [found[picture, "raw"] for picture in cell.shows if (picture, "raw") in found]
        sent += [found[picture, cell.view] for picture in cell.shows if (picture, cell.view) in found]
        if sent:
            shown[cell.name] = [_place(pair_id, name) for name in (*sent, *([MASK] if mask else []))]
    return shown


def _place(pair_id: str, name: str) -> str:
    """Return the name of a picture in the gallery of a pair: pairs of one original share its stimuli."""
    return f"{pair_id}: {name}"


def _pictures(
    pair: Mapping[str, Any],
    found: Mapping[tuple[str, str], str],
    stimulus: Mapping[str, Mapping[str, Any]],
    images: Path,
    masks: Path,
) -> Iterator[GalleryPicture]:
    """Give a pair's pictures: original, counterfactual, mask, then the views of either."""
    raw = [place for place in ((ORIGINAL, "raw"), (COUNTERFACTUAL, "raw")) if place in found]
    # a raw picture sent twice is the raw picture
    of_views = [place for place in found if place not in raw and found[place] not in [found[other] for other in raw]]
    of_views.sort(key=lambda place: (place[0] == ORIGINAL, VIEWS.index(place[1])))
    kind = "phantom" if pair["made"] == "phantom" else "picture"
    for number, (picture, view) in enumerate([*raw, *of_views]):
        if number == len(raw) and pair["mask"]:
            yield _mask(pair, masks)
        row = stimulus[found[picture, view]]
        name = picture if view == "raw" else f"{view.replace('_', ' ')} of the {picture}{FAINT.get(view, '')}"
        yield GalleryPicture(
            stimulus_id=_place(pair["pair_id"], row["stimulus_id"]),
            file=str(images / Path(row["path"]).name),
            pixel_digest=row["pixel_digest"],
            width=row["width"],
            height=row["height"],
            label=f"{name} (phantom)" if kind == "phantom" else name,
            alt=f"{kind} of the domain {pair['domain']}: {name}",
        )
    if not of_views and pair["mask"]:
        yield _mask(pair, masks)


def _mask(pair: Mapping[str, Any], masks: Path) -> GalleryPicture:
    return GalleryPicture(
        stimulus_id=_place(pair["pair_id"], MASK),
        file=str(masks / Path(pair["mask"]).name),
        pixel_digest=Path(pair["mask"]).stem,
        width=pair["width"],
        height=pair["height"],
        label="mask (never sent): the pixels that differ, white",
        alt="mask of the pixels that differ between original and counterfactual",
    )


def _item(item: Mapping[str, Any], pair: Mapping[str, Any], shown: Mapping[str, list[str]]) -> GalleryItem:
    marks: dict[int, list[Mark]] = {}
    for column, mark in MARKS.items():
        if item[column] is not None:
            marks.setdefault(item[column], []).append(mark)
    prior = {ORIGINAL: "the prior expects the original", COUNTERFACTUAL: "the prior expects the counterfactual"}
    made = "phantom, of no patient" if pair["made"] == "phantom" else pair["made"]
    return GalleryItem(
        item_id=item["item_id"],
        unit_id=item["unit_id"],
        group=pair["pair_id"],
        group_note=f"{pair['domain']}, {pair['edit']}, {made}; {prior.get(pair['prior'], 'no prior')}",
        shown=shown,
        task=item["form"].replace("_", " "),
        where=f"about the {item['picture'].replace('_', ' ')}",
        question=item["question"],
        options=item["options"] or (),
        marks=marks,
        note=_key(item),
    )


def _key(item: Mapping[str, Any]) -> str:
    """Return the key of an item without options, in words, with the picture that it is the key of."""
    if item["options"] or not item["claims"]:
        return ""
    claims = json.loads(item["claims"])
    parts = [
        f"{name} {' or '.join(claims[kind])}"
        for name, kind in (("shows", "correct"), ("the prior gives", "biased"))
        if claims[kind]
    ]
    return f"{item['picture']}: {'; '.join(parts)}"
