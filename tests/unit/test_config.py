"""The configuration: what is read, what is refused and in which words, what belongs to a model's identity."""

import copy
import json
import re
import subprocess
import sys
from collections import OrderedDict
from pathlib import Path

import pytest
import yaml

from counterpoint.config import CvlatCell, Run, load_prompts, load_run, schema_files
from counterpoint.config_prive import PriveCell
from counterpoint.errors import UserError
from counterpoint.registry import load_registry, require_callable
from counterpoint.suites.cvlat.cells import CELLS
from counterpoint.suites.prive.cells import CELLS as PRIVE_CELLS
from counterpoint.suites.scifig.cells import CELLS as SCIFIG_CELLS

ROOT = Path(__file__).resolve().parents[2]

RUN = {
    "run": "small",
    "seed": 5,
    "models": ["alpha", "beta"],
    "suites": {"cvlat": {"source": "bank", "cells": ["vlat/normal", "cvlat/normal"], "orders": 6}},
}
REGISTRY = """\
alpha: {provider: planted, respondent: visual}
beta: {provider: planted, respondent: arbiter, reads: 0.9, knows: 0.6, prefers: 0.8}
gamma: {provider: openai, group: proprietary, access: api, snapshot: gamma-1}
"""
CELL_NAMES = ", ".join(CELLS)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working folder with all that a run reads."""
    monkeypatch.chdir(tmp_path)
    for name in ("config", "resources/charts", "resources/prompts"):
        Path(name).mkdir(parents=True)
    Path("resources/prompts/cvlat.yaml").write_text("normal: x\n")
    Path("config/models.yaml").write_text(REGISTRY)
    return tmp_path


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


def line_of(call, *args):
    """Return the one line with which a call is refused."""
    with pytest.raises(UserError) as caught:
        call(*args)
    line = str(caught.value)
    assert "\n" not in line
    return line


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


def test_a_run_is_read_with_its_defaults(folder):
    run = load(RUN)
    assert (run.run, run.seed, run.models) == ("small", 5, ("alpha", "beta"))
    assert (run.results, run.journal, run.registry) == ("results", "journal", "config/models.yaml")
    assert (run.shards, run.retry, run.failures_allowed, run.bootstrap_draws) == (1, 0, 0.05, 10_000)
    assert run.judge is None
    suite = run.suites.cvlat
    assert (suite.source, suite.bundle, suite.charts) == ("bank", None, "resources/charts")
    assert suite.cells == ("vlat/normal", "cvlat/normal")
    assert (suite.orders, suite.repeats, suite.extraction, suite.humans) == (6, "shared", "parser", None)
    assert (suite.items, suite.n_items, suite.conflict_levels) == ("standard", None, ())


@pytest.mark.parametrize(
    ("levels", "said"),
    [
        ({"noise": [0]}, "levels.noise[0]: 0 is not allowed; allowed: a number above 0 and at most 255"),
        ({"contrast": [1]}, "levels.contrast[0]: 1 is not allowed; allowed: a number above 0 and below 1"),
        ({"rotation": [15, 15.0]}, "levels.rotation[1]: 15.0 is not allowed; allowed: each level once, told apart by"),
        ({"rotation": [15, 15.0000001]}, "levels.rotation[1]: 15.0000001 is not allowed; allowed: each level once"),
    ],
)
def test_levels_that_would_be_no_cell_of_their_own_are_refused(folder, levels, said):
    suites = {"scifig": {"cells": ["describe/noise"], "levels": levels}}
    assert f"suites.scifig.{said}" in line_of(load, changed(suites=suites))


def test_judges_are_named_and_the_rule_judge_stands_in(folder):
    Path("config/models.yaml").write_text(REGISTRY + "rule-judge: {provider: rule_judge}\n")
    assert load(cvlat(extraction="judge")).judges == ("rule-judge",)
    run = load(cvlat(extraction="parser_then_judge") | {"judge": "gamma", "second_judge": "rule-judge", "votes": 3})
    assert (run.judges, run.votes) == (("gamma", "rule-judge"), 3)
    line = line_of(load, cvlat(extraction="judge") | {"models": ["alpha", "rule-judge"]})
    assert 'models[1]: "rule-judge" judges replies and answers no question' in line


def test_items_can_be_sampled_and_conflicts_sized(folder):
    suite = load(cvlat(items="sample", n_items=500, conflict_levels=["10%", "250%", "reversal"])).suites.cvlat
    assert (suite.items, suite.n_items) == ("sample", 500)
    assert suite.conflict_levels == ("10%", "250%", "reversal")


def test_ordered_mappings_and_command_line_values_are_taken(folder):
    ordered = OrderedDict(changed(suites=OrderedDict(cvlat=OrderedDict(RUN["suites"]["cvlat"]))))
    Path("config/config.yaml").write_text(yaml.safe_dump(RUN))
    assert load_run(ordered, ["config/config.yaml"], {}) == load(RUN)
    assert load(RUN, {"seed": 9}).seed == 9


def test_a_folder_is_named_without_a_slash_at_its_end(folder):
    assert load(changed(results="./out/")).results == "out"


def test_a_run_cannot_be_changed_after_reading(folder):
    with pytest.raises(ValueError, match="frozen"):
        load(RUN).seed = 6


MISTAKES = {
    "unknown key": (
        changed(sed=5),
        "sed: 5 is given to an unknown key (did you mean seed?); allowed here: run, seed, results, journal, registry, "
        "models, judge, second_judge, votes, shards, retry, failures_allowed, budget, bootstrap_draws, suites",
    ),
    "unknown key of a suite": (
        cvlat(order=24),
        "suites.cvlat.order: 24 is given to an unknown key (did you mean orders?); allowed here: source, bundle, "
        "charts, items, n_items, conflict_levels, pixel_audit, prompts, cells, orders, repeats, picture, replies, "
        "extraction, human_labels, humans",
    ),
    "misspelled key is one mistake, not a missing one too": (
        changed(model=["alpha"], models=None),
        'model: ["alpha"] is given to an unknown key (did you mean models?); allowed here: run, seed, results, '
        "journal, registry, models, judge, second_judge, votes, shards, retry, failures_allowed, budget, "
        "bootstrap_draws, suites",
    ),
    "unknown suite": (
        changed(suites={**RUN["suites"], "vlat": {}}),
        "suites.vlat: {} is given to an unknown key (did you mean cvlat?); allowed here: cvlat, prive, scifig",
    ),
    "misspelled model": (
        changed(models=["alpha", "bet"]),
        'models[1]: "bet" is not allowed (did you mean beta?); allowed: the names in config/models.yaml '
        "(alpha, beta, gamma)",
    ),
    "cell that does not exist": (
        cvlat(cells=["vlat/normal", "cvlat/anonymized"]),
        'suites.cvlat.cells[1]: "cvlat/anonymized" is not allowed (did you mean cvlat/anonymised or cvlat/normal?); '
        f"allowed: one of {CELL_NAMES}",
    ),
    "negative count": (
        changed(shards=-1),
        "shards: -1 is not allowed; allowed: a whole number from 1 to 256",
    ),
    "negative seed": (changed(seed=-1), "seed: -1 is not allowed; allowed: a whole number of at least 0"),
    "negative retry": (changed(retry=-2), "retry: -2 is not allowed; allowed: a whole number of at least 0"),
    "too many shards": (changed(shards=257), "shards: 257 is not allowed; allowed: a whole number from 1 to 256"),
    "too many orders": (
        cvlat(orders=121),
        "suites.cvlat.orders: 121 is not allowed; allowed: a whole number from 1 to 120",
    ),
    "too few draws": (
        changed(bootstrap_draws=99),
        "bootstrap_draws: 99 is not allowed; allowed: a whole number from 100 to 1000000",
    ),
    "share above 1": (
        changed(failures_allowed=1.5),
        "failures_allowed: 1.5 is not allowed; allowed: a number from 0 to 1",
    ),
    "text for a number": (
        changed(seed="five"),
        'seed: "five" is not allowed; allowed: a whole number of at least 0',
    ),
    "truth value for a number": (
        changed(retry=True),
        "retry: true is not allowed; allowed: a whole number of at least 0",
    ),
    "number that YAML takes for text": (
        changed(failures_allowed="1e-2"),
        'failures_allowed: "1e-2" is not allowed; allowed: a number from 0 to 1; write it without quotes and as '
        "plain digits",
    ),
    "number for text": (
        changed(run=7),
        "run: 7 is not allowed; allowed: letters, digits, '.', '_' and '-', beginning with a letter or digit",
    ),
    "one name for a list": (
        changed(models="alpha"),
        "models: \"alpha\" is not allowed; allowed: a list of at least one, each letters, digits, '.', '_' and "
        "'-', beginning with a letter or digit",
    ),
    "empty list": (
        cvlat(cells=[]),
        f"suites.cvlat.cells: [] is not allowed; allowed: a list of at least one, each one of {CELL_NAMES}",
    ),
    "list for a mapping": (
        changed(suites=["cvlat"]),
        'suites: ["cvlat"] is not allowed; allowed: a mapping with the keys cvlat, prive, scifig',
    ),
    "missing key": (changed(seed=None), "seed: is missing; allowed: a whole number of at least 0"),
    "missing key of a suite": (
        cvlat(source=None),
        "suites.cvlat.source: is missing; allowed: one of bank, bundle",
    ),
    "missing suite": (
        changed(suites={}),
        "suites: {} is not allowed; allowed: one or more of cvlat, prive, scifig",
    ),
    "model twice": (
        changed(models=["alpha", "beta", "alpha"]),
        'models[2]: "alpha" is not allowed; allowed: each name once, and it stands here a second time',
    ),
    "cell twice": (
        cvlat(cells=["vlat/normal", "vlat/normal"]),
        'suites.cvlat.cells[1]: "vlat/normal" is not allowed; allowed: each name once, and it stands here a second '
        "time",
    ),
    "run that cannot name a folder": (
        changed(run="../other"),
        "run: \"../other\" is not allowed; allowed: letters, digits, '.', '_' and '-', beginning with a letter "
        "or digit",
    ),
    "run with a line break": (
        changed(run="a\nb"),
        "run: \"a\\nb\" is not allowed; allowed: letters, digits, '.', '_' and '-', beginning with a letter or digit",
    ),
    "braces in a path": (
        changed(results="{x}"),
        'results: "{x}" is not allowed; allowed: a path without braces',
    ),
    "judge that is not in the registry": (
        changed(judge="delta"),
        'judge: "delta" is not allowed (did you mean beta?); allowed: the names in config/models.yaml '
        "(alpha, beta, gamma)",
    ),
    "judge that cannot read": (
        changed(judge="alpha"),
        'judge: "alpha" answers questions by rule and cannot judge; allowed: rule-judge, or a model of text',
    ),
    "no judge, and a registry without the rule judge": (
        cvlat(extraction="judge"),
        'judge: null means "rule-judge", which config/models.yaml lacks; add it: `provider: rule_judge`',
    ),
    "second judge that is the first": (
        changed(judge="gamma", second_judge="gamma"),
        'second_judge: "gamma" is not allowed; allowed: null, or another judge than the first',
    ),
    "people's labels that are not there": (
        cvlat(human_labels="labels.csv"),
        'suites.cvlat.human_labels: "labels.csv" is not there; allowed: the path of a file',
    ),
    "word that is none of the allowed": (
        cvlat(repeats="independant"),
        'suites.cvlat.repeats: "independant" is not allowed (did you mean independent?); allowed: one of shared, '
        "independent",
    ),
    "bundle without its folder": (
        cvlat(source="bundle"),
        "suites.cvlat.bundle: null is not allowed; allowed: with source bundle, the folder that holds the authors' "
        "bundle",
    ),
    "folder of a bundle without the bundle": (
        cvlat(bundle="x"),
        'suites.cvlat.bundle: "x" is not allowed; allowed: null with source bank; a folder only with source bundle',
    ),
    "bundle that is not there": (
        cvlat(source="bundle", bundle="resources/external/cvlat"),
        'suites.cvlat.bundle: "resources/external/cvlat" is not there; allowed: the path of a folder',
    ),
    "file of people's answers that is not there": (
        cvlat(humans="people.csv"),
        'suites.cvlat.humans: "people.csv" is not there; allowed: the path of a file',
    ),
    "kind of sample that there is not": (
        cvlat(items="al"),
        'suites.cvlat.items: "al" is not allowed (did you mean all?); allowed: one of standard, all, sample',
    ),
    "sample without its number": (
        cvlat(items="sample"),
        "suites.cvlat.n_items: null is not allowed; allowed: a number of questions",
    ),
    "number of questions without a sample": (
        cvlat(items="all", n_items=500),
        "suites.cvlat.n_items: 500 is not allowed; allowed: null unless items is sample",
    ),
    "sample of nothing": (
        cvlat(items="sample", n_items=0),
        "suites.cvlat.n_items: 0 is not allowed; allowed: a whole number from 1 to 100000 or null",
    ),
    "size of conflict without its sign": (
        cvlat(conflict_levels=["50"]),
        'suites.cvlat.conflict_levels[0]: "50" is not allowed; allowed: a percentage such as 50%, or reversal',
    ),
    "size of conflict that changes nothing": (
        cvlat(conflict_levels=["10%", "0%"]),
        'suites.cvlat.conflict_levels[1]: "0%" is not allowed; allowed: a percentage such as 50%, or reversal',
    ),
    "size of conflict twice": (
        cvlat(conflict_levels=["10%", "reversal", "10%"]),
        'suites.cvlat.conflict_levels[2]: "10%" is not allowed; allowed: each name once, and it stands here a second '
        "time",
    ),
    "size of conflict of pictures that are drawn already": (
        cvlat(source="bundle", bundle="resources", conflict_levels=["10%"]),
        'suites.cvlat.conflict_levels: ["10%"] is not allowed; allowed: none with source bundle, whose pictures are '
        "drawn already",
    ),
    "registry that is not there": (
        changed(registry="config/modles.yaml"),
        'registry: "config/modles.yaml" is not there; allowed: the path of a file',
    ),
    "registry that is a folder": (
        changed(registry="config"),
        'registry: "config" is not there; allowed: the path of a file',
    ),
    "several mistakes": (
        changed(seed=-1, shards=0, retry="x"),
        "seed: -1 is not allowed; allowed: a whole number of at least 0 (and 2 more mistakes)",
    ),
    "several unknown models": (
        changed(models=["delta", "alpah"]),
        'models[0]: "delta" is not allowed (did you mean beta?); allowed: the names in config/models.yaml (alpha, '
        "beta, gamma) (and 1 more mistake)",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_one_line_with_file_key_value_and_what_is_allowed(folder, name):
    config, expected = MISTAKES[name]
    assert line_of(load, config) == f"config/config.yaml: {expected}"


def test_a_key_that_is_no_text_is_unknown(folder):
    line = line_of(load, {**RUN, 3: "x"})
    assert line.startswith("config/config.yaml: [3]: is no text, and keys are text; allowed here: run, seed,")


def test_a_mistake_on_the_command_line_is_placed_there(folder):
    allowed = "allowed: a whole number from 1 to 256"
    assert line_of(load, RUN, {"shards": 0}) == f"--config: shards: 0 is not allowed; {allowed}"
    overrides = {"suites": {"cvlat": {"orders": 0}}}
    assert line_of(load, RUN, overrides) == (
        "--config: suites.cvlat.orders: 0 is not allowed; allowed: a whole number from 1 to 120"
    )
    assert line_of(load, changed(seed=-1), overrides).startswith("config/config.yaml: seed: -1")
    assert line_of(load, changed(seed=None), {"shards": 2}).startswith("config/config.yaml: seed: is missing")
    assert line_of(load_run, {"run": "x"}, [], {"run": "x"}).startswith("--config: seed: is missing")


def test_a_mistake_is_placed_in_the_file_that_was_merged_last_of_those_that_hold_the_key(folder):
    Path("first.yaml").write_text(yaml.safe_dump(changed(shards=0)))
    Path("second.yaml").write_text("shards: -3\n")
    merged = changed(shards=-3)
    assert line_of(load_run, merged, ["first.yaml", "second.yaml"], {}).startswith("second.yaml: shards: -3")
    Path("second.yaml").write_text("seed: 1\n")
    absolute = [str(Path(name).absolute()) for name in ("first.yaml", "second.yaml")]
    assert line_of(load_run, changed(shards=0), absolute, {}).startswith("first.yaml: shards: 0")
    without = cvlat(source=None)
    Path("first.yaml").write_text(yaml.safe_dump(without))
    assert line_of(load_run, without, absolute, {}).startswith("first.yaml: suites.cvlat.source: is missing")


def test_a_providers_key_on_the_command_line_or_in_a_run_is_refused_and_never_shown(folder):
    hidden = (
        "a value (hidden) that looks like a key or password; allowed: none in any file or on the command line; put "
        "it in an environment variable and name that in api_key_env"
    )
    assert line_of(load, RUN, {"token": "0123abcd"}) == f"--config: token: {hidden}"
    assert line_of(load, changed(password="0123abcd")) == f"config/config.yaml: password: {hidden}"
    secret = "sk-proj-0123456789abcdefghij"
    assert line_of(load, changed(models=["alpha", secret])) == f"config/config.yaml: models[1]: {hidden}"


def test_a_mistake_in_the_registry_stops_the_run(folder):
    Path("config/models.yaml").write_text("alpha: {provider: planted, respondent: visul}\n")
    assert line_of(load, RUN).startswith('config/models.yaml: alpha.respondent: "visul" is not allowed')


def test_a_configuration_file_that_cannot_be_read_is_named(folder):
    assert line_of(load_run, RUN, ["y.yaml"], {}) == (
        "y.yaml: cannot be read (No such file or directory); check the path"
    )


def test_the_digest_of_a_run_depends_on_what_it_says_and_not_on_how_it_is_written(folder):
    digest = load(RUN).digest()
    assert re.fullmatch("[0-9a-f]{64}", digest)
    assert load(dict(reversed(RUN.items()))).digest() == digest
    assert load(changed(shards=1, results="results/")).digest() == digest
    assert load(changed(seed=6)).digest() != digest
    assert load(changed(models=["beta", "alpha"])).digest() != digest
    assert Run.model_validate_json(load(RUN).model_dump_json()).digest() == digest


def test_the_cells_of_the_configuration_are_those_of_the_suite():
    assert CvlatCell.__args__ == tuple(CELLS)
    assert PriveCell.__args__ == tuple(PRIVE_CELLS)


def test_the_default_run_is_valid_and_asks_every_cell_of_all_that_show_something_in_charts_and_need_no_key(monkeypatch):
    monkeypatch.chdir(ROOT)
    run = load_run(yaml.safe_load(Path("config/config.yaml").read_text()), ["config/config.yaml"], {})
    assert run.suites.cvlat.cells == tuple(CELLS)
    entries = load_registry(run.registry)
    planted = [name for name in entries if entries[name].provider == "planted"]
    # what these do shows where the bank's conflicts have sizes, in pairs of pictures, and in scientific figures
    elsewhere = ("sceptic", "looks_closer", "disagrees", "fabricator", "cautious", "caption_follower", "sycophant")
    planted = [name for name in planted if entries[name].respondent not in elsewhere]
    assert run.models == (*planted, "pixel-reader", "smollm2-135m")
    require_callable({name: entries[name] for name in run.models}, run.registry)


def test_the_run_on_mismatch_is_complete_by_itself_and_needs_no_key(monkeypatch):
    monkeypatch.chdir(ROOT)
    file = "config/papers/cvlat_magnitude.yaml"
    content = yaml.safe_load(Path(file).read_text())
    run = load_run(content, [file], {})
    suite = run.suites.cvlat
    assert suite.conflict_levels == ("10%", "50%", "200%", "reversal")
    assert suite.cells == ("cvlat/normal", "cvlat/anonymised", "cvlat/question_only")
    entries = load_registry(run.registry)
    assert "planted-sceptic" in run.models
    require_callable({name: entries[name] for name in run.models}, run.registry)
    assert list(content["suites"]["cvlat"]) == list(type(suite).model_fields)


def test_the_papers_run_is_complete_by_itself(folder):
    text = (ROOT / "config/papers/cvlat.yaml").read_text()
    Path("resources/external/cvlat").mkdir(parents=True)
    Path("config/models.yaml").write_text((ROOT / "config/models.yaml").read_text())
    Path("paper.yaml").write_text(text)
    run = load_run(yaml.safe_load(text), ["paper.yaml"], {})
    suite = run.suites.cvlat
    assert (suite.source, suite.orders, suite.repeats, suite.extraction) == ("bundle", 120, "independent", "judge")
    assert (suite.cells, run.bootstrap_draws, len(run.models)) == (tuple(CELLS), 10_000, 15)
    line = line_of(require_callable, {m: load_registry(run.registry)[m] for m in run.models}, run.registry)
    assert line == (
        "config/models.yaml: GPT-5.5.snapshot: null says not which model to ask; allowed: the dated model id of the "
        "API (and 21 more mistakes)"
    )


def test_the_run_of_pairs_asks_every_respondent_that_pairs_tell_apart_and_needs_no_key(monkeypatch):
    monkeypatch.chdir(ROOT)
    content = yaml.safe_load(Path("config/prive.yaml").read_text())
    run = load_run(content, ["config/prive.yaml"], {})
    assert list(run.suites.chosen) == ["prive"]
    assert list(content["suites"]["prive"]) == list(type(run.suites.prive).model_fields)
    assert {"planted-looks-closer", "planted-disagrees"} <= set(run.models)
    entries = load_registry(run.registry)
    require_callable({name: entries[name] for name in run.models}, run.registry)


def test_the_papers_run_of_pairs_is_complete_by_itself(folder):
    content = yaml.safe_load((ROOT / "config/papers/prive.yaml").read_text())
    suite = content["suites"]["prive"]
    Path(suite["medical"]["folder"]).mkdir(parents=True)
    Path("resources/objects").mkdir()
    Path("resources/prompts/prive.yaml").write_text("yes_no: x\n")
    Path("config/models.yaml").write_text((ROOT / "config/models.yaml").read_text())
    Path("paper.yaml").write_text(yaml.safe_dump(content))
    run = load_run(content, ["paper.yaml"], {})
    assert list(suite) == list(type(run.suites.prive).model_fields)
    assert (run.suites.prive.prime, run.suites.prive.medical.per_direction, len(run.models)) == ("both", 125, 8)
    groups = [load_registry(run.registry)[name].group for name in run.models]
    assert groups == ["proprietary"] * 2 + ["open"] * 6


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"probes": "proposed"}, "generator: null is not allowed; allowed: the name of a model where `probes`"),
        ({"generator": "gpt-made-up"}, 'generator: "gpt-made-up" is not allowed; allowed: null without figures'),
        ({"review": "review.csv"}, 'review: "review.csv" is not allowed; allowed: null without figures'),
        ({"probes": "drawn"}, 'probes: "drawn" is not allowed; allowed: one of computed, proposed'),
    ],
)
def test_what_proposes_probes_and_what_they_are_about_go_together(folder, keys, said):
    suites = {"scifig": {"cells": ["reason/clean"]} | keys}
    assert f"suites.scifig.{said}" in line_of(load, changed(suites=suites))


PAPER_OF_FIGURES = "config/papers/scifig.yaml"


def test_the_papers_run_of_figures_is_complete_by_itself(monkeypatch):
    monkeypatch.chdir(ROOT)
    content = yaml.safe_load(Path(PAPER_OF_FIGURES).read_text())
    run = load_run(content, [PAPER_OF_FIGURES], {})
    suite = run.suites.scifig
    assert set(content["suites"]["scifig"]) == set(type(suite).model_fields)
    assert (suite.figures, set(suite.cells), suite.captioned) == (250, set(SCIFIG_CELLS), True)
    entries = load_registry(run.registry)
    assert [entries[name].group for name in run.models] == ["proprietary"] * 2 + ["open"] * 6


ABLATIONS = {
    "scifig_100": {"run": "scifig-paper-100", "figures": 100},
    "scifig_second_generator": {
        "run": "scifig-paper-second-generator",
        "figures": 50,
        "probes": "proposed",
        "generator": "Claude-Opus-4.7",
    },
    "scifig_second_judge": {"judges": ("rule-judge", "Claude-Opus-4.7")},
}
"""What each ablation changes in the paper's run."""


