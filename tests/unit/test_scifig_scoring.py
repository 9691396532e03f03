"""SciFig's scores, by hand: what each kind of verdict comes to, and what is found in descriptions."""

import json

import pytest
from made_up_scifig import FINE, fact, findings, item, material, verdict_tables

from counterpoint.suites.scifig.results.rates import item_rates
from counterpoint.suites.scifig.results.scoring import score_trials
from counterpoint.tables import as_table


def read_facts(text, facts):
    """Read a fact where its key stands in the text, denied by a `!`."""
    return {
        f.key: "wrong" if f"!{f.wordings[0]}" in text else "right" if f.wordings[0] in text else "not_stated"
        for f in facts
    }


FACTS = (fact("seven"), fact("eight", "trend"), fact("nine"))
ITEMS = [
    item("count", dimension="reasoning", answer="number", correct_number=40.0, tolerance=0.8),
    item("name", dimension="reasoning", answer="name"),
    item("premise", dimension="resistance", rubric="premise", material="{}"),
    item("blur", dimension="admittance", rubric="blurred", material="{}", target_id="t"),
    item("plain", rubric="description", material=json.dumps(material("bar", FACTS, absent=["annotations"]))),
    item(
        "captioned", dimension="caption", rubric="description", material=json.dumps(material("bar", (), ("a", "b")))
    ),
    item(
        "passive", dimension="admittance", rubric="description", target_id="t",
        material=json.dumps(material("bar", target=True)),
    ),
]  # fmt: skip
MISSING = FINE | {"coverage": "missing"}
ROWS = [  # cell, item, verdict -> outcome
    ("reason/clean", "count", {"verdict": "number", "number": 40.8}, "correct"),
    ("reason/clean", "count", {"verdict": "number", "number": 40.81}, "wrong"),
    ("reason/clean", "count", {"verdict": "unresolved"}, "unresolved"),
    ("reason/clean", "count", {"status": "refused"}, "refused"),
    ("reason/clean", "count", {"status": "truncated"}, "left_out"),
    ("reason/clean", "count", {"status": "failed", "failure_class": "timeout"}, "left_out"),
    ("reason/clean", "name", {"verdict": "correct"}, "correct"),
    ("reason/clean", "name", {"verdict": "biased"}, "wrong"),
    ("reason/clean", "name", {"verdict": "other"}, "wrong"),
    ("resist/false_premise", "premise", {"verdict": "partly"}, "partly"),
    ("resist/false_premise", "premise", {"verdict": "judge_failed"}, "left_out"),
    ("admittance/active_blurred", "blur", {"verdict": "wrong_hedged"}, "wrong_hedged"),
    ("describe/clean", "plain", {"verdict": "findings", "findings": findings("bar", values=MISSING)}, "described"),
    ("describe/noise_25", "plain", {"verdict": "unresolved"}, "unresolved"),
    ("describe/page", "plain", {"status": "refused"}, "refused"),
    ("describe/jpeg_10", "plain", {"verdict": "judge_failed"}, "left_out"),
    ("describe/rotation_15", "plain", {"status": "empty"}, "left_out"),
    (
        "describe/false_caption", "captioned",
        {"verdict": "findings", "findings": findings("bar", ["image"], annotations=MISSING)}, "described",
    ),
    (
        "admittance/passive_blurred", "passive",
        {"verdict": "findings", "findings": findings("bar", outcome="abstained")}, "abstained",
    ),
    ("admittance/passive_sham", "passive", {"verdict": "findings", "findings": findings("bar")}, "unresolved"),
]  # fmt: skip
REPLY = "seven, !eight"


@pytest.fixture(scope="module")
def found():
    verdicts, trials = verdict_tables([row[:3] for row in ROWS])
    replies = {str(i): REPLY for i in range(len(ROWS))}
    never = {"cell": "describe/page_blurred", "item_id": "plain", "unit_id": "u/plain", "trials": 1}
    return score_trials("m", verdicts, trials, as_table("scifig_items", ITEMS), replies, [never], read_facts)


def test_each_verdict_comes_to_what_its_item_says(found):
    scores = found["scores"].to_pylist()
    assert [row["outcome"] for row in scores] == [*(row[-1] for row in ROWS), "left_out"]
    assert scores[10]["status"] == "judge_failed"
    assert (scores[-1]["status"], scores[-1]["failure_class"]) == ("skipped", "no_evidence")


