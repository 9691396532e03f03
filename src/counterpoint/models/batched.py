"""A model reached by batches: each request is what a direct call would send, each result is read as a direct answer."""

from collections.abc import Mapping
from typing import Any

import httpx2

from counterpoint.models.batch_endpoints import Answer, BatchClient, BatchEndpoint, batch_endpoint
from counterpoint.models.pictures import Pictures
from counterpoint.models.providers import Provider
from counterpoint.models.replies import CallFailure, Reply
from counterpoint.models.requests import Request
from counterpoint.models.transport import CheckedClient


class Rehearsal(CheckedClient):
    """Stands in for the network: it keeps the request that is sent, and gives the answer that was laid ready."""

    answer: Answer | None = None
    kept: httpx2.Request | None = None

    async def _exchange(self, request: httpx2.Request, options: dict[str, Any]) -> tuple[int, httpx2.Headers, bytes]:
        await request.aread()
        self.kept = request
        if self.answer is None:
            raise CallFailure("network", "kept for a batch, not sent")
        return self.answer.status, httpx2.Headers({"content-type": "application/json"}), self.answer.body


class BatchedProvider(Provider):
    """One model of a provider with batches. Use it as an asynchronous context manager, for one request at a time."""

    endpoint: BatchEndpoint
    """Where batches are submitted and collected."""

    def __init__(self, identity: Mapping[str, Any], pictures: Pictures, *, key: str, base_url: str | None) -> None:
        super().__init__(identity, pictures, key=key, base_url=base_url, connections=1)

    def _open(self) -> CheckedClient:
        self._rehearsal = Rehearsal(self._wire, 1, self._key)
        return self._rehearsal

    async def __aenter__(self) -> "BatchedProvider":
        await super().__aenter__()
        self._batch_http = BatchClient(self._key)
        name = self._identity["snapshot"]
        self.endpoint = batch_endpoint(self._provider, self._batch_http, self._key, self._base_url, name)
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._batch_http.aclose()
        await super().__aexit__(*error)

    async def body(self, request: Request) -> bytes:
        """Return the body that a direct call of this request would send. Raises CallFailure where it would not."""
        self._rehearsal.answer = self._rehearsal.kept = None
        try:
            await self.ask(request, 1)
        except CallFailure:
            if self._rehearsal.kept is None:
                raise
        return self._rehearsal.kept.content

    async def read(self, request: Request, answer: Answer) -> Reply:
        """Return the reply that a direct call would have made of this answer. Raises CallFailure."""
        self._rehearsal.answer = answer
        return await self.ask(request, 1)
