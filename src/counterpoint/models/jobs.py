"""What a shard is asked, and what it came to: one job a request, one row a job."""

from collections import Counter
from dataclasses import dataclass, field

from counterpoint.models.replies import Skip
from counterpoint.models.requests import Request
from counterpoint.models.trace import Identity


@dataclass(frozen=True, slots=True)
class Job:
    """One request as a model is asked it: with its response key, or with the reason why it is not asked."""

    request: Request
    key: str
    skip: Skip | None = None
    tokens: int = 0
    """Tokens that the request takes, as estimated; corrected when the reply says how many it took."""
    tokens_at_most: int = 0
    """Input tokens that the request takes at most."""
    identity: Identity | None = None
    """Whose identity the key holds; None leaves the reply's line without what is recorded to explain it."""
    truth: str | None = None
    """What a planted respondent is told, which the key holds too."""
    resized: Request | None = None
    """The same request with pictures that the model takes, sent in its place; the key is then of this one."""

    @property
    def sent(self) -> Request:
        """The request as it is sent."""
        return self.resized or self.request


@dataclass
class Outcome:
    """What a shard came to: a row of the table `responses` for each request, in the order given."""

    rows: list[dict]
    from_journal: int = 0
    asked: int = 0
    asked_again: int = 0
    """Of truncated replies: requests made once more, with a larger budget."""
    replaced: list[dict] = field(default_factory=list)
    """Rows of truncated replies whose place another reply took; they were paid for too."""
    calls: int = 0
    calls_maybe_charged: int = 0
    """Calls without an answer that the provider may have charged all the same."""
    over_budget: int = 0
    """Requests not asked because they might have passed the budget."""
    failures: Counter = field(default_factory=Counter)
    stopped: str | None = None
    """Class of the failure for which the model was stopped before all was asked, such as quota or authentication."""
    stopped_because: str | None = None
    """The same in the provider's words."""
