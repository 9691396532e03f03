"""Lines of a scientific figure: with markers, dashes and error bars."""

import numpy as np
from matplotlib.figure import Figure

from counterpoint.stimuli.charts.drawing.frame import Part, disc, fill, rectangle, stroke, strokes
from counterpoint.stimuli.scientific.bars import error_lines
from counterpoint.stimuli.scientific.keys import SWATCH, Entry, Sign, dash
from counterpoint.stimuli.scientific.plots import Plot, category_places
from counterpoint.stimuli.scientific.sheet import LINE
from counterpoint.stimuli.scientific.spec import ScientificFigure

RADIUS = 7.5
"""Of a marker in px."""
DASHES = ("solid", (0, (5, 2)), (0, (1.2, 1.4)), (0, (5, 1.6, 1.2, 1.6)), (0, (9, 2)))
"""Of the first line, the second and so on: lengths on and off, in widths of the line."""
THICK = 3.2
"""Width of a line, in points at 100 dots an inch."""
STEPS = 24
"""Boxes that stand for the way of a line between two points, where a legend seeks its place."""


def marker(kind: int, centre: np.ndarray) -> np.ndarray:
    """Return the outline of a marker in px: circle, square, triangle, diamond or triangle on its tip."""
    kind %= 5
    if kind == 0:
        return disc(centre, RADIUS)
    if kind == 1:
        return rectangle(*(centre - RADIUS * 0.9), *(centre + RADIUS * 0.9))
    corners = {2: (90, 210, 330), 3: (0, 90, 180, 270), 4: (270, 30, 150)}[kind]
    angles = np.deg2rad(corners)
    return centre + 1.25 * RADIUS * np.column_stack([np.cos(angles), np.sin(angles)])


def line_entries(figure: ScientificFigure) -> list[Entry]:
    """Return the legend's entries, in the order of the series."""
    return [
        Entry(name, _sign(figure, number), figure.colours[number], series=name)
        for number, name in enumerate(figure.series)
    ]


def _sign(figure: ScientificFigure, number: int) -> Sign:
    colour = figure.colours[number]
    line = dash(colour, **_style(figure, number))

    def draw(sheet: Figure, left: float, middle: float) -> np.ndarray:
        outline = line(sheet, left, middle)
        if figure.markers:
            outline = marker(number, np.array([left + SWATCH / 2, middle]))
            fill(sheet, outline, colour, zorder=8, edgecolor="white", linewidth=1)
        return outline

    return draw


def _style(figure: ScientificFigure, number: int) -> dict:
    dashes = DASHES[number % len(DASHES)] if figure.dashed else "solid"
    return {"linewidth": THICK, "linestyle": dashes, "dash_capstyle": "butt", "solid_joinstyle": "round"}


def draw_lines(sheet: Figure, plot: Plot) -> list[Part]:
    """Draw a panel's lines; a line is a mark without a category, each of its points one with."""
    figure, parts = plot.figure, []
    places = category_places(figure)
    panel = figure.panels[plot.index]
    for number, (name, values) in enumerate(zip(figure.series, panel.values, strict=True)):
        colour = figure.colours[number]
        points = plot.at(places, values)
        line = stroke(sheet, points, colour, zorder=2, **_style(figure, number))
        parts.append(Part("mark", line, points, series=name, colour=colour, group=plot.group))
        if panel.errors is not None:
            halves = zip(places, values, panel.errors[number], strict=True)
            bars = [line for place, value, half in halves for line in error_lines(plot, place, value, half)]
            strokes(sheet, bars, colour, linewidths=LINE, zorder=2.5)
        for place, (category, value) in enumerate(zip(figure.categories, values, strict=True)):
            outline = marker(number, points[place])
            artist = line
            if figure.markers:
                artist = fill(sheet, outline, colour, zorder=3, edgecolor="white", linewidth=1)
            parts.append(
                Part(
                    "mark",
                    artist,
                    outline,
                    series=name,
                    category=category,
                    value=value,
                    colour=colour,
                    group=plot.group,
                    x=figure.x_values[place],
                )
            )
    return parts


def line_obstacles(plot: Plot, parts: list[Part]) -> np.ndarray:
    """Return boxes in px, (n, 4), that a legend in the panel must not cover."""
    lines = [part.outline for part in parts if part.role == "mark" and part.category is None]
    steps = np.linspace(0, 1, STEPS)[:, None, None]
    ways = [(line[:-1] + steps * (line[1:] - line[:-1])).reshape(-1, 2) for line in lines]
    errors = plot.figure.panels[plot.index].errors
    if errors is not None:
        values = np.array(plot.figure.panels[plot.index].values)
        places = np.broadcast_to(category_places(plot.figure), values.shape).ravel()
        ways += [plot.at(places, (values + sign * np.array(errors)).ravel()) for sign in (-1, 1)]
    points = np.concatenate(ways)
    return np.column_stack([points - RADIUS * 1.3, points + RADIUS * 1.3])
