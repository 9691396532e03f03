"""Drawing of pie charts: sectors clockwise from the top in the table's order, each with its name outside."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Wedge
from matplotlib.text import Text

from counterpoint.stimuli.charts.frame import Part
from counterpoint.stimuli.charts.palette import COLOURS
from counterpoint.stimuli.charts.variants import Variant

NAME_RADIUS = 1.06
"""Distance of a name from the centre, in radii of the pie."""


def draw_pie(figure: Figure, variant: Variant) -> list[Part]:
    """Draw the variant as sectors and return what was drawn."""
    axes = figure.add_axes((0.15, 0.05, 0.7, 0.83))
    axes.set_axis_off()
    axes.set_aspect("equal")
    axes.set_xlim(-1.15, 1.15)
    axes.set_ylim(-1.15, 1.15)
    axes.apply_aspect()
    parts = []
    ends = 90 - 360 * np.cumsum([0, *(fact.value for fact in variant.table)]) / sum(f.value for f in variant.table)
    for fact, start, end, colour in zip(variant.table, ends[:-1], ends[1:], COLOURS.values(), strict=False):
        sector = axes.add_patch(Wedge((0, 0), 1, end, start, facecolor=colour, edgecolor="white", linewidth=1.5))
        (outline,) = sector.get_path().transformed(sector.get_transform()).to_polygons()
        parts.append(Part("mark", sector, outline, None, fact.series, fact.category, fact.value))
        name = axes.text(0, 0, fact.label, ha="center", va="center", fontsize=12)
        name.set_position(_outside(name, np.deg2rad((start + end) / 2), axes))
        parts.append(Part("data_label", name, text=fact.label, category=fact.category))
    return parts


def _outside(name: Text, angle: float, axes: Axes) -> tuple[float, float]:
    """Return the centre of a name whose box stands just outside the pie, in the direction of its sector."""
    direction = np.array([np.cos(angle), np.sin(angle)])
    box = name.get_window_extent(axes.get_figure().canvas.get_renderer())
    half = (
        np.array([box.width, box.height]) / 2 / (axes.transData.transform((1, 0)) - axes.transData.transform((0, 0)))[0]
    )
    return tuple(NAME_RADIUS * direction + half * np.clip(1.3 * direction, -1, 1))
