"""Each provider's client, and a model's decoding settings in its words.

A client's library takes a second or two to import: each is imported where its provider is asked.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic_ai.models import Model
from pydantic_ai.settings import ModelSettings

from counterpoint.models.transport import CheckedClient

if TYPE_CHECKING:
    import httpx2
    from anthropic import AsyncAnthropic
    from google.genai import Client
    from openai import AsyncOpenAI

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
AS_WRITTEN = {
    "may_tokenize_special_tokens_in_content": False,
    "supports_json_schema_output": True,
    "native_output_requires_schema_in_instructions": False,
}
"""Texts are sent as they are: without it, the client library breaks what looks like a chat template's token. Whether a
model holds its replies to a schema is for the registry to say, and a schema is never written into the prompt."""


def client_model(provider: str, name: str, key: str, base_url: str, http: CheckedClient) -> Model:
    """Return a provider's model under its name there, asked through `http`; no client retries by itself."""
    return _MODELS[provider](name, key, base_url, http)


def settings_of(identity: Mapping[str, Any]) -> ModelSettings:
    """Return the decoding settings of a model's identity as its client takes them."""
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
        from pydantic_ai.profiles.grok import grok_model_profile

        has = (grok_model_profile(identity["snapshot"]) or {}).get("grok_reasoning_efforts", frozenset())
        lowest = [level for level in ("none" if wanted == "off" else wanted, "low") if level in has]
        return {"openai_reasoning_effort": lowest[0]} if lowest else {}
    return {"thinking": THINKING[wanted]}


def openai_client(key: str, base_url: str, http: "httpx2.AsyncClient") -> "AsyncOpenAI":
    """Return OpenAI's client, which asks through `http`."""
    from counterpoint.models.openai_client import PlainOpenAI

    return PlainOpenAI(api_key=key, base_url=base_url, http_client=http, max_retries=0, timeout=None)


def anthropic_client(key: str, base_url: str, http: "httpx2.AsyncClient") -> "AsyncAnthropic":
    """Return Anthropic's client, which asks through `http`."""
    from anthropic import AsyncAnthropic

    return AsyncAnthropic(api_key=key, base_url=base_url, http_client=http, max_retries=0, timeout=None)


def gemini_client(key: str, base_url: str, http: "httpx2.AsyncClient") -> "Client":
    """Return Gemini's client, which asks through `http`."""
    from google.genai import Client
    from google.genai.types import HttpOptions, HttpRetryOptions

    once = HttpRetryOptions(attempts=1)
    options = HttpOptions(base_url=base_url, httpx_async_client=http, retry_options=once, timeout=None)
    return Client(vertexai=False, api_key=key, http_options=options)


def _openai(name: str, key: str, base_url: str, http: CheckedClient) -> Model:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    provider = OpenAIProvider(openai_client=openai_client(key, base_url, http))
    return OpenAIChatModel(name, provider=provider, profile=AS_WRITTEN)


def _openrouter(name: str, key: str, base_url: str, http: CheckedClient) -> Model:
    from pydantic_ai.models.openrouter import OpenRouterModel
    from pydantic_ai.providers.openrouter import OpenRouterProvider

    provider = OpenRouterProvider(openai_client=openai_client(key, base_url, http))
    return OpenRouterModel(name, provider=provider, profile=AS_WRITTEN)


def _compatible(name: str, key: str, base_url: str, http: CheckedClient) -> Model:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    provider = OpenAICompatibleProvider("compatible", openai_client=openai_client(key, base_url, http))
    profile = AS_WRITTEN | {"openai_chat_supports_max_completion_tokens": False}
    return OpenAIChatModel(name, provider=provider, profile=profile)


def _anthropic(name: str, key: str, base_url: str, http: CheckedClient) -> Model:
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    provider = AnthropicProvider(anthropic_client=anthropic_client(key, base_url, http))
    return AnthropicModel(name, provider=provider, profile=AS_WRITTEN)


def _gemini(name: str, key: str, base_url: str, http: CheckedClient) -> Model:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(name, provider=GoogleProvider(client=gemini_client(key, base_url, http)), profile=AS_WRITTEN)


_MODELS: dict[str, Callable[[str, str, str, CheckedClient], Model]] = {
    "openai": _openai,
    "openrouter": _openrouter,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "xai": _compatible,
    "openai_compatible": _compatible,
}
