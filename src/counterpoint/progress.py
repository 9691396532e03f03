"""How far a run has come with each model, from its plan, its journal and what finished shards said of themselves."""

import json
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from counterpoint.models.journal import Entry, new_entries
from counterpoint.models.prices import Price
from counterpoint.models.purse import entry_cost

NOT_MEANT = ("text_only_model", "order_not_sampled")
"""Reasons of skips that are known before anything is asked; such requests are not among those of a model."""
WINDOW = 300 * 10**9
"""Nanoseconds over which the rate is taken."""


@dataclass(frozen=True)
class State:
    """Where a model stands."""

    name: str
    requests: int
    """That the run asks of it, as far as they are known."""
    answered: int
    failed: int
    """Given up, or not sent for want of money or for a provider's limit, as finished shards say."""
    left: int
    per_minute: float | None
    """Replies a minute of late; None where fewer than two came."""
    seconds_left: float | None
    """Estimated; None where nothing comes in."""
    spent: float | None
    """US dollars that the replies cost; None where no price is known."""


@dataclass
class Watched:
    """One model, or judge, that is watched: what it is to be asked, and what of that its journal holds."""

    name: str
    journal: Path
    """Its folder of the journal."""
    identities: frozenset[str]
    """Names of the identities under which its replies count."""
    price: Price | None
    requests: Collection[str]
    """The request_ids that it is to be asked."""
    receipts: Collection[Path] = ()
    """What its shards' jobs say of themselves, where they have ended."""
    _offsets: dict[Path, int] = field(default_factory=dict)
    _answered: set[str] = field(default_factory=set)
    _spent: float = 0.0
    _times: deque[int] = field(default_factory=deque)

    def state(self, now: int) -> State:
        """Read what came in since the last call, and return where the model stands at `now`, nanoseconds since 1970.

        Raises UserError for a journal of another version.
        """
        for entry in new_entries(self.journal, self._offsets):
            if self._counts(entry):
                self._answered.add(entry.request_id)
                self._times.append(entry.answered_at)
                self._spent += (self.price and entry_cost(entry, self.price)) or 0.0
        recent = sorted(time for time in self._times if time >= now - WINDOW)
        self._times = deque(recent)
        rate = None
        if len(recent) > 1:
            rate = 60e9 * (len(recent) - 1) / max(1, now - recent[0])
        failed = sum(_not_answered(receipt) for receipt in self._ended())
        left = max(0, len(self.requests) - len(self._answered) - failed)
        return State(
            self.name,
            len(self.requests),
            len(self._answered),
            failed,
            left,
            rate,
            60 * left / rate if left and rate else None,
            None if self.price is None else self._spent,
        )

    def _counts(self, entry: Entry) -> bool:
        return (
            entry.request_id in self.requests
            and entry.request_id not in self._answered
            and entry.identity in self.identities
        )

    def _ended(self) -> Iterator[Mapping[str, Any]]:
        for path in self.receipts:
            try:
                yield json.loads(path.read_text())
            except (OSError, ValueError):
                continue  # not there yet, or being written


def _not_answered(receipt: Mapping[str, Any]) -> int:
    skipped = receipt.get("skipped", {"over_budget": receipt["over_budget"]})
    return receipt["failed"] + sum(count for reason, count in skipped.items() if reason not in NOT_MEANT)


def progress_lines(states: Collection[State]) -> Iterator[tuple[str, ...]]:
    """Give the rows of a printable table: its head, each model, and all of them."""
    yield "model", "answered", "failed", "left", "replies/min", "ends in", "US dollars"
    for state in states:
        yield _cells(state)
    if len(states) > 1:
        known = [state.seconds_left for state in states if state.seconds_left is not None]
        rates = [state.per_minute for state in states if state.per_minute is not None]
        spent = [state.spent for state in states if state.spent is not None]
        totals = [sum(getattr(state, name) for state in states) for name in ("requests", "answered", "failed", "left")]
        yield _cells(State("all", *totals, sum(rates) or None, max(known, default=None), sum(spent) if spent else None))


def _cells(state: State) -> tuple[str, ...]:
    share = f" of {state.requests:,} ({100 * state.answered / state.requests:.0f} %)" if state.requests else ""
    return (
        state.name,
        f"{state.answered:,}{share}",
        f"{state.failed:,}",
        f"{state.left:,}",
        "" if state.per_minute is None else f"{state.per_minute:,.0f}",
        "" if state.seconds_left is None else _duration(state.seconds_left),
        "unknown" if state.spent is None else f"{state.spent:,.4f}",
    )


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes < 1:
        return "under 1 min"
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60:02} min"
