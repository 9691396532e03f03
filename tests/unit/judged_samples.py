"""A few questions, replies and judges, for the tests of judging."""

from pathlib import Path

import pyarrow as pa

from counterpoint.asked import LETTER, OPEN
from counterpoint.judging.judge_requests import plan_judging
from counterpoint.judging.rubrics import load_rubrics
from counterpoint.judging.verdicts import judged
from counterpoint.models.query import Limits, query
from counterpoint.models.requests import BUCKETS, Part, Request, bucket_of
from counterpoint.models.shard import response_identity, shard_jobs
from counterpoint.tables import as_table

ROOT = Path(__file__).resolve().parents[2]
RUBRICS = load_rubrics(sorted(ROOT.joinpath("resources", "rubrics").glob("*.yaml")))
OPTIONS = ["Laos", "South Korea", "14%", "Omit"]
LEGS = '{"biased": ["4", "four legs"], "correct": ["5", "five legs"], "other": []}'
LIMITS = Limits(8, 2, 0.0)


def request_row(question, options=OPTIONS, claims=None):
    """Return a row of table `requests`: a question with options, or with claims."""
    request = Request("Answer.", (Part("text", f"{question} {options}"),))
    return {
        "request_id": request.request_id,
        "suite": "made up",
        "bucket": bucket_of(request.request_id),
        "system": request.system,
        "parts": [{"kind": "text", "value": request.parts[0].value}],
        "response_schema": None,
        "repeat": 0,
        "first_order": 0,
        "question": question,
        "answer": LETTER if options is not None else OPEN,
        "options": options,
        "omit_position": None if options is None else len(options) - 1,
        "claims": claims,
    }


def response_row(request_row, text, status="answered"):
    """Return a row of table `responses`: one model's reply to a request."""
    row = dict.fromkeys(as_table("responses", []).column_names)
    return row | {
        "request_id": request_row["request_id"],
        "response_key": f"key of {request_row['request_id']}",
        "status": status,
        "text": text,
        "attempts": 1,
    }


def replies(*pairs) -> tuple[pa.Table, list[pa.Table]]:
    """Return the tables `requests` and, as one shard, `responses` from pairs of a request's row and a reply."""
    requests = {row["request_id"]: row for row, _ in pairs}
    responses = [text if isinstance(text, dict) else response_row(row, text) for row, text in pairs]
    return as_table("requests", list(requests.values())), [as_table("responses", responses)]


def ask_judge(name, requests, responses, ask_of, identity, folder, votes, extraction="judge"):
    """Plan, ask and read one judge; return its plan, what the query came to, and its votes.

    `ask_of` makes the judge from what it is told of each request.
    """
    planted = identity["provider"] == "planted"
    plan = plan_judging(RUBRICS, requests, responses, extraction, votes, planted)
    told = {row["request_id"]: row["truth"] for row in plan.truth}
    jobs = shard_jobs(plan.requests, identity, told, False)
    outcome = query(jobs, ask_of(told), LIMITS, Path(folder), range(BUCKETS))
    said = [as_table("responses", outcome.rows)]
    asked, links = as_table("requests", plan.requests), as_table("judge_links", plan.links)
    return plan, outcome, judged(name, RUBRICS, requests, links, asked, said)


def planted_identity(seed=1, **parameters):
    """Return the identity of a planted judge."""
    from counterpoint.judging.planted_judge import respond

    return response_identity({"provider": "planted", "respondent": "judge"} | parameters, seed, respond)
