"""Figure of what the paper printed beside what the run found, one panel a model and one row a measure."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from counterpoint.figures.style import (
    BLACK,
    BLUE,
    GREY,
    PALE,
    Tables,
    column_title,
    message_figure,
    panel_grid,
    rows,
    shorten,
    styled,
)

PER_ROW = 4
TITLES = {3: "MQM (table 3)", 4: "percent (table 4)"}
OTHER_ENGINE = "mqm_capped"
"""The paper's numbers are its own engine's."""
BAR = 7.0
"""Width of the bar of the paper's range, in points."""


@styled
def published(tables: Tables) -> Figure:
    """Every measure of the paper's tables 3 and 4: its numbers hollow or grey, this run's filled."""
    table = rows(tables, "scifig_table_published", "ours")
    table = table if table.empty else table[table["statistic"] != OTHER_ENGINE]
    if table.empty:
        return message_figure("No measure of the paper's tables 3 and 4 was asked in this run.")
    measures = list(table.sort_values("table", kind="stable").groupby(["table", "measure"], sort=False).groups)
    models = list(dict.fromkeys(table["model"]))
    figure, panels = panel_grid(len(models), PER_ROW, side=1.6, width=2.1, height=0.9 + 0.21 * len(measures))
    for panel, model in zip(panels, models, strict=True):
        axes, mine = panel.axes, table[table["model"] == model].set_index(["table", "measure"])
        axes.grid(axis="x")
        for y, measure in enumerate(measures):
            if measure in mine.index:
                _measure(axes, y, mine.loc[measure])
        axes.set_xlim(-3, 103)
        axes.set_yticks(range(len(measures)), [name for _, name in measures] if panel.leftmost else [])
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(len(measures) - 0.4, -0.6)
        if (first := sum(number == 3 for number, _ in measures)) and first < len(measures):
            axes.axhline(first - 0.5, color=GREY, linewidth=0.8)
        if panel.lowest:
            axes.set_xlabel(" | ".join(TITLES[number] for number in dict.fromkeys(number for number, _ in measures)))
        column_title(axes, shorten(model))
    handles = [
        Line2D([], [], color=BLUE, marker="o", label="this run, 95 % interval"),
        Line2D([], [], color=BLACK, marker="D", markerfacecolor="none", linestyle="", label="paper, same model"),
        Line2D([], [], color=PALE, linewidth=BAR, label="paper, range of its eight models"),
    ]
    figure.legend(handles=handles, loc="outside upper center", ncols=3)
    return figure


def _measure(axes: Axes, y: int, line: pd.Series) -> None:
    """Draw one row: the paper's range and number, and this run's above them."""
    ends = [line["published_lowest"], line["published_highest"]]
    axes.plot(ends, [y, y], color=PALE, linewidth=BAR, solid_capstyle="butt", zorder=1)
    if not pd.isna(line["published"]):
        axes.plot(line["published"], y, "D", color=BLACK, markerfacecolor="none", markersize=6, clip_on=False, zorder=3)
    if not pd.isna(line["ours_low"]):
        axes.plot([line["ours_low"], line["ours_high"]], [y, y], color=BLUE, linewidth=1.2, clip_on=False, zorder=4)
    axes.plot(line["ours"], y, "o", color=BLUE, markersize=4.5, clip_on=False, zorder=5)
