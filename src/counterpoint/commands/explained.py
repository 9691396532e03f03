"""What became of one trial of a model, in lines: from its picture to its score, and why it was asked again."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.compute as pc

from counterpoint.asked import LETTER
from counterpoint.commands.configured import Configured
from counterpoint.commands.terminal import block
from counterpoint.commands.trial import Found, RunTables
from counterpoint.models.jobs import Job
from counterpoint.models.journal import Entry, read_journal
from counterpoint.models.nearest import flat, nearest
from counterpoint.models.pictures import Pictures
from counterpoint.models.requests import BUCKETS, bucket_of, shard_buckets
from counterpoint.models.shard import response_identity, shard_jobs
from counterpoint.models.trace import Identity, recorded_identity, trace_of
from counterpoint.models.truncated import with_budget
from counterpoint.models.views import views_of
from counterpoint.orders import LETTERS
from counterpoint.registry import model_identity
from counterpoint.suites.item_tables import ITEM_TABLES
from counterpoint.suites.respondents import respond_of


def explained(found: Configured, tables: RunTables, model: str, trial: Found) -> Iterator[str]:
    """Give the explanation of a trial block by block. Raises UserError where a table is absent or damaged."""
    request_id = trial.request["request_id"]
    row = tables.response(model, trial.suite, lambda table: pc.equal(table["request_id"], request_id))
    jobs, views, pictures = _jobs(found, tables, model, trial)
    # A reply that was cut and asked for again stands under the key of the larger budget.
    job = next((job for job in jobs if row is not None and job.key == row["response_key"]), jobs[0])
    entries = journal_of(found, model)
    yield from _trial(tables, trial)
    yield from _pictures(found, pictures, views)
    yield from _request(found, model, trial, job)
    yield from _identity(model, job.identity)
    yield from _stored(job, row, entries, model in found.run.models)
    if row is not None and row["response_key"] == job.key:
        yield from _verdict(tables, model, trial)
    yield from _changes(found, tables, model, job, entries)


def _jobs(
    found: Configured, tables: RunTables, model: str, trial: Found
) -> tuple[list[Job], list[dict], dict[str, dict]]:
    """Return the trial's request as the model's own job makes it, first with its usual budget, and its views."""
    entry, suite = found.registry[model], trial.suite
    digests = [part["value"] for part in trial.request["parts"] if part["kind"] == "image"]
    stimuli = {
        digest: row
        for digest in digests
        for row in tables.rows("stimuli", f"stimuli/{suite}/stimuli.parquet", pixel_digest=digest)
    }
    truth: dict[str, str] = {}
    if entry.provider == "planted":
        told = tables.rows("truth", f"trials/{suite}/truth.parquet", request_id=trial.request["request_id"])
        truth = {row["request_id"]: row["truth"] for row in told}
    registered = model_identity(entry)
    identities = [response_identity(registered, found.run.seed, respond_of(registered, suite))]
    if getattr(entry, "retry_truncated_with", None) is not None:
        identities.append(with_budget(identities[0], entry.retry_truncated_with))
    shown, views = None, None
    if entry.provider != "planted" and len(stimuli) == len(set(digests)):
        shown = Pictures(stimuli.values(), found.results)
        # The key is of what is sent: a view that is not there yet is made, as the job would.
        journal = Path(found.run.journal, model)
        views = views_of(getattr(entry, "over_limit", None), entry.provider, shown, journal)
    jobs = [
        job
        for identity in identities
        for job in shard_jobs([trial.request], identity, truth, entry.text_only, shown, entry.orders, views)
    ]
    return jobs, views.rows if views else [], stimuli


def _trial(tables: RunTables, trial: Found) -> Iterator[str]:
    row, request = trial.trial, trial.request
    more = f"; {trial.others} more send the same request" if trial.others else ""
    yield block(
        "trial", [f"{row['cell']}, item {row['item_id']}, order {row['order_index']} (suite {trial.suite}){more}"]
    )
    yield block("unit", [row["unit_id"]])
    table, keys = ITEM_TABLES[trial.suite]
    for item in tables.rows(table, f"items/{trial.suite}/items.parquet", item_id=row["item_id"]):
        yield block("question", [item["question"]])
        lines = []
        for position, (option, shown) in enumerate(zip(row["order"], request["options"] or (), strict=False)):
            marks = ", ".join(text for column, text in keys.items() if item[column] == option)
            letter = f"({LETTERS[position]}) " if request["answer"] == LETTER else ""
            lines.append(f"{letter}{shown}" + (f"   <- {marks}" if marks else ""))
        if not lines and request["rubric"] is not None:
            lines = [f"none: read under rubric {request['rubric']}, with {request['material']}"]
        yield block("options", lines or [f"none: the question is open; compared with {request['claims']}"])


def _pictures(found: Configured, pictures: Mapping[str, dict], views: list[dict]) -> Iterator[str]:
    for digest, row in pictures.items():
        lines = [
            f"{found.results / row['path']}   {row['width']} x {row['height']} px, {row['bytes']:,} bytes",
            f"pixels {digest}",
            f"file   {row['file_digest']}",
        ]
        for view in (view for view in views if view["pixel_digest"] == digest):
            lines += [
                f"sent scaled down to {view['width']} x {view['height']} px, {view['bytes']:,} bytes",
                f"view   {view['path']} in the model's folder of the journal",
                f"pixels {view['sent_digest']}",
                f"because {view['reason']}",
            ]
        yield block("picture", lines)
    if not pictures:
        yield block("picture", ["none is sent"])


def _request(found: Configured, model: str, trial: Found, job: Job) -> Iterator[str]:
    sent, bucket = job.sent, bucket_of(job.request.request_id)
    shards = found.registry[model].shards or found.run.shards
    shard = next(n for n in range(shards) if bucket in shard_buckets(n, shards))
    lines = [f"id {job.request.request_id}   bucket {bucket} of {BUCKETS}, shard {shard} of {shards}"]
    if job.resized:
        lines.append(f"sent in its place, for the pictures scaled down: {sent.request_id}")
    lines += [] if sent.system is None else [f"system: {sent.system}"]
    lines += [f"{part.kind}: {part.value}" for part in sent.parts]
    lines.append(f"schema: {sent.response_schema or 'none, free text'}; repeat {sent.repeat}")
    yield block("request", lines)


def _identity(model: str, identity: Identity) -> Iterator[str]:
    lines = [f"{key}: {value}" for key, value in flat(identity.content).items()]
    yield block("model", [f"{model}, identity {identity.name}", *lines])


def _stored(job: Job, row: Mapping[str, Any] | None, entries: Mapping[str, Entry], asked: bool) -> Iterator[str]:
    """Give the key, and the reply under it: from the run's table, or from the journal where that is not made yet."""
    yield block("key", [job.key])
    entry = entries.get(job.key)
    if row is not None and row["response_key"] == job.key:
        yield from _reply(row)
        if entry is None and row["status"] not in ("failed", "skipped"):
            yield block("", ["the journal does not hold this reply: it is another journal than the run's"])
    elif entry is not None:
        yield from _reply(asdict(entry))
        yield block("", ["journalled; the run's table does not hold it yet"])
    elif job.skip is not None:
        yield block("reply", [f"never asked: {job.skip.reason} {job.skip.detail or ''}"])
    else:
        earlier = "" if row is None else "; the run's table holds the reply to an earlier key and is made again"
        ahead = "it will be asked" if asked else "and this run does not ask the model this"
        yield block("reply", [f"none yet: the journal holds no reply under this key, {ahead}{earlier}"])


