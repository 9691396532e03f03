"""What each chart type asks of its facts, how its values are read, and its neutral words; no drawing here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from counterpoint.stimuli.charts.specs import random_tables
from counterpoint.stimuli.charts.specs.random_tables import Draw, Rows


@dataclass(frozen=True)
class Kind:
    """A chart type.

    `fields` are the columns that its fact table must have beside `value`. `reads` says how a value is read: along
    the value axis, as an angle, as the class of a colour, or as an area. `whole` says of what the values are percent
    that sum to 100: of the chart, of each category, or of nothing. `stacked`: series stand on each other, so that the
    axis shows their totals. `negative` says whether it can show values below zero, `most` how many marks it can tell
    apart, `most_series` how many series or groups. `anonymous` is the neutral wording of its anonymised questions (the
    keys of `wording.Wording`); `anonymous_titles` the neutral x and y axis titles. `randomise(draw, generator)` gives
    one try at a random table (see `randomise`); `from_zero(values)` says whether the value axis holds zero.
    """

    name: str
    fields: tuple[str, ...]
    reads: Literal["axis", "angle", "class", "area"]
    anonymous: dict[str, str]
    anonymous_titles: tuple[str, str]
    randomise: Callable[[Draw, np.random.Generator], Rows]
    from_zero: Callable[[Sequence[float]], bool] = lambda values: True
    whole: Literal["", "chart", "category"] = ""
    stacked: bool = False
    negative: bool = False
    most: int | None = None
    most_series: int = 0


_CATEGORY = {
    "quantity": "value",
    "quantity_of": "value of {category}",
    "item": "category",
    "items": "categories",
    "over": "shown",
    "range_of": "values shown",
}
_POSITION = {
    "quantity": "value",
    "quantity_of": "value at {category}",
    "that_of": "that at {category}",
    "item": "position",
    "items": "positions",
    "at": "At",
    "over": "from {first} to {last}",
    "range_of": "values shown",
}
_SERIES = {
    "quantity": "value of {series}",
    "quantity_of": "value of {series} in {category}",
    "that_of": "that in {category}",
    "range_of": "values of {series} shown",
    "share_of": "share of {series} in the total of {category}",
    "ratio_of": "ratio of {series} to {to} in {category}",
}
_POINT = {
    "quantity": "y-value",
    "quantity_of": "y-value of {category}",
    "item": "point",
    "items": "points",
    "x_quantity": "x-value",
    "over": "shown",
    "range_of": "y-values shown",
}
_NAMED = ("Category", "Value")
KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("bar", ("category",), "axis", _CATEGORY, _NAMED, random_tables.shuffled, most=16),
        Kind(
            "line",
            ("category",),
            "axis",
            _POSITION,
            ("Position", "Value"),
            random_tables.shuffled,
            from_zero=lambda values: min(values) < 0.4 * max(values),
            negative=True,
            most=30,
        ),
        Kind(
            "stacked_bar",
            ("category", "series"),
            "axis",
            {**_CATEGORY, **_SERIES},
            _NAMED,
            random_tables.shuffled,
            stacked=True,
            most=10,
            most_series=5,
        ),
        Kind(
            "stacked_100",
            ("category", "series"),
            "axis",
            {
                **_CATEGORY,
                **_SERIES,
                "quantity": "share of {series}",
                "quantity_of": "share of {series} in {category}",
                "range_of": "shares of {series} shown",
            },
            ("Category", "Share"),
            random_tables.shares_of_categories,
            whole="category",
            stacked=True,
            most=10,
            most_series=5,
        ),
        Kind(
            "pie",
            ("category",),
            "angle",
            {**_CATEGORY, "quantity": "share", "quantity_of": "share of {category}"},
            ("", ""),
            random_tables.shares,
            whole="chart",
            most=8,
        ),
        Kind(
            "histogram",
            ("x",),
            "axis",
            {
                **_CATEGORY,
                "quantity": "count",
                "quantity_of": "count between {low} and {high}",
                "that_of": "that between {low} and {high}",
                "item": "interval",
                "items": "intervals",
            },
            ("Measure", "Count"),
            random_tables.shuffled,
            most=20,
        ),
        Kind(
            "scatter",
            ("x",),
            "axis",
            _POINT,
            ("x", "y"),
            random_tables.cloud,
            from_zero=lambda values: min(values) >= 0,
            negative=True,
            most=60,
        ),
        Kind("area", ("category",), "axis", _POSITION, ("Position", "Value"), random_tables.shuffled, most=30),
        Kind(
            "stacked_area",
            ("category", "series"),
            "axis",
            {
                **_POSITION,
                **_SERIES,
                "quantity_of": "value of {series} at {category}",
                "that_of": "that at {category}",
                "share_of": "share of {series} in the total at {category}",
                "ratio_of": "ratio of {series} to {to} at {category}",
            },
            ("Position", "Value"),
            random_tables.shuffled,
            stacked=True,
            most=30,
            most_series=5,
        ),
        Kind(
            "bubble",
            ("category", "x", "size"),
            "axis",
            {**_POINT, "size_quantity": "size", "size_quantity_of": "size of {category}"},
            ("x", "y"),
            random_tables.bubbles,
            from_zero=lambda values: 0 <= min(values) < 0.4 * max(values),
            negative=True,
            most=20,
        ),
        Kind(
            "choropleth",
            ("category",),
            "class",
            {**_CATEGORY, "item": "region", "items": "regions"},
            ("", "Value"),
            random_tables.permuted,
            most=51,
        ),
        Kind(
            "treemap",
            ("category", "group"),
            "area",
            {**_CATEGORY, "item": "cell", "items": "cells"},
            ("", ""),
            random_tables.permuted,
            most=40,
            most_series=8,
        ),
    )
}
"""Every chart type by name; its drawing is in `drawing.picture.DRAW`."""
STACKED = tuple(name for name, kind in KINDS.items() if kind.stacked)
ORDERED = ("line", "area", "stacked_area")
"""Types whose categories are positions in an order: they have trends, and their extremes are places, not names."""

UNNAMED_POINTS = {
    "scatter": {
        "quantity_of": "y-value at x = {category}",
        "that_of": "that at x = {category}",
    }
}
"""What changes in the anonymised wording of a scatterplot whose points have no names, only a place on x."""
