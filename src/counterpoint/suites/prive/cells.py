"""PriVE's cells: an input mode and a view each."""

from dataclasses import dataclass

from counterpoint.stimuli.views.settings import VIEWS
from counterpoint.suites.prive.names import COUNTERFACTUAL, ORIGINAL


@dataclass(frozen=True)
class Cell:
    """One experimental condition."""

    mode: str
    view: str
    shows: tuple[str, ...]
    """Which pictures of a pair are sent, in their order where the mode fixes it."""

    @property
    def name(self) -> str:
        """The cell's name in configuration and tables."""
        return f"{self.mode}/{self.view}"


SHOWN: dict[str, tuple[str, ...]] = {
    "original_only": (ORIGINAL,),
    "counterfactual_only": (COUNTERFACTUAL,),
    "paired": (ORIGINAL, COUNTERFACTUAL),
    "swapped_pair": (COUNTERFACTUAL, ORIGINAL),
    "identical_pair": (COUNTERFACTUAL, COUNTERFACTUAL),
    "wrong_picture": (),
    "question_only": (),
}
"""What each input mode sends. In `paired` about half of the units, drawn from the seed, have the counterfactual
first, and `swapped_pair` is each unit's other order; `wrong_picture` sends the original of another subject."""
ONE_PICTURE = ("original_only", "counterfactual_only")
TWO_PICTURES = ("paired", "swapped_pair", "identical_pair")
CELLS = {
    cell.name: cell
    for mode, shows in SHOWN.items()
    for view in (VIEWS if mode in ONE_PICTURE else ("raw",))
    for cell in [Cell(mode, view, shows)]
}
"""Every cell by name. Views are of one picture: beside two, the evidence would say which one was edited."""
RAW = {"original": "original_only/raw", "counterfactual": "counterfactual_only/raw", "paired": "paired/raw"}
"""The three input modes that the paper compares, without a view."""
BLIND = "question_only/raw"
