"""A pair with its pictures, whatever they were made from, and the files and rows that it becomes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from counterpoint.stimuli.png import Picture, save_png
from counterpoint.stimuli.rows import stimulus_row
from counterpoint.stimuli.views.closer import scaled
from counterpoint.stimuli.views.region import Region
from counterpoint.stimuli.views.settings import MEDICAL, NATURAL, ViewSettings
from counterpoint.stimuli.views.view import make_view, why_not
from counterpoint.suites.prive.names import COUNTERFACTUAL, IMAGES, MASKS, ORIGINAL, SUITE
from counterpoint.suites.prive.pairs import Pair, pair_row

RAW, RAW_TWICE = "raw", "raw_twice"


@dataclass(frozen=True, eq=False)
class PicturedPair:
    """A pair and its source pictures, both uint8 (height, width, 3) and of one size."""

    pair: Pair
    original: np.ndarray
    counterfactual: np.ndarray
    region: Region | None
    """What differs, in source px; None where that is not known."""
    others: Sequence[Region] = ()
    """Further regions, which set-of-marks points at as well."""
    shared: bool = False
    """Whether the pairs of one original show the same original picture."""
    source_mode: str = "RGB"
    flattened: bool = False


@dataclass
class Rows:
    """Rows of the tables `stimuli`, `prive_pairs` and `prive_views`."""

    stimuli: list[dict[str, Any]] = field(default_factory=list)
    pairs: list[dict[str, Any]] = field(default_factory=list)
    views: list[dict[str, Any]] = field(default_factory=list)


def save_pairs(pairs: Iterable[PicturedPair], views: Sequence[str], side: int, folder: str | Path) -> Rows:
    """Write the pictures of pairs as they are sent, their views and masks, and return the rows that tell of them.

    `views` are those beside the raw picture, `side` is the longer side of what is sent, `folder` that of the run. A
    picture that several pairs share is written once. A view that a region cannot have is a row with its reason.
    Raises UserError when a file cannot be written.
    """
    rows, digests = Rows(), {}
    for made in pairs:
        mask = None
        if made.region is not None and made.region.mask is not None:
            saved = save_png(Image.fromarray(made.region.mask.astype(np.uint8) * 255), Path(folder, MASKS))
            mask = f"{MASKS}/{saved.path.name}"
        box = made.region and made.region.box
        rows.pairs.append(pair_row(made.pair, box, made.original.shape[1::-1], mask))
        for picture, source in ((ORIGINAL, made.original), (COUNTERFACTUAL, made.counterfactual)):
            sent = scaled(source, side)
            for view in (RAW, *(view for view in views if view != RAW)):
                place = {"pair_id": made.pair.pair_id, "picture": picture, "view": view}
                reason = why_not(view, made.region, made.original.shape[1::-1], _settings(made.pair).crop_padding)
                if reason is not None:
                    rows.views.append(place | {"stimulus_id": None, "pixel_digest": None, "reason": reason})
                    continue
                subject, variant = _name(made, picture, view)
                stimulus = f"{subject}/{variant}"
                if stimulus not in digests:
                    image = make_view(view, source, sent, made.region, _settings(made.pair), made.others)
                    row = _save(made, image, folder, subject, variant)
                    rows.stimuli.append(row)
                    digests[stimulus] = row["pixel_digest"]
                rows.views.append(place | {"stimulus_id": stimulus, "pixel_digest": digests[stimulus], "reason": ""})
    return rows


def marked_beside_each_other(pairs: Sequence[PicturedPair]) -> Iterator[PicturedPair]:
    """Give the pairs of one original, each with the regions of its other attributes' pairs as further ones."""
    for made in pairs:
        others = {other.pair.attribute: other.region for other in pairs if other.pair.attribute != made.pair.attribute}
        known = [region for region in others.values() if region is not None]
        yield replace(made, others=tuple(known[:MOST_OTHERS]))


MOST_OTHERS = 5
"""Further marks in a picture: with the pair's own they are as many as there are colours."""


def _name(made: PicturedPair, picture: str, view: str) -> tuple[str, str]:
    """Return subject and variant of a picture; the raw picture twice is the raw picture."""
    pair = made.pair
    if view in (RAW, RAW_TWICE):
        return (pair.original_id if made.shared and picture == ORIGINAL else pair.pair_id), picture
    return pair.pair_id, f"{picture}_{view}"


def _settings(pair: Pair) -> ViewSettings:
    return MEDICAL if pair.domain == "medical" else NATURAL


def _save(made: PicturedPair, pixels: np.ndarray, folder: str | Path, subject: str, variant: str) -> dict[str, Any]:
    image = Image.fromarray(pixels)
    return stimulus_row(
        Picture(image, made.source_mode, made.flattened),
        save_png(image, Path(folder, IMAGES)),
        suite=SUITE,
        folder=IMAGES,
        subject=subject,
        kind=made.pair.domain,
        variant=variant,
        source=made.pair.source,
        licence=made.pair.licence,
    )
