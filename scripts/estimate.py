"""Print, for each model and cell, what a run would ask and what it would cost, without asking."""

import json
from collections import defaultdict
from pathlib import Path

from counterpoint.estimate import Asked, estimate_lines
from counterpoint.job import logged
from counterpoint.judging.judge_requests import most_judge_requests
from counterpoint.judging.rubrics import load_rubrics
from counterpoint.models.journal import read_journal
from counterpoint.models.pictures import Pictures
from counterpoint.models.prices import price_of, table_version
from counterpoint.models.requests import BUCKETS
from counterpoint.models.shard import max_output_tokens, response_identity, shard_jobs
from counterpoint.suites.respondents import respond_of
from counterpoint.tables import read_table, rows_of

with logged(snakemake.log[0]):
    found, params = snakemake.input, snakemake.params
    told = {row["request_id"]: row["truth"] for path in found.truth for row in rows_of(read_table("truth", path))}
    cells, requests, pictures = defaultdict(list), {}, {}
    for suite, trials, asked, stimuli in zip(params.suites, found.trials, found.requests, found.stimuli, strict=True):
        for row in rows_of(read_table("trials", trials, columns=["cell", "request_id"])):
            cells[row["cell"]].append(row["request_id"])
        requests[suite] = list(rows_of(read_table("requests", asked)))
        pictures[suite] = Pictures(rows_of(read_table("stimuli", stimuli)), Path(stimuli).parents[2])
    models = {}
    for model in json.loads(params.models):
        truth = told if model["identity"]["provider"] == "planted" else {}
        jobs = []
        for suite in params.suites:
            identity = response_identity(model["identity"], params.seed, respond_of(model["identity"], suite))
            jobs += shard_jobs(requests[suite], identity, truth, model["text_only"], pictures[suite], model["orders"])
        models[model["name"]] = Asked(
            jobs=jobs,
            cells=cells,
            known=read_journal(Path(params.journal, model["name"]), range(BUCKETS))[0],
            price=price_of(model["billing"]),
            max_output_tokens=max_output_tokens(model["identity"]),
        )
    lines = estimate_lines(models, table_version())
    rubrics = load_rubrics(found.rubrics)
    for judge in json.loads(params.judges):
        price = price_of(judge["billing"])
        for suite in params.judged:
            number, tokens, written = most_judge_requests(rubrics, requests[suite], judge["votes"])
            cost = "price unknown" if price is None else f"{price.cost(tokens, written):,.4f} US dollars"
            lines.append(
                f"Judge {judge['name']}, {suite}: at most {number:,} requests about each model's replies, about "
                f"{tokens:,} input and {written:,} output tokens ({cost}); replies that look the same to it are judged "
                "once."
            )
    print("\n".join(lines), flush=True)
