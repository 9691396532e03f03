"""What providers say of their batches: how large one may be, and what it costs."""

from dataclasses import dataclass

BATCH_PRICE_SHARE = 0.5
"""Price of a batched request as a share of a direct one's, input and output alike, with all three providers: see the
sources of `BATCH_LIMITS`."""


@dataclass(frozen=True, slots=True)
class BatchLimits:
    """What one batch may hold; None where the documentation names no limit."""

    source: str
    """Where limits and price are documented, and when that was read."""
    bytes: int
    """Size of all requests together as they are sent."""
    requests: int | None = None
    """Number of requests."""


MB = 1_000_000
BATCH_LIMITS: dict[str, BatchLimits] = {
    "openai": BatchLimits("platform.openai.com/docs/guides/batch (2026)", 200 * MB, 50_000),
    "anthropic": BatchLimits(
        "platform.claude.com/docs/en/build-with-claude/batch-processing (2026)", 256 * MB, 100_000
    ),
    "gemini": BatchLimits("ai.google.dev/gemini-api/docs/batch-api, input file (2026)", 2_000 * MB),
}
"""By provider: those that have batches."""
MOST_BYTES = 64 * MB
"""Size at which a batch is closed and another one begun, ours and below every provider's: a batch is held in memory
while it is written and sent."""
