"""A reading as questions ask about it: places with names, series, and values that can be looked up."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from counterpoint.pixels.chart import ReadChart, ReadMark
from counterpoint.pixels.questions.moments import Moment, axis_moments
from counterpoint.pixels.words import plain

ALONG_X = ("bar", "line", "stacked_bar", "stacked_100", "histogram", "area", "stacked_area")
STACKED = ("stacked_bar", "stacked_100", "stacked_area")
SAME_PLACE = 3
"""Marks whose middles are at most so many px apart stand at one place of the x axis."""
LETTERED = 0.6
"""Labels are letters in order when at least this share of them is what its place says."""
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Place:
    """A place on the axis, a sector, a point, a region or a cell: its name and its marks by series."""

    name: str | None
    marks: dict[str | None, ReadMark]
    moment: Moment | None = None

    @property
    def mark(self) -> ReadMark:
        """The first of its marks."""
        return next(iter(self.marks.values()))


@dataclass(frozen=True)
class Scene:
    """A chart's places from left to right and its series; `span` is the length of the value axis, in its unit."""

    chart: ReadChart
    places: tuple[Place, ...]
    series: tuple[str, ...]
    span: float
    pixel: float
    """Change of the value with one px."""
    groups: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether a mark was read for every place that the axis names; points and bubbles may always be hidden."""
        return self.type not in ("scatter", "bubble") and len(self.places) >= len(self.chart.categories)

    @property
    def type(self) -> str | None:
        """Type of the chart."""
        return self.chart.type

    def value(self, place: Place, series: str | None) -> float | None:
        """Return the value of a series at a place; None where it was not read or the series is not said."""
        if self.series and series is None:
            return None
        mark = place.marks.get(series)
        return None if mark is None else mark.value

    def total(self, place: Place) -> float | None:
        """Return the sum of all series at a place, or None where one of them is unread."""
        values = [self.value(place, series) for series in self.series]
        return None if not values or None in values else float(sum(values))


def scene_of(chart: ReadChart) -> Scene:
    """Return what questions can ask about a reading."""
    marks = list(chart.marks)
    groups = _side_by_side(marks) if chart.type in ALONG_X else [[mark] for mark in marks]
    names = in_order([group[0].category for group in groups])
    if chart.type == "histogram":
        names = in_steps(names)
    moments = axis_moments(names) if chart.type in ALONG_X else None
    series = (
        tuple(dict.fromkeys(mark.series for mark in marks if mark.series)) if chart.type not in ("treemap",) else ()
    )
    if chart.type not in (*STACKED, "line"):
        series = ()
    places = [
        Place(
            name,
            {mark.series if series else None: mark for mark in group},
            moments[number] if moments else None,
        )
        for number, (name, group) in enumerate(zip(names, groups, strict=True))
    ]
    pixel, span = _scale_of(chart)
    return Scene(
        chart, tuple(places), series, span, pixel, tuple(dict.fromkeys(mark.group for mark in marks if mark.group))
    )


def _side_by_side(marks: Sequence[ReadMark]) -> list[list[ReadMark]]:
    """Group marks that stand at one place of the x axis, from the left."""
    groups: list[list[ReadMark]] = []
    last = None
    for mark in sorted(marks, key=lambda mark: mark.box[0] + mark.box[2]):
        middle = (mark.box[0] + mark.box[2]) / 2
        if last is None or middle - last > SAME_PLACE:
            groups.append([])
        groups[-1].append(mark)
        last = middle
    return groups


def _scale_of(chart: ReadChart) -> tuple[float, float]:
    """Return the value of one px and the length of the value axis, or of a whole that is shared out."""
    if chart.type == "choropleth":
        return 0.2, 1.0
    if chart.type in ("pie", "treemap") or chart.y_scale is None:
        return 0.2, 100.0
    pixel = abs(chart.y_scale.slope)
    heights = [box for mark in chart.marks for box in (mark.box[1], mark.box[3])]
    return pixel, pixel * max(max(heights, default=0) - min(heights, default=0), 0.4 * chart.height)


def in_order(names: Sequence[str | None]) -> list[str | None]:
    """Return names with those of a series of letters mended: in A, B, None, D the gap is C.

    What looks like the letter of its place, as 0 does like O, is that letter. This holds only where most names are the
    letters of their places.
    """
    expected = [_letters(number) for number in range(len(names))]
    right = sum(name == letter for name, letter in zip(names, expected, strict=True))
    if len(names) < 3 or right < LETTERED * len(names):
        return list(names)
    taken = set(names)
    return [
        letter if name is None or (letter not in taken and plain(name) == plain(letter)) else name
        for name, letter in zip(names, expected, strict=True)
    ]


def in_steps(names: Sequence[str | None]) -> list[str | None]:
    """Return the names of a histogram's bins with those mended that were misread: the lower ends go up in even steps.

    Only where most names begin with the number of their place.
    """
    lows = [re.match(r"\D{0,2}(\d+(?:\.\d+)?)", name) if name else None for name in names]
    numbers = [float(low[1]) if low else None for low in lows]
    steps = [b - a for a, b in pairwise(numbers) if a is not None and b is not None]
    step = max(set(steps), key=steps.count, default=0)
    start = next((n for n, (a, b) in enumerate(pairwise(numbers)) if None not in (a, b) and b - a == step), None)
    if step <= 0 or start is None:
        return list(names)
    expected = [numbers[start] + (n - start) * step for n in range(len(names))]
    right = sum(number == low for number, low in zip(numbers, expected, strict=True))
    if right < 0.8 * len(names) or any(interval_of(name) for name in names):
        return list(names)
    ends = [f"{low:g} - {low + step - (1 if step == int(step) and step > 1 else 0):g}" for low in expected]
    return [*ends[:-1], f"{expected[-1]:g}+" if "+" in (names[-1] or "") else ends[-1]]


def _letters(number: int) -> str:
    return ALPHABET[number] if number < 26 else ALPHABET[number // 26 - 1] + ALPHABET[number % 26]


def interval_of(text: str | None) -> tuple[float, float] | None:
    """Return the ends of a name such as "20-24", "100+" or "Above 100", or None."""
    bare = (text or "").strip()
    both = re.match(r"^\D*?(\d+(?:\.\d+)?)\s*(?:[-–—−~]|to|and)\s*(\d+(?:\.\d+)?)\D*$", bare)
    if both and float(both[1]) < float(both[2]):
        return float(both[1]), float(both[2])
    above = re.match(r"^(\d+(?:\.\d+)?)\s*\+$|^(?:above|over)\s+(\d+(?:\.\d+)?)$", bare, re.IGNORECASE)
    return (float(above[1] or above[2]), float("inf")) if above else None
