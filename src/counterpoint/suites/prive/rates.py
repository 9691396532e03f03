"""Rates of each item in each cell, with both denominators."""

import numpy as np
import pandas as pd
import pyarrow as pa

from counterpoint.suites.prive.names import OUTCOMES, SUITE
from counterpoint.tables import as_table

COUNTED = tuple(outcome for outcome in OUTCOMES if outcome != "left_out")
"""What a trial of the denominator came to."""


def item_rates(model: str, scores: pa.Table, items: pa.Table) -> pa.Table:
    """Return the table `prive_item_rates` of one model: one row an item in a cell, in the order of `scores`.

    A rate is the share of the counted trials (answered or refused); without any it is null. The `_all` rates count
    trials that were sent and brought nothing that counts as other. Raises ValueError for an unknown item.
    """
    frame = scores.select(["cell", "item_id", "status", "outcome"]).to_pandas()
    key = ["cell", "item_id"]
    left_out, skipped = frame["outcome"] == "left_out", frame["status"] == "skipped"
    marks = {outcome: frame["outcome"] == outcome for outcome in COUNTED}
    marks |= {"n_trials": np.ones(len(frame), dtype=bool), "n_counted": ~left_out}
    marks |= {"n_empty": left_out & ~skipped, "n_skipped": skipped}
    rates = pd.DataFrame(marks).astype(np.int64).join(frame[key]).groupby(key, sort=False).sum().reset_index()
    keys = items.select(["item_id", "unit_id", "cluster_id", "domain", "form"]).to_pandas()
    if unknown := set(rates["item_id"]) - set(keys["item_id"]):
        raise ValueError(f"scores of unknown items: {sorted(unknown)[:5]}")
    rates = rates.merge(keys, on="item_id", how="left", validate="many_to_one")
    counted = rates["n_counted"].where(rates["n_counted"] > 0)
    sent = (rates["n_counted"] + rates["n_empty"]).where(lambda n: n > 0)
    for outcome in ("correct", "biased"):
        rates[f"{outcome}_all"] = rates[outcome] / sent
    for outcome in COUNTED:
        rates[outcome] = rates[outcome] / counted
    rates["suite"], rates["model"] = SUITE, model
    return as_table("prive_item_rates", rates)
