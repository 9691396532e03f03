"""What a run would ask of each model, before anything is asked."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

CHARACTERS_PER_TOKEN = 4
"""A common rule of thumb for English text."""
PIXELS_PER_TOKEN = 750
"""Anthropic's documented approximation for pictures: tokens = width x height / 750."""


def estimate_lines(
    models: Sequence[Mapping[str, Any]], trials: pa.Table, requests: pa.Table, stimuli: pa.Table
) -> list[str]:
    """Return a printable table: per model and cell, and per model in all, what is to be asked.

    Each of `models` has a name and `text_only`: such a model is asked nothing that holds a picture. A request
    that several cells share is counted in each of them, and once in the total.
    """
    pixels = dict(
        zip(
            stimuli["pixel_digest"].to_pylist(),
            (w * h for w, h in zip(stimuli["width"].to_pylist(), stimuli["height"].to_pylist(), strict=True)),
            strict=True,
        )
    )
    sizes = {
        row["request_id"]: _size(row, pixels) for row in requests.select(["request_id", "system", "parts"]).to_pylist()
    }
    n_trials: dict[str, int] = defaultdict(int)
    asked: dict[str, set[str]] = defaultdict(set)
    for cell, request_id in zip(trials["cell"].to_pylist(), trials["request_id"].to_pylist(), strict=True):
        n_trials[cell] += 1
        asked[cell].add(request_id)

    lines = [f"{'model':<28} {'cell':<24} {'trials':>9} {'requests':>9} {'pictures':>9} {'input tokens':>13}"]
    for model in models:
        union: set[str] = set()
        in_all = 0
        for cell in n_trials:
            sent = {r for r in asked[cell] if not (model["text_only"] and sizes[r][0])}
            union |= sent
            in_all += n_trials[cell]
            lines.append(_line(model["name"], cell, n_trials[cell], sent, sizes))
        lines.append(_line(model["name"], "all cells", in_all, union, sizes))
    lines.append(
        f"Input tokens are estimates: text {CHARACTERS_PER_TOKEN} characters a token, pictures "
        f"{PIXELS_PER_TOKEN} pixels a token. Trials that share a request share its answer."
    )
    return lines


def _size(request: Mapping, pixels: Mapping[str, int]) -> tuple[int, float]:
    """Return the number of pictures and the estimated input tokens of one request."""
    pictures = [part["value"] for part in request["parts"] if part["kind"] == "image"]
    characters = len(request["system"] or "") + sum(
        len(part["value"]) for part in request["parts"] if part["kind"] == "text"
    )
    return len(pictures), characters / CHARACTERS_PER_TOKEN + sum(pixels[p] for p in pictures) / PIXELS_PER_TOKEN


def _line(model: str, cell: str, trials: int, sent: set[str], sizes: Mapping[str, tuple[int, float]]) -> str:
    pictures = sum(sizes[request][0] for request in sent)
    tokens = sum(sizes[request][1] for request in sent)
    return f"{model:<28} {cell:<24} {trials:>9,} {len(sent):>9,} {pictures:>9,} {round(tokens):>13,}"
