"""The wide tables of a run: the paper's tables II to IV by name, and ours, from all models' estimates."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from counterpoint.statistics.estimates import Found, held_against
from counterpoint.statistics.tests import holm, stars
from counterpoint.suites.cvlat.cells import CELLS, CONFLICT, KNOWLEDGE, READING, STEERED
from counterpoint.suites.cvlat.defined import index, no_references, note_of, shift
from counterpoint.suites.cvlat.magnitude import magnitude_rows
from counterpoint.suites.cvlat.preference import LIKELIHOOD, MOMENTS
from counterpoint.suites.cvlat.profiles import COLLAPSING, F_INSENSITIVE, SYMMETRIC, UNCLASSIFIED, V_INSENSITIVE
from counterpoint.suites.cvlat.rates import CONFLICT_CELLS
from counterpoint.tables import as_table

PROFILES = (SYMMETRIC, COLLAPSING, V_INSENSITIVE, F_INSENSITIVE, UNCLASSIFIED, "")
AVERAGED_GROUPS = ("proprietary", "open")
DROWNED = 1.01
"""A VF or FA whose expectation is this much above the one without zero references is about those alone."""


def result_tables(
    estimates: pa.Table,
    item_rates: pa.Table,
    left_out: pa.Table,
    groups: Mapping[str, str],
    planted: pa.Table,
) -> dict[str, pa.Table]:
    """Return the wide tables of a run, by the name of their schema.

    `estimates`, `item_rates`, `left_out` (table `cvlat_left_out`) and `planted` (table
    `cvlat_planted_truth`, empty without planted respondents) hold all models' rows one after the other.
    `groups` maps each model of the run to proprietary, open or planted; its order is the order of the rows,
    but table III goes by VFRI and table IV by profile, as in the paper. Raises KeyError for a model without
    group.
    """
    found = Found(estimates)
    totals = _totals(item_rates)
    asked = {place for place, total in totals.items() if total["n_trials"]}
    orientation = _orientation(found, groups, asked, set(planted["model"].to_pylist()))
    tables = {
        "cvlat_table2": _table2(found, groups, asked),
        "cvlat_table3": _table3(found, groups, asked),
        "cvlat_table4": _table4(found, groups, asked),
        "cvlat_cells": _cells(found, groups, totals, _routes(item_rates)),
        "cvlat_breakdown": _breakdown(found, groups, asked),
        "cvlat_arbitration": _arbitration(found, groups, asked),
        "cvlat_magnitude": magnitude_rows(found, item_rates, groups, planted),
        "cvlat_planted": _planted(found, planted),
        "cvlat_positions": _positions(found),
        "cvlat_orientation": orientation,
        "cvlat_zero_references": _zero_references(found, item_rates),
    }
    return {name: as_table(name, rows) for name, rows in tables.items()} | {
        "cvlat_left_out": as_table("cvlat_left_out", left_out)
    }


def _totals(item_rates: pa.Table) -> dict[tuple[str, str], dict[str, int]]:
    """Return, for each model and cell, trials planned and counted, and items with counted trials."""
    counted = item_rates.append_column("n_items", pc.cast(pc.greater(item_rates["n_counted"], 0), pa.int32()))
    names = ("n_trials", "n_counted", "n_items")
    sums = counted.group_by(["model", "cell"]).aggregate([(name, "sum") for name in names])
    return {(r["model"], r["cell"]): {name: r[f"{name}_sum"] for name in names} for r in sums.to_pylist()}


def _routes(item_rates: pa.Table) -> dict[tuple[str, str], str]:
    """Return, for each model and cell with counted replies, how they were asked for: the same for all of a cell."""
    columns = (item_rates[name].to_pylist() for name in ("model", "cell", "route"))
    return {(model, cell): route for model, cell, route in zip(*columns, strict=True) if route is not None}


def _places(groups: Mapping[str, str], asked: Any, cells: Iterable[str] = CELLS) -> list[tuple[str, str, str]]:
    """Return model, group and cell of what the run holds, models and cells in their declared order."""
    cells = tuple(cells)
    return [(m, group, cell) for m, group in groups.items() for cell in cells if (m, cell) in asked]


def _table2(found: Found, groups: Mapping[str, str], asked: set) -> list[dict[str, Any]]:
    rows = []
    for model in dict.fromkeys(m for m, _, cell in _places(groups, asked) if not cell.startswith("cvlat/")):
        row: dict[str, Any] = {"model": model, "group": groups[model]}
        reasons = {}
        for prompt in ("normal", "explain"):
            for instrument in ("vlat", "revlat"):
                for ending, statistic in (("", "accuracy"), ("_sd", "accuracy_sd")):
                    column = f"{instrument}_{prompt}{ending}"
                    row[column], reasons[column] = _told(found, model, statistic, f"{instrument}/{prompt}")
            column, pair = f"delta_{prompt}", f"vlat/{prompt} - revlat/{prompt}"
            row[column], reasons[column] = _told(found, model, "accuracy_delta", pair)
        rows.append(row | {"note": note_of(row, reasons)})
    means = [_group_mean(group, [r for r in rows if r["group"] == group]) for group in AVERAGED_GROUPS]
    return rows + [row for row in means if row]


def _told(found: Found, model: str, statistic: str, *place: str) -> tuple[float | None, str]:
    """Return an estimate, and why it is undefined if it is."""
    row = found.row(model, statistic, *place)
    return row["estimate"], row["note"] or "not asked in this run"


def _group_mean(group: str, members: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return a group's row: mean accuracies, and the mean size of the differences whatever their sign."""
    if not members:
        return None
    row: dict[str, Any] = {"model": f"Mean of {group} models", "group": group}
    reasons = {}
    for name in (n for n in members[0] if n not in ("note", *row)):
        values = [m[name] for m in members if m[name] is not None]
        if name.startswith("delta_"):
            values = [abs(value) for value in values]
        row[name] = float(np.mean(values)) if values and not name.endswith("_sd") else None
        reasons[name] = "of single models only" if name.endswith("_sd") else "no model of the group has a value"
    return row | {"note": note_of(row, reasons)}


