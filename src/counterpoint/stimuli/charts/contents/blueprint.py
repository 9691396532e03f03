"""The blueprint of the instruments: which questions each chart type is asked, after VLAT (53) and CVLAT (48 items)."""

from collections.abc import Sequence
from dataclasses import dataclass

from counterpoint.stimuli.charts.contents.answers import STATEMENTS
from counterpoint.stimuli.charts.specs.facts import Measure
from counterpoint.stimuli.charts.specs.questions import Question


@dataclass(frozen=True)
class Row:
    """One item of an instrument: `asks` are the kinds of question that serve, in turn over the charts of a type.

    `measure` is what of a mark is asked; `conflict` says whether the counterfactual instrument asks it too: VLAT's
    perceptual tasks (anomalies, clusters, and the extreme of its scatterplot) are asked of the others only.
    """

    type: str
    asks: tuple[str, ...]
    measure: Measure = "value"
    conflict: bool = True


EXTREME, COUNT = ("highest", "lowest"), ("count_more", "count_less")
_ROWS: dict[str, tuple[tuple[str, ...], ...]] = {
    "line": (("value",), EXTREME, ("range",), ("trend",), ("difference",)),
    "bar": (("value",), EXTREME, ("range",), COUNT),
    "stacked_bar": (("value",), ("share",), EXTREME, ("greater",), ("ratio_greater",)),
    "stacked_100": (("value",), EXTREME, ("greater",)),
    "pie": (("value",), EXTREME, ("greater",)),
    "histogram": (("value",), EXTREME, ("greater",)),
    "scatter": (("value",), ("range",), ("correlation",), ("greater",)),
    "area": (("value",), EXTREME, ("range",), ("trend",)),
    "stacked_area": (("value",), ("share",), EXTREME, ("trend",), ("greater",), ("ratio_greater",)),
    "bubble": (("value",), ("range",), ("correlation",)),
    "choropleth": (("value",), EXTREME, ("greater",)),
    "treemap": (("highest",), ("greater",), ("nested",)),
}
BLUEPRINT: tuple[Row, ...] = (
    *(Row(type, asks) for type, rows in _ROWS.items() for asks in rows),
    Row("bubble", EXTREME, "x"),
    Row("bubble", ("greater",), "size"),
    Row("scatter", EXTREME, conflict=False),
    Row("scatter", ("outlier",), conflict=False),
    Row("scatter", ("cluster",), conflict=False),
    Row("bubble", ("outlier",), conflict=False),
    Row("bubble", ("cluster",), conflict=False),
)
"""Every item of the instruments: 48 in conflict (31 with five options, 3 with four, 14 with three, as in CVLAT) and
five more in the others (VLAT's 53: 34, 3 and 16)."""


def rows_of(chart_type: str) -> list[Row]:
    """Return the rows of a chart type in the order of the blueprint."""
    return [row for row in BLUEPRINT if row.type == chart_type]


def served(chart_type: str, questions: Sequence[Question]) -> list[Row | None]:
    """Return the row of the blueprint that each question of a chart serves, each row once; None for further ones."""
    rows = rows_of(chart_type)
    found = []
    for question in questions:
        row = next((row for row in rows if question.ask in row.asks and question.measure == row.measure), None)
        if row is not None:
            rows.remove(row)
        found.append(row)
    return found


def turn_of(row: Row) -> bool:
    """Return whose turn it is in a row, of two that take turns over the rows whose options are alike.

    What takes turns is the same for all charts, and so even over an instrument whichever chart serves each row:
    whether random statements agree with the facts, whether numbers shown lie above the facts, which way trends go.
    """
    alike = [other for other in BLUEPRINT if _options(other) == _options(row)]
    return alike.index(row) % 2 == 0


def _options(row: Row) -> str:
    ask = row.asks[0]
    return "truth" if ask in STATEMENTS else "name" if ask in (*EXTREME, "outlier") else "trend" * (ask == "trend")
