"""A failed call is classified by what the provider says, never an answer, and shows no key."""

import asyncio
import json
import logging
import time
import traceback
from email.utils import formatdate

import pytest
from fault_server import Answer, FaultServer, answers, error, reply
from provider_samples import KEY, PROVIDERS, ask_once, open_provider, picture_rows, text_request

from counterpoint.models import transport
from counterpoint.models.jobs import Job
from counterpoint.models.pictures import Pictures
from counterpoint.models.query import Limits, query
from counterpoint.models.replies import CallFailure
from counterpoint.models.requests import BUCKETS, Part, Request, response_key

ALL = range(BUCKETS)
HTML = b"<html><body>Welcome to the guest network</body></html>"


@pytest.fixture
def server():
    with FaultServer() as server:
        yield server


def failure(server, provider, answer, request=None, pictures=None):
    """Return the failure of a call that gets an answer."""
    server.behave = lambda seen: answer(seen) if callable(answer) else answer
    with pytest.raises(CallFailure) as caught:
        ask_once(server, provider, request, pictures)
    assert len(server.seen) == 1, "the client must not retry by itself"
    assert caught.value.__cause__ is None
    return caught.value


STATUSES = {
    400: "bad_request",
    401: "authentication",
    403: "authentication",
    404: "bad_request",
    408: "timeout",
    413: "bad_request",
    422: "bad_request",
    429: "rate_limit",
    402: "quota",
    500: "server",
    502: "server",
    503: "server",
    529: "server",
}


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("status", STATUSES)
def test_each_status_has_its_class(server, provider, status):
    found = failure(server, provider, lambda seen: error(seen.wire, status, "no"))
    assert found.failure_class == STATUSES[status]
    assert str(status) in found.detail


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_model_that_does_not_exist_stops_the_model(server, provider):
    assert failure(server, provider, lambda seen: error(seen.wire, 404, "no such model")).stops_model


@pytest.mark.parametrize("provider", PROVIDERS)
def test_retry_after_in_seconds_is_the_wait(server, provider):
    assert failure(server, provider, lambda s: error(s.wire, 429, "slow", Retry_After="17")).retry_after == 17


@pytest.mark.parametrize("provider", PROVIDERS)
def test_retry_after_as_a_date_is_the_wait(server, provider):
    date = formatdate(time.time() + 60, usegmt=True)
    wait = failure(server, provider, lambda s: error(s.wire, 429, "slow", Retry_After=date)).retry_after
    assert 50 < wait <= 60


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_throttled_call_without_retry_after_leaves_the_wait_to_the_engine(server, provider):
    assert failure(server, provider, lambda seen: error(seen.wire, 429, "slow down")).retry_after is None


