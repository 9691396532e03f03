"""SciFig's statistics, by hand: rates in each reading, matched differences, premises with twins, claims and blur."""

import pytest
from made_up_scifig import claims_table, rate, rates

from counterpoint.statistics.estimates import Found
from counterpoint.suites.scifig.names import ACCEPTS, PARTLY, REJECTS
from counterpoint.suites.scifig.results.statistics import scifig_statistics
from counterpoint.tables import as_table

DRAWS = 300
CLEAN, NOISE = "describe/clean", "describe/noise_25"
FALSE, TRUE = "resist/false_premise", "resist/true_premise"
TWINS = f"{FALSE} - {TRUE}"
WITH, WITHOUT = "describe/false_caption", "describe/true_caption"
BLURRED, SHAM = "inductance/active_blurred", "inductance/active_sham"


def statistics(rows, claims=(), facts=()):
    facts = [
        {"model": "m", "cell": cell, "item_id": "i", "unit_id": "u", "figure_id": figure, "chart_type": "bar"}
        | {"fact": f"{i}", "kind": kind, "state": state}
        for i, (cell, figure, kind, state) in enumerate(facts)
    ]
    tables = scifig_statistics("m", rates(rows), as_table("scifig_facts", facts), claims_table(claims), 1, DRAWS)
    return Found(tables["estimates"]), tables["scifig_figure_scores"].to_pylist()


def value(found, *place):
    return found.value("m", *place)


def described(cell, figure, mqm, chart_type="bar", facts=(1.0, 0.0, 1.0), **columns):
    points = {"mqm_published": mqm, "mqm_capped": mqm, "omission": 100 - mqm, "error": 0.0, "n_scored": 1}
    points |= dict(zip(("facts_right", "facts_wrong", "facts_not_stated"), facts, strict=True))
    return rate(cell, f"{figure}/describe", figure, "described", chart_type, **(points | columns))


def test_reasoning_has_three_readings():
    cell = "reason/clean"
    rows = [
        rate(cell, "a1", "a", "correct", "bar", "counting"),
        rate(cell, "a2", "a", "wrong", "bar", "comparison"),
        rate(cell, "b1", "b", "unresolved", "bar", "counting"),
        rate(cell, "b2", "b", "correct", "bar", "comparison"),
        rate(cell, "c1", "c", "correct", "pie", "counting"),
        rate(cell, "d1", "d", "refused", "pie", "counting"),
        rate(cell, "e1", "e", None, "pie", "counting"),
    ]
    found, scores = statistics(rows)
    paper = found.row("m", "accuracy_percent", cell)
    assert (paper["estimate"], paper["numerator"], paper["denominator"]) == (75, 3, 4)
    assert (paper["n_items"], paper["left_out"], paper["p"]) == (4, 1, None)
    # counting: bar 1/2, pie 1/2; comparison: bar 1/2
    assert value(found, "accuracy_percent", cell, "counted") == pytest.approx(50)
    counting, comparison = (1 / 2 + 1 / 3) / 2, 1 / 2  # a pie's reply was lost and counts as not correct
    assert value(found, "accuracy_percent", cell, "all_counted") == pytest.approx(50 * (counting + comparison))
    assert value(found, "accuracy_percent", cell, "counted", "kind", "counting") == pytest.approx(50)
    assert value(found, "accuracy_percent", cell, "paper", "kind", "counting") == pytest.approx(100)
    assert value(found, "accuracy_percent", cell, "paper", "chart_type", "bar") == pytest.approx(200 / 3)
    assert found.row("m", "accuracy_percent", cell, "counted", "chart_type", "pie")["left_out"] == 1
    assert value(found, "refused_percent", cell, "counted", "chart_type", "pie") == 50
    assert value(found, "unresolved_percent", cell, "paper") is None
    of = {(s["variant"], s["figure_id"]): s["score"] for s in scores if s["dimension"] == "reasoning"}
    assert (of["paper", "a"], of["counted", "a"], of["counted", "d"]) == (0.5, 0.5, 0)
    assert ("paper", "d") not in of


def twins(*pairs):
    """Return rows of false premises and their true twins, one pair of outcomes a figure."""
    rows = []
    for i, (false, true) in enumerate(pairs):
        rows += [rate(FALSE, f"u{i}", f"f{i}", false, kind="contra"), rate(TRUE, f"u{i}", f"f{i}", true, kind="contra")]
    return rows


