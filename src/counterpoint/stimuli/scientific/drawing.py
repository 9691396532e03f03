"""From a scientific figure to its pixels and the boxes of everything in it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from PIL import Image

from counterpoint.stimuli.charts.drawing.frame import Part, element, own_parameters, stroke, write
from counterpoint.stimuli.charts.drawing.texts import text_width
from counterpoint.stimuli.charts.specs.palette import INK
from counterpoint.stimuli.scientific.bars import bar_entries, bar_limit, bar_obstacles, draw_bars
from counterpoint.stimuli.scientific.keys import INSET, Entry, Legend, dash, rows_of
from counterpoint.stimuli.scientific.lines import draw_lines, line_entries, line_obstacles
from counterpoint.stimuli.scientific.pies import ROOM, draw_pie, pie_entries
from counterpoint.stimuli.scientific.plots import TITLE_ROOM, Plot, draw_axes, new_grid, panel_title
from counterpoint.stimuli.scientific.sheet import EDGE, GAP, LINE, TICK, new_sheet
from counterpoint.stimuli.scientific.spec import ScientificFigure

SIZES = {1: (1200, 900), 2: (1640, 860), 3: (1760, 800), 4: (1640, 1320)}
"""Width and height in px, by the number of panels."""
PIE_SIZES = {1: (1200, 900), 2: (1520, 900)}
RIGHT_EDGE = 50
"""Free edge right of the panels in px, into which half of the last label reaches."""
DASHED = {"linewidth": LINE * 1.3, "linestyle": (0, (6, 3)), "dash_capstyle": "butt"}
"""Look of a reference line."""


@dataclass(frozen=True)
class Drawn:
    """A drawn figure: its picture (RGB) and its elements as rows of table `elements`."""

    figure: ScientificFigure
    image: Image.Image
    elements: list[dict[str, Any]]


def stimulus_id(figure: ScientificFigure) -> str:
    """Return the name of a figure's clean picture."""
    return f"{figure.figure_id}/clean"


def draw(figure: ScientificFigure) -> Drawn:
    """Draw a figure once; boxes are measured on that draw. Pixels depend on the figure alone."""
    with own_parameters():
        sheet, parts = (_pies if figure.chart_type == "pie" else _panels)(figure)
        sheet.canvas.draw()
        image = Image.fromarray(np.asarray(sheet.canvas.buffer_rgba()), mode="RGBA").convert("RGB")
        elements = [element(stimulus_id(figure), number, part, image.height) for number, part in enumerate(parts)]
    return Drawn(figure, image, elements)


def _entries(figure: ScientificFigure) -> list[Entry]:
    """Return what the legend names; of a figure without a legend nothing."""
    if not figure.has_legend:
        return []
    entries = {"bar": bar_entries, "line": line_entries, "pie": pie_entries}[figure.chart_type](figure)
    if figure.reference is not None:
        entries.append(Entry(figure.reference.label, dash(INK, **DASHED), INK, value=figure.reference.value))
    return entries


def _outside(sheet: Figure, figure: ScientificFigure, right: float, top: float) -> tuple[list[Part], float, float]:
    """Draw a legend that stands outside: right of one panel, above several.

    Returns its parts, and the right and upper edge that it leaves to the panels, all in px.
    """
    entries = _entries(figure)
    width = sheet.bbox.width
    if len(figure.panels) == 1:
        legend = Legend(entries, 1)
        left = width - EDGE - legend.size[0]
        return legend.draw(sheet, left, top - TITLE_ROOM, frame=False), left - GAP, top
    legend = rows_of(entries, width - 4 * EDGE)
    left = (width - legend.size[0]) / 2
    return legend.draw(sheet, left, top - GAP, frame=False), right, top - GAP - legend.size[1]


def _panels(figure: ScientificFigure) -> tuple[Figure, list[Part]]:
    """Draw bars or lines."""
    width, height = SIZES[len(figure.panels)]
    named = figure.reference is not None and not figure.has_legend
    beside = text_width(figure.reference.label, TICK) + GAP if named and not figure.horizontal else 0
    if figure.legend == "outside" and len(figure.panels) == 1:
        width += 200
    sheet, title, top = new_sheet(width, height, figure.title)
    parts, right = [title], width - RIGHT_EDGE - beside
    if figure.legend == "outside":
        found, right, top = _outside(sheet, figure, right, top)
        parts += found
    top -= 2 * GAP + (TICK * 2 if named and figure.horizontal else 0)
    grid, found = new_grid(sheet, figure, right, top)
    parts += found
    limit = bar_limit(figure, grid.plots(1)) if figure.chart_type == "bar" else 1.0
    key = _inside(sheet, figure, grid.plots(limit)[0]) if figure.legend == "inside" else None
    if key is not None:
        limit *= key[2]
    plots = grid.plots(limit)
    parts += draw_axes(sheet, grid, plots)
    for plot in plots:
        parts += draw_bars(sheet, plot) if figure.chart_type == "bar" else draw_lines(sheet, plot)
        if figure.reference is not None:
            parts.append(_reference(sheet, plot, figure.reference.value))
    if key is not None:
        legend, place, _ = key
        parts += legend.draw(sheet, *place, frame=True)
    if named:
        parts.append(_name_reference(sheet, plots[-1]))
    return sheet, parts


