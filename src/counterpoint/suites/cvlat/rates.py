"""Rates of each item in each cell, with their denominators, and the scores corrected for guessing."""

import numpy as np
import pandas as pd
import pyarrow as pa

from counterpoint.suites.cvlat.cells import CELLS, KNOWLEDGE
from counterpoint.suites.cvlat.scoring import OUTCOMES
from counterpoint.tables import as_table

RATES = tuple(outcome for outcome in OUTCOMES if outcome != "left_out")
LEFT_OUT = ("empty", "truncated", "filtered", "failed", "skipped", "judge_failed")
CONFLICT_CELLS = tuple(
    cell.name for cell in CELLS.values() if cell.instrument == "cvlat" and cell.form == "real" and cell.picture
)
"""Cells in which both the visual and the factual answer are focal."""
LABELS = ("chart_type", "task", "conflict", "conflict_level")
"""What rates and statistics are broken down by."""
ROUNDING = 1e-12
"""Corrected scores below this are rounding of a score of 0; kept, 1e-6 in VF would blow them up."""


def item_rates(model: str, scores: pa.Table, items: pa.Table) -> pa.Table:
    """Return the table `item_rates` of one model: one row an item in a cell, in the order of `scores`.

    A rate is the share of the counted trials (answered or refused); without any it is null. The `_all`
    rates count left-out trials that were sent as choosing neither focal answer. Raises ValueError when a
    score's item is unknown.
    """
    frame = scores.select(
        ["suite", "cell", "item_id", "request_id", "status", "outcome", "text_chars", "route"]
    ).to_pandas()
    counted = frame["outcome"] != "left_out"
    key = ["cell", "item_id"]
    marks = {outcome: frame["outcome"] == outcome for outcome in RATES}
    marks |= {f"left_out_{status}": ~counted & (frame["status"] == status) for status in LEFT_OUT}
    marks |= {"n_trials": np.ones(len(frame), dtype=bool), "n_counted": counted}
    marks |= {"chars": frame["text_chars"].where(counted, 0)}
    sums = pd.DataFrame(marks).astype(np.int64).join(frame[key]).groupby(key, sort=False).sum()
    distinct = frame[counted].groupby(key, sort=False)["request_id"].nunique()
    sums["route"] = frame[counted].groupby(key, sort=False)["route"].first()
    sums["n_requests"] = distinct.reindex(sums.index, fill_value=0)

    keys = items.select(
        ["item_id", "unit_id", "cluster_id", *LABELS, "options", "visual_index", "factual_index"]
    ).to_pandas()
    keys["n_options"] = keys.pop("options").map(len)
    unknown = set(sums.index.get_level_values("item_id")) - set(keys["item_id"])
    if unknown:
        raise ValueError(f"scores of unknown items: {sorted(unknown)[:5]}")
    rates = sums.reset_index().merge(keys, on="item_id", how="left", validate="many_to_one")

    denominator = rates["n_counted"].where(rates["n_counted"] > 0)
    sent = (rates["n_trials"] - rates["left_out_skipped"]).where(lambda n: n > 0)
    for focal in ("visual", "factual"):
        rates[f"{focal}_all"] = rates[focal] / sent
    for outcome in RATES:
        rates[outcome] = rates[outcome] / denominator
    rates["reply_chars"] = rates.pop("chars") / denominator
    focal_answers = 2 - (rates["factual_index"].isna() | (rates["factual_index"] == rates["visual_index"]))
    rates["visual_corrected"], rates["factual_corrected"] = corrected_scores(
        rates["cell"].to_numpy(),
        rates["n_options"].to_numpy(),
        rates["visual"].to_numpy(),
        rates["factual"].to_numpy(),
        focal_answers.to_numpy(),
    )
    rates["suite"], rates["model"] = scores["suite"][0].as_py() if len(scores) else "cvlat", model
    return as_table("item_rates", rates.drop(columns=["visual_index", "factual_index"]))


def corrected_scores(
    cell: np.ndarray, n_options: np.ndarray, visual: np.ndarray, factual: np.ndarray, focal_answers: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return visual and factual scores corrected for guessing, NaN where a cell has no such target.

    All arrays have shape (rows,); rates lie in 0 to 1 or are NaN, `n_options` counts Omit. After
    arXiv 2606.03142: Score = max(0, S - W / D). In a conflict cell both focal answers are scored,
    W = 1 - visual - factual and D = C - 2; elsewhere one answer is the target (the factual one in
    question-only, else the visual one), W = 1 - S and D = C - 1. A conflict item whose focal answers are
    not two (`focal_answers` 1) is scored on its visual answer alone, by the second rule.
    """
    conflict = np.isin(cell, CONFLICT_CELLS) & (focal_answers == 2)
    knowledge = cell == KNOWLEDGE
    options = n_options.astype(np.float64)
    # rounding must not make a share negative
    neither = np.maximum(1 - visual - factual, 0) / np.where(conflict, options - 2, 1.0)
    by_visual = np.where(conflict, visual - neither, visual - (1 - visual) / (options - 1))
    by_factual = np.where(conflict, factual - neither, factual - (1 - factual) / (options - 1))
    by_visual[knowledge] = np.nan
    by_factual[~(conflict | (knowledge & (focal_answers == 2)))] = np.nan
    return _clamped(by_visual), _clamped(by_factual)


def _clamped(score: np.ndarray) -> np.ndarray:
    return np.where(score < ROUNDING, 0.0, score)  # NaN compares false and stays
