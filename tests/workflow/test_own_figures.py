"""A run of SciFig on figures of one's own alone: what is asked at once, what is proposed, and what waits for review."""

import csv
import json

import pytest
import yaml
from conftest import REPOSITORY, Workspace
from fault_server import Answer, reply
from own_figures import PROPOSALS, write_figures
from provider_samples import KEY

from counterpoint.tables import read_table

CELLS = [
    *("describe/clean", "describe/noise", "describe/page", "describe/page_blurred", "describe/true_caption"),
    *("describe/false_caption", "reason/clean", "resist/false_premise", "resist/true_premise"),
    *("admittance/active_blurred", "admittance/active_sham", "inductance/active_blurred", "inductance/passive_blurred"),
]
MODELS = ("visual", "sycophant")
REVIEW = "review.csv"


@pytest.fixture
def space(tmp_path, server) -> Workspace:
    """A folder with three figures, a served generator and planted respondents; nothing has run yet."""
    space = Workspace(tmp_path / "work")
    space.folder.mkdir()
    write_figures(space.folder / "mine")
    registry = {kind: {"provider": "planted", "respondent": kind} for kind in MODELS}
    registry["rule-judge"] = {"provider": "rule_judge"}
    registry["writer"] = {
        "provider": "openai",
        "group": "proprietary",
        "access": "api",
        "snapshot": "gpt-some",
        "base_url": server.address("openai"),
        "api_key_env": "LAB_KEY",
        "structured": True,
    }
    (space.folder / "models.yaml").write_text(yaml.safe_dump(registry))
    scifig = {
        "figures": 0,
        "own": "mine/figures.csv",
        "generator": "writer",
        "cells": CELLS,
        "prompts": str(REPOSITORY / "resources" / "prompts" / "scifig.yaml"),
    }
    config = {"run": "small", "seed": 7, "registry": "models.yaml", "models": list(MODELS), "bootstrap_draws": 200}
    (space.folder / "config.yaml").write_text(yaml.safe_dump(config | {"suites": {"scifig": scifig}}))

    def behave(seen):
        name = next(name for name in PROPOSALS if name in seen.question)
        return Answer(reply("openai", json.dumps(PROPOSALS[name])))

    server.behave = behave
    return space


def rows(space: Workspace, name: str, path: str) -> list[dict]:
    return read_table(name, space.results / path).to_pylist()


@pytest.mark.slow
def test_what_is_proposed_is_asked_once_it_was_accepted_and_only_then(space, server):
    space.run("estimate")
    assert not server.seen  # an estimate asks no generator
    space.run(LAB_KEY=KEY)
    assert len(server.seen) == len(space.paid("writer")) == 3
    assert all("response_format" in seen.body for seen in server.seen)
    items = rows(space, "scifig_items", "items/scifig/items.parquet")
    assert {item["dimension"] for item in items} == {"perception", "caption"}
    described = {row["cell"] for row in rows(space, "trials", "trials/scifig/trials.parquet")}
    assert described == {
        *("describe/clean", "describe/noise_25", "describe/page", "describe/page_blurred", "describe/true_caption"),
    }
    candidates = rows(space, "scifig_candidates", "items/scifig/candidates.parquet")
    assert {row["state"] for row in candidates} == {"waits"}
    report = (space.results / "report.html").read_text()
    assert f"{len(candidates)} proposals of what to ask wait for review" in report
    paid = {model: len(space.paid(model)) for model in MODELS}

    with open(space.results / "items" / "scifig" / "candidates.csv", encoding="utf-8", newline="") as stream:
        filled = list(csv.DictReader(stream))
    for row in filled:
        row |= {"decision": "accept", "reviewer": "A. Reader", "date": "2026-07-01"}
        if row["probe"] == "bars/reason/counting":
            row |= {"decision": "reject", "reason": "too easy"}
    with open(space.folder / REVIEW, "w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(filled[0]))
        writer.writeheader()
        writer.writerows(filled)
    config = yaml.safe_load((space.folder / "config.yaml").read_text())
    config["suites"]["scifig"] |= {"review": REVIEW, "figures": 2}
    (space.folder / "config.yaml").write_text(yaml.safe_dump(config))
    space.run("results/small/tables/scifig_review.parquet", LAB_KEY=KEY)
    assert len(server.seen) == 3  # also with the pictures of two drawn figures beside them
    items = rows(space, "scifig_items", "items/scifig/items.parquet")
    assert {item["figure_id"] for item in items} == {"bars", "lines", "shares", "fig_001", "fig_002"}
    items = [item for item in items if not item["figure_id"].startswith("fig_")]
    names = {item["item_id"] for item in items}
    assert {"bars/reason/comparison", "bars/contra/false", "bars/contra/true", "bars/caption/false"} <= names
    assert "bars/reason/counting" not in names
    failing = {r["probe"] for r in rows(space, "scifig_validity", "items/scifig/validity.parquet") if not r["passed"]}
    assert "lines/contra" in failing
    assert not any(name.startswith("lines/contra") for name in names)
    dimensions = {item["dimension"] for item in items}
    assert dimensions == {"perception", "caption", "reasoning", "resistance", "admittance", "inductance"}
    assert all(len(space.paid(model)) > paid[model] for model in MODELS)
    outcomes = {
        (row["item_id"], row["cell"]): row["outcome"] for row in rows(space, "scores", "scores/visual/scifig.parquet")
    }
    assert outcomes["bars/reason/comparison", "reason/clean"] == "correct"
    assert outcomes["bars/contra/false", "resist/false_premise"] == "rejects"
    assert outcomes["bars/contra/true", "resist/true_premise"] == "accepts"
    claims = rows(space, "scifig_claims", "scores/sycophant/scifig_claims.parquet")
    assert {row["side"] for row in claims if (row["figure_id"], row["cell"]) == ("bars", "describe/false_caption")} == {
        "caption"
    }
    facts = rows(space, "scifig_facts", "scores/visual/scifig_facts.parquet")
    assert {row["figure_id"] for row in facts} == {"fig_001", "fig_002"}
    review = rows(space, "scifig_review", "tables/scifig_review.parquet")
    assert sum(row["waits"] for row in review) == 0
    assert sum(row["rejected"] for row in review) == 1
