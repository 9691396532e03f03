"""Structured replies: the schema that is sent, and the letter that is read out of the JSON that comes back."""

import json

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.judging.json_answer import answer_schema, read_json_answer
from counterpoint.judging.options import Reading
from counterpoint.judging.verdicts import read_replies
from counterpoint.models.replies import ANSWERED
from counterpoint.tables import as_table

OPTIONS = ["Mars", "Venus", "Earth", "Omit"]
OMIT = 3


def read(text):
    """Read a reply to a question with four options."""
    return read_json_answer(text, OPTIONS, OMIT)


def test_the_schema_holds_the_letters_shown_and_no_other():
    schema = json.loads(answer_schema(4))
    assert schema["properties"]["answer"]["enum"] == ["a", "b", "c", "d"]
    assert schema["required"] == ["answer"]
    assert schema["additionalProperties"] is False
    assert answer_schema(3) != answer_schema(4)


@pytest.mark.parametrize("position", range(3))
def test_a_letter_is_the_option_at_its_position(position):
    assert read(json.dumps({"answer": "abc"[position]})) == Reading("option", position, "json_answer")


def test_the_letter_of_omit_declines():
    assert read(' { "answer" : "d" }\n') == Reading("omit", OMIT, "json_answer")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("(a)", "json_not_whole"),
        ('{"answer": "a"', "json_not_whole"),
        ('```json\n{"answer": "a"}\n```', "json_not_whole"),
        ("[" * 100_000, "json_not_whole"),
        ('{"answer": "e"}', "json_breaks_schema"),
        ('{"answer": "A"}', "json_breaks_schema"),
        ('{"answer": ["a"]}', "json_breaks_schema"),
        ('{"answer": "a", "note": "(b)"}', "json_breaks_schema"),
        ('{"answer": "a", "answer": "b"}', "json_breaks_schema"),
        ('[["answer", "a"]]', "json_breaks_schema"),
        ('"a"', "json_breaks_schema"),
        ("{}", "json_breaks_schema"),
        ("null", "json_breaks_schema"),
    ],
)
def test_what_breaks_the_schema_is_unresolved_whatever_letter_stands_in_it(text, rule):
    assert read(text) == Reading("unresolved", None, rule)


@given(st.text() | st.recursive(st.none() | st.text(), lambda inner: st.dictionaries(st.text(), inner)).map(json.dumps))
def test_no_text_is_an_error_and_none_is_guessed_at(text):
    reading = read(text)
    assert (reading.verdict == "unresolved") == (reading.position is None)


def verdicts(*replies):
    """Return the verdicts on replies, each a text and a route."""
    requests = pa.table(
        {"request_id": [str(n) for n, _ in enumerate(replies)]}
        | {"answer": ["letter"] * len(replies)}
        | {"options": [OPTIONS] * len(replies), "omit_position": [OMIT] * len(replies)}
    )
    rows = [
        {"request_id": str(n), "response_key": str(n), "status": ANSWERED, "text": text, "route": route, "attempts": 1}
        for n, (text, route) in enumerate(replies)
    ]
    return read_replies(requests, [as_table("responses", rows)], "parser", None)


def test_the_route_decides_the_rule_and_stands_in_the_verdict():
    structured, free, broken, json_as_text = verdicts(
        ('{"answer": "b"}', "json_schema"),
        ("(b)", "free_text"),
        ("(b)", "json_schema"),
        ('{"answer": "b"}', "free_text"),
    )
    assert (structured["position"], structured["rule"], structured["route"]) == (1, "json_answer", "json_schema")
    assert (free["position"], free["rule"], free["route"]) == (1, "letter", "free_text")
    assert (broken["verdict"], broken["rule"]) == ("unresolved", "json_not_whole")
    assert json_as_text["rule"] != "json_answer"
    assert structured["reader_version"] != free["reader_version"]
