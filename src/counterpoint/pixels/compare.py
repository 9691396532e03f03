"""Holding what was read of a picture against the table that was drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from counterpoint.pixels.chart import ReadChart, ReadMark
from counterpoint.pixels.numbers import parse_number
from counterpoint.pixels.words import matched

AXIS_PX = 4.0
"""A place on an axis may be off by so many px."""
DEGREES = 4.0
"""A sector's angle may be off by so much."""
AREA_SHARE = 0.08
"""An area may be off by this share of itself."""
AREA_PX = 40.0
"""An area may be off by so many square px, whatever its size: the edge of a small one."""


@dataclass(frozen=True)
class Expected:
    """A mark as the table has it: its name as drawn, its value, and what else its type of chart shows of it.

    `value` is in the unit of the axis, of a pie or treemap in the unit of the table; `x` and `size` are the place on
    a numeric x axis and what the area of a bubble shows.
    """

    category: str
    value: float
    series: str | None = None
    group: str | None = None
    x: float | None = None
    size: float | None = None


@dataclass(frozen=True)
class Disagreement:
    """A mark whose reading is not what the table says, or that could not be read: then `read` is None.

    `measure` is value, x, size or group; `recorded` and `read` are what is compared, as text with its unit.
    """

    category: str
    series: str | None
    measure: str
    recorded: str
    read: str | None


def compare(read: ReadChart, expected: Sequence[Expected]) -> list[Disagreement]:
    """Return each expected mark that was read and disagrees, and each that could not be read, in their order.

    Names are matched by their likeness, since a recogniser may misread them; only points without names are matched
    by their place on the x axis. Places agree within `AXIS_PX`, angles within `DEGREES`, areas within `AREA_SHARE`,
    a region of a map when its value lies in the class of its colour.
    """
    found: list[Disagreement] = []
    marks = _paired(read, expected)
    for mark, row in zip(marks, expected, strict=True):
        if mark is None:
            found.append(Disagreement(row.category, row.series, "value", f"{row.value:g}", None))
    pairs = [(row, mark) for row, mark in zip(expected, marks, strict=True) if mark is not None]
    if read.type == "pie":
        found += _angles(pairs, sum(row.value for row in expected))
    elif read.type == "treemap":
        found += _areas(pairs, [row.value for row, _ in pairs], "value") + _groups(read, pairs, expected)
    elif read.type == "choropleth":
        found += _classes(read, pairs)
    else:
        found += _places(read, pairs)
        if read.type == "bubble":
            sized = [(row, mark) for row, mark in pairs if row.size is not None]
            found += _areas(sized, [row.size for row, _ in sized], "size")
    order = {(row.category, row.series): number for number, row in enumerate(expected)}
    return sorted(found, key=lambda item: order[item.category, item.series])


def _paired(read: ReadChart, expected: Sequence[Expected]) -> list[ReadMark | None]:
    """Return the read mark of each expected one, or None."""
    if read.type == "scatter" and not any(mark.category for mark in read.marks):
        return _by_place(read, expected)
    names = matched([m.category for m in read.marks if m.category], [row.category for row in expected])
    series = matched([m.series for m in read.marks if m.series], [row.series for row in expected if row.series])
    several = any(row.series for row in expected)
    by_name: dict[tuple[str, str | None], ReadMark] = {}
    for mark in read.marks:
        name = names.get(mark.category or "")
        of = series.get(mark.series or "") if several else None
        if name is not None and (of is not None or not several):
            by_name.setdefault((name, of), mark)
    return [by_name.get((row.category, row.series if several else None)) for row in expected]


def _by_place(read: ReadChart, expected: Sequence[Expected]) -> list[ReadMark | None]:
    """Pair points without names: the nearest in px along x, among those equally near the nearest along y."""
    if read.x_scale is None or read.y_scale is None:
        return [None] * len(expected)
    pairs = []
    for number, row in enumerate(expected):
        x = row.x if row.x is not None else parse_number(row.category)
        if x is None:
            continue
        for index, mark in enumerate(read.marks):
            away = abs(mark.x - x) / abs(read.x_scale.slope)
            if away <= AXIS_PX:
                pairs.append((abs(mark.value - row.value) / abs(read.y_scale.slope) + away, number, index))
    found: list[ReadMark | None] = [None] * len(expected)
    used: set[int] = set()
    for _, number, index in sorted(pairs):
        if found[number] is None and index not in used:
            found[number] = read.marks[index]
            used.add(index)
    return found


