"""The query engine: nothing is asked twice, nothing is lost, and a failure is never an answer."""

import asyncio
from collections import Counter

import pytest

from counterpoint.errors import UserError
from counterpoint.models.jobs import Job
from counterpoint.models.journal import read_journal
from counterpoint.models.query import Limits, query
from counterpoint.models.replies import CallFailure, Reply, Skip
from counterpoint.models.requests import BUCKETS, Part, Request, response_key, shard_buckets
from counterpoint.tables import write_table

LIMITS = Limits(concurrency=4, attempts=3, seconds_between_attempts=0.0)
ALL = range(BUCKETS)


def jobs(number, key="model"):
    requests = [Request("system", (Part("text", f"question {n}"),)) for n in range(number)]
    return [Job(request, response_key(request.request_id, key)) for request in requests]


class Model:
    """Answers every request, unless `behave` says otherwise; counts its calls."""

    def __init__(self, behave=lambda request, attempt: Reply("(a)")):
        self.calls = Counter()
        self.under_way = self.most_under_way = 0
        self.behave = behave

    async def ask(self, request, attempt):
        self.calls[request.request_id] += 1
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        await asyncio.sleep(0)
        self.under_way -= 1
        return self.behave(request, attempt)


def fail(failure_class, until=99, **more):
    def behave(request, attempt):
        if attempt <= until:
            raise CallFailure(failure_class, "says the provider", **more)
        return Reply("(b)")

    return behave


def test_each_request_is_asked_once_and_a_second_run_asks_nothing(tmp_path):
    model = Model()
    first = query(jobs(50), model.ask, LIMITS, tmp_path, ALL)
    second = query(jobs(50), model.ask, LIMITS, tmp_path, ALL)
    assert set(model.calls.values()) == {1}
    assert (first.asked, first.from_journal) == (50, 0)
    assert (second.asked, second.from_journal) == (0, 50)
    assert second.rows == first.rows
    assert {row["status"] for row in first.rows} == {"answered"}


def test_rows_come_in_the_order_of_the_requests(tmp_path):
    wanted = jobs(20)
    rows = query(wanted, Model().ask, LIMITS, tmp_path, ALL).rows
    assert [row["request_id"] for row in rows] == [job.request.request_id for job in wanted]


def test_another_model_finds_none_of_these_answers(tmp_path):
    query(jobs(5), Model().ask, LIMITS, tmp_path, ALL)
    assert query(jobs(5, key="other"), Model().ask, LIMITS, tmp_path, ALL).asked == 5


def test_another_number_of_shards_finds_the_same_answers(tmp_path):
    model, wanted = Model(), jobs(60)
    query(wanted, model.ask, LIMITS, tmp_path, ALL)
    asked = 0
    for shard in range(7):
        buckets = shard_buckets(shard, 7)
        mine = [job for job in wanted if int(job.request.request_id[:2], 16) in buckets]
        asked += query(mine, model.ask, LIMITS, tmp_path, buckets).asked
    assert asked == 0


def test_no_more_requests_are_under_way_than_allowed(tmp_path):
    model = Model()
    query(jobs(50), model.ask, LIMITS, tmp_path, ALL)
    assert model.most_under_way == LIMITS.concurrency


def test_a_transient_failure_is_tried_again_and_then_answered(tmp_path):
    outcome = query(jobs(3), Model(fail("rate_limit", until=2)).ask, LIMITS, tmp_path, ALL)
    assert [row["status"] for row in outcome.rows] == ["answered"] * 3
    assert [row["attempts"] for row in outcome.rows] == [3] * 3
    assert not outcome.failures


