"""The chart bank: every chart drawn in every variant, as rows of the tables `stimuli` and `elements`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from counterpoint.stimuli.charts.drawing import draw
from counterpoint.stimuli.charts.spec import ChartSpec, load_charts
from counterpoint.stimuli.charts.variants import variants
from counterpoint.stimuli.png import flatten, save_png

__all__ = ["draw_bank", "load_charts"]

IMAGES = "stimuli/cvlat/images"
"""Folder of the pictures, relative to the folder of the run."""


def draw_bank(
    charts: Sequence[ChartSpec], seed: int, images: str | Path
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Draw all variants of the charts, write their PNG files into `images`, return `stimuli` and `elements` rows.

    The rows follow from the charts and the seed alone. Raises UserError when a manipulation is impossible or a
    file cannot be written.
    """
    stimuli, elements = [], []
    for chart in charts:
        for variant in variants(chart, seed).values():
            drawn = draw(variant)
            picture = flatten(drawn.image)
            saved = save_png(picture.image, images)
            stimuli.append(
                {
                    "stimulus_id": variant.stimulus_id,
                    "suite": "cvlat",
                    "chart_id": chart.id,
                    "chart_type": chart.type,
                    "variant": variant.name,
                    "path": f"{IMAGES}/{saved.path.name}",
                    "pixel_digest": saved.pixel_digest,
                    "file_digest": saved.file_digest,
                    "width": saved.width,
                    "height": saved.height,
                    "bytes": saved.bytes,
                    "source_mode": picture.source_mode,
                    "flattened": picture.flattened,
                    "source": f"{chart.source.strip()}; variant {variant.name}",
                    "licence": chart.licence,
                }
            )
            elements += drawn.elements
    return stimuli, elements