def test_descriptions_are_scored_by_both_engines_and_refusals_score_0(found):
    rows = {row["cell"]: row for row in found["scifig_descriptions"].to_pylist()}
    clean = rows["describe/clean"]
    assert clean["mqm_published"] == pytest.approx(100 - 500 / 55)
    assert clean["mqm_capped"] == pytest.approx(100 - 500 / 53)  # the figure has no annotations
    assert (clean["omission"], clean["error"]) == (pytest.approx(500 / 53), 0)
    refused = rows["describe/page"]
    assert (refused["mqm_published"], refused["mqm_capped"], refused["facts_not_stated"]) == (0, 0, 3)
    for cell in ("describe/noise_25", "describe/rotation_15", "describe/jpeg_10"):
        assert rows[cell]["mqm_published"] is None
    assert rows["describe/rotation_15"]["facts_right"] is None
    penalties = found["scifig_penalties"].to_pylist()
    assert {(p["cell"], p["engine"], p["key"]) for p in penalties} == {
        ("describe/clean", "published", "values"),
        ("describe/clean", "capped", "values"),
        ("describe/false_caption", "published", "annotations"),
        ("describe/false_caption", "capped", "annotations"),
    }


def test_facts_are_read_without_a_judge(found):
    states = {}
    for row in found["scifig_facts"].to_pylist():
        states.setdefault(row["cell"], {})[row["fact"]] = row["state"]
    read = {"seven": "right", "eight": "wrong", "nine": "not_stated"}
    assert states["describe/clean"] == states["describe/jpeg_10"] == states["describe/noise_25"] == read
    assert set(states["describe/page"].values()) == {"not_stated"}
    assert "describe/rotation_15" not in states


def test_claims_without_a_majority_are_unresolved(found):
    assert [(row["claim"], row["kind"], row["side"]) for row in found["scifig_claims"].to_pylist()] == [
        ("claim_1", "a", "image"),
        ("claim_2", "b", "unresolved"),
    ]


def test_keys_without_a_majority_are_counted():
    known = json.loads(findings("bar", ["image", "image"]))
    del known["values"], known["hallucination"], known["claim_2"]
    said = {"verdict": "findings", "findings": json.dumps(known)}
    verdicts, trials = verdict_tables([("describe/false_caption", "captioned", said)])
    table = score_trials("m", verdicts, trials, as_table("scifig_items", ITEMS), {"0": ""}, [], read_facts)
    assert table["scifig_descriptions"].to_pylist()[0]["unresolved_keys"] == 2


def test_rates_count_outcomes_and_average_points(found):
    table = item_rates("m", found["scores"], found["scifig_descriptions"], as_table("scifig_items", ITEMS))
    rates = {(row["cell"], row["item_id"]): row for row in table.to_pylist()}
    count = rates["reason/clean", "count"]
    assert [count[f"n_{n}"] for n in ("trials", "counted", "empty", "skipped")] == [6, 4, 2, 0]
    assert [count[f"n_{n}"] for n in ("correct", "wrong", "unresolved", "refused")] == [1, 1, 1, 1]
    assert (count["mqm_capped"], count["n_scored"]) == (None, 0)
    page = rates["describe/page", "plain"]
    assert (page["mqm_capped"], page["n_scored"], page["n_refused"]) == (0, 1, 1)
    assert rates["describe/page_blurred", "plain"]["n_skipped"] == 1
    assert rates["describe/noise_25", "plain"]["n_scored"] == 0


def test_a_trial_without_verdict_or_item_is_an_earlier_stages_fault():
    verdicts, trials = verdict_tables([("reason/clean", "name", {"verdict": "correct"})])
    known = as_table("scifig_items", ITEMS)
    with pytest.raises(ValueError, match="without a verdict"):
        score_trials("m", verdicts.slice(1), trials, known, {}, [], read_facts)
    with pytest.raises(ValueError, match="or an item"):
        score_trials("m", verdicts, trials, known.slice(2), {}, [], read_facts)
    number = verdict_tables([("reason/clean", "name", {"verdict": "number", "number": 1.0})])
    with pytest.raises(ValueError, match="item has none"):
        score_trials("m", *number, known, {}, [], read_facts)
