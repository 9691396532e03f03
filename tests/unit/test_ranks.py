"""Rank statistics and reliability, held against SciPy, a library, and cases worked out by hand."""

import krippendorff
import numpy as np
import pytest
from scipy.stats import rankdata, spearmanr

from counterpoint.statistics.bootstrap import resampling_counts
from counterpoint.statistics.ranks import cliffs_delta, midranks, spearman
from counterpoint.statistics.reliability import interval_alpha, smallest_detectable, spearman_brown, split_half

RNG = np.random.default_rng(3)
X, Y = RNG.integers(0, 6, 40).astype(float), RNG.integers(0, 6, 40).astype(float)
COUNTS = resampling_counts(RNG, 40, 1_200)


def drawn(values, draw):
    return np.repeat(values, COUNTS[draw])


def test_each_draw_is_ranked_anew():
    ranks, correlations, deltas = midranks(X, COUNTS), spearman(X, Y, COUNTS), cliffs_delta(X, Y, COUNTS)
    alphas = interval_alpha(X, Y, COUNTS)
    for draw in (0, 5, 999, 1_000, 1_199):
        assert np.repeat(ranks[draw], COUNTS[draw]) == pytest.approx(rankdata(drawn(X, draw)))
        x, y = drawn(X, draw), drawn(Y, draw)
        assert correlations[draw] == pytest.approx(spearmanr(x, y).statistic)
        assert deltas[draw] == pytest.approx(np.sign(x[:, None] - y[None, :]).mean())
        assert alphas[draw] == pytest.approx(krippendorff.alpha(np.stack([x, y]), level_of_measurement="interval"))


def test_cases_by_hand():
    ones = np.ones((1, 3))
    assert cliffs_delta(np.array([1.0, 2, 3]), np.array([1.0, 1, 4]), ones)[0] == pytest.approx((4 - 3) / 9)
    assert spearman(np.array([1.0, 2, 3]), np.array([5.0, 9, 6]), ones)[0] == pytest.approx(0.5)
    assert np.isnan(spearman(np.array([1.0, 1, 1]), np.array([5.0, 9, 6]), ones)[0])
    assert np.isnan(interval_alpha(np.ones(3), np.ones(3), ones)[0])
    assert spearman_brown(np.array([0.5, 1.0, 0.0])) == pytest.approx([2 / 3, 1, 0])


def test_halves_of_a_test_tell_how_far_it_orders_its_subjects():
    ability = np.linspace(0, 1, 8)
    exact = split_half(np.tile(ability, (20, 1)), 50, np.random.default_rng(0))
    assert exact == pytest.approx(np.ones(50))
    rng = np.random.default_rng(1)
    noisy = split_half(ability + rng.normal(0, 3, (200, 8)), 200, rng)
    # variance of ability .107, of a mean of 200 .045: reliability about .70
    assert 0.5 < np.mean(noisy) < 0.9
    assert abs(np.mean(split_half(rng.normal(0, 1, (200, 8)), 400, rng))) < 0.6
    with pytest.raises(ValueError, match="2 items and 3 subjects"):
        split_half(np.ones((4, 2)), 5, rng)


def test_the_smallest_detectable_difference_is_found_four_times_in_five():
    assert smallest_detectable(1.0, 100) == pytest.approx(0.28016, abs=1e-4)
    rng = np.random.default_rng(2)
    difference = smallest_detectable(0.4, 60)
    means = rng.normal(difference, 0.4, (20_000, 60)).mean(axis=1)
    assert np.mean(np.abs(means) > 1.959964 * 0.4 / np.sqrt(60)) == pytest.approx(0.8, abs=0.01)
