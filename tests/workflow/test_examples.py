"""Counterpoint in a project of one's own: as a template beside its own configuration, and as a module of a workflow."""

import csv
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import REPOSITORY, SMALL_CHARTS


@pytest.fixture
def project(tmp_path):
    """Return a function that copies an example, puts Counterpoint beside it, and runs Snakemake there."""

    def run(example: str, *arguments: str) -> str:
        shutil.copytree(REPOSITORY / "examples" / example, tmp_path, dirs_exist_ok=True)
        (tmp_path / "counterpoint").symlink_to(REPOSITORY)
        charts = tmp_path / "charts"
        charts.mkdir()
        for name in SMALL_CHARTS:
            shutil.copy(REPOSITORY / "resources" / "charts" / name, charts)
        study = tmp_path / "config" / "study.yaml"
        study.write_text(study.read_text().replace("counterpoint/resources/charts", "charts"))
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["snakemake", "--cores", "2", *arguments],
            cwd=tmp_path,
            env=os.environ | {"PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    return run


@pytest.mark.slow
def test_as_a_module_it_makes_its_tables_and_the_larger_workflow_goes_on_from_them(project, tmp_path):
    project("module")
    with (tmp_path / "reliance.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    whole = [row for row in rows if (row["variant"], row["breakdown"]) == ("paper", "all") and row["estimate"]]
    found = {row["model"]: row["estimate"] for row in whole}
    assert set(found) == {"planted-visual", "planted-factual"}
    assert float(found["planted-visual"]) > 0 > float(found["planted-factual"])
    assert (tmp_path / "results" / "study" / "report.html").is_file()
    assert (tmp_path / "journal" / "planted-visual").is_dir()


def test_as_a_template_it_plans_the_projects_own_configuration(project):
    said = project(
        "template", "--snakefile", "counterpoint/Snakefile", "--configfile", "config/study.yaml", "--dry-run"
    )
    assert "run_report" in said
    assert "counterpoint_" not in said
