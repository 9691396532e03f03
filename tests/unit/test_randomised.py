"""Random values: of the facts' range, without relation to them, answering every question otherwise, seeded."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_up_charts import BLOCKS, NAMES, made_up, made_up_asked
from scipy.stats import spearmanr

from counterpoint.stimuli.charts.contents.answers import ANSWERS
from counterpoint.stimuli.charts.contents.blueprint import BLUEPRINT, served, turn_of
from counterpoint.stimuli.charts.contents.candidates import asked
from counterpoint.stimuli.charts.contents.randomise import randomised
from counterpoint.stimuli.charts.contents.resolution import answers_apart, clearness
from counterpoint.stimuli.charts.contents.variants import turn, variants
from counterpoint.stimuli.charts.loading import load_charts
from counterpoint.stimuli.charts.specs.facts import Table, categories
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.mistakes import ChartError
from counterpoint.stimuli.charts.specs.random_tables import Draw, shares, shares_of_categories, shuffled
from counterpoint.stimuli.charts.specs.spec import ChartSpec

ROOT = Path(__file__).resolve().parents[2]
SEED = 20260602
STATEMENTS = ("greater", "ratio_greater", "correlation", "cluster", "nested")


def column(table: Table, measure: str = "value") -> list[float]:
    return [getattr(fact, measure) for fact in table]


def check(chart: ChartSpec, table: Table) -> None:
    """A random table keeps every promise."""
    check_shape(chart, table)
    check_relation(chart, table)
    for question, row in zip(chart.questions, served(chart.type, chart.questions), strict=True):
        shown, factual = (ANSWERS[question.ask](question, rows) for rows in (table, chart.facts))
        assert clearness(chart, question, table) >= 1, question
        if question.ask in STATEMENTS:
            assert (shown == factual) == turn_of(row)
        else:
            assert shown != factual
            assert answers_apart(chart, question, table, shown, factual) >= 1, question
        if question.ask == "trend":
            assert (factual, shown) in {("rising", "falling"), ("falling", "rising")}


def check_shape(chart: ChartSpec, table: Table) -> None:
    """The same marks in the same order, values of the same range, or parts of the same whole."""
    kept = {"choropleth", "treemap"}
    assert [(f.category, f.series, f.label) for f in table] == [(f.category, f.series, f.label) for f in chart.facts]
    values, facts = column(table), column(chart.facts)
    assert all(value == round(value, chart.decimals) for value in values) or chart.type in kept
    if chart.type == "pie":
        assert sum(values) == pytest.approx(100, abs=1e-9)
        assert min(values) > 0
    elif chart.type == "stacked_100":
        for name in categories(table):
            parts = [fact.value for fact in table if fact.category == name]
            assert sum(parts) == pytest.approx(100, abs=1e-9)
            assert min(parts) >= 5
    elif chart.type in kept:
        assert sorted((f.value, f.group) for f in table) == sorted((f.value, f.group) for f in chart.facts)
    else:
        half = 0.5 * 10**-chart.decimals
        assert min(facts) - half <= min(values) < max(values) <= max(facts) + half
    if chart.type == "bubble":
        x, places = column(table, "x"), column(chart.facts, "x")
        assert min(places) <= min(x) < max(x) <= max(places)
        assert sorted(column(table, "size")) == sorted(column(chart.facts, "size"))
    elif chart.facts[0].x is not None:
        assert column(table, "x") == column(chart.facts, "x")


def check_relation(chart: ChartSpec, table: Table) -> None:
    """No relation to the facts; a visible one to x where the correlation is asked."""
    correlation = any(question.ask == "correlation" for question in chart.questions)
    if correlation:
        assert 0.6 - 1e-9 <= abs(spearmanr(column(table, "x"), column(table)).statistic) <= 0.9 + 1e-9
    if chart.type != "scatter":  # whose x stays
        assert abs(spearmanr(column(chart.facts), column(table)).statistic) <= 0.3 + 1e-9


@pytest.mark.parametrize("type", BLOCKS)
@pytest.mark.parametrize("turn", [0, 1])
def test_random_values_of_made_up_charts_keep_every_promise(type, turn):
    for number, chart in enumerate(made_up_asked(type, 6, turn)):
        check(chart, randomised(chart, number))


@pytest.fixture(scope="module")
def bank() -> list[ChartSpec]:
    return load_charts(ROOT / "resources" / "charts")


@pytest.mark.parametrize("seed", [SEED, 0, 1])
def test_random_values_of_the_bank_keep_every_promise(bank, seed):
    for chart in bank:
        chart = asked(chart, seed, turn(chart, seed, "questions"))
        check(chart, variants(chart, seed)["randomised"].table)


def test_random_values_follow_from_the_seed_and_the_chart_alone(bank):
    for type in ("bar", "scatter", "stacked_area"):
        chart = next(chart for chart in bank if chart.type == type)
        chart = asked(chart, SEED, 0)
        first = randomised(chart, SEED)
        for other in bank[:3]:
            randomised(asked(other, SEED, 0), SEED)
        assert randomised(chart, SEED) == first
        assert randomised(chart, SEED + 1) != first
        assert randomised(chart.model_copy(update={"number": chart.number + 4}), SEED) == first


def test_statements_agree_with_the_facts_in_half_of_the_rows_of_an_instrument():
    turns = [turn_of(row) for row in BLUEPRINT if set(row.asks) <= set(STATEMENTS)]
    assert len(turns) == 16 and sum(turns) == 8


def test_statements_beyond_the_blueprint_agree_and_contradict_in_turn():
    nested = [{"ask": "nested", "of": name, "group": "North"} for name in NAMES[:3]]
    chart = made_up("treemap", questions=nested)
    table = randomised(chart, 1)
    agree = [ANSWERS["nested"](q, table) == ANSWERS["nested"](q, chart.facts) for q in chart.questions]
    assert agree[1:] == [True, False]  # the first one has its row in the blueprint


def test_three_values_are_as_unrelated_as_three_can_be():
    rows = [["a", 10], ["b", 40], ["c", 90]]
    chart = made_up("bar", facts={"fields": ["category", "value"], "rows": rows}, questions=[{"ask": "highest"}])
    for seed in range(5):
        assert abs(spearmanr([10, 40, 90], column(randomised(chart, seed))).statistic) == pytest.approx(0.5)


def test_a_chart_that_no_random_draw_suits_is_named_with_the_question():
    chart = made_up(
        "bar",
        facts={"fields": ["category", "value"], "rows": [["a", 5], ["b", 5], ["dog", 5]]},
        questions=[{"ask": "value", "of": "dog"}],
    )
    with pytest.raises(ChartError, match=r"chart bar_0: none of 4000 random draws .* questions\.0 \(value\)") as raised:
        randomised(chart, 1)
    assert "\n" not in str(raised.value)


def test_an_outlier_cannot_be_drawn_where_no_value_differs():
    rows = [[NAMES[n], 10 * n, 5] for n in range(12)]
    questions = [{"ask": "outlier"}, {"ask": "cluster", "near": [50, 5]}]
    facts = {"fields": ["category", "x", "value"], "rows": rows}
    with pytest.raises(ChartError, match="none of 4000 random draws"):
        randomised(made_up("scatter", facts=facts, questions=questions), 1)


def test_a_scatterplot_without_a_correlation_asked_has_none_with_the_facts():
    for chart in made_up_asked("scatter", 4):
        table = randomised(chart.model_copy(update={"questions": chart.questions[:2]}), 1)
        assert abs(spearmanr(column(chart.facts), column(table)).statistic) <= 0.3 + 1e-9


def test_marks_of_one_random_series_do_not_look_alike():
    """Neighbours in size differ by half of an equal part of the range, less what rounding takes."""
    for type in ("bar", "histogram", "line", "area"):
        for chart in made_up_asked(type, 3):
            values, facts = column(randomised(chart, 5)), column(chart.facts)
            least = 0.5 * 0.6 * (max(facts) - min(facts)) / len(facts) - 1
            assert np.diff(sorted(values)).min() >= least


def test_places_on_x_keep_the_precision_of_their_range():
    rows = [[NAMES[n], 1990 + 2 * n, 20 + 90 * n, 50 + 40 * n] for n in range(14)]
    chart = made_up("bubble", facts={"fields": ["category", "x", "size", "value"], "rows": rows})
    chart = chart.model_copy(update={"questions": made_up("bar", questions=[{"ask": "highest"}]).questions})
    assert len(set(column(randomised(chart, 1), "x"))) == 14  # years, not decades


# One try


def draw_of(chart: ChartSpec, **changes) -> Draw:
    return Draw(table=chart.facts, decimals=chart.decimals, **changes)


@given(st.integers(0, 10**6), st.integers(0, 20))
@settings(max_examples=50)
def test_parts_of_a_pie_sum_to_the_whole_and_differ_visibly(seed, number):
    chart = made_up("pie", number)
    parts = [row["value"] for row in shares(draw_of(chart), np.random.default_rng(seed))]
    assert sum(parts) == 100
    assert np.diff(sorted(parts)).min() >= 3  # percent: 11 degrees


@given(st.integers(0, 10**6), st.integers(0, 20), st.integers(0, 2))
@settings(max_examples=50)
def test_parts_of_every_category_sum_to_the_whole(seed, number, decimals):
    chart = made_up("stacked_100", number, decimals=decimals)
    rows = shares_of_categories(draw_of(chart), np.random.default_rng(seed))
    for name in categories(chart.facts):
        parts = [row["value"] for row, fact in zip(rows, chart.facts, strict=True) if fact.category == name]
        assert sum(parts) == pytest.approx(100, abs=1e-9)
        assert min(parts) >= 4


@given(st.integers(0, 10**6), st.booleans())
def test_a_stretch_whose_trend_is_asked_goes_one_way(seed, falls):
    chart = made_up("line", 3)
    drawn = shuffled(draw_of(chart, falls=(((2, 3, 4, 5), falls),)), np.random.default_rng(seed))
    steps = np.diff([row["value"] for row in drawn[2:6]])
    assert (steps < 0).all() if falls else (steps > 0).all()


@given(st.integers(0, 10**6))
def test_a_narrower_range_moves_an_end_by_a_fifth_and_half_a_part_at_most(seed):
    chart = made_up("bar", 2)
    facts, n = column(chart.facts), len(chart.facts)
    drawn = [row["value"] for row in shuffled(draw_of(chart, narrower=True), np.random.default_rng(seed))]
    most = (0.2 + 0.75 / n) * (max(facts) - min(facts)) + 1
    assert 0 <= min(drawn) - min(facts) <= most
    assert 0 <= max(facts) - max(drawn) <= most


def test_every_type_has_a_way_to_draw_random_values():
    for type in KINDS:
        chart = made_up(type)
        drawn = KINDS[type].randomise(draw_of(chart), np.random.default_rng(1))
        assert len(drawn) == len(chart.facts)
        assert all("value" in row for row in drawn)
