"""Treemaps: rectangles of colour with names, in groups with a name above."""

from typing import Any

import cv2
import numpy as np

from counterpoint.pixels.chart import ReadMark
from counterpoint.pixels.ocr import Page, TextBox
from counterpoint.pixels.picture import distance, hexadecimal, ink
from counterpoint.pixels.sheet import Sheet

LEAST_SIDE = 10
"""Side in px of the smallest cell."""
EDGE = 1.4
"""Width in px of the white line between two cells."""
LINE = 0.15
"""Share of white from which a pixel is part of a line between cells, which may be fainter than white."""
APART = 6
"""Cells of one group are at most so many px apart."""
SOLID = 13
"""What is dark over so many px in both directions is the colour of a cell, not a text."""
NAMED = 0.3
"""So much of each edge of a cell is there when its name touches it."""
FRAYED = 5
"""So many px at the edges of a blurred cell may be frayed."""
HEADER = 34
"""The name of a group stands at most so many px above its cells."""

Box = tuple[int, int, int, int]


def cell_marks(sheet: Sheet) -> dict[str, Any]:
    """Read a treemap: of each cell its name, its share of all cells' area in percent, its group."""
    cells = find_cells(sheet.pixels)
    if not cells:
        return {}
    texts = [*sheet.texts, *_light_texts(sheet.pixels, cells)]
    areas = [(box[2] - box[0] + EDGE) * (box[3] - box[1] + EDGE) for box, _ in cells]
    headers = _headers(sheet.pixels, cells, [text for text in texts if text.upright])
    marks = tuple(
        ReadMark(
            category=_name([text for text in texts if _inside(text, box)]),
            value=100 * area / sum(areas),
            box=box,
            colour=hexadecimal(colour),
            group=header,
            size_area_px=area,
        )
        for (box, colour), area, header in zip(cells, areas, headers, strict=True)
    )
    groups = {mark.group: mark.colour for mark in marks if mark.group}
    return {"categories": tuple(mark.category for mark in marks), "legend": groups, "marks": marks}


