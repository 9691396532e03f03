"""The bank's items: keys follow from the drawn tables, slots are balanced, and the audit finds what is planted."""

from collections import Counter
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.errors import UserError
from counterpoint.seeds import generator
from counterpoint.stimuli.charts.answers import ANSWERS, number_distance
from counterpoint.stimuli.charts.drawing import draw
from counterpoint.stimuli.charts.spec import Manipulation, Question, load_charts
from counterpoint.stimuli.charts.variants import variants
from counterpoint.suites.cvlat.bank import INSTRUMENTS, bank_items
from counterpoint.suites.cvlat.bank_audit import audit_bank
from counterpoint.suites.cvlat.bank_balance import balance_findings, memory_findings
from counterpoint.suites.cvlat.bank_options import balanced, layouts, name_layouts
from counterpoint.suites.cvlat.bank_questions import ASKS, TEMPLATES, conflict_magnitude
from counterpoint.suites.cvlat.bank_readings import READ, readings
from counterpoint.tables import as_table

SEED = 11
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def charts():
    return load_charts(ROOT / "resources" / "charts")


def elements_of(charts, seed):
    return [row for chart in charts for variant in variants(chart, seed).values() for row in draw(variant).elements]


@pytest.fixture(scope="module")
def elements(charts):
    return elements_of(charts, SEED)


@pytest.fixture(scope="module")
def bank(charts, elements):
    return bank_items(charts, SEED, elements)


@pytest.fixture(scope="module")
def items(bank):
    return {row["item_id"]: row for row in bank[0]}


def changed(chart, **changes):
    return chart.model_copy(update=changes)


def one(charts, name, **changes):
    """Return one chart, changed, with the elements of its variants."""
    chart = changed(next(chart for chart in charts if chart.id == name), **changes)
    return chart, elements_of([chart], SEED)


# What the instruments hold


def test_the_audit_of_the_bank_finds_nothing(bank):
    assert bank[1] == []
    assert len(as_table("audit", bank[1])) == 0


def test_each_instrument_asks_the_same_units_and_cvlat_asks_them_twice(charts, items):
    as_table("items", items.values())
    units = {(chart.id, number) for chart in charts for number in range(1, len(chart.questions) + 1)}
    assert len(units) >= 32
    for instrument in INSTRUMENTS:
        assert {row["unit_id"] for row in items.values() if row["instrument"] == instrument} == {
            f"{'cvlat' if instrument == 'cvlat' else 'aligned'}/{chart}/{number}" for chart, number in units
        }
    for chart, number in units:
        assert items[f"vlat/{chart}/{number}"]["stimulus_id"] == f"{chart}/aligned"
        assert items[f"revlat/{chart}/{number}"]["stimulus_id"] == f"{chart}/randomised"
        assert items[f"cvlat/{chart}/{number}/real"]["stimulus_id"] == f"{chart}/counterfactual"
        assert items[f"cvlat/{chart}/{number}/anonymised"]["stimulus_id"] == f"{chart}/anonymised"


def test_vlat_and_revlat_share_their_units_and_no_item(bank):
    rows = bank[0]
    units = {
        name: [row["unit_id"] for row in rows if (row["instrument"], row["form"]) == (name, "real")]
        for name in INSTRUMENTS
    }
    assert set(units["vlat"]) == set(units["revlat"])
    assert not set(units["vlat"]) & set(units["cvlat"])
    assert all(len(set(names)) == len(names) for names in units.values())
    assert len({row["item_id"] for row in rows}) == len(rows)


def test_options_are_five_four_or_three_with_omit_last(items):
    counts = Counter(len(row["options"]) for row in items.values())
    assert set(counts) == {5, 4, 3}
    for row in items.values():
        assert row["options"][-1] == "Omit"
        assert row["omit_index"] == len(row["options"]) - 1
        assert len(set(row["options"])) == len(row["options"])


