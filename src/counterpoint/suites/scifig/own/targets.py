"""Texts to blur in a figure whose data are unknown: one that is arbitrary, one of an even row, and a control."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from counterpoint.seeds import generator
from counterpoint.suites.scifig.contents.sequences import shape
from counterpoint.suites.scifig.names import ADMITTANCE, INDUCTANCE, SHAM, SUITE
from counterpoint.suites.scifig.own.texts import ladders, place_of
from counterpoint.suites.scifig.probes.blur_targets import GUESSABLE, Target, stands_alone

Row = Mapping[str, Any]
_SHORTEST = 4
"""Letters of a text that cannot be guessed."""


def own_targets(
    figure_id: str, rows: Sequence[Row], size: tuple[int, int], caption: str | None, seed: int
) -> list[Target]:
    """Return a figure's targets: one of each dimension where it has one, and a control for them.

    `rows` are the texts read in it (rows of `elements`), `size` its height and width in px, `caption` what is told of
    it elsewhere.
    """
    found = []
    for dimension, possible in (
        (ADMITTANCE, list(_unrecoverable(rows, size, caption or ""))),
        (INDUCTANCE, list(_recoverable(rows, size))),
    ):
        if possible:
            rng = generator(seed, SUITE, "target", dimension, figure_id)
            found.append(possible[int(rng.integers(len(possible)))])
    return [*found, *_sham(rows, size, found)]


def _unrecoverable(rows: Sequence[Row], size: tuple[int, int], caption: str) -> Iterator[Target]:
    in_ladders = {row["element_id"] for ladder in ladders(rows) for row in ladder.rows}
    for row in rows:
        text = row["text"]
        shapes = {shape(other["text"]) for other in rows if other is not row}
        words = re.findall(r"[^\W\d_]+", text.casefold())
        plain = sum(map(len, words)) >= _SHORTEST and not re.search(r"\d", text) and not GUESSABLE & set(words)
        if row["element_id"] in in_ladders or not plain or shape(text) in shapes or not stands_alone(row, rows):
            continue
        if text.casefold() in caption.casefold():
            continue
        if (where := place_of(row, rows, size)) is not None:
            yield Target(ADMITTANCE, "text", row, where)


def _recoverable(rows: Sequence[Row], size: tuple[int, int]) -> Iterator[Target]:
    texts = [row["text"] for row in rows]
    for ladder in ladders(rows):
        for before, row, after in zip(ladder.rows, ladder.rows[1:], ladder.rows[2:], strict=False):
            where = place_of(row, rows, size)
            if texts.count(row["text"]) == 1 and where is not None:
                between = f"between {before['text']} and {after['text']}"
                yield Target(
                    INDUCTANCE, "number", row, where, f"the numbers go in {ladder.rule}; {between} stands {row['text']}"
                )


def _sham(rows: Sequence[Row], size: tuple[int, int], found: Sequence[Target]) -> list[Target]:
    """Return another text, as like a target in width as there is, that no target's question names."""
    if not found:
        return []
    taken = {target.element["element_id"] for target in found}
    said = " ".join(target.where for target in found).casefold()
    free = [
        (abs(_width(row) - _width(found[0].element)), row["element_id"], row, where)
        for row in rows
        if row["element_id"] not in taken and row["text"].casefold() not in said
        if (where := place_of(row, rows, size)) is not None
    ]
    return [Target(SHAM, row["role"], row, where) for _, _, row, where in sorted(free, key=lambda one: one[:2])[:1]]


def _width(row: Row) -> float:
    return row["x1"] - row["x0"]
