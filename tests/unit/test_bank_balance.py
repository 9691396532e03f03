"""What can be answered above chance without a picture: constant slots and texts, strategies, a memory of facts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.suites.cvlat.bank_audit import audit_instruments
from counterpoint.suites.cvlat.bank_balance import balance_findings, memory_findings, strategy_findings, strategy_scores
from counterpoint.tables import as_table


def asked(options, right, instrument="vlat", **columns):
    item = {"instrument": instrument, "form": "real", "options": [*options, "Omit"], "task": "Retrieve Value"}
    return {**item, "visual_index": right, "factual_index": right, **columns}


TRUTHS = ("True", "False")


@pytest.mark.parametrize(
    ("rows", "faults"),
    [
        # Options in another order each time: no slot stands out, the text does.
        ([asked("ab"[:: 1 - 2 * (i % 2)], i % 2) for i in range(4)], ["constant_answer"]),
        # Texts that occur once each: the slot stands out, no text does.
        ([asked((f"{i}", f"-{i}", f"+{i}"), 2) for i in range(6)], ["unbalanced_slots"]),
        # Seven options and a bad slot: every number of options is looked at.
        ([asked([f"{i}{letter}" for letter in "abcdef"], 5) for i in range(12)], ["unbalanced_slots"]),
        # Three directions, each right twice; and two truths, each right twice.
        ([asked(("rising", "falling", "staying"), i % 3) for i in range(6)], []),
        ([asked(TRUTHS, i % 2) for i in range(4)], []),
        # Five statements cannot be shared evenly: three and two are no fault, four and one are.
        ([asked(TRUTHS, i % 2) for i in range(5)], []),
        ([asked(TRUTHS, i // 4) for i in range(5)], ["unbalanced_slots", "constant_answer"]),
        # Fewer than twice the choices are not judged.
        ([asked(TRUTHS, 0) for _ in range(3)], []),
        ([asked("abcd", 0) for _ in range(7)], []),
    ],
)
def test_constant_slots_and_texts_are_looked_at_for_every_number_of_options(rows, faults):
    assert [row["fault"] for row in balance_findings(rows)] == faults


@pytest.mark.parametrize(
    ("hits", "found"),
    [((0, 0, 1, 1), False), ((0, 0, 0, 1), True), ((0, None, 1, 1), False), ((0, None, 0, 1), True)],
)
def test_a_memory_of_the_facts_that_beats_chance_is_a_finding(hits, found):
    """Four statements whose key is slot 0: two right from memory are chance, three are not; no option counts as one."""
    rows = [asked(TRUTHS, 0, "revlat", factual_index=factual) for factual in hits]
    assert [row["fault"] for row in memory_findings(rows)] == ["memory_credited"] * found


def scores(rows):
    return {row["strategy"]: (row["score"], row["chance"], row["n_applied"]) for row in strategy_scores(rows)}


def test_strategies_guess_where_they_do_not_apply():
    rows = [
        asked(("5", "20", "300", "4,000"), 0),
        asked(TRUTHS, 0),
        asked(("rising", "falling", "staying the same"), 1),
    ]
    chance = pytest.approx(100 * (1 / 4 + 1 / 2 + 1 / 3) / 3)
    third = 100 / 3
    assert scores(rows) == {
        "always slot 0": (pytest.approx(2 * third), chance, 3),
        "always slot 1": (pytest.approx(third), chance, 3),
        "always slot 2": (pytest.approx(third * 0.5), chance, 2),
        "always slot 3": (pytest.approx(third * (0.5 + 1 / 3)), chance, 1),
        "always the last": (0, chance, 3),
        "always the largest number": (pytest.approx(third * (0.5 + 1 / 3)), chance, 1),
        "always the smallest number": (pytest.approx(third * (1 + 0.5 + 1 / 3)), chance, 1),
        "always the longest text": (0, chance, 3),
        "always the shortest text": (pytest.approx(2 * third), chance, 3),
        "always True": (pytest.approx(third * (0.25 + 1 + 1 / 3)), chance, 1),
        "always False": (pytest.approx(third * (0.25 + 1 / 3)), chance, 1),
        "always rising": (pytest.approx(third * 0.75), chance, 1),
        "always falling": (pytest.approx(third * 1.75), chance, 1),
    }


def test_texts_of_one_length_are_chosen_evenly_among():
    assert scores([asked(("aa", "bb", "c", "dd"), 1)])["always the longest text"][0] == pytest.approx(100 / 3)


def test_ranges_are_compared_by_their_outer_ends_and_names_of_marks_are_no_numbers():
    ranges = scores([asked(("1 - 5", "1 - 9", "3 - 7 km"), 1)])
    assert ranges["always the largest number"][0] == 100
    assert ranges["always the smallest number"][0] == 50
    years = scores([asked(("1990", "2000", "2010"), 2, task="Find Extremum")])
    assert years["always the largest number"] == (pytest.approx(100 / 3), pytest.approx(100 / 3), 0)


def test_in_conflict_a_strategy_is_held_against_both_answers():
    rows = [asked(TRUTHS, 0, "cvlat", factual_index=1) for _ in range(4)]
    found = strategy_findings(rows)
    assert {row["fault"] for row in found} == {"strategy_above_chance"}
    detail = "'always True' gets 100.0 % of the visual answers of 4 items, chance is 50.0 %"
    assert detail in {row["detail"] for row in found}
    assert any("'always False' gets 100.0 % of the factual" in row["detail"] for row in found)
    as_table("audit", audit_instruments(rows))
    as_table("cvlat_strategies", strategy_scores(rows))


def test_a_strategy_may_be_right_once_more_than_chance_and_small_instruments_are_not_judged():
    even = [asked(TRUTHS, i % 2) for i in range(5)]  # three of five: half an item above chance
    assert strategy_findings(even) == []
    assert strategy_findings([asked("abcd", 0) for _ in range(7)]) == []
    assert strategy_findings([asked("abcd", 0) for _ in range(8)])


@given(st.lists(st.tuples(st.integers(2, 5), st.integers(0, 4)), min_size=1, max_size=20))
def test_all_slots_together_are_right_once_in_every_item(pairs):
    """Each item is right in exactly one slot; in slots that it lacks, a strategy guesses."""
    rows = [asked([f"o{i}" for i in range(n)], right % n) for n, right in pairs]
    most = max(n for n, _ in pairs)
    total = sum(row["score"] for row in strategy_scores(rows) if row["strategy"].startswith("always slot"))
    guesses = sum((most - n) / n for n, _ in pairs)
    assert total == pytest.approx(100 * (len(pairs) + guesses) / len(pairs))
