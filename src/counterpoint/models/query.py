"""The query engine: asks one shard of requests, journals each reply, and tells what became of every request."""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from counterpoint.models.jobs import Job, Outcome
from counterpoint.models.journal import JournalWriter, asking, open_journal, settle
from counterpoint.models.ledger import Ledger, answered_row, own_row, skipped_row
from counterpoint.models.pace import Gate
from counterpoint.models.purse import Purse, endless_purse
from counterpoint.models.replies import REPLIED, TRANSIENT, Ask, CallFailure, Reply
from counterpoint.models.trace import record_identity

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

    async def one_by_one(waiting: list[Job], ledger: Ledger) -> None:
        await _Asking(ask, limits, ledger).all(waiting, connection or nullcontext())

    return query_by(one_by_one, jobs, journal, buckets, purse)


AskAll = Callable[[list[Job], Ledger], Awaitable[None]]
"""A way to ask jobs, which tells the ledger what became of each."""


def query_by(ask_all: AskAll, jobs: list[Job], journal: Path, buckets: range, purse: Purse | None = None) -> Outcome:
    """Let `ask_all` ask what the journal does not hold yet, and return what became of each request."""
    with asking(journal, buckets):
        return _query_by(ask_all, jobs, journal, buckets, purse or endless_purse())


def _query_by(ask_all: AskAll, jobs: list[Job], journal: Path, buckets: range, purse: Purse) -> Outcome:
    reading = open_journal(journal, buckets)
    known, own = reading.entries, None
    if reading.unreadable:
        log.warning("journal: passed over %d unreadable lines; those requests are asked again", reading.unreadable)
    purse.count(known)
    outcome = Outcome(rows=[])
    rows: dict[str, dict] = {}
    waiting: dict[str, Job] = {}
    for job in jobs:
        if job.skip is not None:
            rows[job.key] = skipped_row(job, job.skip)
        elif job.key in known:
            rows[job.key] = answered_row(job, known[job.key])
            outcome.from_journal += 1
        else:
            waiting[job.key] = job
    if waiting:
        for identity in {job.identity.digest: job.identity for job in waiting.values() if job.identity}.values():
            record_identity(journal, identity)
        with JournalWriter(journal) as writer:
            asyncio.run(ask_all(list(waiting.values()), Ledger(writer, rows, outcome, purse)))
        own = writer.name
    counted = settle(journal, buckets, reading, own)
    for job in jobs:  # a request that failed here stays a failure of this job
        if job.key in counted and rows[job.key]["status"] in REPLIED:
            rows[job.key] = answered_row(job, counted[job.key])
    outcome.rows = [own_row(job, rows[job.key]) for job in jobs]
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
        failure: CallFailure | None = None  # of the last call
        while True:
            bound = await self._ledger.purse.reserve(job)
            if bound is None and not outcome.stopped:
                if failure is None:
                    self._ledger.over_budget(job)
                else:
                    self._give_up(job, failure, attempt)
                return
            call = None if outcome.stopped else await self._gate.enter(job.tokens)
            if call is None or outcome.stopped:
                if bound is not None:
                    self._ledger.purse.release(bound)
                self._ledger.failed(job, outcome.stopped, "not asked: the model was stopped", attempt)
                return
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
                self._ledger.failed_call(failure, bound)
                counted += failure.failure_class != "rate_limit" or limits.seconds_a_request is None
                wait = self._wait(failure, attempt, counted, time.monotonic() - first_call)
                if wait is None:
                    self._give_up(job, failure, attempt)
                    return
                await self._gate.sleep(wait)
                continue
            seconds = time.monotonic() - started
            self._gate.replied(job.tokens, (reply.input_tokens or 0) + (reply.output_tokens or 0) or None)
            self._ledger.replied(job, reply, seconds, attempt, bound)
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
        if failure.stops_model or name not in TRANSIENT:
            return None
        if counted >= min(limits.attempts, MOST_ATTEMPTS.get(name, limits.attempts)):
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
