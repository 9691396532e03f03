"""PriVE's section: what a reader must know first, phantoms called so, and pairs with mask and views side by side."""

import numpy as np
import pytest
from made_up_prive import made, pair, scores_of, tables_of
from PIL import Image

from counterpoint.report.gallery import picture_uri
from counterpoint.report.page import report_context, write_report
from counterpoint.stimuli.views.region import region_of_mask
from counterpoint.suites.prive.names import IMAGES, MASKS
from counterpoint.suites.prive.pictured import PicturedPair, save_pairs
from counterpoint.suites.prive.report import TABLES, headline, prive_section, warnings
from counterpoint.tables import as_table, write_table

CELLS = (
    "original_only/raw",
    "counterfactual_only/raw",
    "counterfactual_only/raw_twice",
    "counterfactual_only/crop",
    "counterfactual_only/contour",
    "paired/raw",
    "question_only/raw",
)
WORDS = "<b>bold</b>"


def pictured(one):
    original = np.full((120, 160, 3), 200, dtype=np.uint8)
    counterfactual, mask = original.copy(), np.zeros((120, 160), dtype=bool)
    mask[40:60, 50:80] = True
    counterfactual[mask] = (30, 60, 90 + int(one.pair_id[-1]))
    return PicturedPair(one, original, counterfactual, region_of_mask(mask), shared=True)


