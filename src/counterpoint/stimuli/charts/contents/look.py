"""What says what a chart's marks stand for, beside their names: colours, places on a map, the way an axis runs."""

from dataclasses import dataclass, replace

from counterpoint.stimuli.charts.specs.facts import categories, group_names, series_names
from counterpoint.stimuli.charts.specs.palette import COLOURS, RAMP
from counterpoint.stimuli.charts.specs.spec import ChartSpec


@dataclass(frozen=True)
class Look:
    """The look of a picture that a conflict may exchange.

    `colours` gives each series, or group of a treemap, its colour as #RRGGBB; their order is that of the
    stack, from below, and of the legend;
    `ramp` gives the colours of a map's classes from the lowest to the highest; `places` says which state's shape
    carries each category's label; `backwards` whether the x axis runs from right to left.
    """

    colours: dict[str, str]
    ramp: tuple[str, ...]
    places: dict[str, str]
    backwards: bool = False

    def renamed(self, names: dict[str, str]) -> "Look":
        """Return the same look with other names for series, groups and categories."""
        return replace(
            self,
            colours={names[name]: colour for name, colour in self.colours.items()},
            places={names[name]: place for name, place in self.places.items()},
        )


def plain_look(chart: ChartSpec) -> Look:
    """Return the look that the specification gives a chart."""
    coloured = [*series_names(chart.facts), *group_names(chart.facts)]
    given = chart.colours or dict(zip(coloured, COLOURS, strict=False))
    places = {name: name for name in categories(chart.facts)} if chart.type == "choropleth" else {}
    return Look({name: COLOURS[given[name]] for name in coloured}, RAMP, places)
