"""The model registry: read and checked, and what of an entry is part of its model's identity."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from counterpoint.problems import Problem, refuse_secrets, shown, stop
from counterpoint.registry_entries import (
    EMBEDDED,
    Arbiter,
    Entry,
    LlamaCpp,
    PixelReader,
    PlantedCommon,
    PlantedJudge,
    ProviderCommon,
    RuleJudge,
    Sceptic,
    ServedModel,
)
from counterpoint.registry_serve import Serve
from counterpoint.validation import Slug, problems_of
from counterpoint.weights import weights_problems
from counterpoint.yaml_files import load_yaml

CLIENTS = (
    "planted",
    "pixel_reader",
    "llama_cpp",
    "rule_judge",
    "openai",
    "anthropic",
    "gemini",
    "xai",
    "openrouter",
    "openai_compatible",
)
"""Providers that this version can ask."""
KEY_VARIABLES = {
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "gemini": "GEMINI_API_KEY",
    "xai": "XAI_API_KEY",
    "openrouter": "OPENROUTER_API_KEY",
}
"""Environment variable that holds the key of each provider, unless an entry names another."""
WITH_BATCHES = ("openai", "anthropic", "gemini")
"""Providers that take requests in batches."""
WITHOUT_SEED = ("anthropic",)
"""Providers whose interface takes no sampling seed."""


@cache
def _adapter() -> TypeAdapter:
    return TypeAdapter(dict[Slug, Entry])


def registry_schema() -> dict[str, Any]:
    """Return the JSON Schema of a registry file."""
    return {**_adapter().json_schema(), "additionalProperties": False}


def load_registry(path: str | Path) -> dict[str, Entry]:
    """Read a registry: the entry of each model by its name, in the file's order.

    Raises UserError, one line with file, key, value and what is allowed, when the file or any entry is wrong.
    """
    content = load_yaml(path)
    if problems := refuse_secrets(content):
        stop(problems, lambda _: shown(path))
    try:
        return _adapter().validate_python(content)
    except ValidationError as error:
        stop(problems_of(error, registry_schema()), lambda _: shown(path))


def entry_from_json(text: str) -> Entry:
    """Rebuild an entry from its `model_dump_json()`, as a rule's parameter carries it to a script."""
    return _adapter().validate_python({"entry": json.loads(text)})["entry"]


def model_identity(entry: Entry) -> dict[str, Any]:
    """Return all of an entry that makes the model answer as it does: its part of a response key.

    Provider, snapshot or checkpoint with revision, quantisation, engine and version, the pinned host, decoding
    settings, and whether replies are held to a schema; of a planted respondent its parameters and failure shares; of
    the pixel reader and the rule judge nothing more, as their own code is added where it is asked; of a model that
    llama.cpp runs where its weights are, which are replaced by their content, and the engine's version added, where it
    is asked. Of a server that a job starts, also the room for prompt and reply, at which a reply is cut, the options
    that only the engine knows, and llama.cpp's weights as above. What is null, zero or false is left out, so that a
    key added later, or a default written out, changes no identity. Concurrency, attempts, waits, shards, sampled
    orders, transport, address, prices, budgets and group are in no identity; nor are a job's GPUs, cores and memory.
    """
    if isinstance(entry, PlantedCommon):
        identity: dict[str, Any] = {"provider": entry.provider, "respondent": entry.respondent}
        if isinstance(entry, Arbiter):
            told = {"visual": entry.prefers_when_told.visual, "factual": entry.prefers_when_told.factual}
            identity |= {"reads": entry.reads, "knows": entry.knows, "prefers": entry.prefers}
            identity["prefers_when_told"] = {k: entry.prefers if w is None else w for k, w in told.items()}
        if isinstance(entry, PlantedJudge):
            identity["right"] = entry.right
        if isinstance(entry, Sceptic):
            identity["half"] = entry.half
        if failures := {name: share for name, share in entry.failures if share}:
            identity["failures"] = failures
        return identity
    if isinstance(entry, LlamaCpp):
        names = {"provider", "package", "gguf", "mmproj", "decoding"}
        return entry.model_dump(mode="json", include=names, exclude_none=True)
    names = {"provider", "snapshot", "checkpoint", "revision", "quantisation", "engine", "engine_version"}
    identity = entry.model_dump(mode="json", include=names | {"provider_pin", "decoding"}, exclude_none=True)
    if (serve := served_by_job(entry)) is not None:
        weights = serve.model_dump(mode="json", include={"package", "gguf", "mmproj"}, exclude_none=True)
        identity |= weights | {"context_tokens": serve.context_tokens}
        identity |= {"options": serve.options} if serve.options else {}
    return identity | {"structured": True} if isinstance(entry, ProviderCommon) and entry.structured else identity