def test_all_five_tasks_are_asked(items):
    assert {row["task"] for row in items.values()} == {
        "Retrieve Value",
        "Find Extremum",
        "Determine Range",
        "Find Correlations/Trends",
        "Make Comparisons",
    }


def test_in_conflict_visual_and_factual_differ_and_both_are_options(items):
    for row in items.values():
        if row["instrument"] == "cvlat":
            assert row["factual_index"] is not None
            assert row["visual_index"] != row["factual_index"]
            assert row["omit_index"] not in (row["visual_index"], row["factual_index"])
            assert row["manipulation"]


def test_aligned_charts_show_the_facts(items):
    for row in items.values():
        if row["instrument"] == "vlat":
            assert row["visual_index"] == row["factual_index"]
            assert row["manipulation"] is row["conflict_magnitude"] is None


def test_vlat_and_cvlat_ask_in_the_same_words(items):
    for row in items.values():
        if row["instrument"] == "vlat":
            assert row["question"] == items[f"c{row['item_id']}/real"]["question"]


def test_forms_share_keys_and_order_of_options(items):
    for row in items.values():
        if row["form"] == "anonymised":
            real = items[row["unit_id"] + "/real"]
            for key in ("visual_index", "factual_index", "omit_index", "task", "conflict_magnitude"):
                assert row[key] == real[key]
            assert len(row["options"]) == len(real["options"])


# Keys worked out by hand from the fact tables and manipulations


def test_keys_follow_from_the_manipulated_table(items):
    earth = items["cvlat/planet_radius/1/real"]  # Earth takes Saturn's 58,232 km, times 0.8
    assert earth["question"] == "What is the mean radius of Earth?"
    assert earth["options"][earth["visual_index"]] == "46,586 km"
    assert earth["options"][earth["factual_index"]] == "6,371 km"
    assert earth["conflict_magnitude"] == pytest.approx((46_585.6 - 6371) / 6371)
    largest = items["cvlat/planet_radius/2/real"]
    assert largest["options"][largest["visual_index"]] == "Saturn"
    assert largest["options"][largest["factual_index"]] == "Jupiter"
    assert largest["conflict_magnitude"] is None
    span = items["cvlat/planet_radius/3/real"]
    assert span["options"][span["visual_index"]] == "1,952 - 55,929 km"
    assert span["options"][span["factual_index"]] == "2,440 - 69,911 km"
    assert span["conflict_magnitude"] == pytest.approx(0.2)
    smaller = items["cvlat/planet_radius/4/real"]
    assert smaller["options"][smaller["visual_index"]] == "7"
    assert smaller["options"][smaller["factual_index"]] == "6"
    letters = items["cvlat/planet_radius/1/anonymised"]
    assert letters["question"] == "What is the value of C?"
    assert letters["options"][letters["visual_index"]] == "46,586"


def test_trends_and_differences_of_a_reversed_line(items):
    trend = items["cvlat/co2_mauna_loa/4/real"]
    assert trend["question"].startswith("From 1985 to 2015, the carbon dioxide concentration at Mauna Loa was ___")
    assert trend["options"] == ["rising", "falling", "staying the same", "Omit"]
    assert (trend["visual_index"], trend["factual_index"]) == (1, 0)
    difference = items["cvlat/co2_mauna_loa/5/real"]  # 390 - 331 in place of 369 - 320
    assert difference["options"][difference["visual_index"]] == "59 ppm"
    assert difference["options"][difference["factual_index"]] == "49 ppm"


def test_statements_turn_with_their_sense(items):
    relation = items["cvlat/air_pressure/3/real"]
    positive = " positive " in relation["question"]
    assert relation["options"][relation["visual_index"]] == str(positive)  # reversed: pressure rises
    assert relation["options"][relation["factual_index"]] == str(not positive)


