"""`counterpoint explain` on runs against a real server: what is shown of a trial, and why it is asked again."""

import subprocess
import sys

import pytest
import yaml
from conftest import REGISTRY, Workspace, copy_of, unasked_copy_of
from fault_server import Answer, FaultServer, error, reply

from counterpoint.tables import read_table

SCORES = "results/small/scores/served/cvlat.parquet"
PLAN = "results/small/trials/cvlat/trials.parquet"
NASTY = "(a)\x1b]0;owned\x07\x1b[2J\u202e done"
"""A reply that would rename a terminal's window, clear it, and turn the direction of what follows."""


@pytest.fixture(scope="module")
def server():
    def behave(seen):
        if "Africa" in seen.question and len(seen.parts) == 1:
            return error("openai", 400, "no such continent \x1b[2J")
        return Answer(reply("openai", NASTY))

    with FaultServer(behave) as server:
        yield server


@pytest.fixture(scope="module")
def once(tmp_path_factory, server, finished_once) -> Workspace:
    """A finished run of a served model; tests work on their changes one after the other, each from its own copy."""
    space = unasked_copy_of(finished_once, tmp_path_factory.mktemp("explain") / "work")
    set_model(space, server)
    space.configure(models=["served"], cvlat={"cells": ["cvlat/normal", "cvlat/question_only"], "orders": 2})
    space.run(SCORES)
    return space


@pytest.fixture
def space(once, tmp_path) -> Workspace:
    return copy_of(once, tmp_path / "work")


def set_model(space, server, **changes):
    served = {"provider": "openai_compatible", "group": "open", "access": "local", "snapshot": "weights"}
    served |= {"base_url": server.address("openai_compatible"), "seconds_between_attempts": 0.01}
    (space.folder / "models.yaml").write_text(yaml.safe_dump(REGISTRY | {"served": served | changes}))


def explain(space, *arguments, fails=False):
    """Run the command as a person does and return what it printed."""
    command = [sys.executable, "-m", "counterpoint", "explain", "--configfile", "config.yaml", *arguments]
    done = subprocess.run(command, cwd=space.folder, capture_output=True, text=True, check=False)
    assert done.returncode == int(fails), done.stderr
    return done.stderr if fails else done.stdout


def a_trial(space, cell="cvlat/normal"):
    return next(row for row in read_table("trials", space.folder / PLAN).to_pylist() if row["cell"] == cell)


def named(trial):
    return ["--cell", trial["cell"], "--item", trial["item_id"], "--order", str(trial["order_index"])]


def changes(printed):
    return printed[printed.index("\nchanges ") :]


def test_a_trial_is_shown_from_its_picture_to_its_score_and_a_reply_cannot_move_the_terminal(space):
    trial = a_trial(space)
    printed = explain(space, *named(trial))
    (stimulus,) = (
        row
        for row in read_table("stimuli", space.results / "stimuli" / "cvlat" / "stimuli.parquet").to_pylist()
        if row["pixel_digest"] in printed
    )
    (stored,) = (line for line in space.paid("served") if line["request_id"] == trial["request_id"])
    for text in [
        trial["request_id"],
        trial["unit_id"],
        stimulus["path"],
        stimulus["file_digest"],
        stored["response_key"],
        "decoding.temperature: 0.0",
        "answered (stop), by served-model-2026-01-01",
        "tokens 11 input, 3 output; cost not told",
        "<- visual answer",
        "<- factual answer",
        "\nverdict ",
        "\nscore ",
    ]:
        assert text in printed
    assert r"(a)\x1b]0;owned\x07\x1b[2J\u202e done" in printed
    assert not {"\x1b", "\x07", "\u202e"} & set(printed)
    assert "changes    none" in printed
    for digits in (trial["request_id"][:12], stored["response_key"][:12]):
        assert explain(space, "--id", digits) == printed


def test_a_trial_that_failed_shows_the_class_and_the_providers_words(space):
    rows = [
        read_table("responses", path).to_pylist() for path in space.folder.glob("results/small/responses/*/*/0.parquet")
    ]
    failed = next(row for row in rows[0] if row["status"] == "failed")
    printed = explain(space, "--id", failed["response_key"][:16])
    assert failed["request_id"] in printed
    assert "failed: bad_request; calls made: 1" in printed
    assert "no such continent" in printed
    assert "none is sent" in printed
    assert "\x1b" not in printed


@pytest.mark.slow
def test_a_changed_temperature_prompt_or_picture_is_told_before_and_after_it_is_asked(space, server):
    trial = a_trial(space)
    set_model(space, server, decoding={"temperature": 0.7})
    for answered in (False, True):
        printed = explain(space, *named(trial))
        assert ("none yet: the journal holds no reply under this key" in printed) == (not answered)
        assert "decoding.temperature: 0.0 -> 0.7" in changes(printed)
        space.run(SCORES)

    prompts = space.folder / "prompts.yaml"
    prompts.write_text(prompts.read_text().replace("helpful", "careful"))
    space.run(PLAN)
    printed = explain(space, *named(trial))
    assert "system text changed (" in changes(printed)
    assert "decoding" not in changes(printed)

    prompts.write_text(prompts.read_text().replace("careful", "helpful"))
    chart = next(
        path for path in (space.folder / "charts").glob("*.yaml") if trial["item_id"].split("/")[1] == path.stem
    )
    title = next(line for line in chart.read_text().splitlines() if line.startswith("title:"))
    chart.write_text(chart.read_text().replace(title, f"{title} of today"))
    space.run(PLAN)
    assert "picture 1 pixels changed (" in changes(explain(space, *named(trial)))


def test_a_key_of_an_earlier_version_shows_what_the_journal_holds(space):
    asked = space.requests_of("cvlat/normal")
    key = next(line["response_key"] for line in space.paid("served") if line["request_id"] in asked)
    prompts = space.folder / "prompts.yaml"
    prompts.write_text(prompts.read_text().replace("helpful", "careful"))
    space.run(PLAN)
    printed = explain(space, "--id", key[:16])
    assert "none of this run" in printed
    assert 'snapshot: "weights"' in printed
    assert r"\x1b[2J" in printed


def test_a_trial_that_is_not_there_or_not_one_is_one_line(space):
    assert "trials are meant; name one by --cell: cvlat/normal, cvlat/question_only" in explain(space, fails=True)
    assert "--cell: 'cvlat/nromal' has no trial here" in explain(space, "--cell", "cvlat/nromal", fails=True)
    assert "'xyz' names no request or key" in explain(space, "--id", "xyz", fails=True)
    assert "000000000000: no request of this run" in explain(space, "--id", "0" * 12, fails=True)
    assert "--model: 'nobody' is not in" in explain(space, "--model", "nobody", fails=True)


def test_a_run_that_has_not_begun_says_how_to_begin(fresh):
    line = explain(fresh, "--model", "reader", "--cell", "cvlat/normal", fails=True)
    assert "trials.parquet: is not there yet; run `snakemake`" in line
