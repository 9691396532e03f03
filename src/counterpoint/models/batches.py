"""A shard asked by batches: submitted, remembered on disk before waiting, collected into the same journal."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from typing import TypeVar

from counterpoint.models.batch_endpoints import MISSING, Answer
from counterpoint.models.batch_records import BatchRecord, BatchRecords
from counterpoint.models.batch_terms import MOST_BYTES, BatchLimits
from counterpoint.models.batched import BatchedProvider
from counterpoint.models.failures import failure_of
from counterpoint.models.jobs import Job, Outcome
from counterpoint.models.ledger import Ledger
from counterpoint.models.purse import Purse
from counterpoint.models.query import Limits, backoff, query_by
from counterpoint.models.replies import FATAL, TRANSIENT, CallFailure

log = logging.getLogger(__name__)
T = TypeVar("T")
FIRST_POLL, LONGEST_POLL, POLL_GROWTH = 30.0, 600.0, 1.5
"""Wait between two looks at a batch, the first and the longest, in units of the configured wait between attempts; and
by how much it grows with each look."""
SHORTEST_WAIT = 0.1
"""Seconds between two looks at least, whatever the configuration says."""
LINE_BYTES = 200
"""What a request takes in a batch beside its body, at most: its key, and where it goes."""
UNCERTAIN = ("network", "timeout", "server")
"""Failures after which a batch may have been submitted all the same."""


def query_in_batches(
    jobs: list[Job],
    model: BatchedProvider,
    terms: BatchLimits,
    limits: Limits,
    journal: Path,
    buckets: range,
    purse: Purse | None = None,
) -> Outcome:
    """Ask by batches what the journal does not hold yet, and return what became of each request.

    Batches that an earlier job submitted are collected, not submitted again. What a batch brought no reply for is a
    failure, which a later run asks in a new batch. With a `purse`, a request goes into a batch only if what it may cost
    fits in. Raises UserError when journal or records cannot be written.
    """

    async def in_batches(waiting: list[Job], ledger: Ledger) -> None:
        async with model:
            await _Batches(model, terms, limits, BatchRecords(journal, buckets), ledger).all(waiting)

    return query_by(in_batches, jobs, journal, buckets, purse)


class _Batches:
    """One run of the event loop: what is under way already, what is submitted now, and the wait for both."""

    def __init__(
        self, model: BatchedProvider, terms: BatchLimits, limits: Limits, records: BatchRecords, ledger: Ledger
    ) -> None:
        self._model, self._terms, self._limits = model, terms, limits
        self._records, self._ledger = records, ledger
        self._bounds: dict[str, float] = {}  # by key, what is set aside for a request that is in a batch

    async def all(self, jobs: list[Job]) -> None:
        """Collect every job from the batch that holds it, after submitting those that none holds."""
        waiting = {job.key: job for job in jobs}
        under_way = await self._found_again(waiting)
        held = {key for record in under_way for key in record.open_keys}
        async for lines, chunk in self._chunks([job for key, job in waiting.items() if key not in held]):
            record = await self._submit(lines, chunk)
            if record is not None:
                under_way.append(record)
        await self._collect_all(under_way, waiting)

    async def _found_again(self, waiting: dict[str, Job]) -> list[BatchRecord]:
        """Return the batches of earlier jobs that hold waiting ones; what cannot be told of now has failed."""
        found = []
        for record in self._records.all():
            mine = [key for key in record.open_keys if key in waiting]
            if not mine:
                continue
            if record.batch_id is None:
                try:
                    settled = await self._look_up(record)
                except CallFailure as failure:
                    detail = f"{failure.detail}; whether batch {record.label} was submitted is not known yet"
                    self._fail([waiting.pop(key) for key in mine], failure, detail)
                    continue
                if settled is None:
                    log.warning("batch %s: was never submitted; its requests go into another one", record.label)
                    self._records.released(record, "the provider does not list it")
                    continue
                record = settled
            log.info("batch %s: found again as %s", record.label, record.batch_id)
            for key in mine:
                self._bounds[key] = self._ledger.purse.set_aside(waiting[key], under_way=True)
            found.append(record)
        return found

    async def _look_up(self, record: BatchRecord) -> BatchRecord | None:
        """Return a record with its id, if the provider has the batch. Raises CallFailure.

        Where a provider keeps no label, a batch of the same size is ours if its results are those of our requests,
        which can be told when it has ended.
        """
        endpoint, taken = self._model.endpoint, self._records.ids_of_all_models()
        for batch_id in await self._call(endpoint.find(record)):
            if batch_id in taken:
                continue
            if not endpoint.labelled:
                await self._until_ended(batch_id)
                results = await self._call(endpoint.results(batch_id, record.keys))
                if all(result is MISSING for result in results.values()):
                    continue
            return self._records.submitted(record, batch_id)
        return None

    async def _chunks(self, jobs: list[Job]) -> AsyncIterator[tuple[list[tuple[str, bytes]], list[Job]]]:
        """Give the requests of one batch after the other, as they are sent, beside their jobs."""
        most_bytes = min(MOST_BYTES, self._terms.bytes)
        lines: list[tuple[str, bytes]] = []
        chunk: list[Job] = []
        size = 0
        for job in jobs:
            if self._ledger.outcome.stopped:
                self._not_asked([job])
                continue
            try:
                body = await self._model.body(job.sent)
            except CallFailure as failure:
                self._fail([job], failure)
                continue
            bound = self._ledger.purse.set_aside(job)
            if bound is None:
                self._ledger.over_budget(job)
                continue
            self._bounds[job.key] = bound
            takes = len(body) + LINE_BYTES
            if lines and (size + takes > most_bytes or len(lines) == self._terms.requests):
                yield lines, chunk
                lines, chunk, size = [], [], 0
            lines.append((job.key, body))
            chunk.append(job)
            size += takes
        if lines:
            yield lines, chunk

    async def _submit(self, lines: list[tuple[str, bytes]], chunk: list[Job]) -> BatchRecord | None:
        """Submit one batch; None where it was not taken, and its jobs have failed."""
        outcome = self._ledger.outcome
        if outcome.stopped:
            self._not_asked(chunk)
            return None
        record = self._records.intend([key for key, _ in lines])
        outcome.asked += len(chunk)
        attempt = 0
        while True:
            attempt += 1
            outcome.calls += len(chunk)
            try:
                batch_id = await self._call(self._model.endpoint.submit(record.label, lines))
            except CallFailure as failure:
                if failure.failure_class in UNCERTAIN:
                    try:
                        found = await self._look_up(record)
                    except CallFailure:
                        detail = f"{failure.detail}; whether batch {record.label} was submitted is not known yet"
                        self._fail(chunk, failure, detail, attempt)
                        return None
                    if found is not None:
                        return found
                wait = backoff(self._limits, failure, attempt)
                longest = self._limits.seconds_a_request
                over = attempt >= self._limits.attempts or (longest is not None and wait > longest)
                if failure.failure_class not in TRANSIENT or over:
                    self._records.released(record, str(failure))
                    if failure.stops_model:
                        self._ledger.stop(failure)
                    self._fail(chunk, failure, attempts=attempt)
                    return None
                await asyncio.sleep(wait)
            else:
                log.info("batch %s: %d requests submitted as %s", record.label, len(lines), batch_id)
                return self._records.submitted(record, batch_id)

    async def _collect_all(self, under_way: list[BatchRecord], waiting: dict[str, Job]) -> None:
        """Look at the batches, ever more rarely, and collect each when it has ended."""
        wait, missed = self._unit * FIRST_POLL, Counter[str]()
        while under_way:
            running = []
            for record in under_way:
                try:
                    if await self._call(self._model.endpoint.ended(record.batch_id)):
                        await self._collect(record, waiting)
                    else:
                        running.append(record)
                    missed[record.label] = 0
                except CallFailure as failure:
                    missed[record.label] += 1
                    if failure.failure_class in TRANSIENT and missed[record.label] < self._limits.attempts:
                        running.append(record)
                    else:
                        self._lose(record, failure, waiting)
            under_way = running
            if under_way:
                await asyncio.sleep(max(SHORTEST_WAIT, wait))
                wait = min(self._unit * LONGEST_POLL, wait * POLL_GROWTH)

    async def _until_ended(self, batch_id: str) -> None:
        wait = self._unit * FIRST_POLL
        while not await self._call(self._model.endpoint.ended(batch_id)):
            await asyncio.sleep(max(SHORTEST_WAIT, wait))
            wait = min(self._unit * LONGEST_POLL, wait * POLL_GROWTH)

    async def _collect(self, record: BatchRecord, waiting: dict[str, Job]) -> None:
        results = await self._call(self._model.endpoint.results(record.batch_id, record.keys))
        seconds = max(0.0, time.time() - record.made_at)
        failures: dict[str, str] = {}
        for key in record.open_keys:
            if key not in waiting:
                continue
            job, result = waiting[key], results[key]
            try:
                reply = await self._model.read(job.sent, result) if isinstance(result, Answer) else result
            except CallFailure as failure:
                reply = failure
            if isinstance(reply, CallFailure):
                failures[key] = reply.failure_class
                self._fail([job], reply, attempts=1)
            else:
                self._ledger.replied(job, reply, seconds, 1, self._bounds.pop(key))
        self._records.collected(record, failures)

    def _lose(self, record: BatchRecord, failure: CallFailure, waiting: dict[str, Job]) -> None:
        """Fail the jobs of a batch that cannot be looked at now; it stays on record, and the next run looks again."""
        detail = (
            f"{failure.detail}; batch {record.batch_id} stays on record, the next run looks again; if it is gone for "
            f"good, delete {self._records.intent_path(record)} and its requests are asked, and paid for, anew"
        )
        self._fail([waiting[key] for key in record.open_keys if key in waiting], failure, detail, 1)

    def _fail(self, jobs: list[Job], failure: CallFailure, detail: str | None = None, attempts: int = 0) -> None:
        if failure.failure_class in FATAL:
            self._ledger.stop(failure)
        for job in jobs:
            if job.key in self._bounds:
                self._ledger.failed_call(failure, self._bounds.pop(job.key))
            self._ledger.failed(job, failure.failure_class, detail or failure.detail, attempts)

    def _not_asked(self, jobs: list[Job]) -> None:
        for job in jobs:
            if job.key in self._bounds:
                self._ledger.purse.release(self._bounds.pop(job.key))
            self._ledger.failed(job, self._ledger.outcome.stopped, "not asked: the model was stopped", 0)

    @property
    def _unit(self) -> float:
        return self._limits.seconds_between_attempts

    async def _call(self, call: Awaitable[T]) -> T:
        """Wait for a call of the endpoint. Raises CallFailure for whatever is a failure of the call."""
        try:
            return await call
        except Exception as error:
            meant = failure_of(error, self._model.secrets, has_images=False)
            if not isinstance(meant, CallFailure):
                raise
            # The client's own exception holds the whole request, with its headers: it goes no further.
            raise meant from None
