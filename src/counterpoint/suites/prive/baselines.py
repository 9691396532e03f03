"""What answering without looking would get: table `prive_baselines`, to stand beside every table."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from counterpoint.statistics.estimates import Found
from counterpoint.statistics.strata import macro_mean
from counterpoint.suites.prive.answering import Asked, Chances, against_prior, asked_items, first_option, prior, saying
from counterpoint.suites.prive.cells import BLIND, CELLS
from counterpoint.suites.prive.names import DOMAINS
from counterpoint.suites.prive.statistics import RATES
from counterpoint.tables import as_table

ALL = "all"
CONSTANT: dict[str, Callable[[Asked], Chances | None]] = {
    "always_yes": lambda asked: saying(asked, "Yes"),
    "always_no": lambda asked: saying(asked, "No"),
    "first_option": lambda asked: first_option(asked) if asked.options else None,
    "prior": prior,
    "against_prior": against_prior,
}
"""How each baseline answers; None where it has no answer."""


def baselines(
    trials: pa.Table, items: pa.Table, pairs: pa.Table, estimates: pa.Table, models: Mapping[str, str]
) -> pa.Table:
    """Return the table `prive_baselines` of a run: what each baseline gets in each input mode, all domains and each.

    A baseline is held against the items that it can answer at all. Beside them stands how each model of `models`
    answered the questions about counterfactuals without any picture, where the run asks so, from table `estimates`.
    Of `all` domains it is the mean over domains. Views ask the same items as the raw picture and have no rows.
    """
    by_mode: dict[str, list[Asked]] = {}
    for asked in asked_items(trials, items, pairs):
        if asked.cell.view == "raw":
            by_mode.setdefault(asked.cell.mode, []).append(asked)
    rows: list[dict[str, Any]] = []
    for mode in dict.fromkeys(cell.mode for cell in CELLS.values() if cell.mode in by_mode):
        for name, answer in CONSTANT.items():
            rows += [{"mode": mode, "baseline": name, "model": ""} | row for row in _rows(by_mode[mode], answer)]
    found = Found(estimates)
    for model in models:
        for domain in (ALL, *DOMAINS):
            place = (BLIND, "paper", "all", "") if domain == ALL else (BLIND, "paper", "domain", domain)
            values = {name: found.row(model, f"{name}_percent", *place) for name in RATES}
            if "model" in values["accuracy"]:
                row = {"mode": CELLS[BLIND].mode, "baseline": "blind", "model": model, "domain": domain}
                asked = sum(domain in (ALL, item.domain) for item in by_mode[CELLS[BLIND].mode])
                row |= {name: value["estimate"] for name, value in values.items()}
                rows.append(row | {"n_items": values["accuracy"]["n_items"], "of_items": asked})
    return as_table("prive_baselines", rows)


def _rows(items: list[Asked], answer: Callable[[Asked], Chances | None]) -> list[dict[str, Any]]:
    """Return what a way of answering gets of items, over all domains and in each."""
    chances = [answer(item) for item in items]
    can = np.array([chance is not None for chance in chances])
    if not can.any():
        return []
    shares = np.array([chance for chance in chances if chance is not None])
    domains = np.array([item.domain for item in items])
    own = domains[can]
    rows = []
    for domain in (ALL, *(name for name in DOMAINS if name in own)):
        inside = np.full(len(own), True) if domain == ALL else own == domain
        accuracy, pfer = (100 * macro_mean(shares[inside, k], own[inside]) for k in range(2))
        of_items = len(items) if domain == ALL else int((domains == domain).sum())
        row = {"domain": domain, "n_items": int(inside.sum()), "of_items": of_items}
        rows.append(row | {"accuracy": accuracy, "pfer": pfer, "other": max(100 - accuracy - pfer, 0.0)})
    return rows
