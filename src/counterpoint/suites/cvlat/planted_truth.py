"""What a planted respondent's statistics truly are: from its parameters, the option orders and the scoring.

Two values each. The limit is what infinitely many distinct requests an item would give. The true value is
the exact expectation with the requests that the run really makes: scores are clamped at 0 and divided by
each other, so that a few requests do not average to the limit. Intervals are held against the true value.

A reference of 0 makes VF or FA about a million, so that their exact expectation, however unlikely that is, says
nothing about a run; their values with such items excluded stand beside it.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pyarrow as pa

from counterpoint.models.planted import READERS, share_answered
from counterpoint.statistics.arbitration import LEAST_OVERLAP
from counterpoint.suites.cvlat.cells import CELLS, CONFLICT, KNOWLEDGE, READING, STEERED, Cell
from counterpoint.suites.cvlat.preference import LIKELIHOOD, MOMENTS
from counterpoint.suites.cvlat.rates import CONFLICT_CELLS, corrected_scores
from counterpoint.suites.cvlat.respondents import trust
from counterpoint.suites.cvlat.statistics import EPSILON, OVERRIDE, vf_fa_vfri
from counterpoint.tables import as_table

NEGLIGIBLE = 1e-12
"""Outcomes less likely than this are left out of the expectation of VFRI, which lies in -1 to 1."""
BY_ORDER = ("first_option", "disagrees")
"""Respondents whose choice the order of the options decides."""
Row = tuple[str, str, str, float, float]
"""Statistic, cell, variant, true value and limit."""
ALL = {"breakdown": "all", "level": ""}


@dataclass(frozen=True)
class Answering:
    """How one item is answered in one cell: probabilities of the focal outcomes, and the requests behind them.

    `repeats` holds how many trials each distinct request answers; `focal` how many focal answers there are;
    `fixed` says that the probabilities are shares of the trials, without chance.
    """

    cell: str
    options: int
    focal: int
    visual: float
    factual: float
    repeats: tuple[int, ...]
    fixed: bool


def planted_truth(model: str, identity: Mapping[str, Any], trials: pa.Table, items: pa.Table) -> pa.Table:
    """Return the table `cvlat_planted_truth` of one planted respondent over the run's trials.

    `identity` is the respondent's part of the response key: `respondent`, for an arbiter `reads`, `knows`,
    `prefers` and `prefers_when_told`, for a sceptic `half`, and `failures`. Failures that leave a trial out are taken
    to leave the numbers of requests as planned; refused and unreadable replies choose neither focal answer.
    Statistics whose cells are not in the run are left out, and so is w where reading and knowing do not both happen.
    """
    answering = _answering(identity, trials, items)
    rows: list[Row] = []
    for cell, units in answering.items():
        visual = 100 * _mean(a.visual for a in units.values())
        factual = 100 * _mean(a.factual for a in units.values())
        accuracy = visual + factual if CELLS[cell].instrument == "cvlat" else visual
        for statistic, value in (("visual", visual), ("factual", factual)):
            rows.append((f"{statistic}_percent", cell, "paper", value, value))
        rows.append(("accuracy", cell, "paper", accuracy, accuracy))
    rows += _accuracy_deltas(answering)
    indices: dict[str, dict[str, np.ndarray]] = {}
    for cell in (c for c in CONFLICT_CELLS if {c, READING, KNOWLEDGE} <= set(answering)):
        indices[cell] = _unit_indices(*(answering[c] for c in (cell, READING, KNOWLEDGE)))
        rows += _mean_indices(cell, np.array(list(indices[cell].values())))
    for cell in (c for c in STEERED.values() if c in indices and CONFLICT in indices):
        shared = indices[cell].keys() & indices[CONFLICT].keys()
        shift = [indices[cell][unit][:2, 2] - indices[CONFLICT][unit][:2, 2] for unit in sorted(shared)]
        rows.append(("delta_vfri", f"{cell} - {CONFLICT}", "paper", *np.mean(shift, axis=0)))
    if identity["respondent"] == "arbiter":
        rows += _arbitration(identity, answering, indices.keys())
    names = ("statistic", "cell", "variant", "true_value", "limit_value")
    found = [ALL | dict(zip(names, row, strict=True)) for row in rows] + _overrides(answering, items)
    shared_columns = {"model": model, "respondent": identity["respondent"]}
    return as_table("cvlat_planted_truth", [shared_columns | row for row in found])


def _answering(identity: Mapping[str, Any], trials: pa.Table, items: pa.Table) -> dict[str, dict[str, Answering]]:
    """Return cell -> unit_id -> how the unit's item is answered there."""
    columns = ["item_id", "options", "visual_index", "factual_index", "omit_index", "conflict_magnitude"]
    keys = {item["item_id"]: item for item in items.select(columns).to_pylist()}
    requests: dict[tuple[str, str, str], Counter] = {}
    orders: dict[tuple[str, str, str], Counter] = {}
    columns = [trials[name].to_pylist() for name in ("cell", "unit_id", "item_id", "request_id", "order")]
    for cell, unit, item, request, order in zip(*columns, strict=True):
        requests.setdefault((cell, unit, item), Counter())[request] += 1
        orders.setdefault((cell, unit, item), Counter())[tuple(order)] += 1
    result: dict[str, dict[str, Answering]] = {}
    kept = share_answered(identity.get("failures") or {})
    for place, repeats in requests.items():
        cell, unit, item = place
        key = keys[item]
        visual, factual = _choice(identity, CELLS[cell], key, orders[place])
        distinct = 1 if key["factual_index"] in (None, key["visual_index"]) else 2
        result.setdefault(cell, {})[unit] = Answering(
            cell=cell,
            options=len(key["options"]),
            focal=distinct,
            visual=kept * visual,
            factual=kept * factual,
            repeats=tuple(sorted(repeats.values())),
            fixed=identity["respondent"] in BY_ORDER and kept == 1.0,
        )
    return result


