"""From verdicts to scores: what each trial came to, and what was found in each description."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa

from counterpoint.judging.facts import NOT_STATED, RIGHT, WRONG, Fact
from counterpoint.judging.no_verdict import JUDGE_FAILED
from counterpoint.judging.rule_description import fact_of
from counterpoint.suites.scifig.names import NOT_ADDRESSED, SUITE
from counterpoint.suites.scifig.results.mqm import CAPPED, PUBLISHED, WORST, Score, mqm_score
from counterpoint.tables import as_table
from counterpoint.trials import never_sent

CORRECT, WRONG_ANSWER = "correct", "wrong"
ROUNDING = 1e-9
DESCRIBED, UNRESOLVED, REFUSED, LEFT_OUT = "described", "unresolved", "refused", "left_out"
DESCRIPTION = "description"
"""The rubric of descriptions, whose verdict is findings by key."""
ReadFacts = Callable[[str, Sequence[Fact]], Mapping[str, str]]
"""What reads which facts a text states: from text and facts to each fact's state, by its key."""


def score_trials(
    model: str,
    verdicts: pa.Table,
    trials: pa.Table,
    items: pa.Table,
    replies: Mapping[str, str],
    without: Iterable[Mapping[str, Any]],
    read_facts: ReadFacts,
) -> dict[str, pa.Table]:
    """Return one model's tables `scores`, `scifig_descriptions`, `_penalties`, `_facts` and `_claims`.

    `scores` has one row a trial, those never sent (`without`, rows of `no_evidence`) last. A number is right within
    its item's tolerance; a description of a figure with a blurred text comes to what it does about that text,
    any other to `described`. `replies` holds the text of each answered request. A refusal describes nothing: it scores
    0 and states no fact. Raises ValueError when a trial has no verdict or item.
    """
    said = {row["request_id"]: row for row in verdicts.select(_VERDICT).to_pylist()}
    asked = {row["item_id"]: row for row in items.select(_ITEM).to_pylist()}
    found, materials, scores = _Found(model), {}, []
    for trial in trials.select(["cell", "item_id", "unit_id", "order_index", "request_id"]).to_pylist():
        if trial["request_id"] not in said or trial["item_id"] not in asked:
            raise ValueError(f"trial without a verdict or an item: {trial}")
        row = asked[trial["item_id"]] | said[trial["request_id"]] | trial
        if row["verdict"] == JUDGE_FAILED:
            row["status"] = JUDGE_FAILED
        if row["rubric"] == DESCRIPTION:
            if row["item_id"] not in materials:
                materials[row["item_id"]] = json.loads(row["material"])
            reply = replies.get(row["request_id"]) or ""
            outcome = found.description(row, materials[row["item_id"]], reply, read_facts)
        else:
            outcome = _outcome(row)
        scores.append({name: row[name] for name in _SCORE} | {"outcome": outcome})
    unchosen = {"position": None, "option_index": None}
    rows = [*(row | unchosen for row in scores), *never_sent(without)]
    return {"scores": as_table("scores", [row | {"suite": SUITE} for row in rows])} | found.tables()


_VERDICT = ["request_id", "status", "failure_class", "verdict", "findings", "number", "route", "text_chars"]
_ITEM = ["item_id", "figure_id", "chart_type", "rubric", "target_id", "material", "correct_number", "tolerance"]
_SCORE = ("cell", "item_id", "unit_id", "order_index", "request_id", "status", "failure_class", "route", "text_chars")


def _outcome(row: Mapping[str, Any]) -> str:
    """Return what a reply to a question came to."""
    if row["status"] == "refused":
        return REFUSED
    if row["status"] != "answered":
        return LEFT_OUT
    verdict, right = row["verdict"], row["correct_number"]
    if verdict == "number":
        if right is None:
            raise ValueError(f"item {row['item_id']}: a number was read, but the item has none")
        return CORRECT if within(row["number"], right, row["tolerance"] or 0.0) else WRONG_ANSWER
    return WRONG_ANSWER if verdict in ("biased", "other") else verdict


def within(number: float, right: float, tolerance: float) -> bool:
    """Return whether a number is right: within a tolerance in its own unit, rounding apart."""
    return abs(number - right) <= tolerance + ROUNDING * max(1.0, abs(right))


