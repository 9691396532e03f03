"""A shard of a provider's model, asked the way that its entry says: call by call, or by batches."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from counterpoint.errors import UserError
from counterpoint.models.batch_records import BatchRecords
from counterpoint.models.batch_terms import BATCH_LIMITS
from counterpoint.models.batched import BatchedProvider
from counterpoint.models.batches import query_in_batches
from counterpoint.models.jobs import Job, Outcome
from counterpoint.models.journal import read_journal
from counterpoint.models.pictures import Pictures
from counterpoint.models.providers import Provider, key_from_environment, provider_from_environment
from counterpoint.models.purse import Purse
from counterpoint.models.query import Limits, query
from counterpoint.models.served import Served
from counterpoint.models.server import LocalServer


def query_provider(
    identity: Mapping[str, Any],
    jobs: list[Job],
    pictures: Pictures,
    how: Mapping[str, Any],
    buckets: range,
    purse: Purse | None = None,
    server: LocalServer | None = None,
) -> Outcome:
    """Ask a model what its journal does not hold yet.

    `how` is what a rule's parameters say of how to ask, `purse` what may be spent, `server` the job's own, which is
    started only if there is anything to ask.

    Raises UserError when the key is not in the environment, the journal cannot be written, direct calls are to ask
    what a batch holds already, or the job's server does not start.
    """
    limits, journal = Limits(**how["limits"]), Path(how["journal"])
    if how["transport"] == "batch":
        model = BatchedProvider(identity, pictures, key=key_from_environment(how), base_url=how["base_url"])
        return query_in_batches(jobs, model, BATCH_LIMITS[identity["provider"]], limits, journal, buckets, purse)
    _refuse_what_batches_hold(jobs, journal, buckets)
    connection: Served | Provider = (
        Served(server, identity, pictures, how) if server else provider_from_environment(identity, pictures, how)
    )
    return query(jobs, connection.ask, limits, journal, buckets, connection, purse)


def _refuse_what_batches_hold(jobs: list[Job], journal: Path, buckets: range) -> None:
    """Raise UserError where a batch that was never collected holds one of the jobs, which would be paid for twice."""
    records = BatchRecords(journal, buckets)
    under_way = [record for record in records.all() if record.open_keys]
    if not under_way:
        return
    answered, _ = read_journal(journal, buckets)
    wanted = {job.key for job in jobs if job.skip is None and job.key not in answered}
    for record in under_way:
        if held := wanted.intersection(record.open_keys):
            raise UserError(
                f"{records.intent_path(record)}: a batch that was submitted holds {len(held)} of these requests; keep "
                "`transport: batch` until it is collected, or delete the file to give it up and pay for them again"
            )
