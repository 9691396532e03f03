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
from counterpoint.models.views import views_of
from counterpoint.tables import read_table, rows_of

with logged(snakemake.log[0]):
    params, found = snakemake.params, snakemake.input
    accounts, caps = {}, []
    for model in json.loads(params.models):
        identity, journal = model["identity"], Path(params.journal, model["name"])
        known, _ = read_journal(journal, range(BUCKETS))
        names = []
        for suite, requests, stimuli in zip(params.suites, found.requests, found.stimuli, strict=True):
            pictures = Pictures(rows_of(read_table("stimuli", stimuli)), Path(stimuli).parents[2])
            rows = rows_of(read_table("requests", requests))
            views = views_of(model["over_limit"], identity["provider"], pictures, journal)
            jobs = shard_jobs(rows, identity, {}, model["text_only"], pictures, model["orders"], views)
            price, larger = price_of(model["billing"]), model["retry_truncated_with"]
            shards = shard_accounts(jobs, known, price, identity, larger, model["shards"])
            mine = {f"{model['name']}/{suite}/{shard}": account for shard, account in enumerate(shards)}
            accounts |= mine
            names += mine
        if model["budget"] is not None:
            caps.append((model["budget"], names))
    if params.budget is not None:
        caps.append((params.budget, list(accounts)))
    write_text(snakemake.output.leases, json.dumps(divide(accounts, caps), indent=1) + "\n")
