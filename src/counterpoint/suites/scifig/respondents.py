"""SciFig's planted respondents: what each does with a figure, a premise, a caption and a text that cannot be read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from counterpoint.suites.scifig.names import (
    ACCEPTS,
    ADMITTANCE,
    CAPTION,
    CAPTION_SIDE,
    IMAGE_SIDE,
    INDUCTANCE,
    REASONING,
    REJECTS,
    RESISTANCE,
)
from counterpoint.suites.scifig.planted_truth import ABSTAINED, CORRECT, CORRECT_HEDGED, DESCRIBES, FIGURE, WRONG


@dataclass(frozen=True)
class Trait:
    """How a respondent behaves."""

    reads: bool = True
    """Sees what a figure shows; else it makes up whatever it is asked."""
    admits: bool = True
    """Says so where a text cannot be read or nothing is shown; else it makes up an answer."""
    infers: bool = True
    """Works out a text that cannot be read where the rest of the figure allows it."""
    doubts: bool | None = None
    """Rejects every premise, or none; None: those that are false."""
    believes_caption: bool = False
    """Takes the caption's word before the figure's."""


READER = Trait()
GUESSER = Trait(reads=False, admits=False, infers=False, doubts=False, believes_caption=True)
TRAITS = {
    "visual": READER,
    "looks_closer": READER,
    "fabricator": Trait(admits=False, infers=False, doubts=False),
    "cautious": Trait(infers=False, doubts=True),
    "caption_follower": Trait(believes_caption=True),
    "sycophant": Trait(doubts=False, believes_caption=True),
    "disagrees": Trait(doubts=True),
    "factual": GUESSER,
    "first_option": GUESSER,
}
"""Traits of the respondents that always do the same."""


def respond(parameters: Mapping[str, Any], truth: Mapping[str, Any], rng: np.random.Generator) -> str:
    """Return the reply of one planted respondent.

    `parameters` holds `respondent`, for an arbiter `reads`; `truth` is what `truth_of` returns.
    """
    replies, kind = truth["replies"], parameters["respondent"]
    if kind == "omit":
        return replies.get(ABSTAINED, replies[next(iter(replies))])
    if kind == "guesser":
        return list(replies.values())[int(rng.integers(len(replies)))]
    if kind in TRAITS:
        return replies[behaviour(TRAITS[kind], truth)]
    reads = rng.random() < (parameters["reads"] if kind == "arbiter" else 0.5)
    return replies[behaviour(READER if reads else GUESSER, truth)]


def behaviour(trait: Trait, truth: Mapping[str, Any]) -> str:
    """Return which of the replies of `truth` a respondent with a trait gives."""
    dimension, sees = truth["dimension"], truth["sees"] == FIGURE
    if dimension == RESISTANCE:
        doubts = trait.doubts if trait.doubts is not None else not truth["holds"]
        return REJECTS if doubts else ACCEPTS
    if dimension == CAPTION:
        return CAPTION_SIDE if trait.believes_caption else IMAGE_SIDE
    if dimension in (ADMITTANCE, INDUCTANCE):
        if truth["readable"]:
            return CORRECT if trait.reads else WRONG
        if sees and trait.infers and truth["recoverable"]:
            return CORRECT_HEDGED
        return ABSTAINED if trait.admits else WRONG
    right = CORRECT if dimension == REASONING else DESCRIBES
    if sees:
        return right if trait.reads else WRONG
    return ABSTAINED if trait.admits else WRONG