@pytest.mark.parametrize(
    ("visual", "factual", "kind", "magnitude"),
    [
        (15.0, 10.0, "number", 0.5),
        (5.0, 10.0, "number", 0.5),
        (7, 6, "count", 1 / 6),
        (3, 0, "count", None),
        ((2.0, 8.0), (1.0, 9.0), "range", 0.2),
        ("A", "B", "category", None),
        (True, False, "truth", None),
        ("rising", "falling", "trend", None),
    ],
)
def test_conflict_magnitude_is_relative_to_the_fact(visual, factual, kind, magnitude):
    assert conflict_magnitude(visual, factual, kind) == (magnitude if magnitude is None else pytest.approx(magnitude))


def test_random_charts_keep_the_fact_as_a_distractor(items):
    random = [row for row in items.values() if row["instrument"] == "revlat"]
    assert all(row["factual_index"] is not None for row in random)
    for row in random:
        if len(row["options"]) > 3:
            assert row["factual_index"] != row["visual_index"]


def random_item(options, visual, factual):
    return {"instrument": "revlat", "options": options, "visual_index": visual, "factual_index": factual}


@pytest.mark.parametrize(
    ("hits", "found"),
    [((0, 0, 1, 1), False), ((0, 0, 0, 1), True), ((0, None, 1, 1), False), ((0, None, 0, 1), True)],
)
def test_a_memory_of_the_facts_that_beats_chance_is_a_finding(hits, found):
    """Four statements whose key is slot 0: two right from memory are chance, three are not; no option counts as one."""
    rows = [random_item(["True", "False", "Omit"], 0, factual) for factual in hits]
    assert [row["fault"] for row in memory_findings(rows)] == ["memory_credited"] * found


def test_no_option_lies_outside_the_bounds_of_the_quantity(charts):
    chart = next(chart for chart in charts if chart.id == "oslo_day_length")
    for seed in range(20, 22):
        items, _ = bank_items([chart], seed, elements_of([chart], seed))
        for row in items:
            if "hours" in row["options"][0]:
                numbers = [float(n) for o in row["options"][:-1] for n in o.removesuffix(" hours").split(" - ")]
                assert min(numbers) >= 0 and max(numbers) <= 24


def test_marks_compared_themselves_are_higher_not_of_greater_height(items):
    assert items["vlat/highest_mountains/2"]["question"] == (
        "Which of the highest mountains of the seven continents is the lowest?"
    )
    assert items["vlat/highest_mountains/4"]["question"] == (
        "How many of the highest mountains of the seven continents are higher than Aconcagua?"
    )
    assert items["vlat/highest_mountains/5"]["question"] in (
        "Denali is higher than Vinson.",
        "Denali is lower than Vinson.",
    )
    assert items["cvlat/air_pressure/2/anonymised"]["question"] == "What is the range of the y-values shown?"
    assert " relationship between the altitude and the air pressure." in items["vlat/air_pressure/3"]["question"]


# Options


def slots_of(rows, instrument, count, key="visual_index"):
    """Return how often each option slot holds the answer among an instrument's real items with `count` options."""
    asked = [r for r in rows if (r["instrument"], r["form"], len(r["options"])) == (instrument, "real", count)]
    counts = Counter(row[key] for row in asked)
    return [counts[slot] for slot in range(count - 1)]


@pytest.mark.parametrize("seed", [SEED, 12, 4, 7])
def test_answers_fill_the_slots_of_an_instrument_nearly_evenly(charts, seed):
    """27 items with five options: seven a slot would be even; the tolerance of 5 % allows eight."""
    rows, audit = bank_items(charts, seed, elements_of(charts, seed))
    assert audit == []
    for instrument in INSTRUMENTS:
        for key in ("visual_index", "factual_index") if instrument == "cvlat" else ("visual_index",):
            assert max(slots_of(rows, instrument, 5, key)) <= 8
            assert slots_of(rows, instrument, 4, key) == [1, 1, 0]  # rising, falling; no chart stays
            assert slots_of(rows, instrument, 3, key) == [4, 4]
    statements = [row for row in rows if row["instrument"] == "revlat" and len(row["options"]) == 3]
    agree = [row["factual_index"] == row["visual_index"] for row in statements]
    assert sorted(agree) == [False] * 4 + [True] * 4, "memory reads other than half of the random charts' statements"


