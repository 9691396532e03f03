"""SciFig's cells: what is asked, and under which condition of picture and caption."""

from dataclasses import dataclass

from counterpoint.suites.scifig.names import ADMITTANCE, INDUCTANCE

LEVELLED = (
    "noise",
    "contrast_dark",
    "contrast_light",
    "rotation",
    "rotation_cropped",
    "corners_lost",
    "jpeg",
    "downsample",
)
"""Views that come in levels of severity: each level is a cell of its own."""
PLAIN_VIEWS = ("clean", "page", "page_blurred", "no_image", "wrong_image")
CAPTIONS = ("true_caption", "false_caption")


@dataclass(frozen=True)
class Cell:
    """One experimental condition, before severity levels are told apart."""

    task: str
    """describe, reason, resist, admittance or inductance."""
    condition: str

    @property
    def name(self) -> str:
        """The cell's name in configuration and tables."""
        return f"{self.task}/{self.condition}"


_CONDITIONS = {
    "describe": (*PLAIN_VIEWS, *LEVELLED, *CAPTIONS),
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
