"""The query engine: asks one shard of requests, journals each reply, and tells what became of every request."""

import asyncio
import logging
import random
import time
from collections import Counter
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import asdict, dataclass, field
from pathlib import Path

from counterpoint.models.journal import Entry, JournalWriter, asking, read_journal
from counterpoint.models.pace import Gate
from counterpoint.models.purse import MAYBE_CHARGED, Purse, endless_purse
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
    tokens_at_most: int = 0
    """Input tokens that the request takes at most."""


@dataclass
class Outcome:
    """What a shard came to: a row of the table `responses` for each request, in the order given."""

    rows: list[dict]
    from_journal: int = 0
    asked: int = 0
    asked_again: int = 0
    """Of truncated replies: requests made once more, with a larger budget."""
    replaced: list[dict] = field(default_factory=list)
    """Rows of truncated replies whose place another reply took; they were paid for too."""
    calls: int = 0
    calls_maybe_charged: int = 0
    """Calls without an answer that the provider may have charged all the same."""
    over_budget: int = 0
    """Requests not asked because they might have passed the budget."""
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
    purse: Purse | None = None,
) -> Outcome:
    """Ask what the journal does not hold yet and return what became of each request.

    Each reply is in the journal before its request counts as done. A failure is never journalled: its row
    carries the failure's class, and a later run asks again. `connection` is held open while there is something to
    ask. Identical requests are never under way twice: in a process each response key is one job, and of all
    processes one at a time may ask a model's bucket. With a `purse`, a call is made only if what it may cost fits in;
    a request for which it does not is skipped, reason over_budget. Raises UserError when the journal cannot be written.
    """
    with asking(journal, buckets):
        return _query(jobs, ask, limits, journal, buckets, connection or nullcontext(), purse or endless_purse())


def _query(
    jobs: list[Job],
    ask: Ask,
    limits: Limits,
    journal: Path,
    buckets: range,
    connection: AbstractAsyncContextManager,
    purse: Purse,
) -> Outcome:
    known, unreadable = read_journal(journal, buckets)
    if unreadable:
        log.warning("journal: passed over %d unreadable lines; those requests are asked again", unreadable)
    purse.count(known)
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
        with JournalWriter(journal) as writer:
            asking_all = _Asking(ask, limits, writer, rows, outcome, purse)
            asyncio.run(asking_all.all(list(waiting.values()), connection))
    outcome.rows = [rows[job.key] for job in jobs]
    return outcome


class _Asking:
    """One run of the event loop: workers that take jobs, a gate that paces them, and what comes of it."""

    def __init__(
        self,
        ask: Ask,
        limits: Limits,
        writer: JournalWriter,
        rows: dict[str, dict],
        outcome: Outcome,
        purse: Purse,
    ) -> None:
        self._purse = purse
        self._ask, self._limits, self._writer, self._rows, self._outcome = ask, limits, writer, rows, outcome
        self._gate = Gate(limits.concurrency, limits.requests_per_minute, limits.tokens_per_minute)

    async def all(self, jobs: list[Job], connection: AbstractAsyncContextManager) -> None:
        """Ask every job."""
        remaining = iter(jobs)

        async def work() -> None:
            for job in remaining:
                self._rows[job.key] = await self._one(job)

        async with connection:
            try:
                async with asyncio.TaskGroup() as group:
                    for _ in range(min(self._limits.concurrency, len(jobs))):
                        group.create_task(work())
            except ExceptionGroup as group_error:
                raise group_error.exceptions[0] from None  # the others say the same, or were cancelled by it

    async def _one(self, job: Job) -> dict:
        limits, outcome = self._limits, self._outcome
        attempt = 0  # calls made
        counted = 0  # of these, those that count towards the limit of attempts
        first_call = 0.0
        failure: CallFailure | None = None  # of the last call
        while True:
            bound = await self._purse.reserve(job)
            if bound is None and failure is not None:
                return self._given_up(job, failure, attempt)
            if bound is None:
                outcome.over_budget += 1
                return _over_budget(job, self._purse)
            call = None if outcome.stopped else await self._gate.enter(job.tokens)
            if call is None or outcome.stopped:
                self._purse.release(bound)
                outcome.failures[outcome.stopped] += 1
                return _failed(job, outcome.stopped, "not asked: the model was stopped", attempt)
            attempt += 1
            outcome.asked += attempt == 1
            outcome.calls += 1
            started = time.monotonic()
            first_call = first_call or started
            try:
                reply = await self._call(job, attempt)
            except CallFailure as raised:
                failure = raised
                self._gate.failed(call, failure)
                outcome.calls_maybe_charged += failure.failure_class in MAYBE_CHARGED
                self._purse.failed(bound, failure)
                counted += failure.failure_class != "rate_limit" or limits.seconds_a_request is None
                wait = self._wait(failure, attempt, counted, time.monotonic() - first_call)
                if wait is None:
                    return self._given_up(job, failure, attempt)
                await self._gate.sleep(wait)
                continue
            seconds = time.monotonic() - started
            self._gate.replied(job.tokens, (reply.input_tokens or 0) + (reply.output_tokens or 0) or None)
            entry = _entry(job, reply, seconds, attempt)
            self._writer.append(entry)
            self._purse.replied(job, bound, asdict(entry))
            return _answered(job, entry)

    async def _call(self, job: Job, attempt: int) -> Reply:
        if self._limits.seconds_a_call is None:
            return await self._ask(job.request, attempt)
        try:
            async with asyncio.timeout(self._limits.seconds_a_call):
                return await self._ask(job.request, attempt)
        except TimeoutError:
            raise CallFailure("timeout", f"no reply within {self._limits.seconds_a_call:g} s") from None

    def _wait(self, failure: CallFailure, attempt: int, counted: int, elapsed: float) -> float | None:
        """Return the wait before the next attempt: what the provider asks for, else exponential with jitter.

        None when the request is given up: no attempt cures its failure, all attempts are made, or its time is over.
        """
        limits, name = self._limits, failure.failure_class
        if name not in TRANSIENT or counted >= min(limits.attempts, MOST_ATTEMPTS.get(name, limits.attempts)):
            return None
        wait = failure.retry_after
        if wait is None:
            # Jitter spreads callers out in time; it is no part of any result and therefore not seeded.
            first = limits.seconds_between_attempts * FIRST_WAIT[name]
            wait = random.uniform(0.5, 1.0) * min(LONGEST_WAIT, first * 2 ** min(attempt - 1, 16))
        return None if limits.seconds_a_request is not None and elapsed + wait > limits.seconds_a_request else wait

    def _given_up(self, job: Job, failure: CallFailure, attempt: int) -> dict:
        outcome, limits = self._outcome, self._limits
        # A provider that asks for hours means a limit of the day: every further request would be told the same.
        asks_too_long = limits.seconds_a_request is not None and (failure.retry_after or 0) > limits.seconds_a_request
        if (failure.stops_model or asks_too_long) and outcome.stopped is None:
            outcome.stopped, outcome.stopped_because = failure.failure_class, failure.detail
            log.error("model stopped: %s", failure)
            self._gate.stop()
        outcome.failures[failure.failure_class] += 1
        return _failed(job, failure.failure_class, failure.detail, attempt)


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
        sent_request_id=entry.sent_request_id,
    )


def _failed(job: Job, failure_class: str, detail: str, attempts: int) -> dict:
    return _row(job, FAILED, failure_class=failure_class, failure_detail=detail, attempts=attempts)


def _over_budget(job: Job, purse: Purse) -> dict:
    return _row(job, SKIPPED, failure_class="over_budget", failure_detail=purse.told())


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
