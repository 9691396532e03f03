"""Planted respondents do what they are told, and say it in ways that the parser must read."""

import asyncio
import json
from collections import Counter

import pytest

from counterpoint.judging.options import read_option
from counterpoint.models.planted import Planted
from counterpoint.models.replies import CallFailure
from counterpoint.models.requests import Part, Request
from counterpoint.suites.cvlat.respondents import respond

OPTIONS = ["6.24 Mbps", "South Korea", "14%", "True", "Omit"]
CONFLICT = {"options": OPTIONS, "omit": 4, "visual": 1, "factual": 2, "instruction": "none"}


def replies(identity, truth=CONFLICT, number=4_000, attempt=1, seed=1):
    """Ask one respondent many different requests with the same truth; give texts, statuses or failures."""
    requests = [Request(None, (Part("text", f"Which of {n}?"),)) for n in range(number)]
    told = {request.request_id: json.dumps(truth) for request in requests}
    model = Planted(respond, identity, told, seed, 0.0)

    async def ask_all():
        found = []
        for request in requests:
            try:
                found.append(await model.ask(request, attempt))
            except CallFailure as failure:
                found.append(failure)
        return found

    return asyncio.run(ask_all())


def positions(identity, truth=CONFLICT, number=4_000):
    found = Counter()
    for reply in replies(identity, truth, number):
        found[read_option(reply.text, OPTIONS, truth["omit"]).position] += 1
    return {position: count / number for position, count in found.items()}


@pytest.mark.parametrize(
    ("respondent", "truth", "expected"),
    [
        ("visual", {}, 1),
        ("visual", {"visual": None}, 4),
        ("factual", {}, 2),
        ("factual", {"factual": None}, 4),
        ("omit", {}, 4),
        ("first_option", {}, 0),
        ("looks_closer", {}, 2),
        ("disagrees", {}, 0),
        ("disagrees", {"factual": 0}, 1),
    ],
)
def test_a_constant_respondent_gives_its_one_answer_and_every_phrasing_is_read(respondent, truth, expected):
    assert positions({"respondent": respondent}, CONFLICT | truth, 500) == {expected: 1.0}


def test_the_guesser_is_uniform_over_all_options_with_omit():
    shares = positions({"respondent": "guesser"})
    assert set(shares) == {0, 1, 2, 3, 4}
    assert all(abs(share - 0.2) < 0.03 for share in shares.values())  # 4.7 standard errors


ARBITER = {"respondent": "arbiter", "reads": 0.4, "knows": 0.9, "prefers": 0.7}


@pytest.mark.parametrize(
    ("truth", "visual", "factual"),
    [
        # r k w + r (1-k) + (1-r)(1-k)/5 and r k (1-w) + (1-r) k + (1-r)(1-k)/5
        ({}, 0.4 * 0.9 * 0.7 + 0.4 * 0.1 + 0.06 / 5, 0.4 * 0.9 * 0.3 + 0.6 * 0.9 + 0.06 / 5),
        ({"factual": None}, 0.4 + 0.6 / 5, 0.6 / 5),
        ({"visual": None}, 0.1 / 5, 0.9 + 0.1 / 5),
    ],
)
def test_the_arbiter_reads_knows_and_prefers_as_often_as_told(truth, visual, factual):
    shares = positions(ARBITER, CONFLICT | truth)
    assert abs(shares[1] - visual) < 0.035  # more than four standard errors of 4,000 draws
    assert abs(shares[2] - factual) < 0.035


def test_the_arbiter_follows_a_prompt_only_where_told_to():
    told = ARBITER | {"reads": 1.0, "knows": 1.0, "prefers_when_told": {"factual": 0.1}}
    assert abs(positions(told, CONFLICT | {"instruction": "factual"})[1] - 0.1) < 0.03
    assert abs(positions(told, CONFLICT | {"instruction": "visual"})[1] - 0.7) < 0.03


def test_each_request_is_drawn_anew_and_the_same_again_with_the_same_seed():
    assert replies(ARBITER, number=50) == replies(ARBITER, number=50)
    assert replies(ARBITER, number=50) != replies(ARBITER, number=50, seed=2)


FLAKY = {
    "respondent": "visual",
    "failures": {
        "rate_limit": 0.1,
        "server": 0.1,
        "empty": 0.1,
        "truncated": 0.1,
        "malformed": 0.1,
        "refused": 0.1,
        "filtered": 0.1,
        "permanent": 0.1,
    },
}


def test_failures_come_at_the_rates_asked_for_and_transient_ones_pass():
    def kinds(attempt):
        return Counter(
            found.failure_class
            if isinstance(found, CallFailure)
            else "malformed"
            if found.text.startswith("{'chart'")
            else found.status
            for found in replies(FLAKY, attempt=attempt)
        )

    first, second = kinds(1), kinds(2)
    for kind in ("rate_limit", "server", "empty", "truncated", "malformed", "refused", "filtered", "bad_request"):
        assert abs(first[kind] / 4_000 - 0.1) < 0.025
    assert second["answered"] == first["answered"] + first["rate_limit"] + first["server"]
    assert second["bad_request"] == first["bad_request"]


def test_a_malformed_reply_is_unresolved():
    text = next(
        r.text for r in replies(FLAKY, number=200, attempt=2) if not isinstance(r, CallFailure) and "chart'" in r.text
    )
    assert read_option(text, OPTIONS, 4).verdict == "unresolved"
