"""PriVE's figures of gains: what the original beside a counterfactual brings, and what each view brings."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from counterpoint.figures.style import (
    BLACK,
    BLUE,
    GREY,
    ORANGE,
    Tables,
    column_title,
    message_figure,
    model_axis,
    new_figure,
    panel_grid,
    rows,
    styled,
)
from counterpoint.suites.prive.figures.rates import LABELS

SIGNIFICANT = 0.05
LEAST_REACH = 5.0
"""Percentage points that an axis shows to either side of zero at least, so that no change is seen as none."""


@styled
def figure9(tables: Tables) -> Figure:
    """Change in accuracy and PFER with both pictures, with intervals, one row a model."""
    table = rows(tables, "prive_table11", "accuracy")
    if table.empty:
        return message_figure("No model answered the same items with one and with both pictures.")
    models = list(table["model"])
    figure = new_figure(8.4, 1.1 + 0.34 * len(models))
    panels = figure.subplots(1, 2, sharey=True)
    for axes, rate, colour in zip(panels, ("accuracy", "pfer"), (BLUE, ORANGE), strict=True):
        _zero(axes)
        for y, row in enumerate(table.to_dict("records")):
            _interval(axes, row, rate, y, colour, filled=True)
        _reach(axes)
        column_title(axes, f"{LABELS[rate]}: paired − counterfactual only")
        axes.set_xlabel("change (percentage points)")
    model_axis(panels[0], models)
    return figure


@styled
def figure10(tables: Tables) -> Figure:
    """Change in accuracy with each view, with intervals: one panel a model, one row a view."""
    table = rows(tables, "prive_table13", "accuracy")
    if table.empty:
        return message_figure("No model answered the same items with and without a view.")
    models, views = list(dict.fromkeys(table["model"])), list(dict.fromkeys(table["tool"]))
    figure, panels = panel_grid(len(models), 4, side=1.9, width=2.1, height=0.65 + 0.22 * len(views))
    for panel, model in zip(panels, models, strict=True):
        axes = panel.axes
        _zero(axes)
        for row in table[table["model"] == model].to_dict("records"):
            colour = GREY if row["role"] == "control" else BLUE
            p = row["accuracy_p_holm"]
            _interval(axes, row, "accuracy", views.index(row["tool"]), colour, filled=pd.notna(p) and p < SIGNIFICANT)
        _reach(axes)
        model_axis(axes, [view.replace("_", " ") for view in views], labels=panel.leftmost)
        column_title(axes, model if len(model) <= 24 else f"{model[:23]}…")
    figure.supxlabel("change in accuracy on counterfactuals (percentage points)", fontsize=9)
    looks = ((BLUE, BLUE, "tool, p < .05 after Holm"), (BLUE, "white", "tool"), (GREY, "white", "control"))
    handles = [
        Line2D([], [], marker="o", linestyle="", color=colour, markerfacecolor=fill, label=label)
        for colour, fill, label in looks
    ]
    figure.legend(handles=handles, loc="outside upper center", ncols=len(handles))
    return figure


def _zero(axes: Axes) -> None:
    axes.grid(axis="x")
    axes.axvline(0, color=BLACK, linewidth=0.8)


def _reach(axes: Axes) -> None:
    low, high = axes.get_xlim()
    axes.set_xlim(min(low, -LEAST_REACH), max(high, LEAST_REACH))


def _interval(axes: Axes, row: dict, rate: str, y: int, colour: str, *, filled: bool) -> None:
    """Draw an estimate at height `y` with its interval, if it has one."""
    ends = np.array([row[f"{rate}_low"], row[f"{rate}_high"]], dtype=float)
    if not np.isnan(ends).any():
        axes.plot(ends, [y, y], color=colour, linewidth=1.6, solid_capstyle="butt")
    axes.plot(row[rate], y, "o", color=colour, markersize=5, markerfacecolor=colour if filled else "white", zorder=3)
