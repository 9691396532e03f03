"""Probes that most models fail alike: hard ones, or ones whose own key is at fault, for a person to look at."""

from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from counterpoint.statistics.estimates import PLANTED_GROUP
from counterpoint.suites.scifig.names import ACCEPTS, ADMITTANCE, CAPTION, CAPTION_SIDE, INDUCTANCE, REJECTS
from counterpoint.suites.scifig.results.dimensions import FALSE_CAPTION, FALSE_PREMISE, REASON, TRUE_PREMISE

FEWEST_MODELS = 3
"""Models that a probe must have been put to before anything is said of it."""
FAILURES = {
    REASON: ("wrong", "abstained"),
    FALSE_PREMISE: (ACCEPTS,),
    TRUE_PREMISE: (REJECTS,),
    f"{ADMITTANCE}/active_blurred": ("correct", "wrong"),
    f"{INDUCTANCE}/active_blurred": ("wrong", "wrong_hedged", "abstained"),
}
"""Outcomes that are failures, by cell. A text that nothing leads to, named though blurred, is guessed."""
_KEY = ("cell", "probe", "figure_id", "chart_type", "dimension", "kind")


def shared_failures(item_rates: pa.Table, claims: pa.Table, groups: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return rows of `scifig_table_shared_failures`: probes on which more than half of the models fail in one way.

    `item_rates` and `claims` (tables `scifig_item_rates`, `scifig_claims`) hold all models' rows. A model comes to an
    outcome where more than half of its counted trials do. Planted respondents have no say. Nothing is removed for it.
    """
    tally: dict[tuple[str, ...], dict[str, int]] = {}
    models: dict[tuple[str, ...], int] = {}
    for key, outcome in (*_answers(item_rates, groups), *_sides(claims, groups)):
        models[key] = models.get(key, 0) + 1
        if outcome:
            of = tally.setdefault(key, {})
            of[outcome] = of.get(outcome, 0) + 1
    rows = []
    for key, of in tally.items():
        outcome, failing = max(of.items(), key=lambda item: item[1])
        if models[key] >= FEWEST_MODELS and failing > models[key] / 2:
            rows.append(dict(zip(_KEY, key, strict=True)))
            rows[-1] |= {"outcome": outcome, "failing": failing, "n_models": models[key]}
    return sorted(rows, key=lambda row: (row["cell"], -row["failing"] / row["n_models"], row["probe"]))


Said = Iterator[tuple[tuple[str, ...], str]]
"""A probe, and the failing outcome that one model came to; empty where it came to another."""


def _answers(item_rates: pa.Table, groups: Mapping[str, str]) -> Said:
    counted = item_rates.filter(pc.and_(_of_models(item_rates, groups), pc.greater(item_rates["n_counted"], 0)))
    for row in counted.to_pylist():
        if row["cell"] in FAILURES:
            failed = (o for o in FAILURES[row["cell"]] if row[f"n_{o}"] > row["n_counted"] / 2)
            yield tuple(row["item_id" if name == "probe" else name] for name in _KEY), next(failed, "")


def _sides(claims: pa.Table, groups: Mapping[str, str]) -> Said:
    of_models = claims.filter(pc.and_(_of_models(claims, groups), pc.equal(claims["cell"], FALSE_CAPTION)))
    for row in of_models.to_pylist():
        probe = {"probe": f"{row['item_id']} {row['claim']}", "dimension": CAPTION}
        yield tuple((row | probe)[name] for name in _KEY), CAPTION_SIDE if row["side"] == CAPTION_SIDE else ""


def _of_models(table: pa.Table, groups: Mapping[str, str]) -> pa.ChunkedArray:
    names = [model for model, group in groups.items() if group != PLANTED_GROUP]
    return pc.is_in(table["model"], value_set=pa.array(names, pa.string()))
