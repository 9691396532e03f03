"""The names under an x axis, told apart by the places that they name even where they touch."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from counterpoint.pixels.axes import Frame
from counterpoint.pixels.glyphs import Glyph, Line, box_of, find_lines
from counterpoint.pixels.ocr import Page, TextBox

SKIPPED = 3.0
"""Cost in px of leaving a character out of all names."""
EMPTY = 0.7
"""Cost of a place without a name, as a share of the distance of two places."""
CUT = 6.0
"""Cost in px of beginning or ending a name inside a word."""
LONGEST = 60
"""Characters of a name at most."""


def names_at(page: Page, frame: Frame, places: Sequence[float]) -> list[TextBox | None]:
    """Return the name under each place of the x axis (px, ascending), None where none is readable.

    A name may have several rows. Neighbouring names are told apart so that each is centred under its place.
    """
    if not places:
        return []
    found = _upward_names(page, frame, places)
    if found:
        return [_one(texts) for texts in found]
    rows = [_cut_between(row, page, places) for row in label_rows(page, frame, places)]
    found = [[] for _ in places]
    for number, row in enumerate(rows):
        for index, glyphs in enumerate(_split(row, places, optional=number > 0)):
            if glyphs and (text := page.text(Line(tuple(glyphs)))):
                found[index].append(text)
    return [_one(texts) for texts in found]


def _upward_names(page: Page, frame: Frame, places: Sequence[float]) -> list[list[TextBox]]:
    """Return the lines of the name under each place where names run upwards, from the left; else an empty list."""
    slot = min((b - a for a, b in pairwise(places)), default=frame.right - frame.left)
    lines = [
        line
        for line in page.lines
        if not line.upright
        and 0 <= line.box[1] - frame.outer_bottom <= 24
        and min(abs((line.box[0] + line.box[2]) / 2 - place) for place in places) <= slot / 2
    ]
    if len(lines) < max(2, len(places) / 3):
        return []
    end = max(line.box[3] for line in lines)
    found = []
    for place in places:
        mine = [
            glyph
            for glyph in page.glyphs
            if frame.outer_bottom <= glyph.y0 and glyph.y1 <= end + 1 and abs(glyph.x - place) <= slot / 2
        ]
        columns: list[list[Glyph]] = []
        for glyph in sorted(mine, key=lambda g: g.x0):
            if columns and glyph.x0 < box_of(columns[-1])[2] - 1:
                columns[-1].append(glyph)
            else:
                columns.append([glyph])
        upward = [Line(tuple(sorted(column, key=lambda g: -g.y1)), upright=False) for column in columns]
        found.append([text for line in upward if (text := page.text(line))])
    return found


def _one(texts: list[TextBox]) -> TextBox | None:
    if not texts:
        return None
    boxes = np.array([text.box for text in texts])
    box = (*boxes[:, :2].min(axis=0), *boxes[:, 2:].max(axis=0))
    return TextBox(" ".join(t.text for t in texts), min(t.score for t in texts), tuple(int(edge) for edge in box))


def label_rows(page: Page, frame: Frame, places: Sequence[float]) -> list[list[Glyph]]:
    """Return the rows of characters of the tick labels: the first below the axis, and those that follow closely."""
    slot = min((b - a for a, b in pairwise(places)), default=frame.right - frame.left)
    below = [
        glyph
        for glyph in page.glyphs
        if glyph.y0 >= frame.outer_bottom and places[0] - 0.5 * slot - 60 <= glyph.x <= places[-1] + 0.5 * slot + 60
    ]
    rows: list[list[Glyph]] = []
    while below:
        top = min(glyph.y0 for glyph in below if glyph.height >= 4) if any(g.height >= 4 for g in below) else None
        if top is None:
            break
        if rows:
            last = box_of(rows[-1])
            if top - last[3] > 0.75 * max(g.height for g in rows[-1]):
                break
        tall = max(glyph.height for glyph in below if glyph.y0 <= top + 4)
        row = [glyph for glyph in below if glyph.y <= top + tall + 1]
        if rows and _is_title(row, rows[0], page, frame):
            break
        rows.append(sorted(row, key=lambda g: g.x0))
        below = [glyph for glyph in below if glyph not in row]
        if len(rows) == 3:
            break
    return rows


def _is_title(row: list[Glyph], first: list[Glyph], page: Page, frame: Frame) -> bool:
    """Whether a row is the axis's title: one line under the middle of the axis, bolder or larger than the labels."""
    x0, _, x1, _ = box_of(row)
    if abs((x0 + x1) / 2 - (frame.left + frame.right) / 2) > 5:
        return False
    larger = max(glyph.height for glyph in row) > 1.25 * max(glyph.height for glyph in first)
    return larger or _weight(row, page) > 1.2 * _weight(first, page)


