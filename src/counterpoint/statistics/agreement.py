"""Agreement between readers of the same replies: Cohen's kappa and Krippendorff's alpha, with intervals.

Everything here is computed from sums over clusters of replies, so that a resample is a weighted sum of them.
"""

from collections.abc import Callable

import numpy as np

from counterpoint.statistics.bootstrap import percentile_interval, resampling_counts

Statistic = Callable[[np.ndarray], np.ndarray]
"""From sums, shape (..., k, k) or (..., 2), to a value of each, shape (...); NaN where it is undefined."""


def confusions(
    first: np.ndarray, second: np.ndarray, clusters: np.ndarray, labels: int, replies: np.ndarray
) -> np.ndarray:
    """Return how often one reader said i where the other said j, by cluster; shape (clusters, labels, labels).

    `first` and `second` are label codes from 0, `clusters` integer codes from 0, `replies` how many replies they are
    about, each of shape (rows,).
    """
    found = np.zeros((int(clusters.max()) + 1, labels, labels))
    np.add.at(found, (clusters, first, second), replies)
    return found


def coincidences(counts: np.ndarray, clusters: np.ndarray, replies: np.ndarray) -> np.ndarray:
    """Return Krippendorff's coincidences by cluster, shape (clusters, labels, labels).

    `counts` says how many votes on a reply fell on each label, shape (rows, labels), and `replies` of how many replies
    that is so, shape (rows,). Each pair of votes on one reply counts 1 / (votes - 1); replies with fewer than two votes
    count for nothing (K. Krippendorff, Content Analysis, chapter on reliability).
    """
    votes = counts.sum(axis=1)
    paired = votes >= 2
    counts, clusters_paired = counts[paired].astype(np.float64), clusters[paired]
    pairs = counts[:, :, None] * counts[:, None, :]
    diagonal = np.arange(counts.shape[1])
    pairs[:, diagonal, diagonal] -= counts
    pairs *= (replies[paired] / (votes[paired] - 1))[:, None, None]
    found = np.zeros((int(clusters.max()) + 1, counts.shape[1], counts.shape[1]))
    np.add.at(found, clusters_paired, pairs)
    return found


def share(sums: np.ndarray) -> np.ndarray:
    """Return the share of replies on which two readers say the same, from their confusions (..., k, k)."""
    total = sums.sum(axis=(-2, -1))
    return _ratio(np.trace(sums, axis1=-2, axis2=-1), total)


def cohen_kappa(sums: np.ndarray) -> np.ndarray:
    """Return Cohen's kappa of confusions (..., k, k): (p_o - p_e) / (1 - p_e).

    NaN where both readers use one and the same label throughout (J. Cohen, 1960, doi:10.1177/001316446002000104).
    """
    total = sums.sum(axis=(-2, -1))
    expected = _ratio((sums.sum(axis=-1) * sums.sum(axis=-2)).sum(axis=-1), total**2)
    return _ratio(share(sums) - expected, 1 - expected)


def nominal_alpha(sums: np.ndarray) -> np.ndarray:
    """Return Krippendorff's alpha for nominal labels from coincidences (..., k, k): 1 - D_o / D_e.

    NaN where all votes are one label.
    """
    of_label = sums.sum(axis=-1)
    total = of_label.sum(axis=-1)
    observed = total - np.trace(sums, axis1=-2, axis2=-1)
    expected = _ratio(total**2 - (of_label**2).sum(axis=-1), total - 1)
    return 1 - _ratio(observed, expected)


def interval(sums: np.ndarray, statistic: Statistic, draws: int, rng: np.random.Generator) -> tuple[float, float]:
    """Return the 95 % percentile interval of a statistic of sums (clusters, ...) over resampled clusters.

    NaN for a single cluster, which says nothing of others.
    """
    if len(sums) < 2:
        return float("nan"), float("nan")
    counts = resampling_counts(rng, len(sums), draws).astype(np.float64)
    drawn = (counts @ sums.reshape(len(sums), -1)).reshape(draws, *sums.shape[1:])
    return percentile_interval(statistic(drawn))


def _ratio(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    above, below = np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
    return np.divide(above, below, out=np.full(below.shape, np.nan), where=np.abs(below) > 1e-12)
