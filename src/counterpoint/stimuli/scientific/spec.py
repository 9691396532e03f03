"""What a scientific figure shows: its data, its texts and its look, all that drawing and keys are computed from."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Literal

ChartType = Literal["bar", "line", "pie"]
Trend = Literal["rises", "falls", "flat", "rises_then_falls", "falls_then_rises"]


@dataclass(frozen=True)
class Axis:
    """One axis: its title without the unit, its unit, and how its values are written."""

    title: str
    unit: str = ""
    decimals: int = 0
    log: bool = False

    @property
    def label(self) -> str:
        """The title as drawn, the unit in brackets."""
        return f"{self.title} ({self.unit})" if self.unit else self.title


@dataclass(frozen=True)
class Reference:
    """A reference line across a figure's panels: what it is called in the legend, and where it lies."""

    label: str
    value: float


@dataclass(frozen=True)
class Panel:
    """One panel: its own data in the axes that all panels share."""

    title: str
    """What its title says beside its letter; empty where the figure has one panel."""
    values: tuple[tuple[float, ...], ...]
    """Series by category, in the y axis' unit; of a pie one row, the slices' percentages, which add up to 100."""
    errors: tuple[tuple[float, ...], ...] | None = None
    """Half lengths of error bars, as `values`; None where there are none."""


@dataclass(frozen=True)
class ScientificFigure:
    """A figure of type bar, line or pie."""

    figure_id: str
    chart_type: ChartType
    field: str
    """Field of research that the made-up experiment belongs to, e.g. soil ecology."""
    title: str
    x: Axis | None
    """Of bars the axis of categories, whichever way the bars lie; None for a pie."""
    y: Axis | None
    """Axis of values; None for a pie."""
    categories: tuple[str, ...]
    """Labels of the positions on the x axis, or of a pie's slices, in the order drawn."""
    x_values: tuple[float, ...] | None
    """Numeric places on the x axis of a line chart; None for bars and pies."""
    series: tuple[str, ...]
    """Names of the series as the legend has them; one without a legend entry where there is no legend."""
    trends: tuple[tuple[Trend, ...], ...]
    """Panels by series: how each line runs; empty for bars and pies."""
    panels: tuple[Panel, ...]
    colours: tuple[str, ...]
    """Of series, or of slices, as #RRGGBB."""
    arrangement: Literal["plain", "grouped", "stacked"] = "plain"
    horizontal: bool = False
    """Bars lie."""
    legend: Literal["none", "inside", "outside"] = "none"
    reference: Reference | None = None
    donut: bool = False
    exploded: int | None = None
    """Slice that is drawn apart."""
    markers: bool = False
    dashed: bool = False
    """Lines differ by their dashes as well."""
    value_labels: bool = False
    """Each bar has its value written on it; a pie's slices always have."""
    ticks: tuple[float, ...] = ()
    """Major ticks of the value axis, evenly spaced (in the logarithm where the axis is logarithmic)."""
    sequence: str = ""
    """How categories follow from one another (e.g. years by 5); empty where a name cannot be told from the others."""

    @property
    def has_legend(self) -> bool:
        """Whether a legend names series (of a pie: slices)."""
        return self.legend != "none"


def figure_text(figure: ScientificFigure) -> str:
    """Return a figure as canonical JSON."""
    return json.dumps(asdict(figure), sort_keys=True, ensure_ascii=False)


def figure_of(text: str) -> ScientificFigure:
    """Return the figure of a text that `figure_text` made."""
    found: dict[str, Any] = json.loads(text)
    panels = tuple(
        Panel(panel["title"], _rows(panel["values"]), None if panel["errors"] is None else _rows(panel["errors"]))
        for panel in found.pop("panels")
    )
    axes = {name: None if (axis := found.pop(name)) is None else Axis(**axis) for name in ("x", "y")}
    reference = found.pop("reference")
    lists = {name: tuple(found.pop(name)) for name in ("categories", "series", "colours", "ticks")}
    x_values, trends = found.pop("x_values"), tuple(tuple(row) for row in found.pop("trends"))
    return ScientificFigure(
        **found,
        **axes,
        **lists,
        panels=panels,
        x_values=None if x_values is None else tuple(x_values),
        trends=trends,
        reference=None if reference is None else Reference(**reference),
    )


def _rows(values: list[list[float]]) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(row) for row in values)
