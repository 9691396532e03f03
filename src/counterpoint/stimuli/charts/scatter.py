"""Drawing of scatterplots: one point a row, with its name beside it where it has one."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Annotation

from counterpoint.stimuli.charts.frame import Part, disc, new_axes, numeric_axis
from counterpoint.stimuli.charts.kinds import KINDS
from counterpoint.stimuli.charts.palette import COLOURS
from counterpoint.stimuli.charts.variants import Variant

MARKER = 9.0
"""Diameter of a point in points."""
PLACES = (
    ((8, 0), "left", "center"),
    ((-8, 0), "right", "center"),
    ((0, 8), "center", "bottom"),
    ((0, -8), "center", "top"),
    ((6, 6), "left", "bottom"),
    ((-6, 6), "right", "bottom"),
    ((6, -6), "left", "top"),
    ((-6, -6), "right", "top"),
)
"""Where a name may stand beside its point, best first: offset in points, horizontal and vertical alignment."""


def draw_scatter(figure: Figure, variant: Variant) -> list[Part]:
    """Draw the variant as points and return what was drawn."""
    axes, parts = new_axes(figure, variant)
    points = np.array([(fact.x, fact.value) for fact in variant.table])
    parts += numeric_axis(axes, "x", points[:, 0], zero=points[:, 0].min() >= 0)
    parts += numeric_axis(axes, "y", points[:, 1], zero=KINDS["scatter"].from_zero(points[:, 1]))
    pixels = axes.transData.transform(points)
    for fact, pixel in zip(variant.table, pixels, strict=True):
        (point,) = axes.plot(
            [fact.x], [fact.value], "o", color=COLOURS[variant.chart.colour], ms=MARKER, mew=0, clip_on=False, zorder=3
        )
        parts.append(Part("mark", point, disc(pixel, MARKER), None, fact.series, fact.category, fact.value))
    if variant.chart.named_points:
        parts += _names(axes, variant, pixels)
    return parts


def _names(axes: Axes, variant: Variant, pixels: np.ndarray) -> list[Part]:
    """Put each name at the first place where it meets neither a point, nor another name, nor the edge of the axes."""
    renderer = axes.get_figure().canvas.get_renderer()
    half = MARKER * renderer.dpi / 72 / 2
    taken = [(x - half, y - half, x + half, y + half) for x, y in pixels]
    edge = axes.bbox.extents
    parts = []
    for fact in variant.table:
        name = axes.annotate(fact.label, (fact.x, fact.value), (8, 0), textcoords="offset points", fontsize=11)
        for place in PLACES:
            _put(name, place)
            box = name.get_window_extent(renderer).padded(2).extents
            inside = (box[:2] >= edge[:2]).all() and (box[2:] <= edge[2:]).all()
            if inside and not any(_meet(box, other) for other in taken):
                break
        else:
            _put(name, PLACES[0])
        taken.append(tuple(name.get_window_extent(renderer).extents))
        parts.append(Part("data_label", name, text=fact.label, category=fact.category))
    return parts


def _put(name: Annotation, place: tuple[tuple[int, int], str, str]) -> None:
    offset, horizontal, vertical = place
    name.set_position(offset)
    name.set(ha=horizontal, va=vertical)


def _meet(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
