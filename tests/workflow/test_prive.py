"""A run of PriVE alone, from drawn pairs and phantoms to scores: what is asked, and that planted models come out so."""

import csv
import json
from collections import defaultdict

import pytest
import yaml
from conftest import REPOSITORY, Workspace

from counterpoint.tables import read_table

KINDS = ("visual", "factual", "looks_closer", "disagrees")
CELLS = [
    "original_only/raw",
    "counterfactual_only/raw",
    "counterfactual_only/box",
    "counterfactual_only/crop",
    "counterfactual_only/zoom",
    "paired/raw",
    "identical_pair/raw",
    "wrong_picture/raw",
    "question_only/raw",
]
BLIND = ("wrong_picture/raw", "question_only/raw")
CONFIG = {
    "run": "small",
    "seed": 7,
    "registry": "models.yaml",
    "models": list(KINDS),
    "bootstrap_draws": 200,
    "suites": {
        "prive": {
            "objects": str(REPOSITORY / "resources" / "objects"),
            "prompts": str(REPOSITORY / "resources" / "prompts" / "prive.yaml"),
            "originals": 2,
            "edits": 1,
            "medical": {"per_direction": 2},
            "side": 128,
            "cells": CELLS,
            "orders": 2,
        }
    },
}
SCORED = [f"results/small/statistics/{model}/prive/estimates.parquet" for model in KINDS]


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> tuple[Workspace, str]:
    """The small run, up to its statistics, and what it printed."""
    space = Workspace(tmp_path_factory.mktemp("prive"))
    registry = {kind: {"provider": "planted", "respondent": kind} for kind in KINDS}
    (space.folder / "models.yaml").write_text(yaml.safe_dump(registry | {"rule-judge": {"provider": "rule_judge"}}))
    (space.folder / "config.yaml").write_text(yaml.safe_dump(CONFIG))
    return space, space.run(*SCORED)


def rows(space: Workspace, name: str, path: str) -> list[dict]:
    return read_table(name, space.results / path).to_pylist()


def test_each_model_is_asked_each_request_once(finished):
    space, printed = finished
    jobs = space.jobs(printed)
    assert {rule: jobs[rule] for rule in jobs if rule.startswith("prive_")} == {
        **dict.fromkeys(("prive_phantoms", "prive_stimuli", "prive_items", "prive_plan"), 1),
        **dict.fromkeys(("prive_scores", "prive_statistics"), len(KINDS)),
    }
    assert jobs["query"] == len(KINDS)
    requests = {row["request_id"] for row in rows(space, "requests", "trials/prive/requests.parquet")}
    assert len(requests) > 100
    for model in KINDS:
        paid = [line["request_id"] for line in space.paid(model)]
        assert sorted(paid) == sorted(requests)
        receipt = json.loads((space.results / "responses" / model / "prive" / "0.json").read_text())
        assert (receipt["asked"], receipt["from_journal"], receipt["failed"]) == (len(requests), 0, 0)


def test_pairs_of_every_domain_have_their_pictures_masks_and_views(finished):
    space, _ = finished
    pairs = rows(space, "prive_pairs", "stimuli/prive/pairs.parquet")
    domains = [pair["domain"] for pair in pairs]
    assert {domain: domains.count(domain) for domain in domains} == {
        **dict.fromkeys(("existence", "counting", "fashion", "industry"), 2),
        "medical": 4,
    }
    assert all((space.results / pair["mask"]).is_file() for pair in pairs)
    assert {pair["made"] for pair in pairs if pair["domain"] == "medical"} == {"phantom"}
    stimuli = rows(space, "stimuli", "stimuli/prive/stimuli.parquet")
    assert all((space.results / row["path"]).is_file() for row in stimuli)
    assert {row["source"] for row in stimuli if row["kind"] == "medical"} == {
        "phantom drawn by Counterpoint; not a patient"
    }
    assert {row["pixel_digest"] for row in stimuli} >= {
        part["value"]
        for request in rows(space, "requests", "trials/prive/requests.parquet")
        for part in request["parts"]
        if part["kind"] == "image"
    }