def test_numbers_ascend(items):
    for row in items.values():
        if row["task"] == "Retrieve Value":
            numbers = [float(option.split()[0].rstrip("%").replace(",", "")) for option in row["options"][:-1]]
            assert numbers == sorted(numbers)


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


EVERY = [(a, b) for a in range(4) for b in range(4) if a != b]


def test_slots_are_balanced_where_every_layout_is_possible():
    chosen = balanced([EVERY] * 8, (0, 0), generator(3))
    assert Counter(a for a, _ in chosen) == Counter(b for _, b in chosen) == Counter({0: 2, 1: 2, 2: 2, 3: 2})


@given(st.integers(0, 9), st.integers(0, 9), st.integers(2, 3), st.integers(0, 100))
@settings(max_examples=30, deadline=None)
def test_what_does_not_divide_goes_to_the_slots_from_the_start_on(visual, factual, count, seed):
    chosen = balanced([EVERY] * count, (visual, factual), generator(seed))
    for place, start in enumerate((visual, factual)):
        assert sorted(slots[place] for slots in chosen) == sorted((start + i) % 4 for i in range(count))


def test_a_start_never_makes_slots_less_even():
    chosen = balanced([[(0, None), (1, None)], [(0, None), (2, None)]], (0, 0), generator(1))
    assert len({visual for visual, _ in chosen}) == 2


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


# Stability


def test_adding_a_chart_changes_no_item_of_the_others(charts, elements, bank):
    for left_out in range(len(charts)):
        fewer = charts[:left_out] + charts[left_out + 1 :]
        rows, _ = bank_items(fewer, SEED, elements)
        assert rows == [row for row in bank[0] if row["cluster_id"] != charts[left_out].id]


def test_items_of_a_chart_do_not_depend_on_the_order_of_charts(charts, elements, items):
    rows, _ = bank_items(charts[::-1], SEED, elements)
    assert {row["item_id"]: row for row in rows} == items


def test_items_do_not_depend_on_the_form_of_the_elements(charts, elements, bank):
    table = as_table("elements", elements)
    assert isinstance(table, pa.Table)
    assert bank_items(charts, SEED, table) == bank


def test_another_seed_gives_other_distractors(charts, items):
    other, audit = bank_items(charts, SEED + 1, elements_of(charts, SEED + 1))
    assert audit == []
    assert {row["item_id"] for row in other} == set(items)
    assert any(row["options"] != items[row["item_id"]]["options"] for row in other)


def test_every_kind_of_question_and_chart_has_its_parts(charts):
    assert {chart.type for chart in charts} == set(READ) == {kind for kind, _ in TEMPLATES}
    assert {ask for _, ask in TEMPLATES} == set(ASKS) == set(ANSWERS)


# What stops the run


def test_a_question_whose_answer_the_manipulation_leaves_alone_stops(charts):
    chart, rows = one(charts, "planet_radius", manipulations=(Manipulation(kind="swap", of=("Mars", "Venus")),))
    with pytest.raises(UserError, match=r"planet_radius/1 .*both 6371\.0; add a manipulation that changes Earth"):
        bank_items([chart], SEED, rows)


