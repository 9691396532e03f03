"""GGUF models that llama.cpp runs inside the process, as the engine's `Ask`.

The package xllamacpp holds llama.cpp's own server as a library: a request is a call, in the form of the OpenAI
interface, and chat template, tokens, pictures and sampling are the server's. So there is no client and no second
process to watch, and answers are those that the same server gives over HTTP.
"""

import asyncio
import hashlib
import secrets
import time
import urllib.request
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counterpoint.errors import UserError
from counterpoint.models.pictures import Pictures
from counterpoint.models.replies import CallFailure, Reply
from counterpoint.models.requests import Request
from counterpoint.weights import checked_weights, packaged_weights

if TYPE_CHECKING:
    from xllamacpp import Server

ENGINE = "xllamacpp"
SECONDS_TO_LISTEN = 30.0
LONGEST_DETAIL = 300
"""Characters of the engine's message that are kept."""
WHERE = ("package", "gguf", "mmproj")
"""Keys of the registry that say where weights are."""


def weights_of(identity: Mapping[str, Any]) -> dict[str, Path]:
    """Return the files that an identity of the registry names: `weights`, and `mmproj` where the model sees pictures.

    Raises UserError when one is not there, or no GGUF file.
    """
    package = identity.get("package")
    files = {"weights": checked_weights(identity["gguf"]) if package is None else packaged_weights(package)}
    return files | ({"mmproj": checked_weights(identity["mmproj"])} if "mmproj" in identity else {})


def weights_identity(identity: Mapping[str, Any]) -> dict[str, Any]:
    """Return an identity with the SHA-256 of each file of weights in place of where it is.

    A file that is moved or renamed is the same model. Files are read anew each time, at disk speed: loading them
    reads them too, and a digest kept beside a file could outlive it. Raises UserError as `weights_of` does.
    """
    kept = {name: value for name, value in identity.items() if name not in WHERE}
    for name, path in weights_of(identity).items():
        with open(path, "rb") as file:
            kept[name] = hashlib.file_digest(file, "sha256").hexdigest()
    return kept


def llama_identity(identity: Mapping[str, Any]) -> dict[str, Any]:
    """Return what decides the answers: decoding, the digests of the weights, and the engine's version.

    Raises UserError as `weights_of` does.
    """
    return weights_identity(identity) | {"engine": ENGINE, "engine_version": version(ENGINE)}


class Llama:
    """One GGUF model. It is its own connection: weights are in memory while its context is entered.

    `identity` is what the registry says of it. `context_tokens` is the room for prompt and reply together, `threads`
    the number of cores; neither changes a reply.
    """

    def __init__(self, identity: Mapping[str, Any], pictures: Pictures, context_tokens: int, threads: int) -> None:
        self._files = weights_of(identity)
        self._decoding = identity["decoding"]
        self._pictures = pictures
        self._context = context_tokens
        self._threads = threads
        self._server: Server | None = None

    async def __aenter__(self) -> "Llama":
        from xllamacpp import CommonParams, Server

        params = CommonParams()
        params.model.path = str(self._files["weights"])
        if "mmproj" in self._files:
            params.mmproj.path = str(self._files["mmproj"])
        params.n_ctx = self._context
        params.n_parallel = 1  # with more, what is answered beside a request changes its rounding
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = self._threads
        params.fit_params = False  # else the room would depend on what memory is free
        params.cache_ram_mib = 0  # of earlier prompts only the last can be taken over
        params.warmup = params.ui = False
        params.verbosity = 0
        params.api_keys = [secrets.token_hex()]  # the server listens on loopback as well, where it is to answer nobody
        try:
            self._server = await asyncio.to_thread(Server, params)
            await asyncio.to_thread(_listening, self._server.listening_address)
        except RuntimeError:
            raise UserError(
                f"{self._files['weights']}: llama.cpp cannot load it; give a whole GGUF file of a model that "
                f"{ENGINE} {version(ENGINE)} knows, its own mmproj if any, and no more context_tokens than memory holds"
            ) from None
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server = None  # and with it the weights

    async def ask(self, request: Request, attempt: int) -> Reply:
        """Answer one request, a schema or not as free text. Raises CallFailure that no further attempt would cure."""
        if request.images and "mmproj" not in self._files:
            raise CallFailure("bad_request", "the model takes no picture: its entry names no mmproj")
        body = chat_body(request, self._decoding, self._pictures)
        try:
            answer = await asyncio.to_thread(self._server.handle_chat_completions, body)
        except RuntimeError as error:
            raise CallFailure("image" if request.images else "bad_request", _short(error)) from None
        return reply_of(answer, self._decoding["max_output_tokens"], self._files["weights"].name)


def _listening(address: str) -> None:
    """Wait until the server listens: one that is dropped before waits for itself for ever.

    Raises RuntimeError when it does not begin to.
    """
    end = time.monotonic() + SECONDS_TO_LISTEN
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=1.0):
                return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError(f"the server at {address} does not listen")


def chat_body(request: Request, decoding: Mapping[str, Any], pictures: Pictures) -> dict[str, Any]:
    """Return a request as the server's chat interface takes it: texts as they are, pictures as their own PNG files."""
    content: list[dict[str, Any]] = []
    for part in request.parts:
        if part.kind == "text":
            content.append({"type": "text", "text": part.value})
        else:
            content.append({"type": "image_url", "image_url": {"url": pictures.png(part.value).data_uri}})
    system = [] if request.system is None else [{"role": "system", "content": request.system}]
    body: dict[str, Any] = {
        "messages": [*system, {"role": "user", "content": content}],
        "temperature": decoding["temperature"],
        "max_tokens": decoding["max_output_tokens"],
        "cache_prompt": decoding["cache_prompt"],
    }
    if decoding.get("seed") is not None:
        body["seed"] = decoding["seed"]
    if decoding["reasoning"] == "off":
        body["chat_template_kwargs"] = {"enable_thinking": False}
    return body


def reply_of(answer: Mapping[str, Any], budget: int, name: str) -> Reply:
    """Return the server's answer as a reply of the model `name` with an output budget of `budget` tokens.

    Raises CallFailure where it is an error, and where the reply filled the context before its budget: it would have
    gone on with a larger one, which is in no identity, so that it is no reply of this model.
    """
    if "error" in answer:
        raise CallFailure("bad_request", _short(answer["error"]["message"]))
    (choice,), usage = answer["choices"], answer["usage"]
    if choice["finish_reason"] not in ("stop", "length"):
        raise CallFailure("bad_request", f"the model stopped for an unknown reason: {_short(choice['finish_reason'])}")
    if choice["finish_reason"] == "length" and usage["completion_tokens"] < budget:
        raise CallFailure(
            "bad_request",
            f"the context is full after {usage['prompt_tokens']} tokens of prompt and {usage['completion_tokens']} of "
            "reply; give the model more context_tokens",
        )
    return Reply(
        choice["message"].get("content") or "",
        choice["finish_reason"],
        name,
        usage["prompt_tokens"],
        usage["completion_tokens"],
        usage["prompt_tokens_details"]["cached_tokens"],
    )


def _short(message: object) -> str:
    return " ".join(str(message).split())[:LONGEST_DETAIL]
