"""Manipulations: what each kind does to values, colours, places and order, and what it must not do."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_up_charts import made_up

from counterpoint.seeds import generator
from counterpoint.stimuli.charts.contents.answers import ANSWERS
from counterpoint.stimuli.charts.contents.classes import class_colours, class_of
from counterpoint.stimuli.charts.contents.look import Look, plain_look
from counterpoint.stimuli.charts.contents.manipulations import STEPS, manipulated
from counterpoint.stimuli.charts.contents.resolution import edges_of
from counterpoint.stimuli.charts.specs.facts import Table
from counterpoint.stimuli.charts.specs.mistakes import ChartError
from counterpoint.stimuli.charts.specs.palette import COLOURS, RAMP
from counterpoint.stimuli.charts.specs.questions import Question
from counterpoint.stimuli.charts.specs.spec import ChartSpec
from counterpoint.stimuli.charts.specs.steps import CONFLICTS, Manipulation

LEGS = {"fields": ["category", "value"], "rows": [["ant", 6], ["spider", 8], ["dog", 4], ["crab", 10]]}
MEDALS = {
    "fields": ["category", "Gold", "Silver"],
    "series": ["Gold", "Silver"],
    "rows": [["Peru", 30, 5], ["Kenya", 9, 20], ["Japan", 15, 7]],
}
PARTS = {"fields": ["category", "value"], "rows": [["a", 60], ["b", 30], ["c", 10]]}
SHARES = {**MEDALS, "rows": [["Peru", 30, 70], ["Kenya", 10, 90], ["Japan", 55, 45]]}
CITIES = {
    "fields": ["category", "x", "size", "value"],
    "rows": [["Oslo", 1, 10, 100], ["Rome", 2, 40, 300], ["Bern", 5, 20, 200]],
}
LAND = {
    "fields": ["group", "category", "value"],
    "rows": [["Asia", "China", 96], ["Asia", "India", 33], ["Africa", "Niger", 13], ["Africa", "Sudan", 19]],
}
STATES = {
    "fields": ["category", "label", "value"],
    "rows": [["Iowa", "IA", 21], ["Ohio", "OH", 34], ["Utah", "UT", 49], ["Maine", "ME", 38], ["Texas", "TX", 59]],
}


def chart_of(type: str, facts: dict, *steps: dict, **changes) -> ChartSpec:
    return made_up(type, facts=facts, manipulations=steps, **changes)


def after(chart: ChartSpec, seed: int = 1) -> tuple[Table, Look]:
    return manipulated(chart, generator(seed))


def values(table: Table, measure: str = "value", series: str | None = None) -> list[float]:
    return [getattr(fact, measure) for fact in table if series in (None, fact.series)]


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ({"kind": "swap", "of": ["ant", "crab"]}, [10, 8, 4, 6]),
        ({"kind": "cycle", "of": ["ant", "spider", "crab"]}, [8, 10, 4, 6]),
        ({"kind": "reverse_ranking"}, [8, 6, 10, 4]),
        ({"kind": "reverse_order"}, [10, 4, 8, 6]),
        ({"kind": "scale", "by": 0.5}, [3, 4, 2, 5]),
        ({"kind": "scale", "by": 0.5, "of": ["dog"]}, [6, 8, 2, 10]),
        ({"kind": "shift", "by": 2}, [8, 10, 6, 12]),
        ({"kind": "shift", "by": -2, "of": ["ant", "dog"]}, [4, 8, 2, 10]),
    ],
)
def test_each_step_does_what_it_says(step, expected):
    assert values(after(chart_of("bar", LEGS, step))[0]) == expected


@pytest.mark.parametrize(
    ("step", "gold", "silver"),
    [
        ({"kind": "swap", "of": ["Peru", "Japan"]}, [15, 9, 30], [7, 20, 5]),
        ({"kind": "swap", "of": ["Peru", "Japan"], "series": "Silver"}, [30, 9, 15], [7, 20, 5]),
        ({"kind": "cycle", "of": ["Peru", "Kenya", "Japan"]}, [9, 15, 30], [20, 7, 5]),
        ({"kind": "reverse_ranking"}, [9, 30, 15], [20, 5, 7]),
        ({"kind": "reverse_ranking", "series": "Gold"}, [9, 30, 15], [5, 20, 7]),
        ({"kind": "reverse_order"}, [15, 9, 30], [7, 20, 5]),
        ({"kind": "scale", "by": 2, "series": "Silver"}, [30, 9, 15], [10, 40, 14]),
        ({"kind": "scale", "by": 2, "of": ["Kenya"], "series": "Silver"}, [30, 9, 15], [5, 40, 7]),
        ({"kind": "shift", "by": 1, "of": ["Kenya"]}, [30, 10, 15], [5, 21, 7]),
        ({"kind": "swap_series", "of": ["Gold", "Silver"]}, [5, 20, 7], [30, 9, 15]),
    ],
)
def test_steps_act_on_each_series_apart_or_on_the_one_named(step, gold, silver):
    table, look = after(chart_of("stacked_bar", MEDALS, step))
    assert (values(table, series="Gold"), values(table, series="Silver")) == (gold, silver)
    assert [fact.category for fact in table] == ["Peru", "Peru", "Kenya", "Kenya", "Japan", "Japan"]
    assert look == plain_look(chart_of("stacked_bar", MEDALS, step))


@pytest.mark.parametrize(
    ("step", "x", "size", "value"),
    [
        ({"kind": "reverse_ranking"}, [1, 2, 5], [10, 40, 20], [300, 100, 200]),
        ({"kind": "reverse_ranking", "measure": "size"}, [1, 2, 5], [40, 10, 20], [100, 300, 200]),
        ({"kind": "swap", "of": ["Oslo", "Bern"], "measure": "x"}, [5, 2, 1], [10, 40, 20], [100, 300, 200]),
        ({"kind": "scale", "by": 1.1, "measure": "x"}, [1.1, 2.2, 5.5], [10, 40, 20], [100, 300, 200]),
    ],
)
def test_steps_act_on_the_measure_named_and_leave_the_others(step, x, size, value):
    table, _ = after(chart_of("bubble", CITIES, step))
    assert [values(table, measure) for measure in ("x", "size", "value")] == [x, size, value]


def test_steps_follow_each_other():
    steps = ({"kind": "reverse_order"}, {"kind": "shift", "by": 3}, {"kind": "swap", "of": ["ant", "dog"]})
    assert values(after(chart_of("bar", LEGS, *steps))[0]) == [11, 7, 13, 9]


def test_whole_numbers_stay_whole_and_others_get_one_decimal_more_than_options_show():
    third = {"kind": "scale", "by": 1 / 3}
    assert values(after(chart_of("bar", LEGS, third))[0]) == [2, 3, 1, 3]
    halves = LEGS | {"rows": [[name, value + 0.5] for name, value in LEGS["rows"]]}
    assert values(after(chart_of("bar", halves, third))[0]) == [2.2, 2.8, 1.5, 3.5]


@given(st.integers(0, 10**6))
@settings(max_examples=50)
def test_permuting_leaves_no_value_in_place(seed):
    before = [1.0, 2.0, 3.0, 4.0, 5.0]
    changed = STEPS["permute"](before, list(range(5)), Manipulation(kind="permute"), generator(seed))
    assert sorted(changed) == before
    assert all(a != b for a, b in zip(before, changed, strict=True))


def test_permuting_follows_from_the_seed():
    chart = chart_of("bar", LEGS, {"kind": "permute"})
    assert after(chart, 1) == after(chart, 1)
    assert len({tuple(values(after(chart, seed)[0])) for seed in range(20)}) > 3


def test_a_moved_cell_keeps_its_value_and_belongs_to_another_group():
    table, look = after(chart_of("treemap", LAND, {"kind": "move", "of": ["India"], "to": "Africa"}))
    assert [(fact.group, fact.category, fact.value) for fact in table] == [
        ("Asia", "China", 96),
        ("Africa", "India", 33),
        ("Africa", "Niger", 13),
        ("Africa", "Sudan", 19),
    ]
    assert list(look.colours) == ["Asia", "Africa"]


# Steps that leave the marks as the facts draw them


@pytest.mark.parametrize("type", ["stacked_bar", "stacked_area"])
def test_exchanged_colours_of_series_keep_every_mark_and_exchange_its_name(type):
    facts = {
        "fields": ["category", "Coal", "Gas", "Wind"],
        "series": ["Coal", "Gas", "Wind"],
        "rows": [["1990", 30, 5, 1], ["2000", 9, 20, 2], ["2010", 15, 7, 9]],
    }
    chart = chart_of(type, facts, {"kind": "exchange_colours", "of": ["Coal", "Wind"]})
    (before, plain), (table, look) = (chart.facts, plain_look(chart)), after(chart)
    assert layers(table, look) == layers(before, plain)
    assert list(plain.colours) == ["Coal", "Gas", "Wind"]
    assert list(look.colours) == ["Wind", "Gas", "Coal"]
    assert look.colours["Wind"] == plain.colours["Coal"]
    assert values(table, series="Coal") == [1, 2, 9]  # what the legend now says of it
    assert values(table, series="Gas") == [5, 20, 7]


def layers(table: Table, look: Look) -> list[tuple[str, list[float]]]:
    """Colour and values of each layer of a stack, from below."""
    return [(colour, values(table, series=name)) for name, colour in look.colours.items()]


def test_colours_given_in_the_specification_are_exchanged_too():
    chart = chart_of(
        "stacked_100",
        SHARES,
        {"kind": "exchange_colours", "of": ["Gold", "Silver"]},
        colours={"Silver": "grey", "Gold": "yellow"},
    )
    _, look = after(chart)
    assert look.colours == {"Silver": COLOURS["yellow"], "Gold": COLOURS["grey"]}


def test_a_reversed_ramp_mirrors_the_classes_by_hand():
    """Edges 20 to 60 in steps of 10; 21 becomes 20 + 60 - 21 - 1 = 58, of the highest class."""
    table, look = after(chart_of("choropleth", STATES, {"kind": "exchange_colours"}))
    assert values(table) == [58, 45, 30, 41, 20]
    assert look.ramp == RAMP[::-1]


@pytest.mark.parametrize("decimals", [0, 1, 2])
@pytest.mark.parametrize("seed", range(25))
def test_a_reversed_ramp_keeps_the_fill_of_every_state(decimals, seed):
    """Also of values with more decimals than the classes, and whatever the number of classes."""
    random = np.random.default_rng(seed)
    facts = {**STATES, "rows": [[name, label, 0] for name, label, _ in STATES["rows"]]}
    spread = random.uniform(5, 300, 5).round(decimals + 1) / 10**decimals
    facts["rows"] = [[*row[:2], float(value)] for row, value in zip(facts["rows"], spread, strict=True)]
    chart = chart_of("choropleth", facts, {"kind": "exchange_colours"}, decimals=decimals + 1)
    table, look = after(chart)
    assert fills(chart, table, look) == fills(chart, chart.facts, plain_look(chart))
    assert edges_of(chart, table) == edges_of(chart, chart.facts)
    again, same = after(chart.model_copy(update={"manipulations": chart.manipulations * 3}))
    assert (again, same.ramp) == (table, look.ramp)


def test_a_reversed_ramp_keeps_the_fill_where_facts_have_more_decimals_than_the_classes():
    facts = {**STATES, "rows": [[*row[:2], row[2] + 0.7] for row in STATES["rows"]]}
    chart = chart_of("choropleth", facts, {"kind": "exchange_colours"})
    table, look = after(chart)
    assert fills(chart, table, look) == fills(chart, chart.facts, plain_look(chart))
    assert values(table) == [58, 45, 30, 41, 20]


def fills(chart: ChartSpec, table: Table, look: Look) -> dict[str, str]:
    """The fill of each state's shape, as the picture draws it."""
    edges = edges_of(chart, table)
    colours = class_colours(look.ramp, len(edges) - 1)
    return {look.places[fact.category]: colours[class_of(fact.value, edges)] for fact in table}


