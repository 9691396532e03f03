"""A second designer of probes: a model proposes what to ask about drawn figures, and nothing but that changes."""

import csv
import json
from collections import defaultdict

import pytest
import yaml
from conftest import REPOSITORY, Workspace
from fault_server import Answer, reply
from own_figures import claim, question
from provider_samples import KEY

from counterpoint.tables import read_table

CELLS = [
    *("describe/clean", "describe/true_caption", "describe/false_caption", "reason/clean", "resist/false_premise"),
    *("resist/true_premise", "admittance/active_blurred", "inductance/passive_blurred"),
]
TRIALS = "results/small/trials/scifig/trials.parquet"
ABSENT = {
    "kind": "inexist",
    "question": "How high is the Zarconite series?",
    "premise": "The figure has a Zarconite series.",
    "actual": "The figure has no Zarconite series.",
    "names": ["Zarconite"],
    "false_number": None,
    "true_number": None,
    "twin_question": "How high is the tallest thing drawn?",
    "twin_premise": "The figure draws something.",
}
PROPOSED = {
    "questions": [question("counting", "How many panels are there?", 1)],
    "premises": [ABSENT],
    "claims": [claim("value_anchor", "It is so.", "It is otherwise.")],
}


def requests_by_cell(space: Workspace) -> dict[str, dict[str, str]]:
    """Return the request that each item sends, by cell."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for row in read_table("trials", space.folder / TRIALS).to_pylist():
        found[row["cell"]][row["item_id"]] = row["request_id"]
    return found


@pytest.mark.slow
def test_proposed_probes_take_the_place_of_computed_ones_once_accepted_and_change_nothing_else(tmp_path, server):
    space = Workspace(tmp_path / "work")
    space.folder.mkdir()
    server.behave = lambda seen: Answer(reply("openai", json.dumps(PROPOSED)))
    writer = {"provider": "openai", "group": "proprietary", "access": "api", "snapshot": "gpt-some", "structured": True}
    writer |= {"base_url": server.address("openai"), "api_key_env": "LAB_KEY"}
    registry = {"visual": {"provider": "planted", "respondent": "visual"}, "writer": writer}
    registry["rule-judge"] = {"provider": "rule_judge"}
    (space.folder / "models.yaml").write_text(yaml.safe_dump(registry))
    prompts = str(REPOSITORY / "resources" / "prompts" / "scifig.yaml")
    suite = {"figures": 3, "cells": CELLS, "captioned": True, "prompts": prompts}

    def plan(**changes):
        config = {"run": "small", "seed": 7, "registry": "models.yaml", "models": ["visual"], "bootstrap_draws": 200}
        (space.folder / "config.yaml").write_text(yaml.safe_dump(config | {"suites": {"scifig": suite | changes}}))
        printed = space.run(TRIALS, LAB_KEY=KEY)
        return space.jobs(printed), requests_by_cell(space)

    _, computed = plan()
    kept = {cell: sent for cell, sent in computed.items() if not cell.startswith(("reason/", "resist/"))}
    assert not server.seen
    assert set(computed) == set(CELLS)

    jobs, waiting = plan(probes="proposed", generator="writer")
    assert waiting == kept, "what nobody accepted is not asked, and all else is as it was"
    assert {"scifig_stimuli", "scifig_legibility"}.isdisjoint(jobs)
    assert len(server.seen) == len(space.paid("writer")) == 3

    with open(space.results / "items" / "scifig" / "candidates.csv", encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert {row["dimension"] for row in rows} == {"reasoning", "resistance"}
    assert not any(row["problems"] for row in rows)
    for row in rows:
        row |= {"decision": "accept", "reviewer": "A. Reader", "date": "2026-07-01"}
    with open(space.folder / "review.csv", "w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    _, reviewed = plan(probes="proposed", generator="writer", review="review.csv")
    assert len(server.seen) == 3
    assert {cell: sent for cell, sent in reviewed.items() if cell in kept} == kept
    assert set(reviewed) == set(CELLS)
    items = read_table("scifig_items", space.results / "items" / "scifig" / "items.parquet").to_pylist()
    asked = {row["dimension"]: {r["question"] for r in items if r["dimension"] == row["dimension"]} for row in items}
    assert asked["reasoning"] == {"How many panels are there?"}
    assert asked["resistance"] == {ABSENT["question"], ABSENT["twin_question"]}
    for cell in ("reason/clean", "resist/false_premise", "resist/true_premise"):
        assert len(reviewed[cell]) == 3
        assert not set(reviewed[cell].values()) & set(computed[cell].values())

    _, again = plan()
    assert again == computed
