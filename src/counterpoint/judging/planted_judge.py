"""The planted judge: right with a given probability, so that the whole stage of judging can be held against a truth."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np


def respond(parameters: Mapping[str, Any], truth: Mapping[str, Any], rng: np.random.Generator) -> str:
    """Return one vote as JSON: with probability `right` the right verdict, else any of the others, equally likely.

    `truth` holds `verdict` (the property that holds it), `right` and `others`.
    """
    label = truth["right"]
    if rng.random() >= parameters["right"]:
        label = truth["others"][int(rng.integers(len(truth["others"])))]
    return json.dumps({truth["verdict"]: label})
