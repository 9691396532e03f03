"""What a model's tokens cost: from its own entry, else from the table of the package genai-prices."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from counterpoint.errors import UserError
from counterpoint.models.batch_terms import BATCH_PRICE_SHARE

TABLE = "genai-prices"
TABLE_DATES = {"0.2.3": "2026-11-10"}
"""Day on which a version of the table was published; the package itself does not say."""
PROVIDERS = {
    "openai": "openai",
    "anthropic": "anthropic",
    "gemini": "google",
    "xai": "x-ai",
    "openrouter": "openrouter",
}
"""Names of providers in the table."""
MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """What a model's tokens cost, in US dollars a million."""

    input: float
    cached_input: float
    """Input tokens that the provider takes from its cache."""
    output: float
    source: str
    """Where the price comes from."""

    def cost(self, input_tokens: int, output_tokens: float, cached_tokens: int = 0) -> float:
        """Return the cost of a call in US dollars; `cached_tokens` are some of the `input_tokens`."""
        fresh = input_tokens - cached_tokens
        return (fresh * self.input + cached_tokens * self.cached_input + output_tokens * self.output) / MILLION


FREE = Price(0.0, 0.0, 0.0, "runs inside the process and costs nothing")


def table_version() -> str:
    """Return the version of the price table, and its date."""
    version = metadata.version(TABLE)
    return f"{TABLE} {version} of {TABLE_DATES.get(version, 'an unknown date')}"


def price_of(billing: Mapping[str, Any]) -> Price | None:
    """Return the price of a model, or None where it is not known; `billing` is what the registry's `billing_of` says.

    What runs inside the process costs nothing, a price in the model's entry goes before the table, and the table is
    asked for the provider and the name there; of that, batches cost their share. Of prices that rise with the length of
    a request the first counts, which holds up to 200,000 tokens. Of OpenRouter the table has the price of a model,
    whichever host answers.
    """
    if billing["free"]:
        return FREE
    if billing["price"] is not None:
        own = billing["price"]
        cached = own["input"] if own["cached_input"] is None else own["cached_input"]
        return Price(own["input"], cached, own["output"], "the model's entry")
    listed = _listed(billing)
    if listed is None or not billing["batched"]:
        return listed
    share = BATCH_PRICE_SHARE
    rates = (share * rate for rate in (listed.input, listed.cached_input, listed.output))
    return Price(*rates, f"{listed.source}, {share:g} of it by batch")


def _listed(billing: Mapping[str, Any]) -> Price | None:
    from genai_prices import Usage, calc_price  # a third of a second, which only who needs a price waits for

    known = PROVIDERS.get(billing["provider"])
    where = {"provider_id": known} if known else {"provider_api_url": billing["base_url"]}
    if not billing["model"] or not any(where.values()):
        return None
    try:
        # Each rate from a thousand tokens of its kind alone: far below the length at which prices rise.
        rates = [
            calc_price(usage, billing["model"], **where)
            for usage in (
                Usage(input_tokens=1000),
                Usage(input_tokens=1000, cache_read_tokens=1000),
                Usage(output_tokens=1000),
            )
        ]
    except LookupError:
        return None
    found = f"{table_version()}, {rates[0].provider.id} {rates[0].model.id}"
    return Price(*(float(rate.total_price) * 1000 for rate in rates), found)


def require_prices(billings: Mapping[str, Mapping[str, Any]], registry: str) -> None:
    """Check that the price of each model with a budget is known. Raises UserError, one line, for the first that is not.

    `billings` is what the registry's `billing_of` says of each of them, `registry` the file that they stand in.
    """
    for name, billing in billings.items():
        if price_of(billing) is None:
            raise UserError(
                f"{registry}: {name}.price: null, and {table_version()} does not know {billing['model']}: no budget "
                "can be kept without it; allowed: {input: ..., output: ...}, US dollars a million tokens, or no budget"
            )


def require_judge_budgets(run_budget: float | None, budgets: Mapping[str, float | None], registry: str) -> None:
    """Check that a run's budget can hold its judges, which cost something. Raises UserError, one line.

    `budgets` are the judges' own, by name. What they ask is known only when replies are there, so that a share of the
    run's budget cannot be kept for them unless it is said how much.
    """
    if run_budget is None:
        return
    for name, budget in budgets.items():
        if budget is None:
            raise UserError(
                f"{registry}: {name}.budget: null, and the run has a budget that holds for its judge too; allowed: the "
                "US dollars of it that the judge may spend, or no budget of the run"
            )
    if sum(filter(None, budgets.values())) > run_budget:
        raise UserError(
            f"budget: {run_budget:g} US dollars are less than the judges may spend ({', '.join(budgets)}); allowed: "
            f"more than their budgets in {registry} together"
        )
