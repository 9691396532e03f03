"""Replies that were cut at the output budget, asked for once more with a larger one."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from counterpoint.models.jobs import Job, Outcome
from counterpoint.models.replies import REPLIED, TRUNCATED
from counterpoint.models.requests import response_key
from counterpoint.models.trace import Identity


def with_budget(identity: Mapping[str, Any], tokens: int) -> dict[str, Any]:
    """Return a model's identity with another output budget: in keys and journal, it is another model."""
    return dict(identity) | {"decoding": identity["decoding"] | {"max_output_tokens": tokens}}


def ask_truncated_again(
    outcome: Outcome,
    jobs: list[Job],
    identity: Mapping[str, Any],
    ask_again: Callable[[list[Job]], Outcome],
) -> None:
    """Ask what came back truncated once more, as new requests of `identity`, and put the new replies in place.

    `ask_again` asks that model.

    A row's response key says which of the two it is. Where the second call fails, the truncated reply stays and the
    failure is counted, so that a retry asks again. `jobs` are those that `outcome` came from, in its order. The first
    replies were paid for too and are kept apart in the outcome.
    """
    cut = [n for n, row in enumerate(outcome.rows) if row["status"] == TRUNCATED]
    if not cut or outcome.stopped is not None:
        return
    asked = Identity(identity)
    again = [replace(jobs[n], key=response_key(jobs[n].sent.request_id, asked.digest), identity=asked) for n in cut]
    second = ask_again(again)
    for n, row in zip(cut, second.rows, strict=True):
        if row["status"] in REPLIED:
            outcome.replaced.append(outcome.rows[n])
            outcome.rows[n] = row
    outcome.asked_again = second.asked
    outcome.calls += second.calls
    outcome.calls_maybe_charged += second.calls_maybe_charged
    outcome.over_budget += second.over_budget
    outcome.failures += second.failures
    outcome.stopped, outcome.stopped_because = second.stopped, second.stopped_because
