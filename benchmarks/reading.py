"""Measure reading SciFig's replies by rule, over a finished run, and hold what is read against the run's own tables.

    python benchmarks/reading.py results/scifig

For each model its judge requests are put to the rule judge again, and its trials scored again, in this process and
without Snakemake. Prints Markdown: replies, CPU seconds, and whether verdicts and tables are those of the run. With
PYTHONPATH another version of the library reads the same run.
"""

import argparse
import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from paper_runs import print_load, print_table

from counterpoint.judging.facts import read_facts
from counterpoint.judging.rule_judge import RuleJudge
from counterpoint.models.requests import Part, Request
from counterpoint.suites.scifig.results.scoring import score_trials
from counterpoint.tables import read_table

JUDGED = "judging/{model}/scifig/rule-judge"


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the CPU seconds that something takes, and what it returns."""
    start = time.process_time()
    found = work()
    return time.process_time() - start, found


def texts_of(paths: list[Path]) -> dict[str, str]:
    """Return the text of each answered request in tables of responses."""
    tables = [read_table("responses", path, columns=["request_id", "status", "text"]) for path in paths]
    rows = (row for table in tables for row in table.to_pylist())
    return {row["request_id"]: row["text"] for row in rows if row["status"] == "answered"}


def judge_again(run: Path, model: str) -> tuple[int, float, bool]:
    """Return how many replies the rule judge judged, its CPU seconds, and whether it says what it said in the run."""
    folder = run / JUDGED.format(model=model)
    asked = {
        row["request_id"]: Request(
            row["system"],
            tuple(Part(part["kind"], part["value"]) for part in row["parts"]),
            row["response_schema"],
            row["repeat"],
        )
        for row in read_table("requests", folder / "requests.parquet").to_pylist()
    }

    async def ask() -> dict[str, str]:
        return {name: (await RuleJudge().ask(request, 1)).text for name, request in asked.items()}

    seconds, said = timed(lambda: asyncio.run(ask()))
    return len(asked), seconds, said == texts_of([p for p in folder.glob("*.parquet") if p.stem.isdecimal()])


def score_again(run: Path, model: str) -> tuple[int, float, bool]:
    """Return how many descriptions were scored, the CPU seconds, and whether all tables are those of the run."""
    responses = [p for p in (run / "responses" / model / "scifig").glob("*.parquet") if p.stem.isdecimal()]
    never = read_table("no_evidence", run / "trials/scifig/no_evidence.parquet", columns=["cell", "item_id", "unit_id"])
    inputs = (
        read_table("verdicts", run / f"verdicts/{model}/scifig.parquet"),
        read_table("trials", run / "trials/scifig/trials.parquet"),
        read_table("scifig_items", run / "items/scifig/items.parquet"),
        texts_of(responses),
        never.to_pylist(),
    )
    seconds, tables = timed(lambda: score_trials(model, *inputs, read_facts))
    files = {name: f"scores/{model}/{'scifig' if name == 'scores' else name}.parquet" for name in tables}
    same = all(table.equals(read_table(name, run / files[name])) for name, table in tables.items())
    return tables["scifig_descriptions"].num_rows, seconds, same


def main() -> None:
    """Read a run's replies again and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path, help="folder of a finished run's results")
    run = parser.parse_args().run
    rows = []
    for folder in sorted((run / "judging").iterdir()):
        rows.append((folder.name, *judge_again(run, folder.name), *score_again(run, folder.name)))
    print_table(["model", "judged", "CPU s", "as in the run", "descriptions scored", "CPU s", "as in the run"], rows)
    print_load()


if __name__ == "__main__":
    main()
