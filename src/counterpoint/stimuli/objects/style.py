"""How one original is drawn: colours and outline that both pictures of its pairs share."""

from collections.abc import Sequence
from dataclasses import dataclass

from counterpoint.seeds import generator
from counterpoint.stimuli.objects.svg import edge_of

INKS = ("#2b2b2b", "#3a2f2a", "#26324a", "#1f1f1f")
"""Dark colours of outlines."""

COLOURS = {
    "red": "#d3202a",
    "orange": "#f08019",
    "yellow": "#f7d117",
    "green": "#2c9a43",
    "blue": "#2458b8",
    "navy blue": "#1c2c5b",
    "light blue": "#7fc4ec",
    "purple": "#7b3fa0",
    "pink": "#f48fb5",
    "brown": "#7a4a26",
    "black": "#1b1b1b",
    "white": "#fdfdfd",
    "grey": "#8d9197",
    "gold": "#d9a520",
    "silver": "#c3c7cc",
}
"""What a colour's name in the manifest looks like; far enough apart that nobody takes one for another."""


@dataclass(frozen=True)
class Style:
    """The seeded look of one original. `names` are those of its random stream, so that every choice has its own."""

    seed: int
    names: tuple[str | int, ...]

    def pick(self, choice: str, options: Sequence[str]) -> str:
        """Return one of the options; the same one in both pictures of a pair."""
        return options[int(self._draw(choice).integers(len(options)))]

    def between(self, choice: str, low: float, high: float) -> float:
        """Return a number between two bounds; the same one in both pictures of a pair."""
        return float(self._draw(choice).uniform(low, high))

    @property
    def ink(self) -> str:
        """The colour of outlines and dark details."""
        return self.pick("ink", INKS)

    @property
    def edge(self) -> str:
        """The attributes of an outline, 1.2 to 2.6 units wide."""
        return edge_of(self.ink, round(self.between("outline", 1.2, 2.6), 2))

    def _draw(self, choice: str):
        return generator(self.seed, *self.names, choice)
