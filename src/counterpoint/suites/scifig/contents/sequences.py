"""Rows of names in which one follows from the others: numbers in even steps, months, days."""

import math
import re
from collections.abc import Sequence
from itertools import pairwise

LEAST = 4
"""Names that a row must have for its rule to show once one is gone."""
_NAMED = (
    [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ],
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
    ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
)
_NUMBERED = re.compile(r"(\D*?)([-\u2212]?\d+(?:,\d{3})*(?:\.\d+)?)(\D*)")

_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_POWER = re.compile("10([⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)")


def number_of(text: str) -> float | None:
    """Return the number that a text is or holds, where it holds one alone; 10² is 100."""
    if (power := _POWER.fullmatch(text)) is not None:
        return 10.0 ** int(power[1].translate(_RAISED))
    found = _NUMBERED.fullmatch(text)
    return None if found is None else float(found[2].replace(",", "").replace("\u2212", "-"))


def even(numbers: Sequence[float]) -> str | None:
    """Return how numbers follow from one another, as 'steps of 5' or 'factors of 10'; None where they do not evenly."""
    if len(numbers) < LEAST:
        return None
    steps = [b - a for a, b in pairwise(numbers)]
    if steps[0] != 0 and all(math.isclose(step, steps[0], rel_tol=1e-6, abs_tol=1e-12) for step in steps):
        return f"steps of {abs(steps[0]):.6g}"
    if min(numbers) > 0:
        factors = [b / a for a, b in pairwise(numbers)]
        if factors[0] != 1 and all(math.isclose(factor, factors[0], rel_tol=1e-6) for factor in factors):
            return f"factors of {max(factors[0], 1 / factors[0]):.6g}"
    return None


def rule_of(names: Sequence[str]) -> str | None:
    """Return how a row of names goes on: evenly in its numbers, or as months or days do; None where it does not."""
    if len(names) < LEAST:
        return None
    parts = [_NUMBERED.fullmatch(name) for name in names]
    if all(_POWER.fullmatch(name) for name in names):
        return even([number_of(name) for name in names])
    if all(parts) and len({(part[1], part[3]) for part in parts}) == 1:
        return even([number_of(name) for name in names])
    folded = [name.casefold().rstrip(".") for name in names]
    for known in _NAMED:
        if all(name in known for name in folded):
            places = [known.index(name) for name in folded]
            if all((b - a) % len(known) == 1 for a, b in pairwise(places)):
                return "the order of the calendar"
    return None


def derivation(names: Sequence[str], index: int) -> str | None:
    """Return how the name at a place follows from its neighbours; None for an end of the row, or where it does not."""
    if not 0 < index < len(names) - 1 or (rule := rule_of(names)) is None:
        return None
    return f"it stands between {names[index - 1]} and {names[index + 1]} in a row that goes in {rule}: {names[index]}"


def shape(text: str) -> str:
    """Return a text with its numbers and single letters as '#': names of one shape follow from one another."""
    return re.sub(r"\d+(?:[.,]\d+)*|\b[A-Za-z]\b|\b[IVX]+\b", "#", text).casefold()
