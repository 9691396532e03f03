"""A study: the vocabulary and the plausible ranges from which any number of experiments are drawn."""

from dataclasses import dataclass

from counterpoint.stimuli.scientific.spec import Trend


@dataclass(frozen=True)
class Quantity:
    """What is measured: its name, unit, lowest and highest plausible value, and the decimals that are reported."""

    title: str
    unit: str
    low: float
    high: float
    decimals: int = 0
    log: bool = False
    """Values span orders of magnitude and are drawn on a logarithmic axis."""


@dataclass(frozen=True)
class Study:
    """What the studies of all chart types say. No text of a study holds another one: a blurred text stays unread."""

    field: str
    title: str
    """The figure's title, with {} for one of `settings`."""
    settings: tuple[str, ...]
    panels: tuple[str, ...] = ()
    """Titles of panels; none where the study has one panel only."""


@dataclass(frozen=True)
class BarStudy(Study):
    """Values of categories, of one series or several."""

    along: str = ""
    """Title of the axis of categories."""
    categories: tuple[str, ...] = ()
    sequence: str = ""
    """How categories follow from one another; they are then drawn without gaps."""
    quantity: Quantity = Quantity("", "", 0, 1)
    series: tuple[str, ...] = ()
    """Names of what is compared within a category; none where there is one series only."""
    additive: bool = False
    """The series are parts of a whole, and are stacked."""
    reference: str = ""
    """What a line across the bars would stand for."""


@dataclass(frozen=True)
class LineStudy(Study):
    """Values along a numeric axis."""

    along: str = ""
    unit: str = ""
    places: tuple[float, ...] = ()
    """Where values were taken, of which a stretch without gaps is drawn."""
    written: str = "{:g}"
    """How a place is written below the axis."""
    log_places: bool = False
    sequence: str = ""
    """How places follow from one another."""
    quantity: Quantity = Quantity("", "", 0, 1)
    series: tuple[str, ...] = ()
    trends: tuple[Trend, ...] = ()
    """How a line of this study may run."""
    reference: str = ""


@dataclass(frozen=True)
class PieStudy(Study):
    """Shares of a whole."""

    categories: tuple[str, ...] = ()
    whole: str = ""
    """What the slices are shares of."""
    decimals: int = 1
