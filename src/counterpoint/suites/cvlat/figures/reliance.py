"""CVLAT's figures of reliance: VFRI against accuracy, what a prompt does to both, and w beside VFRI."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from counterpoint.figures.labels import freeze_layout, place_labels
from counterpoint.figures.style import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    VERMILION,
    Tables,
    column_title,
    group_styles,
    message_figure,
    model_axis,
    new_figure,
    rows,
    shorten,
    styled,
)
from counterpoint.suites.cvlat.cells import CONFLICT, STEERED

SHIFTS: dict[str, tuple[str, str]] = {
    "as instructed, significant": (GREEN, "-"),
    "against the instruction, significant": (VERMILION, "--"),
    "not significant": (GREY, ":"),
}
"""Colour and line of an arrow by what the prompt did to VFRI."""


@styled
def figure4(tables: Tables) -> Figure:
    """VFRI with its interval against accuracy (visual + factual percent) in the conflict cell, by group."""
    data = _reliance(tables, CONFLICT)
    if data.empty:
        return message_figure(f"No model has a VFRI in the cell {CONFLICT}.")
    figure, axes = _plane(data["accuracy"], data[["vfri", "low", "high"]], len(data))
    bars = data.dropna(subset=["low", "high"])
    axes.vlines(bars["accuracy"], bars["low"], bars["high"], color="#a8a8a8", linewidth=1.1, zorder=2)
    _markers(axes, data)
    freeze_layout(figure)
    lines = bars[["accuracy", "low", "accuracy", "high"]].to_numpy(float)
    place_labels(
        axes,
        data[["accuracy", "vfri"]].to_numpy(float),
        [shorten(m) for m in data["model"]],
        np.vstack([lines, _zero_line(axes)]),
    )
    return figure


@styled
def figure5(tables: Tables) -> Figure:
    """What the prompt that gives facts priority does to accuracy and VFRI."""
    return _prompt_effect(tables, "factual", "sig_f", -1)


@styled
def figure6(tables: Tables) -> Figure:
    """What the prompt that gives the picture priority does to accuracy and VFRI."""
    return _prompt_effect(tables, "visual", "sig_v", +1)


@styled
def arbitration(tables: Tables) -> Figure:
    """Arbitration preference w beside VFRI, each with its interval, and planted respondents' true values."""
    preference = rows(tables, "cvlat_arbitration")
    if not preference.empty:
        preference = preference[(preference["cell"] == CONFLICT)]
    reliance = _reliance(tables, CONFLICT)
    if preference.empty and reliance.empty:
        return message_figure(f"No model has an arbitration preference or a VFRI in the cell {CONFLICT}.")
    models = list(dict.fromkeys([*reliance.get("model", []), *preference.get("model", [])]))
    reliance = reliance.reindex(columns=["model", "vfri", "low", "high"])
    reliance = pd.DataFrame({"model": models}).merge(reliance, how="left")  # a model without VFRI keeps its row
    figure = new_figure(9.0, 1.5 + 0.27 * len(models))
    left, right = figure.subplots(1, 2, sharey=True)
    place = {model: i for i, model in enumerate(models)}
    planted = rows(tables, "cvlat_planted")
    _intervals(left, preference, place, ("w", "w_low", "w_high"), planted, ("arbitration_w", "maximum_likelihood"))
    _intervals(right, reliance, place, ("vfri", "low", "high"), planted, ("vfri", "paper"))
    model_axis(left, models)
    column_title(left, "Arbitration preference w")
    column_title(right, "VFRI")
    left.set_xlabel("memory wins  ←  share of conflicts  →  picture wins")
    right.set_xlabel("memory wins  ←  index  →  picture wins")
    left.set_xlim(-0.04, 1.04)
    right.set_xlim(-1.08, 1.08)
    left.axvline(0.5, color=GREY, linewidth=0.8, zorder=1)
    right.axvline(0, color=GREY, linewidth=0.8, zorder=1)
    right.tick_params(axis="y", length=0)
    handles = [Line2D([], [], color=BLUE, marker="o", markersize=5, label="estimate, 95 % interval")]
    if reliance["vfri"].isna().any() or (not preference.empty and preference["w"].isna().any()):
        handles.append(Line2D([], [], color=GREY, marker="x", linestyle="", label="not estimable"))
    if not planted.empty:
        diamond = {"marker": "d", "markersize": 7, "markerfacecolor": "none", "markeredgewidth": 1.5}
        handles.append(Line2D([], [], color=ORANGE, linestyle="", label="planted truth", **diamond))
    figure.legend(handles=handles, loc="outside upper right", ncols=len(handles))
    return figure


def _reliance(tables: Tables, cell: str) -> pd.DataFrame:
    """Return the rows of one cell that have a VFRI, with accuracy (visual + factual %), highest VFRI first."""
    cells = rows(tables, "cvlat_cells")
    if cells.empty:
        return cells
    data = cells[cells["cell"] == cell].dropna(subset=["vfri", "visual_pct", "factual_pct"]).copy()
    data["accuracy"] = data["visual_pct"] + data["factual_pct"]
    return data.sort_values(["vfri", "model"], ascending=[False, True], ignore_index=True)


