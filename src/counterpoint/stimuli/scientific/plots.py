"""The panels of a scientific figure: where they stand on the sheet, their axes with ticks, titles and letters."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure

from counterpoint.stimuli.charts.drawing.axes import tick_labels
from counterpoint.stimuli.charts.drawing.frame import Part, strokes, write
from counterpoint.stimuli.charts.drawing.texts import CAPITAL, text_width, tries
from counterpoint.stimuli.charts.specs.palette import GRID, INK
from counterpoint.stimuli.scientific.numbers import along_axis
from counterpoint.stimuli.scientific.sheet import EDGE, GAP, LABEL, LINE, TICK, fit
from counterpoint.stimuli.scientific.spec import ScientificFigure

STROKE = 8
"""Length of a tick in px."""
COLUMN_GAP, ROW_GAP = 44, 34
TITLE_ROOM = 44
"""Room above a panel for its title, in px."""
BAR_MARGIN, LINE_MARGIN = 0.62, 0.05
"""Room beside the outer places: of bars in places, of lines as a share of the axis."""
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def value_labels(figure: ScientificFigure) -> tuple[str, ...]:
    """Return the labels of the value axis' ticks: powers of ten as such where they are many zeros long."""
    if not figure.y.log:
        return tick_labels(figure.ticks)
    if figure.ticks[-1] > 10_000 or figure.ticks[0] < 0.001:
        return tuple("10" + f"{np.log10(tick):.0f}".translate(SUPERSCRIPTS) for tick in figure.ticks)
    return tuple(f"{tick:,g}" for tick in figure.ticks)


def category_places(figure: ScientificFigure) -> np.ndarray:
    """Return the places of categories along their axis, from 0 to 1."""
    if figure.x_values is None:
        number = len(figure.categories)
        places = (np.arange(number) + BAR_MARGIN) / (number - 1 + 2 * BAR_MARGIN)
        return 1 - places if figure.horizontal else places
    shares = along_axis(figure.x_values, (figure.x_values[0], figure.x_values[-1]), figure.x.log)
    return LINE_MARGIN + (1 - 2 * LINE_MARGIN) * shares


@dataclass(frozen=True)
class Plot:
    """The rectangle of one panel in px, and how values lie in it.

    The axis of values goes on beyond its last tick, to `limit` times its length.
    """

    figure: ScientificFigure
    index: int
    left: float
    bottom: float
    right: float
    top: float
    limit: float

    @property
    def group(self) -> str | None:
        """The panel's index, as table `elements` has it."""
        return str(self.index) if len(self.figure.panels) > 1 else None

    @property
    def slot(self) -> float:
        """Distance of two bars' categories in px."""
        length = self.top - self.bottom if self.figure.horizontal else self.right - self.left
        return length / (len(self.figure.categories) - 1 + 2 * BAR_MARGIN)

    def at(self, places: Sequence[float] | float, values: Sequence[float] | float) -> np.ndarray:
        """Return points in px, (n, 2), from places along the categories' axis, 0 to 1, and values."""
        shares = along_axis(np.atleast_1d(values), self.figure.ticks, self.figure.y.log) / self.limit
        across, up = (shares, places) if self.figure.horizontal else (places, shares)
        across, up = np.broadcast_arrays(np.atleast_1d(across), np.atleast_1d(up))
        return np.column_stack(
            [self.left + across * (self.right - self.left), self.bottom + up * (self.top - self.bottom)]
        )


@dataclass(frozen=True)
class Grid:
    """Rectangles of panels: columns and rows, and their size in px."""

    figure: ScientificFigure
    columns: int
    rows: int
    left: float
    bottom: float
    width: float
    height: float
    row_gap: float

    def plots(self, limit: float) -> list[Plot]:
        """Return the panels, row by row from the upper left, with an axis of values of this length."""
        found = []
        for index in range(len(self.figure.panels)):
            row, column = divmod(index, self.columns)
            left = self.left + column * (self.width + COLUMN_GAP)
            bottom = self.bottom + (self.rows - 1 - row) * (self.height + self.row_gap)
            found.append(Plot(self.figure, index, left, bottom, left + self.width, bottom + self.height, limit))
        return found


def columns_of(panels: int) -> int:
    """Return how many panels stand side by side."""
    return 2 if panels == 4 else panels


def new_grid(sheet: Figure, figure: ScientificFigure, right: float, top: float) -> tuple[Grid, list[Part]]:
    """Lay out the panels below and left of two edges in px, and write the titles and labels of their axes.

    Labels of axes stand once: left of the first column, below the last row of each.
    """
    columns = columns_of(len(figure.panels))
    rows = len(figure.panels) // columns
    lying = figure.horizontal
    beside, below = (figure.x, figure.y) if lying else (figure.y, figure.x)
    numbers = value_labels(figure)
    names_beside, names_below = (figure.categories, numbers) if lying else (numbers, figure.categories)
    title_room = TITLE_ROOM if len(figure.panels) > 1 else 0
    row_gap = ROW_GAP + title_room
    widest = max(text_width(name, TICK) for name in names_beside)
    middle = EDGE + LABEL * 0.7
    left = EDGE + LABEL * 1.5 + 1.6 * GAP + widest + GAP + STROKE
    width = (right - left - (columns - 1) * COLUMN_GAP) / columns
    top -= title_room

    shown, size, upright, depth = _names_below(figure, names_below, width)
    bottom = EDGE + LABEL * 1.6 + GAP + depth + GAP + STROKE
    height = (top - bottom - (rows - 1) * row_gap) / rows
    grid = Grid(figure, columns, rows, left, bottom, width, height, row_gap)

    (label,), label_size = fit([beside.label], top - bottom, 60, tries(1, (LABEL, 19, 18, 17, 16)))
    place = (middle, (top + bottom) / 2)
    title = write(sheet, place, label, label_size, rotation=90, ha="center", va="center")
    parts = [Part("axis_title", title, text=beside.label, series="x" if lying else "y")]
    (label,), label_size = fit([below.label], right - left, 60, tries(1, (LABEL, 19, 18, 17, 16)))
    title = write(sheet, ((left + right) / 2, EDGE), label, label_size, ha="center", va="bottom")
    parts.append(Part("axis_title", title, text=below.label, series="y" if lying else "x"))
    return grid, parts + _labels(sheet, grid, shown, size, upright)


