"""From replies to verdicts: each reply that arrived is read by parser or judge, everything else has no verdict."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from counterpoint.asked import OPEN
from counterpoint.judging.json_answer import JSON_READER_VERSION, read_json_answer
from counterpoint.judging.judge_requests import OPTION, parser_label, rubric_of
from counterpoint.judging.no_verdict import JUDGE_FAILED, UNRESOLVED
from counterpoint.judging.options import READER_VERSION
from counterpoint.judging.parsed import parse
from counterpoint.judging.rubrics import Rubric
from counterpoint.judging.votes import Vote, decide, decide_findings, read_vote
from counterpoint.models.replies import ANSWERED, JSON_SCHEMA
from counterpoint.orders import LETTERS

PARSER, JUDGE = "parser", "judge"
FINDINGS = "findings"
"""The verdict under a structured rubric: what was found stands in a column of its own."""
UNREAD = {
    "verdict": "none",
    "position": None,
    "number": None,
    "findings": None,
    "extraction": None,
    "rule": "not_read",
    "reader_version": READER_VERSION,
    "votes_for": None,
    "votes_cast": None,
}
"""The verdict on what is no reply that may be interpreted: a refusal, an empty or a cut-off one, a failure."""


@dataclass(frozen=True)
class Judged:
    """What one judge said of one model's replies: its name, its votes by request, and which of these are structured."""

    judge: str
    votes: Mapping[str, Sequence[Vote]]
    structured: frozenset[str] = frozenset()


def judged(
    judge: str,
    rubrics: Mapping[str, Rubric],
    requests: pa.Table,
    links: pa.Table,
    judge_requests: pa.Table,
    judge_responses: Iterable[pa.Table],
) -> Judged:
    """Return one judge's votes, held against the schema that each of its requests asked for.

    `requests` are those of the judged model (request_id, options, claims, rubric), `links` and `judge_requests`
    (request_id, response_schema) what the judge was asked, `judge_responses` (request_id, status, failure_class,
    text) what it said.
    """
    schemas = dict(zip(*(judge_requests[name].to_pylist() for name in ("request_id", "response_schema")), strict=True))
    said = {row["request_id"]: row for table in judge_responses for row in table.to_pylist()}
    rubric = {row["request_id"]: rubric_of(row) for row in requests.select(["request_id", *_KINDS]).to_pylist()}
    votes: dict[str, list[Vote]] = defaultdict(list)
    for link in links.sort_by([("request_id", "ascending"), ("vote", "ascending")]).to_pylist():
        row, name = said[link["judge_request_id"]], link["request_id"]
        key = rubrics[rubric[name]].verdict
        vote = read_vote(row["status"], row["failure_class"], row["text"], schemas[row["request_id"]], key)
        votes[name].append(vote)
    structured = (name for name in votes if rubrics[rubric[name]].kinds is not None)
    return Judged(judge, dict(votes), frozenset(structured))


_KINDS = ["options", "claims", "rubric"]


def read_replies(
    requests: pa.Table, responses: Iterable[pa.Table], extraction: str, first: Judged | None
) -> list[dict[str, Any]]:
    """Return the rows of `verdicts` for one model's responses.

    `requests` needs request_id, answer, options, omit_position, claims, rubric; each table of `responses` request_id,
    response_key, status, failure_class, text, route. Only replies with status `answered` are read: what the provider
    held to a schema as JSON, all else by rule, or where `extraction` says so by the `first` judge, whose
    votes are needed then.
    """
    shown = {row["request_id"]: row for row in requests.to_pylist()}
    rows = []
    for table in responses:
        for response in table.to_pylist():
            request, text = shown[response["request_id"]], response["text"] or ""
            row = {name: response[name] for name in ("request_id", "response_key", "status", "failure_class", "route")}
            row |= UNREAD | {"text_chars": len(text)}
            if response["status"] == ANSWERED and response["route"] == JSON_SCHEMA:
                row |= _json_reading(request, text)
            elif response["status"] == ANSWERED:
                row |= _reading(request, text, extraction, first)
            rows.append(row)
    return rows


def vote_rows(requests: pa.Table, responses: Iterable[pa.Table], judges: Sequence[Judged]) -> Iterator[dict[str, Any]]:
    """Give the rows of `votes`: what each judge said of each reply, and what the parser reads in the same replies."""
    for one in judges:
        for request_id, votes in one.votes.items():
            for number, vote in enumerate(votes):
                yield _vote_row(request_id, one.judge, number, vote)
    asked = {request_id for one in judges for request_id in one.votes}
    shown = {row["request_id"]: row for row in requests.to_pylist()}
    for table in responses:
        for response in table.to_pylist():
            request = shown[response["request_id"]]
            if response["request_id"] in asked and request["answer"] != OPEN:
                label = parser_label(request, response["text"])
                yield _vote_row(response["request_id"], PARSER, 0, Vote(label))


def _vote_row(request_id: str, judge: str, number: int, vote: Vote) -> dict[str, Any]:
    return {"request_id": request_id, "judge": judge, "vote": number, "label": vote.label, "reason": vote.reason}


def _json_reading(request: Mapping[str, Any], text: str) -> dict[str, Any]:
    reading = read_json_answer(text, request["options"], request["omit_position"])
    found = {"verdict": reading.verdict, "position": reading.position, "rule": reading.rule}
    return UNREAD | found | {"extraction": PARSER, "reader_version": JSON_READER_VERSION}


def _reading(request: Mapping[str, Any], text: str, extraction: str, first: Judged | None) -> dict[str, Any]:
    if extraction != JUDGE or rubric_of(request) is None:
        reading = parse(text, request)
        if reading["verdict"] != UNRESOLVED or extraction == PARSER or rubric_of(request) is None:
            return UNREAD | reading | {"extraction": PARSER}
    votes = first.votes[request["request_id"]]
    structured = request["request_id"] in first.structured
    decision = decide_findings(votes) if structured else decide(votes)
    verdict, position, findings = decision.label or JUDGE_FAILED, None, None
    if structured and decision.label is not None:
        verdict, findings = FINDINGS, decision.label
    if rubric_of(request) == OPTION and verdict in LETTERS:
        position = LETTERS.index(verdict)
        verdict = "omit" if position == request["omit_position"] else "option"
    return UNREAD | {
        "verdict": verdict,
        "position": position,
        "findings": findings,
        "extraction": JUDGE,
        "rule": decision.rule,
        "reader_version": f"judge {first.judge}",
        "votes_for": decision.votes_for,
        "votes_cast": decision.votes_cast,
    }
