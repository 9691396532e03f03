"""Macro means over strata, such as domains: the mean of the strata's own means, with clustered intervals."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from counterpoint.statistics.bootstrap import percentile_interval, resampled_ratios, resampling_counts, shift_p


@dataclass(frozen=True)
class Interval:
    """A mean, its 95 % percentile interval, and the two-sided p of "the mean is 0" (shift method); NaN if missing."""

    estimate: float
    low: float
    high: float
    p: float


def interval_of(estimate: float, draws: np.ndarray) -> Interval:
    """Return an estimate with interval and p from its bootstrap draws, shape (draws,), NaN draws left out."""
    return Interval(estimate, *percentile_interval(draws), shift_p(estimate, draws))


def macro_mean(values: np.ndarray, strata: np.ndarray) -> float:
    """Return the mean of the strata's means of `values` (units,), missing ones (NaN) left out; NaN without any."""
    return mean_of(np.array([mean_of(values[strata == stratum]) for stratum in np.unique(strata)]))


def mean_of(values: np.ndarray) -> float:
    """Return the mean of the values that are there; NaN without any."""
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else float("nan")


class StratifiedDraws:
    """Resamples of whole clusters, stratum by stratum: the same ones for every mean over the same clusters.

    Every resample holds as many clusters of a stratum as there are. Memory is draws x clusters x 2 bytes, whatever
    the number of units, because means need of a cluster only its sum and its size.
    """

    def __init__(
        self,
        strata: np.ndarray,
        clusters: np.ndarray,
        generator_of: Callable[[str], np.random.Generator],
        draws: int,
    ) -> None:
        """Draw from `strata` and `clusters` (units,), names; `generator_of` gives the generator of each stratum.

        Raises ValueError when a cluster lies in two strata.
        """
        self._place: dict[str, int] = {}
        self._counts: dict[str, np.ndarray] = {}
        for stratum in np.unique(strata):
            names = np.unique(clusters[strata == stratum])
            if twice := self._place.keys() & set(names):
                raise ValueError(f"clusters in two strata: {sorted(twice)[:5]}")
            self._place |= {name: i for i, name in enumerate(names)}
            self._counts[stratum] = resampling_counts(generator_of(str(stratum)), len(names), draws)

    def means(self, stratum: str, clusters: np.ndarray, values: np.ndarray) -> np.ndarray:
        """Return the mean of each column of `values` (units, columns) in each resample, shape (draws, columns).

        The units are of one stratum, `clusters` (units,) theirs. A missing value (NaN) takes no part; a resample that
        holds none of a column's values gives NaN.
        """
        counts, present = self._counts[stratum], ~np.isnan(values)
        places = [self._place[name] for name in clusters]
        sums, sizes = (np.zeros((counts.shape[1], values.shape[1])) for _ in range(2))
        np.add.at(sums, places, np.where(present, values, 0.0))
        np.add.at(sizes, places, present)
        return resampled_ratios(sums, sizes, counts)
