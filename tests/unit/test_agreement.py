"""Agreement: kappa and alpha against worked values and the package, intervals by unit, and the rows of a suite."""

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.judging.agreement import ALL, PEOPLE, VERDICT, Readings, agreement_rows
from counterpoint.judging.verdicts import PARSER
from counterpoint.statistics.agreement import (
    cohen_kappa,
    coincidences,
    confusions,
    interval,
    nominal_alpha,
    share,
)
from counterpoint.tables import as_table

# 50 grant proposals read by two readers: a worked example that many textbooks repeat; kappa is .4.
PROPOSALS = np.array([[20.0, 5.0], [10.0, 15.0]])


def test_kappa_of_a_worked_example():
    assert share(PROPOSALS) == pytest.approx(0.7)
    assert cohen_kappa(PROPOSALS) == pytest.approx(0.4)


def test_alpha_of_krippendorffs_own_example():
    """Four observers, twelve units, with gaps; the nominal alpha of the author's example is .743."""
    votes = [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
        [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
    ]
    counts = np.array([[[row[unit] for row in votes].count(label) for label in range(1, 6)] for unit in range(12)])
    sums = coincidences(counts, np.arange(12), np.ones(12))
    assert nominal_alpha(sums.sum(axis=0)) == pytest.approx(0.743, abs=5e-4)


@given(st.integers(2, 5), st.integers(2, 6), st.integers(0, 10_000))
def test_alpha_is_the_packages(labels, votes, seed):
    rng = np.random.default_rng(seed)
    counts = rng.multinomial(votes, np.ones(labels) / labels, size=30)
    counts[::7] = 0  # replies that nobody read
    expected = krippendorff.alpha(value_counts=counts, level_of_measurement="nominal")
    sums = coincidences(counts, rng.integers(0, 4, size=30), np.ones(30))
    assert nominal_alpha(sums.sum(axis=0)) == pytest.approx(expected)


def test_replies_that_are_told_together_count_as_if_told_one_by_one():
    rng = np.random.default_rng(3)
    counts, clusters = rng.multinomial(4, [0.5, 0.3, 0.2], size=8), rng.integers(0, 3, size=8)
    replies = rng.integers(1, 5, size=8)
    alone = coincidences(counts.repeat(replies, axis=0), clusters.repeat(replies), np.ones(replies.sum()))
    assert coincidences(counts, clusters, replies) == pytest.approx(alone)
    one, two = rng.integers(0, 3, size=(2, 8))
    several = [codes.repeat(replies) for codes in (one, two, clusters)]
    alone = confusions(*several, 3, np.ones(replies.sum()))
    assert (confusions(one, two, clusters, 3, replies) == alone).all()


def test_where_one_label_alone_is_given_both_are_undefined():
    one = np.zeros(10, dtype=int)
    assert np.isnan(cohen_kappa(confusions(one, one, one, 2, np.ones(10)).sum(axis=0)))
    counts = np.tile([2, 0], (10, 1))
    assert np.isnan(nominal_alpha(coincidences(counts, one, np.ones(10)).sum(axis=0)))


def test_an_interval_covers_the_true_kappa_about_as_often_as_it_says():
    """Two readers right with .85 each on two labels equally likely: p_o = .745, kappa = .49."""
    rng = np.random.default_rng(5)
    clusters = np.repeat(np.arange(60), 5)
    covered = 0
    for _ in range(100):
        truth = rng.integers(0, 2, size=300)
        one, two = (np.where(rng.random(300) < 0.85, truth, 1 - truth) for _ in range(2))
        low, high = interval(confusions(one, two, clusters, 2, np.ones(300)), cohen_kappa, 400, rng)
        covered += low <= 0.49 <= high
    assert covered >= 87


def test_an_interval_of_replies_to_one_question_is_none():
    both = np.array([0, 1, 1])
    assert all(
        np.isnan(interval(confusions(both, both, np.zeros(3, int), 2, np.ones(3)), share, 50, np.random.default_rng(1)))
    )


def readings_of(models):
    """Return readings: for each model, for each reply, the votes of two judges, the parser's, and a person's label."""
    readings = Readings()
    for model, replies in models.items():
        verdicts, votes, people, units = [], [], {}, {}
        for number, (first, second, parser, person) in enumerate(replies):
            name = f"{number}"
            units[name] = f"u{number % 3}"
            position = None if parser == "unresolved" else ord(parser) - ord("a")
            verdict = "unresolved" if position is None else "option"
            verdicts.append(
                {"request_id": name, "response_key": f"{model} {name}"}
                | {"verdict": verdict, "position": position, "number": None}
            )
            for judge, said in (("one", first), ("two", second)):
                for vote, label in enumerate(said):
                    found = {"label": None, "reason": "no_object"} if label == "-" else {"label": label, "reason": ""}
                    votes.append({"request_id": name, "judge": judge, "vote": vote} | found)
            votes.append({"request_id": name, "judge": PARSER, "vote": 0, "label": parser, "reason": ""})
            if person:
                people[f"{model} {name}"] = person
        readings.add(model, units, {name: {} for name in units}, verdicts, votes, people)
    return readings


def rows_by(rows):
    return {(row["model"], row["statistic"], row["judges"]): row for row in rows}


def test_rows_compare_votes_judges_parser_verdicts_and_people():
    models = {
        "m": [
            (["a", "a", "a"], ["a"], "a", "a"),
            (["b", "b", "-"], ["b"], "b", ""),
            (["b", "a", "b"], ["b"], "unresolved", "b"),
            (["-", "-", "a"], ["a"], "a", ""),
        ],
        "n": [(["a", "b", "b"], ["a"], "a", "b")],
    }
    table = as_table("agreement", agreement_rows("s", readings_of(models), ["m", "n"], 100, 1))
    rows = rows_by(table.to_pylist())
    unanimous = rows["m", "share_unanimous", "votes of one"]
    assert (unanimous["n"], unanimous["estimate"]) == (3, pytest.approx(2 / 3)), "one reply has a single vote"
    assert unanimous["note"] == "3 votes failed"
    assert ("m", "share_unanimous", "votes of two") not in rows, "a single vote agrees with nothing"
    equal = rows["m", "share_equal", f"one, {PARSER}"]
    assert (equal["n"], equal["estimate"]) == (2, 1.0), "where both read: neither a failed judge nor an unread reply"
    assert equal["note"] == "besides, one alone read 1, the parser alone 0, neither 0"
    assert rows["m", "share_equal", "one, two"]["n"] == 3
    assert rows["m", "share_equal", f"{VERDICT}, {PEOPLE}"]["n"] == 2
    assert rows["m", "share_equal", f"{VERDICT}, {PEOPLE}"]["estimate"] == 0.5
    assert rows["m", "share_equal", f"one, {PEOPLE}"]["estimate"] == 1.0
    pooled = rows[ALL, "share_equal", f"one, {PEOPLE}"]
    assert (pooled["n"], pooled["estimate"]) == (3, 1.0)
    assert rows["n", "cohen_kappa", f"one, {PEOPLE}"]["estimate"] is None
    assert rows["n", "cohen_kappa", f"one, {PEOPLE}"]["note"] == "undefined: one label alone was given"


def test_without_a_common_reply_the_value_is_absent_with_its_reason():
    models = {"m": [(["a"], ["-"], "unresolved", "")]}
    rows = rows_by(agreement_rows("s", readings_of(models), ["m"], 100, 1))
    row = rows["m", "cohen_kappa", "one, two"]
    assert (row["n"], row["estimate"], row["note"]) == (0, None, "no reply that both read")
    assert (ALL, "cohen_kappa", "one, two") not in rows, "one model is all models"
