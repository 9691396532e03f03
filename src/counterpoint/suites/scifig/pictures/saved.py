"""The pictures of figures: every view that is shown, saved figure by figure, with the rows that tell of them."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image

from counterpoint.processes import in_order
from counterpoint.stimuli.png import Picture, save_png
from counterpoint.stimuli.rows import stimulus_row
from counterpoint.stimuli.transforms.blur import blurred_label
from counterpoint.stimuli.views.region import Box
from counterpoint.suites.scifig.names import IMAGES, SUITE
from counterpoint.suites.scifig.pictures.views import (
    BLURRED,
    View,
    blurred_dimensions,
    box_of,
    make_view,
    views_of,
    why_not,
)

Rows = list[dict[str, Any]]


@dataclass(frozen=True, eq=False)
class PicturedFigure:
    """A figure with its pictures, whatever they were made from."""

    figure_id: str
    chart_type: str
    clean: np.ndarray
    """The figure by itself, uint8 (height, width, 3)."""
    page: np.ndarray | None
    """The page that holds it, uint8 (height, width, 3); None where there is none."""
    box: Box | None
    """The figure's place on the page, in px."""
    targets: Sequence[Mapping[str, Any]]
    """Its rows of table `scifig_targets`."""
    source: str
    licence: str
    others: Mapping[str, Rows] = field(default_factory=dict)
    """Rows of further tables that tell of it, by table, e.g. `elements`: they come back with the others."""
    source_mode: str = "RGB"
    flattened: bool = False


Source = Callable[[], PicturedFigure]
"""Makes a figure when its turn comes: draws it, or reads it from files. Picklable, e.g. a `functools.partial`."""


def save_views(
    sources: Iterable[Source],
    cells: Collection[str],
    levels: Mapping[str, Sequence[float]],
    seed: int,
    folder: str | Path,
    processes: int = 1,
) -> Iterator[dict[str, Rows]]:
    """Write the views that the cells of these names show, and yield each figure's rows in the order of `sources`.

    A figure's rows are those of `stimuli`, `scifig_views`, `scifig_targets` and of its `others`, by table. `levels` are
    the levels of severity by transform, `folder` is that of the run. A view that a figure cannot have is a row with its
    reason. Rows and pictures follow from the figures, levels and seed alone, whatever the number of processes; a figure
    at a time is in the memory of each. Raises UserError when a file cannot be written.
    """
    cv2.setNumThreads(1)  # processes share the cores
    one = partial(
        _save_figure,
        views=views_of(cells, levels),
        dimensions=blurred_dimensions(cells),
        seed=seed,
        folder=folder,
    )
    return in_order(one, sources, processes)


def _save_figure(
    source: Source,
    views: Sequence[View],
    dimensions: Collection[str],
    seed: int,
    folder: str | Path,
) -> dict[str, Rows]:
    figure = source()
    stimuli, rows = [], []

    def add(name: str, reason: str, make: Callable[[], np.ndarray]) -> None:
        row = None if reason else _save(figure, name, make(), folder)
        stimuli.extend([row] if row else [])
        rows.append(
            {
                "figure_id": figure.figure_id,
                "chart_type": figure.chart_type,
                "view": name,
                "stimulus_id": row and row["stimulus_id"],
                "pixel_digest": row and row["pixel_digest"],
                "reason": reason,
            }
        )

    place = (figure.figure_id, figure.clean, figure.page, figure.box, seed)
    for view in views:
        add(view.name, why_not(view, figure.page, figure.box), partial(make_view, view, *place))
    for target in figure.targets:
        if target["dimension"] in dimensions:
            add(BLURRED + target["target_id"], "", partial(_blurred, figure.clean, target))
    targets = [dict(target) for target in figure.targets]
    return {"stimuli": stimuli, "scifig_views": rows, "scifig_targets": targets} | dict(figure.others)


def _blurred(clean: np.ndarray, target: Mapping[str, Any]) -> np.ndarray:
    return blurred_label(clean, box_of(target, clean))


def _save(figure: PicturedFigure, view: str, pixels: np.ndarray, folder: str | Path) -> dict[str, Any]:
    image = Image.fromarray(pixels)
    return stimulus_row(
        Picture(image, figure.source_mode, figure.flattened),
        save_png(image, Path(folder, IMAGES)),
        suite=SUITE,
        folder=IMAGES,
        subject=figure.figure_id,
        kind=figure.chart_type,
        variant=view,
        source=figure.source,
        licence=figure.licence,
    )
