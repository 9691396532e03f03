"""Ratios of sums over clusters in strata: means, conditional rates and their differences, bootstrapped together.

Every statistic is a sum over a sum, so that a resample of whole clusters is a weighted sum of what each cluster brings,
and one matrix product serves all statistics of a model.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from counterpoint.statistics.bootstrap import percentile_interval, resampled_sums, resampling_counts, shift_p

CHUNK = 128
"""Statistics that are resampled at a time: what bounds the memory of their draws."""


@dataclass(frozen=True)
class Ratio:
    """Sums over each cluster, shape (clusters, kinds): a statistic is made of their ratios.

    Pooled, it is the sum of all numerators over that of all denominators. Else it is taken stratum by stratum: the mean
    over kinds of the mean over strata of each ratio, what has no denominator left out.
    """

    numerator: np.ndarray
    denominator: np.ndarray
    pooled: bool


@dataclass(frozen=True)
class _Asked:
    row: Mapping[str, Any]
    ratio: Ratio
    minus: Ratio | None
    strata: tuple[str, ...]
    """Strata that the statistic is about."""
    tested: bool


class Ratios:
    """Statistics over the same clusters, collected first and then resampled together."""

    def __init__(
        self,
        clusters: Sequence[str],
        strata: Sequence[str],
        generator_of: Callable[[str], np.random.Generator],
        draws: int,
        cluster: str = "cluster",
    ) -> None:
        """Take `clusters` (clusters,), names, and the stratum of each; `generator_of` gives each stratum's generator.

        `cluster` is what a cluster is called in notes. Resamples hold as many clusters of a stratum as there are, and
        depend on the clusters and generators alone.
        Raises ValueError when a cluster is named twice.
        """
        if len(set(clusters)) != len(clusters):
            raise ValueError("a cluster is named twice")
        order = np.lexsort((np.array(clusters, dtype=str), np.array(strata, dtype=str)))
        self.clusters = [clusters[i] for i in order]
        self.strata = tuple(dict.fromkeys(strata[i] for i in order))
        names = np.array([strata[i] for i in order], dtype=str)
        self._inside = {stratum: names == stratum for stratum in self.strata}
        self._draws, self._generator_of, self._cluster = draws, generator_of, cluster
        self._code = {name: i for i, name in enumerate(self.clusters)}
        self._asked: list[_Asked] = []

    def ratio(
        self,
        clusters: Sequence[str],
        numerator: np.ndarray,
        denominator: np.ndarray,
        pooled: bool,
        kinds: np.ndarray | None = None,
    ) -> Ratio:
        """Return units' numerators and denominators (units,) summed by cluster, and by kind where there are `kinds`.

        A unit of which either is missing (NaN) takes no part. Raises KeyError for an unknown cluster.
        """
        codes = np.array([self._code[name] for name in clusters], dtype=int)
        names, column = (np.array([""]), np.zeros(len(codes), dtype=int))
        if kinds is not None and len(kinds):
            names, column = np.unique(kinds, return_inverse=True)
        known = ~np.isnan(numerator + denominator)
        sums = []
        for values in (numerator, denominator):
            total = np.zeros((len(self.clusters), len(names)))
            np.add.at(total, (codes[known], column[known]), np.asarray(values, dtype=np.float64)[known])
            sums.append(total)
        return Ratio(*sums, pooled)

    def add(
        self, row: Mapping[str, Any], ratio: Ratio, minus: Ratio | None = None, stratum: str = "", tested: bool = False
    ) -> None:
        """Collect a statistic, of one stratum where it is named; with `minus` the difference of two ratios.

        `row` holds further columns of the table `estimates`; what is `tested` gets a p of "the true value is 0".
        """
        self._asked.append(_Asked(row, ratio, minus, (stratum,) if stratum else self.strata, tested))

    def rows(self) -> list[dict[str, Any]]:
        """Return every statistic with its 95 % percentile interval, as rows of the table `estimates`."""
        counts = {
            stratum: resampling_counts(self._generator_of(stratum), int(inside.sum()), self._draws)
            for stratum, inside in self._inside.items()
        }
        rows = []
        for start in range(0, len(self._asked), CHUNK):
            rows += self._rows(self._asked[start : start + CHUNK], counts)
        return rows

    def _rows(self, asked: Sequence[_Asked], counts: Mapping[str, np.ndarray]) -> list[dict[str, Any]]:
        places: dict[bytes, int] = {}
        columns: list[np.ndarray] = []

        def place_of(column: np.ndarray) -> int:
            """Return where a column stands among those resampled; equal ones, such as units all counted, are one."""
            place = places.setdefault(column.tobytes(), len(columns))
            if place == len(columns):
                columns.append(column)
            return place

        wanted = [
            [
                tuple([place_of(column) for column in part.T] for part in (ratio.numerator, ratio.denominator))
                for ratio in (one.ratio, one.minus)
                if ratio is not None
            ]
            for one in asked
        ]
        every = np.column_stack(columns)
        inside = [every[self._inside[stratum]] for stratum in self.strata]
        sums = np.stack([resampled_sums(part, counts[s]).T for s, part in zip(self.strata, inside, strict=True)])
        totals = np.stack([part.sum(axis=0)[:, None] for part in inside])
        rows = []
        for one, ratios in zip(asked, wanted, strict=True):
            strata = [self.strata.index(stratum) for stratum in one.strata]
            found = []
            for source in (totals, sums):
                first, *rest = (
                    _value(*(source[np.ix_(strata, part)] for part in ratio), one.ratio.pooled) for ratio in ratios
                )
                found.append(first - rest[0] if rest else first)
            rows.append(self._row(one, float(found[0][0]), found[1]))
        return rows

    def _row(self, one: _Asked, estimate: float, drawn: np.ndarray) -> dict[str, Any]:
        row = {"note": "", "estimate": estimate, "low": None, "high": None, "p": None} | dict(one.row)
        if np.isnan(estimate):
            return row | {"note": row["note"] or "nothing has a value"}
        if few := self._too_few(one):
            note = f"no interval: a single {self._cluster} in {', '.join(few)}"
            return row | {"note": "; ".join(filter(None, (row["note"], note)))}
        low, high = percentile_interval(drawn)
        return row | {"low": low, "high": high, "p": shift_p(estimate, drawn) if one.tested else None}

    def _too_few(self, one: _Asked) -> list[str]:
        """Return the strata of which a single cluster brings all there is; pooled, where it is the only one at all."""
        held = np.all([(r.denominator != 0).any(axis=1) for r in (one.ratio, one.minus) if r is not None], axis=0)
        of = {stratum: int((held & self._inside[stratum]).sum()) for stratum in one.strata}
        if one.ratio.pooled and sum(of.values()) > 1:
            return []
        return [stratum for stratum, n in of.items() if n == 1]


def _value(numerator: np.ndarray, denominator: np.ndarray, pooled: bool) -> np.ndarray:
    """Return a statistic of sums (strata, kinds, draws) in each draw; NaN where nothing has a denominator."""
    if pooled:
        return _divided(numerator.sum(axis=(0, 1)), denominator.sum(axis=(0, 1)))
    return _mean(_mean(_divided(numerator, denominator)))


def _mean(values: np.ndarray) -> np.ndarray:
    """Return the mean over the first axis, missing values left out."""
    known = ~np.isnan(values)
    return _divided(np.where(known, values, 0.0).sum(axis=0), known.sum(axis=0))


def _divided(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    return np.divide(above, below, out=np.full(np.shape(above), np.nan), where=np.asarray(below) > 1e-12)
