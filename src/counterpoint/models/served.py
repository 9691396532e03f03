"""A model that a job serves itself, as the engine's `Ask`: its server's life, and its version in the journal."""

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from counterpoint.errors import UserError
from counterpoint.files import write_text
from counterpoint.models.pictures import Pictures
from counterpoint.models.providers import Provider
from counterpoint.models.replies import CallFailure, Reply
from counterpoint.models.requests import Request
from counterpoint.models.server import DEATH_SECONDS, LocalServer
from counterpoint.models.trace import Identity

FOLDER = "engines"
"""In a model's journal folder: the version that answered under each identity."""


def server_for(
    model: str, how: Mapping[str, Any], threads: int, log: str
) -> AbstractContextManager[LocalServer | None]:
    """Return the server of a shard's job, not started yet; None for a model that is asked elsewhere.

    `how` is what a rule's parameters say of how to ask, `log` the job's log: the server's output stands beside it.
    """
    if how["serving"] is None:
        return nullcontext()
    return LocalServer(model, how["serving"], threads, Path(log).with_suffix(".server.log"))


class Served:
    """A model behind the job's own server. It is its own connection: entered, it starts the server unless it runs.

    The server goes on when the connection is left, so that what was truncated can be asked again.
    """

    def __init__(
        self, server: LocalServer, identity: Mapping[str, Any], pictures: Pictures, how: Mapping[str, Any]
    ) -> None:
        self._server, self._identity, self._pictures, self._how = server, identity, pictures, how
        self._provider: Provider

    async def __aenter__(self) -> "Served":
        await self._server.start()
        record_version(Path(self._how["journal"]), Identity(self._identity), self._server.version)
        self._provider = Provider(
            self._identity,
            self._pictures,
            key=self._server.key,
            base_url=f"{self._server.address}/v1",
            connections=self._how["limits"]["concurrency"],
        )
        await self._provider.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._provider.__aexit__()

    async def ask(self, request: Request, attempt: int) -> Reply:
        """Send one request, once. Raises CallFailure, which stops the model where its server has ended."""
        try:
            return await self._provider.ask(request, attempt)
        except CallFailure as failure:
            words = await self._server.ended(DEATH_SECONDS if failure.failure_class == "network" else 0.0)
            if words is None:
                raise
            raise CallFailure(
                "server", f"its server ended, see {self._server.output}; it said: {words}", stops_model=True
            ) from None


def record_version(journal: Path, identity: Identity, told: str | None) -> None:
    """Keep in a model's journal which version of its engine answers under an identity.

    An entry that names its `engine_version` has it in its identity. For one that does not, replies of two versions
    would stand under one key: raises UserError, one line, where the journal's are of another version.
    """
    path = journal / FOLDER / f"{identity.name}.json"
    try:
        known = json.loads(path.read_text("utf-8"))["engine_version"]
    except (OSError, ValueError, KeyError, TypeError):
        write_text(path, json.dumps({"engine": identity.content["engine"], "engine_version": told}) + "\n")
        return
    if known != told:
        raise UserError(
            f"{path}: these replies are by {identity.content['engine']} {known}, and the server is of version {told}: "
            f"start version {known}, or write engine_version: {told} into the model's entry, whose replies are then "
            "another model's"
        )
