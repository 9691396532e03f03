"""A model's statistics as they are collected: from units' values to rows of `estimates`, clustered by figure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from counterpoint.seeds import generator
from counterpoint.statistics.ratios import Ratio, Ratios
from counterpoint.suites.scifig.names import SUITE
from counterpoint.suites.scifig.results.dimensions import PAPER


class Units:
    """Columns of units, arrays of shape (units,): figure_id, chart_type, n_trials, n_counted, and what they came to."""

    def __init__(self, columns: pd.DataFrame | Mapping[str, np.ndarray]) -> None:
        """Take the columns of a frame, or arrays by name."""
        frame = isinstance(columns, pd.DataFrame)
        self._columns = {str(n): c.to_numpy() for n, c in columns.items()} if frame else dict(columns)

    def __len__(self) -> int:
        return len(self["figure_id"])

    def __getitem__(self, name: str) -> np.ndarray:
        return self._columns[name]

    def inside(self, chosen: np.ndarray) -> "Units":
        """Return the units that are chosen (units,), True or False."""
        return Units({name: column[chosen] for name, column in self._columns.items()})

    def frame(self) -> pd.DataFrame:
        """Return the columns as a frame."""
        return pd.DataFrame(self._columns)

    def beside(self, other: "Units", key: str, suffix: str) -> "Units":
        """Return the units that both have, matched by the column `key`; the other's columns end in `suffix`."""
        left, right = (units.frame().set_index(key) for units in (self, other))
        return Units(left.join(right.add_suffix(suffix), how="inner").reset_index())


@dataclass(frozen=True)
class Values:
    """Values of units (units,): each numerator and what it is a share of; NaN where a unit has none."""

    units: Units
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
        if not len(values.units):
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
        of = values.units["chart_type"]
        for chart_type in sorted(set(of)):
            row = place | {"breakdown": "chart_type", "level": str(chart_type)}
            row |= _sums(values, tested, of == chart_type)
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
        return self._ratios.ratio(
            values.units["figure_id"], scale * values.numerator, values.denominator, pooled, kinds
        )


def _sums(values: Values, tested: bool, inside: np.ndarray | bool = True) -> dict[str, Any]:
    units, known = values.units, inside & ~np.isnan(values.numerator + values.denominator)
    row = {"n_items": int((known & (values.denominator > 0)).sum())}
    row["left_out"] = int(((units["n_trials"] - units["n_counted"]) * inside).sum())
    if tested:
        return row
    return row | {"numerator": values.numerator[known].sum(), "denominator": values.denominator[known].sum()}
