"""Pies of a scientific figure: whole, hollow or with a slice drawn apart, named beside the slices or in a legend."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Wedge
from matplotlib.text import Text

from counterpoint.stimuli.charts.drawing.frame import PIXELS, Part, bounds, stroke, write
from counterpoint.stimuli.charts.drawing.texts import ink_on
from counterpoint.stimuli.charts.specs.palette import INK
from counterpoint.stimuli.scientific.keys import Entry, patch
from counterpoint.stimuli.scientific.sheet import DATA, TICK
from counterpoint.stimuli.scientific.spec import ScientificFigure

HOLE = 0.52
"""Radius of a hollow pie's hole, in radii of the pie."""
APART = 0.1
"""Distance by which a slice is drawn apart, in radii."""
ROOM = 1 + APART
"""Radius of the room that a pie takes, in its own."""
BESIDE = 16
"""Distance of a text outside from the pie's rim, in px."""
APART_LINES = 4
"""Distance of a slice's percentage from its name above, in px."""
TURNS = sorted(range(-24, 25, 2), key=abs)
"""Degrees by which a text outside may stand away from its slice's middle, best first."""


def pie_entries(figure: ScientificFigure) -> list[Entry]:
    """Return the legend's entries, in the order of the slices."""
    return [
        Entry(name, patch(colour), colour, category=name)
        for name, colour in zip(figure.categories, figure.colours, strict=True)
    ]


def percentage(figure: ScientificFigure, value: float) -> str:
    """Return a share as it stands on its slice: with one decimal where any of the figure has one."""
    whole = all(share == round(share) for panel in figure.panels for share in panel.values[0])
    return f"{value:.{0 if whole else 1}f}%"


def draw_pie(sheet: Figure, figure: ScientificFigure, index: int, centre: np.ndarray, radius: float) -> list[Part]:
    """Draw a panel's slices clockwise from the top, around a centre and with a radius in px.

    A percentage stands in its slice where the slice is wide enough, else outside below the slice's name.
    """
    values = figure.panels[index].values[0]
    group = str(index) if len(figure.panels) > 1 else None
    ends = 90 - 3.6 * np.cumsum([0, *values])
    parts: list[Part] = []
    outside: list[list[Text]] = []
    angles: list[float] = []
    for number, (name, value) in enumerate(zip(figure.categories, values, strict=True)):
        angle = np.deg2rad((ends[number] + ends[number + 1]) / 2)
        direction = np.array([np.cos(angle), np.sin(angle)])
        middle = centre + (APART * radius * direction if figure.exploded == number else 0)
        style = {"facecolor": figure.colours[number], "edgecolor": "white", "linewidth": 2.5, "transform": PIXELS}
        ring = (1 - HOLE) * radius if figure.donut else None
        slice_ = sheet.add_artist(Wedge(middle, radius, ends[number + 1], ends[number], width=ring, **style))
        outline = np.concatenate(slice_.get_path().transformed(slice_.get_transform()).to_polygons())
        names = {"series": figure.series[0], "category": name}
        parts.append(Part("mark", slice_, outline, value=value, colour=figure.colours[number], group=group, **names))
        shown = write(
            sheet,
            middle + (0.5 * (1 + HOLE) if figure.donut else 0.7) * radius * direction,
            percentage(figure, value),
            DATA,
            ha="center",
            va="center",
            color=ink_on(figure.colours[number]),
            zorder=3,
        )
        texts = []
        if not figure.has_legend:
            texts.append(write(sheet, (0, 0), name, TICK, ha="center", va="center"))
            parts.append(Part("data_label", texts[0], text=name, group=group, **names))
        parts.append(Part("data_label", shown, text=shown.get_text(), value=value, group=group, **names))
        if not _inside(shown, middle, radius, ends[number + 1], ends[number], figure.donut):
            shown.set_color(INK)
            texts.append(shown)
        if texts:
            outside.append(texts)
            angles.append(angle)
    _place(sheet, outside, angles, centre, radius, figure.exploded is not None)
    return parts


def _inside(text: Text, middle: np.ndarray, radius: float, start: float, end: float, hollow: bool) -> bool:
    """Whether a text's box, with a little room, lies within a slice from one angle in degrees to another."""
    left, bottom, right, top = bounds(text)
    corners = np.array([(x, y) for x in (left - 4, right + 4) for y in (bottom - 1, top + 1)]) - middle
    turned = (np.rad2deg(np.arctan2(corners[:, 1], corners[:, 0])) - start) % 360
    away = np.hypot(*corners.T)
    return bool((turned <= end - start).all() and away.max() < radius - 3 and away.min() > HOLE * radius * hollow + 3)


def _place(
    sheet: Figure,
    blocks: Sequence[Sequence[Text]],
    angles: Sequence[float],
    centre: np.ndarray,
    radius: float,
    exploded: bool,
) -> None:
    """Put each slice's texts outside the pie in its direction, or near there where others stand already.

    A line then leads from the slice to them.
    """
    taken: list[np.ndarray] = []
    rim = radius * (ROOM if exploded else 1)
    for texts, angle in zip(blocks, angles, strict=True):
        boxes = np.array([bounds(text) for text in texts])
        sizes = boxes[:, 2:] - boxes[:, :2]
        half = np.array([sizes[:, 0].max(), sizes[:, 1].sum() + APART_LINES * (len(texts) - 1)]) / 2
        tried = [(turn, farther) for farther in (0, 26, 52) for turn in TURNS]
        for turn, farther in tried:
            direction = np.array([np.cos(angle + np.deg2rad(turn)), np.sin(angle + np.deg2rad(turn))])
            block = centre + (rim + BESIDE + farther) * direction + half * np.clip(1.3 * direction, -1, 1)
            box = np.concatenate([block - half - 3, block + half + 3])
            if all((box[:2] >= other[2:]).any() or (box[2:] <= other[:2]).any() for other in taken):
                break
        else:
            raise ValueError(f"no room beside the pie for {texts[0].get_text()!r}")
        taken.append(box)
        top = block[1] + half[1]
        for text, (_, height) in zip(texts, sizes, strict=True):
            text.set_position((block[0], top - height / 2))
            text.set_va("center")
            top -= height + APART_LINES
        if (turn, farther) != (0, 0):
            foot = centre + rim * np.array([np.cos(angle), np.sin(angle)])
            stroke(sheet, np.array([foot, np.clip(foot, block - half - 2, block + half + 2)]), INK, linewidth=1.2)
