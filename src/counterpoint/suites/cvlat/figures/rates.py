"""CVLAT's figures of rates: accuracy by chart type and task, VLAT and reVLAT, outcomes, option positions."""

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import Colormap
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from counterpoint.figures.style import (
    BLACK,
    BLUE,
    GREY,
    ORANGE,
    PURPLE,
    Tables,
    column_title,
    message_figure,
    model_axis,
    new_figure,
    panel_grid,
    rows,
    shorten,
    styled,
    text_colour,
)
from counterpoint.orders import LETTERS
from counterpoint.suites.cvlat.cells import CELLS, CONFLICT

OUTCOMES: dict[str, tuple[str, str]] = {
    "visual": (BLUE, ""),
    "factual": (ORANGE, "////"),
    "distractor": (GREY, ""),
    "omit": ("#ffffff", "||||"),
    "unresolved": (PURPLE, "xxxx"),
    "refused": (BLACK, ""),
}
"""Colour and hatch of each outcome of a counted trial, in the order in which they are stacked."""
HEAT_CELLS = {
    "vlat/normal": "VLAT: visual (= correct) answers",
    "revlat/normal": "reVLAT: visual (= correct) answers",
    CONFLICT: "CVLAT: visual + factual answers",
}
MANY = 12
"""Models from which on each panel repeats the names of its horizontal axis."""
HIGH = colormaps["cividis"]
"""Perceptually uniform and the same to readers with colour blindness (Nuñez, Anderton and Renslow, 2018)."""
AROUND = colormaps["PuOr_r"]


@styled
def figure7(tables: Tables) -> Figure:
    """Accuracy by chart type: models by levels, one panel an instrument."""
    return _heatmaps(tables, "chart_type")


@styled
def figure8(tables: Tables) -> Figure:
    """Accuracy by task: models by levels, one panel an instrument."""
    return _heatmaps(tables, "task")


@styled
def figure9(tables: Tables) -> Figure:
    """VLAT against reVLAT accuracy of each model under the normal and the explain prompt."""
    table = rows(tables, "cvlat_table2")
    columns = [f"{i}_{p}" for i in ("vlat", "revlat") for p in ("normal", "explain")]
    if table.empty or table[columns].isna().all(axis=None):
        return message_figure("No model was asked VLAT or reVLAT.")
    models = list(table["model"])
    figure = new_figure(9.0, 1.5 + 0.42 * len(models))
    panels = figure.subplots(1, 2, sharey=True)
    looks = {"vlat": ("VLAT", BLUE, "", -0.2), "revlat": ("reVLAT", ORANGE, "////", 0.2)}
    for axes, prompt in zip(panels, ("normal", "explain"), strict=True):
        axes.grid(axis="x")
        for instrument, (_, colour, hatch, shift) in looks.items():
            mean = table[f"{instrument}_{prompt}"].to_numpy(float)
            spread = table[f"{instrument}_{prompt}_sd"].to_numpy(float)
            y = np.arange(len(models)) + shift
            axes.barh(y, mean, 0.36, color=colour, hatch=hatch, edgecolor="white", linewidth=0)
            axes.hlines(y, np.maximum(mean - spread, 0), np.minimum(mean + spread, 100), color="#333333",
                        linewidth=1)  # fmt: skip
            for position, value in zip(y, mean, strict=True):
                if np.isnan(value):
                    axes.text(1, position, "not asked", va="center", fontsize=7, color="#555555", style="italic")
        model_axis(axes, models, labels=prompt == "normal")
        axes.set_xlim(0, 100)
        axes.set_xlabel("accuracy (%), whisker ± 1 SD over items, cut at 0 and 100", fontsize=8)
        column_title(axes, f"{prompt} prompt")
    panels[0].set_yticks(range(len(models)), [shorten(m) for m in models])
    handles = [Patch(facecolor=c, hatch=h, edgecolor="white", label=n) for n, c, h, _ in looks.values()]
    figure.legend(handles=handles, loc="outside upper right", ncols=2)
    return figure


