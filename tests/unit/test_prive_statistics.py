"""PriVE's statistics: rates, matched differences, tests, and planted respondents that come out as planted."""

import numpy as np
import pytest
from made_up_prive import ALL_CELLS, made_up_pairs, scores_of, tables_of

from counterpoint.statistics.estimates import Found
from counterpoint.statistics.left_out import left_out_counts
from counterpoint.suites.prive.expected import planted_truth
from counterpoint.suites.prive.rates import item_rates
from counterpoint.suites.prive.statistics import comparisons, mcnemar, prive_estimates
from counterpoint.tables import as_table

DRAWS = 400
ITEM = {"suite": "prive", "model": "m", "n_trials": 2, "n_counted": 2, "n_empty": 0, "n_skipped": 0}


def rates(*rows):
    """Return item rates from (cell, unit, cluster, domain, form, correct, biased)."""
    found = []
    for cell, unit, cluster, domain, form, correct, biased in rows:
        other = None if correct is None else 1 - correct - biased
        row = ITEM | {"cell": cell, "item_id": f"{unit}/{cell}", "unit_id": unit, "cluster_id": cluster}
        row |= {"domain": domain, "form": form, "correct": correct, "biased": biased, "other": other}
        lost = {"n_counted": 0, "n_empty": 2} if correct is None else {}
        row |= {"unresolved": other, "refused": None if other is None else 0.0} | lost
        found.append(row | {"correct_all": correct or 0.0, "biased_all": biased or 0.0})
    return as_table("prive_item_rates", found)


def found_of(*rows):
    return Found(prive_estimates("m", rates(*rows), 1, DRAWS))


RAW, CROP = "counterfactual_only/raw", "counterfactual_only/crop"


def test_a_rate_weighs_domains_alike_and_says_its_denominators():
    found = found_of(
        (RAW, "a1", "a", "existence", "open", 1.0, 0.0),
        (RAW, "b1", "b", "existence", "yes_no", 0.0, 1.0),
        (RAW, "b2", "b", "existence", "yes_no", 0.0, 0.5),
        (RAW, "c1", "c", "counting", "open", 1.0, 0.0),
        (RAW, "d1", "d", "counting", "open", 0.5, 0.5),
        (RAW, "d2", "d", "counting", "open", None, None),
    )
    whole = found.row("m", "accuracy_percent", RAW)
    assert whole["estimate"] == pytest.approx((100 / 3 + 75) / 2)
    assert (whole["numerator"], whole["denominator"], whole["left_out"], whole["n_items"]) == (5, 10, 2, 5)
    assert whole["p"] is None
    all_sent = found.row("m", "accuracy_percent", RAW, "all_counted")
    assert all_sent["estimate"] == pytest.approx((100 / 3 + 50) / 2)
    assert all_sent["denominator"] == 12
    domain = ("paper", "domain", "existence")
    three = [found.value("m", f"{name}_percent", RAW, *domain) for name in ("accuracy", "pfer", "other")]
    assert three == pytest.approx([100 / 3, 50, 100 / 6])
    assert found.value("m", "pfer_percent", RAW, "paper", "form", "open") == pytest.approx((0 + 25) / 2)
    assert found.value("m", "unresolved_percent", RAW, "paper", "domain_form", "existence/yes_no") == pytest.approx(25)


def test_differences_are_of_matched_items_only():
    found = found_of(
        (RAW, "a1", "a", "existence", "open", 1.0, 0.0),
        (RAW, "b1", "b", "existence", "open", 0.0, 1.0),
        (RAW, "c1", "c", "existence", "open", 0.0, 1.0),
        (CROP, "a1", "a", "existence", "open", 1.0, 0.0),
        (CROP, "b1", "b", "existence", "open", 1.0, 0.0),
        (CROP, "c1", "c", "existence", "open", None, None),
    )
    cell = f"{CROP} - {RAW}"
    gain = found.row("m", "accuracy_delta", cell)
    assert (gain["estimate"], gain["n_items"]) == (50, 2)
    assert found.value("m", "pfer_delta", cell) == -50
    assert found.value("m", "accuracy_delta", cell, "all_counted") == pytest.approx(100 / 3)
    test = found.row("m", "mcnemar", cell)
    assert (test["numerator"], test["denominator"], test["p"], test["n_items"]) == (1, 0, 1.0, 2)


def test_a_domain_with_too_few_originals_has_no_interval_and_says_so():
    found = found_of(
        (RAW, "a1", "a", "existence", "open", 1.0, 0.0),
        (RAW, "b1", "b", "existence", "open", 0.0, 1.0),
        (RAW, "b2", "b2", "existence", "open", 0.0, 1.0),
        (RAW, "c1", "c", "counting", "open", 0.0, 1.0),
        (RAW, "d1", "d", "counting", "open", 0.0, 1.0),
    )
    whole, one = (found.row("m", "accuracy_percent", RAW, "paper", *p) for p in (("all", ""), ("domain", "existence")))
    assert (whole["low"], whole["note"]) == (None, "no interval: fewer than 3 originals in counting")
    assert (one["low"], one["high"], one["note"]) == (0, 100, "")


