"""A job's own server, with a stand-in that starts, fails and answers as vLLM does, in processes of its own."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import stand_in_vllm
from provider_samples import picture_rows
from served_samples import ask, entry_of, how_to_ask, lives, processes, questions, soon

from counterpoint.errors import UserError
from counterpoint.models import server as server_module
from counterpoint.models.engines import command_of
from counterpoint.models.jobs import Job
from counterpoint.models.pictures import Pictures
from counterpoint.models.requests import Part, Request
from counterpoint.models.served import server_for
from counterpoint.models.transports import query_provider
from counterpoint.registry import model_identity, serving_of

SHARD = Path(__file__).parent / "served_shard.py"


def start_job(folder, entry, count):
    """Start a shard's job that asks a number of questions, in a process and session of its own."""
    return subprocess.Popen(
        [sys.executable, str(SHARD), str(folder), entry.model_dump_json(), str(count)],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Tests that a shell runs in the background ignore Ctrl-C, and so would the job.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def line_of(folder, *behaviours, **keys):
    """Return the one line with which a job ends whose server behaves in a way, after all its processes are gone."""
    with pytest.raises(UserError) as caught:
        ask(entry_of(folder, *behaviours, **keys), folder, questions(1))
    line = str(caught.value)
    assert "\n" not in line
    assert processes(folder)
    assert not any(map(lives, processes(folder)))
    return line


def only_server(folder):
    """Return what the one server that was started wrote of itself."""
    (written,) = [path for path in (folder / "servers").iterdir() if path.read_text() != "worker"]
    return json.loads(written.read_text())


def test_a_server_that_is_slow_to_be_ready_is_waited_for_asked_and_gone_at_the_end(tmp_path, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")  # as on a cluster: it must not be asked the way
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setattr(server_module, "GRACE_SECONDS", 1.0)
    outcome, server = ask(entry_of(tmp_path, "slow", "child"), tmp_path, questions(3))
    assert [row["text"] for row in outcome.rows] == ["(a)"] * 3
    assert server.version == stand_in_vllm.VERSION
    assert len(processes(tmp_path)) == 2
    assert not any(map(lives, processes(tmp_path)))
    printed = (tmp_path / "logs" / "0.server.log").read_text()
    assert "vLLM API server version" in printed
    assert server.key not in printed
    assert server.key not in json.dumps(only_server(tmp_path)["argv"])


def test_what_the_journal_holds_starts_no_server(tmp_path):
    ask(entry_of(tmp_path), tmp_path, questions(2))
    once = processes(tmp_path)
    outcome, server = ask(entry_of(tmp_path), tmp_path, questions(2))
    assert (outcome.from_journal, outcome.calls, server.version) == (2, 0, None)
    assert processes(tmp_path) == once


def test_what_is_asked_again_in_the_same_job_finds_the_server_running(tmp_path):
    entry = entry_of(tmp_path)
    how, identity = how_to_ask(entry, tmp_path), model_identity(entry)
    with server_for("m", how, 1, str(tmp_path / "0.log")) as server:
        for again in (1, 2, 3):
            jobs = [Job(request, request.request_id) for request in questions(2 * again)]
            outcome = query_provider(identity, jobs, Pictures((), Path()), how, range(256), None, server)
            assert (outcome.from_journal, outcome.calls, outcome.failures) == (2 * again - 2, 2, {})
    assert len(processes(tmp_path)) == 1


def test_the_entry_decides_the_command_line_of_vllm(tmp_path):
    keys = {"revision": "c0ffee", "quantisation": "bf16", "serve": {"gpus": 2, "images_per_prompt": 3}}
    outcome, _ = ask(entry_of(tmp_path, **keys), tmp_path, questions(1))
    assert outcome.failures == {}
    seen = only_server(tmp_path)
    *options, port = seen["argv"]
    assert port.isdecimal()
    assert options == [
        *("serve", "maker/weights", "--max-model-len", "4096", "--tensor-parallel-size", "2"),
        *("--revision", "c0ffee", "--tokenizer-revision", "c0ffee", "--dtype", "bfloat16"),
        *("--limit-mm-per-prompt", '{"image": 3, "video": 0}', "--host", "127.0.0.1", "--port"),
    ]


def test_weights_that_are_quantised_a_model_without_eyes_and_options_of_its_own_are_told_to_vllm(tmp_path):
    entry = entry_of(tmp_path, quantisation="awq", text_only=True, serve={"options": ["--enforce-eager"], "gpus": 0})
    command = command_of(serving_of(entry), 1234, 1)
    after = command[command.index("serve") :]
    assert after == [
        *("serve", "maker/weights", "--max-model-len", "4096", "--tensor-parallel-size", "1"),
        *("--quantization", "awq", "--host", "127.0.0.1", "--port", "1234", "--enforce-eager"),
    ]


def test_more_pictures_than_the_server_takes_are_a_refused_picture(tmp_path):
    rows = picture_rows(tmp_path)
    images = tuple(Part("image", row["pixel_digest"]) for row in rows)
    both, one = Request(None, (Part("text", "Which?"), *images)), Request(None, (Part("text", "Which?"), images[0]))
    outcome, _ = ask(
        entry_of(tmp_path, serve={"images_per_prompt": 1}), tmp_path, [one, both], Pictures(rows, tmp_path)
    )
    assert [(row["status"], row["failure_class"]) for row in outcome.rows] == [("answered", None), ("failed", "image")]


FAILURES = {
    "traceback": (["traceback"], {}, ("ended with exit code 1", stand_in_vllm.CAUSE, stand_in_vllm.LAST)),
    "memory": (["memory"], {}, (stand_in_vllm.OUT_OF_MEMORY[:150], "take more serve.gpus, fewer serve.context_tokens")),
    "hangs": (["hangs", "child"], {"startup_seconds": 1}, ("within serve.startup_seconds = 1; raise it", "API server")),
    "stubborn": (["hangs", "stubborn"], {"startup_seconds": 1}, ("within serve.startup_seconds = 1; raise it",)),
    "open": (["open"], {"startup_seconds": 1}, ("was not ready",)),
    "killed": (["killed"], {}, ("ended with exit code 137", "raise serve.mem_mb")),
    "option": ([], {"options": ["--no-such-option"]}, ("ended with exit code 2", "--no-such-option")),
}


@pytest.mark.parametrize(("behaviours", "serve", "parts"), FAILURES.values(), ids=FAILURES)
def test_a_server_that_does_not_start_ends_the_job_with_its_own_last_words(
    tmp_path, monkeypatch, behaviours, serve, parts
):
    monkeypatch.setattr(server_module, "GRACE_SECONDS", 1.0)
    line = line_of(tmp_path, *behaviours, serve=serve)
    for part in (*parts, "model 'm': its vllm server", str(tmp_path / "logs" / "0.server.log")):
        assert part in line
    assert not (tmp_path / "journal").exists() or not list((tmp_path / "journal").rglob("*.jsonl"))


def test_a_program_that_is_not_there_is_said_so(tmp_path):
    with pytest.raises(UserError, match=r"ended with exit code 127 .*no-such-program: cannot be started"):
        ask(entry_of(tmp_path, serve={"command": ["no-such-program"]}), tmp_path, questions(1))


@pytest.mark.parametrize(("told", "shown"), [("old", "vllm 0.10.2"), ("silent", "vllm of no version")])
def test_a_server_of_another_version_than_the_entrys_is_not_asked(tmp_path, told, shown):
    line = line_of(tmp_path, told, engine_version=stand_in_vllm.VERSION)
    assert f"its entry says engine_version: 0.11.0, and the server that {sys.executable} starts is {shown}" in line
    assert not list(tmp_path.rglob("*.jsonl"))


def test_a_version_that_no_entry_names_is_recorded_and_another_one_adds_nothing_to_its_replies(tmp_path):
    ask(entry_of(tmp_path), tmp_path, questions(1))
    (recorded,) = (tmp_path / "journal" / "engines").iterdir()
    assert json.loads(recorded.read_text()) == {"engine": "vllm", "engine_version": "0.11.0"}
    with pytest.raises(
        UserError, match=r"by vllm 0.11.0, and the server is of version 0.10.2: start version 0.11.0, or"
    ):
        ask(entry_of(tmp_path, "old"), tmp_path, questions(2))
    outcome, _ = ask(entry_of(tmp_path, "old", engine_version="0.10.2"), tmp_path, questions(2))
    assert outcome.calls == 2


def test_a_port_that_another_server_took_meanwhile_is_left_to_it(tmp_path, monkeypatch):
    """The stranger answers everything with 200, as a server without a key does."""
    with stranger() as (port, asked):
        free_port, ports = server_module.free_port, iter([port])
        monkeypatch.setattr(server_module, "free_port", lambda: next(ports, None) or free_port())
        outcome, server = ask(entry_of(tmp_path), tmp_path, questions(1))
        assert outcome.failures == {}
        assert server.address.endswith(f":{port}") is False
        assert len(processes(tmp_path)) == 2
        assert all(path in ("/health", "/v1/models") for path in asked)


def test_after_a_taken_port_another_failure_is_told_as_what_it_is(tmp_path, monkeypatch):
    with stranger() as (port, _):
        monkeypatch.setattr(server_module, "free_port", lambda: port)
        real = server_module.command_of

        def second_time_dead(*asked):
            return real(*asked) if not processes(tmp_path) else [sys.executable, "-c", "raise ValueError('other')"]

        monkeypatch.setattr(server_module, "command_of", second_time_dead)
        assert "ended with exit code 1 before it was ready" in (line := line_of(tmp_path))
        assert "ValueError: other" in line
        assert len(processes(tmp_path)) == 1


def test_when_no_port_is_to_be_had_the_job_says_so(tmp_path, monkeypatch):
    with stranger() as (port, _):
        monkeypatch.setattr(server_module, "free_port", lambda: port)
        assert "found each of 5 ports taken by another process" in line_of(tmp_path)


@contextlib.contextmanager
def stranger():
    """A server of somebody else, which answers everybody; yields its port and the paths that it was asked for."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.send_header("content-length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        do_POST = do_GET

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port, asked
        server.shutdown()


def test_a_server_that_dies_in_the_middle_stops_the_model_and_the_next_job_asks_only_the_rest(tmp_path):
    outcome, server = ask(entry_of(tmp_path, "dies=4", concurrency=1), tmp_path, questions(12))
    assert outcome.stopped == "server"
    assert "its server ended" in outcome.stopped_because
    assert "EngineDeadError" in outcome.stopped_because
    assert server.key not in outcome.stopped_because
    assert (outcome.calls, outcome.failures) == (4, {"server": 9})
    outcome, _ = ask(entry_of(tmp_path, concurrency=1), tmp_path, questions(12))
    assert (outcome.from_journal, outcome.calls, dict(outcome.failures)) == (3, 9, {})
    assert not any(map(lives, processes(tmp_path)))


@pytest.fixture
def job(tmp_path):
    """Start a job that is in the middle of its questions; its server has a worker in a session of its own."""
    started = []

    def start(*behaviours):
        entry = entry_of(tmp_path, "pause=600", *behaviours, concurrency=1)
        started.append(start_job(tmp_path, entry, 3))
        assert soon(lambda: "is ready" in log.read_text() if log.exists() else False), started[0].poll()
        assert all(map(lives, processes(tmp_path)))
        return started[0]

    log = tmp_path / "job.log"
    yield start
    for process in [*(one.pid for one in started), *processes(tmp_path)]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    for one in started:
        one.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_job_that_is_killed_takes_its_server_and_the_servers_children_with_it(tmp_path, job, number):
    killed = job("child")
    os.killpg(killed.pid, number)  # as a terminal's Ctrl-C, and as what kills a whole group
    assert killed.wait(60) != 0
    assert len(processes(tmp_path)) == 2
    assert soon(lambda: not any(map(lives, processes(tmp_path))))


def test_a_server_that_does_not_end_when_asked_to_is_killed(tmp_path, job):
    os.kill(job("stubborn").pid, signal.SIGKILL)
    assert soon(lambda: not any(map(lives, processes(tmp_path))))


def test_a_server_whose_guard_is_killed_ends_and_so_does_the_job(tmp_path, job):
    stopped = job()
    (server,) = processes(tmp_path)
    os.kill(parent_of(server), signal.SIGKILL)
    assert soon(lambda: not lives(server))
    assert stopped.wait(60) == 0  # its requests have failed, each counted


def parent_of(process):
    """Return the parent of a process."""
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def test_a_job_that_ends_by_a_mistake_of_the_code_ends_its_server_first(tmp_path):
    how = how_to_ask(entry_of(tmp_path), tmp_path)
    with pytest.raises(ZeroDivisionError), server_for("m", how, 1, str(tmp_path / "0.log")) as server:
        asyncio.run(server.start())
        assert all(map(lives, processes(tmp_path)))
        1 / 0  # noqa: B018
    assert len(processes(tmp_path)) == 1
    assert not any(map(lives, processes(tmp_path)))


def test_two_jobs_at_once_have_two_servers_two_ports_and_two_keys(tmp_path):
    jobs = [start_job(tmp_path / name, entry_of(tmp_path / name, "slow"), 3) for name in ("a", "b")]
    for one in jobs:
        _, said = one.communicate(timeout=120)
        assert one.returncode == 0, said
    seen = [only_server(tmp_path / name) for name in ("a", "b")]
    assert seen[0]["argv"][-1] != seen[1]["argv"][-1]
    assert seen[0]["key"] != seen[1]["key"]
    assert not any(map(lives, [*processes(tmp_path / "a"), *processes(tmp_path / "b")]))
