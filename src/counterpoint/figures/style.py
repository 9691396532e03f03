"""The one style of all figures: colours, markers and hatches, and how a figure is begun and saved."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import matplotlib
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from counterpoint.files import write_atomically

Tables = Mapping[str, pd.DataFrame]

BLUE, ORANGE, GREEN, VERMILION = "#0072b2", "#e69f00", "#009e73", "#d55e00"
PURPLE, SKY, BLACK, GREY, PALE = "#cc79a7", "#56b4e9", "#1a1a1a", "#767676", "#e6e6e6"
"""Okabe and Ito's palette (Color Universal Design, 2008), told apart with every common colour blindness."""

DPI = 150
MAX_NAME = 30

RC = {
    "figure.dpi": DPI,
    "savefig.dpi": "figure",
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.labelsize": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "grid.color": PALE,
    "grid.linewidth": 0.8,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "hatch.linewidth": 0.6,
    "svg.hashsalt": "counterpoint",
    "svg.fonttype": "path",
    "text.parse_math": False,  # a model or a chart may have a dollar sign in its name
}

GROUPS: dict[str, tuple[str, str]] = {
    "proprietary": (BLUE, "o"),
    "open": (VERMILION, "s"),
    "planted": (GREEN, "D"),
    "embedded": (PURPLE, "^"),
}
"""Colour and marker of each group of models; a group of another name takes the next of `OTHER_GROUPS`."""
OTHER_GROUPS = ((ORANGE, "v"), (SKY, "P"), (BLACK, "X"), (GREY, "*"))


def styled(function: Callable[[Tables], Figure]) -> Callable[[Tables], Figure]:
    """Run a figure function under matplotlib's defaults and our style, not under the user's own settings."""

    @functools.wraps(function)
    def wrapper(tables: Tables) -> Figure:
        with matplotlib.rc_context():
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(RC)
            return function(tables)

    return wrapper


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure (inches) on the Agg canvas, its axes laid out so that no label is cut."""
    figure = Figure(figsize=(width, height), layout="constrained", facecolor="white")
    FigureCanvasAgg(figure)
    return figure


@dataclass(frozen=True)
class Tile:
    """One of a grid of panels with the same horizontal axis, and whether it stands at the left or the lower edge."""

    axes: Axes
    leftmost: bool
    lowest: bool


def panel_grid(number: int, per_row: int, *, side: float, width: float, height: float) -> tuple[Figure, list[Tile]]:
    """Return a figure with `number` panels, at most `per_row` beside each other, row by row.

    Inches: `side` for the labels at the left, `width` and `height` for each panel. Only the lowest panel of each column
    has labels on its horizontal axis.
    """
    per_row = min(number, per_row)
    n_rows = -(-number // per_row)
    figure = new_figure(side + width * per_row, 0.9 + n_rows * height)
    grid = figure.subplots(n_rows, per_row, squeeze=False, sharex=True).ravel()
    for axes in grid[number:]:
        axes.set_axis_off()
    panels = [Tile(axes, i % per_row == 0, i + per_row >= number) for i, axes in enumerate(grid[:number])]
    for panel in panels:
        panel.axes.tick_params(labelbottom=panel.lowest)
    return figure, panels


def message_figure(text: str) -> Figure:
    """Return a figure that says in words why there is nothing to draw."""
    figure = new_figure(7.5, 1.2)
    figure.text(0.5, 0.5, text, ha="center", va="center", color="#444444", fontsize=10, wrap=True)
    return figure


def save_figure(figure: Figure, svg: str | Path, png: str | Path) -> None:
    """Write a figure as SVG and as PNG: the same bytes each time, without date or version, each file atomic.

    Raises UserError when a file cannot be written.
    """
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(RC)
        unsigned = {"Date": None, "Creator": None}
        write_atomically(svg, lambda path: figure.savefig(path, format="svg", metadata=unsigned))
        write_atomically(png, lambda path: figure.savefig(path, format="png", metadata={"Software": None}))


def rows(tables: Tables, name: str, known: str | None = None) -> pd.DataFrame:
    """Return a table's rows, those that have a value in the column `known`; no row where the run has no such table."""
    table = tables[name] if name in tables else pd.DataFrame()
    return table if known is None or table.empty else table.dropna(subset=[known])


def shorten(name: str, limit: int = MAX_NAME) -> str:
    """Return a name with its middle left out where it is longer than `limit` characters."""
    name = " ".join(str(name).split())
    if len(name) <= limit:
        return name
    head = (limit - 1) * 2 // 3
    return f"{name[:head]}…{name[len(name) - (limit - 1 - head) :]}"


def group_styles(groups: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return colour and marker of each group: known groups first, then the others in alphabetical order."""
    present = sorted({str(group) for group in groups})
    known = {group: GROUPS[group] for group in GROUPS if group in present}
    others = [group for group in present if group not in GROUPS]
    return known | {group: OTHER_GROUPS[i % len(OTHER_GROUPS)] for i, group in enumerate(others)}


def group_legend(figure: Figure, styles: Mapping[str, tuple[str, str]]) -> None:
    """Write above a figure which colour and marker each group of models has."""
    handles = [
        Line2D([], [], color=colour, marker=marker, linestyle="", label=group)
        for group, (colour, marker) in styles.items()
    ]
    figure.legend(handles=handles, loc="outside upper right", ncols=len(handles))


def text_colour(red: float, green: float, blue: float) -> str:
    """Return black or white, whichever is easier to read on a colour (0 to 1 each; WCAG 2.2 luminance)."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return BLACK if (luminance + 0.05) ** 2 > 1.05 * 0.06 else "white"


def model_axis(axes: Axes, models: Sequence[str], *, labels: bool = True, margin: float = 0.1) -> None:
    """Make a vertical axis of models, the first on top, one row (a data unit) each."""
    axes.set_yticks(range(len(models)), [shorten(m) for m in models] if labels else [])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(models) - 0.5 + margin, -0.5 - margin)


def column_title(axes: Axes, title: str) -> None:
    """Give an axes its title, flush left with the plot."""
    axes.set_title(title, fontweight="bold", color=BLACK)