def test_every_ablation_changes_the_papers_run_in_what_it_is_named_for_alone(monkeypatch):
    from snakemake.utils import update_config

    monkeypatch.chdir(ROOT)
    assert {path.stem for path in Path("config/ablations").iterdir()} == set(ABLATIONS)

    def told(*files):
        merged = {}
        for file in files:
            update_config(merged, yaml.safe_load(Path(file).read_text()))
        run = load_run(merged, files, {})
        found = run.model_dump() | {"judges": run.judges}
        del found["judge"], found["second_judge"]
        return found | found.pop("suites")["scifig"]

    paper = told(PAPER_OF_FIGURES)
    for name, changes in ABLATIONS.items():
        assert told(PAPER_OF_FIGURES, f"config/ablations/{name}.yaml") == paper | changes
        assert f"`ablations/{name}.yaml`" in (ROOT / "config/README.md").read_text()


PRIVE = {"cells": ["counterfactual_only/raw"], "extraction": "parser"}
PRIVE_MISTAKES = {
    "unknown cell": (
        {"cells": ["paired/crop"]},
        'suites.prive.cells[0]: "paired/crop" is not allowed',
    ),
    "no source at all": (
        {"domains": []},
        "suites.prive.pairs: null is not allowed; allowed: a file of pairs where `domains` is empty",
    ),
    "cases without a folder": (
        {"medical": {"source": "brats"}},
        "suites.prive.medical.folder: null is not allowed; allowed: with source brats, the folder that holds the "
        "cases; null with source phantom",
    ),
    "a folder for phantoms": (
        {"medical": {"folder": "x"}},
        'suites.prive.medical.folder: "x" is not allowed; allowed: with source brats, the folder that holds the cases; '
        "null with source phantom",
    ),
    "absent folder": (
        {"medical": {"source": "brats", "folder": "nowhere"}},
        'suites.prive.medical.folder: "nowhere" is not there; allowed: the path of a folder',
    ),
    "absent decisions": (
        {"qc": "decisions.csv"},
        'suites.prive.qc: "decisions.csv" is not there; allowed: the path of a file',
    ),
    "a domain twice": (
        {"domains": ["counting", "counting"]},
        'suites.prive.domains[1]: "counting" is not allowed; allowed: each name once, and it stands here a second time',
    ),
    "too small": ({"side": 32}, "suites.prive.side: 32 is not allowed; allowed: a whole number from 64 to 1024"),
}


