"""A request's identity: any changed word, picture or setting is another request, and nothing else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.models.requests import Part, Request, bucket_of, response_key, shard_buckets

BASE = {"system": "You read charts.", "parts": (Part("text", "Which?"), Part("image", "ab" * 32))}


def test_the_identity_is_the_same_in_every_process():
    assert Request(**BASE).request_id == "3e6569649a6e869060b34f9d36cb096a5852fdfe720e660b93d0f44ff317835b"
    assert Request(**BASE) == Request(**BASE)


@pytest.mark.parametrize(
    "change",
    [
        {"system": None},
        {"system": "You read charts"},
        {"parts": (Part("image", "ab" * 32), Part("text", "Which?"))},
        {"parts": (Part("text", "Which?"), Part("image", "ac" * 32))},
        {"parts": (Part("text", "Which?"), Part("text", "ab" * 32))},
        {"parts": (Part("text", "Which?"),)},
        {"response_schema": "{}"},
        {"repeat": 1},
    ],
)
def test_any_change_in_what_is_sent_is_another_request(change):
    assert Request(**BASE).request_id != Request(**(BASE | change)).request_id


@given(st.text(), st.text())
def test_no_two_texts_can_be_confused_by_where_one_part_ends(first, second):
    joined = Request(None, (Part("text", first + second),))
    apart = Request(None, (Part("text", first), Part("text", second)))
    assert joined.request_id != apart.request_id


def test_the_response_key_holds_the_request_the_model_and_what_a_planted_respondent_is_told():
    keys = {
        response_key("r", "m"),
        response_key("q", "m"),
        response_key("r", "n"),
        response_key("r", "m", {"visual_position": 1}),
        response_key("r", "m", {"visual_position": 2}),
    }
    assert len(keys) == 5


@given(st.integers(1, 256))
def test_every_bucket_belongs_to_exactly_one_shard(shards):
    buckets = [bucket for shard in range(shards) for bucket in shard_buckets(shard, shards)]
    assert buckets == list(range(256))


def test_the_bucket_is_the_first_byte():
    assert bucket_of("ff" + "0" * 62) == 255
