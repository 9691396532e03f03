"""CVLAT's figure of mismatch: how often the chart overrides the fact, by how far the two lie apart."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from counterpoint.figures.style import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    SKY,
    VERMILION,
    Tables,
    group_styles,
    message_figure,
    new_figure,
    rows,
    shorten,
    styled,
)
from counterpoint.suites.cvlat.magnitude import REVERSAL, factor

LOOKS = ((BLUE, "o"), (VERMILION, "s"), (GREEN, "^"), (PURPLE, "v"), (SKY, "P"), (BLACK, "X"))
"""Colour and marker of each model where all share one plot; more models than these get a plot each."""
PER_ROW = 4
APART, CROWDED = 0.012, 0.7
"""How far models stand beside each other, as a share of the axis; all of them at most so much of the way to a level."""
CHARACTER = 0.075
"""Width of a character of a level's name on the axis, in inches."""


@styled
def magnitude(tables: Tables) -> Figure:
    """Override rate against mismatch, each model with intervals and with what it reads where names are hidden."""
    table = rows(tables, "cvlat_magnitude")
    if table.empty or table["override_pct"].isna().all():
        return message_figure("No override rate by size of conflict in this run.")
    models = list(dict.fromkeys(table["model"]))
    if len(models) <= len(LOOKS):
        return _together(table, models)
    return _apart(table, models)


def _together(table: pd.DataFrame, models: Sequence[str]) -> Figure:
    """Draw all models into one plot, beside each other where they meet."""
    figure = new_figure(7.5, 5.0)
    axes = figure.subplots()
    span = _axes(axes, table, width=6.6)
    nearest = float(np.diff(np.unique(table["position"])).min(initial=span))
    step = min(APART * span, CROWDED * nearest / len(models))
    for i, (model, (colour, marker)) in enumerate(zip(models, LOOKS, strict=False)):
        shift = (i - (len(models) - 1) / 2) * step
        _model(axes, table[table["model"] == model], colour, marker, shift)
    axes.set_ylabel("override rate: chart's answers / (chart's + fact's) (%)")
    axes.set_xlabel(_X_LABEL)
    handles = [
        Line2D([], [], color=c, marker=m, markersize=5, label=shorten(model))
        if table.loc[table["model"] == model, "override_pct"].notna().any()
        else Line2D([], [], color=GREY, marker="x", linestyle="", label=f"{shorten(model)}: not estimable")
        for model, (c, m) in zip(models, LOOKS, strict=False)
    ]
    figure.legend(handles=[*handles, *_keys(table)], loc="outside upper left", ncols=3)
    return figure


