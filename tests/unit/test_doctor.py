"""`counterpoint doctor`: each way in which a model cannot be asked is said in words, with what to do."""

import base64
import io
from pathlib import Path

import numpy as np
import pytest
import yaml
from fault_server import MODEL, Answer, FaultServer, error, reply
from PIL import Image

from counterpoint.cli import main
from counterpoint.pixels.ocr import recognise

REPOSITORY = Path(__file__).resolve().parents[2]
KEY = "sk-planted-K3yThatMustNeverShow-0123456789abcdef"


@pytest.fixture
def server():
    with FaultServer(lambda seen: Answer(reply(seen.wire, "(c)"))) as server:
        yield server


@pytest.fixture
def doctor(tmp_path, monkeypatch, capsys, server):
    """Run the command on entries of a registry and return its exit code and what it printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LAB_KEY", KEY)

    def run(*more, models=("m",), **entry):
        served = {"provider": "openai_compatible", "group": "open", "access": "local", "snapshot": MODEL}
        served |= {"base_url": server.address("openai_compatible"), "api_key_env": "LAB_KEY"} | entry
        planted = {"provider": "planted", "respondent": "visual"}
        reader = {"provider": "pixel_reader"}
        registry = {"m": served, "planted": planted, "reader": reader}
        Path("models.yaml").write_text(yaml.safe_dump(registry))
        charts = {"source": "bank", "charts": str(REPOSITORY / "resources" / "charts"), "cells": ["cvlat/normal"]}
        charts["prompts"] = str(REPOSITORY / "resources" / "prompts" / "cvlat.yaml")
        config = {"run": "r", "seed": 1, "registry": "models.yaml", "models": list(models), "suites": {"cvlat": charts}}
        Path("config.yaml").write_text(yaml.safe_dump(config))
        code = main(["doctor", "--configfile", "config.yaml", *more])
        printed = capsys.readouterr()
        assert KEY not in printed.out + printed.err
        return code, printed.out

    return run


def test_a_model_that_answers_rightly_is_well_and_was_shown_the_digit_that_it_is_asked_for(doctor, server):
    code, said = doctor()
    assert code == 0
    assert "m      ok" in said
    assert "replies rightly, and sees pictures" in said
    assert "11 + 3" in said
    (seen,) = server.seen
    (url,) = [part["image_url"]["url"] for part in seen.parts if part["type"] == "image_url"]
    with Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2]))) as picture:
        assert recognise(np.asarray(picture.convert("L")))[0] == "7"
    assert "(c) 7" in seen.question
    assert not list(Path("journal").rglob("*.json*"))


FAILURES = {
    "key": (lambda s: error(s.wire, 401, f"Incorrect API key provided: {KEY}"), "the key in LAB_KEY is refused"),
    "quota": (lambda s: error(s.wire, 429, "You exceeded your quota", "insufficient_quota"), "has no credit left"),
    "throttled": (lambda s: error(s.wire, 429, "Slow down", "rate_limit_exceeded"), "throttled at this moment"),
    "picture": (lambda s: error(s.wire, 400, "Invalid image"), "does this model take pictures?"),
    "blind": (lambda s: error(s.wire, 500, "image input is not supported"), "say `text_only: true`"),
    "temperature": (
        lambda s: error(s.wire, 400, "Unsupported value: 'temperature' does not support 0.0"),
        "the model refuses this value of temperature: change the entry's decoding",
    ),
    "seed": (lambda s: error(s.wire, 400, "Unknown parameter: 'seed'"), "the model refuses this value of seed"),
    "other": (lambda s: error(s.wire, 400, "No"), "the request is refused"),
    "server": (lambda s: error(s.wire, 500, "Oops"), "look into its log"),
    "no JSON": (lambda s: Answer(b"<html>", content_type="text/html"), "look into its log"),
    "cut": (lambda s: Answer(cut="before"), "takes connections, and broke this one off"),
    "truncated": (lambda s: Answer(reply(s.wire, "", "length")), "reached decoding.max_output_tokens = 4096: raise it"),
    "empty": (lambda s: Answer(reply(s.wire, "")), "reasoning may have used up decoding.max_output_tokens = 4096"),
    "filtered": (lambda s: Answer(reply(s.wire, "", "content_filter")), "refuses a harmless question"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_what_keeps_a_model_from_being_asked_is_said_in_words(doctor, server, name):
    server.behave, words = FAILURES[name]
    code, said = doctor()
    assert code == 1
    assert words in " ".join(said.split())
    assert "m      failed" in said
    assert len([seen for seen in server.seen if seen.body]) == 1


def test_a_name_that_a_server_does_not_know_is_told_with_the_names_that_it_has(doctor, server):
    def behave(seen):
        if seen.path == "/v1/models":
            return Answer({"data": [{"id": "weights-7b"}, {"id": "weights-\x1b[2J72b"}]})
        return error("openai", 404, f"The model `{MODEL}` does not exist", "model_not_found")

    server.behave = behave
    code, said = doctor()
    assert code == 1
    assert f"'{MODEL}' is not known at {server.address('openai_compatible')}" in said
    assert "the server says that it has: weights-7b, weights- [2J72b" in said
    assert server.seen[-1].headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize("answer", [Answer(b"no"), Answer({"data": 3}), Answer(["x"]), Answer({}, 404)])
def test_a_server_that_does_not_list_its_models_is_no_second_fault(doctor, server, answer):
    server.behave = lambda seen: answer if seen.path == "/v1/models" else error("openai", 404, "unknown model")
    code, said = doctor()
    assert code == 1
    assert "mend the entry\n" in said


def test_a_server_that_does_not_run_is_to_be_started(doctor):
    with FaultServer() as gone:
        address = gone.address("openai_compatible")
    code, said = doctor(base_url=address)
    assert code == 1
    assert f"no server runs at {address}: start it, or mend base_url" in said


def test_a_host_that_is_none_is_told(doctor):
    code, said = doctor(base_url="http://no-such-host.invalid/v1")
    assert code == 1
    assert "no-such-host.invalid" in said


def test_a_model_that_replies_too_slowly_is_told_its_time(doctor, server):
    server.behave = lambda seen: Answer(reply("openai"), delay=3.0)
    code, said = doctor(seconds_a_call=1.0)
    assert code == 1
    assert "no reply within seconds_a_call = 1" in said


def test_a_missing_key_is_told_before_anything_is_sent(doctor, server, monkeypatch):
    monkeypatch.delenv("LAB_KEY")
    code, said = doctor()
    assert code == 1
    assert "the environment variable LAB_KEY is not set" in said
    assert not server.seen


def test_a_model_without_snapshot_or_checkpoint_is_not_asked(doctor, server):
    code, said = doctor(snapshot=None)
    assert code == 1
    assert "null says not which weights to ask" in said
    assert not server.seen


def test_a_wrong_answer_and_another_name_are_warnings(doctor, server):
    server.behave = lambda seen: Answer(reply("openai", "(a)\x1b[31m"))
    code, said = doctor(snapshot="alias")
    assert code == 0
    assert "m      warning  " in said
    assert "it should say (c) or 7 and says: (a)\\x1b[31m; does it see pictures" in said
    assert f"asked for alias, and the reply is by {MODEL}" in said


def test_a_setting_that_the_model_does_not_take_is_a_warning(doctor, server):
    code, said = doctor(
        provider="openai",
        group="proprietary",
        access="api",
        snapshot="gpt-5",
        base_url=server.address("openai"),
        decoding={"reasoning": "low"},
    )
    assert code == 0
    assert "a setting is not taken: Sampling parameters ['temperature'] are not supported" in said


def test_a_model_of_text_only_is_shown_no_picture(doctor, server):
    code, said = doctor(text_only=True)
    assert code == 0
    assert "replies rightly" in said
    assert all(part["type"] == "text" for part in server.seen[0].parts)


def test_what_needs_no_network_is_looked_at_without(doctor, server):
    code, said = doctor(models=("planted", "reader"))
    assert code == 0
    assert "by rule" in said
    assert "reads pictures" in said
    assert not server.seen


def test_only_the_models_named_are_asked(doctor, server):
    code, _ = doctor("--model", "planted")
    assert code == 0
    assert not server.seen
    assert doctor("--model", "nobody")[0] == 1


def test_a_journal_that_cannot_be_written_is_told(doctor):
    Path("journal").write_text("a file where the folder should be")
    code, said = doctor()
    assert code == 1
    assert "journal: cannot be written" in said


SERVED = {"base_url": None, "api_key_env": None, "snapshot": None, "checkpoint": "a/b", "engine": "vllm"}


def test_a_model_that_its_jobs_serve_is_not_looked_for_at_an_address(doctor, server):
    serve = {"context_tokens": 4096, "command": ["sh"]}
    code, said = doctor(**SERVED, serve=serve)
    assert code == 0
    assert "m      ok     " in said
    assert "each of its jobs serves it itself, by vllm on 1 GPU; not started here" in said
    assert not server.seen
    code, said = doctor(**SERVED, serve=serve | {"command": ["no-such-vllm"], "gpus": 2})
    assert code == 0
    assert "m      warning" in said
    assert "no-such-vllm is not found here: it must be on the machines that run the jobs" in " ".join(said.split())
