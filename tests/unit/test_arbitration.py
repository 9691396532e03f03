"""The arbitration preference is recovered, also where VFRI hides it, and its intervals cover."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.seeds import generator
from counterpoint.statistics.arbitration import (
    ItemCounts,
    capabilities,
    preference,
    preference_by_moments,
    preference_curves,
    widened_at_the_edge,
)
from counterpoint.statistics.bootstrap import percentile_interval, resampling_counts

OPTIONS = np.array([5] * 31 + [4] * 3 + [3] * 14)
REQUESTS = np.array([120] * 31 + [24] * 3 + [6] * 14)
"""The published bank: distinct requests of its 48 items."""


def probabilities(reads, knows, prefers, options):
    """Visual and factual under conflict, visual without names, factual without picture."""
    guess = (1 - reads) * (1 - knows) / options
    visual = reads * knows * prefers + reads * (1 - knows) + guess
    factual = reads * knows * (1 - prefers) + (1 - reads) * knows + guess
    return visual, factual, reads + (1 - reads) / options, knows + (1 - knows) / options


def expected_counts(reads, knows, prefers, options=OPTIONS, requests=REQUESTS):
    """Counts as they would be if each came out at its expectation."""
    v, f, a, q = probabilities(reads, knows, prefers, options)
    n = requests
    return ItemCounts(options, n * v, n * f, n * (1 - v - f), n * a, n, n * q, n)


def drawn_counts(rng, reads, knows, prefers, options=OPTIONS, requests=REQUESTS):
    """Counts drawn for each item."""
    v, f, a, q = probabilities(reads, knows, prefers, options)
    shares = np.column_stack([v, f, np.maximum(1 - v - f, 0)])
    conflict = rng.multinomial(requests, shares / shares.sum(axis=1, keepdims=True))
    return ItemCounts(options, *conflict.T, rng.binomial(requests, a), requests, rng.binomial(requests, q), requests)


ARBITERS = [(0.9, 0.6, 0.8), (0.4, 0.9, 0.7), (0.7, 0.7, 0.3)]


@pytest.mark.parametrize(("reads", "knows", "prefers"), ARBITERS)
def test_expected_counts_give_back_what_was_planted(reads, knows, prefers):
    counts = expected_counts(np.full(48, reads), np.full(48, knows), prefers)
    estimate = preference(preference_curves(counts), np.ones((1, 48)))[0]
    assert estimate == pytest.approx(prefers, abs=1e-3)
    assert preference_by_moments(counts, np.ones((1, 48)))[0] == pytest.approx(prefers)
    for found, planted in zip(capabilities(counts), (reads, knows), strict=True):
        np.testing.assert_allclose(found, planted)


@settings(max_examples=15, deadline=None)
@given(st.floats(0.1, 0.9), st.integers(0, 1_000))
def test_items_may_differ_in_what_is_read_and_known(prefers, seed):
    reads, knows = generator(seed, "abilities").uniform(0.2, 0.9, size=(2, 12))
    counts = expected_counts(reads, knows, prefers, OPTIONS[:12], REQUESTS[:12])
    estimate = preference(preference_curves(counts), np.ones((1, 12)))[0]
    assert estimate == pytest.approx(prefers, abs=0.02)  # the grid of r and k rounds, here by .003 (sd)
    assert preference_by_moments(counts, np.ones((1, 12)))[0] == pytest.approx(prefers)


def test_likelihood_and_moments_agree_within_their_noise():
    counts = drawn_counts(generator(2, "x"), np.full(48, 0.7), np.full(48, 0.7), 0.3)
    estimate = preference(preference_curves(counts), np.ones((1, 48)))[0]
    assert abs(estimate - preference_by_moments(counts, np.ones((1, 48)))[0]) < 3 * 0.05  # the moments' sd is .046 here


def test_a_resample_is_the_weighted_sum_of_the_items():
    counts = drawn_counts(generator(4, "x"), np.full(48, 0.8), np.full(48, 0.6), 0.6)
    curves = preference_curves(counts)
    weights = np.zeros((1, 48))
    weights[0, :7] = 1
    alone = preference(curves[:7], np.ones((1, 7)))
    np.testing.assert_allclose(preference(curves, weights), alone)


def test_an_extreme_preference_lies_at_the_edge():
    curves = preference_curves(expected_counts(np.full(48, 0.9), np.full(48, 0.9), 1.0))
    assert preference(curves, np.ones((1, 48)))[0] == 1.0


def test_an_interval_at_the_edge_is_as_wide_as_the_likelihood_says_and_any_other_stays():
    curves = preference_curves(expected_counts(np.full(12, 0.9), np.full(12, 0.9), 1.0, OPTIONS[:12], REQUESTS[:12]))
    low, high = widened_at_the_edge((1.0, 1.0), curves)
    assert high == 1 and 0.9 < low < 1
    # twelve times as many items: the interval is about twelve times shorter (a likelihood linear at its edge)
    assert 1 - widened_at_the_edge((1.0, 1.0), np.tile(curves, (12, 1)))[0] < (1 - low) / 4
    assert widened_at_the_edge((0.4, 0.6), curves) == (0.4, 0.6)


@pytest.mark.parametrize("prefers", [0.5, 0.8, 0.95])
def test_moments_hold_with_four_requests_an_item_where_the_profiled_peak_drifts_to_the_edge(prefers):
    requests, resamples = np.full(48, 4), resampling_counts(generator(9, "resamples"), 48, 500)
    held, estimates = 0, []
    for run in range(60):
        rng = generator(run, "few", str(prefers))
        counts = drawn_counts(rng, np.full(48, 0.9), np.full(48, 0.6), prefers, OPTIONS, requests)
        estimates.append(preference_by_moments(counts, np.ones((1, 48)))[0])
        low, high = np.clip(percentile_interval(preference_by_moments(counts, resamples)), 0, 1)
        held += low <= prefers <= high
    assert np.mean(estimates) == pytest.approx(prefers, abs=4 * 0.07 / np.sqrt(60))
    assert held / 60 >= 0.83  # 95 % less four standard errors of 60 runs


def coverage(runs, reads, knows, prefers):
    """Share of simulated runs whose 95 % interval holds w, and the mean estimate."""
    resamples = resampling_counts(generator(9, "resamples"), 48, 1_000)
    held, estimates = 0, []
    for run in range(runs):
        rng = generator(run, "arbiter", str((reads, knows, prefers)))
        curves = preference_curves(drawn_counts(rng, np.full(48, reads), np.full(48, knows), prefers))
        estimates.append(preference(curves, np.ones((1, 48)))[0])
        low, high = percentile_interval(preference(curves, resamples))
        held += low <= prefers <= high
    return held / runs, np.mean(estimates)


@pytest.mark.slow
@pytest.mark.parametrize(("reads", "knows", "prefers"), ARBITERS)
def test_intervals_cover_the_planted_preference(reads, knows, prefers):
    covered, mean = coverage(8, reads, knows, prefers)
    assert covered >= 5 / 8  # at 95 %, fewer than 5 of 8 would be a chance of 4 in 10,000
    assert mean == pytest.approx(prefers, abs=0.03)


@pytest.mark.slow
@pytest.mark.parametrize("prefers", [0.2, 0.5, 0.8])
@pytest.mark.parametrize(("reads", "knows"), [(0.9, 0.6), (0.4, 0.9), (0.7, 0.7)])
def test_intervals_cover_at_the_nominal_rate_over_a_grid(reads, knows, prefers):
    covered, mean = coverage(100, reads, knows, prefers)
    assert covered >= 0.942 - 3 * 0.022  # what percentiles of 48 items attain, less three errors of 100 runs
    assert mean == pytest.approx(prefers, abs=0.01)
