"""Texts in a picture: how wide they are, where they break, and the largest size in which they fit."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise

from matplotlib.font_manager import FontProperties, findfont, get_font

from counterpoint.stimuli.charts.specs.palette import INK

FONT = "DejaVu Sans"
DPI = 100
"""Dots per inch, which only ties points to pixels."""
LINE_HEIGHT, LINE_PITCH = 1.2 * DPI / 72, 1.4 * DPI / 72
"""Height of a line, and distance of two, in px for each point of the font's size, with a little room."""

CAPITAL = 0.76 * DPI / 72
"""Height of a capital letter in px for each point of the font's size."""


@lru_cache(maxsize=8192)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width in px of a text of one or more lines at a size in points."""
    properties = FontProperties(family=FONT, weight="bold" if bold else "normal")
    font = get_font(findfont(properties, fallback_to_default=False))
    widths = []
    for line in text.split("\n"):
        font.set_size(size, DPI)
        font.set_text(line)
        widths.append(font.get_width_height()[0] / 64)
    return max(widths)


def text_height(text: str, size: float) -> float:
    """Return the height in px, with a little room, of a text of one or more lines at a size in points."""
    return size * (LINE_HEIGHT + text.count("\n") * LINE_PITCH)


@lru_cache(maxsize=4096)
def wrapped(text: str, lines: int, bold: bool = False) -> str:
    """Return a text broken at spaces into at most so many lines, the longest of them as short as it can be."""
    words = text.split(" ")
    best = text
    for count in range(1, min(lines, len(words))):
        for breaks in combinations(range(1, len(words)), count):
            rows = [" ".join(words[start:end]) for start, end in pairwise((0, *breaks, len(words)))]
            tried = "\n".join(rows)
            if text_width(tried, 10, bold) < text_width(best, 10, bold) - 1:
                best = tried
    return best


Try = tuple[int, float]
"""A number of lines and a size in points."""


def fitted(texts: Sequence[str], width: float, height: float, tries: Iterable[Try], bold: bool = False) -> tuple | None:
    """Return (texts as broken, size) of the first try in which every text fits into a box in px; None if none does.

    A text is broken into as few lines as fit.
    """
    for lines, size in tries:
        broken = []
        for text in texts:
            if text_width(text, size, bold) > lines * (width + text_width(" ", size, bold)):
                break  # too long for any breaks: trying them all would not end
            shown = (wrapped(text, count, bold) for count in range(1, lines + 1))
            fit = next((text for text in shown if text_width(text, size, bold) <= width), None)
            if fit is None or text_height(fit, size) > height:
                break
            broken.append(fit)
        else:
            return broken, size
    return None


def tries(most: int, sizes: Sequence[float]) -> Iterator[Try]:
    """Return one line in every size, then two lines in every size, and so on."""
    return ((lines, size) for lines in range(1, most + 1) for size in sizes)


def ink_on(colour: str) -> str:
    """Return white or the ink of texts, whichever stands out more from a ground given as #RRGGBB."""
    return max(("#FFFFFF", INK), key=lambda ink: contrast(ink, colour))


def contrast(a: str, b: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21, as the Web Content Accessibility Guidelines define it."""
    light, dark = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
