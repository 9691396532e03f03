"""Option orders: all of them where they fit, a balanced sample where not."""

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from counterpoint.orders import option_orders
from counterpoint.seeds import generator


def orders(n_options, n_orders, seed=1):
    return option_orders(n_options, n_orders, generator(seed, "orders"))


@pytest.mark.parametrize(("n_options", "times"), [(5, 1), (4, 5), (3, 20)])
def test_120_orders_hold_every_permutation_equally_often(n_options, times):
    counts = Counter(orders(n_options, 120))
    assert len(counts) == math.factorial(n_options)
    assert set(counts.values()) == {times}


@given(st.integers(2, 8), st.integers(1, 130), st.integers(0, 5))
def test_a_sample_has_the_asked_size_valid_orders_and_no_needless_repeats(n_options, n_orders, seed):
    sample = orders(n_options, n_orders, seed)
    counts = Counter(sample)
    assert len(sample) == n_orders
    assert all(sorted(order) == list(range(n_options)) for order in sample)
    assert max(counts.values()) <= math.ceil(n_orders / math.factorial(n_options))


@given(st.integers(2, 12), st.integers(1, 6), st.integers(0, 5))
def test_in_whole_rotations_each_option_stands_equally_often_at_each_position(n_options, rotations, seed):
    sample = orders(n_options, n_options * rotations, seed)
    for position in range(n_options):
        counts = Counter(order[position] for order in sample)
        assert set(counts.values()) == {rotations}


@pytest.mark.parametrize(("n_options", "n_orders"), [(3, 24), (4, 24), (4, 30), (5, 24)])
def test_the_first_orders_are_a_fair_sample_too(n_options, n_orders):
    lists = [orders(n_options, n_orders, seed) for seed in range(300)]
    for sample in lists:
        for position in range(n_options):  # one whole rotation: no position is favoured within a unit
            assert len({order[position] for order in sample[:n_options]}) == n_options
    for position in range(n_options):  # and none over units, however few orders are taken
        counts = Counter(sample[0][position] for sample in lists)
        assert chisquare([counts[option] for option in range(n_options)]).pvalue > 0.001


@pytest.mark.parametrize(("n_options", "n_orders", "left_over"), [(3, 20, 2), (4, 30, 6)])
def test_which_orders_are_left_over_is_drawn_before_the_places_of_the_others(n_options, n_orders, left_over):
    """Paid answers belong to orders: longer lists hold the left-over orders that a list of these alone would."""
    assert orders(n_options, n_orders)[-left_over:] == orders(n_options, left_over)


def test_a_sample_depends_on_the_seed_alone():
    assert orders(5, 24) == orders(5, 24)
    assert orders(5, 24) != orders(5, 24, seed=2)


@pytest.mark.parametrize("n_options", [10, 26])
def test_many_options_are_sampled_without_listing_all_orders(n_options):
    sample = orders(n_options, 120)
    assert len(set(sample)) == 120
    assert all(sorted(order) == list(range(n_options)) for order in sample)
    whole = sample[: 120 - 120 % n_options]
    for position in range(n_options):
        assert set(Counter(order[position] for order in whole).values()) == {120 // n_options}
    assert sample == orders(n_options, 120)


def test_nearly_all_orders_of_seven_options_are_distinct():
    assert len(set(orders(7, math.factorial(7) - 1))) == math.factorial(7) - 1


def test_orders_of_six_options_or_fewer_stay_what_they_were():
    """Paid answers belong to orders: these two samples were drawn before longer lists were sampled one by one."""
    assert orders(4, 5) == [(0, 2, 3, 1), (3, 1, 0, 2), (1, 0, 2, 3), (2, 3, 1, 0), (1, 0, 3, 2)]
    assert orders(6, 2) == [(1, 3, 4, 5, 2, 0), (5, 2, 0, 1, 3, 4)]
