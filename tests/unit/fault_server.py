"""A real HTTP server on loopback that speaks three providers' wire formats, and fails in every way they do."""

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

MODEL = "served-model-2026-01-01"


@dataclass
class Seen:
    """A request as the server received it."""

    wire: str
    """openai, anthropic or gemini."""
    path: str
    headers: dict[str, str]
    body: dict
    asked_before: int
    """How often the same question came before."""

    @property
    def question(self) -> str:
        """Return the texts of the user's message."""
        return " ".join(part["text"] for part in self.parts if "text" in part)

    @property
    def parts(self) -> list[dict]:
        """Return the parts of the user's message, as they came."""
        if self.wire == "gemini":
            return self.body["contents"][-1]["parts"]
        if "messages" not in self.body:  # no question, but a look at what the server has
            return []
        content = self.body["messages"][-1]["content"]
        return [{"type": "text", "text": content}] if isinstance(content, str) else content


@dataclass
class Answer:
    """What the server does: an answer with a status, whole, cut in half or never sent, after a delay in seconds."""

    body: object = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    content_type: str = "application/json"
    delay: float = 0.0
    cut: str | None = None
    """before: the connection is closed without an answer; half: in the middle of it; short: half, as if whole."""


FINISH = {
    "openai": {"stop": "stop", "length": "length", "content_filter": "content_filter", "refusal": "stop"},
    "anthropic": {"stop": "end_turn", "length": "max_tokens", "content_filter": "refusal", "refusal": "refusal"},
    "gemini": {"stop": "STOP", "length": "MAX_TOKENS", "content_filter": "SAFETY", "refusal": "SAFETY"},
}


def reply(wire: str, text: str = "(a)", finish: str = "stop") -> dict:
    """Return a reply in a wire format; an unknown `finish` is sent as it is."""
    reason = FINISH[wire].get(finish, finish)
    if wire == "anthropic":
        content = [{"type": "text", "text": text}] if text else []
        usage = {"input_tokens": 11, "output_tokens": 3}
        head = {"id": "m", "type": "message", "role": "assistant", "model": MODEL, "stop_sequence": None}
        return {**head, "content": content, "stop_reason": reason, "usage": usage}
    if wire == "gemini":
        candidate = {"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": reason, "index": 0}
        usage = {"promptTokenCount": 11, "candidatesTokenCount": 3, "totalTokenCount": 14}
        return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": MODEL}
    message = {"role": "assistant", "content": text, "refusal": None}
    if finish == "refusal":
        message |= {"content": None, "refusal": text}
    usage = {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14}
    choice = {"index": 0, "message": message, "finish_reason": reason, "logprobs": None}
    head = {"id": "c", "object": "chat.completion", "created": 1_700_000_000, "model": MODEL, "provider": "host"}
    return {**head, "choices": [choice], "usage": usage}


def error(wire: str, status: int, message: str, code: str | None = None, **headers: str) -> Answer:
    """Return an error in a wire format; `code` is the provider's own word for it."""
    if wire == "anthropic":
        body: object = {"type": "error", "error": {"type": code or "api_error", "message": message}}
    elif wire == "gemini":
        body = {"error": {"code": status, "status": code or "UNKNOWN", "message": message}}
    else:
        body = {"error": {"message": message, "type": code or "error", "code": code, "param": None}}
    return Answer(body, status, {name.replace("_", "-"): value for name, value in headers.items()})


def answers(seen: Seen) -> Answer:
    """Answer every question."""
    return Answer(reply(seen.wire))


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
        body = json.loads(await reader.readexactly(int(headers.get("content-length", 0))) or b"{}")
        path = head[0].split()[1]
        wire = "gemini" if "generateContent" in path else "anthropic" if path.startswith("/v1/messages") else "openai"
        seen = Seen(wire, path, headers, body, 0)
        question = seen.question
        seen.asked_before = self.questions[question]
        self.questions[question] += 1
        if self.keep_bodies:
            self.seen.append(seen)
        answer = self.behave(seen)
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        await asyncio.sleep(answer.delay)
        self.under_way -= 1
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
