"""A model's statistics as they are collected: from units' values to rows of `estimates`, clustered by figure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from counterpoint.seeds import generator
from counterpoint.statistics.ratios import Ratio, Ratios
from counterpoint.suites.scifig.dimensions import PAPER
from counterpoint.suites.scifig.names import SUITE


@dataclass(frozen=True)
class Values:
    """Values of units (units,): each numerator and what it is a share of; NaN where a unit has none."""

    units: pd.DataFrame
    """Rows with figure_id, chart_type, n_trials and n_counted."""
    numerator: np.ndarray
    denominator: np.ndarray


class Collected:
    """Statistics of one model over the figures of a run, every one resampled alike."""

    def __init__(self, figures: Mapping[str, str], seed: int, draws: int) -> None:
        """Take all figures of the run, figure_id to chart type, whether or not the model answered about them."""
        self._ratios = Ratios(
            list(figures),
            list(figures.values()),
            lambda chart_type: generator(seed, SUITE, "bootstrap", chart_type),
            draws,
            "figure",
        )
        self._whole: dict[tuple[str, str, str], Ratio] = {}

    def add(
        self,
        statistic: str,
        cell: str,
        variant: str,
        values: Values,
        scale: float = 1.0,
        kinds: np.ndarray | None = None,
        minus: Values | None = None,
        tested: bool = False,
        breakdown: tuple[str, str] = ("all", ""),
        by_chart_type: bool = False,
    ) -> None:
        """Collect a statistic, and with `by_chart_type` the same of each chart type.

        The variant `paper` pools units, others take the mean over `kinds` (units,) of the mean over chart types. With
        `minus` it is the difference to those values' ratio. Sums stand beside what is no difference.
        """
        if values.units.empty:
            return
        pooled = variant == PAPER
        first = self._ratio(values, scale, pooled, kinds)
        second = None if minus is None else self._ratio(minus, scale, pooled, None)
        place = {"statistic": statistic, "cell": cell, "variant": variant}
        whole = place | {"breakdown": breakdown[0], "level": breakdown[1]}
        self._ratios.add(whole | _sums(values, tested), first, second, tested=tested)
        if breakdown[0] == "all":
            self._whole[statistic, cell, variant] = first
        if not by_chart_type:
            return
        of = values.units["chart_type"].to_numpy(dtype=str)
        for chart_type in np.unique(of):
            inside = of == chart_type
            part = Values(values.units[inside], values.numerator[inside], values.denominator[inside])
            row = place | {"breakdown": "chart_type", "level": str(chart_type)} | _sums(part, tested)
            self._ratios.add(row, first, second, str(chart_type), tested)

    def rows(self) -> list[dict[str, Any]]:
        """Return all statistics with their intervals, as rows of `estimates`."""
        return self._ratios.rows()

    def figure_scores(self, statistic: str, cell: str, variant: str) -> dict[str, float]:
        """Return a statistic of each figure that has one, by figure_id; nothing where it was not collected."""
        ratio = self._whole.get((statistic, cell, variant))
        if ratio is None:
            return {}
        above, below = ratio.numerator.sum(axis=1), ratio.denominator.sum(axis=1)
        return {name: float(a / b) for name, a, b in zip(self._ratios.clusters, above, below, strict=True) if b > 1e-12}

    def _ratio(self, values: Values, scale: float, pooled: bool, kinds: np.ndarray | None) -> Ratio:
        clusters = values.units["figure_id"].tolist()
        return self._ratios.ratio(clusters, scale * values.numerator, values.denominator, pooled, kinds)


def _sums(values: Values, tested: bool) -> dict[str, Any]:
    units, known = values.units, ~np.isnan(values.numerator + values.denominator)
    row = {"n_items": int((known & (values.denominator > 0)).sum())}
    row["left_out"] = int((units["n_trials"] - units["n_counted"]).sum())
    if tested:
        return row
    return row | {"numerator": values.numerator[known].sum(), "denominator": values.denominator[known].sum()}