def test_exchanged_places_exchange_labels_and_values_and_leave_the_fills():
    chart = chart_of("choropleth", STATES, {"kind": "exchange_places", "of": ["Iowa", "Texas"]})
    table, look = after(chart)
    assert values(table) == [59, 34, 49, 38, 21]
    assert look.places == {"Iowa": "Texas", "Ohio": "Ohio", "Utah": "Utah", "Maine": "Maine", "Texas": "Iowa"}
    assert fills(chart, table, look) == fills(chart, chart.facts, plain_look(chart))
    assert [fact.label for fact in table] == ["IA", "OH", "UT", "ME", "TX"]


def test_places_exchanged_one_after_the_other_go_round():
    pairs = (["Iowa", "Ohio"], ["Ohio", "Utah"])
    chart = chart_of("choropleth", STATES, *({"kind": "exchange_places", "of": pair} for pair in pairs))
    table, look = after(chart)
    assert [look.places[name] for name in ("Iowa", "Ohio", "Utah")] == ["Ohio", "Utah", "Iowa"]
    assert fills(chart, table, look) == fills(chart, chart.facts, plain_look(chart))


@pytest.mark.parametrize("type", ["line", "area", "stacked_area"])
def test_reversed_time_keeps_every_mark_and_turns_the_axis(type):
    facts = MEDALS if type == "stacked_area" else LEGS
    chart = chart_of(type, facts, {"kind": "reverse_time"})
    table, look = after(chart)
    assert look.backwards and not plain_look(chart).backwards
    for series in ("Gold", "Silver") if type == "stacked_area" else (None,):
        assert values(table, series=series)[::-1] == values(chart.facts, series=series)  # from left to right, as drawn
    assert [fact.category for fact in table] == [fact.category for fact in chart.facts]


