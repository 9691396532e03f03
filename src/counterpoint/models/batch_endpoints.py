"""The batch endpoints of OpenAI, Anthropic and Gemini: submit, find again, look whether it ended, take results."""

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

import httpx2
from pydantic_ai.exceptions import ModelHTTPError

from counterpoint.models.batch_records import BatchRecord
from counterpoint.models.clients import anthropic_client, gemini_client, openai_client
from counterpoint.models.failures import failure_of
from counterpoint.models.replies import CallFailure
from counterpoint.models.transport import CONNECT_SECONDS, STATUS_OF

TRANSFER_SECONDS = 600.0
"""Time that sending or fetching a part of a batch may stand still."""
CLOCKS_APART = 600.0
"""Seconds by which a provider's clock may differ from ours."""
PAGE = 100
"""Batches a page, where a provider lists them."""
EXPIRED = CallFailure("timeout", "the batch expired before the model was asked")
CANCELLED = CallFailure("server", "the batch was cancelled before the model was asked")
MISSING = CallFailure("server", "the batch ended without a result for this request")
RPC_STATUS = {
    3: (400, "INVALID_ARGUMENT"),
    4: (504, "DEADLINE_EXCEEDED"),
    5: (404, "NOT_FOUND"),
    7: (403, "PERMISSION_DENIED"),
    8: (429, "RESOURCE_EXHAUSTED"),
    9: (400, "FAILED_PRECONDITION"),
    14: (503, "UNAVAILABLE"),
    16: (401, "UNAUTHENTICATED"),
}
"""The HTTP status and name of an error code of google.rpc.Code, as Gemini answers a direct call; all others are 500."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a provider says to one request of a batch: status and JSON, as it would have answered a direct call."""

    status: int
    body: bytes


Result = Answer | CallFailure


class BatchEndpoint(Protocol):
    """One provider's batches. Each method raises CallFailure, or what an HTTP client raises."""

    labelled: bool
    """Whether the provider keeps our name for a batch, so that what `find` gives is certainly ours."""

    async def submit(self, label: str, lines: Sequence[tuple[str, bytes]]) -> str:
        """Submit requests, each a key and a body as a direct call sends it; return the batch's id."""

    async def find(self, record: BatchRecord) -> list[str]:
        """Return the ids of the batches that may be this one."""

    async def ended(self, batch_id: str) -> bool:
        """Return whether a batch has ended."""

    async def results(self, batch_id: str, keys: Sequence[str]) -> dict[str, Result]:
        """Return the result of each of an ended batch's requests, which are `keys` in the order sent."""


class BatchClient(httpx2.AsyncClient):
    """The HTTP client of a batch endpoint: an answer that is an error raises CallFailure, without our own key in it."""

    def __init__(self, key: str) -> None:
        super().__init__(timeout=httpx2.Timeout(TRANSFER_SECONDS, connect=CONNECT_SECONDS))
        self._key = key

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """Send a request. Raises CallFailure for every answer that is an error or no data, and httpx2's own errors."""
        try:
            response = await super().send(request, **options)
        except httpx2.TransportError as error:
            kind = "timeout" if isinstance(error, httpx2.TimeoutException) else "network"
            raise CallFailure(kind, str(error) or type(error).__name__) from None
        kind = response.headers.get("content-type", "")
        if response.status_code < 400 and not kind.startswith(("application/json", "text/html")):
            return response
        try:
            body = json.loads(await response.aread())
        except (ValueError, RecursionError):
            body = None
        if response.status_code < 400:
            if not isinstance(body, dict):
                raise CallFailure("network", f"an answer of type {kind[:60]} that is not whole JSON")
            return response
        error = ModelHTTPError(response.status_code, "", body, headers=dict(response.headers))
        meant = failure_of(error, (self._key,), has_images=False)
        raise (
            meant if isinstance(meant, CallFailure) else CallFailure("bad_request", f"{response.status_code}: refused")
        )


