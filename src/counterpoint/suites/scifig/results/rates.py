"""What each item came to in each cell, counted outcome by outcome: table `scifig_item_rates`."""

import numpy as np
import pandas as pd
import pyarrow as pa

from counterpoint.suites.scifig.names import ACCEPTS, BLUR_OUTCOMES, PARTLY, REJECTS
from counterpoint.suites.scifig.results.scoring import DESCRIBED, LEFT_OUT, REFUSED, UNRESOLVED
from counterpoint.tables import as_table

OUTCOMES = (*BLUR_OUTCOMES, REJECTS, PARTLY, ACCEPTS, DESCRIBED, UNRESOLVED, REFUSED)
"""Every outcome of a counted trial. Those of questions are among those of blurred texts."""
MEASURES = ("mqm_published", "mqm_capped", "omission", "error")
FACTS = ("facts_right", "facts_wrong", "facts_not_stated")


def item_rates(model: str, scores: pa.Table, descriptions: pa.Table, items: pa.Table) -> pa.Table:
    """Return the table `scifig_item_rates` of one model: one row an item in a cell, in the order of `scores`.

    `n_counted` trials were answered or refused. Points are means over the descriptions that have a score (`n_scored`),
    facts over those that were read. Raises ValueError for an unknown item.
    """
    key = ["cell", "item_id"]
    frame = scores.select([*key, "status", "outcome"]).to_pandas()
    left_out, skipped = frame["outcome"] == LEFT_OUT, frame["status"] == "skipped"
    marks = {f"n_{outcome}": frame["outcome"] == outcome for outcome in OUTCOMES}
    marks |= {"n_trials": np.ones(len(frame), dtype=bool), "n_counted": ~left_out}
    marks |= {"n_empty": left_out & ~skipped, "n_skipped": skipped}
    rates = pd.DataFrame(marks).astype(np.int64).join(frame[key]).groupby(key, sort=False).sum().reset_index()
    keys = items.select(["item_id", "unit_id", "figure_id", "chart_type", "dimension", "kind", "condition"])
    if unknown := set(rates["item_id"]) - set(keys["item_id"].to_pylist()):
        raise ValueError(f"scores of unknown items: {sorted(unknown)[:5]}")
    rates = rates.merge(keys.to_pandas(), on="item_id", how="left", validate="many_to_one")
    described = descriptions.select([*key, *MEASURES, *FACTS]).to_pandas()
    means = described.groupby(key)[[*MEASURES, *FACTS]].mean()
    means["n_scored"] = described.groupby(key)["mqm_published"].count()
    rates = rates.merge(means.reset_index(), on=key, how="left")
    rates["n_scored"] = rates["n_scored"].fillna(0).astype(np.int64)
    rates["model"] = model
    return as_table("scifig_item_rates", rates)
