"""A shard asked by batches gives what direct calls give, and every batch is submitted once, whoever is killed when."""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import batch_shard
import pytest
from batch_shard import LIMITS, run_batches
from fault_server import Answer, FaultServer, error, reply
from fault_wire import MODEL
from provider_samples import KEY, ask_once, identity, picture_rows, text_request

from counterpoint.errors import UserError
from counterpoint.judging.json_answer import answer_schema
from counterpoint.models.batch_records import BatchRecords
from counterpoint.models.batch_terms import BATCH_LIMITS, BATCH_PRICE_SHARE, BatchLimits
from counterpoint.models.pictures import Pictures
from counterpoint.models.prices import Price
from counterpoint.models.purse import Purse
from counterpoint.models.query import Job
from counterpoint.models.requests import BUCKETS, Part, Request, canonical_digest, response_key
from counterpoint.models.transports import query_provider
from counterpoint.registry import WITH_BATCHES

ALL = tuple(BATCH_LIMITS)
IN_PROCESSES = ["openai", *(pytest.param(name, marks=pytest.mark.slow) for name in ("anthropic", "gemini"))]
QUESTIONS = [text_request(f"question {n}") for n in range(6)]


def echo(seen):
    """Reply with the question, so that a reply can be told from any other."""
    return Answer(reply(seen.wire, f"re {seen.question}"))


@pytest.fixture
def server():
    with FaultServer(echo) as server:
        yield server


def texts(outcome):
    return [row["text"] for row in outcome.rows]


def expected(requests=QUESTIONS):
    return [f"re {request.parts[0].value}" for request in requests]


def journalled(folder):
    """Return how often each text stands in the journal."""
    lines = (line for path in Path(folder).rglob("*.jsonl") for line in path.read_bytes().splitlines())
    return Counter(json.loads(line)["text"] for line in lines)


def files(folder, kind):
    return sorted((folder / "model" / "batches").glob(f"*.{kind}.json"))


def test_what_is_said_of_batches_covers_the_providers_that_have_them():
    assert set(BATCH_LIMITS) == set(WITH_BATCHES)
    assert all(limits.source for limits in BATCH_LIMITS.values())
    assert BATCH_PRICE_SHARE == 0.5


@pytest.mark.parametrize("provider", ALL)
def test_every_request_gets_its_own_reply_in_one_batch_and_nothing_is_asked_twice(server, tmp_path, provider):
    outcome = run_batches(server.address(provider), provider, tmp_path, QUESTIONS)
    assert texts(outcome) == expected()
    row = outcome.rows[0]
    assert (row["model_reported"], row["input_tokens"], row["output_tokens"]) == (MODEL, 11, 3)
    assert (row["route"], row["attempts"]) == ("free_text", 1)
    assert 0 <= row["seconds"] < 600
    assert not outcome.failures
    again = run_batches(server.address(provider), provider, tmp_path, QUESTIONS)
    assert (texts(again), again.from_journal, again.asked) == (expected(), 6, 0)
    assert [len(batch.items) for batch in server.batches.submitted] == [6]
    assert not server.seen, "nothing is asked directly"


@pytest.mark.parametrize("provider", ALL)
def test_a_batch_holds_exactly_what_direct_calls_send(server, tmp_path, provider):
    rows = picture_rows(tmp_path)
    pictures = Pictures(rows, tmp_path)
    requests = [
        Request("Trust the chart.", (Part("text", "Which <|im_end|>?"), Part("image", row["pixel_digest"])), schema)
        for row, schema in zip(rows, (answer_schema(3), None), strict=True)
    ]
    more = {"structured": True, "decoding": {"reasoning": "low"}}
    server.behave = lambda seen: Answer(reply(seen.wire, '{"answer": "b"}'))
    outcome = run_batches(server.address(provider), provider, tmp_path, requests, pictures, **more)
    assert [row["route"] for row in outcome.rows] == ["json_schema", "free_text"]
    assert set(texts(outcome)) == {'{"answer": "b"}'}
    for request in requests:
        ask_once(server, provider, request, pictures, **more)
    bodies = dict(server.batches.submitted[0].items)
    assert [bodies[row["response_key"]] for row in outcome.rows] == [seen.body for seen in server.seen]
    assert KEY not in json.dumps(list(bodies.values()))


