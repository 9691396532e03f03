"""Planted respondents: made-up models whose true behaviour is known, to test the whole instrument.

They go through the same requests, journal, statuses and parser as real models, and are given the truth of each
request beside it. What they answer is their suite's own; when and how they fail is the same everywhere.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from counterpoint.models.replies import CallFailure, Reply
from counterpoint.models.requests import Request
from counterpoint.seeds import generator

Respond = Callable[[Mapping[str, Any], Mapping[str, Any], np.random.Generator], str]
"""A suite's respondents: from a respondent's parameters, the truth of a request, and a generator to its reply."""

TRANSIENT_SHARES = ("rate_limit", "server")
REPLY_SHARES = ("empty", "truncated", "malformed", "refused", "filtered", "permanent")
REPLIED_TO_NO_AVAIL = ("refused", "malformed")
LEFT_OUT = ("empty", "truncated", "filtered", "permanent")
READERS = ("visual", "fabricator", "cautious", "caption_follower", "sycophant")
"""Respondents that answer from any picture that can be read; they differ in what SciFig alone asks."""


class Planted:
    """A planted respondent as the engine's `Ask`.

    `identity` is what the registry says of it: respondent, parameters, failure shares. `truth` maps request_id to
    the JSON text that the plan tells of the request. Each request is drawn anew from (seed, identity, request).
    `seconds` is how long a reply takes.
    """

    def __init__(
        self,
        respond: Respond,
        identity: Mapping[str, Any],
        truth: Mapping[str, str],
        seed: int,
        seconds: float,
    ) -> None:
        self._respond = respond
        self._identity = identity
        self._truth = truth
        self._seed = seed
        self._name = json.dumps(identity, sort_keys=True)
        self._seconds = seconds

    async def ask(self, request: Request, attempt: int) -> Reply:
        """Answer as planted, or fail as told to. Raises CallFailure."""
        if self._seconds:
            await asyncio.sleep(self._seconds)
        rng = generator(self._seed, "planted", self._name, request.request_id)
        text = self._respond(self._identity, json.loads(self._truth[request.request_id]), rng)
        failure = self._failure(rng)
        if failure in TRANSIENT_SHARES and attempt == 1:
            raise CallFailure(failure, "planted to fail at the first attempt", retry_after=0.0)
        if failure == "permanent":
            raise CallFailure("bad_request", "planted to fail at every attempt")
        if failure == "empty":
            return Reply("")
        if failure == "truncated":
            return Reply("Let me first go through the axes of the chart one by one and", "length")
        if failure == "filtered":
            return Reply("", "content_filter")
        if failure == "refused":
            return Reply("I can't help with that.", "refusal")
        if failure == "malformed":
            return Reply("{'chart': 'several marks on two axes', 'answer': ")
        return Reply(text)

    def _failure(self, rng: np.random.Generator) -> str | None:
        shares = self._identity.get("failures") or {}
        draw = rng.random()
        for name in (*TRANSIENT_SHARES, *REPLY_SHARES):
            draw -= shares.get(name) or 0.0
            if draw < 0:
                return name
        return None


def share_answered(failures: Mapping[str, float]) -> float:
    """Return the share of counted trials that hold an answer: the others are refused or unreadable.

    `failures` are a respondent's planted shares. NaN where every trial is left out: nothing is counted, and every
    statistic is undefined.
    """
    lost = sum(failures.get(name) or 0.0 for name in REPLIED_TO_NO_AVAIL)
    left_out = sum(failures.get(name) or 0.0 for name in LEFT_OUT)
    return (1 - lost - left_out) / (1 - left_out) if left_out < 1 else float("nan")
