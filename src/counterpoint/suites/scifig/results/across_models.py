"""Models and dimensions held against each other, figure by figure: tables made of all models' figure scores."""

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from counterpoint.judging.agreement import ALL
from counterpoint.seeds import generator
from counterpoint.statistics.bootstrap import percentile_interval, resampling_counts, shift_p
from counterpoint.statistics.estimates import PLANTED_GROUP
from counterpoint.statistics.ranks import cliffs_delta, spearman
from counterpoint.statistics.reliability import smallest_detectable, split_half
from counterpoint.statistics.tests import holm
from counterpoint.suites.scifig.names import DIMENSIONS, SUITE
from counterpoint.suites.scifig.results.dimensions import COUNTED, PAPER
from counterpoint.tables import as_table

FEWEST_FIGURES, FEWEST_MODELS = 10, 4
"""Below these there is no rank correlation: over three models it can only be 1, .5, -.5 or -1."""
SPLITS = 1_000
SIZES = (25, 50, 60, 100, 150, 250, 500, 1_000)
"""Figures of a run in the table of power; 60 are the default bank's, 100 and 250 the paper's."""


class FigureScores:
    """All models' figure scores as arrays: figures by models, of each variant and dimension."""

    def __init__(self, figure_scores: pa.Table, groups: Mapping[str, str], seed: int, draws: int) -> None:
        """Take the rows of table `scifig_figure_scores` of all models; `groups` gives the models' order and groups."""
        self._frame = figure_scores.to_pandas()
        self._groups, self._seed, self._draws = groups, seed, draws
        of = self._frame.drop_duplicates("figure_id").set_index("figure_id")["chart_type"].sort_index()
        self._figures = of.index
        self._counts = np.zeros((draws, len(of)), dtype=np.uint16)
        for chart_type in sorted(set(of)):  # the draws of the models' own statistics, where every figure has a score
            inside = (of == chart_type).to_numpy()
            rng = generator(seed, SUITE, "bootstrap", str(chart_type))
            self._counts[:, inside] = resampling_counts(rng, int(inside.sum()), draws)

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """Return the rows of each table by name."""
        by_place = [(v, d, self._scores(v, d)) for v in (PAPER, COUNTED) for d in DIMENSIONS]
        pairs = [row for place in by_place for row in self._pairs(*place)]
        return {
            "scifig_table_correlations": [row for v in (PAPER, COUNTED) for row in self._correlations(v)],
            "scifig_table_pairs": pairs,
            "scifig_table_reliability": [row for place in by_place for row in self._reliability(*place)],
            "scifig_table_power": [row for place in by_place for row in self._power(*place)],
        }

    def _scores(self, variant: str, dimension: str) -> pd.DataFrame:
        """Return scores, figures by models in their order; NaN where a model has none."""
        mine = self._frame[(self._frame["variant"] == variant) & (self._frame["dimension"] == dimension)]
        wide = mine.pivot(index="figure_id", columns="model", values="score").reindex(self._figures)
        return wide.reindex(columns=[model for model in self._groups if model in wide.columns])

    def _both(self, first: pd.Series, second: pd.Series) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return both models' or dimensions' values of the figures that have both, and those figures' counts."""
        known = (first.notna() & second.notna()).to_numpy()
        return first.to_numpy()[known], second.to_numpy()[known], self._counts[:, known]

    def _families(self) -> list[list[str]]:
        """Return models that are compared: planted respondents among themselves, all others among themselves."""
        planted = [model for model, group in self._groups.items() if group == PLANTED_GROUP]
        return [[model for model in self._groups if model not in planted], planted]

    def _pairs(self, variant: str, dimension: str, scores: pd.DataFrame) -> list[dict[str, Any]]:
        rows = []
        for family in self._families():
            mine = []
            for one, other in combinations([m for m in scores.columns if m in family], 2):
                first, second, counts = self._both(scores[one], scores[other])
                if not len(first):
                    continue
                sums = np.column_stack([first - second, np.ones(len(first))])
                drawn = counts.astype(np.float64) @ sums
                means = np.divide(drawn[:, 0], drawn[:, 1], out=np.full(len(drawn), np.nan), where=drawn[:, 1] > 0)
                estimate = float((first - second).mean())
                row = {"model": one, "other": other, "variant": variant, "dimension": dimension}
                row |= {"difference": estimate, "difference_p": shift_p(estimate, means), "n_figures": len(first)}
                row |= _ends("difference", means, len(first))
                row |= _of_draws("cliffs_delta", cliffs_delta, first, second, counts)
                row["spearman"] = _number(spearman(first, second, np.ones((1, len(first))))[0])
                mine.append(row)
            for row, p in zip(mine, holm(np.array([row["difference_p"] for row in mine])), strict=True):
                row["difference_p_holm"] = _number(p)
            rows += mine
        return rows

    def _correlations(self, variant: str) -> list[dict[str, Any]]:
        scores = {dimension: self._scores(variant, dimension) for dimension in DIMENSIONS}
        rows = []
        for model in self._groups:
            for one, other in combinations([d for d in DIMENSIONS if model in scores[d]], 2):
                first, second, counts = self._both(scores[one][model], scores[other][model])
                row = {"model": model, "variant": variant, "dimension": one, "other": other, "n": len(first)}
                rows.append(row | _correlation(first, second, counts, FEWEST_FIGURES, "figures"))
        means = {dimension: frame.mean() for dimension, frame in scores.items()}
        models = [model for model, group in self._groups.items() if group != PLANTED_GROUP]
        rng = generator(self._seed, SUITE, "bootstrap", "models")
        for one, other in combinations(DIMENSIONS, 2):
            both = [m for m in models if m in means[one].index and m in means[other].index]
            first, second = (means[dimension].reindex(both).to_numpy() for dimension in (one, other))
            counts = resampling_counts(rng, len(both), self._draws) if both else np.zeros((self._draws, 0))
            row = {"model": ALL, "variant": variant, "dimension": one, "other": other, "n": len(both)}
            rows.append(row | _correlation(first, second, counts, FEWEST_MODELS, "models"))
        return rows

    def _reliability(self, variant: str, dimension: str, scores: pd.DataFrame) -> list[dict[str, Any]]:
        models = [m for m in scores.columns if self._groups[m] != PLANTED_GROUP]
        known = scores[models].dropna()
        row = {"variant": variant, "dimension": dimension, "n_models": len(models), "n_figures": len(known)}
        if len(models) < FEWEST_MODELS or len(known) < FEWEST_FIGURES:
            empty = dict.fromkeys(("split_half", "split_half_low", "split_half_high"))
            note = f"needs {FEWEST_MODELS} models, planted ones not among them, and {FEWEST_FIGURES} figures of all"
            return [row | empty | {"note": note}]
        halves = split_half(known.to_numpy(), SPLITS, generator(self._seed, SUITE, "split_half", dimension))
        low, high = percentile_interval(halves)
        found = {"split_half": _number(np.nanmean(halves)) if not np.isnan(halves).all() else None}
        found |= {"split_half_low": _number(low), "split_half_high": _number(high)}
        return [row | found | {"note": "" if found["split_half"] is not None else "the halves tell no model apart"}]

    def _power(self, variant: str, dimension: str, scores: pd.DataFrame) -> list[dict[str, Any]]:
        models = [m for m in scores.columns if self._groups[m] != PLANTED_GROUP]
        deviations = []
        for one, other in combinations(models, 2):
            difference = (scores[one] - scores[other]).dropna()
            if len(difference) >= FEWEST_FIGURES:
                deviations.append(float(difference.std(ddof=1)))
        if not deviations:
            return []
        sd, largest = float(np.median(deviations)), max(deviations)
        place = {"variant": variant, "dimension": dimension, "sd": sd, "largest_sd": largest}
        return [
            place
            | {"n_figures": n, "n_pairs": len(deviations), "detectable": smallest_detectable(sd, n)}
            | {"largest_detectable": smallest_detectable(largest, n)}
            for n in SIZES
        ]


