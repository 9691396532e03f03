"""A Slurm cluster with accounting and GPUs: models that their jobs serve, and both commands that tell jobs' status."""

import os
import signal
import subprocess
from collections.abc import Iterator

import pytest
import yaml
from conftest import REGISTRY, Workspace, new_workspace
from served_samples import lives, processes, served, servers, soon
from slurm_cluster import ACCOUNT, ON_SLURM, asked, missing, process_of, slurm_cluster, slurm_jobs, wait_for

SHARDS = [f"results/small/responses/served/cvlat/{shard}.parquet" for shard in (0, 1)]
BROKEN = "results/small/responses/broken/cvlat/0.parquet"

pytestmark = [pytest.mark.cluster, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory) -> Iterator[None]:
    """A cluster whose first node has two GPUs, or a skipped test that says why there is none."""
    if (why := missing(accounting=True)) is not None:
        pytest.skip(why)
    with slurm_cluster(tmp_path_factory.mktemp("slurm"), accounting=True):
        yield


@pytest.fixture
def space(tmp_path, readings) -> Workspace:
    """A folder in which all is planned, for a model with a server that answers and one with a server that fails."""
    space = new_workspace(tmp_path / "work", readings)
    register(space)
    space.configure(models=["served", "broken"], cvlat={"cells": ["cvlat/normal"], "orders": 2})
    space.run("results/small/trials/cvlat/requests.parquet")
    return space


def register(space: Workspace, *behaviours: str) -> None:
    """Say how the server that answers behaves."""
    needs = {"gpus": 1, "mem_mb": 1000}
    entries = {
        "served": served(space.folder, *behaviours, **needs),
        "broken": served(space.folder / "broken", "memory", **needs) | {"shards": 1},
    }
    (space.folder / "models.yaml").write_text(yaml.safe_dump(REGISTRY | entries))


def running() -> dict[str, str]:
    """Return the running jobs of the model whose server answers, by shard."""
    jobs = slurm_jobs("RUNNING")
    return {comment[-1]: number for number, _, _, comment in jobs if "served" in comment}


def test_servers_of_two_shards_share_a_node_and_no_gpu_and_end_however_their_jobs_end(cluster, space):
    # Neither is ready before the other one lives; each has a worker that no request ends.
    register(space, "waits=2", "child", "pause=0.5")
    first = space.start(*ON_SLURM, *SHARDS)
    wait_for(lambda: len(space.paid("served")) > 5 and len(running()) == 2, first)
    jobs = slurm_jobs("RUNNING")
    assert {(node, asked_for) for _, node, asked_for, _ in jobs} == {("node1", "gres:gpu:1")}
    assert {server["gpus"] for server in servers(space.folder)} == {"0", "1"}
    assert len({server["argv"][-1] for server in servers(space.folder)}) == 2
    numbers = running()
    subprocess.run(["scancel", numbers["0"]], check=True)
    for process in wait_for(lambda: process_of(numbers["1"]), first):
        os.kill(process, signal.SIGKILL)
    assert soon(lambda: not any(map(lives, processes(space.folder))))
    printed, _ = first.communicate(timeout=600)
    assert first.returncode != 0, printed
    assert f"SLURM-job '{numbers['0']}' failed, SLURM status is: 'CANCELLED'" in printed
    assert f"SLURM-job '{numbers['1']}' failed, SLURM status is: 'FAILED'" in printed

    register(space)
    paid = len(space.paid("served"))
    account = ["--default-resources", f"slurm_account={ACCOUNT}", "mem_mb=2000", "runtime=60"]
    printed = space.run(*ON_SLURM, *SHARDS, BROKEN, "--slurm-status-command", "sacct", *account, fails=True)
    assert "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.16 GiB" in printed
    receipts = [space.receipt("served", shard) for shard in (0, 1)]
    assert sum(receipt["from_journal"] for receipt in receipts) == paid
    assert all(receipt["asked"] and not receipt["failed"] for receipt in receipts)
    assert not any(map(lives, [*processes(space.folder), *processes(space.folder / "broken")]))
    ends = asked("sacct", "--allocations", "--noheader", "--parsable2", "--format=State,Account")
    assert sorted(ends) == sorted(
        ["CANCELLED by 0|root", "FAILED|root", f"FAILED|{ACCOUNT}", *[f"COMPLETED|{ACCOUNT}"] * 2]
    )