class _Found:
    """What was found in a model's descriptions, gathered row by row."""

    def __init__(self, model: str) -> None:
        self._model = model
        names = ("scifig_descriptions", "scifig_penalties", "scifig_facts", "scifig_claims")
        self._rows: dict[str, list[dict[str, Any]]] = {name: [] for name in names}

    def tables(self) -> dict[str, pa.Table]:
        """Return the tables by name."""
        return {name: as_table(name, rows) for name, rows in self._rows.items()}

    def description(
        self, row: Mapping[str, Any], material: Mapping[str, Any], reply: str, read_facts: ReadFacts
    ) -> str:
        """Take in one description, and return its outcome."""
        place = {"model": self._model} | {
            name: row[name] for name in ("cell", "item_id", "unit_id", "figure_id", "chart_type")
        }
        status, keys = row["status"], material["keys"]
        findings = json.loads(row["findings"]) if status == "answered" and row["findings"] else {}
        scores = self._scores(place, row, material, findings, reply)
        states = self._facts(place, status, material["facts"], reply, read_facts)
        self._claims(place, status, material.get("claims", {}), findings)
        items = [key for key, kind in keys.items() if kind in ("item", "issues")]
        self._rows["scifig_descriptions"].append(
            place
            | {"status": status, "unresolved_keys": sum(key not in findings for key in items) if findings else 0}
            | {f"mqm_{engine}": score.mqm for engine, score in scores.items()}
            | {"omission": scores[CAPPED].omission, "error": scores[CAPPED].error}
            | {f"facts_{state}": None if states is None else states.count(state) for state in STATES}
        )
        if status == "refused":
            return REFUSED
        if status != "answered":
            return LEFT_OUT
        targets = [key for key, kind in keys.items() if kind == "target"]
        if row["target_id"] is None or not targets:
            return DESCRIBED if findings else UNRESOLVED
        return findings[targets[0]]["outcome"] if targets[0] in findings else UNRESOLVED

    def _scores(
        self,
        place: Mapping[str, Any],
        row: Mapping[str, Any],
        material: Mapping[str, Any],
        findings: Mapping[str, Any],
        reply: str,
    ) -> dict[str, Score]:
        if row["status"] == "refused":
            nothing = Score(0.0, WORST, 0.0, ())
            return {PUBLISHED: nothing, CAPPED: nothing}
        absent = {item for item, sentence in material["checklist"].items() if sentence is None}
        scores = {
            engine: mqm_score(engine, row["chart_type"], findings, reply, absent) for engine in (PUBLISHED, CAPPED)
        }
        self._rows["scifig_penalties"] += [
            place
            | {"engine": engine, "key": p.key, "category": p.category, "sub_type": p.sub_type}
            | {"severity": p.severity, "weight": p.weight}
            for engine, score in scores.items()
            for p in score.penalties
        ]
        return scores

    def _facts(
        self,
        place: Mapping[str, Any],
        status: str,
        facts: Sequence[Mapping[str, Any]],
        reply: str,
        read_facts: ReadFacts,
    ) -> list[str] | None:
        """Take in which facts a description states: read without a judge, so also where the judge failed.

        None where there is no description, or where no fact of the figure is known.
        """
        if not facts or status not in ("answered", "refused", JUDGE_FAILED):
            return None
        known = [fact_of(fact) for fact in facts]
        said = dict.fromkeys((f.key for f in known), NOT_STATED) if status == "refused" else read_facts(reply, known)
        self._rows["scifig_facts"] += [
            place | {"fact": fact.key, "kind": fact.kind, "state": said[fact.key]} for fact in known
        ]
        return [said[fact.key] for fact in known]

    def _claims(
        self,
        place: Mapping[str, Any],
        status: str,
        claims: Mapping[str, Mapping[str, Any]],
        findings: Mapping[str, Any],
    ) -> None:
        if status not in ("answered", "refused"):
            return
        for key, claim in claims.items():
            side = NOT_ADDRESSED if status == "refused" else findings.get(key, {}).get("side", UNRESOLVED)
            self._rows["scifig_claims"].append(place | {"claim": key, "kind": claim["kind"], "side": side})


STATES = (RIGHT, WRONG, NOT_STATED)
