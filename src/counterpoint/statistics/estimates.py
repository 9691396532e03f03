"""The table `estimates`: made from the rows of a suite's statistics, and looked up by what builds on it."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from counterpoint.tables import as_table

NUMBERS = ("estimate", "low", "high", "p", "numerator", "denominator")
PLACE = ("model", "statistic", "cell", "variant", "breakdown", "level")
"""What names one estimate."""
PLANTED_GROUP = "planted"
"""Group of the planted respondents, which are no models: they are compared among themselves alone."""
COVERAGE_ROUNDING = 1e-9
ABSENT: dict[str, Any] = {"estimate": None, "low": None, "high": None, "p": None, "n_items": 0, "note": ""}


def estimates_table(suite: str, model: str, rows: Iterable[Mapping[str, Any]]) -> pa.Table:
    """Return rows as the table `estimates` of one model.

    Each row holds at least `statistic`, `cell` and `variant`; what it does not hold is absent, empty or, of
    the counts, 0. A number that is NaN is absent.
    """
    defaults = {"suite": suite, "model": model, "breakdown": "all", "level": "", "note": ""}
    defaults |= dict.fromkeys(NUMBERS) | {"n_items": 0, "left_out": 0}
    complete = [defaults | dict(row) for row in rows]
    for row in complete:
        for name in NUMBERS:
            value = row[name]
            row[name] = None if value is None or np.isnan(value) else float(value)
    return as_table("estimates", complete)


class Found:
    """Look-up of estimates; what is not there is a row of nulls."""

    def __init__(self, estimates: pa.Table) -> None:
        self._rows = {tuple(row[key] for key in PLACE): row for row in estimates.to_pylist()}

    def row(
        self, model: str, statistic: str, cell: str, variant: str = "paper", breakdown: str = "all", level: str = ""
    ) -> dict[str, Any]:
        """Return the row of one estimate."""
        return self._rows.get((model, statistic, cell, variant, breakdown, level), ABSENT)

    def value(self, *place: str) -> float | None:
        """Return the value of one estimate; arguments as for `row`."""
        return self.row(*place)["estimate"]

    def rows(self, statistic: str, variant: str = "paper") -> Iterable[dict[str, Any]]:
        """Return all rows of a statistic in one variant, in the order of the table."""
        return (row for row in self._rows.values() if (row["statistic"], row["variant"]) == (statistic, variant))


def held_against(found: Found, planted: pa.Table) -> list[dict[str, Any]]:
    """Return rows of planted truth with what was estimated; without an interval nothing is covered or missed.

    `planted` has a `true_value` for each model, statistic, cell, variant, breakdown and level.
    """
    rows = []
    for truth in planted.to_pylist():
        row, true = found.row(*(truth[name] for name in PLACE)), truth["true_value"]
        covered = None
        if row["low"] is not None:
            rounding = COVERAGE_ROUNDING * max(1.0, abs(true))
            covered = row["low"] - rounding <= true <= row["high"] + rounding
        rows.append(truth | {name: row[name] for name in ("estimate", "low", "high")} | {"covered": covered})
    return rows
