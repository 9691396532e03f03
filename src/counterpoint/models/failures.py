"""What a failed call means: the one place where status codes, typed errors and bodies become failure classes."""

import json
import re
from typing import Any

import httpx2
from pydantic_ai import exceptions as typed

from counterpoint.models.replies import CallFailure, Reply
from counterpoint.problems import SECRET_VALUE

LONGEST_DETAIL = 300
"""Characters of a provider's message that are kept."""

PER_DAY = re.compile(r"per[ _-]?day|\b[rt]pd\b|\bdaily\b|insufficient[ _]quota|credit balance|out of credits", re.I)
"""Limits that no wait within a run lifts."""
ABOUT_IMAGE = re.compile(r"\bimages?\b|image_url|\bpictures?\b|\bpng\b|inline_?data", re.I)
NO_IMAGES = re.compile(
    r"image input is not supported|(?:does not|doesn't|not) support(?:s|ed)?\b.{0,30}\bimage"
    r"|no endpoints found that support image|not a multimodal model",
    re.I,
)
"""The model takes no picture at all: that is no fault of this picture."""
FILTERED = re.compile(r"content[ _]filter|content[ _]policy|moderation|responsible ?ai", re.I)
KEY_LIKE = re.compile(r"(?:sk|xai|rk|gsk|hf|pk)[-_][A-Za-z0-9*_.-]{4,}|AIza[A-Za-z0-9*_.-]{4,}|(?i:bearer)\s+\S+")
"""Providers quote part of a refused key, with stars in its middle."""


def failure_of(error: BaseException, keys: tuple[str, ...], has_images: bool) -> CallFailure | Reply | None:
    """Return what an error of a client means, or None where it is no failure of a call but a mistake in the code.

    `keys` are what must never be shown. A request that the provider's content filter refuses is a reply with
    that status: the same request would be refused again.
    """
    for cause in _chain(error):
        if isinstance(cause, CallFailure):
            return CallFailure(cause.failure_class, scrubbed(cause.detail, keys), cause.retry_after, cause.stops_model)
    if isinstance(error, typed.ModelHTTPError):
        return _of_status(error, scrubbed(_words(error), keys), has_images)
    if isinstance(error, typed.ModelTimeoutError | typed.ModelRequestTimeout | httpx2.TimeoutException):
        return CallFailure("timeout", scrubbed(_words(error), keys))
    if isinstance(error, typed.ModelConnectionError | httpx2.TransportError):
        return CallFailure("network", scrubbed(_words(error), keys))
    if isinstance(error, typed.ModelAPIError | typed.UnexpectedModelBehavior):
        return CallFailure("server", scrubbed(_words(error), keys))
    return None


def _of_status(error: typed.ModelHTTPError, words: str, has_images: bool) -> CallFailure | Reply:
    status = error.status_code
    if isinstance(error, typed.ModelQuotaExceededError):
        return CallFailure("quota", words)
    if isinstance(error, typed.ModelRateLimitError) or status == 429:
        if PER_DAY.search(words):
            return CallFailure("quota", words)
        return CallFailure("rate_limit", words, retry_after=_retry_after(error))
    if FILTERED.search(f"{error.provider_error_code} {error.provider_error_type}") or (
        status == 403 and isinstance(error, typed.ModelRequestRejectedError) and FILTERED.search(words)
    ):
        return Reply("", "content_filter")
    if NO_IMAGES.search(words):  # llama.cpp says so with 500, OpenRouter with 404
        return CallFailure("bad_request", words)
    if status in (401, 403):
        return CallFailure("authentication", words)
    if status == 404:
        return CallFailure("bad_request", words, stops_model=True)
    if status == 408:
        return CallFailure("timeout", words)
    if has_images and (status == 413 or (status in (400, 415, 422) and ABOUT_IMAGE.search(words))):
        return CallFailure("image", words)
    if status >= 500 or status in (409, 425):
        return CallFailure("server", words, retry_after=_retry_after(error))
    if re.search(r"api.?key", words, re.I) and re.search(r"invalid|expired|not valid|missing", words, re.I):
        return CallFailure("authentication", words)  # Gemini and xAI say so with 400
    return CallFailure("bad_request", words)


def _retry_after(error: typed.ModelHTTPError) -> float | None:
    """Return the seconds that a provider asks to wait: as whole seconds, date, or fractions, which some send."""
    if error.retry_after is not None:
        return error.retry_after
    try:
        seconds = float((error.headers or {}).get("retry-after", ""))
    except ValueError:
        return None
    return seconds if 0 <= seconds < float("inf") else None


def _chain(error: BaseException | None) -> list[BaseException]:
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found


def _words(error: BaseException) -> str:
    """Return a provider's own words, with the status code before them."""
    if not isinstance(error, typed.ModelHTTPError):
        return str(error).splitlines()[0] if str(error) else type(error).__name__
    return f"{error.status_code}: {_message(error.body) or 'no reason given'}"


def _message(body: Any) -> str:
    if isinstance(body, str):
        return body
    if isinstance(body, list) and body:  # Gemini's gateway wraps its error in a list
        return _message(body[0])
    if isinstance(body, dict):
        inner = body.get("error", body)
        if isinstance(inner, dict):
            parts = [inner.get(name) for name in ("code", "status", "type", "message")]
            said = list(dict.fromkeys(str(part) for part in parts if part))
            details = inner.get("details") or inner.get("metadata")
            return " ".join([*said, json.dumps(details)] if details else said)
        return str(inner)
    return ""


def scrubbed(text: str, keys: tuple[str, ...]) -> str:
    """Return a provider's message as one short line in which no key and nothing like one stands."""
    for key in keys:
        text = text.replace(key, "[key]")
    text = KEY_LIKE.sub("[key]", SECRET_VALUE.sub("[key]", text))
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return text if len(text) <= LONGEST_DETAIL else text[: LONGEST_DETAIL - 1] + "…"
