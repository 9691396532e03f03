"""Structured rubrics: what a judge is asked, what counts as a vote, what votes decide by key, and what they cost."""

import asyncio
import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged_samples import RUBRICS, ask_judge, planted_identity, replies, request_row

from counterpoint.asked import NUMBER, OPEN, Asked
from counterpoint.errors import UserError
from counterpoint.judging.agreement import Readings, agreement_rows
from counterpoint.judging.blocks import blocks_of, blocks_text
from counterpoint.judging.human_labels import LABELS, allowed_labels
from counterpoint.judging.judge_requests import blocks, keys_of, most_judge_requests, number_label, plan_judging
from counterpoint.judging.planted_judge import respond, told_findings
from counterpoint.judging.rubrics import load_rubrics
from counterpoint.judging.rule_judge import RuleJudge
from counterpoint.judging.verdicts import read_replies, vote_rows
from counterpoint.judging.votes import Vote, by_key, decide_findings, read_vote, signature
from counterpoint.models.planted import Planted
from counterpoint.models.requests import Part, Request
from counterpoint.suites.scifig.checklist import ISSUES
from counterpoint.suites.scifig.names import ACCEPTS, BLUR_OUTCOMES, PARTLY, REJECTS
from counterpoint.tables import as_table
from counterpoint.trials import Plan

KEYS = {"type": "item", "legend": "item", "hallucination": "issues", "target_1": "target"}
FACT = {"key": "type", "item": "type", "kind": "type", "says": "a bar chart", "wordings": ["bar chart"]}
MATERIAL = {
    "reference": "A bar chart.",
    "facts": [FACT | {"against": ["line chart"]}],
    "checklist": {"type": "It is a bar chart.", "legend": None},
    "targets": {"target_1": {"where": "the title of the figure", "text": "Yield", "wordings": []}},
    "keys": KEYS,
}
DESCRIBE = request_row("Describe the figure.", None) | {"rubric": "description", "material": json.dumps(MATERIAL)}
PREMISE = {
    "premise": "The yield of Oak is 30.",
    "actual": "The yield of Oak is 40.",
    "kind": "contra",
    "holds": False,
    "actual_numbers": [40.0],
    "anchor": 30.0,
    "names": ["Oak"],
}
WHY = request_row("Why is Oak's yield of 30 so low?", None) | {"rubric": "premise", "material": json.dumps(PREMISE)}
ITEM = {"coverage": "full", "correctness": "right", "mismatched": 0, "elements": 1, "quote": "bars"}
SCHEMA = RUBRICS["description"].schema_text(keys=KEYS)
WHOLE = {
    "type": ITEM,
    "legend": ITEM | {"coverage": "not_applicable", "correctness": "none"},
    "hallucination": [{"quote": "a fish"}],
    "target_1": {"outcome": "abstained", "quote": ""},
}


def vote(findings=None, **changed):
    return Vote(json.dumps((findings or WHOLE) | changed))


def test_a_judge_is_shown_the_material_without_its_keys_and_asked_for_exactly_these():
    shown = blocks(DESCRIBE, "A bar chart.")
    assert list(shown) == ["question", "reference", "facts", "checklist", "targets", "reply"]
    schema = json.loads(SCHEMA)
    assert sorted(schema["properties"]) == schema["required"] == sorted(KEYS)
    assert schema["additionalProperties"] is False
    assert schema["properties"]["legend"] == RUBRICS["description"].kinds["item"]
    with pytest.raises(KeyError):
        RUBRICS["description"].schema_text(keys={"x": "no such kind"})


@given(st.text(max_size=200))
def test_no_reply_breaks_out_of_a_form(reply):
    text = blocks_text(blocks(DESCRIBE, reply))
    assert blocks_of(text)["reply"] == reply
    assert len(text.splitlines()) == len(blocks_text(blocks(DESCRIBE, "x")).splitlines())


