"""A typeset page that holds a figure: two columns of text, a caption, and the figure's box on the page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import matplotlib
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from counterpoint.seeds import generator
from counterpoint.stimuli.scientific.page_text import Words, words_of
from counterpoint.stimuli.scientific.spec import ScientificFigure, figure_text

SIZES = ((1654, 2339), (1700, 2200))
"""Width and height of A4 and of US letter paper in px, at 200 dots an inch."""
MARGIN, COLUMN_GAP, HEAD, FOOT = 120, 40, 150, 140
"""Free edges left and right, distance of the columns, free edges above and below, in px."""
BODY, LEADING = 28, 35
"""Size of type of the text and distance of its lines, in px: ten points."""
SMALL, SMALL_LEADING = 25, 31
"""The same of abstract and caption."""
PARAGRAPH_GAP, FIGURE_GAP, INDENT = 8, 26, 34
TALLEST = 820
"""Most height of a figure on the page in px."""
WIDE = 1300
"""Width in px from which a figure spans both columns."""
TEXT, HEADING, SLANTED = "STIXGeneral.ttf", "STIXGeneralBol.ttf", "STIXGeneralItalic.ttf"
BEARING = 6
"""Room in px for what a letter reaches over its place to the left."""
INK = 25
"""Grey of the type."""


@dataclass(frozen=True)
class Page:
    """A page (RGB), and the figure's box on it in px from the upper left corner: left, top, right, bottom."""

    image: Image.Image
    box: tuple[int, int, int, int]


@dataclass(frozen=True)
class Line:
    """A line of text: its words, and whether it is stretched to the column's width."""

    words: tuple[str, ...]
    face: str
    size: int
    leading: int
    indent: int = 0
    stretched: bool = True
    above: int = 0
    """Room above it in px, unless it stands at the top of a column."""


@dataclass(frozen=True)
class Area:
    """A part of a column that text runs through, in px."""

    left: int
    top: int
    bottom: int


def typeset(figure: ScientificFigure, image: Image.Image, caption: str) -> Page:
    """Set the page of a figure, which is drawn in `image`. Pixels depend on the three arguments alone."""
    rng = generator(0, "page", figure_text(figure))
    width, height = SIZES[rng.integers(len(SIZES))]
    words = words_of(figure, rng)
    sheet = np.full((height, width), 255, np.uint8)
    column = (width - 2 * MARGIN - COLUMN_GAP) // 2
    top = _head(sheet, width, words, int(rng.integers(101, 980)))
    spans = image.width >= WIDE
    across = 2 * column + COLUMN_GAP if spans else column
    shown = min(across, round(TALLEST * image.width / image.height))
    shown_height = round(shown * image.height / image.width)
    lines = _lines(f"Figure {words.number}: {caption}", across, SMALL)
    block = shown_height + FIGURE_GAP + SMALL_LEADING * len(lines)
    rights, bottom = MARGIN + column + COLUMN_GAP, height - FOOT
    at_top = bool(rng.integers(2))
    areas, figure_top = _areas(top, bottom, rights, block + 2 * FIGURE_GAP, spans, at_top)
    left = (width - shown) // 2 if spans else rights + (column - shown) // 2
    _flow(sheet, areas, column, list(_text(words, column)))
    caption_left = MARGIN if spans else rights
    caption_top = figure_top + shown_height + FIGURE_GAP
    for number, line in enumerate(lines):
        _write(sheet, caption_left, caption_top + number * SMALL_LEADING, across, line)
    page = Image.fromarray(sheet).convert("RGB")
    page.paste(image.resize((shown, shown_height), Image.Resampling.LANCZOS), (left, figure_top))
    return Page(page, (left, figure_top, left + shown, figure_top + shown_height))


def _areas(top: int, bottom: int, right: int, block: int, spans: bool, at_top: bool) -> tuple[list[Area], int]:
    """Return what of the two columns is left to the text, and where the figure begins: above or below the text."""
    first, last = (top + block, bottom) if at_top else (top, bottom - block)
    left = Area(MARGIN, first, last) if spans else Area(MARGIN, top, bottom)
    return [left, Area(right, first, last)], top if at_top else last + 2 * FIGURE_GAP


def _head(sheet: np.ndarray, width: int, words: Words, number: int) -> int:
    """Write running head, title, authors, abstract and page number; return where the columns begin, in px."""
    _word(sheet, MARGIN, 70, "Preprint. Under review.", SLANTED, 24)
    _centred(sheet, sheet.shape[0] - 80, str(number), TEXT, 26)
    top = HEAD
    for line in _even(words.title, width - 2 * MARGIN - 120, HEADING, 46):
        _centred(sheet, top, " ".join(line), HEADING, 46)
        top += 56
    _centred(sheet, top + 14, "Anonymous authors", TEXT, 30)
    _centred(sheet, top + 78, "Abstract", HEADING, 28)
    top += 120
    inner = width - 2 * MARGIN - 200
    for line in _lines(words.abstract, inner, SMALL):
        _write(sheet, MARGIN + 100, top, inner, line)
        top += SMALL_LEADING
    return top + 40