class OpenAIBatches:
    """OpenAI's batches: a file of requests to the endpoint of direct calls, and files of results."""

    labelled = True

    def __init__(self, http: BatchClient, key: str, base_url: str) -> None:
        self._client = openai_client(key, base_url, http)

    async def submit(self, label: str, lines: Sequence[tuple[str, bytes]]) -> str:
        """Upload the requests and submit them."""
        head = '{"custom_id":"%s","method":"POST","url":"/v1/chat/completions","body":'
        content = b"\n".join(b"".join(((head % key).encode(), body, b"}")) for key, body in lines)
        file = await self._client.files.create(file=(f"{label}.jsonl", content), purpose="batch")
        batch = await self._client.batches.create(
            input_file_id=file.id,
            endpoint="/v1/chat/completions",
            completion_window="24h",
            metadata={"counterpoint": label},
        )
        return batch.id

    async def find(self, record: BatchRecord) -> list[str]:
        """Return the batch that carries our label."""
        async for batch in self._client.batches.list(limit=PAGE):  # the newest come first
            if batch.created_at < record.made_at - CLOCKS_APART:
                break
            if (batch.metadata or {}).get("counterpoint") == record.label:
                return [batch.id]
        return []

    async def ended(self, batch_id: str) -> bool:
        """Return whether a batch has ended."""
        batch = await self._client.batches.retrieve(batch_id)
        return batch.status in ("completed", "failed", "expired", "cancelled")

    async def results(self, batch_id: str, keys: Sequence[str]) -> dict[str, Result]:
        """Return the result of each request: of a batch that was not accepted, what was said of its line."""
        batch = await self._client.batches.retrieve(batch_id)
        if batch.status == "failed":
            errors = batch.errors.data if batch.errors and batch.errors.data else []
            return {key: _invalid(errors, line) for line, key in enumerate(keys, 1)}
        found: dict[str, Result] = {}
        for file in filter(None, (batch.error_file_id, batch.output_file_id)):
            for row in _rows((await self._client.files.content(file)).content):
                found[row["custom_id"]] = _openai_result(row)
        unrun = {"expired": EXPIRED, "cancelled": CANCELLED}.get(batch.status, MISSING)
        return {key: found.get(key, unrun) for key in keys}


def _rows(content: bytes) -> list[dict[str, Any]]:
    """Return the rows of a file of results. Raises CallFailure where one is not whole."""
    try:
        return [json.loads(line) for line in content.splitlines() if line]
    except ValueError:
        raise CallFailure("network", f"results of {len(content)} bytes that are not whole") from None


def _openai_result(row: dict[str, Any]) -> Result:
    if row.get("response"):
        return Answer(row["response"]["status_code"], json.dumps(row["response"]["body"]).encode())
    error = row.get("error") or {}
    unrun = {"batch_expired": EXPIRED, "batch_cancelled": CANCELLED}.get(error.get("code"))
    return unrun or _openai_error(error.get("code"), error.get("message"), 500)


def _invalid(errors: list[Any], line: int) -> Result:
    """Return what a batch that was not accepted says of one of its lines, or else of the batch."""
    own = [e for e in errors if e.line == line] or [e for e in errors if e.line is None] or errors
    if not own:
        return CallFailure("bad_request", "the batch was not accepted, no reason given")
    place = "" if own[0].line in (None, line) else f"line {own[0].line} of the batch: "
    return _openai_error(own[0].code, f"{place}{own[0].message}", 400)


def _openai_error(code: str | None, message: str | None, otherwise: int) -> Answer:
    # Too many tokens waiting in batches is a limit that time lifts.
    status = 429 if code == "token_limit_exceeded" else STATUS_OF.get(code or "", otherwise)
    return Answer(status, json.dumps({"error": {"code": code, "type": code, "message": message}}).encode())


