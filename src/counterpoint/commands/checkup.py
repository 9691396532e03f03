"""One model looked at: asked the probe once, and what that shows."""

import asyncio
import os
import shutil
import time
import warnings
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from counterpoint.commands.advice import advice
from counterpoint.commands.probe import Probe, is_right, probe
from counterpoint.errors import UserError
from counterpoint.models.engines import program_of
from counterpoint.models.replies import ANSWERED, EMPTY, FILTERED, REFUSED, TRUNCATED, CallFailure, Reply
from counterpoint.registry import key_variable, model_identity, require_callable, require_keys, serving_of
from counterpoint.registry_entries import Entry, LlamaCpp, PixelReader, ProviderEntry

OK, WARNING, FAILED = "ok", "warning", "failed"


@dataclass
class Checkup:
    """What was found of one model."""

    model: str
    state: str = OK
    finding: str = ""
    """The most important finding, in a few words."""
    details: list[str] = field(default_factory=list)
    seconds: float | None = None
    """Time of the call, without what its client takes to import and connect."""
    tokens: str = ""
    """Input and output tokens, as the provider counts them."""

    def found(self, state: str, finding: str, *details: str) -> None:
        """Add a finding; the most serious one, and of equals the first, is the one that counts."""
        if not self.finding or (OK, WARNING, FAILED).index(state) > (OK, WARNING, FAILED).index(self.state):
            self.state, self.finding = state, finding
        self.details.append(f"{finding}: {details[0]}" if details else finding)
        self.details += details[1:]


def check_model(model: str, entry: Entry, registry: str, folder: Path) -> Checkup:
    """Ask a model the probe once and return what that shows; nothing is journalled. `folder` takes its picture."""
    checkup = Checkup(model)
    try:
        require_callable({model: entry}, registry)
        require_keys({model: entry}, registry, os.environ)
    except UserError as error:
        checkup.found(FAILED, "not set up", str(error))
        return checkup
    if entry.provider in ("planted", "rule_judge"):
        checkup.found(OK, "answers inside the process by rule, and needs nothing")
        return checkup
    if (serving := serving_of(entry)) is not None:
        _look_at_program(checkup, serving)
        return checkup
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            reply = asyncio.run(_ask(entry, probe(folder, entry.text_only), checkup))
        except CallFailure as failure:
            key = os.environ.get(key_variable(entry) or "", "").strip() or None
            words = advice(failure, entry, key) if isinstance(entry, ProviderEntry) else ""
            checkup.found(FAILED, f"no reply: {failure.failure_class}", *filter(None, [words, failure.detail]))
            reply = None
        except (UserError, ImportError) as error:
            advised = () if isinstance(error, UserError) else ("install the locked packages again: `make run` does",)
            checkup.found(FAILED, "not set up", str(error), *advised)
            reply = None
    if reply is not None:
        _look(checkup, entry, reply)
    for message in dict.fromkeys(str(warning.message) for warning in warned if warning.category is UserWarning):
        checkup.found(WARNING, "a setting is not taken", message)
    return checkup


async def _ask(entry: Entry, asked: Probe, checkup: Checkup) -> Reply:
    """Make one call, and note its time. Raises CallFailure, and UserError where the model cannot be opened."""
    if isinstance(entry, PixelReader):
        from counterpoint.models.pixel_reader import PixelReader as Reader

        return await _timed(Reader(asked.pictures).ask(asked.request, 1), checkup)
    if isinstance(entry, LlamaCpp):
        from counterpoint.models.llama import Llama

        async with Llama(model_identity(entry), asked.pictures, entry.context_tokens, entry.threads) as llama:
            return await _timed(llama.ask(asked.request, 1), checkup)
    from counterpoint.models.providers import provider_from_environment

    how: dict[str, Any] = {
        "base_url": entry.base_url,
        "api_key_env": key_variable(entry),
        "limits": {"concurrency": 1},
    }
    try:
        async with (
            provider_from_environment(model_identity(entry), asked.pictures, how) as model,
            asyncio.timeout(entry.seconds_a_call),
        ):
            return await _timed(model.ask(asked.request, 1), checkup)
    except TimeoutError:
        raise CallFailure("timeout", f"no reply within {entry.seconds_a_call:g} s") from None


def _look_at_program(checkup: Checkup, serving: Mapping[str, Any]) -> None:
    """Add what is known of a server that the model's jobs start: nothing listens before they do."""
    program, gpus = program_of(serving)[0], serving["gpus"]
    where = f"on {gpus} GPU{'s' * (gpus > 1)}" if gpus else "without a GPU"
    checkup.found(OK, f"each of its jobs serves it itself, by {serving['engine']} {where}; not started here")
    if shutil.which(program) is None:
        checkup.found(
            WARNING,
            f"{program} is not found here",
            "it must be on the machines that run the jobs: install it there, or name its path in serve.command",
        )


async def _timed(call: Awaitable[Reply], checkup: Checkup) -> Reply:
    started = time.monotonic()
    try:
        return await call
    finally:
        checkup.seconds = time.monotonic() - started


def _look(checkup: Checkup, entry: Entry, reply: Reply) -> None:
    """Add what a reply shows."""
    if reply.input_tokens is not None:
        checkup.tokens = f"{reply.input_tokens} + {reply.output_tokens}"
    if isinstance(entry, PixelReader):
        checkup.found(OK, "reads pictures; it answers about charts only, and so not this one")
        return
    budget = f"decoding.max_output_tokens = {entry.decoding.max_output_tokens}"
    if reply.status == TRUNCATED:
        checkup.found(FAILED, "truncated", f"the reply reached {budget}: raise it, or lower decoding.reasoning")
    elif reply.status == EMPTY:
        checkup.found(
            FAILED, "empty reply", f"reasoning may have used up {budget}: raise it, or lower decoding.reasoning"
        )
    elif reply.status in (REFUSED, FILTERED):
        checkup.found(FAILED, reply.status, "the model, or its provider's filter, refuses a harmless question")
    elif reply.status == ANSWERED and not is_right(reply.text):
        seen = "" if entry.text_only else "; does it see pictures, or drop them unseen?"
        checkup.found(WARNING, "replies, but not rightly", f"it should say (c) or 7 and says: {reply.text[:200]}{seen}")
    else:
        checkup.found(OK, "replies rightly" + ("" if entry.text_only else ", and sees pictures"))
    name = getattr(entry, "snapshot", None) or getattr(entry, "checkpoint", None)
    if name is not None and reply.model_reported not in (None, name):
        checkup.found(
            WARNING,
            "another name",
            f"asked for {name}, and the reply is by {reply.model_reported}: if it is the dated model behind an alias, "
            "ask for that one by name; if it is another model, mend the entry",
        )