@pytest.mark.parametrize("name", PRIVE_MISTAKES)
def test_a_mistake_in_the_suite_of_pairs_is_one_line(folder, name):
    change, expected = PRIVE_MISTAKES[name]
    Path("resources/objects").mkdir()
    Path("resources/prompts/prive.yaml").write_text("yes_no: x\n")
    config = RUN | {"suites": {"prive": PRIVE | change}}
    assert line_of(load, config).removeprefix("config/config.yaml: ").startswith(expected)


def test_a_run_may_ask_pairs_alone(folder):
    Path("resources/objects").mkdir()
    Path("resources/prompts/prive.yaml").write_text("yes_no: x\n")
    run = load(RUN | {"suites": {"prive": PRIVE}})
    assert run.suites.cvlat is None
    assert list(run.suites.chosen) == ["prive"]


def test_the_papers_models_are_those_of_its_table_in_its_groups():
    table = ROOT.parent / "shared" / "data" / "published" / "cvlat_table2.csv"
    if not table.exists():
        pytest.skip(f"the published table is not at {table}")
    names = [line.split(",")[0] for line in table.read_text().splitlines()[1:]]
    assert yaml.safe_load((ROOT / "config/papers/cvlat.yaml").read_text())["models"] == names
    entries = load_registry(ROOT / "config/models.yaml")
    for name in names:
        assert entries[name].group == ("open" if name.startswith(("Llama", "Gemma", "Qwen")) else "proprietary")
        assert entries[name].decoding.temperature == 0
        assert entries[name].snapshot is None and getattr(entries[name], "checkpoint", None) is None


