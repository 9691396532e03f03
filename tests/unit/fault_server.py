"""A real HTTP server on loopback that speaks three providers' wire formats, and fails in every way they do.

Their batch endpoints are in `fault_batches`.
"""

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Callable

from fault_batches import Batches
from fault_wire import MODEL, Answer, Seen, answers, error, reply

__all__ = ["MODEL", "Answer", "FaultServer", "Seen", "answers", "error", "reply"]


class FaultServer:
    """The server, in a thread of its own; use it as a context manager. `behave` decides what each request gets."""

    def __init__(self, behave: Callable[[Seen], Answer] = answers) -> None:
        self.behave = behave
        self.seen: list[Seen] = []
        self.questions: Counter[str] = Counter()
        self.under_way = self.most_under_way = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.keep_bodies = True
        self.batches = Batches(lambda seen: self.behave(seen))

    def __enter__(self) -> "FaultServer":
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def address(self, provider: str) -> str:
        """Return the address under which a provider's client finds the server."""
        return f"http://127.0.0.1:{self.port}" + ("" if provider in ("anthropic", "gemini") else "/v1")

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=512))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0.01))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        content = await _body(reader, headers)
        method, path, _ = head[0].split()
        answer = self.batches.answer(method, path, headers, content)
        if answer is None:
            answer = self._directly(path, headers, json.loads(content or b"{}"))
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        await asyncio.sleep(answer.delay)
        self.under_way -= 1
        return await _send(writer, answer)

    def _directly(self, path: str, headers: dict[str, str], body: dict) -> Answer:
        wire = "gemini" if "generateContent" in path else "anthropic" if path.startswith("/v1/messages") else "openai"
        seen = Seen(wire, path, headers, body, 0)
        question = seen.question
        seen.asked_before = self.questions[question]
        self.questions[question] += 1
        if self.keep_bodies:
            self.seen.append(seen)
        return self.behave(seen)


async def _body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if headers.get("transfer-encoding") != "chunked":
        return await reader.readexactly(int(headers.get("content-length", 0)))
    content = b""
    while size := int(await reader.readline(), 16):
        content += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return content


async def _send(writer: asyncio.StreamWriter, answer: Answer) -> bool:
    """Send an answer; return whether the connection is still of use."""
    if answer.cut == "before":
        return False
    content = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
    half = content[: len(content) // 2]
    length = len(half) if answer.cut == "short" else len(content)
    lines = [f"HTTP/1.1 {answer.status} -", f"content-type: {answer.content_type}", f"content-length: {length}"]
    lines += [f"{name}: {value}" for name, value in answer.headers.items()]
    writer.write("\r\n".join([*lines, "", ""]).encode() + (half if answer.cut else content))
    await writer.drain()
    return answer.cut != "half"
