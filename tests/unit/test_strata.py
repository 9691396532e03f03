"""Macro means weigh strata equally, and their intervals resample clusters inside each stratum."""

import numpy as np
import pytest

from counterpoint.statistics.bootstrap import percentile_interval, resampled_means, resampling_counts
from counterpoint.statistics.strata import StratifiedDraws, macro_mean


def seeded(stratum):
    return np.random.default_rng(ord(stratum))


def test_a_macro_mean_is_the_mean_of_the_strata_s_means():
    values = np.array([1.0, 0.0, 0.0, 0.0, 1.0, np.nan])
    strata = np.array(["a", "a", "a", "a", "b", "b"])
    assert macro_mean(values, strata) == pytest.approx((0.25 + 1.0) / 2)
    assert np.isnan(macro_mean(np.array([np.nan]), np.array(["a"])))
    assert macro_mean(np.array([np.nan, 0.5]), np.array(["a", "b"])) == 0.5


def test_means_from_cluster_sums_are_those_of_resampling_the_units():
    rng = np.random.default_rng(2)
    strata = np.repeat(["a", "b"], 60)
    clusters = np.array([f"{s}{k}" for s, k in zip(strata, rng.integers(0, 12, 120), strict=True)])
    values = rng.normal(size=(120, 3))
    values[rng.random(120) < 0.2] = np.nan
    parts = np.column_stack([np.ones(120, dtype=bool), rng.random(120) < 0.5])
    draws = StratifiedDraws(strata, clusters, seeded, 300)
    for stratum in "ab":
        inside = strata == stratum
        codes = np.unique(clusters[inside], return_inverse=True)[1]
        counts = resampling_counts(seeded(stratum), inside.sum(), 300, codes)
        found = draws.means(stratum, clusters[inside], values[inside], parts[inside])
        for k in range(2):
            own = np.where(parts[inside, k, None], values[inside], np.nan)
            assert found[:, k] == pytest.approx(resampled_means(own, counts), nan_ok=True)


def test_what_one_stratum_draws_does_not_depend_on_the_others():
    strata, clusters = np.array(["a", "a", "b", "b"]), np.array(["a1", "a2", "b1", "b2"])
    both = StratifiedDraws(strata, clusters, seeded, 50)
    alone = StratifiedDraws(strata[2:], clusters[2:], seeded, 50)
    values = np.array([[0.0], [1.0]])
    asked = ("b", clusters[2:], values, np.ones((2, 1), dtype=bool))
    assert (both.means(*asked) == alone.means(*asked)).all()


def test_a_resample_without_any_value_has_no_mean():
    clusters = np.array(["a1", "a2"])
    draws = StratifiedDraws(np.array(["a", "a"]), clusters, seeded, 200)
    parts = np.array([[True, False], [True, True]])
    means = draws.means("a", clusters, np.array([[1.0], [2.0]]), parts)[:, :, 0]
    assert not np.isnan(means[:, 0]).any()
    assert set(means[:, 1][~np.isnan(means[:, 1])]) == {2.0}
    assert np.isnan(means[:, 1]).any()


def test_a_cluster_lies_in_one_stratum():
    with pytest.raises(ValueError, match="in two strata"):
        StratifiedDraws(np.array(["a", "b"]), np.array(["c", "c"]), seeded, 5)


def test_the_interval_of_a_macro_mean_follows_the_clusters():
    rng = np.random.default_rng(2)
    strata, codes = np.repeat(["a", "b"], 200), np.repeat(np.arange(40), 10)
    clusters = np.array([f"c{code:02}" for code in codes])
    level = rng.normal(size=40)[codes]  # all units of a cluster alike: 20 clusters a stratum are what is known
    draws = StratifiedDraws(strata, clusters, seeded, 2_000)
    whole = np.ones((200, 1), dtype=bool)
    parts = [draws.means(s, clusters[strata == s], level[strata == s, None], whole)[:, 0, 0] for s in "ab"]
    low, high = percentile_interval(np.mean(parts, axis=0))
    expected = np.sqrt(sum(level[strata == s].var() / 20 for s in "ab")) / 2
    assert (high - low) / 3.92 == pytest.approx(expected, rel=0.1)
    assert low < macro_mean(level, strata) < high
