"""Made-up measurements: values with noise, error bars and shares whose extremes and trends can be told from a figure.

A draw in which an extreme is not alone by a visible margin, or a line does not run as declared, is drawn again.
"""

from collections.abc import Sequence

import numpy as np

from counterpoint.stimuli.scientific.numbers import along_axis, leads, linear_ticks, log_ticks, trend
from counterpoint.stimuli.scientific.spec import Trend
from counterpoint.stimuli.scientific.studies.study import Quantity

MARGIN = 0.025
"""By which the highest and the lowest value of a panel are alone, as a share of the value axis."""
NARROW_MARGIN = 0.012
"""The same within one series."""
DRAWS = 2000
"""Draws after which a study is taken to be impossible; a few do as a rule."""
Panels = tuple[tuple[tuple[float, ...], ...], ...]
"""Values by panel, series and category."""


def bar_values(
    quantity: Quantity,
    shape: tuple[int, int, int],
    rng: np.random.Generator,
    *,
    ordered: bool,
    stacked: bool,
    distinct: bool,
) -> tuple[Panels, tuple[float, ...]]:
    """Return values by panel, series and category (`shape`), and the ticks of their axis.

    `ordered` categories change steadily; `distinct` values are all written differently, and unlike any tick.
    """
    for _ in range(DRAWS):
        values = _rounded(quantity, _bar_effects(shape, rng, ordered))
        heights = values.sum(axis=1) if stacked else values
        top = heights.max()
        ticks = log_ticks(values.min(), top) if quantity.log else linear_ticks(0, top, zero=True)
        places = along_axis(values, ticks, quantity.log)
        written = np.concatenate([values.ravel(), ticks]) if distinct else values[0, 0]
        if (
            all(leads(along_axis(panel, ticks, quantity.log), MARGIN) for panel in heights)
            and all(leads(panel, NARROW_MARGIN) for panel in places)
            and all(leads(row, NARROW_MARGIN) for panel in places for row in panel)
            and len(np.unique(written.round(6))) == written.size
        ):
            return _panels(values), ticks
    raise RuntimeError(f"{quantity.title}: no draw of {shape} values in {DRAWS} has extremes that stand alone")


def _bar_effects(shape: tuple[int, int, int], rng: np.random.Generator, ordered: bool) -> np.ndarray:
    """Return shares of the quantity's range: effects of panel, series and category, and noise."""
    panels, series, categories = shape
    steps = rng.dirichlet(np.full(categories, 1.5))
    levels = np.cumsum(0.35 / categories + 0.65 * steps)
    if ordered:
        peak = rng.choice([0, categories - 1, int(rng.integers(1, categories - 1))])
        nearest = np.argsort(np.abs(np.arange(categories) - peak), kind="stable")
        levels = levels[::-1][np.argsort(nearest)]
    else:
        levels = rng.permutation(levels)
    kinds = rng.permutation(np.linspace(-0.3, 0.3, series)) if series > 1 else np.zeros(1)
    places = 0.12 * rng.standard_normal((panels, 1, 1)) if panels > 1 else np.zeros((1, 1, 1))
    mixed = (0.09 if series > 1 or panels > 1 else 0.0) * rng.standard_normal(shape)
    return places + kinds[None, :, None] + levels[None, None] + mixed


def _rounded(quantity: Quantity, effects: np.ndarray) -> np.ndarray:
    """Return values from effects: the least near the quantity's lowest value, the greatest near its highest."""
    shares = (effects - effects.min()) / np.ptp(effects)
    return _on_range(quantity, 0.04 + 0.92 * shares)


def _on_range(quantity: Quantity, shares: np.ndarray) -> np.ndarray:
    """Return values at shares of the quantity's range, 0 to 1, with the decimals that are reported."""
    if quantity.log:
        values = quantity.low * (quantity.high / quantity.low) ** shares
        figures = 10.0 ** (np.floor(np.log10(values)) - 2)  # three figures are reported
        values = np.round(np.round(values / figures) * figures, 10)
    else:
        values = quantity.low + (quantity.high - quantity.low) * shares
    return np.round(values, quantity.decimals)


def _panels(values: np.ndarray) -> Panels:
    return tuple(tuple(tuple(map(float, row)) for row in panel) for panel in values)


def error_bars(quantity: Quantity, values: Panels, ticks: Sequence[float], rng: np.random.Generator) -> Panels:
    """Return half lengths of error bars: a few percent of each value, within the axis and what the unit allows."""
    table = np.array(values)
    if quantity.log:
        halves = table * rng.uniform(0.12, 0.3, table.shape)
        floor = table - ticks[0]
    else:
        halves = table * rng.uniform(0.02, 0.06, table.shape) + (ticks[-1] - ticks[0]) * rng.uniform(0.006, 0.015)
        floor = table - max(ticks[0], 0)
    ceiling = (min(ticks[-1], 100) if quantity.unit == "%" else ticks[-1]) - table
    halves = np.minimum(halves, np.minimum(floor, ceiling))
    units = 10.0**quantity.decimals
    return _panels(np.round(np.maximum(np.floor(halves * units), 1) / units, quantity.decimals))