DAILY = {"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "Quota exceeded"}}
DAILY["error"]["details"] = [
    {
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        "violations": [{"quotaId": "GenerateRequestsPerDayPerProjectPerModel-FreeTier"}],
    }
]
QUOTAS = [
    ("openai", lambda s: error(s.wire, 429, "You exceeded your current quota", "insufficient_quota")),
    (
        "openai",
        lambda s: error(s.wire, 429, "Limit reached on requests per day (RPD): Limit 200", "rate_limit_exceeded"),
    ),
    ("openrouter", lambda s: error(s.wire, 429, "Rate limit exceeded: free-models-per-day")),
    ("openrouter", lambda s: error(s.wire, 402, "Insufficient credits")),
    ("anthropic", lambda s: error(s.wire, 400, "Your credit balance is too low", "invalid_request_error")),
    ("gemini", Answer(DAILY, 429)),
]


@pytest.mark.parametrize(("provider", "answer"), QUOTAS)
def test_a_quota_is_no_rate_limit_and_stops_the_model(server, provider, answer):
    found = failure(server, provider, answer)
    assert (found.failure_class, found.stops_model) == ("quota", True)


@pytest.mark.parametrize(
    ("provider", "answer"),
    [
        ("gemini", lambda s: error(s.wire, 400, "API key not valid. Please pass a valid API key.", "INVALID_ARGUMENT")),
        ("xai", lambda s: error(s.wire, 400, "Incorrect API key provided: it is not valid")),
        ("openai", lambda s: error(s.wire, 401, "Incorrect API key provided", "invalid_api_key")),
    ],
)
def test_a_refused_key_is_an_authentication_failure_whatever_its_status(server, provider, answer):
    assert failure(server, provider, answer).failure_class == "authentication"


IMAGE_WORDS = {
    "openai": "You uploaded an unsupported image. Please make sure your image is valid.",
    "anthropic": "messages.0.content.0.image.source.base64: image exceeds 5 MB maximum",
    "gemini": "Unable to process input image. Please retry.",
}


@pytest.mark.parametrize("provider", IMAGE_WORDS)
def test_a_refused_picture_has_a_class_of_its_own(server, provider, tmp_path):
    rows = picture_rows(tmp_path)
    request = Request(None, (Part("image", rows[0]["pixel_digest"]), Part("text", "Which?")))
    answer = error(provider, 400, IMAGE_WORDS[provider])
    assert failure(server, provider, answer, request, Pictures(rows, tmp_path)).failure_class == "image"


def test_a_model_that_takes_no_picture_is_a_bad_request_that_is_not_asked_again(server, tmp_path):
    rows = picture_rows(tmp_path)
    request = Request(None, (Part("image", rows[0]["pixel_digest"]), Part("text", "Which?")))
    answer = error("openai", 500, "image input is not supported - hint: you may need to provide the mmproj")
    assert (
        failure(server, "openai_compatible", answer, request, Pictures(rows, tmp_path)).failure_class == "bad_request"
    )


def test_a_prompt_that_the_content_filter_refuses_is_filtered_and_not_failed(server):
    server.behave = lambda seen: error(seen.wire, 400, "The response was filtered", "content_filter")
    assert ask_once(server, "openai").status == "filtered"


NOT_AN_ANSWER = {
    "an error with status 200": (lambda s: Answer({"error": {"message": "upstream broke", "code": 502}}), "server"),
    "a throttle with status 200": (lambda s: Answer({"error": {"message": "slow down", "code": 429}}), "rate_limit"),
    "a page of the guest network": (lambda s: Answer(HTML, content_type="text/html"), "server"),
    "text in place of JSON": (lambda s: Answer(b"(a)", content_type="text/plain"), "server"),
    "JSON that is no object": (lambda s: Answer(["(a)"]), "server"),
    "a redirect, which would carry the key along": (
        lambda s: Answer({}, 307, headers={"location": "/elsewhere"}),
        "server",
    ),
    "no replies": (lambda s: Answer(without_replies(s.wire)), "server"),
    "an empty object": (lambda s: Answer({}), "server"),
    "an unknown reason to stop": (lambda s: Answer(reply(s.wire, finish="abducted")), "server"),
    "half a body, said to be whole": (lambda s: Answer(reply(s.wire), cut="short"), "network"),
    "half a body": (lambda s: Answer(reply(s.wire), cut="half"), "network"),
    "a connection that is cut": (lambda s: Answer(cut="before"), "network"),
    "an absurd size": (lambda s: Answer(reply(s.wire, "a" * 300_000)), "server"),
}


def without_replies(wire):
    body = reply(wire)
    for name in ("choices", "content", "candidates"):
        if name in body:
            body[name] = []
    body.pop("stop_reason", None)
    return body


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("what", NOT_AN_ANSWER)
def test_what_is_no_whole_reply_is_never_an_answer(server, provider, what, monkeypatch):
    monkeypatch.setattr(transport, "LONGEST_ANSWER", 200_000)
    answer, expected = NOT_AN_ANSWER[what]
    assert failure(server, provider, answer).failure_class == expected


def test_no_server_at_all_is_a_network_failure():
    with pytest.raises(CallFailure) as caught:
        gone = FaultServer()
        gone.port = 1
        ask_once(gone, "openai")
    assert caught.value.failure_class == "network"


def jobs(number):
    requests = [text_request(f"question {n}") for n in range(number)]
    return [Job(request, response_key(request.request_id, "model")) for request in requests]


LIMITS = Limits(8, 4, 0.01, seconds_a_call=5.0, seconds_a_request=20.0)


def run(server, wanted, folder, limits=LIMITS, provider="openai"):
    model = open_provider(server, provider)
    return query(wanted, model.ask, limits, folder, ALL, model)


def test_a_call_that_takes_too_long_is_a_timeout_and_asked_at_most_three_times(server, tmp_path):
    server.behave = lambda seen: Answer(reply(seen.wire), delay=5.0)
    outcome = run(server, jobs(1), tmp_path, Limits(1, 9, 0.0, seconds_a_call=0.1, seconds_a_request=20.0))
    assert (outcome.rows[0]["failure_class"], outcome.rows[0]["attempts"]) == ("timeout", 3)


def test_after_a_cut_connection_the_same_model_answers(server, tmp_path):
    server.behave = lambda seen: answers(seen) if seen.asked_before else Answer(cut="before")
    outcome = run(server, jobs(12), tmp_path)
    assert {row["status"] for row in outcome.rows} == {"answered"}
    assert {row["attempts"] for row in outcome.rows} == {2}


def test_throttled_calls_go_on_until_the_deadline_though_attempts_are_few(server, tmp_path):
    server.behave = lambda seen: answers(seen) if seen.asked_before >= 6 else error(seen.wire, 429, "slow down")
    outcome = run(server, jobs(1), tmp_path, Limits(2, 2, 0.001, seconds_a_call=5.0, seconds_a_request=20.0))
    assert (outcome.rows[0]["status"], outcome.rows[0]["attempts"]) == ("answered", 7)


def test_nobody_calls_before_the_time_that_the_provider_asked_for(server, tmp_path):
    """Of four calls under way one is told to wait half a second: then none of the other callers calls either."""
    arrivals = []

    def behave(seen):
        arrivals.append(time.monotonic())
        if len(arrivals) == 1:
            return error(seen.wire, 429, "slow", Retry_After="0.5")
        return Answer(reply(seen.wire), delay=0.2)

    server.behave = behave
    outcome = run(server, jobs(9), tmp_path, Limits(4, 4, 0.0, seconds_a_call=5.0, seconds_a_request=20.0))
    assert {row["status"] for row in outcome.rows} == {"answered"}
    assert len(arrivals) == 10
    assert min(arrivals[4:]) - arrivals[0] >= 0.5


def test_calls_slow_down_to_what_the_provider_takes_and_every_request_is_answered(server, tmp_path):
    throttled = 0

    def behave(seen):
        nonlocal throttled
        if server.under_way < 4:
            return Answer(reply(seen.wire), delay=0.01)
        throttled += 1
        return error(seen.wire, 429, "at most four at once")

    server.behave = behave
    outcome = run(server, jobs(300), tmp_path, Limits(32, 2, 0.001, seconds_a_call=10.0, seconds_a_request=60.0))
    assert {row["status"] for row in outcome.rows} == {"answered"}
    assert 0 < throttled < 300, "32 callers that do not slow down are throttled many times each"


def test_no_more_calls_a_minute_are_made_than_allowed(server, tmp_path):
    arrivals = []

    def behave(seen):
        arrivals.append(time.monotonic())
        return answers(seen)

    server.behave = behave
    limits = Limits(8, 2, 0.0, seconds_a_call=10.0, seconds_a_request=60.0, requests_per_minute=1_200)
    run(server, jobs(12), tmp_path, limits)
    # One in 50 ms; the sleep before a call may end a little early, by the clock's grain.
    assert arrivals[-1] - arrivals[0] >= 11 * 0.05 - 0.1


def test_a_wait_beyond_the_deadline_stops_the_model_instead_of_asking_on(server, tmp_path):
    server.behave = lambda seen: error(seen.wire, 429, "slow", Retry_After="7200")
    outcome = run(server, jobs(100), tmp_path)
    assert outcome.stopped == "rate_limit"
    assert len(server.seen) <= LIMITS.concurrency


@pytest.mark.parametrize(
    ("status", "code", "expected"),
    [(401, "invalid_api_key", "authentication"), (429, "insufficient_quota", "quota")],
)
def test_quota_and_authentication_stop_the_model_at_once_with_one_line(
    server, tmp_path, caplog, status, code, expected
):
    server.behave = lambda seen: error(seen.wire, status, f"says the provider of {KEY}", code)
    with caplog.at_level(logging.ERROR):
        outcome = run(server, jobs(100), tmp_path)
    assert len(server.seen) <= LIMITS.concurrency
    assert outcome.stopped == expected
    (line,) = [record.getMessage() for record in caplog.records]
    assert line == f"model stopped: {expected}: {outcome.stopped_because}"
    assert "says the provider of [key]" in line


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_key_that_a_provider_quotes_appears_nowhere(server, tmp_path, caplog, capfd, recwarn, provider):
    """Whatever fails, and however: no row, journal, log, output or exception holds the key."""
    starred = KEY[:12] + "*" * 20 + KEY[-4:]

    def behave(seen):
        said = f"{seen.headers} and {KEY} and {starred}"
        kinds = [
            error(seen.wire, 401, said),
            error(seen.wire, 400, said),
            error(seen.wire, 500, said),
            Answer({"error": {"message": said}}),
            Answer(said.encode(), content_type=f"text/{KEY}"),
            Answer(said.encode(), 503, content_type="text/plain"),
            Answer(reply(seen.wire, finish=KEY)),
            Answer(reply(seen.wire, said)),
        ]
        return kinds[int(seen.question.split()[-1]) % len(kinds)]

    server.behave = behave
    with caplog.at_level(logging.DEBUG):
        for one in jobs(8):
            outcome = run(
                server, [one], tmp_path, Limits(1, 2, 0.0, seconds_a_call=5.0, seconds_a_request=20.0), provider
            )
            assert KEY not in json.dumps(outcome.rows)
            assert KEY not in str(outcome.stopped_because)
    assert KEY not in caplog.text
    assert KEY[:14] not in caplog.text
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]
    assert KEY not in "".join(capfd.readouterr())
    assert KEY not in "".join(str(warning.message) for warning in recwarn)


@pytest.mark.parametrize("key", ["x", "ollama", "served-model"])
def test_a_word_that_serves_as_a_key_may_stand_in_an_answer(server, key):
    """Servers of one's own ask for no key, or for any: an answer that holds the same word quotes nothing."""
    server.behave = lambda seen: Answer(reply(seen.wire) | {"system_fingerprint": "fp_ollama"})

    async def call():
        async with open_provider(server, "openai_compatible", key=key) as model:
            return await model.ask(text_request(), 1)

    assert asyncio.run(call()).status == "answered"


def test_a_failure_in_a_traceback_shows_no_key(server):
    server.behave = lambda seen: error(seen.wire, 401, f"{seen.headers}")
    try:
        ask_once(server, "openai")
    except CallFailure as caught:
        assert KEY not in "".join(traceback.format_exception(caught))


def test_an_interrupted_call_is_no_failure_of_the_model(server):
    server.behave = lambda seen: Answer(reply(seen.wire), delay=5.0)

    async def call():
        async with open_provider(server, "openai") as model:
            async with asyncio.timeout(0.1):
                await model.ask(text_request(), 1)

    with pytest.raises(TimeoutError):
        asyncio.run(call())
