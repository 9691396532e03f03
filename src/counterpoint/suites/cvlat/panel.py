"""Item rates as arrays over units, and the collection of means whose intervals one bootstrap gives."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from counterpoint.statistics.bootstrap import resampling_counts, summarise

LABELS = ("chart_type", "task")


class Panel:
    """The units of some instruments with each cell's item rates as arrays of shape (units,), units sorted.

    Units that a model has no counted trial for stay in, so that every model of a run is resampled alike.
    Raises ValueError when a cell asks a unit twice.
    """

    def __init__(self, rates: pd.DataFrame, causes: dict[str, str], instruments: tuple[str, ...]) -> None:
        mine = rates[rates["cell"].str.split("/").str[0].isin(instruments)]
        if mine.duplicated(["cell", "unit_id"]).any():
            raise ValueError("item_rates: a cell asks a unit twice")
        first = mine.drop_duplicates("unit_id").set_index("unit_id").sort_index()
        self.units = first.index.to_numpy()
        self.labels = {label: first[label].to_numpy() for label in LABELS}
        self.clusters = np.unique(first["cluster_id"].to_numpy(dtype=str), return_inverse=True)[1]
        self._cells = {
            cell: part.set_index("unit_id").reindex(first.index) for cell, part in mine.groupby("cell", sort=False)
        }
        self._causes = causes

    def has(self, cell: str) -> bool:
        """Return whether the cell is part of the run."""
        return cell in self._cells

    def column(self, cell: str, name: str) -> np.ndarray:
        """Return a column of `item_rates` over the units; NaN where the cell or the value is missing."""
        if not self.has(cell):
            return np.full(len(self.units), np.nan)
        return self._cells[cell][name].to_numpy(dtype=np.float64, na_value=np.nan)

    def total(self, cell: str, name: str) -> float:
        """Return the sum of a column of counts over the units."""
        return float(np.nansum(self.column(cell, name)))

    def left_out(self, *cells: str) -> int:
        """Return how many trials of the cells are left out of their denominators."""
        return int(sum(self.total(cell, "n_trials") - self.total(cell, "n_counted") for cell in cells))

    def missing(self, *cells: str) -> str:
        """Return why something over these cells is undefined as a whole; empty where nothing speaks against it."""
        reasons = []
        for cell in cells:
            if not self.has(cell):
                reasons.append(f"cell {cell} is not in this run")
            elif not self.total(cell, "n_counted"):
                cause = self._causes.get(cell)
                reasons.append(f"no counted trial in {cell}" + (f" ({cause})" if cause else ""))
        return "; ".join(reasons)


@dataclass
class Means:
    """Means over the units of a panel, collected first and bootstrapped together."""

    panel: Panel
    rows: list[dict[str, Any]] = field(default_factory=list)
    _values: list[np.ndarray] = field(default_factory=list)

    def add(self, statistic: str, cell: str, values: np.ndarray, needs: tuple[str, ...], **row: Any) -> None:
        """Collect one mean. `needs` are the cells behind `values`; `row` sets further columns of `estimates`.

        `level` restricts the mean to the units that have this label in the given `breakdown`.
        """
        row = {"variant": "paper", "breakdown": "all", "level": "", "note": ""} | row
        inside = np.ones(len(values), dtype=bool)
        if row["breakdown"] != "all":
            inside = self.panel.labels[row["breakdown"]] == row["level"]
            values = np.where(inside, values, np.nan)
        n, asked = int(np.count_nonzero(~np.isnan(values))), int(np.count_nonzero(inside))
        reason = self.panel.missing(*needs)
        if not n:
            row["note"] = reason or "no item has a value"
        elif n < asked:
            row["note"] = "; ".join(filter(None, [row["note"], f"undefined for {asked - n} of {asked} items"]))
        row.setdefault("left_out", self.panel.left_out(*needs))
        self.rows.append({"statistic": statistic, "cell": cell, "n_items": n} | row)
        self._values.append(values)

    def bootstrap(
        self, rng: np.random.Generator, draws: int, clustered: bool = False, p_for: tuple[str, ...] = ()
    ) -> tuple[list[dict[str, Any]], np.ndarray]:
        """Return the rows with estimate, interval and, for the statistics in `p_for`, p; and the counts used.

        Units are resampled, or with `clustered` whole charts.
        """
        units = len(self.panel.units)
        if not units:
            return self.rows, np.zeros((draws, 0), dtype=np.uint16)
        clusters = self.panel.clusters if clustered else None
        counts = resampling_counts(rng, units, draws, clusters)
        if self.rows:
            summary = summarise(np.column_stack(self._values), counts)
            for i, row in enumerate(self.rows):
                row |= {"estimate": summary.estimate[i], "low": summary.low[i], "high": summary.high[i]}
                if row["statistic"] in p_for:
                    row["p"] = summary.p[i]
        return self.rows, counts
