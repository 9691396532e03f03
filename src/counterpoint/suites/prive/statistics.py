"""The statistics of one model in PriVE: rates by domain, form, mode and view, and what a picture more or a view brings.

Words after arXiv 2607.16311: accuracy, PFER (the rate of errors that follow the prior: answers that prior knowledge
gives against the picture) and other. A domain's value is the mean over its items, all forms together; a model's value
is the mean over domains.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from counterpoint.seeds import generator
from counterpoint.statistics.bootstrap import FEWEST_CLUSTERS, percentile_interval, shift_p
from counterpoint.statistics.estimates import estimates_table
from counterpoint.statistics.strata import StratifiedDraws
from counterpoint.stimuli.views.settings import VIEWS
from counterpoint.suites.prive.cells import CELLS, ONE_PICTURE, RAW
from counterpoint.suites.prive.names import SUITE

RATES = ("accuracy", "pfer", "other")
UNREAD = ("unresolved", "refused")
"""Parts of other that are published by themselves."""
VARIANTS = ("paper", "all_counted")
"""Rates of the trials that count, and of all that were sent, where what brought nothing counts as other."""
CONTROL_VIEWS = ("raw_twice", "crop_same_pixels")
"""Views that show nothing closer: what a second picture, or a second one without more pixels, does by itself."""
TOOL_VIEWS = tuple(view for view in VIEWS if view not in ("raw", *CONTROL_VIEWS))


def prive_estimates(model: str, item_rates: pa.Table, seed: int, draws: int) -> pa.Table:
    """Return the table `estimates` of one model from its item rates.

    Intervals are 95 % percentile intervals over `draws` resamples of whole originals, domain by domain; the resamples
    depend on `seed` and the originals alone, so that models are compared on the same draws. Rates come for all domains
    together (the mean over domains), by domain, by form and by both; differences between cells, in percentage points,
    on the items that both have a rate of. What cannot be computed is null, with the reason as its note.
    """
    rates = item_rates.to_pandas().sort_values(["cell", "unit_id"], ignore_index=True)
    domains, clusters = (rates[name].to_numpy(dtype=str) for name in ("domain", "cluster_id"))
    resamples = StratifiedDraws(domains, clusters, lambda domain: generator(seed, SUITE, "bootstrap", domain), draws)
    asked = dict(iter(rates.groupby("cell")))
    by_cell = {cell: asked[cell].reset_index(drop=True) for cell in CELLS if cell in asked}
    rows: list[dict[str, Any]] = []
    for cell, frame in by_cell.items():
        rows += _levels(resamples, frame, cell, _rates(frame))
    for first, second in comparisons(list(by_cell)):
        both = units_on_both(by_cell[first], by_cell[second])
        if both.empty:
            continue
        rows += _levels(resamples, both, f"{first} - {second}", _differences(both))
        rows.append(_mcnemar_row(both, f"{first} - {second}"))
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


def units_on_both(first: pd.DataFrame, second: pd.DataFrame) -> pd.DataFrame:
    """Return the item rates of two cells side by side, matched by unit; those of the second end in `_second`."""
    left, right = (frame.set_index("unit_id") for frame in (first, second))
    return left.join(right.add_suffix("_second"), how="inner").reset_index()


def _values(frame: pd.DataFrame, variant: str, suffix: str = "") -> dict[str, np.ndarray]:
    """Return accuracy, PFER and other of each item, in percent; other is all that is neither."""
    ending = "_all" if variant == "all_counted" else ""
    correct, biased = (frame[f"{name}{ending}{suffix}"].to_numpy(dtype=float) for name in ("correct", "biased"))
    rest = np.maximum(1 - correct - biased, 0)  # rounding can fall below
    return {name: 100 * value for name, value in zip(RATES, (correct, biased, rest), strict=True)}


def _rates(frame: pd.DataFrame) -> dict[str, dict[str, np.ndarray]]:
    """Return every rate of each item in one cell, in percent, by variant and statistic."""
    found = {
        variant: {f"{name}_percent": values for name, values in _values(frame, variant).items()} for variant in VARIANTS
    }
    found["paper"] |= {f"{name}_percent": 100 * frame[name].to_numpy(dtype=float) for name in UNREAD}
    return found


def _differences(both: pd.DataFrame) -> dict[str, dict[str, np.ndarray]]:
    """Return the first cell's rates minus the second's of each item, by variant and statistic."""
    return {
        variant: {
            f"{name}_delta": values - _values(both, variant, "_second")[name]
            for name, values in _values(both, variant).items()
        }
        for variant in VARIANTS
    }


class _Items:
    """The items of one cell, or those of two cells, as arrays, shape (items,)."""

    def __init__(self, frame: pd.DataFrame) -> None:
        form, domain, self.cluster = (frame[name].to_numpy(dtype=str) for name in ("form", "domain", "cluster_id"))
        self.cluster_code = np.unique(self.cluster, return_inverse=True)[1]
        names = ("n_trials", "n_counted", "n_empty", "n_skipped")
        trials, counted, empty, skipped = (frame[name].to_numpy(dtype=np.int64) for name in names)
        self.left_out, self.never_sent = trials - counted, skipped == trials
        self.trials = {"paper": counted, "all_counted": counted + empty}
        self.domains = [str(name) for name in np.unique(domain)]
        self.forms = ["", *map(str, np.unique(form))]
        self.of = {
            (one, other): np.flatnonzero((domain == one) & ((form == other) | (not other)))
            for one in self.domains
            for other in self.forms
        }
        """Places of the items of a domain and a form, empty for all forms."""

    def places(self) -> Iterator[tuple[dict[str, str], str, list[str]]]:
        """Give every breakdown and level with its form (empty for all) and its domains."""
        for form in self.forms:
            whole = {"breakdown": "form" if form else "all", "level": form}
            yield whole, form, self.domains
            for domain in self.domains:
                part = {"breakdown": "domain_form", "level": f"{domain}/{form}"} if form else None
                yield part or {"breakdown": "domain", "level": domain}, form, [domain]


def _levels(
    resamples: StratifiedDraws, frame: pd.DataFrame, cell: str, by_variant: Mapping[str, Mapping[str, np.ndarray]]
) -> Iterator[dict[str, Any]]:
    """Give statistics over all domains, and by domain, form and both, from each item's values (items,).

    The statistics of a variant are missing for the same items, and are resampled together; no draw outlives them.
    """
    items = _Items(frame)
    for variant, columns in by_variant.items():
        values = np.column_stack(list(columns.values()))
        has = ~np.isnan(values).any(axis=1)
        drawn = _drawn(resamples, items, values)
        for place, form, domains in items.places():
            asked = {domain: items.of[domain, form] for domain in domains}
            known = {domain: mine[has[mine]] for domain, mine in asked.items() if has[mine].any()}
            place |= {"cell": cell, "variant": variant} | _facts(items, asked, known)
            if place["left_out"] is None:
                continue
            if not known:
                yield from (place | {"statistic": statistic} for statistic in columns)
                continue
            estimates = np.mean([values[mine].mean(axis=0) for mine in known.values()], axis=0)
            draws = sum(drawn[domain, form] for domain in known) / len(known)
            found = np.concatenate(list(known.values()))
            trials = items.trials[variant][found]
            for k, statistic in enumerate(columns):
                row = place | {"statistic": statistic, "estimate": float(estimates[k])}
                if not place["note"]:
                    row |= zip(("low", "high"), percentile_interval(draws[:, k]), strict=True)
                if statistic.endswith("_percent"):
                    numerator = round(float(values[found, k] @ trials) / 100)
                    row |= {"numerator": numerator, "denominator": int(trials.sum())}
                elif not place["note"]:
                    row["p"] = shift_p(row["estimate"], draws[:, k])
                yield row


def _drawn(resamples: StratifiedDraws, items: _Items, values: np.ndarray) -> dict[tuple[str, str], np.ndarray]:
    """Return the resampled means of each domain and form, shape (draws, columns) each."""
    found = {}
    for domain in items.domains:
        inside = items.of[domain, ""]
        parts = np.column_stack([np.isin(inside, items.of[domain, form]) for form in items.forms])
        means = resamples.means(domain, items.cluster[inside], values[inside], parts)
        found |= {(domain, form): means[:, k] for k, form in enumerate(items.forms)}
    return found


def _facts(items: _Items, asked: Mapping[str, np.ndarray], known: Mapping[str, np.ndarray]) -> dict[str, Any]:
    """Return items, trials left out and note of a row; left_out is None where nothing is asked."""
    all_asked = np.concatenate(list(asked.values()))
    if not len(all_asked):
        return {"left_out": None}
    note = ""
    if not known:
        never = items.never_sent[all_asked].all()
        note = "nothing was sent: text-only model, or no such view" if never else "no item with counted trials"
    elif few := [d for d, mine in known.items() if len(np.unique(items.cluster_code[mine])) < FEWEST_CLUSTERS]:
        note = f"no interval: fewer than {FEWEST_CLUSTERS} originals in {', '.join(few)}"
    counts = {"left_out": int(items.left_out[all_asked].sum()), "n_items": sum(map(len, known.values()))}
    return counts | {"note": note}


def _mcnemar_row(both: pd.DataFrame, name: str) -> dict[str, Any]:
    first, second = (both[column].to_numpy(dtype=float) for column in ("correct", "correct_second"))
    gained, lost, p = mcnemar(first, second)
    return {"statistic": "mcnemar", "cell": name, "variant": "paper", "p": p} | {
        "numerator": gained,
        "denominator": lost,
        "n_items": int(np.count_nonzero(~np.isnan(first + second))),
        "note": "numerator: items right only in the first cell; denominator: only in the second; exact test, items "
        "taken as independent",
    }


def mcnemar(first: np.ndarray, second: np.ndarray) -> tuple[int, int, float]:
    """Return how many items are right only in the first, only in the second, and the exact two-sided p (McNemar 1947).

    `first` and `second` are shares of right answers (items,), NaN where there is none; an item is right where more
    than half of its trials are. Items at exactly half in either count in neither. Without any item that differs p is
    NaN.
    """
    decided = ~(np.isnan(first) | np.isnan(second) | (first == 0.5) | (second == 0.5))
    one, other = first[decided] > 0.5, second[decided] > 0.5
    gained, lost = int((one & ~other).sum()), int((other & ~one).sum())
    if not gained + lost:
        return 0, 0, float("nan")
    from scipy.stats import binomtest  # most of a second, which only a test waits for

    return gained, lost, float(binomtest(gained, gained + lost, 0.5).pvalue)
