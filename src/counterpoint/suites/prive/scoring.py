"""From verdicts to scores: what each trial came to, held against its item's key."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from counterpoint.judging.no_verdict import JUDGE_FAILED
from counterpoint.suites.prive.names import SUITE
from counterpoint.tables import as_table
from counterpoint.trials import never_sent


def score_trials(
    verdicts: pa.Table, trials: pa.Table, items: pa.Table, without: Iterable[Mapping[str, Any]]
) -> pa.Table:
    """Return the table `scores` of one model: one row a trial, those never sent last.

    `without` are rows of `no_evidence`: items with as many trials each that were never sent. A verdict names a
    position (multiple choice, yes or no), a number, or for open questions correct, biased or other. What is neither the
    correct nor the biased answer is other. Raises ValueError when a trial has no verdict or item.
    """
    columns = ["request_id", "status", "failure_class", "verdict", "position", "number", "route", "text_chars"]
    frame = trials.select(["cell", "item_id", "unit_id", "order_index", "order", "request_id"]).to_pandas()
    frame = frame.merge(verdicts.select(columns).to_pandas(), on="request_id", how="left", validate="many_to_one")
    keys = items.select(["item_id", "correct_index", "biased_index", "correct_number", "biased_number"]).to_pandas()
    frame = frame.merge(keys, on="item_id", how="left", indicator=True)
    if frame["status"].isna().any() or (frame.pop("_merge") != "both").any():
        raise ValueError("trials without a verdict or an item")

    position = frame["position"].astype("float64")
    chosen = [
        order[int(at)] if not np.isnan(at) and int(at) < len(order) else np.nan
        for order, at in zip(frame.pop("order"), position, strict=True)
    ]
    frame["option_index"] = pd.Series(chosen, index=frame.index, dtype="float64")
    frame.loc[frame["verdict"] == JUDGE_FAILED, "status"] = JUDGE_FAILED
    frame["outcome"] = np.where(frame["status"] == "refused", "refused", "left_out")
    answered = frame["status"] == "answered"
    frame.loc[answered, "outcome"] = _outcomes(frame[answered])
    found = frame.drop(
        columns=["verdict", "number", "correct_index", "biased_index", "correct_number", "biased_number"]
    )

    if skipped := never_sent(without):
        found = pd.concat([found, pd.DataFrame(skipped)], ignore_index=True)
    found["suite"] = SUITE
    for name in ("position", "option_index"):
        found[name] = found[name].astype("Int8")
    found["order_index"] = found["order_index"].astype("int16")
    found["text_chars"] = found["text_chars"].astype("int32")
    for name in ("request_id", "failure_class", "route"):
        found[name] = found[name].astype(object).where(found[name].notna(), None)
    return as_table("scores", found)


def _outcomes(frame: pd.DataFrame) -> np.ndarray:
    """Return what each answered trial came to."""
    verdict = frame["verdict"].to_numpy(dtype=object)
    option, number = frame["option_index"], frame["number"].astype("float64")
    chose, gave = verdict == "option", verdict == "number"
    correct = (chose & (option == frame["correct_index"])) | (gave & (number == frame["correct_number"]))
    biased = (chose & (option == frame["biased_index"])) | (gave & (number == frame["biased_number"]))
    outcome = np.full(len(frame), "other", dtype=object)
    outcome[verdict == "unresolved"] = "unresolved"
    outcome[(verdict == "biased") | biased] = "biased"
    outcome[(verdict == "correct") | correct] = "correct"
    return outcome
