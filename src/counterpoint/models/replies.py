"""What a model gives back: a reply with its status, or a typed failure that only this layer decides on."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from counterpoint.models.requests import Request

ANSWERED, EMPTY, TRUNCATED, REFUSED, FILTERED = "answered", "empty", "truncated", "refused", "filtered"
FAILED, SKIPPED = "failed", "skipped"
REPLIED = (ANSWERED, EMPTY, TRUNCATED, REFUSED, FILTERED)
"""Statuses of a reply that arrived, and was paid for, whatever it is worth."""

FREE_TEXT, JSON_SCHEMA = "free_text", "json_schema"
"""Routes: how a reply was asked for, as free text or as JSON that the provider holds to a schema."""

FAILURE_CLASSES = (
    "rate_limit",
    "quota",
    "authentication",
    "timeout",
    "network",
    "server",
    "bad_request",
    "image",
)
TRANSIENT = frozenset({"rate_limit", "timeout", "network", "server"})
"""Failures that another attempt may cure."""
FATAL = frozenset({"quota", "authentication"})
"""Failures that every further request to the same model would share: the model is stopped at once."""


@dataclass(frozen=True)
class Reply:
    """One reply, as the provider gave it."""

    text: str
    finish_reason: str = "stop"
    """stop, length, content_filter or refusal."""
    model_reported: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    """Of the input tokens, those that the provider took from its cache."""
    cost_usd: float | None = None
    """What the provider says that the call cost."""
    route: str = FREE_TEXT

    @property
    def status(self) -> str:
        """What became of the request: the provider's own signal first, then whether there is any text."""
        if self.finish_reason == "content_filter":
            return FILTERED
        if self.finish_reason == "refusal":
            return REFUSED
        if self.finish_reason == "length":
            return TRUNCATED
        return ANSWERED if self.text.strip() else EMPTY


class CallFailure(Exception):
    """A call that brought no reply. `failure_class` is one of FAILURE_CLASSES."""

    def __init__(
        self, failure_class: str, detail: str, retry_after: float | None = None, stops_model: bool = False
    ) -> None:
        super().__init__(f"{failure_class}: {detail}")
        if failure_class not in FAILURE_CLASSES:
            raise ValueError(f"unknown failure class {failure_class!r}; one of {', '.join(FAILURE_CLASSES)}")
        self.failure_class = failure_class
        self.detail = detail
        self.retry_after = retry_after
        """Seconds that the provider asks to wait, if it says so."""
        self.stops_model = stops_model or failure_class in FATAL
        """Whether every further request to the model would fail in the same way."""


BY_DESIGN = ("text_only_model", "order_not_sampled", "no_evidence")
"""Reasons of a skip that say what a model is meant to be asked: nothing is missing."""


@dataclass(frozen=True)
class Skip:
    """A request that this model is never asked, and why."""

    reason: str
    """One of BY_DESIGN, image_over_limit or over_budget."""
    detail: str | None = None
    """What was over which limit."""


Ask = Callable[[Request, int], Awaitable[Reply]]
"""A model as the engine sees it: takes a request and the number of the attempt (from 1), gives a reply or
raises CallFailure."""
