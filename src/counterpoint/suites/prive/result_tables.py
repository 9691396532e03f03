"""The wide tables of a PriVE run: the paper's tables by number, and ours, from all models' estimates.

The numbers are those of arXiv 2607.16311: 1 overview, 5 to 7 single pictures, 8 to 11 pairs, 13 to 15 views.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from counterpoint.statistics.estimates import PLANTED_GROUP, Found, held_against
from counterpoint.statistics.tests import holm
from counterpoint.suites.prive.cells import CELLS, RAW
from counterpoint.suites.prive.names import COUNTERFACTUAL, DOMAINS
from counterpoint.suites.prive.statistics import CONTROL_VIEWS, RATES, TOOL_VIEWS, UNREAD
from counterpoint.tables import as_table

ENDS = {"": "estimate", "_low": "low", "_high": "high"}
NOT_ASKED = "not asked in this run"
PAIRED_GAIN = f"{RAW['paired']} - {RAW[COUNTERFACTUAL]}"
BREAKDOWNS = ("all", "domain", "form", "domain_form")


def result_tables(
    estimates: pa.Table, item_rates: pa.Table, left_out: pa.Table, groups: Mapping[str, str], planted: pa.Table
) -> dict[str, pa.Table]:
    """Return the wide tables of a run, by the name of their schema.

    `estimates`, `item_rates` (table `prive_item_rates`), `left_out` (`prive_left_out`) and `planted`
    (`prive_planted_truth`, empty without planted respondents) hold all models' rows one after the other. `groups` maps
    each model to proprietary, open, embedded or planted; its order is that of the rows. A table of what the run did
    not ask is empty. Raises KeyError for a model without group.
    """
    found = Found(estimates)
    places = {(row["model"], row["cell"]) for row in estimates.select(["model", "cell"]).to_pylist()}
    asked = {
        cell: [model for model in groups if (model, cell) in places] for cell in dict.fromkeys(c for _, c in places)
    }
    run = _Run(found, groups, asked)
    original, counterfactual, paired = RAW["original"], RAW[COUNTERFACTUAL], RAW["paired"]
    gains = _gains(run)
    tables = {
        "prive_table1": _table1(run, gains),
        "prive_table5": run.by_domain(counterfactual),
        "prive_table6": [_accuracy_only(row) for row in run.by_domain(original)],
        "prive_table7": _table7(run),
        "prive_table8": run.by_domain(paired),
        "prive_table9": run.by_domain(PAIRED_GAIN),
        "prive_table10": run.macro(paired),
        "prive_table11": run.macro(PAIRED_GAIN),
        "prive_table13": gains,
        "prive_table14": _table14(gains, _common(run)),
        "prive_table15": [
            row | {"tool": view, "role": _role(view)}
            for view in (*TOOL_VIEWS, *CONTROL_VIEWS)
            for row in run.by_domain(_gain(view))
        ],
        "prive_cells": _cells(run, estimates),
        "prive_difficulty": difficulty(item_rates, groups),
        "prive_planted": held_against(found, planted),
    }
    return {name: as_table(name, rows) for name, rows in tables.items()} | {
        "prive_left_out": as_table("prive_left_out", left_out)
    }


def _gain(view: str) -> str:
    return f"counterfactual_only/{view} - {RAW[COUNTERFACTUAL]}"


def _role(view: str) -> str:
    return "control" if view in CONTROL_VIEWS else "tool"


class _Run:
    """A run's estimates, its models with their groups, and which models were asked what."""

    def __init__(self, found: Found, groups: Mapping[str, str], asked: Mapping[str, list[str]]) -> None:
        self.found, self.groups, self.asked = found, groups, asked

    def macro(self, cell: str) -> list[dict[str, Any]]:
        """Return the row of each model that was asked a cell, or both of a pair of cells."""
        return [self.row(model, cell) for model in self.groups if model in self.asked.get(cell, ())]

    def by_domain(self, cell: str) -> list[dict[str, Any]]:
        """Return the rows of each such model by domain, in the declared order of domains."""
        return [
            {"domain": domain} | self.row(model, cell, "domain", domain)
            for model in self.groups
            if model in self.asked.get(cell, ())
            for domain in self.domains(model, cell)
        ]

    def domains(self, model: str, cell: str) -> list[str]:
        """Return the domains that a model has a row of in a cell, or a pair of cells."""
        name = f"accuracy_{_kind(cell)}"
        rows = ((domain, self.found.row(model, name, cell, "paper", "domain", domain)) for domain in DOMAINS)
        return [domain for domain, row in rows if "model" in row]

    def row(self, model: str, cell: str, breakdown: str = "all", level: str = "") -> dict[str, Any]:
        """Return rates of a cell, or differences of a pair of cells, as columns shared by the tables."""
        row: dict[str, Any] = {"model": model, "group": self.groups[model]}
        kind = _kind(cell)
        for name in RATES:
            one = self.found.row(model, f"{name}_{kind}", cell, "paper", breakdown, level)
            row |= {f"{name}{end}": one[column] for end, column in ENDS.items()}
            if kind == "percent":
                row[f"{name}_all"] = self.found.value(model, f"{name}_{kind}", cell, "all_counted", breakdown, level)
            elif name != "other":
                row[f"{name}_p"] = one["p"]
            if name == "accuracy":
                row |= {"n_items": one["n_items"], "left_out": one.get("left_out", 0), "note": one["note"]}
        return row


