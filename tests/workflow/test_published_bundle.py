"""The published bundle runs through the same pipeline as our own charts."""

import shutil

import pytest
import yaml
from conftest import REPOSITORY

from counterpoint.tables import read_table

BUNDLE = REPOSITORY.parent / "shared" / "data" / "cvlat"
pytestmark = pytest.mark.skipif(not BUNDLE.exists(), reason="the published bundle is not beside the repository")


@pytest.fixture(scope="module")
def paper(tmp_path_factory):
    """config/papers/cvlat.yaml with one planted respondent and few orders, on the published bundle."""
    from conftest import Workspace

    folder = tmp_path_factory.mktemp("paper")
    config = yaml.safe_load((REPOSITORY / "config" / "papers" / "cvlat.yaml").read_text())
    config |= {"run": "small", "models": ["arbiter-reader"], "shards": 1, "bootstrap_draws": 200}
    config["registry"] = str(REPOSITORY / "config" / "models.yaml")
    prompts = str(REPOSITORY / "resources" / "prompts" / "cvlat.yaml")
    config["suites"]["cvlat"] |= {"bundle": str(BUNDLE), "orders": 3, "prompts": prompts}
    (folder / "config.yaml").write_text(yaml.safe_dump(config))
    workspace = Workspace(folder)
    workspace.run()
    return workspace


def test_all_96_items_are_asked_and_the_audit_stands_beside_them(paper):
    trials = read_table("trials", paper.results / "trials" / "cvlat" / "trials.parquet").to_pandas()
    assert trials["item_id"].nunique() == 96
    assert trials["unit_id"].nunique() == 48
    assert set(trials["cell"]) == {
        "cvlat/normal",
        "cvlat/anonymised",
        "cvlat/question_only",
        "cvlat/factual_priority",
        "cvlat/visual_priority",
    }
    audit = read_table("audit", paper.results / "items" / "cvlat" / "audit.parquet").to_pandas()
    assert len(audit) > 0
    assert not audit["kept_out"].any()
    assert (paper.results / "report.html").exists()


def test_the_bundles_own_prompts_are_sent(paper):
    requests = read_table("requests", paper.results / "trials" / "cvlat" / "requests.parquet").to_pandas()
    assert requests["system"].str.startswith("You are a helpful assistant for analyzing data visualizations").any()


def test_no_picture_that_is_sent_has_transparency_left(paper):
    from PIL import Image

    stimuli = read_table("stimuli", paper.results / "stimuli" / "cvlat" / "stimuli.parquet").to_pandas()
    assert len(stimuli) == 24
    assert set(stimuli["source_mode"]) == {"RGBA"}
    for path in stimuli["path"]:
        with Image.open(paper.results / path) as picture:
            assert picture.mode == "RGB"


@pytest.mark.slow
def test_a_broken_picture_keeps_its_items_out_with_a_row_and_the_rest_runs(paper, tmp_path):
    from conftest import Workspace

    work = tmp_path / "work"
    shutil.copytree(paper.folder, work)
    shutil.copytree(BUNDLE, work / "bundle")
    broken = work / "bundle" / "CVLAT" / "image" / "bar_chart.png"
    broken.chmod(0o644)
    broken.write_bytes(broken.read_bytes()[:3000])
    workspace = Workspace(work)
    workspace.configure(cvlat={"bundle": "bundle"})
    workspace.run("--until", "query")
    audit = read_table("audit", workspace.results / "items" / "cvlat" / "audit.parquet").to_pandas()
    kept_out = audit[audit["kept_out"]]
    assert len(kept_out) >= 4
    assert set(kept_out["fault"]) == {"unreadable_image", "no_picture"}
    trials = read_table("trials", workspace.results / "trials" / "cvlat" / "trials.parquet").to_pandas()
    assert workspace.receipt("arbiter-reader")["requests"] == trials["request_id"].nunique()
    assert not trials["item_id"].str.match(r"cvlat/bar_chart/\d+/real").any()
    assert trials["item_id"].str.match(r"cvlat/bar_chart/\d+/anonymised").any()
