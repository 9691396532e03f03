"""Budgets divided among the shards that they hold for: what each may spend, whatever runs at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from counterpoint.models.jobs import Job
from counterpoint.models.prices import Price
from counterpoint.models.purse import Known, Purse, most_cost, spent_before
from counterpoint.models.requests import bucket_of, canonical_digest, response_key, shard_buckets
from counterpoint.models.truncated import with_budget


@dataclass(frozen=True, slots=True)
class Account:
    """One shard's money, in US dollars."""

    spent: float
    """What the replies to its requests that are in the journal cost."""
    open: float
    """What its requests that are still to be asked cost at most."""


def divide(accounts: Mapping[str, Account], caps: Sequence[tuple[float, Iterable[str]]]) -> dict[str, float]:
    """Return what each shard may spend, the journal included, so that every cap holds.

    `caps` are budgets in US dollars, each with the names of the shards that it holds for. What the journal holds is
    taken from a budget first, and the rest is divided by what the shards' open requests cost at most. So the leases of
    a cap's shards sum to the cap at most (or to what is spent already), and as no shard passes its own, the cap holds
    however many run at once, in whatever order, and however often. Leases are fixed until all are computed anew, which
    happens before any shard that takes them up: a share worked out by each job when it starts would not be safe, since
    two jobs could both count on money that neither has spent yet.
    """
    shares = {name: float("inf") for name in accounts}
    for budget, names in caps:
        held = {name: accounts[name] for name in names}
        rest = max(0.0, budget - sum(account.spent for account in held.values()))
        total = sum(account.open for account in held.values())
        for name, account in held.items():
            shares[name] = min(shares[name], rest * account.open / total if total else 0.0)
    return {name: accounts[name].spent + share for name, share in shares.items()}


def shard_accounts(
    jobs: Sequence[Job], known: Known, price: Price, identity: Mapping[str, Any], larger: int | None, shards: int
) -> list[Account]:
    """Return the account of each of a model's shards of one suite.

    `known` are the journal's entries by response key, `larger` the output budget with which a truncated reply is asked
    for again, if it is: every open request counts as if it were.
    """
    shard_of = {bucket: shard for shard in range(shards) for bucket in shard_buckets(shard, shards)}
    mine: list[list[Job]] = [[] for _ in range(shards)]
    for job in jobs:
        if job.skip is None:
            mine[shard_of[bucket_of(job.request.request_id)]].append(job)
    found = []
    for its_jobs in mine:
        spent = still = 0.0
        for asked, most in _phases(its_jobs, identity, larger):
            spent += spent_before(asked, known, price, most)
            still += sum(most_cost(job, price, most) for job in asked if job.key not in known)
        found.append(Account(spent, still))
    return found


def open_purse(
    lease: float, price: Price, jobs: Sequence[Job], identity: Mapping[str, Any], larger: int | None
) -> Purse:
    """Return the purse of a shard that may spend `lease`, what its journalled replies cost included."""

    def paid(known: Known) -> float:
        return sum(spent_before(asked, known, price, most) for asked, most in _phases(jobs, identity, larger))

    return Purse(price, lease, identity["decoding"]["max_output_tokens"], paid)


def _phases(
    jobs: Sequence[Job], identity: Mapping[str, Any], larger: int | None
) -> Iterator[tuple[Sequence[Job], int]]:
    """Yield a shard's jobs with their output budget: as they are asked, and as truncated ones are asked again."""
    yield jobs, identity["decoding"]["max_output_tokens"]
    if larger is not None:
        digest = canonical_digest(with_budget(identity, larger))
        yield [replace(job, key=response_key(job.sent.request_id, digest)) for job in jobs], larger
