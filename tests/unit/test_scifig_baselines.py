"""What answering SciFig's questions without looking gets, in cases worked out by hand and over drawn figures."""

import json

import pytest
from made_up_scifig import item

from counterpoint.suites.scifig.results.baselines import baselines
from counterpoint.tables import as_table


def number(name, correct, tolerance=0.0, kind="counting"):
    """Return an item whose answer is a number."""
    known = {"dimension": "reasoning", "kind": kind, "answer": "number"}
    claims = json.dumps({"correct": [f"{correct:g}"], "biased": []})
    return item(name, correct_number=float(correct), tolerance=tolerance, claims=claims, **known)


def named(name, correct, *others):
    """Return an item whose answer is a name."""
    claims = json.dumps({"correct": [correct], "biased": list(others)})
    return item(name, dimension="reasoning", kind="comparison", answer="name", claims=claims)


def blurred(name, text, condition="active"):
    """Return an item about a blurred text."""
    return item(name, dimension="admittance", condition=condition, material=json.dumps({"text": text}))


def found(*items):
    """Return the share that is right, of how many items, and the answer, by kind and way of answering."""
    rows = baselines(as_table("scifig_items", items)).to_pylist()
    return {(row["kind"], row["baseline"]): (row["correct"], row["n_items"], row["answer"]) for row in rows}


def test_the_best_constant_and_another_figures_answer_go_by_each_items_tolerance():
    got = found(number("a", 2), number("b", 2), number("c", 3, tolerance=1.0), number("d", 7))
    assert got["counting", "constant"] == (75.0, 4, "2")  # a, b, and c within its tolerance
    # a takes b's, b takes a's, c takes both: 4 of the 12 pairs
    assert got["counting", "another_figure"] == (pytest.approx(100 * 4 / 12), 4, None)
    assert ("counting", "among_names") not in got


def test_names_are_also_drawn_among_the_figures_own():
    got = found(
        named("a", "Drained", "Wet"), named("b", "drained", "Dry", "Cold", "Warm"), number("c", 1, 0.0, "comparison")
    )
    assert got["comparison", "constant"][:2] == (pytest.approx(200 / 3), 3)
    assert got["comparison", "among_names"] == (pytest.approx(100 * (1 / 2 + 1 / 4) / 2), 2, None)


def test_blurred_texts_are_guessed_where_they_are_asked_for_alone():
    got = found(blurred("a", "80"), blurred("b", "Loam"), blurred("c", "80"), blurred("d", "80", "passive"))
    assert got["active", "constant"] == (pytest.approx(200 / 3), 3, "80")
    assert got["active", "another_figure"] == (pytest.approx(100 * 2 / 6), 3, None)


def test_what_is_not_asked_has_no_row():
    assert baselines(as_table("scifig_items", [])).num_rows == 0
    assert found(number("a", 2)) == {("counting", "constant"): (100.0, 1, "2")}
