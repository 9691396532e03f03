"""What each chart type asks of its facts, and the seeded values of its randomised variant; no drawing here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

Spans = Sequence[tuple[int, int, bool]]
"""First and last row of each stretch whose trend is asked, and whether random values rise over it."""


@dataclass(frozen=True)
class Kind:
    """A chart type.

    `fields` are the columns that its fact table must have beside `value`; `total` is what its values must sum
    to, if they are parts of a whole; `negative` says whether it can show values below zero, `most` how many marks
    it can tell apart; `anonymous` is the neutral wording of its anonymised questions (the keys
    of `spec.Wording`); `anonymous_titles` the neutral x and y axis titles; `randomise(values, spans, decimals,
    generator)` draws values of the same number and range that have no relation to the facts.
    """

    name: str
    fields: tuple[str, ...]
    anonymous: dict[str, str]
    anonymous_titles: tuple[str, str]
    randomise: Callable[[Sequence[float], Spans, int, np.random.Generator], list[float]]
    total: float | None = None
    negative: bool = True
    most: int | None = None


def _spread(values: Sequence[float], random: np.random.Generator) -> np.ndarray:
    """Ascending values over the range of the facts, one in each of n equal parts of it.

    Neighbours differ by at least half a part, so that no two marks look alike.
    """
    low, high, n = min(values), max(values), len(values)
    return low + (high - low) * (np.arange(n) + 0.5 + random.uniform(-0.25, 0.25, n)) / n


def _shuffled(values: Sequence[float], spans: Spans, decimals: int, random: np.random.Generator) -> list[float]:
    """Spread values in random order; rising or falling, as told, over each stretch whose trend is asked."""
    drawn = random.permutation(_spread(values, random))
    for first, last, rising in spans:
        stretch = np.sort(drawn[first : last + 1])
        drawn[first : last + 1] = stretch if rising else stretch[::-1]
    return [round(float(value), decimals) for value in drawn]


def _shares(values: Sequence[float], spans: Spans, decimals: int, random: np.random.Generator) -> list[float]:
    """Shares of 100 in random order, neighbours in size at least 12 degrees of the circle apart if they can be.

    Works in units of the last decimal, so that the shares sum to exactly 100; the largest takes the remainder.
    """
    n, scale = len(values), 10**decimals
    step = min(int(np.ceil(12 / 360 * 100 * scale)), int(90 * scale / (n * (n - 1) / 2)))
    left = 100 * scale - step * n * (n - 1) // 2
    smallest = max(1, int(left / n * random.uniform(0.6, 1)))
    shares = smallest + step * np.arange(n)
    shares[-1] += 100 * scale - shares.sum()
    return [round(int(share) / scale, decimals) for share in random.permutation(shares)]


def _cloud(values: Sequence[float], spans: Spans, decimals: int, random: np.random.Generator) -> list[float]:
    """Spread values that rise or fall, by chance, along x with noise: the rows are in the order of x."""
    spread = _spread(values, random)
    order = np.argsort(np.argsort(np.arange(len(values)) + random.normal(0, len(values) / 9, len(values))))
    drawn = spread[order] if random.integers(2) else spread[order][::-1]
    return [round(float(value), decimals) for value in drawn]


_CATEGORY = {
    "quantity": "value",
    "quantity_of": "value of {category}",
    "item": "category",
    "items": "categories",
    "over": "over all categories",
}
KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("bar", ("category",), _CATEGORY, ("Category", "Value"), _shuffled, negative=False),
        Kind(
            "line",
            ("category",),
            {
                "quantity": "value",
                "quantity_of": "value at {category}",
                "that_of": "that at {category}",
                "item": "position",
                "items": "positions",
                "at": "At",
                "over": "from {first} to {last}",
            },
            ("Position", "Value"),
            _shuffled,
        ),
        Kind(
            "pie",
            ("category",),
            {**_CATEGORY, "quantity": "share", "quantity_of": "share of {category}"},
            ("", ""),
            _shares,
            total=100.0,
            negative=False,
            most=8,
        ),
        Kind(
            "scatter",
            ("x",),
            {
                "quantity": "y-value",
                "quantity_of": "y-value of {category}",
                "item": "point",
                "items": "points",
                "x_quantity": "x-value",
                "over": "over all points",
            },
            ("x", "y"),
            _cloud,
        ),
    )
}
"""Every chart type by name; its drawing is in `drawing.DRAW`."""

UNNAMED_POINTS = {
    "quantity_of": "y-value at x = {category}",
    "that_of": "that at x = {category}",
    "over": "for x from {first} to {last}",
}
"""What changes in the anonymised wording of a scatterplot whose points have no names, only a place on x."""
