"""Drawing of pie charts: sectors clockwise from the top in the table's order, each with its name outside."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Wedge
from matplotlib.text import Text

from counterpoint.stimuli.charts.contents.variants import Variant
from counterpoint.stimuli.charts.drawing.frame import PIXELS, WIDTH, Part, bounds, stroke, too_long, write
from counterpoint.stimuli.charts.drawing.texts import fitted, tries
from counterpoint.stimuli.charts.specs.palette import COLOURS, INK

CENTRE, RADIUS = np.array([400.0, 279.0]), 216.5
"""Of the pie, in px."""
NAME_RADIUS = 1.06
"""Distance of a name from the centre, in radii of the pie."""
AWAY = sorted(
    ((turned, farther) for turned in range(-30, 31, 3) for farther in range(0, 40, 6)),
    key=lambda away: abs(away[0]) / 3 + away[1] / 6,
)
"""Where else a name can stand, best first: turned by degrees, farther out in px."""
HIGHEST = 545
"""Upper edge of the highest name in px."""
WIDEST = 150
"""Most width of a name in px; longer ones take two lines."""


def draw_pie(figure: Figure, variant: Variant) -> list[Part]:
    """Draw the variant as sectors and return what was drawn."""
    labels = [fact.label for fact in variant.table]
    shown = fitted(labels, WIDEST, 60, tries(2, (12, 11.5, 11, 10.5, 10, 9.5, 9)))
    if shown is None:
        raise too_long(variant, "the name", max(labels, key=len), "it by the field `label`", "facts")
    ends = 90 - 360 * np.cumsum([0, *(fact.value for fact in variant.table)]) / sum(f.value for f in variant.table)
    marks, names = [], []
    for row, (fact, colour) in enumerate(zip(variant.table, COLOURS.values(), strict=False)):
        style = {"facecolor": colour, "edgecolor": "white", "linewidth": 1.5, "transform": PIXELS}
        sector = figure.add_artist(Wedge(CENTRE, RADIUS, ends[row + 1], ends[row], **style))
        (outline,) = sector.get_path().transformed(sector.get_transform()).to_polygons()
        marks.append(Part("mark", sector, outline, category=fact.category, value=fact.value, colour=colour))
        name = write(figure, (0, 0), shown[0][row], shown[1], ha="center", va="center", linespacing=1.1)
        names.append(Part("data_label", name, text=fact.label, category=fact.category))
    _place(figure, [name.artist for name in names], np.deg2rad((ends[:-1] + ends[1:]) / 2))
    return [part for pair in zip(marks, names, strict=True) for part in pair]


def _place(figure: Figure, names: Sequence[Text], angles: np.ndarray) -> None:
    """Put each name just outside the pie in the direction of its sector, or near there where others stand already.

    A line then leads from the sector to the name.
    """
    taken: list[np.ndarray] = []
    for name, angle in zip(names, angles, strict=True):
        left, bottom, right, top = bounds(name)
        half = np.array([right - left, top - bottom]) / 2
        for turned, farther in AWAY:
            centre = _outside(half, angle + np.deg2rad(turned), NAME_RADIUS * RADIUS + farther)
            box = np.concatenate([centre - half, centre + half])
            free = all((box[:2] >= other[2:] + 2).any() or (box[2:] <= other[:2] - 2).any() for other in taken)
            if free and box[0] > 4 and box[2] < WIDTH - 4 and box[1] > 4 and box[3] < HIGHEST:
                break
        else:
            turned, farther = AWAY[0]
            centre = _outside(half, angle, NAME_RADIUS * RADIUS)
        taken.append(np.concatenate([centre - half, centre + half]))
        name.set_position(centre)
        if (turned, farther) != AWAY[0]:
            rim = CENTRE + RADIUS * np.array([np.cos(angle), np.sin(angle)])
            stroke(figure, np.array([rim, np.clip(rim, centre - half - 1, centre + half + 1)]), INK, linewidth=0.7)


def _outside(half: np.ndarray, angle: float, distance: float) -> np.ndarray:
    """Return the centre of a box, given by half its size, that stands in a direction at a distance from the pie's."""
    direction = np.array([np.cos(angle), np.sin(angle)])
    return CENTRE + distance * direction + half * np.clip(1.3 * direction, -1, 1)
