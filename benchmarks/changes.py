"""Measure what changes to a finished run of CVLAT's full design cost, and check that each asks only what is new.

    python benchmarks/changes.py [--models 15] [--orders 120] [--shards 64] [--folder DIR]

A run with planted models and all but one of the design's cells, and half of the option orders, is finished; then a
model, the cell, a chart with a question of each instrument, the other orders and more shards come in, one after the
other. Prints Markdown: for each the jobs that ran, the replies that came into the journal, and the seconds of
planning and running. Ends with an error when a reply was asked for twice, or one that is needed was not.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import yaml
from paper_runs import (
    BUNDLE,
    CHARTS,
    RESULTS,
    edit_run,
    jobs_of,
    journal_lines,
    print_load,
    print_table,
    snakemake,
    write_chart,
    write_run,
)

CELL = "cvlat/visual_priority"


def replies_needed(folder: Path) -> dict[str, set[str]]:
    """Return the requests that each model of the run must have been asked: those that are planned."""
    planned = pd.read_parquet(folder / RESULTS / "trials" / "cvlat" / "requests.parquet", columns=["request_id"])
    models = yaml.safe_load((folder / "config.yaml").read_text())["models"]
    return {model: set(planned["request_id"]) for model in models}


def check_journal(folder: Path, ever_needed: dict[str, set[str]]) -> None:
    """Stop when a model's journal is not exactly one line for each request that it ever had to be asked."""
    for model, needed in ever_needed.items():
        files = (folder / "journal" / model).glob("*/*.jsonl")
        lines = [json.loads(line)["request_id"] for path in files for line in path.read_text().splitlines()]
        if len(lines) != len(needed) or set(lines) != needed:
            text = f"{len(lines)} lines about {len(set(lines))} requests, where {len(needed)} were needed"
            raise SystemExit(f"{folder / 'journal' / model}: {text}")


def add_chart(folder: Path) -> None:
    """Add a chart to the bundle, with one question in each of its folders."""
    for name in BUNDLE:
        write_chart(folder / "bundle", name, CHARTS, {1000: 5})


def main() -> None:
    """Finish a run, change it step by step, and print what each step took."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, help="folder to work in (default: a temporary one)")
    parser.add_argument("--models", type=int, default=15)
    parser.add_argument("--orders", type=int, default=120, help="option orders of a question, in the end")
    parser.add_argument("--shards", type=int, default=64, help="shards of a model, in the end")
    arguments = parser.parse_args()
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="counterpoint-"))
    write_run(folder, ["cvlat"], arguments.models)

    def smaller(run: dict[str, Any]) -> None:
        run["suites"]["cvlat"]["cells"].remove(CELL)
        run["suites"]["cvlat"]["orders"] = arguments.orders // 2

    def edited(change: Callable[[dict[str, Any]], Any]) -> Callable[[], None]:
        return lambda: edit_run(folder, change)

    steps: dict[str, Callable[[], None]] = {
        "the run before": edited(smaller),
        "nothing": lambda: None,
        "one more model": edited(lambda run: run["models"].append(f"arbiter-{arguments.models:02d}")),
        "one more cell": edited(lambda run: run["suites"]["cvlat"]["cells"].append(CELL)),
        "one more chart, 4 items": lambda: add_chart(folder),
        "twice as many orders": edited(lambda run: run["suites"]["cvlat"].update(orders=arguments.orders)),
        f"{arguments.shards} shards instead of 1": edited(lambda run: run.update(shards=arguments.shards)),
    }
    rows, ever_needed, asked = [], {}, 0
    for name, change in steps.items():
        change()
        planning = snakemake(folder, "--dry-run", "--quiet", "all")
        started = time.time()
        used = snakemake(folder)
        jobs = jobs_of(folder)
        for model, needed in replies_needed(folder).items():
            ever_needed[model] = ever_needed.get(model, set()) | needed
        check_journal(folder, ever_needed)
        before, asked = asked, sum(journal_lines(folder)[model] for model in ever_needed)
        ran = int((jobs["started"] >= started).sum())
        rows.append((name, f"{ran} of {len(jobs)}", f"{asked - before:,}", planning.seconds, used.seconds, used.cpu))
    print(f"cvlat, {arguments.models} models at first, {sum(map(len, ever_needed.values())):,} replies in the end\n")
    print_table(["change", "jobs run", "requests sent", "s to plan", "s to run", "CPU seconds"], rows)
    print_load()


if __name__ == "__main__":
    main()
