"""A figure's views: which of them the chosen cells need, what each is called, and how it is made."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np

from counterpoint.config_scifig import ScifigLevels
from counterpoint.seeds import generator
from counterpoint.stimuli.transforms.blur import blurred_figure
from counterpoint.stimuli.transforms.resampling import downsampled, jpeg
from counterpoint.stimuli.transforms.rotation import corners_lost, rotated, rotated_cropped
from counterpoint.stimuli.transforms.tones import low_contrast_dark, low_contrast_light, noise
from counterpoint.stimuli.views.region import Box
from counterpoint.suites.scifig.cells import CELLS, LEVELLED
from counterpoint.suites.scifig.names import SHAM

CLEAN, PAGE, PAGE_BLURRED = "clean", "page", "page_blurred"
BLURRED = "blurred/"
"""A target's own view is called this and its `target_id`."""
_LEVELS = {
    "noise": "noise",
    "contrast_dark": "contrast",
    "contrast_light": "contrast",
    "rotation": "rotation",
    "rotation_cropped": "rotation",
    "corners_lost": "rotation",
    "jpeg": "jpeg",
    "downsample": "downsample",
}
"""Of each condition in levels: where the configuration has them."""
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


def views_at(condition: str, levels: ScifigLevels) -> list[View]:
    """Return the views of a condition: one a level where it comes in levels, else the one."""
    if condition not in LEVELLED:
        return [View(condition)]
    return [View(condition, level) for level in getattr(levels, _LEVELS[condition])]


def views_of(cells: Collection[str], levels: ScifigLevels) -> list[View]:
    """Return the views of whole figures that the cells of these names need; the clean one always comes first."""
    conditions = {CELLS[cell].condition for cell in cells}
    needed = [CLEAN, *(one for one in (*LEVELLED, PAGE, PAGE_BLURRED) if one in conditions)]
    return [view for condition in needed for view in views_at(condition, levels)]


def blurred_dimensions(cells: Collection[str]) -> set[str]:
    """Return whose targets the cells of these names show blurred: admittance, inductance and sham."""
    asked = [CELLS[name] for name in cells]
    blurred = {cell.task for cell in asked if cell.task != "describe" and cell.condition.endswith("_blurred")}
    return blurred | ({SHAM} if any(cell.condition.endswith("_sham") for cell in asked) else set())


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
