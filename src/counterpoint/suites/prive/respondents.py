"""PriVE's planted respondents: what each answers, from how each kind of answer to a request would be written."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from counterpoint.models.planted import READERS

CLOSER_VIEWS = ("crop", "zoom")
"""Views in which a respondent that has to look closer reads the attribute."""


def respond(parameters: Mapping[str, Any], truth: Mapping[str, Any], rng: np.random.Generator) -> str:
    """Return the reply of one planted respondent.

    `parameters` holds `respondent` and its parameters; `truth` the replies `correct`, `biased` (None where the prior
    agrees with the picture) and `other` (None where there is no third answer), whether a picture is `shown`, the
    `view`, and the `options` as shown. Without a picture nothing can be read, and the prior answers.
    """
    correct, biased = truth["correct"], truth["biased"]
    prior = biased if biased is not None else correct
    read = correct if truth["shown"] else prior
    respondent = parameters["respondent"]
    if respondent in READERS:
        return read
    if respondent == "factual":
        return prior
    if respondent == "omit":
        return "I cannot tell."
    if respondent == "looks_closer":
        return read if truth["view"] in CLOSER_VIEWS else prior
    if respondent == "disagrees":
        return _against(truth, prior)
    if respondent == "guesser":
        return _guess(truth, rng)
    if respondent == "first_option":
        return truth["options"][0] if truth["options"] else prior
    if respondent == "sceptic":  # it believes what is unusual half of the time, as without numbers to compare
        return read if rng.random() < 0.5 else prior
    return _arbitrate(parameters, truth, rng)


def _against(truth: Mapping[str, Any], prior: str) -> str:
    """Return the answer that denies what the prior expects, whatever the picture shows."""
    return truth["denial"] if truth["denial"] is not None else prior


def _guess(truth: Mapping[str, Any], rng: np.random.Generator) -> str:
    choices = truth["options"] or [truth[name] for name in ("correct", "biased", "other") if truth[name] is not None]
    return choices[int(rng.integers(len(choices)))]


def _arbitrate(parameters: Mapping[str, Any], truth: Mapping[str, Any], rng: np.random.Generator) -> str:
    """Read with probability r, know the usual with k; in conflict follow the picture with w; with neither, guess."""
    reads = rng.random() < parameters["reads"] and truth["shown"]
    knows = rng.random() < parameters["knows"]
    prefers = rng.random() < parameters["prefers"]
    if reads and (prefers or not knows or truth["biased"] is None):
        return truth["correct"]
    if knows:
        return truth["biased"] if truth["biased"] is not None else truth["correct"]
    return _guess(truth, rng)
