"""The statistics of one model in CVLAT: the paper's, those beyond it, each with interval and denominator.

Words and formulas after arXiv 2606.03142: VF and FA are an item's visual and factual score under conflict
divided by the score in its reference cell, VFRI their contrast; a model's value is the mean over items.
"""

from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from counterpoint.orders import LETTERS
from counterpoint.seeds import generator
from counterpoint.statistics.bootstrap import resampling_counts
from counterpoint.statistics.estimates import estimates_table
from counterpoint.statistics.panel import Means, Panel
from counterpoint.statistics.positions import position_use
from counterpoint.suites.cvlat.cells import CELLS, CONFLICT, KNOWLEDGE, READING, STEERED
from counterpoint.suites.cvlat.preference import preference_rows
from counterpoint.suites.cvlat.profiles import profile
from counterpoint.suites.cvlat.rates import CONFLICT_CELLS, LABELS, RATES, corrected_scores

OVERRIDE = "override_percent"
"""How often the picture's answer wins, of the answers that are the picture's or the fact's."""
EPSILON = 1e-6
"""Added to denominators, as in the paper."""
ALIGNED_CELLS = tuple(cell.name for cell in CELLS.values() if cell.instrument in ("vlat", "revlat"))
CVLAT_CELLS = tuple(cell.name for cell in CELLS.values() if cell.instrument == "cvlat")
WITH_P = ("accuracy_delta", "delta_vfri", "vfri")
FEWEST_ITEMS = 8
"""Items from which even use of positions is tested: among simulated even users the test finds .05 uneven with 31
items, .06 with 14, .075 with 8, but .17 with 3."""
POSITION_NOTE = "test of even use and simultaneous interval of the widest difference, items resampled"


def cvlat_estimates(model: str, item_rates: pa.Table, scores: pa.Table, seed: int, draws: int) -> pa.Table:
    """Return the table `estimates` of one model from its item rates and scores.

    Intervals are 95 % percentile intervals over `draws` resamples of the items (variant `clustered`: of the
    charts); the resamples depend on `seed` and the run's items alone, so models are compared on the same
    draws. What cannot be computed is null, with the reason as its note. Raises ValueError when a cell asks
    a unit twice, or when a unit's chart differs between cells.
    """
    rates = item_rates.to_pandas()
    causes = _causes(scores)
    rows: list[dict[str, Any]] = []
    parts = (("aligned", ALIGNED_CELLS, _aligned), ("conflict", CVLAT_CELLS, _conflict))
    for name, cells, add in parts:
        panel = Panel(rates, cells, LABELS, causes, cluster="chart")
        counts = panel.resamples(generator(seed, "cvlat", "bootstrap", name), draws)
        by_chart = panel.resamples(generator(seed, "cvlat", "bootstrap", name, "charts"), draws, clustered=True)
        means = Means(panel)
        _each_cell(means, cells)
        add(means)
        found = means.rows(counts, by_chart, WITH_P)
        rows += found
        if name == "aligned":
            rows += _spreads(panel)
        else:
            rows += [*_experiment_3(found), *_zero_references(panel)]
            for cell in CONFLICT_CELLS:
                rows += preference_rows(panel, cell, counts, by_chart)
    return estimates_table("cvlat", model, [*rows, *_positions(rates, scores, seed, draws)])


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