@pytest.mark.parametrize("name", schema_files())
def test_the_schema_files_are_those_of_the_types(name):
    text = (ROOT / "workflow/schemas" / name).read_text()
    assert text == schema_files()[name], "made anew as config/README.md says"


def test_every_mapping_of_the_schemas_is_closed():
    for text in schema_files().values():
        schema = yaml.safe_load(text)
        for node in [schema, *schema["$defs"].values()]:
            assert node["additionalProperties"] is False


@pytest.mark.parametrize(
    ("schema", "file"),
    [
        ("config.schema.yaml", "config/config.yaml"),
        ("config.schema.yaml", "config/prive.yaml"),
        ("config.schema.yaml", "config/scifig.yaml"),
        ("config.schema.yaml", "config/papers/cvlat.yaml"),
        ("config.schema.yaml", "config/papers/prive.yaml"),
        ("config.schema.yaml", "config/papers/scifig.yaml"),
        ("config.schema.yaml", "config/papers/cvlat_magnitude.yaml"),
        ("models.schema.yaml", "config/models.yaml"),
    ],
)
def test_the_schemas_take_the_projects_own_files_and_no_unknown_key(schema, file):
    from snakemake.exceptions import WorkflowError
    from snakemake.utils import validate

    content = yaml.safe_load((ROOT / file).read_text())
    validate(content, str(ROOT / "workflow/schemas" / schema), set_default=False)
    with pytest.raises(WorkflowError):
        validate(content | {"unknown key": 1}, str(ROOT / "workflow/schemas" / schema), set_default=False)


