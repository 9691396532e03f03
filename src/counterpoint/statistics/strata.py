"""Macro means over strata, such as domains: the mean of the strata's own means, with clustered intervals."""

from collections.abc import Callable

import numpy as np

from counterpoint.statistics.bootstrap import resampled_sums, resampling_counts


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

    def means(self, stratum: str, clusters: np.ndarray, values: np.ndarray, parts: np.ndarray) -> np.ndarray:
        """Return the means of `values` (units, columns) over parts of the units in each resample.

        The units are of one stratum, `clusters` (units,) theirs; `parts` (units, parts) says which units a part holds.
        The result has shape (draws, parts, columns). A unit of which any value is missing (NaN) takes no part; a
        resample that holds none of a part's units gives NaN.
        """
        from scipy.sparse import csr_array  # a third of a second, which only who resamples waits for

        counts, present = self._counts[stratum], parts & ~np.isnan(values).any(axis=1, keepdims=True)
        places = [self._place[name] for name in clusters]
        held = np.where(present[:, :, None], values[:, None, :], 0.0)
        members = csr_array((np.ones(len(places)), (places, range(len(places)))), (counts.shape[1], len(places)))
        sums = resampled_sums(members @ np.hstack([held.reshape(len(values), -1), present]), counts)
        total, size = sums[:, : held[0].size].reshape(-1, *held.shape[1:]), sums[:, held[0].size :, None]
        return np.divide(total, size, out=np.full_like(total, np.nan), where=size > 0)