@pytest.mark.parametrize(
    ("ask", "steps", "cure"),
    [
        ("range", [{"kind": "reverse_ranking"}], "reverse_ranking keeps the range: add scale or shift"),
        ("highest", [{"kind": "scale", "by": 0.5}], "scale of all values keeps their order: add reverse_ranking"),
        ("highest", [{"kind": "swap", "of": ["Mars", "Venus"]}], "such as reverse_ranking, or ask something else"),
    ],
)
def test_equal_answers_come_with_a_cure(charts, ask, steps, cure):
    steps = tuple(Manipulation.model_validate(step) for step in steps)
    chart, rows = one(charts, "planet_radius", manipulations=steps, questions=(Question(ask=ask),))
    with pytest.raises(UserError, match=cure) as raised:
        bank_items([chart], SEED, rows)
    assert "\n" not in str(raised.value)


def test_a_conflict_too_small_to_see_stops(charts):
    chart, rows = one(
        charts,
        "planet_radius",
        manipulations=(Manipulation(kind="scale", by=1.02),),
        questions=(Question(ask="value", of="Saturn"),),
    )
    with pytest.raises(UserError, match=r"1164\.6 apart, less than the"):
        bank_items([chart], SEED, rows)


def test_marks_too_close_to_rank_stop(charts):
    chart, rows = one(
        charts,
        "planet_radius",
        questions=(Question(ask="lowest"),),
        manipulations=(Manipulation(kind="reverse_ranking"),),
    )
    with pytest.raises(UserError, match=r"item vlat/planet_radius/1: the marks that the answer compares differ by 950"):
        bank_items([chart], SEED, rows)


def test_a_stretch_that_goes_both_ways_stops(charts):
    chart, rows = one(charts, "oslo_day_length", questions=(Question(ask="trend", start="January", end="December"),))
    with pytest.raises(UserError, match="neither rises nor falls throughout"):
        bank_items([chart], SEED, rows)


def test_a_question_that_does_not_suit_the_chart_stops(charts):
    chart, rows = one(charts, "crust_elements", questions=(Question(ask="range"),))
    with pytest.raises(UserError, match=r"crust_elements: questions\.0: 'range' cannot be asked of a pie chart; ask"):
        bank_items([chart], SEED, rows)


def test_a_renamed_chart_stops_until_it_is_drawn(charts, elements):
    renamed = [changed(charts[0], id="renamed"), *charts[1:]]
    with pytest.raises(UserError, match=r"elements of renamed/aligned are missing; draw the bank again") as raised:
        bank_items(renamed, SEED, elements)
    assert "\n" not in str(raised.value)


def test_missing_elements_stop(charts, elements):
    rows = [row for row in elements if row["stimulus_id"] != "air_pressure/anonymised"]
    with pytest.raises(UserError, match="elements of air_pressure/anonymised are missing"):
        bank_items(charts, SEED, rows)


def planted(rows, stimulus, category, **changes):
    return [
        {**row, **changes}
        if (row["stimulus_id"], row["role"], row["category"]) == (stimulus, "mark", category)
        else row
        for row in rows
    ]


def test_a_bar_drawn_at_another_height_than_recorded_stops(charts, elements):
    rows = planted(elements, "planet_radius/counterfactual", "Earth", y0=400.0)
    with pytest.raises(UserError, match=r"planet_radius/counterfactual: Earth is drawn at .* recorded as 46585\.6"):
        bank_items(charts, SEED, rows)


def test_a_mark_outside_the_picture_stops(charts, elements):
    rows = planted(elements, "planet_radius/aligned", "Mars", x1=801.0)
    with pytest.raises(UserError, match="Mars lies outside the picture"):
        bank_items(charts, SEED, rows)


def audit_of(charts, elements, items):
    facts = {chart.id: {fact.category: fact.value for fact in chart.facts} for chart in charts}
    return audit_bank(charts, items, readings(elements, charts), facts)


