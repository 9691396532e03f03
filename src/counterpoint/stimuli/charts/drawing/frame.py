"""What every chart's drawing shares: the figure, its own matplotlib parameters, its title, shapes and texts in px."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import matplotlib
import numpy as np
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import IdentityTransform

from counterpoint.stimuli.charts.contents.variants import Variant
from counterpoint.stimuli.charts.drawing.texts import DPI, FONT, fitted, tries
from counterpoint.stimuli.charts.specs.mistakes import ChartError
from counterpoint.stimuli.charts.specs.palette import INK

WIDTH, HEIGHT = 800, 600
"""Size of every chart in px."""
TITLE_PLACE = (400, 586)
"""Middle of the title's upper edge in px."""
PIXELS = IdentityTransform()
"""Everything is placed in px from the lower left corner of the figure: boxes and outlines are what was asked for."""
PARAMETERS = {
    "font.family": FONT,
    "font.size": 11,
    "text.parse_math": False,
    "text.color": INK,
    "figure.dpi": DPI,
    "hatch.color": "#BBBBBB",
    "hatch.linewidth": 0.8,
}


@dataclass(frozen=True)
class Part:
    """One thing drawn, with what it stands for.

    `outline` is a mark's polygon, a legend entry's swatch or a tick's place, (n, 2) in px from the lower left corner
    of the figure. `colour` is the fill as seen, #RRGGBB; `group` the group of a treemap that holds a cell; `x`
    and `size` what a point stands for on a numeric x axis and by its area.
    """

    role: str
    artist: Artist
    outline: np.ndarray | None = None
    text: str | None = None
    series: str | None = None
    category: str | None = None
    value: float | None = None
    colour: str | None = None
    group: str | None = None
    x: float | None = None
    size: float | None = None


MEASURES = ("value", "x", "size")
"""Numbers of a part."""


def element(stimulus_id: str, number: int, part: Part, height: int) -> dict[str, Any]:
    """Return part `number` of a picture, `height` px high, as a row of table `elements`.

    Boxes of texts are as drawn, of marks the bounds of their outline. Rows of ticks and axis titles hold the axis, x or
    y, as `series`; the `polygon` of a tick is the one point of the axis that it names, that of a legend entry its
    swatch.
    """
    if isinstance(part.artist, Text):
        x0, y0, x1, y1 = bounds(part.artist)
    else:
        (x0, y0), (x1, y1) = part.outline.min(axis=0), part.outline.max(axis=0)
    polygon = None
    if part.outline is not None:  # drawn from below, told from above
        polygon = np.column_stack([part.outline[:, 0], height - part.outline[:, 1]]).ravel().tolist()
    return {
        "stimulus_id": stimulus_id,
        "element_id": f"{part.role}/{number}",
        "role": part.role,
        "text": part.text,
        "series": part.series,
        "category": part.category,
        **{name: None if getattr(part, name) is None else float(getattr(part, name)) for name in MEASURES},
        "x0": float(x0),
        "y0": float(height - y1),
        "x1": float(x1),
        "y1": float(height - y0),
        "polygon": polygon,
        "colour": part.colour,
        "group": part.group,
    }


@contextmanager
def own_parameters() -> Iterator[None]:
    """Set matplotlib's defaults and then ours, and restore what was there: no matplotlibrc has a say."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(PARAMETERS)
        yield


def new_figure(variant: Variant) -> tuple[Figure, list[Part]]:
    """Return an empty white figure with the variant's title, in two lines where it is long, and an Agg canvas."""
    figure = Figure(figsize=(WIDTH / DPI, HEIGHT / DPI), dpi=DPI, facecolor="white")
    FigureCanvasAgg(figure)
    attempts = [*tries(1, (17, 16, 15, 14, 13)), *((2, size) for size in (14, 13, 12, 11))]
    shown = fitted([variant.title], WIDTH * 0.95, 48, attempts, bold=True)
    if shown is None:
        raise too_long(variant, "the title", variant.title, "`title`", "title")
    title = write(figure, TITLE_PLACE, shown[0][0], shown[1], ha="center", va="top", weight="bold")
    return figure, [Part("title", title, text=variant.title)]


def too_long(variant: Variant, what: str, text: str, remedy: str, *key: str) -> ChartError:
    """Return the error that a text, from a key of the specification, cannot be drawn legibly in the room it has."""
    problem = f"{what} {text!r} is too long to be drawn legibly in the picture {variant.name}; shorten {remedy}"
    return ChartError(variant.chart.id, key, problem)


def write(figure: Figure, place: Sequence[float], text: str, size: float, **style: Any) -> Text:
    """Add a text at a place in px."""
    return figure.text(*place, text, fontsize=size, transform=PIXELS, **style)


def fill(figure: Figure, outline: np.ndarray | Path, colour: str, **style: Any) -> PathPatch:
    """Add a filled polygon, or a path of several, with vertices in px; without an edge unless `style` gives one."""
    path = outline if isinstance(outline, Path) else Path(np.concatenate([outline, outline[:1]]), closed=True)
    return figure.add_artist(PathPatch(path, facecolor=colour, transform=PIXELS, **{"linewidth": 0, **style}))


def stroke(figure: Figure, points: np.ndarray, colour: str, **style: Any) -> Line2D:
    """Add a line through points in px."""
    return figure.add_artist(Line2D(points[:, 0], points[:, 1], color=colour, transform=PIXELS, **style))


def strokes(figure: Figure, lines: Sequence[np.ndarray], colour: str, **style: Any) -> LineCollection:
    """Add straight lines between points in px, all in one look."""
    return figure.add_artist(LineCollection(lines, colors=colour, transform=PIXELS, **style))


def rectangle(left: float, bottom: float, right: float, top: float) -> np.ndarray:
    """Return the corners of a rectangle, (4, 2)."""
    return np.array([(left, bottom), (right, bottom), (right, top), (left, top)], float)


def disc(centre: np.ndarray, radius: float, points: int = 24) -> np.ndarray:
    """Return the outline of a circle: points around a centre, all in px."""
    angles = np.linspace(0, 2 * np.pi, points, endpoint=False)
    return np.asarray(centre) + radius * np.column_stack([np.cos(angles), np.sin(angles)])


def bounds(text: Text) -> tuple[float, float, float, float]:
    """Return the box of a text in px: left, bottom, right, top."""
    return tuple(text.get_window_extent(text.get_figure().canvas.get_renderer()).extents)


def over_white(colour: str, opacity: float) -> str:
    """Return how a colour given as #RRGGBB looks when it is laid on white with an opacity of 0 to 1."""
    parts = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(255 + (part - 255) * opacity):02X}" for part in parts)
