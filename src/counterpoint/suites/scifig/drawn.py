"""Figures that the run draws itself: each with its page, the texts to blur in it, and the rows that tell of it."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from counterpoint.stimuli.scientific.drawing import draw
from counterpoint.stimuli.scientific.experiments import figures
from counterpoint.stimuli.scientific.spec import ScientificFigure, figure_text
from counterpoint.suites.scifig.blur_targets import target_row, targets
from counterpoint.suites.scifig.captions import caption
from counterpoint.suites.scifig.descriptions import description
from counterpoint.suites.scifig.pictures import PicturedFigure, Source

MADE = "generated"
SOURCE = "drawn from a made-up experiment"
LICENCE = "that of Counterpoint"


def drawn_figures(number: int, seed: int) -> Iterator[Source]:
    """Give what draws each of so many figures; figure n is the same whatever their number is."""
    return (partial(drawn_figure, figure, seed) for figure in figures(number, seed))


def drawn_figure(figure: ScientificFigure, seed: int) -> PicturedFigure:
    """Draw a figure and its page, and choose the texts to blur."""
    drawn = draw(figure)
    clean = np.asarray(drawn.image)
    blurred = [target_row(figure, target) for target in targets(figure, drawn.elements, seed)]
    return PicturedFigure(
        figure_id=figure.figure_id,
        chart_type=figure.chart_type,
        clean=clean,
        page=None,
        box=None,
        targets=blurred,
        source=SOURCE,
        licence=LICENCE,
        others={"scifig_figures": [_row(figure, seed)], "elements": drawn.elements},
    )


def _row(figure: ScientificFigure, seed: int) -> dict[str, Any]:
    """Return a figure as a row of `scifig_figures`."""
    written = caption(figure, seed)
    return {
        "figure_id": figure.figure_id,
        "chart_type": figure.chart_type,
        "made": MADE,
        "data": figure_text(figure),
        "description": description(figure),
        "caption": written and written.true,
        "page_stimulus_id": None,
        "x0": None,
        "y0": None,
        "x1": None,
        "y1": None,
        "source": SOURCE,
        "licence": LICENCE,
    }
