"""One shard of one model: which requests it has, what may be asked, and the model that answers."""

import sys
from collections.abc import Iterable, Mapping
from typing import Any

from counterpoint.code_digest import module_digest
from counterpoint.models.pictures import Pictures, estimated_tokens, over_limit
from counterpoint.models.planted import Planted, Respond
from counterpoint.models.query import Job
from counterpoint.models.replies import Ask, Skip
from counterpoint.models.requests import Part, Request, canonical_digest, response_key
from counterpoint.pixels.identity import reader_digest


def shard_jobs(
    rows: Iterable[Mapping],
    identity: Mapping[str, Any],
    truth: Mapping[str, str],
    text_only: bool,
    pictures: Pictures | None = None,
) -> list[Job]:
    """Return the jobs of a shard from rows of `requests`, those about one picture in a row.

    A request with a picture is skipped, with its reason, where the model takes text only, or where `pictures` are
    given and one of them is over a limit of the provider. `truth` holds what a planted respondent is told of each
    request and is empty for every other model.
    """
    digest = canonical_digest(identity)
    jobs = []
    for row in rows:
        # The few system texts and pictures stand in thousands of requests: each is held once.
        system = row["system"] and sys.intern(row["system"])
        parts = tuple(Part(sys.intern(p["kind"]), _held_once(p)) for p in row["parts"])
        request = Request(system, parts, row["response_schema"], row["repeat"])
        if request.request_id != row["request_id"]:
            raise ValueError(f"request {row['request_id']} is not what its identity says")
        skip = Skip("text_only_model") if text_only and request.images else None
        tokens = 0
        if pictures is not None and skip is None:
            skip = over_limit(identity["provider"], request, pictures)
            tokens = estimated_tokens(request, pictures)
        key = response_key(request.request_id, digest, truth.get(request.request_id))
        jobs.append(Job(request, key, skip, tokens))
    # A server that keeps the last prefix then sees one picture, and one system text, many times in a row.
    return sorted(jobs, key=lambda job: (job.request.images, job.request.system or ""))


def _held_once(part: Mapping[str, str]) -> str:
    return sys.intern(part["value"]) if part["kind"] == "image" else part["value"]


def response_identity(identity: Mapping[str, Any], seed: int, respond: Respond) -> dict[str, Any]:
    """Return the identity that a model's response keys carry: what the registry says decides its answers.

    A planted respondent's identity also holds the run's seed and the digest of its code: both decide what it
    answers. That of the pixel reader holds the digest of its code and of the packages that it reads with, that of the
    rule judge the digest of its code. `respond` is the suite's planted respondents, or the planted judge.
    """
    if identity["provider"] == "pixel_reader":
        return dict(identity) | {"code": reader_digest("counterpoint.models.pixel_reader")}
    if identity["provider"] == "rule_judge":
        return dict(identity) | {"code": module_digest("counterpoint.judging.rule_judge")}
    if identity["provider"] != "planted":
        return dict(identity)
    code = [module_digest("counterpoint.models.planted"), module_digest(respond.__module__)]
    return dict(identity) | {"seed": seed, "code": code}


def open_planted(
    identity: Mapping[str, Any], truth: Mapping[str, str], seed: int, seconds: float, respond: Respond
) -> Ask:
    """Return the planted respondent that an identity of the registry names; it takes `seconds` for a reply."""
    return Planted(respond, identity, truth, seed, seconds).ask
