"""One shard of a soak, in a process of its own that may be killed: `soak_shard.py ADDRESS JOURNAL REQUESTS`."""

import asyncio
import json
import sys
from pathlib import Path

from provider_samples import KEY, identity, text_request

from counterpoint.models.jobs import Job
from counterpoint.models.pictures import Pictures
from counterpoint.models.providers import Provider
from counterpoint.models.query import Limits, query
from counterpoint.models.requests import BUCKETS, response_key

CONCURRENCY = 32


def main(address: str, journal: str, number: int) -> None:
    """Ask so many questions and print what came of them."""
    model = Provider(identity("openai"), Pictures([], None), key=KEY, base_url=address, connections=CONCURRENCY)
    asyncio.run(opened(model))  # what a client loads when it is opened is no growth
    Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew from what is held now
    before = peak_mb()
    requests = [text_request(f"question {n}") for n in range(number)]
    jobs = [Job(request, response_key(request.request_id, "soak")) for request in requests]
    limits = Limits(CONCURRENCY, 8, 0.02, seconds_a_call=5.0, seconds_a_request=120.0)
    outcome = query(jobs, model.ask, limits, Path(journal), range(BUCKETS), model)
    told = {"statuses": sorted({row["status"] for row in outcome.rows}), "failures": outcome.failures}
    told |= {"from_journal": outcome.from_journal, "asked": outcome.asked, "calls": outcome.calls}
    print(json.dumps(told | {"peak_mb": peak_mb(), "grown_mb": peak_mb() - before}))


async def opened(model: Provider) -> None:
    """Open a model and close it again."""
    async with model:
        return


def peak_mb() -> int:
    """Return the most memory that this process has held; what getrusage says may be its parent's."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) // 1024


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
