"""CVLAT's planted respondents: which option each chooses, and the phrasings in which they say so."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from counterpoint.models.planted import READERS
from counterpoint.orders import LETTERS


def respond(parameters: Mapping[str, Any], truth: Mapping[str, Any], rng: np.random.Generator) -> str:
    """Return the reply of one planted respondent.

    `parameters` holds `respondent`, for an arbiter `reads`, `knows`, `prefers` and `prefers_when_told`, for a
    sceptic `half`; `truth` holds options as shown, the positions of Omit, visual and factual answer (None where
    there is none), the mismatch of the two (None where they are no numbers), and what the prompt asks to trust.
    """
    return phrase(_position(parameters, truth, rng), truth["options"], truth["omit"], rng)


def _position(parameters: Mapping[str, Any], truth: Mapping[str, Any], rng: np.random.Generator) -> int:
    respondent = parameters["respondent"]
    visual, factual, omit = truth["visual"], truth["factual"], truth["omit"]
    if respondent in READERS:
        return omit if visual is None else visual
    if respondent == "disagrees":
        return next(k for k in range(len(truth["options"])) if k not in (factual, omit))
    if respondent in ("factual", "looks_closer"):  # no view shows a chart closer
        return omit if factual is None else factual
    if respondent == "omit":
        return omit
    if respondent == "first_option":
        return 0
    if respondent == "guesser":
        return int(rng.integers(len(truth["options"])))
    if respondent == "sceptic":
        return _doubt(parameters, truth, rng)
    return _arbitrate(parameters, truth, rng)


def _arbitrate(parameters: Mapping[str, Any], truth: Mapping[str, Any], rng: np.random.Generator) -> int:
    """Read with probability r, know with k; in conflict follow the picture with w; with neither, guess."""
    reads = rng.random() < parameters["reads"] and truth["visual"] is not None
    knows = rng.random() < parameters["knows"] and truth["factual"] is not None
    told = (parameters.get("prefers_when_told") or {}).get(truth["instruction"])
    prefers = rng.random() < (parameters["prefers"] if told is None else told)
    if reads and (prefers or not knows):
        return truth["visual"]
    if knows:
        return truth["factual"]
    return int(rng.integers(len(truth["options"])))


def _doubt(parameters: Mapping[str, Any], truth: Mapping[str, Any], rng: np.random.Generator) -> int:
    """Believe the picture as `trust` says, else answer the fact; with only one of the two answer that."""
    if truth["visual"] is None or truth["factual"] is None:
        return next((truth[focal] for focal in ("visual", "factual") if truth[focal] is not None), truth["omit"])
    believes = rng.random() < trust(parameters["half"], truth["mismatch"])
    return truth["visual"] if believes else truth["factual"]


def trust(half: float, mismatch: float | None) -> float:
    """Return the probability with which a sceptic believes a picture: half / (half + mismatch).

    `mismatch` is the relative difference of shown and factual value; where there is none to tell (the answers are
    no numbers) a sceptic believes half of the pictures.
    """
    return 0.5 if mismatch is None else half / (half + mismatch)


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
