"""Plans: which trials share a request, and that a reply is read in one way only."""

import pytest

from counterpoint.asked import OPEN, Asked
from counterpoint.models.requests import Part, Request
from counterpoint.trials import Plan

ITEM = {"item_id": "i", "unit_id": "u", "question": "What does the title say?"}
TEXT = (Part("text", "What does the title say?"),)


def add(plan, reading, repeat=0, order=0):
    """Plan one trial that sends the one request there is, and return its row of `requests`."""
    asked = Asked(OPEN, rubric="blurred", material=reading)
    plan.add("cell", ITEM, order, (), Request(None, TEXT, repeat=repeat), {}, asked)
    return next(row for row in plan.requests if row["request_id"] == plan.trials[-1]["request_id"])


def test_trials_that_send_and_read_the_same_share_a_request():
    plan = Plan("suite")
    assert add(plan, "one", order=3) is add(plan, "one", order=1)
    assert [(row["first_order"], row["repeat"]) for row in plan.requests] == [(1, 0)]


def test_a_request_that_is_read_in_another_way_is_a_repetition():
    plan = Plan("suite")
    rows = [add(plan, reading) for reading in ("one", "two", "three", "two")]
    assert [row["repeat"] for row in rows] == [0, 1, 2, 1]
    assert [row["material"] for row in rows] == ["one", "two", "three", "two"]
    assert len({row["request_id"] for row in rows}) == len(plan.requests) == len(plan.truth) == 3


@pytest.mark.parametrize("order", [("one", "two"), ("two", "one")])
def test_repetitions_that_a_design_asks_for_stay_apart_in_every_reading(order):
    plan = Plan("suite")
    rows = [add(plan, reading, repeat) for repeat in range(3) for reading in order]
    assert len({row["request_id"] for row in rows}) == 6
    assert [row["material"] for row in rows] == list(order) * 3
    assert rows[0]["repeat"] == 0
