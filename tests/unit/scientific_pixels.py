"""Pixel digests of scientific figures and pages, to be compared between processes."""

from counterpoint.stimuli.png import pixel_digest
from counterpoint.stimuli.scientific.drawing import draw
from counterpoint.stimuli.scientific.experiments import figures
from counterpoint.stimuli.scientific.page import typeset
from counterpoint.stimuli.scientific.page_text import plain_caption


def digests() -> list[str]:
    """Return a line for each of ten figures and their pages."""
    lines = []
    for figure in figures(10, 20):
        drawn = draw(figure)
        page = typeset(figure, drawn.image, plain_caption(figure))
        lines.append(f"{pixel_digest(drawn.image)} {pixel_digest(page.image)} {page.box} {drawn.elements[-1]}")
    return lines
