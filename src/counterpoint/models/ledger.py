"""The ledger of a shard: replies go to the journal, then into rows of `responses`; failures are rows and counts."""

import logging
import time
from dataclasses import asdict

from counterpoint.models.jobs import Job, Outcome
from counterpoint.models.journal import Entry, JournalWriter
from counterpoint.models.purse import MAYBE_CHARGED, Purse
from counterpoint.models.replies import FAILED, SKIPPED, CallFailure, Reply, Skip
from counterpoint.models.trace import trace_of

log = logging.getLogger(__name__)


class Ledger:
    """What became of each job: a reply goes to the journal first, a failure is a row and a count."""

    def __init__(self, writer: JournalWriter, rows: dict[str, dict], outcome: Outcome, purse: Purse) -> None:
        self._writer, self._rows, self.outcome, self.purse = writer, rows, outcome, purse

    def replied(self, job: Job, reply: Reply, seconds: float, attempts: int, bound: float) -> None:
        """Journal a reply that took `seconds` and so many attempts; `bound` was set aside for what it may cost.

        Raises UserError when it cannot be written.
        """
        entry = _entry(job, reply, seconds, attempts)
        self._writer.append(entry)
        self.purse.replied(job, bound, asdict(entry))
        self._rows[job.key] = answered_row(job, entry)

    def failed_call(self, failure: CallFailure, bound: float) -> None:
        """Count a call that brought no reply, and give back what was set aside unless it may have been charged."""
        self.outcome.calls_maybe_charged += failure.failure_class in MAYBE_CHARGED
        self.purse.failed(bound, failure)

    def failed(self, job: Job, failure_class: str, detail: str, attempts: int) -> None:
        """Count a job as given up, with the class of its failure; a later run asks it again."""
        self.outcome.failures[failure_class] += 1
        self._rows[job.key] = _row(job, FAILED, failure_class=failure_class, failure_detail=detail, attempts=attempts)

    def over_budget(self, job: Job) -> None:
        """Leave a request out, for which there may not be money enough; a larger budget asks it."""
        self.outcome.over_budget += 1
        self._rows[job.key] = skipped_row(job, Skip("over_budget", self.purse.told()))

    def stop(self, failure: CallFailure) -> None:
        """Note that nothing more is to be asked of the model; the first reason counts."""
        if self.outcome.stopped is None:
            self.outcome.stopped, self.outcome.stopped_because = failure.failure_class, failure.detail
            log.error("model stopped: %s", failure)


REPLY = (
    "text",
    "finish_reason",
    "model_reported",
    "input_tokens",
    "output_tokens",
    "route",
    "cached_tokens",
    "cost_usd",
)
"""What journal and table take over from a reply as it is."""
KEPT = (*REPLY, "seconds", "answered_at")
"""What the table takes over from a line of the journal."""


def _entry(job: Job, reply: Reply, seconds: float, attempts: int) -> Entry:
    return Entry(
        response_key=job.key,
        request_id=job.request.request_id,
        status=reply.status,
        seconds=round(seconds, 6),
        attempts=attempts,
        answered_at=time.time_ns(),
        sent_request_id=job.resized and job.resized.request_id,
        identity=job.identity and job.identity.name,
        parts=trace_of(job.sent, job.truth) if job.identity else None,
        **{name: getattr(reply, name) for name in REPLY},
    )


def answered_row(job: Job, entry: Entry) -> dict:
    """Return the row of a request with a journalled reply."""
    kept = {name: getattr(entry, name) for name in KEPT}
    sent = job.resized and job.resized.request_id
    return _row(job, entry.status, attempts=entry.attempts, sent_request_id=sent, **kept)


def own_row(job: Job, row: dict) -> dict:
    """Return a row as its job's own: two pictures may look the same once resized, and one reply answers both."""
    if row["request_id"] == job.request.request_id:
        return row
    return row | {"request_id": job.request.request_id, "sent_request_id": job.resized and job.resized.request_id}


def skipped_row(job: Job, skip: Skip) -> dict:
    """Return the row of a request that is not asked."""
    return _row(job, SKIPPED, failure_class=skip.reason, failure_detail=skip.detail)


def _row(job: Job, status: str, *, attempts: int = 0, **columns: object) -> dict:
    row = dict.fromkeys((*KEPT, "failure_class", "failure_detail", "sent_request_id"))
    return (
        row
        | {name: _whole(value) if isinstance(value, str) else value for name, value in columns.items()}
        | {
            "request_id": job.request.request_id,
            "response_key": job.key,
            "status": status,
            "attempts": attempts,
        }
    )


def _whole(text: str) -> str:
    """Return a text that UTF-8 can encode: half a surrogate pair, as a cut emoji leaves it, becomes U+FFFD.

    The journal keeps what came; tables, judges and spreadsheets cannot hold it.
    """
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