def test_material_is_no_part_of_what_a_model_is_asked():
    item = {"item_id": "i", "unit_id": "u", "question": "Why?"}
    request = Request("Answer.", (Part("text", "Why?"),))
    plain, judged = Plan("made up"), Plan("made up")
    plain.add("c", item, 0, (), request, {}, Asked(OPEN))
    judged.add("c", item, 0, (), request, {}, Asked(OPEN, rubric="premise", material=json.dumps(PREMISE)))
    (one,), (other,) = (as_table("requests", plan.requests).to_pylist() for plan in (plain, judged))
    assert one["request_id"] == other["request_id"]
    assert (one["rubric"], other["rubric"], json.loads(other["material"])) == (None, "premise", PREMISE)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({}, ""),
        ({"extra": ITEM}, "wrong_object"),
        ({"type": ITEM | {"coverage": "some"}}, "wrong_object"),
        ({"type": ITEM | {"mismatched": -1}}, "wrong_object"),
        ({"type": "full"}, "wrong_object"),
        ({"hallucination": [{}]}, "wrong_object"),
        ({"target_1": {"outcome": "abstained"}}, "wrong_object"),
    ],
)
def test_a_vote_is_a_whole_form(changed, reason):
    found = read_vote("answered", None, json.dumps(WHOLE | changed), SCHEMA, None)
    assert found.reason == reason
    assert (found.label is None) == bool(reason)
    if not reason:
        assert json.loads(found.label) == WHOLE


def test_a_form_that_lacks_a_key_is_no_vote():
    for key in KEYS:
        part = {name: value for name, value in WHOLE.items() if name != key}
        assert read_vote("answered", None, json.dumps(part), SCHEMA, None) == Vote(None, "wrong_object")


def test_quotes_and_numbers_do_not_divide_votes_and_words_and_lengths_do():
    assert signature(ITEM) == signature(ITEM | {"quote": "x", "mismatched": 3}) == "correctness=right coverage=full"
    assert signature(ITEM) != signature(ITEM | {"coverage": "partial"})
    assert [signature(value) for value in ([], [{"quote": "a"}], [{"quote": "a"}, {"quote": "b"}])] == ["0", "1", "2"]
    assert by_key("correct") == {"": "correct"}


def test_each_key_is_decided_by_itself_and_the_first_vote_of_the_majority_gives_the_value():
    partial = ITEM | {"coverage": "partial"}
    votes = [
        vote(type=partial, hallucination=[]),
        vote(type=ITEM | {"quote": "first"}),
        vote(type=ITEM | {"quote": "second"}, hallucination=[]),
    ]
    decision = decide_findings(votes)
    findings = json.loads(decision.label)
    assert findings == WHOLE | {"type": ITEM | {"quote": "first"}, "hallucination": []}
    assert (decision.rule, decision.votes_for, decision.votes_cast) == ("majority", 2, 3)


@pytest.mark.parametrize(
    ("outcomes", "rule", "found", "most"),
    [
        (["wrong", "correct", "abstained"], "majority_of_some", False, 1),
        (["wrong", "wrong", None], "majority", True, 2),
        (["wrong", "correct", None], "majority_of_some", False, 1),
        (["wrong", None, None], "judge_failed", None, 1),
        ([None], "judge_failed", None, 0),
    ],
)
def test_a_key_without_more_than_half_of_all_votes_is_left_out(outcomes, rule, found, most):
    votes = [
        Vote(None, "no_object") if outcome is None else vote(target_1={"outcome": outcome, "quote": ""})
        for outcome in outcomes
    ]
    decision = decide_findings(votes)
    assert (decision.rule, decision.votes_for) == (rule, most)
    assert decision.label is None if found is None else ("target_1" in json.loads(decision.label)) == found


def test_votes_that_agree_on_nothing_find_nothing():
    forms = [{"claim_1": {"side": side, "quote": ""}} for side in ("image", "caption")]
    decision = decide_findings([vote(form) for form in forms])
    assert (decision.label, decision.rule) == ("{}", "no_majority")


