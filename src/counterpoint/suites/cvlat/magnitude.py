"""Override rate against mismatch: table `cvlat_magnitude`, from the estimates by size of conflict."""

import math
from collections.abc import Collection, Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from counterpoint.statistics.estimates import Found
from counterpoint.stimuli.charts.contents.levels import REVERSAL
from counterpoint.suites.cvlat.cells import CONFLICT, KNOWLEDGE, READING
from counterpoint.suites.cvlat.defined import note_of
from counterpoint.suites.cvlat.statistics import OVERRIDE

SHARES = {
    "visual": ("visual_percent", CONFLICT),
    "factual": ("factual_percent", CONFLICT),
    "neither": ("false_percent", CONFLICT),
    "read": ("visual_percent", READING),
    "known": ("factual_percent", KNOWLEDGE),
}
"""What stands beside the override rate: statistic and cell of each share."""
GAP = 0.3
"""How far the reversal stands right of the largest level, as a share of the levels' span."""


def magnitude_rows(
    found: Found, item_rates: pa.Table, groups: Mapping[str, str], planted: pa.Table
) -> list[dict[str, Any]]:
    """Return the rows of `cvlat_magnitude`: each model at each level of conflict that the run asks; else none.

    `found` and `item_rates` hold all models; `groups` maps models to groups, in the order of the rows; `planted` is
    the table `cvlat_planted_truth`.
    """
    asked = item_rates.filter(pc.is_valid(item_rates["conflict_level"]))
    places = positions(set(asked["conflict_level"].to_pylist()))
    cells = set(asked["cell"].to_pylist())
    truths = {
        (row["model"], row["level"]): row["true_value"]
        for row in planted.to_pylist()
        if (row["statistic"], row["cell"], row["breakdown"]) == (OVERRIDE, CONFLICT, "conflict_level")
    }
    rows = []
    for model, group in groups.items():
        for level, position in places.items():
            override = found.row(model, OVERRIDE, CONFLICT, "paper", "conflict_level", level)
            row = {"model": model, "group": group, "level": level, "position": position}
            row |= {f"override_{end}": override[name] for end, name in _ENDS.items()}
            row |= {"planted": truths.get((model, level))}
            row |= {name: override.get(name) for name in ("numerator", "denominator", "n_items")}
            row |= {"left_out": override.get("left_out", 0), "note": override["note"]}
            if CONFLICT not in cells:
                row["note"] = _not_in_run(CONFLICT)
            reasons = {}
            for share, (statistic, cell) in SHARES.items():
                part = found.row(model, statistic, cell, "paper", "conflict_level", level)
                row |= {f"{share}_{end}": part[name] for end, name in _ENDS.items()}
                reasons[f"{share}_pct"] = part["note"] or _not_in_run(cell)
            row["note"] = "; ".join(filter(None, (row["note"], note_of(row, reasons))))
            rows.append(row)
    return rows


def _not_in_run(cell: str) -> str:
    return f"cell {cell} is not in this run"


_ENDS = {"pct": "estimate", "low": "low", "high": "high"}


def factor(level: str) -> float | None:
    """Return by what a level makes values larger or smaller: 1.5 of 50%; None of the reversal."""
    return None if level == REVERSAL else 1 + float(level.removesuffix("%")) / 100


def positions(levels: Collection[str]) -> dict[str, float]:
    """Return the place of each level on a figure's axis, from left to right: log10 of its factor.

    The reversal has no factor: it stands right of all others, set off by a gap.
    """
    places = {level: math.log10(size) for level in levels if (size := factor(level)) is not None}
    places = dict(sorted(places.items(), key=lambda place: place[1]))
    if REVERSAL in levels:
        ends = list(places.values())
        span = ends[-1] - ends[0] if ends else 0.0
        places[REVERSAL] = (ends[-1] if ends else 0.0) + (GAP * span or 0.1)
    return places
