"""A truncated reply is asked for once more with a larger budget, as a new request that is paid for once."""

from fault_server import Answer, FaultServer, error, reply
from provider_samples import identity, open_provider, text_request

from counterpoint.models.jobs import Job
from counterpoint.models.query import Limits, query
from counterpoint.models.requests import BUCKETS, canonical_digest, response_key
from counterpoint.models.truncated import ask_truncated_again, with_budget

ALL = range(BUCKETS)
LIMITS = Limits(4, 2, 0.0, seconds_a_call=10.0, seconds_a_request=20.0)


def run(server, folder):
    """Ask four requests as the workflow does, with 64 tokens and then 512."""
    small = identity("openai")
    digest, requests = canonical_digest(small), [text_request(f"question {n}") for n in range(4)]
    wanted = [Job(request, response_key(request.request_id, digest)) for request in requests]
    model = open_provider(server, "openai")
    outcome = query(wanted, model.ask, LIMITS, folder, ALL, model)
    first = [row["response_key"] for row in outcome.rows]
    larger = with_budget(small, 512)
    model = open_provider(server, "openai", decoding=larger["decoding"])
    ask_truncated_again(outcome, wanted, larger, lambda again: query(again, model.ask, LIMITS, folder, ALL, model))
    return outcome, [row["response_key"] != key for row, key in zip(outcome.rows, first, strict=True)]


def behave(seen):
    """Cut the replies to questions 1 and 3; the larger budget is enough for question 1 only."""
    number, budget = int(seen.question.split()[-1]), seen.body["max_completion_tokens"]
    return Answer(reply("openai", finish="length" if number == 3 or (number == 1 and budget == 64) else "stop"))


def test_only_what_was_truncated_is_asked_again_and_only_once(tmp_path):
    with FaultServer(behave) as server:
        for asked_before in (0, 6):
            outcome, replaced = run(server, tmp_path)
            assert [row["status"] for row in outcome.rows] == ["answered", "answered", "answered", "truncated"]
            assert replaced == [False, True, False, True]
            assert len(server.seen) == 6
            assert outcome.asked_again == (0 if asked_before else 2)


def test_where_asking_again_fails_the_truncated_reply_stays_and_the_failure_counts(tmp_path):
    def failing(seen):
        return behave(seen) if seen.body["max_completion_tokens"] == 64 else error("openai", 400, "no")

    with FaultServer(failing) as server:
        outcome, replaced = run(server, tmp_path)
    assert [row["status"] for row in outcome.rows] == ["answered", "truncated", "answered", "truncated"]
    assert not any(replaced)
    assert outcome.failures == {"bad_request": 2}
