"""Budgets: none is ever passed, whatever replies cost and however many jobs run; and what is left is asked later."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.models.jobs import Job
from counterpoint.models.journal import read_journal
from counterpoint.models.leases import Account, divide, judge_purse, open_purse, shard_accounts
from counterpoint.models.prices import Price
from counterpoint.models.purse import reply_cost
from counterpoint.models.query import Limits, query
from counterpoint.models.replies import CallFailure, Reply
from counterpoint.models.requests import BUCKETS, Part, Request, canonical_digest, response_key, shard_buckets
from counterpoint.models.truncated import ask_truncated_again, with_budget

PRICE = Price(input=1.0, cached_input=0.5, output=1.0, source="by hand")
IDENTITY = {"provider": "openai", "decoding": {"max_output_tokens": 900}}
MOST = 1000e-6
"""US dollars that a call costs at most: 100 input tokens and 900 output tokens at a dollar a million."""
ALL = range(BUCKETS)
LIMITS = Limits(concurrency=4, attempts=2, seconds_between_attempts=0.0)


def jobs(number):
    requests = [Request(None, (Part("text", f"question {n}"),)) for n in range(number)]
    digest = canonical_digest(IDENTITY)
    return [Job(request, response_key(request.request_id, digest), tokens_at_most=100) for request in requests]


def replies(tokens):
    """A model whose replies take so many tokens each, one after the other; None is a call that times out."""
    given_out = iter(tokens)

    async def ask(request, attempt):
        await asyncio.sleep(0)
        output = next(given_out)
        if output is None:
            raise CallFailure("timeout", "no reply")
        return Reply("(a)", input_tokens=100, output_tokens=output)

    return ask


def purse(lease, number=30, larger=None):
    return open_purse(lease, PRICE, jobs(number), IDENTITY, larger)


def cost(outcome):
    return sum(reply_cost(row, PRICE) for row in outcome.rows if row["status"] == "answered")


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.none() | st.integers(0, 900), min_size=30, max_size=30),
    st.floats(0, 20 * MOST),
    st.integers(1, 8),
)
def test_no_sequence_of_replies_passes_the_lease(tmp_path_factory, tokens, lease, concurrency):
    limits, folder = Limits(concurrency, 1, 0.0), tmp_path_factory.mktemp("journal")
    held = purse(lease)
    outcome = query(jobs(30), replies(tokens), limits, folder, ALL, purse=held)
    assert cost(outcome) == pytest.approx(held.spent)
    assert held.spent + held.maybe_charged <= lease + 1e-12
    # and it is used up: what is left is less than one call may cost
    if outcome.over_budget:
        assert held.spent + held.maybe_charged + MOST > lease


def test_what_does_not_fit_is_skipped_and_a_larger_lease_asks_only_that(tmp_path):
    first = query(jobs(10), replies([400] * 10), LIMITS, tmp_path, ALL, purse=purse(3.2 * MOST))
    # after n replies of 500 tokens 3,200 - 500 n must hold 1,000 more: the fifth is the last
    assert (first.asked, first.over_budget) == (5, 5)
    skipped = [row for row in first.rows if row["status"] == "skipped"]
    assert {row["failure_class"] for row in skipped} == {"over_budget"}
    assert skipped[0]["failure_detail"].startswith("0.0025 of 0.0032 US dollars are spent")
    again = purse(4.5 * MOST)
    second = query(jobs(10), replies([400] * 5), LIMITS, tmp_path, ALL, purse=again)
    # 2,500 were spent before: of 4,500, three more fit, as the third may cost 1,000 when 3,500 are spent
    assert (second.asked, second.from_journal, second.over_budget) == (3, 5, 2)
    assert again.spent == pytest.approx(8 * 500e-6)


def test_calls_that_may_have_been_charged_count_as_spent_and_apart(tmp_path):
    held = purse(2.5 * MOST)
    outcome = query(jobs(10), replies([None] * 10), Limits(1, 1, 0.0), tmp_path, ALL, purse=held)
    assert (outcome.calls_maybe_charged, outcome.failures["timeout"], outcome.over_budget) == (2, 2, 8)
    assert (held.spent, held.maybe_charged) == (0.0, pytest.approx(2 * MOST))


def test_a_request_that_cannot_be_called_again_for_money_has_failed_and_is_not_skipped(tmp_path):
    outcome = query(jobs(1), replies([None] * 2), Limits(1, 2, 0.0), tmp_path, ALL, purse=purse(1.5 * MOST))
    assert [(row["status"], row["failure_class"]) for row in outcome.rows] == [("failed", "timeout")]


def test_replies_that_cost_more_than_they_might_raise_what_further_ones_may_cost(tmp_path):
    held = purse(10 * MOST)
    query(jobs(20), replies([2900] * 20), Limits(1, 1, 0.0), tmp_path, ALL, purse=held)
    assert held.spent == pytest.approx(9 * MOST)  # three calls of 3,000; a fourth might cost 3,000 again


def test_a_reply_without_tokens_costs_what_was_set_aside(tmp_path):
    async def ask(request, attempt):
        return Reply("(a)")

    outcome = query(jobs(10), ask, LIMITS, tmp_path, ALL, purse=purse(4.5 * MOST))
    assert (outcome.asked, outcome.over_budget) == (4, 6)
    again = purse(4.5 * MOST)
    assert query(jobs(10), ask, LIMITS, tmp_path, ALL, purse=again).asked == 0
    assert again.spent == pytest.approx(4 * MOST)


def test_what_the_provider_says_goes_before_tokens_times_price():
    row = {"cost_usd": 0.25, "input_tokens": 1, "output_tokens": 1, "cached_tokens": 0}
    assert reply_cost(row, PRICE) == 0.25
    assert reply_cost(row | {"cost_usd": None}, None) is None
    assert reply_cost(row | {"cost_usd": None, "input_tokens": 1000, "cached_tokens": 800}, PRICE) == 601e-6


def test_truncated_replies_that_are_asked_again_count_twice(tmp_path):
    async def cut(request, attempt):
        return Reply("Step", "length", input_tokens=100, output_tokens=900)

    larger, wanted, held = with_budget(IDENTITY, 1900), jobs(4), purse(7 * MOST, 4, 1900)
    outcome = query(wanted, cut, LIMITS, tmp_path, ALL, purse=held)
    longer = replies([1900] * 4)
    ask_truncated_again(
        outcome, wanted, larger, lambda again: query(again, longer, LIMITS, tmp_path, ALL, purse=held), held
    )
    assert held.spent == pytest.approx(4 * MOST + 2000e-6)  # of 7,000, 3,000 are left: one call of 2,000
    assert (len(outcome.replaced), outcome.over_budget) == (1, 3)
    known, _ = read_journal(tmp_path, ALL)
    assert shard_accounts(wanted, {}, PRICE, IDENTITY, 1900, 1) == [Account(0.0, pytest.approx(4 * 3 * MOST))]
    assert shard_accounts(wanted, known, PRICE, IDENTITY, 1900, 1) == [
        Account(pytest.approx(held.spent), pytest.approx(3 * 2 * MOST))
    ]


def test_a_judges_lease_counts_every_reply_in_its_buckets_whichever_model_was_judged(tmp_path):
    wanted = jobs(12)
    for mine in (wanted[:6], wanted[6:]):
        held = judge_purse(7.5 * MOST, PRICE, mine, IDENTITY, None)
        outcome = query(mine, replies([900] * 6), LIMITS, tmp_path, ALL, purse=held)
    assert held.spent == pytest.approx(7 * MOST)
    assert (outcome.asked, outcome.over_budget) == (1, 5)


def test_a_model_that_was_stopped_has_failed_also_where_no_money_is_left(tmp_path):
    async def dear_then_refused(request, attempt):
        await asyncio.sleep(0.01)
        if request.parts[0].value == "question 0":
            return Reply("(a)", input_tokens=100, output_tokens=1900)  # twice what a call may cost: no other fits now
        await asyncio.sleep(0.05)
        raise CallFailure("authentication", "no such key")

    outcome = query(jobs(6), dear_then_refused, LIMITS, tmp_path, ALL, purse=purse(2.5 * MOST, 6))
    assert [row["status"] for row in outcome.rows] == ["answered", *["failed"] * 5]
    assert (outcome.over_budget, outcome.failures["authentication"]) == (0, 5)


ACCOUNTS = st.dictionaries(
    st.sampled_from("abcdefgh"), st.builds(Account, st.floats(0, 5), st.floats(0, 5)), min_size=1
)


@given(ACCOUNTS, st.floats(0, 30), st.floats(0, 30), st.sets(st.sampled_from("abcdefgh")))
def test_leases_sum_to_no_more_than_any_cap_or_what_was_spent(accounts, run, model, some):
    mine = sorted(some & set(accounts))
    leases = divide(accounts, [(run, list(accounts)), (model, mine)])
    for cap, names in ((run, list(accounts)), (model, mine)):
        spent = sum(accounts[name].spent for name in names)
        assert sum(leases[name] for name in names) <= max(cap, spent) + 1e-9
    assert all(leases[name] >= accounts[name].spent for name in accounts)


def test_the_rest_of_a_budget_goes_by_what_is_open():
    accounts = {"a": Account(2.0, 0.0), "b": Account(1.0, 6.0), "c": Account(0.0, 2.0)}
    assert divide(accounts, [(7.0, "abc")]) == {"a": 2.0, "b": 4.0, "c": 1.0}


@settings(deadline=None, max_examples=15)
@given(st.data(), st.floats(0, 40 * MOST), st.integers(1, 6))
def test_shards_together_keep_a_budget_in_whatever_order_they_run(tmp_path_factory, data, budget, shards):
    folder, wanted = tmp_path_factory.mktemp("journal"), jobs(60)
    accounts = shard_accounts(wanted, {}, PRICE, IDENTITY, None, shards)
    names = [str(n) for n in range(shards)]
    leases = divide(dict(zip(names, accounts, strict=True)), [(budget, names)])
    total = 0.0
    for shard in data.draw(st.permutations(range(shards))):
        buckets = shard_buckets(shard, shards)
        mine = [job for job in wanted if int(job.request.request_id[:2], 16) in buckets]
        held = open_purse(leases[str(shard)], PRICE, mine, IDENTITY, None)
        ask = replies(data.draw(st.lists(st.integers(0, 900), min_size=len(mine), max_size=len(mine))))
        query(mine, ask, LIMITS, folder, buckets, purse=held)
        total += held.spent
    assert total <= budget + 1e-9
