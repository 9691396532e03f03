"""A figure's values: where each lies on its axis, how it is written, and what it is called in a sentence."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from counterpoint.stimuli.scientific.spec import ScientificFigure

READABLE = 0.02
"""Distance that a reader can see, as a share of the axis; also the largest error of a value read rightly."""
CLEAR = 0.05
"""Distance that a reader sees at a glance, as a share of the axis."""
PIE_POINTS = 3.0
"""Largest error of a pie's percentage read rightly (SciFig-Eval), in percentage points."""


@dataclass(frozen=True)
class Mark:
    """One bar, part of a bar, point of a line, or slice: indices into the figure's panels, series and categories."""

    panel: int
    series: int
    category: int


def marks(figure: ScientificFigure) -> Iterator[Mark]:
    """Give every mark of a figure, panel by panel, series by series."""
    for panel, shown in enumerate(figure.panels):
        for series, row in enumerate(shown.values):
            for category in range(len(row)):
                yield Mark(panel, series, category)


def value(figure: ScientificFigure, mark: Mark) -> float:
    """Return a mark's value, in the y axis' unit or in per cent of a pie."""
    return figure.panels[mark.panel].values[mark.series][mark.category]


def place(figure: ScientificFigure, number: float) -> float:
    """Return where a number lies on the axis of values: 0 at its first tick, 1 at its last. Of a pie its share."""
    if figure.chart_type == "pie":
        return number / 100
    low, high = figure.ticks[0], figure.ticks[-1]
    if figure.y.log:
        return math.log(number / low) / math.log(high / low)
    return (number - low) / (high - low)


def apart(figure: ScientificFigure, first: float, second: float) -> float:
    """Return how far two numbers lie apart on the axis of values, as a share of the axis."""
    return abs(place(figure, first) - place(figure, second))


def margin(figure: ScientificFigure) -> float:
    """Return how far two values must lie apart for a reader to be sure which is larger, as a share of the axis.

    Parts of stacked bars start at different heights, and are compared less surely.
    """
    return 2 * READABLE if figure.arrangement == "stacked" else READABLE


def tolerance(figure: ScientificFigure, number: float) -> float:
    """Return how far a reading of a value may be off: 2 % of the axis, or 3 points of a pie."""
    if figure.chart_type == "pie":
        return PIE_POINTS
    low, high = figure.ticks[0], figure.ticks[-1]
    if figure.y.log:
        return number * ((high / low) ** READABLE - 1)
    return READABLE * (high - low)


def decimals(figure: ScientificFigure) -> int:
    """Return how many decimals values are written with: as the axis says, of a pie as many as its shares need."""
    if figure.y is not None:
        return figure.y.decimals
    shares = [value(figure, mark) for mark in marks(figure)]
    return next((n for n in (0, 1) if all(abs(round(share, n) - share) < 1e-9 for share in shares)), 1)


def written(figure: ScientificFigure, number: float) -> str:
    """Return a value as figures are written: without separators of thousands."""
    return f"{number:.{decimals(figure)}f}"


def with_unit(figure: ScientificFigure, number: float) -> str:
    """Return a value with its unit."""
    unit = "%" if figure.y is None else figure.y.unit
    return f"{written(figure, number)} {unit}".strip()


def inline(title: str) -> str:
    """Return a title for the middle of a sentence: a capital stays where it is part of a name, as in pH or CO2."""
    return title[:1].lower() + title[1:] if title[1:2].islower() or title[1:2] == " " else title


def sentence(text: str) -> str:
    """Return a text with a capital at its start; what is written in another way of its own (pH) stays as it is."""
    return text[:1].upper() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def letter(panel: int) -> str:
    """Return the letter that a panel is called by, as in its title."""
    return f"({'abcdefgh'[panel]})"


def measure(figure: ScientificFigure) -> str:
    """Return what the values are, for the middle of a sentence."""
    return "share" if figure.y is None else inline(figure.y.title)


def at(figure: ScientificFigure, category: int) -> str:
    """Return where a category stands, as 'at 20 min' or 'for clay'."""
    name = figure.categories[category]
    if figure.x_values is None:
        return f"for {name}"
    return f"at {name} {figure.x.unit}" if figure.x.unit else f"at {inline(figure.x.title)} {name}"


def panel_words(figure: ScientificFigure, panel: int) -> str:
    """Return ' in panel (a)' where a figure has several panels, else nothing."""
    return f" in panel {letter(panel)}" if len(figure.panels) > 1 else ""


def of_series(figure: ScientificFigure, series: int) -> str:
    """Return ' of Drained' where a figure has several series, else nothing."""
    return f" of {figure.series[series]}" if len(figure.series) > 1 else ""


def called(figure: ScientificFigure, mark: Mark) -> str:
    """Return what a mark's value is called, e.g. 'the soil respiration of Drained at 20 min in panel (a)'."""
    if figure.chart_type == "pie":
        return f"the share of {figure.categories[mark.category]}{panel_words(figure, mark.panel)}"
    where = f"{of_series(figure, mark.series)} {at(figure, mark.category)}{panel_words(figure, mark.panel)}"
    return f"the {measure(figure)}{where}"


def names_of(figure: ScientificFigure, *shown: Mark) -> tuple[tuple[str, ...], ...]:
    """Return what a sentence has to name to speak of marks: their series, categories and panels, each once."""
    found: dict[tuple[str, ...], None] = {}
    for mark in shown:
        if len(figure.series) > 1 and figure.chart_type != "pie":
            found[(figure.series[mark.series],)] = None
        found[(figure.categories[mark.category],)] = None
        if len(figure.panels) > 1:
            found[panel_names(figure, mark.panel)] = None
    return tuple(found)


def panel_names(figure: ScientificFigure, panel: int) -> tuple[str, ...]:
    """Return the wordings that name a panel."""
    return tuple(filter(None, (f"panel {letter(panel)}", letter(panel), figure.panels[panel].title)))


def clashing(names: tuple[str, ...]) -> bool:
    """Return whether one of some names stands in another as words of it, so that naming one would name both."""
    return any(
        re.search(rf"(?<!\w){re.escape(a)}(?!\w)", b, re.IGNORECASE) is not None
        for i, a in enumerate(names)
        for j, b in enumerate(names)
        if i != j
    )
