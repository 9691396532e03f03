"""The bank's items: keys follow from the drawn tables, instruments have the paper's mix, samples are of any size."""

import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from counterpoint.errors import UserError
from counterpoint.stimuli.charts.bank import bank_charts, pictures
from counterpoint.stimuli.charts.contents.candidates import asked
from counterpoint.stimuli.charts.drawing.picture import draw
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.questions import ARGUMENTS, Question
from counterpoint.stimuli.charts.specs.steps import Manipulation
from counterpoint.suites.cvlat.bank import bank_items
from counterpoint.suites.cvlat.bank_questions import ASKS, TEMPLATES, conflict_magnitude
from counterpoint.suites.cvlat.instruments import INSTRUMENTS
from counterpoint.tables import as_table

SEED = 20260602
ROOT = Path(__file__).resolve().parents[2]
LEVELS = ("10%", "200%", "reversal")


def elements(chart, seed=SEED, levels=()):
    return [row for variant in pictures(chart, seed, levels).values() for row in draw(variant).elements]


@pytest.fixture(scope="module")
def charts():
    return bank_charts(ROOT / "resources" / "charts", SEED)


@pytest.fixture(scope="module")
def blocks(charts):
    return [elements(chart) for chart in charts]


@pytest.fixture(scope="module")
def bank(charts, blocks):
    return bank_items(charts, SEED, blocks)


@pytest.fixture(scope="module")
def items(bank):
    return {row["item_id"]: row for row in bank[0]}


@pytest.fixture(scope="module")
def everything(charts, blocks):
    return {row["item_id"]: row for row in bank_items(charts, SEED, blocks, "all")[0]}


def drawn_again(charts, name, *questions, **changes):
    """Return what makes items of one chart of the bank, changed and drawn: a bank of its own, the seed, elements."""
    chart = next(chart for chart in charts if chart.id == name)
    chart = chart.model_copy(update={"questions": tuple(Question(**question) for question in questions), **changes})
    return [chart], SEED, [elements(chart)]


def of(items, instrument, form="real"):
    return [row for row in items.values() if (row["instrument"], row["form"]) == (instrument, form)]


# What the instruments hold


def test_the_audit_of_the_bank_finds_nothing(bank):
    assert bank[1] == []


def test_the_standard_instruments_have_the_papers_numbers_of_items_and_options(items):
    as_table("items", items.values())
    for instrument, numbers in (("vlat", (53, 34, 3, 16)), ("revlat", (53, 34, 3, 16)), ("cvlat", (48, 31, 3, 14))):
        rows = of(items, instrument)
        counts = Counter(len(row["options"]) for row in rows)
        assert (len(rows), counts[5], counts[4], counts[3]) == numbers
    assert len(of(items, "cvlat", "anonymised")) == 48


def test_the_conflict_instrument_asks_the_tasks_of_the_paper_for_each_chart_type(items):
    tasks = defaultdict(Counter)
    for row in of(items, "cvlat"):
        tasks[row["chart_type"]][row["task"]] += 1
    assert len(tasks) == 12
    assert tasks["stacked_area"] == {
        "Retrieve Value": 2,
        "Find Extremum": 1,
        "Find Correlations/Trends": 1,
        "Make Comparisons": 2,
    }
    assert tasks["treemap"] == {
        "Find Extremum": 1,
        "Make Comparisons": 1,
        "Identify the Hierarchical Structure": 1,
    }
    perceptual = Counter(row["task"] for row in of(items, "vlat")) - Counter(row["task"] for row in of(items, "cvlat"))
    assert perceptual == {"Find Anomalies": 2, "Find Clusters": 2, "Find Extremum": 1}


def test_vlat_and_revlat_share_their_units_and_no_item(items):
    units = {name: [row["unit_id"] for row in of(items, name)] for name in INSTRUMENTS}
    assert set(units["vlat"]) == set(units["revlat"])
    assert not set(units["vlat"]) & set(units["cvlat"])
    assert all(len(set(names)) == len(names) for names in units.values())


def test_every_chart_type_is_asked_of_all_its_charts(charts, items):
    asked_of = {row["cluster_id"] for row in items.values()}
    assert len(asked_of) == len(charts)


def test_all_asks_every_question_of_every_chart(charts, everything):
    as_table("items", everything.values())
    assert len(of(everything, "vlat")) == sum(len(chart.questions) for chart in charts)
    assert {row["stimulus_id"].split("/")[1] for row in everything.values()} == {*INSTRUMENTS.values(), "anonymised"}


def test_options_end_with_omit_and_none_is_repeated(everything):
    for row in everything.values():
        assert row["options"][-1] == "Omit" and row["omit_index"] == len(row["options"]) - 1
        assert len(set(row["options"])) == len(row["options"])