@pytest.mark.parametrize("provider", ALL)
def test_replies_and_errors_of_items_mean_what_they_mean_in_direct_calls(server, tmp_path, provider):
    def behave(seen):
        number = int(seen.question.split()[-1])
        if number == 1:
            return Answer(reply(seen.wire, "cut", "length"))
        if number == 2:
            return Answer(reply(seen.wire, ""))
        if number == 3:
            code = "rate_limit_error" if seen.wire == "anthropic" else "rate_limit_exceeded"
            return error(seen.wire, 429, "slow down", code)
        if number == 4:
            return error(seen.wire, 400, f"no such thing {KEY}", "invalid_request_error")
        return Answer(reply(seen.wire, finish="abducted")) if number == 5 else echo(seen)

    server.behave = behave
    outcome = run_batches(server.address(provider), provider, tmp_path, QUESTIONS)
    assert [row["status"] for row in outcome.rows] == ["answered", "truncated", "empty", *["failed"] * 3]
    assert [row["failure_class"] for row in outcome.rows[3:]] == ["rate_limit", "bad_request", "server"]
    assert "no such thing [key]" in outcome.rows[4]["failure_detail"]
    assert sum(journalled(tmp_path).values()) == 3

    server.behave = echo
    again = run_batches(server.address(provider), provider, tmp_path, QUESTIONS)
    assert texts(again)[3:] == expected()[3:]
    assert [len(batch.items) for batch in server.batches.submitted] == [6, 3]


@pytest.mark.parametrize("provider", ALL)
@pytest.mark.parametrize(("end", "failure_class"), [("expired", "timeout"), ("cancelled", "server")])
def test_what_a_batch_did_not_run_has_failed_and_the_rest_is_kept(server, tmp_path, provider, end, failure_class):
    if (provider, end) == ("gemini", "cancelled"):
        pytest.skip("a cancelled batch of Gemini gives no results")
    server.batches.end = end
    server.batches.unrun = lambda question: question in ("question 1", "question 4")
    outcome = run_batches(server.address(provider), provider, tmp_path, QUESTIONS)
    failed = [n for n, row in enumerate(outcome.rows) if row["status"] == "failed"]
    assert failed == [1, 4]
    assert outcome.failures == {failure_class: 2}
    assert f"the batch {'expired' if end == 'expired' else 'was cancelled'}" in outcome.rows[1]["failure_detail"]
    assert sum(journalled(tmp_path).values()) == 4

    server.batches.end, server.batches.unrun = "completed", lambda question: False
    assert texts(run_batches(server.address(provider), provider, tmp_path, QUESTIONS)) == expected()
    assert [len(batch.items) for batch in server.batches.submitted] == [6, 2]


@pytest.mark.parametrize("provider", ["openai", "gemini"])
def test_a_batch_that_is_not_accepted_is_a_bad_request_in_the_providers_words(server, tmp_path, provider):
    server.batches.end = "failed"
    outcome = run_batches(server.address(provider), provider, tmp_path, QUESTIONS)
    assert outcome.failures == {"bad_request": 6}
    assert "line 1 is no request" in outcome.rows[0]["failure_detail"]
    assert not journalled(tmp_path)
    server.batches.end = "completed"
    assert texts(run_batches(server.address(provider), provider, tmp_path, QUESTIONS)) == expected()


def test_too_many_tokens_waiting_is_a_limit_that_time_lifts(server, tmp_path):
    server.batches.end, server.batches.reason = "failed", ("token_limit_exceeded", "Enqueued token limit reached")
    outcome = run_batches(server.address("openai"), "openai", tmp_path, QUESTIONS)
    assert outcome.failures == {"rate_limit": 6}


