"""SciFig's gallery: cells of which no picture exists, and questions without options."""

from pathlib import Path

from made_up_scifig import item

from counterpoint.report.answers import Answer, ModelAnswers
from counterpoint.report.section import Asked
from counterpoint.suites.scifig.report_gallery import figure_gallery
from counterpoint.tables import as_table


def test_a_cell_that_no_figure_has_a_picture_for_is_shown_without_one():
    figure = dict.fromkeys(as_table("scifig_figures", []).column_names)
    figure |= {"figure_id": "f1", "chart_type": "bar", "made": "generated", "description": "d", "caption": "c"}
    figure |= {"source": "", "licence": ""}
    cell, empty = "describe/wrong_image", {name: as_table(name, []) for name in ("trials", "requests", "stimuli")}
    answers = ModelAnswers({("f1/describe", cell): Answer(left_out=1)}, frozenset({cell}), Asked(1, {}, 0, 0, 0, 0, 0))
    gallery = figure_gallery(
        as_table("scifig_figures", [figure]),
        as_table("scifig_items", [item("f1/describe")]),
        as_table("scifig_targets", []),
        *empty.values(),
        Path("images"),
        [cell],
        {"m": answers},
    )
    (group,) = gallery.groups
    assert (group.name, group.pictures, group.units[0].cells) == ("f1", [], [cell])
    assert not gallery.options
