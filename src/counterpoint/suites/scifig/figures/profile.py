"""Figures of the profile: every model's dimensions, against each other, and by chart type."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from counterpoint.figures.labels import freeze_layout, place_labels
from counterpoint.figures.style import (
    GREY,
    ORANGE,
    PURPLE,
    SKY,
    Tables,
    column_title,
    group_legend,
    group_styles,
    message_figure,
    model_axis,
    new_figure,
    rows,
    shorten,
    styled,
)
from counterpoint.suites.scifig.names import CHART_TYPES, DIMENSIONS
from counterpoint.suites.scifig.results.dimensions import COUNTED

ARI = ("admittance", "resistance", "inductance")
TYPES = {"bar": (ORANGE, "o"), "line": (SKY, "s"), "pie": (PURPLE, "D")}
"""Colour and marker of each chart type."""


@styled
def profile(tables: Tables) -> Figure:
    """Each dimension with its interval, one panel a dimension and one row a model."""
    table = _counted(tables, "scifig_table_profile")
    if table.empty:
        return message_figure("No model has a profile.")
    models, shown = list(table["model"]), [name for name in DIMENSIONS if table[name].notna().any()]
    styles = group_styles(list(table["group"]))
    figure = new_figure(2.0 + 1.5 * len(shown), 1.2 + 0.3 * len(models))
    panels = figure.subplots(1, len(shown), squeeze=False)[0]
    for place, (axes, name) in enumerate(zip(panels, shown, strict=True)):
        axes.grid(axis="x")
        for row, (_, line) in enumerate(table.iterrows()):
            colour, marker = styles[line["group"]]
            _point(axes, row, line, name, colour, marker)
        lowest = np.nanmin([0.0, *table[name], *table[f"{name}_low"]])
        if name == "resistance":
            axes.axvline(0, color=GREY, linestyle="--", linewidth=0.8)
        axes.set_xlim(-1.05 if lowest < 0 else -0.05, 1.05)
        model_axis(axes, models, labels=place == 0)
        column_title(axes, name)
    group_legend(figure, styles)
    return figure


@styled
def behaviour(tables: Tables) -> Figure:
    """Quality of descriptions against the mean of admittance, resistance and inductance, a point a model."""
    table = _counted(tables, "scifig_table_profile")
    table = table if table.empty else table.dropna(subset=["perception", *ARI])
    if table.empty:
        return message_figure("No model has both descriptions and all of admittance, resistance and inductance.")
    styles = group_styles(list(table["group"]))
    figure = new_figure(6.2 + 0.12 * len(table), 4 + 0.12 * len(table))
    axes = figure.subplots()
    axes.grid()
    points = pd.DataFrame({"x": table[list(ARI)].mean(axis=1), "y": 100 * table["perception"]})
    places: dict[tuple[float, float], str] = {}
    for place, names in table.groupby([points["x"].round(2), points["y"].round(0)], sort=False):
        colour, marker = styles[names["group"].iloc[0]]
        axes.plot(*place, marker, color=colour, markersize=7, markeredgecolor="white", clip_on=False)
        places[place] = ",\n".join(shorten(name) for name in names["model"])
    axes.set_xlabel("mean of admittance, resistance and inductance")
    axes.set_ylabel("MQM of clean figures (published engine)")
    axes.set_ylim(-2, 104)
    axes.set_xlim(min(-0.05, float(points["x"].min()) - 0.05), 1.05)
    group_legend(figure, styles)
    freeze_layout(figure)
    place_labels(axes, np.array(list(places)), list(places.values()), np.empty((0, 4)), font_size=7)
    return figure


@styled
def chart_types(tables: Tables) -> Figure:
    """Each dimension in bars, lines and pies, one panel a dimension and one row a model."""
    table = _counted(tables, "scifig_table_chart_types")
    if table.empty:
        return message_figure("No model has a profile by chart type.")
    models, shown = list(dict.fromkeys(table["model"])), [n for n in DIMENSIONS if table[n].notna().any()]
    figure = new_figure(2.0 + 1.5 * len(shown), 1.3 + 0.36 * len(models))
    panels = figure.subplots(1, len(shown), squeeze=False)[0]
    for place, (axes, name) in enumerate(zip(panels, shown, strict=True)):
        axes.grid(axis="x")
        for offset, kind in enumerate(CHART_TYPES):
            part = table[table["chart_type"] == kind].set_index("model")
            for row, model in enumerate(models):
                if model in part.index:
                    _point(axes, row + 0.24 * (offset - 1), part.loc[model], name, *TYPES[kind])
        low = np.nanmin([0.0, *table[name]])
        axes.set_xlim(-1.05 if low < 0 else -0.05, 1.05)
        model_axis(axes, models, labels=place == 0)
        column_title(axes, name)
    handles = [
        axes.plot([], [], marker, color=colour, label=f"{kind} charts")[0] for kind, (colour, marker) in TYPES.items()
    ]
    figure.legend(handles=handles, loc="outside upper center", ncols=3)
    return figure


def _counted(tables: Tables, name: str) -> pd.DataFrame:
    table = rows(tables, name)
    return table if table.empty else table[table["variant"] == COUNTED]


def _point(axes, y: float, line: pd.Series, name: str, colour: str, marker: str) -> None:
    """Draw a value with its interval."""
    value = line[name]
    if pd.isna(value):
        return
    if not pd.isna(line[f"{name}_low"]):
        axes.plot([line[f"{name}_low"], line[f"{name}_high"]], [y, y], color=colour, linewidth=1.2, clip_on=False)
    axes.plot(value, y, marker, color=colour, markersize=5, markeredgecolor="white", markeredgewidth=0.6, clip_on=False)