def _names_below(figure: ScientificFigure, names: Sequence[str], width: float) -> tuple[list[str], float, bool, float]:
    """Return the labels below a panel as broken, their size, whether they stand upright, and their height in px."""
    if figure.horizontal:
        return list(names), TICK, False, TICK * 1.7
    places = category_places(figure)
    slot = width * np.diff(places).min()
    try:
        shown, size = fit(names, slot - 10, 100, [*tries(2, (TICK, 18, 17.5, 17)), *tries(3, (17.5, 17))])
    except ValueError:
        return list(names), TICK, True, max(text_width(name, TICK) for name in names)
    lines = max(name.count("\n") for name in shown) + 1
    return shown, size, False, lines * size * 1.7


def _labels(sheet: Figure, grid: Grid, shown: Sequence[str], size: float, upright: bool) -> list[Part]:
    """Write the labels below the last row of panels; those beside the first column are written with the ticks."""
    figure, parts = grid.figure, []
    if figure.horizontal:
        return parts
    for plot in grid.plots(1)[-grid.columns :]:
        for place, name, written in zip(category_places(figure), figure.categories, shown, strict=True):
            anchor = plot.at(place, figure.ticks[0])[0]
            style = {"rotation": 90 if upright else 0, "va": "top" if upright else "baseline", "linespacing": 1.1}
            drop = STROKE + GAP + (0 if upright else CAPITAL * size)  # one baseline for all names
            text = write(sheet, anchor - (0, drop), written, size, ha="center", **style)
            parts.append(Part("tick", text, anchor[None], name, "x", name, group=plot.group))
    return parts


def draw_axes(sheet: Figure, grid: Grid, plots: Sequence[Plot]) -> list[Part]:
    """Draw grids, axes, ticks, the labels of values (of lying bars also of categories) and the panels' titles."""
    figure = grid.figure
    numbers = value_labels(figure)
    parts = []
    for plot in plots:
        _frame(sheet, plot)
        row, column = divmod(plot.index, grid.columns)
        if figure.horizontal:
            if column == 0:
                for place, name in zip(category_places(figure), figure.categories, strict=True):
                    anchor = plot.at(place, figure.ticks[0])[0]
                    text = _beside(sheet, anchor, name)
                    parts.append(Part("tick", text, anchor[None], name, "x", name, group=plot.group))
            if row == grid.rows - 1:
                for tick, name in zip(figure.ticks, numbers, strict=True):
                    anchor = plot.at(0, tick)[0]
                    text = write(sheet, anchor - (0, STROKE + GAP), name, TICK, ha="center", va="top")
                    parts.append(Part("tick", text, anchor[None], name, "y", None, tick, group=plot.group))
        elif column == 0:
            for tick, name in zip(figure.ticks, numbers, strict=True):
                anchor = plot.at(0, tick)[0]
                text = _beside(sheet, anchor, name)
                parts.append(Part("tick", text, anchor[None], name, "y", None, tick, group=plot.group))
        if plot.group is not None:
            parts.append(panel_title(sheet, figure, plot.index, (plot.left, plot.top + GAP), "left"))
    return parts


def panel_title(sheet: Figure, figure: ScientificFigure, index: int, place: tuple[float, float], align: str) -> Part:
    """Write a panel's letter and title, standing on a place in px."""
    name = f"({chr(ord('a') + index)}) {figure.panels[index].title}"
    text = write(sheet, place, name, LABEL, ha=align, va="bottom")
    return Part("panel_title", text, text=name, group=str(index))


def _beside(sheet: Figure, anchor: np.ndarray, name: str):
    return write(sheet, anchor - (STROKE + GAP, 0), name, TICK, ha="right", va="center_baseline")


def _frame(sheet: Figure, plot: Plot) -> None:
    """Draw a panel's grid lines along the values, its frame (of bars two sides of it) and its ticks."""
    figure = plot.figure
    start, end = plot.at(0, figure.ticks), plot.at(1, figure.ticks)
    strokes(sheet, [np.array(pair) for pair in zip(start, end, strict=True)], GRID, linewidths=1.2, zorder=0.5)
    left, bottom, right, top = plot.left, plot.bottom, plot.right, plot.top
    lines = [np.array([(left, top), (left, bottom), (right, bottom)])]
    if figure.chart_type == "line":
        lines.append(np.array([(left, top), (right, top), (right, bottom)]))
    out = np.array([0, STROKE] if figure.horizontal else [STROKE, 0])
    lines += [np.array([place, place - out]) for place in start]
    foot = plot.at(category_places(figure), figure.ticks[0])
    lines += [np.array([place, place - out[::-1]]) for place in foot]
    if figure.y.log:
        decades = zip(figure.ticks[:-1], figure.ticks[1:], strict=True)
        minor = [low * step for low, _ in decades for step in range(2, 10)]
        lines += [np.array([place, place - out / 2]) for place in plot.at(0, minor)]
    strokes(sheet, lines, INK, linewidths=LINE * 0.75, zorder=4, capstyle="projecting")
