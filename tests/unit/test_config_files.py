"""The project's own configurations: the default run, the papers', the ablations, the schemas, the documentation."""

import re
from pathlib import Path

import pytest
import yaml
from made_up_config import write_surroundings
from refused import line_of

from counterpoint.config import load_run, schema_files
from counterpoint.registry import load_registry, require_callable
from counterpoint.suites.cvlat.cells import CELLS
from counterpoint.suites.scifig.cells import CELLS as SCIFIG_CELLS

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working folder with all that a run reads."""
    monkeypatch.chdir(tmp_path)
    write_surroundings()


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
    Path("config/models.yaml").write_text((ROOT / "config/models.yaml").read_text())
    Path("paper.yaml").write_text(yaml.safe_dump(content))
    run = load_run(content, ["paper.yaml"], {})
    assert list(suite) == list(type(run.suites.prive).model_fields)
    assert (run.suites.prive.prime, run.suites.prive.medical.per_direction, len(run.models)) == ("both", 125, 8)
    groups = [load_registry(run.registry)[name].group for name in run.models]
    assert groups == ["proprietary"] * 2 + ["open"] * 6


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
