"""Prices: by hand, and none where none is known."""

from importlib import metadata

import pytest

from counterpoint.errors import UserError
from counterpoint.models.prices import FREE, TABLE, TABLE_DATES, Price, price_of, require_prices, table_version
from counterpoint.registry import billing_of, entry_from_json, model_identity

OPENAI = '{"provider": "openai", "group": "proprietary", "access": "api", "snapshot": "%s"%s}'


def billing(name="gpt-4o-2024-08-06", more=""):
    return billing_of(entry_from_json(OPENAI % (name, more)))


def test_a_call_costs_tokens_times_price_and_less_from_the_cache():
    price = Price(input=2.5, cached_input=1.25, output=10.0, source="")
    # 600 x 2.5 + 400 x 1.25 + 100 x 10 = 1,500 + 500 + 1,000 millionths of a dollar
    assert price.cost(1000, 100, cached_tokens=400) == pytest.approx(0.003)


def test_the_table_gives_the_price_of_a_dated_snapshot():
    # OpenAI's price list: 2.50, 1.25 from the cache, and 10.00 US dollars a million
    price = price_of(billing())
    assert (price.input, price.cached_input, price.output) == pytest.approx((2.5, 1.25, 10.0))
    assert price.source == f"{table_version()}, openai gpt-4o"


def test_openrouter_goes_by_its_own_names():
    entry = OPENAI.replace('"openai"', '"openrouter"').replace('"api"', '"openrouter"') % (
        "qwen/qwen3-vl-8b-instruct",
        ', "unpinned": true',
    )
    assert price_of(billing_of(entry_from_json(entry))).source.endswith("openrouter qwen/qwen3-vl-8b-instruct")


def test_a_price_of_ones_own_goes_before_the_table_and_is_in_no_identity():
    own = billing(more=', "price": {"input": 1, "output": 2}')
    assert price_of(own) == Price(1.0, 1.0, 2.0, "the model's entry")
    plain, priced = (
        entry_from_json(OPENAI % ("m", more)) for more in ("", ', "price": {"input": 1, "output": 2}, "budget": 3')
    )
    assert model_identity(plain) == model_identity(priced)


@pytest.mark.parametrize("name", ["no-such-model-1999", "weights"])
def test_an_unknown_model_has_no_price_and_a_budget_for_it_is_refused_in_one_line(name):
    assert price_of(billing(name)) is None
    with pytest.raises(UserError) as error:
        require_prices({"mine": billing(name)}, "models.yaml")
    line = str(error.value)
    assert line.startswith(f"models.yaml: mine.price: null, and {table_version()} does not know {name}")
    assert "\n" not in line


def test_a_server_of_ones_own_has_no_price_unless_it_is_stated():
    text = '{"provider": "openai_compatible", "group": "open", "access": "local", "checkpoint": "a/b", %s}'
    address = '"base_url": "http://127.0.0.1:8000/v1"'
    assert price_of(billing_of(entry_from_json(text % address))) is None
    stated = entry_from_json(text % (address + ', "price": {"input": 0, "output": 0}'))
    assert price_of(billing_of(stated)).cost(10**6, 10**6) == 0


@pytest.mark.parametrize("text", ['{"provider": "planted", "respondent": "visual"}', '{"provider": "pixel_reader"}'])
def test_what_runs_inside_the_process_costs_nothing(text):
    assert price_of(billing_of(entry_from_json(text))) == FREE


def test_the_locked_price_table_has_its_date():
    assert metadata.version(TABLE) in TABLE_DATES, "add the day on which this version was published"
