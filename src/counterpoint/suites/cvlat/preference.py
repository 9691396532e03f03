"""The arbitration preference of one model: from its item rates to rows of the table `estimates`."""

from typing import Any

import numpy as np

from counterpoint.statistics.arbitration import (
    LEAST_OVERLAP,
    ItemCounts,
    capabilities,
    preference,
    preference_curves,
)
from counterpoint.statistics.bootstrap import percentile_interval, resampled_means
from counterpoint.suites.cvlat.cells import CONFLICT, KNOWLEDGE, READING
from counterpoint.suites.cvlat.panel import Panel

NO_ITEM = "no item has a value in all three cells"
NO_INFORMATION = "no information on w: reading and knowing do not both happen clearly above chance"
CAPABILITY_NOTE = "mean of the items' unbiased estimates"


def preference_rows(panel: Panel, cell: str, counts: np.ndarray, by_chart: np.ndarray) -> list[dict[str, Any]]:
    """Return arbitration_w of a conflict cell, and in the normal one how often the model reads and knows.

    `counts` and `by_chart` are resampling counts (draws, units) of items and of charts. w is null, with a
    reason, where a cell is missing or the model does not both read and know.
    """
    needs = (cell, READING, KNOWLEDGE)
    whole = _whole(panel, cell)
    row = {"cell": cell, "n_items": int(whole.sum()), "left_out": panel.left_out(*needs)}
    preferences = [
        {**row, "statistic": "arbitration_w", "variant": variant} for variant in ("maximum_likelihood", "clustered")
    ]
    row["variant"] = "maximum_likelihood"
    names = ("arbitration_reads", "arbitration_knows") if cell == CONFLICT else ()
    abilities = [{**row, "statistic": name} for name in names]
    if not whole.any():
        reason = panel.missing(*needs) or NO_ITEM
        return [{**each, "note": reason} for each in preferences + abilities]

    items = _item_counts(panel, cell, whole)
    reads, knows = capabilities(items)
    values = np.column_stack([reads, knows, reads * knows])
    intervals = [percentile_interval(draws) for draws in resampled_means(values, counts[:, whole]).T]
    for ability, estimate, interval in zip(abilities, values.mean(axis=0), intervals, strict=False):
        low, high = np.clip(interval, 0, 1)
        ability |= {"estimate": np.clip(estimate, 0, 1), "low": low, "high": high}
        ability["note"] = CAPABILITY_NOTE + ("; below chance" if estimate < 0 else "")

    if min(low for low, _ in intervals) <= 0 or (reads * knows).mean() < LEAST_OVERLAP:
        return [{**each, "note": NO_INFORMATION} for each in preferences] + abilities
    curves = preference_curves(items)
    estimate = preference(curves, np.ones((1, len(curves))))[0]
    for each, weights in zip(preferences, (counts, by_chart), strict=True):
        low, high = percentile_interval(preference(curves, weights[:, whole]))
        each |= {"estimate": estimate, "low": low, "high": high}
    return preferences + abilities


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