def test_the_rule_judges_findings_and_labels_become_verdicts(tmp_path):
    requests, responses = replies((DESCRIBE, "This is a line chart."), (WHY, "It is not 30: the figure shows 40."))
    identity = {"provider": "rule_judge"}
    for extraction in ("judge", "parser_then_judge"):
        ask = (requests, responses, lambda _: RuleJudge().ask, identity, tmp_path, 1, extraction)
        plan, _, first = ask_judge("rule-judge", *ask)
        assert len(plan.links) == 2, "the parser reads neither"
        described, rejected = as_table("verdicts", read_replies(requests, responses, extraction, first)).to_pylist()
        assert (described["verdict"], described["position"], described["rule"]) == ("findings", None, "majority")
        findings = json.loads(described["findings"])
        assert (findings["type"]["coverage"], findings["type"]["correctness"]) == ("full", "wrong")
        assert findings["legend"]["coverage"] == "not_applicable"
        assert (findings["hallucination"], findings["target_1"]["outcome"]) == ([], "not_addressed")
        assert (rejected["verdict"], rejected["findings"]) == ("rejects", None)
        votes = as_table("votes", vote_rows(requests, responses, [first])).to_pylist()
        assert {row["judge"] for row in votes} == {"rule-judge"}


def test_a_judge_that_gives_no_whole_form_has_failed(tmp_path):
    requests, responses = replies((DESCRIBE, "This is a line chart."))

    async def half(request, attempt):
        reply = await RuleJudge().ask(request, attempt)
        return type(reply)(reply.text[: len(reply.text) // 2])

    _, _, first = ask_judge("half", requests, responses, lambda _: half, {"provider": "x"}, tmp_path, 3)
    (row,) = read_replies(requests, responses, "judge", first)
    assert (row["verdict"], row["findings"], row["votes_cast"]) == ("judge_failed", None, 0)


def test_a_planted_judge_is_right_on_each_key_as_often_as_it_must_be(tmp_path):
    """Right with .7 on every key, three votes: 3 * .49 * .3 + .343 = .784 of keys with one other value are right."""
    number = 600
    pairs = [
        (request_row(f"Describe {n}.", None) | {"rubric": "description", "material": DESCRIBE["material"]}, "Bar chart")
        for n in range(number)
    ]
    requests, responses = replies(*pairs)
    identity = planted_identity(right=0.7)
    ask = (requests, responses, lambda told: Planted(respond, identity, told, 1, 0.0).ask, identity, tmp_path, 3)
    _, _, first = ask_judge("wobbly", *ask)
    assert not {vote.reason for votes in first.votes.values() for vote in votes} - {""}, "all follow the schema"
    rows = read_replies(requests, responses, "judge", first)
    right = sum(json.loads(row["findings"]).get("hallucination") == [] for row in rows)
    assert right / number == pytest.approx(0.784, abs=4 * math.sqrt(0.784 * 0.216 / number))


def test_a_planted_judges_wrong_values_are_others_that_the_schema_allows():
    kinds = RUBRICS["description"].kinds
    told = json.loads(told_findings(WHOLE, {key: kinds[kind] for key, kind in KEYS.items()}))
    reply = respond({"right": 0.0}, told, np.random.default_rng(3))
    found = read_vote("answered", None, reply, SCHEMA, None)
    assert found.label is not None
    assert all(said != signature(WHOLE[key]) for key, said in by_key(found.label).items())


def test_an_estimate_counts_a_form_by_its_keys():
    requests, _ = replies((DESCRIBE, ""))
    number, read, written = most_judge_requests(RUBRICS, requests.to_pylist(), 5)
    assert (number, written) == (5, 5 * 60 * len(KEYS))
    assert read > 5 * 600


def test_agreement_takes_each_key_of_a_reply_for_itself():
    other = WHOLE | {"target_1": {"outcome": "wrong", "quote": ""}}
    said = [("r0", [WHOLE, WHOLE]), ("r1", [WHOLE, other]), ("r2", [WHOLE, None])]
    votes = [
        {"request_id": name, "judge": "one", "vote": n}
        | {"label": form and json.dumps(form), "reason": "" if form else "no_object"}
        for name, forms in said
        for n, form in enumerate(forms)
    ]
    verdicts = [
        {"request_id": name, "response_key": name, "verdict": "findings", "position": None, "number": None}
        | {"findings": json.dumps(WHOLE)}
        for name, _ in said
    ]
    readings = Readings()
    names = [name for name, _ in said]
    readings.add("m", dict.fromkeys(names, "u"), dict.fromkeys(names, DESCRIBE), verdicts, votes, {})
    rows = {row["statistic"]: row for row in agreement_rows("s", readings, ["m"], 20, 1)}
    unanimous = rows["share_unanimous"]
    assert (unanimous["n"], unanimous["estimate"]) == (2 * len(KEYS), pytest.approx(1 - 1 / (2 * len(KEYS))))
    assert unanimous["note"] == "1 votes failed", "a failed form is one vote, whatever its keys"
    as_table("agreement", list(rows.values()))


def test_people_may_say_what_a_judge_may_and_a_description_has_no_single_label():
    for rubric, labels in LABELS.items():
        assert labels == tuple(RUBRICS[rubric].values())
    assert allowed_labels(WHY) == LABELS["premise"]
    assert allowed_labels(DESCRIBE) == ()


def test_rubrics_and_suite_speak_of_the_same_values():
    kinds = RUBRICS["description"].kinds
    assert tuple(kinds["target"]["properties"]["outcome"]["enum"]) == BLUR_OUTCOMES
    assert (*BLUR_OUTCOMES, "unresolved") == tuple(RUBRICS["blurred"].values())
    assert tuple(RUBRICS["premise"].values()) == (REJECTS, PARTLY, ACCEPTS, "unresolved")
    for rubric, words in {"description": [*ISSUES, *BLUR_OUTCOMES], "blurred": BLUR_OUTCOMES}.items():
        for word in words:
            assert f"`{word}`" in RUBRICS[rubric].system, "a judge is told what each value means"


@pytest.mark.parametrize(("number", "label"), [(5.4, "correct"), (5.6, "other"), (4.0, "biased"), (4.1, "other")])
def test_a_number_within_the_claims_tolerance_is_correct(number, label):
    claims = json.dumps({"correct": ["5"], "biased": ["4"], "tolerance": 0.5})
    row = request_row("How much?", None, claims) | {"answer": NUMBER}
    assert number_label(row, number) == label
    shown = blocks(row, "x")
    assert shown["tolerance"] == 0.5
    reply = asyncio.run(RuleJudge().ask(Request(None, (Part("text", blocks_text(shown | {"reply": f"{number}"})),)), 1))
    assert json.loads(reply.text) == {"label": label}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("system: x\nkinds: {}\n", "kinds"),
        ("system: x\nkinds: {item: {type: 3}}\n", "a JSON Schema"),
        ("system: x\n", "either `kinds`, or `verdict` and `response_schema`"),
        ("system: x\nverdict: label\nkinds: {item: {type: object}}\n", "either `kinds`"),
    ],
)
def test_a_mistake_in_a_structured_rubric_is_one_line(tmp_path, text, said):
    (tmp_path / "mine.yaml").write_text(text)
    with pytest.raises(UserError) as caught:
        load_rubrics([tmp_path / "mine.yaml"])
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_request_without_a_form_has_no_keys():
    assert keys_of(WHY) == {}
    assert keys_of(request_row("Which?")) == {}
    assert keys_of(DESCRIBE) == KEYS
    plan = plan_judging(RUBRICS, *replies((DESCRIBE, "x")), "judge", 1, True)
    assert json.loads(plan.truth[0]["truth"])["findings"].keys() == KEYS.keys()
