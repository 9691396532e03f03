"""What the tests of a job's own server share: entries of the registry, how to ask, and what still lives."""

import json
import sys
import time
from pathlib import Path

from counterpoint.models.jobs import Job
from counterpoint.models.pictures import Pictures
from counterpoint.models.requests import Part, Request, response_key
from counterpoint.models.served import server_for
from counterpoint.models.shard import response_identity
from counterpoint.models.trace import Identity
from counterpoint.models.transports import query_provider
from counterpoint.registry import model_identity, serving_of
from counterpoint.registry_entries import ServedModel

STAND_IN = Path(__file__).parent / "stand_in_vllm.py"


def entry_of(folder, *behaviours, serve=None, **keys) -> ServedModel:
    """Return the entry of a model whose jobs start the stand-in, which behaves as the words say."""
    started = {"context_tokens": 4096, "startup_seconds": 30, "threads": 1}
    started |= {"command": [sys.executable, str(STAND_IN), str(folder / "servers"), *behaviours]}
    entry = {"provider": "openai_compatible", "group": "open", "access": "local", "engine": "vllm"}
    entry |= {"checkpoint": "maker/weights", "serve": started | (serve or {})} | keys
    return ServedModel.model_validate(entry)


def served(folder, *behaviours, **serve) -> dict:
    """Return the same as a registry of a whole run has it: two shards, of which each job starts the stand-in."""
    command = [sys.executable, str(STAND_IN), str(folder / "servers"), "slow", *behaviours]
    entry = {"provider": "openai_compatible", "group": "open", "access": "local", "engine": "vllm", "shards": 2}
    entry |= {"checkpoint": "maker/weights", "engine_version": "0.11.0", "seconds_between_attempts": 0.01}
    return entry | {"serve": {"context_tokens": 4096, "threads": 1, "mem_mb": 96_000, "command": command} | serve}


def how_to_ask(entry, folder) -> dict:
    """Return what a rule's parameters say of how to ask a model."""
    limits = {"concurrency": entry.concurrency, "attempts": 3, "seconds_between_attempts": 0.01}
    limits |= {"seconds_a_call": 60, "seconds_a_request": 120}
    how = {"limits": limits, "serving": serving_of(entry), "journal": str(folder / "journal")}
    return how | {"transport": "direct", "base_url": None, "api_key_env": None}


def questions(count) -> list[Request]:
    """Return different requests without a picture."""
    return [Request("Answer.", (Part("text", f"Which, of {number}?"),)) for number in range(count)]


def ask(entry, folder, asked, pictures=None):
    """Ask a model requests as a shard's job does, with a server of the job's own; return what became of them."""
    how, identity = how_to_ask(entry, folder), response_identity(model_identity(entry), 0, None)
    jobs = [Job(r, response_key(r.request_id, Identity(identity).digest, None)) for r in asked]
    with server_for("m", how, 1, str(folder / "logs" / "0.log")) as server:
        return query_provider(identity, jobs, pictures or Pictures((), Path()), how, range(256), None, server), server


def processes(folder) -> list[int]:
    """Return the processes that stand-ins were or have started."""
    return [int(path.name) for path in (folder / "servers").glob("*") if path.name.isdecimal()]


def servers(folder) -> list[dict]:
    """Return what each stand-in that was started wrote of itself."""
    written = [path.read_text() for path in (folder / "servers").iterdir()]
    return [json.loads(text) for text in written if text != "worker"]


def lives(process) -> bool:
    """Return whether a process runs: one that only waits to be taken leave of does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def soon(happens, seconds=30.0):
    """Return whether something comes about; the seconds are only how long a failing test takes."""
    end = time.monotonic() + seconds
    while not happens():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
