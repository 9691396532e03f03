"""Requests, replies and errors in three providers' wire formats, for the fault server."""

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
