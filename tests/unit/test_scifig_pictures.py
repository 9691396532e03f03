"""Every view that the chosen cells need is on disk and in the tables, once, whatever the number of processes."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from pictured_figures import pictured as pictured_figure

from counterpoint.config_scifig import ScifigLevels
from counterpoint.errors import UserError
from counterpoint.stimuli.png import load_png, pixel_digest
from counterpoint.stimuli.transforms.blur import blurred_figure
from counterpoint.stimuli.views.region import Box
from counterpoint.suites.scifig.cells import CELLS, pictured
from counterpoint.suites.scifig.pictures.legibility import check_targets, legibility, why_unreadable
from counterpoint.suites.scifig.pictures.saved import save_views
from counterpoint.suites.scifig.pictures.views import View, blurred_dimensions, views_of, why_not
from counterpoint.tables import as_table

LEVELS = ScifigLevels().model_dump()
NAMES = [
    "clean",
    "noise_25",
    "contrast_dark_0.3",
    "contrast_light_0.3",
    "rotation_15",
    "rotation_cropped_15",
    "corners_lost_15",
    "jpeg_10",
    "downsample_4",
    "page",
    "page_blurred",
]


def saved(folder, sources, cells=tuple(CELLS), seed=7, processes=1):
    """Return the rows of `stimuli` and `scifig_views`, held against their schemas as the targets are."""
    tables: dict[str, list] = {}
    for found in save_views(sources, cells, LEVELS, seed, folder, processes):
        for table, rows in found.items():
            tables.setdefault(table, []).extend(rows)
    for table, rows in tables.items():
        as_table(table, rows)
    return tables["stimuli"], tables["scifig_views"]


def test_each_cell_has_its_views_and_the_clean_one_comes_first():
    assert [view.name for view in views_of(CELLS, LEVELS)] == NAMES
    assert [view.name for view in views_of(["reason/no_image", "resist/true_premise"], LEVELS)] == ["clean"]
    assert [view.name for view in views_of(["describe/page_blurred", "describe/jpeg"], LEVELS)] == [
        "clean",
        "jpeg_10",
        "page_blurred",
    ]
    many = LEVELS | {"rotation": (5.0, 15.0), "noise": (12.5,)}
    assert views_of(["describe/noise", "describe/corners_lost"], many) == [
        View("clean"),
        View("noise", 12.5),
        View("corners_lost", 5.0),
        View("corners_lost", 15.0),
    ]
    assert View("noise", 12.5).name == "noise_12.5" and View("corners_lost", 5.0).name == "corners_lost_5"


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["describe/page_blurred", "describe/clean"], set()),
        (["admittance/active_blurred"], {"admittance"}),
        (["inductance/passive_blurred", "inductance/active_no_image"], {"inductance"}),
        (["admittance/passive_sham"], {"sham"}),
        (list(CELLS), {"admittance", "inductance", "sham"}),
    ],
)
def test_targets_are_blurred_for_the_cells_that_show_them(cells, expected):
    assert blurred_dimensions(cells) == expected


@pytest.mark.parametrize("cell", CELLS)
def test_a_cell_that_is_not_pictured_makes_no_picture(cell):
    alone = views_of([cell], LEVELS) == [View("clean")] and not blurred_dimensions([cell])
    assert pictured([cell], LEVELS) == ([] if alone else [cell])


def test_pictured_cells_make_all_pictures_in_whatever_order_they_are_named():
    drawn = pictured(CELLS, LEVELS)
    assert drawn == pictured(reversed(CELLS), LEVELS) and "reason/clean" not in drawn
    assert views_of(drawn, LEVELS) == views_of(CELLS, LEVELS)
    assert blurred_dimensions(drawn) == blurred_dimensions(CELLS)


def test_all_views_of_figures_are_written_and_told_of(tmp_path):
    stimuli, views = saved(tmp_path, [partial(pictured_figure, number) for number in range(2)])
    targets = [f"blurred/figure_0/{name}" for name in ("admittance", "inductance", "sham")]
    assert [row["view"] for row in views if row["figure_id"] == "figure_0"] == NAMES + targets
    assert [row["stimulus_id"] for row in views] == [row["stimulus_id"] for row in stimuli]
    assert [row["stimulus_id"] for row in views] == [f"{row['figure_id']}/{row['view']}" for row in views]
    assert {row["reason"] for row in views} == {""}
    for row in stimuli:
        image = load_png(tmp_path / row["path"]).image
        assert pixel_digest(image) == row["pixel_digest"] and image.size == (row["width"], row["height"])
    assert len({row["pixel_digest"] for row in stimuli}) == len(stimuli)
    figure = pictured_figure(0)
    shown = {row["variant"]: np.asarray(load_png(tmp_path / row["path"]).image) for row in stimuli[: len(NAMES)]}
    assert (shown["clean"] == figure.clean).all() and (shown["page"] == figure.page).all()
    assert (shown["page_blurred"] == blurred_figure(figure.page, figure.box)).all()


def test_rows_and_pictures_do_not_depend_on_the_number_of_processes_or_the_other_figures(tmp_path):
    alone = saved(tmp_path / "one", [partial(pictured_figure, 1)])
    both = saved(tmp_path / "two", [partial(pictured_figure, number) for number in range(3)], processes=2)
    assert [row for row in both[0] if row["subject_id"] == "figure_1"] == alone[0]
    assert [row for row in both[1] if row["figure_id"] == "figure_1"] == alone[1]
    assert list(dict.fromkeys(row["figure_id"] for row in both[1])) == ["figure_0", "figure_1", "figure_2"]


def test_the_seed_changes_the_noise_alone(tmp_path):
    first, second = (saved(tmp_path / str(seed), [partial(pictured_figure, 0)], seed=seed)[0] for seed in (1, 2))
    changed = [a["variant"] for a, b in zip(first, second, strict=True) if a["pixel_digest"] != b["pixel_digest"]]
    assert changed == ["noise_25"]


def test_a_figure_without_a_page_has_no_view_of_it_and_says_why(tmp_path):
    cells = ["describe/clean", "describe/page", "describe/page_blurred"]
    stimuli, views = saved(tmp_path, [partial(pictured_figure, 0, paged=False)], cells)
    assert [(row["view"], row["reason"]) for row in views] == [
        ("clean", ""),
        ("page", "no_page"),
        ("page_blurred", "no_page"),
    ]
    assert [row["variant"] for row in stimuli] == ["clean"]
    assert views[1]["stimulus_id"] is None and views[1]["pixel_digest"] is None


@pytest.mark.parametrize(
    ("condition", "box", "reason"),
    [
        ("page_blurred", None, "no_box_on_page"),
        ("page_blurred", Box(0, 0, 11, 5), "box_outside_page"),
        ("page_blurred", Box(4, 4, 4, 8), "box_outside_page"),
        ("page_blurred", Box(0, 0, 10, 10), ""),
        ("page", None, ""),
    ],
)
def test_a_page_needs_a_box_inside_it_to_be_blurred(condition, box, reason):
    assert why_not(View(condition), np.zeros((10, 10, 3), np.uint8), box) == reason


def test_targets_are_checked_in_the_pictures_that_were_saved_figure_by_figure(tmp_path):
    figures = [pictured_figure(number) for number in range(2)]
    stimuli, _ = saved(tmp_path, [partial(pictured_figure, number) for number in range(2)], ["describe/clean"])
    targets = [target for figure in figures for target in figure.targets]
    found = [list(check_targets(targets, stimuli, tmp_path, processes)) for processes in (1, 2)]
    assert found[0] == found[1] == [legibility(figure.clean, figure.targets) for figure in figures]
    assert [row["target_id"] for block in found[0] for row in block] == [target["target_id"] for target in targets]
    assert not any(why_unreadable(row) for block in found[0] for row in block)


def test_what_else_tells_of_a_figure_comes_back_with_its_pictures(tmp_path):
    told = {"scifig_figures": [{"figure_id": "figure_0"}], "elements": [{"element_id": "tick/1"}]}
    found = list(
        save_views([lambda: replace(pictured_figure(0), others=told)], ["describe/clean"], LEVELS, 7, tmp_path)
    )
    assert len(found) == 1 and found[0] | told == found[0]
    assert found[0]["scifig_targets"] == pictured_figure(0).targets


def test_a_folder_that_cannot_be_written_stops_the_work_with_its_name(tmp_path):
    Path(tmp_path, "stimuli").write_text("a file where the folder should be")
    with pytest.raises(UserError, match="stimuli"):
        saved(tmp_path, [partial(pictured_figure, 0)], ["describe/clean"])
