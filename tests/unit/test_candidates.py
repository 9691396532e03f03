"""The choice of questions: after the blueprint, clear in every picture, answered otherwise in conflict, seeded."""

import json
from collections import Counter
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from made_up_charts import BLOCKS, NAMES, made_up, made_up_asked

from counterpoint.seeds import generator
from counterpoint.stimuli.charts.contents.answers import ANSWERS, MIXED
from counterpoint.stimuli.charts.contents.blueprint import BLUEPRINT, Row, rows_of
from counterpoint.stimuli.charts.contents.candidates import among, asked, candidates
from counterpoint.stimuli.charts.contents.manipulations import manipulated
from counterpoint.stimuli.charts.contents.resolution import answers_apart, clearness
from counterpoint.stimuli.charts.loading import load_charts
from counterpoint.stimuli.charts.specs.facts import categories
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.mistakes import ChartError
from counterpoint.stimuli.charts.specs.questions import Question
from counterpoint.stimuli.charts.specs.spec import ChartSpec

ROOT = Path(__file__).resolve().parents[2]
PUBLISHED = ROOT.parent / "shared" / "data" / "cvlat" / "CVLAT" / "QAset"
SEED = 20260602
TASKS = {
    "value": ("retrieve value", 5),
    "share": ("retrieve value", 5),
    "highest": ("find extremum", 5),
    "lowest": ("find extremum", 5),
    "range": ("determine range", 5),
    "trend": ("find correlations/trends", 4),
    "correlation": ("find correlations/trends", 3),
    "greater": ("make comparisons", 3),
    "ratio_greater": ("make comparisons", 3),
    "count_more": ("make comparisons", 5),
    "count_less": ("make comparisons", 5),
    "difference": ("make comparisons", 5),
    "nested": ("identify the hierarchical structure", 3),
    "outlier": ("find anomalies", 5),
    "cluster": ("find clusters", 3),
}
"""Task of each kind of question, and its number of options with Omit."""
PUBLISHED_NAMES = {"scatterplot": "scatter", "choropleth_map": "choropleth", "100_stacked_bar_chart": "stacked_100"}

# The blueprint


def options(rows: list[Row]) -> Counter:
    return Counter(TASKS[row.asks[0]][1] for row in rows)


def test_the_instruments_have_the_numbers_of_items_and_options_of_vlat_and_cvlat():
    assert options([row for row in BLUEPRINT if row.conflict]) == {5: 31, 4: 3, 3: 14}
    assert options(list(BLUEPRINT)) == {5: 34, 4: 3, 3: 16}
    assert {row.type for row in BLUEPRINT} == set(KINDS)


def test_every_row_asks_for_one_task_with_one_number_of_options():
    assert all(len({TASKS[ask] for ask in row.asks}) == 1 for row in BLUEPRINT)


def test_the_tasks_of_each_type_in_conflict_are_those_of_cvlat():
    if not PUBLISHED.is_dir():
        pytest.skip("CVLAT's published questions are not here")
    for path in PUBLISHED.glob("*.json"):
        name = path.stem.removesuffix("_QAset")
        type = PUBLISHED_NAMES.get(name, name.removesuffix("_chart"))
        items = json.loads(path.read_text()).values()
        published = Counter((item["Type"].lower().split(" (")[0], len(item["Choices"])) for item in items)
        assert Counter(TASKS[row.asks[0]] for row in rows_of(type) if row.conflict) == published, type
    assert len(list(PUBLISHED.glob("*.json"))) == len(KINDS)


# Candidates


def random() -> np.random.Generator:
    return generator(1, "test")


@pytest.mark.parametrize("type", BLOCKS)
def test_candidates_are_all_questions_of_a_row_each_once_in_an_order_that_follows_from_the_generator(type):
    chart = made_up(type)
    for row in rows_of(type):
        found = candidates(chart, row, random())
        assert len(set(found)) == len(found)
        assert {question.ask for question in found} <= set(row.asks)
        assert {question.measure for question in found} <= {row.measure}
        assert candidates(chart, row, random()) == found
        assert set(candidates(chart, row, generator(2))) == set(found)


def test_candidates_by_hand():
    bars, stack = made_up("bar"), made_up("stacked_bar")
    names = categories(bars.facts)
    assert {q.of for q in candidates(bars, Row("bar", ("value",)), random())} == set(names)
    pairs = {(q.of, q.than) for q in candidates(bars, Row("bar", ("greater",)), random())}
    assert pairs == set(permutations(names, 2))
    series = list(dict.fromkeys(fact.series for fact in stack.facts))
    highest = candidates(stack, Row("stacked_bar", ("highest", "lowest")), random())
    assert {(q.ask, q.series) for q in highest} == {(ask, name) for ask in ("highest", "lowest") for name in series}
    ratios = candidates(stack, Row("stacked_bar", ("ratio_greater",)), random())
    assert {(q.series, q.to) for q in ratios} == set(permutations(series, 2))


