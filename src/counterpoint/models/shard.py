"""One shard of one model: which requests it has, what may be asked, and the model that answers."""

import sys
from collections.abc import Iterable, Mapping
from typing import Any

from counterpoint.code_digest import module_digest
from counterpoint.errors import UserError
from counterpoint.models.planted import Planted
from counterpoint.models.query import Job
from counterpoint.models.replies import Ask, Skip
from counterpoint.models.requests import Part, Request, canonical_digest, response_key


def shard_jobs(
    rows: Iterable[Mapping], identity: Mapping[str, Any], truth: Mapping[str, Mapping], text_only: bool
) -> list[Job]:
    """Return the jobs of a shard from rows of `requests`, in their order.

    A request with a picture is skipped, with its reason, where the model takes text only. `truth` holds the
    truth row of each request for a planted respondent and is empty for every other model.
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
        has_image = any(part.kind == "image" for part in request.parts)
        jobs.append(
            Job(
                request,
                response_key(request.request_id, digest, truth.get(request.request_id)),
                Skip("text_only_model") if text_only and has_image else None,
            )
        )
    return jobs


def _held_once(part: Mapping[str, str]) -> str:
    return sys.intern(part["value"]) if part["kind"] == "image" else part["value"]


def open_model(model: Mapping[str, Any], truth: Mapping[str, Mapping], seed: int) -> tuple[Ask, dict[str, Any]]:
    """Return a registry entry's model, and the identity that its response keys carry.

    A planted respondent's identity holds the run's seed and the digest of its own code, because both decide
    what it answers.
    """
    identity = dict(model["identity"])
    if identity["provider"] != "planted":
        raise UserError(f"provider {identity['provider']!r} has no client in this version; planted models have one")
    identity |= {"seed": seed, "code": module_digest("counterpoint.models.planted")}
    return Planted(identity, truth, seed, canonical_digest(identity), model["seconds"]).ask, identity
