"""SciFig's gallery: cells of which no picture exists, and questions without options."""

from collections import Counter
from pathlib import Path

from made_up_scifig import item

from counterpoint.report.answers import Answer, ModelAnswers
from counterpoint.report.section import Asked
from counterpoint.suites.scifig.report_gallery import figure_gallery
from counterpoint.tables import as_table


def made(items, cells, by_item):
    """Return the gallery of one figure without pictures, of a model's answers by item and cell."""
    figure = dict.fromkeys(as_table("scifig_figures", []).column_names)
    figure |= {"figure_id": "f1", "chart_type": "bar", "made": "generated", "description": "d", "caption": "c"}
    figure |= {"source": "", "licence": ""}
    empty = (as_table(name, []) for name in ("scifig_targets", "trials", "requests", "stimuli"))
    answers = ModelAnswers(by_item, frozenset(cells), Asked(1, {}, 0, 0, 0, 0, 0))
    shown = as_table("scifig_figures", [figure]), as_table("scifig_items", items)
    return figure_gallery(*shown, *empty, Path("images"), cells, {"m": answers})


def test_a_cell_that_no_figure_has_a_picture_for_is_shown_without_one():
    cell = "describe/wrong_image"
    gallery = made([item("f1/describe")], [cell], {("f1/describe", cell): Answer(left_out=1)})
    (group,) = gallery.groups
    assert (group.name, group.pictures, group.units[0].cells) == ("f1", [], [cell])
    assert not gallery.options


def test_what_a_colour_stands_for_is_said_unit_by_unit():
    cells = ["reason/clean", "resist/false_premise", "admittance/active_blurred"]
    came = [{"correct": 1, "abstained": 1, "wrong": 2}, {"rejects": 2}, {"wrong_hedged": 1, "wrong": 1}]
    by_item = {(f"f1/{i}", cell): Answer(Counter(came[i])) for i, cell in enumerate(cells)}
    units = made([item(f"f1/{i}") for i in range(3)], cells, by_item).groups[0].units
    assert [unit.legend for unit in units] == [
        {"blue": ["correct"], "white": ["abstained"], "orange": ["wrong"]},
        {"blue": ["rejects"]},
        {"orange": ["wrong_hedged", "wrong"]},
    ]
    for unit in units:
        assert {look for row in unit.rows for bar in row.bars if bar for look, _ in bar.parts} == set(unit.legend)
