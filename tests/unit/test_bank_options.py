"""Options of the bank's items: distractors keep their distance, answers fill the slots evenly."""

from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.seeds import generator
from counterpoint.stimuli.charts.contents.answers import number_distance
from counterpoint.suites.cvlat.bank_options import SLOTS, balanced, layouts, name_layouts

EVERY = [(a, b) for a in range(SLOTS) for b in range(SLOTS) if a != b]


@given(st.floats(1, 99), st.floats(1, 99), st.floats(2, 8), st.integers(0, 1000))
@settings(max_examples=60, deadline=None)
def test_distractors_keep_their_distance_and_slots_are_true(visual, factual, gap, seed):
    pool = list(np.linspace(0, 150, 76))
    ways = layouts(visual, factual, [(pool, gap)], number_distance, generator(seed))
    for (visual_slot, factual_slot), options in ways.items():
        assert options == sorted(options)
        assert options[visual_slot] == visual
        assert factual_slot is None or options[factual_slot] == factual
        for place, option in enumerate(options):
            if place not in (visual_slot, factual_slot):
                assert all(abs(option - other) >= gap for at, other in enumerate(options) if at != place)


def test_slots_are_balanced_where_every_layout_is_possible():
    chosen = balanced([EVERY] * 8, np.zeros((2, SLOTS)), generator(3))
    assert Counter(a for a, _ in chosen) == Counter(b for _, b in chosen) == Counter({0: 2, 1: 2, 2: 2, 3: 2})


@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 100))
@settings(max_examples=30, deadline=None)
def test_slots_that_others_left_empty_are_filled_first(first, then, seed):
    counts = np.zeros((2, SLOTS))
    chosen = balanced([EVERY] * first, counts, generator(seed)) + balanced([EVERY] * then, counts, generator(seed))
    for place in (0, 1):
        used = Counter(slots[place] for slots in chosen)
        assert max(used.values()) <= -(-(first + then) // SLOTS) + 1
        assert counts[place].tolist() == [used[slot] for slot in range(SLOTS)]


def test_nothing_to_lay_out_leaves_the_slots_alone():
    counts = np.ones((2, SLOTS))
    assert balanced([], counts, generator(1)) == [] and (counts == 1).all()


@given(st.integers(4, 9), st.booleans(), st.integers(0, 1000))
def test_names_can_stand_anywhere(count, conflict, seed):
    names = [f"n{i}" for i in range(count)]
    ways = name_layouts("n1", "n3" if conflict else "n1", names, generator(seed))
    assert len(ways) == (12 if conflict else 4)
    for (visual, factual), options in ways.items():
        assert len(set(options)) == 4 and set(options) <= set(names)
        assert options[visual] == "n1"
        assert factual is None or options[factual] == "n3"


def test_fewer_than_four_names_cannot_be_laid_out():
    assert name_layouts("a", "b", ["a", "b", "c"], generator(1)) == {}
