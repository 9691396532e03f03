"""The legend of a scientific figure: entries in columns, placed beside the panels or where nothing is drawn."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure

from counterpoint.stimuli.charts.drawing.frame import Part, fill, rectangle, stroke, write
from counterpoint.stimuli.charts.drawing.texts import text_width
from counterpoint.stimuli.scientific.sheet import TICK

SWATCH, SWATCH_HEIGHT = 60, 20
"""Size of the sign beside an entry's name, in px."""
SIGN_GAP, COLUMN_GAP, PITCH, INSET = 12, 34, 37, 12
"""Distances in px: name from sign, columns, rows, and the frame from what is in it."""

Sign = Callable[[Figure, float, float], np.ndarray]
"""Draws an entry's sign, given its left edge and middle in px, and returns its outline."""


@dataclass(frozen=True)
class Entry:
    """One line of a legend."""

    name: str
    sign: Sign
    colour: str
    series: str | None = None
    category: str | None = None
    value: float | None = None


def patch(colour: str) -> Sign:
    """Return the sign of a filled mark."""

    def draw(sheet: Figure, left: float, middle: float) -> np.ndarray:
        outline = rectangle(left, middle - SWATCH_HEIGHT / 2, left + SWATCH, middle + SWATCH_HEIGHT / 2)
        fill(sheet, outline, colour, zorder=7)
        return outline

    return draw


def dash(colour: str, **style) -> Sign:
    """Return the sign of a line."""

    def draw(sheet: Figure, left: float, middle: float) -> np.ndarray:
        stroke(sheet, np.array([(left, middle), (left + SWATCH, middle)]), colour, zorder=7, **style)
        return rectangle(left, middle - 3, left + SWATCH, middle + 3)

    return draw


@dataclass(frozen=True)
class Legend:
    """Entries in so many columns."""

    entries: Sequence[Entry]
    columns: int

    @property
    def _rows(self) -> int:
        return -(-len(self.entries) // self.columns)

    def _widths(self) -> list[float]:
        """Width of each column in px."""
        names = [entry.name for entry in self.entries]
        groups = [names[start : start + self._rows] for start in range(0, len(names), self._rows)]
        return [SWATCH + SIGN_GAP + max(text_width(name, TICK) for name in group) for group in groups]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in px, the frame's included."""
        widths = self._widths()
        return sum(widths) + COLUMN_GAP * (len(widths) - 1) + 2 * INSET, self._rows * PITCH + 2 * INSET - 10

    def draw(self, sheet: Figure, left: float, top: float, frame: bool) -> list[Part]:
        """Draw the legend with its upper left corner at a place in px."""
        width, height = self.size
        if frame:
            fill(
                sheet,
                rectangle(left, top - height, left + width, top),
                "#FFFFFF",
                zorder=6,
                edgecolor="#BBBBBB",
                linewidth=1.2,
            )
        lefts = left + INSET + np.cumsum([0, *(column + COLUMN_GAP for column in self._widths())])
        parts = []
        for number, entry in enumerate(self.entries):
            column, row = divmod(number, self._rows)
            middle = top - INSET - (PITCH - 10) / 2 - row * PITCH
            outline = entry.sign(sheet, lefts[column], middle)
            place = (lefts[column] + SWATCH + SIGN_GAP, middle)
            name = write(sheet, place, entry.name, TICK, ha="left", va="center_baseline", zorder=7)
            parts.append(
                Part(
                    "legend_entry",
                    name,
                    outline,
                    entry.name,
                    entry.series,
                    entry.category,
                    entry.value,
                    entry.colour,
                )
            )
        return parts


def rows_of(entries: Sequence[Entry], width: float) -> Legend:
    """Return a legend in as few rows as fit into a width in px."""
    for rows in range(1, len(entries) + 1):
        legend = Legend(entries, -(-len(entries) // rows))
        if legend.size[0] <= width:
            return legend
    return legend
