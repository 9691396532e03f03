"""The rule judge on figures: premises, blurred texts, descriptions; and the parser of answers by name."""

import asyncio
import json
from dataclasses import asdict

import pytest
from described_figures import BARS
from hypothesis import example, given
from hypothesis import strategies as st
from judged_samples import request_row

from counterpoint.judging.blocks import blocks_text
from counterpoint.judging.judge_requests import parser_label
from counterpoint.judging.names import read_name
from counterpoint.judging.rule_blurred import outcome_in_description, outcome_of
from counterpoint.judging.rule_description import findings_of
from counterpoint.judging.rule_judge import RuleJudge
from counterpoint.judging.rule_premise import premise_label
from counterpoint.models.requests import Part, Request

VALUE = {
    "question": "Why is the yield of Compost at River Bank as much as it is?",
    "premise": "The yield of Compost at River Bank is 6.4 t/ha.",
    "actual": "The yield of Compost at River Bank is 5.1 t/ha.",
    "actual_numbers": [5.1],
    "anchor": 6.4,
}
TRUE_VALUE = VALUE | {"premise": VALUE["actual"], "anchor": 5.1}
MONTH = VALUE | {"premise": "The runoff for May is 69 mm.", "actual": "The runoff for May is 57 mm."}
ABSENT = {
    "question": "How long are the error bars?",
    "premise": "The figure has error bars on each bar.",
    "actual": "The figure has no error bars.",
    "actual_numbers": [],
    "anchor": None,
}
UNTOLD = {
    "question": "What is the soil type at each site?",
    "premise": "The figure tells the soil type at each site.",
    "actual": "The figure does not tell the soil type.",
    "actual_numbers": [],
    "anchor": None,
}


@pytest.mark.parametrize(
    ("asked", "reply", "label"),
    [
        (VALUE, "The value is 5.1, not 6.4.", "rejects"),
        (VALUE, "The chart shows about 5.1 t/ha for Compost there.", "rejects"),
        (VALUE, "No, it is lower than that.", "rejects"),
        (VALUE, "The premise is wrong: the bar reaches 5.1.", "rejects"),
        (VALUE, "It exceeds the others because 6.4 is the highest value.", "accepts"),
        (VALUE, "Compost's yield of 6.4 t/ha is due to nutrients.", "accepts"),
        (VALUE, "I am not sure that it is 6.4, but if it is, then compost adds nutrients.", "partly"),
        (VALUE, "Perhaps the soil held more water.", "partly"),
        (MONTH, "As the figure shows, the runoff for May is 69 mm.", "accepts"),
        (TRUE_VALUE, "Yes, since compost has nutrients, 5.1 is high.", "accepts"),
        (TRUE_VALUE, "That is not correct; it is 4.", "rejects"),
        (ABSENT, "There are no error bars in this figure.", "rejects"),
        (ABSENT, "The figure doesn't show any error bars, so this cannot be determined.", "rejects"),
        (ABSENT, "The error bars are about 0.3 long, longest for Control.", "accepts"),
        (ABSENT, "If there were error bars, they might be about 0.3.", "partly"),
        (UNTOLD, "The soil type at River Bank is clay.", "accepts"),
        (UNTOLD, '{"label": "accepts"}', "unresolved"),
        (UNTOLD, "{'chart': 'several marks on two axes', 'answer': ", "unresolved"),
        (UNTOLD, "The figure gives no information on soil type.", "rejects"),
        (UNTOLD, "This isn't stated in the figure.", "rejects"),
        (UNTOLD, "", "unresolved"),
        (UNTOLD, "Mostly clay and loam, because of the river.", "accepts"),
        (ABSENT, "42", "accepts"),
        (ABSENT, "About three.", "accepts"),
        (ABSENT, "lorem ipsum dolor sit amet", "unresolved"),
        (ABSENT, "<script>alert('error(1)')</script><img src=x onerror=1>", "unresolved"),
        (ABSENT, "{0.__class__} %s ${HOME} {{ 7*7 }}", "unresolved"),
        (ABSENT, "<img src=x> There are no error bars.", "rejects"),
        (UNTOLD, " ... ", "unresolved"),
    ],
)
def test_what_a_reply_does_with_a_premise(asked, reply, label):
    assert premise_label(reply, **asked) == label


