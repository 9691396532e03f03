"""What planted respondents truly are, against closed forms, enumeration by hand, and simulation."""

import itertools

import numpy as np
import pytest
from cvlat_samples import arbiter, make_items, make_trials, make_verdicts

from counterpoint.seeds import generator
from counterpoint.suites.cvlat.cells import CELLS
from counterpoint.suites.cvlat.planted_truth import planted_truth
from counterpoint.suites.cvlat.rates import item_rates
from counterpoint.suites.cvlat.scoring import score_trials
from counterpoint.suites.cvlat.statistics import cvlat_estimates
from counterpoint.tables import as_table

TRIPLE = ["cvlat/normal", "cvlat/anonymised", "cvlat/question_only"]
ARBITER = {"respondent": "arbiter", "reads": 0.4, "knows": 0.9, "prefers": 0.7}


def truth(identity, options=(5,), cells=TRIPLE, n_orders=120):
    items = make_items(list(options))
    table = planted_truth("m", identity, make_trials(items, list(cells), n_orders), items)
    return {(r["statistic"], r["cell"], r["variant"]): r for r in table.to_pylist()}


def of(rows, statistic, cell="cvlat/normal", variant="paper"):
    row = rows[statistic, cell, variant]
    return row["true_value"], row["limit_value"]


def test_an_arbiter_that_prefers_the_picture_has_a_limit_of_about_zero():
    rows = truth(ARBITER)
    # guess .012: visual .252 + .04 + .012 = .304, factual .108 + .54 + .012 = .66, neither .036, /3 = .012
    assert of(rows, "visual_percent") == pytest.approx((30.4, 30.4))
    assert of(rows, "factual_percent") == pytest.approx((66, 66))
    # VF = .292 / .4 = .73, FA = .648 / .9 = .72
    assert of(rows, "vf")[1] == pytest.approx(0.73, abs=1e-5)
    assert of(rows, "fa")[1] == pytest.approx(0.72, abs=1e-5)
    assert of(rows, "vfri")[1] == pytest.approx(0.007, abs=3e-4)
    assert of(rows, "arbitration_w", variant="maximum_likelihood") == (0.7, 0.7)
    assert of(rows, "arbitration_w", variant="moments") == (0.7, 0.7)
    assert of(rows, "arbitration_reads", variant="maximum_likelihood") == pytest.approx((0.4, 0.4))
    assert of(rows, "arbitration_knows", variant="maximum_likelihood") == pytest.approx((0.9, 0.9))


def test_steering_changes_w_in_the_steered_cells_only():
    told = ARBITER | {"prefers_when_told": {"visual": 1.0, "factual": 0.0}}
    rows = truth(told, cells=[*TRIPLE, "cvlat/visual_priority", "cvlat/factual_priority"])
    assert of(rows, "arbitration_w", "cvlat/visual_priority", "maximum_likelihood")[0] == 1
    assert of(rows, "arbitration_w", "cvlat/factual_priority", "maximum_likelihood")[0] == 0
    assert of(rows, "arbitration_w", variant="maximum_likelihood")[0] == 0.7
    shift = of(rows, "delta_vfri", "cvlat/visual_priority - cvlat/normal")
    assert shift == pytest.approx(
        np.subtract(of(rows, "vfri", "cvlat/visual_priority"), of(rows, "vfri", "cvlat/normal"))
    )


@pytest.mark.parametrize(
    ("respondent", "visual", "factual", "vfri"), [("visual", 100, 0, 1), ("factual", 0, 100, -1), ("omit", 0, 0, 0)]
)
def test_respondents_without_chance_are_what_they_are_at_any_size(respondent, visual, factual, vfri):
    rows = truth({"respondent": respondent}, options=(5, 3))
    assert of(rows, "visual_percent") == (visual, visual)
    assert of(rows, "factual_percent") == (factual, factual)
    assert of(rows, "vfri") == pytest.approx((vfri, vfri), abs=1e-5)
    assert not any(statistic.startswith("arbitration") for statistic, _, _ in rows)


def test_first_option_depends_on_the_orders_used():
    rows = truth({"respondent": "first_option"}, n_orders=120)
    assert of(rows, "visual_percent") == pytest.approx((20, 20))
    assert of(rows, "vfri") == pytest.approx((0, 0), abs=1e-5)
    # of the first 24 permutations all begin with option 0, the visual answer
    rows = truth({"respondent": "first_option"}, n_orders=24)
    assert of(rows, "visual_percent") == (100, 100)
    assert of(rows, "factual_percent", "cvlat/question_only") == (0, 0)


def test_who_denies_memory_takes_the_first_option_that_is_neither_the_fact_nor_omit():
    rows = truth({"respondent": "disagrees"}, n_orders=120)
    # of all orders, each of the three options left comes first equally often
    assert of(rows, "visual_percent") == pytest.approx((100 / 3, 100 / 3))
    assert of(rows, "factual_percent") == (0, 0)
    # without names there is nothing to deny: four are left
    assert of(rows, "visual_percent", "cvlat/anonymised") == pytest.approx((25, 25))
    aligned = truth({"respondent": "disagrees"}, cells=["vlat/normal"])
    assert of(aligned, "accuracy", "vlat/normal") == (0, 0)


def test_who_looks_closer_has_nothing_to_look_at_in_charts():
    assert truth({"respondent": "looks_closer"}) == {
        key: row | {"respondent": "looks_closer"} for key, row in truth({"respondent": "factual"}).items()
    }


