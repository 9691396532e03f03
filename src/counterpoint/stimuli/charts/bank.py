"""The chart bank: every chart drawn in every variant, chart by chart, as rows of `stimuli` and `elements`."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from counterpoint.processes import in_order
from counterpoint.stimuli.charts.contents.candidates import asked
from counterpoint.stimuli.charts.contents.levels import level_variants
from counterpoint.stimuli.charts.contents.variants import Variant, turn, variants
from counterpoint.stimuli.charts.drawing.picture import draw
from counterpoint.stimuli.charts.loading import load_charts
from counterpoint.stimuli.charts.specs.spec import ChartSpec
from counterpoint.stimuli.png import flatten, save_png
from counterpoint.stimuli.rows import stimulus_row

Rows = list[dict[str, Any]]


def bank_charts(folder: str | Path, seed: int) -> list[ChartSpec]:
    """Return the charts of a folder with their questions, in the order of their numbers.

    Raises UserError when a specification is faulty or its facts answer no question.
    """
    charts = sorted(load_charts(folder), key=lambda chart: (chart.number, chart.id))
    return [asked(chart, seed, turn(chart, seed, "questions")) for chart in charts]


def pictures(chart: ChartSpec, seed: int, levels: Sequence[str]) -> dict[str, Variant]:
    """Return all that is drawn of a chart which has its questions: its variants, and those at conflict levels."""
    return variants(chart, seed) | level_variants(chart, seed, levels)


def draw_bank(
    charts: Sequence[ChartSpec],
    seed: int,
    levels: Sequence[str],
    images: str | Path,
    suite: str,
    folder: str,
    processes: int = 1,
) -> Iterator[tuple[Rows, Rows]]:
    """Draw all pictures of the charts, write their PNG files into `images`, yield each chart's rows in their order.

    A chart's rows are those of `stimuli` and of `elements`. `folder` is the place of `images` in the folder of the run,
    as the rows state it. The rows follow from the charts and the seed alone, whatever the number of processes; a few
    charts at a time are in memory. Raises UserError when a manipulation is impossible or a file cannot be written.
    """
    one = partial(_draw_chart, seed=seed, levels=levels, images=images, suite=suite, folder=folder)
    yield from in_order(one, charts, processes if len(charts) > 1 else 1)


def _draw_chart(
    chart: ChartSpec, seed: int, levels: Sequence[str], images: str | Path, suite: str, folder: str
) -> tuple[Rows, Rows]:
    stimuli, elements = [], []
    for variant in pictures(chart, seed, levels).values():
        drawn = draw(variant)
        picture = flatten(drawn.image)
        stimuli.append(
            stimulus_row(
                picture,
                save_png(picture.image, images),
                suite=suite,
                folder=folder,
                subject=chart.id,
                kind=chart.type,
                variant=variant.name,
                source=f"{chart.source.strip()}; variant {variant.name}",
                licence=chart.licence,
            )
        )
        elements += drawn.elements
    return stimuli, elements
