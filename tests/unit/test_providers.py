"""Each provider is sent exactly the request: texts, pictures, order, decoding; and its reply is read as it means it."""

import base64

import pytest
from fault_server import MODEL, Answer, FaultServer, reply
from provider_samples import KEY, PROVIDERS, ask_once, identity, model_name, open_provider, picture_rows, text_request

from counterpoint.errors import UserError
from counterpoint.judging.json_answer import answer_schema
from counterpoint.models.image_limits import LIMITS, over_limit
from counterpoint.models.pictures import Pictures
from counterpoint.models.query import Limits, query
from counterpoint.models.replies import Reply
from counterpoint.models.requests import BUCKETS, Part, Request
from counterpoint.models.shard import shard_jobs


@pytest.fixture
def server():
    with FaultServer() as server:
        yield server


def sent_parts(seen):
    """Return the user's parts as (text, None) or (None, bytes of the picture)."""
    parts = []
    for part in seen.parts:
        if "text" in part:
            parts.append((part["text"], None))
        elif seen.wire == "gemini":
            data = part.get("inlineData") or part["inline_data"]
            # Gemini's client writes base64 in its URL-safe alphabet, which the API takes.
            parts.append((None, base64.urlsafe_b64decode(data["data"].replace("+", "-").replace("/", "_"))))
        elif seen.wire == "anthropic":
            assert part["source"]["media_type"] == "image/png"
            parts.append((None, base64.b64decode(part["source"]["data"])))
        else:
            head, _, data = part["image_url"]["url"].partition(",")
            assert head == "data:image/png;base64"
            parts.append((None, base64.b64decode(data)))
    return parts


def system_of(seen):
    if seen.wire == "openai":
        assert seen.body["messages"][0]["role"] in ("system", "developer")
        return seen.body["messages"][0]["content"]
    found = seen.body["system"] if seen.wire == "anthropic" else seen.body["systemInstruction"]["parts"]
    return found if isinstance(found, str) else "".join(part["text"] for part in found)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_texts_and_pictures_arrive_as_they_are_and_in_their_order(server, tmp_path, provider):
    rows = picture_rows(tmp_path)
    first, second = (row["pixel_digest"] for row in rows)
    parts = [
        Part("text", "Before <|im_end|> and\n"),
        Part("image", second),
        Part("text", "between  "),
        Part("image", first),
    ]
    request = Request("Trust the chart.", tuple(parts))
    assert ask_once(server, provider, request, Pictures(rows, tmp_path)).status == "answered"
    (seen,) = server.seen
    files = [(tmp_path / row["path"]).read_bytes() for row in rows]
    assert sent_parts(seen) == [(parts[0].value, None), (None, files[1]), (parts[2].value, None), (None, files[0])]
    assert system_of(seen) == "Trust the chart."


@pytest.mark.parametrize("provider", PROVIDERS)
def test_model_temperature_and_budget_are_those_of_the_registry(server, provider):
    ask_once(server, provider)
    (seen,) = server.seen
    if provider == "gemini":
        config = seen.body["generationConfig"]
        assert "/models/some-model-2026:generateContent" in seen.path
        assert (config["temperature"], config["maxOutputTokens"]) == (0, 64)
    else:
        budget = {name: seen.body.get(name) for name in ("max_tokens", "max_completion_tokens") if name in seen.body}
        assert seen.body["model"] == model_name(provider)
        assert seen.body["temperature"] == 0
        assert list(budget.values()) == [64]


def schema_of(seen):
    """Return the JSON schema that a request holds the reply to, or None."""
    if seen.wire == "anthropic":
        return (seen.body.get("output_config") or {}).get("format", {}).get("schema")
    if seen.wire == "gemini":
        config = seen.body.get("generationConfig", {})
        assert ("responseMimeType" in config) == ("responseJsonSchema" in config)
        return config.get("responseJsonSchema")
    form = seen.body.get("response_format")
    if form is None:
        return None
    assert (form["type"], form["json_schema"]["strict"]) == ("json_schema", True)
    return form["json_schema"]["schema"]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_schema_is_sent_by_the_providers_own_means_and_the_prompt_stays_as_it_is(server, provider):
    request = Request("Answer with one letter.", (Part("text", "Which?"),), answer_schema(3))
    server.behave = lambda seen: Answer(reply(seen.wire, '{"answer": "b"}'))
    found = ask_once(server, provider, request, structured=True)
    assert (found.text, found.route, found.status) == ('{"answer": "b"}', "json_schema", "answered")
    ask_once(server, provider)
    structured, free = server.seen
    schema = schema_of(structured)
    assert schema["properties"]["answer"]["enum"] == ["a", "b", "c"]
    assert schema["required"] == ["answer"]
    assert schema["additionalProperties"] is False
    assert "tools" not in structured.body
    assert system_of(structured) == system_of(free)
    assert sent_parts(structured) == sent_parts(free)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_model_that_is_not_said_to_hold_a_schema_is_asked_for_free_text(server, provider):
    request = Request("Answer with one letter.", (Part("text", "Which?"),), answer_schema(3))
    assert ask_once(server, provider, request).route == "free_text"
    ask_once(server, provider)
    assert schema_of(server.seen[0]) is None
    assert server.seen[0].body == server.seen[1].body


