"""A false premise and its true twin: what a question takes for granted, and what is the case."""

from dataclasses import dataclass

from counterpoint.suites.scifig.contents.values import Mark


@dataclass(frozen=True)
class Side:
    """One question: what it takes for granted, and what is the case."""

    question: str
    premise: str
    actual: str
    names: tuple[str, ...]
    """What the premise is about, as the question calls it."""
    numbers: tuple[float, ...] = ()
    """Numbers that are the case."""
    anchor: float | None = None
    """Number that the question takes for granted."""


@dataclass(frozen=True)
class Premise:
    """A false premise and its true twin."""

    kind: str
    about: str
    """What is absent, contradicted or not told: element, value, p_value, ..."""
    false: Side
    true: Side
    marks: tuple[Mark, ...] = ()
    """Marks that the questions name; of a contradicted value the first is its mark."""


def replaced(text: str, present: str, absent: str) -> str:
    """Return a mark's name with another series or category in it."""
    before, _, after = text.rpartition(f" {present}")
    return f"{before} {absent}{after}"
