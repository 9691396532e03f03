"""A made-up SciFig run: items, trials and verdicts as tables, and item rates without the way there."""

import json

from counterpoint.suites.scifig.checklist import CHECKLISTS, ISSUES
from counterpoint.suites.scifig.results.rates import OUTCOMES
from counterpoint.tables import as_table

FINE = {"coverage": "full", "correctness": "right", "mismatched": 0, "elements": 2, "quote": ""}
CLAIM_FACT = {"key": "k", "item": "values", "kind": "value", "says": "s"}


def fact(key, kind="value"):
    """Return one fact of a figure, stated where the text holds its key."""
    lists = {"subjects": [["a"]], "wordings": [key], "against": []}
    return {"key": key, "item": "values", "kind": kind, "says": key, "number": None, "tolerance": 0.0} | lists


def material(chart_type, facts=(), claims=(), target=False, absent=()):
    """Return the material of a description's item; `claims` are their kinds in order."""
    keys = dict.fromkeys(CHECKLISTS[chart_type], "item") | dict.fromkeys(ISSUES, "issues")
    keys |= {f"claim_{i}": "claim" for i, _ in enumerate(claims, 1)} | ({"target_1": "target"} if target else {})
    return {
        "reference": "r",
        "facts": list(facts),
        "checklist": {key: None if key in absent else key for key in CHECKLISTS[chart_type]},
        "claims": {f"claim_{i}": {"kind": kind} for i, kind in enumerate(claims, 1)},
        "keys": keys,
    }


def findings(chart_type, sides=(), outcome=None, **changed):
    """Return findings without a fault but for `changed`, with the side of each claim and the target's outcome."""
    found = {key: dict(FINE) for key in CHECKLISTS[chart_type]} | {key: [] for key in ISSUES}
    found |= {f"claim_{i}": {"side": side, "quote": ""} for i, side in enumerate(sides, 1)}
    if outcome:
        found["target_1"] = {"outcome": outcome, "quote": ""}
    return json.dumps(found | changed)


def item(item_id, figure_id="f1", chart_type="bar", dimension="perception", **columns):
    """Return a row of `scifig_items`."""
    row = dict.fromkeys(as_table("scifig_items", []).column_names)
    row |= {"item_id": item_id, "unit_id": f"u/{item_id}", "suite": "scifig", "figure_id": figure_id}
    row |= {"chart_type": chart_type, "dimension": dimension, "kind": "describe", "condition": "", "question": "?"}
    row |= {"answer": "open", "steps": ""}
    return row | columns


def verdict_tables(rows):
    """Return the tables of verdicts and trials from (cell, item_id, fields of the verdict)."""
    trials, verdicts = [], []
    for number, (cell, item_id, said) in enumerate(rows):
        trials.append(
            {"suite": "scifig", "cell": cell, "item_id": item_id, "unit_id": f"u/{item_id}", "order_index": 0}
            | {"order": [], "request_id": f"{number}"}
        )
        row = dict.fromkeys(as_table("verdicts", []).column_names)
        row |= {"request_id": f"{number}", "response_key": f"k{number}", "status": "answered", "verdict": "none"}
        verdicts.append(row | {"rule": "r", "reader_version": "v", "text_chars": 3} | said)
    return as_table("verdicts", verdicts), as_table("trials", trials)


def rate(cell, unit, figure_id, outcome=None, chart_type="bar", kind="k", **columns):
    """Return a row of `scifig_item_rates` with one trial and its outcome; without one it was left out."""
    row = {"model": "m", "cell": cell, "item_id": f"{cell}/{unit}", "unit_id": unit, "figure_id": figure_id}
    row |= {"chart_type": chart_type, "dimension": "d", "kind": kind, "condition": "", "n_trials": 1, "n_skipped": 0}
    row |= {"n_counted": int(outcome is not None), "n_empty": int(outcome is None), "n_scored": 0}
    row |= {f"n_{name}": int(name == outcome) for name in OUTCOMES}
    names = ("mqm_published", "mqm_capped", "omission", "error", "facts_right", "facts_wrong", "facts_not_stated")
    row |= dict.fromkeys(names)
    return row | columns


def rates(rows):
    """Return rows of `rate` as the table."""
    return as_table("scifig_item_rates", rows)


def claims_table(rows):
    """Return the table `scifig_claims` from (cell, figure_id, claim, kind, side[, chart_type])."""
    return as_table(
        "scifig_claims",
        [
            {"model": "m", "cell": cell, "item_id": f"{cell}/{figure}", "unit_id": figure, "figure_id": figure}
            | {"chart_type": rest[0] if rest else "bar", "claim": claim, "kind": kind, "side": side}
            for cell, figure, claim, kind, side, *rest in rows
        ],
    )
