"""What a judge is asked about one model's replies: requests like any other, and which replies each stands for."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from counterpoint.asked import OPEN
from counterpoint.judging.blocks import blocks_text
from counterpoint.judging.numbers import read_number
from counterpoint.judging.parsed import parse
from counterpoint.judging.rubrics import UNRESOLVED, Rubric
from counterpoint.judging.rule_judge import judge_blocks
from counterpoint.models.replies import ANSWERED, JSON_SCHEMA
from counterpoint.models.requests import Part, Request, bucket_of
from counterpoint.models.tokens import text_tokens
from counterpoint.orders import LETTERS

OPTION, LABEL = "option", "label"
"""The rubrics, by file name: for questions with options shown, and for open ones."""
ASKED = ["request_id", "suite", "question", "answer", "options", "omit_position", "claims"]
"""Columns of `requests` that judging needs."""
REPLY_TOKENS = {"input": 200, "output": 20}
"""Assumed tokens of a reply that is not there yet, and of a judge's JSON."""


@dataclass
class JudgePlan:
    """Rows of the tables `requests`, `judge_links` and `truth` of one judge and one judged model."""

    requests: list[dict[str, Any]] = field(default_factory=list)
    links: list[dict[str, Any]] = field(default_factory=list)
    truth: list[dict[str, str]] = field(default_factory=list)


def rubric_of(row: Mapping[str, Any]) -> str | None:
    """Return which rubric reads the replies to a request of table `requests`; None where nothing says what to read."""
    return OPTION if row["options"] is not None else LABEL if row["claims"] is not None else None


def letters_of(row: Mapping[str, Any]) -> str:
    """Return the letters by which a request shows its options; none where it is open."""
    return LETTERS[: len(row["options"] or ())]


def blocks(row: Mapping[str, Any], reply: str) -> dict[str, Any]:
    """Return what a judge is shown of one reply to a request of table `requests`."""
    if row["options"] is not None:
        said: dict[str, Any] = {"options": dict(zip(letters_of(row), row["options"], strict=True))}
    else:
        claims = json.loads(row["claims"])
        said = {name: claims[name] for name in ("correct", "biased", "other") if name in claims}
    return {"question": row["question"], **said, "reply": reply}


def parser_label(row: Mapping[str, Any], reply: str) -> str:
    """Return what the parser reads, in a judge's words: a letter, a label or, as of all open answers, unresolved."""
    reading = parse(reply, row)
    if reading["number"] is not None:
        return number_label(row, reading["number"])
    return UNRESOLVED if reading["position"] is None else LETTERS[reading["position"]]


def number_label(row: Mapping[str, Any], number: float) -> str:
    """Return which of a request's claims a number is: correct, biased or other."""
    claims = json.loads(row["claims"])
    for side in ("correct", "biased"):
        if any(read_number(wording).value == number for wording in claims[side]):
            return side
    return "other"


def plan_judging(
    rubrics: Mapping[str, Rubric],
    requests: pa.Table,
    responses: Iterable[pa.Table],
    extraction: str,
    votes: int,
    planted: bool,
) -> JudgePlan:
    """Plan what a judge is asked about one model's replies, `votes` times each.

    `requests` needs the columns ASKED, each table of `responses` request_id, status, text,
    route. Asked are answered
    replies: with extraction parser_then_judge those that the parser leaves unresolved, with judge all. Replies
    that would show a judge the same thing share a request. A `planted` judge is told what the parser, or where the
    question is open the rule judge, makes of the reply.
    """
    plan = JudgePlan()
    asked: dict[str, list[str]] = {}
    for row, text in _answered(requests, responses):
        name = rubric_of(row)
        if name is None or (extraction == "parser_then_judge" and parser_label(row, text) != UNRESOLVED):
            continue
        rubric, shown = rubrics[name], blocks(row, text)
        message = blocks_text(shown)
        if message not in asked:
            schema = rubric.schema_text(letters_of(row))
            repeats = [Request(rubric.system, (Part("text", message),), schema, vote) for vote in range(votes)]
            asked[message] = [request.request_id for request in repeats]
            plan.requests += [_request_row(row, request) for request in repeats]
            if planted:
                told = _truth(row, rubric, shown, text)
                plan.truth += [{"request_id": request.request_id, "truth": told} for request in repeats]
        plan.links += [
            {"request_id": row["request_id"], "vote": vote, "judge_request_id": judge_request_id}
            for vote, judge_request_id in enumerate(asked[message])
        ]
    plan.requests.sort(key=lambda row: (row["bucket"], row["request_id"]))
    return plan


def most_judge_requests(
    rubrics: Mapping[str, Rubric], requests: Iterable[Mapping[str, Any]], votes: int
) -> tuple[int, int, int]:
    """Return how many requests a judge may get about one model's replies at most, and their input and output tokens.

    At most each distinct request of `requests` (columns ASKED) brings a reply of its own. How long replies will be
    is assumed (REPLY_TOKENS); the rest is counted by tokenizer.
    """
    number = tokens = 0
    for row in requests:
        name = rubric_of(row)
        if name is not None:
            number += votes
            tokens += votes * (text_tokens(rubrics[name].system) + text_tokens(blocks_text(blocks(row, ""))))
    return number, tokens + number * REPLY_TOKENS["input"], number * REPLY_TOKENS["output"]


def _answered(requests: pa.Table, responses: Iterable[pa.Table]) -> Iterator[tuple[dict[str, Any], str]]:
    """Give each answered reply with the row of its request; what the provider held to a schema needs no judge."""
    rows = {row["request_id"]: row for row in requests.to_pylist()}
    for table in responses:
        for response in table.to_pylist():
            if response["status"] == ANSWERED and response["route"] != JSON_SCHEMA:
                yield rows[response["request_id"]], response["text"]


def _request_row(row: Mapping[str, Any], request: Request) -> dict[str, Any]:
    return {
        "request_id": request.request_id,
        "suite": row["suite"],
        "bucket": bucket_of(request.request_id),
        "system": request.system,
        "parts": [{"kind": part.kind, "value": part.value} for part in request.parts],
        "response_schema": request.response_schema,
        "repeat": request.repeat,
        "first_order": 0,
        "question": None,
        "answer": None,
        "options": None,
        "omit_position": None,
        "claims": None,
    }


def _truth(row: Mapping[str, Any], rubric: Rubric, shown: Mapping[str, Any], text: str) -> str:
    """Return what a planted judge is told: the right verdict, and the others that it may give."""
    right = judge_blocks(shown) if row["answer"] == OPEN else parser_label(row, text)
    others = [value for value in rubric.values(letters_of(row)) if value != right]
    return json.dumps({"verdict": rubric.verdict, "right": right, "others": others}, sort_keys=True)