def _choice(identity: Mapping[str, Any], cell: Cell, key: Mapping[str, Any], orders: Counter) -> tuple[float, float]:
    """Return the probabilities that the visual and that the factual option is chosen; one option counts as visual.

    The picture can be read where it is sent; the fact can be known where there is one and names are shown.
    """
    respondent = identity["respondent"]
    readable, knowable = cell.picture, key["factual_index"] is not None and cell.form == "real"
    chance = 1 / len(key["options"])
    if respondent == "omit":
        visual, factual = 0.0, 0.0
    elif respondent in READERS:
        visual, factual = float(readable), 0.0
    elif respondent in ("factual", "looks_closer"):
        visual, factual = 0.0, float(knowable)
    elif respondent == "guesser":
        visual, factual = chance, chance
    elif respondent == "sceptic":
        believes = trust(identity["half"], key["conflict_magnitude"]) if readable and knowable else float(readable)
        visual, factual = believes, float(knowable) * (1 - believes)
    elif respondent in BY_ORDER:
        avoided = {key["omit_index"], key["factual_index"] if knowable else None} if respondent == "disagrees" else ()
        chosen: Counter = Counter()
        for order, times in orders.items():
            chosen[next(option for option in order if option not in avoided)] += times
        visual, factual = (chosen[key[focal]] / chosen.total() for focal in ("visual_index", "factual_index"))
    else:
        reads, knows = identity["reads"] * readable, identity["knows"] * knowable
        prefers = _prefers(identity, cell)
        guess = (1 - reads) * (1 - knows) * chance
        visual = reads * knows * prefers + reads * (1 - knows) + guess
        factual = reads * knows * (1 - prefers) + (1 - reads) * knows + guess
    if key["factual_index"] is None:
        return visual, 0.0
    if key["factual_index"] == key["visual_index"]:
        # one option: an even guess and a first place hit it once, a reader or knower by either way
        once = respondent in ("guesser", *BY_ORDER)
        shared = visual if once else visual + factual - (guess if respondent == "arbiter" else 0.0)
        return min(shared, 1.0), 0.0
    return visual, factual