def test_in_conflict_visual_and_factual_differ_and_both_are_options(everything):
    for form in ("real", "anonymised"):
        for row in of(everything, "cvlat", form):
            assert row["factual_index"] is not None and row["visual_index"] != row["factual_index"]
            assert row["omit_index"] not in (row["visual_index"], row["factual_index"])
            assert row["manipulation"] and row["conflict"]


def test_every_kind_of_conflict_is_in_the_bank(everything):
    kinds = {kind for row in of(everything, "cvlat") for kind in row["conflict"].split("+")}
    assert kinds == {"numbers", "colour", "layout", "time", "hierarchy"}


def test_aligned_charts_show_the_facts(everything):
    for row in of(everything, "vlat"):
        assert row["visual_index"] == row["factual_index"]
        assert row["manipulation"] is row["conflict_magnitude"] is row["conflict"] is None


def test_forms_share_keys_and_order_of_options(everything):
    for row in of(everything, "cvlat", "anonymised"):
        real = everything[row["item_id"].removesuffix("anonymised") + "real"]
        for key in ("unit_id", "visual_index", "factual_index", "omit_index", "task", "conflict_magnitude"):
            assert row[key] == real[key]
        assert len(row["options"]) == len(real["options"])


def test_questions_are_sentences_without_open_places(everything):
    for row in everything.values():
        assert re.fullmatch(r"[A-Z0-9].*[.?]", row["question"]), row["question"]
        assert not re.search(r"[{}]|  | None ", row["question"]), row["question"]


def test_numbers_ascend(everything):
    for row in everything.values():
        if row["task"] == "Retrieve Value":
            numbers = [float(re.match(r"-?[\d,.]+", o)[0].replace(",", "")) for o in row["options"][:-1]]
            assert numbers == sorted(numbers), row["options"]


def test_random_charts_keep_the_fact_as_an_option_that_is_wrong(everything):
    for row in of(everything, "revlat"):
        assert row["factual_index"] is not None
        if len(row["options"]) > 3:
            assert row["factual_index"] != row["visual_index"]


def test_distances_of_the_right_option_are_stated(everything):
    for row in everything.values():
        if row["task"] == "Retrieve Value" and row["chart_type"] in ("bar", "line", "area", "histogram", "scatter"):
            assert row["option_px"] >= 23 and row["option_gap"] > 0, row["item_id"]


# Keys worked out by hand from the fact tables and manipulations


def test_keys_follow_from_the_manipulated_table(charts):
    questions = (
        {"ask": "value", "of": "Earth"},
        {"ask": "highest"},
        {"ask": "range"},
        {"ask": "count_less", "of": "Saturn"},
    )
    steps = [
        {"kind": "cycle", "of": ["Jupiter", "Earth", "Saturn"]},
        {"kind": "swap", "of": ["Mars", "Neptune"]},
        {"kind": "scale", "by": 0.8},
    ]
    steps = tuple(Manipulation.model_validate(step) for step in steps)
    items, _ = bank_items(*drawn_again(charts, "planet_radius", *questions, manipulations=steps), "all")
    items = {row["item_id"]: row for row in items}
    earth = items["cvlat/planet_radius/1/real"]  # Earth takes Saturn's 58,232 km, times 0.8
    assert earth["question"] == "What is the mean radius of Earth?"
    assert earth["options"][earth["visual_index"]] == "46,586 km"
    assert earth["options"][earth["factual_index"]] == "6,371 km"
    assert earth["conflict_magnitude"] == pytest.approx((46_586 - 6371) / 6371)
    largest = items["cvlat/planet_radius/2/real"]
    assert largest["options"][largest["visual_index"]] == "Saturn"
    assert largest["options"][largest["factual_index"]] == "Jupiter"
    assert largest["conflict_magnitude"] is None
    span = items["cvlat/planet_radius/3/real"]
    assert span["options"][span["visual_index"]] == "1,952 - 55,929 km"
    assert span["options"][span["factual_index"]] == "2,440 - 69,911 km"
    assert span["conflict_magnitude"] == pytest.approx(0.2, abs=1e-5)
    smaller = items["cvlat/planet_radius/4/real"]
    assert smaller["options"][smaller["visual_index"]] == "7"
    assert smaller["options"][smaller["factual_index"]] == "6"
    letters = items["cvlat/planet_radius/1/anonymised"]
    assert letters["question"] == "What is the value of C?"
    assert letters["options"][letters["visual_index"]] == "46,586"


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


def test_every_kind_of_question_has_its_words(charts):
    assert set(TEMPLATES) == set(ASKS) == set(ARGUMENTS)
    assert {chart.type for chart in charts} == set(KINDS)


# Samples and levels


