"""The sheet that a scientific figure is drawn on: its size, its sizes of type, its title and its parts."""

from collections.abc import Sequence

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from counterpoint.stimuli.charts.drawing.frame import Part, bounds, write
from counterpoint.stimuli.charts.drawing.texts import DPI, fitted, tries

TITLE, LABEL, TICK, DATA = 22, 20, 18.5, 17.5
"""Sizes of type in points at 100 dots an inch: title, titles of axes and panels, ticks and legends, values."""
EDGE = 18
"""Free edge of the picture in px."""
GAP = 10
"""Distance of texts from what they name, in px."""
LINE = 2.0
"""Width of thin lines, in points at 100 dots an inch."""


def new_sheet(width: int, height: int, title: str) -> tuple[Figure, Part, float]:
    """Return an empty white figure of a size in px, its title, and the lower edge of the title in px from below."""
    sheet = Figure(figsize=(width / DPI, height / DPI), dpi=DPI, facecolor="white")
    FigureCanvasAgg(sheet)
    (shown,), size = fit([title], width - 4 * EDGE, 120, tries(2, (TITLE, 21, 20)))
    text = write(sheet, (width / 2, height - EDGE), shown, size, ha="center", va="top", weight="bold")
    return sheet, Part("title", text, text=title), bounds(text)[1]


def fit(texts: Sequence[str], width: float, height: float, attempts) -> tuple[list[str], float]:
    """Return texts as broken and the size in which all of them fit into a box in px.

    Raises ValueError where none of the attempts, numbers of lines and sizes, fits.
    """
    shown = fitted(texts, width, height, attempts)
    if shown is None:
        raise ValueError(f"{max(texts, key=len)!r} has no legible size in {width:.0f} x {height:.0f} px")
    return shown
