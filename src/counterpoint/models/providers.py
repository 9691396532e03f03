"""Models of providers as the engine's `Ask`: OpenAI, OpenRouter, Anthropic, Gemini, xAI, and compatible servers."""

import json
import logging
import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic_ai.direct import model_request
from pydantic_ai.messages import (
    BinaryContent,
    ImageUrl,
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition

from counterpoint.errors import UserError
from counterpoint.models.clients import ADDRESSES, WIRES, client_model, settings_of
from counterpoint.models.failures import failure_of
from counterpoint.models.pictures import Pictures
from counterpoint.models.replies import FREE_TEXT, JSON_SCHEMA, CallFailure, Reply
from counterpoint.models.requests import Request
from counterpoint.models.transport import CheckedClient


class Provider:
    """One model of a provider. It is its own connection: use it as an asynchronous context manager.

    `identity` is what the registry says decides its answers. `key` is None for a server that asks for none.
    """

    def __init__(
        self,
        identity: Mapping[str, Any],
        pictures: Pictures,
        *,
        key: str | None,
        base_url: str | None,
        connections: int,
    ) -> None:
        self._identity = identity
        self._provider = identity["provider"]
        self._wire = WIRES.get(self._provider, "openai")
        self._pictures = pictures
        self._key = key
        self._base_url = base_url or ADDRESSES[self._provider]
        self._connections = connections
        self._settings = settings_of(identity)
        self._http: CheckedClient
        self._model: Model

    async def __aenter__(self) -> "Provider":
        for name in ("httpx", "httpx2", "httpcore", "httpcore2", "openai", "anthropic", "google_genai"):
            logging.getLogger(name).setLevel(logging.WARNING)  # they log a line, or headers, for every request
        self._http = self._open()
        name = self._identity.get("snapshot") or self._identity["checkpoint"]
        self._model = client_model(self._provider, name, self._key or "none", self._base_url, self._http)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    def _open(self) -> CheckedClient:
        """Return the HTTP client that requests go through."""
        return CheckedClient(self._wire, self._connections, self._key)

    async def ask(self, request: Request, attempt: int) -> Reply:
        """Send one request, once. Raises CallFailure."""
        try:
            response = await model_request(
                self._model,
                [self._message(request)],
                model_settings=self._settings,
                model_request_parameters=_reply_form(request) if self._structured(request) else None,
            )
            route = JSON_SCHEMA if self._structured(request) else FREE_TEXT
            return replace(reply_of(response, self._provider), route=route)
        except Exception as error:
            meant = failure_of(error, self.secrets, bool(request.images))
            if meant is None:
                raise
            if isinstance(meant, Reply):
                return meant
            # The client's own exception holds the whole request, with its headers: it goes no further.
            raise meant from None

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must never be shown."""
        return () if self._key is None else (self._key,)

    def _structured(self, request: Request) -> bool:
        """Whether the provider is to hold the reply to a schema; a model that cannot is asked for free text."""
        return request.response_schema is not None and self._identity.get("structured", False)

    def _message(self, request: Request) -> ModelRequest:
        content: list[str | ImageUrl | BinaryContent] = []
        for part in request.parts:
            if part.kind == "text":
                content.append(part.value)
            elif self._wire == "openai":
                content.append(ImageUrl(url=self._pictures.png(part.value).data_uri, media_type="image/png"))
            else:
                content.append(BinaryContent(self._pictures.png(part.value).content, media_type="image/png"))
        system = [] if request.system is None else [SystemPromptPart(request.system)]
        return ModelRequest(parts=[*system, UserPromptPart(content)])


def _reply_form(request: Request) -> ModelRequestParameters:
    schema = json.loads(request.response_schema)
    form = OutputObjectDefinition(json_schema=schema, name="reply", strict=True)
    return ModelRequestParameters(output_mode="native", output_object=form)


def provider_from_environment(identity: Mapping[str, Any], pictures: Pictures, how: Mapping[str, Any]) -> Provider:
    """Return a model as a rule's parameters describe it; its key is in the environment variable that they name.

    Raises UserError when the variable is empty.
    """
    key = key_from_environment(how)
    return Provider(identity, pictures, key=key, base_url=how["base_url"], connections=how["limits"]["concurrency"])


def key_from_environment(how: Mapping[str, Any]) -> str | None:
    """Return a model's key, None where it needs none.

    Raises UserError when its variable is empty, as on a machine of a cluster to which it was not handed on.
    """
    variable = how["api_key_env"]
    key = os.environ.get(variable, "").strip() if variable else None
    if variable and not key:
        raise UserError(f"the environment variable {variable} is not set where this job runs; put the key into it")
    return key


def reply_of(response: ModelResponse, provider: str) -> Reply:
    """Return a provider's response as a reply. Raises CallFailure where it does not say why the model stopped."""
    details = response.provider_details or {}
    text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    said = details.get("finish_reason")
    if details.get("refusal") or said == "refusal":
        reason, text = "refusal", text or str(details.get("refusal") or "")
    elif (said or details.get("block_reason")) and response.finish_reason in ("stop", "length", "content_filter"):
        reason = response.finish_reason
    else:
        raise CallFailure("server", f"the model stopped for an unknown reason: {str(said)[:60]}")
    usage = response.usage
    if not (usage.input_tokens or usage.output_tokens):
        return Reply(text, reason, response.model_name)
    output = usage.output_tokens
    if provider == "xai":  # counts reasoning, which it charges as output, beside the reply's tokens and not among them
        output += usage.details.get("reasoning_tokens", 0)
    return Reply(text, reason, response.model_name, usage.input_tokens, output, usage.cache_read_tokens, _cost(details))


def _cost(details: Mapping[str, Any]) -> float | None:
    """Return what OpenRouter says that a call cost, in US dollars, which its credits are; no other provider says it.

    With a key of one's own at the host, the host's own charge comes on top of OpenRouter's.
    Source: openrouter.ai/docs/use-cases/usage-accounting (read 2026).
    """
    cost = details.get("cost")
    if details.get("is_byok") and details.get("upstream_inference_cost") is not None:
        return (cost or 0.0) + details["upstream_inference_cost"]
    return cost
