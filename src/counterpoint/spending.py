"""What the replies of a model or judge cost in a suite, beside what was estimated: the rows of table `spending`."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from counterpoint.models.prices import Price
from counterpoint.models.purse import reply_cost
from counterpoint.models.replies import FAILED, REPLIED, SKIPPED


@dataclass
class Spending:
    """What one model's or judge's replies in a suite cost, added up shard by shard.

    `estimated` is what all that it is asked in the suite was estimated to cost, in US dollars. Of the shards before,
    only sums and the keys of their replies are held.
    """

    model: str
    suite: str
    price: Price | None
    estimated: float | None
    counts: Counter[str] = field(default_factory=Counter)
    spent: float = 0.0
    times: list[int] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    def add(self, responses: Iterable[Mapping[str, Any]], receipt: Mapping[str, Any]) -> None:
        """Add a shard: its rows of `responses`, of which those under one key share a reply, and what its job said.

        The job also knows the truncated replies that another one took the place of.
        """
        for row in responses:
            self.counts["failed"] += row["status"] == FAILED
            self.counts["skipped"] += row["status"] == SKIPPED
            if row["status"] in REPLIED and row["response_key"] not in self.seen:
                self.seen.add(row["response_key"])
                self.times = [min([*self.times, row["answered_at"]]), max([*self.times, row["answered_at"]])]
                self._pay(row)
        for row in receipt["replaced"]:
            self._pay(row)
        self.counts["requests"] += receipt["requests"]
        self.counts["over_budget"] += receipt["over_budget"]
        self.counts["maybe_charged"] += receipt["calls_maybe_charged"]

    def _pay(self, reply: Mapping[str, Any]) -> None:
        cost = reply_cost(reply, self.price)
        self.spent += cost or 0.0
        self.counts["replies"] += 1
        self.counts["unknown"] += cost is None
        self.counts["reported"] += reply["cost_usd"] is not None
        for name in ("input_tokens", "cached_tokens", "output_tokens"):
            self.counts[name] += reply[name] or 0

    def row(self) -> dict[str, Any]:
        """Return the row of table `spending`."""
        # What runs inside the process counts no tokens and costs nothing all the same.
        free = self.price is not None and not (self.price.input or self.price.cached_input or self.price.output)
        none_known = self.counts["replies"] and self.counts["unknown"] == self.counts["replies"]
        counted = ("requests", "replies", "failed", "skipped", "over_budget", "reported", "maybe_charged")
        return {
            "model": self.model,
            "suite": self.suite,
            **{name: self.counts[name] for name in (*counted, "input_tokens", "cached_tokens", "output_tokens")},
            "minutes": (self.times[1] - self.times[0]) / 60e9 if self.times else None,
            "spent_usd": 0.0 if free else None if none_known else self.spent,
            "estimated_usd": self.estimated,
            "unknown": 0 if free else self.counts["unknown"],
            "price_input": None if self.price is None else self.price.input,
            "price_cached": None if self.price is None else self.price.cached_input,
            "price_output": None if self.price is None else self.price.output,
            "price_source": "price unknown" if self.price is None else self.price.source,
        }
