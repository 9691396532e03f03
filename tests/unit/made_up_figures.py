"""Made-up scientific figures of every kind, and rows of elements as drawing would give for them."""

from dataclasses import replace
from typing import Any

from counterpoint.stimuli.scientific.spec import Axis, Panel, Reference, ScientificFigure

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#F0E442", "#56B4E9")

PLAIN = ScientificFigure(
    figure_id="fig_001",
    chart_type="bar",
    field="soil ecology",
    title="Decomposition across sites",
    x=Axis("Litter type"),
    y=Axis("Mass loss", "%"),
    categories=("Birch", "Spruce", "Alder", "Maple", "Larch"),
    x_values=None,
    series=("Mass loss",),
    trends=(),
    panels=(Panel("", ((42.0, 18.0, 61.0, 35.0, 24.0),)),),
    colours=COLOURS[:1],
    reference=Reference("Mean of grassland", 50.0),
    ticks=(0.0, 20.0, 40.0, 60.0, 80.0),
)
GROUPED = ScientificFigure(
    figure_id="fig_002",
    chart_type="bar",
    field="plant physiology",
    title="Growth under two regimes",
    x=Axis("Genotype"),
    y=Axis("Shoot length", "mm"),
    categories=("Col", "Ler", "Cvi", "Bur"),
    x_values=None,
    series=("Mock", "Auxin", "Kinetin"),
    trends=(),
    panels=(
        Panel(
            "",
            ((12.0, 30.0, 21.0, 44.0), (25.0, 18.0, 36.0, 31.0), (40.0, 9.0, 28.0, 17.0)),
            ((1.0,) * 4, (1.5,) * 4, (1.0,) * 4),
        ),
    ),
    colours=COLOURS[:3],
    arrangement="grouped",
    legend="outside",
    ticks=(0.0, 10.0, 20.0, 30.0, 40.0, 50.0),
)
STACKED = replace(
    GROUPED,
    figure_id="fig_003",
    arrangement="stacked",
    horizontal=True,
    panels=(Panel("", GROUPED.panels[0].values),),
    ticks=(0.0, 20.0, 40.0, 60.0, 80.0, 100.0),
    legend="inside",
)
LINE = ScientificFigure(
    figure_id="fig_004",
    chart_type="line",
    field="microbiology",
    title="Growth of three strains",
    x=Axis("Time", "h"),
    y=Axis("Optical density", "", 2),
    categories=("0", "4", "8", "12", "16"),
    x_values=(0.0, 4.0, 8.0, 12.0, 16.0),
    series=("Wild type", "Mutant rpoS", "Revertant"),
    trends=(("rises", "rises_then_falls", "flat"), ("rises", "falls", "falls_then_rises")),
    panels=(
        Panel("Glucose", ((0.1, 0.3, 0.6, 0.8, 0.95), (0.2, 0.5, 0.9, 0.55, 0.3), (0.4, 0.41, 0.42, 0.4, 0.41))),
        Panel("Acetate", ((0.1, 0.2, 0.45, 0.6, 0.7), (0.9, 0.7, 0.5, 0.3, 0.2), (0.6, 0.4, 0.2, 0.5, 0.8))),
    ),
    colours=COLOURS[:3],
    legend="inside",
    markers=True,
    dashed=True,
    ticks=(0.0, 0.2, 0.4, 0.6, 0.8, 1.0),
    sequence="every 4 h",
)
LOG = ScientificFigure(
    figure_id="fig_005",
    chart_type="line",
    field="virology",
    title="Viral load",
    x=Axis("Day", ""),
    y=Axis("Copies", "per mL", 0, log=True),
    categories=("1", "3", "5", "7", "9"),
    x_values=(1.0, 3.0, 5.0, 7.0, 9.0),
    series=("Copies",),
    trends=(("rises_then_falls",),),
    panels=(Panel("", ((40.0, 900.0, 52000.0, 3000.0, 150.0),)),),
    colours=COLOURS[:1],
    ticks=(10.0, 100.0, 1000.0, 10000.0, 100000.0),
    sequence="every 2 days",
)
PIE = ScientificFigure(
    figure_id="fig_006",
    chart_type="pie",
    field="ecology",
    title="Diet of the barn owl",
    x=None,
    y=None,
    categories=("Voles", "Shrews", "Mice", "Birds", "Insects"),
    x_values=None,
    series=("Diet",),
    trends=(),
    panels=(Panel("", ((41.0, 24.0, 18.0, 11.0, 6.0),)),),
    colours=COLOURS[:5],
    legend="outside",
    donut=True,
    exploded=1,
)
YEARS = replace(
    PLAIN,
    figure_id="fig_007",
    categories=("2000", "2005", "2010", "2015", "2020"),
    x=Axis("Year"),
    panels=(Panel("", ((20.0, 28.0, 37.0, 52.0, 66.0),)),),
    reference=None,
    value_labels=True,
    sequence="years by 5",
)
FIGURES = (PLAIN, GROUPED, STACKED, LINE, LOG, PIE, YEARS)


def made_up_elements(figure: ScientificFigure) -> list[dict[str, Any]]:
    """Return a figure's texts and marks as rows of `elements`, boxes laid out on a grid."""
    rows: list[dict[str, Any]] = []

    def add(role: str, text: str | None, left: float, top: float, **known: Any) -> None:
        number = sum(row["role"] == role for row in rows)
        box = {"x0": left, "y0": top, "x1": left + 8 * len(text or "mark"), "y1": top + 14}
        rest = dict.fromkeys(("series", "category", "value", "x", "size", "polygon", "colour", "group")) | known
        names = {"stimulus_id": f"{figure.figure_id}/clean", "element_id": f"{role}/{number}"}
        rows.append({**names, "role": role, "text": text, **rest, **box})

    add("title", figure.title, 200, 5)
    several = len(figure.panels) > 1
    for index, panel in enumerate(figure.panels):
        group, left = (str(index) if several else None), 400 * index
        if panel.title:
            add("panel_title", f"({'ab'[index]}) {panel.title}", left + 50, 30, group=group)
        for series, values in enumerate(panel.values):
            for category, number in enumerate(values):
                name = figure.categories[category]
                known = {"series": figure.series[series], "category": name, "value": number, "group": group}
                add("mark", None, left + 60 * category, 100 + 10 * series, **known)
                if figure.value_labels or figure.chart_type == "pie":
                    unit = " %" if figure.chart_type == "pie" else ""
                    add("data_label", f"{number:g}{unit}", left + 80 + 60 * category, 90, **known)
        if figure.chart_type == "pie":
            continue
        add("axis_title", figure.x.label, left + 150, 380, series="x", group=group)
        add("axis_title", figure.y.label, left, 60, series="y", group=group)
        for category, name in enumerate(figure.categories):
            x = None if figure.x_values is None else figure.x_values[category]
            spot = (left + 5, 340 - 50 * category) if figure.horizontal else (left + 40 + 70 * category, 350)
            add("tick", name, *spot, series="x", category=name, x=x, group=group)
        for place, tick in enumerate(figure.ticks):
            spot = (left + 40 + 70 * place, 350) if figure.horizontal else (left + 20, 340 - 50 * place)
            add("tick", f"{tick:.6g}", *spot, series="y", value=tick, group=group)
    if figure.reference is not None:
        add("reference", figure.reference.label, 300, 60, value=figure.reference.value)
    entries = figure.categories if figure.chart_type == "pie" else figure.series
    for place, name in enumerate(entries if figure.has_legend else ()):
        add("legend_entry", name, 700, 100 + 20 * place, series=name, colour=figure.colours[place])
    return rows
