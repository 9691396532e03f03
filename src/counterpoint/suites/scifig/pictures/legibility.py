"""Whether a blurred text can still be read: text recognition has to read it in the clean picture and fail once blurred.

The recogniser (RapidOCR's, alone) sees the target's box and nothing else. Of the blurred box it sees more than a model
does: its contrast stretched to the full range, at two margins, whatever confidence it has in what it reads.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import numpy as np

from counterpoint.pixels.ocr import recognise
from counterpoint.processes import in_order
from counterpoint.stimuli.png import load_png
from counterpoint.stimuli.transforms.blur import blurred_label
from counterpoint.stimuli.views.region import Box
from counterpoint.suites.scifig.pictures.views import CLEAN, box_of

LIKE = 0.5
"""A reading at least this like the text, out of 1, gives it away."""
SHORT = 3
"""Texts of so many characters or fewer are only given away as a whole: a stain reads as 1 by chance."""
MARGINS = (0.3, 0.7)
"""White margins around the text that are tried, as shares of its height."""
READ_PADDING = 1
"""Px around a text's edges that are read with it: with more, marks beside it are read as full stops."""
STEEP = 1.5
"""A box this many times higher than wide holds text that runs upwards, unless it is a single character."""
DASHES = "‐‑‒–—―−"
_SAME = str.maketrans({**dict.fromkeys(DASHES, "-"), "0": "o", "1": "l", "i": "l", "|": "l", "×": "x"})


def plain(text: str) -> str:
    """Return a text as readings are compared: without spaces and case, one kind of dash, 0 as O, 1 and I as l.

    Forms of one character, as full-width brackets or raised figures, become one (NFKC).
    """
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text).casefold()).translate(_SAME)


def likeness(read: str, text: str) -> float:
    """Return how like a reading is to a text, both `plain`: characters in common and in order over the longer's."""
    a, b = plain(read), plain(text)
    common = sum(block.size for block in SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks())
    return common / max(len(a), len(b), 1)


def check_targets(
    targets: Iterable[Mapping[str, Any]], stimuli: Iterable[Mapping[str, Any]], folder: str | Path, processes: int = 1
) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of table `scifig_legibility` figure by figure, in the order of their first targets.

    `targets` are rows of table `scifig_targets`, `stimuli` of table `stimuli`, where each figure has its clean
    picture; `folder` is that of the run. Raises UserError when a picture cannot be read.
    """
    paths = {row["subject_id"]: Path(folder, row["path"]) for row in stimuli if row["variant"] == CLEAN}
    of_figures: dict[str, list[Mapping[str, Any]]] = {}
    for target in targets:
        of_figures.setdefault(target["figure_id"], []).append(target)
    return in_order(_check, ((paths[figure], found) for figure, found in of_figures.items()), processes)


def _check(one: tuple[Path, Sequence[Mapping[str, Any]]]) -> list[dict[str, Any]]:
    path, targets = one
    return legibility(np.asarray(load_png(path).image.convert("RGB")), targets)


def legibility(clean: np.ndarray, targets: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of table `scifig_legibility` for targets of a clean picture, uint8 (height, width, 3).

    `targets` are rows of table `scifig_targets`. Raises ValueError for a box outside the picture.
    """
    rows = []
    for target in targets:
        text, box = target["text"], box_of(target, clean, READ_PADDING)
        tall, wide = target["y1"] - target["y0"], target["x1"] - target["x0"]
        upwards = len(plain(text)) > 1 and tall > STEEP * wide
        in_clean = _most_like(clean, box, upwards, text)
        in_blurred = _most_like(blurred_label(clean, box_of(target, clean)), box, upwards, text)
        rows.append(
            {
                "target_id": target["target_id"],
                "read_clean": in_clean or None,
                "read_blurred": in_blurred or None,
                "legible_clean": plain(in_clean) == plain(text),
                "legible_blurred": _given_away(in_blurred, text),
            }
        )
    return rows


def why_unreadable(row: Mapping[str, Any]) -> str | None:
    """Return why a target of table `scifig_legibility` cannot be asked about, None where it can.

    The reasons: illegible_clean, where the text cannot be read to begin with, and legible_blurred.
    """
    if not row["legible_clean"]:
        return "illegible_clean"
    return "legible_blurred" if row["legible_blurred"] else None


def _given_away(read: str, text: str) -> bool:
    return plain(read) == plain(text) or (len(plain(text)) > SHORT and likeness(read, text) >= LIKE)


def _most_like(pixels: np.ndarray, box: Box, upwards: bool, text: str) -> str:
    """Return what is read in a box that is most like the text; the first such where margins differ."""
    cut = _dark_on_white(pixels[box.y0 : box.y1, box.x0 : box.x1])
    cut = np.rot90(cut, -1) if upwards else cut
    best = ""
    for margin in MARGINS:
        read, _ = recognise(np.pad(cut, max(2, round(margin * cut.shape[0])), constant_values=255))
        if plain(read) == plain(text):
            return read
        best = max(best, read, key=lambda found: likeness(found, text))
    return best


def _dark_on_white(cut: np.ndarray) -> np.ndarray:
    """Return a crop in grey, stretched to the full range, most of it light."""
    grey = cut.astype(np.float32).mean(axis=2)
    least, most = float(grey.min()), float(grey.max())
    share = (grey - least) / (most - least or 1)
    return np.rint(255 * (1 - share if np.median(share) < 0.5 else share)).astype(np.uint8)