def test_planted_models_come_out_as_planted(finished):
    space, _ = finished
    share: dict[tuple[str, str], dict[str, float]] = {}
    for model in KINDS:
        outcomes = defaultdict(list)
        for row in rows(space, "scores", f"scores/{model}/prive.parquet"):
            # what is usual of a slice is its own contrast: without the slice, both directions are one request
            usual = row["cell"] not in BLIND or not row["item_id"].startswith("medical/")
            if usual and row["status"] != "skipped":  # a region that fills the picture has no crop
                outcomes[row["cell"]].append(row["outcome"])
        for cell, found in outcomes.items():
            share[model, cell] = {name: found.count(name) / len(found) for name in set(found)}
    for cell in CELLS:
        assert share["visual", cell] == {"biased" if cell in BLIND else "correct": 1.0}
    for cell in CELLS:
        conflict = cell.startswith(("counterfactual", "paired", "wrong", "question"))
        assert share["factual", cell] == {"biased" if conflict else "correct": 1.0}
    for view, outcome in (("raw", "biased"), ("box", "biased"), ("crop", "correct"), ("zoom", "correct")):
        assert share["looks_closer", f"counterfactual_only/{view}"] == {outcome: 1.0}
    for cell in ("counterfactual_only/raw", "paired/raw", "question_only/raw"):
        assert share["disagrees", cell] == {"correct": 1.0}
    assert share["disagrees", "identical_pair/raw"] == {"other": 1.0}
    assert share["disagrees", "original_only/raw"] == {"other": 1.0}


def test_open_answers_alone_are_judged_and_each_kind_has_its_reader(finished):
    space, _ = finished
    read = {row["request_id"]: row for row in rows(space, "verdicts", "verdicts/visual/prive.parquet")}
    asked = rows(space, "requests", "trials/prive/requests.parquet")
    readers = {(row["answer"], read[row["request_id"]]["reader_version"]) for row in asked}
    assert readers == {
        ("letter", "options/1"),
        ("yes_no", "yes_no/1"),
        ("number", "numbers/1"),
        ("open", "judge rule-judge"),
    }
    links = rows(space, "judge_links", "judging/visual/prive/rule-judge/links.parquet")
    assert {link["request_id"] for link in links} == {row["request_id"] for row in asked if row["answer"] == "open"}


def test_a_second_run_does_nothing(finished):
    space, _ = finished
    assert not space.jobs(space.run("--dry-run", *SCORED))


def test_a_rejected_view_plans_anew_and_draws_and_asks_nothing(finished):
    space, _ = finished
    pair = rows(space, "prive_pairs", "stimuli/prive/pairs.parquet")[0]["pair_id"]
    decision = {"pair_id": pair, "view": "crop", "decision": "reject", "reason": "unclear", "reviewer": "A. B."}
    with open(space.folder / "qc.csv", "w", newline="") as stream:
        writer = csv.DictWriter(stream, [*decision, "date"])
        writer.writeheader()
        writer.writerow(decision | {"date": "2026-07-01"})
    before = {model: len(space.paid(model)) for model in KINDS}
    config = CONFIG | {"suites": {"prive": CONFIG["suites"]["prive"] | {"qc": "qc.csv"}}}
    (space.folder / "config.yaml").write_text(yaml.safe_dump(config))
    jobs = space.jobs(space.run("results/small/scores/visual/prive.parquet"))
    assert not {"prive_phantoms", "prive_stimuli", "prive_items"} & set(jobs)
    assert jobs["prive_plan"] == 1
    assert {model: len(space.paid(model)) for model in KINDS} == before
    skipped = [r for r in rows(space, "scores", "scores/visual/prive.parquet") if r["status"] == "skipped"]
    assert {row["failure_class"] for row in skipped} == {"no_evidence"}
    assert {row["cell"] for row in skipped if row["item_id"].startswith(pair)} == {"counterfactual_only/crop"}
    reasons = {row["reason"] for row in rows(space, "prive_no_evidence", "trials/prive/no_evidence.parquet")}
    assert "rejected by A. B. on 2026-07-01: unclear" in reasons