@pytest.mark.parametrize(
    ("pairs", "resistance", "acceptance", "matched"),
    [
        ([(REJECTS, ACCEPTS)] * 4, 1, 1, 1),  # tells them apart
        ([(REJECTS, REJECTS)] * 4, 1, 0, 0),  # contradicts whatever is said
        ([(ACCEPTS, ACCEPTS)] * 4, 0, 1, 0),  # agrees with whatever is said
        ([("refused", "refused")] * 4, 0, 0, 0),
        ([(PARTLY, PARTLY)] * 4, 0.5, 0.5, 0),
        ([(REJECTS, ACCEPTS), (REJECTS, REJECTS), (ACCEPTS, ACCEPTS), (ACCEPTS, REJECTS)], 0.5, 0.5, 0),  # guesses
        ([(PARTLY, ACCEPTS), (REJECTS, PARTLY)], 0.75, 0.75, 0.5),
        ([(ACCEPTS, REJECTS)] * 2, 0, 0, -1),
    ],
)
def test_contradiction_alone_does_not_score(pairs, resistance, acceptance, matched):
    found, _ = statistics(twins(*pairs))
    assert value(found, "resistance", FALSE, "counted") == resistance
    assert value(found, "acceptance", TRUE, "counted") == acceptance
    assert value(found, "resistance_matched", TWINS, "counted") == matched
    assert value(found, "resistance_matched", TWINS, "counted", "kind", "contra") == matched


def test_premises_match_by_unit_and_need_both_twins():
    rows = [*twins((REJECTS, ACCEPTS), (REJECTS, None)), rate(FALSE, "u9", "f9", ACCEPTS)]
    found, _ = statistics(rows)
    row = found.row("m", "resistance_matched", TWINS)
    assert (row["estimate"], row["n_items"]) == (1, 1)
    assert value(found, "resistance", FALSE) == pytest.approx(2 / 3)


def test_descriptions_are_averaged_over_figures_or_over_chart_types():
    rows = [
        described(CLEAN, "a", 80),
        described(CLEAN, "b", 60),
        described(CLEAN, "c", 40, "pie"),
        rate(CLEAN, "d/describe", "d", None, "pie"),
        described(CLEAN, "e", 0.0, "bar", (0.0, 0.0, 2.0), n_refused=1, n_described=0),
    ]
    found, _ = statistics(rows)
    assert value(found, "mqm_capped", CLEAN) == pytest.approx(180 / 4)
    assert value(found, "mqm_capped", CLEAN, "counted") == pytest.approx((140 / 3 + 40) / 2)
    assert value(found, "mqm_capped", CLEAN, "all_counted") == pytest.approx((140 / 3 + 20) / 2)
    assert value(found, "omission", CLEAN) == pytest.approx((20 + 40 + 60 + 100) / 4)
    assert value(found, "facts_right_percent", CLEAN) == pytest.approx(100 * (3 * 0.5 + 0) / 4)
    assert value(found, "facts_right_of_stated_percent", CLEAN) == pytest.approx(100)
    assert found.row("m", "mqm_capped", CLEAN, "counted")["note"] == "no interval: a single figure in pie"


def test_differences_to_clean_are_of_figures_that_both_have():
    rows = [
        *(described(CLEAN, name, mqm) for name, mqm in (("a", 80), ("b", 60), ("c", 0))),
        *(described(NOISE, name, mqm) for name, mqm in (("a", 70), ("b", 30))),
        described("admittance/passive_blurred", "a", 60),
        described("admittance/passive_blurred", "a2", 40) | {"figure_id": "a"},
    ]
    found, _ = statistics(rows)
    row = found.row("m", "mqm_published_delta", f"{NOISE} - {CLEAN}")
    assert (row["estimate"], row["n_items"], row["numerator"]) == (-20, 2, None)
    assert (row["low"], row["high"]) == (-30, -10)
    assert 0 < row["p"] <= 1
    passive = found.row("m", "mqm_published_delta", f"admittance/passive_blurred - {CLEAN}")
    assert (passive["estimate"], passive["n_items"]) == (-30, 1)  # two texts blurred one at a time: one figure


def test_facts_have_shares_by_kind():
    facts = [(CLEAN, "a", "value", s) for s in ("right", "right", "wrong", "not_stated")]
    facts += [(CLEAN, "a", "trend", "wrong"), (CLEAN, "b", "value", "not_stated")]
    found, _ = statistics([described(CLEAN, "a", 50), described(CLEAN, "b", 50)], facts=facts)
    place = (CLEAN, "counted", "fact_kind")
    assert value(found, "facts_right_percent", *place, "value") == pytest.approx((50 + 0) / 2)
    assert value(found, "facts_wrong_percent", *place, "value") == pytest.approx(12.5)
    assert value(found, "facts_right_of_stated_percent", *place, "value") == pytest.approx(200 / 3)
    assert value(found, "facts_wrong_percent", *place, "trend") == 100