def _prefers(identity: Mapping[str, Any], cell: Cell) -> float:
    told = (identity.get("prefers_when_told") or {}).get(cell.instruction)
    return identity["prefers"] if told is None else told


def _accuracy_deltas(answering: Mapping[str, Mapping[str, Answering]]) -> list[Row]:
    rows = []
    for first, second in (("vlat/normal", "revlat/normal"), ("vlat/explain", "revlat/explain")):
        shared = answering.get(first, {}).keys() & answering.get(second, {}).keys()
        if shared:
            delta = 100 * _mean(answering[first][u].visual - answering[second][u].visual for u in sorted(shared))
            rows.append(("accuracy_delta", f"{first} - {second}", "paper", delta, delta))
    return rows


def _overrides(answering: Mapping[str, Mapping[str, Answering]], items: pa.Table) -> list[dict[str, Any]]:
    """Return the override rates, all and by each label of the conflict, of items with two focal answers.

    A ratio of sums: its expectation is that of the sums to first order. Absent where neither answer is ever chosen.
    """
    labels = ("conflict", "conflict_level")
    of_unit = {row["unit_id"]: row for row in items.select(["unit_id", *labels]).to_pylist()}
    rows = []
    for cell in (c for c in CONFLICT_CELLS if c in answering):
        parts: dict[tuple[str, str], list[Answering]] = {}
        for unit, answered in answering[cell].items():
            if answered.focal == 2:
                places = [("all", ""), *((label, of_unit[unit][label]) for label in labels)]
                for place in places:
                    parts.setdefault(place, []).append(answered)
        for (breakdown, level), part in parts.items():
            visual, either = sum(a.visual for a in part), sum(a.visual + a.factual for a in part)
            if level is not None and either > 0:
                row = {"statistic": OVERRIDE, "cell": cell, "variant": "paper", "breakdown": breakdown, "level": level}
                rows.append(row | dict.fromkeys(("true_value", "limit_value"), 100 * visual / either))
    return rows


def _unit_indices(conflict: Mapping, reading: Mapping, knowledge: Mapping) -> dict[str, np.ndarray]:
    """Return for each unit of all three cells the array of `_expected_indices`."""
    result = {}
    for unit in sorted(conflict.keys() & reading.keys() & knowledge.keys()):
        triple = conflict[unit], reading[unit], knowledge[unit]
        if triple[0].focal == 2:
            result[unit] = _expected_indices(*triple)
    return result


def _mean_indices(cell: str, units: np.ndarray) -> list[Row]:
    """Return the rows of VF, FA and VFRI from the units' arrays of `_expected_indices`."""
    true, limit = units.mean(axis=0)[:2]
    rows = [(name, cell, "paper", true[i], limit[i]) for i, name in enumerate(("vf", "fa", "vfri"))]
    for i, name in enumerate(("vf", "fa")):
        # which items are kept is chance too: to first order each counts with the probability that it is
        sums, kept = units[:, 2, i].sum(), units[:, 3, i].sum()
        rows.append((name, cell, "zero_reference_excluded", sums / kept, limit[i]))
    return rows


@cache  # many units share number of options, requests and probabilities
def _expected_indices(conflict: Answering, reading: Answering, knowledge: Answering) -> np.ndarray:
    """Return an array of shape (4, 3), columns VF, FA and VFRI.

    Rows: the exact expectation; the limit; the part of the expectation without zero references under a
    non-zero numerator; and the probability of that part (the last two of VF and FA only).
    """
    visual, factual, p_conflict = _score_states(conflict)
    read, _, p_read = _score_states(reading)
    _, known, p_known = _score_states(knowledge)
    # the three cells' requests are independent: VF and FA are products of expectations
    terms = []
    for score, reference, p in ((visual, read, p_read), (factual, known, p_known)):
        inverse = 1 / (reference + EPSILON)
        mean, zero = p_conflict @ score, reference == 0
        kept = 1 - p[zero].sum() * p_conflict[score > 0].sum()
        terms.append((mean * (p @ inverse), mean * (p[~zero] @ inverse[~zero]), kept))
    visual, factual, p_conflict = _likely(p_conflict, visual, factual)
    read, p_read = _likely(p_read, read)
    known, p_known = _likely(p_known, known)
    true_vfri = 0.0
    for v, f, p in zip(visual, factual, p_conflict, strict=True):
        true_vfri += p * (p_read @ vf_fa_vfri(v, f, read[:, None], known[None, :])[2] @ p_known)
    limits = [_scores(a, np.array([a.visual]), np.array([a.factual])) for a in (conflict, reading, knowledge)]
    limit = vf_fa_vfri(limits[0][0][0], limits[0][1][0], limits[1][0][0], limits[2][1][0])
    true, without, kept = zip(*terms, strict=True)
    return np.array([[*true, true_vfri], limit, [*without, np.nan], [*kept, np.nan]])


