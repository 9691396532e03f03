"""Lines and areas: how high they stand over each place of the x axis."""

from collections.abc import Sequence

import numpy as np

from counterpoint.pixels.axes import Frame
from counterpoint.pixels.bars import Segment, column_segments
from counterpoint.pixels.picture import chroma, distance, main_colours

SAME = 60
"""A pixel is part of a line when no channel is further from the line's colour than this."""
NEAR, FAR = 2, 9
"""Columns beside a place, in px, from which an area's height at the place is extrapolated."""


def line_colour(pixels: np.ndarray, frame: Frame) -> np.ndarray | None:
    """Return the commonest colour inside the frame that is no grey, or None."""
    inside = pixels[frame.top : frame.bottom, frame.left : frame.right]
    coloured = inside[chroma(inside) >= 40]
    colours = main_colours(coloured, 0.1)
    return colours[0] if colours and len(coloured) >= 30 else None


def line_heights(
    pixels: np.ndarray, frame: Frame, colour: np.ndarray, places: Sequence[float]
) -> list[tuple[float, tuple[int, int, int, int]] | None]:
    """Return for each place the height in px at which a line or its marker stands, and the box of what was seen.

    A marker of several px stands out from its line; its middle counts. Without one, it is the line's middle.
    """
    mask = (distance(pixels, colour) <= SAME) & (chroma(pixels) >= 0.4 * np.ptp(colour))
    top, bottom = max(frame.top - 12, 0), min(frame.bottom + 12, mask.shape[0])
    mask = mask[top:bottom]
    return [_height(mask, top, place) for place in places]


def _height(mask: np.ndarray, top: int, place: float) -> tuple[float, tuple[int, int, int, int]] | None:
    x = int(np.floor(place))
    for reach in (0, 1, 2):
        left, right = max(x - reach, 0), min(x + reach + 1, mask.shape[1])
        rows = np.flatnonzero(mask[:, left:right].any(axis=1))
        if len(rows):
            break
    else:
        return None
    groups = np.split(rows, np.flatnonzero(np.diff(rows) > 2) + 1)
    group = max(groups, key=len)
    y0, y1 = int(group[0]), int(group[-1]) + 1
    middle = _marker_middle(mask, x, y0, y1)
    return top + middle, (left, top + y0, right, top + y1)


def _marker_middle(mask: np.ndarray, x: int, y0: int, y1: int) -> float:
    """Return the middle of a marker whose column is x: the row around which the shape is widest and symmetric."""
    widths = []
    for y in range(y0, y1):
        left = right = x
        while left > 0 and mask[y, left - 1] and x - left < 12:
            left -= 1
        while right < mask.shape[1] - 1 and mask[y, right + 1] and right - x < 12:
            right += 1
        widths.append(min(x - left, right - x))
    widths = np.array(widths)
    if y1 - y0 <= 5 or widths.max() < 2:
        return (y0 + y1) / 2
    wide = np.flatnonzero(widths >= max(2, widths.max() - 1))
    return y0 + (wide[0] + wide[-1] + 1) / 2


def area_segments(
    pixels: np.ndarray, frame: Frame, colours: list[np.ndarray], places: Sequence[float]
) -> list[list[Segment] | None]:
    """Return for each place the pieces of an area or of stacked areas, from the top, each from y0 down to y1 in px.

    A grid line or the frame may hide the column of the place itself: the edges are extrapolated from columns beside
    it, from both sides where both lie inside the frame. None where the colours beside a place do not agree.
    """
    result: list[list[Segment] | None] = []
    for place in places:
        sides = [_side(pixels, frame, colours, place, direction) for direction in (-1, 1)]
        seen = [side for side in sides if side]
        shapes = {tuple(colour for colour, _, _ in side) for side in seen}
        if not seen or len(shapes) > 1:
            longest = max(seen, key=len, default=None)
            result.append([Segment(*piece) for piece in longest] if longest else None)
            continue
        mean = np.mean([[piece[1:] for piece in side] for side in seen], axis=0)
        result.append(
            [Segment(colour, float(y0), float(y1)) for (colour, _, _), (y0, y1) in zip(seen[0], mean, strict=True)]
        )
    return result


def _side(
    pixels: np.ndarray, frame: Frame, colours: list[np.ndarray], place: float, direction: int
) -> list[tuple[int, float, float]] | None:
    """Return colour, upper and lower edge of the pieces at a place, extrapolated from one side of it."""
    columns = []
    for offset in (NEAR, FAR):
        x = int(np.floor(place + direction * offset))
        if not frame.left <= x < frame.right:
            return None
        profile = pixels[frame.top : frame.bottom, x].astype(float)
        columns.append((x + 0.5, column_segments(profile, colours, frame.top)))
    (x0, near), (x1, far) = columns
    if not near:
        return None
    if [s.colour for s in near] != [s.colour for s in far]:
        return [(s.colour, s.y0, s.y1) for s in near]
    share = (place - x0) / (x1 - x0)
    pieces = [
        (a.colour, a.y0 + share * (b.y0 - a.y0), a.y1 + share * (b.y1 - a.y1)) for a, b in zip(near, far, strict=True)
    ]
    # Where lines part the bands, half of such a line lies on the uppermost band's edge too.
    steep = [np.hypot(1, (b.y0 - a.y0) / (x1 - x0)) for a, b in zip(near, far, strict=True)]
    widths = [b.line / way for b, way in zip(far[1:], steep[1:], strict=True) if b.line]
    if widths:
        colour, y0, y1 = pieces[0]
        pieces[0] = (colour, y0 - float(np.median(widths)) * steep[0] / 2, y1)
    return pieces
