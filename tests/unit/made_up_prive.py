"""A made-up PriVE run: pairs of no meaning, their items, and what planted respondents answer to them."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import pyarrow as pa

from counterpoint.orders import option_orders
from counterpoint.seeds import generator
from counterpoint.statistics.left_out import left_out_counts
from counterpoint.suites.prive.baselines import baselines
from counterpoint.suites.prive.cells import CELLS, TWO_PICTURES
from counterpoint.suites.prive.expected import planted_truth
from counterpoint.suites.prive.names import CHOICE, COUNTERFACTUAL, DIFFERENCE, DOMAINS, ORIGINAL, PAIR_FORMS, SUITE
from counterpoint.suites.prive.pairs import Pair, Value, pair_row
from counterpoint.suites.prive.questions import items
from counterpoint.suites.prive.rates import item_rates
from counterpoint.suites.prive.respondents import respond
from counterpoint.suites.prive.result_tables import result_tables, sources
from counterpoint.suites.prive.statistics import prive_estimates
from counterpoint.tables import arrow_schema, as_table

ALL_CELLS = tuple(CELLS)
GROUPS = {"planted-visual": "planted", "reader": "open", "believer": "proprietary", "closer": "open"}
IDENTITIES = {
    "planted-visual": {"respondent": "visual"},
    "reader": {"respondent": "arbiter", "reads": 0.8, "knows": 0.7, "prefers": 0.6},
    "believer": {"respondent": "factual", "failures": {"empty": 0.1}},
    "closer": {"respondent": "looks_closer"},
}


def pair(domain: str, original: int, edit: int, prior: str | None = ORIGINAL) -> Pair:
    """Return one pair: the number of spots is another one in its counterfactual."""

    def value(count: int) -> Value:
        words = (f"{count} spots", f"{count}", f"Does it have {count} spots?", f"It has {count} spots.")
        return Value(*words, number=float(count) if domain == "counting" else None)

    name = f"{domain}-{original}"
    return Pair(
        pair_id=f"{name}-{edit}",
        domain=domain,
        original_id=name,
        edit="addition",
        subject=f"thing {name}",
        attribute=f"the number of spots of {name}-{edit}",
        alike=(f"the colour of {name}-{edit}",),
        asks="How many spots does it have?",
        asks_choice="How many spots does it have?",
        original=value(4),
        counterfactual=value(5 + edit),
        distractors=(value(2), value(3)),
        prior=prior,
        source="Counterpoint",
        licence="MIT",
        made="phantom" if domain == "medical" else "generated",
    )


def made_up_pairs(originals: int = 4, edits: int = 2, domains: Iterable[str] = DOMAINS) -> list[Pair]:
    """Return `originals` x `edits` pairs a domain; every third original's prior is what the counterfactual shows."""
    priors = (ORIGINAL, ORIGINAL, COUNTERFACTUAL)
    return [pair(d, i, e, priors[i % 3]) for d in domains for i in range(originals) for e in range(edits)]


def tables_of(pairs: list[Pair], cells: Iterable[str] = ALL_CELLS) -> dict[str, pa.Table]:
    """Return tables `prive_pairs`, `prive_items` and `trials` of a run that asks the cells."""
    found = items(pairs, 1)
    trials = [trial for cell in cells for item in found for trial in _trials(cell, item)]
    return {
        "prive_pairs": as_table("prive_pairs", [pair_row(p, (10, 10, 40, 40), (96, 96), "mask.png") for p in pairs]),
        "prive_items": as_table("prive_items", found),
        "trials": as_table("trials", trials),
    }