def test_aligned_charts_are_right_by_reading_or_knowing_and_randomised_ones_by_reading_alone():
    rows = truth(ARBITER, cells=["vlat/normal", "revlat/normal"])
    # 1 - .6 x .1 = .94, and a fifth of the .06 guessed
    assert of(rows, "accuracy", "vlat/normal") == pytest.approx((95.2, 95.2))
    assert of(rows, "accuracy", "revlat/normal") == pytest.approx((52, 52))
    assert of(rows, "accuracy_delta", "vlat/normal - revlat/normal") == pytest.approx((43.2, 43.2))
    guesser = truth({"respondent": "guesser"}, cells=["vlat/normal"])
    assert of(guesser, "accuracy", "vlat/normal") == pytest.approx((20, 20))


def test_what_randomised_data_cost_is_true_of_shared_units_alone():
    rows = make_items([5, 3]).to_pylist()
    kept = as_table("items", [row for row in rows if row["item_id"] != "vlat-real-1"])
    trials = make_trials(kept, ["vlat/normal", "revlat/normal"])
    table = planted_truth("m", {"respondent": "guesser"}, trials, kept).to_pylist()
    (delta,) = [row for row in table if row["statistic"] == "accuracy_delta"]
    assert delta["true_value"] == 0  # a fifth on both; over all items it would be 20 - 26.7
    for row in rows:
        row["unit_id"] = f"{row['instrument']}/{row['unit_id']}"
    apart = as_table("items", rows)
    table = planted_truth("m", ARBITER, make_trials(apart, ["vlat/normal", "revlat/normal"]), apart).to_pylist()
    assert not [row for row in table if row["statistic"] == "accuracy_delta"]


def test_the_exact_expectation_of_a_tiny_design_equals_enumeration_by_hand():
    # a 3-option item asked in 2 distinct orders, 2 times each: 3 conflict outcomes, 2 in each reference
    rows = truth(ARBITER, options=(3,), n_orders=2)
    v, f = 0.252 + 0.04 + 0.02, 0.108 + 0.54 + 0.02
    outcomes = {"v": v, "f": f, "n": 1 - v - f}
    a, q = 0.4 + 0.6 / 3, 0.9 + 0.1 / 3
    expected = dict.fromkeys(("vf", "fa", "vfri"), 0.0)
    for conflict in itertools.product(outcomes, repeat=2):
        for read, known in itertools.product(itertools.product((1, 0), repeat=2), repeat=2):
            p = np.prod([outcomes[o] for o in conflict])
            p *= np.prod([a if r else 1 - a for r in read]) * np.prod([q if k else 1 - q for k in known])
            n = conflict.count("n") / 2
            visual, factual = (max(0, conflict.count(o) / 2 - n) for o in "vf")
            read_score, known_score = (max(0, s - (1 - s) / 2) for s in (np.mean(read), np.mean(known)))
            vf, fa = visual / (read_score + 1e-6), factual / (known_score + 1e-6)
            for name, value in (("vf", vf), ("fa", fa), ("vfri", (vf - fa) / (vf + fa + 1e-6))):
                expected[name] += p * value
    for name, value in expected.items():
        assert of(rows, name)[0] == pytest.approx(value, rel=1e-9), name


def test_repeated_orders_are_no_new_requests():
    once = truth(ARBITER, options=(3,), n_orders=6)
    repeated = truth(ARBITER, options=(3,), n_orders=120)
    assert of(once, "vfri")[0] == pytest.approx(of(repeated, "vfri")[0])
    assert of(truth(ARBITER, options=(5,)), "vfri")[0] != pytest.approx(of(once, "vfri")[0])


def test_refused_and_unreadable_replies_lower_the_rates_and_failures_left_out_do_not():
    rows = truth(ARBITER | {"failures": {"refused": 0.05, "malformed": 0.05}})
    assert of(rows, "visual_percent") == pytest.approx((0.9 * 30.4, 0.9 * 30.4))
    rows = truth(ARBITER | {"failures": {"empty": 0.2, "permanent": 0.1, "rate_limit": 0.5}})
    assert of(rows, "visual_percent") == pytest.approx((30.4, 30.4))


def test_simulated_runs_average_to_the_exact_expectation_and_not_to_the_limit():
    options = [4, 3]
    items, identity = make_items(options), {"respondent": "arbiter", "reads": 0.8, "knows": 0.6, "prefers": 0.6}
    trials = make_trials(items, TRIPLE, n_orders=24)
    rows = planted_truth("m", identity, trials, items).to_pylist()
    true, limit = next((r["true_value"], r["limit_value"]) for r in rows if r["statistic"] == "vfri")
    found = []
    for run in range(30):
        choose = arbiter(0.8, 0.6, 0.6, generator(run, "run"))
        scores = score_trials(make_verdicts(trials, choose), trials, items)
        table = cvlat_estimates("m", item_rates("m", scores, items), scores, 1, 10).to_pylist()
        found += [
            r["estimate"]
            for r in table
            if (r["statistic"], r["cell"], r["variant"], r["breakdown"]) == ("vfri", "cvlat/normal", "paper", "all")
        ]
    error = np.std(found) / np.sqrt(len(found))
    assert abs(np.mean(found) - true) < 3.5 * error
    assert true != pytest.approx(limit, abs=1e-3)


def test_every_cell_of_the_study_has_a_truth():
    rows = truth(ARBITER, options=(5, 3), cells=list(CELLS), n_orders=6)
    assert {cell for statistic, cell, _ in rows if statistic == "accuracy"} == set(CELLS)
