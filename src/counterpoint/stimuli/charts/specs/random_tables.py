"""One try at a random table of each kind: the values of the facts' rows drawn anew, seeded by the caller."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from counterpoint.stimuli.charts.specs.facts import Table

NARROWER = 0.2
"""By how much of the facts' range each end may move inwards where the range is asked."""
LEAST_SHARE = 6
"""Least share of a series in a random whole, in percent."""

Rows = list[dict[str, Any]]
"""What a try changes in each row of the table: measure -> number, or group -> name."""


@dataclass(frozen=True)
class Draw:
    """What a random table must suit: the facts, what is asked of them, decimals.

    `falls`: rows of each stretch whose trend is asked, in order, and whether random values fall over it.
    `narrower`: whether the range is asked, so that it must differ from that of the facts.
    `rises`: whether random values rise or fall along x, where their correlation is asked.
    `outlier`: whether a point must lie apart. `near`: the place (x, value) at which a cluster is asked, and `gathered`
    whether the random points have one there. `above`: pairs of rows, of which the first must lie above the second.
    """

    table: "Table"
    decimals: int
    falls: tuple[tuple[tuple[int, ...], bool], ...] = ()
    narrower: bool = False
    rises: bool | None = None
    outlier: bool = False
    near: tuple[float, float] | None = None
    gathered: bool = False
    above: tuple[tuple[int, int], ...] = ()

    def column(self, measure: str) -> list[float]:
        """Return a measure of all rows."""
        return [getattr(fact, measure) for fact in self.table]

    @property
    def planted(self) -> bool:
        """Whether the points must have an outlier, or have or lack a cluster, and can: they differ in both measures."""
        asked = self.outlier or self.near is not None
        return asked and all(len(set(self.column(measure))) > 1 for measure in ("x", "value"))


def _ends(values: Sequence[float], narrower: bool, random: np.random.Generator) -> tuple[float, float]:
    """Return the range of the values, or a narrower one."""
    low, high = min(values), max(values)
    inwards = random.uniform(0, NARROWER, 2) * (high - low) if narrower else (0, 0)
    return low + inwards[0], high - inwards[1]


def _spread(values: Sequence[float], narrower: bool, random: np.random.Generator) -> np.ndarray:
    """Ascending numbers over the range of the values, or a narrower one, one in each of n equal parts of it.

    Neighbours differ by at least half a part, so that no two marks look alike.
    """
    (low, high), n = _ends(values, narrower, random), len(values)
    return low + (high - low) * (np.arange(n) + 0.5 + random.uniform(-0.25, 0.25, n)) / n


def _valued(numbers: Sequence[float], decimals: int) -> Rows:
    return [{"value": round(float(number), decimals)} for number in numbers]


def shuffled(draw: Draw, random: np.random.Generator) -> Rows:
    """Spread values in random order; rising or falling, as told, over each stretch whose trend is asked."""
    drawn = random.permutation(_spread(draw.column("value"), draw.narrower, random))
    for rows, falls in draw.falls:
        stretch = np.sort(drawn[list(rows)])
        drawn[list(rows)] = stretch[::-1] if falls else stretch
    return _valued(drawn, draw.decimals)


def permuted(draw: Draw, random: np.random.Generator) -> Rows:
    """The facts' own values, and groups where there are any, given to other marks."""
    order = random.permutation(len(draw.table))
    rows = [{"value": draw.table[row].value} for row in order]
    if draw.table[0].group is not None:
        rows = [{**row, "group": draw.table[source].group} for row, source in zip(rows, order, strict=True)]
    return rows


def shares(draw: Draw, random: np.random.Generator) -> Rows:
    """Shares of 100 in random order, neighbours in size at least 12 degrees of the circle apart if they can be."""
    return _valued(random.permutation(_parts_of_100(len(draw.table), 12 / 360, draw.decimals, random)), draw.decimals)


def shares_of_categories(draw: Draw, random: np.random.Generator) -> Rows:
    """Shares of 100 in each category, of random size and order, none below `LEAST_SHARE`."""
    numbers: dict[int, float] = {}
    for category in dict.fromkeys(fact.category for fact in draw.table):
        rows = [row for row, fact in enumerate(draw.table) if fact.category == category]
        free = random.dirichlet(np.full(len(rows), 1.5)) * (100 - LEAST_SHARE * len(rows)) + LEAST_SHARE
        parts = [round(float(part), draw.decimals) for part in free]
        parts[-1] = round(100 - sum(parts[:-1]), draw.decimals)
        numbers |= dict(zip(rows, random.permutation(parts), strict=True))
    return _valued([numbers[row] for row in range(len(draw.table))], draw.decimals)


