"""How a way of answering comes out: the probabilities of the correct and of the biased answer, item by item.

Planted respondents and baselines are such ways, worked out from the items' keys and the option orders alone.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from counterpoint.suites.prive.cells import CELLS, Cell
from counterpoint.suites.prive.names import NUMBER, OPEN
from counterpoint.suites.prive.questions import YES_OR_NO
from counterpoint.suites.prive.respondents import CLOSER_VIEWS

Chances = tuple[float, float]
"""Probabilities of the correct and of the biased answer."""


@dataclass(frozen=True)
class Asked:
    """One item in one cell."""

    cell: Cell
    item_id: str
    unit_id: str
    domain: str
    form: str
    options: tuple[str, ...]
    correct: int | None
    """Option that is correct; None where the form has no options."""
    biased: int | None
    has_bias: bool
    """Whether prior knowledge gives another answer than the picture asked about."""
    has_prior: bool
    """Whether prior knowledge expects one of the pair's two values."""
    first: Mapping[int, float]
    """Share of the trials that show each option first."""

    @property
    def shown(self) -> bool:
        """Whether a picture is sent that the answer can be read from."""
        return bool(self.cell.shows)


def asked_items(trials: pa.Table, items: pa.Table, pairs: pa.Table) -> Iterator[Asked]:
    """Give every item in every cell that asks it, cell by cell, from tables `trials`, `prive_items`, `prive_pairs`."""
    priors = dict(zip(pairs["pair_id"].to_pylist(), pairs["prior"].to_pylist(), strict=True))
    keys = {row["item_id"]: row for row in items.to_pylist()}
    first: dict[tuple[str, str], Counter[int]] = {}
    columns = (trials[name].to_pylist() for name in ("cell", "item_id", "order"))
    for cell, item_id, order in zip(*columns, strict=True):
        first.setdefault((cell, item_id), Counter())[order[0] if order else -1] += 1
    for (cell, item_id), places in first.items():
        key = keys[item_id]
        yield Asked(
            cell=CELLS[cell],
            item_id=item_id,
            unit_id=key["unit_id"],
            domain=key["domain"],
            form=key["form"],
            options=tuple(key["options"] or ()),
            correct=key["correct_index"],
            biased=key["biased_index"],
            has_bias=_has_bias(key),
            has_prior=priors[key["pair_id"]] is not None,
            first={option: count / places.total() for option, count in places.items()},
        )


def _has_bias(key: Mapping[str, Any]) -> bool:
    if key["form"] == OPEN:
        return bool(json.loads(key["claims"])["biased"])
    return (key["biased_number"] if key["form"] == NUMBER else key["biased_index"]) is not None


def prior(asked: Asked) -> Chances:
    """Answer what prior knowledge expects."""
    return (0.0, 1.0) if asked.has_bias else (1.0, 0.0)


def against_prior(asked: Asked) -> Chances:
    """Deny what prior knowledge expects, whatever the picture shows; without a prior, answer what it shows."""
    return (1.0, 0.0) if asked.has_bias or not asked.has_prior else (0.0, 0.0)


def reading(asked: Asked) -> Chances:
    """Answer what the picture shows; without a picture, what prior knowledge expects."""
    return (1.0, 0.0) if asked.shown else prior(asked)


def reading_closer(asked: Asked) -> Chances:
    """Read in a crop or zoom panel only."""
    return reading(asked) if asked.cell.view in CLOSER_VIEWS else prior(asked)


def first_option(asked: Asked) -> Chances:
    """Take the option shown first; without options, answer what prior knowledge expects."""
    if not asked.options:
        return prior(asked)
    return asked.first.get(asked.correct, 0.0), asked.first.get(asked.biased, 0.0)


def guessing(asked: Asked) -> Chances:
    """Draw evenly from the options; without options, from the correct, the biased and another answer."""
    choices = len(asked.options) or 2 + asked.has_bias
    return 1 / choices, asked.has_bias / choices


def saying(asked: Asked, answer: str) -> Chances | None:
    """Always say `Yes` or `No`; None where that is no answer."""
    if asked.options != YES_OR_NO:
        return None
    said = YES_OR_NO.index(answer)
    return float(said == asked.correct), float(said == asked.biased)


def mixture(first: Chances, second: Chances, share: float) -> Chances:
    """Return the chances of answering the first way in a share of cases, and the second way in the others."""
    return tuple(share * one + (1 - share) * other for one, other in zip(first, second, strict=True))