def test_trends_are_asked_over_four_positions_or_more():
    chart = made_up("line")
    names = categories(chart.facts)
    found = candidates(chart, Row("line", ("trend",)), random())
    assert min(names.index(q.end) - names.index(q.start) for q in found) == 3
    assert len(found) == sum(range(1, len(names) - 2))


def test_extremes_among_four_name_four_categories():
    chart = made_up("bar")
    found = among(chart, Row("bar", ("highest", "lowest")), random())
    assert len(found) > 10
    assert all(len(set(q.among)) == 4 and set(q.among) <= set(categories(chart.facts)) for q in found)
    assert {q.ask for q in found} == {"highest", "lowest"}
    assert among(chart, Row("bar", ("value",)), random()) == []
    few = chart.model_copy(update={"facts": chart.facts[:4]})
    assert among(few, Row("bar", ("highest",)), random()) == []


# The choice


@pytest.fixture(scope="module")
def bank() -> list[ChartSpec]:
    return load_charts(ROOT / "resources" / "charts")


def check(chart: ChartSpec, seed: int) -> None:
    """Every question is clear in the facts; in conflict in the counterfactual too, and answered otherwise there."""
    counterfactual, _ = manipulated(chart, generator(seed, "chart", chart.id, "manipulations"))
    rows = iter(rows_of(chart.type))
    for question in chart.questions:
        row = next(row for row in rows if question.ask in row.asks and question.measure == row.measure)
        shown, factual = (ANSWERS[question.ask](question, table) for table in (counterfactual, chart.facts))
        assert factual != MIXED
        assert clearness(chart, question, chart.facts) >= 1, question
        if row.conflict:
            assert shown != factual
            assert shown != MIXED
            assert clearness(chart, question, counterfactual) >= 1, question
            assert answers_apart(chart, question, counterfactual, shown, factual) >= 1, question
    conflict = [row for row in rows_of(chart.type) if row.conflict]
    assert len(chart.questions) >= len(conflict)


@pytest.mark.parametrize("type", BLOCKS)
def test_questions_follow_the_blueprint_and_differ_clearly_in_conflict(type):
    for turn in range(2):
        for chart in made_up_asked(type, 4, turn):
            check(chart, int(chart.id.rsplit("_", 1)[1]))


@pytest.mark.parametrize("seed", [SEED, 0])
def test_every_chart_of_the_bank_can_be_asked(bank, seed):
    for chart in bank:
        for turn in (0, 1):
            if not chart.questions:
                check(asked(chart, seed, turn), seed)


def test_the_bank_serves_every_row_of_the_blueprint(bank):
    for turn in range(2):
        served = {(chart.type, q.ask, q.measure) for chart in bank for q in asked(chart, SEED, turn).questions}
        for row in BLUEPRINT:
            assert any((row.type, ask, row.measure) in served for ask in row.asks), row


def test_the_same_seed_chooses_the_same_and_another_seed_others(bank):
    chart = next(chart for chart in bank if chart.type == "bar")
    first = asked(chart, 1, 0)
    for other in bank:
        asked(other, 1, 0)
    assert asked(chart, 1, 0) == first
    assert len({asked(chart, seed, 0).questions for seed in range(8)}) > 1


def test_listed_questions_are_kept():
    chart = made_up("bar", questions=[{"ask": "value", "of": NAMES[0]}, {"ask": "highest"}])
    assert asked(chart, 1, 0) is chart


def test_a_chart_whose_manipulations_leave_an_answer_is_named_with_the_row_that_lacks():
    chart = made_up("bar", manipulations=[{"kind": "scale", "by": 0.5}])
    with pytest.raises(ChartError, match="chart bar_0: no question of the kind highest or lowest has a clear") as error:
        asked(chart, 1, 0)
    assert error.value.key == ("manipulations",)
    assert "\n" not in str(error.value)


# Alternation


def test_highest_and_lowest_and_more_and_less_alternate_with_the_turn():
    rows = [[name, 100 * number] for number, name in enumerate(NAMES[:8], 1)]
    chart = made_up("bar", facts={"fields": ["category", "value"], "rows": rows})
    kinds = [tuple(q.ask for q in asked(chart, 1, turn).questions) for turn in range(3)]
    assert kinds[0] == kinds[2]
    assert {kinds[0][1], kinds[1][1]} == {"highest", "lowest"}
    assert {kinds[0][3], kinds[1][3]} == {"count_more", "count_less"}


