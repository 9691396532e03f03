"""The same run on a Slurm cluster, with jobs cancelled and killed under it, gives the same tables as on one machine."""

import os
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from conftest import REGISTRY, Workspace, new_workspace
from slurm_cluster import ON_SLURM, missing, process_of, slurm_cluster, slurm_jobs, wait_for

KEY = "sk-a-key-that-must-stand-nowhere"
GPU = ["--set-resources", "query:gpu=1 if wildcards.model == 'slow' and wildcards.shard == '2' else 0"]
TIMES = ("seconds", "answered_at", "minutes")  # when a reply came, and how long it took, are no result
TIMED = "tables/spending.csv"

pytestmark = [pytest.mark.cluster, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory) -> Iterator[None]:
    """A cluster of two nodes, or a skipped test that says why there is none."""
    if (why := missing()) is not None:
        pytest.skip(why)
    with slurm_cluster(tmp_path_factory.mktemp("slurm")):
        yield


def workspace(folder: Path, readings: Path, seconds: float) -> Workspace:
    """The small run with one model of three shards, which takes its time."""
    made = new_workspace(folder, readings)
    slow = REGISTRY["slow"] | {"seconds": seconds, "shards": 3}
    (folder / "models.yaml").write_text(yaml.safe_dump(REGISTRY | {"slow": slow}))
    made.configure(models=["reader", "slow"])
    return made


def asking(shard: int) -> list[str]:
    """The running Slurm jobs that ask a shard of the slow model."""
    return [number for number, _, _, comment in slurm_jobs("RUNNING") if comment.endswith(f"slow_cvlat_{shard}")]


def test_jobs_that_slurm_or_the_system_kills_lose_nothing_and_change_no_table(cluster, tmp_path, readings):
    remote = workspace(tmp_path / "remote", readings, seconds=0.5)
    options = [*ON_SLURM, *GPU]
    first = remote.start(*options, OPENAI_API_KEY=KEY)
    wait_for(lambda: len(remote.paid("slow")) > 20 and asking(0) and asking(1), first)
    (cancelled,) = asking(0)
    subprocess.run(["scancel", cancelled], check=True)
    for process in wait_for(lambda: process_of(asking(1)[0]), first):
        os.kill(process, signal.SIGKILL)
    printed, _ = first.communicate(timeout=900)
    assert first.returncode != 0, printed
    answered = {shard: (remote.results / f"responses/slow/cvlat/{shard}.parquet").exists() for shard in range(3)}
    assert answered == {0: False, 1: False, 2: True}, printed
    assert (remote.results / "statistics/reader/cvlat/estimates.parquet").exists(), printed
    paid = {line["response_key"] for line in remote.paid("slow")}
    assert paid

    jobs_before = len(slurm_jobs())
    assert remote.jobs(remote.run(*options, OPENAI_API_KEY=KEY))["query"] == 2
    lines = remote.paid("slow")
    assert paid <= {line["response_key"] for line in lines}
    assert max(Counter(line["response_key"] for line in lines).values()) == 1
    from_journal = [remote.receipt("slow", shard)["from_journal"] for shard in (0, 1)]
    assert all(from_journal), from_journal

    found = subprocess.run(
        ["grep", "--recursive", "--files-with-matches", KEY, str(remote.folder)], capture_output=True
    )
    assert found.stdout == b""

    jobs = slurm_jobs()
    assert {node for _, node, _, _ in jobs} == {"node1", "node2"}
    assert {comment[-1] for _, _, asked_for, comment in jobs if "gpu" in asked_for} == {"2"}
    # Two shards, one model's reading, and what is gathered at the end.
    assert len(jobs) - jobs_before == 4, jobs

    local = workspace(tmp_path / "local", readings, seconds=0)
    local.run()
    assert_same_tables(remote.results, local.results)


def assert_same_tables(one: Path, other: Path) -> None:
    """Every table of answers, scores, statistics and results is the same, but for the times of replies."""
    names = [sorted(str(path.relative_to(of)) for path in of.rglob("*.csv")) for of in (one, other)]
    assert names[0] == names[1]
    for name in names[0]:
        if name == TIMED:
            continue  # it is compared as Parquet below
        assert (one / name).read_bytes() == (other / name).read_bytes(), name
    stages = ("responses", "verdicts", "scores", "statistics", "tables")
    names = [
        sorted(str(path.relative_to(of)) for stage in stages for path in (of / stage).rglob("*.parquet"))
        for of in (one, other)
    ]
    assert names[0] == names[1]
    assert len(names[0]) > 20
    for name in names[0]:
        tables = [_without_times(of / name) for of in (one, other)]
        assert tables[0].equals(tables[1]), name


def _without_times(path: Path):
    import pyarrow.parquet as pq

    table = pq.read_table(path)
    return table.drop_columns([name for name in TIMES if name in table.column_names])