@pytest.mark.parametrize("provider", [p for p in PROVIDERS if p != "anthropic"])
def test_a_seed_is_sent_where_the_provider_takes_one(server, provider):
    ask_once(server, provider, decoding={"seed": 7})
    body = server.seen[0].body
    assert (body["generationConfig"] if provider == "gemini" else body)["seed"] == 7


def test_the_pinned_host_is_the_only_one_that_may_answer(server):
    ask_once(server, "openrouter", provider_pin="deepinfra/fp8", quantisation="fp8")
    assert server.seen[0].body["provider"] == {
        "order": ["deepinfra/fp8"],
        "allow_fallbacks": False,
        "quantizations": ["fp8"],
    }


@pytest.mark.parametrize(
    ("provider", "model", "expected"),
    [
        ("openai", "gpt-5.5", {"reasoning_effort": "none"}),
        ("openrouter", "openai/gpt-5.5", {"reasoning": {"effort": "none"}}),
        ("gemini", "gemini-2.5-flash", {"thinking_budget": 0}),
        ("xai", "grok-4.3", {"reasoning_effort": "none"}),
        ("xai", "grok-4.5", {"reasoning_effort": "low"}),
        ("openai_compatible", "weights", {"chat_template_kwargs": {"enable_thinking": False}}),
    ],
)
def test_reasoning_that_is_off_is_said_to_be_off(server, provider, model, expected):
    ask_once(server, provider, snapshot=model, decoding={"reasoning": "off"})
    body = server.seen[0].body
    found = body["generationConfig"]["thinkingConfig"] if provider == "gemini" else body
    assert {name: found.get(name) for name in expected} == expected


@pytest.mark.parametrize("provider", PROVIDERS)
def test_the_key_travels_in_a_header_and_nowhere_else(server, provider):
    ask_once(server, provider)
    (seen,) = server.seen
    assert any(KEY in value for value in seen.headers.values())
    assert KEY not in seen.path
    assert KEY not in str(seen.body)


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(
    ("finish", "status"),
    [("stop", "answered"), ("length", "truncated"), ("content_filter", "filtered"), ("refusal", "refused")],
)
def test_why_the_model_stopped_becomes_the_status(server, provider, finish, status):
    if (provider, finish) in (("gemini", "refusal"), ("anthropic", "content_filter")):
        pytest.skip("the provider has no such signal of its own")
    server.behave = lambda seen: Answer(reply(seen.wire, "(a) I", finish))
    found = ask_once(server, provider)
    assert found.status == status
    assert found.text == "(a) I"
    assert (found.model_reported, found.input_tokens, found.output_tokens) == (MODEL, 11, 3)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_reply_without_text_is_empty(server, provider):
    server.behave = lambda seen: Answer(reply(seen.wire, ""))
    assert ask_once(server, provider).status == "empty"


def test_a_prompt_that_gemini_blocks_is_filtered(server):
    server.behave = lambda seen: Answer({"promptFeedback": {"blockReason": "SAFETY"}, "modelVersion": MODEL})
    assert ask_once(server, "gemini").status == "filtered"


def test_a_server_that_counts_no_tokens_reports_none(server):
    def behave(seen):
        body = reply(seen.wire)
        del body["usage"]
        return Answer(body)

    server.behave = behave
    assert ask_once(server, "openai_compatible") == Reply("(a)", "stop", MODEL, None, None)


OPENAI_USAGE = {
    "prompt_tokens": 100,
    "prompt_tokens_details": {"cached_tokens": 89},
    "completion_tokens": 8,
    "completion_tokens_details": {"reasoning_tokens": 5},
    "total_tokens": 108,
}
USAGES = {
    "openai": ("usage", OPENAI_USAGE),
    "openrouter": ("usage", OPENAI_USAGE),
    "openai_compatible": ("usage", OPENAI_USAGE),
    # its reasoning is counted beside the completion, as docs.x.ai shows
    "xai": ("usage", OPENAI_USAGE | {"completion_tokens": 3}),
    "anthropic": ("usage", {"input_tokens": 11, "cache_read_input_tokens": 89, "output_tokens": 8}),
    "gemini": (
        "usageMetadata",
        {"promptTokenCount": 100, "cachedContentTokenCount": 89, "candidatesTokenCount": 3}
        | {"thoughtsTokenCount": 5, "totalTokenCount": 108},
    ),
}


