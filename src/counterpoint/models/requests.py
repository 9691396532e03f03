"""Requests: exactly what is sent, its identity, and the bucket that decides its shard and journal folder."""

import hashlib
import json
from dataclasses import dataclass, field

BUCKETS = 256


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the user message. `kind` is text or image; an image's value is its pixel digest."""

    kind: str
    value: str


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent to a model, whichever model it is."""

    system: str | None
    """System text."""
    parts: tuple[Part, ...]
    """User message, in the order sent."""
    response_schema: str | None = None
    """JSON schema that the reply must follow, as canonical JSON; None for free text."""
    repeat: int = 0
    """Number of the repetition, for designs that ask an identical request more than once."""
    request_id: str = field(init=False)
    """SHA-256 of the canonical request, in hexadecimal."""

    def __post_init__(self) -> None:
        content = [
            self.system,
            [[part.kind, part.value] for part in self.parts],
            self.response_schema,
            self.repeat,
        ]
        object.__setattr__(self, "request_id", canonical_digest(content))

    @property
    def images(self) -> tuple[str, ...]:
        """Pixel digests of the pictures sent, in their order."""
        return tuple(part.value for part in self.parts if part.kind == "image")


def canonical_digest(content: object) -> str:
    """Return the SHA-256, in hexadecimal, of plain data as canonical JSON (sorted keys, no spaces, UTF-8)."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def bucket_of(request_id: str) -> int:
    """Return the request's bucket, 0 to 255: the first byte of its identity."""
    return int(request_id[:2], 16)


def shard_buckets(shard: int, shards: int) -> range:
    """Return the buckets of shard number `shard` of `shards`: an even, contiguous division of 0 to 255."""
    return range(BUCKETS * shard // shards, BUCKETS * (shard + 1) // shards)


def response_key(request_id: str, identity_digest: str, truth: object = None) -> str:
    """Return the key under which one model's reply to one request is journalled.

    `identity_digest` is the digest of all that makes the model answer as it does (provider, snapshot,
    decoding, ...); `truth` is the truth row that a planted respondent is given, None for every other model.
    """
    return canonical_digest([request_id, identity_digest, truth])
