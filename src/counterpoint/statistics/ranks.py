"""Rank statistics with bootstrap draws: Spearman's correlation and Cliff's delta, all resamples at once.

Resamples are counts: how often each unit is drawn, shape (draws, units). A row of ones is the sample itself.
"""

import numpy as np

CHUNK = 1_000
"""Resamples worked on at a time: what bounds the memory."""


def midranks(values: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return each unit's midrank in each resample, shape (draws, units); equal values share the mean of their ranks."""
    _, group = np.unique(values, return_inverse=True)
    of_group = _summed(group, counts.astype(np.float64))
    before = np.cumsum(of_group, axis=1) - of_group
    return (before + (of_group + 1) / 2)[:, group]


def spearman(first: np.ndarray, second: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return Spearman's rank correlation of paired values (units,) in each resample, shape (draws,).

    It is Pearson's correlation of midranks; NaN where a resample holds a single value of either.
    """
    pairs, group = np.unique(np.column_stack([first, second]), axis=0, return_inverse=True)
    found = np.empty(len(counts))
    for start in range(0, len(counts), CHUNK):
        part = _summed(group.ravel(), counts[start : start + CHUNK].astype(np.float64))  # equal pairs are one
        size = part.sum(axis=1, keepdims=True)
        x, y = (midranks(values, part) - (size + 1) / 2 for values in pairs.T)  # less the mean of all ranks
        xy, xx, yy = (np.einsum("ij,ij,ij->i", part, a, b) for a, b in ((x, y), (x, x), (y, y)))
        spread = np.sqrt(xx * yy)
        found[start : start + CHUNK] = np.divide(xy, spread, out=np.full(len(part), np.nan), where=spread > 1e-9)
    return found


def cliffs_delta(first: np.ndarray, second: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return Cliff's delta in each resample, shape (draws,): the share of pairs where first > second minus <.

    `first` and `second` are values of the same units (units,), drawn together; every value of one is held against every
    value of the other (N. Cliff, 1993, doi:10.1037/0033-2909.114.3.494).
    """
    (of_first, one), (of_second, other) = (np.unique(values, return_inverse=True) for values in (first, second))
    sign = np.sign(of_first[:, None] - of_second[None, :])
    found = np.empty(len(counts))
    for start in range(0, len(counts), CHUNK):
        part = counts[start : start + CHUNK].astype(np.float64)
        sums = np.einsum("ij,ij->i", _summed(one, part) @ sign, _summed(other, part))
        found[start : start + CHUNK] = sums / part.sum(axis=1) ** 2
    return found


def _summed(group: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the counts (draws, units) of each group, shape (draws, groups); `group` are codes from 0, none empty."""
    order = np.argsort(group, kind="stable")
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))
    return np.add.reduceat(counts[:, order], starts, axis=1)