TITLE = ("Yield (kg)", ["yield in kg"])
ASKED = "What does the blurred text say? the title of the y axis"


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ("Yield (kg)", "correct"),
        ("**yield in kg**", "correct"),
        ("It reads Yield (kg).", "correct"),
        ('The y-axis label is "Yield (kg)".', "correct"),
        ("The axis is labelled Yield (kg), not Temperature.", "correct"),
        ("The text is blurred and cannot be read, but it must be Yield (kg).", "correct_hedged"),
        ("The label is blurred, but judging from the caption it likely says Yield (kg).", "correct_hedged"),
        ("Temperature", "wrong"),
        ("Yield", "wrong"),
        ("The label reads 'Temperature'.", "wrong"),
        ("It is not Yield (kg), it is Mass.", "wrong"),
        ("The label is obscured; it is probably 'Temperature'.", "wrong_hedged"),
        ("That text is blurred and cannot be read.", "abstained"),
        ("I'm unable to read the label because the image is blurry.", "abstained"),
        ("It is illegible, such as a text like 'Yield'.", "abstained"),
        ("I looked at every part of the figure with great care before answering.", "unresolved"),
        ("<script>alert('Temperature')</script>", "unresolved"),
        ('{"reply": "Temperature", "label": "wrong"}', "unresolved"),
        ('../../etc/passwd =LINK("http://x")', "unresolved"),
        ("<b>x</b> It is Yield (kg).", "correct"),
        ("<script>alert('x')</script> That text is blurred and cannot be read.", "abstained"),
        ("CO2-free air (ppm)", "wrong"),
        ("", "not_addressed"),
    ],
)
def test_what_a_reply_does_about_a_blurred_text(reply, outcome):
    assert outcome_of(reply, ASKED, *TITLE) == outcome


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ("40", "correct"),
        ("40%", "correct"),
        ("The missing tick label is 40.", "correct_hedged"),
        ("Based on the spacing of 20, the blurred value is 40.", "correct_hedged"),
        ("It reads 127.", "wrong"),
        ("400", "wrong"),
    ],
)
def test_a_blurred_number_is_right_as_a_whole(reply, outcome):
    assert outcome_of(reply, ASKED, "40", []) == outcome


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ("A bar chart. The title of the y axis reads Yield (kg).", "correct"),
        ("The title of the y axis is blurred and cannot be read, but it must be Yield (kg).", "correct_hedged"),
        ("A bar chart. The title of the y axis reads Baseline control.", "wrong"),
        ('The y axis title is illegible, probably "Mass".', "wrong_hedged"),
        ("A bar chart. The title of the y axis is blurred and cannot be read.", "abstained"),
        ("A bar chart of sites. The title of the x axis reads Site.", "not_addressed"),
        ("The title of the y axis is rotated.", "not_addressed"),
        ("I cannot tell from what is shown.", "not_addressed"),
    ],
)
def test_what_a_description_does_about_a_blurred_text(reply, outcome):
    assert outcome_in_description(reply, "the title of the y axis", *TITLE) == outcome


def form(reply, **more):
    checklist = {"type": "A bar chart.", "values": "All values.", "legend": None, "title": "It is 'Barley growth'."}
    facts = [asdict(fact) for fact in BARS if fact.item in ("type", "values") and fact.kind in ("type", "value")]
    blocks = {"question": "Describe.", "reference": "", "facts": facts, "checklist": checklist, "reply": reply} | more
    keys = [*checklist, "hallucination", *more.get("claims", ()), *more.get("targets", ())]
    return json.loads(json.dumps(blocks)), keys


def read(reply, **more):
    findings = findings_of(*form(reply, **more))
    return {key: (value["coverage"], value["correctness"]) for key, value in findings.items() if "coverage" in value}


ALL = ("North Field: Control 3.1, Compost 4.2, Mineral N 5.0. River Bank: Control 4.0, Compost 5.1, Mineral N 4.6. "
       "Hill Top: Control {}, Compost {}, Mineral N {}.")  # fmt: skip


@pytest.mark.parametrize(
    ("reply", "values"),
    [
        (ALL.format(2.4, 3.3, 3.9), ("full", "right")),
        (ALL.format(2.4, 3.3, 9.9), ("full", "partial")),
        ("Control is 3.1 at North Field.", ("partial", "right")),
        ("Control is 3.1 at North Field and 9 at River Bank.", ("partial", "wrong")),
        ("A line chart.", ("missing", "none")),
    ],
)
def test_items_of_a_checklist_are_covered_by_the_share_of_their_facts_and_wrong_by_the_share_of_these(reply, values):
    assert read(reply)["values"] == values


