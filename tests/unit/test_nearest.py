"""Why a request is asked again: what a reply's line keeps of its key, and the nearest other reply with what differs."""

import json
from dataclasses import asdict, replace
from functools import partial

import pytest
from fault_server import FaultServer
from hypothesis import given
from hypothesis import strategies as st
from provider_samples import identity, open_provider

from counterpoint.models.jobs import Job
from counterpoint.models.journal import read_journal
from counterpoint.models.nearest import changed_parts, flat, nearest
from counterpoint.models.query import Limits, query
from counterpoint.models.requests import BUCKETS, Part, Request, response_key
from counterpoint.models.trace import FOLDER, Identity, record_identity, recorded_identity, trace_of

ALL = range(BUCKETS)
LOOK = Request("Be brief.", (Part("text", "Which?"), Part("image", "a1" * 32)))
OTHER_SYSTEM = Request("Be verbose.", LOOK.parts)
OTHER_PICTURE = Request("Be brief.", (Part("text", "Which?"), Part("image", "b2" * 32)))
OTHER_TEXT = Request("Be brief.", (Part("text", "What?"), Part("image", "a1" * 32)))
BOTH = Request("Be verbose.", OTHER_TEXT.parts)


def ask(folder, *requests, **decoding):
    """Ask requests of a model behind a server of its own, and journal its replies."""
    asked = Identity(identity("openai", decoding=decoding))
    jobs = [Job(r, response_key(r.request_id, asked.digest), identity=asked) for r in requests]
    with FaultServer() as server:
        model = open_provider(server, "openai", pictures=_AnyPicture(), decoding=decoding)
        query(jobs, model.ask, Limits(2, 1, 0.0), folder, ALL, model)


class _AnyPicture:
    def png(self, digest):
        from counterpoint.models.pictures import Png

        return Png(b"", "data:image/png;base64,")


def look_up(folder, request, planned=(), **decoding):
    """Return the changes since the nearest other reply, or None."""
    asked = Identity(identity("openai", decoding=decoding))
    found = nearest(
        read_journal(folder, ALL)[0].values(),
        response_key(request.request_id, asked.digest),
        request.request_id,
        trace_of(request, None),
        asked.content,
        partial(recorded_identity, folder),
        planned,
    )
    return found and found.changes


def test_another_temperature_is_told_with_both_values(tmp_path):
    ask(tmp_path, LOOK)
    assert look_up(tmp_path, LOOK, temperature=0.7) == ["decoding.temperature: 0.0 -> 0.7"]
    assert look_up(tmp_path, LOOK, seed=3) == ["decoding.seed: absent -> 3"]
    assert look_up(tmp_path, LOOK) is None


@pytest.mark.parametrize(
    ("request_now", "start"),
    [
        (OTHER_SYSTEM, "system text changed"),
        (OTHER_PICTURE, "picture 1 pixels changed"),
        (OTHER_TEXT, "text 1 changed"),
    ],
)
def test_another_prompt_picture_or_question_is_told(tmp_path, request_now, start):
    ask(tmp_path, LOOK)
    (change,) = look_up(tmp_path, request_now)
    assert change.startswith(f"{start} (")
    assert look_up(tmp_path, request_now, temperature=0.7)[1:] == ["decoding.temperature: 0.0 -> 0.7"]


def test_what_differs_in_two_parts_is_another_question(tmp_path):
    ask(tmp_path, LOOK)
    assert look_up(tmp_path, BOTH) is None


def test_the_nearest_is_that_with_the_fewest_changes_of_request_then_of_identity(tmp_path):
    ask(tmp_path, OTHER_SYSTEM)
    ask(tmp_path, LOOK, temperature=1.0, seed=4)
    ask(tmp_path, LOOK, temperature=0.5)
    assert look_up(tmp_path, LOOK, temperature=0.7) == ["decoding.temperature: 0.5 -> 0.7"]


def test_replies_to_other_trials_of_the_run_are_no_earlier_version_but_for_their_repeat(tmp_path):
    again = replace(LOOK, repeat=2)
    ask(tmp_path, OTHER_SYSTEM, again)
    planned = {r.request_id for r in (LOOK, OTHER_SYSTEM, again)}
    assert look_up(tmp_path, LOOK, planned) == ["repeat: 2 -> 0"]
    assert look_up(tmp_path, OTHER_TEXT, planned) is None


