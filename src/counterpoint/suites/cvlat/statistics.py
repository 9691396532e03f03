"""The statistics of one model in CVLAT: the paper's, those beyond it, each with interval and denominator.

Words and formulas after arXiv 2606.03142: VF and FA are an item's visual and factual score under conflict
divided by the score in its reference cell, VFRI their contrast; a model's value is the mean over items.
"""

from typing import Any

import numpy as np
import pyarrow as pa

from counterpoint.seeds import generator
from counterpoint.suites.cvlat.cells import CELLS, CONFLICT, KNOWLEDGE, READING, STEERED
from counterpoint.suites.cvlat.panel import LABELS, Means, Panel
from counterpoint.suites.cvlat.preference import preference_rows
from counterpoint.suites.cvlat.profiles import profile
from counterpoint.suites.cvlat.rates import CONFLICT_CELLS, RATES, corrected_scores
from counterpoint.tables import as_table

EPSILON = 1e-6
"""Added to denominators, as in the paper."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"
WITH_P = ("accuracy_delta", "delta_vfri", "vfri")


def cvlat_estimates(model: str, item_rates: pa.Table, scores: pa.Table, seed: int, draws: int) -> pa.Table:
    """Return the table `estimates` of one model from its item rates and scores.

    Intervals are 95 % percentile intervals over `draws` resamples of the items (variant `clustered`: of the
    charts); the resamples depend on `seed` and the run's items alone, so models are compared on the same
    draws. What cannot be computed is null, with the reason as its note. Raises ValueError when a cell asks
    a unit twice.
    """
    rates = item_rates.to_pandas()
    causes = _causes(scores)
    aligned = Panel(rates, causes, ("vlat", "revlat"))
    conflict = Panel(rates, causes, ("cvlat",))

    rows: list[dict[str, Any]] = []
    for name, panel, add in (("aligned", aligned, _aligned), ("conflict", conflict, _conflict)):
        means = Means(panel)
        _each_cell(means, ("vlat", "revlat") if name == "aligned" else ("cvlat",))
        add(means)
        found, counts = means.bootstrap(generator(seed, "cvlat", "bootstrap", name), draws, p_for=WITH_P)
        rows += found
    clustered = Means(conflict)
    for cell in CONFLICT_CELLS:
        _indices(clustered, cell, "clustered")
    found, cluster_counts = clustered.bootstrap(generator(seed, "cvlat", "bootstrap", "charts"), draws, clustered=True)
    rows += found
    rows += [*_spreads(aligned), *_experiment_3(rows), *_zero_references(conflict), *_positions(rates, scores)]
    for cell in CONFLICT_CELLS:
        rows += preference_rows(conflict, cell, counts, cluster_counts)
    return _as_estimates(model, rows)


def vf_fa_vfri(
    visual: np.ndarray, factual: np.ndarray, visual_reference: np.ndarray, factual_reference: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return VF, FA and VFRI of items from their corrected scores (0 to 1 or NaN), each of the inputs' shape.

    VF = V / (V_anonymised + 1e-6), FA = F / (F_question_only + 1e-6), VFRI = (VF - FA) / (VF + FA + 1e-6);
    VFRI is 0 where both are 0 (arXiv 2606.03142).
    """
    vf = visual / (visual_reference + EPSILON)
    fa = factual / (factual_reference + EPSILON)
    return vf, fa, (vf - fa) / (vf + fa + EPSILON)


def _each_cell(means: Means, instruments: tuple[str, ...]) -> None:
    """Rates, accuracy and reply length of every cell, and accuracy by chart type and task."""
    panel = means.panel
    for cell in (c for c in CELLS if CELLS[c].instrument in instruments):
        counted = panel.column(cell, "n_counted")
        rates = {rate: panel.column(cell, rate) for rate in RATES}
        rates["false"] = 1 - rates["visual"] - rates["factual"]
        for rate, values in rates.items():
            means.add(f"{rate}_percent", cell, 100 * values, (cell,), **_fraction(values, counted))
        right, note = rates["visual"], ""
        if "cvlat" in instruments:
            right, note = right + rates["factual"], "visual + factual percent"
        means.add("accuracy", cell, 100 * right, (cell,), note=note, **_fraction(right, counted))
        means.add("reply_chars", cell, panel.column(cell, "reply_chars"), (cell,))
        if not panel.has(cell):
            continue
        parts = {"visual_percent": rates["visual"], "factual_percent": rates["factual"], "accuracy": right}
        for breakdown, level in _levels(panel):
            inside = panel.labels[breakdown] == level
            left_out = int(np.nansum((panel.column(cell, "n_trials") - counted)[inside]))
            for statistic, values in parts.items():
                place = {"breakdown": breakdown, "level": level, "left_out": left_out}
                fraction = _fraction(values[inside], counted[inside])
                means.add(statistic, cell, 100 * values, (cell,), **place, **fraction)


