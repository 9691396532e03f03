"""Print, for each model and cell, what a run would ask: trials, distinct requests, pictures, estimated tokens."""

import json
from pathlib import Path

import pyarrow as pa

from counterpoint.estimate import estimate_lines
from counterpoint.job import logged
from counterpoint.judging.judge_requests import most_judge_requests
from counterpoint.judging.rubrics import load_rubrics
from counterpoint.models.journal import read_journal
from counterpoint.models.requests import BUCKETS
from counterpoint.models.shard import response_identity, shard_jobs
from counterpoint.suites.respondents import respond_of
from counterpoint.tables import read_table, rows_of

with logged(snakemake.log[0]):
    found, params = snakemake.input, snakemake.params
    tables = {name: [read_table(name, path) for path in found[name]] for name in ("trials", "requests", "stimuli")}
    told = {row["request_id"]: row["truth"] for path in found.truth for row in rows_of(read_table("truth", path))}

    def journalled(model):
        """Return the requests whose replies a model's journal holds."""
        truth = told if model["identity"]["provider"] == "planted" else {}
        known = read_journal(Path(params.journal, model["name"]), range(BUCKETS))[0]
        have = set()
        for suite, requests in zip(params.suites, tables["requests"], strict=True):
            identity = response_identity(model["identity"], params.seed, respond_of(model["identity"], suite))
            jobs = shard_jobs(rows_of(requests), identity, truth, model["text_only"])
            have |= {job.request.request_id for job in jobs if job.key in known}
        return have

    whole = {name: pa.concat_tables(parts) for name, parts in tables.items()}
    lines = estimate_lines(json.loads(params.models), **whole, journalled=journalled)
    rubrics = load_rubrics(found.rubrics)
    for suite, requests in zip(params.suites, tables["requests"], strict=True):
        for judge, votes in params.judges.items() if suite in params.judged else ():
            number, tokens, written = most_judge_requests(rubrics, requests, votes)
            lines.append(
                f"Judge {judge}, {suite}: at most {number:,} requests about each model's replies, about {tokens:,} "
                f"input and {written:,} output tokens; replies that look the same to it are judged once."
            )
    print("\n".join(lines), flush=True)