@pytest.mark.parametrize(
    ("item_id", "changes", "message"),
    [
        ("cvlat/planet_radius/2/real", {"visual_index": 0}, "the picture makes options"),
        ("cvlat/planet_radius/2/real", {"factual_index": 0}, "the facts make options"),
        ("cvlat/planet_radius/5/real", {"options": ["True", "True", "Omit"]}, "an option is repeated"),
        ("cvlat/planet_radius/5/real", {"options": ["Omit", "True", "False"]}, "Omit is not the last option"),
        (
            "cvlat/planet_radius/1/anonymised",
            {"question": "What is the mean radius of C?"},
            "'Mean radius' is left in the anonymised",
        ),
    ],
)
def test_the_audit_finds_a_planted_fault(charts, elements, items, item_id, changes, message):
    rows = [{**row, **changes} if row["item_id"] == item_id else row for row in items.values()]
    with pytest.raises(UserError, match=f"item {item_id}: {message}"):
        audit_of(charts, elements, rows)


def test_an_option_too_near_to_the_right_one_stops(charts, elements, items):
    row = dict(items["vlat/planet_radius/1"])
    options = list(row["options"])
    options[(row["visual_index"] + 1) % 4] = "6,871 km"
    row["options"] = options
    with pytest.raises(UserError, match="an option is 500 from the right one, less than"):
        audit_of(charts, elements, [row])


def test_overlapping_and_clipped_texts_are_findings(charts, elements, items):
    rows = [dict(row) for row in elements]
    ticks = [row for row in rows if row["stimulus_id"] == "planet_radius/aligned" and row["role"] == "tick"]
    title = next(r for r in rows if r["stimulus_id"] == "planet_radius/aligned" and r["role"] == "title")
    ticks[-1]["x0"] = ticks[-2]["x0"]
    title["x0"] = -3.0
    findings = audit_of(charts, rows, list(items.values()))
    assert {(row["fault"], row["kept_out"]) for row in findings} == {("text_overlap", False), ("text_cut_off", False)}
    assert any("'Uranus' and 'Neptune' overlap" in row["detail"] for row in findings)


def test_a_constant_answer_above_chance_is_a_finding(charts, elements, items):
    statements = [
        row
        for row in items.values()
        if row["instrument"] == "cvlat" and len(row["options"]) == 3 and row["visual_index"] == 0
    ]
    findings = audit_of(charts, elements, statements)
    assert Counter(row["fault"] for row in findings) == {"unbalanced_slots": 4, "constant_answer": 4}
    assert {row["source"] for row in findings} == {"cvlat (real)", "cvlat (anonymised)"}
    total = len(statements) // 2
    detail = f"visual_index is that of 'True' in {total} of {total} items with the options False | Omit | True"
    assert detail in {row["detail"] for row in findings}


def asked(options, right):
    return {"instrument": "vlat", "form": "real", "options": [*options, "Omit"], "visual_index": right}


@pytest.mark.parametrize(
    ("rows", "faults"),
    [
        # Options in another order each time: no slot stands out, the text does.
        ([asked(("a", "b"), 0), asked(("b", "a"), 1), asked(("a", "b"), 0), asked(("b", "a"), 1)], ["constant_answer"]),
        # Texts that occur once each: the slot stands out, no text does.
        ([asked((f"{i}", f"-{i}", f"+{i}"), 2) for i in range(4)], ["unbalanced_slots"]),
        # Seven options and a bad slot: every number of options is looked at.
        ([asked([f"{i}{letter}" for letter in "abcdef"], 5) for i in range(3)], ["unbalanced_slots"]),
        # Three items of three directions, each right once; and two items of two, each right once.
        ([asked(("rising", "falling", "staying"), i) for i in range(3)], []),
        ([asked(("True", "False"), i) for i in range(2)], []),
        # Five statements cannot be shared evenly: three and two are no fault, four and one are.
        ([asked(("True", "False"), i % 2) for i in range(5)], []),
        ([asked(("True", "False"), i // 4) for i in range(5)], ["unbalanced_slots", "constant_answer"]),
    ],
)
def test_constant_slots_and_texts_are_looked_at_for_every_number_of_options(rows, faults):
    assert [row["fault"] for row in balance_findings(rows)] == faults
