"""Ask one model one shard of requests: table `responses`, and a receipt of what was asked."""

import json
import logging
import sys
from collections import Counter
from pathlib import Path

from counterpoint.embedded import open_embedded
from counterpoint.errors import UserError
from counterpoint.files import write_text
from counterpoint.job import logged
from counterpoint.models.leases import judge_purse, open_purse
from counterpoint.models.pictures import Pictures
from counterpoint.models.prices import price_of
from counterpoint.models.purse import USAGE
from counterpoint.models.query import Limits, query
from counterpoint.models.replies import SKIPPED
from counterpoint.models.requests import shard_buckets
from counterpoint.models.shard import response_identity, shard_jobs
from counterpoint.models.truncated import ask_truncated_again, with_budget
from counterpoint.models.views import views_of
from counterpoint.suites.respondents import respond_of
from counterpoint.tables import read_table, rows_of, write_table

with logged(snakemake.log[0]):
    logging.captureWarnings(True)  # a client warns of a setting that the model does not take
    params, wildcards = snakemake.params, snakemake.wildcards
    model, how = json.loads(params.model), params.how
    buckets = shard_buckets(int(wildcards.shard), params.shards)
    in_shard = [("bucket", ">=", buckets.start), ("bucket", "<", buckets.stop)]
    sent = ["request_id", "system", "parts", "response_schema", "repeat", "first_order"]
    requests = read_table("requests", snakemake.input.requests, columns=sent, filters=in_shard)
    truth = {}
    if snakemake.input.truth:
        of_shard = [("request_id", "in", requests["request_id"].to_pylist())]
        rows = rows_of(read_table("truth", snakemake.input.truth, filters=of_shard))
        truth = {row["request_id"]: row["truth"] for row in rows}

    respond = respond_of(model["identity"], wildcards.suite)
    identity = response_identity(model["identity"], params.seed, respond)
    pictures = None
    if identity["provider"] != "planted":
        stimuli = snakemake.input.stimuli  # none for a judge, which is shown no picture
        pictures = Pictures((), Path())
        if stimuli:
            pictures = Pictures(rows_of(read_table("stimuli", stimuli)), Path(stimuli).parents[2])
    views = views_of(model["over_limit"], identity["provider"], pictures, Path(how["journal"]))
    jobs = shard_jobs(rows_of(requests), identity, truth, model["text_only"], pictures, model["orders"], views)
    embedded = open_embedded(model["identity"], identity, truth, params.seed, how, respond, pictures, snakemake.threads)
    if embedded is not None:
        ask, connection = embedded
        outcome = query(jobs, ask, Limits(**how["limits"]), Path(how["journal"]), buckets, connection)
    else:
        from counterpoint.models.served import server_for
        from counterpoint.models.transports import query_provider

        larger_budget, purse, price = model["retry_truncated_with"], None, price_of(how["billing"])
        if snakemake.input.leases:
            leases = json.loads(Path(snakemake.input.leases).read_text())
            lease = leases[f"{wildcards.model}/{wildcards.suite}/{wildcards.shard}"]
            purse = open_purse(lease, price, jobs, identity, larger_budget)
        elif how["lease"] is not None:
            purse = judge_purse(how["lease"], price, jobs, identity, larger_budget)
        with server_for(wildcards.model, how, snakemake.threads, snakemake.log[0]) as server:
            outcome = query_provider(identity, jobs, pictures, how, buckets, purse, server)
            if larger_budget is not None:
                larger = with_budget(identity, larger_budget)
                ask_truncated_again(
                    outcome,
                    jobs,
                    larger,
                    lambda again: query_provider(larger, again, pictures, how, buckets, purse, server),
                    purse,
                )
    failed = sum(outcome.failures.values())
    receipt = {
        "requests": requests.num_rows,
        "from_journal": outcome.from_journal,
        "asked": outcome.asked,
        "calls": outcome.calls,
        "failed": failed,
        "failures": dict(sorted(outcome.failures.items())),
        "skipped": dict(Counter(row["failure_class"] for row in outcome.rows if row["status"] == SKIPPED)),
        "stopped": outcome.stopped,
        "asked_again_truncated": outcome.asked_again,
        "replaced": [{name: row[name] for name in USAGE} for row in outcome.replaced],
        "calls_maybe_charged": outcome.calls_maybe_charged,
        "over_budget": outcome.over_budget,
        "retry": params.retry,
        "lease": params.lease,
    }
    logging.info("%s", receipt)
    if outcome.over_budget:
        line = (
            f"model {wildcards.model!r}: {purse.told()}; {outcome.over_budget} of {requests.num_rows} requests of "
            f"shard {wildcards.shard} of {wildcards.suite} were not asked: raise `budget` and run again, only they are"
        )
        logging.warning("%s", line)
        print(f"warning: {line}", file=sys.stderr)
    if failed > how["failures_allowed"] * requests.num_rows:
        stopped = f"; the model was stopped: {outcome.stopped_because}" if outcome.stopped else ""
        classes = ", ".join(f"{name} {count}" for name, count in outcome.failures.most_common())
        raise UserError(
            f"model {wildcards.model!r}: {failed} of {requests.num_rows} requests of shard {wildcards.shard} failed "
            f"({classes}), more than failures_allowed = {how['failures_allowed']:g}{stopped}; its replies are in "
            "the journal: mend the cause and run again, only what failed is asked"
        )
    write_table("responses", snakemake.output.responses, outcome.rows)
    write_table("views", snakemake.output.views, views.rows if views else [])
    write_text(snakemake.output.receipt, json.dumps(receipt, indent=1) + "\n")
