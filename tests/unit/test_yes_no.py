"""Yes and no are read where a reply says them as its answer, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.judging.yes_no import read_yes_no

SAID = {
    "Yes": (0, "whole_reply"),
    " no. ": (1, "whole_reply"),
    "NO!": (1, "whole_reply"),
    "**Yes**": (0, "whole_reply"),
    "(Yes)": (0, "whole_reply"),
    "The answer is no": (1, "whole_reply"),
    "Answer: Yes": (0, "whole_reply"),
    '{"answer": "yes"}': (0, "whole_reply"),
    "<think>yes, yes</think>No": (1, "whole_reply"),
    "Yes, the dog has five legs.": (0, "leading_word"),
    "**No** \u2014 the dog has four.": (1, "leading_word"),
    "No.\n\nThe sign is red, yes.": (1, "leading_word"),
    "Yes. It has five legs. No other dog does.": (0, "leading_word"),
    "I would say yes": (0, "stated_answer"),
    "The picture shows four. Therefore, the answer is **Yes**.": (0, "stated_answer"),
    "\\boxed{No}": (1, "stated_answer"),
    "<answer>No</answer>": (1, "stated_answer"),
    "So, no.": (1, "stated_answer"),
    "Looking closely, I see 5 legs.\n\nYes": (0, "last_line"),
}
UNSAID = {
    "No, it has four legs; yes I am sure": "competing_answers",
    "Yes.\nFinal answer: No": "competing_answers",
    "Yes. No, wait.": "competing_answers",
    "Yes and no": "no_answer_named",
    "yes, no": "no_answer_named",
    "The answer is yes or no, depending": "no_answer_named",
    "There is no wheel missing": "no_answer_named",
    "No wheel is missing": "no_answer_named",
    "No doubt, it does.": "no_answer_named",
    "No problem! Yes it is": "no_answer_named",
    "It does not": "no_answer_named",
    "The answer is not yes": "no_answer_named",
    "": "no_answer_named",
    "<think>yes": "unfinished_thinking",
}


@pytest.mark.parametrize("reply", SAID)
def test_an_answer_is_read_by_a_named_rule(reply):
    reading = read_yes_no(reply)
    assert (reading.verdict, reading.position, reading.rule) == ("option", *SAID[reply])


@pytest.mark.parametrize("reply", UNSAID)
def test_what_has_to_be_understood_is_left_to_a_judge(reply):
    reading = read_yes_no(reply)
    assert (reading.verdict, reading.position, reading.rule) == ("unresolved", None, UNSAID[reply])


@given(st.text())
def test_no_reply_breaks_the_reader_or_is_read_without_the_word(reply):
    reading = read_yes_no(reply)
    assert reading == read_yes_no(reply)
    if reading.verdict == "option":
        assert ("yes", "no")[reading.position] in reply.lower().replace("\ufb00", "ff") or not reply.isascii()
