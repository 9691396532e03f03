"""The clients that benchmarks/query.py compares: `query_clients.py CLIENT ADDRESS FOLDER TRIALS CONNECTIONS`.

Each asks the same trials and prints what it took as JSON. Everything is imported where it is used, so that inspect_ai
can have an environment of its own.
"""

import asyncio
import base64
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

SYSTEM = "Answer the question about the chart with the letter of one option and nothing else."
OPTIONS = ("12.4 Mbps", "42.7 Mbps", "57.1 Mbps", "88.9 Mbps", "Omit")
MODEL = "loopback-1"
KEY = "none"
Ready = Callable[[], None]
"""Called by a client when it has imported what it needs: from here on it is measured."""


def trial(number: int, trials: int, pictures: list[dict]) -> tuple[str, dict]:
    """Return the text of a trial and the row of its picture; trials on one picture follow each other."""
    options = "\n".join(f"({letter}) {text}" for letter, text in zip("abcde", OPTIONS, strict=True))
    return f"Trial {number}: what was the average speed in this country?\n\n{options}", pictures[
        number * len(pictures) // trials
    ]


def counterpoint(address: str, folder: Path, trials: int, connections: int, out: Path, ready: Ready) -> int:
    """Ask as scripts/query.py does: a provider's model, the query engine and its journal."""
    import pydantic_ai.models.openai
    import pydantic_ai.providers.openai_compatible  # noqa: F401

    from counterpoint.models.pictures import Pictures, estimated_tokens
    from counterpoint.models.providers import Provider
    from counterpoint.models.query import Job, Limits, query
    from counterpoint.models.requests import BUCKETS, Part, Request, response_key

    rows = json.loads((folder / "stimuli.json").read_text())
    pictures = Pictures(rows, folder)
    decoding = {"temperature": 0.0, "max_output_tokens": 64, "reasoning": "provider_default"}
    identity = {"provider": "openai_compatible", "snapshot": MODEL, "decoding": decoding}
    model = Provider(identity, pictures, key=None, base_url=address, connections=connections)
    ready()
    jobs = []
    for number in range(trials):
        text, row = trial(number, trials, rows)
        request = Request(SYSTEM, (Part("text", text), Part("image", row["pixel_digest"])))
        key = response_key(request.request_id, "benchmark")
        jobs.append(Job(request, key, tokens=estimated_tokens(request, pictures)))
    limits = Limits(connections, 4, 1.0, seconds_a_call=60.0, seconds_a_request=600.0)
    outcome = query(jobs, model.ask, limits, out, range(BUCKETS), model)
    return sum(row["status"] == "answered" for row in outcome.rows)


def openai_loop(address: str, folder: Path, trials: int, connections: int, out: Path, ready: Ready) -> int:
    """Ask with the bare client of the package `openai`, each picture encoded once, and write the texts at the end."""
    from openai import AsyncOpenAI

    rows = json.loads((folder / "stimuli.json").read_text())
    encoded: dict[str, str] = {}
    texts: list[str] = []
    ready()

    async def ask(client: AsyncOpenAI, number: int) -> None:
        text, row = trial(number, trials, rows)
        if row["path"] not in encoded:
            content = base64.b64encode((folder / row["path"]).read_bytes()).decode()
            encoded[row["path"]] = "data:image/png;base64," + content
        parts = [{"type": "text", "text": text}, {"type": "image_url", "image_url": {"url": encoded[row["path"]]}}]
        messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": parts}]
        reply = await client.chat.completions.create(model=MODEL, messages=messages, temperature=0.0, max_tokens=64)
        texts.append(reply.choices[0].message.content)

    async def everything() -> None:
        numbers = iter(range(trials))
        async with AsyncOpenAI(api_key=KEY, base_url=address, max_retries=0) as client:

            async def work() -> None:
                for number in numbers:
                    await ask(client, number)

            await asyncio.gather(*(work() for _ in range(connections)))

    asyncio.run(everything())
    (out / "replies.json").write_text(json.dumps(texts))
    return len(texts)


def inspect(address: str, folder: Path, trials: int, connections: int, out: Path, ready: Ready) -> int:
    """Ask with inspect_ai: one task without a scorer, its own log, and its defaults but for the connections."""
    import openai  # noqa: F401
    from inspect_ai import Task, eval
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ChatMessageSystem, ChatMessageUser, ContentImage, ContentText, GenerateConfig
    from inspect_ai.solver import generate

    os.environ["LOOPBACK_API_KEY"] = KEY
    rows = json.loads((folder / "stimuli.json").read_text())
    ready()
    samples = []
    for number in range(trials):
        text, row = trial(number, trials, rows)
        parts = [ContentText(text=text), ContentImage(image=str(folder / row["path"]))]
        samples.append(Sample(id=number + 1, input=[ChatMessageSystem(content=SYSTEM), ChatMessageUser(content=parts)]))
    task = Task(
        dataset=MemoryDataset(samples),
        solver=generate(),
        config=GenerateConfig(temperature=0.0, max_tokens=64, max_connections=connections),
    )
    [log] = eval(
        task,
        model=f"openai-api/loopback/{MODEL}",
        model_base_url=address,
        max_samples=connections,
        log_dir=str(out),
        display="none",
    )
    return log.results.completed_samples if log.results else 0


CLIENTS = {"counterpoint": counterpoint, "openai": openai_loop, "inspect_ai": inspect}


def main(client: str, address: str, folder: Path, trials: int, connections: int) -> None:
    """Ask all trials with one client and print its seconds, memory and bytes."""
    out = folder / "out"
    out.mkdir()
    start = []
    answered = CLIENTS[client](
        address, folder, trials, connections, out, lambda: start.extend((time.perf_counter(), time.process_time()))
    )
    wall, cpu = time.perf_counter() - start[0], time.process_time() - start[1]
    written = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    # the peak that getrusage tells may be that of the process which started this one
    peak = int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) / 1024
    print(json.dumps({"answered": answered, "wall": wall, "cpu": cpu, "peak": peak, "written": written}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5]))
