"""`counterpoint watch`: where a run stands, from its plan, its journal and its shards' receipts alone."""

import json
import time
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from counterpoint.asked import LETTER, Asked
from counterpoint.cli import main
from counterpoint.models.journal import Entry, JournalWriter
from counterpoint.models.prices import Price
from counterpoint.models.requests import Part, Request
from counterpoint.progress import Watched
from counterpoint.tables import write_table
from counterpoint.trials import Plan

NOW = 10**18
PRICE = Price(input=1.0, cached_input=0.5, output=10.0, source="the test")
REQUESTS = [Request(None, (Part("text", f"question {number}"),)) for number in range(10)]


def entry(request: Request, **fields) -> Entry:
    content = {
        "response_key": request.request_id[::-1],
        "request_id": request.request_id,
        "status": "answered",
        "text": "(a)",
        "finish_reason": "stop",
        "model_reported": None,
        "input_tokens": 1_000,
        "output_tokens": 100,
        "seconds": 1.0,
        "attempts": 1,
        "answered_at": NOW - 60 * 10**9,
        "identity": "mine",
    }
    return Entry(**content | fields)


def watched(journal: Path, receipts=()) -> Watched:
    asked = frozenset(request.request_id for request in REQUESTS)
    return Watched("m", journal, frozenset({"mine"}), PRICE, asked, receipts)


def journal_with(folder: Path, *entries: Entry) -> None:
    with JournalWriter(folder) as writer:
        for one in entries:
            writer.append(one)


def test_replies_of_the_run_count_once_and_those_of_others_do_not(tmp_path):
    first, second = entry(REQUESTS[0]), entry(REQUESTS[1], answered_at=NOW - 30 * 10**9)
    other_run = entry(Request(None, (Part("text", "of another run"),)))
    journal_with(tmp_path, first, replace(first, response_key="again"), second, other_run)
    journal_with(tmp_path, entry(REQUESTS[2], identity="another setting"))
    state = watched(tmp_path).state(NOW)
    assert (state.requests, state.answered, state.failed, state.left) == (10, 2, 0, 8)
    assert state.per_minute == pytest.approx(1.0), "two replies a minute apart from the first to now"
    assert state.seconds_left == pytest.approx(8 * 60)
    assert state.spent == pytest.approx(2 * (1_000 * 1.0 + 100 * 10.0) / 1e6)


def test_what_comes_in_later_is_added_and_a_line_being_written_waits(tmp_path):
    one = watched(tmp_path)
    assert one.state(NOW).answered == 0
    journal_with(tmp_path, entry(REQUESTS[0]))
    assert one.state(NOW).answered == 1
    (path,) = tmp_path.glob("*/*.jsonl")
    line = path.read_bytes()
    with path.open("ab") as file:
        torn = line.replace(REQUESTS[0].request_id.encode(), REQUESTS[3].request_id.encode())
        file.write(torn[:-20])
        file.flush()
        assert one.state(NOW).answered == 1
        file.write(torn[-20:])
    assert one.state(NOW).answered == 2


def test_what_was_given_up_or_not_sent_is_not_left(tmp_path):
    receipt = tmp_path / "0.json"
    skipped = {"over_budget": 2, "text_only_model": 30}
    receipt.write_text(json.dumps({"failed": 1, "over_budget": 2, "skipped": skipped}))
    state = watched(tmp_path, [receipt, tmp_path / "not there yet.json"]).state(NOW)
    assert (state.failed, state.left) == (3, 7)


def test_a_run_without_a_plan_says_what_to_do(tmp_path, monkeypatch, capsys):
    run_in(tmp_path, monkeypatch)
    assert main(["watch", "--once", "--configfile", "config.yaml"]) == 1
    assert "no plan is there yet; run `snakemake`" in capsys.readouterr().err


def test_the_command_shows_each_model_and_ends_when_nothing_is_left(tmp_path, monkeypatch, capsys):
    run_in(tmp_path, monkeypatch)
    plan = Plan("cvlat")
    item = {"item_id": "i", "unit_id": "u", "question": "?"}
    for order, request in enumerate(REQUESTS):
        plan.add("cvlat/question_only", item, order, (0, 1), request, {}, Asked(LETTER, ["x", "y"]))
    write_table("requests", Path("results/r/trials/cvlat/requests.parquet"), plan.requests)
    assert main(["watch", "--once", "--configfile", "config.yaml"]) == 0
    said = capsys.readouterr().out
    assert "0 of 10 (0 %)" in said
    assert "m  " in said
    assert main(["watch", "--every", "0", "--configfile", "config.yaml"]) == 1
    assert "allowed: seconds above 0" in capsys.readouterr().err


def run_in(folder: Path, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    root = Path(__file__).resolve().parents[2]
    Path("models.yaml").write_text(yaml.safe_dump({"m": {"provider": "planted", "respondent": "visual"}}))
    charts = {"source": "bank", "charts": str(root / "resources/charts"), "cells": ["cvlat/question_only"]}
    charts["prompts"] = str(root / "resources/prompts/cvlat.yaml")
    config = {"run": "r", "seed": 1, "registry": "models.yaml", "models": ["m"], "suites": {"cvlat": charts}}
    Path("config.yaml").write_text(yaml.safe_dump(config))
    Path("results/r/trials/cvlat").mkdir(parents=True)
    assert time.time_ns() > NOW