def test_a_trend_of_the_facts_that_falls_is_preferred_since_most_rise():
    rows = [[str(1950 + 5 * n), 900 - 99 * abs(n - 6)] for n in range(14)]  # up to 1980, then down
    chart = made_up(
        "line",
        facts={"fields": ["category", "value"], "rows": rows},
        manipulations=[{"kind": "reverse_ranking"}, {"kind": "scale", "by": 0.7}],
    )
    for turn in range(2):
        question = next(q for q in asked(chart, 1, turn).questions if q.ask == "trend")
        assert ANSWERS["trend"](question, chart.facts) == "falling"


def test_half_of_the_numbers_asked_lie_above_the_facts():
    above = []
    for type in ("bar", "line", "area", "histogram"):
        for chart in made_up_asked(type, 4):
            counterfactual, _ = manipulated(chart, generator(0, "chart", chart.id, "manipulations"))
            for question in chart.questions:
                if question.ask in ("value", "difference", "count_more", "count_less"):
                    shown, factual = (ANSWERS[question.ask](question, table) for table in (counterfactual, chart.facts))
                    above.append(shown > factual)
    assert 0.3 < sum(above) / len(above) < 0.7


# What random values must be free to answer otherwise


def test_a_comparison_does_not_follow_from_the_trend_asked():
    for chart in made_up_asked("stacked_area", 8):
        trend, greater = (next(q for q in chart.questions if q.ask == ask) for ask in ("trend", "greater"))
        names = categories(chart.facts)
        inside = names[names.index(trend.start) : names.index(trend.end) + 1]
        assert trend.series != greater.series or not {greater.of, greater.than} <= set(inside)


def test_the_trend_asked_leaves_about_half_of_the_positions():
    for chart in made_up_asked("line", 8):
        trend = next(q for q in chart.questions if q.ask == "trend")
        names = categories(chart.facts)
        assert names.index(trend.end) - names.index(trend.start) + 1 <= max(4, len(names) // 2 + 1)


def test_points_of_a_scatterplot_are_compared_with_near_ones():
    for chart in made_up_asked("scatter", 6):
        greater = next(q for q in chart.questions if q.ask == "greater")
        x = {fact.category: fact.x for fact in chart.facts}
        assert abs(x[greater.of] - x[greater.than]) <= 0.3 * (max(x.values()) - min(x.values()))


# Perceptual tasks


def cloud_of(n: int) -> ChartSpec:
    """A rising line of points with a cluster in its middle and one point far below it."""
    line = [(round(100 * place / (n - 1), 1), round(100 + 400 * place / (n - 1))) for place in range(n)]
    middle = n // 2
    gathered = [(line[middle][0] + 0.5 * k, line[middle][1] + 3 * (k % 3)) for k in range(5)]
    places = sorted([*line[:middle], *gathered, *line[middle + 5 :]])
    places[-2] = (places[-2][0], 150)
    rows = [[NAMES[number], x, value] for number, (x, value) in enumerate(places)]
    return made_up("scatter", facts={"fields": ["category", "x", "value"], "rows": rows})


def test_an_outlier_and_a_cluster_are_asked_where_the_facts_show_them():
    asks = {}
    for turn in range(2):
        for question in asked(cloud_of(20), 1, turn).questions:
            asks.setdefault(question.ask, []).append(ANSWERS[question.ask](question, cloud_of(20).facts))
    assert asks["outlier"] == [cloud_of(20).facts[-2].category] * 2
    assert len(set(asks["cluster"])) == 1  # its row has one turn


def test_no_outlier_and_no_cluster_is_asked_of_fewer_than_twelve_points():
    chart = cloud_of(11)
    assert len(chart.facts) == 11
    assert ANSWERS["outlier"](Question(ask="outlier"), chart.facts) == chart.facts[-2].category
    assert not {"outlier", "cluster"} & {question.ask for question in asked(chart, 1, 0).questions}


def test_no_outlier_is_asked_where_none_stands_out():
    rows = [[NAMES[n], 10.0 * n, 50 + 30 * n + 7 * (n % 3)] for n in range(20)]
    chart = made_up("scatter", facts={"fields": ["category", "x", "value"], "rows": rows})
    assert "outlier" not in {question.ask for question in asked(chart, 1, 0).questions}


def test_no_cluster_is_asked_where_points_differ_in_one_measure_only():
    rows = [[NAMES[n], 5, 7 * n] for n in range(14)]
    chart = made_up("scatter", facts={"fields": ["category", "x", "value"], "rows": rows})
    (row,) = (row for row in rows_of("scatter") if row.asks == ("cluster",))
    assert candidates(chart, row, np.random.default_rng(1)) == []


def test_the_value_asked_of_a_scatterplot_is_not_that_of_a_point_in_the_cluster():
    for chart in made_up_asked("scatter", 8):
        by_ask = {question.ask: question for question in chart.questions}
        if "cluster" in by_ask:
            x = {fact.category: fact.x for fact in chart.facts}
            apart = abs(x[by_ask["value"].of] - by_ask["cluster"].near[0])
            assert apart > 0.1 * (max(x.values()) - min(x.values()))
