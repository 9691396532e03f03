"""Questions about a chart are answered from its reading by their wording; a reading is made up here by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.pixels.axes import Scale
from counterpoint.pixels.chart import ReadChart, ReadMark
from counterpoint.pixels.questions.asked import Asked, read_request
from counterpoint.pixels.questions.moments import Moment, axis_moments
from counterpoint.pixels.questions.rules import answer_question
from counterpoint.pixels.questions.scene import in_order, in_steps
from counterpoint.pixels.questions.values import (
    option_multiple,
    option_number,
    option_range,
    option_ratio,
    title_multiple,
)

TRUTH = ["True", "False", "Omit"]
TRENDS = ["rising", "falling", "staying the same", "Omit"]


def chart(kind: str, names: list, values: list, **more) -> ReadChart:
    """Return a reading with a mark for each name; `values` are numbers, or lists of numbers by series."""
    series = more.pop("series", [None])
    marks = []
    for place, (name, value) in enumerate(zip(names, values, strict=True)):
        for one, number in zip(series, value if isinstance(value, list) else [value], strict=True):
            box = (50 + 40 * place, 0, 70 + 40 * place, 300)
            marks.append(ReadMark(name, number, box, "#336699", one, **{k: v[place] for k, v in more.items()}))
    scale = None if kind in ("pie", "treemap", "choropleth") else Scale(-0.1, 40, 5)
    return ReadChart(kind, 600, 400, x_scale=Scale(0.1, 0, 5), y_scale=scale, marks=tuple(marks))


def said(reading: ReadChart, question: str, options: list[str]) -> str | None:
    option = answer_question(Asked(question, tuple(options)), reading).option
    return None if option is None else options[option]


STACKED = chart(
    "stacked_bar", ["Oslo", "Rome", "Lyon"], [[6.0, 2.0], [3.0, 9.0], [4.0, 4.1]], series=["Buses", "Trams"]
)
MONTHS = ["2022", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "2023", "Feb", "Mar"]
AREA = chart("area", MONTHS, [10.0, 12, 14, 16, 18, 20, 22, 20, 18, 16, 14, 12, 25, 20, 15])


@pytest.mark.parametrize(
    ("question", "options", "answer"),
    [
        ("How many Trams ran in Rome?", ["2", "3", "9", "12", "Omit"], "9"),
        ("About what is the ratio of Rome's Buses to Trams?", ["1 to 1", "1 to 3", "3 to 1", "Omit"], "1 to 3"),
        ("About what is the share of Buses in the total of Oslo?", ["25%", "50%", "75%", "Omit"], "75%"),
        ("Which city had the most Buses?", ["Oslo", "Rome", "Lyon", "Omit"], "Oslo"),
        ("Rome had more Trams than Oslo.", TRUTH, "True"),
        ("Rome's Trams are fewer than Rome's Buses.", TRUTH, "False"),
        ("The ratio of Trams to Buses in Oslo is higher than that in Rome.", TRUTH, "False"),
        ("Which city is the largest?", ["Oslo", "Rome", "Lyon", "Omit"], None),  # of which series?
        ("Which of the largest cities had the fewest Trams?", ["Oslo", "Rome", "Lyon", "Omit"], "Oslo"),
        ("How many Ferries ran in Rome?", ["2", "3", "9", "12", "Omit"], None),
        ("Lyon had more Trams than Buses.", TRUTH, None),  # too close to tell
    ],
)
def test_stacked_charts(question, options, answer):
    assert said(STACKED, question, options) == answer


@pytest.mark.parametrize(
    ("question", "options", "answer"),
    [
        ("What was the price in February 2023?", ["$12", "$16", "$20", "$25", "Omit"], "$20"),
        ("What was the price in February?", ["$12", "$16", "$20", "$25", "Omit"], None),  # of which year?
        ("When was the price the highest?", ["July 2022", "May 2022", "January 2023", "Omit"], "January 2023"),
        ("Over the course of 2023, the price was ____.", TRENDS, "falling"),
        ("From January 2022 to July 2022, the price was ____.", TRENDS, "rising"),
        ("Over the course of 2022, the price was ____.", TRENDS, None),  # up and down
        ("By how much did the price fall from July 2022 to December 2022?", ["2", "7", "14", "Omit"], None),
        ("About how much did the price fall from July 2022 to December 2022?", ["2", "6", "10", "14", "Omit"], "10"),
    ],
)
def test_months_with_years(question, options, answer):
    assert said(AREA, question, options) == answer


def test_a_trend_is_read_in_the_order_of_the_question_also_where_the_axis_runs_backwards():
    backwards = chart("line", ["2003", "2002", "2001", "2000"], [5.0, 15, 25, 35])
    assert said(backwards, "From 2000 to 2003, the level was ____.", TRENDS) == "falling"
    assert said(backwards, "From 2003 to 2000, the level was ____.", TRENDS) == "rising"


POINTS = chart("scatter", [None] * 5, [5.0, 12, 22, 18, 30], x=[1.0, 4.0, 6.0, 6.1, 9.0])
SIZES = chart("bubble", ["P", "Q", "R", "S"], [1.0, 2, 3, 4], x=[4.0, 3, 2, 1], size_area_px=[90.0, 60, 40, 10])


@pytest.mark.parametrize(
    ("reading", "question", "options", "answer"),
    [
        (POINTS, "What is the pressure at an altitude of 4 km?", ["5", "12", "20", "Omit"], "12"),
        (POINTS, "There is a negative relationship between altitude and pressure.", TRUTH, "False"),
        (POINTS, "The measurements at an altitude of 6 km are all the same.", TRUTH, "False"),
        (POINTS, "The measurements at an altitude of 9 km are all the same.", TRUTH, "True"),
        (POINTS, "What is the range of the pressure?", ["5 - 30", "12 - 22", "9 - 50", "Omit"], "5 - 30"),
        (SIZES, "Which point has the largest x-value?", ["P", "R", "S", "Omit"], "P"),
        (SIZES, "Which point has the largest y-coordinate?", ["P", "R", "S", "Omit"], "S"),
        (SIZES, "The size of P is smaller than that of Q.", TRUTH, "False"),
        (SIZES, "In general, the size increases as the x-coordinate increases.", TRUTH, "True"),
        (SIZES, "In general, the size decreases as the y-coordinate increases.", TRUTH, "True"),
    ],
)
def test_points_and_bubbles(reading, question, options, answer):
    assert said(reading, question, options) == answer


def test_a_place_that_was_not_read_may_reach_further_than_all_others():
    read = chart("line", ["1990", "2000", "2020"], [12.0, 30, 20])
    gap = ReadChart(**{**read.__dict__, "categories": ("1990", "2000", "2010", "2020")})
    asked = Asked("What was the range of the price from 1990 to 2020?", ("9 - 30", "12 - 30", "14 - 30", "Omit"))
    assert answer_question(asked, read).excluded == {0, 2}
    assert answer_question(asked, gap).excluded == {2}
    assert said(read, "How many years had a lower price than 2000?", ["1", "2", "3", "Omit"]) == "2"
    assert said(gap, "How many years had a lower price than 2000?", ["1", "2", "3", "Omit"]) is None


def test_treemaps_and_maps():
    cells = chart("treemap", ["Citlbank", "Bing", "Dell"], [20.0, 50, 30], group=["Computer", "Search", "Computer"])
    assert said(cells, "Citibank is nested in the Computer category.", TRUTH) == "True"
    assert said(cells, "Bing is not part of Search.", TRUTH) == "False"
    assert said(cells, "Which website is the largest?", ["Bing", "Dell", "Omit"]) == "Bing"
    states = chart("choropleth", ["AK", "TX", "ME"], [0.0, 2, 1])
    states = ReadChart(**{**states.__dict__, "classes": ("0 - 9", "10 - 19", "20 - 29")})
    ranges = ["0 - 9", "10 - 19", "20 - 29", "Omit"]
    assert said(states, "In which range was the number of Maine (ME)?", ranges) == "10 - 19"
    assert said(states, "Which state has the most?", ["Alaska", "Maine", "Texas", "Omit"]) == "Texas"
    assert said(states, "The number of Alaska was higher than that of Texas.", TRUTH) == "False"


def test_a_key_is_contradicted_only_where_the_reading_is_sure():
    trees = chart("bar", ["Oak", "Beech"], [10.0, 30.0])
    asked = Asked("What is the height of the Oak?", ("9.8", "11.5", "30", "Omit"))
    answer = answer_question(asked, trees)
    assert answer.option == 0
    assert answer.excluded == {1, 2}  # 9.8 is 2 px away, 11.5 is 15
    hidden = answer_question(Asked("What is the range shown?", ("4 - 33", "6 - 30", "5 - 30", "Omit")), POINTS)
    assert hidden.option == 2
    assert hidden.excluded == {1}  # a point of 5 lies outside; in 4 - 33 all lie, though none at its ends


@pytest.mark.parametrize(
    ("text", "number", "multiple"),
    [
        ("$1,933.19", 1933.19, None),
        ("6.24Mbps", 6.24, None),
        ("253M", 253, 1e6),
        ("5,000B", 5000, 1e9),
        ("37 million", 37, 1e6),
        ("-70 °C", -70, None),
        ("2 countries", 2, None),
        ("74%", 74, None),
    ],
)
def test_numbers_of_options(text, number, multiple):
    assert option_number(text).value == number
    assert option_multiple(text) == multiple


def test_ranges_ratios_and_multiples_of_axes():
    assert option_range("$2,129.62 - 2,481.64$") == (2129.62, 2481.64)
    assert option_range("572 - 1,013.25hPa") == (572, 1013.25)
    assert option_range("September 2022") is None
    assert option_range("-40 - 10 °C") == (-40, 10)
    assert option_ratio("1 to 3") == pytest.approx(1 / 3)
    assert option_ratio("13") is None
    assert title_multiple("Population (100 Mil)") == 1e8
    assert title_multiple("GDP (Billion USD)") == 1e9
    assert title_multiple("Distance (m)") is None


def test_labels_are_mended_by_their_neighbours():
    assert in_order(["A", None, "C", "D", "E", "0"]) == ["A", "B", "C", "D", "E", "0"]
    assert in_order([*"ABCDEFGHIJKLMN", "0"])[-1] == "O"
    assert in_order(["Oak", None, "Ash"]) == ["Oak", None, "Ash"]
    assert in_steps(["0. 4", "5", "10 .9", "15 14", "2 19 0+"]) == ["0 - 4", "5 - 9", "10 - 14", "15 - 19", "20+"]
    assert axis_moments(["Nov", "Dec", "2023", "Feb"])[0] == Moment(11, 2022)
    assert axis_moments(["Oak", "Ash", "Elm"]) is None


def test_a_request_is_read_as_the_plan_words_it():
    asked = read_request("What is it?\n\n(a) 40\n(b) Omit")
    assert asked == Asked("What is it?", ("40", "Omit"), ("a", "b"))
    assert (asked.omit, asked.answers) == (1, [0])
    assert read_request("Tell me about the chart.") is None


@given(st.text(max_size=80), st.lists(st.text(min_size=1, max_size=20), max_size=5))
def test_no_wording_brings_a_rule_down(question, options):
    for reading in (STACKED, AREA, POINTS, SIZES):
        answer = answer_question(Asked(question, (*options, "Omit")), reading)
        assert answer.option is None or answer.option < len(options)
