"""What a response key was made of, small enough to be kept beside every reply: whose it is, and a digest of each part.

A key alone does not say why a request was asked again. An identity is kept whole, once, in
`{journal}/{model}/identities/`; a line of the journal names it and holds ten digits of each part of its request.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from counterpoint.files import write_text
from counterpoint.models.requests import Request, canonical_digest

FOLDER = "identities"
NAME_DIGITS, PART_DIGITS = 12, 10
_NAME = re.compile(f"[0-9a-f]{{{NAME_DIGITS}}}")


@dataclass(frozen=True, slots=True)
class Identity:
    """All that makes a model answer as it does, and the digest that stands for it in response keys."""

    content: Mapping[str, Any]
    digest: str = field(init=False)
    """SHA-256 of the canonical content, in hexadecimal."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "digest", canonical_digest(self.content))

    @property
    def name(self) -> str:
        """The identity's name in the journal: the first digits of its digest."""
        return self.digest[:NAME_DIGITS]


def record_identity(journal: Path, identity: Identity) -> None:
    """Keep an identity whole in a model's journal folder, also in place of a damaged file. Raises UserError."""
    path = journal / FOLDER / f"{identity.name}.json"
    if recorded_identity(journal, identity.name) is None:
        write_text(path, json.dumps(identity.content, sort_keys=True, indent=1) + "\n")


def recorded_identity(journal: Path, name: str) -> dict[str, Any] | None:
    """Return an identity that a model's journal holds, by its name; None where it holds none that can be read."""
    if not _NAME.fullmatch(name):  # it comes from a line of the journal, and names a file here
        return None
    try:
        content = json.loads((journal / FOLDER / f"{name}.json").read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return content if isinstance(content, dict) else None


def trace_of(request: Request, truth: str | None) -> list[str]:
    """Return the parts of a response key beside the identity, each as kind and digest: `system:2f1e...`.

    In their order: system, text and image for each part sent, schema, repeat (its number), and truth, which planted
    respondents are told. What is absent, and repeat 0, is left out.
    """
    parts = [("system", request.system and _digits(request.system))]
    parts += [(p.kind, p.value[:PART_DIGITS] if p.kind == "image" else _digits(p.value)) for p in request.parts]
    parts.append(("schema", request.response_schema and _digits(request.response_schema)))
    parts.append(("repeat", request.repeat and str(request.repeat)))
    parts.append(("truth", truth and _digits(truth)))
    return [f"{kind}:{value}" for kind, value in parts if value]


@lru_cache(maxsize=64)
def _digits(text: str) -> str:
    return canonical_digest(text)[:PART_DIGITS]
