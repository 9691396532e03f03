"""The statistics of one model in PriVE: rates by domain, form, mode and view, and what a picture more or a view brings.

Words after arXiv 2607.16311: accuracy, PFER (the share of answers that prior knowledge gives against the picture) and
other.
A domain's value is the mean over its items, all forms together; a model's value is the mean over domains.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from scipy.stats import binomtest

from counterpoint.seeds import generator
from counterpoint.statistics.bootstrap import percentile_interval, resampled_means, shift_p
from counterpoint.statistics.estimates import estimates_table
from counterpoint.statistics.strata import macro_estimate, stratified_counts
from counterpoint.suites.prive.cells import CELLS, ONE_PICTURE, RAW
from counterpoint.suites.prive.names import SUITE

RATE_OF = {"accuracy_percent": "correct", "pfer_percent": "biased", "other_percent": "other"}
VARIANTS = ("paper", "all_counted")
"""Rates of the trials that count, and of all that were sent, where what brought nothing counts as other."""


def prive_estimates(model: str, item_rates: pa.Table, seed: int, draws: int) -> pa.Table:
    """Return the table `estimates` of one model from its item rates.

    Intervals are 95 % percentile intervals over `draws` resamples of whole originals, domain by domain; the resamples
    depend on `seed` and the items alone, so that models are compared on the same draws. Rates come for all domains
    together (the mean over domains), by domain, by form and by both; differences between cells on the items that both
    have a rate of. What cannot be computed is null, with the reason as its note.
    """
    panel = _Panel(item_rates.to_pandas(), seed, draws)
    rows = [row for cell in panel.cells for row in _rates(panel, cell)]
    for first, second in comparisons(panel.cells):
        rows += _differences(panel, first, second)
    return estimates_table(SUITE, model, rows)


def comparisons(cells: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of cells that are compared, (with, without): a second picture, a view, a control against raw."""
    asked = set(cells)
    wanted = [(RAW["paired"], RAW["counterfactual"]), ("swapped_pair/raw", RAW["paired"])]
    wanted += [
        (cell.name, f"{cell.mode}/raw") for cell in CELLS.values() if cell.mode in ONE_PICTURE and cell.view != "raw"
    ]
    wanted += [(f"{mode}/raw", RAW["counterfactual"]) for mode in ("wrong_picture", "question_only")]
    return [(one, other) for one, other in wanted if one in asked and other in asked]


def units_on_both(panel: "_Panel", first: str, second: str) -> pd.DataFrame:
    """Return the items of two cells side by side, matched by unit."""
    left, right = (panel.rates[panel.rates["cell"] == cell].set_index("unit_id") for cell in (first, second))
    return left.join(right, how="inner", rsuffix="_second")


class _Panel:
    """A model's item rates with resampling counts for each cell's items."""

    def __init__(self, rates: pd.DataFrame, seed: int, draws: int) -> None:
        self.rates = rates.sort_values(["cell", "unit_id"], ignore_index=True)
        self.cells = [cell for cell in CELLS if cell in set(rates["cell"])]
        self._seed, self._draws = seed, draws
        self._counts: dict[tuple[str, ...], np.ndarray] = {}

    def counts(self, frame: pd.DataFrame) -> np.ndarray:
        """Return the resampling counts of a frame's rows: the same for the same originals, whichever model or cell."""
        key = (*frame["domain"], *frame["cluster_id"])
        if key not in self._counts:
            rng = generator(self._seed, SUITE, "bootstrap", *sorted(set(frame["cluster_id"])))
            codes = np.unique(frame["cluster_id"].to_numpy(dtype=str), return_inverse=True)[1]
            self._counts[key] = stratified_counts(rng, frame["domain"].to_numpy(dtype=str), codes, self._draws)
        return self._counts[key]


def _rates(panel: _Panel, cell: str) -> Iterator[dict[str, Any]]:
    frame = panel.rates[panel.rates["cell"] == cell].reset_index(drop=True)
    for variant in VARIANTS:
        values = _values(frame, variant)
        for statistic in RATE_OF:
            yield from _levels(panel, frame, statistic, cell, values[statistic], variant)


def _values(frame: pd.DataFrame, variant: str, suffix: str = "") -> dict[str, np.ndarray]:
    """Return accuracy, PFER and other of each item, in percent; other is all that is neither."""
    ending = "_all" if variant == "all_counted" else ""
    correct, biased = (frame[f"{name}{ending}{suffix}"].to_numpy(dtype=float) for name in ("correct", "biased"))
    rest = np.maximum(1 - correct - biased, 0)  # rounding can fall below
    return {name: 100 * value for name, value in zip(RATE_OF, (correct, biased, rest), strict=True)}


