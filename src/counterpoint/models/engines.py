"""The engines that a job can start as its server: their command lines, and how they tell that they are ready, and ours.

Sources: vLLM's "vllm serve" and "OpenAI-Compatible Server" (docs.vllm.ai, v0.11), llama.cpp's tools/server/README.md.
"""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from counterpoint.models.llama import ENGINE as PACKAGE
from counterpoint.models.llama import weights_of

HOST = "127.0.0.1"
"""A job's server listens on loopback only."""
DTYPES = {"bf16": "bfloat16", "fp16": "float16", "fp32": "float32"}
"""Words of `quantisation` for weights that are not quantised, as vLLM has them."""
ALL_LAYERS = 999
"""More layers than any model has: llama.cpp then puts all of them on the GPUs."""


@dataclass(frozen=True)
class Engine:
    """One server software."""

    command: tuple[str, ...]
    """Program, with what stands before its options."""
    options: Callable[[Mapping[str, Any], int], list[str]]
    """Its options, from what the registry says of the server (`serving_of`) and the cores of the job."""
    key_variable: str
    """Environment variable by which it is told the key that it asks its callers for."""
    guarded: str
    """Path that it answers only to who has the key. `/health` it answers to everybody, once it is ready."""
    version: tuple[str, str]
    """Path, and key of the answer, by which it tells its version."""


def _vllm_options(serving: Mapping[str, Any], _: int) -> list[str]:
    options = ["serve", serving["checkpoint"]]
    options += ["--max-model-len", str(serving["context_tokens"])]
    options += ["--tensor-parallel-size", str(max(1, serving["gpus"]))]
    if serving["revision"] is not None:
        options += ["--revision", serving["revision"], "--tokenizer-revision", serving["revision"]]
    quantisation = serving["quantisation"]
    if quantisation in DTYPES:
        options += ["--dtype", DTYPES[quantisation]]
    elif quantisation is not None:
        options += ["--quantization", quantisation]
    if not serving["text_only"]:  # a model without eyes refuses the option
        options += ["--limit-mm-per-prompt", json.dumps({"image": serving["images_per_prompt"], "video": 0})]
    return options


def _llama_options(serving: Mapping[str, Any], threads: int) -> list[str]:
    files, together = weights_of({name: value for name, value in serving.items() if value}), serving["concurrency"]
    options = ["--model", str(files["weights"]), "--alias", serving["checkpoint"]]
    if "mmproj" in files:
        options += ["--mmproj", str(files["mmproj"])]
    # Its room is divided among the requests under way.
    options += ["--ctx-size", str(serving["context_tokens"] * together), "--parallel", str(together)]
    return [*options, "--threads", str(threads), "--n-gpu-layers", str(ALL_LAYERS if serving["gpus"] else 0)]


ENGINES = {
    "vllm": Engine(("vllm",), _vllm_options, "VLLM_API_KEY", "/v1/models", ("/version", "version")),
    "llama_cpp": Engine(
        (sys.executable, "-m", "counterpoint.models.llama_server"),
        _llama_options,
        "LLAMA_API_KEY",
        "/props",
        ("/props", "build_info"),
    ),
}
"""Engines by the word of the registry."""


def program_of(serving: Mapping[str, Any]) -> list[str]:
    """Return the program that is a model's server, with what stands before its options."""
    return list(serving["command"] or ENGINES[serving["engine"]].command)


def command_of(serving: Mapping[str, Any], port: int, threads: int) -> list[str]:
    """Return the command line of a model's server; `serving` is what the registry's `serving_of` says of it.

    Raises UserError when llama.cpp's weights are not there.
    """
    options = ENGINES[serving["engine"]].options(serving, threads)
    return [*program_of(serving), *options, "--host", HOST, "--port", str(port), *serving["options"]]


def version_in(serving: Mapping[str, Any], answer: Mapping[str, Any]) -> str | None:
    """Return the engine's version out of the server's answer, None where it does not tell.

    Of our own launcher it is the package's: the llama.cpp inside it was built without a number.
    """
    if serving["engine"] == "llama_cpp" and serving["command"] is None:
        return version(PACKAGE)
    told = answer.get(ENGINES[serving["engine"]].version[1])
    return str(told) if told else None