def _score_states(answering: Answering) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the corrected visual and factual scores that an item can get, with their probabilities.

    A score that the cell has no target for is NaN. States with equal scores are merged.
    """
    if answering.fixed:
        visual, factual, probability = np.array([answering.visual]), np.array([answering.factual]), np.ones(1)
    else:
        counts = _count_distribution(answering.visual, answering.factual, answering.repeats)
        visual, factual = np.nonzero(counts)
        probability = counts[visual, factual]
        visual, factual = (n / sum(answering.repeats) for n in (visual, factual))
    scores = np.nan_to_num(np.column_stack(_scores(answering, visual, factual)), nan=-1.0)
    states, place = np.unique(scores, axis=0, return_inverse=True)
    states[states < 0] = np.nan
    return states[:, 0], states[:, 1], np.bincount(place.ravel(), probability, minlength=len(states))


def _count_distribution(visual: float, factual: float, repeats: tuple[int, ...]) -> np.ndarray:
    """Return the probability of each pair (visual, factual) of trial counts, shape (total + 1, total + 1).

    A request is drawn once, and all trials that share it get its answer.
    """
    total = sum(repeats)
    counts = np.zeros((total + 1, total + 1))
    counts[0, 0], neither = 1.0, max(1 - visual - factual, 0.0)
    for n in repeats:
        after = neither * counts
        after[n:] += visual * counts[:-n]
        after[:, n:] += factual * counts[:, :-n]
        counts = after
    return counts


def _scores(answering: Answering, visual: np.ndarray, factual: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    rows = len(visual)
    return corrected_scores(
        np.full(rows, answering.cell),
        np.full(rows, answering.options),
        visual,
        factual,
        np.full(rows, answering.focal),
    )


def _likely(probability: np.ndarray, *values: np.ndarray) -> tuple[np.ndarray, ...]:
    keep = probability >= NEGLIGIBLE
    return (*(v[keep] for v in values), probability[keep])


def _arbitration(
    identity: Mapping[str, Any], answering: Mapping[str, Mapping[str, Answering]], cells: Any
) -> list[Row]:
    """Return w of each conflict cell, and what the estimates of reading and knowing expect."""
    rows = []
    if identity["reads"] * identity["knows"] >= LEAST_OVERLAP:
        for variant in (LIKELIHOOD, MOMENTS):
            rows += [("arbitration_w", cell, variant, *[_prefers(identity, CELLS[cell])] * 2) for cell in cells]
    if CONFLICT in cells:
        units = [unit for unit, a in answering[CONFLICT].items() if a.focal == 2]
        for statistic, cell, focal in (
            ("arbitration_reads", READING, "visual"),
            ("arbitration_knows", KNOWLEDGE, "factual"),
        ):
            asked = [answering[cell][unit] for unit in units if unit in answering[cell]]
            ability = _mean((getattr(a, focal) - 1 / a.options) / (1 - 1 / a.options) for a in asked)
            rows.append((statistic, CONFLICT, LIKELIHOOD, *[min(max(ability, 0.0), 1.0)] * 2))
    return rows


def _mean(values: Any) -> float:
    return float(np.mean(list(values)))