def _reply(row: Mapping[str, Any]) -> Iterator[str]:
    """Give what became of a request: a row of table `responses`, or an entry of the journal."""
    if row["status"] in ("failed", "skipped"):
        what = f"{row['status']}: {row['failure_class']}; calls made: {row['attempts']}"
        yield block("reply", [what, *filter(None, [row["failure_detail"]])])
        return
    at = datetime.fromtimestamp(row["answered_at"] / 1e9, UTC)
    cost = "not told" if row["cost_usd"] is None else f"{row['cost_usd']:g} US dollars"
    counts = [
        f"{row[name]} {name.split('_')[0]}" for name in ("input_tokens", "output_tokens", "cached_tokens") if row[name]
    ]
    yield block(
        "reply",
        [
            f"{row['status']} ({row['finish_reason']}), by {row['model_reported'] or 'a model that gives no name'}",
            f"{at:%Y-%m-%d %H:%M:%S} UTC, {row['seconds']:.3f} s, calls {row['attempts']}, route {row['route']}",
            f"tokens {', '.join(counts) or 'not told'}; cost {cost}",
        ],
    )
    yield block("text", [row["text"] or "(empty)"])


def _verdict(tables: RunTables, model: str, trial: Found) -> Iterator[str]:
    wanted = {"request_id": trial.request["request_id"]}
    for verdict in tables.rows("verdicts", f"verdicts/{model}/{trial.suite}.parquet", **wanted):
        position = verdict["position"]
        letter = "" if position is None else f" ({LETTERS[position]})"
        if position is not None and trial.request["answer"] != LETTER:
            letter = f" ({trial.request['options'][position]})"
        if verdict["number"] is not None:
            letter = f" ({verdict['number']:g})"
        lines = [f"{verdict['verdict']}{letter}, by rule {verdict['rule']} of {verdict['reader_version']}"]
        found = json.loads(verdict["findings"] or "{}")
        yield block(
            "verdict", lines + [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in found.items()]
        )
    votes = tables.rows("votes", f"votes/{model}/{trial.suite}.parquet", **wanted)
    if votes:
        said = (f"{vote['judge']} {vote['vote']}: {vote['label'] or 'failed, ' + vote['reason']}" for vote in votes)
        yield block("votes", said)
    wanted |= {name: trial.trial[name] for name in ("cell", "item_id", "order_index")}
    for score in tables.rows("scores", f"scores/{model}/{trial.suite}.parquet", **wanted):
        yield block("score", [score["outcome"]])