@pytest.fixture(scope="module")
def section(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    pairs = [pair("counting", i, edit) for i in range(3) for edit in range(3)]
    pairs += [pair("medical", i, 0) for i in range(9)]
    parts = tables_of(pairs, CELLS)
    saved = save_pairs([pictured(one) for one in pairs], ["raw_twice", "crop", "contour", "outline"], 96, folder)
    write_table("stimuli", folder / "stimuli.parquet", saved.stimuli)
    write_table("prive_pairs", folder / "pairs.parquet", saved.pairs)
    write_table("prive_views", folder / "views.parquet", saved.views)
    item_rows = [row | {"question": row["question"] + WORDS} for row in parts["prive_items"].to_pylist()]
    write_table("prive_items", folder / "items.parquet", item_rows)
    lost = {"cell": "counterfactual_only/crop", "item_id": item_rows[0]["item_id"], "unit_id": item_rows[0]["unit_id"]}
    write_table("no_evidence", folder / "no_evidence.parquet", [lost | {"trials": 1, "reason": "no_mask"}])
    fault = {"suite": "prive", "source": "case BraTS-7", "item_id": None, "fault": "empty_mask", "detail": "nothing"}
    write_table("audit", folder / "audit.parquet", [fault | {"kept_out": True}])
    write_table("scores", folder / "scores.parquet", scores_of(parts, {"respondent": "factual"}))
    write_table("responses", folder / "responses.parquet", [])
    made_tables = made(CELLS, {"planted-visual": "planted", "reader": "open"})
    for name in TABLES:
        write_table(name, folder / f"tables/{name}.parquet", made_tables[name])
    return prive_section(
        **{name: folder / f"{name}.parquet" for name in ("items", "pairs", "views", "no_evidence", "stimuli")},
        audit=[folder / "audit.parquet"],
        images=folder / IMAGES,
        masks=folder / MASKS,
        tables=sorted((folder / "tables").glob("*.parquet")),
        figures=[],
        scores={"believer": folder / "scores.parquet"},
        responses={"believer": [folder / "responses.parquet"]},
    )


def test_a_pair_stands_beside_its_mask_and_views(section):
    groups = {group.name: group for group in section.gallery.groups}
    assert groups["counting-0-0"].pictures[0].digest == groups["counting-0-1"].pictures[0].digest  # one original
    labels = [picture.labels[0] for picture in groups["counting-0-0"].pictures]
    assert labels[:2] == ["original", "counterfactual"]
    assert labels[2].startswith("mask (never sent)")
    assert labels[3:] == [
        "contour of the counterfactual, a yellow hairline that is faint on pale ground",
        "crop of the counterfactual",
    ]  # the outline was made, but no cell of the run sends it
    units = {unit.task: unit for unit in groups["counting-0-0"].units}
    assert {"yes no", "choice", "open", "number", "same", "which", "difference"} <= set(units)
    about = {wording.where[0]: wording for wording in units["choice"].wordings}
    assert [mark.name for mark in about["about the counterfactual"].options[1].marks] == ["picture"]
    assert [mark.name for mark in about["about the counterfactual"].options[0].marks] == ["prior"]
    assert [mark.name for mark in about["about the original"].options[0].marks] == ["picture"]
    notes = [note for wording in units["open"].wordings for note in wording.notes]
    assert notes == [
        "original: shows 4 spots or 4",
        "counterfactual: shows 5 spots or 5; the prior gives 4 spots or 4",
    ]
    assert "counterfactual_only/crop" in units["open"].cells


def test_the_gallery_of_a_large_run_is_a_spread_and_says_so(section):
    names = [group.name for group in section.gallery.groups]
    assert len(names) == 16
    assert {"counting-0-0", "counting-2-2", "medical-0-0", "medical-8-0"} <= set(names)
    assert section.gallery.note == "Of 18 pairs 16 are shown, spread evenly over each domain."


def test_phantoms_are_called_phantoms(section):
    group = next(group for group in section.gallery.groups if group.name.startswith("medical"))
    assert "phantom, of no patient" in group.note
    assert all("phantom" in picture.labels[0] for picture in group.pictures if "mask" not in picture.labels[0])
    assert "medical 9 (phantoms)" in section.guide
    assert section.warnings[0].startswith("The pictures of the domain medical are phantoms")


def test_defects_and_views_that_do_not_exist_are_warned_of(section):
    assert "empty mask 1" in section.warnings[1]
    assert "case BraTS-7" in section.warnings[1]
    assert any("counterfactual_only/crop (1 items)" in warning for warning in section.warnings)


def test_the_page_escapes_what_comes_from_questions(section, tmp_path):
    run = {"name": "r", "seed": 1, "digest": "d", "reading": {}, "models": []}
    write_report(tmp_path / "report.html", report_context(run, [section], as_table("spending", []), {}))
    page = (tmp_path / "report.html").read_text()
    assert WORDS not in page
    assert "&lt;b&gt;bold" in page
    assert "Of 18 pairs 16 are shown" in page


def test_the_headline_puts_pfer_on_an_axis_best_reader_first():
    rows = made(CELLS, {"believer": "open", "planted-visual": "planted"})["prive_table7"]
    shown = headline(as_table("prive_table7", rows))
    assert [row[0].text for row in shown.rows] == ["planted-visual", "believer"]
    assert shown.rows[0][5].place == (0, 0, 0)
    low, estimate, high = (rows[0][name] for name in ("pfer_low", "pfer", "pfer_high"))
    assert shown.rows[1][5].place == (estimate, low, high)
    assert shown.rows[0][3].text == "100.0 [100.0, 100.0]"


def test_missed_truth_and_unread_replies_are_warned_of():
    pairs = tables_of([pair("counting", 0, 0)], ["paired/raw"])["prive_pairs"]
    truth = {"model": "p", "respondent": "visual", "statistic": "accuracy_percent", "cell": "paired/raw", "level": ""}
    truth |= {"variant": "paper", "breakdown": "all", "true_value": 100, "estimate": 90, "low": 80, "high": 95}
    cells = made(["paired/raw"], {"reader": "open"})["prive_cells"]
    unread = [row | {"unresolved": 7.0} if row["breakdown"] == "all" else row for row in cells]
    found = warnings(
        {
            "prive_planted": as_table("prive_planted", [truth | {"covered": False}]),
            "prive_cells": as_table("prive_cells", unread),
        },
        pairs,
    )
    assert "1 of 1 intervals miss the planted truth" in found[0]
    assert "p (accuracy_percent, paired/raw)" in found[0]
    assert "reader paired/raw (7 %)" in found[1]
    assert len(found) == 2


def test_a_small_picture_is_reduced_where_a_suite_asks_for_it(tmp_path):
    rng = np.random.default_rng(1)
    Image.fromarray(rng.integers(0, 255, (400, 400, 3), dtype=np.uint8)).save(tmp_path / "p.png")
    assert picture_uri(tmp_path / "p.png", large=10_000_000)[1] is False
    reduced = picture_uri(tmp_path / "p.png", large=1_000, wide=50)
    assert reduced[1] is True
    assert len(reduced[0]) < 10_000
