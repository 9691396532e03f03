"""Pairs of one's own: photographs and edits of them, described in a CSV or Parquet file, read and checked."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from counterpoint.errors import UserError
from counterpoint.findings import finding
from counterpoint.manifests import EDGES, Rows, box_in, files_named, listed, number_in, read_rows
from counterpoint.stimuli.opened import open_picture
from counterpoint.stimuli.text import hidden, unprintable
from counterpoint.stimuli.views.region import Box, Region, region_of_mask
from counterpoint.suites.prive.names import COUNTERFACTUAL, ORIGINAL, SUITE
from counterpoint.suites.prive.pairs import Pair, Value, check_pair
from counterpoint.suites.prive.pictured import PicturedPair
from counterpoint.suites.prive.prompts import check_questions

NEEDED = (
    *("pair_id", "domain", "original", "counterfactual", "subject", "attribute", "asks", "source", "licence"),
    *(f"{picture}_{what}" for picture in (ORIGINAL, COUNTERFACTUAL) for what in ("value", "asks", "states")),
)
PICTURES = ("original", "counterfactual", "mask")
OPTIONAL = (
    *("original_id", "asks_choice", "edit", "prior", "made", "distractors", "mask", *EDGES),
    *(f"{picture}_{what}" for picture in (ORIGINAL, COUNTERFACTUAL) for what in ("wordings", "number")),
)


def own_pairs(path: str | Path, audit: list[dict[str, Any]]) -> Iterator[PicturedPair]:
    """Yield the pairs of a file; paths in it are relative to its folder.

    A pair whose pictures cannot be asked about is left out and becomes a row of `audit`, as does what a reader of the
    results must know: a picture that was turned or laid on white, another format than its name says, a region outside.
    Raises UserError with file, row (the header is row 1), column, value and what is allowed for a mistake in the file.
    """
    seen: set[str] = set()
    for number, row in _read(path):
        where = f"{path}: row {number}"
        pair = _pair(row, where)
        check_pair(pair, where)
        check_questions([pair], where)
        if pair.pair_id in seen:
            raise UserError(
                f"{where}: column 'pair_id': {pair.pair_id!r} stands above already; allowed: each name once"
            )
        seen.add(pair.pair_id)
        given = box_in(row, where)
        made = _pictured(pair, row, given and Box(*given), Path(path).parent, audit)
        if made is not None:
            yield made


def picture_files(path: str | Path) -> list[str]:
    """Return the pictures and masks that a file of pairs names and that are there, so that a run sees when they change.

    One that is not there is left to `own_pairs`, which says so. Raises UserError as that does for a mistake in the
    file, and for a name with braces, which Snakemake would take for a wildcard.
    """
    return files_named(path, _read(path), PICTURES)


def _read(path: str | Path) -> Rows:
    return read_rows(path, NEEDED, OPTIONAL, "pair")


def _pair(row: dict[str, str], where: str) -> Pair:
    for name, text in row.items():
        if name in NEEDED and not text:
            raise UserError(f"{where}: column {name!r}: is empty; allowed: a text")
        if character := unprintable(text) or hidden(text):
            raise UserError(f"{where}: column {name!r}: holds {character}; allowed: texts of one line that can be seen")
    values = []
    for picture in (ORIGINAL, COUNTERFACTUAL):
        text = row[f"{picture}_value"]
        wordings = listed(row.get(f"{picture}_wordings", ""))
        number = number_in(row.get(f"{picture}_number", ""), f"{where}: column '{picture}_number'")
        values.append(Value(text, text, row[f"{picture}_asks"], row[f"{picture}_states"], wordings, number))
    return Pair(
        **{name: row[name] for name in ("pair_id", "domain", "subject", "attribute", "asks", "source", "licence")},
        original_id=row.get("original_id") or row["pair_id"],
        alike=(),  # the file may name others of the same subject in other rows
        edit=row.get("edit") or "replacement",
        asks_choice=row.get("asks_choice") or row["asks"],
        original=values[0],
        counterfactual=values[1],
        distractors=tuple(Value(text, text) for text in listed(row.get("distractors", ""))),
        prior=row.get("prior") or None,
        made=row.get("made") or "not said",
    )


def _pictured(
    pair: Pair, row: dict[str, str], box: Box | None, folder: Path, audit: list[dict[str, Any]]
) -> PicturedPair | None:
    def found(fault: str, detail: str, kept_out: bool = False) -> None:
        audit.append(finding(SUITE, f"pair {pair.pair_id}", None, fault, detail, kept_out))

    pictures = []
    for name in (ORIGINAL, COUNTERFACTUAL):
        try:
            picture, notes = open_picture(folder / row[name])
        except UserError as error:
            found("unreadable_picture", str(error), True)
            return None
        for fault, detail in notes:
            found(fault, f"{row[name]}: {detail}")
        pictures.append(picture)
    original, counterfactual = (np.asarray(picture.image.convert("RGB")) for picture in pictures)
    height, width = original.shape[:2]
    if original.shape != counterfactual.shape:
        sizes = f"{width} x {height} and {counterfactual.shape[1]} x {counterfactual.shape[0]} px"
        found("other_size", f"the two pictures differ in size: {sizes}", True)
        return None
    if np.array_equal(original, counterfactual):
        found("identical_pair", "the two pictures hold the same pixels", True)
        return None
    region = Region(box) if box is not None else None
    if row.get("mask"):
        try:
            mask = np.asarray(open_picture(folder / row["mask"])[0].image.convert("L")) > 0
            region = region_of_mask(mask)
        except UserError as error:
            found("unreadable_mask", str(error), True)
            return None
        if mask.shape != (height, width):
            found("other_size", f"the mask is {mask.shape[1]} x {mask.shape[0]} px, the pictures are not", True)
            return None
    if region is not None and region.box.within(width, height) != region.box:
        found("region_outside", f"the region reaches beyond {width} x {height} px: no view of it is made")
    if region is None:
        found("no_region", "neither mask nor box is given: no view of the evidence is made")
    first = pictures[0]
    return PicturedPair(
        pair, original, counterfactual, region, source_mode=first.source_mode, flattened=first.flattened
    )