def _changes(found: Configured, tables: RunTables, model: str, job: Job, entries: Mapping[str, Entry]) -> Iterator[str]:
    planned: set[str] = set()
    for suite in tables.suites:
        planned |= set(tables.read("requests", f"trials/{suite}/requests.parquet")["request_id"].to_pylist())
    other = nearest(
        entries.values(),
        job.key,
        job.request.request_id,
        trace_of(job.sent, job.truth),
        job.identity.content,
        partial(recorded_identity, Path(found.run.journal, model)),
        planned,
    )
    if other is None:
        yield block("changes", ["none: the journal holds no reply to nearly the same request under another key"])
        return
    at = datetime.fromtimestamp(other.entry.answered_at / 1e9, UTC)
    yield block(
        "changes",
        [
            f"since the nearest other reply, of {at:%Y-%m-%d %H:%M:%S} UTC under key {other.entry.response_key[:16]}:",
            *other.changes,
            f"its text: {other.entry.text[:200] or '(empty)'}",
        ],
    )


def stored_only(found: Configured, tables: RunTables, model: str, entry: Mapping[str, Any]) -> Iterator[str]:
    """Give what the journal holds of a reply whose request no trial of this run sends: a judge's, or an earlier one."""
    judged = list(_judged(found, tables, model, entry["request_id"]))
    yield block("trial", judged or ["none of this run: another run, or an earlier version of this one, asked this"])
    yield block("request", [f"id {entry['request_id']}", *(entry.get("parts") or [])])
    name = entry.get("identity")
    identity = name and recorded_identity(Path(found.run.journal, model), name)
    yield block("model", [model, *(f"{key}: {value}" for key, value in flat(identity or {}).items())])
    yield block("key", [entry["response_key"]])
    yield from _reply(entry)


def _judged(found: Configured, tables: RunTables, judge: str, request_id: str) -> Iterator[str]:
    """Give the replies of this run that a judge's request is a vote on."""
    for model in found.run.models:
        for suite in tables.suites:
            links = f"judging/{model}/{suite}/{judge}/links.parquet"
            for link in tables.rows("judge_links", links, judge_request_id=request_id):
                yield f"vote {link['vote']} on the reply of {model} to request {link['request_id']} (suite {suite})"


def journal_of(found: Configured, model: str) -> dict[str, Entry]:
    """Return all that a model's journal holds, by response key."""
    return read_journal(Path(found.run.journal, model), range(BUCKETS))[0]
