"""A shard asked by batches, in a process of its own that may be killed: `batch_shard.py ADDRESS PROVIDER FOLDER N`."""

import json
import sys
from pathlib import Path

from provider_samples import KEY, identity, text_request

from counterpoint.models.batch_terms import BATCH_LIMITS, BatchLimits
from counterpoint.models.batched import BatchedProvider
from counterpoint.models.batches import query_in_batches
from counterpoint.models.jobs import Job, Outcome
from counterpoint.models.pictures import Pictures
from counterpoint.models.query import Limits
from counterpoint.models.requests import BUCKETS, Request, bucket_of, canonical_digest, response_key

LIMITS = Limits(4, 3, 0.001, seconds_a_call=10.0, seconds_a_request=20.0)


def run_batches(
    address: str,
    provider: str,
    folder: Path,
    requests: list[Request],
    pictures: Pictures | None = None,
    terms: BatchLimits | None = None,
    buckets: range = range(BUCKETS),
    **more: object,
) -> Outcome:
    """Ask those of the requests that are in `buckets` by batches; the journal is below `folder`."""
    model = BatchedProvider(identity(provider, **more), pictures or Pictures([], None), key=KEY, base_url=address)
    digest = canonical_digest(identity(provider, **more))
    jobs = [Job(r, response_key(r.request_id, digest)) for r in requests if bucket_of(r.request_id) in buckets]
    return query_in_batches(jobs, model, terms or BATCH_LIMITS[provider], LIMITS, folder / "model", buckets)


def main(address: str, provider: str, folder: str, number: int) -> None:
    """Ask so many questions and print what came of them."""
    outcome = run_batches(address, provider, Path(folder), [text_request(f"question {n}") for n in range(number)])
    told = {"texts": [row["text"] for row in outcome.rows], "failures": outcome.failures, "asked": outcome.asked}
    print(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