def _table3(found: Found, groups: Mapping[str, str], asked: set) -> list[dict[str, Any]]:
    shares = {
        "anon_v_pct": ("visual_percent", READING),
        "q_only_pct": ("factual_percent", KNOWLEDGE),
        **{f"{rate}_pct": (f"{rate}_percent", CONFLICT) for rate in ("visual", "factual", "false")},
    }
    rows = []
    for model, group, cell in _places(groups, asked, (CONFLICT,)):
        row: dict[str, Any] = {"model": model, "group": group}
        reasons = {}
        for column, (statistic, place) in shares.items():
            row[column], reasons[column] = _told(found, model, statistic, place)
        indices = {}
        for name in ("vf", "fa", "vfri"):
            indices[name], reasons[name] = index(found, model, name, cell)
            row[name] = indices[name]["estimate"]
        row |= {"ci_low": indices["vfri"]["low"], "ci_high": indices["vfri"]["high"]}
        rows.append(row | {"note": note_of(row, reasons)})
    return sorted(rows, key=lambda row: (row["vfri"] is None, row["vfri"] or 0.0))


def _table4(found: Found, groups: Mapping[str, str], asked: set) -> list[dict[str, Any]]:
    rows = []
    for model in dict.fromkeys(m for m, _, _ in _places(groups, asked, STEERED.values())):
        profile = found.row(model, "profile", CONFLICT)
        baseline, reason = index(found, model, "vfri", CONFLICT)
        row = {"model": model, "group": groups[model], "vfri_baseline": baseline["estimate"]}
        undefined = "" if profile["n_items"] else profile["note"]
        undefined = undefined or no_references(found, model)
        row["profile"] = "" if undefined else profile["note"]
        reasons = {"profile": undefined, "vfri_baseline": reason}
        for short, told in (("f", "factual"), ("v", "visual")):
            steered, reasons[f"vfri_{told}"] = index(found, model, "vfri", STEERED[told])
            change, reasons[f"delta_{short}"] = shift(found, model, told)
            row[f"vfri_{told}"] = steered["estimate"]
            row[f"delta_{short}"] = change["estimate"]
            row[f"delta_{short}_low"], row[f"delta_{short}_high"] = change["low"], change["high"]
            row[f"sig_{short}"] = stars(np.nan if change["p"] is None else change["p"])
        rows.append(row | {"note": note_of(row, reasons)})
    return sorted(rows, key=lambda row: PROFILES.index(row["profile"].split(";")[0]))


def _cells(found: Found, groups: Mapping[str, str], totals: Mapping, routes: Mapping) -> list[dict[str, Any]]:
    rates = ("visual", "factual", "distractor", "omit", "unresolved", "refused")
    statistics = {**{f"{rate}_pct": f"{rate}_percent" for rate in rates}, "reply_chars": "reply_chars"}
    rows = []
    for model, group, cell in _places(groups, totals):
        row = {"model": model, "group": group, "cell": cell, **totals[model, cell]}
        row["route"] = routes.get((model, cell))
        reasons = {}
        for column, statistic in statistics.items():
            row[column], reasons[column] = _told(found, model, statistic, cell)
        indices = {}
        for name in ("vf", "fa", "vfri"):
            indices[name], reasons[name] = index(found, model, name, cell)
            row[name] = indices[name]["estimate"]
        row |= {"low": indices["vfri"]["low"], "high": indices["vfri"]["high"]}
        rows.append(row | {"note": note_of(row, reasons)})
    return rows


