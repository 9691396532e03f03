"""The query engine: asks one shard of requests, journals each reply, and tells what became of every request."""

import asyncio
import logging
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from counterpoint.models.journal import Entry, JournalWriter, asking, read_journal
from counterpoint.models.pace import Gate
from counterpoint.models.replies import (
    FAILED,
    SKIPPED,
    TRANSIENT,
    Ask,
    CallFailure,
    Reply,
    Skip,
)
from counterpoint.models.requests import Request
from counterpoint.models.trace import Identity, record_identity, trace_of

log = logging.getLogger(__name__)
LONGEST_WAIT = 60.0
"""Seconds between two attempts at most, unless the provider asks for more."""
FIRST_WAIT = {"rate_limit": 2.0, "server": 1.0, "timeout": 1.0, "network": 0.5}
"""First wait of each class that another attempt may cure, in units of the configured one: a lost connection is often
there again at once, while a throttled provider is only throttled further."""
MOST_ATTEMPTS = {"timeout": 3}
"""Attempts at most, by class: a call that timed out may have been answered, and charged, all the same."""


@dataclass(frozen=True)
class Limits:
    """How hard a model may be asked."""

    concurrency: int
    """Requests under way at once; fewer while the provider throttles."""
    attempts: int
    """Calls made for one request before it is given up. With `seconds_a_request`, throttled calls do not count."""
    seconds_between_attempts: float
    """Wait before the second attempt; it doubles with each further one, at most 60 s, with jitter."""
    seconds_a_call: float | None = None
    """Time that one call may take."""
    seconds_a_request: float | None = None
    """Time from a request's first call after which it is not called again."""
    requests_per_minute: float | None = None
    """Calls a minute, of this process."""
    tokens_per_minute: float | None = None
    """Tokens a minute, input and output, of this process."""


@dataclass(frozen=True, slots=True)
class Job:
    """One request as a model is asked it: with its response key, or with the reason why it is not asked."""

    request: Request
    key: str
    skip: Skip | None = None
    tokens: int = 0
    """Tokens that the request takes, as estimated; corrected when the reply says how many it took."""
    identity: Identity | None = None
    """Whose identity the key holds; None leaves the reply's line without what is recorded to explain it."""
    truth: str | None = None
    """What a planted respondent is told, which the key holds too."""
    resized: Request | None = None
    """The same request with pictures that the model takes, sent in its place; the key is then of this one."""

    @property
    def sent(self) -> Request:
        """The request as it is sent."""
        return self.resized or self.request


@dataclass
class Outcome:
    """What a shard came to: a row of the table `responses` for each request, in the order given."""

    rows: list[dict]
    from_journal: int = 0
    asked: int = 0
    asked_again: int = 0
    """Of truncated replies: requests made once more, with a larger budget."""
    calls: int = 0
    failures: Counter = field(default_factory=Counter)
    stopped: str | None = None
    """Class of the failure for which the model was stopped before all was asked, such as quota or authentication."""
    stopped_because: str | None = None
    """The same in the provider's words."""


def query(
    jobs: list[Job],
    ask: Ask,
    limits: Limits,
    journal: Path,
    buckets: range,
    connection: AbstractAsyncContextManager | None = None,
) -> Outcome:
    """Ask what the journal does not hold yet and return what became of each request.

    Each reply is in the journal before its request counts as done. A failure is never journalled: its row
    carries the failure's class, and a later run asks again. `connection` is held open while there is something to
    ask. Identical requests are never under way twice: in a process each response key is one job, and of all
    processes one at a time may ask a model's bucket. Raises UserError when the journal cannot be written.
    """

    async def one_by_one(waiting: list[Job], ledger: Ledger) -> None:
        await _Asking(ask, limits, ledger).all(waiting, connection or nullcontext())

    return query_by(one_by_one, jobs, journal, buckets)


class Ledger:
    """What became of each job: a reply goes to the journal first, a failure is a row and a count."""

    def __init__(self, writer: JournalWriter, rows: dict[str, dict], outcome: Outcome) -> None:
        self._writer, self._rows, self.outcome = writer, rows, outcome

    def replied(self, job: Job, reply: Reply, seconds: float, attempts: int) -> None:
        """Journal a reply that took `seconds` and so many attempts. Raises UserError when that cannot be written."""
        entry = _entry(job, reply, seconds, attempts)
        self._writer.append(entry)
        self._rows[job.key] = _answered(job, entry)

    def failed(self, job: Job, failure_class: str, detail: str, attempts: int) -> None:
        """Count a job as given up, with the class of its failure; a later run asks it again."""
        self.outcome.failures[failure_class] += 1
        self._rows[job.key] = _failed(job, failure_class, detail, attempts)

    def stop(self, failure: CallFailure) -> None:
        """Note that nothing more is to be asked of the model; the first reason counts."""
        if self.outcome.stopped is None:
            self.outcome.stopped, self.outcome.stopped_because = failure.failure_class, failure.detail
            log.error("model stopped: %s", failure)


def query_by(
    ask_all: Callable[[list[Job], Ledger], Awaitable[None]], jobs: list[Job], journal: Path, buckets: range
) -> Outcome:
    """Let `ask_all` ask what the journal does not hold yet, and return what became of each request."""
    with asking(journal, buckets):
        return _query_by(ask_all, jobs, journal, buckets)


