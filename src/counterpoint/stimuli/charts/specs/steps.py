"""The steps by which a specification turns the facts into values that contradict them."""

from typing import Self

from pydantic import model_validator

from counterpoint.problems import unknown_name
from counterpoint.stimuli.charts.specs.facts import Measure
from counterpoint.stimuli.charts.specs.kinds import ORDERED, STACKED
from counterpoint.stimuli.charts.specs.mistakes import Mistake
from counterpoint.stimuli.charts.specs.wording import Name, Number, Strict

NUMBERS, COLOUR, LAYOUT, TIME, HIERARCHY = "numbers", "colour", "layout", "time", "hierarchy"
CONFLICTS = {
    "swap": NUMBERS,
    "cycle": NUMBERS,
    "reverse_ranking": NUMBERS,
    "reverse_order": NUMBERS,
    "permute": NUMBERS,
    "scale": NUMBERS,
    "shift": NUMBERS,
    "swap_series": NUMBERS,
    "move": HIERARCHY,
    "exchange_colours": COLOUR,
    "exchange_places": LAYOUT,
    "reverse_time": TIME,
}
"""What each kind of step brings into conflict with the facts: numbers, or what colours, places and order mean."""
TYPES = {
    "swap_series": STACKED,
    "move": ("treemap",),
    "exchange_colours": (*STACKED, "choropleth"),
    "exchange_places": ("choropleth",),
    "reverse_time": ORDERED,
}
"""The chart types to which a step belongs; the others suit all."""
_NAMED = {"swap": 2, "cycle": 3, "swap_series": 2, "move": 1, "exchange_places": 2}
"""How many names `of` needs; `cycle` takes more."""


class Manipulation(Strict):
    """One step from the facts to values that contradict them; see `manipulations`.

    swap: two categories. cycle: each category in `of` takes the value of the next, the last that of the first.
    reverse_ranking: the largest becomes the smallest and so on. reverse_order: the last becomes the first.
    permute: a seeded shuffle that leaves no value in place. scale, shift: multiply by or add `by`, to all
    categories or to those in `of`. These act on `measure`, and on each series apart or on `series` alone.
    swap_series: two series exchange their values. move: a cell of a treemap becomes part of the group `to`.
    The last three leave the marks as the facts draw them and exchange what says what they stand for.
    exchange_colours: two series, or the two ends of a map's colour scale, exchange their colours (and so the values
    that the legend gives them). exchange_places: two states of a map exchange their labels. reverse_time: the x axis
    runs backwards.
    """

    kind: str
    of: tuple[Name, ...] = ()
    by: Number | None = None
    series: Name | None = None
    measure: Measure = "value"
    to: Name | None = None

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        if self.kind not in CONFLICTS:
            raise Mistake(unknown_name(self.kind, list(CONFLICTS), "a manipulation"), "kind")
        if self.kind in ("scale", "shift") and self.by is None:
            raise Mistake(f"{self.kind} needs the key `by`, a number")
        if self.kind not in ("scale", "shift") and self.by is not None:
            raise Mistake(f"belongs to scale and shift only; remove it from {self.kind}", "by")
        if self.kind == "move" and self.to is None:
            raise Mistake("move needs the key `to`, the new group")
        if self.kind != "move" and self.to is not None:
            raise Mistake(f"belongs to move only; remove it from {self.kind}", "to")
        needed = _NAMED.get(self.kind, 0)
        if len(self.of) < needed or (needed and self.kind != "cycle" and len(self.of) != needed):
            words = {1: "a list of one name", 2: "a list of two names", 3: "a list of three or more names"}
            raise Mistake(f"{self.kind} needs the key `of`, {words[needed]}, got {len(self.of)}", "of")
        if self.of and self.kind in ("reverse_ranking", "reverse_order", "permute", "reverse_time"):
            raise Mistake(f"{self.kind} takes all categories; remove the key", "of")
        for position, name in enumerate(self.of):
            if name in self.of[:position]:
                raise Mistake(f"names {name!r} a second time; name each once", "of", position)
        if self.series and CONFLICTS[self.kind] != NUMBERS:
            raise Mistake(f"{self.kind} takes all series; remove the key", "series")
        return self

    @property
    def conflict(self) -> str:
        """What it brings into conflict: numbers, colour, layout, time or hierarchy."""
        return CONFLICTS[self.kind]

    def text(self) -> str:
        """Return the manipulation in words, as items record it."""
        parts = [self.kind, *([" and ".join(self.of)] if self.of else []), *([f"to {self.to}"] if self.to else [])]
        parts += [
            *([f"of {self.series}"] if self.series else []),
            *([f"in {self.measure}"] * (self.measure != "value")),
        ]
        return " ".join([*parts, *([f"by {self.by:g}"] if self.by is not None else [])])
