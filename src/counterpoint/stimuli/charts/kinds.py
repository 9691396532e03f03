"""What each chart type asks of its facts, and the seeded values of its randomised variant; no drawing here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

NARROWER = 0.2
"""By how much of the facts' range each end may move inwards where the range is asked."""


@dataclass(frozen=True)
class Draw:
    """What random values must suit: the facts' values, what is asked of them, decimals.

    `falls`: first and last row of each stretch whose trend is asked, and whether random values fall over it.
    `narrower`: whether the range is asked, so that it must differ from that of the facts.
    """

    values: Sequence[float]
    falls: tuple[tuple[int, int, bool], ...]
    narrower: bool
    decimals: int


@dataclass(frozen=True)
class Kind:
    """A chart type.

    `fields` are the columns that its fact table must have beside `value`; `total` is what its values must sum
    to, if they are parts of a whole; `negative` says whether it can show values below zero, `most` how many marks
    it can tell apart; `anonymous` is the neutral wording of its anonymised questions (the keys
    of `wording.Wording`); `anonymous_titles` the neutral x and y axis titles; `randomise(draw, generator)` gives one
    try at random values (see `randomise`); `from_zero(values)` says whether the value axis holds zero.
    """

    name: str
    fields: tuple[str, ...]
    anonymous: dict[str, str]
    anonymous_titles: tuple[str, str]
    randomise: Callable[[Draw, np.random.Generator], list[float]]
    from_zero: Callable[[Sequence[float]], bool] = lambda values: True
    total: float | None = None
    negative: bool = True
    most: int | None = None


def _spread(draw: Draw, random: np.random.Generator) -> np.ndarray:
    """Ascending values over the range of the facts, or a narrower one, one in each of n equal parts of it.

    Neighbours differ by at least half a part, so that no two marks look alike.
    """
    low, high, n = min(draw.values), max(draw.values), len(draw.values)
    if draw.narrower:
        inwards = random.uniform(0, NARROWER, 2) * (high - low)
        low, high = low + inwards[0], high - inwards[1]
    return low + (high - low) * (np.arange(n) + 0.5 + random.uniform(-0.25, 0.25, n)) / n


def _shuffled(draw: Draw, random: np.random.Generator) -> list[float]:
    """Spread values in random order; rising or falling, as told, over each stretch whose trend is asked."""
    drawn = random.permutation(_spread(draw, random))
    for first, last, falls in draw.falls:
        stretch = np.sort(drawn[first : last + 1])
        drawn[first : last + 1] = stretch[::-1] if falls else stretch
    return [round(float(value), draw.decimals) for value in drawn]


def _shares(draw: Draw, random: np.random.Generator) -> list[float]:
    """Shares of 100 in random order, neighbours in size at least 12 degrees of the circle apart if they can be.

    Works in units of the last decimal, so that the shares sum to exactly 100; the largest takes the remainder.
    """
    n, scale = len(draw.values), 10**draw.decimals
    step = min(int(np.ceil(12 / 360 * 100 * scale)), int(90 * scale / (n * (n - 1) / 2)))
    left = 100 * scale - step * n * (n - 1) // 2
    smallest = max(1, int(left / n * random.uniform(0.6, 1)))
    shares = smallest + step * np.arange(n)
    shares[-1] += 100 * scale - shares.sum()
    return [round(int(share) / scale, draw.decimals) for share in random.permutation(shares)]


def _cloud(draw: Draw, random: np.random.Generator) -> list[float]:
    """Spread values that rise or fall, by chance, along x with much or little noise: the rows are in the order of x."""
    spread, n = _spread(draw, random), len(draw.values)
    order = np.argsort(np.argsort(np.arange(n) + random.normal(0, n * random.choice([0.15, 0.25, 3]), n)))
    drawn = spread[order] if random.integers(2) else spread[order][::-1]
    return [round(float(value), draw.decimals) for value in drawn]


_CATEGORY = {
    "quantity": "value",
    "quantity_of": "value of {category}",
    "item": "category",
    "items": "categories",
    "over": "shown",
    "range_of": "values shown",
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
                "range_of": "values shown",
            },
            ("Position", "Value"),
            _shuffled,
            from_zero=lambda values: min(values) < 0.4 * max(values),
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
                "over": "shown",
                "range_of": "y-values shown",
            },
            ("x", "y"),
            _cloud,
            from_zero=lambda values: min(values) >= 0,
        ),
    )
}
"""Every chart type by name; its drawing is in `drawing.DRAW`."""

UNNAMED_POINTS = {
    "quantity_of": "y-value at x = {category}",
    "that_of": "that at x = {category}",
}
"""What changes in the anonymised wording of a scatterplot whose points have no names, only a place on x."""
