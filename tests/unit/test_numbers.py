"""A number is read where a reply gives it as its answer, and no number is guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.judging.numbers import read_number

GIVEN = {
    "5": (5, "whole_reply"),
    "five": (5, "whole_reply"),
    "Twenty-one.": (21, "whole_reply"),
    "1,234.5": (1234.5, "whole_reply"),
    "-3.2%": (-3.2, "whole_reply"),
    "about 35": (35, "whole_reply"),
    "<think>3</think>4": (4, "whole_reply"),
    "There are 3 fingers and 2 thumbs, so the total is 5.": (5, "stated_answer"),
    "Answer: **12**": (12, "stated_answer"),
    "\\boxed{7}": (7, "stated_answer"),
    "The answer is 4. Dogs usually have 3.": (4, "stated_answer"),
    "The number of spots on the ladybird is seven.": (7, "stated_answer"),
    "Step 1: count. Step 2: 6 legs. Final answer: 6": (6, "stated_answer"),
    "5, although 4 is usual": (5, "leading_number"),
    "The dog has five legs.": (5, "only_number"),
    "I count 5 legs, not 4": (5, "only_number"),
    "It is 50 percent": (50, "only_number"),
}
UNGIVEN = {
    "between 3 and 5": "range",
    "5-6": "range",
    "four or five": "range",
    "The answer is 4 or 5": "range",
    "I see 2 cats with 4 legs": "competing_numbers",
    "None": "no_number_named",
    "the 3rd one": "no_number_named",
    "12:30": "no_number_named",
    "<think>4": "unfinished_thinking",
    "": "no_number_named",
}


@pytest.mark.parametrize("reply", GIVEN)
def test_a_number_is_read_by_a_named_rule(reply):
    reading = read_number(reply)
    assert (reading.value, reading.rule) == GIVEN[reply]


@pytest.mark.parametrize("reply", UNGIVEN)
def test_ranges_and_competing_numbers_are_unresolved(reply):
    reading = read_number(reply)
    assert (reading.value, reading.rule) == (None, UNGIVEN[reply])


@given(st.integers(-10_000, 1_000_000))
def test_every_whole_number_is_read_plain_and_with_separators(number):
    assert read_number(f"{number}").value == number
    assert read_number(f"The answer is {number:,}.").value == number


@given(st.text())
def test_no_reply_breaks_the_reader(reply):
    assert read_number(reply) == read_number(reply)