class AnthropicBatches:
    """Anthropic's message batches: the requests travel in the call that submits them, and no label with them."""

    labelled = False

    def __init__(self, http: BatchClient, key: str, base_url: str) -> None:
        self._batches = anthropic_client(key, base_url, http).messages.batches

    async def submit(self, label: str, lines: Sequence[tuple[str, bytes]]) -> str:
        """Submit the requests."""
        requests = [{"custom_id": key, "params": json.loads(body)} for key, body in lines]
        return (await self._batches.create(requests=requests)).id

    async def find(self, record: BatchRecord) -> list[str]:
        """Return the batches of as many requests that were made since: their results say whose they are."""
        found = []
        since = datetime.fromtimestamp(record.made_at - CLOCKS_APART, UTC)
        async for batch in self._batches.list(limit=PAGE):  # the newest come first
            if batch.created_at < since:
                break
            if sum(batch.request_counts.to_dict().values()) == len(record.keys):
                found.append(batch.id)
        return found

    async def ended(self, batch_id: str) -> bool:
        """Return whether a batch has ended."""
        return (await self._batches.retrieve(batch_id)).processing_status == "ended"

    async def results(self, batch_id: str, keys: Sequence[str]) -> dict[str, Result]:
        """Return the result of each request."""
        found: dict[str, Result] = {}
        async for row in await self._batches.results(batch_id):
            kind = row.result.type
            if kind in ("expired", "canceled"):
                found[row.custom_id] = EXPIRED if kind == "expired" else CANCELLED
            else:
                # An error is read by its type, as one in an answer with status 200 is.
                said = row.result.message if kind == "succeeded" else row.result.error
                found[row.custom_id] = Answer(200, said.to_json(indent=None).encode())
        return {key: found.get(key, MISSING) for key in keys}


class GeminiBatches:
    """Gemini's batches: a file of requests to one model, and a file of results."""

    labelled = True

    def __init__(self, http: BatchClient, key: str, base_url: str, model: str) -> None:
        self._client = gemini_client(key, base_url, http).aio
        self._http, self._model = http, model
        self._address, self._headers = f"{base_url.rstrip('/')}/v1beta", {"x-goog-api-key": key}

    async def submit(self, label: str, lines: Sequence[tuple[str, bytes]]) -> str:
        """Upload the requests and submit them."""
        content = b"\n".join(b"".join((f'{{"key":"{key}","request":'.encode(), body, b"}")) for key, body in lines)
        file = await self._client.files.upload(
            file=io.BytesIO(content), config={"mime_type": "application/jsonl", "display_name": label}
        )
        batch = await self._client.batches.create(model=self._model, src=file.name, config={"display_name": label})
        return batch.name

    async def find(self, record: BatchRecord) -> list[str]:
        """Return the batch that carries our label."""
        async for batch in await self._client.batches.list(config={"page_size": PAGE}):
            if batch.display_name == record.label:
                return [batch.name]
        return []

    async def ended(self, batch_id: str) -> bool:
        """Return whether a batch has ended."""
        return await self._state(batch_id) in ("SUCCEEDED", "PARTIALLY_SUCCEEDED", "FAILED", "CANCELLED", "EXPIRED")

    async def _state(self, batch_id: str) -> str:
        state = (await self._client.batches.get(name=batch_id)).state
        return "" if state is None else state.name.removeprefix("JOB_STATE_")

    async def results(self, batch_id: str, keys: Sequence[str]) -> dict[str, Result]:
        """Return the result of each request: of a batch that failed as a whole, its reason."""
        batch = await self._client.batches.get(name=batch_id)
        found: dict[str, Result] = {}
        if batch.dest is not None and batch.dest.file_name:
            for row in _rows(await self._client.files.download(file=batch.dest.file_name)):
                said = row.get("response")
                found[row["key"]] = (
                    Answer(200, json.dumps(said).encode()) if said else _gemini_error(row.get("error") or {})
                )
        unrun: Result = {"EXPIRED": EXPIRED, "CANCELLED": CANCELLED}.get(await self._state(batch_id), MISSING)
        if not found and await self._state(batch_id) == "FAILED":
            # The client library does not hand on why a batch failed.
            answer = await self._http.get(f"{self._address}/{batch_id}", headers=self._headers)
            unrun = _gemini_error(answer.json().get("error") or {})
        return {key: found.get(key, unrun) for key in keys}


def _gemini_error(error: dict[str, Any]) -> Answer:
    status, name = RPC_STATUS.get(error.get("code"), (500, "INTERNAL"))
    body = {"error": {"code": status, "status": name, "message": error.get("message")}}
    return Answer(status, json.dumps(body).encode())


def batch_endpoint(provider: str, http: BatchClient, key: str, base_url: str, model: str) -> BatchEndpoint:
    """Return the batch endpoint of a provider, reached through `http`."""
    if provider == "openai":
        return OpenAIBatches(http, key, base_url)
    if provider == "anthropic":
        return AnthropicBatches(http, key, base_url)
    return GeminiBatches(http, key, base_url, model)