def across_models(figure_scores: pa.Table, groups: Mapping[str, str], seed: int, draws: int) -> dict[str, pa.Table]:
    """Return the tables of correlations, pairs of models, reliability and power, by name.

    `groups` maps each model to its group; its order is that of the rows. Pairs are Holm-corrected by dimension and
    variant. Planted respondents are compared among themselves only, and are no part of what is said of models.
    """
    rows = FigureScores(figure_scores, groups, seed, draws).tables()
    return {name: as_table(name, found) for name, found in rows.items()}


def _correlation(first: np.ndarray, second: np.ndarray, counts: np.ndarray, fewest: int, of: str) -> dict[str, Any]:
    empty = dict.fromkeys(("spearman", "spearman_low", "spearman_high"))
    if len(first) < fewest:
        return empty | {"note": f"fewer than {fewest} {of}"}
    found = _of_draws("spearman", spearman, first, second, counts)
    return found | {"note": "" if found["spearman"] is not None else "one of them is the same throughout"}


def _of_draws(
    name: str,
    statistic: Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray],
    first: np.ndarray,
    second: np.ndarray,
    counts: np.ndarray,
) -> dict[str, float | None]:
    """Return a statistic with its 95 % percentile interval over resamples; None where it is undefined."""
    estimate = _number(statistic(first, second, np.ones((1, len(first))))[0])
    some = counts[counts.any(axis=1)]
    return {name: estimate} | _ends(name, statistic(first, second, some), len(first))


def _ends(name: str, draws: np.ndarray, n: int) -> dict[str, float | None]:
    low, high = percentile_interval(draws) if n > 1 else (float("nan"), float("nan"))
    return {f"{name}_low": _number(low), f"{name}_high": _number(high)}


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