def _plane(accuracy: pd.Series, vfri: pd.DataFrame, n_models: int) -> tuple[Figure, Axes]:
    """Return a figure whose axes span accuracy and VFRI, the halves of both orientations lightly shaded."""
    figure = new_figure(8.0, min(5.0 + 0.1 * n_models, 11.0))
    axes = figure.subplots()
    spread = max(float(accuracy.max() - accuracy.min()), 12.0)
    axes.set_xlim(max(accuracy.min() - 0.22 * spread, -2), min(accuracy.max() + 0.22 * spread, 103))
    reach = max(1.0, float(np.nanmax(np.abs(vfri.to_numpy(float))))) * 1.12
    axes.set_ylim(-reach, reach)
    axes.axhspan(0, reach, color=BLUE, alpha=0.06, linewidth=0)
    axes.axhspan(-reach, 0, color=ORANGE, alpha=0.08, linewidth=0)
    axes.axhline(0, color=GREY, linewidth=1)
    for y, word in ((0.75, "visual orientation"), (0.25, "factual orientation")):
        axes.text(1.012, y, word, transform=axes.transAxes, rotation=270, va="center", fontsize=8, color="#4a4a4a")
    axes.set_xlabel("Accuracy: visual + factual answers (%)")
    axes.set_ylabel("VFRI")
    return figure, axes


def _zero_line(axes: Axes) -> np.ndarray:
    """Return the line at VFRI = 0 as a segment (1 x 4)."""
    left, right = axes.get_xlim()
    return np.array([[left, 0.0, right, 0.0]])


def _markers(axes: Axes, data: pd.DataFrame) -> None:
    """Draw a marker a model, by group, and the legend above the axes."""
    styles = group_styles(list(data["group"]))
    for group, (colour, marker) in styles.items():
        part = data[data["group"] == group]
        axes.scatter(
            part["accuracy"], part["vfri"], s=34, c=colour, marker=marker, edgecolors="white",
            linewidths=0.6, zorder=4, label=group,
        )  # fmt: skip
    axes.figure.legend(loc="outside upper right", ncols=len(styles), title="")


def _prompt_effect(tables: Tables, priority: str, column: str, direction: int) -> Figure:
    """Draw an arrow a model from baseline to prompted cell; `direction` is where the prompt pushes VFRI."""
    cell = STEERED[priority]
    before, after = _reliance(tables, CONFLICT), _reliance(tables, cell)
    if before.empty or after.empty:
        return message_figure(f"No model has a VFRI in both {CONFLICT} and {cell}.")
    data = before.merge(after, on=["model", "group"], suffixes=("_0", ""))
    if data.empty:
        return message_figure(f"No model has a VFRI in both {CONFLICT} and {cell}.")
    stars = rows(tables, "cvlat_table4")
    marks = {} if stars.empty else dict(zip(stars["model"], stars[column], strict=True))
    arrows = data[["accuracy_0", "vfri_0", "accuracy", "vfri"]].to_numpy(float)
    figure, axes = _plane(pd.concat([data["accuracy_0"], data["accuracy"]]), data[["vfri_0", "vfri"]], len(data))
    kinds = [
        "not significant"
        if "*" not in str(marks.get(model, ""))
        else next(iter(SHIFTS)) if direction * (end - start) > 0 else list(SHIFTS)[1]
        for model, start, end in zip(data["model"], data["vfri_0"], data["vfri"], strict=True)
    ]  # fmt: skip
    styles = group_styles(list(data["group"]))
    for (x0, y0, x1, y1), kind, group in zip(arrows, kinds, data["group"], strict=True):
        colour, line = SHIFTS[kind]
        axes.annotate(
            "", xy=(x1, y1), xytext=(x0, y0), zorder=3,
            arrowprops={"arrowstyle": "-|>", "color": colour, "linestyle": line, "lw": 1.2, "shrinkA": 3,
                        "shrinkB": 0, "mutation_scale": 10},
        )  # fmt: skip
        axes.scatter(x0, y0, s=26, marker=styles[group][1], facecolors="white", edgecolors=BLACK,
                     linewidths=0.9, zorder=4)  # fmt: skip
    handles = [Line2D([], [], color=c, linestyle=s, label=k) for k, (c, s) in SHIFTS.items() if k in kinds]
    handles += [
        Line2D([], [], color=BLACK, marker=m, markerfacecolor="white", linestyle="", label=f"baseline, {g}")
        for g, (_, m) in styles.items()
    ]
    figure.legend(handles=handles, loc="outside upper right", ncols=min(len(handles), 4))
    freeze_layout(figure)
    lines = np.vstack([arrows, _zero_line(axes)])
    place_labels(axes, arrows[:, 2:], [shorten(m) for m in data["model"]], lines, obstacles=arrows[:, :2])
    return figure


def _intervals(
    axes: Axes,
    data: pd.DataFrame,
    place: dict[str, int],
    columns: tuple[str, str, str],
    planted: pd.DataFrame,
    statistic: tuple[str, str],
) -> None:
    """Draw estimate and interval of each model on its own row, and the true values of `statistic` (name, variant)."""
    axes.grid(axis="x")
    value, low, high = columns
    for row in data.to_dict("records"):
        y = place[row["model"]]
        if pd.isna(row[value]):
            axes.plot(0.02, y, "x", color=GREY, transform=axes.get_yaxis_transform())
            continue
        if not (pd.isna(row[low]) or pd.isna(row[high])):
            axes.plot([row[low], row[high]], [y, y], color=BLUE, linewidth=1.6, solid_capstyle="butt")
        axes.plot(row[value], y, "o", color=BLUE, markersize=5)
    if planted.empty:
        return
    wanted = zip(planted["statistic"], planted["variant"], planted["cell"], strict=True)
    truths = planted[[row == (*statistic, CONFLICT) for row in wanted]]
    truths = truths[truths["model"].isin(place)].dropna(subset=["true_value"])
    axes.plot(
        truths["true_value"], [place[m] for m in truths["model"]], "d", markersize=9, markerfacecolor="none",
        markeredgecolor=ORANGE, markeredgewidth=1.5, zorder=5,
    )  # fmt: skip
