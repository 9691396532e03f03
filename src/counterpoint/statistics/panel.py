"""Item rates as arrays over units, and the collection of means whose intervals one bootstrap gives."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from counterpoint.statistics.bootstrap import FEWEST_CLUSTERS, resampling_counts, summarise


class Panel:
    """The units of some cells, each cell's item rates as arrays of shape (units,), units sorted.

    `rates` has one row a unit in a cell: `cell`, `unit_id`, `cluster_id`, `n_trials`, `n_counted`, the `labels`
    by which means are broken down, and any numbers. Only rows of `cells` are taken in. `causes` says of a cell
    why most of its trials were left out, `cluster` what a cluster is called. Units that a model has no counted
    trial for stay in, so that every model of a run is resampled alike. Raises ValueError when a cell asks a
    unit twice, or when a unit's cluster differs between cells.
    """

    def __init__(
        self,
        rates: pd.DataFrame,
        cells: Collection[str],
        labels: Sequence[str],
        causes: Mapping[str, str],
        cluster: str = "cluster",
    ) -> None:
        mine = rates[rates["cell"].isin(list(cells))]
        if mine.duplicated(["cell", "unit_id"]).any():
            raise ValueError("item_rates: a cell asks a unit twice")
        first = mine.drop_duplicates("unit_id").set_index("unit_id").sort_index()
        if (mine["cluster_id"].to_numpy() != first["cluster_id"].reindex(mine["unit_id"]).to_numpy()).any():
            raise ValueError("item_rates: a unit's cluster_id differs between cells")
        self.units = first.index.to_numpy()
        self._labels = tuple(labels)
        self.clusters = np.unique(first["cluster_id"].to_numpy(dtype=str), return_inverse=True)[1]
        self.cluster = cluster
        self._cells = {
            cell: part.set_index("unit_id").reindex(first.index) for cell, part in mine.groupby("cell", sort=False)
        }
        self._causes = causes

    def has(self, cell: str) -> bool:
        """Return whether the cell is part of the run."""
        return cell in self._cells

    def column(self, cell: str, name: str) -> np.ndarray:
        """Return a column of `rates` over the units; NaN where the cell or the value is missing."""
        if not self.has(cell):
            return np.full(len(self.units), np.nan)
        return self._cells[cell][name].to_numpy(dtype=np.float64, na_value=np.nan)

    def asked(self, cell: str) -> np.ndarray:
        """Return which units the cell asks, counted trials or not."""
        return ~np.isnan(self.column(cell, "n_trials"))

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
        if not reasons and not np.all([self.asked(cell) for cell in cells], axis=0).any():
            reasons.append(f"no unit is asked in all of {', '.join(cells)}")
        return "; ".join(reasons)

    def levels(self, cell: str) -> list[tuple[str, str]]:
        """Return every label with each level that it has in the cell, sorted; nothing where the cell is missing."""
        if not self.has(cell):
            return []
        return [(label, level) for label in self._labels for level in sorted(set(self._cells[cell][label].dropna()))]

    def inside(self, cell: str, label: str, level: str) -> np.ndarray:
        """Return which units have this level of a label in the cell, shape (units,)."""
        if not self.has(cell):
            return np.zeros(len(self.units), dtype=bool)
        return (self._cells[cell][label] == level).to_numpy(dtype=bool)

    def resamples(self, rng: np.random.Generator, draws: int, clustered: bool = False) -> np.ndarray:
        """Return resampling counts (draws, units) of the units, or with `clustered` of whole clusters."""
        if not len(self.units):
            return np.zeros((draws, 0), dtype=np.uint16)
        return resampling_counts(rng, len(self.units), draws, self.clusters if clustered else None)


@dataclass
class Means:
    """Means over the units of a panel, and ratios of means, collected first and bootstrapped together.

    Means of the variant `paper` get a second interval, from whole clusters, under the variant `clustered`.
    """

    panel: Panel
    _rows: list[dict[str, Any]] = field(default_factory=list)
    _values: list[np.ndarray] = field(default_factory=list)
    _per: list[np.ndarray | None] = field(default_factory=list)

    def add(
        self,
        statistic: str,
        cell: str,
        values: np.ndarray,
        needs: tuple[str, ...],
        per: np.ndarray | None = None,
        **row: Any,
    ) -> None:
        """Collect one mean. `needs` are the cells behind `values`; `row` sets further columns of `estimates`.

        `level` restricts the mean to the units that have this level of the label `breakdown` in the first of
        these cells. With `per` (units,), at least 0, it is the mean of `values` divided by that of `per`; a unit
        where `per` is 0 has no value.
        """
        if per is not None:
            values = np.where(per > 0, values, np.nan)
        row = {"variant": "paper", "breakdown": "all", "level": "", "note": ""} | row
        inside = np.any([self.panel.asked(need) for need in needs], axis=0)
        if row["breakdown"] != "all":
            member = self.panel.inside(needs[0], row["breakdown"], row["level"])
            values, inside = np.where(member, values, np.nan), inside & member
        n, asked = int(np.count_nonzero(~np.isnan(values))), int(np.count_nonzero(inside))
        if not n:
            row["note"] = self.panel.missing(*needs) or "no item has a value"
        elif n < asked:
            row["note"] = _joined(row["note"], f"undefined for {asked - n} of {asked} items")
        row.setdefault("left_out", self.panel.left_out(*needs))
        self._rows.append({"statistic": statistic, "cell": cell, "n_items": n} | row)
        self._values.append(values)
        self._per.append(None if per is None else np.where(np.isnan(values), np.nan, per))

    def rows(self, counts: np.ndarray, by_cluster: np.ndarray, p_for: Collection[str] = ()) -> list[dict[str, Any]]:
        """Return all means with interval and, for the statistics in `p_for`, p, as rows of `estimates`.

        `counts` and `by_cluster` are resampling counts (draws, units) of units and of whole clusters.
        """
        if not self._rows or not len(self.panel.units):
            return self._rows
        values = np.column_stack(self._values)
        plain = [i for i, row in enumerate(self._rows) if row["variant"] == "paper"]
        second = [self._rows[i] | {"variant": "clustered"} for i in plain]
        for column, row in zip(values[:, plain].T, second, strict=True):
            row["clusters"] = len(set(self.panel.clusters[~np.isnan(column)]))
        everything = range(len(self._rows))
        for rows, places, resamples in ((self._rows, everything, counts), (second, plain, by_cluster)):
            tested = np.array([row["statistic"] in p_for for row in rows])
            per = {i: weights for i, place in enumerate(places) if (weights := self._per[place]) is not None}
            summary = summarise(values[:, places], resamples, tested, per)
            for i, row in enumerate(rows):
                row |= {name: getattr(summary, name)[i] for name in ("estimate", "low", "high", "p")}
        for row in second:
            clusters = row.pop("clusters")
            if row["n_items"] and clusters < FEWEST_CLUSTERS:
                row |= dict.fromkeys(("low", "high", "p"))
                row["note"] = _joined(row["note"], f"no interval over {self.panel.cluster}s: there are only {clusters}")
            elif row["n_items"]:
                row["note"] = _joined(row["note"], f"interval over {clusters} {self.panel.cluster}s")
        return self._rows + second


def _joined(*notes: str) -> str:
    return "; ".join(filter(None, notes))
