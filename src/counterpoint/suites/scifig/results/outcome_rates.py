"""Rates of outcomes: answers to questions, to premises, and about blurred texts, each a sum of exclusive outcomes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from counterpoint.suites.scifig.names import (
    ACCEPTS,
    ADMITTANCE,
    BLUR_OUTCOMES,
    INDUCTANCE,
    PARTLY,
    PREMISE_SCORES,
    REJECTS,
)
from counterpoint.suites.scifig.results.collected import Collected, Units, Values
from counterpoint.suites.scifig.results.dimensions import (
    ALL_COUNTED,
    COUNTED,
    FALSE_PREMISE,
    PAPER,
    TRUE_PREMISE,
    TWINS,
    VARIANTS,
)

UNREAD = ("unresolved", "refused")


@dataclass(frozen=True)
class Rate:
    """A rate of a cell: the weight of each outcome in it, and of which outcomes it is a share; of all without."""

    name: str
    of: Mapping[str, float]
    given: tuple[str, ...] | None = None
    scale: float = 100.0

    @property
    def delta(self) -> str:
        """What its difference between two cells is called."""
        return f"{self.name.removesuffix('_percent')}_delta"


def _percent(name: str, *outcomes: str, given: tuple[str, ...] | None = None) -> Rate:
    return Rate(f"{name}_percent", dict.fromkeys(outcomes, 1.0), given)


ANSWERS = ("correct", "correct_hedged", "wrong", "wrong_hedged")
SELECTIVE = (
    _percent("unhedged", "correct", "wrong"),
    _percent("unhedged_risk", "wrong", given=("correct", "wrong")),
    _percent("answer", *ANSWERS),
    _percent("answer_risk", "wrong", "wrong_hedged", given=ANSWERS),
)
"""Points of the curve of risk over coverage: answers given without a hedge, then hedged ones too; the rest abstains."""
BLUR_RATES = (
    *(_percent(outcome, outcome) for outcome in BLUR_OUTCOMES if outcome not in ("correct", "wrong")),
    *(_percent(f"{outcome}_unhedged", outcome) for outcome in ("correct", "wrong")),
    _percent("admit", "correct_hedged", "wrong_hedged", "abstained"),
    _percent("correct", "correct", "correct_hedged"),
    _percent("correct_given_answer", "correct", "correct_hedged", given=ANSWERS),
    *SELECTIVE,
)
REASON_RATES = (_percent("accuracy", "correct"), _percent("abstained", "abstained"))
PREMISE_RATES = (
    Rate("resistance", PREMISE_SCORES, scale=1.0),
    Rate("acceptance", {ACCEPTS: 1.0, PARTLY: 0.5}, scale=1.0),
    *(_percent(outcome, outcome) for outcome in (REJECTS, PARTLY, ACCEPTS)),
)
UNREAD_RATES = tuple(_percent(outcome, outcome) for outcome in UNREAD)
BASELINES = ("sham", "clean", "no_image", "wrong_image")
"""What a blurred text is held against: another text blurred, none, and no picture or the wrong one to guess from."""
SECOND = "_second"
"""Ends the names of the second cell's columns, where two are matched."""
BOTH = "both"
"""Stands for admittance and inductance together in a cell's name."""


def add_outcomes(collected: Collected, cells: Mapping[str, Units]) -> None:
    """Collect every rate of the cells that ask questions, from their rows of `scifig_item_rates`."""
    for cell in (c for c in cells if c.startswith("reason/")):
        _add(collected, cell, cells[cell], REASON_RATES, by_kind=True)
    for cell in (c for c in (FALSE_PREMISE, TRUE_PREMISE) if c in cells):
        _add(collected, cell, cells[cell], PREMISE_RATES, by_kind=True)
    for cell in (c for c in cells if c.split("/")[0] in (ADMITTANCE, INDUCTANCE)):
        _add(collected, cell, cells[cell], BLUR_RATES)
    for condition in ("active_blurred", "passive_blurred"):
        asked = [cells[c] for c in (f"{ADMITTANCE}/{condition}", f"{INDUCTANCE}/{condition}") if c in cells]
        if len(asked) == 2:
            both = Units(pd.concat([units.frame() for units in asked], ignore_index=True))
            for variant in (PAPER, COUNTED):
                _rates(collected, f"{BOTH}/{condition}", both, SELECTIVE, variant)
    for first, second in compared(cells):
        _differences(collected, cells, first, second, REASON_RATES if first.startswith("reason/") else BLUR_RATES)
    if FALSE_PREMISE in cells and TRUE_PREMISE in cells:
        _matched_resistance(collected, cells[FALSE_PREMISE].beside(cells[TRUE_PREMISE], "unit_id", SECOND))


