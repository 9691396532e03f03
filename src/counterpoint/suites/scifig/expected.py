"""What a planted respondent's statistics truly are: the suite's own, of what it means to do in every trial."""

import json
from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from counterpoint.suites.scifig.names import CAPTION, CAPTION_SIDE, IMAGE_SIDE, PERCEPTION, SUITE
from counterpoint.suites.scifig.respondents import TRAITS, behaviour
from counterpoint.suites.scifig.results.rates import item_rates
from counterpoint.suites.scifig.results.scoring import DESCRIBED
from counterpoint.suites.scifig.results.statistics import scifig_statistics
from counterpoint.tables import as_table

FEWEST_DRAWS = 100
"""Resamples, of which nothing is taken."""


def planted_truth(
    model: str, identity: Mapping[str, Any], trials: pa.Table, items: pa.Table, truth: pa.Table
) -> pa.Table:
    """Return the table `scifig_planted_truth` of one planted respondent over the run's trials.

    `identity` is the respondent's part of the response key, `truth` the table that the plan wrote for it. What has a
    true value: rates of outcomes, and sides taken on claims, of respondents that always do the same and never fail.
    Empty for all others, and without what a description's score is, which follows from its words.
    """
    trait = TRAITS.get(identity["respondent"])
    if trait is None or any((identity.get("failures") or {}).values()):
        return as_table("scifig_planted_truth", [])
    told = dict(zip(truth["request_id"].to_pylist(), truth["truth"].to_pylist(), strict=True))
    asked = {row["item_id"]: row for row in items.to_pylist()}
    scores, claims = [], []
    for trial in trials.to_pylist():
        item = asked[trial["item_id"]]
        does = behaviour(trait, json.loads(told[trial["request_id"]]))
        scores.append(_score(trial, _outcome(item, does)))
        if item["dimension"] == CAPTION:
            place = {name: trial[name] for name in ("cell", "item_id", "unit_id")}
            place |= {"model": model, "figure_id": item["figure_id"], "chart_type": item["chart_type"]}
            side = CAPTION_SIDE if does == CAPTION_SIDE and trial["cell"].endswith("false_caption") else IMAGE_SIDE
            for claim, content in json.loads(item["material"]).get("claims", {}).items():
                claims.append(place | {"claim": claim, "kind": content["kind"], "side": side})
    rates = item_rates(model, as_table("scores", scores), as_table("scifig_descriptions", []), items)
    found = scifig_statistics(
        model, rates, as_table("scifig_facts", []), as_table("scifig_claims", claims), 0, FEWEST_DRAWS
    )
    rows = [
        {name: row[name] for name in ("model", "statistic", "cell", "variant", "breakdown", "level")}
        | {"respondent": identity["respondent"], "true_value": row["estimate"]}
        for row in found["estimates"].to_pylist()
        if row["estimate"] is not None
    ]
    return as_table("scifig_planted_truth", rows)


def _outcome(item: Mapping[str, Any], does: str) -> str:
    """Return what a trial comes to, from the reply that is given."""
    if item["dimension"] in (PERCEPTION, CAPTION):
        return DESCRIBED
    return does


def _score(trial: Mapping[str, Any], outcome: str) -> dict[str, Any]:
    taken = {name: trial[name] for name in ("cell", "item_id", "unit_id", "order_index", "request_id")}
    empty = dict.fromkeys(("failure_class", "position", "option_index", "route"))
    return taken | empty | {"suite": SUITE, "status": "answered", "outcome": outcome, "text_chars": 0}
