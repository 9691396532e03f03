"""The classes of a map's colours: equal steps between round numbers."""

from collections.abc import Sequence
from itertools import count, pairwise

import numpy as np

from counterpoint.stimuli.charts.specs.palette import RAMP

FEWEST = 3
"""Least number of classes of a map; the most are the colours of the ramp."""


def class_edges(values: Sequence[float], decimals: int) -> list[float]:
    """Return the ascending edges of 3 to 6 equal classes, round at the decimals given, that hold all values.

    The step is the smallest round one that gives so few classes: further values inside the edges change none. Raises
    ValueError where the values are too close to each other for three classes with these decimals.
    """
    scale = 10**decimals  # counts in units of the last decimal, in which every edge is whole
    low, high = (int(np.floor(round(value * scale, 6))) for value in (min(values), max(values)))
    steps = (factor * 10**power for power in count() for factor in (1, 2, 2.5, 3, 4, 5))
    step = next(int(step) for step in steps if step == int(step) and high // step - low // step < len(RAMP))
    first, last = low // step, high // step + 1  # the upper edge of a class is not part of it
    if last - first < FEWEST:
        raise ValueError(
            f"no {FEWEST} to {len(RAMP)} classes with {decimals} decimals hold the values from {min(values):g} to "
            f"{max(values):g}; give `decimals` one more"
        )
    return [number * step / scale for number in range(first, last + 1)]


def class_colours(ramp: Sequence[str], count: int) -> list[str]:
    """Return the colours of `count` classes, #RRGGBB, spread evenly over the ramp, whose ends they keep.

    Between two colours of the ramp they are mixed, so that the colours of a reversed ramp are the same reversed.
    """
    channels = np.array([[int(colour[place : place + 2], 16) for place in (1, 3, 5)] for colour in ramp])
    places = np.linspace(0, len(ramp) - 1, count)
    mixed = np.array([np.interp(places, np.arange(len(ramp)), channel) for channel in channels.T]).round().astype(int)
    return ["#{:02X}{:02X}{:02X}".format(*colour) for colour in mixed.T]


def class_of(value: float, edges: Sequence[float]) -> int:
    """Return the number of the class that holds a value, counted from the lowest."""
    return next(number for number, (low, high) in enumerate(pairwise(edges)) if low <= value < high)


def class_names(edges: Sequence[float], decimals: int, unit: str) -> list[str]:
    """Return the classes as a legend and options write them: the least and the largest number that each holds."""
    behind = unit if unit in ("", "%") else f" {unit}"
    names = []
    for low, high in pairwise(edges):
        ends = [f"{end:,.{decimals}f}" for end in (low, high - 10.0**-decimals)]
        names.append(" - ".join(dict.fromkeys(ends)) + behind)
    return names
