"""Macro means over strata, such as domains: the mean of the strata's own means, with clustered intervals."""

import numpy as np

from counterpoint.statistics.bootstrap import percentile_interval, resampled_means, resampling_counts, shift_p


def stratified_counts(rng: np.random.Generator, strata: np.ndarray, clusters: np.ndarray, draws: int) -> np.ndarray:
    """Return how often each unit is drawn in each resample, shape (draws, units): whole clusters, stratum by stratum.

    `strata` (units,) are names, `clusters` (units,) integer codes; a cluster lies within one stratum. Every resample
    holds as many clusters of a stratum as there are, so that no stratum is ever missing from a macro mean.
    """
    counts = np.zeros((draws, len(strata)), dtype=np.uint16)
    for stratum in np.unique(strata):
        inside = np.flatnonzero(strata == stratum)
        codes = np.unique(clusters[inside], return_inverse=True)[1]
        counts[:, inside] = resampling_counts(rng, len(inside), draws, codes)
    return counts


def macro_mean(values: np.ndarray, strata: np.ndarray) -> float:
    """Return the mean of the strata's means of `values` (units,), missing ones (NaN) left out; NaN without any."""
    means = [_mean(values[strata == stratum]) for stratum in np.unique(strata)]
    return _mean(np.array(means))


def macro_draws(values: np.ndarray, strata: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the macro mean in each resample, shape (draws,), from `stratified_counts`.

    A stratum without a value takes no part; one whose values a resample happens to miss makes that draw NaN.
    """
    present = [stratum for stratum in np.unique(strata) if not np.isnan(values[strata == stratum]).all()]
    if not present:
        return np.full(len(counts), np.nan)
    means = [resampled_means(values[strata == s][:, None], counts[:, strata == s])[:, 0] for s in present]
    return np.mean(means, axis=0)


def macro_estimate(values: np.ndarray, strata: np.ndarray, counts: np.ndarray) -> dict[str, float]:
    """Return `estimate`, `low`, `high` (95 % percentile interval) and `p` (two-sided, shift method) of a macro mean."""
    estimate, draws = macro_mean(values, strata), macro_draws(values, strata, counts)
    low, high = percentile_interval(draws)
    return {"estimate": estimate, "low": low, "high": high, "p": shift_p(estimate, draws)}


def _mean(values: np.ndarray) -> float:
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else float("nan")