def test_every_key_is_documented_and_stands_in_the_default_run():
    readme = (ROOT / "config/README.md").read_text()
    default = "".join((ROOT / "config" / f"{name}.yaml").read_text() for name in ("config", "prive", "scifig"))
    config, models = (yaml.safe_load(text) for text in schema_files().values())
    for schema in (config, models):
        for node in [schema, *schema["$defs"].values()]:
            for key, value in node.get("properties", {}).items():
                assert f"`{key}`" in readme
                assert value.get("description"), key
                if schema is config:
                    assert re.search(rf"^ *{key}:", default, re.MULTILINE)


def test_reading_the_configuration_loads_no_table_library():
    code = (
        "import sys, counterpoint.config; "
        "print([m for m in ('pandas', 'pyarrow', 'numpy', 'matplotlib') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


PROMPTS = dict.fromkeys(
    ("normal", "anonymised", "explain", "visual_priority", "factual_priority", "question_only"), "text"
)


def test_our_prompts_are_six_and_the_anonymised_one_is_the_normal_one():
    prompts = load_prompts(ROOT / "resources/prompts/cvlat.yaml")
    assert list(prompts) == list(PROMPTS) and set(prompts) == {cell.prompt for cell in CELLS.values()}
    assert prompts["anonymised"] == prompts["normal"]
    assert len(set(prompts.values())) == 5
    assert all(("(a)" in text and "Omit" in text) or "not know" in text for text in prompts.values())


def test_our_prompts_share_no_sentence_with_the_authors_bundle():
    bundle = ROOT.parent / "shared" / "data" / "cvlat" / "code" / "prompts.json"
    if not bundle.exists():
        pytest.skip(f"the authors' prompts are not at {bundle}")

    def sentences(texts):
        return {s.strip() for text in texts for s in re.split(r"[.:\n]", text) if len(s.split()) > 3}

    ours = sentences(load_prompts(ROOT / "resources/prompts/cvlat.yaml").values())
    assert not ours & sentences(json.loads(bundle.read_text()).values())


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"explain": None}, "explain: null is not allowed; allowed: text that is not empty"),
        ({"explain": ""}, 'explain: "" is not allowed; allowed: text that is not empty'),
        ({"normal": 3}, "normal: 3 is not allowed; allowed: text that is not empty"),
        (
            {"anonymized": "text"},
            'anonymized: "text" is given to an unknown key (did you mean anonymised?); allowed here: normal, '
            "anonymised, explain, visual_priority, factual_priority, question_only",
        ),
    ],
)
def test_a_mistake_in_the_prompts_is_one_line(folder, change, expected):
    Path("p.yaml").write_text(yaml.safe_dump(PROMPTS | change))
    assert line_of(load_prompts, "p.yaml") == f"p.yaml: {expected}"


def test_a_missing_prompt_is_named(folder):
    Path("p.yaml").write_text(yaml.safe_dump({k: v for k, v in PROMPTS.items() if k != "explain"}))
    assert line_of(load_prompts, "p.yaml") == "p.yaml: explain: is missing; allowed: text that is not empty"
