"""What the registry may say of a server that a model's own jobs start, and what of it is in the model's identity."""

from pathlib import Path

import pytest
from refused import line_of

from counterpoint.registry import (
    load_registry,
    model_identity,
    require_callable,
    require_keys,
    serving_of,
)

SERVED = "provider: openai_compatible, group: open, access: local"
WEIGHTS = f"{SERVED}, checkpoint: a/b, revision: c0, engine: vllm"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)


def entry(text):
    """Return the entry with some keys."""
    Path("models.yaml").write_text(f"m: {{{text}}}\n")
    return load_registry("models.yaml")["m"]


REFUSED = {
    "serve: {context_tokens: 512}": "serve: null is not allowed; allowed: null, or engine: vllm or engine: llama_cpp "
    "beside it",
    "engine: sglang, serve: {context_tokens: 512}": 'serve: "sglang" is not allowed; allowed: null, or engine: vllm or '
    "engine: llama_cpp beside it",
    "engine: vllm, serve: {}": "serve.context_tokens: is missing; allowed: a whole number of at least 256",
    "engine: vllm, base_url: 'http://h/v1', serve: {context_tokens: 512}": 'serve: "base_url" is not allowed; allowed: '
    "null beside base_url: a job's own server has a checkpoint, its own address and its own key",
    "engine: vllm, snapshot: a, serve: {context_tokens: 512}": 'serve: "snapshot" is not allowed; allowed: '
    "null beside snapshot: a job's own server has a checkpoint, its own address and its own key",
    "engine: vllm, api_key_env: K, serve: {context_tokens: 512}": 'serve: "api_key_env" is not allowed; allowed: '
    "null beside api_key_env: a job's own server has a checkpoint, its own address and its own key",
    "engine: vllm, serve: {context_tokens: 512, options: [-v, --port=1]}": 'serve.options[1]: "--port=1" is not '
    "allowed; allowed: options that follow from no other key, and no address or key",
    "engine: vllm, serve: {context_tokens: 512, options: [--limit-mm-per-prompt.video, '1']}": "serve.options[0]: "
    '"--limit-mm-per-prompt.video" is not allowed; allowed: options that follow from no other key, and no address or '
    "key",
    "engine: vllm, serve: {context_tokens: 512, command: []}": "serve.command: [] is not allowed; allowed: a list of "
    "at least one, each text that is not empty or null",
    "engine: vllm, serve: {context_tokens: 512, gguf: f}": 'serve.gguf: "f" is not allowed; allowed: null with engine: '
    "vllm, which takes the checkpoint",
    "engine: llama_cpp, serve: {context_tokens: 512}": "serve.gguf: null is not allowed; allowed: either package: NAME "
    "or gguf: FILE, and one of them is needed",
    "engine: llama_cpp, serve: {context_tokens: 512, gguf: f, package: p}": 'serve.gguf: "f" is not allowed; allowed: '
    "either package: NAME or gguf: FILE, and one of them is needed",
    "engine: llama_cpp, serve: {context_tokens: 512, gguf: f}": "serve.mmproj: null is not allowed; allowed: a file, "
    "for without one the model takes no picture; or text_only: true",
}


@pytest.mark.parametrize("text", REFUSED)
def test_a_server_that_no_job_can_start_is_refused_with_what_is_allowed(text):
    assert line_of(entry, f"{SERVED}, {text}") == f"models.yaml: m.{REFUSED[text]}"


def test_the_identity_has_what_changes_answers_and_nothing_of_the_machine():
    def identity(*more):
        return model_identity(entry(f"{WEIGHTS}, serve: {{{', '.join(['context_tokens: 4096', *more])}}}"))

    assert identity() == model_identity(entry(WEIGHTS)) | {"context_tokens": 4096}
    machine = ["gpus: 8", "threads: 1", "mem_mb: 9", "startup_seconds: 5", "images_per_prompt: 5", "command: [/opt/v]"]
    for more in [*machine, "options: []"]:
        assert identity(more) == identity()
    assert identity("options: [--x, '1']") == identity() | {"options": ["--x", "1"]}


def test_it_needs_no_address_and_no_key_but_weights():
    served = entry(f"{WEIGHTS}, serve: {{context_tokens: 4096}}")
    require_callable({"m": served}, "one.yaml")
    require_keys({"m": served}, "one.yaml", {})
    nameless = entry(f"{SERVED}, engine: vllm, serve: {{context_tokens: 4096}}")
    assert line_of(require_callable, {"m": nameless}, "one.yaml").startswith(
        "one.yaml: m.checkpoint: null says not which weights to ask"
    )
    keys = "engine: llama_cpp, checkpoint: a, text_only: true, serve: {context_tokens: 4096, gguf: absent.gguf}"
    assert line_of(require_callable, {"m": entry(f"{SERVED}, {keys}")}, "one.yaml") == (
        'one.yaml: m.serve.gguf: "absent.gguf" is not there; allowed: the path of a GGUF file'
    )


def test_only_a_model_that_its_jobs_serve_has_anything_to_start():
    assert serving_of(entry(f"{WEIGHTS}, base_url: 'http://127.0.0.1:1/v1'")) is None
    assert serving_of(entry("provider: planted, respondent: visual")) is None
    serving = serving_of(entry(f"{WEIGHTS}, concurrency: 3, serve: {{context_tokens: 4096}}"))
    assert (serving["checkpoint"], serving["concurrency"], serving["context_tokens"]) == ("a/b", 3, 4096)