def _kind(cell: str) -> str:
    return "delta" if " - " in cell else "percent"


def _accuracy_only(row: dict[str, Any]) -> dict[str, Any]:
    """Leave out what an original cannot have: an answer against the picture that prior knowledge gives."""
    return {name: value for name, value in row.items() if not name.startswith(("pfer", "other"))}


def _table7(run: _Run) -> list[dict[str, Any]]:
    rows = []
    for model in run.groups:
        original, counterfactual = (run.row(model, RAW[picture]) for picture in ("original", COUNTERFACTUAL))
        if model not in (*run.asked.get(RAW["original"], ()), *run.asked.get(RAW[COUNTERFACTUAL], ())):
            continue
        rows.append({f"original_accuracy{end}": original[f"accuracy{end}"] for end in ENDS} | counterfactual)
        notes = (f"originals: {original['note']}" if original["note"] else "", counterfactual["note"])
        rows[-1] |= {"note": "; ".join(filter(None, notes)), "left_out": original["left_out"] + rows[-1]["left_out"]}
    return rows


def _common(run: _Run) -> list[str]:
    """Return the tools that every domain of the run has: the others are compared in some domains only."""
    raw = RAW[COUNTERFACTUAL]
    return [
        view
        for view in TOOL_VIEWS
        if (models := run.asked.get(_gain(view)))
        and all(_with_value(run, model, _gain(view)) == _with_value(run, model, raw) for model in models)
    ]


def _with_value(run: _Run, model: str, cell: str) -> list[str]:
    name = f"accuracy_{_kind(cell)}"
    value = run.found.value
    return [d for d in run.domains(model, cell) if value(model, name, cell, "paper", "domain", d) is not None]


