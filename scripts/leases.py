"""Divide the budgets among the shards that they hold for: US dollars that each may spend, by model/suite/shard."""

import json
from pathlib import Path

from counterpoint.files import write_text
from counterpoint.job import logged
from counterpoint.models.journal import read_journal
from counterpoint.models.leases import divide, shard_accounts
from counterpoint.models.pictures import Pictures
from counterpoint.models.prices import price_of
from counterpoint.models.requests import BUCKETS
from counterpoint.models.shard import shard_jobs
from counterpoint.tables import read_table, rows_of

with logged(snakemake.log[0]):
    params, found = snakemake.params, snakemake.input
    accounts, caps = {}, []
    for model in json.loads(params.models):
        known, _ = read_journal(Path(params.journal, model["name"]), range(BUCKETS))
        names = []
        for suite, requests, stimuli in zip(params.suites, found.requests, found.stimuli, strict=True):
            pictures = Pictures(rows_of(read_table("stimuli", stimuli)), Path(stimuli).parents[2])
            rows = rows_of(read_table("requests", requests))
            jobs = shard_jobs(rows, model["identity"], {}, model["text_only"], pictures, model["orders"])
            price, larger = price_of(model["billing"]), model["retry_truncated_with"]
            shards = shard_accounts(jobs, known, price, model["identity"], larger, model["shards"])
            mine = {f"{model['name']}/{suite}/{shard}": account for shard, account in enumerate(shards)}
            accounts |= mine
            names += mine
        if model["budget"] is not None:
            caps.append((model["budget"], names))
    if params.budget is not None:
        caps.append((params.budget, list(accounts)))
    write_text(snakemake.output.leases, json.dumps(divide(accounts, caps), indent=1) + "\n")
