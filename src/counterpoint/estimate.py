"""What a run would ask of each model, and what that would cost, before anything is asked."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from counterpoint.models.jobs import Job
from counterpoint.models.journal import Entry
from counterpoint.models.prices import Price
from counterpoint.models.tokens import VOCABULARY

LETTER_TOKENS, EXPLANATION_TOKENS = 8, 400
"""Output tokens assumed of a reply that no journal tells of: a letter, or an explanation before it. Reasoning, which
some models cannot stop, comes on top and is only in what a request costs at most."""
HEADS = {
    "trials": 9,
    "requests": 9,
    "journalled": 11,
    "to ask": 9,
    "pictures": 9,
    "input tokens": 13,
    "output tokens": 14,
    "output at most": 15,
    "US dollars": 11,
    "dollars at most": 16,
}
"""Columns of the printed table, with their widths."""


@dataclass(frozen=True)
class Figures:
    """What one model would be asked in one cell, or in several together."""

    trials: int
    requests: int
    journalled: int
    pictures: int
    """Of the requests still to be asked, as all that follows."""
    input_tokens: int
    output_tokens: float
    """As expected."""
    output_tokens_at_most: int
    cost: float | None
    """US dollars, as expected; None where the price is not known."""
    cost_at_most: float | None


@dataclass(frozen=True)
class Asked:
    """All that a model would be asked."""

    jobs: Sequence[Job]
    """Those that are skipped count nowhere."""
    cells: Mapping[str, Sequence[str]]
    """By cell, the request of each trial; a request that several cells share counts in each, and once in all."""
    known: Mapping[str, Entry]
    """The model's journal, by response key."""
    price: Price | None
    max_output_tokens: int
    """Output budget of a reply; 0 for what runs inside the process and has none."""


def estimate(asked: Asked) -> tuple[dict[str, Figures], Figures]:
    """Return what a model would be asked in each cell, and in all of them."""
    jobs = {job.request.request_id: job for job in asked.jobs if job.skip is None}
    expected: dict[str, float] = {}
    for cell, requests in asked.cells.items():
        tokens = _expected_output(cell, (jobs[r] for r in dict.fromkeys(requests) if r in jobs), asked)
        expected |= {request: tokens for request in requests if request not in expected}
    by_cell = {cell: _figures(requests, jobs, expected, asked) for cell, requests in asked.cells.items()}
    every = [request for requests in asked.cells.values() for request in requests]
    return by_cell, _figures(every, jobs, expected, asked)


def assumed_output(cell: str) -> int:
    """Return the output tokens assumed of a reply in a cell."""
    return EXPLANATION_TOKENS if cell.endswith("/explain") else LETTER_TOKENS


def _expected_output(cell: str, jobs: Iterable[Job], asked: Asked) -> float:
    """Return the mean of what the model wrote so far in a cell, else what is assumed, its output budget at most."""
    entries = (asked.known.get(job.key) for job in jobs)
    seen = [entry.output_tokens for entry in entries if entry is not None and entry.output_tokens is not None]
    return min(mean(seen) if seen else assumed_output(cell), asked.max_output_tokens)


def _figures(requests: Sequence[str], jobs: Mapping[str, Job], expected: Mapping[str, float], asked: Asked) -> Figures:
    sent = {request: jobs[request] for request in requests if request in jobs}
    new = {request: job for request, job in sent.items() if job.key not in asked.known}
    cost = most = None
    if asked.price is not None:
        cost = sum(asked.price.cost(job.tokens, expected[request]) for request, job in new.items())
        most = sum(asked.price.cost(job.tokens_at_most, asked.max_output_tokens) for job in new.values())
    return Figures(
        trials=sum(request in sent for request in requests),
        requests=len(sent),
        journalled=len(sent) - len(new),
        pictures=sum(len(job.request.images) for job in new.values()),
        input_tokens=sum(job.tokens for job in new.values()),
        output_tokens=sum(expected[request] for request in new),
        output_tokens_at_most=len(new) * asked.max_output_tokens,
        cost=cost,
        cost_at_most=most,
    )


def estimate_lines(models: Mapping[str, Asked], table: str) -> list[str]:
    """Return a printable table: each model's cells and all of them, then all models. `table` is the price table's name.

    Models may be judges too: whoever has jobs, and cells that send them.
    """
    lines = [f"{'model':<24} {'cell':<22}" + "".join(f" {head:>{width}}" for head, width in HEADS.items())]
    run: dict[str, list[float]] = defaultdict(list)
    unknown = []
    for name, asked in models.items():
        by_cell, total = estimate(asked)
        lines += [_line(name, cell, vars(figures)) for cell, figures in (by_cell | {"all cells": total}).items()]
        for key, value in vars(total).items():
            if value is not None:
                run[key].append(value)
        if total.cost is None:
            unknown.append(name)
    lines.append(_line("all models", "all cells", {key: sum(values) for key, values in run.items()}))
    if unknown:
        lines.append(f"price unknown, and in no sum: {', '.join(unknown)} (`price` in the registry states it)")
    sources = {asked.price.source: name for name, asked in models.items() if asked.price and asked.price.output}
    lines += [f"Price of {name}: {source}." for source, name in sources.items()]
    return [
        *lines,
        "Pictures, tokens and US dollars are those of the requests still to be asked. Input tokens are estimates: text "
        f"by the vocabulary {VOCABULARY}, pictures by each maker's rule. Output tokens are the mean of what the "
        f"journal has of the model in the cell, else {LETTER_TOKENS} for a letter and {EXPLANATION_TOKENS} for an "
        f"explanation before it; at most the whole output budget. Prices: {table}.",
    ]


def _line(model: str, cell: str, figures: Mapping[str, float | None]) -> str:
    to_ask = figures["requests"] - figures["journalled"]
    money = [figures.get("cost"), figures.get("cost_at_most")]
    texts = [f"{figures[key]:,}" for key in ("trials", "requests", "journalled")]
    texts += [f"{to_ask:,}", f"{figures['pictures']:,}", f"{figures['input_tokens']:,}"]
    texts += [f"{figures['output_tokens']:,.0f}", f"{figures['output_tokens_at_most']:,}"]
    texts += ["unknown" if value is None else f"{value:,.4f}" for value in money]
    return f"{model:<24} {cell:<22}" + "".join(
        f" {text:>{width}}" for text, width in zip(texts, HEADS.values(), strict=True)
    )
