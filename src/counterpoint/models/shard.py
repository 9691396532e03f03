"""One shard of one model: which requests it has, what may be asked, and the model that answers."""

import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from counterpoint.code_digest import module_digest
from counterpoint.models.image_limits import over_limit
from counterpoint.models.jobs import Job
from counterpoint.models.llama import WHERE, llama_identity, weights_identity
from counterpoint.models.pictures import Pictures
from counterpoint.models.planted import Respond
from counterpoint.models.replies import Skip
from counterpoint.models.requests import Part, Request, response_key
from counterpoint.models.tokens import expected_tokens, model_name, most_tokens
from counterpoint.models.trace import Identity
from counterpoint.pixels.identity import reader_digest

if TYPE_CHECKING:
    from counterpoint.models.views import Views


def shard_jobs(
    rows: Iterable[Mapping],
    identity: Mapping[str, Any],
    truth: Mapping[str, str],
    text_only: bool,
    pictures: Pictures | None = None,
    orders: int | None = None,
    views: "Views | None" = None,
) -> list[Job]:
    """Return the jobs of a shard from rows of `requests`, those about one picture in a row.

    A request is skipped, with its reason, where `not_meant` says so, or where `pictures` are given and one of its own
    is over a limit of the provider; with `views` it is asked about the picture resized, and skipped only where that
    does not help. `truth` holds what a planted respondent is told of each request and is empty for every other model.
    """
    asked, name = Identity(identity), model_name(identity)
    jobs = []
    for row in rows:
        # The few system texts and pictures stand in thousands of requests: each is held once.
        system = row["system"] and sys.intern(row["system"])
        parts = tuple(Part(sys.intern(p["kind"]), _held_once(p)) for p in row["parts"])
        request = Request(system, parts, row["response_schema"], row["repeat"])
        if request.request_id != row["request_id"]:
            raise ValueError(f"request {row['request_id']} is not what its identity says")
        skip = not_meant(row, text_only, orders)
        tokens, at_most, sent = 0, 0, request
        if pictures is not None and skip is None:
            skip = over_limit(identity["provider"], request, pictures)
            if skip is not None and views is not None:
                fitted = views.fitted(request)
                sent, skip = (request, fitted) if isinstance(fitted, Skip) else (fitted, None)
            if name:  # what runs inside the process counts none
                tokens, at_most = (count(sent, name, pictures) for count in (expected_tokens, most_tokens))
        told = truth.get(request.request_id)
        key = response_key(sent.request_id, asked.digest, told)
        resized = None if sent is request else sent
        jobs.append(Job(request, key, skip, tokens, at_most, asked, told, resized))
    # A server that keeps the last prefix then sees one picture, and one system text, many times in a row.
    return sorted(jobs, key=lambda job: (job.sent.images, job.sent.system or ""))


def not_meant(row: Mapping[str, Any], text_only: bool, orders: int | None) -> Skip | None:
    """Return why a request, a row of `requests`, is not meant for a model, or None if it is.

    A model that takes `text_only` is asked nothing that holds a picture. `orders` is the number of option orders of
    each unit that it is asked, the first of those that the run samples; None for all.
    """
    if text_only and any(part["kind"] == "image" for part in row["parts"]):
        return Skip("text_only_model")
    if orders is not None and row["first_order"] >= orders:
        return Skip("order_not_sampled")
    return None


def _held_once(part: Mapping[str, str]) -> str:
    return sys.intern(part["value"]) if part["kind"] == "image" else part["value"]


def response_identity(identity: Mapping[str, Any], seed: int, respond: Respond) -> dict[str, Any]:
    """Return the identity that a model's response keys carry: what the registry says decides its answers.

    A planted respondent's identity also holds the run's seed and the digest of its code: both decide what it
    answers. That of the pixel reader holds the digest of its code and of the packages that it reads with; that of the
    rule judge the digest of its code; that of a model that llama.cpp runs, the digest of its weights, and inside the
    process the engine's version. `respond` is the suite's planted respondents, or the planted judge. Raises UserError
    where weights are not there.
    """
    if identity["provider"] == "llama_cpp":
        return llama_identity(identity)
    if not identity.keys().isdisjoint(WHERE):
        return weights_identity(identity)
    if identity["provider"] == "pixel_reader":
        return dict(identity) | {"code": reader_digest("counterpoint.models.pixel_reader")}
    if identity["provider"] == "rule_judge":
        return dict(identity) | {"code": module_digest("counterpoint.judging.rule_judge")}
    if identity["provider"] != "planted":
        return dict(identity)
    code = [module_digest("counterpoint.models.planted"), module_digest(respond.__module__)]
    return dict(identity) | {"seed": seed, "code": code}


def max_output_tokens(identity: Mapping[str, Any]) -> int:
    """Return the output budget of a model's replies; 0 for what has none."""
    return identity.get("decoding", {}).get("max_output_tokens", 0)