def _parts_of_100(n: int, apart: float, decimals: int, random: np.random.Generator) -> list[float]:
    """Return ascending parts of 100, neighbours at least `apart` (of the whole) apart if they can be.

    Works in units of the last decimal, so that the parts sum to exactly 100; the largest takes the remainder.
    """
    scale = 10**decimals
    step = min(int(np.ceil(apart * 100 * scale)), int(90 * scale / (n * (n - 1) / 2)))
    left = 100 * scale - step * n * (n - 1) // 2
    smallest = max(1, int(left / n * random.uniform(0.6, 1)))
    parts = smallest + step * np.arange(n)
    parts[-1] += 100 * scale - parts.sum()
    return [int(part) / scale for part in parts]


def _along(ranks: np.ndarray, rises: bool | None, random: np.random.Generator) -> np.ndarray:
    """Return ranks that rise or fall along the given ones with some noise, or without relation where none is asked."""
    n = len(ranks)
    noise = 3 if rises is None else random.choice([0.18, 0.25, 0.32])
    order = np.argsort(np.argsort(ranks + random.normal(0, n * noise, n)))
    return n - 1 - order if rises is False else order


def cloud(draw: Draw, random: np.random.Generator) -> Rows:
    """Spread values that rise or fall along x, whose places stay those of the facts."""
    x = np.array(draw.column("x"))
    if draw.planted:
        values = _planted(draw, x, random)[1]
    else:
        spread = _spread(draw.column("value"), draw.narrower, random)
        values = spread[_along(np.argsort(np.argsort(x)), draw.rises, random)]
    for upper, lower in draw.above:
        if values[upper] < values[lower]:
            values[[upper, lower]] = values[[lower, upper]]
    return _valued(values, draw.decimals)


def _room(x: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return how far the third nearest other point is from each, in the ranges of x and value."""
    places = np.column_stack([(v - v.min()) / (np.ptp(v) or 1) for v in (x, values)])
    distances = np.sort(np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1)), axis=1)
    return distances[:, min(3, len(x) - 1)]


def bubbles(draw: Draw, random: np.random.Generator) -> Rows:
    """Spread places on x in random order, values that rise or fall along them; the facts' sizes, small in crowds."""
    ranks = random.permutation(len(draw.table))
    x = _spread(draw.column("x"), False, random)[ranks]
    if draw.planted:
        x, values = _planted(draw, x, random, moves=True)
    else:
        values = _spread(draw.column("value"), draw.narrower, random)[_along(ranks, draw.rises, random)]
    sizes = np.empty(len(x))
    sizes[np.argsort(_room(x, values) * random.lognormal(0, 0.3, len(x)))] = np.sort(draw.column("size"))
    digits = 2 - int(np.floor(np.log10(np.ptp(x) or 1)))
    rounded = _valued(values, draw.decimals)
    return [
        {**row, "x": round(float(place), digits), "size": float(size)}
        for row, place, size in zip(rounded, x, sizes, strict=True)
    ]


def _planted(
    draw: Draw, x: np.ndarray, random: np.random.Generator, moves: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Return x and values of points around a line, with a cluster or none where it is asked, and one point far off.

    Only the points of a cluster move on x, and only where they may (`moves`). Works in shares of the ranges.
    """
    low, high = _ends(draw.column("value"), draw.narrower, random)
    left, width = x.min(), np.ptp(x)
    u, n = (x - left) / width, len(x)
    near = draw.near or (left + width / 2, (low + high) / 2)
    at, height = (near[0] - left) / width, (near[1] - low) / (high - low)
    through = height + random.uniform(-0.15, 0.15)
    if draw.near is not None and not draw.gathered:
        through = height + random.choice([-1, 1]) * random.uniform(0.2, 0.4)
    through = float(np.clip(through, 0.1, 0.9))
    slope = _slope(draw.rises, at, through, random)
    noise = max(abs(slope), 0.4) * random.uniform(0.2, 0.45)
    v = through + slope * (u - at) + random.uniform(-noise, noise, n)
    group = np.array([], dtype=int)
    if draw.gathered:
        group = random.permutation(n)[:5] if moves else np.argsort(np.abs(u - at))[:5]
        u[group] = at + random.uniform(-0.05, 0.05, len(group)) if moves else u[group]
        v[group] = height + random.uniform(-0.05, 0.05, len(group))
    elif draw.near is not None:
        room = np.sqrt(np.maximum(0.22**2 - (u - at) ** 2, 0))
        inside = np.abs(v - height) < room
        v[inside] = height + np.where(through > height, room, -room)[inside]
    if draw.outlier:
        lone = int(random.choice(np.setdiff1d(np.arange(n), group)))
        line = through + slope * (u[lone] - at)
        v[lone] = line + random.uniform(0.35, 0.6) * (1 if line < 0.5 else -1)
    return left + width * u, low + (high - low) * np.clip(v, 0, 1)


def _slope(rises: bool | None, at: float, through: float, random: np.random.Generator) -> float:
    """Return a slope of a line through the place given that stays within the unit square, 0 where none is asked."""
    if rises is None:
        return 0.0
    sign = 1 if rises else -1
    before, after = (through, 1 - through) if rises else (1 - through, through)
    room = min(before / max(at, 0.05), after / max(1 - at, 0.05), 0.8)
    return sign * room * random.uniform(0.6, 1)
