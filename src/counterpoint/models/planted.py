"""Planted respondents: made-up models whose true behaviour is known, to test the whole instrument.

They are given the truth table beside the request, and go through the same requests, journal, statuses and
parser as real models. Each request is drawn anew from (seed, respondent, request).
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from counterpoint.models.replies import CallFailure, Reply
from counterpoint.models.requests import Request
from counterpoint.seeds import generator

LETTERS = "abcdefghijklmnopqrstuvwxyz"
TRANSIENT_SHARES = ("rate_limit", "server")
REPLY_SHARES = ("empty", "truncated", "malformed", "refused", "filtered", "permanent")


class Planted:
    """A planted respondent as the engine's `Ask`.

    `identity` is its part of the response key: respondent, parameters, failure shares. `truth` maps
    request_id to the request's row of the table `truth`. `seconds` is how long a reply takes.
    """

    def __init__(
        self,
        identity: Mapping[str, Any],
        truth: Mapping[str, Mapping],
        seed: int,
        name: str,
        seconds: float = 0.0,
    ) -> None:
        self._identity = identity
        self._truth = truth
        self._seed = seed
        self._name = name
        self._seconds = seconds

    async def ask(self, request: Request, attempt: int) -> Reply:
        """Answer as planted, in one of many phrasings, or fail as told to. Raises CallFailure."""
        if self._seconds:
            await asyncio.sleep(self._seconds)
        rng = generator(self._seed, "planted", self._name, request.request_id)
        truth = self._truth[request.request_id]
        position = self._position(truth, rng)
        failure = self._failure(rng)
        if failure in TRANSIENT_SHARES and attempt == 1:
            raise CallFailure(failure, "planted to fail at the first attempt", retry_after=0.0)
        if failure == "permanent":
            raise CallFailure("bad_request", "planted to fail at every attempt")
        text = phrase(position, _options(request), truth["omit_position"], rng)
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

    def _position(self, truth: Mapping, rng: np.random.Generator) -> int:
        respondent = self._identity["respondent"]
        visual, factual, omit = (truth[f"{key}_position"] for key in ("visual", "factual", "omit"))
        if respondent == "visual":
            return omit if visual is None else visual
        if respondent == "factual":
            return omit if factual is None else factual
        if respondent == "omit":
            return omit
        if respondent == "first_option":
            return 0
        if respondent == "guesser":
            return int(rng.integers(truth["n_options"]))
        return self._arbitrate(visual, factual, truth, rng)

    def _arbitrate(self, visual: int | None, factual: int | None, truth: Mapping, rng: np.random.Generator) -> int:
        """Read with probability r, know with k; in conflict follow the picture with w; with neither, guess."""
        reads = rng.random() < self._identity["reads"] and visual is not None
        knows = rng.random() < self._identity["knows"] and factual is not None
        told = (self._identity.get("prefers_when_told") or {}).get(truth["instruction"])
        prefers = rng.random() < (self._identity["prefers"] if told is None else told)
        if reads and (prefers or not knows):
            return visual
        if knows:
            return factual
        return int(rng.integers(truth["n_options"]))


def phrase(position: int, options: Sequence[str], omit_position: int, rng: np.random.Generator) -> str:
    """Return a choice in one of the phrasings that real models use.

    Where an option is itself a single character (an anonymised chart's labels), a bare capital would be
    ambiguous, as it is in a real model's reply; planted respondents then keep to the bracketed letter.
    """
    letter, option = LETTERS[position], options[position]
    bracketed = [
        f"({letter})",
        f"({letter}) {option}",
        f"The answer is ({letter}).",
        f"**Answer:** ({letter}) {option}",
    ]
    bare = [letter.upper(), f"{letter}.", f"**{letter.upper()}**", f"$\\boxed{{{letter.upper()}}}$"]
    if position == omit_position:
        forms = [*bracketed, option, f"I am not sure about this one, so I choose {option}."]
    else:
        forms = [
            *bracketed,
            f'{{"answer": "{letter}"}}',
            "I first looked at the title and the legend, then at the marks that the question is about, and "
            f"compared them with the options.\n\nThe best option is ({letter}).",
            f"<think>The axis starts at zero, so lengths can be compared.</think>\n({letter})",
        ]
    if all(len(text) > 1 for text in options):
        forms += bare
    return forms[int(rng.integers(len(forms)))]


def _options(request: Request) -> list[str]:
    """Return the options as the question shows them: its last lines, each with its letter in brackets."""
    lines = request.parts[0].value.rsplit("\n\n", 1)[1].split("\n")
    return [line.removeprefix(f"({letter}) ") for letter, line in zip(LETTERS, lines, strict=False)]
