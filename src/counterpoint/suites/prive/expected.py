"""What a planted respondent's statistics truly are: from its parameters, the items' keys and the option orders.

PriVE's rates are plain shares, so that their exact expectation does not depend on how many trials share a request.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from counterpoint.models.planted import READERS, share_answered
from counterpoint.statistics.strata import macro_mean
from counterpoint.suites.prive.answering import (
    Asked,
    Chances,
    against_prior,
    asked_items,
    first_option,
    guessing,
    mixture,
    prior,
    reading,
    reading_closer,
)
from counterpoint.suites.prive.cells import CELLS
from counterpoint.suites.prive.statistics import comparisons
from counterpoint.tables import as_table

WAYS: dict[str, Callable[[Asked], Chances]] = {
    **dict.fromkeys(READERS, reading),
    "factual": prior,
    "omit": lambda asked: (0.0, 0.0),
    "looks_closer": reading_closer,
    "disagrees": against_prior,
    "guesser": guessing,
    "first_option": first_option,
    "sceptic": lambda asked: mixture(reading(asked), prior(asked), 0.5),
}
"""How each respondent without parameters answers."""
KNOWN = ("accuracy", "pfer")
"""Rates that have a true value, in the order of `Chances`."""


def planted_truth(
    model: str, identity: Mapping[str, Any], trials: pa.Table, items: pa.Table, pairs: pa.Table
) -> pa.Table:
    """Return the table `prive_planted_truth` of one planted respondent over the run's trials.

    `identity` is the respondent's part of the response key: `respondent`, for an arbiter `reads`, `knows` and
    `prefers`, and `failures`. Refused and unreadable replies give neither answer. Accuracy and PFER of every cell come
    as the mean over domains and by domain, their differences between compared cells on matched units likewise. Left
    out is what has no one truth (see `_ambiguous`).
    """
    answered = share_answered(identity.get("failures") or {})
    by_cell: dict[str, dict[str, tuple[str, Chances]]] = {}
    by_item: dict[tuple[str, str], Chances] = {}
    for asked in asked_items(trials, items, pairs):
        chances = _chances(identity, asked)
        by_cell.setdefault(asked.cell.name, {})[asked.unit_id] = (asked.domain, chances)
        by_item[asked.cell.name, asked.item_id] = chances
    ambiguous = _ambiguous(trials, items, by_item)
    rows: list[dict[str, Any]] = []
    for cell in (name for name in CELLS if name in by_cell):
        shares = [(domain, np.multiply(chances, answered)) for domain, chances in by_cell[cell].values()]
        rows += _rows(cell, "percent", shares, ambiguous.get(cell, set()))
    for first, second in comparisons([name for name in CELLS if name in by_cell]):
        one, other = by_cell[first], by_cell[second]
        differences = [
            (one[unit][0], answered * np.subtract(one[unit][1], other[unit][1])) for unit in one if unit in other
        ]
        without = ambiguous.get(first, set()) | ambiguous.get(second, set())
        rows += _rows(f"{first} - {second}", "delta", differences, without)
    shared = {"model": model, "respondent": identity["respondent"], "variant": "paper"}
    return as_table("prive_planted_truth", [shared | row for row in rows])


def _chances(identity: Mapping[str, Any], asked: Asked) -> Chances:
    if identity["respondent"] != "arbiter":
        return WAYS[identity["respondent"]](asked)
    reads, knows, prefers = identity["reads"] * asked.shown, identity["knows"], identity["prefers"]
    read = reads * (1 - knows + knows * prefers) if asked.has_bias else reads
    known = (1 - reads) * knows + (reads * knows * (1 - prefers) if asked.has_bias else 0.0)
    guess = 1 - read - known
    parts = zip((1.0, 0.0), prior(asked), guessing(asked), strict=True)
    return tuple(read * one + known * two + guess * three for one, two, three in parts)


def _ambiguous(trials: pa.Table, items: pa.Table, chances: Mapping[tuple[str, str], Chances]) -> dict[str, set[str]]:
    """Return the domains, by cell, in which one request has several truths: the one reply to it suits one of them.

    Without the right picture, items with other keys can ask the same; and a crop of the same pixels can be the crop.
    """
    keys = {row["item_id"]: row for row in items.to_pylist()}
    names = ("correct_index", "biased_index", "claims", "correct_number", "biased_number")
    first: dict[str, tuple] = {}
    places: dict[str, set[tuple[str, str]]] = {}
    several = set()
    columns = (trials[name].to_pylist() for name in ("cell", "item_id", "request_id"))
    for cell, item_id, request in zip(*columns, strict=True):
        item = keys[item_id]
        truth = (*(item[name] for name in names), chances[cell, item_id])
        places.setdefault(request, set()).add((cell, item["domain"]))
        if first.setdefault(request, truth) != truth:
            several.add(request)
    found: dict[str, set[str]] = {}
    for cell, domain in {place for request in several for place in places[request]}:
        found.setdefault(cell, set()).add(domain)
    return found


def _rows(cell: str, kind: str, values: list[tuple[str, np.ndarray]], without: set[str]) -> Iterator[dict[str, Any]]:
    """Give the macro mean over domains and each domain's mean of (domain, accuracy and PFER as shares).

    Domains of `without` have no truth, and then nor has the mean.
    """
    if not values:
        return
    domains, shares = np.array([domain for domain, _ in values]), np.array([share for _, share in values])
    for k, rate in enumerate(KNOWN):
        place = {"statistic": f"{rate}_{kind}", "cell": cell}
        whole = 100 * macro_mean(shares[:, k], domains)
        if np.isnan(whole):  # nothing is ever counted
            continue
        if not without:
            yield place | {"breakdown": "all", "level": "", "true_value": whole}
        for domain in sorted(set(domains) - without):
            mean = 100 * float(shares[domains == domain, k].mean())
            yield place | {"breakdown": "domain", "level": str(domain), "true_value": mean}
