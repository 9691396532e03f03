"""The wide tables of a SciFig run, from all models' estimates, penalties, claims and rates: the paper's and ours."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from counterpoint.statistics.estimates import Found, held_against
from counterpoint.statistics.tests import holm
from counterpoint.suites.scifig.checklist import SUB_TYPES
from counterpoint.suites.scifig.names import (
    ADMITTANCE,
    BLUR_OUTCOMES,
    CHART_TYPES,
    INDUCTANCE,
    PREMISE_KINDS,
    REASONING_KINDS,
)
from counterpoint.suites.scifig.results.description_rates import PULL, describes
from counterpoint.suites.scifig.results.dimensions import (
    CLEAN,
    COUNTED,
    FALSE_CAPTION,
    FALSE_PREMISE,
    PAPER,
    PROFILE,
    REASON,
    TRUE_CAPTION,
    TRUE_PREMISE,
    TWINS,
)
from counterpoint.suites.scifig.results.mqm import ENGINES
from counterpoint.suites.scifig.results.outcome_rates import BOTH, UNREAD
from counterpoint.suites.scifig.results.shared_failures import shared_failures
from counterpoint.tables import as_table

ENDS = {"": "estimate", "_low": "low", "_high": "high"}
TABLE_VARIANTS = (PAPER, COUNTED)
NOT_ASKED = "not asked in this run, or nothing to be a share of"
BLUR_TABLE = (
    "admit",
    "answer",
    "correct",
    "correct_given_answer",
    "abstained",
    "unhedged",
    "unhedged_risk",
    "answer_risk",
)
EFFECTS = ("admit", "answer", "correct", "correct_given_answer", "abstained")


def result_tables(
    estimates: pa.Table,
    item_rates: pa.Table,
    penalties: pa.Table,
    claims: pa.Table,
    left_out: pa.Table,
    groups: Mapping[str, str],
    planted: pa.Table,
) -> dict[str, pa.Table]:
    """Return the wide tables of a run, by the name of their schema.

    The tables given hold all models' rows one after the other: `estimates`, `scifig_item_rates`, `scifig_penalties`,
    `scifig_claims`, `scifig_left_out` and `scifig_planted_truth` (empty without planted respondents). `groups` maps
    each model to proprietary, open, embedded or planted; its order is that of the rows. A table of what the run did not
    ask is empty. Raises KeyError for a model without group.
    """
    run = _Run(estimates, item_rates, groups)
    tables = {
        "scifig_table_quality": run.quality(),
        "scifig_table_behaviour": run.behaviour(),
        "scifig_table_chart_types": run.profiles(CHART_TYPES),
        "scifig_table_profile": [_with_note(row) for row in run.profiles([""])],
        "scifig_table_penalties": run.penalties(penalties),
        "scifig_table_captions": run.captions(claims),
        "scifig_table_outcomes": run.outcomes(),
        "scifig_table_blur_effects": run.blur_effects(),
        "scifig_planted": held_against(run.found, planted),
        "scifig_table_shared_failures": shared_failures(item_rates, claims, groups),
    }
    return {name: as_table(name, rows) for name, rows in tables.items()} | {
        "scifig_left_out": as_table("scifig_left_out", left_out)
    }


class _Run:
    """A run's estimates, its models with their groups, and what each was asked."""

    def __init__(self, estimates: pa.Table, item_rates: pa.Table, groups: Mapping[str, str]) -> None:
        self.found, self.groups = Found(estimates), groups
        keys = estimates.select(["model", "cell"]).group_by(["model", "cell"]).aggregate([]).to_pylist()
        self.asked = {(row["model"], row["cell"]) for row in keys}
        order = dict.fromkeys(item_rates["cell"].to_pylist())
        self.cells = list(order)
        sums = [(f"n_{name}", "sum") for name in (*BLUR_OUTCOMES, *UNREAD)] + [("n_scored", "sum")]
        counted = item_rates.group_by(["model", "cell"]).aggregate(sums).to_pylist()
        self.counts = {(row["model"], row["cell"]): row for row in counted}

    def models(self, cell: str) -> list[str]:
        """Return the models with a row of a cell, or pair of cells, in their order."""
        return [model for model in self.groups if (model, cell) in self.asked]

    def who(self, model: str) -> dict[str, str]:
        """Return a row's first columns."""
        return {"model": model, "group": self.groups[model]}

    def ends(self, column: str, *place: str) -> dict[str, Any]:
        """Return an estimate with its interval, as three columns."""
        row = self.found.row(*place)
        return {f"{column}{end}": row[name] for end, name in ENDS.items()}

    def quality(self) -> list[dict[str, Any]]:
        """Return descriptions by condition, with differences to clean pictures, Holm over a model's conditions."""
        rows = []
        for model in self.groups:
            mine = []
            for cell in (c for c in self.cells if describes(c) and (model, c) in self.asked):
                for variant in TABLE_VARIANTS:
                    one = self.found.row(model, "mqm_capped", cell, variant)
                    row = self.who(model) | {"cell": cell, "variant": variant}
                    row |= {name: one[name] for name in ("n_items", "note")} | {"left_out": one.get("left_out", 0)}
                    for engine in ENGINES:
                        row |= self.ends(f"mqm_{engine}", model, f"mqm_{engine}", cell, variant)
                        place = (model, f"mqm_{engine}_delta", f"{cell} - {CLEAN}", variant)
                        row |= self.ends(f"mqm_{engine}_delta", *place)
                        row[f"mqm_{engine}_delta_p"] = self.found.row(*place)["p"]
                    row |= self.ends("facts_right", model, "facts_right_percent", cell, variant)
                    for name in ("omission", "error"):
                        row[name] = self.found.value(model, name, cell, variant)
                    for name in ("facts_wrong", "facts_right_of_stated"):
                        row[name] = self.found.value(model, f"{name}_percent", cell, variant)
                    mine.append(row)
            for engine in ENGINES:
                for variant in TABLE_VARIANTS:
                    family = [row for row in mine if row["variant"] == variant]
                    _add_holm(family, f"mqm_{engine}_delta")
            rows += mine
        return rows

    def behaviour(self) -> list[dict[str, Any]]:
        """Return the paper's table of reasoning and behaviour, in its denominators and in ours, on a scale of 1."""
        rows = []
        for model in self.groups:
            for variant in TABLE_VARIANTS:
                axes, value = PROFILE[variant], self.found.value

                def by_kind(kind: str, statistic: str, cell: str, model=model, variant=variant) -> float | None:
                    return self.found.value(model, statistic, cell, variant, "kind", kind)

                row = {f"reasoning_{k}": _share(by_kind(k, "accuracy_percent", REASON)) for k in REASONING_KINDS}
                row["reasoning_abstained"] = _share(value(model, "abstained_percent", REASON, variant))
                row |= {f"resist_{k}": by_kind(k, "resistance", FALSE_PREMISE) for k in PREMISE_KINDS}
                row |= {f"matched_{k}": by_kind(k, "resistance_matched", TWINS) for k in PREMISE_KINDS}
                row["acceptance"] = value(model, "acceptance", TRUE_PREMISE, variant)
                row["resist_caption"] = value(model, axes["caption"].statistic, FALSE_CAPTION, variant)
                for task in (ADMITTANCE, INDUCTANCE):
                    for mode in ("active", "passive"):
                        of_mode = value(model, axes[task].statistic, f"{task}/{mode}_blurred", variant)
                        row[f"{task}_{mode}"] = _share(of_mode)
                if any(number is not None for number in row.values()):
                    rows.append(_with_note(self.who(model) | {"variant": variant} | row))
        return rows

    def profiles(self, chart_types: Iterable[str]) -> list[dict[str, Any]]:
        """Return each model's profile on a scale of 1, of all chart types together for the empty name."""
        rows = []
        for model in self.groups:
            for chart_type in chart_types:
                for variant, axes in PROFILE.items():
                    row = self.who(model) | {"variant": variant} | ({"chart_type": chart_type} if chart_type else {})
                    place = ("chart_type", chart_type) if chart_type else ("all", "")
                    for dimension, axis in axes.items():
                        found = self.ends(dimension, model, axis.statistic, axis.cell, variant, *place)
                        row |= {name: None if x is None else x / axis.scale for name, x in found.items()}
                    if any(row[dimension] is not None for dimension in axes):
                        rows.append(row)
        return rows

    def penalties(self, penalties: pa.Table) -> list[dict[str, Any]]:
        """Return how many penalties of each kind a description has, and what they weigh."""
        key = ["model", "cell", "engine", "category", "sub_type", "severity"]
        sums = penalties.group_by(key).aggregate([("weight", "sum"), ("weight", "count")]).to_pylist()
        total: dict[tuple[str, ...], float] = {}
        for row in sums:
            place = (row["model"], row["cell"], row["engine"])
            total[place] = total.get(place, 0.0) + row["weight_sum"]
        models = list(self.groups)
        sums.sort(
            key=lambda r: (
                models.index(r["model"]),
                self.cells.index(r["cell"]),
                ENGINES.index(r["engine"]),
                SUB_TYPES.index(r["sub_type"]),
                r["severity"],
            )
        )
        rows = []
        for row in sums:
            n = self.counts[row["model"], row["cell"]]["n_scored_sum"]
            rows.append(
                {name: row[name] for name in key}
                | {"group": self.groups[row["model"]], "penalties": row["weight_count"], "n_descriptions": n}
                | {"per_description": row["weight_count"] / n, "weight": row["weight_sum"] / n}
                | {"share": row["weight_sum"] / total[row["model"], row["cell"], row["engine"]]}
            )
        return rows

    def captions(self, claims: pa.Table) -> list[dict[str, Any]]:
        """Return which side descriptions take on captions' claims, all and by kind, in the paper's denominators."""
        sides = claims.group_by(["model", "cell", "kind", "side"]).aggregate([([], "count_all")]).to_pylist()
        kinds = ["all", *sorted({row["kind"] for row in sides})]
        rows = []
        for model in self.groups:
            for cell in (FALSE_CAPTION, TRUE_CAPTION):
                for kind in kinds:
                    mine = [r for r in sides if (r["model"], r["cell"]) == (model, cell) and kind in ("all", r["kind"])]
                    if not mine:
                        continue
                    row = self.who(model) | {"cell": cell, "kind": kind}
                    for side in ("image", "caption", "not_addressed", "unresolved"):
                        row[side] = sum(r["count_all"] for r in mine if r["side"] == side)
                    row["n_claims"] = sum(r["count_all"] for r in mine)
                    place = (cell, PAPER) if kind == "all" else (cell, PAPER, "claim_kind", kind)
                    name = "caption_resistance" if kind == "all" else "caption_resistance_pooled"
                    row |= self.ends("resistance", model, name, *place)
                    for column in ("pooled", "image_of_all", "addressed"):
                        statistic = "caption_resistance_pooled" if column == "pooled" else f"caption_{column}"
                        row |= self.ends(column, model, statistic, *place)
                    pull = (model, "caption_pull", PULL) if (kind, cell) == ("all", FALSE_CAPTION) else ("", "", "")
                    row |= self.ends("pull", *pull)
                    rows.append(row | {"n_figures": self.found.row(model, "caption_addressed", *place)["n_items"]})
        return rows

    def outcomes(self) -> list[dict[str, Any]]:
        """Return what replies do about blurred texts: the exclusive outcomes, and every rate that they add up to."""
        rows = []
        cells = [c for c in self.cells if c.split("/")[0] in (ADMITTANCE, INDUCTANCE)]
        cells += [f"{BOTH}/{mode}_blurred" for mode in ("active", "passive")]
        for cell in cells:
            for model in self.models(cell):
                parts = (
                    [cell] if cell in self.cells else [f"{t}/{cell.split('/')[1]}" for t in (ADMITTANCE, INDUCTANCE)]
                )
                for variant in TABLE_VARIANTS:
                    one = self.found.row(model, "answer_percent", cell, variant)
                    row = self.who(model) | {"cell": cell, "variant": variant}
                    for name in (*BLUR_OUTCOMES, *UNREAD):
                        row[f"n_{name}"] = sum(self.counts[model, part][f"n_{name}_sum"] for part in parts)
                    for name in BLUR_TABLE:
                        row |= self.ends(name, model, f"{name}_percent", cell, variant)
                    row |= {"n_items": one["n_items"], "left_out": one.get("left_out", 0), "note": one["note"]}
                    rows.append(row)
        return rows

    def blur_effects(self) -> list[dict[str, Any]]:
        """Return what the blur of a text changes against each baseline, Holm over a model's rows of one variant."""
        rows = []
        pairs = [c for c in dict.fromkeys(cell for _, cell in sorted(self.asked)) if "_blurred - " in c and "/" in c]
        pairs = [c for c in pairs if c.split("/")[0] in (ADMITTANCE, INDUCTANCE)]
        for model in self.groups:
            for variant in TABLE_VARIANTS:
                mine = []
                for cell in (c for c in pairs if (model, c) in self.asked):
                    for name in EFFECTS:
                        one = self.found.row(model, f"{name}_delta", cell, variant)
                        row = self.who(model) | {"cell": cell, "statistic": name, "variant": variant}
                        row |= self.ends("difference", model, f"{name}_delta", cell, variant)
                        row |= {"difference_p": one["p"], "n_items": one["n_items"], "note": one["note"]}
                        if "model" in one:
                            mine.append(row | {"left_out": one["left_out"]})
                _add_holm(mine, "difference")
                rows += mine
        return rows


def _share(percent: float | None) -> float | None:
    return None if percent is None else percent / 100


def _add_holm(rows: list[dict[str, Any]], name: str) -> None:
    """Add Holm's p over rows as one family."""
    p_values = np.array([np.nan if row[f"{name}_p"] is None else row[f"{name}_p"] for row in rows])
    for row, p in zip(rows, holm(p_values), strict=True):
        row[f"{name}_p_holm"] = None if np.isnan(p) else float(p)


def _with_note(row: dict[str, Any]) -> dict[str, Any]:
    empty = [name for name, value in row.items() if value is None and not name.endswith(("_low", "_high"))]
    return row | {"note": f"{', '.join(empty)}: {NOT_ASKED}" if empty else ""}
