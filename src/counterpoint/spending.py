"""What a model's replies cost in a suite, beside what was estimated: the rows of table `spending`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from counterpoint.estimate import Asked, estimate
from counterpoint.models.purse import reply_cost
from counterpoint.models.replies import REPLIED


def spending_row(
    model: str, suite: str, asked: Asked, responses: Iterable[Mapping[str, Any]], receipts: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Return one row of table `spending`.

    `asked` is all that the model is asked in the suite, with an empty journal; `responses` are the rows of that table
    and `receipts` those of the shards' jobs, which also hold the truncated replies that another one took the place of.
    """
    replies = [row for row in responses if row["status"] in REPLIED]
    replies += [row for receipt in receipts for row in receipt["replaced"]]
    price = asked.price
    costs = [reply_cost(row, price) for row in replies]
    known = [cost for cost in costs if cost is not None]
    return {
        "model": model,
        "suite": suite,
        "requests": sum(receipt["requests"] for receipt in receipts),
        "replies": len(replies),
        "over_budget": sum(receipt["over_budget"] for receipt in receipts),
        # what runs inside the process counts no tokens and costs nothing all the same
        "spent_usd": 0.0 if _free(asked) else sum(known) if known or not replies else None,
        "estimated_usd": estimate(asked)[1].cost,
        "reported": sum(row["cost_usd"] is not None for row in replies),
        "unknown": 0 if _free(asked) else len(costs) - len(known),
        **{name: sum(row[name] or 0 for row in replies) for name in ("input_tokens", "cached_tokens", "output_tokens")},
        "maybe_charged": sum(receipt["calls_maybe_charged"] for receipt in receipts),
        "price_input": None if price is None else price.input,
        "price_cached": None if price is None else price.cached_input,
        "price_output": None if price is None else price.output,
        "price_source": "price unknown" if price is None else price.source,
    }


def _free(asked: Asked) -> bool:
    return asked.price is not None and not (asked.price.input or asked.price.cached_input or asked.price.output)
