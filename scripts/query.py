"""Ask one model one shard of requests: table `responses`, and a receipt of what was asked."""

import json
import logging
from pathlib import Path

from counterpoint.errors import UserError
from counterpoint.files import write_text
from counterpoint.job import logged
from counterpoint.models.pictures import Pictures
from counterpoint.models.query import Limits, query
from counterpoint.models.requests import shard_buckets
from counterpoint.models.shard import open_model, response_identity, shard_jobs
from counterpoint.suites.respondents import RESPONDENTS
from counterpoint.tables import read_table, rows_of, write_table

with logged(snakemake.log[0]):
    params, wildcards = snakemake.params, snakemake.wildcards
    model, how = json.loads(params.model), params.how
    buckets = shard_buckets(int(wildcards.shard), params.shards)
    in_shard = [("bucket", ">=", buckets.start), ("bucket", "<", buckets.stop)]
    sent = ["request_id", "system", "parts", "response_schema", "repeat"]
    requests = read_table("requests", snakemake.input.requests, columns=sent, filters=in_shard)
    truth = {}
    if snakemake.input.truth:
        of_shard = [("request_id", "in", requests["request_id"].to_pylist())]
        rows = rows_of(read_table("truth", snakemake.input.truth, filters=of_shard))
        truth = {row["request_id"]: row["truth"] for row in rows}

    stimuli = rows_of(read_table("stimuli", snakemake.input.stimuli, columns=["pixel_digest", "path"]))
    pictures = Pictures.of_stimuli(stimuli, how["pictures"])

    respond = RESPONDENTS[wildcards.suite]
    identity = response_identity(model["identity"], params.seed, respond)
    outcome = query(
        shard_jobs(rows_of(requests), identity, truth, model["text_only"]),
        open_model(model["identity"], truth, params.seed, how["seconds"], respond, pictures),
        Limits(how["concurrency"], how["attempts"], how["seconds_between_attempts"]),
        Path(how["journal"]),
        buckets,
    )
    failed = sum(outcome.failures.values())
    receipt = {
        "requests": requests.num_rows,
        "from_journal": outcome.from_journal,
        "asked": outcome.asked,
        "calls": outcome.calls,
        "failed": failed,
        "failures": dict(sorted(outcome.failures.items())),
        "stopped": outcome.stopped,
        "retry": params.retry,
    }
    logging.info("%s", receipt)
    if failed > how["failures_allowed"] * requests.num_rows:
        classes = ", ".join(f"{name} {count}" for name, count in outcome.failures.most_common())
        raise UserError(
            f"model {wildcards.model!r}: {failed} of {requests.num_rows} requests of shard {wildcards.shard} failed "
            f"({classes}), more than failures_allowed = {how['failures_allowed']:g}; the answers that came are in "
            "the journal: mend the cause and run again, only what failed is asked"
        )
    write_table("responses", snakemake.output.responses, outcome.rows)
    write_text(snakemake.output.receipt, json.dumps(receipt, indent=1) + "\n")
