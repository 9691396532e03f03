"""PriVE's figures of rates: by input mode, by domain, and closed against open models."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from counterpoint.figures.style import (
    BLUE,
    GREY,
    ORANGE,
    Tables,
    column_title,
    group_styles,
    message_figure,
    model_axis,
    new_figure,
    panel_grid,
    rows,
    styled,
)
from counterpoint.suites.prive.cells import RAW
from counterpoint.suites.prive.names import DOMAINS

OUTCOMES = {"accuracy": (BLUE, ""), "pfer": (ORANGE, "////"), "other": (GREY, "")}
"""Colour and hatch of each rate, in the order in which they are stacked."""
LABELS = {"accuracy": "accuracy", "pfer": "PFER", "other": "other"}
MODES = {
    RAW["original"]: "original only",
    RAW["counterfactual"]: "counterfactual only",
    RAW["paired"]: "paired",
}
INSIDE = 12
"""Percent from which a part of a bar is wide enough to hold its number."""


@styled
def figure6(tables: Tables) -> Figure:
    """Accuracy, PFER and other of every model in the three input modes without a view."""
    table = rows(tables, "prive_cells", "accuracy")
    if not table.empty:
        table = table[(table["breakdown"] == "all") & table["cell"].isin(MODES)]
    if table.empty:
        return message_figure("No model has counted trials without a view.")
    return _stacked({MODES[cell]: table[table["cell"] == cell] for cell in MODES if cell in set(table["cell"])})


@styled
def figure7(tables: Tables) -> Figure:
    """Accuracy, PFER and other of every model on counterfactuals, one panel a domain."""
    table = rows(tables, "prive_table5", "accuracy")
    if table.empty:
        return message_figure("No model has counted trials on counterfactuals without a view.")
    sources = rows(tables, "prive_sources")
    phantoms = set() if sources.empty else set(sources.loc[sources["made"] == "phantom", "domain"])
    return _stacked(
        {
            f"{domain} (phantoms)" if domain in phantoms else domain: table[table["domain"] == domain]
            for domain in DOMAINS
            if domain in set(table["domain"])
        }
    )


@styled
def figure8(tables: Tables) -> Figure:
    """Accuracy and PFER of each model on counterfactuals, in a column for each group, with the groups' means."""
    table = rows(tables, "prive_table7", "accuracy")
    if table.empty:
        return message_figure("No model has counted trials on counterfactuals without a view.")
    styles = group_styles(list(table["group"]))
    figure = new_figure(max(6.0, 2.2 + 2.2 * len(styles)), 4.2)
    panels = figure.subplots(1, 2, sharey=True)
    for axes, rate in zip(panels, ("accuracy", "pfer"), strict=True):
        axes.grid(axis="y")
        for place, (group, (colour, marker)) in enumerate(styles.items()):
            values = np.sort(table.loc[table["group"] == group, rate].to_numpy(float))
            axes.bar(place, values.mean(), 0.62, color=colour, alpha=0.3, linewidth=0)
            # side by side, so that models with equal values are all seen
            spread = np.linspace(-0.22, 0.22, len(values)) if len(values) > 1 else np.zeros(1)
            axes.plot(
                place + spread, values, marker, color=colour, markersize=6, markeredgecolor="white", clip_on=False
            )
        counts = [int((table["group"] == group).sum()) for group in styles]
        means = [table.loc[table["group"] == group, rate].mean() for group in styles]
        names = [f"{g}\nn = {n}, mean {m:.1f}" for g, n, m in zip(styles, counts, means, strict=True)]
        axes.set_xticks(range(len(styles)), names)
        axes.tick_params(axis="x", length=0)
        axes.set_xlim(-0.6, len(styles) - 0.4)
        axes.set_ylim(0, 104)
        column_title(axes, f"{LABELS[rate]} on counterfactuals (%)")
    return figure


def _stacked(panels: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw bars of accuracy, PFER and other, one panel each and one row a model."""
    models = list(dict.fromkeys(model for part in panels.values() for model in part["model"]))
    figure, grid = panel_grid(len(panels), 3, side=2.3, width=2.7, height=0.6 + 0.27 * len(models))
    for panel, (title, part) in zip(grid, panels.items(), strict=True):
        axes, part = panel.axes, part.drop_duplicates("model").set_index("model").reindex(models)
        left = np.zeros(len(models))
        for rate, (colour, hatch) in OUTCOMES.items():
            width = np.nan_to_num(part[rate].to_numpy(float))
            axes.barh(range(len(models)), width, 0.74, left=left, color=colour, hatch=hatch, edgecolor="white",
                      linewidth=0.4)  # fmt: skip
            for y in np.flatnonzero(width >= INSIDE):
                box = {"facecolor": "white", "edgecolor": "none", "pad": 0.8} if hatch else None
                axes.text(left[y] + width[y] / 2, y, f"{width[y]:.0f}", ha="center", va="center", fontsize=7,
                          color="black" if hatch else "white", bbox=box)  # fmt: skip
            left += width
        for y in np.flatnonzero(part["accuracy"].isna()):
            axes.text(1, y, "no counted trial", va="center", fontsize=7, color="#555555", style="italic")
        model_axis(axes, models, labels=panel.leftmost)
        axes.set_xlim(0, 100)
        column_title(axes, title)
    figure.supxlabel("share of counted trials (%)", fontsize=9)
    handles = [
        Patch(facecolor=colour, hatch=hatch, edgecolor="white", label=LABELS[rate])
        for rate, (colour, hatch) in OUTCOMES.items()
    ]
    figure.legend(handles=handles, loc="outside upper center", ncols=len(handles))
    return figure