def _weight(row: list[Glyph], page: Page) -> float:
    """Return how dark the boxes of characters are, 0 to 1."""
    dark = [1 - page.pixels[g.y0 : g.y1, g.x0 : g.x1].mean() / 255 for g in row if g.height >= 5]
    area = [g.width * g.height for g in row if g.height >= 5]
    return float(np.average(dark, weights=area)) if area else 0.0


def _cut_between(row: list[Glyph], page: Page, places: Sequence[float]) -> list[Glyph]:
    """Cut pieces of several touching characters that lie between two places, at the thinnest column near the middle."""
    usual = float(np.median([glyph.width for glyph in row]))
    result = []
    for glyph in row:
        middle = next((m for m in ((a + b) / 2 for a, b in pairwise(places)) if glyph.x0 + 3 < m < glyph.x1 - 3), None)
        if middle is None or glyph.width < 1.5 * usual or glyph.width < 9:
            result.append(glyph)
            continue
        piece = np.isin(page.labels[glyph.y0 : glyph.y1, glyph.x0 : glyph.x1], glyph.labels)
        columns = np.arange(3, glyph.width - 3)
        place = glyph.x0 + int(min(columns, key=lambda x: (int(piece[:, x].sum()), abs(glyph.x0 + x - middle))))
        result.append(Glyph(glyph.x0, glyph.y0, place, glyph.y1, glyph.labels))
        result.append(Glyph(place, glyph.y0, glyph.x1, glyph.y1, glyph.labels))
    return result


def _split(row: list[Glyph], places: Sequence[float], optional: bool) -> list[list[Glyph]]:
    """Divide a row of characters among places; with `optional`, whole lines go to the nearest place."""
    if optional:
        groups: list[list[Glyph]] = [[] for _ in places]
        for line in find_lines(row):
            middle = (line.box[0] + line.box[2]) / 2
            groups[int(np.argmin([abs(place - middle) for place in places]))] += line.glyphs
        return groups
    slot = min((b - a for a, b in pairwise(places)), default=1e9)
    count = len(row)
    height = max(glyph.height for glyph in row)
    # What it costs to cut before each character: much inside a word, nothing at a wide gap.
    space = 0.45 * height
    gaps = np.array([space, *(b.x0 - a.x1 for a, b in pairwise(row)), space], float)
    cut = CUT * np.clip((space - gaps) / space, 0, 1)
    cost = np.full((len(places) + 1, count + 1), np.inf)
    cost[0] = np.minimum(np.arange(count + 1), 4) * SKIPPED
    chosen: dict[tuple[int, int], int | str | tuple[str, int]] = {}
    for i, place in enumerate(places, 1):
        for j in range(count + 1):
            best, choice = cost[i - 1, j] + EMPTY * min(slot, 60), "empty"
            widest = 0
            for a in range(j - 1, max(j - LONGEST, 0) - 1, -1):
                if a + 1 < j:
                    widest = max(widest, row[a + 1].x0 - row[a].x1)
                offset = abs((row[a].x0 + row[j - 1].x1) / 2 - place)
                skipped = cost[i, a] + SKIPPED * min(j - a, 4)
                if skipped < best:
                    best, choice = skipped, ("skip", a)
                if offset > 0.6 * slot:
                    continue
                wide = row[j - 1].x1 - row[a].x0 - 1.3 * slot
                total = cost[i - 1, a] + offset + cut[a] + cut[j] + 0.3 * max(wide, 0)
                total += 15 if widest > 1.3 * height else 0
                if total < best:
                    best, choice = total, a
            cost[i, j] = best
            chosen[i, j] = choice
    groups = [[] for _ in places]
    i, j = len(places), count
    while i:
        choice = chosen[i, j]
        if choice == "empty":
            i -= 1
        elif isinstance(choice, tuple):
            j = choice[1]
        else:
            groups[i - 1] = row[choice:j]
            i, j = i - 1, choice
    return groups
