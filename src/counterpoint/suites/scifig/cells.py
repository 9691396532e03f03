"""SciFig's cells: what is asked, and under which condition of picture and caption."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from counterpoint.suites.scifig.names import ADMITTANCE, INDUCTANCE

LEVELS_OF = {
    "noise": "noise",
    "contrast_dark": "contrast",
    "contrast_light": "contrast",
    "rotation": "rotation",
    "rotation_cropped": "rotation",
    "corners_lost": "rotation",
    "jpeg": "jpeg",
    "downsample": "downsample",
}
"""Views that come in levels of severity, with the name of their levels: each level is a cell of its own."""
PLAIN_VIEWS = ("clean", "page", "page_blurred", "no_image", "wrong_image")
UNCHANGED = ("clean", "no_image", "wrong_image")
"""Views for which no picture is made beside the clean ones."""
CAPTIONS = ("true_caption", "false_caption")


@dataclass(frozen=True)
class Cell:
    """One experimental condition, before severity levels are told apart."""

    task: str
    """describe, reason, resist, admittance or inductance."""
    condition: str

    @property
    def captioned(self) -> bool:
        """Whether it is about what a caption says."""
        return self.condition in CAPTIONS

    @property
    def name(self) -> str:
        """The cell's name in configuration and tables."""
        return f"{self.task}/{self.condition}"


_CONDITIONS = {
    "describe": (*PLAIN_VIEWS, *LEVELS_OF, *CAPTIONS),
    "reason": ("clean", "no_image", "wrong_image"),
    "resist": ("false_premise", "true_premise"),
    **dict.fromkeys(
        (ADMITTANCE, INDUCTANCE),
        (
            "active_blurred",
            "active_sham",
            "active_clean",
            "active_no_image",
            "active_wrong_image",
            "passive_blurred",
            "passive_sham",
        ),
    ),
}
CELLS = {cell.name: cell for task, names in _CONDITIONS.items() for name in names for cell in [Cell(task, name)]}
"""Every cell by name. Active: a question asks for the text; passive: the figure is described."""


def levelled_cells(cell: Cell, levels: Mapping[str, Sequence[float]]) -> Iterator[tuple[str, str]]:
    """Give the names in tables of what a cell of the configuration stands for, each with the view that it shows.

    A view with levels is a cell a level, e.g. describe/noise_25. Blurred and sham stand for the target's own view and
    for that of the figure's sham target.
    """
    if cell.condition in LEVELS_OF:
        for level in levels[LEVELS_OF[cell.condition]]:
            view = f"{cell.condition}_{level:g}"
            yield f"{cell.task}/{view}", view
    elif cell.task in (ADMITTANCE, INDUCTANCE):
        yield cell.name, cell.condition.split("_", 1)[1]
    elif cell.task == "resist" or cell.captioned:
        yield cell.name, "clean"
    else:
        yield cell.name, cell.condition


def pictured(cells: Iterable[str], levels: Mapping[str, Sequence[float]]) -> list[str]:
    """Return which of the cells of the configuration show more than clean pictures, sorted: the others draw nothing."""
    return sorted(
        name for name in cells if any(view not in UNCHANGED for _, view in levelled_cells(CELLS[name], levels))
    )
