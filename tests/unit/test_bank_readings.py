"""What made-up pictures show, and which options hold of them: worked out by hand for every type and question."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up_pictures import FACTS, GATHERED, PETS, picture, reading_of, spec

from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.questions import ARGUMENTS, Question
from counterpoint.suites.cvlat.bank_readings import readings
from counterpoint.suites.cvlat.bank_rules import holds, numbers_in, shown_marks

# Readings


@pytest.mark.parametrize(
    ("type", "values"),
    [
        ("bar", [10, 30, 60, 90]),
        ("line", [10, 30, 60, 90]),
        ("area", [10, 30, 60, 90]),
        ("histogram", [10, 30, 60, 90]),
        ("pie", [10, 20, 25, 45]),
        ("stacked_bar", [10, 60, 40, 20, 20, 70]),
        ("stacked_area", [10, 60, 40, 20, 20, 70]),
        ("stacked_100", [10, 90, 40, 60, 70, 30]),
        ("scatter", [20, 30, 90, 40, 50, 60]),
        ("bubble", [80, 60, 30, 10]),
        ("choropleth", [0, 10, 10, 30]),
    ],
)
def test_values_are_read_from_the_outline_or_the_colour_not_from_what_is_recorded(type, values):
    chart = spec(type)
    rows = [row | {"value": 1.0} if row["role"] == "mark" else row for row in picture(chart)]
    assert [mark.read for mark in reading_of(chart, rows).marks.values()] == pytest.approx(values)


def test_a_cell_of_a_treemap_is_read_as_its_part_of_the_sum_of_all():
    rows = [row | {"value": 25.0} if row["role"] == "mark" else row for row in picture(spec("treemap"))]
    found = reading_of(spec("treemap"), rows)
    assert [mark.read for mark in found.marks.values()] == pytest.approx([10, 20, 30, 40])
    assert [mark.group for mark in found.marks.values()] == ["North", "North", "South", "South"]


def test_bubbles_are_read_for_place_and_size_too():
    found = reading_of(spec("bubble")).marks.values()
    assert [mark.x for mark in found] == pytest.approx([20, 40, 60, 90])
    assert [mark.size for mark in found] == pytest.approx([40, 10, 20, 80])


def test_a_bin_stands_where_its_lower_end_is():
    assert [mark.x for mark in reading_of(spec("histogram")).marks.values()] == pytest.approx([0, 10, 20, 30])


def test_marks_come_in_the_order_of_the_facts_by_category_and_series():
    chart = spec("stacked_bar")
    found = reading_of(chart, picture(chart)[::-1])
    assert list(found.marks) == [(name, series) for name in "PQR" for series in "ST"]


@given(st.lists(st.floats(1, 90), min_size=3, max_size=9))
def test_whatever_height_a_bar_has_is_what_is_read(values):
    chart = spec("bar", [(f"n{i}", value) for i, value in enumerate(values)])
    assert [mark.read for mark in reading_of(chart).marks.values()] == pytest.approx(values)


def test_a_picture_without_names_is_read_under_its_placeholders():
    chart = spec("bar")
    rows = [row | {"stimulus_id": "pets/anonymised"} for row in picture(chart)]
    letters = dict(zip(("Ant", "Bee", "Cat", "Dog"), "ABCD", strict=True))
    rows = [row | {"category": letters.get(row["category"])} for row in rows]
    found = readings(rows, chart)["pets/anonymised"]
    assert found.names == letters
    assert list(found.marks) == [(letter, None) for letter in "ABCD"]


# Keys by hand: the options that hold

SERIES = {"series": "S"}
TRUE, FALSE = [True, False], [False, True]
CASES = [
    ("bar", {"ask": "value", "of": "Cat"}, "", ["59", "60", "61"], [False, True, False]),
    ("histogram", {"ask": "value", "of": "10 - 20"}, "", ["29", "30"], FALSE),
    ("stacked_100", {"ask": "value", "of": "Q", "series": "T"}, "", ["40%", "60%"], FALSE),
    ("pie", {"ask": "value", "of": "Dog"}, "", ["44%", "45%"], FALSE),
    ("choropleth", {"ask": "value", "of": "Arizona"}, "", ["0 - 9", "10 - 19", "20 - 29"], [False, True, False]),
    ("stacked_bar", {"ask": "share", "of": "R", **SERIES}, "", ["22%", "20%", "78%"], [True, False, False]),  # 20 / 90
    ("stacked_area", {"ask": "share", "of": "P", "series": "T"}, "", ["86%", "14%"], TRUE),  # 60 / 70
    ("bar", {"ask": "highest"}, "", ["Ant", "Dog"], FALSE),
    ("line", {"ask": "lowest"}, "", ["Ant", "Dog"], TRUE),
    ("stacked_area", {"ask": "highest", **SERIES}, "", ["P", "Q", "R"], [False, True, False]),
    ("stacked_bar", {"ask": "lowest", "series": "T"}, "", ["P", "Q", "R"], [False, True, False]),
    ("bubble", {"ask": "highest", "measure": "x"}, "", ["Ant", "Dog"], FALSE),
    ("bubble", {"ask": "lowest", "measure": "size"}, "", ["Bee", "Dog"], TRUE),
    ("choropleth", {"ask": "highest"}, "", ["Arizona", "Iowa"], FALSE),
    ("treemap", {"ask": "highest"}, "", ["Ant", "Dog"], FALSE),
    ("histogram", {"ask": "highest"}, "", ["20 - 30", "30 - 40"], FALSE),
    ("bar", {"ask": "range"}, "", ["10 - 90", "10 - 60", "30 - 90"], [True, False, False]),
    ("stacked_bar", {"ask": "range", "series": "T"}, "", ["20 - 70", "10 - 40"], TRUE),
    ("bar", {"ask": "count_more", "of": "Bee"}, "", ["1", "2", "3"], [False, True, False]),
    ("bar", {"ask": "count_less", "of": "Bee"}, "", ["1", "2", "3"], [True, False, False]),
    ("bar", {"ask": "greater", "of": "Cat", "than": "Bee"}, "The load of Cat is higher than that of Bee.", None, True),
    ("bar", {"ask": "greater", "of": "Cat", "than": "Bee"}, "The load of Cat is lower than that of Bee.", None, False),
    (
        "bubble",
        {"ask": "greater", "of": "Cat", "than": "Bee", "measure": "size"},
        "The girth of Cat is smaller than that of Bee.",
        None,
        False,
    ),
    (
        "choropleth",
        {"ask": "greater", "of": "Iowa", "than": "Alaska"},
        "The load of Iowa is higher than that of Alaska.",
        None,
        True,
    ),
    (
        "stacked_bar",  # 40 / 20 against 20 / 70
        {"ask": "ratio_greater", "of": "Q", "than": "R", "to": "T", **SERIES},
        "The ratio of S to T of Q is higher than that of R.",
        None,
        True,
    ),
    (
        "stacked_area",
        {"ask": "ratio_greater", "of": "Q", "than": "R", "to": "T", **SERIES},
        "The ratio of S to T in Q is lower than that in R.",
        None,
        False,
    ),
    ("line", {"ask": "trend", "start": "Ant", "end": "Dog"}, "", ["rising", "falling", "staying the same"], [1, 0, 0]),
    ("stacked_area", {"ask": "trend", "start": "P", "end": "R", **SERIES}, "", ["rising", "falling"], [0, 0]),
    ("line", {"ask": "difference", "start": "Dog", "end": "Bee"}, "", ["60", "-60", "120"], [True, False, False]),
    ("bubble", {"ask": "correlation"}, "There is a negative relationship between x and y.", None, True),
    ("bubble", {"ask": "correlation"}, "There is a positive relationship between x and y.", None, False),
    ("scatter", {"ask": "outlier"}, "", ["30", "60"], TRUE),
    ("scatter", {"ask": "cluster", "near": (50, 50)}, "Several points are gathered around 50.", None, None),
    ("treemap", {"ask": "nested", "of": "Bee", "group": "North"}, "Bee is part of North.", None, True),
    ("treemap", {"ask": "nested", "of": "Bee", "group": "South"}, "Bee is not part of South.", None, True),
]


@pytest.mark.parametrize(("type", "question", "text", "options", "right"), CASES)
def test_options_hold_that_are_right_of_the_picture(type, question, text, options, right):
    if options is None:  # a statement: true, false, or neither
        options, right = ["True", "False"], [right is True, right is False]
    chart = spec(type)
    reading = reading_of(chart)
    item = {"item_id": "i", "question": text, "form": "real"}
    found = [holds(option, Question(**question), reading, shown_marks(reading), item) for option in options]
    assert found == [bool(each) for each in right]


def test_every_ask_and_every_type_is_among_the_cases():
    assert {question["ask"] for _, question, *_ in CASES} == set(ARGUMENTS)
    assert {type for type, *_ in CASES} | {"area"} == set(KINDS) == set(FACTS)


@pytest.mark.parametrize(
    ("text", "near", "right"),
    [
        ("Several points are gathered around 50.", (50, 50), True),
        ("Hardly any points are gathered around 50.", (50, 50), False),
        ("Several points are gathered around 80.", (30, 80), False),
        ("Several points are gathered around 10.", (10, 10), None),  # one is there: neither several nor none
    ],
)
def test_a_cluster_is_four_points_or_none(text, near, right):
    reading = reading_of(spec("scatter", GATHERED))
    item = {"item_id": "i", "question": text, "form": "real"}
    question = Question(ask="cluster", near=near)
    found = [holds(option, question, reading, shown_marks(reading), item) for option in ("True", "False")]
    assert found == [right is True, right is False]


def test_points_on_one_line_have_no_outlier():
    reading = reading_of(spec("scatter", [(x, x) for x in (10, 20, 30, 40, 55)]))
    question = Question(ask="outlier")
    assert not any(holds(f"{x}", question, reading, shown_marks(reading), {}) for x in (10, 20, 30, 40, 55))


def test_a_top_class_with_two_holders_has_no_highest():
    reading = reading_of(spec("choropleth", [("Alabama", 31), ("Alaska", 15), ("Arizona", 18), ("Iowa", 35)]))
    question = Question(ask="highest")
    assert not holds("Iowa", question, reading, shown_marks(reading), {})
    among = Question(ask="highest", among=("Alabama", "Alaska", "Arizona", "Iowa"))
    assert not holds("Alabama", among, reading, shown_marks(reading), {})


def test_the_extreme_among_four_ignores_the_others():
    chart = spec("bar", [*PETS, ("Eel", 95)])
    reading = reading_of(chart)
    among = Question(ask="highest", among=("Ant", "Bee", "Cat", "Dog"))
    assert holds("Dog", among, reading, shown_marks(reading), {})
    with pytest.raises(ValueError, match="'Eel' names no mark that is asked about"):
        holds("Eel", among, reading, shown_marks(reading), {})


@pytest.mark.parametrize(
    ("option", "ask", "numbers"),
    [
        ("1,234.5 km", "value", [1234.5]),
        ("-3.2 °C", "value", [-3.2]),
        ("-40 - -10 °C", "range", [-40, -10]),
        ("4 - 9 km2", "range", [4, 9]),
        ("25%", "value", [25]),
    ],
)
def test_numbers_are_read_from_options_with_sign_separators_and_units(option, ask, numbers):
    given = {"of": "a"} if ask == "value" else {}
    assert numbers_in(option, Question(ask=ask, **given)) == numbers
