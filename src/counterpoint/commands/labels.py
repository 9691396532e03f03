"""`counterpoint labels`: a sample of a run's replies for people to label."""

import argparse
import re
from pathlib import Path
from typing import Any

from counterpoint.errors import UserError


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    labels = subparsers.add_parser("labels", help="let people label replies, to hold judge and parser against them")
    actions = labels.add_subparsers(required=True, metavar="ACTION")
    sample = actions.add_parser(
        "sample",
        help="write a sample of replies to label",
        description="Write a sample of a run's replies as CSV, stratified by model, cell and verdict, without showing "
        "either model or verdict. Fill in the column label, name the file under the suite's key human_labels, and "
        "run again: the table agreement then compares parser, judge and verdicts with it.",
    )
    sample.add_argument("--run", required=True, type=Path, dest="folder", help="folder of a run, as results/default")
    sample.add_argument("--suite", required=True, help="suite, e.g. cvlat")
    sample.add_argument("--n", type=_positive, default=200, help="replies to sample (200)")
    sample.add_argument("--seed", type=int, default=0, help="seed of the sample (0)")
    sample.add_argument("--out", required=True, type=Path, help="CSV to write; it must not exist")
    sample.set_defaults(run=_sample)


def _sample(chosen: argparse.Namespace) -> int:
    from counterpoint.judging.human_labels import allowed_labels, sample, write_sample
    from counterpoint.judging.judge_requests import ASKED, READ_AS
    from counterpoint.models.replies import ANSWERED
    from counterpoint.seeds import generator
    from counterpoint.tables import read_table

    if not re.fullmatch(r"[a-z]+", chosen.suite):
        raise UserError(f"--suite: {chosen.suite!r} is no suite; allowed: a suite of the run, such as cvlat")
    if chosen.out.exists():
        raise UserError(f"{chosen.out}: is there already, and may hold labels; name another file under --out")
    plan = chosen.folder / "trials" / chosen.suite
    tables = sorted(chosen.folder.glob(f"verdicts/*/{chosen.suite}.parquet"))
    if not tables:
        raise UserError(
            f"{chosen.folder}: holds no verdicts of suite {chosen.suite!r}; allowed: a finished run's folder"
        )
    trials = read_table("trials", plan / "trials.parquet", columns=["request_id", "cell"]).to_pylist()
    cells: dict[str, str] = {}
    for trial in trials:
        cells.setdefault(trial["request_id"], trial["cell"])
    read = read_table("requests", plan / "requests.parquet", columns=READ_AS).to_pylist()
    cells = {row["request_id"]: cells[row["request_id"]] for row in read if allowed_labels(row)}
    columns = ["request_id", "response_key", "status", "verdict"]
    replies = [
        {"model": table.parent.name, "cell": cells[row["request_id"]], **row}
        for table in tables
        for row in read_table("verdicts", table, columns=columns).to_pylist()
        if row["status"] == ANSWERED and row["request_id"] in cells
    ]
    strata = [(row["model"], row["cell"], row["verdict"]) for row in replies]
    drawn = [replies[place] for place in sample(strata, chosen.n, generator(chosen.seed, "labels", chosen.suite))]
    wanted = {row["request_id"] for row in drawn}
    asked = read_table("requests", plan / "requests.parquet", columns=ASKED, filters=[("request_id", "in", wanted)])
    requests = {row["request_id"]: row for row in asked.to_pylist()}
    keys = {row["response_key"] for row in drawn}
    texts: dict[str, str] = {}
    for model in sorted({row["model"] for row in drawn}):
        for shard in sorted(chosen.folder.glob(f"responses/{model}/{chosen.suite}/*.parquet")):
            if not shard.stem.isdecimal():
                continue  # views stand beside responses
            found = read_table(
                "responses", shard, columns=["response_key", "text"], filters=[("response_key", "in", keys)]
            )
            texts |= {row["response_key"]: row["text"] for row in found.to_pylist()}
    if missing := sorted({row["model"] for row in drawn if row["response_key"] not in texts}):
        raise UserError(f"{chosen.folder}: lacks replies of {', '.join(missing)}; finish the run first")
    write_sample(
        chosen.out, [requests[row["request_id"]] | row | {"text": texts[row["response_key"]]} for row in drawn]
    )
    print(f"{chosen.out}: {len(drawn)} of {len(replies)} replies to label")
    return 0


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not allowed; allowed: a whole number of at least 1")
    return int(text)
