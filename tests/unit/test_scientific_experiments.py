"""Made-up experiments: proportions, variety, and that what a figure declares is true of its values."""

import re
from collections import Counter
from itertools import combinations, pairwise

import numpy as np
import pytest

from counterpoint.stimuli.scientific.experiments import figures
from counterpoint.stimuli.scientific.spec import ScientificFigure, figure_of, figure_text
from counterpoint.stimuli.scientific.studies.bars import BAR_STUDIES
from counterpoint.stimuli.scientific.studies.lines import LINE_STUDIES
from counterpoint.stimuli.scientific.studies.study import Quantity
from counterpoint.stimuli.scientific.values import error_bars

NUMBER = 250


@pytest.fixture(scope="module")
def made() -> list[ScientificFigure]:
    return list(figures(NUMBER, 20))


def places(figure: ScientificFigure, values) -> np.ndarray:
    """Where values stand between the first and the last tick, 0 to 1."""
    low, high = figure.ticks[0], figure.ticks[-1]
    if figure.y.log:
        return np.log(np.array(values) / low) / np.log(high / low)
    return (np.array(values) - low) / (high - low)


def test_types_stand_in_the_papers_proportions(made):
    assert Counter(figure.chart_type for figure in made) == {"bar": 99, "line": 99, "pie": 52}
    assert Counter(figure.chart_type for figure in made[:60]) == {"bar": 24, "line": 24, "pie": 12}
    assert [figure.figure_id for figure in made[:2]] == ["fig_001", "fig_002"]


def test_a_figure_is_the_same_whatever_their_number_and_another_under_another_seed(made):
    assert list(figures(40, 20)) == made[:40]
    others = list(figures(40, 21))
    assert all(one.panels != other.panels for one, other in zip(made, others, strict=False))


def test_the_default_sixty_show_every_variety(made):
    few = made[:60]
    bars = [figure for figure in few if figure.chart_type == "bar"]
    lines = [figure for figure in few if figure.chart_type == "line"]
    pies = [figure for figure in few if figure.chart_type == "pie"]
    assert {figure.arrangement for figure in bars} == {"plain", "grouped", "stacked"}
    assert {figure.horizontal for figure in bars} == {figure.value_labels for figure in bars} == {False, True}
    for some in (bars, lines):
        assert {figure.legend for figure in some} == {"none", "inside", "outside"}
        assert {figure.y.log for figure in some} == {False, True}
        assert {figure.panels[0].errors is None for figure in some} == {False, True}
        assert {figure.has_legend for figure in some if figure.reference} == {False, True}
        assert {len(figure.panels) for figure in some} == {1, 2, 3, 4}
    assert {figure.markers for figure in lines} == {figure.dashed for figure in lines} == {False, True}
    assert {figure.x.log for figure in lines} == {False, True}
    assert {figure.donut for figure in pies} == {figure.has_legend for figure in pies} == {False, True}
    assert {len(figure.panels) for figure in pies} == {1, 2}
    assert {figure.exploded is None for figure in pies} == {False, True}
    assert {bool(figure.sequence) for figure in bars} == {False, True}
    assert len({figure.field for figure in few}) >= 12
    assert {run for figure in lines for panel in figure.trends for run in panel} == {
        "rises",
        "falls",
        "flat",
        "rises_then_falls",
        "falls_then_rises",
    }


def test_a_figure_survives_being_written_down(made):
    assert all(figure_of(figure_text(figure)) == figure for figure in made)


def test_titles_of_figures_differ(made):
    assert max(Counter(figure.title for figure in made).values()) <= 2
    assert len({figure.title for figure in made[:60]}) == 60


def test_no_text_of_a_figure_holds_another(made):
    for figure in made:
        texts = [figure.title, *(axis.title for axis in (figure.x, figure.y) if axis), *figure.categories]
        texts += [panel.title for panel in figure.panels if panel.title]
        texts += figure.series if figure.has_legend and figure.chart_type != "pie" else []
        texts += [figure.reference.label] if figure.reference else []
        assert len(texts) == len(set(texts))
        names = [text for text in texts if re.search("[A-Za-z]{2}", text)]
        for one, other in combinations(names, 2):
            small, large = sorted((one.lower(), other.lower()), key=len)
            assert not re.search(rf"(?<!\w){re.escape(small)}(?!\w)", large), (figure.figure_id, one, other)


def test_shapes_agree(made):
    for figure in made:
        rows = 1 if figure.chart_type == "pie" else len(figure.series)
        for panel in figure.panels:
            for table in filter(None, (panel.values, panel.errors)):
                assert np.array(table).shape == (rows, len(figure.categories))
        assert (figure.x_values is not None) == (figure.chart_type == "line")
        assert len(figure.colours) == len(set(figure.colours))
        assert len(figure.colours) == (len(figure.categories) if figure.chart_type == "pie" else rows)