def _table1(run: _Run, gains: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    common = _common(run)
    rows = []
    for seven in _table7(run):
        model = seven["model"]
        pair = run.row(model, PAIRED_GAIN)
        tools = [g for g in gains if g["model"] == model and g["tool"] in common and g["accuracy"] is not None]
        best = max(tools, key=lambda gain: gain["accuracy"], default={})
        row = {"original_accuracy": seven["original_accuracy"]}
        row |= {f"counterfactual_{name}": seven[name] for name in RATES}
        row |= {f"paired_{name}_gain": pair[name] for name in ("accuracy", "pfer")}
        row |= {"tool": best.get("tool")} | {f"tool_{name}_gain": best.get(name) for name in RATES}
        empty = {"original_accuracy", "counterfactual_accuracy", "paired_accuracy_gain", "tool"}
        note = ", ".join(name for name in row if name in empty and row[name] is None)
        rows.append({"model": model, "group": run.groups[model]} | row)
        rows[-1] |= {"tools_compared": len(tools), "note": f"{note}: {NOT_ASKED}, or no counted trial" if note else ""}
    return rows


def _gains(run: _Run) -> list[dict[str, Any]]:
    """Return what each view brings each model on counterfactuals, with Holm over its tools and McNemar's test."""
    rows = []
    for model in run.groups:
        mine = []
        for view in (*TOOL_VIEWS, *CONTROL_VIEWS):
            cell = _gain(view)
            if model in run.asked.get(cell, ()):
                test = run.found.row(model, "mcnemar", cell)
                counts = (None if test[name] is None else int(test[name]) for name in ("numerator", "denominator"))
                row = run.row(model, cell) | dict(zip(("right_only_with", "right_only_without"), counts, strict=True))
                mine.append(row | {"tool": view, "role": _role(view), "mcnemar_p": test["p"]})
        tools = np.array(
            [np.nan if r["role"] == "control" or r["accuracy_p"] is None else r["accuracy_p"] for r in mine]
        )
        for row, p in zip(mine, holm(tools), strict=True):
            row["accuracy_p_holm"] = None if np.isnan(p) else float(p)
        rows += mine
    return rows


def _table14(gains: Iterable[Mapping[str, Any]], common: list[str]) -> list[dict[str, Any]]:
    """Return each common tool's mean gain over models, over all but planted ones and by group, highest first."""
    known = [row for row in gains if row["tool"] in common and row["accuracy"] is not None]
    families = {"all": [row for row in known if row["group"] != PLANTED_GROUP]}
    families |= {group: [r for r in known if r["group"] == group] for group in dict.fromkeys(r["group"] for r in known)}
    rows = []
    for group, members in families.items():
        mine = []
        for tool in dict.fromkeys(row["tool"] for row in members):
            accuracy, pfer = (
                np.array([r[name] for r in members if r["tool"] == tool]) for name in ("accuracy", "pfer")
            )
            row = {"group": group, "tool": tool, "n_models": len(accuracy), "n_gaining": int((accuracy > 0).sum())}
            row |= {"mean_accuracy": accuracy.mean(), "mean_pfer": pfer.mean()}
            mine.append(row | {"lowest_accuracy": accuracy.min(), "highest_accuracy": accuracy.max()})
        mine.sort(key=lambda row: -row["mean_accuracy"])
        rows += [row | {"top": i == 0, "tools_compared": len(mine)} for i, row in enumerate(mine)]
    return rows


def _cells(run: _Run, estimates: pa.Table) -> list[dict[str, Any]]:
    """Return the rates of every cell, those of all domains first, then by domain, form and both."""
    wanted = pc.and_(pc.equal(estimates["statistic"], "accuracy_percent"), pc.equal(estimates["variant"], "paper"))
    keys = estimates.filter(wanted).select(["model", "cell", "breakdown", "level"]).to_pylist()
    models, cells = list(run.groups), list(CELLS)
    keys.sort(key=lambda k: (BREAKDOWNS.index(k["breakdown"]), models.index(k["model"]), cells.index(k["cell"])))
    rows = []
    for key in keys:
        place = (key["breakdown"], key["level"])
        row = key | run.row(key["model"], key["cell"], *place)
        for name in UNREAD:
            row[name] = run.found.value(key["model"], f"{name}_percent", key["cell"], "paper", *place)
        rows.append(row | {"mode": CELLS[key["cell"]].mode, "view": CELLS[key["cell"]].view})
    return rows


def difficulty(item_rates: pa.Table, groups: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return rows of `prive_difficulty`: every item shown without a view, hardest first; nothing is removed for it."""
    models = pa.array([model for model, group in groups.items() if group != PLANTED_GROUP], pa.string())
    cells = pa.array([RAW["original"], RAW[COUNTERFACTUAL], RAW["paired"]], pa.string())
    inside = pc.and_(pc.is_in(item_rates["model"], value_set=models), pc.is_in(item_rates["cell"], value_set=cells))
    answered = item_rates.filter(pc.and_(inside, pc.is_valid(item_rates["correct"])))
    key = ["item_id", "cell", "domain", "form"]
    groups_of = answered.group_by(key, use_threads=False)
    means = groups_of.aggregate([("correct", "mean"), ("biased", "mean"), ("model", "count")])
    rows = [
        {name: row[name] for name in key}
        | {"accuracy": 100 * row["correct_mean"], "pfer": 100 * row["biased_mean"], "n_models": row["model_count"]}
        for row in means.to_pylist()
    ]
    return sorted(rows, key=lambda row: (row["accuracy"], row["cell"], row["item_id"]))


def sources(pairs: pa.Table) -> pa.Table:
    """Return the table `prive_sources`: where the pairs of each domain come from, in the declared order of domains."""
    key = ["domain", "made", "source", "licence"]
    of_source = pairs.group_by(key, use_threads=False)
    counted = of_source.aggregate([("pair_id", "count"), ("original_id", "count_distinct")]).to_pylist()
    of_domain = {domain: sum(r["pair_id_count"] for r in counted if r["domain"] == domain) for domain in DOMAINS}
    rows = [
        {name: row[name] for name in key}
        | {"pairs": row["pair_id_count"], "originals": row["original_id_count_distinct"]}
        | {"share": row["pair_id_count"] / of_domain[row["domain"]]}
        for row in counted
    ]
    return as_table("prive_sources", sorted(rows, key=lambda row: (DOMAINS.index(row["domain"]), row["source"])))