def line_values(
    quantity: Quantity,
    shape: tuple[int, int, int],
    allowed: Sequence[Trend],
    rng: np.random.Generator,
) -> tuple[Panels, tuple[float, ...], tuple[tuple[Trend, ...], ...]]:
    """Return values by panel, series and place (`shape`), the ticks of their axis, and how each line runs."""
    panels, series, points = shape
    for _ in range(DRAWS):
        runs = [[allowed[rng.integers(len(allowed))] for _ in range(series)] for _ in range(panels)]
        if any(row.count("flat") > 1 for row in runs) or (series == 1 and any("flat" in row for row in runs)):
            continue
        shares = np.array([_lines(row, points, rng) for row in runs])
        values = _on_range(quantity, shares)
        low, high = values.min(), values.max()
        ticks = log_ticks(low, high) if quantity.log else linear_ticks(low, high, zero=low < 0.45 * high)
        places = along_axis(values, ticks, quantity.log)
        lines = [pair for panel, row in zip(places, runs, strict=True) for pair in zip(panel, row, strict=True)]
        if (
            all(trend(line) == run for line, run in lines)
            and all(run == "flat" or leads(line, NARROW_MARGIN) for line, run in lines)
            and all(leads(panel.max(axis=1), MARGIN) and leads(panel[:, -1], MARGIN) for panel in places)
            and all(_apart(panel) for panel in places)
        ):
            return _panels(values), ticks, tuple(map(tuple, runs))
    raise RuntimeError(f"{quantity.title}: no draw of {shape} values in {DRAWS} runs as declared")


def _apart(lines: np.ndarray) -> bool:
    """Whether no two lines run on top of each other."""
    return all(np.abs(lines[one] - lines[other]).mean() >= 0.05 for one in range(len(lines)) for other in range(one))


def _lines(runs: Sequence[Trend], points: int, rng: np.random.Generator) -> np.ndarray:
    """Return a line of each run as shares of the quantity's range."""
    ranks = (rng.permutation(len(runs)) + rng.uniform(0.2, 0.8, len(runs))) / len(runs)
    lines = [_line(run, points, rank, rng) for run, rank in zip(runs, ranks, strict=True)]
    return np.clip(lines, 0, 1)


def _line(run: Trend, points: int, rank: float, rng: np.random.Generator) -> np.ndarray:
    """Return one line as shares of the range; a higher `rank`, 0 to 1, is a higher line."""
    noise = 0.01 * rng.standard_normal(points)
    if run == "flat":
        return 0.1 + 0.8 * rank + noise
    along = np.linspace(0, 1, points)
    if run in ("rises", "falls"):
        climb = _climb(along, rng)
        low, high = 0.02 + 0.35 * rank * rng.uniform(0.3, 1), 0.4 + 0.58 * rank
        if run == "falls":  # all begin high, and the lower the rank the lower they end
            climb, low, high = climb[::-1], 0.04 + 0.5 * rank, 0.98 - rng.uniform(0, 0.25)
        return low + (high - low) * climb + noise
    peak = along[rng.integers(max(1, points // 4), max(2, points - points // 4))]
    width = np.where(along < peak, rng.uniform(0.18, 0.4), rng.uniform(0.18, 0.4))
    hill = np.exp(-0.5 * ((along - peak) / width) ** 2)
    low, high = rng.uniform(0.03, 0.2), 0.4 + 0.58 * rank
    if run == "falls_then_rises":
        low, high = 0.03 + 0.5 * rank, 0.98 - rng.uniform(0, 0.2)
        hill = 1 - hill
    return low + (high - low) * hill + noise


def _climb(along: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return a way from 0 to 1: a power, a saturation or an S."""
    shape = rng.integers(3)
    if shape == 0:
        return along ** rng.uniform(0.7, 1.6)
    if shape == 1:
        way = 1 - np.exp(-rng.uniform(1.2, 2.2) * along)
    else:
        way = 1 / (1 + np.exp(-rng.uniform(4, 7) * (along - rng.uniform(0.35, 0.6))))
    return (way - way[0]) / (way[-1] - way[0])


def shares(slices: int, panels: int, decimals: int, rng: np.random.Generator) -> Panels:
    """Return the percentages of each panel's slices, which add up to 100 as written and all differ visibly."""
    units = 100 * 10**decimals
    found = []
    while len(found) < panels:
        parts = rng.dirichlet(np.full(slices, 1.6)) * units
        counts = np.floor(parts).astype(int)
        counts[np.argsort(counts - parts)[: units - counts.sum()]] += 1
        ranked = np.sort(counts) / 10**decimals
        row = tuple(round(float(count) / 10**decimals, decimals) for count in counts)
        apart = leads(ranked / 100, 0.02) and np.diff(ranked).min() >= 0.7
        if ranked[0] >= 4 and ranked[-1] <= 45 and apart and not any(set(row) & set(other) for other in found):
            found.append(row)
    return tuple((row,) for row in found)
