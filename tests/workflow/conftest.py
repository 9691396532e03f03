"""Whole runs of the workflow on a small configuration, in folders of their own."""

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml
from fault_server import FaultServer

REPOSITORY = Path(__file__).resolve().parents[2]

REGISTRY = {
    "reader": {"provider": "planted", "respondent": "arbiter", "reads": 0.9, "knows": 0.7, "prefers": 0.8},
    "recaller": {"provider": "planted", "respondent": "factual"},
    "newcomer": {"provider": "planted", "respondent": "visual"},
    "flaky": {
        "provider": "planted",
        "respondent": "visual",
        "failures": {"rate_limit": 0.1, "empty": 0.05, "permanent": 0.1},
    },
    "slow": {"provider": "planted", "respondent": "visual", "seconds": 0.05, "concurrency": 4},
}
SMALL_CHARTS = ["planet_radius.yaml", "co2_mauna_loa.yaml", "continent_area.yaml", "atomic_mass.yaml"]
CONFIG = {
    "run": "small",
    "seed": 7,
    "registry": "models.yaml",
    "models": ["reader", "recaller"],
    "shards": 1,
    "failures_allowed": 0.5,
    "bootstrap_draws": 200,
    "suites": {
        "cvlat": {
            "source": "bank",
            "charts": "charts",
            "prompts": "prompts.yaml",
            "cells": ["cvlat/normal", "cvlat/anonymised", "cvlat/question_only", "cvlat/visual_priority"],
            "orders": 5,
        }
    },
}


@dataclass
class Workspace:
    """A folder with a configuration of its own, in which Snakemake runs."""

    folder: Path

    @property
    def results(self) -> Path:
        """Folder of the run's results."""
        return self.folder / "results" / "small"

    def configure(self, **changes: object) -> None:
        """Change keys of the configuration; `cvlat` takes changes of the suite's own keys."""
        path = self.folder / "config.yaml"
        config = yaml.safe_load(path.read_text())
        config["suites"]["cvlat"] |= changes.pop("cvlat", {})
        path.write_text(yaml.safe_dump(config | changes))

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen:
        """Start Snakemake in this folder, in a process group of its own."""
        command = ["snakemake", "--snakefile", str(REPOSITORY / "Snakefile"), "--configfile", "config.yaml"]
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        return subprocess.Popen(
            [*command, "--cores", "2", *arguments],
            cwd=self.folder,
            env=os.environ | {"PATH": path} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def run(self, *arguments: str, fails: bool = False, **environment: str) -> str:
        """Run Snakemake and return what it printed; it must succeed unless it is to fail."""
        process = self.start(*arguments, **environment)
        printed, _ = process.communicate(timeout=600)
        assert (process.returncode != 0) == fails, printed
        return printed

    def jobs(self, printed: str) -> Counter:
        """Return how many jobs of each rule a printed run or dry run announces."""
        table = re.search(r"^job +count\n-[- ]+\n(.*?)^total", printed, re.MULTILINE | re.DOTALL)
        if table is None:
            assert "Nothing to be done" in printed, printed
            return Counter()
        rows = (line.split() for line in table[1].splitlines())
        return Counter({rule: int(count) for rule, count in rows if rule != "all"})

    def paid(self, model: str) -> list[dict]:
        """Return the journal's lines of a model: each is one reply that was paid for."""
        return [
            json.loads(line)
            for path in sorted((self.folder / "journal" / model).rglob("*.jsonl"))
            for line in path.read_bytes().split(b"\n")[:-1]
        ]

    def receipt(self, model: str, shard: int = 0) -> dict:
        """Return what one shard's job said of what it asked."""
        return json.loads((self.results / "responses" / model / "cvlat" / f"{shard}.json").read_text())

    def requests_of(self, cell: str) -> set[str]:
        """Return the requests that a cell's trials send."""
        from counterpoint.tables import read_table

        trials = read_table("trials", self.results / "trials" / "cvlat" / "trials.parquet").to_pylist()
        return {trial["request_id"] for trial in trials if trial["cell"] == cell}


def new_workspace(folder: Path, readings: Path) -> Workspace:
    """Make a folder with the small configuration and resources of its own; pictures that others read are read."""
    (folder / "results" / "small").mkdir(parents=True, exist_ok=True)
    readings.mkdir(parents=True, exist_ok=True)
    (folder / "results" / "small" / "readings").symlink_to(readings)
    (folder / "models.yaml").write_text(yaml.safe_dump(REGISTRY))
    (folder / "config.yaml").write_text(yaml.safe_dump(CONFIG))
    shutil.copy(REPOSITORY / "resources" / "prompts" / "cvlat.yaml", folder / "prompts.yaml")
    (folder / "charts").mkdir()
    for chart in SMALL_CHARTS:
        shutil.copy(REPOSITORY / "resources" / "charts" / chart, folder / "charts")
    return Workspace(folder)


@pytest.fixture
def server() -> Iterator[FaultServer]:
    """A real HTTP server on loopback that answers every question with (a), until a test says otherwise."""
    with FaultServer() as server:
        yield server


@pytest.fixture(scope="session")
def shared(tmp_path_factory) -> Path:
    """The folder that all processes of a test session share."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def readings(shared) -> Path:
    """The folder of the pictures' readings, which are the same for all tests of a session and take seconds each."""
    return shared / "readings"


@pytest.fixture
def fresh(tmp_path, readings) -> Workspace:
    """A folder in which nothing has run yet."""
    return new_workspace(tmp_path / "fresh", readings)


@pytest.fixture(scope="session")
def finished_once(tmp_path_factory, shared, readings) -> Workspace:
    """The small configuration, run to its end once for all processes of a session. Do not change it: copy it."""
    folder = shared / "finished"
    with open(shared / "finished.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            made = new_workspace(tmp_path_factory.mktemp("finished") / "work", readings)
            made.run()
            made.folder.rename(folder)
    return Workspace(folder)


@pytest.fixture
def finished(finished_once, tmp_path) -> Workspace:
    """A copy of the finished run, to change and run again."""
    return copy_of(finished_once, tmp_path / "work")


@pytest.fixture
def unasked(finished_once, tmp_path) -> Workspace:
    """A copy of the finished run that has its pictures, items and trials, and in which nobody was asked yet."""
    return unasked_copy_of(finished_once, tmp_path / "work")


def copy_of(workspace: Workspace, folder: Path) -> Workspace:
    """Return a copy of a run, with times and links as they are: Snakemake sees nothing to do in it."""
    shutil.copytree(workspace.folder, folder, symlinks=True)
    return Workspace(folder)


def unasked_copy_of(workspace: Workspace, folder: Path) -> Workspace:
    """Return a copy of a run without any reply and what was made from replies."""
    copy = copy_of(workspace, folder)
    shutil.rmtree(copy.folder / "journal")
    for stage in ("responses", "verdicts", "scores", "statistics", "tables", "figures"):
        shutil.rmtree(copy.results / stage)
    (copy.results / "report.html").unlink()
    return copy
