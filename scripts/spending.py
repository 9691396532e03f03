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
    columns = ["response_key", "status", "answered_at", "cost_usd", "input_tokens", "output_tokens", "cached_tokens"]

    def shards_of(number, tables, receipts):
        """Return the next so many shards' rows of `responses`, and what their jobs said."""
        rows = [row for file in islice(tables, number) for row in rows_of(read_table("responses", file, columns))]
        return rows, [json.loads(Path(file).read_text()) for file in islice(receipts, number)]

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
            estimated = estimate(asked)[1].cost
            rows.append(spending_row(model["name"], suite, price, estimated, *shards_of(model["shards"], *files)))
    files = iter(found.judge_responses), iter(found.judge_receipts)
    judges = json.loads(params.judges)
    for suite in params.judged:
        said = {judge["name"]: ([], []) for judge in judges}
        for _, judge in product(json.loads(params.models), judges):
            for all_of_them, more in zip(said[judge["name"]], shards_of(judge["shards"], *files), strict=True):
                all_of_them += more
        for judge in judges:
            price = price_of(judge["billing"])
            # what a judge is asked follows from replies, so that nothing says beforehand what it will cost
            estimated = 0.0 if price == FREE else None
            rows.append(spending_row(f"{judge['name']} (judge)", suite, price, estimated, *said[judge["name"]]))
    write_table("spending", out.parquet, rows)
    write_csv(out.csv, as_table("spending", rows))
