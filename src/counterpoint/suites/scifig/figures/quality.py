"""Figures of descriptions: their score by condition, and what they lose it by."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Patch

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
    message_figure,
    model_axis,
    new_figure,
    rows,
    shorten,
    styled,
    text_colour,
)
from counterpoint.suites.scifig.results.dimensions import CLEAN, COUNTED

SUB_TYPES = {
    "incorrect_value": (BLUE, ""),
    "trend": (SKY, "////"),
    "axis_or_legend": (GREEN, ""),
    "label_mapping": (GREEN, "////"),
    "missing_information": (ORANGE, ""),
    "hallucination": (VERMILION, ""),
    "unwanted_interpretation": (VERMILION, "////"),
    "ambiguity": (PURPLE, ""),
    "over_generalisation": (PURPLE, "////"),
    "verbosity": (GREY, ""),
    "structure": (GREY, "////"),
    "missing_takeaway": (BLACK, ""),
}
"""Colour and hatch of each kind of penalty: accuracy blue and green, completeness warm, clarity the rest."""


@styled
def quality(tables: Tables) -> Figure:
    """The score of every model's descriptions in every condition, as a table of coloured cells."""
    table = rows(tables, "scifig_table_quality", "mqm_published")
    table = table if table.empty else table[table["variant"] == COUNTED]
    if table.empty:
        return message_figure("No description was scored.")
    models, cells = (list(dict.fromkeys(table[name])) for name in ("model", "cell"))
    values = table.pivot_table(index="model", columns="cell", values="mqm_published").reindex(models)[cells]
    figure = new_figure(2.6 + 0.52 * len(cells), 1.7 + 0.3 * len(models))
    axes = figure.subplots()
    shown = axes.imshow(values.to_numpy(float), cmap="viridis", vmin=0, vmax=100, aspect="auto")
    for (row, column), value in np.ndenumerate(values.to_numpy(float)):
        if not np.isnan(value):
            colour = text_colour(*shown.cmap(value / 100)[:3])
            axes.text(column, row, f"{value:.0f}", ha="center", va="center", color=colour, fontsize=7)
    axes.set_xticks(range(len(cells)), [_condition(cell) for cell in cells], rotation=45, ha="right")
    axes.set_yticks(range(len(models)), [shorten(model) for model in models])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    figure.colorbar(shown, ax=axes, label="MQM (published engine)", fraction=0.04, pad=0.01)
    return figure


@styled
def penalties(tables: Tables) -> Figure:
    """Weight of penalties a description of clean figures, stacked by kind, one bar a model."""
    table = rows(tables, "scifig_table_penalties", "weight")
    if not table.empty:
        table = table[(table["engine"] == "published") & (table["cell"] == CLEAN)]
    if table.empty:
        return message_figure("No description of a clean figure lost a point.")
    models = list(dict.fromkeys(table["model"]))
    weights = table.pivot_table(index="model", columns="sub_type", values="weight", aggfunc="sum").reindex(models)
    figure = new_figure(7.5, 1.6 + 0.3 * len(models))
    axes, left, handles = figure.subplots(), np.zeros(len(models)), []
    for name in [*SUB_TYPES, *sorted(set(weights.columns) - set(SUB_TYPES))]:
        if name not in weights:
            continue
        colour, hatch = SUB_TYPES.get(name, (BLACK, "xx"))
        width = np.nan_to_num(weights[name].to_numpy(float))
        axes.barh(
            range(len(models)), width, 0.74, left=left, color=colour, hatch=hatch, edgecolor="white", linewidth=0.4
        )
        handles.append(Patch(facecolor=colour, hatch=hatch, edgecolor="white", label=name.replace("_", " ")))
        left += width
    model_axis(axes, models)
    axes.set_xlim(left=0)
    axes.set_xlabel("weight of penalties a description")
    figure.legend(handles=handles, loc="outside upper center", ncols=4)
    return figure


def _condition(cell: str) -> str:
    """Return what a cell is called in a figure: its condition, and whose text is blurred."""
    task, condition = cell.split("/")
    return condition.replace("_", " ") if task == "describe" else f"{task}, {condition.split('_')[1]}"