def _each_cell(means: Means, cells: tuple[str, ...]) -> None:
    """Rates, accuracy and reply length of every cell, and accuracy by chart type and task."""
    panel = means.panel
    for cell in cells:
        counted = panel.column(cell, "n_counted")
        rates = {rate: panel.column(cell, rate) for rate in RATES}
        rates["false"] = np.maximum(1 - rates["visual"] - rates["factual"], 0)  # rounding can fall below
        for rate, values in rates.items():
            means.add(f"{rate}_percent", cell, 100 * values, (cell,), **_fraction(values, counted))
        right, note = rates["visual"], ""
        if CELLS[cell].instrument == "cvlat":
            right, note = right + rates["factual"], "visual + factual percent"
        means.add("accuracy", cell, 100 * right, (cell,), note=note, **_fraction(right, counted))
        means.add("reply_chars", cell, panel.column(cell, "reply_chars"), (cell,))
        parts = {f"{rate}_percent": rates[rate] for rate in ("visual", "factual", "false")} | {"accuracy": right}
        for breakdown, level in panel.levels(cell):
            inside = panel.inside(cell, breakdown, level)
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
    """The references, VF, FA and VFRI in every reading, VFRI by label, override rates, the shifts under steering."""
    panel = means.panel
    for name, cell in (("visual", READING), ("factual", KNOWLEDGE)):
        score = panel.column(cell, f"{name}_corrected")
        above = f"above zero on {np.count_nonzero(score > 0)} of {np.count_nonzero(~np.isnan(score))} items"
        means.add(f"reference_{name}", cell, score, (cell,), note=above)
    for cell in CONFLICT_CELLS:
        for variant in ("paper", "zero_reference_excluded", "all_counted"):
            _indices(means, cell, variant)
        values = _item_indices(panel, cell, "paper")[2]
        for breakdown, level in panel.levels(cell):
            means.add("vfri", cell, values, (cell, READING, KNOWLEDGE), breakdown=breakdown, level=level)
        _overrides(means, cell)
    baseline = _item_indices(panel, CONFLICT, "paper")[2]
    for steered in STEERED.values():
        shift = _item_indices(panel, steered, "paper")[2] - baseline
        means.add("delta_vfri", f"{steered} - {CONFLICT}", shift, (steered, CONFLICT, READING, KNOWLEDGE))


def _overrides(means: Means, cell: str) -> None:
    """Of the answers that are the picture's or the fact's, the share that are the picture's: all, and by conflict.

    Visual / (visual + factual) of the items' mean rates, of items with two focal answers.
    """
    panel = means.panel
    trials, counted = panel.column(cell, "n_trials"), panel.column(cell, "n_counted")
    two = ~np.isnan(panel.column(cell, "factual_corrected"))
    visual, factual = (np.where(two, panel.column(cell, focal), np.nan) for focal in ("visual", "factual"))
    for breakdown, level in [("all", ""), *panel.levels(cell)]:
        if breakdown not in ("all", "conflict", "conflict_level"):
            continue
        inside = panel.asked(cell) if breakdown == "all" else panel.inside(cell, breakdown, level)
        place = {"breakdown": breakdown, "level": level, "left_out": int(np.nansum((trials - counted)[inside]))}
        if total := round(float(np.nansum(((visual + factual) * counted)[inside]))):
            numerator = round(float(np.nansum((visual * counted)[inside])))
            place |= {"numerator": numerator, "denominator": total}
        means.add(OVERRIDE, cell, 100 * visual, (cell,), per=visual + factual, **place)


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
    for cell in ALIGNED_CELLS:
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


def _positions(rates: pd.DataFrame, scores: pa.Table, seed: int, draws: int) -> list[dict[str, Any]]:
    """Share of counted trials that chose each position, by number of options, and the widest difference."""
    options = rates[["cell", "item_id", "n_options"]]
    frame = scores.select(["cell", "item_id", "position", "outcome"]).to_pandas()
    frame = frame[frame["outcome"] != "left_out"]
    chosen = frame.groupby(["cell", "item_id"])["position"].value_counts().unstack(fill_value=0)
    counted = frame.groupby(["cell", "item_id"]).size()
    rows = []
    for (cell, n_options), part in options.groupby(["cell", "n_options"], sort=True):
        places = part.set_index(["cell", "item_id"]).index.sort_values()
        numbers = chosen.reindex(index=places, columns=range(n_options), fill_value=0).to_numpy()
        asked = counted.reindex(places, fill_value=0).to_numpy()
        if not asked.any():
            continue
        rng = generator(seed, "cvlat", "bootstrap", "positions", int(n_options))
        use = position_use(numbers, asked, resampling_counts(rng, len(places), draws))
        row = {"cell": cell, "variant": "paper", "breakdown": "position", "n_items": int((asked > 0).sum())}
        for i, letter in enumerate(LETTERS[:n_options]):
            level = {"level": f"{n_options}:{letter}", "numerator": numbers[:, i].sum(), "denominator": asked.sum()}
            share = {"estimate": use.shares[i], "low": use.lows[i], "high": use.highs[i]}
            rows.append({**row, **level, **share, "statistic": "position_choice"})
        spread = {"estimate": use.spread, "note": POSITION_NOTE}
        if row["n_items"] < FEWEST_ITEMS:
            spread["note"] = f"no test of even use: fewer than {FEWEST_ITEMS} items have so many options"
        else:
            spread |= {"low": use.low, "high": use.high, "p": use.p}
        rows.append({**row, **spread, "statistic": "position_bias", "level": str(n_options)})
    return rows


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
