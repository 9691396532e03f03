"""Gather what each model's replies cost, beside what was estimated: table `spending`."""

import json
from collections import defaultdict
from itertools import islice
from pathlib import Path

from counterpoint.estimate import Asked
from counterpoint.job import logged
from counterpoint.models.pictures import Pictures
from counterpoint.models.prices import FREE, price_of
from counterpoint.models.shard import max_output_tokens, shard_jobs
from counterpoint.spending import spending_row
from counterpoint.tables import as_table, read_table, rows_of, write_csv, write_table

with logged(snakemake.log[0]):
    found, params, out = snakemake.input, snakemake.params, snakemake.output
    suites = {}
    for suite, trials, asked, stimuli in zip(params.suites, found.trials, found.requests, found.stimuli, strict=True):
        cells = defaultdict(list)
        for row in rows_of(read_table("trials", trials, columns=["cell", "request_id"])):
            cells[row["cell"]].append(row["request_id"])
        pictures = Pictures(rows_of(read_table("stimuli", stimuli)), Path(stimuli).parents[2])
        suites[suite] = (cells, list(rows_of(read_table("requests", asked))), pictures)
    tables, told = iter(found.responses), iter(found.receipts)
    columns = ["status", "cost_usd", "input_tokens", "output_tokens", "cached_tokens"]
    rows = []
    for model in json.loads(params.models):
        price = price_of(model["billing"])
        for suite, (cells, requests, pictures) in suites.items():
            # what is free is estimated to cost nothing, whatever it is asked
            free = price == FREE
            who = (model["identity"], {}, model["text_only"], pictures, model["orders"])
            jobs = [] if free else shard_jobs(requests, *who)
            asked = Asked(jobs, cells, {}, price, max_output_tokens(model["identity"]))
            shards = islice(tables, model["shards"])
            responses = [row for file in shards for row in rows_of(read_table("responses", file, columns=columns))]
            receipts = [json.loads(Path(file).read_text()) for file in islice(told, model["shards"])]
            rows.append(spending_row(model["name"], suite, asked, responses, receipts))
    write_table("spending", out.parquet, rows)
    write_csv(out.csv, as_table("spending", rows))
