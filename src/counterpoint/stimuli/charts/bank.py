"""The chart bank: every chart drawn in every variant, as rows of the tables `stimuli` and `elements`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from counterpoint.stimuli.charts.drawing import draw
from counterpoint.stimuli.charts.spec import ChartSpec, load_charts
from counterpoint.stimuli.charts.variants import variants
from counterpoint.stimuli.png import flatten, save_png
from counterpoint.stimuli.rows import stimulus_row

__all__ = ["draw_bank", "load_charts"]


def draw_bank(
    charts: Sequence[ChartSpec], seed: int, images: str | Path, suite: str, folder: str
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Draw all variants of the charts, write their PNG files into `images`, return `stimuli` and `elements` rows.

    `folder` is the place of `images` in the folder of the run, as the rows state it. The rows follow from the
    charts and the seed alone. Raises UserError when a manipulation is impossible or a
    file cannot be written.
    """
    stimuli, elements = [], []
    for chart in charts:
        for variant in variants(chart, seed).values():
            drawn = draw(variant)
            picture = flatten(drawn.image)
            stimuli.append(
                stimulus_row(
                    picture,
                    save_png(picture.image, images),
                    suite=suite,
                    folder=folder,
                    chart=chart.id,
                    chart_type=chart.type,
                    variant=variant.name,
                    source=f"{chart.source.strip()}; variant {variant.name}",
                    licence=chart.licence,
                )
            )
            elements += drawn.elements
    return stimuli, elements
