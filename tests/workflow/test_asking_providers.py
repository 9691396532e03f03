"""Whole runs against a model behind an OpenAI-compatible server: what is sent, what is paid for, what is never told."""

import base64
import json
import os
import signal
import subprocess
import time

import pytest
import yaml
from conftest import REGISTRY, Workspace
from fault_server import Answer, answers, error, reply
from provider_samples import KEY

from counterpoint.tables import read_table

JUDGING = "judging/recaller/cvlat/judge"
RESPONSES = [f"results/small/responses/served/cvlat/{shard}.parquet" for shard in (0, 1)]


@pytest.fixture
def space(unasked, server) -> Workspace:
    """A run whose registry has a served model beside the planted ones; nobody was asked yet."""
    space = unasked
    served = {
        "provider": "openai_compatible",
        "group": "open",
        "access": "local",
        "snapshot": "weights",
        "base_url": server.address("openai_compatible"),
        "api_key_env": "LAB_KEY",
        "shards": 2,
        "seconds_between_attempts": 0.01,
        "requests_per_minute": 100_000,
    }
    (space.folder / "models.yaml").write_text(yaml.safe_dump(REGISTRY | {"served": served}))
    space.configure(models=["served", "recaller"], cvlat={"cells": ["cvlat/normal", "cvlat/question_only"]})
    return space


@pytest.mark.slow
def test_batches_and_structured_replies_reach_the_tables_and_another_transport_asks_nothing(space, server):
    """What answers always names (b); one model is held to JSON, the other is asked for free text."""
    entry = {"provider": "openai", "group": "proprietary", "access": "api", "snapshot": "gpt-some"}
    entry |= {"base_url": server.address("openai"), "api_key_env": "LAB_KEY", "seconds_between_attempts": 0.01}
    held = entry | {"structured": True, "transport": "batch", "shards": 2}
    registry = REGISTRY | {"held": held, "free": entry | {"transport": "batch"}}
    (space.folder / "models.yaml").write_text(yaml.safe_dump(registry))
    space.configure(models=["held", "free"], cvlat={"cells": ["cvlat/normal", "cvlat/question_only"], "orders": 2})
    space.configure(cvlat={"replies": "structured", "pixel_audit": "report"})
    table = "results/small/tables/cvlat_cells.parquet"

    def behave(seen):
        return Answer(reply("openai", '{"answer": "b"}' if "response_format" in seen.body else "(b)"))

    server.behave = behave
    space.run(table, LAB_KEY=KEY)
    assert not server.seen
    assert sorted(len(batch.items) for batch in server.batches.submitted) == sorted(
        [space.receipt("held", 0)["asked"], space.receipt("held", 1)["asked"], space.receipt("free")["asked"]]
    )
    verdicts = {
        model: read_table("verdicts", space.results / "verdicts" / model / "cvlat.parquet").to_pylist()
        for model in ("held", "free")
    }
    assert {(row["rule"], row["route"]) for row in verdicts["held"]} == {("json_answer", "json_schema")}
    assert {(row["rule"], row["route"]) for row in verdicts["free"]} == {("letter", "free_text")}
    positions = {model: {r["request_id"]: r["position"] for r in rows} for model, rows in verdicts.items()}
    assert positions["held"] == positions["free"]
    assert set(positions["held"].values()) == {1}
    cells = read_table("cvlat_cells", space.folder / table).to_pylist()
    assert {(row["model"], row["route"]) for row in cells} == {("held", "json_schema"), ("free", "free_text")}
    assert not holds_key(space.folder)

    registry["held"]["transport"] = "direct"
    (space.folder / "models.yaml").write_text(yaml.safe_dump(registry))
    assert "Nothing to be done" in space.run(table, LAB_KEY=KEY)
    assert len(server.batches.submitted) == 3


def holds_key(folder):
    """Return the files below a folder in which the key, or the greater part of it, stands."""
    found = subprocess.run(["grep", "-rlaF", KEY[:20], str(folder)], capture_output=True, text=True, check=False)
    return found.stdout.split()


def test_a_served_model_is_asked_each_request_once_with_the_pictures_of_the_run(space, server):
    printed = space.run(*RESPONSES, "--resources", "api_slots=2", LAB_KEY=KEY)
    requests = sum(space.receipt("served", shard)["requests"] for shard in (0, 1))
    assert len(server.seen) == len(space.paid("served")) == requests
    pictures = {path.read_bytes() for path in (space.results / "stimuli").rglob("*.png")}
    sent = [p["image_url"]["url"] for seen in server.seen for p in seen.parts if p["type"] == "image_url"]
    assert sent
    assert {base64.b64decode(url.partition(",")[2]) for url in sent} <= pictures
    assert {seen.headers["authorization"] for seen in server.seen} == {f"Bearer {KEY}"}
    assert "Nothing to be done" in space.run(*RESPONSES, LAB_KEY=KEY)
    assert KEY not in printed
    assert not holds_key(space.folder)


def test_a_key_that_is_not_set_is_one_line_before_anything_runs(space, server):
    before = list(space.results.rglob("*"))
    printed = space.run(fails=True)
    assert "models.yaml: served.api_key_env: the environment variable LAB_KEY is not set" in printed
    assert list(space.results.rglob("*")) == before
    assert not server.seen


