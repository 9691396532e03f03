"""Every trial gets the outcome that its reply and its item's key say, and every item its rates."""

import numpy as np
import pytest
from cvlat_samples import make_items, make_trials, make_verdicts
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.errors import UserError
from counterpoint.statistics.left_out import left_out_counts
from counterpoint.suites.cvlat.rates import corrected_scores, item_rates
from counterpoint.suites.cvlat.scoring import score_trials
from counterpoint.tables import as_table

ITEMS = make_items([5])


def _verdict(**changes):
    row = {"request_id": "r", "status": "answered", "failure_class": None, "verdict": "option", "position": 0}
    row |= {"response_key": "k", "extraction": "parser", "votes_for": None, "votes_cast": None}
    return row | {"rule": "made up", "reader_version": "test", "text_chars": 7} | changes


def _one(cell="cvlat/normal", item_id="cvlat-real-0", order=(2, 0, 1, 4, 3), **verdict):
    trial = {"suite": "cvlat", "cell": cell, "item_id": item_id, "unit_id": "cvlat-0", "order_index": 0}
    trials = as_table("trials", [trial | {"order": list(order), "request_id": "r"}])
    return score_trials(as_table("verdicts", [_verdict(**verdict)]), trials, ITEMS).to_pylist()[0]


@pytest.mark.parametrize(
    ("position", "option", "outcome"),
    [(0, 2, "distractor"), (1, 0, "visual"), (2, 1, "factual"), (3, 4, "omit"), (4, 3, "distractor")],
)
def test_a_position_is_read_through_the_order_shown(position, option, outcome):
    score = _one(position=position)
    assert (score["option_index"], score["outcome"], score["position"]) == (option, outcome, position)


def test_visual_wins_where_both_answers_are_one_option():
    assert _one(cell="vlat/normal", item_id="vlat-real-0", position=1)["outcome"] == "visual"


def test_omit_by_words_has_the_position_at_which_omit_stood():
    score = _one(verdict="omit", position=None)
    assert (score["outcome"], score["position"], score["option_index"]) == ("omit", 3, 4)


def test_unreadable_and_refused_replies_are_counted_and_choose_nothing():
    score = _one(verdict="unresolved", position=None)
    assert (score["outcome"], score["option_index"]) == ("unresolved", None)
    assert _one(status="refused", verdict="none", position=None)["outcome"] == "refused"


@pytest.mark.parametrize("status", ["empty", "truncated", "filtered", "failed", "skipped"])
def test_a_failure_is_never_an_answer_nor_a_wrong_answer(status):
    assert _one(status=status, verdict="none", position=None, failure_class="x")["outcome"] == "left_out"


def test_a_reply_that_the_judge_failed_to_read_is_left_out_under_a_status_of_its_own():
    row = _one(verdict="judge_failed", position=None)
    assert (row["outcome"], row["status"], row["position"]) == ("left_out", "judge_failed", None)


def test_a_truncated_reply_is_left_out_even_if_a_letter_can_be_read():
    score = _one(status="truncated", verdict="option", position=1)
    assert (score["outcome"], score["position"]) == ("left_out", None)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"verdict": "none", "position": None}, "not read"),
        ({"position": 5}, "position"),
        ({"position": None}, "position"),
        ({"request_id": "other"}, "without a verdict"),
    ],
)
def test_a_broken_stage_before_stops_the_scoring(changes, fault):
    with pytest.raises(ValueError, match=fault):
        _one(**changes)


def test_trials_that_share_a_request_share_its_outcome_in_trial_order():
    items = make_items([3])
    trials = make_trials(items, ["cvlat/normal"], n_orders=12)
    scores = score_trials(make_verdicts(trials, lambda cell, item, order: order[0]), trials, items)
    assert scores["request_id"].equals(trials["request_id"])
    assert scores["option_index"].to_pylist() == [order[0] for order in trials["order"].to_pylist()]


def _rates(choose, cell="cvlat/normal", options=5, n_orders=120, status=None):
    items = make_items([options])
    trials = make_trials(items, [cell], n_orders)
    scores = score_trials(make_verdicts(trials, choose, status), trials, items)
    return item_rates("m", scores, items).to_pylist()[0]


def test_always_the_first_position_gives_even_rates_and_no_corrected_score():
    row = _rates(lambda cell, item, order: order[0])
    assert [row[n] for n in ("visual", "factual", "omit")] == pytest.approx([0.2, 0.2, 0.2])
    assert row["distractor"] == pytest.approx(0.4)
    assert (row["visual_corrected"], row["factual_corrected"]) == (0.0, 0.0)


def test_identical_orders_are_counted_once_among_requests():
    row = _rates(lambda cell, item, order: 0, options=3)
    assert (row["n_trials"], row["n_counted"], row["n_requests"]) == (120, 120, 6)


def test_without_a_counted_trial_rates_are_absent_and_reasons_counted():
    row = _rates(None, status={"cvlat/normal": ("skipped", "text_only_model")})
    assert row["visual"] is row["visual_corrected"] is row["visual_all"] is row["reply_chars"] is None
    assert (row["n_counted"], row["left_out_skipped"], row["n_requests"]) == (0, 120, 0)


