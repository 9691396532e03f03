"""What a run would ask and cost, and what it did cost: by hand."""

from itertools import count

import pytest

from counterpoint.estimate import EXPLANATION_TOKENS, LETTER_TOKENS, Asked, estimate, estimate_lines
from counterpoint.models.jobs import Job
from counterpoint.models.journal import Entry
from counterpoint.models.prices import FREE, Price
from counterpoint.models.replies import Skip
from counterpoint.models.requests import Part, Request
from counterpoint.report.cost import cost_section
from counterpoint.spending import Spending
from counterpoint.tables import as_table

PRICE = Price(input=2.0, cached_input=1.0, output=10.0, source="by hand")


def job(n, skip=None):
    request = Request(None, (Part("image", f"{n}"), Part("text", f"question {n}")))
    return Job(request, f"key {n}", skip, tokens=100, tokens_at_most=300)


JOBS = [job(n) for n in range(4)] + [job(4, Skip("image_over_limit"))]
IDS = [job.request.request_id for job in JOBS]
CELLS = {"cvlat/normal": [*IDS[:3], IDS[0]], "cvlat/explain": [IDS[2], IDS[3], IDS[4]]}


def entry(n, output_tokens):
    return Entry(f"key {n}", IDS[n], "answered", "(a)", "stop", None, 90, output_tokens, 1.0, 1, 1)


def asked(known=(), price=PRICE):
    return Asked(JOBS, CELLS, {found.response_key: found for found in known}, price, max_output_tokens=1000)


def test_each_cell_counts_its_own_and_the_whole_counts_once():
    cells, whole = estimate(asked())
    normal, explain = cells["cvlat/normal"], cells["cvlat/explain"]
    assert (normal.trials, normal.requests, normal.journalled, normal.pictures) == (4, 3, 0, 3)
    assert (explain.trials, explain.requests) == (2, 2)  # one is skipped
    assert (whole.trials, whole.requests, whole.input_tokens) == (6, 4, 400)
    assert normal.output_tokens == 3 * LETTER_TOKENS
    # the request that both cells share was first met with a letter
    assert whole.output_tokens == 3 * LETTER_TOKENS + EXPLANATION_TOKENS
    assert normal.cost == pytest.approx(3 * (100 * 2 + LETTER_TOKENS * 10) / 1e6)
    assert normal.cost_at_most == pytest.approx(3 * (300 * 2 + 1000 * 10) / 1e6)
    assert normal.output_tokens_at_most == 3000


def test_what_the_journal_holds_is_not_asked_and_tells_how_long_replies_are():
    cells, whole = estimate(asked([entry(0, 20), entry(1, 40)]))
    normal = cells["cvlat/normal"]
    assert (normal.requests, normal.journalled, normal.pictures) == (3, 2, 1)
    assert normal.output_tokens == 30
    assert whole.cost == pytest.approx((100 * 2 + 30 * 10 + 100 * 2 + EXPLANATION_TOKENS * 10) / 1e6)


def test_a_price_that_is_not_known_is_said_and_never_zero():
    lines = estimate_lines({"known": asked(), "mine": asked(price=None), "inside": asked(price=FREE)}, "the table")
    (line,) = [line for line in lines if line.startswith("mine") and "all cells" in line]
    assert line.split()[-2:] == ["unknown", "unknown"]
    (total,) = [line for line in lines if line.startswith("all models")]
    assert float(total.split()[-2]) == pytest.approx(estimate(asked())[1].cost, abs=1e-4)
    assert "price unknown, and in no sum: mine (`price` in the registry states it)" in lines
    assert "Price of known: by hand." in lines
    assert lines[-1].endswith("Prices: the table.")


KEYS = count()


def reply(**more):
    row = {
        "response_key": f"key {next(KEYS)}",
        "status": "answered",
        "cost_usd": None,
        "input_tokens": 100,
        "output_tokens": 10,
        "cached_tokens": 0,
        "answered_at": 10**18,
    }
    return row | more


def receipt(**more):
    return {"requests": 4, "replaced": [], "over_budget": 0, "calls_maybe_charged": 0} | more


def spending_row(model, suite, price, estimated, responses, receipts):
    """The row of shards of which the first holds all replies."""
    spending = Spending(model, suite, price, estimated)
    for number, receipt in enumerate(receipts):
        spending.add(responses if number == 0 else [], receipt)
    return spending.row()


def test_spending_is_what_providers_say_and_else_tokens_times_price():
    responses = [reply(), reply(cached_tokens=50), reply(cost_usd=0.5, answered_at=10**18 + 90 * 10**9)]
    responses += [reply(status="failed", input_tokens=None), reply(status="skipped")]
    row = spending_row("m", "cvlat", PRICE, 0.005, responses, [receipt(replaced=[reply(output_tokens=1000)])])
    computed = (200 + 100) + (100 + 50 + 100) + (200 + 10_000)
    assert row["spent_usd"] == pytest.approx(0.5 + computed / 1e6)
    assert (row["replies"], row["reported"], row["unknown"]) == (4, 1, 0)
    assert (row["input_tokens"], row["cached_tokens"], row["output_tokens"]) == (400, 50, 1030)
    assert (row["failed"], row["skipped"], row["minutes"]) == (1, 1, 1.5)
    assert row["estimated_usd"] == 0.005
    assert as_table("spending", [row]).num_rows == 1


def test_a_reply_that_several_requests_share_was_paid_for_once():
    shared = reply()
    spending = Spending("judge", "cvlat", PRICE, None)
    spending.add([shared, dict(shared)], receipt())
    spending.add([reply(), dict(shared)], receipt())
    row = spending.row()
    assert (row["replies"], row["spent_usd"]) == (2, pytest.approx(2 * 300 / 1e6))


@pytest.mark.parametrize(
    ("price", "spent", "unknown"), [(None, None, 2), (FREE, 0.0, 0)], ids=["unknown price", "inside the process"]
)
def test_what_has_no_known_cost_is_counted_apart_and_what_is_free_is_not(price, spent, unknown):
    responses = [reply(), reply(input_tokens=None, output_tokens=None)]
    row = spending_row("m", "cvlat", price, None, responses, [receipt()])
    assert row["unknown"] == (unknown if price is None else 0)
    assert row["spent_usd"] == spent


def test_the_report_says_what_was_not_asked_and_what_is_in_no_sum():
    over = spending_row("paid", "cvlat", PRICE, 0.005, [reply()], [receipt(over_budget=3, calls_maybe_charged=2)])
    strange = spending_row("strange", "cvlat", None, None, [reply()], [receipt()])
    shown = cost_section(as_table("spending", [over, strange]))
    assert shown.lead == (
        "The replies of this run cost 0.0003 US dollars; "
        "0.0050 were estimated for requests of which that could be told."
    )
    assert [warning.split(":")[1].split(".")[0].strip() for warning in shown.warnings] == [
        "paid (3 of 4)",
        "strange (1 replies)",
        "paid (2)",
    ]
    nothing = spending_row("inside", "cvlat", FREE, 0.0, [reply()], [receipt()])
    assert cost_section(as_table("spending", [nothing])).lead.startswith("Nothing was paid")
    assert not cost_section(as_table("spending", [nothing])).warnings
    assert cost_section(as_table("spending", [nothing])).table.rows, "what it answered stands there all the same"
