"""People's MQM scores of descriptions, read from a CSV and held against ours, per description and kind of error."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from counterpoint.errors import UserError
from counterpoint.judging.agreement import ALL
from counterpoint.manifests import read_rows
from counterpoint.seeds import generator
from counterpoint.statistics.bootstrap import percentile_interval, resampling_counts
from counterpoint.statistics.ranks import spearman
from counterpoint.statistics.reliability import interval_alpha
from counterpoint.suites.scifig.checklist import SUB_TYPES
from counterpoint.suites.scifig.names import SUITE
from counterpoint.suites.scifig.results.mqm import ENGINES, PUBLISHED, WORST
from counterpoint.tables import as_table

REQUIRED = ("model", "figure_id", "cell", "score")
FEWEST = 3
"""Descriptions below which nothing is said of agreement."""
Described = tuple[str, str, str]
"""Model, cell and figure of a description."""


@dataclass(frozen=True)
class HumanScore:
    """What people said of one description, the mean over those who scored it."""

    score: float
    """MQM, 0 to 100."""
    errors: Mapping[str, float]
    """Errors counted, by sub-type, of the columns that the file has."""


def read_human_scores(path: str | Path, descriptions: Collection[Described]) -> dict[Described, HumanScore]:
    """Read a CSV with the columns model, figure_id, cell and score, and of any sub-type of error its count.

    A description may have several rows, one a person. Rows about no description of `descriptions` are passed over. An
    empty count is 0. Raises UserError with file, row (the header is row 1), column, value and what is allowed; also
    where not one row is about a description of the run.
    """
    rows = read_rows(path, REQUIRED, tuple(SUB_TYPES), "score")
    found: dict[Described, list[dict[str, float]]] = {}
    for line, row in rows:
        said = {"score": _number(path, line, row, "score", WORST)}
        said |= {name: _number(path, line, row, name, None) for name in SUB_TYPES if name in row}
        place = (row["model"], row["cell"], row["figure_id"])
        if place in descriptions:
            found.setdefault(place, []).append(said)
    if not found:
        raise UserError(
            f"{path}: none of its {len(rows)} rows is about a description of this run; allowed: its models, cells and "
            "figures, or set human_scores: null"
        )
    means = {
        place: {name: float(np.mean([one[name] for one in said])) for name in said[0]} for place, said in found.items()
    }
    return {place: HumanScore(mean.pop("score"), mean) for place, mean in means.items()}


def _number(path: str | Path, line: int, row: Mapping[str, str], name: str, most: float | None) -> float:
    text = row[name]
    allowed = f"a number from 0 to {most:g}" if most is not None else "a count from 0, or empty for 0"
    try:
        value = float(text) if text or most is not None else 0.0
    except ValueError as error:
        raise UserError(f"{path}: row {line}: column {name!r}: {text!r}; allowed: {allowed}") from error
    if not 0 <= value <= (most if most is not None else float("inf")) or value == float("inf"):
        raise UserError(f"{path}: row {line}: column {name!r}: {text!r}; allowed: {allowed}")
    return value


def human_agreement(
    people: Mapping[Described, HumanScore], descriptions: pa.Table, penalties: pa.Table, seed: int, draws: int
) -> pa.Table:
    """Return the table `scifig_table_human_scores`: people's scores against ours, all models and each.

    `descriptions` and `penalties` (tables `scifig_descriptions`, `scifig_penalties`) hold all models' rows. Scores are
    compared with both engines', counts of errors with the published engine's. Intervals resample figures.
    """
    ours: dict[str, dict[Described, float]] = {}
    for row in descriptions.to_pylist():
        for engine in ENGINES:
            if row[f"mqm_{engine}"] is not None:
                ours.setdefault(f"mqm_{engine}", {})[row["model"], row["cell"], row["figure_id"]] = row[f"mqm_{engine}"]
    counted = {name for said in people.values() for name in said.errors}
    scored = ours.get(f"mqm_{PUBLISHED}", {})
    for name in (n for n in SUB_TYPES if n in counted):
        ours[name] = dict.fromkeys(scored, 0.0)
    for row in penalties.to_pylist():
        if row["engine"] == PUBLISHED and row["sub_type"] in counted:
            ours[row["sub_type"]][row["model"], row["cell"], row["figure_id"]] += 1
    rows = []
    models = list(dict.fromkeys(model for model, _, _ in people))
    for model in [ALL, *models] if len(models) > 1 else models:
        for what, values in ours.items():
            both = [p for p in people if p in values and model in (ALL, p[0])]
            theirs = np.array([people[p].errors[what] if what in counted else people[p].score for p in both])
            mine = np.array([values[p] for p in both])
            clusters = np.unique([figure for _, _, figure in both], return_inverse=True)[1]
            row = {"model": model, "what": what, "n": len(both)}
            rows.append(row | _agreement(mine, theirs, clusters, generator(seed, SUITE, "people", what), draws))
    return as_table("scifig_table_human_scores", rows)


def _agreement(
    ours: np.ndarray, theirs: np.ndarray, clusters: np.ndarray, rng: np.random.Generator, draws: int
) -> dict[str, Any]:
    names = ("spearman", "bias", "krippendorff_alpha")
    empty = {f"{name}{end}": None for name in names for end in ("", "_low", "_high")} | {"mean_absolute": None}
    if len(set(clusters)) < FEWEST:
        return empty | {"note": f"fewer than {FEWEST} figures"}
    counts = resampling_counts(rng, len(ours), draws, clusters)

    def bias(first: np.ndarray, second: np.ndarray, weights: np.ndarray) -> np.ndarray:
        return weights.astype(np.float64) @ (first - second) / weights.sum(axis=1, dtype=np.float64)

    row = dict(empty)
    for name, statistic in zip(names, (spearman, bias, interval_alpha), strict=True):
        low, high = percentile_interval(statistic(ours, theirs, counts))
        estimate = statistic(ours, theirs, np.ones((1, len(ours))))[0]
        for end, value in (("", estimate), ("_low", low), ("_high", high)):
            row[f"{name}{end}"] = None if np.isnan(value) else float(value)
    note = "" if row["spearman"] is not None else "no rank correlation: one side gives the same value throughout"
    return row | {"mean_absolute": float(np.abs(ours - theirs).mean()), "note": note}
