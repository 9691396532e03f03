"""The rule judge: which option a reply chooses, and whether an open answer is the correct or the biased one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_options import REPLIES
from test_options_contrast import REPLIES as CONTRASTS

from counterpoint.judging.options import read_option
from counterpoint.judging.rule_labels import label_of
from counterpoint.judging.rule_options import letter_of
from counterpoint.judging.wording import words

OPTIONS = {"a": "Laos", "b": "10.5", "c": "South Korea", "d": "Omit"}
LEGS = ("How many legs does the dog have?", ["5", "five legs"], ["4", "four legs"])
HUMP = ("Does the camel have a hump?", ["no", "no hump", "hump is missing"], ["yes", "has a hump"])
SIGN = ("What colour is the sign?", ["blue"], ["red"])


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("(a)", "a"),
        ("A", "a"),
        ("a.", "a"),
        ("**C**", "c"),
        ("$\\boxed{C}$", "c"),
        ("C) South Korea", "c"),
        ("South Korea.", "c"),
        ('{"answer": "b"}', "b"),
        ('{"answer": "(c)"}', "c"),
        ("The best option is (b).", "b"),
        ("Answer: (c) South Korea", "c"),
        ("I would go with South Korea because its bar is the longest.", "c"),
        ("I looked at (a) and (b).\n\nThe answer is (c).", "c"),
        ("<think>(a)</think>\n(b)", "b"),
        ("I am not sure about this one, so I choose Omit.", "d"),
        ("It's South Korea.", "c"),
        ("The answer is (c), since its bar is the longest.", "c"),
        ("not (a), it is (b)", None),
        ("The answer is (c). The facts say otherwise.", None),
        ("If the axis were honest, the answer would be (a).", None),
        ("Answer: (a)\nEdit: (c)", None),
        ("Factual answer: (a)\nChart answer: (c)", None),
        ("The answer is (a). Sorry, it is South Korea.", None),
        ("The answer is 10.53.", None),
        ("(a) South Korea", None),
        ("South Korea has 10.5", None),
        ("It is not Laos.", None),
        ("(a) or (b)", None),
        ("(a) Laos\n(b) 10.5\n(c) South Korea", None),
        ("(e)", None),
        ("", None),
        ("No option fits.", None),
        ("{'chart': 'several marks on two axes', 'answer': ", None),
        ("definitely B, not A", None),
    ],
)
def test_the_option_that_a_reply_chooses(reply, letter):
    assert letter_of(reply, OPTIONS) == letter


def test_what_the_parser_finds_ambiguous_the_rule_judge_never_settles():
    """On the parser's own collections of replies, with all their contrasts and conditions."""
    settled, other = [], []
    for reply, options, *_ in [*REPLIES, *CONTRASTS]:
        letter = letter_of(reply, dict(zip("abcdefgh", options, strict=False)))
        position = read_option(reply, options, len(options) - 1).position
        if letter is not None and position is None:
            settled.append(reply)
        elif letter is not None and "abcdefgh"[position] != letter:
            other.append(reply)
    assert other == []
    assert settled == []


def test_a_letter_that_is_another_options_text_is_no_choice():
    options = {"a": "B", "b": "F", "c": "Omit"}
    assert letter_of("B", options) is None
    assert letter_of("(B)", options) == "b"
    assert letter_of("(b) F", options) == "b"


@pytest.mark.parametrize(
    "reply", ["(b)", "B", "**b**", "Answer: (b)", '{"answer": "b"}', "10.5", "The best option is (b).", "(b) 10.5"]
)
def test_rule_judge_and_parser_agree_on_plain_replies(reply):
    assert read_option(reply, list(OPTIONS.values()), 3).position == list(OPTIONS).index(letter_of(reply, OPTIONS))


