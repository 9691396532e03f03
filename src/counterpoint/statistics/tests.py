"""Tests of hypotheses: Holm's correction, equivalence by two one-sided tests, significance stars."""

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

STARS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))


def holm(p_values: np.ndarray) -> np.ndarray:
    """Return Holm's adjusted p values of one family (Holm 1979), same shape; a missing p (NaN) stays missing.

    Missing values are no part of the family.
    """
    p_values = np.asarray(p_values, dtype=np.float64)
    adjusted = np.full(len(p_values), np.nan)
    known = np.flatnonzero(~np.isnan(p_values))
    order = known[np.argsort(p_values[known], kind="stable")]
    factors = len(order) - np.arange(len(order))
    adjusted[order] = np.minimum(np.maximum.accumulate(p_values[order] * factors), 1.0)
    return adjusted


def stars(p: float) -> str:
    """Return *** for p < .001, ** for p < .01, * for p < .05, else ns; empty where p is missing."""
    if np.isnan(p):
        return ""
    return next((mark for limit, mark in STARS if p < limit), "ns")


@dataclass(frozen=True)
class Equivalence:
    """Result of two one-sided tests: the difference of means, its 90 % interval, the larger one-sided p."""

    difference: float
    low: float
    high: float
    p: float


def equivalence(
    mean_a: float, sd_a: float, n_a: int, mean_b: float, sd_b: float, n_b: int, margin: float
) -> Equivalence:
    """Test from summaries whether two means differ by less than `margin` (all in the same unit).

    Two one-sided tests (Schuirmann 1987) with the unequal-variance standard error and normal quantiles,
    which is how the intervals published in arXiv 2606.03142 come out. Raises ValueError when a group has
    fewer than 2 members or both standard deviations are 0.
    """
    if min(n_a, n_b) < 2:
        raise ValueError(f"equivalence needs at least 2 in each group, got {n_a} and {n_b}")
    error = math.sqrt(sd_a**2 / n_a + sd_b**2 / n_b)
    if error == 0:
        raise ValueError("equivalence needs some spread: both standard deviations are 0")
    difference = mean_a - mean_b
    reach = NormalDist().inv_cdf(0.95) * error
    p = math.erfc((margin - abs(difference)) / error / math.sqrt(2)) / 2  # the upper tail, exact far out too
    return Equivalence(difference, difference - reach, difference + reach, p)
