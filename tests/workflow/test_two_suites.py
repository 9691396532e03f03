"""Both suites in one run: each is asked once, the report shows each, and one's changes leave the other alone."""

import csv
import re

import pytest
import yaml
from conftest import REPOSITORY, SMALL_CHARTS

from counterpoint.tables import read_table

PRIVE = {
    "objects": str(REPOSITORY / "resources" / "objects"),
    "prompts": str(REPOSITORY / "resources" / "prompts" / "prive.yaml"),
    "domains": ["existence"],
    "originals": 1,
    "edits": 1,
    "side": 128,
    "cells": ["original_only/raw", "counterfactual_only/raw"],
    "orders": 2,
}


@pytest.mark.slow
def test_two_suites_run_side_by_side_and_apart(fresh):
    for chart in SMALL_CHARTS[1:]:
        (fresh.folder / "charts" / chart).unlink()
    registry = yaml.safe_load((fresh.folder / "models.yaml").read_text())
    (fresh.folder / "models.yaml").write_text(yaml.safe_dump(registry | {"rule-judge": {"provider": "rule_judge"}}))
    config = yaml.safe_load((fresh.folder / "config.yaml").read_text())
    suites = {"cvlat": config["suites"]["cvlat"] | {"cells": ["cvlat/normal"], "orders": 2}, "prive": PRIVE}
    fresh.configure(models=["newcomer"], suites=suites)
    report = "results/small/report.html"

    jobs = fresh.jobs(fresh.run(report))
    assert jobs["query"] == jobs["verdicts"] == 2
    assert jobs["cvlat_statistics"] == jobs["prive_statistics"] == 1

    asked = {
        suite: read_table("requests", fresh.results / "trials" / suite / "requests.parquet")["request_id"].to_pylist()
        for suite in suites
    }
    paid = [line["request_id"] for line in fresh.paid("newcomer")]
    assert all(asked.values())
    assert sorted(paid) == sorted(asked["cvlat"] + asked["prive"])

    page = (fresh.folder / report).read_text()
    places = re.findall(r'\sid="([^"]+)"', re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL))
    assert len(places) == len(set(places))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(places)
    with open(fresh.results / "tables" / "prive_cells.csv", newline="") as stream:
        assert {row["cell"] for row in csv.DictReader(stream)} == set(PRIVE["cells"])

    fresh.configure(suites=suites | {"prive": PRIVE | {"cells": [*PRIVE["cells"], "paired/raw"]}})
    again = fresh.jobs(fresh.run("--dry-run", report))
    assert again["query"] == 1
    assert not [rule for rule in again if rule.startswith("cvlat_")]
