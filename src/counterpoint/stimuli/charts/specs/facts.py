"""Fact tables: what each mark of a chart stands for, and how the rows of a specification become one."""

from collections.abc import Sequence
from typing import Any, Literal

from counterpoint.problems import given, unknown_name
from counterpoint.stimuli.charts.specs.mistakes import Mistake
from counterpoint.stimuli.charts.specs.wording import MOST, Name, Number, Strict

FIELDS = ("category", "label", "series", "group", "x", "size", "value")
"""Columns of a fact table; further ones are series, where `series` lists them."""
Measure = Literal["value", "x", "size"]
"""What of a mark is asked or changed: its value, its place on x, its size."""


class Fact(Strict):
    """One row of a fact table: the value that a mark stands for.

    `category` names the mark, together with `series` where a chart has series; `label` is what is drawn for it
    where that is shorter; `group` is the cell of a treemap that holds it; `x` is its place on a numeric x axis, of
    a histogram the lower end of its bin; `size` is what the area of a bubble shows.
    """

    category: Name
    value: Number
    label: Name
    series: Name | None = None
    group: Name | None = None
    x: Number | None = None
    size: Number | None = None


Table = tuple[Fact, ...]


def number_of(fact: Fact, measure: Measure) -> float:
    """Return a measure of a fact that has it."""
    return getattr(fact, measure)


def categories(table: Table) -> list[str]:
    """Return the names of the categories, each once, in the table's order."""
    return list(dict.fromkeys(fact.category for fact in table))


def series_names(table: Table) -> list[str]:
    """Return the names of the series in the table's order; none where the chart has no series."""
    return list(dict.fromkeys(fact.series for fact in table if fact.series is not None))


def group_names(table: Table) -> list[str]:
    """Return the names of the groups in the table's order; none where the chart has no groups."""
    return list(dict.fromkeys(fact.group for fact in table if fact.group is not None))


def totals(table: Table) -> dict[str, float]:
    """Return the sum of all series of each category."""
    return {name: sum(fact.value for fact in table if fact.category == name) for name in categories(table)}


def rows_by_name(fields: Sequence[Any], rows: Sequence[Any], series: Sequence[Any], bin_width: float | None) -> list:
    """Return rows of named values from rows in the order of `fields`, one for each category and series.

    Columns named in `series` are the values of these series (the wide form of a table). A category that is absent
    follows from x, of a histogram from its bin; a label that is absent is the category. Raises Mistake when a field is
    unknown, stands twice or is absent, or a row has another length.
    """
    for number, name in enumerate(fields):
        if isinstance(name, dict | list) or (name not in FIELDS and name not in series):
            text = unknown_name(str(name), [*FIELDS, *map(str, series)], "a column of facts, or a series in `series`")
            raise Mistake(text, "fields", number)
        if name in fields[:number]:
            raise Mistake(f"the column {name} stands twice; keep one", "fields", number)
    wide = wide_columns(fields, series)
    if wide and (len(wide) < len(series) or {"value", "series"} & set(fields)):
        raise Mistake("in the wide form every series has its column, and there is no column value or series", "series")
    if not wide and "value" not in fields:
        raise Mistake("the column value is missing; add it", "fields")
    facts = []
    for number, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != len(fields):
            raise Mistake(f"must be a list of {len(fields)} entries, got {given(row)}", "rows", number)
        named = dict(zip(fields, row, strict=True))
        fact = {name: value for name, value in named.items() if name not in wide}
        if "category" not in fact and "x" in fact:
            if not isinstance(fact["x"], int | float) or isinstance(fact["x"], bool) or abs(fact["x"]) > MOST:
                raise Mistake(f"x must be a number of up to {MOST:g}, got {given(fact['x'])}", "rows", number)
            fact["category"] = bin_name(fact["x"], bin_width)
        if fact.get("label") is None:
            fact["label"] = fact.get("category")
        facts += [{**fact, "series": name, "value": named[name]} for name in wide] or [fact]
    return facts


def wide_columns(fields: Sequence[Any], series: Sequence[Any]) -> list[Any]:
    """Return the series that have a column of their own; none where a table is in the long form."""
    return [name for name in series if name in fields]


def bin_name(x: float, width: float | None) -> str:
    """Return how a place on x is called: the number, or the two ends of a bin."""
    return f"{x:g}" if width is None else f"{x:g} - {x + width:g}"
