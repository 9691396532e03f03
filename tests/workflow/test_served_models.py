"""Whole runs with a model that its own jobs serve: servers, ports and answers of shards at once, and how they end."""

import os
import signal
from pathlib import Path

import pytest
import yaml
from conftest import REGISTRY, Workspace
from served_samples import lives, processes, served, servers, soon

RESPONSES = [f"results/small/responses/served/cvlat/{shard}.parquet" for shard in (0, 1)]


@pytest.fixture
def space(unasked) -> Workspace:
    """A run whose registry has the model beside the planted ones; nobody was asked yet."""
    space = unasked
    register(space)
    space.configure(
        models=["served", "recaller"], cvlat={"cells": ["cvlat/normal", "cvlat/question_only"], "orders": 2}
    )
    return space


def register(space, *behaviours, **serve):
    """Say how the model's server behaves."""
    (space.folder / "models.yaml").write_text(
        yaml.safe_dump(REGISTRY | {"served": served(space.folder, *behaviours, **serve)})
    )


@pytest.mark.slow
def test_two_shards_at_once_have_two_servers_on_two_ports_and_both_are_gone_afterwards(space):
    register(space, "waits=2")  # neither is ready before the other one lives
    space.run(*RESPONSES, "--resources", "gpu=2")
    seen, requests = servers(space.folder), [space.receipt("served", shard)["requests"] for shard in (0, 1)]
    assert len(seen) == 2
    assert len({server["argv"][-1] for server in seen}) == 2
    assert len({server["key"] for server in seen}) == 2
    assert not any(map(lives, processes(space.folder)))
    assert len(space.paid("served")) == sum(requests)
    assert all(space.receipt("served", shard)["failed"] == 0 for shard in (0, 1))
    for shard in (0, 1):
        log = space.results / "logs" / "query" / "served" / "cvlat" / f"{shard}.server.log"
        assert "vLLM API server version" in log.read_text()
    keys = [server["key"] for server in seen]
    kept = [path for path in space.folder.rglob("*") if path.is_file() and path.parent.name != "servers"]
    assert not [path for path in kept for key in keys if key.encode() in path.read_bytes()]
    # what decides no answer runs nothing again; a forced job finds its answers and starts no server
    register(space, gpus=2, images_per_prompt=3)
    assert "Nothing to be done" in space.run(*RESPONSES)
    space.run(*RESPONSES, "--forcerun", "query")
    assert len(servers(space.folder)) == 2


def test_the_resources_of_its_jobs_follow_from_the_entry(space):
    register(space, gpus=2)
    printed = space.run(*RESPONSES, "-n", "--quiet", "host")
    assert printed.count("gpu=2, mem_mb=100000") == 2
    printed = space.run("results/small/responses/recaller/cvlat/0.parquet", "-n", "--quiet", "host")
    assert "api_slots=1, mem_mb=4000" in printed
    assert "gpu=" not in printed


def test_a_server_that_does_not_start_is_one_line_with_its_own_words_and_the_other_model_goes_on(space):
    register(space, "memory")
    other = "results/small/responses/recaller/cvlat/0.parquet"
    printed = space.run(*RESPONSES, other, fails=True)
    lines = [line for line in printed.splitlines() if line.startswith("error: model 'served'")]
    assert len(lines) == 2
    assert "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.16 GiB" in lines[0]
    assert "results/small/logs/query/served/cvlat/" in lines[0]
    assert (space.folder / other).exists()
    assert not space.paid("served")


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_killed_leaves_no_server_and_goes_on_where_it_was(space, number):
    register(space, "pause=0.3")
    space.configure(models=["served"])
    running = space.start(*RESPONSES)
    assert soon(lambda: len(space.paid("served")) > 3, 120)
    os.killpg(running.pid, number)
    running.communicate(timeout=120)
    assert soon(lambda: not any(map(lives, processes(space.folder))))
    paid = len(space.paid("served"))
    register(space)
    space.run("--unlock")
    space.run(*RESPONSES)
    requests = sum(space.receipt("served", shard)["requests"] for shard in (0, 1))
    assert sum(space.receipt("served", shard)["asked"] for shard in (0, 1)) == requests - paid
    assert len(space.paid("served")) == requests
    assert not any(map(lives, processes(space.folder)))
    assert not list(Path(space.folder / "journal" / "served").glob("engines/*.tmp"))
