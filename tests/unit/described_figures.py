"""Facts of three figures, and descriptions of these with what a person finds that each states."""

from pathlib import Path

import yaml

from counterpoint.judging.facts import Fact

HIGHEST = ("highest", "tallest", "largest", "maximum", "biggest")
LOWEST = ("lowest", "shortest", "smallest", "minimum")
X_AXIS, Y_AXIS = ("x axis", "horizontal axis"), ("y axis", "vertical axis")
FALLS = (
    "falls",
    "fall",
    "declines",
    "decline",
    "decreases",
    "decrease",
    "drops",
    "downward",
    "declining",
    "decreasing",
)
RISES = ("rises", "rise", "increases", "increase", "climbs", "upward", "increasing", "grows")
HUMP = (
    "rises then falls",
    "rises and then falls",
    "rises to a peak",
    "peaks",
    "peak",
    "increases then decreases",
    "increases and then decreases",
)


def _value(key, series, category, number, tolerance):
    subjects = tuple(filter(None, (series, category)))
    return Fact(key, "values", "value", f"{subjects} is {number}", subjects, number=number, tolerance=tolerance)


_SITES = {"1": ("North Field",), "2": ("River Bank",), "3": ("Hill Top",)}
_FERTILISERS = {
    "c": (("Control",), (3.1, 4.0, 2.4)),
    "o": (("Compost",), (4.2, 5.1, 3.3)),
    "m": (("Mineral N",), (5.0, 4.6, 3.9)),
}
_COLOURS = {"c": ("grey", "gray"), "o": ("green",), "m": ("blue",)}
BARS = [
    Fact(
        "type",
        "type",
        "type",
        "a grouped bar chart",
        wordings=("bar chart", "bar graph", "bar plot", "grouped bars"),
        against=("line chart", "line graph", "pie chart", "scatter plot", "stacked bar chart"),
    ),
    Fact("xl", "x_label", "label", "x is Site", (X_AXIS,), ("site",), ("grain yield",)),
    Fact("yl", "y_label", "label", "y is Grain yield", (Y_AXIS,), ("grain yield",), ("site",)),
    Fact("nsite", "categories", "count", "3 sites", (("site", "location"),), number=3),
    Fact("nser", "series", "count", "3 series", (("series", "treatment", "fertiliser"),), number=3),
    Fact("hi", "values", "extreme", "Compost has the highest bar", (HIGHEST,), ("Compost",), ("Control", "Mineral N")),
    Fact("lo", "values", "extreme", "Control has the lowest bar", (LOWEST,), ("Control",), ("Compost", "Mineral N")),
    *(
        _value(f"{letter}{place}", series, site, values[int(place) - 1], 0.25)
        for letter, (series, values) in _FERTILISERS.items()
        for place, site in _SITES.items()
    ),
    *(
        Fact(
            f"col_{one}",
            "colours",
            "style",
            f"{series[0]} is {_COLOURS[one][0]}",
            (series,),
            _COLOURS[one],
            (*(c for other, cs in _COLOURS.items() if other != one for c in cs), "red", "orange", "black"),
        )
        for one, (series, _) in _FERTILISERS.items()
    ),
]

_DAYS = {str(place): (f"{10 * place}", f"day {10 * place}") for place in range(5)}
_PLOTS = {
    "m": (("Mulched",), (40, 38, 35, 33, 30)),
    "b": (("Bare soil",), (40, 34, 27, 20, 15)),
    "i": (("Irrigated",), (25, 30, 36, 33, 28)),
}
LINES = [
    Fact(
        "type",
        "type",
        "type",
        "a line chart",
        wordings=("line chart", "line graph", "line plot"),
        against=("bar chart", "pie chart", "scatter plot", "area chart"),
    ),
    Fact("xl", "x_label", "label", "x is Day", (X_AXIS,), ("day", "days"), ("soil moisture",)),
    Fact("yl", "y_label", "label", "y is Soil moisture", (Y_AXIS,), ("soil moisture",), ("day",)),
    Fact("nser", "series", "count", "3 lines", (("line", "series", "plot", "curve"),), number=3),
    *(
        _value(f"{letter}{place}", series, day, values[int(place)], 1.5)
        for letter, (series, values) in _PLOTS.items()
        for place, day in _DAYS.items()
    ),
    Fact("tm", "trends", "trend", "Mulched falls", (("Mulched",),), FALLS, (*RISES, *HUMP)),
    Fact("tb", "trends", "trend", "Bare soil falls", (("Bare soil",),), FALLS, (*RISES, *HUMP)),
    Fact(
        "ti",
        "trends",
        "trend",
        "Irrigated rises then falls",
        (("Irrigated",),),
        HUMP,
        ("steadily rises", "steadily increases", "steadily declines", "steadily falls", "remains constant"),
    ),
]

_SHARES = {"t": ("Transport", 34), "h": ("Housing", 27), "f": ("Food", 18), "e": ("Energy", 13), "o": ("Leisure", 8)}
PIE = [
    Fact(
        "type",
        "type",
        "type",
        "a pie chart",
        wordings=("pie chart", "pie graph"),
        against=("bar chart", "donut chart", "doughnut chart", "line chart"),
    ),
    Fact("n", "slices", "count", "5 slices", (("slice", "segment", "category", "categories", "sector"),), number=5),
    *(_value(key, None, (name,), share, 1.0) for key, (name, share) in _SHARES.items()),
    Fact(
        "big",
        "extremes",
        "extreme",
        "Transport is largest",
        (HIGHEST,),
        ("Transport",),
        ("Housing", "Food", "Energy", "Leisure"),
    ),
    Fact(
        "small",
        "extremes",
        "extreme",
        "Leisure is smallest",
        (LOWEST,),
        ("Leisure",),
        ("Transport", "Housing", "Food", "Energy"),
    ),
]

FIGURES = {"bars": BARS, "lines": LINES, "pie": PIE}
DESCRIBED = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
"""Entries with `figure`, `text`, and the keys of the facts that the text states, `right` and `wrong`."""
