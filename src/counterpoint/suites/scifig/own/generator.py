"""Asking a model for what could be asked about one's own figures: its requests, and its replies read as candidates."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from counterpoint.judging.votes import read_vote
from counterpoint.manifests import SEPARATOR
from counterpoint.models.requests import Part, Request
from counterpoint.suites.scifig.names import (
    CAPTION,
    CLAIM_KINDS,
    PREMISE_KINDS,
    REASONING,
    REASONING_KINDS,
    RESISTANCE,
    SUITE,
)
from counterpoint.suites.scifig.own.candidate import GENERATOR, Candidate, candidate_of
from counterpoint.suites.scifig.own.items import OwnShown
from counterpoint.trials import request_row

_TEXT, _TEXTS = {"type": "string"}, {"type": "array", "items": {"type": "string"}}
_NUMBER = {"type": ["number", "null"]}


def _list_of(kinds: Iterable[str], **properties: dict[str, Any]) -> dict[str, Any]:
    properties = {"kind": {"type": "string", "enum": list(kinds)}, **properties}
    return {"type": "array", "items": _object(properties)}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


SCHEMA = json.dumps(
    _object(
        {
            "questions": _list_of(
                REASONING_KINDS,
                question=_TEXT,
                number=_NUMBER,
                name={"type": ["string", "null"]},
                tolerance=_NUMBER,
                other_names=_TEXTS,
                steps=_TEXT,
            ),
            "premises": _list_of(
                PREMISE_KINDS,
                question=_TEXT,
                premise=_TEXT,
                actual=_TEXT,
                names=_TEXTS,
                false_number=_NUMBER,
                true_number=_NUMBER,
                twin_question=_TEXT,
                twin_premise=_TEXT,
            ),
            "claims": _list_of(CLAIM_KINDS, true_sentence=_TEXT, false_sentence=_TEXT),
        }
    ),
    sort_keys=True,
    separators=(",", ":"),
)
"""JSON Schema of the generator's reply, as canonical JSON."""


def generator_requests(
    figures: Mapping[str, OwnShown], views: Iterable[Mapping[str, Any]], prompts: Mapping[str, str]
) -> dict[str, Request]:
    """Return what the generator is asked about each figure, by its name.

    `views` are rows of `scifig_views`. A figure's own texts stand in a JSON object behind what is asked: they are data.
    """
    clean = {row["figure_id"]: row["pixel_digest"] for row in views if row["view"] == "clean"}
    return {
        name: Request(
            prompts["system"],
            (
                Part("image", clean[name]),
                Part("text", f"{prompts['ask']}\n{_known(figure)}"),
            ),
            SCHEMA,
        )
        for name, figure in figures.items()
    }


def request_rows(requests: Iterable[Request]) -> list[dict[str, Any]]:
    """Return requests as rows of table `requests`, sorted by bucket."""
    return sorted((request_row(SUITE, request) for request in requests), key=lambda row: row["request_id"])


def generated_candidates(
    requests: Mapping[str, Request], responses: Mapping[str, Mapping[str, Any]]
) -> tuple[list[Candidate], dict[str, str]]:
    """Return the candidates of the generator's replies, and by figure why there are none of it.

    `responses` are rows of `responses` by request. Of several of a kind the first is taken.
    """
    found: dict[str, Candidate] = {}
    unread: dict[str, str] = {}
    for figure_id, request in requests.items():
        row = responses.get(request.request_id)
        if row is None:  # of replies that an estimate finds, and that an earlier run asked for
            unread[figure_id] = "not asked yet"
            continue
        vote = read_vote(row["status"], row["failure_class"], row["text"], SCHEMA, None)
        if vote.label is None:
            unread[figure_id] = vote.reason
            continue
        for candidate in _candidates(figure_id, json.loads(vote.label)):
            found.setdefault(candidate.probe, candidate)
    return list(found.values()), unread


def _known(figure: OwnShown) -> str:
    known = {"chart_type": figure.chart_type, "caption": figure.caption, "description": figure.description}
    return json.dumps(known, ensure_ascii=False)


def _candidates(figure_id: str, said: Mapping[str, Any]) -> Iterable[Candidate]:
    for one in said["questions"]:
        number = one["number"] is not None
        yield candidate_of(
            figure_id,
            REASONING,
            one["kind"],
            GENERATOR,
            question=_line(one["question"]),
            key=_number(one["number"]) if number else _line(one["name"] or ""),
            tolerance=_number(one["tolerance"]) if number else "",
            others="" if number else _list(one["other_names"]),
            steps=_line(one["steps"]),
        )
    for one in said["premises"]:
        contra = one["kind"] == "contra"
        yield candidate_of(
            figure_id,
            RESISTANCE,
            one["kind"],
            GENERATOR,
            question=_line(one["question"]),
            premise=_line(one["premise"]),
            actual=_line(one["actual"]),
            names=_list(one["names"]),
            anchor=_number(one["false_number"]) if contra else "",
            key=_number(one["true_number"]) if contra else "",
            twin=_line(one["twin_question"]),
            twin_premise=_line(one["twin_premise"]),
        )
    for one in said["claims"]:
        yield candidate_of(
            figure_id,
            CAPTION,
            one["kind"],
            GENERATOR,
            premise=_line(one["false_sentence"]),
            actual=_line(one["true_sentence"]),
        )


def _line(text: str) -> str:
    """Return a text on one line, without characters that break one."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _list(texts: Iterable[str]) -> str:
    return SEPARATOR.join(filter(None, (_line(text.replace(SEPARATOR, "/")) for text in texts)))


def _number(number: float | None) -> str:
    return "" if number is None else f"{number:.10g}"
