"""PriVE's scores, by hand: what each kind of verdict comes to, and what is left out and why."""

import pytest

from counterpoint.statistics.left_out import left_out_counts
from counterpoint.suites.prive.rates import item_rates
from counterpoint.suites.prive.scoring import score_trials
from counterpoint.tables import as_table

ITEMS = {
    "choice": {"form": "choice", "options": ["4", "5", "6", "3"], "correct_index": 1, "biased_index": 0},
    "number": {"form": "number", "correct_number": 5.0, "biased_number": 4.0, "claims": "{}"},
    "open": {"form": "open", "claims": "{}"},
    "usual": {"form": "yes_no", "options": ["Yes", "No"], "correct_index": 0},
}
CELL = "counterfactual_only/raw"
VERDICTS = [  # item, order shown, status, verdict, position, number -> outcome
    ("choice", [2, 1, 0, 3], "answered", "option", 1, None, "correct"),
    ("choice", [2, 1, 0, 3], "answered", "option", 2, None, "biased"),
    ("choice", [2, 1, 0, 3], "answered", "option", 0, None, "other"),
    ("choice", [0, 1, 2, 3], "answered", "unresolved", None, None, "unresolved"),
    ("choice", [0, 1, 2, 3], "refused", "none", None, None, "refused"),
    ("choice", [0, 1, 2, 3], "empty", "none", None, None, "left_out"),
    ("choice", [0, 1, 2, 3], "failed", "none", None, None, "left_out"),
    ("number", [], "answered", "number", None, 5.0, "correct"),
    ("number", [], "answered", "number", None, 4.0, "biased"),
    ("number", [], "answered", "number", None, 9.0, "other"),
    ("number", [], "answered", "correct", None, None, "correct"),
    ("open", [], "answered", "biased", None, None, "biased"),
    ("open", [], "answered", "other", None, None, "other"),
    ("open", [], "answered", "judge_failed", None, None, "left_out"),
    ("usual", [0, 1], "answered", "option", 0, None, "correct"),
    ("usual", [0, 1], "answered", "option", 1, None, "other"),
]


def tables(rows=VERDICTS):
    empty = dict.fromkeys(as_table("prive_items", []).column_names)
    items = [
        empty
        | {"item_id": name, "unit_id": f"u/{name}", "suite": "prive", "domain": "counting", "pair_id": "p"}
        | {"cluster_id": "c", "picture": "counterfactual", "question": "?"}
        | item
        for name, item in ITEMS.items()
    ]
    trials, verdicts = [], []
    for number, (item, order, status, verdict, position, value, _) in enumerate(rows):
        trials.append(
            {"suite": "prive", "cell": CELL, "item_id": item, "unit_id": f"u/{item}", "order_index": number}
            | {"order": order, "request_id": f"{number}"}
        )
        verdicts.append(
            dict.fromkeys(as_table("verdicts", []).column_names)
            | {"request_id": f"{number}", "response_key": f"k{number}", "status": status, "verdict": verdict}
            | {"position": position, "number": value, "rule": "r", "reader_version": "v", "text_chars": 3}
        )
    return as_table("verdicts", verdicts), as_table("trials", trials), as_table("prive_items", items)


def test_each_verdict_comes_to_what_its_item_says():
    scores = score_trials(*tables(), []).to_pylist()
    assert [row["outcome"] for row in scores] == [row[-1] for row in VERDICTS]
    assert scores[1]["option_index"] == 0  # the option in the item's own order
    assert scores[13]["status"] == "judge_failed"


def test_what_was_never_sent_is_skipped_with_its_reason():
    never = {
        "cell": "counterfactual_only/crop",
        "item_id": "open",
        "unit_id": "u/open",
        "trials": 2,
        "reason": "no_mask",
    }
    scores = score_trials(*tables(), [never])
    row = scores.to_pylist()[-1]
    assert (row["status"], row["failure_class"], row["outcome"]) == ("skipped", "no_evidence", "left_out")
    assert (row["request_id"], row["cell"]) == (None, never["cell"])
    left_out = left_out_counts("prive_left_out", "m", scores).to_pylist()
    assert [(row["cell"], row["status"], row["trials"], row["share"]) for row in left_out if row["cell"] != CELL] == [
        (never["cell"], "skipped", 2, 1.0)
    ]
    assert sum(row["trials"] for row in left_out) == 5
    assert scores["order_index"].to_pylist()[-2:] == [0, 1]


def test_rates_have_both_denominators():
    verdicts, trials, items = tables()
    rates = {
        row["item_id"]: row for row in item_rates("m", score_trials(verdicts, trials, items, []), items).to_pylist()
    }
    choice = rates["choice"]
    assert (choice["n_trials"], choice["n_counted"], choice["n_empty"]) == (7, 5, 2)
    assert [choice[name] for name in ("correct", "biased", "other", "unresolved", "refused")] == [0.2] * 5
    assert choice["correct_all"] == pytest.approx(1 / 7)
    assert rates["open"]["biased"] == 0.5


def test_a_trial_without_verdict_or_item_is_an_earlier_stages_fault():
    verdicts, trials, items = tables()
    with pytest.raises(ValueError, match="without a verdict"):
        score_trials(verdicts.slice(1), trials, items, [])
    with pytest.raises(ValueError, match="or an item"):
        score_trials(verdicts, trials, items.slice(1), [])
