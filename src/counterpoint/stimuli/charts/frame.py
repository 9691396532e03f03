"""What every chart's drawing shares: the figure, its own matplotlib parameters, titles, axes and round ticks."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import matplotlib
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator

from counterpoint.stimuli.charts.palette import GRID, INK
from counterpoint.stimuli.charts.variants import Variant

WIDTH, HEIGHT, DPI = 800, 600, 100
"""Size of every chart in px; dots per inch, which only ties points to pixels."""
PLOT = (0.13, 0.135, 0.84, 0.745)
"""Place of the axes in the figure: left, bottom, width, height as shares of it."""
PARAMETERS = {
    "font.family": "DejaVu Sans",
    "font.size": 11,
    "text.parse_math": False,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.labelsize": 12,
    "axes.labelpad": 8,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "xtick.color": INK,
    "ytick.color": INK,
    "figure.dpi": DPI,
}


@dataclass(frozen=True)
class Part:
    """One thing drawn, with what it stands for; `outline` is a mark's polygon or a tick's place, (n, 2) in
    px from the lower left corner of the figure, fixed by the time of the first draw."""

    role: str
    artist: Artist
    outline: np.ndarray | None = None
    text: str | None = None
    series: str | None = None
    category: str | None = None
    value: float | None = None


@contextmanager
def own_parameters() -> Iterator[None]:
    """Set matplotlib's defaults and then ours, and restore what was there: no matplotlibrc has a say."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(PARAMETERS)
        yield


def new_figure(variant: Variant) -> tuple[Figure, list[Part]]:
    """Return an empty white figure with the variant's title and an Agg canvas."""
    figure = Figure(figsize=(WIDTH / DPI, HEIGHT / DPI), dpi=DPI, facecolor="white")
    FigureCanvasAgg(figure)
    title = figure.text(0.5, 0.955, variant.title, ha="center", va="center", weight="bold")
    fit([title], lambda: widest([title]) <= WIDTH * 0.95, sizes=(17, 16, 15, 14, 13, 12))
    return figure, [Part("title", title, text=variant.title)]


def new_axes(figure: Figure, variant: Variant) -> tuple[Axes, list[Part]]:
    """Return axes with the variant's axis titles."""
    axes = figure.add_axes(PLOT)
    x_title = axes.set_xlabel(variant.x_title, weight="bold")
    y_title = axes.set_ylabel(variant.y_title, weight="bold")
    return axes, [
        Part("axis_title", x_title, text=variant.x_title, series="x"),
        Part("axis_title", y_title, text=variant.y_title, series="y"),
    ]


def round_ticks(low: float, high: float, most: int) -> np.ndarray:
    """Return ascending round numbers, at most `most` + 1, the first at or below `low`, the last at or above `high`."""
    ticks = MaxNLocator(nbins=most, steps=[1, 2, 5, 10]).tick_values(low, high)
    first = np.searchsorted(ticks, low, side="right") - 1
    last = np.searchsorted(ticks, high, side="left")
    return ticks[max(first, 0) : last + 1]


def numeric_axis(axes: Axes, which: str, values: Sequence[float], zero: bool) -> list[Part]:
    """Give the x or y axis round ticks around the values (from zero if `zero`), a grid, and limits at its ticks.

    The highest value keeps 2 % of the axis free above it, so that no mark seems cut off.
    """
    low = min(0, *values) if zero else min(values)
    ticks = round_ticks(low, max(values) + 0.02 * (max(values) - low), most=10)
    decimals = max(0, -int(np.floor(np.log10(ticks[1] - ticks[0]) + 1e-9)))
    labels = [f"{tick:,.{decimals}f}" for tick in ticks]
    set_ticks, set_limits = (axes.set_xticks, axes.set_xlim) if which == "x" else (axes.set_yticks, axes.set_ylim)
    set_limits(ticks[0], ticks[-1])
    set_ticks(ticks, labels)
    axes.grid(True, axis=which)
    return ticks_of(axes, which, labels, [float(tick) for tick in ticks])


def ticks_of(
    axes: Axes, which: str, labels: Sequence[str], places: Sequence[float], categories: Sequence[str] | None = None
) -> list[Part]:
    """Return the ticks of an axis: `value` is a numeric tick's place, `category` what a named tick stands for."""
    axis = axes.xaxis if which == "x" else axes.yaxis
    low, high = axes.get_xlim()[0], axes.get_ylim()[0]
    points = [(place, high) if which == "x" else (low, place) for place in places]
    anchors = axes.transData.transform(points)
    return [
        Part(
            "tick",
            axis.get_major_ticks()[index].label1,
            outline=anchors[index : index + 1],
            text=labels[index],
            series=which,
            category=categories[index] if categories else None,
            value=None if categories else places[index],
        )
        for index in range(len(places))
    ]


def category_axis(axes: Axes, variant: Variant, margin: float) -> list[Part]:
    """Name the places 0, 1, ... of the x axis after the table's rows, in the largest size whose labels do not touch."""
    labels = [fact.label for fact in variant.table]
    places = list(range(len(labels)))
    axes.set_xlim(-margin, len(labels) - 1 + margin)
    axes.set_xticks(places, labels)
    axes.tick_params(axis="x", length=3)
    texts = [tick.label1 for tick in axes.xaxis.get_major_ticks()]
    slot = axes.bbox.width / (len(labels) - 1 + 2 * margin)
    fit(texts, lambda: widest(texts) <= slot - 6, sizes=(11, 10.5, 10, 9.5, 9, 8.5, 8))
    return ticks_of(axes, "x", labels, places, [fact.category for fact in variant.table])


def fit(texts: Sequence[Text], fits: Callable[[], bool], sizes: Sequence[float]) -> None:
    """Set texts to the first size (points) in which they fit, or to the last one."""
    for size in sizes:
        for text in texts:
            text.set_fontsize(size)
        if fits():
            return


def widest(texts: Sequence[Text]) -> float:
    """Return the width in px of the widest text."""
    renderer = texts[0].get_figure().canvas.get_renderer()
    return max(
        renderer.get_text_width_height_descent(text.get_text(), text.get_fontproperties(), False)[0] for text in texts
    )


def disc(centre: np.ndarray, diameter: float) -> np.ndarray:
    """Return a round marker's outline: 24 points around a centre in px, the diameter in points."""
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return centre + diameter * DPI / 72 / 2 * np.column_stack([np.cos(angles), np.sin(angles)])
