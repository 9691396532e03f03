"""Simulate how long a finished run would take on more workers with models that take a second a request.

    python benchmarks/walls.py FOLDER [--seconds 1] [--workers 1 8 64]

FOLDER is where another benchmark ran. Its jobs are put on workers in the order of their dependencies, each on the
first one that is free, those first behind which the longest chain waits (list scheduling, as Graham 1969 bounds it:
at most twice the best). A job takes its measured CPU seconds, as on a core of its own, and a query job `--seconds`
more for each request, one after the other; the rule judge takes none. The ideal is that asking alone, divided among
the workers. Prints Markdown.
"""

import argparse
import heapq
from pathlib import Path

import pandas as pd
import pyarrow.parquet as parquet
from paper_runs import jobs_of, print_table


def dependencies(jobs: pd.DataFrame) -> dict[str, set[str]]:
    """Return the jobs that each job waits for, by name."""
    makers = {output: name for name, outputs in jobs["outputs"].items() for output in outputs}
    return {name: {makers[file] for file in files if file in makers} for name, files in jobs["inputs"].items()}


def simulated_wall(seconds: dict[str, float], waits_for: dict[str, set[str]], workers: int) -> float:
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
    """Simulate the run of a folder for each number of workers and print the walls beside the ideal."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=1.0, help="of a request")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 8, 64])
    arguments = parser.parse_args()
    jobs = jobs_of(arguments.folder)
    requests = {
        name: sum(
            parquet.read_metadata(arguments.folder / file).num_rows
            for file in job["outputs"]
            if file.endswith(".parquet") and not file.endswith(".views.parquet")
        )
        for name, job in jobs[jobs["rule"] == "query"].iterrows()
    }
    asking = {name: arguments.seconds * count for name, count in requests.items()}
    taken = {name: float(cpu) + asking.get(name, 0.0) for name, cpu in jobs["cpu"].items()}
    waits_for = dependencies(jobs)
    share = jobs["cpu"].sum() / sum(asking.values())
    print(f"{len(jobs)} jobs; {len(requests)} ask {sum(requests.values()):,} requests of {arguments.seconds:g} s;")
    print(f"all else takes {jobs['cpu'].sum():.0f} CPU seconds, {share:.2%} of the asking\n")
    rows = []
    for workers in arguments.workers:
        ideal, wall = sum(asking.values()) / workers, simulated_wall(taken, waits_for, workers)
        asking_alone = simulated_wall({name: asking.get(name, 0.0) for name in taken}, waits_for, workers)
        rows.append((workers, ideal, wall, f"{wall / ideal - 1:.2%}", f"{(wall - asking_alone) / asking_alone:.2%}"))
    print_table(["workers", "ideal, s", "wall, s", "over the ideal", "of it not for uneven shards"], rows)


if __name__ == "__main__":
    main()