def test_a_trend_is_the_opposite_in_reversed_time():
    rising = {"fields": ["category", "value"], "rows": [[str(year), year - 1950] for year in range(1960, 2000, 10)]}
    chart = chart_of("line", rising, {"kind": "reverse_time"})
    question = Question(ask="trend", start="1960", end="1990")
    assert [ANSWERS["trend"](question, table) for table in (chart.facts, after(chart)[0])] == ["rising", "falling"]


def test_every_step_says_what_it_brings_into_conflict_and_names_itself():
    assert {Manipulation(kind=kind, **NEEDED.get(kind, {})).conflict for kind in CONFLICTS} == {
        "numbers",
        "colour",
        "layout",
        "time",
        "hierarchy",
    }
    assert Manipulation(kind="swap", of=("a", "b"), measure="x").text() == "swap a and b in x"
    assert Manipulation(kind="scale", by=0.5, series="Gold").text() == "scale of Gold by 0.5"
    assert Manipulation(kind="move", of=("India",), to="Africa").text() == "move India to Africa"


NEEDED = {
    "swap": {"of": ("a", "b")},
    "cycle": {"of": ("a", "b", "c")},
    "scale": {"by": 2},
    "shift": {"by": 2},
    "swap_series": {"of": ("a", "b")},
    "move": {"of": ("a",), "to": "b"},
    "exchange_places": {"of": ("a", "b")},
}

