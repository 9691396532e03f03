"""The purse of one shard: a call is made only if all that it may cost fits into the shard's share of the budget."""

import asyncio
import math
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from counterpoint.models.journal import Entry
from counterpoint.models.prices import FREE, Price
from counterpoint.models.replies import CallFailure

if TYPE_CHECKING:
    from counterpoint.models.jobs import Job

MAYBE_CHARGED = frozenset({"timeout", "network"})
"""Failures of calls that the provider may have answered, and charged, all the same."""
Known = Mapping[str, Entry]
"""A journal's entries, by response key."""
USAGE = ("cost_usd", "input_tokens", "output_tokens", "cached_tokens")
"""What of a reply says what it cost."""


def reply_cost(reply: Mapping[str, Any], price: Price | None) -> float | None:
    """Return what a reply cost in US dollars, from its `cost_usd`, tokens and price; None where it cannot be known.

    What the provider says goes before tokens times price.
    """
    if reply["cost_usd"] is not None:
        return reply["cost_usd"]
    if price is None or reply["input_tokens"] is None or reply["output_tokens"] is None:
        return None
    return price.cost(reply["input_tokens"], reply["output_tokens"], reply["cached_tokens"] or 0)


def most_cost(job: "Job", price: Price, max_output_tokens: int) -> float:
    """Return what one call of a request may cost at most, in US dollars."""
    return price.cost(job.tokens_at_most, max_output_tokens)


class Purse:
    """Money of one process: what is spent, what calls under way may still cost, and what may have been charged.

    `lease` is all that the shard may spend, in US dollars, and `paid` says how much of it the replies in a journal,
    by response key, have cost already.
    """

    def __init__(self, price: Price, lease: float, max_output_tokens: int, paid: Callable[[Known], float]) -> None:
        self._price = price
        self._paid = paid
        self.lease = lease
        self.spent = 0.0
        self.max_output_tokens = max_output_tokens
        """Output budget of the calls that are made now."""
        self.maybe_charged = 0.0
        """US dollars that calls without an answer may have cost at most; they count as spent."""
        self._reserved = 0.0
        self._under_way = 0
        self._scale = 1.0
        self._changed = asyncio.Event()

    def count(self, known: Known) -> None:
        """Count what the journal holds as spent; to be done while no other process can ask these requests."""
        self.spent = self._paid(known)

    def told(self) -> str:
        """Return in words what is spent, of how much."""
        maybe = f" (and up to {self.maybe_charged:.4f} for calls without an answer)" if self.maybe_charged else ""
        return f"{self.spent:.4f}{maybe} of {self.lease:.4f} US dollars are spent, and a further call might pass that"

    async def reserve(self, job: "Job") -> float | None:
        """Set aside what a call may cost and return it; None if it does not fit.

        While calls are under way it waits for them: they mostly cost less than was set aside.
        """
        while (bound := self.set_aside(job)) is None and self._under_way:
            await self._changed.wait()
        return bound

    def set_aside(self, job: "Job", under_way: bool = False) -> float | None:
        """Set aside what a call may cost and return it; None if it does not fit. What is under way already has to."""
        bound = self._scale * most_cost(job, self._price, self.max_output_tokens)
        if not under_way and self.spent + self.maybe_charged + self._reserved + bound > self.lease:
            return None
        self._reserved += bound
        self._under_way += 1
        return bound

    def replied(self, job: "Job", bound: float, reply: Mapping[str, Any]) -> None:
        """Note what a reply cost: all that was set aside, where neither its cost nor its tokens are known.

        A reply that costs more than it might shows that bounds are too low: those of further calls rise with it.
        """
        cost = reply_cost(reply, self._price)
        self.spent += bound if cost is None else cost
        most = most_cost(job, self._price, self.max_output_tokens)
        if cost is not None and most > 0:
            self._scale = max(self._scale, cost / most)
        self.release(bound)

    def failed(self, bound: float, failure: CallFailure) -> None:
        """Note that a call brought no reply: it costs nothing, unless it may have been charged all the same."""
        if failure.failure_class in MAYBE_CHARGED:
            self.maybe_charged += bound
        self.release(bound)

    def release(self, bound: float) -> None:
        """Give back what was set aside for a call that is over, or was not made."""
        self._under_way -= 1
        # without a call under way nothing is set aside, whatever rounding has left
        self._reserved = self._reserved - bound if self._under_way else 0.0
        self._changed.set()
        self._changed = asyncio.Event()  # a new one, since an event belongs to the loop that waited for it


def endless_purse() -> Purse:
    """Return the purse of a shard without a budget: every call fits."""
    return Purse(FREE, math.inf, 0, lambda known: 0.0)


def spent_before(jobs: Iterable["Job"], known: Known, price: Price, max_output_tokens: int) -> float:
    """Return what the journalled replies to a shard's jobs cost, in US dollars.

    `known` are the journal's entries by response key. Where neither cost nor tokens are known, the most that it can be.
    """
    total = 0.0
    for job in jobs:
        entry = known.get(job.key)
        if entry is not None:
            cost = reply_cost({name: getattr(entry, name) for name in USAGE}, price)
            total += most_cost(job, price, max_output_tokens) if cost is None else cost
    return total