def start(server, provider, folder):
    """Start a job in a process of its own."""
    paths = [str(Path(batch_shard.__file__).parent), *sys.path]
    command = [sys.executable, batch_shard.__file__, server.address(provider), provider, str(folder), "6"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def killed_when(process, there):
    """Kill a process with SIGKILL as soon as something is there."""
    while not there() and process.poll() is None:
        time.sleep(0.01)
    assert process.poll() is None, "it ended by itself before it was killed"
    process.kill()
    process.communicate()


@pytest.mark.parametrize("provider", IN_PROCESSES)
def test_a_job_killed_while_it_waits_finds_its_batch_again(server, tmp_path, provider):
    server.batches.looks_until_ended = 10**6
    job = start(server, provider, tmp_path)
    killed_when(job, lambda: files(tmp_path, "handle") and server.batches.submitted[0].looks)
    assert not journalled(tmp_path)
    server.batches.looks_until_ended = 1
    told, _ = start(server, provider, tmp_path).communicate(timeout=60)
    assert json.loads(told) == {"texts": expected(), "failures": {}, "asked": 0}
    assert len(server.batches.submitted) == 1
    assert journalled(tmp_path) == dict.fromkeys(expected(), 1)


@pytest.mark.parametrize("provider", IN_PROCESSES)
def test_a_job_killed_before_the_id_is_stored_finds_its_batch_by_label_or_by_its_results(server, tmp_path, provider):
    server.batches.on_submit = lambda number: Answer({}, delay=60.0)
    killed_when(start(server, provider, tmp_path), lambda: server.batches.submitted)
    assert not files(tmp_path, "handle")
    assert len(files(tmp_path, "intent")) == 1
    server.batches.on_submit = lambda number: None
    others = [text_request(f"somebody else's {n}") for n in range(6)]
    run_batches(server.address(provider), provider, tmp_path / "others", others)
    outcome = run_batches(server.address(provider), provider, tmp_path, QUESTIONS)
    assert (texts(outcome), outcome.asked) == (expected(), 0)
    assert len(server.batches.submitted) == 2, "ours and the other one"
    assert journalled(tmp_path / "model") == dict.fromkeys(expected(), 1)


@pytest.mark.parametrize("provider", IN_PROCESSES)
def test_a_job_killed_before_anything_was_taken_submits_once(server, tmp_path, provider):
    server.batches.refuse = lambda number: Answer({}, delay=60.0)
    killed_when(start(server, provider, tmp_path), lambda: files(tmp_path, "intent"))
    server.batches.refuse = lambda number: None
    assert texts(run_batches(server.address(provider), provider, tmp_path, QUESTIONS)) == expected()
    assert len(server.batches.submitted) == 1
    assert len(files(tmp_path, "released")) == 1


@pytest.mark.parametrize("provider", ALL)
@pytest.mark.parametrize("lost", [Answer(cut="before"), Answer({"x": 1}, cut="half"), Answer({"error": {}}, 500)])
def test_a_batch_whose_submission_was_answered_by_a_fault_is_looked_up_and_not_submitted_again(
    server, tmp_path, provider, lost
):
    server.batches.on_submit = lambda number: lost
    assert texts(run_batches(server.address(provider), provider, tmp_path, QUESTIONS)) == expected()
    assert len(server.batches.submitted) == 1


@pytest.mark.parametrize("provider", ALL)
def test_an_earlier_batch_of_the_same_requests_is_never_taken_for_the_one_looked_for(server, tmp_path, provider):
    server.batches.end, server.batches.unrun = "expired", lambda question: True
    assert run_batches(server.address(provider), provider, tmp_path, QUESTIONS).failures == {"timeout": 6}
    server.batches.end, server.batches.unrun = "completed", lambda question: False
    server.batches.refuse = lambda number: Answer(cut="before") if number == 2 else None
    assert texts(run_batches(server.address(provider), provider, tmp_path, QUESTIONS)) == expected()
    assert len(server.batches.submitted) == 2
    assert len({json.loads(path.read_text())["batch_id"] for path in files(tmp_path, "handle")}) == 2


@pytest.mark.parametrize("provider", ALL)
def test_while_it_is_not_known_whether_a_batch_was_taken_nothing_is_submitted(server, tmp_path, provider):
    server.batches.on_submit = lambda number: Answer(cut="before")
    server.batches.on_list = lambda: error(provider, 503, "not now")
    for _ in range(2):
        outcome = run_batches(server.address(provider), provider, tmp_path, QUESTIONS)
        assert sum(outcome.failures.values()) == 6
        assert "was submitted is not known yet" in outcome.rows[0]["failure_detail"]
    server.batches.on_list = lambda: None
    assert texts(run_batches(server.address(provider), provider, tmp_path, QUESTIONS)) == expected()
    assert len(server.batches.submitted) == 1


@pytest.mark.parametrize("provider", ALL)
def test_a_throttled_submission_is_tried_again_and_a_refused_one_fails_with_its_words(server, tmp_path, provider):
    server.batches.refuse = lambda number: error(provider, 429, "slow down") if number == 1 else None
    assert texts(run_batches(server.address(provider), provider, tmp_path, QUESTIONS[:3])) == expected()[:3]
    server.batches.refuse = lambda number: error(provider, 400, f"not like this, {KEY}")
    outcome = run_batches(server.address(provider), provider, tmp_path, QUESTIONS)
    assert outcome.failures == {"bad_request": 3}
    assert "not like this, [key]" in outcome.rows[5]["failure_detail"]
    server.batches.refuse = lambda number: None
    assert texts(run_batches(server.address(provider), provider, tmp_path, QUESTIONS)) == expected()
    assert [len(batch.items) for batch in server.batches.submitted] == [3, 3]


def test_a_shard_over_a_limit_is_several_batches_and_a_quota_stops_the_rest(server, tmp_path):
    two = BatchLimits("made up", 10_000, 2)
    outcome = run_batches(server.address("openai"), "openai", tmp_path / "a", QUESTIONS, terms=two)
    assert texts(outcome) == expected()
    assert [len(batch.items) for batch in server.batches.submitted] == [2, 2, 2]
    small = BatchLimits("made up", 1_300)
    outcome = run_batches(server.address("openai"), "openai", tmp_path / "b", QUESTIONS, terms=small)
    assert texts(outcome) == expected()
    sizes = [len(json.dumps(batch.items)) for batch in server.batches.submitted[3:]]
    assert len(sizes) > 1
    assert max(sizes) < 1_300

    taken = len(server.batches.submitted)
    server.batches.refuse = lambda number: (
        error("openai", 429, "pay first", "insufficient_quota") if len(server.batches.submitted) > taken else None
    )
    outcome = run_batches(server.address("openai"), "openai", tmp_path / "c", QUESTIONS, terms=two)
    assert [row["status"] for row in outcome.rows] == ["answered"] * 2 + ["failed"] * 4
    assert (outcome.stopped, outcome.failures) == ("quota", {"quota": 4})
    assert "insufficient_quota" in outcome.stopped_because
    assert outcome.rows[5]["failure_detail"] == "not asked: the model was stopped"


def test_jobs_of_another_number_of_shards_share_the_batch_that_is_there(server, tmp_path):
    server.batches.looks_until_ended = 10**6
    killed_when(start(server, "openai", tmp_path), lambda: files(tmp_path, "handle"))
    server.batches.looks_until_ended = 1
    server.batches.unrun = lambda question: question == "question 2"
    found, failed = [], 0
    for buckets in (range(BUCKETS // 2), range(BUCKETS // 2, BUCKETS)):
        outcome = run_batches(server.address("openai"), "openai", tmp_path, QUESTIONS, buckets=buckets)
        found += texts(outcome)
        failed += sum(outcome.failures.values())
    assert (sorted(filter(None, found)), failed) == (sorted(set(expected()) - {"re question 2"}), 1)
    assert len(server.batches.submitted) == 1
    assert max(journalled(tmp_path).values()) == 1


@pytest.mark.parametrize("provider", ALL)
def test_a_batch_that_cannot_be_looked_at_is_kept_and_collected_by_the_next_run(server, tmp_path, provider):
    server.batches.on_look = lambda number: Answer(cut="before") if number == 1 else None
    assert texts(run_batches(server.address(provider), provider, tmp_path / "a", QUESTIONS)) == expected()
    server.batches.on_look = lambda number: error(provider, 503, "not now")
    outcome = run_batches(server.address(provider), provider, tmp_path / "b", QUESTIONS)
    assert outcome.failures == {"server": 6}
    assert "stays on record, the next run looks again" in outcome.rows[0]["failure_detail"]
    server.batches.on_look = lambda number: None
    outcome = run_batches(server.address(provider), provider, tmp_path / "b", QUESTIONS)
    assert (texts(outcome), outcome.asked) == (expected(), 0)
    assert len(server.batches.submitted) == 2


@pytest.mark.parametrize("lost", ["looked at", "looked up"])
def test_what_a_batch_may_cost_that_cannot_be_told_of_now_stays_set_aside(server, tmp_path, lost):
    if lost == "looked at":
        server.batches.on_look = lambda number: error("openai", 503, "not now")
    else:
        server.batches.on_submit = lambda number: Answer(cut="before")
        server.batches.on_list = lambda: error("openai", 503, "not now")
    for _ in range(2):  # the job that submits, and one that finds the batch on record
        purse = Purse(Price(1.0, 1.0, 1.0, "by hand"), 6500e-6, 1000, lambda known: 0.0)  # 1,000 millionths a call
        outcome = run_batches(server.address("openai"), "openai", tmp_path, QUESTIONS, purse=purse)
        assert (sum(outcome.failures.values()), outcome.calls_maybe_charged) == (6, 6)
        assert purse.set_aside(Job(text_request("another one"), "key")) is None


def test_direct_calls_do_not_ask_what_a_batch_under_way_holds(server, tmp_path, monkeypatch):
    monkeypatch.setenv("A_KEY", KEY)
    server.batches.on_look = lambda number: error("openai", 503, "not now")
    run_batches(server.address("openai"), "openai", tmp_path, QUESTIONS)
    digest = canonical_digest(identity("openai"))
    jobs = [Job(r, response_key(r.request_id, digest)) for r in [*QUESTIONS, text_request("another one")]]
    how = {"limits": asdict(LIMITS), "journal": str(tmp_path / "model"), "api_key_env": "A_KEY", "transport": "direct"}
    how["base_url"] = server.address("openai")

    def directly():
        return query_provider(identity("openai"), jobs, Pictures([], None), how, range(BUCKETS))

    with pytest.raises(UserError, match=r"intent\.json: a batch that was submitted holds 6 of these requests"):
        directly()
    assert not server.seen
    server.batches.on_look = lambda number: None
    run_batches(server.address("openai"), "openai", tmp_path, QUESTIONS)
    assert texts(directly()) == [*expected(), "re another one"]
    assert len(server.seen) == 1


def test_replies_that_the_journal_lost_are_collected_again_from_the_batch(server, tmp_path):
    run_batches(server.address("openai"), "openai", tmp_path, QUESTIONS)
    for path in tmp_path.rglob("*.jsonl"):
        path.unlink()
    outcome = run_batches(server.address("openai"), "openai", tmp_path, QUESTIONS)
    assert (texts(outcome), outcome.asked) == (expected(), 0)
    assert len(server.batches.submitted) == 1


def test_records_hold_no_key_and_a_damaged_one_stops_the_job_with_its_name(server, tmp_path):
    server.batches.end = "failed"
    run_batches(server.address("openai"), "openai", tmp_path, QUESTIONS)
    for path in (tmp_path / "model").rglob("*.json"):
        assert KEY[3:20] not in path.read_text()
    (handle,) = files(tmp_path, "handle")
    handle.write_text("{")
    with pytest.raises(UserError, match=r"handle\.json: cannot be read .*which batch was paid for"):
        run_batches(server.address("openai"), "openai", tmp_path, QUESTIONS)
    assert len(server.batches.submitted) == 1


@pytest.mark.parametrize("damage", ["{}", "[]", '{"batch_id": null}', "null"])
def test_a_record_that_says_something_else_is_damaged_too(tmp_path, damage):
    records = BatchRecords(tmp_path / "model", range(BUCKETS))
    records.submitted(records.intend(["key"]), "batch")
    assert [record.batch_id for record in records.all()] == ["batch"]
    (handle,) = files(tmp_path, "handle")
    handle.write_text(damage)
    with pytest.raises(UserError, match=r"handle\.json: cannot be read .*'batch_id'.*restore it from a copy"):
        records.all()
