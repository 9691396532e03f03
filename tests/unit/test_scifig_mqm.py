"""MQM by both engines, every number worked out by hand."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.suites.scifig.checklist import ACCURACY_SUB_TYPE, CHECKLISTS, ISSUES, MAJOR, MINOR, denominator
from counterpoint.suites.scifig.results.mqm import CAPPED, PUBLISHED, mqm_score

FINE = {"coverage": "full", "correctness": "right", "mismatched": 0, "elements": 4, "quote": ""}


def findings(chart_type="pie", **changed):
    """Return findings without a fault, but for the keys that are named: fields of items, or quotes of faults."""
    found = {key: dict(FINE) for key in CHECKLISTS[chart_type]}
    for key, change in changed.items():
        found[key] = FINE | change if isinstance(change, dict) else [{"quote": quote} for quote in change]
    return found


def both(chart_type="pie", reply="", absent=(), **changed):
    found = findings(chart_type, **changed)
    return [mqm_score(engine, chart_type, found, reply, absent) for engine in (PUBLISHED, CAPPED)]


def test_denominators_are_the_papers_and_every_item_has_a_sub_type():
    assert [denominator(chart_type) for chart_type in ("bar", "line", "pie")] == [55, 51, 37]
    assert set(ACCURACY_SUB_TYPE) == {key for items in CHECKLISTS.values() for key in items}


def test_a_faultless_description_scores_100():
    assert [score.mqm for score in both()] == [100, 100]


@pytest.mark.parametrize(
    ("key", "change", "published", "capped"),
    [  # pie: D = 37
        ("labels", {"coverage": "missing"}, 5, 5),
        ("colours", {"coverage": "missing"}, 2, 2),
        ("labels", {"coverage": "partial"}, 2, 2),
        ("labels", {"correctness": "wrong"}, 5, 5),
        ("labels", {"correctness": "partial"}, 2, 2),
        ("colours", {"correctness": "wrong"}, 2, 2),
        ("percentages", {"mismatched": 1}, 5, 1.25),  # one of four: the whole item there, a quarter here
        ("percentages", {"mismatched": 1, "elements": 0}, 5, 5),  # of unknown size
        ("percentages", {"mismatched": 6}, 5, 5),
        ("percentages", {"correctness": "partial", "mismatched": 2}, 5, 2.5),
        ("labels", {"coverage": "missing", "correctness": "wrong", "mismatched": 3}, 5, 5),  # not covered: no error
        ("labels", {"coverage": "partial", "correctness": "wrong"}, 7, 5),  # more than the item is worth, capped
        ("colours", {"coverage": "partial", "correctness": "partial"}, 4, 2),
        ("hallucination", ["a", "b"], 10, 5),
        ("verbosity", ["a"], 1, 1),
        ("unwanted_interpretation", ["a"], 2, 2),
    ],
)
def test_each_finding_costs_what_its_engine_says(key, change, published, capped):
    one, other = both(**{key: change})
    assert one.mqm == pytest.approx(100 - 100 * published / 37)
    assert other.mqm == pytest.approx(100 - 100 * capped / 37)
    assert sum(penalty.weight for penalty in other.penalties) == pytest.approx(capped)


def test_scores_do_not_fall_below_0():
    missing = {key: {"coverage": "missing"} for key in CHECKLISTS["bar"]}
    published, capped = both("bar", hallucination=["x"], **missing)
    assert (published.mqm, published.omission, published.error) == (0, 100, pytest.approx(500 / 55))
    assert (capped.mqm, capped.omission) == (0, 100)


def test_only_the_capped_engine_knows_what_a_figure_does_not_have():
    lacks = {"coverage": "missing"}
    published, capped = both(absent={"emphasis"}, emphasis=lacks, legend={"coverage": "not_applicable"})
    assert published.mqm == pytest.approx(100 - 100 * 2 / 37)
    assert capped.mqm == 100
    _, capped = both(absent={"emphasis"}, emphasis=lacks, legend={"coverage": "not_applicable"}, title=lacks)
    assert capped.mqm == pytest.approx(100 - 100 * 5 / 33)


def test_what_votes_did_not_agree_on_is_in_no_denominator():
    found = findings(labels={"correctness": "wrong"})
    del found["percentages"], found["colours"]
    for engine in (PUBLISHED, CAPPED):
        assert mqm_score(engine, "pie", found, "").mqm == pytest.approx(100 - 100 * 5 / 30)
        assert mqm_score(engine, "pie", {"verbosity": [{"quote": ""}]}, "").mqm is None


REPLY = "The chart shows four slices. Apples take 40 %, pears take 30 %. Sales will double next year."


def sub_types(score):
    return [penalty.sub_type for penalty in score.penalties]


def test_a_fault_of_the_whole_goes_where_the_checklist_charges_the_same_words():
    wrong = {"correctness": "wrong", "quote": "Apples take 40 %"}
    for score in both(reply=REPLY, percentages=wrong, hallucination=["take 40 %, pears", "Sales will double"]):
        assert sub_types(score) == ["incorrect_value", "hallucination"]
        assert score.penalties[-1].quote == "Sales will double"


def test_of_overlapping_errors_the_heaviest_stays():
    said = {"correctness": "wrong", "quote": "apples  TAKE 40 %"}
    for score in both(reply=REPLY, colours=said, labels=said | {"correctness": "partial"}, percentages=said):
        assert [(p.key, p.weight) for p in score.penalties] == [("percentages", 5)]
    for score in both(reply=REPLY, labels=said, percentages=said):
        assert [p.key for p in score.penalties] == ["labels"]  # equally heavy: the first of the checklist


def test_omissions_are_no_error_and_never_overlap():
    said = {"coverage": "partial", "quote": "Apples take 40 %"}
    for score in both(reply=REPLY, labels=said, percentages=said | {"correctness": "wrong", "coverage": "full"}):
        assert sub_types(score) == ["missing_information", "incorrect_value"]
        assert (score.omission, score.error) == (pytest.approx(200 / 37), pytest.approx(500 / 37))


def test_quotes_that_the_reply_does_not_hold_overlap_where_one_holds_the_other():
    wrong = {"correctness": "wrong", "quote": "some forty percent of apples"}
    for score in both(reply=REPLY, percentages=wrong, hallucination=["forty percent", ""]):
        assert sub_types(score) == ["incorrect_value", "hallucination"]


def test_severities_follow_the_checklist():
    for chart_type, items in CHECKLISTS.items():
        for key, severity in items.items():
            score = mqm_score(PUBLISHED, chart_type, findings(chart_type, **{key: {"coverage": "missing"}}), "")
            assert score.penalties[0].weight == (5 if severity == MAJOR else 2)


ITEM = st.fixed_dictionaries(
    {
        "coverage": st.sampled_from(["full", "partial", "missing", "not_applicable"]),
        "correctness": st.sampled_from(["right", "partial", "wrong", "none"]),
        "mismatched": st.integers(0, 5),
        "elements": st.integers(0, 5),
        "quote": st.sampled_from(["", "four slices", "Apples take 40 %", "pears take", "not in the reply"]),
    }
)
FAULTS = st.lists(st.fixed_dictionaries({"quote": st.sampled_from(["", "four slices", "next year"])}), max_size=4)


@given(
    st.sampled_from(list(CHECKLISTS)).flatmap(
        lambda chart_type: st.tuples(
            st.just(chart_type),
            st.fixed_dictionaries({}, optional=dict.fromkeys(CHECKLISTS[chart_type], ITEM)),
            st.fixed_dictionaries({}, optional=dict.fromkeys(ISSUES, FAULTS)),
        )
    )
)
def test_whatever_is_found_a_score_is_within_bounds_and_no_item_passes_its_cap(case):
    chart_type, items, faults = case
    for engine in (PUBLISHED, CAPPED):
        score = mqm_score(engine, chart_type, items | faults, REPLY)
        assert score.mqm is None or 0 <= score.mqm <= 100
        if score.mqm is not None:
            assert score.mqm == pytest.approx(max(0, 100 - score.omission - score.error))
    sums = Counter()
    for penalty in score.penalties:
        sums[penalty.key] += penalty.weight
    for key, weight in sums.items():
        assert weight <= (2 if CHECKLISTS[chart_type].get(key) == MINOR else 5) + 1e-9
    assert (score.omission or 0) <= 100 + 1e-9  # what is missing cannot cost more than there is
