"""Resampling, intervals and p values behave as their definitions say; published tests come out."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.seeds import generator
from counterpoint.statistics.bootstrap import (
    percentile_interval,
    resampled_means,
    resampling_counts,
    shift_p,
    summarise,
)
from counterpoint.statistics.panel import Means, Panel
from counterpoint.statistics.positions import position_use
from counterpoint.statistics.tests import equivalence, holm, stars


def test_every_resample_draws_as_many_units_as_there_are():
    counts = resampling_counts(generator(1, "a"), 48, 5_000)
    assert counts.shape == (5_000, 48)
    assert (counts.sum(axis=1) == 48).all()
    assert counts.mean() == pytest.approx(1)


def test_the_draws_depend_on_seed_and_name_only():
    first, second = (resampling_counts(generator(1, "a"), 10, 50) for _ in range(2))
    assert (first == second).all()
    assert (first != resampling_counts(generator(1, "b"), 10, 50)).any()


def test_units_of_a_cluster_are_drawn_together():
    clusters = np.array([0, 0, 1, 2, 2, 2])
    counts = resampling_counts(generator(1, "a"), 6, 100, clusters)
    assert (counts[:, 0] == counts[:, 1]).all()
    assert (counts[:, [0, 2, 3]].sum(axis=1) == 3).all()


def test_weighted_means_leave_missing_values_out():
    values = np.array([[1.0, 5.0], [3.0, np.nan]])
    counts = np.array([[2, 0], [1, 1], [0, 2]])
    expected = np.array([[1, 5], [2, 5], [3, np.nan]])
    np.testing.assert_allclose(resampled_means(values, counts), expected)


def test_percentile_interval_of_known_draws():
    assert percentile_interval(np.append(np.arange(101.0), np.nan)) == pytest.approx((2.5, 97.5))
    assert np.isnan(percentile_interval(np.array([np.nan]))).all()
    draws = generator(1, "draws").normal(size=997)
    assert percentile_interval(draws) == pytest.approx(tuple(np.quantile(draws, [0.025, 0.975])), rel=1e-12)


def test_shift_p_counts_draws_as_far_out_as_the_estimate():
    # shifted draws: -1.5, -.5, .5, 1.5; two are at least 1 from 0
    assert shift_p(1.0, np.array([-0.5, 0.5, 1.5, 2.5])) == pytest.approx(3 / 5)


def test_no_difference_without_any_spread_has_p_1():
    assert shift_p(0.0, np.zeros(99)) == 1.0


def test_a_constant_difference_has_the_smallest_p():
    assert shift_p(0.3, np.full(9_999, 0.3)) == pytest.approx(1e-4)


def test_summarise_gives_nothing_for_a_column_without_values():
    summary = summarise(np.array([[1.0, np.nan], [3.0, np.nan]]), np.ones((10, 2)))
    assert (summary.estimate[0], summary.low[0], summary.high[0], summary.n[0]) == (2, 2, 2, 2)
    assert np.isnan([summary.estimate[1], summary.low[1], summary.high[1], summary.p[1]]).all()
    assert summary.n[1] == 0


@settings(deadline=None)
@given(st.lists(st.floats(-1, 1), min_size=3, max_size=20))
def test_an_interval_stays_within_the_values(values):
    counts = resampling_counts(generator(3, "x"), len(values), 200)
    summary = summarise(np.array(values)[:, None], counts)
    assert min(values) - 1e-9 <= summary.low[0] <= summary.high[0] <= max(values) + 1e-9
    assert 0 < summary.p[0] <= 1


def test_holm_worked_by_hand():
    # sorted .01 .02 .03 .04: x4, x3, x2, x1 = .04 .06 .06 .04, then never falling
    adjusted = holm(np.array([0.04, 0.01, np.nan, 0.03, 0.02]))
    np.testing.assert_allclose(adjusted, [0.06, 0.04, np.nan, 0.06, 0.06])


@settings(deadline=None)
@given(st.lists(st.floats(0.0001, 1), min_size=1, max_size=15))
def test_holm_never_lowers_a_p_nor_changes_their_order(p_values):
    p_values = np.array(p_values)
    adjusted = holm(p_values)
    assert (adjusted >= p_values).all()
    assert (adjusted <= 1).all()
    assert (np.diff(adjusted[np.argsort(p_values)]) >= 0).all()


@pytest.mark.parametrize(
    ("p", "mark"), [(0.0009, "***"), (0.001, "**"), (0.01, "*"), (0.0499, "*"), (0.05, "ns"), (np.nan, "")]
)
def test_significance_stars(p, mark):
    assert stars(p) == mark


@pytest.mark.parametrize(
    ("reference", "low", "high", "p"),
    [((51.91, 16.57, 191), -3.10, 6.70, 0.003), ((53.08, 18.96, 199), -4.37, 5.63, 0.001)],
)
def test_the_published_tests_of_equivalence_come_out(reference, low, high, p):
    # arXiv 2606.03142: 30 participants with 53.71 (SD 14.92) against two published groups, margin 10
    found = equivalence(53.71, 14.92, 30, *reference, margin=10)
    assert (round(found.low, 2), round(found.high, 2), round(found.p, 3)) == (low, high, p)


def test_groups_too_small_or_without_spread_have_no_test():
    with pytest.raises(ValueError, match="at least 2"):
        equivalence(1, 1, 1, 1, 1, 5, margin=10)
    with pytest.raises(ValueError, match="spread"):
        equivalence(1, 0, 5, 1, 0, 5, margin=10)


def test_p_is_worked_out_only_where_it_is_asked_for():
    values = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    counts = resampling_counts(generator(1, "a"), 3, 200)
    p = summarise(values, counts, np.array([True, False])).p
    assert p[0] == summarise(values, counts).p[0] and np.isnan(p[1])


def panel(rows, cells=("a", "b")):
    columns = ["cell", "unit_id", "cluster_id", "kind", "rate"]
    frame = pd.DataFrame(rows, columns=columns).assign(n_trials=4, n_counted=4)
    return Panel(frame, cells, ("kind",), {}, cluster="figure")


def rows_of(panel, *means):
    collected = Means(panel)
    for cell, values, needs, row in means:
        collected.add("mean", cell, values, needs, **row)
    resamples = [panel.resamples(generator(1, "x"), 400, clustered) for clustered in (False, True)]
    return {(r["cell"], r["variant"], r["level"]): r for r in collected.rows(*resamples, p_for=("mean",))}


def test_every_mean_has_an_interval_over_units_and_one_over_clusters():
    # units of a cluster are alike, so that four clusters say less than twelve units
    units = panel([("a", f"u{i:02}", f"c{i % 4}", ("x", "y")[i % 4 == 0], float(i % 4)) for i in range(12)])
    rate = units.column("a", "rate")
    rows = rows_of(units, ("a", rate, ("a",), {}), ("a", rate, ("a",), {"breakdown": "kind", "level": "y"}))
    plain, clustered = rows["a", "paper", ""], rows["a", "clustered", ""]
    assert plain["estimate"] == clustered["estimate"] == 1.5
    assert clustered["high"] - clustered["low"] > 1.3 * (plain["high"] - plain["low"])
    assert clustered["note"] == "interval over 4 figures"
    assert plain["p"] < clustered["p"]
    lone = rows["a", "clustered", "y"]
    assert (lone["estimate"], lone["low"], lone["high"], lone["p"]) == (0, None, None, None)
    assert lone["note"] == "no interval over figures: there are only 1"


def test_cells_are_compared_on_shared_units_and_none_in_common_is_said():
    apart = panel([("a", "u1", "c", "x", 1.0), ("b", "u2", "c", "x", 0.0)])
    difference = apart.column("a", "rate") - apart.column("b", "rate")
    row = rows_of(apart, ("a - b", difference, ("a", "b"), {}))["a - b", "paper", ""]
    assert np.isnan(row["estimate"]) and row["n_items"] == 0
    assert row["note"] == "no unit is asked in all of a, b"
    joined = panel([("a", "u1", "c", "x", 1.0), ("a", "u2", "c", "x", 0.5), ("b", "u2", "c", "x", 0.0)])
    difference = joined.column("a", "rate") - joined.column("b", "rate")
    row = rows_of(joined, ("a - b", difference, ("a", "b"), {}))["a - b", "paper", ""]
    assert (row["estimate"], row["n_items"], row["note"]) == (0.5, 1, "undefined for 1 of 2 items")


def test_cells_that_were_not_asked_for_are_no_part_of_a_panel():
    only = panel([("a", "u1", "c", "x", 1.0), ("b", "u2", "c", "x", 0.0)], cells=("a",))
    assert list(only.units) == ["u1"] and not only.has("b")


@pytest.mark.parametrize(
    ("second", "fault"), [(("a", "u1", "c", "x", 1.0), "twice"), (("b", "u1", "d", "x", 1.0), "cluster_id differs")]
)
def test_a_unit_asked_twice_or_in_two_clusters_is_refused(second, fault):
    with pytest.raises(ValueError, match=fault):
        panel([("a", "u1", "c", "x", 1.0), second])


def used(chosen, counted=10):
    counted = np.full(len(chosen), counted)
    return position_use(np.array(chosen), counted, resampling_counts(generator(1, "a"), len(chosen), 2_000))


def test_even_use_of_positions_has_p_1_and_an_interval_from_0():
    use = used([[5, 5]] * 10)
    assert (use.spread, use.low, use.high, use.p) == (0, 0, 0, 1)
    # items that lean one way and the other are even together
    use = used([[10, 0], [0, 10]] * 5)
    assert use.p == 1 and use.low == 0 and use.high > 0.5


def test_one_position_throughout_is_as_uneven_as_can_be():
    use = used([[10, 0, 0]] * 10)
    assert (use.spread, use.low, use.high) == (1, 1, 1)
    assert use.p == pytest.approx(1 / 2_001)
    np.testing.assert_allclose(use.shares, [1, 0, 0])


def test_an_item_counts_as_one_however_many_trials_it_has():
    # the same shares: with ten items the lean is clear, with a single one of ten leaning it is not
    assert used([[6, 4]] * 10).p < 0.01
    assert used([[10, 0]] + [[5, 5]] * 9).p > 0.05


def test_intervals_of_position_shares_hold_them():
    use = used([[7, 3], [5, 5], [6, 4], [4, 6], [8, 2], [5, 5], [3, 7], [6, 4]])
    assert (use.lows <= use.shares).all() and (use.shares <= use.highs).all()
    assert use.low == 0 < use.spread < use.high