def _query_by(
    ask_all: Callable[[list[Job], Ledger], Awaitable[None]], jobs: list[Job], journal: Path, buckets: range
) -> Outcome:
    known, unreadable = read_journal(journal, buckets)
    if unreadable:
        log.warning("journal: passed over %d unreadable lines; those requests are asked again", unreadable)
    outcome = Outcome(rows=[])
    rows: dict[str, dict] = {}
    waiting: dict[str, Job] = {}
    for job in jobs:
        if job.skip is not None:
            rows[job.key] = _row(job, SKIPPED, failure_class=job.skip.reason, failure_detail=job.skip.detail)
        elif job.key in known:
            rows[job.key] = _answered(job, known[job.key])
            outcome.from_journal += 1
        else:
            waiting[job.key] = job
    if waiting:
        for identity in {job.identity.digest: job.identity for job in waiting.values() if job.identity}.values():
            record_identity(journal, identity)
        with JournalWriter(journal) as writer:
            asyncio.run(ask_all(list(waiting.values()), Ledger(writer, rows, outcome)))
    outcome.rows = [_own(job, rows[job.key]) for job in jobs]
    return outcome


def backoff(limits: Limits, failure: CallFailure, attempt: int) -> float:
    """Return the seconds to wait after attempt number `attempt`: what the provider asks for, else exponential."""
    if failure.retry_after is not None:
        return failure.retry_after
    # Jitter spreads callers out in time; it is no part of any result and therefore not seeded.
    first = limits.seconds_between_attempts * FIRST_WAIT.get(failure.failure_class, 1.0)
    return random.uniform(0.5, 1.0) * min(LONGEST_WAIT, first * 2 ** min(attempt - 1, 16))


class _Asking:
    """One run of the event loop: workers that take jobs, a gate that paces them, and what comes of it."""

    def __init__(self, ask: Ask, limits: Limits, ledger: Ledger) -> None:
        self._ask, self._limits, self._ledger = ask, limits, ledger
        self._gate = Gate(limits.concurrency, limits.requests_per_minute, limits.tokens_per_minute)

    async def all(self, jobs: list[Job], connection: AbstractAsyncContextManager) -> None:
        """Ask every job."""
        remaining = iter(jobs)

        async def work() -> None:
            for job in remaining:
                await self._one(job)

        async with connection:
            try:
                async with asyncio.TaskGroup() as group:
                    for _ in range(min(self._limits.concurrency, len(jobs))):
                        group.create_task(work())
            except ExceptionGroup as group_error:
                raise group_error.exceptions[0] from None  # the others say the same, or were cancelled by it

    async def _one(self, job: Job) -> None:
        limits, outcome = self._limits, self._ledger.outcome
        attempt = 0  # calls made
        counted = 0  # of these, those that count towards the limit of attempts
        first_call = 0.0
        while True:
            call = None if outcome.stopped else await self._gate.enter(job.tokens)
            if call is None or outcome.stopped:
                self._ledger.failed(job, outcome.stopped, "not asked: the model was stopped", attempt)
                return
            attempt += 1
            outcome.asked += attempt == 1
            outcome.calls += 1
            started = time.monotonic()
            first_call = first_call or started
            try:
                reply = await self._call(job, attempt)
            except CallFailure as failure:
                self._gate.failed(call, failure)
                counted += failure.failure_class != "rate_limit" or limits.seconds_a_request is None
                wait = self._wait(failure, attempt, counted, time.monotonic() - first_call)
                if wait is None:
                    self._give_up(job, failure, attempt)
                    return
                await self._gate.sleep(wait)
                continue
            seconds = time.monotonic() - started
            self._gate.replied(job.tokens, (reply.input_tokens or 0) + (reply.output_tokens or 0) or None)
            self._ledger.replied(job, reply, seconds, attempt)
            return

    async def _call(self, job: Job, attempt: int) -> Reply:
        if self._limits.seconds_a_call is None:
            return await self._ask(job.sent, attempt)
        try:
            async with asyncio.timeout(self._limits.seconds_a_call):
                return await self._ask(job.sent, attempt)
        except TimeoutError:
            raise CallFailure("timeout", f"no reply within {self._limits.seconds_a_call:g} s") from None

    def _wait(self, failure: CallFailure, attempt: int, counted: int, elapsed: float) -> float | None:
        """Return the wait before the next attempt.

        None when the request is given up: no attempt cures its failure, all attempts are made, or its time is over.
        """
        limits, name = self._limits, failure.failure_class
        if name not in TRANSIENT or counted >= min(limits.attempts, MOST_ATTEMPTS.get(name, limits.attempts)):
            return None
        wait = backoff(limits, failure, attempt)
        return None if limits.seconds_a_request is not None and elapsed + wait > limits.seconds_a_request else wait

    def _give_up(self, job: Job, failure: CallFailure, attempt: int) -> None:
        limits = self._limits
        # A provider that asks for hours means a limit of the day: every further request would be told the same.
        asks_too_long = limits.seconds_a_request is not None and (failure.retry_after or 0) > limits.seconds_a_request
        if failure.stops_model or asks_too_long:
            self._ledger.stop(failure)
            self._gate.stop()
        self._ledger.failed(job, failure.failure_class, failure.detail, attempt)


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
        route=reply.route,
        cached_tokens=reply.cached_tokens,
        cost_usd=reply.cost_usd,
        sent_request_id=job.resized and job.resized.request_id,
        identity=job.identity and job.identity.name,
        parts=trace_of(job.sent, job.truth) if job.identity else None,
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
        route=entry.route,
        cached_tokens=entry.cached_tokens,
        cost_usd=entry.cost_usd,
        sent_request_id=job.resized and job.resized.request_id,
    )


def _own(job: Job, row: dict) -> dict:
    """Return a row as its job's own: two pictures may look the same once resized, and one reply answers both."""
    if row["request_id"] == job.request.request_id:
        return row
    return row | {"request_id": job.request.request_id, "sent_request_id": job.resized and job.resized.request_id}


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
            "route",
            "cached_tokens",
            "cost_usd",
            "sent_request_id",
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
