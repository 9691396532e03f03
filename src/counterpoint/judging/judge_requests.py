"""What a judge is asked about one model's replies: requests like any other, and which replies each stands for."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from counterpoint.asked import NAME, OPEN
from counterpoint.judging.blocks import blocks_text
from counterpoint.judging.no_verdict import UNRESOLVED
from counterpoint.judging.numbers import read_number
from counterpoint.judging.parsed import parse
from counterpoint.judging.planted_judge import told_findings, told_verdict
from counterpoint.judging.rubrics import Rubric
from counterpoint.judging.rule_judge import judge_blocks
from counterpoint.models.replies import ANSWERED, JSON_SCHEMA
from counterpoint.models.requests import Part, Request
from counterpoint.models.tokens import text_tokens
from counterpoint.orders import LETTERS
from counterpoint.trials import request_row

OPTION, LABEL = "option", "label"
"""The rubrics that need not be named, by file name: for questions with options shown, and for open ones."""
READ_AS = ["request_id", "suite", "question", "answer", "options", "omit_position", "claims", "rubric"]
"""Columns of `requests` that reading replies needs."""
ASKED = [*READ_AS, "material"]
"""Columns of `requests` that judging needs."""
REPLY_TOKENS = {"input": 200, "output": 20}
"""Assumed tokens of a reply that is not there yet, and of a judge's JSON with one verdict."""
STRUCTURED_TOKENS = {"input": 600, "output": 60}
"""Assumed tokens of a reply that a structured rubric takes apart, and of a judge's JSON for each of its keys."""
KEYS = "keys"
"""Property of a request's material that says which keys a structured rubric has for it; a judge is not shown it."""


@dataclass
class JudgePlan:
    """Rows of the tables `requests`, `judge_links` and `truth` of one judge and one judged model."""

    requests: list[dict[str, Any]] = field(default_factory=list)
    links: list[dict[str, Any]] = field(default_factory=list)
    truth: list[dict[str, str]] = field(default_factory=list)


def rubric_of(row: Mapping[str, Any]) -> str | None:
    """Return which rubric reads the replies to a request of table `requests`; None where nothing says what to read."""
    return row["rubric"] or (OPTION if row["options"] is not None else LABEL if row["claims"] is not None else None)


def letters_of(row: Mapping[str, Any]) -> str:
    """Return the letters by which a request shows its options; none where it is open."""
    return LETTERS[: len(row["options"] or ())]


def blocks(row: Mapping[str, Any], reply: str) -> dict[str, Any]:
    """Return what a judge is shown of one reply to a request of table `requests`."""
    if row["rubric"] is not None:
        said: dict[str, Any] = {name: value for name, value in _material(row).items() if name != KEYS}
    elif row["options"] is not None:
        said = {"options": dict(zip(letters_of(row), row["options"], strict=True))}
    else:
        claims = json.loads(row["claims"])
        said = {name: claims[name] for name in ("correct", "biased", "other", "tolerance") if name in claims}
    return {"question": row["question"], **said, "reply": reply}


def parser_label(row: Mapping[str, Any], reply: str) -> str:
    """Return what the parser reads, in a judge's words: a letter, a label or, as of all open answers, unresolved."""
    reading = parse(reply, row)
    if reading["number"] is not None:
        return number_label(row, reading["number"])
    if row["answer"] == NAME:
        return reading["verdict"]
    return UNRESOLVED if reading["position"] is None else LETTERS[reading["position"]]


def number_label(row: Mapping[str, Any], number: float) -> str:
    """Return which of a request's claims a number is: correct, biased or other.

    The claims' `tolerance`, where they have one, is the correct answer's.
    """
    claims = json.loads(row["claims"])
    for side, tolerance in (("correct", claims.get("tolerance", 0.0)), ("biased", 0.0)):
        meant = (read_number(wording).value for wording in claims[side])
        if any(value is not None and abs(value - number) <= tolerance for value in meant):
            return side
    return "other"


def keys_of(row: Mapping[str, Any]) -> dict[str, str]:
    """Return the keys that a structured rubric has for a request, each with its kind; none where it has none."""
    return {} if row["rubric"] is None else _material(row).get(KEYS, {})


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
            schema = rubric.schema_text(letters_of(row), keys_of(row))
            repeats = [Request(rubric.system, (Part("text", message),), schema, vote) for vote in range(votes)]
            asked[message] = [request.request_id for request in repeats]
            plan.requests += [request_row(row["suite"], request) for request in repeats]
            if planted:
                truth = _truth(row, rubric, shown, text)
                plan.truth += [{"request_id": request.request_id, "truth": truth} for request in repeats]
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
    number = read = written = 0
    for row in requests:
        name = rubric_of(row)
        if name is None:
            continue
        rubric, keys = rubrics[name], keys_of(row)
        number += 1
        read += text_tokens(rubric.system) + text_tokens(blocks_text(blocks(row, "")))
        if rubric.kinds is None:
            read += REPLY_TOKENS["input"]
            written += REPLY_TOKENS["output"]
        else:
            read += STRUCTURED_TOKENS["input"] + text_tokens(rubric.schema_text(keys=keys))
            written += STRUCTURED_TOKENS["output"] * len(keys)
    return votes * number, votes * read, votes * written


def _answered(requests: pa.Table, responses: Iterable[pa.Table]) -> Iterator[tuple[dict[str, Any], str]]:
    """Give each answered reply with the row of its request; what the provider held to a schema needs no judge."""
    rows = {row["request_id"]: row for row in requests.to_pylist()}
    for table in responses:
        for response in table.to_pylist():
            if response["status"] == ANSWERED and response["route"] != JSON_SCHEMA:
                yield rows[response["request_id"]], response["text"]


def _material(row: Mapping[str, Any]) -> dict[str, Any]:
    return json.loads(row["material"])


def _truth(row: Mapping[str, Any], rubric: Rubric, shown: Mapping[str, Any], text: str) -> str:
    """Return what a planted judge is told: the right verdict, and the others that it may give."""
    if rubric.kinds is not None:
        keys = keys_of(row)
        right = judge_blocks(shown, keys)
        return told_findings(right, {key: rubric.kinds[kind] for key, kind in keys.items()})
    right = judge_blocks(shown) if row["answer"] == OPEN else parser_label(row, text)
    return told_verdict(rubric.verdict, right, rubric.values(letters_of(row)))