def test_what_fails_at_every_attempt_is_given_up_with_its_class_and_never_journalled(tmp_path):
    model = Model(fail("server"))
    outcome = query(jobs(3), model.ask, LIMITS, tmp_path, ALL)
    assert {(r["status"], r["failure_class"], r["failure_detail"]) for r in outcome.rows} == {
        ("failed", "server", "says the provider")
    }
    assert set(model.calls.values()) == {LIMITS.attempts}
    assert outcome.failures == {"server": 3}
    assert read_journal(tmp_path, ALL) == ({}, 0)


def test_a_bad_request_is_not_tried_again(tmp_path):
    model = Model(fail("bad_request"))
    query(jobs(3), model.ask, LIMITS, tmp_path, ALL)
    assert set(model.calls.values()) == {1}


@pytest.mark.parametrize("failure_class", ["quota", "authentication"])
def test_quota_and_authentication_stop_the_model_at_once(tmp_path, failure_class):
    model = Model(fail(failure_class))
    outcome = query(jobs(100), model.ask, LIMITS, tmp_path, ALL)
    assert sum(model.calls.values()) <= LIMITS.concurrency
    assert outcome.stopped == failure_class
    assert {row["status"] for row in outcome.rows} == {"failed"}
    assert len(outcome.rows) == 100


def test_after_failures_only_what_failed_is_asked_again(tmp_path):
    broken = {job.request.request_id for job in jobs(10)[:4]}

    def behave(request, attempt):
        if request.request_id in broken:
            raise CallFailure("bad_request", "no")
        return Reply("(a)")

    query(jobs(10), Model(behave).ask, LIMITS, tmp_path, ALL)
    mended = Model()
    query(jobs(10), mended.ask, LIMITS, tmp_path, ALL)
    assert set(mended.calls) == broken


@pytest.mark.parametrize(
    ("reply", "status"),
    [
        (Reply("(a)"), "answered"),
        (Reply(" \n"), "empty"),
        (Reply("The axis", "length"), "truncated"),
        (Reply("", "length"), "truncated"),
        (Reply("I can't", "refusal"), "refused"),
        (Reply("", "content_filter"), "filtered"),
    ],
)
def test_each_kind_of_reply_has_its_status_and_is_paid_for_only_once(tmp_path, reply, status):
    model = Model(lambda request, attempt: reply)
    for _ in range(2):
        (row,) = query(jobs(1), model.ask, LIMITS, tmp_path, ALL).rows
        assert row["status"] == status
        assert row["text"] == reply.text
    assert set(model.calls.values()) == {1}


def test_a_skipped_request_is_never_sent_and_says_why(tmp_path):
    (job,) = jobs(1)
    model = Model()
    outcome = query([Job(job.request, job.key, Skip("text_only_model"))], model.ask, LIMITS, tmp_path, ALL)
    assert not model.calls
    assert (outcome.rows[0]["status"], outcome.rows[0]["failure_class"]) == ("skipped", "text_only_model")


def test_a_journal_that_cannot_be_written_stops_the_shard_with_one_line(tmp_path):
    (tmp_path / "model").write_text("a file where the folder should be")
    with pytest.raises(UserError, match="the journal cannot be written"):
        query(jobs(20), Model().ask, LIMITS, tmp_path / "model", ALL)


def test_a_mistake_in_a_client_is_not_swallowed(tmp_path):
    def behave(request, attempt):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        query(jobs(5), Model(behave).ask, LIMITS, tmp_path, ALL)


def test_a_reply_with_half_an_emoji_can_stand_in_a_table_and_is_journalled_as_it_came(tmp_path):
    model = Model(lambda request, attempt: Reply("(a) \ud83d", "stop", "name \udc00"))
    for _ in range(2):
        outcome = query(jobs(1), model.ask, LIMITS, tmp_path, ALL)
        (row,) = outcome.rows
        assert (row["text"], row["model_reported"]) == ("(a) \ufffd", "name \ufffd")
        write_table("responses", tmp_path / "responses.parquet", outcome.rows)
    (entry,) = read_journal(tmp_path, ALL)[0].values()
    assert entry.text == "(a) \ud83d"
