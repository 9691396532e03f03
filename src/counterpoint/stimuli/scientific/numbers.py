"""Coordinates of values on an axis, its ticks, and what a row of values does: how far apart, how it runs."""

from collections.abc import Sequence

import numpy as np

from counterpoint.stimuli.charts.drawing.axes import round_ticks
from counterpoint.stimuli.scientific.spec import Trend

MOVE, WOBBLE = 0.12, 0.045
"""Shares of the value axis: what a line at least moves by to rise or fall, and at most moves by to be flat, or
against the way that it runs."""


def along_axis(values: Sequence[float] | np.ndarray, ticks: Sequence[float], log: bool) -> np.ndarray:
    """Return where values stand on an axis: 0 at its first tick, 1 at its last."""
    places, (low, high) = np.asarray(values, float), (ticks[0], ticks[-1])
    if log:
        places, low, high = np.log10(places), np.log10(low), np.log10(high)
    return (places - low) / (high - low)


def linear_ticks(low: float, high: float, zero: bool, most: int = 6) -> tuple[float, ...]:
    """Return round ticks around values from `low` to `high` (from zero if `zero`), which keep clear of both ends."""
    room = 0.03 * (high - low)
    ticks = round_ticks(0 if zero else low - room, high + room, most)
    return tuple(round(float(tick), 10) for tick in ticks)


def log_ticks(low: float, high: float) -> tuple[float, ...]:
    """Return the decades around positive values, the first well below `low` and the last above `high`."""
    first, last = np.floor(np.log10(low / 1.6)), np.ceil(np.log10(high * 1.1))
    return tuple(float(f"1e{decade:.0f}") for decade in np.arange(first, last + 1))


def leads(places: Sequence[float] | np.ndarray, margin: float) -> bool:
    """Whether the highest place is alone by a margin, and the lowest as well."""
    ranked = np.sort(np.ravel(places))
    return len(ranked) < 2 or bool(ranked[-1] - ranked[-2] >= margin and ranked[1] - ranked[0] >= margin)


def trend(places: Sequence[float] | np.ndarray) -> Trend | None:
    """Return how a line runs whose points stand at these places of the value axis; None where no word is true of it.

    A line that rises gains `MOVE` from its first to its last point, and never lies more than `WOBBLE` below where it
    was before; one that turns does both, one after the other.
    """
    places = np.asarray(places, float)
    if np.ptp(places) <= WOBBLE:
        return "flat"
    if _climbs(places):
        return "rises"
    if _climbs(-places):
        return "falls"
    top, bottom = int(places.argmax()), int(places.argmin())
    if _climbs(places[: top + 1]) and _climbs(-places[top:]):
        return "rises_then_falls"
    if _climbs(-places[: bottom + 1]) and _climbs(places[bottom:]):
        return "falls_then_rises"
    return None


def _climbs(places: np.ndarray) -> bool:
    return bool(places[-1] - places[0] >= MOVE and (np.maximum.accumulate(places) - places).max() <= WOBBLE)
