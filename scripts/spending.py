"""Gather what the replies of each model and judge cost, beside what was estimated: table `spending`."""

import json
from collections import defaultdict
from itertools import islice, product
from pathlib import Path

from counterpoint.estimate import Asked, estimate
from counterpoint.job import logged
from counterpoint.models.pictures import Pictures
from counterpoint.models.prices import FREE, price_of
from counterpoint.models.shard import max_output_tokens, shard_jobs
from counterpoint.models.views import views_of
from counterpoint.spending import Spending
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
    columns = ["response_key", "status", "answered_at", "cost_usd", "input_tokens", "output_tokens", "cached_tokens"]

    def add_shards(spending, number, tables, receipts):
        """Add the next so many shards, one after the other, as their jobs left them."""
        for table, receipt in islice(zip(tables, receipts, strict=True), number):
            spending.add(rows_of(read_table("responses", table, columns)), json.loads(Path(receipt).read_text()))

    files = iter(found.responses), iter(found.receipts)
    rows = []
    for model in json.loads(params.models):
        price = price_of(model["billing"])
        for suite, (cells, requests, pictures) in suites.items():
            # what is free is estimated to cost nothing, whatever it is asked
            free = price == FREE
            identity, journal = model["identity"], Path(params.journal, model["name"])
            views = views_of(model["over_limit"], identity["provider"], pictures, journal)
            of_model = (model["text_only"], pictures, model["orders"], views)
            jobs = [] if free else shard_jobs(requests, identity, {}, *of_model)
            asked = Asked(jobs, cells, {}, price, max_output_tokens(identity))
            spending = Spending(model["name"], suite, price, estimate(asked)[1].cost)
            add_shards(spending, model["shards"], *files)
            rows.append(spending.row())
    files = iter(found.judge_responses), iter(found.judge_receipts)
    judges = json.loads(params.judges)
    for suite in params.judged:
        spent = {}
        for judge in judges:
            price = price_of(judge["billing"])
            # what a judge is asked follows from replies, so that nothing says beforehand what it will cost
            spent[judge["name"]] = Spending(f"{judge['name']} (judge)", suite, price, 0.0 if price == FREE else None)
        for _, judge in product(json.loads(params.models), judges):
            add_shards(spent[judge["name"]], judge["shards"], *files)
        rows += [spending.row() for spending in spent.values()]
    write_table("spending", out.parquet, rows)
    write_csv(out.csv, as_table("spending", rows))
