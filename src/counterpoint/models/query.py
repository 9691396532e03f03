"""The query engine: asks one shard of requests, journals each reply, and tells what became of every request."""

import asyncio
import logging
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from counterpoint.models.journal import Entry, JournalWriter, asking, read_journal
from counterpoint.models.replies import (
    FAILED,
    FATAL,
    SKIPPED,
    TRANSIENT,
    Ask,
    CallFailure,
    Reply,
    Skip,
)
from counterpoint.models.requests import Request

log = logging.getLogger(__name__)
LONGEST_WAIT = 60.0


@dataclass(frozen=True)
class Limits:
    """How hard a model may be asked."""

    concurrency: int
    """Requests under way at once."""
    attempts: int
    """Calls made for one request before it is given up."""
    seconds_between_attempts: float
    """Wait before the second attempt; it doubles with each further one, at most 60 s, with jitter."""


@dataclass(frozen=True, slots=True)
class Job:
    """One request as a model is asked it: with its response key, or with the reason why it is not asked."""

    request: Request
    key: str
    skip: Skip | None = None


@dataclass
class Outcome:
    """What a shard came to: a row of the table `responses` for each request, in the order given."""

    rows: list[dict]
    from_journal: int = 0
    asked: int = 0
    calls: int = 0
    failures: Counter = field(default_factory=Counter)
    stopped: str | None = None
    """Why the model was stopped before all was asked: a quota or authentication failure, in the provider's words."""


def query(jobs: list[Job], ask: Ask, limits: Limits, journal: Path, buckets: range) -> Outcome:
    """Ask what the journal does not hold yet and return what became of each request.

    Each reply is in the journal before its request counts as done. A failure is never journalled: its row
    carries the failure's class, and a later run asks again. Raises UserError when the journal cannot be written.
    """
    with asking(journal, buckets):
        return _query(jobs, ask, limits, journal, buckets)


def _query(jobs: list[Job], ask: Ask, limits: Limits, journal: Path, buckets: range) -> Outcome:
    known, unreadable = read_journal(journal, buckets)
    if unreadable:
        log.warning("journal: passed over %d unreadable lines; those requests are asked again", unreadable)
    outcome = Outcome(rows=[])
    rows: dict[str, dict] = {}
    waiting: dict[str, Job] = {}
    for job in jobs:
        if job.skip is not None:
            rows[job.key] = _row(job, SKIPPED, failure_class=job.skip.reason)
        elif job.key in known:
            rows[job.key] = _answered(job, known[job.key])
            outcome.from_journal += 1
        else:
            waiting[job.key] = job
    if waiting:
        with JournalWriter(journal) as writer:
            asyncio.run(_ask_all(list(waiting.values()), ask, limits, writer, rows, outcome))
    outcome.rows = [rows[job.key] for job in jobs]
    return outcome


async def _ask_all(
    jobs: list[Job], ask: Ask, limits: Limits, writer: JournalWriter, rows: dict[str, dict], outcome: Outcome
) -> None:
    remaining = iter(jobs)

    async def work() -> None:
        for job in remaining:
            if outcome.stopped is None:
                rows[job.key] = await _ask_one(job, ask, limits, writer, outcome)
            else:
                rows[job.key] = _failed(job, outcome.stopped, "not asked: the model was stopped", 0)
                outcome.failures[outcome.stopped] += 1

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(limits.concurrency, len(jobs))):
                group.create_task(work())
    except ExceptionGroup as group_error:
        raise group_error.exceptions[0] from None  # the others say the same, or were cancelled by it


async def _ask_one(job: Job, ask: Ask, limits: Limits, writer: JournalWriter, outcome: Outcome) -> dict:
    outcome.asked += 1
    attempt = 0
    while True:
        attempt += 1
        outcome.calls += 1
        started = time.monotonic()
        try:
            reply = await ask(job.request, attempt)
        except CallFailure as failure:
            if failure.failure_class in FATAL:
                outcome.stopped = failure.failure_class
                log.error("model stopped: %s", failure)
            elif failure.failure_class in TRANSIENT and attempt < limits.attempts:
                await asyncio.sleep(_wait(failure, attempt, limits.seconds_between_attempts))
                continue
            outcome.failures[failure.failure_class] += 1
            return _failed(job, failure.failure_class, failure.detail, attempt)
        entry = _entry(job, reply, time.monotonic() - started, attempt)
        writer.append(entry)
        return _answered(job, entry)


def _wait(failure: CallFailure, attempt: int, base: float) -> float:
    """Return the wait before the next attempt: what the provider asks for, else exponential with full jitter."""
    if failure.retry_after is not None:
        return failure.retry_after
    # Jitter spreads callers out in time; it is no part of any result and therefore not seeded.
    return random.uniform(0.5, 1.0) * min(LONGEST_WAIT, base * 2 ** (attempt - 1))


def _entry(job: Job, reply: Reply, seconds: float, attempts: int) -> Entry:
    return Entry(
        response_key=job.key,
        request_id=job.request.request_id,
        status=reply.status,
        text=reply.text,
        finish_reason=reply.finish_reason,
        model_reported=reply.model_reported,
        input_tokens=reply.input_tokens,
        output_tokens=reply.output_tokens,
        seconds=round(seconds, 6),
        attempts=attempts,
        answered_at=time.time_ns(),
    )


def _answered(job: Job, entry: Entry) -> dict:
    return _row(
        job,
        entry.status,
        text=entry.text,
        finish_reason=entry.finish_reason,
        model_reported=entry.model_reported,
        input_tokens=entry.input_tokens,
        output_tokens=entry.output_tokens,
        seconds=entry.seconds,
        attempts=entry.attempts,
        answered_at=entry.answered_at,
    )


def _failed(job: Job, failure_class: str, detail: str, attempts: int) -> dict:
    return _row(job, FAILED, failure_class=failure_class, failure_detail=detail, attempts=attempts)


def _row(job: Job, status: str, *, attempts: int = 0, **columns: object) -> dict:
    row = dict.fromkeys(
        (
            "failure_class",
            "failure_detail",
            "text",
            "finish_reason",
            "model_reported",
            "input_tokens",
            "output_tokens",
            "seconds",
            "answered_at",
        )
    )
    return (
        row
        | columns
        | {
            "request_id": job.request.request_id,
            "response_key": job.key,
            "status": status,
            "attempts": attempts,
        }
    )
