"""A chart of each type, and charts that ask more of its drawing: many marks, few, thin, long."""

from dataclasses import replace
from typing import Any

from counterpoint.states import STATES
from counterpoint.stimuli.charts.contents.look import plain_look
from counterpoint.stimuli.charts.contents.variants import Variant, named
from counterpoint.stimuli.charts.specs.spec import ChartSpec

WORDING = {"quantity": "v", "quantity_of": "v of {category}", "item": "i", "items": "is", "over": "shown"}
PLAIN = {
    "number": 0,
    "year": 2024,
    "unit": "t",
    "decimals": 0,
    "source": "made up for this test",
    "licence": "none",
    "wording": WORDING,
    "manipulations": [{"kind": "reverse_ranking"}],
}
COUNTRIES = ["United Kingdom", "France", "Germany", "South Africa", "Japan", "Papua New Guinea", "Korea", "Spain"]
SOURCES = ["Coal and peat", "Natural gas", "Nuclear", "Hydroelectricity", "Other renewable energy sources"]
YEARS = [str(year) for year in range(1990, 2020)]


def wide(names: list[str], series: list[str], value=lambda row, column: 10 + 7 * row % 31 + 11 * column % 17) -> dict:
    rows = [[name, *(value(row, column) for column in range(len(series)))] for row, name in enumerate(names)]
    return {"fields": ["category", *series], "series": series, "rows": rows}


def narrow(names: list[str], value=lambda row: 10 + 7 * row % 31) -> dict:
    return {"fields": ["category", "value"], "rows": [[name, value(row)] for row, name in enumerate(names)]}


def bubbles(count: int) -> dict:
    rows = [[f"Place {n}", 1000 + 4700 * n % 60_000, 5 + 97 * n % 800, 50 + 13 * n % 37] for n in range(count)]
    return {"fields": ["category", "x", "size", "value"], "rows": rows}


def cells(groups: int, each: int) -> dict:
    rows = [[f"Group {n}", f"Cell {n}{m}", 14 + (5 * n + 17 * m) % 50] for n in range(groups) for m in range(each)]
    return {"fields": ["group", "category", "value"], "rows": rows}


def states(count: int) -> dict:
    rows = [[name, code, 3 + 37 * n % 80] for n, (name, code) in enumerate(list(STATES.items())[:count])]
    return {"fields": ["category", "label", "value"], "rows": rows}


X = {"title": "Income", "unit": "USD"}
SAMPLES: dict[str, dict[str, Any]] = {
    "bar": {"type": "bar", "facts": narrow(COUNTRIES), "y_title": "Catch"},
    "line": {"type": "line", "facts": narrow(YEARS[:12]), "y_title": "Catch", "x_axis": {"title": "Year"}},
    "stacked_bar": {
        "type": "stacked_bar",
        "facts": wide(COUNTRIES, SOURCES, lambda row, column: 10_000 * (3 + (5 * row + 7 * column) % 40)),
        "y_title": "Fuel burnt",
        "x_axis": {"title": "Country"},
        "legend_title": "Source of the energy used",
    },
    "stacked_100": {
        "type": "stacked_100",
        "unit": "%",
        "facts": wide(COUNTRIES[:4], SOURCES[:3], lambda row, column: [20 + row, 30 - 2 * row, 50 + row][column]),
        "y_title": "Share",
    },
    "pie": {"type": "pie", "unit": "%", "facts": narrow(COUNTRIES[:4], lambda row: [40, 30, 20, 10][row])},
    "histogram": {
        "type": "histogram",
        "facts": {"fields": ["x", "value"], "rows": [[1000 + 250 * n, 4 + 23 * n % 50] for n in range(20)]},
        "bin_width": 250,
        "x_axis": X,
        "y_title": "Number",
    },
    "scatter": {
        "type": "scatter",
        "facts": {"fields": ["category", "x", "value"], "rows": [[f"P {n}", 5 * n, 9 * n % 23] for n in range(9)]},
        "x_axis": X,
        "y_title": "Rate",
    },
    "area": {"type": "area", "facts": narrow(YEARS), "y_title": "Catch", "x_axis": {"title": "Year"}},
    "stacked_area": {
        "type": "stacked_area",
        "facts": wide(YEARS[:9], SOURCES[:3]),
        "y_title": "Energy",
        "x_axis": {"title": "Year"},
    },
    "bubble": {
        "type": "bubble",
        "facts": bubbles(20),
        "x_axis": X,
        "y_title": "Life expectancy",
        "size": {"title": "Number of inhabitants", "unit": "thousand"},
    },
    "choropleth": {"type": "choropleth", "facts": states(51), "y_title": "Rate", "legend_title": "Rate"},
    "treemap": {"type": "treemap", "facts": cells(8, 5)},
}
OTHERS: dict[str, dict[str, Any]] = {
    "few_bars": {**SAMPLES["bar"], "facts": narrow(["a", "b", "c"])},
    "long_stacks": {**SAMPLES["stacked_area"], "facts": wide(YEARS, SOURCES)},
    "short_area": {**SAMPLES["area"], "facts": narrow(["Monday", "Tuesday", "Wednesday"])},
    "three_bubbles": {**SAMPLES["bubble"], "facts": bubbles(3)},
    "small_bins": {
        **SAMPLES["histogram"],
        "bin_width": 0.05,
        "facts": {"fields": ["x", "value"], "rows": [[0.1 + 0.05 * n, 5 + n] for n in range(5)]},
    },
    "western_map": {**SAMPLES["choropleth"], "facts": states(20), "unit": "inhabitants", "legend_title": ""},
    "small_tree": {**SAMPLES["treemap"], "facts": cells(2, 3)},
    "thin_sectors": {
        **SAMPLES["pie"],
        "facts": narrow(["Oxygen", *COUNTRIES[1:]], lambda row: [60, 20, 10, 4, 2, 2, 1, 1][row]),
    },
    "long_title": {
        **SAMPLES["bar"],
        "title": "Catch of Fish, Crustaceans and Molluscs in Inland and Marine Waters by Country",
    },
}


def chart_of(sample: str, **changes: Any) -> ChartSpec:
    return ChartSpec.model_validate(
        {"id": sample, "title": "A chart", **PLAIN, **(SAMPLES | OTHERS)[sample], **changes}
    )


def variant_of(chart: ChartSpec, **look: Any) -> Variant:
    return named("aligned", chart, chart.facts, replace(plain_look(chart), **look))