def test_all_counted_rates_count_failures_but_never_skips():
    items = make_items([3])
    trials = make_trials(items, ["cvlat/normal"], n_orders=6)
    rows = make_verdicts(trials, lambda cell, item, order: 0).to_pylist()
    for i, status in enumerate(("failed", "skipped", "empty")):
        rows[i] |= {"status": status, "verdict": "none", "position": None, "failure_class": "x"}
    scores = score_trials(as_table("verdicts", rows), trials, items)
    row = item_rates("m", scores, items).to_pylist()[0]
    assert (row["n_counted"], row["visual"]) == (3, 1.0)
    assert row["visual_all"] == pytest.approx(3 / 5)
    left_out = left_out_counts("cvlat_left_out", "m", scores).to_pylist()
    assert [(r["status"], r["trials"], r["share"]) for r in left_out] == [
        (status, 1, pytest.approx(1 / 6)) for status in ("failed", "skipped", "empty")
    ]


def _corrected(cell, options, visual, factual, focal=2):
    arrays = [np.array([x]) for x in (cell, options, visual, factual, focal)]
    return [float(x[0]) for x in corrected_scores(*arrays)]


def test_corrected_scores_worked_by_hand():
    # conflict, C = 5: W = .2, D = 3; visual .5 - .2/3, factual .3 - .2/3
    assert _corrected("cvlat/normal", 5, 0.5, 0.3) == pytest.approx([0.5 - 0.2 / 3, 0.3 - 0.2 / 3])
    # conflict, C = 3: D = 1, only Omit is left
    assert _corrected("cvlat/visual_priority", 3, 0.5, 0.25) == pytest.approx([0.25, 0.0])
    # references, C = 5: W = .4, D = 4
    assert _corrected("cvlat/anonymised", 5, 0.6, 0.3) == pytest.approx([0.5, np.nan], nan_ok=True)
    assert _corrected("cvlat/question_only", 5, 0.3, 0.6) == pytest.approx([np.nan, 0.5], nan_ok=True)
    assert _corrected("revlat/normal", 4, 0.7, 0.0, focal=1) == pytest.approx([0.6, np.nan], nan_ok=True)


def test_a_score_below_chance_is_zero_and_not_negative():
    assert _corrected("cvlat/normal", 5, 0.05, 0.05) == [0.0, 0.0]


RATES = st.integers(3, 8).flatmap(
    lambda n: st.tuples(st.just(n), st.lists(st.integers(0, n - 1), min_size=6, max_size=6))
)


@settings(max_examples=30, deadline=None)
@given(RATES)
def test_rates_of_an_item_sum_to_one_and_scores_stay_in_range(case):
    options, choices = case
    picks = iter(choices)
    row = _rates(lambda cell, item, order: next(picks), options=options, n_orders=6)
    names = ("visual", "factual", "distractor", "omit", "unresolved", "refused")
    assert sum(row[name] for name in names) == pytest.approx(1)
    for name in ("visual", "factual"):
        assert 0 <= row[f"{name}_corrected"] <= row[name] <= 1


@settings(max_examples=20, deadline=None)
@given(st.randoms(use_true_random=False))
def test_the_order_of_trials_and_verdicts_changes_no_rate(random):
    items = make_items([3, 4])
    trials = make_trials(items, ["cvlat/normal"], n_orders=6)
    verdicts = make_verdicts(trials, lambda cell, item, order: order[1])
    plain = item_rates("m", score_trials(verdicts, trials, items), items).to_pylist()
    shuffled = [random.sample(range(len(t)), len(t)) for t in (verdicts, trials)]
    mixed = score_trials(verdicts.take(shuffled[0]), trials.take(shuffled[1]), items)
    assert sorted(item_rates("m", mixed, items).to_pylist(), key=lambda r: r["item_id"]) == plain


def test_a_cell_of_free_text_and_json_is_refused_while_two_cells_may_differ():
    trials = make_trials(ITEMS, ["vlat/normal", "cvlat/normal"], 2)
    rows = make_verdicts(trials, lambda *_: 0).to_pylist()
    cell_of = dict(zip(trials["request_id"].to_pylist(), trials["cell"].to_pylist(), strict=True))
    for row in rows:
        row["route"] = "free_text" if cell_of[row["request_id"]] == "vlat/normal" else "json_schema"
    scores = score_trials(as_table("verdicts", rows), trials, ITEMS)
    rates = item_rates("m", scores, ITEMS).to_pylist()
    assert {r["cell"]: r["route"] for r in rates} == {"vlat/normal": "free_text", "cvlat/normal": "json_schema"}
    rows[0]["route"] = "json_schema"
    with pytest.raises(UserError, match="cell vlat/normal: some replies were asked for as free_text and some as json"):
        score_trials(as_table("verdicts", rows), trials, ITEMS)
    rows[0] |= {"status": "failed", "verdict": "none", "position": None, "route": None}
    assert len(score_trials(as_table("verdicts", rows), trials, ITEMS)) == len(trials)
