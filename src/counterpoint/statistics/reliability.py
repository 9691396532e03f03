"""How far numbers can be relied on: split halves, agreement of two raters' numbers, and what a run could detect."""

import math
from statistics import NormalDist

import numpy as np


def spearman_brown(correlation: np.ndarray) -> np.ndarray:
    """Return the reliability of a whole test from the correlation of its halves, 2 r / (1 + r)."""
    correlation = np.asarray(correlation, dtype=np.float64)
    return np.divide(2 * correlation, 1 + correlation, out=np.full(correlation.shape, np.nan), where=correlation > -1)


def split_half(scores: np.ndarray, splits: int, rng: np.random.Generator) -> np.ndarray:
    """Return the Spearman-Brown reliability of subjects' means in random splits of the test, shape (splits,).

    `scores` has shape (items, subjects), nothing missing. Items are halved at random, subjects' means over the halves
    correlated (Pearson). NaN where a half tells no subject from another. Raises ValueError for fewer than 2 items or 3
    subjects, of whom any two would correlate fully.
    """
    items, subjects = scores.shape
    if items < 2 or subjects < 3:
        raise ValueError(f"split halves need 2 items and 3 subjects, got {items} and {subjects}")
    first = np.zeros((splits, items))
    np.put_along_axis(first, rng.permuted(np.tile(np.arange(items), (splits, 1)), axis=1)[:, : items // 2], 1.0, axis=1)
    halves = [mask @ scores / mask.sum(axis=1, keepdims=True) for mask in (first, 1 - first)]
    x, y = (half - half.mean(axis=1, keepdims=True) for half in halves)
    spread = np.sqrt((x**2).sum(axis=1) * (y**2).sum(axis=1))
    correlation = np.divide((x * y).sum(axis=1), spread, out=np.full(splits, np.nan), where=spread > 1e-12)
    return spearman_brown(correlation)


def interval_alpha(first: np.ndarray, second: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return Krippendorff's alpha, interval level, of two raters' numbers (units,) in each resample, shape (draws,).

    `counts` (draws, units) says how often each unit is drawn. Both rated every unit, so that 1 - D_o / D_e is
    1 - mean squared difference / (2 x variance of all numbers, n - 1). NaN where all numbers are one.
    """
    counts = counts.astype(np.float64)
    size = counts.sum(axis=1)
    observed = counts @ (first - second) ** 2 / size
    mean = counts @ (first + second) / (2 * size)
    squares = counts @ (first**2 + second**2) - 2 * size * mean**2
    expected = 2 * squares / (2 * size - 1)
    return 1 - np.divide(observed, expected, out=np.full(len(size), np.nan), where=expected > 1e-12)


def smallest_detectable(sd: float, n: int, power: float = 0.8, level: float = 0.05) -> float:
    """Return the difference of means that `n` paired units find with a probability of `power`, two-sided at `level`.

    (z of 1 - level / 2 + z of power) x sd / sqrt(n), `sd` that of a unit's difference (normal approximation).
    """
    normal = NormalDist()
    return float((normal.inv_cdf(1 - level / 2) + normal.inv_cdf(power)) * sd / math.sqrt(n))
