"""Figures that the run draws itself: each with its page, the texts to blur in it, and the rows that tell of it."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from counterpoint.stimuli.scientific.drawing import draw
from counterpoint.stimuli.scientific.experiments import figures
from counterpoint.stimuli.scientific.page import typeset
from counterpoint.stimuli.scientific.page_text import plain_caption
from counterpoint.stimuli.scientific.spec import ScientificFigure, figure_text
from counterpoint.stimuli.views.region import Box
from counterpoint.suites.scifig.contents.captions import caption
from counterpoint.suites.scifig.contents.descriptions import description
from counterpoint.suites.scifig.pictures.saved import PicturedFigure, Source
from counterpoint.suites.scifig.probes.blur_targets import target_row, targets

MADE = "generated"
SOURCE = "drawn from a made-up experiment"
LICENCE = "that of Counterpoint"


def drawn_figures(number: int, seed: int) -> Iterator[Source]:
    """Give what draws each of so many figures; figure n is the same whatever their number is."""
    return (partial(drawn_figure, figure, seed) for figure in figures(number, seed))


def drawn_figure(figure: ScientificFigure, seed: int) -> PicturedFigure:
    """Draw a figure and its page, and choose the texts to blur."""
    drawn, written = draw(figure), caption(figure, seed)
    page = typeset(figure, drawn.image, plain_caption(figure))  # once it is blurred, the page tells nothing of it
    blurred = [target_row(figure, target) for target in targets(figure, drawn.elements, seed)]
    return PicturedFigure(
        figure_id=figure.figure_id,
        chart_type=figure.chart_type,
        clean=np.asarray(drawn.image),
        page=np.asarray(page.image.convert("RGB")),
        box=Box(*page.box),
        targets=blurred,
        source=SOURCE,
        licence=LICENCE,
        others={"scifig_figures": [_row(figure, written and written.true, page.box)], "elements": drawn.elements},
    )


def _row(figure: ScientificFigure, written: str | None, box: tuple[int, int, int, int]) -> dict[str, Any]:
    """Return a figure as a row of `scifig_figures`; `box` is its place on its page."""
    return {
        "figure_id": figure.figure_id,
        "chart_type": figure.chart_type,
        "made": MADE,
        "data": figure_text(figure),
        "description": description(figure),
        "caption": written,
        "page_stimulus_id": f"{figure.figure_id}/page",
        **dict(zip(("x0", "y0", "x1", "y1"), map(float, box), strict=True)),
        "source": SOURCE,
        "licence": LICENCE,
    }
