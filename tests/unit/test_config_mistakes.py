"""Mistakes in a run's configuration: what is refused, in which words, and where it is placed."""

from pathlib import Path

import pytest
import yaml
from made_up_config import PRIVE, RUN, changed, cvlat, load, write_surroundings
from refused import line_of

from counterpoint.config import load_run
from counterpoint.suites.cvlat.cells import CELLS


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working folder with all that a run reads."""
    monkeypatch.chdir(tmp_path)
    write_surroundings()


CELL_NAMES = ", ".join(CELLS)


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
    config = RUN | {"suites": {"prive": PRIVE | change}}
    assert line_of(load, config).removeprefix("config/config.yaml: ").startswith(expected)


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
