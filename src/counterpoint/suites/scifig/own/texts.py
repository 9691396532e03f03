"""The texts of a figure whose data are unknown: read by text recognition, and told apart by where they stand."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from counterpoint.pixels.ocr import read_texts
from counterpoint.suites.scifig.contents.sequences import even, number_of

Row = Mapping[str, Any]
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_NUMBER = re.compile(r"[-\u2212]?\d+(?:,\d{3})*(?:\.\d+)?")
_BORDER = 0.02
"""Share of the picture's side around a third's border in which a text's middle is in neither third."""
_OFF_LINE = 0.1
"""Largest distance of a number from an even row, as a share of its steps."""
_STEEP = 1.5
"""A text this many times higher than wide, of more than one character, runs upwards."""


def elements_of(figure_id: str, clean: np.ndarray) -> list[dict[str, Any]]:
    """Return the texts read in a figure, uint8 (height, width, 3), as rows of `elements`, from the top.

    Those of a ladder are ticks with their value, each ladder a group; all others have the role text.
    """
    known = {"stimulus_id": f"{figure_id}/clean", "role": "text"}
    empty = dict.fromkeys(("series", "category", "value", "x", "size", "polygon", "colour", "group"))
    rows = [
        known
        | empty
        | {"element_id": f"text/{number}", "text": text.text}
        | dict(zip(("x0", "y0", "x1", "y1"), map(float, text.box), strict=True))
        for number, text in enumerate(read_texts(clean))
    ]
    for number, ladder in enumerate(ladders(rows)):
        for row in ladder.rows:
            row |= {"role": "tick", "group": f"ladder {number}", "value": number_of(row["text"])}
    return rows


@dataclass(frozen=True)
class Ladder:
    """Numbers in even steps along a line, as the labels of an axis are."""

    upright: bool
    """They stand above one another."""
    rows: tuple[Row, ...]
    """From the bottom, or from the left."""
    rule: str
    """How they go on, e.g. steps of 5."""


def ladders(rows: Sequence[Row]) -> list[Ladder]:
    """Return the ladders among texts; no text is in two."""
    numbers = [row for row in rows if _NUMBER.fullmatch(row["text"])]
    found: list[Ladder] = []
    taken: set[str] = set()
    for upright, line, along in (
        (True, lambda row: row["x1"], lambda row: -middle(row, "y")),
        (True, lambda row: row["x0"], lambda row: -middle(row, "y")),
        (False, lambda row: middle(row, "y"), lambda row: middle(row, "x")),
    ):
        free = [row for row in numbers if row["element_id"] not in taken]
        for group in _aligned(free, line):
            ordered = tuple(sorted(group, key=along))
            rule = even([number_of(row["text"]) for row in ordered])
            if rule is not None and _on_line(ordered, along):
                found.append(Ladder(upright, ordered, rule))
                taken |= {row["element_id"] for row in ordered}
    return found


def _aligned(rows: Sequence[Row], line: Callable[[Row], float]) -> Iterator[list[Row]]:
    """Give groups of texts on one line, as far off as half of a text's height."""
    left = sorted(rows, key=line)
    while left:
        reach = (left[0]["y1"] - left[0]["y0"]) / 2
        group = [row for row in left if line(row) - line(left[0]) <= reach]
        yield group
        left = left[len(group) :]


def _on_line(rows: Sequence[Row], along: Callable[[Row], float]) -> bool:
    """Return whether numbers stand where an axis, linear or logarithmic, would have them."""
    places = np.array([along(row) for row in rows])
    numbers = np.array([number_of(row["text"]) for row in rows])
    scales = [numbers, *([np.log(numbers)] if numbers.min() > 0 else [])]
    for known in scales:
        step = np.abs(np.diff(known)).min()
        if np.abs(np.polyval(np.polyfit(places, known, 1), places) - known).max() <= _OFF_LINE * step:
            return True
    return False