def _text(words: Words, width: int) -> Iterator[Line]:
    """Return the lines of all sections."""
    for number, (heading, paragraphs) in enumerate(words.sections, 1):
        yield Line((f"{number}", *heading.split()), HEADING, 31, 46, stretched=False, above=22)
        for place, paragraph in enumerate(paragraphs):
            yield from _lines(paragraph, width, BODY, INDENT if place else 0)


def _lines(paragraph: str, width: int, size: int, indent: int = 0) -> list[Line]:
    """Return the lines of a paragraph, all but the last stretched to a width in px."""
    leading = LEADING if size == BODY else SMALL_LEADING
    rows = _broken(paragraph, width, TEXT, size, indent)
    return [
        Line(tuple(row), TEXT, size, leading, 0 if place else indent, place < len(rows) - 1)
        for place, row in enumerate(rows)
    ]


def _broken(text: str, width: float, face: str, size: int, indent: int = 0) -> list[list[str]]:
    """Return a text as rows of words, each as full as it can be."""
    rows: list[list[str]] = [[]]
    used, space = float(indent), _width(" ", face, size)
    for word in text.split(" "):
        more = _width(word, face, size)
        if rows[-1] and used + space + more > width:
            rows.append([])
            used = 0.0
        used += more + (space if rows[-1] else 0)
        rows[-1].append(word)
    return rows


def _even(text: str, width: int, face: str, size: int) -> list[list[str]]:
    """Return a text as rows of words of about the same length, no more of them than fit into the width."""
    rows = _broken(text, width, face, size)
    for narrower in range(width, width // 2, -20):
        tried = _broken(text, narrower, face, size)
        if len(tried) > len(rows):
            break
        even = tried
    return even


def _flow(sheet: np.ndarray, areas: Sequence[Area], width: int, lines: Sequence[Line]) -> None:
    """Run lines through the areas until these are full; a heading never stands alone at the foot of one."""
    waiting = list(lines)
    for area in areas:
        top = area.top
        while waiting:
            line = waiting[0]
            above = line.above if top > area.top else 0
            follows = 2 * LEADING if line.face == HEADING else 0
            if top + above + line.leading + follows > area.bottom:
                break
            _write(sheet, area.left, top + above, width, line)
            top += above + line.leading
            waiting.pop(0)


def _write(sheet: np.ndarray, left: int, top: int, width: int, line: Line) -> None:
    """Write a line with its upper left corner at a place in px."""
    widths = [_width(word, line.face, line.size) for word in line.words]
    space = _width(" ", line.face, line.size)
    if line.stretched and len(widths) > 1:
        space = (width - line.indent - sum(widths)) / (len(widths) - 1)
    place = float(left + line.indent)
    for word, wide in zip(line.words, widths, strict=True):
        _word(sheet, round(place), top, word, line.face, line.size)
        place += wide + space


def _centred(sheet: np.ndarray, top: int, text: str, face: str, size: int) -> None:
    """Write a text in the middle of the page's width."""
    _word(sheet, round((sheet.shape[1] - _width(text, face, size)) / 2), top, text, face, size)


def _word(sheet: np.ndarray, left: int, top: int, word: str, face: str, size: int) -> None:
    """Write a word, or a few, with the upper left corner of its line at a place in px."""
    ink = _ink(word, face, size)
    place = sheet[top : top + ink.shape[0], left - BEARING : left - BEARING + ink.shape[1]]
    np.minimum(place, ink, out=place)


@lru_cache(maxsize=4096)
def _ink(word: str, face: str, size: int) -> np.ndarray:
    """Return a word as grey pixels on white; words recur on every page, and drawing one takes most of a line's time."""
    font = _font(face, size)
    right, bottom = font.getbbox(word)[2:]
    image = Image.new("L", (int(right) + 2 * BEARING, int(bottom) + 2), 255)
    ImageDraw.Draw(image).text((BEARING, 0), word, INK, font)
    return np.asarray(image)


@cache
def _font(face: str, size: int) -> ImageFont.FreeTypeFont:
    path = Path(matplotlib.get_data_path(), "fonts", "ttf", face)
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=16384)
def _width(word: str, face: str, size: int) -> float:
    return _font(face, size).getlength(word)
