"""What tables answer to each kind of question, and what a reader can tell apart: values worked out by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up_charts import made_up
from scipy.stats import spearmanr, theilslopes

from counterpoint.stimuli.charts.contents.answers import (
    ANSWERS,
    MIXED,
    STATEMENTS,
    number_distance,
    range_distance,
    rank_correlation,
    residuals,
)
from counterpoint.stimuli.charts.contents.resolution import answers_apart, clearness, contradicts, scale_length, suits
from counterpoint.stimuli.charts.drawing.axes import round_scale
from counterpoint.stimuli.charts.specs.facts import Table
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.questions import ARGUMENTS, Question
from counterpoint.stimuli.charts.specs.spec import ChartSpec

LEGS = {"fields": ["category", "value"], "rows": [["ant", 6], ["spider", 8], ["dog", 4], ["crab", 10], ["man", 2]]}
MEDALS = {
    "fields": ["category", "Gold", "Silver"],
    "series": ["Gold", "Silver"],
    "rows": [["Peru", 30, 10], ["Kenya", 10, 20], ["Japan", 15, 5], ["Chad", 5, 0]],
}
YEARS = {
    "fields": ["category", "value"],
    "rows": [["1990", 10], ["1991", 12], ["1992", 17], ["1993", 16], ["1994", 9], ["1995", 9], ["1996", 9]],
}
LAND = {
    "fields": ["group", "category", "value"],
    "rows": [["Asia", "China", 96], ["Asia", "India", 33], ["Africa", "Niger", 13], ["Africa", "Sudan", 19]],
}
CITIES = {
    "fields": ["category", "x", "size", "value"],
    "rows": [["Oslo", 1, 10, 100], ["Rome", 2, 40, 300], ["Bern", 5, 20, 200]],
}


def chart_of(type: str, facts: dict, **changes) -> ChartSpec:
    return made_up(type, facts=facts, manipulations=[{"kind": "permute"}], **changes)


def points(*places: tuple[float, float], **changes) -> ChartSpec:
    rows = [[f"P{number}", x, value] for number, (x, value) in enumerate(places)]
    return chart_of("scatter", {"fields": ["category", "x", "value"], "rows": rows}, **changes)


def answer(chart: ChartSpec, ask: str, **arguments):
    return ANSWERS[ask](Question(ask=ask, **arguments), chart.facts)


BARS, STACK, LINE = chart_of("bar", LEGS), chart_of("stacked_bar", MEDALS), chart_of("line", YEARS)
TREE, BUBBLES = chart_of("treemap", LAND), chart_of("bubble", CITIES)


@pytest.mark.parametrize(
    ("chart", "question", "expected"),
    [
        (BARS, {"ask": "value", "of": "dog"}, 4),
        (BARS, {"ask": "highest"}, "crab"),
        (BARS, {"ask": "lowest"}, "man"),
        (BARS, {"ask": "highest", "among": ("ant", "spider", "dog", "man")}, "spider"),
        (BARS, {"ask": "lowest", "among": ("ant", "spider", "dog", "crab")}, "dog"),
        (BARS, {"ask": "range"}, (2, 10)),
        (BARS, {"ask": "count_more", "of": "ant"}, 2),
        (BARS, {"ask": "count_less", "of": "ant"}, 2),
        (BARS, {"ask": "count_more", "of": "crab"}, 0),
        (BARS, {"ask": "greater", "of": "ant", "than": "dog"}, True),
        (BARS, {"ask": "greater", "of": "dog", "than": "ant"}, False),
        (BARS, {"ask": "difference", "start": "ant", "end": "crab"}, 4),
        (BARS, {"ask": "difference", "start": "crab", "end": "ant"}, 4),
        (STACK, {"ask": "value", "of": "Kenya", "series": "Silver"}, 20),
        (STACK, {"ask": "share", "of": "Peru", "series": "Gold"}, 75),
        (STACK, {"ask": "share", "of": "Kenya", "series": "Gold"}, pytest.approx(100 / 3)),
        (STACK, {"ask": "highest", "series": "Silver"}, "Kenya"),
        (STACK, {"ask": "lowest", "series": "Gold"}, "Chad"),
        (STACK, {"ask": "range", "series": "Silver"}, (0, 20)),
        (STACK, {"ask": "count_less", "of": "Peru", "series": "Silver"}, 2),
        (STACK, {"ask": "greater", "of": "Peru", "than": "Kenya", "series": "Silver"}, False),
        # Gold to Silver: 3 in Peru, 0.5 in Kenya, 3 in Japan
        (STACK, {"ask": "ratio_greater", "of": "Peru", "than": "Kenya", "series": "Gold", "to": "Silver"}, True),
        (STACK, {"ask": "ratio_greater", "of": "Peru", "than": "Kenya", "series": "Silver", "to": "Gold"}, False),
        (STACK, {"ask": "ratio_greater", "of": "Peru", "than": "Japan", "series": "Gold", "to": "Silver"}, False),
        (LINE, {"ask": "trend", "start": "1990", "end": "1992"}, "rising"),
        (LINE, {"ask": "trend", "start": "1992", "end": "1994"}, "falling"),
        (LINE, {"ask": "trend", "start": "1994", "end": "1996"}, "staying the same"),
        (LINE, {"ask": "trend", "start": "1990", "end": "1994"}, MIXED),
        (LINE, {"ask": "trend", "start": "1993", "end": "1996"}, MIXED),  # falls, then stays
        (TREE, {"ask": "nested", "of": "India", "group": "Asia"}, True),
        (TREE, {"ask": "nested", "of": "India", "group": "Africa"}, False),
        (BUBBLES, {"ask": "highest", "measure": "x"}, "Bern"),
        (BUBBLES, {"ask": "lowest", "measure": "size"}, "Oslo"),
        (BUBBLES, {"ask": "greater", "of": "Rome", "than": "Bern", "measure": "size"}, True),
        (BUBBLES, {"ask": "greater", "of": "Rome", "than": "Bern", "measure": "x"}, False),
        (BUBBLES, {"ask": "correlation"}, True),  # ranks 1 2 3 and 1 3 2: 0.5
        (points((1, 9), (2, 7), (3, 8), (4, 2)), {"ask": "correlation"}, False),
    ],
)
def test_answers_by_hand(chart, question, expected):
    assert ANSWERS[question["ask"]](Question(**question), chart.facts) == expected


def test_every_question_that_can_be_asked_has_an_answer():
    assert set(ANSWERS) == set(ARGUMENTS)
    assert set(STATEMENTS) < set(ANSWERS)


def test_the_share_of_nothing_is_nothing():
    empty = tuple(fact.model_copy(update={"value": 0}) for fact in STACK.facts)
    assert ANSWERS["share"](Question(ask="share", of="Peru", series="Gold"), empty) == 0


def test_a_ratio_to_nothing_is_not_clear():
    question = Question(ask="ratio_greater", of="Chad", than="Kenya", series="Gold", to="Silver")
    assert ANSWERS["ratio_greater"](question, STACK.facts)  # 5 to 0
    assert clearness(STACK, question, STACK.facts) == 0


# Outliers and clusters

LINE_OF_POINTS = [(float(x), 10.0 * x) for x in range(1, 11)]


def lifted(by: float, number: int = 4) -> list[tuple[float, float]]:
    """Points of a line, of which one lies `by` above it."""
    return [(x, value + by * (place == number)) for place, (x, value) in enumerate(LINE_OF_POINTS)]


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        (lifted(30), "P4"),  # 30 of a range of 90
        (lifted(-30), "P4"),
        (lifted(12), MIXED),  # 0.13 of the range: not far enough
        (lifted(13), "P4"),  # 0.144
        ([(x, v + {3: 25, 6: 30}.get(n, 0)) for n, (x, v) in enumerate(LINE_OF_POINTS)], MIXED),  # two of them
        ([(x, v + {3: 15, 6: 30}.get(n, 0)) for n, (x, v) in enumerate(LINE_OF_POINTS)], "P6"),
        (LINE_OF_POINTS, MIXED),
        ([(float(x), 5.0) for x in range(6)], MIXED),  # no range
    ],
)
def test_an_outlier_stands_out_from_the_line_through_all_points(places, expected):
    assert answer(points(*places), "outlier") == expected


CORNERS = [(0, 0), (0, 100), (100, 0), (100, 100)]


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ([(50, 50), (51, 50), (50, 51), (52, 53)], True),
        ([(50, 50), (51, 50), (50, 51)], MIXED),  # three are few
        ([(57, 57), (43, 57), (57, 43), (43, 43)], True),  # at 0.099
        ([(58, 57), (43, 57), (57, 43), (43, 43)], MIXED),  # one at 0.106
        ([(50, 67)], MIXED),  # 0.17
        ([(50, 69)], False),  # 0.19
        ([], False),
    ],
)
def test_a_cluster_is_four_points_near_a_place(inside, expected):
    places = sorted([*CORNERS, *inside])
    assert answer(points(*places), "cluster", near=(50, 50)) == expected


def test_near_is_measured_in_shares_of_both_ranges():
    inside = [(5000, 0.50), (5080, 0.50), (4920, 0.508), (5000, 0.492)]
    chart = points(*sorted([(0, 0), (0, 1), (10000, 0), (10000, 1), *inside]), decimals=3)
    assert answer(chart, "cluster", near=(5000, 0.5)) is True
    assert answer(chart, "cluster", near=(5000, 0.8)) is False


def test_points_in_one_row_have_no_cluster_to_see():
    assert answer(points(*((float(x), 5.0) for x in range(6))), "cluster", near=(2, 5)) == MIXED


@given(st.lists(st.tuples(st.integers(-20, 20), st.integers(-20, 20)), min_size=3, max_size=30))
def test_the_rank_correlation_is_spearmans(pairs):
    a, b = (list(map(float, column)) for column in zip(*pairs, strict=True))
    if len(set(a)) > 1 and len(set(b)) > 1:
        assert rank_correlation(a, b) == pytest.approx(spearmanr(a, b).statistic, abs=1e-9)
    else:
        assert rank_correlation(a, b) == 0


@given(st.lists(st.tuples(st.integers(-20, 20), st.integers(-200, 200)), min_size=3, max_size=20))
def test_residuals_are_those_of_the_median_slope(pairs):
    x, values = (np.array(column, dtype=float) for column in zip(*pairs, strict=True))
    if np.ptp(x):
        with np.errstate(invalid="ignore"):  # scipy's interval, not its slope
            slope = theilslopes(values, x).slope
        expected = np.abs(values - slope * x - np.median(values - slope * x))
        assert residuals(x, values) == pytest.approx(expected, abs=1e-9)


# What can be told apart


def test_scales_are_as_long_as_the_longest_axis_that_can_be_drawn():
    question = Question(ask="range")
    assert scale_length(BARS, question, BARS.facts) == pytest.approx(13)  # from zero to 10, a third more at the top
    assert scale_length(STACK, Question(ask="range", series="Gold"), STACK.facts) == pytest.approx(52)  # Peru: 40
    steep = chart_of("line", {**YEARS, "rows": [[str(n), 100 + n] for n in range(11)]})
    assert scale_length(steep, question, steep.facts) == pytest.approx(15.5)  # 100 to 110, not from zero
    below = chart_of("line", {**YEARS, "rows": [["a", -10], ["b", 0], ["c", 30]]})
    assert scale_length(below, question, below.facts) == pytest.approx(62)
    pie = chart_of("pie", {**LEGS, "rows": [["a", 60], ["b", 30], ["c", 10]]})
    assert scale_length(pie, question, pie.facts) == 100
    assert scale_length(BUBBLES, Question(ask="highest", measure="x"), BUBBLES.facts) == pytest.approx(6.5)


@given(st.lists(st.integers(0, 1000), min_size=3, max_size=12), st.integers(-500, 500), st.booleans())
def test_no_drawn_axis_is_longer_than_supposed(numbers, moved, line):
    type, values = ("line", [number + moved for number in numbers]) if line else ("bar", numbers)
    if len(set(values)) > 1:
        chart = chart_of(type, {**LEGS, "rows": [[str(place), value] for place, value in enumerate(values)]})
        drawn = round_scale(values, KINDS[type].from_zero(values)).length
        assert drawn <= scale_length(chart, Question(ask="range"), chart.facts) * 1.001


@pytest.mark.parametrize(
    ("chart", "question", "expected"),
    [
        # 12 of 447 px on an axis of 13 are 0.349: 2 legs are 5.73 times that.
        (BARS, {"ask": "highest"}, 2 / (13 * 12 / 447)),
        (BARS, {"ask": "count_more", "of": "ant"}, 2 / (13 * 12 / 447)),
        (BARS, {"ask": "greater", "of": "crab", "than": "dog"}, 6 / (13 * 12 / 447)),
        (BARS, {"ask": "value", "of": "dog"}, math.inf),
        (BARS, {"ask": "range"}, math.inf),
        # Peru 30, next Japan 15; the axis is 52 long.
        (STACK, {"ask": "highest", "series": "Gold"}, 15 / (52 * 12 / 447)),
        # Ratios 3 and 0.5: a factor of 6, of which 1.5 can be seen.
        (
            STACK,
            {"ask": "ratio_greater", "of": "Peru", "than": "Kenya", "series": "Gold", "to": "Silver"},
            math.log(6) / math.log(1.5),
        ),
        (STACK, {"ask": "ratio_greater", "of": "Peru", "than": "Japan", "series": "Gold", "to": "Silver"}, 0),
        # 9 to 17 do not need zero: steps 2 and 5 on an axis of 8 * 1.55, the least against 3 px, all against 36 px.
        (LINE, {"ask": "trend", "start": "1990", "end": "1992"}, 7 / (8 * 1.55 * 36 / 447)),
        (LINE, {"ask": "trend", "start": "1990", "end": "1994"}, 0),
        (LINE, {"ask": "trend", "start": "1994", "end": "1996"}, 0),
        (TREE, {"ask": "highest"}, math.log(96 / 33) / math.log(1.3)),
        (TREE, {"ask": "greater", "of": "Niger", "than": "Sudan"}, math.log(19 / 13) / math.log(1.3)),
        (TREE, {"ask": "nested", "of": "India", "group": "Asia"}, math.inf),
        (BUBBLES, {"ask": "greater", "of": "Rome", "than": "Bern", "measure": "size"}, math.log(2) / math.log(1.3)),
        (BUBBLES, {"ask": "highest", "measure": "x"}, 3 / (6.5 * 12 / 447)),
        (BUBBLES, {"ask": "correlation"}, 1),  # 0.5, the least
        (points((1, 9), (2, 7), (3, 8), (4, 2)), {"ask": "correlation"}, 0.8 / 0.5),
        (points(*lifted(30)), {"ask": "outlier"}, 30 / (130 * 12 / 447)),  # the next point lies on the line
        # On an axis from 0 to 1430 the same 30 are 9 px: an outlier that cannot be seen.
        (points(*((x, 1000 + value) for x, value in lifted(30))), {"ask": "outlier"}, 30 / (1430 * 12 / 447)),
        (points(*lifted(5)), {"ask": "outlier"}, 0),
        (points(*LINE_OF_POINTS), {"ask": "cluster", "near": (1, 100)}, math.inf),
        (points(*LINE_OF_POINTS), {"ask": "cluster", "near": (5, 50)}, 0),
    ],
)
def test_clearness_is_counted_in_least_differences_that_can_be_seen(chart, question, expected):
    assert clearness(chart, Question(**question), chart.facts) == pytest.approx(expected)


def test_nothing_is_clear_where_all_values_are_zero():
    empty = tuple(fact.model_copy(update={"value": 0}) for fact in BARS.facts)
    assert clearness(BARS, Question(ask="highest"), empty) == 0
    assert answers_apart(BARS, Question(ask="range"), empty, (0, 0), (0, 0)) == 0


def test_marks_of_a_pie_are_compared_in_degrees():
    pie = chart_of("pie", {**LEGS, "rows": [["a", 60], ["b", 30], ["c", 10]]})
    assert clearness(pie, Question(ask="highest"), pie.facts) == pytest.approx(30 * 3.6 / 12)
    assert clearness(pie, Question(ask="greater", of="b", than="c"), pie.facts) == pytest.approx(20 * 3.6 / 12)
    assert answers_apart(pie, Question(ask="value", of="a"), pie.facts, 60, 50) == pytest.approx(36 / 18)


STATES = {
    "fields": ["category", "label", "value"],
    "rows": [["Iowa", "IA", 21], ["Ohio", "OH", 34], ["Utah", "UT", 37], ["Maine", "ME", 49], ["Texas", "TX", 59]],
}


def test_states_of_a_map_are_compared_by_the_classes_of_their_colours():
    """Classes of 10 from 20 to 60."""
    chart = chart_of("choropleth", STATES)
    expected = {("Iowa", "Ohio"): 0.5, ("Ohio", "Utah"): 0, ("Iowa", "Maine"): 1, ("Texas", "Iowa"): 1.5}
    for (of, than), apart in expected.items():
        assert clearness(chart, Question(ask="greater", of=of, than=than), chart.facts) == apart
    assert clearness(chart, Question(ask="highest"), chart.facts) == 1  # 59 and 49: neighbouring classes
    assert clearness(chart, Question(ask="lowest"), chart.facts) == 1
    value = Question(ask="value", of="Iowa")
    assert [answers_apart(chart, value, chart.facts, 21, other) for other in (29, 30, 49)] == [0, 1, 2]


def test_answers_of_numbers_are_apart_by_24_px_of_the_axis():
    value, length = Question(ask="value", of="dog"), 13
    assert answers_apart(BARS, value, BARS.facts, 4, 4 + length * 24 / 447) == pytest.approx(1)
    assert answers_apart(BARS, value, BARS.facts, 4, 4) == 0
    assert answers_apart(BARS, Question(ask="range"), BARS.facts, (2, 10), (2.1, 8)) == pytest.approx(
        2 / (length * 24 / 447)
    )
    share = Question(ask="share", of="Peru", series="Gold")
    assert answers_apart(STACK, share, STACK.facts, 75, 60) == 1.5  # points of percent, ten of which can be told
    difference = Question(ask="difference", start="1990", end="1992")
    assert answers_apart(LINE, difference, LINE.facts, 7, 1) == pytest.approx(6 / (8 * 1.55 * 24 / 447))


def test_answers_that_are_no_numbers_of_the_axis_are_the_same_or_not():
    for ask, a, b in (("highest", "ant", "dog"), ("count_more", 2, 3), ("greater", True, False)):
        arguments = {key: name for key, name in (("of", "ant"), ("than", "dog")) if key in ARGUMENTS[ask]}
        question = Question(ask=ask, **arguments)
        assert answers_apart(BARS, question, BARS.facts, a, b) == math.inf
        assert answers_apart(BARS, question, BARS.facts, a, a) == 0


def test_distances_by_hand():
    assert number_distance(3, -2) == 5
    assert range_distance((0, 10), (3, 9)) == 3
    assert range_distance((0, 10), (0, 10)) == 0


def changed(chart: ChartSpec, **values: float) -> Table:
    return tuple(
        fact.model_copy(update={"value": values[fact.category]}) if fact.category in values else fact
        for fact in chart.facts
    )


def test_a_table_contradicts_the_facts_where_its_answer_differs_visibly():
    value, highest = Question(ask="value", of="dog"), Question(ask="highest")
    assert not contradicts(BARS, value, changed(BARS, dog=4.6))  # 21 px
    assert contradicts(BARS, value, changed(BARS, dog=4.8))
    assert not contradicts(BARS, highest, changed(BARS, dog=1))
    assert contradicts(BARS, highest, changed(BARS, dog=20))


def test_a_question_suits_where_every_table_answers_it_clearly():
    highest, close = Question(ask="highest"), changed(BARS, spider=9.8)
    assert suits(BARS, highest, [BARS.facts])
    assert not suits(BARS, highest, [BARS.facts, close])
