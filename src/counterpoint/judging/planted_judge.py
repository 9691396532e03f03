"""The planted judge: right with a given probability, so that the whole stage of judging can be held against a truth."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np


def told_verdict(verdict: str, right: str, values: Sequence[str]) -> str:
    """Return the truth, as JSON, on one verdict: the property that holds it, the right value, and the others."""
    return _truth({"verdict": verdict, "right": right, "others": [value for value in values if value != right]})


def told_findings(right: Mapping[str, Any], schemas: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the truth, as JSON, on findings: of each key the right value, and others that its JSON Schema allows."""
    keys = {key: {"right": right[key], "others": _others(right[key], schema)} for key, schema in schemas.items()}
    return _truth({"findings": keys})


def respond(parameters: Mapping[str, Any], truth: Mapping[str, Any], rng: np.random.Generator) -> str:
    """Return one vote as JSON: with probability `right` the right verdict, else any of the others, equally likely.

    `truth` is what `told_verdict` or `told_findings` gave; of findings each key is right or not by itself.
    """
    if "findings" in truth:
        return json.dumps({key: _drawn(parameters, told, rng) for key, told in truth["findings"].items()})
    return json.dumps({truth["verdict"]: _drawn(parameters, truth, rng)})


def _drawn(parameters: Mapping[str, Any], told: Mapping[str, Any], rng: np.random.Generator) -> Any:
    if rng.random() < parameters["right"]:
        return told["right"]
    return told["others"][int(rng.integers(len(told["others"])))]


def _others(right: Any, schema: Mapping[str, Any]) -> list[Any]:
    """Return values that say something else than the right one: with another word, or a list of another length."""
    if isinstance(right, list):
        return [right[:-1] if right else [_plainest(schema["items"])]]
    named = {name: part["enum"] for name, part in schema["properties"].items() if "enum" in part}
    return [right | {name: value} for name, values in named.items() for value in values if value != right[name]]


def _plainest(schema: Mapping[str, Any]) -> Any:
    """Return a simple value of an object's JSON Schema: empty texts."""
    return dict.fromkeys(schema["properties"], "")


def _truth(told: Mapping[str, Any]) -> str:
    return json.dumps(told, sort_keys=True)