def find_cells(pixels: np.ndarray) -> list[tuple[Box, np.ndarray]]:
    """Return box and colour of the filled rectangles that white lines part, from the top, then from the left."""
    lowest = pixels.min(axis=-1).astype(np.float32)
    dark = _without_solid(ink(pixels))
    text = cv2.dilate(dark.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    ground = cv2.erode(np.where(text, np.float32(255), lowest), np.ones((7, 7), np.uint8))
    filled = (lowest < 235) & (lowest - ground < LINE * (255 - ground)) & ~dark
    core = cv2.erode(filled.astype(np.uint8), np.ones((3, 3), np.uint8))  # a gap in a line joins no cells
    count, labels, stats, _ = cv2.connectedComponentsWithStats(core, connectivity=4)
    cells: list[tuple[Box, np.ndarray]] = []
    for label in range(1, count):
        x, y, width, height, area = (int(number) for number in stats[label])
        if min(width, height) < LEAST_SIDE or area < 0.55 * width * height:
            continue
        x, y, width, height = _trimmed(labels == label, (x, y, width, height))
        own = labels[y : y + height, x : x + width] == label
        # A cell fills its box but for the name on it: its four edges are straight.
        edges = sorted(float(edge.mean()) for edge in (own[0], own[-1], own[:, 0], own[:, -1]))
        if min(width, height) < LEAST_SIDE or edges[0] < NAMED or edges[2] < 0.75 or own.mean() < 0.55:
            continue
        cells.append(
            (
                (x - 1, y - 1, x + width + 1, y + height + 1),
                np.median(pixels[y : y + height, x : x + width][own], axis=0),
            )
        )
    outer = [
        (box, colour) for box, colour in cells if not any(_holds(other, box) for other, _ in cells if other != box)
    ]
    cells = [cell for cell in outer if not _is_header(cell[0], [box for box, _ in outer])]
    return sorted(cells, key=lambda cell: (cell[0][1], cell[0][0]))


def _is_header(strip: Box, boxes: list[Box]) -> bool:
    """Whether a low strip runs along the top of two or more cells, whose group it names."""
    x0, y0, x1, y1 = strip
    if y1 - y0 > HEADER or x1 - x0 < 3 * (y1 - y0):
        return False
    below = [min(b[2], x1) - max(b[0], x0) for b in boxes if 0 <= b[1] - y1 <= APART + 4]
    return sum(part > 0 for part in below) >= 2 and sum(part for part in below if part > 0) >= 0.8 * (x1 - x0)


def _trimmed(own: np.ndarray, box: Box) -> Box:
    """Return left, top, width and height of a shape without the few frayed rows and columns at its edges."""
    x, y, width, height = box
    for _ in range(FRAYED):
        cut = own[y : y + height, x : x + width]
        if min(cut.shape) < LEAST_SIDE:
            break
        top, bottom, left, right = (int(edge.mean() < NAMED) for edge in (cut[0], cut[-1], cut[:, 0], cut[:, -1]))
        x, y, width, height = x + left, y + top, width - left - right, height - top - bottom
    return x, y, width, height


def _without_solid(dark: np.ndarray) -> np.ndarray:
    """Return dark pixels without those of areas that are dark all over."""
    solid = cv2.morphologyEx(dark.astype(np.uint8), cv2.MORPH_OPEN, np.ones((SOLID, SOLID), np.uint8))
    return dark & (cv2.dilate(solid, np.ones((3, 3), np.uint8)) == 0)


def _holds(outer: Box, inner: Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]


def _light_texts(pixels: np.ndarray, cells: list[tuple[Box, np.ndarray]]) -> list[TextBox]:
    """Return the texts that are lighter than the cells that they stand on."""
    mask = np.zeros(pixels.shape[:2], bool)
    for (x0, y0, x1, y1), colour in cells:
        cut = (slice(y0 + 2, y1 - 2), slice(x0 + 2, x1 - 2))
        lowest = float(colour.min())
        mask[cut] = pixels[cut].min(axis=-1) > lowest + 0.5 * (255 - lowest)
    return Page(pixels, mask).texts()


def _inside(text: TextBox, box: Box) -> bool:
    return box[0] <= text.x <= box[2] and box[1] <= text.y <= box[3]


def _name(texts: list[TextBox]) -> str | None:
    """Return the lines on a cell as one name: upright ones from the top, others from the left."""
    upright = sorted((text for text in texts if text.upright), key=lambda text: text.y)
    turned = sorted((text for text in texts if not text.upright), key=lambda text: text.x)
    lines = turned if sum(len(t.text) for t in turned) > sum(len(t.text) for t in upright) else upright
    return " ".join(text.text for text in lines) or None


def _headers(pixels: np.ndarray, cells: list[tuple[Box, np.ndarray]], texts: list[TextBox]) -> list[str | None]:
    """Return the name above the block of cells that each cell belongs to: cells of one colour side by side."""
    blocks: list[list[int]] = []
    for index, (box, colour) in enumerate(cells):
        mine = [b for b in blocks if any(_touch(box, cells[n][0]) and distance(colour, cells[n][1]) < 12 for n in b)]
        blocks = [block for block in blocks if block not in mine] + [[index, *(n for block in mine for n in block)]]
    names: list[str | None] = [None] * len(cells)
    for block in blocks:
        left, top = min(cells[n][0][0] for n in block), min(cells[n][0][1] for n in block)
        right = max(cells[n][0][2] for n in block)
        strip = (left, max(top - HEADER, 0), right, top)
        light = _light_texts(pixels, [(strip, np.median(pixels[strip[1] : top, left:right], axis=(0, 1)))])
        above = _above(texts, strip) or _above(light, strip)
        name = " ".join(text.text for text in sorted(above, key=lambda text: text.y)) or None
        for number in block:
            names[number] = name
    return names


def _above(texts: list[TextBox], strip: Box) -> list[TextBox]:
    left, _, right, top = strip
    return [
        text
        for text in texts
        if left - 4 <= text.box[0] and text.x <= right + 4 and 0 <= top - text.box[3] + 2 <= HEADER
    ]


def _touch(a: Box, b: Box) -> bool:
    return a[0] - APART <= b[2] and b[0] - APART <= a[2] and a[1] - APART <= b[3] and b[1] - APART <= a[3]