def _reference(sheet: Figure, plot: Plot, value: float) -> Part:
    ends = plot.at(np.array([0.0, 1.0]), value)
    line = stroke(sheet, ends, INK, zorder=3.5, **DASHED)
    return Part("reference", line, ends, value=value, colour=INK, group=plot.group)


def _name_reference(sheet: Figure, plot: Plot) -> Part:
    """Write what the reference line stands for at its end: right of a panel, or above lying bars."""
    reference = plot.figure.reference
    end = plot.at(1.0, reference.value)[0]
    if plot.figure.horizontal:
        place, align = end + np.array([0, GAP]), {"ha": "center", "va": "bottom"}
    else:
        place, align = end + np.array([GAP, 0]), {"ha": "left", "va": "center_baseline"}
    text = write(sheet, place, reference.label, TICK, **align)
    return Part("reference", text, text=reference.label, value=reference.value, group=plot.group)


def _inside(sheet: Figure, figure: ScientificFigure, plot: Plot) -> tuple[Legend, tuple[float, float], float]:
    """Return the legend inside a panel, its upper left corner, and how much longer the axis of values must be for it.

    It stands in a corner, or in the middle of an edge, where nothing is drawn; where there is no such place the axis
    goes on beyond its last tick.
    """
    entries = _entries(figure)
    taken = _taken(figure, plot)
    for columns in (1, 2, len(entries)):
        legend = Legend(entries, columns)
        if (place := _free(plot, legend.size, taken)) is not None:
            return legend, place, 1.0
    if figure.horizontal:
        legend = Legend(entries, 1)
        length = plot.right - plot.left
        left = plot.right - INSET - legend.size[0]
        return legend, (left, plot.bottom + INSET + legend.size[1]), length / (length - legend.size[0] - 2 * INSET)
    legend = rows_of(entries, plot.right - plot.left - 2 * INSET)
    length = plot.top - plot.bottom
    left = (plot.left + plot.right - legend.size[0]) / 2
    return legend, (left, plot.top - INSET), length / (length - legend.size[1] - 2 * INSET)


def _taken(figure: ScientificFigure, plot: Plot) -> np.ndarray:
    """Return the boxes in px, (n, 4), of what is drawn in a panel; it is drawn on a sheet that is thrown away."""
    trial = Figure(figsize=(1, 1))
    if figure.chart_type == "bar":
        boxes = bar_obstacles(plot, draw_bars(trial, plot))
    else:
        boxes = line_obstacles(plot, draw_lines(trial, plot))
    if figure.reference is None:
        return boxes
    ends = plot.at(np.array([0.0, 1.0]), figure.reference.value)
    return np.vstack([boxes, [*(ends.min(axis=0) - 3), *(ends.max(axis=0) + 3)]])


def _free(plot: Plot, size: tuple[float, float], taken: np.ndarray) -> tuple[float, float] | None:
    """Return the upper left corner of a place in a panel that nothing is drawn in, best first; None if all is full."""
    width, height = size
    if width > plot.right - plot.left - 2 * INSET:
        return None
    lefts = (plot.right - INSET - width, plot.left + INSET, (plot.left + plot.right - width) / 2)
    for top in (plot.top - INSET, plot.bottom + INSET + height):
        for left in lefts:
            box = np.array([left - INSET, top - height - INSET, left + width + INSET, top + INSET])
            if ((taken[:, :2] >= box[2:]).any(axis=1) | (taken[:, 2:] <= box[:2]).any(axis=1)).all():
                return left, top
    return None


def _pies(figure: ScientificFigure) -> tuple[Figure, list[Part]]:
    """Draw pies, side by side."""
    width, height = PIE_SIZES[len(figure.panels)]
    sheet, title, top = new_sheet(width, height, figure.title)
    parts, right = [title], float(width - EDGE)
    if figure.has_legend:
        found, right, top = _outside(sheet, figure, right, top)
        parts += found
    several = len(figure.panels) > 1
    top -= GAP + (TITLE_ROOM + GAP if several else 0)
    beside = 60 if figure.has_legend else 230  # names and percentages outside
    above = 60 if figure.has_legend else 84
    room = (right - EDGE) / len(figure.panels)
    radius = min(room / 2 - beside, (top - EDGE) / 2 - above)
    radius /= ROOM if figure.exploded is not None else 1
    for index in range(len(figure.panels)):
        centre = np.array([EDGE + (index + 0.5) * room, (top + EDGE) / 2])
        parts += draw_pie(sheet, figure, index, centre, radius)
        if several:
            parts.append(panel_title(sheet, figure, index, (centre[0], top + GAP), "center"))
    return sheet, parts
