"""What a question of reasoning is, and how it is put in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from counterpoint.asked import NAME, NUMBER
from counterpoint.stimuli.scientific.spec import ScientificFigure
from counterpoint.suites.scifig.contents.values import (
    Mark,
    apart,
    clashing,
    inline,
    margin,
    with_unit,
    written,
)

ORDER_WORDS = {1: "", 2: "second ", 3: "third "}
"""What stands before highest and lowest, by rank."""


@dataclass(frozen=True)
class Operation:
    """What a question has computed: enough to compute it again."""

    name: str
    marks: tuple[Mark, ...] = ()
    """Marks compared, or one that stands for its series and panel."""
    number: float = 0.0
    """A threshold, or a rank: 1 is the largest, -1 the smallest."""


@dataclass(frozen=True)
class Question:
    """One question with its key."""

    kind: str
    operation: Operation
    question: str
    key: float | str
    """The number, or the name, that is right."""
    steps: str
    """How it follows from the data."""
    others: tuple[str, ...] = ()
    """The other names that a reply could give."""
    tolerance: float = 0.0

    @property
    def answer(self) -> str:
        """How a reply is read."""
        return NUMBER if isinstance(self.key, float) else NAME


def where_it_is(
    kind: str, figure: ScientificFigure, operation: Operation, text: str, index: int, steps: str
) -> Iterator[Question]:
    """Give a question whose answer is a place on the axis: its number where it has one, else its name."""
    if figure.x_values is not None:
        near = min(b - a for a, b in pairwise(figure.x_values)) / 4
        unit = f" Answer in {figure.x.unit}." if figure.x.unit else ""
        yield Question(kind, operation, text + unit, float(figure.x_values[index]), steps, tolerance=near)
    elif not clashing(figure.categories):
        yield named(kind, operation, text, figure.categories, index, steps)


def named(kind: str, operation: Operation, text: str, names: tuple[str, ...], index: int, steps: str) -> Question:
    """Return a question whose answer is one of some names."""
    return Question(kind, operation, text, names[index], steps, (*names[:index], *names[index + 1 :]))


def ranked(figure: ScientificFigure, row: tuple[float, ...], rank: int) -> int | None:
    """Return the index of the value of a rank, 1 the largest and -1 the smallest; None where the rank is not clear."""
    order = sorted(range(len(row)), key=row.__getitem__, reverse=True)
    position = rank - 1 if rank > 0 else len(row) + rank
    near = [order[i] for i in (position - 1, position + 1) if 0 <= i < len(row)]
    index = order[position]
    return index if all(apart(figure, row[index], row[other]) >= margin(figure) for other in near) else None


def rank_words(rank: int) -> str:
    """Return the words for a rank, e.g. second-highest."""
    return f"{ORDER_WORDS[abs(rank)]}{'highest' if rank > 0 else 'lowest'}".replace(" ", "-")


def where_all(figure: ScientificFigure) -> str:
    """Return how a question counts over all places of the axis of categories."""
    if figure.chart_type == "line":
        return f"At how many of the points along the {inline(figure.x.title)} axis"
    return f"For how many of the categories on the {inline(figure.x.title)} axis"


def thresholds(figure: ScientificFigure) -> list[float]:
    """Return the round numbers that values are compared with: ticks, and of an even axis the middles between them."""
    inner = list(figure.ticks[1:-1])
    if figure.y.log:
        return inner
    return sorted([*inner, *(round((low + high) / 2, 9) for low, high in pairwise(figure.ticks))])


def in_unit(figure: ScientificFigure, number: float) -> str:
    """Return a number as its axis writes it, with the unit."""
    return f"{number:.6g} {figure.y.unit}".strip() if figure.y else with_unit(figure, number)


def listed_row(figure: ScientificFigure, names: tuple[str, ...], row: tuple[float, ...]) -> str:
    """Return names with their values, in order."""
    return ", ".join(f"{name} {written(figure, number)}" for name, number in zip(names, row, strict=True)) + "."