def compared(cells: Iterable[str]) -> list[tuple[str, str]]:
    """Return the pairs of cells whose rates are compared: the figure against none, a blurred text against baselines."""
    asked = set(cells)
    wanted = [("reason/clean", f"reason/{other}") for other in ("no_image", "wrong_image")]
    for task in (ADMITTANCE, INDUCTANCE):
        for mode in (f"{task}/active", f"{task}/passive"):
            wanted += [(f"{mode}_blurred", f"{mode}_{baseline}") for baseline in BASELINES]
    return [(one, other) for one, other in wanted if one in asked and other in asked]


def shares(units: Units, rate: Rate, variant: str, suffix: str = "") -> Values:
    """Return each unit's share of a rate's outcomes, and the share that it is a share of."""
    read = units[f"n_counted{suffix}"] - sum(units[f"n_{outcome}{suffix}"] for outcome in UNREAD)
    of = {PAPER: read, COUNTED: units[f"n_counted{suffix}"]}
    of[ALL_COUNTED] = of[COUNTED] + units[f"n_empty{suffix}"]
    size = np.where(of[variant] > 0, of[variant], np.nan)
    named = (*rate.of, *(rate.given or ()))
    columns = {outcome: units[f"n_{outcome}{suffix}"] for outcome in named}
    above = sum(weight * columns[outcome] for outcome, weight in rate.of.items()) / size
    below = size / size if rate.given is None else sum(columns[outcome] for outcome in rate.given) / size
    return Values(units, above, below)


def _add(collected: Collected, cell: str, units: Units, rates: tuple[Rate, ...], by_kind: bool = False) -> None:
    for variant in VARIANTS:
        # what could not be read is no part of the paper's denominator
        wanted = rates if variant == PAPER else (*rates, *UNREAD_RATES)
        _rates(collected, cell, units, wanted, variant, by_kind)


def _rates(
    collected: Collected, cell: str, units: Units, rates: Iterable[Rate], variant: str, by_kind: bool = False
) -> None:
    kinds = units["kind"] if by_kind else None
    for rate in rates:
        values, by_chart_type = shares(units, rate, variant), variant != ALL_COUNTED
        collected.add(rate.name, cell, variant, values, rate.scale, kinds, by_chart_type=by_chart_type)
        for kind in dict.fromkeys(kinds if kinds is not None and by_chart_type else ()):
            mine = units.inside(kinds == kind)
            part = shares(mine, rate, variant)
            collected.add(rate.name, cell, variant, part, rate.scale, breakdown=("kind", str(kind)))


def _differences(
    collected: Collected, cells: Mapping[str, Units], first: str, second: str, rates: Iterable[Rate]
) -> None:
    both, name = cells[first].beside(cells[second], "unit_id", SECOND), f"{first} - {second}"
    kinds = both["kind"] if first.startswith("reason/") else None
    for variant in (PAPER, COUNTED):
        for rate in rates:
            one, other = shares(both, rate, variant), shares(both, rate, variant, SECOND)
            if rate.given is None:
                values, minus = Values(both, one.numerator - other.numerator, one.denominator), None
            else:
                known = one.denominator + other.denominator >= 0  # missing in neither cell
                values, minus = (
                    Values(both, np.where(known, v.numerator, np.nan), v.denominator) for v in (one, other)
                )
            collected.add(rate.delta, name, variant, values, rate.scale, kinds, minus, tested=True)


def _matched_resistance(collected: Collected, both: Units) -> None:
    """Collect how much more a premise is rejected where it is false than its twin where it is true.

    R(false) - R(true) of each unit, R = rejects + partly / 2: 1 for who tells them apart, 0 for who contradicts, agrees
    or refuses whatever is said, and 0 on average for who guesses, however often it contradicts.
    """
    rate, kinds = PREMISE_RATES[0], both["kind"]
    for variant in (PAPER, COUNTED):
        one, other = shares(both, rate, variant), shares(both, rate, variant, SECOND)
        difference = one.numerator - other.numerator
        values = Values(both, difference, one.denominator)
        name = "resistance_matched"
        collected.add(name, TWINS, variant, values, kinds=kinds, tested=True, by_chart_type=True)
        for kind in dict.fromkeys(kinds):
            inside = kinds == kind
            part = Values(both.inside(inside), difference[inside], one.denominator[inside])
            collected.add(name, TWINS, variant, part, tested=True, breakdown=("kind", str(kind)))