def _aligned(means: Means) -> None:
    """How much accuracy randomised data cost, on the units that both instruments ask."""
    panel = means.panel
    for prompt in ("normal", "explain"):
        first, second = f"vlat/{prompt}", f"revlat/{prompt}"
        difference = 100 * (panel.column(first, "visual") - panel.column(second, "visual"))
        means.add("accuracy_delta", f"{first} - {second}", difference, (first, second))


def _conflict(means: Means) -> None:
    """VF, FA and VFRI in every reading, VFRI by chart type and task, and the shifts under steering."""
    panel = means.panel
    for cell in CONFLICT_CELLS:
        for variant in ("paper", "zero_reference_excluded", "all_counted"):
            _indices(means, cell, variant)
        if panel.has(cell):
            values = _item_indices(panel, cell, "paper")[2]
            for breakdown, level in _levels(panel):
                means.add("vfri", cell, values, (cell, READING, KNOWLEDGE), breakdown=breakdown, level=level)
    baseline = _item_indices(panel, CONFLICT, "paper")[2]
    for steered in STEERED.values():
        shift = _item_indices(panel, steered, "paper")[2] - baseline
        means.add("delta_vfri", f"{steered} - {CONFLICT}", shift, (steered, CONFLICT, READING, KNOWLEDGE))


def _indices(means: Means, cell: str, variant: str) -> None:
    vf, fa, vfri = _item_indices(means.panel, cell, variant)
    means.add("vf", cell, vf, (cell, READING), variant=variant)
    means.add("fa", cell, fa, (cell, KNOWLEDGE), variant=variant)
    means.add("vfri", cell, vfri, (cell, READING, KNOWLEDGE), variant=variant)


