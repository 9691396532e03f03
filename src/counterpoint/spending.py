"""What the replies of a model or judge cost in a suite, beside what was estimated: the rows of table `spending`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from counterpoint.models.prices import Price
from counterpoint.models.purse import reply_cost
from counterpoint.models.replies import FAILED, REPLIED, SKIPPED


def spending_row(
    model: str,
    suite: str,
    price: Price | None,
    estimated: float | None,
    responses: Iterable[Mapping[str, Any]],
    receipts: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """Return one row of table `spending`.

    `estimated` is what all that the model is asked in the suite was estimated to cost, in US dollars; `responses` are
    the rows of that table, of which those under one response key share a reply, and `receipts` those of the shards'
    jobs, which also hold the truncated replies that another one took the place of.
    """
    rows = list(responses)
    replies = list({row["response_key"]: row for row in rows if row["status"] in REPLIED}.values())
    times = [row["answered_at"] for row in replies]
    replies += [row for receipt in receipts for row in receipt["replaced"]]
    costs = [reply_cost(row, price) for row in replies]
    known = [cost for cost in costs if cost is not None]
    return {
        "model": model,
        "suite": suite,
        "requests": sum(receipt["requests"] for receipt in receipts),
        "replies": len(replies),
        "failed": sum(row["status"] == FAILED for row in rows),
        "skipped": sum(row["status"] == SKIPPED for row in rows),
        "over_budget": sum(receipt["over_budget"] for receipt in receipts),
        "minutes": (max(times) - min(times)) / 60e9 if times else None,
        # what runs inside the process counts no tokens and costs nothing all the same
        "spent_usd": 0.0 if _free(price) else sum(known) if known or not replies else None,
        "estimated_usd": estimated,
        "reported": sum(row["cost_usd"] is not None for row in replies),
        "unknown": 0 if _free(price) else len(costs) - len(known),
        **{name: sum(row[name] or 0 for row in replies) for name in ("input_tokens", "cached_tokens", "output_tokens")},
        "maybe_charged": sum(receipt["calls_maybe_charged"] for receipt in receipts),
        "price_input": None if price is None else price.input,
        "price_cached": None if price is None else price.cached_input,
        "price_output": None if price is None else price.output,
        "price_source": "price unknown" if price is None else price.source,
    }


def _free(price: Price | None) -> bool:
    return price is not None and not (price.input or price.cached_input or price.output)