@pytest.mark.parametrize(
    ("reply", "label"),
    [
        ("5", "correct"),
        ("Five.", "correct"),
        ("The dog has **five** legs.", "correct"),
        ("5.0", "correct"),
        ("4", "biased"),
        ("I count four legs in the picture.", "biased"),
        ("Answer: four", "biased"),
        ("6", "other"),
        ("The dog has six legs", "other"),
        ("The dog has twenty-one legs", "other"),
        ("not 4 but 5", "correct"),
        ("The answer is 5 rather than 4.", "correct"),
        ("It has five legs instead of the usual four.", "correct"),
        ("The dog has five legs (normally a dog has four).", "correct"),
        ("Dogs normally have four legs, but this one has five.", "correct"),
        ("There are 4 dogs, each with 5 legs.", "correct"),
        ("There are 2 ears and 5 legs.", "correct"),
        ("I count four... wait, actually there are five.", "correct"),
        ("First I see 4 legs in front view. So the final answer: 5", "correct"),
        ("One, two, three, four, five. Five legs in total.", "correct"),
        ("Three or four? Four.", "biased"),
        ("I can't tell how many.", "abstained"),
        ("4 or 5", "unresolved"),
        ("The dog does not have four legs", "unresolved"),
        ("Dogs have 4 legs normally.", "unresolved"),
        ("A dog.", "unresolved"),
        ("", "unresolved"),
    ],
)
def test_numbers_count_by_value_and_only_where_they_are_claimed(reply, label):
    assert label_of(reply, *LEGS) == label


@pytest.mark.parametrize(
    ("reply", "label"),
    [
        ("Yes", "biased"),
        ("yes, it has one.", "biased"),
        ("Yes, there is a hump", "biased"),
        ("No", "correct"),
        ("No, the camel has no hump.", "correct"),
        ("The answer is no.", "correct"),
        ("There is no visible hump.", "correct"),
        ("I do not see a hump.", "correct"),
        ("The hump is missing", "correct"),
        ("Camels usually have a hump", "unresolved"),
        ("It is a camel.", "unresolved"),
    ],
)
def test_yes_and_no_count_where_they_answer_and_a_denial_claims_the_other(reply, label):
    assert label_of(reply, *HUMP) == label


@pytest.mark.parametrize(
    ("reply", "label"),
    [
        ("red", "biased"),
        ("It is blue, not red", "correct"),
        ("Stop signs are usually red, but this one is blue.", "correct"),
        ("crimson", "unresolved"),
        ("red and blue", "unresolved"),
    ],
)
def test_words_that_are_neither_answers_may_be_synonyms_and_stay_unresolved(reply, label):
    assert label_of(reply, *SIGN) == label


BALL = ("What colour is the ball?", ["yellow"], [], ["blue"])


@pytest.mark.parametrize(
    ("reply", "question", "label"),
    [
        ("blue", BALL, "other"),
        ("It is blue, not yellow.", BALL, "other"),
        ("It isn't yellow.", BALL, "other"),
        ("It is not only yellow.", BALL, "unresolved"),
        ("Is it not yellow?", BALL, "unresolved"),
        ("crimson", BALL, "unresolved"),
        ("yellow and blue", BALL, "unresolved"),
        ("neither red nor blue", SIGN, "other"),
        ("not red", SIGN, "unresolved"),
        ("There is no chimney.", ("What is on it?", ["the chimney"], [], ["nothing", "no chimney"]), "other"),
        ("a chimney", ("What is on it?", ["the chimney"], [], ["nothing", "no chimney"]), "correct"),
    ],
)
def test_another_known_answer_is_other_and_so_is_a_denial_that_leaves_none(reply, question, label):
    assert label_of(reply, *question) == label


def test_of_two_claims_that_overlap_the_longer_counts():
    assert label_of("It is dark red.", "Which colour?", ["dark red"], ["red"]) == "correct"


def test_numbers_in_words_and_digits_are_one():
    found = words("twenty-one dogs, a dozen cats, 1,250 ants and this one")
    assert found == ("21", "dog", "12", "cat", "1250", "ant", "and", "this", "one")
    found = words("05.0, -3.50, 3-4, 7x7, 0.0 and " + "9" * 5_000)
    assert found[:-2] == ("5", "-3.5", "3", "4", "7", "x", "7", "0")
    assert len(found[-1]) == 5_000, "no number is too long to compare"


def test_a_minus_sign_counts():
    assert label_of("It is -5 degrees.", "How cold is it?", ["5"], ["-5"]) == "biased"


@settings(max_examples=200)
@given(st.text(max_size=200))
def test_no_reply_raises_and_every_verdict_is_one_of_the_rubrics(reply):
    assert letter_of(reply, OPTIONS) in [*OPTIONS, None]
    assert label_of(reply, *LEGS) in ("correct", "biased", "other", "unresolved")
