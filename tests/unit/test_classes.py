"""Classes of a map's colours: round and equal, shared by facts and drawn values, named as they are."""

import re
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from made_up_charts import made_up

from counterpoint.stimuli.charts.contents.classes import class_colours, class_edges, class_names, class_of
from counterpoint.stimuli.charts.contents.resolution import edges_of
from counterpoint.stimuli.charts.contents.variants import variants
from counterpoint.stimuli.charts.specs.mistakes import ChartError
from counterpoint.stimuli.charts.specs.palette import RAMP


@st.composite
def values_and_decimals(draw):
    """Two or more values, with more decimals than options show, that three classes or more can hold."""
    decimals = draw(st.integers(0, 2))
    low, span = draw(st.integers(0, 10**6)), draw(st.integers(30, 10**6))
    inside = draw(st.lists(st.integers(low, low + span), max_size=5))
    return [value / 10 ** (decimals + 1) for value in (low, low + span, *inside)], decimals


@pytest.mark.parametrize(
    ("values", "decimals", "edges"),
    [
        ([2.1, 5.9], 1, [2, 3, 4, 5, 6]),
        ([3, 55], 0, [0, 10, 20, 30, 40, 50, 60]),
        ([12.4, 28.1], 1, [12, 15, 18, 21, 24, 27, 30]),
        ([0, 100], 0, [0, 20, 40, 60, 80, 100, 120]),  # the upper edge of a class is not part of it
        ([1, 5], 0, [1, 2, 3, 4, 5, 6]),
        ([1800, 33000], 0, [0, 10000, 20000, 30000, 40000]),
        ([0.3, 0.7], 1, [0.3, 0.4, 0.5, 0.6, 0.7, 0.8]),
    ],
)
def test_edges_are_the_finest_round_steps_of_at_most_six_classes(values, decimals, edges):
    assert class_edges(values, decimals) == pytest.approx(edges, abs=1e-12)


@given(values_and_decimals())
def test_classes_are_equal_round_three_to_six_and_hold_all_values(case):
    values, decimals = case
    edges = class_edges(values, decimals)
    assert 3 <= len(edges) - 1 <= 6
    widths = [high - low for low, high in pairwise(edges)]
    assert max(widths) - min(widths) < 1e-6
    assert all(edge == round(edge, decimals) for edge in edges)
    assert re.fullmatch(r"(1|2|25|3|4|5)0*", str(round(widths[0] * 10**decimals)))
    assert all(edges[0] <= value < edges[-1] for value in values)
    assert class_of(min(values), edges) == 0
    assert class_of(max(values), edges) == len(edges) - 2


@given(values_and_decimals(), st.floats(0, 0.999999))
def test_a_further_value_inside_the_edges_changes_none(case, share):
    values, decimals = case
    edges = class_edges(values, decimals)
    further = edges[0] + share * (edges[-1] - edges[0])
    assume(further < edges[-1] - 1e-6)
    assert class_edges([*values, further], decimals) == edges


@given(values_and_decimals())
def test_the_name_of_a_class_holds_its_values_and_no_other(case):
    values, decimals = case
    edges = class_edges(values, decimals)
    names = class_names(edges, decimals, "km")
    assert len(set(names)) == len(names) == len(edges) - 1
    for value in values:
        shown = int(value * 10**decimals + 1e-6) / 10**decimals  # the decimals that options show
        holding = []
        for number, name in enumerate(names):
            ends = [float(end.replace(",", "")) for end in name.removesuffix(" km").split(" - ")]
            if ends[0] - 1e-9 <= shown <= ends[-1] + 1e-9:
                holding.append(number)
        assert holding == [class_of(value, edges)]


def test_names_of_classes_by_hand():
    assert class_names([2, 3, 4, 5], 1, "%") == ["2.0 - 2.9%", "3.0 - 3.9%", "4.0 - 4.9%"]
    assert class_names([0, 1000, 2000, 3000], 0, "km") == ["0 - 999 km", "1,000 - 1,999 km", "2,000 - 2,999 km"]
    assert class_names([1, 2, 3, 4], 0, "") == ["1", "2", "3"]  # each holds one number


def test_values_too_close_for_three_classes_are_an_error_that_says_what_to_do():
    with pytest.raises(ValueError, match="no 3 to 6 classes with 0 decimals hold the values from 7 to 8; give"):
        class_edges([7, 8], 0)
    chart = made_up("choropleth")
    close = tuple(fact.model_copy(update={"value": 7 + row % 2}) for row, fact in enumerate(chart.facts))
    with pytest.raises(ChartError, match=r"chart choropleth_0: decimals: no 3 to 6 classes") as error:
        edges_of(chart.model_copy(update={"facts": close}), close)
    assert error.value.key == ("decimals",)


def test_classes_hold_the_facts_and_the_drawn_values_alike():
    chart = made_up("choropleth", manipulations=[{"kind": "scale", "by": 3}], questions=[{"ask": "highest"}])
    table = variants(chart, 1)["counterfactual"].table
    edges = edges_of(chart, table)
    values = [fact.value for fact in (*chart.facts, *table)]
    assert class_of(min(values), edges) == 0
    assert class_of(max(values), edges) == len(edges) - 2


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_colours_of_classes_go_from_end_to_end_and_reverse_with_the_ramp(count):
    colours = class_colours(RAMP, count)
    assert len(set(colours)) == count
    assert (colours[0], colours[-1]) == (RAMP[0], RAMP[-1])
    assert class_colours(RAMP[::-1], count) == colours[::-1]
    reds = [int(colour[1:3], 16) for colour in colours]
    assert sorted(reds, reverse=True) == reds  # light to dark


def test_six_classes_have_the_colours_of_the_ramp():
    assert class_colours(RAMP, 6) == list(RAMP)
