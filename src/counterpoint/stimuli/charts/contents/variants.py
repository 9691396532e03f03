"""The variants of a chart: what is drawn for the facts, for random values, against the facts, without names."""

from dataclasses import dataclass
from itertools import product
from string import ascii_uppercase

from counterpoint.seeds import generator
from counterpoint.states import STATES
from counterpoint.stimuli.charts.contents.look import Look, plain_look
from counterpoint.stimuli.charts.contents.manipulations import manipulated
from counterpoint.stimuli.charts.contents.randomise import randomised
from counterpoint.stimuli.charts.specs.facts import Table, categories, group_names, series_names
from counterpoint.stimuli.charts.specs.fields import Axis
from counterpoint.stimuli.charts.specs.kinds import KINDS, UNNAMED_POINTS
from counterpoint.stimuli.charts.specs.spec import ChartSpec
from counterpoint.stimuli.charts.specs.wording import Wording

VARIANTS = ("aligned", "randomised", "counterfactual", "anonymised")
TURNS = 4
"""Turns after which every alternation is where it began: two senses of a statement, four slots of an option."""


@dataclass(frozen=True)
class Variant:
    """One picture of a chart: its words, its table, and how it speaks of them.

    `names` maps each category, series and group of the facts to the one drawn; `unit`, `x_unit` and `size_unit` are
    what options show behind a number. `look` is what is drawn of the names beside their values. Everything else
    (type, size, order of the rows) is the chart's own: all variants share one style.
    """

    name: str
    chart: ChartSpec
    title: str
    x_title: str
    y_title: str
    size_title: str
    legend_title: str
    unit: str
    x_unit: str
    size_unit: str
    names: dict[str, str]
    table: Table
    wording: Wording
    look: Look

    @property
    def stimulus_id(self) -> str:
        """Name of the picture."""
        return f"{self.chart.id}/{self.name}"


def variants(chart: ChartSpec, seed: int) -> dict[str, Variant]:
    """Return every variant of a chart, which has its questions, by name; random values follow from the seed."""
    counterfactual, look = manipulated(chart, generator(seed, "chart", chart.id, "manipulations"))
    plain = plain_look(chart)
    return {
        "aligned": named("aligned", chart, chart.facts, plain),
        "randomised": named("randomised", chart, randomised(chart, seed), plain),
        "counterfactual": named("counterfactual", chart, counterfactual, look),
        "anonymised": anonymised("anonymised", chart, counterfactual, look),
    }


def turn(chart: ChartSpec, seed: int, *choice: str) -> int:
    """Return at which turn a choice begins that alternates over a chart's questions: its number, and a seeded start.

    It depends on no other chart; charts numbered one after the other begin one after the other, so that what
    alternates inside each of them is even over all of them too.
    """
    return chart.number + int(generator(seed, "turn", *choice).integers(TURNS))


def named(name: str, chart: ChartSpec, table: Table, look: Look) -> Variant:
    """Return a picture of a chart with its own names."""
    on_axis = KINDS[chart.type].reads == "axis" and chart.y_title  # which states the unit
    unit = "" if on_axis else chart.unit
    in_brackets = ", ".join(part for part in (unit, chart.year if chart.year_in_title else "") if part)
    shown = [*categories(chart.facts), *series_names(chart.facts), *group_names(chart.facts)]
    return Variant(
        name=name,
        chart=chart,
        title=f"{chart.title} ({in_brackets})" if in_brackets else chart.title,
        x_title=_axis_title(chart.x_axis),
        y_title=f"{chart.y_title} ({chart.unit})" if chart.y_title and chart.unit else chart.y_title,
        size_title=_axis_title(chart.size),
        legend_title=chart.legend_title,
        unit=chart.unit,
        x_unit=chart.x_axis.unit if chart.x_axis else "",
        size_unit=chart.size.unit if chart.size else "",
        names={name: name for name in shown},
        table=table,
        wording=chart.wording,
        look=look,
    )


def _axis_title(axis: Axis | None) -> str:
    if axis is None:
        return ""
    return f"{axis.title} ({axis.unit})" if axis.unit else axis.title


def anonymised(name: str, chart: ChartSpec, table: Table, look: Look) -> Variant:
    """Return a picture without names: letters for categories, neutral titles, no unit but the percent of a whole."""
    kind = KINDS[chart.type]
    words = kind.anonymous if chart.named_points else {**kind.anonymous, **UNNAMED_POINTS.get(chart.type, {})}
    marks = categories(table)
    names = dict(zip(marks, placeholders(len(marks)) if chart.named_points else marks, strict=True))
    names |= {name: f"Series {number}" for number, name in enumerate(series_names(chart.facts), 1)}
    names |= {name: f"Group {number}" for number, name in enumerate(group_names(chart.facts), 1)}
    drawn = tuple(
        fact.model_copy(
            update={
                "category": names[fact.category],
                "label": names[fact.category],
                "series": names.get(fact.series),
                "group": names.get(fact.group),
            }
        )
        for fact in table
    )
    x_title, y_title = kind.anonymous_titles
    return Variant(
        name=name,
        chart=chart,
        title="Chart",
        x_title=x_title,
        y_title=f"{y_title} (%)" if kind.whole and y_title else y_title,
        size_title="Size" if chart.size else "",
        legend_title="",
        unit="%" if kind.whole else "",
        x_unit="",
        size_unit="",
        names=names,
        table=drawn,
        wording=Wording(**words),
        look=look.renamed(names),
    )


def placeholders(count: int) -> list[str]:
    """Return neutral names: A to Z, then AA, AB, ... but no postal code of a state, which a map would misplace."""
    letters = list(ascii_uppercase)
    pairs = ["".join(pair) for pair in product(letters, letters)]
    return [*letters, *(pair for pair in pairs if pair not in STATES.values())][:count]