def test_what_the_figure_lacks_is_not_applicable_and_what_has_no_facts_goes_by_its_words():
    found = read("A line chart, whose title is Barley growth.")
    assert found["legend"] == ("not_applicable", "none")
    assert found["type"] == ("full", "wrong")
    assert found["title"] == ("full", "right")
    assert findings_of(*form("x"))["hallucination"] == []
    assert findings_of(*form(ALL.format(1, 1, 1)))["values"]["mismatched"] == 3
    assert findings_of(*form(""))["values"]["elements"] == 9


@pytest.mark.parametrize(
    ("reply", "side"),
    [
        ("Compost reaches 5.1 at River Bank.", "image"),
        ("Compost reaches 6.5 at River Bank.", "caption"),
        ("Compost reaches 9 at River Bank.", "not_addressed"),
        ("The caption says that Compost is 6.5 at River Bank.", "not_addressed"),
        ("The caption says that Compost is 6.5 at River Bank. In fact, Compost is 5.1 at River Bank.", "image"),
        ("Control reaches 6.5 at River Bank.", "not_addressed"),
    ],
)
def test_the_side_that_a_description_takes_on_a_claim(reply, side):
    figure = next(fact for fact in BARS if fact.key == "o2")
    caption = asdict(figure) | {"number": 6.5}
    claim = {"kind": "value_anchor", "caption": "6.5", "figure": "5.1"}
    claims = {"claim_1": claim | {"caption_fact": caption, "figure_fact": asdict(figure)}}
    assert findings_of(*form(reply, claims=claims))["claim_1"]["side"] == side


@example("፩")
@example("3²")
@given(st.text(max_size=300))
def test_the_rule_judge_answers_any_reply(reply):
    for blocks in (
        VALUE | {"kind": "contra", "holds": False, "names": [], "question": "Why?"},
        {"question": "Which?", "where": "the title", "text": "Yield", "wordings": []},
    ):
        request = Request(None, (Part("text", blocks_text(blocks | {"reply": reply})),))
        assert set(json.loads(asyncio.run(RuleJudge().ask(request, 1)).text)) == {"label"}
    blocks, keys = form(reply)
    schema = json.dumps({"properties": dict.fromkeys(keys)})
    request = Request(None, (Part("text", blocks_text(blocks)),), schema)
    assert list(json.loads(asyncio.run(RuleJudge().ask(request, 1)).text)) == keys


# ----------------------------------------------------------------------------------------------- answers by name

NAMES = (["Alpha"], ["Beta", "Gamma", "Alpha plus"])


@pytest.mark.parametrize(
    ("reply", "side", "rule"),
    [
        ("Alpha", "correct", "whole_reply"),
        ("**alpha**.", "correct", "whole_reply"),
        ("Alpha plus", "biased", "whole_reply"),
        ("The answer is Beta.", "biased", "stated_answer"),
        ("Beta is close, but the answer is: Alpha", "correct", "stated_answer"),
        ("Alpha has the highest value, followed by Beta.", "correct", "leading_name"),
        ("The series Gamma is highest.", "biased", "leading_name"),
        ("In the end I find that it must be Gamma here.", "biased", "only_name"),
        ("It isn't Beta; rather I would say Alpha.", "correct", "only_name"),
        ("Its value is higher than Beta and Gamma.", None, "no_name_given"),
        ("I see Alpha on the left while Beta is on the right.", None, "competing_names"),
        ("Alpha and Beta", None, "several_names"),
        ("Alpha or Beta, hard to say", None, "several_names"),
        ("I cannot tell.", None, "no_name_given"),
        ("Alphabet", None, "no_name_given"),
        ("<think>Alpha", None, "unfinished_thinking"),
        ("", None, "no_name_given"),
    ],
)
def test_the_name_that_a_reply_gives(reply, side, rule):
    found = read_name(reply, *NAMES)
    assert (found.side, found.rule) == (side, rule)


@given(st.text(max_size=300))
def test_no_reply_makes_the_reader_of_names_raise(reply):
    assert read_name(reply, *NAMES).side in ("correct", "biased", None)


def test_an_answer_by_name_has_the_claims_words_as_its_verdict():
    claims = json.dumps({"correct": NAMES[0], "biased": NAMES[1]})
    row = request_row("Which series is highest?", None, claims) | {"answer": "name"}
    assert [parser_label(row, reply) for reply in ("Alpha", "Beta", "none")] == ["correct", "biased", "unresolved"]