@pytest.mark.parametrize("provider", PROVIDERS)
def test_all_that_is_charged_is_counted_reasoning_and_what_came_from_the_cache_too(server, provider):
    name, usage = USAGES[provider]
    server.behave = lambda seen: Answer(reply(seen.wire) | {name: usage})
    found = ask_once(server, provider)
    assert (found.input_tokens, found.cached_tokens, found.output_tokens) == (100, 89, 8)
    assert found.cost_usd is None


@pytest.mark.parametrize(
    ("more", "cost"),
    [
        ({"cost": 0.0125}, 0.0125),
        ({"cost": 0.0125, "is_byok": False, "cost_details": {"upstream_inference_cost": 0.01}}, 0.0125),
        ({"cost": 0.0005, "is_byok": True, "cost_details": {"upstream_inference_cost": 0.01}}, 0.0105),
    ],
    ids=["plain", "key of OpenRouter", "key of one's own at the host"],
)
def test_what_openrouter_says_that_a_call_cost_is_kept(server, more, cost):
    server.behave = lambda seen: Answer(reply(seen.wire) | {"usage": OPENAI_USAGE | more})
    assert ask_once(server, "openrouter").cost_usd == pytest.approx(cost)


def test_a_picture_is_read_and_encoded_once_for_all_its_requests(tmp_path):
    rows = picture_rows(tmp_path)
    pictures = Pictures(rows, tmp_path)
    assert pictures.png(rows[0]["pixel_digest"]) is pictures.png(rows[0]["pixel_digest"])


def test_a_picture_that_changed_on_disk_is_never_sent(server, tmp_path):
    rows = picture_rows(tmp_path)
    (tmp_path / rows[0]["path"]).write_bytes((tmp_path / rows[1]["path"]).read_bytes())
    request = Request(None, (Part("image", rows[0]["pixel_digest"]), Part("text", "Which?")))
    with pytest.raises(UserError, match="is not the file that was written"):
        ask_once(server, "openai", request, Pictures(rows, tmp_path))
    assert not server.seen


def images(rows):
    return Request(None, tuple(Part("image", row["pixel_digest"]) for row in rows))


def test_a_picture_over_a_providers_limit_is_skipped_with_limit_and_source():
    row = {"pixel_digest": "d", "bytes": 8_000_000, "width": 9_000, "height": 20}
    skip = over_limit("anthropic", images([row]), Pictures([row], None))
    assert skip.reason == "image_over_limit"
    assert skip.detail.startswith("10666668 bytes in base64; anthropic takes at most 10485760 (")
    assert over_limit("openai", images([row]), Pictures([row], None)) is None
    small = row | {"bytes": 1000}
    assert (
        "9000 px on a side; anthropic takes at most 8000"
        in over_limit("anthropic", images([small]), Pictures([small], None)).detail
    )


def test_more_than_twenty_pictures_may_each_be_smaller_only():
    rows = [{"pixel_digest": str(n), "bytes": 1000, "width": 2_500, "height": 20} for n in range(21)]
    assert over_limit("anthropic", images(rows[:20]), Pictures(rows, None)) is None
    assert (
        "2500 px on a side; anthropic takes at most 2000"
        in over_limit("anthropic", images(rows), Pictures(rows, None)).detail
    )


def test_every_limit_names_its_source():
    assert all(limits.source for limits in LIMITS.values())
    assert over_limit("anthropic", text_request(), Pictures([], None)) is None


def test_a_request_over_a_limit_is_a_row_that_says_so_and_is_never_sent(server, tmp_path):
    rows = picture_rows(tmp_path)
    rows[0] |= {"width": 9_000}
    pictures, ranges = Pictures(rows, tmp_path), range(BUCKETS)
    requests = [images(rows[:1]), images(rows[1:])]
    table = [
        {"request_id": r.request_id, "system": r.system, "response_schema": None, "repeat": 0}
        | {"parts": [{"kind": p.kind, "value": p.value} for p in r.parts]}
        for r in requests
    ]
    jobs = shard_jobs(table, identity("anthropic"), {}, False, pictures)
    model = open_provider(server, "anthropic", pictures)
    outcome = query(jobs, model.ask, Limits(2, 1, 0.0), tmp_path / "journal", ranges, model)
    found = {row["request_id"]: row for row in outcome.rows}
    over, sent = (found[request.request_id] for request in requests)
    assert (over["status"], over["failure_class"], over["attempts"]) == ("skipped", "image_over_limit", 0)
    assert over["failure_detail"].startswith("9000 px on a side; anthropic takes at most 8000 (")
    assert sent["status"] == "answered"
    assert len(server.seen) == 1