def _trials(name: str, item: Mapping[str, Any]) -> list[dict[str, Any]]:
    cell, about = CELLS[name], item["picture"]
    if cell.mode in TWO_PICTURES:
        wanted = "identical_pair" if cell.mode == "identical_pair" else "pair"
        asked = about == (wanted if item["form"] in PAIR_FORMS else COUNTERFACTUAL)
    else:
        asked = about == (ORIGINAL if cell.mode == "original_only" else COUNTERFACTUAL)
    if not asked:
        return []
    orders = [tuple(range(len(item["options"] or ())))]
    if item["form"] in (CHOICE, DIFFERENCE):
        orders = option_orders(len(item["options"]), 4, generator(1, "orders", item["unit_id"]))
    place = {"suite": SUITE, "cell": name, "item_id": item["item_id"], "unit_id": item["unit_id"]}
    return [
        place | {"order_index": i, "order": list(order), "request_id": f"{name}/{item['item_id']}/{i}"}
        for i, order in enumerate(orders)
    ]


def truth_of(item: Mapping[str, Any], order: list[int], cell: str, prior: str | None) -> dict[str, Any]:
    """Return what a planted respondent is told, every answer under a name of its own."""
    if item["options"]:
        names = [f"option {k}" for k in range(len(order))]
        correct = names[item["correct_index"]]
        biased = None if item["biased_index"] is None else names[item["biased_index"]]
        options = [names[k] for k in order]
    else:
        has = json.loads(item["claims"])["biased"] if item["form"] == "open" else item["biased_number"] is not None
        correct, biased, options = "correct", "biased" if has else None, None
    denial = None if prior is None else correct if biased is not None else "other"
    told = {"correct": correct, "biased": biased, "other": "other", "options": options, "denial": denial}
    return told | {"shown": bool(CELLS[cell].shows), "view": CELLS[cell].view, "form": item["form"]}


def scores_of(tables: Mapping[str, pa.Table], identity: Mapping[str, Any], seed: int = 1) -> pa.Table:
    """Return the table `scores` of a planted respondent, each trial's reply held against the key by name."""
    keys = {row["item_id"]: row for row in tables["prive_items"].to_pylist()}
    priors = {row["pair_id"]: row["prior"] for row in tables["prive_pairs"].to_pylist()}
    rows = []
    for trial in tables["trials"].to_pylist():
        item, order = keys[trial["item_id"]], trial.pop("order")
        truth = truth_of(item, order, trial["cell"], priors[item["pair_id"]])
        rng = generator(seed, json.dumps(identity), trial["request_id"])
        reply = respond(identity, truth, rng)
        outcome = {truth["biased"]: "biased", truth["correct"]: "correct"}.get(reply, "other")
        lost = rng.random() < (identity.get("failures") or {}).get("empty", 0.0)
        status, outcome = ("empty", "left_out") if lost else ("answered", outcome)
        rows.append(trial | {"status": status, "outcome": outcome, "failure_class": None, "route": "free_text"})
        rows[-1] |= {"position": None, "option_index": None, "text_chars": len(reply)}
    return as_table("scores", rows)


def made(cells: Iterable[str] = ALL_CELLS, groups: Mapping[str, str] = GROUPS) -> dict[str, Any]:
    """Return the rows of every result table of a made-up run, with its `parts` and `estimates` as tables."""
    parts = tables_of(made_up_pairs(), cells)
    estimates, rates, left_out, planted = [], [], [], [arrow_schema("prive_planted_truth").empty_table()]
    for model in groups:
        scores = scores_of(parts, IDENTITIES[model])
        rates.append(item_rates(model, scores, parts["prive_items"]))
        estimates.append(prive_estimates(model, rates[-1], 1, 200))
        left_out.append(left_out_counts("prive_left_out", model, scores))
        if groups[model] == "planted":
            known = (parts[name] for name in ("trials", "prive_items", "prive_pairs"))
            planted.append(planted_truth(model, IDENTITIES[model], *known))
    everything = [pa.concat_tables(tables) for tables in (estimates, rates, left_out)]
    tables = result_tables(*everything, groups, pa.concat_tables(planted))
    known = [parts[name] for name in ("trials", "prive_items", "prive_pairs")]
    tables["prive_baselines"] = baselines(*known, everything[0], groups)
    tables["prive_sources"] = sources(parts["prive_pairs"])
    return {name: table.to_pylist() for name, table in tables.items()} | {"parts": parts, "estimates": everything[0]}