def place_of(row: Row, rows: Sequence[Row], size: tuple[int, int]) -> str | None:
    """Return which text a row is, in words that do not hold it; None where no place can be told simply.

    `rows` are all texts of the picture, `size` its height and width in px. Texts of ladders are numbered along these,
    others among those in the same ninth of the picture.
    """
    found = ladders(rows)
    for ladder in found:
        if row in ladder.rows:
            return _ladder_place(row, ladder, found, size)
    where = _ninth(row, size)
    if where is None:
        return None
    in_ladders = {id(other) for ladder in found for other in ladder.rows}
    others = [r for r in rows if id(r) not in in_ladders and _ninth(r, size) in (where, None) and _near(r, row, size)]
    upwards = [other for other in others if runs_upwards(other)]
    if runs_upwards(row):
        return f"the text that runs upwards at the {where} of the figure" if len(upwards) == 1 else None
    level = [other for other in others if not runs_upwards(other)]
    if len(level) == 1:
        return f"the {'horizontal ' if upwards else ''}text at the {where} of the figure"
    if any(_ninth(other, size) is None for other in level):
        return None
    for low, high, start in (("y0", "y1", "top"), ("x0", "x1", "left")):
        ordered = sorted(level, key=lambda other, low=low: other[low])
        apart = all(a[high] <= b[low] for a, b in pairwise(ordered))
        if apart and len(ordered) <= len(ORDINALS):
            nth = ORDINALS[[other["element_id"] for other in ordered].index(row["element_id"])]
            return f"the {nth} text from the {start} among those at the {where} of the figure"
    return None


def _ladder_place(row: Row, ladder: Ladder, found: Sequence[Ladder], size: tuple[int, int]) -> str | None:
    """Return a number's place in its ladder; None where two ladders stand in one third of the picture."""
    band = _band(ladder, size)
    same = [other for other in found if other.upright == ladder.upright and _band(other, size) == band]
    index = [other["element_id"] for other in ladder.rows].index(row["element_id"])
    if band is None or len(same) > 1 or index >= len(ORDINALS):
        return None
    if ladder.upright:
        return f"the {ORDINALS[index]} number from the bottom in the column of numbers at the {band} of the figure"
    return f"the {ORDINALS[index]} number from the left in the row of numbers at the {band} of the figure"


def _band(ladder: Ladder, size: tuple[int, int]) -> str | None:
    axis, names = ("x", ("left", "centre", "right")) if ladder.upright else ("y", ("top", "middle", "bottom"))
    third = _third(float(np.mean([middle(row, axis) for row in ladder.rows])), size[1 if ladder.upright else 0])
    return None if third is None else names[third]


def _ninth(row: Row, size: tuple[int, int]) -> str | None:
    """Return the ninth of the picture that a text's middle is in; None where it is on a border."""
    height, width = size
    down, across = _third(middle(row, "y"), height), _third(middle(row, "x"), width)
    if down is None or across is None:
        return None
    if (down, across) == (1, 1):
        return "centre"
    if across == 1:
        return ("top", "", "bottom")[down]
    side = ("left", "", "right")[across]
    return side if down == 1 else f"{('upper', '', 'lower')[down]} {side}"


def _third(place: float, whole: float) -> int | None:
    share = place / whole
    if any(abs(share - border) < _BORDER for border in (1 / 3, 2 / 3)):
        return None
    return int(share > 1 / 3) + int(share > 2 / 3)


def _near(other: Row, row: Row, size: tuple[int, int]) -> bool:
    """Return whether a text may be taken to be in the same ninth: its middle is, or is on a border of it."""
    height, width = size
    for axis, whole in (("x", width), ("y", height)):
        low, high = (
            int(middle(row, axis) / whole * 3) / 3 - _BORDER,
            (int(middle(row, axis) / whole * 3) + 1) / 3 + _BORDER,
        )
        if not low <= middle(other, axis) / whole <= high:
            return False
    return True


def runs_upwards(row: Row) -> bool:
    """Return whether a text is written upwards."""
    return len(row["text"]) > 1 and row["y1"] - row["y0"] > _STEEP * (row["x1"] - row["x0"])


def middle(row: Row, axis: str) -> float:
    """Return the middle of a text along an axis, x or y, in px."""
    return (row[f"{axis}0"] + row[f"{axis}1"]) / 2
