"""Models of providers as the engine's `Ask`: OpenAI, OpenRouter, Anthropic, Gemini, xAI, and compatible servers."""

import logging
import os
from collections.abc import Callable, Mapping
from typing import Any

from anthropic import AsyncAnthropic
from google.genai import Client as GeminiClient
from google.genai.types import HttpOptions, HttpRetryOptions
from openai import AsyncOpenAI
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
from pydantic_ai.models import Model
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.models.openrouter import OpenRouterModel
from pydantic_ai.profiles.grok import grok_model_profile
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.google import GoogleProvider
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.providers.openrouter import OpenRouterProvider
from pydantic_ai.settings import ModelSettings

from counterpoint.errors import UserError
from counterpoint.models.failures import failure_of
from counterpoint.models.pictures import Pictures
from counterpoint.models.replies import CallFailure, Reply
from counterpoint.models.requests import Request
from counterpoint.models.transport import CheckedClient

ADDRESSES = {
    "openai": "https://api.openai.com/v1",
    "openrouter": "https://openrouter.ai/api/v1",
    "anthropic": "https://api.anthropic.com",
    "gemini": "https://generativelanguage.googleapis.com",
    "xai": "https://api.x.ai/v1",
}
"""Where each provider is, unless its entry names another address."""
WIRES = {"anthropic": "anthropic", "gemini": "gemini"}
"""Wire format of a provider, where it is not OpenAI's."""
THINKING: dict[str, bool | str] = {"off": False, "minimal": "minimal", "low": "low"}
"""The registry's `reasoning` as the client library takes it: off means the lowest level where a model cannot stop."""
AS_WRITTEN = {"may_tokenize_special_tokens_in_content": False}
"""Texts are sent as they are: without it, the client library breaks what looks like a chat template's token."""


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
        self._settings = _settings(identity)
        self._http: CheckedClient
        self._model: Model

    async def __aenter__(self) -> "Provider":
        for name in ("httpx", "httpx2", "httpcore", "httpcore2", "openai", "anthropic", "google_genai"):
            logging.getLogger(name).setLevel(logging.WARNING)  # they log a line, or headers, for every request
        self._http = CheckedClient(self._wire, self._connections)
        name = self._identity.get("snapshot") or self._identity["checkpoint"]
        self._model = MODELS[self._provider](name, self._key or "none", self._base_url, self._http)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def ask(self, request: Request, attempt: int) -> Reply:
        """Send one request, once. Raises CallFailure."""
        if request.response_schema is not None:
            raise CallFailure("bad_request", "structured output is not in this version")
        keys = () if self._key is None else (self._key,)
        try:
            response = await model_request(self._model, [self._message(request)], model_settings=self._settings)
            reply = reply_of(response)
        except Exception as error:
            meant = failure_of(error, keys, bool(request.images))
            if meant is None:
                raise
            if isinstance(meant, Reply):
                return meant
            # The client's own exception holds the whole request, with its headers: it goes no further.
            raise meant from None
        if self._key is not None and self._key in f"{reply.text} {reply.model_reported}":
            raise CallFailure("server", "a reply that quotes the key; the server is not to be trusted")
        return reply

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


def provider_from_environment(identity: Mapping[str, Any], pictures: Pictures, how: Mapping[str, Any]) -> Provider:
    """Return a model as a rule's parameters describe it; its key is in the environment variable that they name.

    Raises UserError when the variable is empty, as on a machine of a cluster to which it was not handed on.
    """
    variable = how["api_key_env"]
    key = os.environ.get(variable, "").strip() if variable else None
    if variable and not key:
        raise UserError(f"the environment variable {variable} is not set where this job runs; put the key into it")
    return Provider(identity, pictures, key=key, base_url=how["base_url"], connections=how["limits"]["concurrency"])


def _settings(identity: Mapping[str, Any]) -> ModelSettings:
    decoding = identity["decoding"]
    settings: dict[str, Any] = {
        "temperature": decoding["temperature"],
        "max_tokens": decoding["max_output_tokens"],
    }
    settings |= _reasoning(identity)
    if decoding.get("seed") is not None:
        settings["seed"] = decoding["seed"]
    if identity.get("provider_pin") is not None:
        host: dict[str, Any] = {"order": [identity["provider_pin"]], "allow_fallbacks": False}
        if identity.get("quantisation") is not None:
            host["quantizations"] = [identity["quantisation"]]
        settings["openrouter_provider"] = host
    return ModelSettings(**settings)


def _reasoning(identity: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that turn reasoning off, or to the lowest level that the model has."""
    wanted = identity["decoding"]["reasoning"]
    if wanted == "provider_default":
        return {}
    if identity["provider"] == "openai_compatible":
        # vLLM, SGLang and llama.cpp turn it off in the chat template; levels go by the name that OpenAI gave them.
        off = {"extra_body": {"chat_template_kwargs": {"enable_thinking": False}}}
        return off if wanted == "off" else {"openai_reasoning_effort": wanted}
    if identity["provider"] == "xai":
        has = (grok_model_profile(identity["snapshot"]) or {}).get("grok_reasoning_efforts", frozenset())
        lowest = [level for level in ("none" if wanted == "off" else wanted, "low") if level in has]
        return {"openai_reasoning_effort": lowest[0]} if lowest else {}
    return {"thinking": THINKING[wanted]}


def _openai_client(key: str, base_url: str, http: CheckedClient) -> AsyncOpenAI:
    return AsyncOpenAI(api_key=key, base_url=base_url, http_client=http, max_retries=0, timeout=None)


def _openai(name: str, key: str, base_url: str, http: CheckedClient) -> Model:
    provider = OpenAIProvider(openai_client=_openai_client(key, base_url, http))
    return OpenAIChatModel(name, provider=provider, profile=AS_WRITTEN)


def _openrouter(name: str, key: str, base_url: str, http: CheckedClient) -> Model:
    provider = OpenRouterProvider(openai_client=_openai_client(key, base_url, http))
    return OpenRouterModel(name, provider=provider, profile=AS_WRITTEN)


def _compatible(name: str, key: str, base_url: str, http: CheckedClient) -> Model:
    provider = OpenAICompatibleProvider("compatible", openai_client=_openai_client(key, base_url, http))
    profile = AS_WRITTEN | {"openai_chat_supports_max_completion_tokens": False}
    return OpenAIChatModel(name, provider=provider, profile=profile)


def _anthropic(name: str, key: str, base_url: str, http: CheckedClient) -> Model:
    client = AsyncAnthropic(api_key=key, base_url=base_url, http_client=http, max_retries=0, timeout=None)
    return AnthropicModel(name, provider=AnthropicProvider(anthropic_client=client), profile=AS_WRITTEN)


def _gemini(name: str, key: str, base_url: str, http: CheckedClient) -> Model:
    options = HttpOptions(
        base_url=base_url, httpx_async_client=http, retry_options=HttpRetryOptions(attempts=1), timeout=None
    )
    client = GeminiClient(vertexai=False, api_key=key, http_options=options)
    return GoogleModel(name, provider=GoogleProvider(client=client), profile=AS_WRITTEN)


MODELS: dict[str, Callable[[str, str, str, CheckedClient], Model]] = {
    "openai": _openai,
    "openrouter": _openrouter,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "xai": _compatible,
    "openai_compatible": _compatible,
}


def reply_of(response: ModelResponse) -> Reply:
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
    counted = bool(usage.input_tokens or usage.output_tokens)
    return Reply(
        text,
        reason,
        response.model_name,
        usage.input_tokens if counted else None,
        usage.output_tokens if counted else None,
    )