@styled
def outcomes(tables: Tables) -> Figure:
    """What the counted trials of each model and cell ended in, as shares that add to 100 percent."""
    table = rows(tables, "cvlat_cells")
    cells = [] if table.empty else [cell for cell in CELLS if cell in set(table["cell"])]
    if not cells:
        return message_figure("No model has counted trials.")
    models = list(dict.fromkeys(table["model"]))
    figure, panels = panel_grid(len(cells), 3, side=2.2, width=2.9, height=0.6 + 0.24 * len(models))
    for panel, cell in zip(panels, cells, strict=True):
        axes = panel.axes
        part = table[table["cell"] == cell].drop_duplicates("model").set_index("model").reindex(models)
        left = np.zeros(len(models))
        for outcome, (colour, hatch) in OUTCOMES.items():
            width = part[f"{outcome}_pct"].to_numpy(float)
            edge = "#555555" if outcome == "omit" else "white"
            axes.barh(range(len(models)), np.nan_to_num(width), 0.74, left=left, color=colour, hatch=hatch,
                      edgecolor=edge, linewidth=0.4)  # fmt: skip
            left += np.nan_to_num(width)
        for y in np.flatnonzero(part["visual_pct"].isna()):
            axes.text(1, y, "no counted trial", va="center", fontsize=7, color="#555555", style="italic")
        model_axis(axes, models, labels=panel.leftmost)
        axes.set_xlim(0, 100)
        if len(models) > MANY:
            axes.tick_params(labelbottom=True)
        column_title(axes, cell)
    figure.supxlabel("share of counted trials (%), mean over items", fontsize=9)
    handles = [
        Patch(facecolor=c, hatch=h, edgecolor="#555555" if name == "omit" else "white", label=name)
        for name, (c, h) in OUTCOMES.items()
    ]
    figure.legend(handles=handles, loc="outside upper center", ncols=len(handles))
    return figure


@styled
def positions(tables: Tables) -> Figure:
    """Which option position each model chooses, over all cells, one panel an option count."""
    table = rows(tables, "cvlat_positions", "share")
    if not table.empty:
        table = table[table["n_counted"] > 0]
    if table.empty:
        return message_figure("No model chose an option in a counted trial.")
    models = list(dict.fromkeys(table["model"]))
    counts = sorted(int(n) for n in set(table["n_options"]))
    table = table.assign(chosen=table["share"] * table["n_counted"])
    pooled = table.groupby(["n_options", "model", "position"])[["chosen", "n_counted"]].sum()
    share = 100 * pooled["chosen"] / pooled["n_counted"]
    figure = new_figure(2.4 + 0.52 * sum(counts) + 0.3 * len(counts), 1.3 + 0.25 * len(models))
    panels = figure.subplots(1, len(counts), squeeze=False, width_ratios=counts)[0]
    for k, (axes, count) in enumerate(zip(panels, counts, strict=True)):
        letters = list(LETTERS[:count])
        values = share.loc[count].unstack().reindex(index=models, columns=letters).to_numpy(float)
        even = 100 / count
        _heat(axes, values, even - 20, even + 20, AROUND)
        model_axis(axes, models, labels=k == 0, margin=0)
        axes.set_xticks(range(count), letters)
        column_title(axes, f"{count} options")
        axes.set_xlabel(f"even: {even:.0f} %")
    return figure


def _heatmaps(tables: Tables, breakdown: str) -> Figure:
    table = rows(tables, "cvlat_breakdown")
    if not table.empty:
        table = table[(table["breakdown"] == breakdown) & table["cell"].isin(HEAT_CELLS)]
        table = table.dropna(subset=["accuracy"])
    if table.empty:
        return message_figure(f"No accuracy by {breakdown.replace('_', ' ')} in this run.")
    models, levels = list(dict.fromkeys(table["model"])), sorted(set(table["level"]))
    cells = [cell for cell in HEAT_CELLS if cell in set(table["cell"])]
    figure = new_figure(2.6 + 0.62 * max(len(levels), 5), 1.0 + len(cells) * (0.45 + 0.25 * len(models)))
    panels = figure.subplots(len(cells), 1, squeeze=False)[:, 0]
    names = [shorten(str(level).replace("_", " "), 26) for level in levels]
    for axes, cell in zip(panels, cells, strict=True):
        part = table[table["cell"] == cell]
        values = part.pivot_table(index="model", columns="level", values="accuracy")
        _heat(axes, values.reindex(index=models, columns=levels).to_numpy(float), 0, 100, HIGH)
        model_axis(axes, models, margin=0)
        column_title(axes, f"{HEAT_CELLS[cell]} (%), cell {cell}")
        named = len(models) > MANY or axes is panels[-1]
        axes.set_xticks(range(len(levels)), names if named else [""] * len(levels))
        axes.tick_params(axis="x", rotation=35)
        for label in axes.get_xticklabels():
            label.set(ha="right", rotation_mode="anchor")
    return figure


def _heat(axes: Axes, values: np.ndarray, low: float, high: float, colours: Colormap) -> None:
    """Draw a matrix of percentages as coloured cells with their values; a missing one is grey and hatched."""
    axes.set_facecolor("#dddddd")
    axes.patch.set(hatch="////", edgecolor="#a0a0a0")
    axes.imshow(values, cmap=colours, vmin=low, vmax=high, aspect="auto", interpolation="nearest")
    axes.set_xticks(np.arange(values.shape[1] + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(values.shape[0] + 1) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=1)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_visible(False)
    for (y, x), value in np.ndenumerate(values):
        if not np.isnan(value):
            fill = colours(min(max((value - low) / (high - low), 0), 1))
            axes.text(x, y, f"{value:.0f}", ha="center", va="center", fontsize=7.5, color=text_colour(*fill[:3]))