def _item_indices(panel: Panel, cell: str, variant: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    visual, factual = _corrected(panel, cell, variant)
    visual_reference = _corrected(panel, READING, variant)[0]
    factual_reference = _corrected(panel, KNOWLEDGE, variant)[1]
    vf, fa, vfri = vf_fa_vfri(visual, factual, visual_reference, factual_reference)
    if variant == "zero_reference_excluded":
        no_reading = (visual_reference == 0) & (visual > 0)
        no_knowledge = (factual_reference == 0) & (factual > 0)
        vf, fa = np.where(no_reading, np.nan, vf), np.where(no_knowledge, np.nan, fa)
        vfri = np.where(no_reading | no_knowledge, np.nan, vfri)
    return vf, fa, vfri


def _corrected(panel: Panel, cell: str, variant: str) -> tuple[np.ndarray, np.ndarray]:
    if variant != "all_counted":
        return panel.column(cell, "visual_corrected"), panel.column(cell, "factual_corrected")
    # only an item without two focal answers has counted trials but no factual score
    single = (panel.column(cell, "n_counted") > 0) & np.isnan(panel.column(cell, "factual_corrected"))
    return corrected_scores(
        np.full(len(panel.units), cell),
        panel.column(cell, "n_options"),
        panel.column(cell, "visual_all"),
        panel.column(cell, "factual_all"),
        2 - single,
    )


def _spreads(panel: Panel) -> list[dict[str, Any]]:
    """Standard deviation of accuracy over items (n - 1), in percentage points."""
    rows = []
    for cell in (c for c in CELLS if CELLS[c].instrument in ("vlat", "revlat")):
        right = 100 * panel.column(cell, "visual")
        right = right[~np.isnan(right)]
        row = {"statistic": "accuracy_sd", "cell": cell, "variant": "paper", "n_items": len(right)}
        row["left_out"] = panel.left_out(cell)
        if len(right) > 1:
            row["estimate"] = right.std(ddof=1)
        else:
            row["note"] = panel.missing(cell) or "fewer than 2 items have a value"
        rows.append(row)
    return rows


def _experiment_3(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Orientation (the sign of VFRI where its interval is clear of 0) and controllability profile."""
    found = {
        (row["statistic"], row["cell"]): row for row in rows if row["variant"] == "paper" and row["breakdown"] == "all"
    }
    vfri = found["vfri", CONFLICT]
    factual, visual = (found["delta_vfri", f"{STEERED[to]} - {CONFLICT}"] for to in ("factual", "visual"))
    shared = {"cell": CONFLICT, "variant": "paper"}
    orientation = {**shared, "statistic": "orientation", "note": vfri["note"]}
    if vfri["n_items"]:
        orientation["note"] = "undetermined"
        if vfri["low"] > 0 or vfri["high"] < 0:
            orientation["note"] = "visual" if vfri["estimate"] > 0 else "factual"
        orientation |= {key: vfri[key] for key in ("low", "high", "p", "n_items", "left_out")}
    result = {**shared, "statistic": "profile", "note": factual["note"] or visual["note"]}
    if factual["n_items"] and visual["n_items"]:
        shifts = factual["estimate"], factual["p"], visual["estimate"], visual["p"]
        result["note"] = profile(*shifts, vfri["estimate"])
        result["n_items"] = min(factual["n_items"], visual["n_items"])
        result["left_out"] = max(factual["left_out"], visual["left_out"])
    return [orientation, result]


def _zero_references(panel: Panel) -> list[dict[str, Any]]:
    """Number of items whose reference is 0 under a non-zero numerator: their VF or FA is about a million."""
    rows = []
    for cell in CONFLICT_CELLS:
        for name, reference in (("visual", READING), ("factual", KNOWLEDGE)):
            numerator = panel.column(cell, f"{name}_corrected")
            denominator = panel.column(reference, f"{name}_corrected")
            known = ~(np.isnan(numerator) | np.isnan(denominator))
            row = {"statistic": f"zero_reference_{name}", "cell": cell, "variant": "paper"}
            if known.any():
                row["estimate"] = np.count_nonzero(known & (denominator == 0) & (numerator > 0))
            else:
                row["note"] = panel.missing(cell, reference) or "no item has a value"
            row |= {"n_items": int(known.sum()), "left_out": panel.left_out(cell, reference)}
            rows.append(row)
    return rows


def _positions(rates: Any, scores: pa.Table) -> list[dict[str, Any]]:
    """Share of counted trials that chose each position, by number of options, and the widest difference."""
    options = rates[["cell", "item_id", "n_options"]]
    frame = scores.select(["cell", "item_id", "position", "outcome"]).to_pandas()
    frame = frame[frame["outcome"] != "left_out"].merge(options, on=["cell", "item_id"], how="left")
    rows = []
    for (cell, n_options), part in frame.groupby(["cell", "n_options"], sort=True):
        chosen = part["position"].dropna().to_numpy(dtype=np.int64)
        numbers = np.bincount(chosen, minlength=int(n_options))
        shares, n_items = numbers / len(part), part["item_id"].nunique()
        row = {"cell": cell, "variant": "paper", "breakdown": "position", "n_items": n_items}
        for letter, number, share in zip(LETTERS, numbers, shares, strict=False):
            level = {"level": f"{n_options}:{letter}", "numerator": number, "denominator": len(part)}
            rows.append({**row, **level, "statistic": "position_choice", "estimate": share})
        spread = shares.max() - shares.min()
        rows.append({**row, "statistic": "position_bias", "level": str(n_options), "estimate": spread})
    return rows


def _levels(panel: Panel) -> list[tuple[str, str]]:
    return [(label, level) for label in LABELS for level in sorted(set(panel.labels[label]))]


def _fraction(rate: np.ndarray, counted: np.ndarray) -> dict[str, float]:
    """Return numerator and denominator behind rates, pooled over items; nothing where nothing is counted."""
    total = np.nansum(counted)
    return {"numerator": round(float(np.nansum(rate * counted))), "denominator": total} if total else {}


def _causes(scores: pa.Table) -> dict[str, str]:
    """Return, for each cell, the most frequent reason why trials are left out."""
    frame = scores.select(["cell", "status", "failure_class", "outcome"]).to_pandas()
    frame = frame[frame["outcome"] == "left_out"]
    reason = frame["failure_class"].astype(object).where(frame["failure_class"].notna(), frame["status"])
    return reason.groupby(frame["cell"]).agg(lambda reasons: reasons.value_counts().index[0]).to_dict()


def _as_estimates(model: str, rows: list[dict[str, Any]]) -> pa.Table:
    defaults = {"suite": "cvlat", "model": model, "breakdown": "all", "level": "", "note": ""}
    numbers = ("estimate", "low", "high", "p", "numerator", "denominator")
    defaults |= dict.fromkeys(numbers) | {"n_items": 0, "left_out": 0}
    complete = [defaults | row for row in rows]
    for row in complete:
        for name in numbers:
            value = row[name]
            row[name] = None if value is None or np.isnan(value) else float(value)
    return as_table("estimates", complete)