def test_slices_add_up_to_exactly_a_hundred_as_written(made):
    for figure in made:
        if figure.chart_type == "pie":
            for panel in figure.panels:
                tenths = [round(value * 10) for value in panel.values[0]]
                assert [tenth / 10 for tenth in tenths] == list(panel.values[0])
                assert sum(tenths) == 1000
                ranked = sorted(panel.values[0])
                assert ranked[0] >= 3
                assert min(b - a for a, b in pairwise(ranked)) > 0.6


def test_values_are_rounded_as_written_and_lie_on_the_axis(made):
    for figure in made:
        if figure.chart_type == "pie":
            continue
        for panel in figure.panels:
            values = np.array(panel.values)
            assert np.allclose(values, values.round(figure.y.decimals), rtol=0, atol=1e-12)
            shown = values.sum(axis=0) if figure.arrangement == "stacked" else values
            assert 0 <= places(figure, shown).min() < places(figure, shown).max() <= 1
            if panel.errors is not None:
                errors = np.array(panel.errors)
                assert errors.min() > 0
                assert places(figure, values - errors).min() >= -1e-9
                assert places(figure, values + errors).max() <= 1 + 1e-9
                assert figure.y.unit != "%" or (values + errors).max() <= 100 + 10.0**-figure.y.decimals
        steps = np.diff(np.log(figure.ticks) if figure.y.log else figure.ticks)
        assert np.allclose(steps, steps[0])


def test_the_highest_and_the_lowest_of_each_panel_are_alone_by_a_visible_margin(made):
    for figure in made:
        for panel in figure.panels if figure.chart_type == "bar" else ():
            values = np.array(panel.values)
            shown = np.sort(places(figure, values.sum(axis=0) if figure.arrangement == "stacked" else values.ravel()))
            assert shown[-1] - shown[-2] >= 0.02
            assert shown[1] - shown[0] >= 0.02
        for panel in figure.panels if figure.chart_type == "line" else ():
            peaks = np.sort(places(figure, panel.values).max(axis=1))
            assert len(peaks) == 1 or peaks[-1] - peaks[-2] >= 0.02


def test_lines_run_as_declared(made):
    for figure in made:
        for panel, runs in zip(figure.panels, figure.trends, strict=True) if figure.trends else ():
            for values, run in zip(panel.values, runs, strict=True):
                steps = np.diff(places(figure, values))
                up, down = steps.clip(0).sum(), -steps.clip(None, 0).sum()
                turn = int(np.argmax(values) if run == "rises_then_falls" else np.argmin(values))
                before, after = steps[:turn].sum(), steps[turn:].sum()
                if run == "flat":
                    assert np.ptp(places(figure, values)) <= 0.05
                elif run == "rises":
                    assert up - down >= 0.1
                    assert down <= 0.1
                elif run == "falls":
                    assert down - up >= 0.1
                    assert up <= 0.1
                else:
                    sign = 1 if run == "rises_then_falls" else -1
                    assert 0 < turn < len(values) - 1
                    assert sign * before >= 0.1
                    assert -sign * after >= 0.1


def test_values_written_on_bars_differ_from_each_other_and_from_every_tick(made):
    labelled = [figure for figure in made if figure.value_labels]
    assert labelled
    for figure in labelled:
        written = [*np.ravel(figure.panels[0].values), *figure.ticks]
        assert len(set(written)) == len(written)


def test_a_reference_line_lies_between_ticks_and_is_no_value(made):
    found = [figure for figure in made if figure.reference]
    assert found
    for figure in found:
        assert figure.ticks[0] < figure.reference.value < figure.ticks[-1]
        assert min(abs(figure.reference.value - tick) for tick in figure.ticks) > 0.1 * (
            figure.ticks[1] - figure.ticks[0]
        )
        assert figure.reference.value not in np.array([panel.values for panel in figure.panels])


def test_categories_of_a_sequence_stand_without_gaps(made):
    for figure in made:
        if figure.sequence.startswith("years by 5"):
            assert set(np.diff([int(name) for name in figure.categories])) == {5}
        if figure.chart_type == "line" and figure.sequence:
            values = np.log(figure.x_values) if figure.x.log else figure.x_values
            assert np.allclose(np.diff(values), values[1] - values[0])


def test_error_bars_of_percentages_end_within_an_axis_that_ends_below_a_hundred():
    values = (((93.0, 94.4, 70.0),),)
    ticks = (65.0, 70.0, 75.0, 80.0, 85.0, 90.0, 95.0)
    for seed in range(20):
        halves = error_bars(Quantity("Length ratio", "%", 68, 99, 1), values, ticks, np.random.default_rng(seed))
        assert (np.array(values) + np.array(halves)).max() <= ticks[-1]


def test_what_is_measured_is_one_thing_as_questions_say_is_of_it():
    titles = [study.quantity.title for study in (*BAR_STUDIES, *LINE_STUDIES)]
    assert len(titles) > 40
    assert not [title for title in titles if title.endswith("s") and not title.endswith("ss")]
