"""Ratios of sums over clusters: worked out by hand, and held against a bootstrap written out in loops."""

import numpy as np
import pytest

from counterpoint.seeds import generator
from counterpoint.statistics.bootstrap import percentile_interval, resampling_counts, shift_p
from counterpoint.statistics.ratios import Ratios

NAMES, STRATA = ["a", "b", "c", "d", "e"], ["x", "x", "x", "y", "y"]
DRAWS = 300


def ratios_of(draws=DRAWS):
    return Ratios(NAMES, STRATA, lambda stratum: generator(7, stratum), draws, "figure")


def one(ratios, *args, **options):
    ratios.add({"statistic": "s"}, *args, **options)
    return ratios.rows()[-1]


def units(ratios, clusters, above, below=None, pooled=False, kinds=None):
    above = np.array(above, dtype=float)
    below = np.ones(len(above)) if below is None else np.array(below, dtype=float)
    return ratios.ratio(list(clusters), above, below, pooled, None if kinds is None else np.array(list(kinds)))


def test_pooled_divides_sums_and_macro_weighs_strata_then_kinds_alike():
    ratios = ratios_of()
    above = [1, 0, 1, 1, 0, np.nan]
    assert one(ratios, units(ratios, "aabcdd", above, pooled=True))["estimate"] == pytest.approx(3 / 5)
    assert one(ratios, units(ratios, "aabcdd", above))["estimate"] == pytest.approx((3 / 4 + 0) / 2)
    kinds = units(ratios, "aabcde", [1, 0, 1, 1, 0, 1], kinds="ppqqpp")
    # kind p: x 1/2, y 1/2; kind q: x 1, y nothing
    assert one(ratios, kinds)["estimate"] == pytest.approx((1 / 2 + 1) / 2)
    assert one(ratios, kinds, stratum="y")["estimate"] == pytest.approx(1 / 2)


def test_intervals_are_those_of_whole_clusters_drawn_stratum_by_stratum():
    ratios, rng = ratios_of(), np.random.default_rng(1)
    clusters, above, below = "aabbccddee", rng.random(10), rng.random(10)
    counts = {s: resampling_counts(generator(7, s), n, DRAWS) for s, n in (("x", 3), ("y", 2))}
    found = {True: [], False: []}
    for draw in range(DRAWS):
        times = dict(zip(NAMES, [*counts["x"][draw], *counts["y"][draw]], strict=True))
        parts = []
        for members in ("abc", "de"):
            drawn = [
                (times[c] * a, times[c] * b) for c, a, b in zip(clusters, above, below, strict=True) if c in members
            ]
            parts.append(np.sum(drawn, axis=0))
        found[False].append(np.mean([a / b for a, b in parts]))
        found[True].append(np.sum(parts, axis=0)[0] / np.sum(parts, axis=0)[1])
    for pooled, draws in found.items():
        row = one(ratios, units(ratios, clusters, above, below, pooled), tested=True)
        assert (row["low"], row["high"]) == pytest.approx(percentile_interval(np.array(draws)))
        assert row["p"] == pytest.approx(shift_p(row["estimate"], np.array(draws)))


def test_a_difference_of_ratios_draws_both_alike():
    ratios = ratios_of()
    first = units(ratios, "abcde", [1, 0, 1, 0, 1], [1, 1, 1, 1, 1])
    row = one(ratios, first, minus=first, tested=True)
    assert (row["estimate"], row["low"], row["high"], row["p"]) == (0, 0, 0, 1)
    other = units(ratios, "abcde", [0, 0, 1, 0, 0], [1, 0, 1, 1, 0])
    assert one(ratios, first, minus=other)["estimate"] == pytest.approx((2 / 3 + 1 / 2) / 2 - (1 / 2 + 0) / 2)


def test_the_same_clusters_are_drawn_whatever_else_is_asked_and_in_whatever_order():
    row = one(ratios_of(), units(ratios_of(), "abcde", [1, 0, 1, 0, 1]))
    other = Ratios(NAMES[::-1], STRATA[::-1], lambda stratum: generator(7, stratum), DRAWS)
    other.add({"statistic": "t"}, other.ratio(["a"], np.ones(1), np.ones(1), True))
    assert one(other, units(other, "edcba", [1, 0, 1, 0, 1])) == row


def test_a_single_cluster_has_no_interval_and_nothing_has_no_value():
    ratios = ratios_of()
    row = one(ratios, units(ratios, "abd", [1, 0, 1]))
    assert (row["estimate"], row["low"]) == (0.75, None)
    assert row["note"] == "no interval: a single figure in y"
    assert one(ratios, units(ratios, "abd", [1, 0, 1], pooled=True))["low"] is not None
    assert one(ratios, units(ratios, "d", [1], pooled=True))["low"] is None
    row = one(ratios, units(ratios, "ab", [1, 0], [0, 0]))
    assert np.isnan(row["estimate"])
    assert row["note"] == "nothing has a value"


def test_many_statistics_come_in_parts_and_keep_their_order():
    ratios = ratios_of(20)
    for i in range(300):
        ratios.add({"statistic": str(i)}, units(ratios, "abcde", [i, i, i, i, i]))
    assert [row["estimate"] for row in ratios.rows()] == list(range(300))


def test_a_cluster_named_twice_or_unknown_is_refused():
    with pytest.raises(ValueError, match="named twice"):
        Ratios(["a", "a"], ["x", "y"], lambda s: generator(1, s), 10)
    with pytest.raises(KeyError):
        units(ratios_of(), "z", [1])