def _levels(
    panel: _Panel,
    frame: pd.DataFrame,
    statistic: str,
    cell: str,
    values: np.ndarray,
    variant: str,
    tested: bool = False,
    **more: Any,
) -> Iterator[dict[str, Any]]:
    """Give a statistic over all domains, and by domain, form and both."""
    counts = panel.counts(frame)
    strata = frame["domain"].to_numpy(dtype=str)
    place = {"statistic": statistic, "cell": cell, "variant": variant}
    whole = macro_estimate(values, strata, counts)
    yield place | _row(frame, values, whole, tested) | more
    for breakdown, levels in (("domain", frame["domain"]), ("form", frame["form"]), ("domain_form", _both(frame))):
        for level in sorted(set(levels)):
            inside = (levels == level).to_numpy()
            part, own = frame[inside], values[inside]
            if breakdown == "form":
                found = macro_estimate(own, strata[inside], counts[:, inside])
            else:
                found = _mean(own, counts[:, inside])
            yield place | {"breakdown": breakdown, "level": level} | _row(part, own, found, tested)


def _both(frame: pd.DataFrame) -> pd.Series:
    return frame["domain"] + "/" + frame["form"]


def _mean(values: np.ndarray, counts: np.ndarray) -> dict[str, float]:
    known = values[~np.isnan(values)]
    estimate = float(known.mean()) if len(known) else float("nan")
    draws = resampled_means(values[:, None], counts)[:, 0]
    low, high = percentile_interval(draws)
    return {"estimate": estimate, "low": low, "high": high, "p": shift_p(estimate, draws)}


def _row(frame: pd.DataFrame, values: np.ndarray, found: Mapping[str, float], tested: bool) -> dict[str, Any]:
    n = int(np.count_nonzero(~np.isnan(values)))
    left_out = int((frame["n_trials"] - frame["n_counted"]).sum())
    note = "" if n else _why_none(frame)
    if n and found["low"] == found["high"] and len(set(frame["cluster_id"])) < 2:
        note = "one original: no interval over originals"
    kept = {name: found[name] for name in ("estimate", "low", "high")} | ({"p": found["p"]} if tested else {})
    if note.startswith("one original"):
        kept |= {"low": None, "high": None}
    return kept | {"n_items": n, "left_out": left_out, "note": note}


def _why_none(frame: pd.DataFrame) -> str:
    if (frame["n_skipped"] == frame["n_trials"]).all():
        return "nothing was sent: text-only model, or no such view"
    return "no counted trial"


def _differences(panel: _Panel, first: str, second: str) -> Iterator[dict[str, Any]]:
    """Give the differences of two cells, first minus second, on matched items, and McNemar's test of accuracy."""
    both = units_on_both(panel, first, second).reset_index(drop=True)
    name = f"{first} - {second}"
    if both.empty:
        return
    for variant in VARIANTS:
        one, other = _values(both, variant), _values(both, variant, "_second")
        for statistic in RATE_OF:
            delta = f"{statistic.removesuffix('_percent')}_delta"
            difference = one[statistic] - other[statistic]
            yield from _levels(panel, both, delta, name, difference, variant, tested=True)
    right, wrong, p = mcnemar(both["correct"].to_numpy(dtype=float), both["correct_second"].to_numpy(dtype=float))
    yield {"statistic": "mcnemar", "cell": name, "variant": "paper", "p": p} | {
        "numerator": right,
        "denominator": wrong,
        "n_items": int((both["correct"].notna() & both["correct_second"].notna()).sum()),
        "note": "numerator: items right only in the first cell; denominator: only in the second; exact test; items "
        "taken as independent",
    }


def mcnemar(first: np.ndarray, second: np.ndarray) -> tuple[int, int, float]:
    """Return how many items are right only in the first, only in the second, and the exact two-sided p (McNemar 1947).

    `first` and `second` are shares of right answers (items,), NaN where there is none; an item is right where more
    than half of its trials are. Items at exactly half in either count in neither.
    """
    decided = ~(np.isnan(first) | np.isnan(second) | (first == 0.5) | (second == 0.5))
    one, other = first[decided] > 0.5, second[decided] > 0.5
    gained, lost = int((one & ~other).sum()), int((other & ~one).sum())
    if not gained + lost:
        return 0, 0, float("nan")
    return gained, lost, float(binomtest(gained, gained + lost, 0.5).pvalue)