def test_the_same_originals_are_drawn_whatever_else_the_run_holds():
    rows = [(RAW, f"{k}", f"{k // 2}", "existence", "open", k % 3 / 2, 0.0) for k in range(20)]
    others = [(CROP, f"{k}x", f"x{k}", "counting", "open", 0.5, 0.5) for k in range(9)]
    place = ("m", "accuracy_percent", RAW, "paper", "domain", "existence")
    assert found_of(*rows).row(*place) == found_of(*rows, *others).row(*place)


def test_what_nothing_was_counted_of_says_why():
    row = rates((RAW, "a1", "a", "existence", "open", None, None)).to_pylist()[0]
    for lost, why in (({}, "no item with counted trials"), ({"n_skipped": 2, "n_empty": 0}, "nothing was sent")):
        table = as_table("prive_item_rates", [row | lost])
        found = Found(prive_estimates("m", table, 1, DRAWS)).row("m", "accuracy_percent", RAW)
        assert found["estimate"] is None
        assert found["note"].startswith(why)


def test_mcnemar_counts_items_that_change_sides():
    first = np.array([1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.5, np.nan, 0.75])
    second = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0])
    assert mcnemar(first, second) == (6, 1, pytest.approx(2 * (1 + 7) / 2**7))
    assert mcnemar(first[:0], second[:0])[:2] == (0, 0)


def test_every_view_is_compared_with_raw_and_no_cell_that_was_not_asked():
    pairs = comparisons(ALL_CELLS)
    assert (CROP, RAW) in pairs
    assert ("paired/raw", RAW) in pairs
    assert ("original_only/zoom", "original_only/raw") in pairs
    assert comparisons([CROP, "paired/raw"]) == []


RESPONDENTS = (
    {"respondent": "visual"},
    {"respondent": "factual"},
    {"respondent": "omit"},
    {"respondent": "looks_closer"},
    {"respondent": "disagrees"},
    {"respondent": "first_option"},
    {"respondent": "guesser"},
    {"respondent": "sceptic"},
    {"respondent": "arbiter", "reads": 0.8, "knows": 0.7, "prefers": 0.6, "failures": {"empty": 0.05}},
)
CERTAIN = ("visual", "factual", "omit", "looks_closer", "disagrees", "first_option")


@pytest.fixture(scope="module")
def tables():
    """The tables of twelve originals in every cell, which take most of a second to make."""
    return tables_of(made_up_pairs(originals=12))


@pytest.mark.parametrize("identity", RESPONDENTS, ids=lambda identity: identity["respondent"])
def test_planted_respondents_come_out_as_planted(tables, identity):
    scores = scores_of(tables, identity)
    estimates = Found(prive_estimates("p", item_rates("p", scores, tables["prive_items"]), 1, DRAWS))
    truth = planted_truth("p", identity, tables["trials"], tables["prive_items"], tables["prive_pairs"]).to_pylist()
    assert len(truth) > 400
    covered = []
    for row in truth:
        place = (row[name] for name in ("model", "statistic", "cell", "variant", "breakdown", "level"))
        found = estimates.row(*place)
        if identity["respondent"] in CERTAIN:
            assert found["estimate"] == pytest.approx(row["true_value"]), row
        covered.append(found["low"] - 1e-6 <= row["true_value"] <= found["high"] + 1e-6)
    assert np.mean(covered) > 0.85


def test_left_out_trials_are_counted_by_reason():
    tables = tables_of(made_up_pairs(originals=2), [RAW])
    scores = scores_of(tables, {"respondent": "visual", "failures": {"empty": 0.5}})
    (row,) = left_out_counts("prive_left_out", "m", scores).to_pylist()
    assert (row["cell"], row["status"]) == (RAW, "empty")
    assert row["share"] == row["trials"] / len(scores)
    assert 0.3 < row["share"] < 0.7


def test_a_request_that_asks_items_with_different_keys_has_no_one_truth():
    tables = tables_of(made_up_pairs(originals=2), [RAW, "question_only/raw"])
    known = (tables["prive_items"], tables["prive_pairs"])
    whole = planted_truth("p", {"respondent": "visual"}, tables["trials"], *known).to_pylist()
    trials = tables["trials"].to_pylist()
    blind = [t for t in trials if t["cell"] == "question_only/raw" and t["unit_id"].startswith("medical")]
    one, other = (next(t for t in blind if t["item_id"].endswith(f"{e}/open/counterfactual")) for e in ("0-0", "0-1"))
    other["request_id"] = one["request_id"]  # the same words, and another right answer
    less = planted_truth("p", {"respondent": "visual"}, as_table("trials", trials), *known).to_pylist()
    gone = {(row["cell"], row["level"]) for row in whole} - {(row["cell"], row["level"]) for row in less}
    difference = f"question_only/raw - {RAW}"
    assert gone == {(cell, level) for cell in ("question_only/raw", difference) for level in ("", "medical")}
