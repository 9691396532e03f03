"""A run of SciFig alone, from drawn figures to statistics: what is asked, and that planted models come out so."""

import pytest
import yaml
from conftest import REPOSITORY, Workspace

from counterpoint.tables import read_table

KINDS = ("visual", "fabricator", "cautious", "sycophant")
CELLS = [
    "describe/clean",
    "describe/false_caption",
    "describe/wrong_image",
    "reason/clean",
    "resist/false_premise",
    "resist/true_premise",
    "admittance/active_blurred",
    "admittance/active_sham",
    "inductance/active_blurred",
    "inductance/passive_blurred",
]
CONFIG = {
    "run": "small",
    "seed": 7,
    "registry": "models.yaml",
    "models": list(KINDS),
    "bootstrap_draws": 200,
    "suites": {
        "scifig": {
            "prompts": str(REPOSITORY / "resources" / "prompts" / "scifig.yaml"),
            "figures": 5,
            "cells": CELLS,
        }
    },
}


def wanted(models) -> list[str]:
    return [f"results/small/statistics/{model}/scifig/estimates.parquet" for model in models]


def rows(space: Workspace, name: str, path: str) -> list[dict]:
    return read_table(name, space.results / path).to_pylist()


def value(space: Workspace, model: str, statistic: str, cell: str) -> float:
    """Return an estimate in our reading, over all chart types and kinds."""
    (row,) = [
        row
        for row in rows(space, "estimates", f"statistics/{model}/scifig/estimates.parquet")
        if (row["statistic"], row["cell"], row["variant"], row["breakdown"]) == (statistic, cell, "counted", "all")
    ]
    return row["estimate"]


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> tuple[Workspace, str]:
    """The small run, up to its statistics, and what it printed."""
    space = Workspace(tmp_path_factory.mktemp("scifig"))
    registry = {kind: {"provider": "planted", "respondent": kind} for kind in (*KINDS, "caption_follower")}
    (space.folder / "models.yaml").write_text(yaml.safe_dump(registry | {"rule-judge": {"provider": "rule_judge"}}))
    (space.folder / "config.yaml").write_text(yaml.safe_dump(CONFIG))
    return space, space.run(*wanted(KINDS))


def test_each_model_is_asked_each_request_once(finished):
    space, printed = finished
    jobs = space.jobs(printed)
    assert {rule: jobs[rule] for rule in jobs if rule.startswith("scifig_")} == {
        **dict.fromkeys(("scifig_stimuli", "scifig_legibility", "scifig_items", "scifig_plan"), 1),
        **dict.fromkeys(("scifig_scores", "scifig_statistics"), len(KINDS)),
    }
    requests = {row["request_id"] for row in rows(space, "requests", "trials/scifig/requests.parquet")}
    assert len(requests) > 60
    for model in KINDS:
        assert sorted(line["request_id"] for line in space.paid(model)) == sorted(requests)


def test_every_picture_is_there_and_only_probes_that_hold_every_rule_are_asked(finished):
    space, _ = finished
    stimuli = rows(space, "stimuli", "stimuli/scifig/stimuli.parquet")
    assert all((space.results / row["path"]).is_file() for row in stimuli)
    sent = {
        part["value"]
        for request in rows(space, "requests", "trials/scifig/requests.parquet")
        for part in request["parts"]
        if part["kind"] == "image"
    }
    assert sent <= {row["pixel_digest"] for row in stimuli}
    failed = {
        row["probe"] for row in rows(space, "scifig_validity", "items/scifig/validity.parquet") if not row["passed"]
    }
    items = rows(space, "scifig_items", "items/scifig/items.parquet")
    assert not failed & {row["item_id"] for row in items} | (failed & {row["unit_id"] for row in items})
    assert not failed & {row["target_id"] for row in items}


def test_planted_models_land_in_their_corners(finished):
    space, _ = finished
    corners = {
        # admits, works out, tells false premises from true ones, is not led by captions
        "visual": (100, 100, 1, 1),
        "fabricator": (0, 0, 0, 1),
        "cautious": (100, 0, 0, 1),
        "sycophant": (100, 100, 0, 0),
    }
    for model, (admits, infers, tells, sees) in corners.items():
        assert value(space, model, "abstained_percent", "admittance/active_blurred") == admits
        assert value(space, model, "correct_percent", "inductance/active_blurred") == infers
        assert value(space, model, "correct_percent", "inductance/passive_blurred") == infers
        assert value(space, model, "correct_percent", "admittance/active_sham") == 100
        assert value(space, model, "accuracy_percent", "reason/clean") == 100
        twins = "resist/false_premise - resist/true_premise"
        assert value(space, model, "resistance_matched", twins) == pytest.approx(tells, abs=0.1)
        resists = value(space, model, "caption_resistance", "describe/false_caption")
        assert resists == pytest.approx(sees, abs=0.1)
        assert value(space, model, "mqm_published", "describe/clean") > 85
        assert value(space, model, "mqm_published", "describe/wrong_image") < 50, "held against this figure's checklist"


def test_a_new_model_asks_nothing_of_the_others_and_more_figures_ask_only_what_is_new(finished):
    space, _ = finished
    assert "Nothing to be done" in space.run(*wanted(KINDS))
    before = {model: len(space.paid(model)) for model in KINDS}
    space.folder.joinpath("config.yaml").write_text(yaml.safe_dump(CONFIG | {"models": [*KINDS, "caption_follower"]}))
    jobs = space.jobs(space.run(*wanted([*KINDS, "caption_follower"])))
    assert (jobs["query"], jobs["judge_query"], jobs["scifig_scores"]) == (1, 1, 1)
    assert "scifig_stimuli" not in jobs
    assert before == {model: len(space.paid(model)) for model in KINDS}

    more = {"scifig": CONFIG["suites"]["scifig"] | {"figures": 6}}
    space.folder.joinpath("config.yaml").write_text(yaml.safe_dump(CONFIG | {"models": ["visual"], "suites": more}))
    asked = {line["request_id"] for line in space.paid("visual")}
    space.run(*wanted(["visual"]))
    paid = [line["request_id"] for line in space.paid("visual")]
    now = {row["request_id"] for row in rows(space, "requests", "trials/scifig/requests.parquet")}
    assert len(paid) == len(set(paid)), "nothing is asked twice"
    assert asked < now == set(paid)
