"""Simulate how long a paper's design would take on several workers with models that take a second a request.

    python benchmarks/growth.py --folder DIR
    python benchmarks/walls.py DIR/orders-112 DIR/orders-7 [--models 15] [--shards 64] [--seconds 1] [--workers 1 8 64]

The first folder holds a finished run of one shard a model. The jobs of its first model stand for those of every
model, and each of a model's shards has the requests that it would have. It takes the CPU seconds of a query job of
the second run, of the same suite, which has no fewer requests than the largest of these shards. Jobs go to workers
in the order of their dependencies, each to the first one that is free, those first behind which the longest chain
waits (list scheduling). A job takes its measured CPU seconds, as on a core of its own, and a query job a while more
for each request, one after the other; the rule judge takes none. The ideal is this asking alone, divided evenly
among the workers. Prints Markdown.
"""

import argparse
import heapq
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
from paper_runs import jobs_of, print_load, print_table

from counterpoint.models.requests import bucket_of, shard_buckets

FIRST = "arbiter-00"


@dataclass(frozen=True)
class Work:
    """Jobs by name: their CPU seconds, the requests that they ask, and the jobs that each waits for."""

    cpu: Mapping[str, float]
    requests: Mapping[str, int]
    waits_for: Mapping[str, set[str]]


def designed(folder: Path, small: Path, models: int, shards: int) -> Work:
    """Return the work of a design, from the measured jobs of a finished run's first model and of all models' tables.

    A query job takes what that of the same name took in the `small` run. Stops where that asked less than a shard has.
    """
    jobs, smaller = jobs_of(folder), jobs_of(small)
    others = {part for name in jobs.index for part in name.split("/") if part.startswith("arbiter-")} - {FIRST}
    jobs = jobs[[others.isdisjoint(name.split("/")) for name in jobs.index]]
    makers = {output: name for name, outputs in jobs["outputs"].items() for output in outputs}
    asked = {name: _in_shards(folder, job, shards) for name, job in jobs.iterrows() if job["rule"] == "query"}
    for name, sizes in asked.items():
        if max(sizes) > sum(_in_shards(small, smaller.loc[name], 1)):
            raise SystemExit(f"{small}: {name} asked less than the {max(sizes)} requests of a shard; take a larger run")
        jobs.loc[name, "cpu"] = smaller.loc[name, "cpu"]

    def copies(name: str, of_models: range) -> list[str]:
        named = [name.replace(FIRST, f"model-{n}") for n in (of_models if FIRST in name else range(1))]
        return [f"{copy}/{shard}" for copy in named for shard in range(shards)] if name in asked else named

    cpu, requests, waits_for = {}, {}, {}
    for name, job in jobs.iterrows():
        before = {makers[file] for file in job["inputs"] if file in makers}
        for n in range(models if FIRST in name else 1):
            of_models = range(n, n + 1) if FIRST in name else range(models)
            needed = {copy for other in before for copy in copies(other, of_models)}
            for shard, copy in enumerate(copies(name, of_models)):
                cpu[copy], waits_for[copy] = float(job["cpu"]), needed
                if name in asked:
                    requests[copy] = asked[name][shard]
    return Work(cpu, requests, waits_for)


def _in_shards(folder: Path, job: pd.Series, shards: int) -> list[int]:
    """Return how many of a query job's requests each of so many shards would have."""
    file = next(file for file in job["outputs"] if file.endswith("/0.parquet"))
    buckets = pd.read_parquet(folder / file, columns=["request_id"])["request_id"].map(bucket_of)
    return [int(buckets.isin(shard_buckets(shard, shards)).sum()) for shard in range(shards)]


def simulated_wall(seconds: Mapping[str, float], waits_for: Mapping[str, set[str]], workers: int) -> float:
    """Return when the last job ends, in seconds, when free workers take ready jobs by the longest chain behind them."""
    followers: dict[str, list[str]] = {name: [] for name in seconds}
    for name, needed in waits_for.items():
        for before in needed:
            followers[before].append(name)
    chain: dict[str, float] = {}

    def longest(name: str) -> float:
        if name not in chain:
            chain[name] = seconds[name] + max((longest(after) for after in followers[name]), default=0.0)
        return chain[name]

    missing = {name: len(needed) for name, needed in waits_for.items()}
    ready = [(-longest(name), name) for name, count in missing.items() if count == 0]
    heapq.heapify(ready)
    running: list[tuple[float, str]] = []
    now = 0.0
    while ready or running:
        while ready and len(running) < workers:
            name = heapq.heappop(ready)[1]
            heapq.heappush(running, (now + seconds[name], name))
        now, ended = heapq.heappop(running)
        for after in followers[ended]:
            missing[after] -= 1
            if missing[after] == 0:
                heapq.heappush(ready, (-longest(after), after))
    return now


def main() -> None:
    """Simulate the design for each number of workers and print the walls beside the ideal."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="a finished run of the design's size")
    parser.add_argument("small", type=Path, help="a finished run of about a shard's size")
    parser.add_argument("--models", type=int, default=15)
    parser.add_argument("--shards", type=int, default=64, help="of each model in each suite")
    parser.add_argument("--seconds", type=float, default=1.0, help="of a request")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 8, 64])
    arguments = parser.parse_args()
    work = designed(arguments.folder, arguments.small, arguments.models, arguments.shards)
    asking = {name: arguments.seconds * work.requests.get(name, 0) for name in work.cpu}
    taken = {name: cpu + asking[name] for name, cpu in work.cpu.items()}
    print(f"{len(taken):,} jobs, {sum(work.requests.values()):,} requests of {arguments.seconds:g} s each\n")
    rows = []
    for workers in arguments.workers:
        ideal = sum(asking.values()) / workers
        asked, wall = (simulated_wall(seconds, work.waits_for, workers) for seconds in (asking, taken))
        rows.append((workers, ideal, asked, wall, f"{wall / ideal - 1:.2%}", f"{(wall - asked) / wall:.2%}"))
    print_table(["workers", "ideal, s", "asking alone, s", "wall, s", "over the ideal", "of the wall not asking"], rows)
    print_load()


if __name__ == "__main__":
    main()