@pytest.mark.parametrize("size", [24, pytest.param(500, marks=pytest.mark.slow)])
def test_a_sample_has_its_size_and_the_blueprints_mix(charts, blocks, size):
    items, _ = bank_items(charts, SEED, blocks, size)
    items = {row["item_id"]: row for row in items}
    as_table("items", items.values())
    for instrument in INSTRUMENTS:
        rows = of(items, instrument)
        assert len({row["unit_id"] for row in rows}) == len(rows) == size
        five = sum(len(row["options"]) == 5 for row in rows) / size
        assert 0.5 < five < 0.8  # 31 of 48, 34 of 53


def test_a_larger_sample_holds_the_smaller_ones_units(charts, blocks):
    units = [
        {row["unit_id"] for row in bank_items(charts, SEED, blocks, size)[0] if row["instrument"] == "cvlat"}
        for size in (48, 96)
    ]
    assert units[0] < units[1]


def test_levels_ask_the_same_values_at_each_size_of_conflict(charts):
    mine = [chart for chart in charts if chart.type in ("bar", "histogram")]
    items, audit = bank_items(mine, SEED, [elements(chart, levels=LEVELS) for chart in mine], "standard", LEVELS)
    rows = [row for row in items if (row["instrument"], row["form"]) == ("cvlat", "real")]
    by_level = {
        level: {row["unit_id"].split("@")[0]: row for row in rows if row["conflict_level"] == level} for level in LEVELS
    }
    assert len({frozenset(level) for level in by_level.values()}) == 1 and len(by_level["10%"]) >= 4
    for row in by_level["10%"].values():
        assert row["conflict_magnitude"] == pytest.approx(0.1, abs=0.01)  # 1.1 times as large, or as small
    for unit, row in by_level["200%"].items():
        assert min(abs(row["conflict_magnitude"] - size) for size in (2, 2 / 3)) < 0.05  # 3 times as large, or as small
        small = by_level["10%"][unit]
        assert row["options"][row["factual_index"]] == small["options"][small["factual_index"]]
    assert {row["fault"] for row in audit} <= {
        "unbalanced_slots",
        "strategy_above_chance",
        "constant_answer",
        "memory_credited",
    }


def test_levels_that_no_chart_can_show_stop(charts):
    pies = [chart for chart in charts if chart.type == "pie"]
    with pytest.raises(UserError, match=r"conflict_levels: no chart of the bank has a value"):
        bank_items(pies, SEED, [elements(chart, levels=LEVELS) for chart in pies], "standard", LEVELS)


# Stability


def test_adding_a_chart_behind_the_others_changes_none_of_their_items(charts, blocks, everything):
    rows, _ = bank_items(charts[:-1], SEED, blocks[:-1], "all")
    assert rows == [row for row in everything.values() if row["cluster_id"] != charts[-1].id]


@pytest.mark.slow
def test_another_seed_asks_other_questions_and_is_as_clean(charts):
    other = [asked(chart.model_copy(update={"questions": ()}), 7, chart.number) for chart in charts]
    rows, audit = bank_items(other, 7, [elements(chart, 7) for chart in other])
    assert audit == []
    assert len(rows) == 53 + 53 + 48 + 48


# What stops the run


@pytest.mark.parametrize(
    ("question", "steps", "cure"),
    [
        ({"ask": "range"}, [{"kind": "reverse_ranking"}], "reverse_ranking keeps the range: add scale or shift"),
        ({"ask": "highest"}, [{"kind": "scale", "by": 0.5}], "scale of all values keeps their order: add reverse"),
        ({"ask": "highest"}, [{"kind": "swap", "of": ["Mars", "Uranus"]}], "such as reverse_ranking, or ask something"),
        ({"ask": "value", "of": "Earth"}, [{"kind": "swap", "of": ["Mars", "Uranus"]}], "that changes Earth, such as"),
        ({"ask": "value", "of": "Saturn"}, [{"kind": "scale", "by": 1.02}], "too near to be told apart"),
    ],
)
def test_answers_that_do_not_conflict_come_with_a_cure(charts, question, steps, cure):
    steps = tuple(Manipulation.model_validate(step) for step in steps)
    drawn = drawn_again(charts, "planet_radius", question, manipulations=steps)
    with pytest.raises(UserError, match=cure) as raised:
        bank_items(*drawn, "all")
    assert "\n" not in str(raised.value)


def test_a_stretch_that_goes_both_ways_stops(charts):
    chart = next(chart for chart in charts if chart.id == "oslo_day_length")
    question = Question(ask="trend", start="January", end="December")
    drawn = [elements(chart)]
    with pytest.raises(UserError, match="no clear answer"):
        bank_items([chart.model_copy(update={"questions": (question,)})], SEED, drawn, "all")
