"""The arbitration preference of one model: from its item rates to rows of the table `estimates`."""

from typing import Any

import numpy as np

from counterpoint.statistics.arbitration import (
    FEWEST_REQUESTS,
    LEAST_OVERLAP,
    ItemCounts,
    capabilities,
    preference,
    preference_by_moments,
    preference_curves,
    widened_at_the_edge,
)
from counterpoint.statistics.bootstrap import FEWEST_CLUSTERS, percentile_interval, resampled_means
from counterpoint.statistics.panel import Panel
from counterpoint.suites.cvlat.cells import CONFLICT, KNOWLEDGE, READING

NO_ITEM = "no item has a value in all three cells"
NO_INFORMATION = "no information on w: reading and knowing do not both happen clearly above chance"
CAPABILITY_NOTE = "mean of the items' unbiased estimates"
LIKELIHOOD, CLUSTERED, MOMENTS = "maximum_likelihood", "clustered", "moments"


def preference_rows(panel: Panel, cell: str, counts: np.ndarray, by_chart: np.ndarray) -> list[dict[str, Any]]:
    """Return arbitration_w of a conflict cell, and in the normal one how often the model reads and knows.

    `counts` and `by_chart` are resampling counts (draws, units) of items and of charts. w comes by maximum
    likelihood, whose interval stands for items and for charts, and by moments. It is null, with a reason, where
    a cell is missing or the model does not both read and know; by likelihood also where the items were asked
    in too few distinct requests.
    """
    needs = (cell, READING, KNOWLEDGE)
    whole = _whole(panel, cell)
    row = {"cell": cell, "n_items": int(whole.sum()), "left_out": panel.left_out(*needs)}
    preferences = {
        variant: {**row, "statistic": "arbitration_w", "variant": variant, "note": ""}
        for variant in (LIKELIHOOD, CLUSTERED, MOMENTS)
    }
    names = ("arbitration_reads", "arbitration_knows") if cell == CONFLICT else ()
    abilities = [{**row, "statistic": name, "variant": LIKELIHOOD} for name in names]
    if not whole.any():
        reason = panel.missing(*needs) or NO_ITEM
        return [{**each, "note": reason} for each in [*preferences.values(), *abilities]]

    items, weights = _item_counts(panel, cell, whole), counts[:, whole]
    reads, knows = capabilities(items)
    values = np.column_stack([reads, knows, reads * knows])
    intervals = [percentile_interval(draws) for draws in resampled_means(values, weights).T]
    for ability, estimate, interval in zip(abilities, values.mean(axis=0), intervals, strict=False):
        low, high = np.clip(interval, 0, 1)
        ability |= {"estimate": np.clip(estimate, 0, 1), "low": low, "high": high}
        ability["note"] = CAPABILITY_NOTE + ("; below chance" if estimate < 0 else "")

    if min(low for low, _ in intervals) <= 0 or (reads * knows).mean() < LEAST_OVERLAP:
        return [{**each, "note": NO_INFORMATION} for each in preferences.values()] + abilities
    all_once = np.ones((1, len(reads)))
    low, high = np.clip(percentile_interval(preference_by_moments(items, weights)), 0, 1)
    estimate = preference_by_moments(items, all_once)[0]
    preferences[MOMENTS] |= {"estimate": np.clip(estimate, 0, 1), "low": low, "high": high}
    if not 0 <= estimate <= 1:
        preferences[MOMENTS]["note"] = f"{estimate:.3f} before it was cut to 0 to 1"
    requests = np.median(np.minimum.reduce([items.asked, items.reads_of, items.knows_of]))
    if requests < FEWEST_REQUESTS:
        note = f"items asked in {requests:g} distinct requests (median), fewer than {FEWEST_REQUESTS}: see {MOMENTS}"
        preferences[LIKELIHOOD]["note"] = preferences[CLUSTERED]["note"] = note
        return [*preferences.values(), *abilities]
    curves = preference_curves(items)
    estimate = preference(curves, all_once)[0]
    charts = len(set(panel.clusters[whole]))
    for variant, drawn in ((LIKELIHOOD, weights), (CLUSTERED, by_chart[:, whole])):
        low, high = widened_at_the_edge(percentile_interval(preference(curves, drawn)), curves)
        preferences[variant] |= {"estimate": estimate, "low": low, "high": high}
    preferences[CLUSTERED]["note"] = f"interval over {charts} charts"
    if charts < FEWEST_CLUSTERS:
        preferences[CLUSTERED] |= {
            "low": None,
            "high": None,
            "note": f"no interval over charts: there are only {charts}",
        }
    return [*preferences.values(), *abilities]


def _whole(panel: Panel, cell: str) -> np.ndarray:
    """Return which units have counted trials in all three cells and two focal answers to arbitrate between."""
    known = panel.column(cell, "factual_corrected") + panel.column(KNOWLEDGE, "factual_corrected")
    return ~np.isnan(known + panel.column(READING, "visual"))


def _item_counts(panel: Panel, cell: str, whole: np.ndarray) -> ItemCounts:
    """Return counts of distinct requests: identical requests share one answer and are no further evidence."""
    asked, read_of, known_of = (panel.column(c, "n_requests")[whole] for c in (cell, READING, KNOWLEDGE))
    visual, factual = (panel.column(cell, focal)[whole] for focal in ("visual", "factual"))
    return ItemCounts(
        options=panel.column(cell, "n_options")[whole],
        visual=asked * visual,
        factual=asked * factual,
        neither=asked * np.maximum(1 - visual - factual, 0),
        reads=read_of * panel.column(READING, "visual")[whole],
        reads_of=read_of,
        knows=known_of * panel.column(KNOWLEDGE, "factual")[whole],
        knows_of=known_of,
    )
