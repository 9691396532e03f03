"""What a chart can be asked: the kinds of question, and the names that each needs."""

from typing import Self

from pydantic import model_validator

from counterpoint.problems import unknown_name
from counterpoint.stimuli.charts.specs.facts import Measure
from counterpoint.stimuli.charts.specs.kinds import ORDERED, STACKED
from counterpoint.stimuli.charts.specs.mistakes import Mistake
from counterpoint.stimuli.charts.specs.wording import Name, Number, Strict


class Question(Strict):
    """One question about the chart: what is asked, and of which marks.

    value: of one mark. share: of a series in the total of its category. highest, lowest: which mark, of all or of
    those `among`. range: lowest and highest value. count_more, count_less: how many marks lie above or below the one
    named in `of`. greater: whether `of` exceeds `than`. ratio_greater: whether the ratio of `series` to `to` is
    greater in `of` than in `than`. trend, difference: between the marks `start` and `end`. correlation: of x and
    value. outlier: which point lies farthest outside that relationship. cluster: whether points are gathered around
    the place `near` (x, value). nested: whether `of` is part of `group`.
    `series` says of which series, in charts that have them; `measure` whether value, x or size is meant.
    """

    ask: str
    of: Name | None = None
    than: Name | None = None
    start: Name | None = None
    end: Name | None = None
    to: Name | None = None
    group: Name | None = None
    near: tuple[Number, Number] | None = None
    among: tuple[Name, ...] = ()
    series: Name | None = None
    measure: Measure = "value"

    @model_validator(mode="after")
    def _has_its_marks(self) -> Self:
        if self.ask not in ARGUMENTS:
            raise Mistake(unknown_name(self.ask, list(ARGUMENTS), "a kind of question"), "ask")
        needed = ARGUMENTS[self.ask]
        for key in ("of", "than", "start", "end", "to", "group", "near"):
            if getattr(self, key) is None and key in needed:
                raise Mistake(f"{self.ask} needs the key `{key}`")
            if getattr(self, key) is not None and key not in needed:
                keys = ", ".join([*needed, "series", "measure"])
                raise Mistake(f"does not belong to {self.ask}; allowed beside `ask`: {keys}", key)
        if self.among and (self.ask not in ("highest", "lowest") or len(set(self.among)) != 4):
            raise Mistake("names four different categories, and belongs to highest and lowest only", "among")
        if self.ask in ("share", "ratio_greater") and self.series is None:
            raise Mistake(f"{self.ask} needs the key `series`")
        if self.measure != "value" and self.ask not in COMPARING:
            raise ValueError(f"ask {self.ask!r} is of values: `measure` {self.measure} is for {', '.join(COMPARING)}")
        return self

    def names(self) -> tuple[str, ...]:
        """Return the categories that the question names."""
        alone = (self.of, self.than, self.start, self.end)
        return (*(name for name in alone if name is not None), *self.among)


ARGUMENTS: dict[str, tuple[str, ...]] = {
    "value": ("of",),
    "share": ("of",),
    "highest": (),
    "lowest": (),
    "range": (),
    "count_more": ("of",),
    "count_less": ("of",),
    "greater": ("of", "than"),
    "ratio_greater": ("of", "than", "to"),
    "trend": ("start", "end"),
    "difference": ("start", "end"),
    "correlation": (),
    "outlier": (),
    "cluster": ("near",),
    "nested": ("of", "group"),
}
"""Every kind of question and the keys that it needs beside `series` and `measure`."""
COMPARING = ("highest", "lowest", "greater", "count_more", "count_less")
"""Questions that compare marks, by any measure; the others are about values alone."""
_WITH_AXIS = ("bar", "line", *STACKED, "pie", "histogram", "scatter", "area", "bubble")
TYPES: dict[str, tuple[str, ...]] = {
    "value": (*_WITH_AXIS, "choropleth"),
    "share": STACKED,
    "range": _WITH_AXIS,
    "ratio_greater": STACKED,
    "trend": ORDERED,
    "difference": _WITH_AXIS,
    "correlation": ("scatter", "bubble"),
    "outlier": ("scatter", "bubble"),
    "cluster": ("scatter", "bubble"),
    "nested": ("treemap",),
}
"""The chart types from which a kind of question can be answered; the others suit all."""
