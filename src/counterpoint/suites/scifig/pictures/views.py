"""A figure's views: which of them the chosen cells need, what each is called, and how it is made."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from counterpoint.seeds import generator
from counterpoint.stimuli.transforms.blur import PADDING, blurred_figure, label_box
from counterpoint.stimuli.transforms.resampling import downsampled, jpeg
from counterpoint.stimuli.transforms.rotation import corners_lost, rotated, rotated_cropped
from counterpoint.stimuli.transforms.tones import low_contrast_dark, low_contrast_light, noise
from counterpoint.stimuli.views.region import Box
from counterpoint.suites.scifig.cells import CELLS, LEVELS_OF, levelled_cells
from counterpoint.suites.scifig.names import ADMITTANCE, INDUCTANCE, SHAM

CLEAN, PAGE, PAGE_BLURRED = "clean", "page", "page_blurred"
BLURRED = "blurred/"
"""A target's own view is called this and its `target_id`."""
_MADE: dict[str, Callable[[np.ndarray, float], np.ndarray]] = {
    "contrast_dark": low_contrast_dark,
    "contrast_light": low_contrast_light,
    "rotation": rotated,
    "rotation_cropped": rotated_cropped,
    "corners_lost": corners_lost,
    "jpeg": jpeg,
    "downsample": downsampled,
}


@dataclass(frozen=True)
class View:
    """One way in which a whole figure is shown: a condition, at a level where it comes in levels."""

    condition: str
    level: float | None = None

    @property
    def name(self) -> str:
        """The view's name in tables, e.g. noise_25."""
        return self.condition if self.level is None else f"{self.condition}_{self.level:g}"


def views_of(cells: Collection[str], levels: Mapping[str, Sequence[float]]) -> list[View]:
    """Return the views of whole figures that the cells of these names show; the clean one always comes first.

    `levels` are the levels of severity by transform, as in the configuration.
    """
    shown = {view for cell in cells for _, view in levelled_cells(CELLS[cell], levels)} | {CLEAN}
    levelled = [View(condition, level) for condition, name in LEVELS_OF.items() for level in levels[name]]
    return [view for view in (View(CLEAN), *levelled, View(PAGE), View(PAGE_BLURRED)) if view.name in shown]


def blurred_dimensions(cells: Collection[str]) -> set[str]:
    """Return whose targets the cells of these names show blurred: admittance, inductance and sham."""
    found = set()
    for cell in (CELLS[name] for name in cells):
        shown = {view for _, view in levelled_cells(cell, {})} if cell.task in (ADMITTANCE, INDUCTANCE) else set()
        found |= ({cell.task} if "blurred" in shown else set()) | ({SHAM} & shown)
    return found


def why_not(view: View, page: np.ndarray | None, box: Box | None) -> str:
    """Return why a figure has no such view; empty where it has.

    The reasons: no_page, no_box_on_page and box_outside_page.
    """
    if view.condition not in (PAGE, PAGE_BLURRED):
        return ""
    if page is None:
        return "no_page"
    if view.condition == PAGE:
        return ""
    if box is None:
        return "no_box_on_page"
    height, width = page.shape[:2]
    return "" if box.area and box.within(width, height) == box else "box_outside_page"


def make_view(
    view: View, figure_id: str, clean: np.ndarray, page: np.ndarray | None, box: Box | None, seed: int
) -> np.ndarray:
    """Return a view that a figure has (see `why_not`), uint8 (height, width, 3).

    `clean` is the figure, `page` the page that holds it, `box` its place there in px. Noise follows from the run's
    `seed`, the figure and the level. Raises KeyError for a condition that is no view.
    """
    if view.condition == CLEAN:
        return clean
    if view.condition == PAGE:
        return page
    if view.condition == PAGE_BLURRED:
        return blurred_figure(page, box)
    if view.condition == "noise":
        return noise(clean, view.level, generator(seed, "figure", figure_id, view.name))
    return _MADE[view.condition](clean, view.level)


def box_of(target: Mapping[str, Any], clean: np.ndarray, padding: int = PADDING) -> Box:
    """Return the pixels of a figure that a row of table `scifig_targets` is about, `padding` px more on each side.

    With the padding that is the default, the box that is blurred. Raises ValueError for a target outside the picture.
    """
    edges = (target["x0"], target["y0"], target["x1"], target["y1"])
    return label_box(edges, clean.shape[1], clean.shape[0], padding)
