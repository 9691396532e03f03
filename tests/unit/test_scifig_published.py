"""The paper's tables 3 and 4 beside a run's: by the same name, on the same scale, and told apart."""

from pathlib import Path

import pyarrow as pa
import pytest
import yaml

from counterpoint.statistics.estimates import estimates_table
from counterpoint.suites.scifig.figures.published import published
from counterpoint.suites.scifig.results.published import NO_CAPTION, beside_published, read_published
from counterpoint.tables import as_table

ROOT = Path(__file__).resolve().parents[2]
TABLE3, TABLE4 = (read_published(ROOT / "resources" / "published" / f"scifig_table{n}.csv") for n in (3, 4))
FOUND = [
    {"statistic": "mqm_published", "cell": "describe/clean", "estimate": 88.0, "low": 85.0, "high": 90.0},
    {"statistic": "mqm_capped", "cell": "describe/clean", "estimate": 92.0},
    {"statistic": "mqm_published", "cell": "describe/contrast_dark_0.3", "estimate": 70.0},
    {"statistic": "mqm_published", "cell": "describe/page", "estimate": 60.0},
    {"statistic": "resistance", "cell": "resist/false_premise", "level": "contra", "estimate": 0.5, "low": 0.4},
    {"statistic": "caption_resistance", "cell": "describe/false_caption", "estimate": 0.25},
    {"statistic": "admit_percent", "cell": "admittance/active_blurred", "estimate": 71.0},
    {"statistic": "accuracy_percent", "cell": "reason/clean", "level": "pattern", "estimate": 40.0},
]


def rows(captioned=True, models=("Gemini-3.1-Pro", "somebody")):
    given = [row | {"variant": "paper", "breakdown": "kind" if row.get("level") else "all"} for row in FOUND]
    estimates = pa.concat_tables([estimates_table("scifig", model, given) for model in models])
    table = beside_published(estimates, dict.fromkeys(models, "open"), TABLE3, TABLE4, captioned)
    return table, {(row["model"], row["measure"], row["statistic"]): row for row in table.to_pylist()}


def test_each_number_of_ours_stands_beside_the_papers_on_one_scale():
    _, found = rows()
    clean = found["Gemini-3.1-Pro", "clean, with caption", "mqm_published"]
    assert (clean["ours"], clean["ours_low"], clean["ours_high"]) == (88.0, 85.0, 90.0)
    assert (clean["published_model"], clean["published"]) == ("Gemini 3.1 Pro", 90.2)
    assert (clean["published_lowest"], clean["published_highest"]) == (62.2, 91.6)
    assert found["Gemini-3.1-Pro", "clean, with caption", "mqm_capped"]["published"] == 90.2
    contra = found["Gemini-3.1-Pro", "resists: contra", "resistance"]
    assert (contra["ours"], contra["ours_low"], contra["published"]) == pytest.approx((50, 40, 91))
    assert found["Gemini-3.1-Pro", "resists: caption", "caption_resistance"]["published"] == pytest.approx(89)
    admits = found["Gemini-3.1-Pro", "admittance: active", "admit_percent"]
    assert (admits["table"], admits["ours"], admits["published"]) == (4, 71, 90)
    pattern = found["Gemini-3.1-Pro", "reasoning: pattern", "accuracy_percent"]
    assert (pattern["ours"], pattern["published"]) == (40, 70)
    assert len(found) == 2 * len(FOUND), "what was not asked has no row"


def test_a_model_that_the_paper_does_not_have_gets_the_range_alone():
    _, found = rows()
    low_contrast = found["somebody", "low contrast", "mqm_published"]
    assert (low_contrast["published"], low_contrast["published_model"]) == (None, None)
    assert (low_contrast["published_lowest"], low_contrast["published_highest"]) == (61.5, 87.0)


def test_figures_without_captions_are_the_papers_original_and_differ_in_its_other_conditions():
    _, found = rows(captioned=False)
    clean = found["Gemini-3.1-Pro", "clean, no caption", "mqm_published"]
    assert (clean["published"], clean["note"]) == (89.3, "")
    assert found["Gemini-3.1-Pro", "low contrast", "mqm_published"]["note"] == NO_CAPTION
    assert found["Gemini-3.1-Pro", "page", "mqm_published"]["note"] == ""
    assert not any(row["note"] for row in rows()[1].values())


def test_every_model_of_the_papers_configuration_is_found_in_its_tables():
    models = yaml.safe_load((ROOT / "config" / "papers" / "scifig.yaml").read_text())["models"]
    table, _ = rows(models=models)
    assert set(table["published_model"].to_pylist()) == set(TABLE3) == set(TABLE4)


def test_the_figure_has_a_panel_a_model_and_a_hollow_mark_only_for_the_papers():
    figure = published({"scifig_table_published": rows()[0].to_pandas()})
    panels = {axes.get_title(loc="left"): axes for axes in figure.axes}
    hollow = {
        name: [line.get_xdata()[0] for line in axes.lines if line.get_marker() == "D"] for name, axes in panels.items()
    }
    assert hollow == {"Gemini-3.1-Pro": pytest.approx([90.2, 85.1, 83.8, 70, 91, 89, 90]), "somebody": []}
    for axes in panels.values():
        filled = [line.get_xdata()[0] for line in axes.lines if line.get_marker() == "o"]
        assert filled == pytest.approx([88, 70, 60, 40, 50, 25, 71])
    nothing = published({"scifig_table_published": as_table("scifig_table_published", []).to_pandas()})
    assert not nothing.axes