def test_claims_have_four_readings_and_a_control():
    figures = [rate(cell, f"{name}/d", name, "described") for cell in (WITH, WITHOUT) for name in "abc"]
    sides = {"a": ("image", "caption", "unresolved"), "b": ("image", "not_addressed"), "c": ("not_addressed",)}
    claims = [(WITH, name, f"{i}", f"kind{i}", side) for name, s in sides.items() for i, side in enumerate(s)]
    told = {"a": ("caption", "image", "image"), "b": ("image", "not_addressed"), "c": ("image",)}
    claims += [(WITHOUT, name, f"{i}", f"kind{i}", side) for name, s in told.items() for i, side in enumerate(s)]
    found, scores = statistics(figures, claims)
    row = found.row("m", "caption_resistance", WITH)
    assert (row["estimate"], row["n_items"]) == (0.75, 2)
    assert value(found, "caption_resistance_pooled", WITH) == pytest.approx(2 / 3)
    assert value(found, "caption_image_of_all", WITH) == pytest.approx(2 / 5)
    assert value(found, "caption_image_of_all", WITH, "counted") == pytest.approx(2 / 6)
    assert value(found, "caption_addressed", WITH) == pytest.approx(3 / 5)
    assert value(found, "caption_followed_of_all", WITH, "paper", "claim_kind", "kind1") == pytest.approx(1 / 2)
    assert value(found, "caption_addressed", WITHOUT) == pytest.approx(5 / 6)
    assert value(found, "caption_followed_of_all", WITHOUT) == pytest.approx(1 / 6)
    pull = found.row("m", "caption_pull", f"{WITH} - {WITHOUT}", "counted")
    assert pull["estimate"] == pytest.approx((4 - 2) / 6)
    assert value(found, "caption_pull", f"{WITH} - {WITHOUT}") == pytest.approx((3 - 2) / 5)
    assert pull["n_items"] == 6
    assert {s["figure_id"]: s["score"] for s in scores if (s["dimension"], s["variant"]) == ("caption", "paper")} == {
        "a": 0.5,
        "b": 1,
    }


OUTCOMES = ("correct", "correct", "correct_hedged", "wrong", "wrong_hedged", "abstained", "abstained", "not_addressed")


def blurred(cell, outcomes):
    return [rate(cell, f"t{i}", f"f{i}", outcome) for i, outcome in enumerate(outcomes)]


def test_every_rate_of_blur_is_a_sum_of_exclusive_outcomes():
    found, _ = statistics(blurred(BLURRED, [*OUTCOMES, "refused", "unresolved"]))
    names = ("correct_unhedged", "correct_hedged", "wrong_unhedged", "wrong_hedged", "abstained", "not_addressed")
    paper = [value(found, f"{name}_percent", BLURRED) for name in names]
    assert paper == pytest.approx([25, 12.5, 12.5, 12.5, 25, 12.5])
    counted = [value(found, f"{name}_percent", BLURRED, "counted") for name in (*names, "refused", "unresolved")]
    assert sum(counted) == pytest.approx(100)
    derived = {"admit": 4, "answer": 5, "correct": 3, "unhedged": 3}
    for name, n in derived.items():
        assert value(found, f"{name}_percent", BLURRED) == pytest.approx(100 * n / 8), name
        assert value(found, f"{name}_percent", BLURRED, "counted") == pytest.approx(10 * n), name
    given = {"correct_given_answer": 60, "unhedged_risk": 100 / 3, "answer_risk": 40}
    for name, percent in given.items():
        for variant in ("paper", "counted"):  # what is given does not change with what is left out
            assert value(found, f"{name}_percent", BLURRED, variant) == pytest.approx(percent), name


def test_blur_is_held_against_its_sham_on_the_same_targets():
    rows = blurred(BLURRED, ["correct", "wrong", "abstained", "abstained"])
    rows += blurred(SHAM, ["correct", "correct", "correct", None])
    found, _ = statistics(rows)
    cell = f"{BLURRED} - {SHAM}"
    assert value(found, "correct_delta", cell) == pytest.approx(100 * (1 - 3) / 3)
    assert value(found, "abstained_delta", cell, "counted") == pytest.approx(100 / 3)
    given = found.row("m", "correct_given_answer_delta", cell)
    assert (given["estimate"], given["p"] is None) == (-50, False)


def test_risk_over_coverage_is_taken_over_both_kinds_of_targets():
    rows = blurred(BLURRED, ["correct", "wrong_hedged"])
    rows += [rate("admittance/active_blurred", f"a{i}", f"f{i}", o) for i, o in enumerate(("wrong", "abstained"))]
    found, _ = statistics(rows)
    curve = [
        value(found, f"{name}_percent", "both/active_blurred")
        for name in ("unhedged", "unhedged_risk", "answer", "answer_risk")
    ]
    assert curve == pytest.approx([50, 50, 75, 200 / 3])


def test_figures_are_drawn_alike_whatever_else_the_model_answered():
    rows = [described(CLEAN, f"f{i}", 50.0 + i) for i in range(12)]
    more = [rate("reason/clean", f"u{i}", f"f{i}", "correct") for i in range(12)]
    first, second = (statistics(found)[0].row("m", "mqm_capped", CLEAN) for found in (rows, rows + more))
    assert first == second
    assert first["low"] < first["estimate"] < first["high"]
