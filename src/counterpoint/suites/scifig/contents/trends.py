"""How a row of values runs, computed from the values, and the words that say so."""

from collections.abc import Sequence
from itertools import pairwise

from counterpoint.stimuli.scientific.spec import ScientificFigure, Trend
from counterpoint.suites.scifig.contents.values import READABLE, place

_FLAT, _CLEAR = 0.08, 0.12
"""Shares of the axis: a row that stays within the first is flat, and a rise or fall is at least the second."""
_BACK = 0.25
"""Largest part of a rise that may be lost again on the way for it to be one rise."""
_UP = ("rise", "rises", "rising", "rose", "increase", "increases", "increasing", "increased", "grows", "climbs")
_DOWN = ("fall", "falls", "falling", "fell", "decrease", "decreases", "decreasing", "decreased", "declines", "drops")
_UPWARD = (*_UP, "upward", "goes up")
_DOWNWARD = (*_DOWN, "decline", "drop", "downward", "goes down")
_FLAT_WORDS = ("flat", "stable", "constant", "steady", "unchanged", "little change", "level", "plateau")


def _turns(first: Sequence[str], then: Sequence[str]) -> tuple[str, ...]:
    links = ("then", "and then", "before")
    return tuple(f"{a} {link} {b}" for a in first for link in links for b in then)


TREND_WORDS: dict[Trend, tuple[str, ...]] = {
    "rises": _UPWARD,
    "falls": _DOWNWARD,
    "flat": _FLAT_WORDS,
    "rises_then_falls": ("peaks", "peak", "rises and falls", *_turns(_UP[:8], _DOWN)),
    "falls_then_rises": ("dips", "trough", "falls and rises", "recovers", *_turns(_DOWN[:8], _UP)),
}
"""Words that say a trend."""
AGAINST: dict[Trend, tuple[str, ...]] = {
    "rises": (*_DOWNWARD, *_FLAT_WORDS),
    "falls": (*_UPWARD, *_FLAT_WORDS),
    "flat": (*_UPWARD, *_DOWNWARD),
    "rises_then_falls": (*TREND_WORDS["falls_then_rises"], "steadily rises", "steadily falls", *_FLAT_WORDS),
    "falls_then_rises": (*TREND_WORDS["rises_then_falls"], "steadily rises", "steadily falls", *_FLAT_WORDS),
}
"""Words that say another one."""
SAID: dict[Trend, str] = {
    "rises": "rises over the range shown",
    "falls": "falls over the range shown",
    "flat": "stays about flat over the range shown",
    "rises_then_falls": "rises and then falls",
    "falls_then_rises": "falls and then rises",
}
OPPOSITE: dict[Trend, Trend] = {
    "rises": "falls",
    "falls": "rises",
    "flat": "rises",
    "rises_then_falls": "falls_then_rises",
    "falls_then_rises": "rises_then_falls",
}


def run_of(figure: ScientificFigure, values: Sequence[float]) -> Trend | None:
    """Return how a row of values runs on the figure's axis; None where it is none of the five, or not clearly one."""
    shown = [place(figure, value) for value in values]
    low, high = min(shown), max(shown)
    if high - low <= _FLAT:
        return "flat"
    if high - low < _CLEAR or len(shown) < 3:
        return None
    peak, trough = shown.index(high), shown.index(low)
    for name, ends in (("rises", (low, high)), ("falls", (high, low))):
        if max(abs(shown[0] - ends[0]), abs(shown[-1] - ends[1])) <= READABLE and _lost(shown, name) <= _BACK:
            return name
    if min(high - shown[0], high - shown[-1]) >= _CLEAR and _turn(shown, peak, ("rises", "falls")):
        return "rises_then_falls"
    if min(shown[0] - low, shown[-1] - low) >= _CLEAR and _turn(shown, trough, ("falls", "rises")):
        return "falls_then_rises"
    return None


def trend(figure: ScientificFigure, panel: int, series: int) -> Trend | None:
    """Return how a line runs, where its specification and its values agree on it.

    Of bars it is what the values say where their categories follow from one another, and None where they do not.
    """
    found = run_of(figure, figure.panels[panel].values[series])
    if figure.chart_type == "line":
        return found if found == figure.trends[panel][series] else None
    return found if figure.chart_type == "bar" and figure.sequence and figure.arrangement != "stacked" else None


def crossings(figure: ScientificFigure, panel: int, first: int, second: int) -> int | None:
    """Return how often two lines cross; None where they run too near to each other to be sure."""
    rows = figure.panels[panel].values
    gaps = [place(figure, a) - place(figure, b) for a, b in zip(rows[first], rows[second], strict=True)]
    if min(map(abs, gaps)) < READABLE:
        return None
    return sum(a * b < 0 for a, b in pairwise(gaps))


def _lost(shown: Sequence[float], name: Trend) -> float:
    """Return the largest step back, as a part of the whole rise or fall."""
    steps = [b - a if name == "rises" else a - b for a, b in pairwise(shown)]
    return max(0.0, -min(steps)) / (max(shown) - min(shown))


def _turn(shown: Sequence[float], at: int, runs: tuple[Trend, Trend]) -> bool:
    parts = (shown[: at + 1], shown[at:])
    return all(len(part) > 1 and _lost(part, name) <= _BACK for part, name in zip(parts, runs, strict=True))