def test_a_reply_of_an_earlier_version_is_found_by_its_request_and_says_that_nothing_is_known(tmp_path):
    ask(tmp_path, LOOK)
    (path,) = tmp_path.glob("??/*.jsonl")
    line = json.loads(path.read_text())
    del line["identity"], line["parts"]
    path.write_text(json.dumps(line) + "\n")
    (change,) = look_up(tmp_path, LOOK, temperature=0.7)
    assert change.startswith("unknown: ")
    assert look_up(tmp_path, OTHER_SYSTEM) is None


def test_an_identity_whose_file_is_gone_is_named(tmp_path):
    ask(tmp_path, LOOK)
    (file,) = (tmp_path / FOLDER).iterdir()
    file.unlink()
    assert look_up(tmp_path, LOOK, temperature=0.7) == [
        f"identity: {file.stem}, of which the journal holds nothing more"
    ]


def test_an_identity_is_kept_whole_once_and_read_back(tmp_path):
    asked = Identity(identity("openai"))
    record_identity(tmp_path, asked)
    (file,) = (tmp_path / FOLDER).iterdir()
    before = file.stat()
    record_identity(tmp_path, asked)
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert recorded_identity(tmp_path, asked.name) == asked.content


def test_a_damaged_identity_is_written_again(tmp_path):
    asked = Identity({"provider": "openai", "decoding": {"temperature": 0.0}})
    record_identity(tmp_path, asked)
    path = tmp_path / FOLDER / f"{asked.name}.json"
    path.write_text('{"provider": "op')
    record_identity(tmp_path, asked)
    assert recorded_identity(tmp_path, asked.name) == asked.content


@pytest.mark.parametrize("name", ["../../secret", "a" * 11, "A" * 12, "/etc/passwd", ""])
def test_a_name_in_a_line_of_the_journal_is_no_path(tmp_path, name):
    assert recorded_identity(tmp_path, name) is None


def test_what_a_line_keeps_of_its_key_is_small_and_in_no_key(tmp_path):
    ask(tmp_path, LOOK)
    ((key, entry),) = read_journal(tmp_path, ALL)[0].items()
    asked = Identity(identity("openai"))
    assert key == response_key(LOOK.request_id, asked.digest)
    assert entry.identity == asked.name
    kept = {name: value for name, value in asdict(entry).items() if name in ("identity", "parts")}
    assert len(json.dumps(kept, separators=(",", ":"))) < 120


CHANGES = {
    "repeat: 0 -> 1": replace(LOOK, repeat=1),
    "response schema added": replace(LOOK, response_schema="{}"),
    "system text removed": replace(LOOK, system=None),
    "order of texts and pictures changed": replace(LOOK, parts=LOOK.parts[::-1]),
    "parts sent: text, picture -> text": replace(LOOK, parts=LOOK.parts[:1]),
}


@pytest.mark.parametrize("line", CHANGES)
def test_each_kind_of_change_has_its_words(line):
    assert changed_parts(trace_of(LOOK, None), trace_of(CHANGES[line], None)) == [line]


def test_what_a_planted_respondent_is_told_is_a_part_too():
    (line,) = changed_parts(trace_of(LOOK, "1"), trace_of(LOOK, "2"))
    assert line.startswith("what the planted respondent is told changed (")


texts = st.text(max_size=4)
requests = st.builds(
    Request,
    system=st.none() | st.text(min_size=1, max_size=4),
    parts=st.lists(
        st.builds(Part, st.just("text"), texts)
        | st.builds(Part, st.just("image"), st.sampled_from(["a" * 64, "b" * 64])),
        min_size=1,
        max_size=3,
    ).map(tuple),
    response_schema=st.none() | st.just("{}"),
    repeat=st.integers(0, 2),
)


@given(requests, requests)
def test_two_requests_differ_in_a_part_exactly_where_they_are_two(one, other):
    assert (changed_parts(trace_of(one, None), trace_of(other, None)) == []) == (one.request_id == other.request_id)


def test_an_identity_is_flattened_by_dotted_keys():
    assert flat({"a": {"b": 0.0, "c": [1]}, "d": "x"}) == {"a.b": "0.0", "a.c": "[1]", "d": '"x"'}
