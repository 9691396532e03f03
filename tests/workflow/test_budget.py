"""Whole runs with a budget, against a server on loopback: it is kept, the report is made, and a larger one goes on."""

import pytest
import yaml
from conftest import REGISTRY, Workspace, new_workspace
from fault_server import Answer, FaultServer, reply

from counterpoint.tables import read_table

SHARDS = 4
INPUT, OUTPUT = 200, 40
COST = (INPUT * 2 + OUTPUT * 10) / 1e6
"""US dollars that a reply of the server costs: 2 dollars a million input tokens, 10 a million output tokens."""


def replies(seen):
    body = reply(seen.wire)
    body["usage"] = {"prompt_tokens": INPUT, "completion_tokens": OUTPUT, "total_tokens": INPUT + OUTPUT}
    return Answer(body)


@pytest.fixture
def server():
    with FaultServer(replies) as server:
        yield server


def served(server, **more):
    return {
        "provider": "openai_compatible",
        "group": "open",
        "access": "local",
        "snapshot": "weights",
        "base_url": server.address("openai_compatible"),
        "decoding": {"max_output_tokens": 64},
        "price": {"input": 2, "output": 10},
        "shards": SHARDS,
    } | more


@pytest.fixture
def space(tmp_path, server, readings) -> Workspace:
    """A folder whose registry has a served model with a price beside the planted ones."""
    space = new_workspace(tmp_path / "work", readings)
    (space.folder / "models.yaml").write_text(yaml.safe_dump(REGISTRY | {"served": served(server)}))
    space.configure(models=["served", "recaller"], cvlat={"cells": ["cvlat/normal", "cvlat/question_only"]})
    return space


def paid(space):
    return COST * len(space.paid("served"))


def test_a_model_without_a_price_is_refused_a_budget_in_one_line_before_anything_runs(space, server):
    (space.folder / "models.yaml").write_text(yaml.safe_dump(REGISTRY | {"served": served(server, price=None)}))
    printed = space.run("--config", "budget=1", fails=True)
    assert "models.yaml: served.price: null, and genai-prices" in printed
    assert "does not know weights: no budget can be kept without it" in printed
    assert not list(space.results.rglob("*.parquet"))


@pytest.mark.slow
def test_a_budget_is_kept_by_all_shards_and_a_larger_one_asks_only_the_rest(space, server):
    budget = 0.05
    printed = space.run("--config", f"budget={budget}", "--resources", "api_slots=2")
    receipts = [space.receipt("served", shard) for shard in range(SHARDS)]
    requests = sum(receipt["requests"] for receipt in receipts)
    left = sum(receipt["over_budget"] for receipt in receipts)
    asked = len(server.seen)
    assert 0 < left < requests
    assert asked == len(space.paid("served")) == requests - left
    assert paid(space) <= budget
    assert paid(space) > budget / 2
    assert printed.count("US dollars are spent, and a further call might pass that") >= 1
    assert "raise `budget` and run again, only they are" in printed
    assert (space.results / "report.html").exists()
    (row,) = [row for row in spending(space) if row["model"] == "served"]
    assert row["spent_usd"] == pytest.approx(paid(space))
    assert (row["replies"], row["over_budget"]) == (asked, left)
    assert f"served ({left:,} of {requests:,})" in (space.results / "report.html").read_text()
    assert "Nothing to be done" in space.run("--until", "spending", "--config", f"budget={budget}")

    space.run("--until", "spending", "--config", "budget=100")
    assert len(server.seen) == len(space.paid("served")) == requests
    assert len({line["response_key"] for line in space.paid("served")}) == requests
    (row,) = [row for row in spending(space) if row["model"] == "served"]
    assert (row["replies"], row["over_budget"]) == (requests, 0)


@pytest.mark.slow
def test_a_models_own_budget_stops_that_model_alone_and_counts_what_was_paid_before(space, server):
    entries = REGISTRY | {"served": served(server, budget=0.02), "other": served(server, snapshot="other")}
    (space.folder / "models.yaml").write_text(yaml.safe_dump(entries))
    space.configure(models=["served", "other"])
    space.run("--until", "query")
    first = len(space.paid("served"))
    assert 0 < COST * first <= 0.02
    requests = sum(space.receipt("other", shard)["requests"] for shard in range(SHARDS))
    assert len(space.paid("other")) == requests
    entries["served"]["budget"] = 0.03
    (space.folder / "models.yaml").write_text(yaml.safe_dump(entries))
    printed = space.run("--until", "query")
    assert space.jobs(printed) == {"leases": 1, "query": SHARDS}  # none of the other model
    assert first < len(space.paid("served"))
    assert COST * len(space.paid("served")) <= 0.03
    assert len(space.paid("other")) == requests


def spending(space):
    return read_table("spending", space.results / "tables" / "spending.parquet").to_pylist()
