"""What is said of a scientific figure: facts, checklist and description, read back by the reader of facts."""

import pytest
from made_up_figures import FIGURES, GROUPED, LINE, LOG, PIE, PLAIN, STACKED, YEARS

from counterpoint.judging.facts import RIGHT, read_facts
from counterpoint.suites.scifig.checklist import CHECKLISTS
from counterpoint.suites.scifig.contents.colours import FAMILIES, families
from counterpoint.suites.scifig.contents.descriptions import description
from counterpoint.suites.scifig.contents.statements import checklist, facts
from counterpoint.suites.scifig.contents.trends import crossings, run_of, trend
from counterpoint.suites.scifig.contents.values import Mark, apart, called, margin, tolerance


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.figure_id)
def test_facts_belong_to_the_checklist_and_the_reference_description_states_them(figure):
    found = facts(figure)
    assert {fact.item for fact in found} <= set(CHECKLISTS[figure.chart_type])
    read = read_facts(description(figure), found)
    stated = [fact.key for fact in found if read[fact.key] == RIGHT]
    assert len(stated) >= 0.95 * len(found)
    assert list(checklist(figure)) == list(CHECKLISTS[figure.chart_type])


def test_what_a_figure_does_not_have_is_not_asked_of_a_description():
    plain, line, pie = checklist(PLAIN), checklist(LINE), checklist(PIE)
    assert (plain["grouping"], plain["series"], plain["legend"], plain["x_scale"]) == (None,) * 4
    assert line["second_axis"] is None
    assert checklist(LOG)["crossings"] is None
    assert pie["emphasis"] == "The pie has a hole in its middle. The slice 'Shrews' is set apart."
    assert checklist(STACKED)["annotations"] is None
    assert checklist(GROUPED)["annotations"] == "The values have error bars."


def test_axes_are_named_by_where_they_are_drawn():
    assert checklist(STACKED)["x_label"] == "The y axis is labelled 'Genotype'."
    assert checklist(STACKED)["y_label"] == "The x axis is labelled 'Shoot length (mm)'."


def test_tolerances_are_two_percent_of_the_axis_or_three_points():
    assert tolerance(PLAIN, 42.0) == pytest.approx(0.02 * 80)
    assert tolerance(PIE, 41.0) == 3.0
    assert tolerance(LOG, 1000.0) == pytest.approx(1000 * (10**0.08 - 1))  # 2 % of four decades
    assert apart(LOG, 10.0, 100.0) == pytest.approx(0.25)
    assert margin(STACKED) == 2 * margin(GROUPED)


def test_marks_are_called_by_what_tells_them_apart():
    assert called(PLAIN, Mark(0, 0, 1)) == "the mass loss for Spruce"
    assert called(LINE, Mark(1, 2, 3)) == "the optical density of Revertant at 12 h in panel (b)"
    assert called(LOG, Mark(0, 0, 1)) == "the copies at day 3"
    assert called(PIE, Mark(0, 0, 1)) == "the share of Shrews"


def test_trends_hold_where_specification_and_values_agree():
    assert [trend(LINE, panel, series) for panel in (0, 1) for series in range(3)] == [
        *("rises", "rises_then_falls", "flat"),
        *("rises", "falls", "falls_then_rises"),
    ]
    assert trend(YEARS, 0, 0) == "rises"
    assert trend(PLAIN, 0, 0) is None  # its categories have no order
    assert run_of(LINE, (0.1, 0.9, 0.1, 0.9, 0.1)) is None
    assert crossings(LINE, 0, 1, 2) == 2
    assert crossings(LINE, 0, 0, 0) is None  # nearer to each other than can be seen


@pytest.mark.parametrize(
    ("colour", "family"),
    [
        ("#0072B2", "blue"),
        ("#D55E00", "orange"),
        ("#009E73", "green"),
        ("#F0E442", "yellow"),
        ("#CC79A7", "pink"),
        ("#999999", "grey"),
        ("#D62728", "red"),
        ("#9467BD", "purple"),
        ("#7F4F24", "brown"),
        ("#000000", "black"),
        ("#FFFFFF", "white"),
    ],
)
def test_colours_are_counted_to_the_families_that_people_call_them(colour, family):
    assert family in families(colour)
    assert set(families(colour)) <= set(FAMILIES)