def _apart(table: pd.DataFrame, models: Sequence[str]) -> Figure:
    """Draw each model into a plot of its own, in the colour of its group."""
    n_rows = -(-len(models) // PER_ROW)
    figure = new_figure(10.0, 1.1 + 1.75 * n_rows)
    grid = figure.subplots(n_rows, PER_ROW, squeeze=False, sharex=True, sharey=True)
    figure.get_layout_engine().set(rect=(0, 0, 0.985, 1))  # room for the names that the layout does not count
    styles = group_styles(list(table["group"]))
    for axes in grid.flat[len(models) :]:
        axes.set_axis_off()
    for index, (axes, model) in enumerate(zip(grid.flat, models, strict=False)):
        part = table[table["model"] == model]
        _axes(axes, table, width=2.1)
        colour, marker = styles[part["group"].iloc[0]]
        _model(axes, part, colour, marker, 0.0)
        axes.set_title(shorten(model, 26), fontsize=8.5, fontweight="bold", color=BLACK)
        if part["override_pct"].isna().all():
            axes.text(0.5, 0.4, "not estimable", transform=axes.transAxes, ha="center", fontsize=8, color="#555555",
                      style="italic")  # fmt: skip
        axes.tick_params(labelbottom=index + PER_ROW >= len(models))
        if index < (n_rows - 1) * PER_ROW:  # names below the last plot but one stand in the empty place
            for name in axes.get_xticklabels():
                name.set_in_layout(False)
    figure.supylabel("override rate: chart's answers / (chart's + fact's) (%)", fontsize=9)
    figure.supxlabel(_X_LABEL, fontsize=9)
    handles = [Line2D([], [], color=c, marker=m, markersize=4.5, label=g) for g, (c, m) in styles.items()]
    handles += _keys(table)
    figure.legend(handles=handles, loc="outside upper left", ncols=len(handles))
    return figure


_X_LABEL = "mismatch: factor between the chart's value and the fact's (log scale)"


def _axes(axes: Axes, table: pd.DataFrame, width: float) -> float:
    """Set up the axes of a plot `width` inches wide, the reversal behind a line; return their span in data units."""
    places = table.drop_duplicates("level").set_index("level")["position"].sort_values()
    span = 1.16 * max(float(places.max() - places.min()), 0.1)
    middle = (places.max() + places.min()) / 2
    axes.set_xlim(middle - span / 2, middle + span / 2)
    axes.set_ylim(-3, 103)
    axes.set_yticks(range(0, 101, 25))
    axes.grid(axis="y")
    axes.axhline(50, color=GREY, linewidth=0.8, zorder=1)
    axes.set_xticks(places.to_numpy(float), _names(places, CHARACTER * span / width))
    if REVERSAL in places.index and len(places) > 1:
        edge = (places[REVERSAL] + places.drop(REVERSAL).max()) / 2
        axes.axvline(edge, color="#b0b0b0", linewidth=0.8, linestyle=(0, (1, 2)), zorder=1)
    return span


def _names(places: pd.Series, character: float) -> list[str]:
    """Return the levels' names for the axis, each a line lower than those that it would touch.

    `character` is the width of a character in data units.
    """
    ends: list[float] = []
    names = []
    for level, place in places.items():
        size = factor(level)
        name = level if size is None else f"×{size:.4g}"
        half = (len(name) + 0.5) * character / 2
        line = next((i for i, end in enumerate(ends) if place - half >= end), len(ends))
        ends[line : line + 1] = [place + half]
        names.append("\n" * line + name)
    return names


def _model(axes: Axes, part: pd.DataFrame, colour: str, marker: str, shift: float) -> None:
    """Draw one model: the override rate with its intervals, what it reads, and its planted truth."""
    part = part.sort_values("position")
    place = part["position"].to_numpy(float)
    x = place + shift
    axes.vlines(x, part["override_low"], part["override_high"], color=colour, linewidth=1.1, alpha=0.75, zorder=3)
    sized = (part["level"] != REVERSAL).to_numpy()
    rate, read = part["override_pct"].to_numpy(float), part["read_pct"].to_numpy(float)
    axes.plot(x[sized], rate[sized], color=colour, linewidth=1.4, zorder=3)
    axes.plot(x, rate, linestyle="", marker=marker, color=colour, markersize=5, markeredgecolor="white",
              markeredgewidth=0.5, zorder=4)  # fmt: skip
    axes.plot(place[sized], read[sized], color=colour, linewidth=1.0, linestyle=":", zorder=2)
    half = 0.04 * np.ptp(axes.get_xlim())
    alone = ~sized if sized.sum() > 1 else np.ones(len(part), dtype=bool)
    axes.hlines(read[alone], place[alone] - half, place[alone] + half, color=colour, linewidth=1.0, linestyle=":",
                zorder=2)  # fmt: skip
    axes.plot(x, part["planted"].to_numpy(float), "d", markersize=8, markerfacecolor="none", markeredgecolor=ORANGE,
              markeredgewidth=1.3, linestyle="", zorder=5)  # fmt: skip


def _keys(table: pd.DataFrame) -> list[Line2D]:
    """Return what the legend says of lines and marks that all models share."""
    keys = [Line2D([], [], color=GREY, marker="|", markersize=11, linestyle="", label="95 % interval")]
    if table["read_pct"].notna().any():
        keys.append(Line2D([], [], color=GREY, linewidth=1.0, linestyle=":", label="chart's answers without names"))
    if table["planted"].notna().any():
        diamond = {"marker": "d", "markersize": 7, "markerfacecolor": "none", "markeredgewidth": 1.3}
        keys.append(Line2D([], [], color=ORANGE, linestyle="", label="planted truth", **diamond))
    return keys
