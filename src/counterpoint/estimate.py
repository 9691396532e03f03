"""What a run would ask of each model, before anything is asked."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pyarrow as pa

from counterpoint.models.pictures import CHARACTERS_PER_TOKEN, PIXELS_PER_TOKEN
from counterpoint.models.shard import not_meant
from counterpoint.tables import rows_of


def estimate_lines(
    models: Sequence[Mapping[str, Any]],
    trials: pa.Table,
    requests: pa.Table,
    stimuli: pa.Table,
    journalled: Callable[[Mapping[str, Any]], set[str]],
) -> list[str]:
    """Return a printable table: per model and cell, and per model and run in all, what is to be asked.

    Each of `models` has a name, and `text_only` and `orders` of its entry: what is not meant for it is not counted.
    `journalled` gives the requests whose replies a model's journal holds already. A request that several cells share
    is counted in each of them, and once in the total.
    """
    pixels = {
        row["pixel_digest"]: row["width"] * row["height"]
        for row in stimuli.select(["pixel_digest", "width", "height"]).to_pylist()
    }
    rows = list(rows_of(requests.select(["request_id", "system", "parts", "first_order"])))
    sizes = {row["request_id"]: _size(row, pixels) for row in rows}
    planned: dict[str, Counter[str]] = defaultdict(Counter)  # by cell, how many of its trials send a request
    for cell, request_id in zip(trials["cell"].to_pylist(), trials["request_id"].to_pylist(), strict=True):
        planned[cell][request_id] += 1

    heads = ("trials", "requests", "journalled", "to ask", "pictures", "input tokens")
    lines = [f"{'model':<24} {'cell':<22}" + "".join(f" {head:>12}" for head in heads)]
    run = [0] * len(heads)
    for model in models:
        known = journalled(model)
        meant = {row["request_id"] for row in rows if not_meant(row, model["text_only"], model["orders"]) is None}
        cells = {cell: sent.keys() & meant for cell, sent in planned.items()}
        n_trials = {cell: sum(planned[cell][request] for request in sent) for cell, sent in cells.items()}
        for cell, sent in cells.items():
            lines.append(_line(model["name"], cell, _numbers(n_trials[cell], sent, known, sizes)))
        total = _numbers(sum(n_trials.values()), set().union(*cells.values()), known, sizes)
        lines.append(_line(model["name"], "all cells", total))
        run = [a + b for a, b in zip(run, total, strict=True)]
    lines.append(_line("all models", "all cells", run))
    lines.append(
        f"Pictures and tokens are those of the requests still to be asked. Tokens are estimates: text "
        f"{CHARACTERS_PER_TOKEN} characters a token, pictures {PIXELS_PER_TOKEN} pixels a token."
    )
    return lines


def _size(request: Mapping, pixels: Mapping[str, int]) -> tuple[int, float]:
    """Return the number of pictures and the estimated input tokens of one request."""
    pictures = [part["value"] for part in request["parts"] if part["kind"] == "image"]
    characters = len(request["system"] or "") + sum(
        len(part["value"]) for part in request["parts"] if part["kind"] == "text"
    )
    return len(pictures), characters / CHARACTERS_PER_TOKEN + sum(pixels[p] for p in pictures) / PIXELS_PER_TOKEN


def _numbers(trials: int, sent: set[str], known: set[str], sizes: Mapping[str, tuple[int, float]]) -> list[int]:
    new = sent - known
    pictures = sum(sizes[request][0] for request in new)
    tokens = sum(sizes[request][1] for request in new)
    return [trials, len(sent), len(sent & known), len(new), pictures, round(tokens)]


def _line(model: str, cell: str, numbers: Sequence[int]) -> str:
    return f"{model:<24} {cell:<22}" + "".join(f" {number:>12,}" for number in numbers)