def _breakdown(found: Found, groups: Mapping[str, str], asked: set) -> list[dict[str, Any]]:
    places = set(_places(groups, asked))
    rows = []
    for accuracy in found.rows("accuracy"):
        model, cell, breakdown, level = (accuracy[name] for name in ("model", "cell", "breakdown", "level"))
        if breakdown == "all" or (model, groups[model], cell) not in places:
            continue
        place = (cell, "paper", breakdown, level)
        row = {"model": model, "group": groups[model], "cell": cell, "breakdown": breakdown, "level": level}
        row |= {"accuracy": accuracy["estimate"], "n_items": accuracy["n_items"]}
        reasons = {"accuracy": accuracy["note"]}
        for rate in ("visual", "factual"):
            column = f"{rate}_pct"
            row[column], reasons[column] = _told(found, model, f"{rate}_percent", *place)
        vfri, reasons["vfri"] = index(found, model, "vfri", cell, breakdown, level)
        row["vfri"] = vfri["estimate"]
        rows.append(row | {"note": note_of(row, reasons)})
    return rows


def _arbitration(found: Found, groups: Mapping[str, str], asked: set) -> list[dict[str, Any]]:
    """Show w by maximum likelihood, or by moments where the items were asked in too few distinct requests."""
    rows = []
    for model, group, cell in _places(groups, asked, CONFLICT_CELLS):
        w, by_moments = (found.row(model, "arbitration_w", cell, variant) for variant in (LIKELIHOOD, MOMENTS))
        if w["estimate"] is None and by_moments["estimate"] is not None:
            w = by_moments | {"note": f"by moments; by maximum likelihood: {w['note']}"}
        row = {"model": model, "group": group, "cell": cell}
        row |= {"w": w["estimate"], "w_low": w["low"], "w_high": w["high"]}
        reasons = {}
        for ability in ("reads", "knows"):
            place = (f"arbitration_{ability}", CONFLICT, LIKELIHOOD)
            row[ability], reasons[ability] = _told(found, model, *place)
        vfri, reasons["vfri"] = index(found, model, "vfri", cell)
        row["vfri"] = vfri["estimate"]
        rows.append(row | {"note": "; ".join(filter(None, (w["note"], note_of(row, reasons))))})
    return rows


def _planted(found: Found, planted: pa.Table) -> list[dict[str, Any]]:
    """Hold each true value against its estimate.

    A VF or FA whose expectation is that of rare references of 0 covers and misses nothing: its variant without them
    tells.
    """
    rows = held_against(found, planted)
    excluded = {
        (row["model"], row["statistic"], row["cell"]): row["true_value"]
        for row in rows
        if row["variant"] == "zero_reference_excluded"
    }
    for row in rows:
        alone = excluded.get((row["model"], row["statistic"], row["cell"]), np.inf)
        if row["variant"] == "paper" and row["true_value"] > DROWNED * alone:
            row["covered"] = None
    return rows


def _positions(found: Found) -> list[dict[str, Any]]:
    rows = []
    for row in found.rows("position_choice"):
        n_options, letter = row["level"].split(":")
        place = {"model": row["model"], "cell": row["cell"], "n_options": int(n_options), "position": letter}
        rows.append(place | {"share": row["estimate"], "n_counted": int(row["denominator"])})
    return rows


def _orientation(found: Found, groups: Mapping[str, str], asked: set, planted: set[str]) -> list[dict[str, Any]]:
    rows = []
    for model, group, cell in _places(groups, asked, (CONFLICT,)):
        vfri, reason = index(found, model, "vfri", cell)
        orientation = reason or found.row(model, "orientation", cell)["note"]
        rows.append({"model": model, "group": group, "vfri": vfri["estimate"], "orientation": orientation})
        rows[-1] |= {name: vfri[name] for name in ("low", "high", "p")}
    for family in (True, False):
        members = [row for row in rows if (row["model"] in planted) is family]
        adjusted = holm(np.array([np.nan if row["p"] is None else row["p"] for row in members]))
        for row, p in zip(members, adjusted, strict=True):
            row["p_holm"] = None if np.isnan(p) else float(p)
    return rows


def _zero_references(found: Found, item_rates: pa.Table) -> list[dict[str, Any]]:
    """List, by model, cell and reference, the items whose reference is 0; nothing where there is none."""
    columns = ["model", "cell", "unit_id", "visual_corrected", "factual_corrected"]
    score = {(r["model"], r["cell"], r["unit_id"]): r for r in item_rates.select(columns).to_pylist()}
    rows = []
    for name, reference in (("visual", READING), ("factual", KNOWLEDGE)):
        for row in found.rows(f"zero_reference_{name}"):
            if not row["estimate"]:
                continue
            model, cell = row["model"], row["cell"]
            units = [
                unit
                for (m, c, unit), r in score.items()
                if (m, c) == (model, cell)
                and (r[f"{name}_corrected"] or 0.0) > 0
                and score.get((model, reference, unit), {}).get(f"{name}_corrected") == 0.0
            ]
            place = {"model": model, "cell": cell, "reference": name, "items": len(units)}
            for ending, variant in (("paper", "paper"), ("excluded", "zero_reference_excluded")):
                place[f"vfri_{ending}"] = found.value(model, "vfri", cell, variant)
                place[f"ratio_{ending}"] = found.value(model, "vf" if name == "visual" else "fa", cell, variant)
            rows.append(place | {"unit_ids": "; ".join(sorted(units))})
    return rows
