"""The configuration: what is read of a run, what it cannot be, what its digest depends on."""

import re
import subprocess
import sys
from collections import OrderedDict
from pathlib import Path

import pytest
import yaml
from made_up_config import PRIVE, REGISTRY, RUN, changed, cvlat, load, write_surroundings
from refused import line_of

from counterpoint.config import Run, load_run
from counterpoint.config_cvlat import CvlatCell
from counterpoint.config_prive import PriveCell
from counterpoint.suites.cvlat.cells import CELLS
from counterpoint.suites.prive.cells import CELLS as PRIVE_CELLS


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working folder with all that a run reads."""
    monkeypatch.chdir(tmp_path)
    write_surroundings()


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


def test_a_run_may_ask_pairs_alone(folder):
    run = load(RUN | {"suites": {"prive": PRIVE}})
    assert run.suites.cvlat is None
    assert list(run.suites.chosen) == ["prive"]


def test_reading_the_configuration_loads_no_table_library():
    code = (
        "import sys, counterpoint.config; "
        "print([m for m in ('pandas', 'pyarrow', 'numpy', 'matplotlib') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
