"""Which value of a chart a text means: one place and, in charts with several series, one series."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from counterpoint.pixels.questions.measures import measured
from counterpoint.pixels.questions.mentions import Mention, year_places
from counterpoint.pixels.questions.scene import Scene
from counterpoint.pixels.questions.values import numbers_in
from counterpoint.pixels.questions.wording import says

NEAR = 4
"""A point stands at a number of the x axis when it is at most so many px away."""
_BOUNDS = re.compile(
    r"\b(?:between|from)\s+([\d,]+(?:\.\d+)?)\s*[^\d\s]*\s+(?:and|to)\s+([\d,]+(?:\.\d+)?)", re.IGNORECASE
)


@dataclass(frozen=True)
class Slot:
    """A place and a series, by their numbers; None for what a text does not say, or says twice."""

    place: int | None
    series: int | None


def only_slot(mentions: Sequence[Mention], places: bool = True, series: bool = True) -> Slot:
    """Return the one place and the one series that mentions name."""
    found = [{m.which for m in mentions if m.kind == kind} for kind in ("place", "series")]
    one = [next(iter(which)) if len(which) == 1 else None for which in found]
    return Slot(one[0] if places else None, one[1] if series else None)


def filled(slot: Slot, other: Slot) -> Slot:
    """Return a slot with what it lacks taken from another."""
    return Slot(
        other.place if slot.place is None else slot.place,
        other.series if slot.series is None else slot.series,
    )


def value_at(scene: Scene, slot: Slot, measure: str = "value") -> float | None:
    """Return the value that a slot names, or None where it was not read or is not named."""
    if slot.place is None:
        return None
    place = scene.places[slot.place]
    if measure != "value":
        return measured(place, measure)
    return scene.value(place, None if slot.series is None else scene.series[slot.series])


def points_at(scene: Scene, text: str) -> list[float]:
    """Return the values of the points that stand at the one number of the x axis that a text names."""
    numbers = numbers_in(text)
    if len(numbers) != 1 or scene.chart.x_scale is None:
        return []
    reach = NEAR * abs(scene.chart.x_scale.slope)
    near = [p.mark.value for p in scene.places if p.mark.x is not None and abs(p.mark.x - numbers[0][0]) <= reach]
    return [] if None in near else near


def difference_of(scene: Scene, first: Slot, second: Slot) -> float | None:
    """Return the value at the second slot less that at the first, or None where one is unread."""
    values = value_at(scene, first), value_at(scene, second)
    return None if None in values else values[1] - values[0]


def span_of(text: str, mentions: Sequence[Mention], scene: Scene) -> list[int]:
    """Return the places that a text speaks of: from one to another, in that order, of a year, of a half, else all."""
    named = list(dict.fromkeys(m.which for m in mentions if m.kind == "place"))
    every = list(range(len(scene.places)))
    if len(named) == 2:
        step = 1 if named[0] < named[1] else -1  # an axis may run backwards
        return list(range(named[0], named[1] + step, step))
    if year := year_places(text, scene):
        every = year
    if says("first half", text):
        return every[: len(every) // 2]
    return every[len(every) // 2 :] if says("second half|latter half", text) else every


def x_bounds(text: str) -> tuple[float, float] | None:
    """Return the bounds of x that a text names, such as "from 0 to 15,000", or None."""
    match = _BOUNDS.search(text)
    if not match:
        return None
    low, high = (float(part.replace(",", "").rstrip(".")) for part in match.groups())
    return (low, high) if low < high else None
