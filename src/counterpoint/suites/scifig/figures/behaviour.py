"""Figures of behaviour: what becomes of a blurred text, what answers risk, and whom false captions convince."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from counterpoint.figures.labels import freeze_layout, place_labels
from counterpoint.figures.style import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PALE,
    SKY,
    VERMILION,
    Tables,
    column_title,
    group_legend,
    group_styles,
    message_figure,
    model_axis,
    panel_grid,
    rows,
    shorten,
    styled,
)
from counterpoint.suites.scifig.names import CLAIM_KINDS
from counterpoint.suites.scifig.results.dimensions import COUNTED

OUTCOMES = {
    "correct": (BLUE, ""),
    "correct_hedged": (SKY, "////"),
    "abstained": (GREEN, ""),
    "not_addressed": (PALE, ""),
    "wrong_hedged": (ORANGE, "////"),
    "wrong": (VERMILION, ""),
    "unresolved": (GREY, "xx"),
    "refused": (BLACK, ""),
}
"""Colour and hatch of each outcome, from good to bad as far as that can be said."""
PANELS = {
    "admittance/active_blurred": "unrecoverable, asked for",
    "admittance/passive_blurred": "unrecoverable, described",
    "inductance/active_blurred": "recoverable, asked for",
    "inductance/passive_blurred": "recoverable, described",
}
SIDES = {"image": (BLUE, ""), "not_addressed": (PALE, ""), "caption": (VERMILION, "////")}


@styled
def outcomes(tables: Tables) -> Figure:
    """Exclusive outcomes of every model, one panel a cell."""
    table = _blurred(tables)
    cells = [cell for cell in PANELS if cell in set(table.get("cell", ()))]
    if not cells:
        return message_figure("No text was blurred in this run.")
    columns = {name: f"n_{name}" for name in OUTCOMES}
    panels = {PANELS[cell]: _shares(table[table["cell"] == cell], columns) for cell in cells}
    return _stacked(panels, OUTCOMES, 2)


@styled
def captions(tables: Tables) -> Figure:
    """The side that descriptions take on false claims, one panel a kind of claim."""
    table = rows(tables, "scifig_table_captions")
    if not table.empty:
        table = table[(table["cell"] == "describe/false_caption") & (table["n_claims"] > 0)]
    if table.empty:
        return message_figure("No figure was described above a false caption.")
    kinds = [kind for kind in ("all", *CLAIM_KINDS) if kind in set(table["kind"])]
    columns = {name: name for name in SIDES}
    panels = {kind.replace("_", " "): _shares(table[table["kind"] == kind], columns) for kind in kinds}
    return _stacked(panels, SIDES, 3)


@styled
def risk(tables: Tables) -> Figure:
    """Risk over coverage: answers without a hedge, then hedged ones too, one panel a cell."""
    table = _blurred(tables)
    cells = [cell for cell in PANELS if cell in set(table.get("cell", ()))]
    if not cells:
        return message_figure("No text was blurred in this run.")
    styles = group_styles(list(table["group"]))
    side = 2.4 + 0.14 * table["model"].nunique()  # room for every model's name in each panel
    figure, panels = panel_grid(len(cells), 2, side=0.6, width=side + 0.7, height=side)
    named: list[dict[tuple[float, float], list[str]]] = []
    for panel, cell in zip(panels, cells, strict=True):
        axes = panel.axes
        axes.grid()
        axes.tick_params(labelleft=panel.leftmost)
        ends: dict[tuple[float, float], list[str]] = {}
        for _, line in table[table["cell"] == cell].iterrows():
            colour, marker = styles[line["group"]]
            path = [(line["unhedged"], line["unhedged_risk"]), (line["answer"], line["answer_risk"])]
            known = [point for point in path if not np.isnan(point[1]) and point[0] > 0]
            if known:
                axes.plot(*zip(*known, strict=True), marker=marker, color=colour, linewidth=1.2, clip_on=False)
                ends.setdefault(tuple(round(value) for value in known[-1]), []).append(shorten(line["model"]))
        named.append(ends)
        axes.set_xlim(0, 102)
        axes.set_ylim(-4, 104)
        column_title(axes, PANELS[cell])
    figure.supxlabel("texts that are answered (%)", fontsize=9)
    figure.supylabel("wrong among answers (%)", fontsize=9)
    group_legend(figure, styles)
    freeze_layout(figure)
    for panel, ends in zip(panels, named, strict=True):
        axes = panel.axes
        if ends:
            lines = np.array([[*start, *end] for line in axes.lines for start, end in pairwise(line.get_xydata())])
            names = [",\n".join(models) for models in ends.values()]
            place_labels(axes, np.array(list(ends), float), names, lines.reshape(-1, 4), font_size=7)
    return figure


def _blurred(tables: Tables) -> pd.DataFrame:
    table = rows(tables, "scifig_table_outcomes")
    return table if table.empty else table[table["variant"] == COUNTED]


def _shares(part: pd.DataFrame, columns: Mapping[str, str]) -> pd.DataFrame:
    """Return each model's counts as percent, by outcome."""
    counts = part.set_index("model")[list(columns.values())].astype(float)
    counts.columns = list(columns)
    total = counts.sum(axis=1)
    return 100 * counts.div(total.where(total > 0), axis=0)


def _stacked(panels: Mapping[str, pd.DataFrame], looks: Mapping[str, tuple[str, str]], per_row: int) -> Figure:
    """Draw bars of shares, one panel each and one row a model."""
    models: Sequence[str] = list(dict.fromkeys(model for part in panels.values() for model in part.index))
    figure, tiles = panel_grid(len(panels), per_row, side=2.2, width=2.6, height=0.55 + 0.28 * len(models))
    for tile, (title, part) in zip(tiles, panels.items(), strict=True):
        axes, part, left = tile.axes, part.reindex(models), np.zeros(len(models))
        for name, (colour, hatch) in looks.items():
            width = np.nan_to_num(part[name].to_numpy(float))
            axes.barh(range(len(models)), width, 0.74, left=left, color=colour, hatch=hatch, edgecolor="white",
                      linewidth=0.4)  # fmt: skip
            left += width
        for y in np.flatnonzero(left == 0):
            axes.text(1, y, "no counted trial", va="center", fontsize=7, color="#555555", style="italic")
        model_axis(axes, models, labels=tile.leftmost)
        axes.set_xlim(0, 100)
        column_title(axes, title)
    handles = [
        Patch(facecolor=colour, hatch=hatch, edgecolor="white", label=name.replace("_", " "))
        for name, (colour, hatch) in looks.items()
        if any(part[name].fillna(0).gt(0).any() for part in panels.values())
    ]
    figure.supxlabel("share (%)", fontsize=9)
    figure.legend(handles=handles, loc="outside upper center", ncols=min(4, len(handles)))
    return figure