# What a step must not do


@pytest.mark.parametrize(
    ("type", "facts", "step", "text"),
    [
        ("bar", LEGS, {"kind": "scale", "by": 1}, r"\.0 \(scale by 1\): changes nothing"),
        ("treemap", LAND, {"kind": "move", "of": ["China"], "to": "Asia"}, "changes nothing"),
        (
            "choropleth",
            {**STATES, "rows": [*STATES["rows"], ["Idaho", "ID", 21]]},
            {"kind": "exchange_places", "of": ["Iowa", "Idaho"]},
            "changes nothing",
        ),
        ("bar", LEGS, {"kind": "shift", "by": -5}, "makes a value negative"),
        ("line", LEGS, {"kind": "shift", "by": -5}, "makes a value negative"),
        ("bubble", CITIES, {"kind": "shift", "by": -2, "measure": "x"}, "makes a value negative"),
        ("bubble", CITIES, {"kind": "shift", "by": -20, "measure": "size"}, "makes a value negative"),
        ("bubble", CITIES, {"kind": "shift", "by": -10, "measure": "size"}, "makes a size zero"),
        ("stacked_100", SHARES, {"kind": "scale", "by": 2}, "gives Peru the value 140, beyond 100"),
        ("stacked_100", SHARES, {"kind": "reverse_ranking", "series": "Gold"}, "no longer sum to 100"),
        ("stacked_100", SHARES, {"kind": "scale", "by": 0.5}, "no longer sum to 100"),
        ("pie", PARTS, {"kind": "shift", "by": 1}, "no longer sum to 100"),
    ],
)
def test_an_impossible_step_is_named_with_its_key(type, facts, step, text):
    with pytest.raises(ChartError, match=rf"chart {type}_0: manipulations.*{text}") as error:
        after(chart_of(type, facts, step))
    assert error.value.key[0] == "manipulations"
    assert "\n" not in str(error.value)


def test_a_step_beyond_the_bounds_is_named():
    chart = chart_of("bar", LEGS, {"kind": "reverse_order"}, {"kind": "scale", "by": 3}, bounds=[0, 20])
    with pytest.raises(ChartError, match=r"manipulations\.1 \(scale by 3\): gives ant the value 30, outside 0 to 20"):
        after(chart)


def test_steps_that_undo_each_other_are_named():
    with pytest.raises(ChartError, match="manipulations: undo each other"):
        after(chart_of("bar", LEGS, {"kind": "reverse_order"}, {"kind": "reverse_order"}))


def test_values_of_a_line_may_stay_below_zero():
    facts = {"fields": ["category", "value"], "rows": [["a", -6], ["b", 8], ["c", 4]]}
    assert values(after(chart_of("line", facts, {"kind": "shift", "by": -5}))[0]) == [-11, 3, -1]


@pytest.mark.parametrize("type", ["histogram", "scatter"])
def test_marks_that_only_their_place_on_x_names_must_stay_there(type):
    facts = {"fields": ["x", "value"], "rows": [[20, 3], [25, 9], [30, 4]]}
    with pytest.raises(
        ChartError, match=r"manipulations\.0 \(reverse_order in x\): the marks are named by their place"
    ):
        after(chart_of(type, facts, {"kind": "reverse_order", "measure": "x"}))
