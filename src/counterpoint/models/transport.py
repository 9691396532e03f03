"""The HTTP client behind every provider's: it looks at a whole answer before anything is read out of it."""

import json
from typing import Any

import httpx2

from counterpoint.models.replies import CallFailure

LONGEST_ANSWER = 32 << 20
"""Bytes of an answer, unpacked; a model's reply has some thousands."""
SHORTEST_SECRET = 16
"""Characters from which a key cannot be part of an answer by chance. Servers of one's own are often given a word as
their key, such as "ollama", which they also name in every answer."""
CONNECT_SECONDS = 30.0
WITHOUT_PROXY = dict.fromkeys(("all://127.0.0.1", "all://localhost"))
"""Addresses that no proxy leads to, whatever the environment names: a cluster's would look on its own machine."""
ANSWERS_IN = {"openai": "choices", "anthropic": "content", "gemini": "candidates"}
"""The key under which each wire format holds what the model says: a list."""
STATUS_OF = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "insufficient_quota": 429,
    "rate_limit_error": 429,
    "rate_limit_exceeded": 429,
    "RESOURCE_EXHAUSTED": 429,
    "UNAUTHENTICATED": 401,
    "PERMISSION_DENIED": 403,
    "INVALID_ARGUMENT": 400,
    "overloaded_error": 529,
    "UNAVAILABLE": 503,
}
"""Status codes of errors that providers name in a body; 502 where one names none."""


class CheckedClient(httpx2.AsyncClient):
    """An HTTP client that hands on only whole JSON answers in one wire format.

    An answer of another type, cut off, far too large, without a reply or with our own `key` in it raises CallFailure;
    an error in an answer with status 200 gets the status that it speaks of, so that it is read as any other error.
    Out of an error the key is struck here, before a client can log it, warn of it or put it into an exception.
    """

    def __init__(self, wire: str, connections: int, key: str | None) -> None:
        limits = httpx2.Limits(max_connections=connections, max_keepalive_connections=connections)
        super().__init__(limits=limits, timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS), mounts=WITHOUT_PROXY)
        self._wire = wire
        self._key = key.encode() if key is not None and len(key) >= SHORTEST_SECRET else None

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """Send a request and return its whole, checked answer. Raises CallFailure, and httpx2's own errors."""
        status, sent_headers, content = await self._exchange(request, options)
        quoted = self._key is not None and self._key in content
        if quoted:
            content = content.replace(self._key, b"[key]")
        if 200 <= status < 300:
            status = _status_of(_object(content, sent_headers), self._wire)
            if quoted and status == 200:
                raise CallFailure("server", "a reply that quotes the key; such a server is not to be trusted")
        packed = ("content-encoding", "content-length", "transfer-encoding")
        headers = [(name, value) for name, value in sent_headers.multi_items() if name.lower() not in packed]
        return httpx2.Response(status, headers=headers, content=content, request=request)

    async def _exchange(self, request: httpx2.Request, options: dict[str, Any]) -> tuple[int, httpx2.Headers, bytes]:
        """Return status, headers and whole content of the answer to a request."""
        response = await super().send(request, **(options | {"stream": True}))
        try:
            content = bytearray()
            async for chunk in response.aiter_bytes():
                content += chunk
                if len(content) > LONGEST_ANSWER:
                    raise CallFailure("server", f"an answer of more than {LONGEST_ANSWER} bytes")
        finally:
            await response.aclose()
        return response.status_code, response.headers, bytes(content)


def _object(content: bytes, headers: httpx2.Headers) -> dict[str, Any]:
    kind = headers.get("content-type", "")
    if "json" not in kind:
        raise CallFailure("server", f"an answer of type {kind[:60] or 'unknown'} in place of JSON")
    try:
        answer = json.loads(content)
    except (ValueError, RecursionError):
        raise CallFailure("network", f"an answer of {len(content)} bytes that is not whole JSON") from None
    if not isinstance(answer, dict):
        raise CallFailure("server", f"an answer that is a {type(answer).__name__} in place of an object")
    return answer


def _status_of(answer: dict[str, Any], wire: str) -> int:
    """Return the status that an answer with status 200 deserves; raise CallFailure where it holds no reply."""
    error = answer.get("error")
    if error or answer.get("type") == "error":
        said = error if isinstance(error, dict) else {}
        for name in ("code", "type", "status"):
            value = said.get(name)
            if str(value).isdigit() and 400 <= int(value) <= 599:
                return int(value)
            if value in STATUS_OF:
                return STATUS_OF[value]
        return 502
    replies = answer.get(ANSWERS_IN[wire])
    blocked = wire == "gemini" and (answer.get("promptFeedback") or {}).get("blockReason")
    stopped = wire == "anthropic" and answer.get("stop_reason")
    if not isinstance(replies, list) or not replies:
        if blocked or (stopped and isinstance(replies, list)):
            return 200
        raise CallFailure("server", f"an answer without {ANSWERS_IN[wire]}")
    return 200
