"""The variants of a chart: what is drawn for the facts, for random values, against the facts, without names."""

from dataclasses import dataclass
from itertools import product
from string import ascii_uppercase

from counterpoint.seeds import generator
from counterpoint.stimuli.charts.kinds import KINDS, UNNAMED_POINTS
from counterpoint.stimuli.charts.manipulations import manipulated
from counterpoint.stimuli.charts.randomise import randomised
from counterpoint.stimuli.charts.spec import ChartSpec, Table
from counterpoint.stimuli.charts.wording import Wording

VARIANTS = ("aligned", "randomised", "counterfactual", "anonymised")
TURNS = 4
"""Turns after which every alternation is where it began: two senses of a statement, four slots of an option."""


@dataclass(frozen=True)
class Variant:
    """One picture of a chart: its words, its table, and how it speaks of them.

    `names` maps each category of the facts to the category drawn; `unit` and `x_unit` are what options show
    behind a value. Everything that is not text or value (type, colour, size) is the chart's own: all variants
    share one style.
    """

    name: str
    chart: ChartSpec
    title: str
    x_title: str
    y_title: str
    unit: str
    x_unit: str
    names: dict[str, str]
    table: Table
    wording: Wording

    @property
    def stimulus_id(self) -> str:
        """Name of the picture."""
        return f"{self.chart.id}/{self.name}"


def variants(chart: ChartSpec, seed: int) -> dict[str, Variant]:
    """Return every variant of a chart by name; random values and shuffles follow from the seed."""
    counterfactual = manipulated(chart, generator(seed, "chart", chart.id, "manipulations"))
    return {
        "aligned": _named("aligned", chart, chart.facts),
        "randomised": _named("randomised", chart, randomised(chart, seed, turn(chart, seed, "agreement"))),
        "counterfactual": _named("counterfactual", chart, counterfactual),
        "anonymised": _anonymised(chart, counterfactual),
    }


def turn(chart: ChartSpec, seed: int, *choice: str) -> int:
    """Return at which turn a choice begins that alternates over a chart's questions: its number, and a seeded start.

    It depends on no other chart; charts numbered one after the other begin one after the other, so that what
    alternates inside each of them is even over all of them too.
    """
    return chart.number + int(generator(seed, "turn", *choice).integers(TURNS))


def _named(name: str, chart: ChartSpec, table: Table) -> Variant:
    in_brackets = ", ".join(part for part in (chart.unit, chart.year if chart.year_in_title else "") if part)
    x_title = chart.x_axis.title if chart.x_axis else ""
    x_unit = chart.x_axis.unit if chart.x_axis else ""
    return Variant(
        name=name,
        chart=chart,
        title=f"{chart.title} ({in_brackets})" if in_brackets else chart.title,
        x_title=f"{x_title} ({x_unit})" if x_unit else x_title,
        y_title=f"{chart.y_title} ({chart.unit})" if chart.y_title and chart.unit else chart.y_title,
        unit=chart.unit,
        x_unit=x_unit,
        names={fact.category: fact.category for fact in chart.facts},
        table=table,
        wording=chart.wording,
    )


def _anonymised(chart: ChartSpec, table: Table) -> Variant:
    """The same marks without names: letters for categories, neutral titles, no unit but the percent of a whole."""
    kind = KINDS[chart.type]
    words = kind.anonymous if chart.named_points else {**kind.anonymous, **UNNAMED_POINTS}
    letters = dict(zip((fact.category for fact in table), placeholders(len(table)), strict=True))
    names = letters if chart.named_points else {category: category for category in letters}
    drawn = tuple(
        fact.model_copy(update={"category": names[fact.category], "label": names[fact.category]}) for fact in table
    )
    x_title, y_title = kind.anonymous_titles
    return Variant(
        name="anonymised",
        chart=chart,
        title="Chart",
        x_title=x_title,
        y_title=y_title,
        unit="%" if kind.total == 100 else "",
        x_unit="",
        names=names,
        table=drawn,
        wording=Wording(**words),
    )


def placeholders(count: int) -> list[str]:
    """Return neutral names: A to Z, then AA, AB, ..."""
    letters = list(ascii_uppercase)
    pairs = ["".join(pair) for pair in product(letters, letters)]
    return (letters + pairs)[:count]