def _places(read: ReadChart, pairs: Sequence[tuple[Expected, ReadMark]]) -> list[Disagreement]:
    found = []
    for measure, scale in (("value", read.y_scale), ("x", read.x_scale)):
        for row, mark in pairs:
            recorded, seen = getattr(row, measure), getattr(mark, measure)
            if recorded is None or (measure == "x" and read.type == "histogram"):
                continue
            if seen is None or scale is None:
                found.append(Disagreement(row.category, row.series, measure, f"{recorded:g}", None))
                continue
            off = abs(seen - recorded) / abs(scale.slope)
            if off > AXIS_PX:
                shown = f"{seen:.5g} ({off:.1f} px away)"
                found.append(Disagreement(row.category, row.series, measure, f"{recorded:g}", shown))
    return found


def _angles(pairs: Sequence[tuple[Expected, ReadMark]], total: float) -> list[Disagreement]:
    found = []
    for row, mark in pairs:
        recorded, seen = 360 * row.value / total, 3.6 * mark.value
        if abs(seen - recorded) > DEGREES:
            texts = (f"{row.value:g} ({recorded:.1f} degrees)", f"{seen:.1f} degrees")
            found.append(Disagreement(row.category, row.series, "value", *texts))
    return found


def _areas(pairs: Sequence[tuple[Expected, ReadMark]], sizes: Sequence[float], measure: str) -> list[Disagreement]:
    """Areas must be proportional to what they show, by the factor on which most of them agree."""
    shown = [(size, mark.size_area_px) for size, (_, mark) in zip(sizes, pairs, strict=True) if mark.size_area_px]
    if not shown:
        return [
            Disagreement(row.category, row.series, measure, f"{s:g}", None)
            for s, (row, _) in zip(sizes, pairs, strict=True)
        ]
    factor = float(np.median([area / size for size, area in shown if size > 0]))
    found = []
    for size, (row, mark) in zip(sizes, pairs, strict=True):
        if mark.size_area_px is None:
            found.append(Disagreement(row.category, row.series, measure, f"{size:g}", None))
        elif abs(mark.size_area_px - factor * size) > max(AREA_SHARE * factor * size, AREA_PX):
            texts = (f"{size:g} ({factor * size:.0f} square px)", f"{mark.size_area_px:.0f} square px")
            found.append(Disagreement(row.category, row.series, measure, *texts))
    return found


def _groups(
    read: ReadChart, pairs: Sequence[tuple[Expected, ReadMark]], expected: Sequence[Expected]
) -> list[Disagreement]:
    names = matched([m.group for m in read.marks if m.group], [row.group for row in expected if row.group])
    found = []
    for row, mark in pairs:
        if row.group is None:
            continue
        seen = names.get(mark.group or "")
        if seen is None:
            found.append(Disagreement(row.category, row.series, "group", row.group, None))
        elif seen != row.group:
            found.append(Disagreement(row.category, row.series, "group", row.group, seen))
    return found


def _classes(read: ReadChart, pairs: Sequence[tuple[Expected, ReadMark]]) -> list[Disagreement]:
    """A value lies in a class from its lower edge to below the lower edge of the next one."""
    edges = [class_start(name) for name in read.classes]
    found = []
    for row, mark in pairs:
        number = None if mark.value is None else int(mark.value)
        if number is None or None in edges:
            found.append(Disagreement(row.category, row.series, "value", f"{row.value:g}", None))
            continue
        later = [edge for edge in edges if edge > edges[number]]
        if row.value < edges[number] or (later and row.value >= min(later)):
            shown = f"the class {read.classes[number]!r}"
            found.append(Disagreement(row.category, row.series, "value", f"{row.value:g}", shown))
    return found


def class_start(name: str) -> float | None:
    """Return the lower edge that a class's name gives, such as 10 for "10 - 14.9 %", or None."""
    return parse_number(name.replace("–", "-").replace("—", "-").split(" - ")[0].strip())
