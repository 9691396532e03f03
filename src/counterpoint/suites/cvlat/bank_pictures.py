"""The audit of the bank's pictures: marks that show what is recorded for them, texts that can be read."""

from itertools import pairwise
from typing import Any

import numpy as np

from counterpoint.errors import UserError
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.suites.cvlat.audit import finding
from counterpoint.suites.cvlat.bank_readings import BANDS, Mark, Reading, Row, outline

READ_PX = 1.0
"""How far an outline may be from what is recorded for it, in px."""
MARK_LEAST = 0.99
"""Least width and height in px of a mark that is asked about."""
WIDTH, HEIGHT = 800, 600


def inside(row: Row) -> bool:
    """Return whether an element lies inside the picture."""
    return row["x0"] >= 0 and row["y0"] >= 0 and row["x1"] <= WIDTH and row["y1"] <= HEIGHT


def check_picture(stimulus: str, reading: Reading) -> None:
    """Raise UserError when a mark does not show what is recorded for it, or lies outside the picture."""
    for mark in reading.marks.values():
        name = mark.category if mark.series is None else f"{mark.series} in {mark.category}"
        if not inside(mark.row):
            raise UserError(f"chart {stimulus}: {name} lies outside the picture; change the axis")
        _check_box(stimulus, name, mark.row)
        _check_value(stimulus, name, mark, reading)
        _check_place(stimulus, name, mark, reading)
    if reading.chart.type in BANDS:
        _check_stacks(stimulus, reading)
    if set(KINDS[reading.chart.type].fields) & {"series", "group"}:
        _check_colours(stimulus, reading)


def _check_box(stimulus: str, name: str, row: Row) -> None:
    points = outline(row)
    box = np.array([row["x0"], row["y0"], row["x1"], row["y1"]])
    if np.abs(box - [*points.min(axis=0), *points.max(axis=0)]).max() > READ_PX:
        raise UserError(f"chart {stimulus}: the box of {name} is not that of its outline; correct the drawing")


def _check_value(stimulus: str, name: str, mark: Mark, reading: Reading) -> None:
    """Raise UserError when the outline, or the colour of a region, shows another value than the recorded one."""
    if reading.classes:
        right = reading.class_of(mark.value) == reading.class_of(mark.read)
    elif reading.axis is not None:
        right = abs(mark.read - mark.value) <= READ_PX * reading.per_px
    elif reading.chart.type == "pie":
        right = abs(mark.read - mark.value) <= 100 / 360
    else:
        # An area may be off by its edges being off: on two sides, by half of READ_PX on each.
        width, height = mark.row["x1"] - mark.row["x0"], mark.row["y1"] - mark.row["y0"]
        right = abs(mark.read - mark.value) <= mark.read * READ_PX * (width + height) / (width * height)
    if not right:
        raise UserError(
            f"chart {stimulus}: {name} is drawn at {mark.read:g} but recorded as {mark.value:g}; correct the drawing"
        )


def _check_place(stimulus: str, name: str, mark: Mark, reading: Reading) -> None:
    """Raise UserError when a mark does not stand above its own name, or a nameless one not at the place of its name."""
    centre = (mark.row["x0"] + mark.row["x1"]) / 2
    ticks = [row for row in reading.texts if row["role"] == "tick" and row["category"] == mark.category]
    away = [abs(tick["polygon"][0] - centre) for tick in ticks]
    if reading.x_axis is not None and not reading.chart.named_points:
        low = mark.category.partition(" - ")[0]
        away.append(abs(mark.x - float(low)) / reading.per_px_of("x"))
    if away and max(away) > READ_PX:
        raise UserError(f"chart {stimulus}: {name} is drawn {max(away):.3g} px beside its place; correct the drawing")


def _check_stacks(stimulus: str, reading: Reading) -> None:
    """Raise UserError when a bar, band or stack does not begin at zero, or has a gap or an overlap."""
    ends: dict[str, list[tuple[float, float]]] = {}
    for mark in reading.marks.values():
        heights = outline(mark.row)[:, 1]
        ends.setdefault(mark.category, []).append((reading.axis.at(heights.max()), reading.axis.at(heights.min())))
    for category, spans in ends.items():
        spans.sort()
        starts = [(0.0, spans[0][0]), *((before[1], after[0]) for before, after in pairwise(spans))]
        if max(abs(end - start) for end, start in starts) > READ_PX * reading.per_px:
            raise UserError(f"chart {stimulus}: {category} does not stand on zero without a gap; correct the drawing")


def _check_colours(stimulus: str, reading: Reading) -> None:
    """Raise UserError when marks of a series or group, and its legend entry, do not share a colour of their own."""
    of_series = "series" in KINDS[reading.chart.type].fields
    colours: dict[str, set[str]] = {}
    for mark in reading.marks.values():
        colours.setdefault(mark.series if of_series else mark.group, set()).add(mark.row["colour"])
    for row in reading.texts:
        if row["role"] == "legend_entry" and row["series"] is not None:
            colours.setdefault(row["series"], set()).add(row["colour"])
    shared = [colour for found in colours.values() for colour in found]
    if any(len(found) != 1 for found in colours.values()) or len(set(shared)) < len(shared):
        listed = "; ".join(f"{name} {' '.join(sorted(found))}" for name, found in colours.items())
        raise UserError(f"chart {stimulus}: a series or group does not have one colour of its own: {listed}")


def text_findings(stimulus: str, reading: Reading) -> list[dict[str, Any]]:
    """Return a finding for each text that reaches out of the picture and each two that overlap."""
    texts = [row for row in reading.texts if row["text"]]
    found = [("text_cut_off", f"{row['text']!r} reaches out of the picture") for row in texts if not inside(row)]
    x0, y0, x1, y1 = np.array([[row[edge] for edge in ("x0", "y0", "x1", "y1")] for row in texts]).reshape(-1, 4).T
    meet = (x0[:, None] < x1) & (x0 < x1[:, None]) & (y0[:, None] < y1) & (y0 < y1[:, None])
    for a, b in np.argwhere(np.triu(meet, 1)):
        found.append(("text_overlap", f"{texts[a]['text']!r} and {texts[b]['text']!r} overlap"))
    return [finding(stimulus, None, fault, detail) for fault, detail in found]