@pytest.mark.slow
def test_a_quota_stops_the_model_with_its_words_while_the_others_finish_and_a_retry_asks_only_the_rest(space, server):
    limit = 25

    def behave(seen):
        if len(server.seen) > limit:
            return error("openai", 429, f"You exceeded your quota with {KEY}", "insufficient_quota")
        return answers(seen)

    server.behave = behave
    others = "results/small/verdicts/recaller/cvlat.parquet"
    printed = space.run(*RESPONSES, others, fails=True, LAB_KEY=KEY)
    assert "the model was stopped: 429: insufficient_quota You exceeded your quota with [key]" in printed
    assert (space.folder / others).exists()
    assert not holds_key(space.folder)
    answered = len(space.paid("served"))
    assert 0 < answered <= limit
    asked = len(server.seen)
    server.behave = lambda seen: Answer(answers(seen).body)
    space.run(LAB_KEY=KEY)
    requests = sum(space.receipt("served", shard)["requests"] for shard in (0, 1))
    assert len(server.seen) - asked == requests - answered
    assert len(space.paid("served")) == requests
    assert (space.results / "report.html").exists()
    assert not holds_key(space.folder)


def judge_at(server, **keys) -> dict:
    """Return the entry of a judge behind a provider."""
    entry = {"provider": "openai", "group": "proprietary", "access": "api", "snapshot": "gpt-judge"}
    return entry | {"base_url": server.address("openai"), "api_key_env": "LAB_KEY"} | keys


@pytest.mark.slow
@pytest.mark.parametrize("structured", [False, True], ids=["free text", "held to a schema"])
def test_a_judge_behind_a_provider_reads_the_replies_and_is_asked_each_vote_once(space, server, structured):
    """The judge always finds the letter b; whoever answers says (b) as well, so that all readings must agree."""
    judge = judge_at(server, structured=structured)
    registry = yaml.safe_load((space.folder / "models.yaml").read_text())
    registry |= {"judge": judge | {"price": {"input": 1, "output": 1}, "budget": 1}}
    (space.folder / "models.yaml").write_text(yaml.safe_dump(registry))
    space.configure(models=["served"], judge="judge", votes=3, budget=2)
    space.configure(cvlat={"cells": ["cvlat/question_only"], "orders": 1, "extraction": "judge"})
    registry["served"] |= {"price": {"input": 1, "output": 1}}
    (space.folder / "models.yaml").write_text(yaml.safe_dump(registry))

    def behave(seen):
        asked_to_judge = seen.question.startswith("{")
        return Answer(reply("openai", json.dumps({"choice": "b"}) if asked_to_judge else "(b)"))

    server.behave = behave
    table = "results/small/verdicts/served/cvlat.parquet"
    space.run(table, LAB_KEY=KEY)
    verdicts = read_table("verdicts", space.folder / table).to_pylist()
    assert {(row["extraction"], row["rule"], row["votes_for"]) for row in verdicts} == {("judge", "majority", 3)}
    assert {row["position"] for row in verdicts} == {1}
    judged = [seen for seen in server.seen if seen.question.startswith("{")]
    assert len(judged) == len(space.paid("judge"))
    assert {"response_format" in seen.body for seen in judged} == {structured}
    assert "Nothing to be done" in space.run(table, LAB_KEY=KEY)
    assert not holds_key(space.folder)


@pytest.mark.slow
def test_kill_9_while_a_judge_is_asked_costs_at_most_what_was_in_flight(space, server):
    at_once = 4
    registry = REGISTRY | {"judge": judge_at(server, concurrency=at_once)}
    (space.folder / "models.yaml").write_text(yaml.safe_dump(registry))
    space.configure(models=["recaller"], judge="judge", votes=3)
    space.configure(cvlat={"cells": ["cvlat/question_only"], "orders": 2, "extraction": "judge"})
    server.behave = lambda seen: Answer(reply("openai", json.dumps({"choice": "b"})), delay=0.2)
    table = "results/small/verdicts/recaller/cvlat.parquet"
    process = space.start(table, LAB_KEY=KEY)
    deadline = time.monotonic() + 300
    while len(space.paid("judge")) < 20:
        assert time.monotonic() < deadline
        assert process.poll() is None, process.stdout.read()
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    kept, asked = space.paid("judge"), len(server.seen)
    time.sleep(1.0)
    assert len(server.seen) <= asked + at_once, "the job is gone as well"
    asked = len(server.seen)
    space.run("--unlock", LAB_KEY=KEY)
    space.run(table, LAB_KEY=KEY)
    requests = read_table("requests", space.results / JUDGING / "requests.parquet").num_rows
    assert requests > 2 * len(kept), "the kill came in the middle"
    receipt = json.loads((space.results / JUDGING / "0.json").read_text())
    assert (receipt["requests"], receipt["from_journal"]) == (requests, len(kept))
    assert len(server.seen) - asked == receipt["calls"] == requests - len(kept)
    assert asked - len(kept) <= at_once, "asked again is what was in flight"
    paid = space.paid("judge")
    assert all(line in paid for line in kept)
    assert len(paid) == len({line["response_key"] for line in paid}) == requests
