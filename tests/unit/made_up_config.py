"""A small run, changed key by key, and the files around it."""

import copy
from pathlib import Path

import yaml

from counterpoint.config import load_run

RUN = {
    "run": "small",
    "seed": 5,
    "models": ["alpha", "beta"],
    "suites": {"cvlat": {"source": "bank", "cells": ["vlat/normal", "cvlat/normal"], "orders": 6}},
}
PRIVE = {"cells": ["counterfactual_only/raw"], "extraction": "parser"}
"""The suite of pairs, as small."""
REGISTRY = """\
alpha: {provider: planted, respondent: visual}
beta: {provider: planted, respondent: arbiter, reads: 0.9, knows: 0.6, prefers: 0.8}
gamma: {provider: openai, group: proprietary, access: api, snapshot: gamma-1}
"""


def write_surroundings():
    """Write all that a run reads into the working folder."""
    for name in ("config", "resources/charts", "resources/prompts", "resources/objects"):
        Path(name).mkdir(parents=True)
    for suite, key in (("cvlat", "normal"), ("prive", "yes_no")):
        Path(f"resources/prompts/{suite}.yaml").write_text(f"{key}: x\n")
    Path("config/models.yaml").write_text(REGISTRY)


def load(config, overrides=None):
    """Load a run as Snakemake hands it over: from one file, with the values of `--config` merged in."""
    Path("config/config.yaml").write_text(yaml.safe_dump(config))
    merged = copy.deepcopy(config)
    for key, value in (overrides or {}).items():
        if isinstance(value, dict):
            merged["suites"]["cvlat"] |= value["cvlat"]
        else:
            merged[key] = value
    return load_run(merged, ["config/config.yaml"], overrides or {})


def changed(**changes):
    """Return the small run with top-level keys changed; None takes a key away."""
    config = copy.deepcopy(RUN) | changes
    return {key: value for key, value in config.items() if value is not None}


def cvlat(**changes):
    """Return the small run with keys of its suite changed; None takes a key away."""
    config = copy.deepcopy(RUN)
    suite = config["suites"]["cvlat"] | changes
    config["suites"]["cvlat"] = {key: value for key, value in suite.items() if value is not None}
    return config