def served_by_job(entry: Entry) -> Serve | None:
    """Return how the model's jobs start its server; None for a model that is asked elsewhere, or inside the process."""
    return entry.serve if isinstance(entry, ServedModel) else None


def serving_of(entry: Entry) -> dict[str, Any] | None:
    """Return what the start of a job's own server follows from, None for a model that has none."""
    if (serve := served_by_job(entry)) is None:
        return None
    names = {"engine", "engine_version", "checkpoint", "revision", "quantisation", "text_only", "concurrency"}
    return entry.model_dump(mode="json", include=names) | serve.model_dump(mode="json")


def billing_of(entry: Entry) -> dict[str, Any]:
    """Return what decides the price of a model's tokens: whether it is asked for nothing, its own price, who bills."""
    provided = isinstance(entry, ProviderCommon)
    return {
        "free": not provided,
        "price": entry.price.model_dump() if provided and entry.price is not None else None,
        "provider": entry.provider,
        "model": (entry.snapshot or getattr(entry, "checkpoint", None)) if provided else None,
        "base_url": entry.base_url if provided else None,
        "batched": provided and entry.transport == "batch",
    }


def only_judges(entry: Entry) -> bool:
    """Return whether a model judges replies and answers no question."""
    return isinstance(entry, RuleJudge | PlantedJudge)


def may_judge(entry: Entry) -> bool:
    """Return whether a model can be a run's judge: the rule judge, a planted judge, or any model that takes text."""
    return only_judges(entry) or not isinstance(entry, PlantedCommon | PixelReader)


def may_generate(entry: Entry) -> bool:
    """Return whether a model can propose questions about pictures: one that takes them and writes."""
    return may_judge(entry) and not only_judges(entry) and not entry.text_only


def key_variable(entry: Entry) -> str | None:
    """Return the environment variable that holds a model's key; None for a model that needs none."""
    if isinstance(entry, EMBEDDED):
        return None
    return entry.api_key_env or KEY_VARIABLES.get(entry.provider)


def require_callable(entries: dict[str, Entry], path: str | Path) -> None:
    """Check that this version can ask each of the selected models; `path` is the registry that they stand in.

    Raises UserError, one line, when it is not said which snapshot or checkpoint to ask, or where; when a setting
    is one that the provider does not take; or when weights to be run here are not there, or are no GGUF file.
    """
    problems = [Problem((name, key), text) for name, entry in entries.items() for key, text in _uncallable(entry)]
    if problems:
        stop(problems, lambda _: shown(path))


def _uncallable(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield the keys of an entry that keep its model from being asked, and what is wrong with them."""
    if isinstance(entry, LlamaCpp):
        yield from weights_problems(entry.package, entry.gguf, entry.mmproj)
    if isinstance(entry, EMBEDDED):
        return
    if entry.provider not in CLIENTS:
        yield "provider", f'"{entry.provider}" has no client in this version; allowed: models of {", ".join(CLIENTS)}'
    elif isinstance(entry, ServedModel):
        if entry.snapshot is None and entry.checkpoint is None:
            yield (
                "checkpoint",
                "null says not which weights to ask; allowed: the checkpoint that is served, or a snapshot",
            )
        if entry.serve is not None:
            problems = weights_problems(entry.serve.package, entry.serve.gguf, entry.serve.mmproj)
            yield from ((f"serve.{key}", text) for key, text in problems)
        elif entry.base_url is None:
            yield (
                "base_url",
                "null says not where the server is; allowed: its address, such as http://127.0.0.1:8000/v1, or serve",
            )
    elif entry.snapshot is None:
        yield "snapshot", "null says not which model to ask; allowed: the dated model id of the API"
    elif entry.provider == "openrouter" and "/" not in entry.snapshot:
        yield "snapshot", f'"{entry.snapshot}" is no name of OpenRouter; allowed: MAKER/MODEL'
    if entry.transport == "batch" and entry.provider not in WITH_BATCHES:
        yield (
            "transport",
            f'"batch" is not to be had of {entry.provider}; allowed: direct, or models of {", ".join(WITH_BATCHES)}',
        )
    if entry.provider in WITHOUT_SEED and entry.decoding.seed is not None:
        yield "decoding.seed", f"{entry.decoding.seed} cannot be sent, {entry.provider} takes no seed; allowed: null"


def require_keys(entries: dict[str, Entry], path: str | Path, environment: Mapping[str, str]) -> None:
    """Check that the key of each of the selected models is in the environment. Raises UserError, one line.

    The line names variables and models, and no value.
    """
    problems = [
        Problem(
            (name, "api_key_env"),
            f"the environment variable {variable} is not set; put the key into it, e.g. `export {variable}=...`",
        )
        for name, entry in entries.items()
        if (variable := key_variable(entry)) and not environment.get(variable, "").strip()
    ]
    if problems:
        stop(problems, lambda _: shown(path))
