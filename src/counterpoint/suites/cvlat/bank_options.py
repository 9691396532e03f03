"""Answer options of the bank's items: distractors far enough to tell apart, focal answers spread over the slots."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations, zip_longest
from typing import Any

import numpy as np

SLOTS = 4
"""Options of a five-option item beside Omit."""
TRIES = 12
ROUNDS = 40
SPACINGS = (2.0, 1.5, 1.0)
"""Distances between a distractor and its neighbours, in units of the least one: the widest that fits is taken."""

Slots = tuple[int, int | None]
"""Places of the visual and, where it is an option of its own, the factual answer among the four."""
Distance = Callable[[Any, Any], float]


@dataclass(frozen=True)
class Scale:
    """How values lie in a picture: ends of the value axis, and the least distance of two options, in its unit.

    `least` and `most` are what the quantity can be at all: no option lies beyond them.
    """

    low: float
    high: float
    gap: float
    least: float = -np.inf
    most: float = np.inf


def number_pool(
    focal: Sequence[float], scale: Scale, gap: float, decimals: int, random: np.random.Generator
) -> list[float]:
    """Return distractors for a number: over the axis, and far enough beyond it for three to stand on either side."""
    low = min(scale.low, min(focal) - 4 * gap)
    low = max(low, 0) if scale.low >= 0 else low
    high = max(scale.high, max(focal) + 4 * gap)
    places = np.arange(low + scale.gap / 2, high, gap / 2)
    drawn = places + random.uniform(0, gap / 2, len(places))
    rounded = {round(float(number), decimals) for number in drawn}
    return sorted(number for number in rounded if scale.least < number < scale.most)


def range_pool(
    focal: Sequence[tuple[float, float]], scale: Scale, gap: float, decimals: int, random: np.random.Generator
) -> list[tuple[float, float]]:
    """Return distractors for a range: ends of the focal ones and others, at least 0.3 axis lengths wide."""
    lows = [low for low, _ in focal] + number_pool([low for low, _ in focal], scale, gap, decimals, random)
    highs = [high for _, high in focal] + number_pool([high for _, high in focal], scale, gap, decimals, random)
    least = 0.3 * (scale.high - scale.low)
    return sorted({(low, high) for low in lows for high in highs if high - low >= least})


def layouts(
    visual: Any,
    factual: Any | None,
    pools: Sequence[tuple[Sequence[Any], float]],
    distance: Distance,
    random: np.random.Generator,
) -> dict[Slots, list[Any]]:
    """Return the ways to lay out four options in ascending order, by the slots of the focal answers.

    `pools` are (candidates, least distance to every other option), the preferred first. A factual answer equal
    to the visual one, or None, is no option of its own.
    """
    focal = [visual] if factual is None or factual == visual else [visual, factual]
    found: dict[Slots, list[Any]] = {}
    for slots, options in _fillings(sorted(focal), pools, distance, random):
        places = dict(zip(sorted(focal), slots, strict=True))
        key = (places[visual], places[factual] if len(focal) == 2 else None)
        found.setdefault(key, options)
    return found


def name_layouts(
    visual: str, factual: str, names: Sequence[str], random: np.random.Generator
) -> dict[Slots, list[str]]:
    """Return the ways to lay out four names, which have no order of their own; none if there are fewer than four.

    The others are short and long names in turn, so that the length of a name says nothing about it.
    """
    focal = list(dict.fromkeys([visual, factual]))
    others = [name for name in names if name not in focal]
    if len(focal) + len(others) < SLOTS:
        return {}
    found: dict[Slots, list[str]] = {}
    for places in permutations(range(SLOTS), len(focal)):
        rest = iter(_short_and_long(others, random))
        names_at = dict(zip(places, focal, strict=True))
        options = [names_at.get(slot) or next(rest) for slot in range(SLOTS)]
        found[places[0], places[1] if len(focal) == 2 else None] = options
    return found


def _short_and_long(names: Sequence[str], random: np.random.Generator) -> list[str]:
    """Return names in random order, of the shorter and of the longer half in turn."""
    by_length = sorted((names[place] for place in random.permutation(len(names))), key=len)
    halves = by_length[: len(names) // 2], by_length[len(names) // 2 :]
    mixed = [[half[place] for place in random.permutation(len(half))] for half in halves]
    return [name for pair in zip_longest(*mixed) for name in pair if name is not None]


def _fillings(
    focal: list[Any],
    pools: Sequence[tuple[Sequence[Any], float]],
    distance: Distance,
    random: np.random.Generator,
) -> Iterator[tuple[tuple[int, ...], list[Any]]]:
    if len(focal) == 1:
        places = [(slot,) for slot in range(SLOTS)]
    else:
        places = [(a, b) for a in range(SLOTS) for b in range(a + 1, SLOTS)]
    for slots in places:
        fences = [-1, *slots, SLOTS]
        counts = [right - left - 1 for left, right in pairwise(fences)]
        for candidates, gap in pools:
            options = _fill(focal, counts, candidates, gap, distance, random)
            if options is not None:
                yield slots, options
                break


def _fill(
    focal: list[Any],
    counts: list[int],
    candidates: Sequence[Any],
    gap: float,
    distance: Distance,
    random: np.random.Generator,
) -> list[Any] | None:
    """Return the focal answers and, in each region that they fence off, as many distractors as it must hold."""
    regions = [
        [c for c in candidates if (i == 0 or c > focal[i - 1]) and (i == len(focal) or c < focal[i])]
        for i in range(len(focal) + 1)
    ]
    for _ in range(TRIES):
        chosen = list(focal)
        for region, count in zip(regions, counts, strict=True):
            missing = count
            for index in random.permutation(len(region)):
                if missing == 0:
                    break
                if all(distance(region[index], other) >= gap for other in chosen):
                    chosen.append(region[index])
                    missing -= 1
            if missing:
                break
        else:
            return sorted(chosen)
    return None


def balanced(choices: Sequence[Sequence[Slots]], counts: np.ndarray, random: np.random.Generator) -> list[Slots]:
    """Choose one layout an item so that visual, and factual, answers fill the four slots as evenly as can be.

    `counts`, of shape (2, 4), says how often visual and factual answers of other items fill each slot; the chosen ones
    are added to it. Coordinate descent from several seeded starts on the sum of squared slot counts of both; an item
    without a factual option counts in the visual sum only.
    """
    best, best_counts, best_cost = [], counts, float("inf")
    for _ in range(ROUNDS if choices else 0):
        chosen = [item[random.integers(len(item))] for item in choices]
        filled = counts.copy()
        for slots in chosen:
            _count(filled, slots, 1)
        changed = True
        while changed:
            changed = False
            for number in random.permutation(len(choices)):
                _count(filled, chosen[number], -1)
                costs = [_cost(filled, slots) for slots in choices[number]]
                if min(costs) < _cost(filled, chosen[number]):
                    chosen[number] = choices[number][int(np.argmin(costs))]
                    changed = True
                _count(filled, chosen[number], 1)
        cost = float((filled**2).sum())
        if cost < best_cost:
            best, best_counts, best_cost = list(chosen), filled, cost
    counts[:] = best_counts
    return best


def _count(counts: np.ndarray, slots: Slots, sign: int) -> None:
    for row, slot in enumerate(slots):
        if slot is not None:
            counts[row, slot] += sign


def _cost(counts: np.ndarray, slots: Slots) -> float:
    """Return by how much a layout raises the sum of squares."""
    return sum(2 * counts[row, slot] + 1 for row, slot in enumerate(slots) if slot is not None)
