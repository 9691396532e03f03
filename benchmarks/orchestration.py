"""Measure the workflow at a paper's size: planted models on a stand-in for CVLAT's bundle, or on PriVE's own pairs.

    python benchmarks/orchestration.py [--suite cvlat | prive] [--folder DIR] [--models 15] [--orders 120]
        [--originals 110]

Prints a Markdown table: seconds, CPU seconds and peak memory of making pictures, planning, one model's query,
verdicts, scores and statistics, then of the whole run, of running again with nothing to do, and of adding one model.
`--orders` is the paper's own where it is not given: 120 of CVLAT, 1 of PriVE. PriVE's slices are phantoms, as many
for each direction as there are `--originals` in a drawn domain.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pandas as pd
import yaml
from PIL import Image, ImageDraw

REPOSITORY = Path(__file__).resolve().parents[1]
CHARTS = 12
OPTION_COUNTS = {"VLAT": [5] * 34 + [4] * 3 + [3] * 16, "CVLAT": [5] * 31 + [4] * 3 + [3] * 14}


def write_bundle(folder: Path) -> None:
    """Write a bundle with the paper's numbers of items and options; its pictures are plain stand-ins."""
    for name in ("VLAT", "reVLAT", "CVLAT", "CVLAT_Anonymized"):
        conflict = "CVLAT" in name
        questions: dict[int, dict] = {chart: {} for chart in range(CHARTS)}
        for number, count in enumerate(OPTION_COUNTS["CVLAT" if conflict else "VLAT"]):
            options = [f"{name} {number} option {k}" for k in range(count - 1)] + ["Omit"]
            keys = {"VA": options[0], "FA": options[1]} if conflict else {"A": options[0]}
            chart = questions[number % CHARTS]
            chart[str(len(chart) + 1)] = {
                "Q": f"{name} question {number}?",
                "Choices": options,
                "Type": "Retrieve Value",
                **keys,
            }
        for chart, content in questions.items():
            path = folder / name / "QAset" / f"chart_{chart}_QAset.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(content))
            picture = Image.new("RGB", (800, 600), "white")
            ImageDraw.Draw(picture).text((20, 20), f"{name} {chart}", fill="black")
            path = folder / name / "image" / f"chart_{chart}.png"
            path.parent.mkdir(parents=True, exist_ok=True)
            picture.save(path)


JOBS = {"cvlat": ("stimuli", "items", "plan"), "prive": ("phantoms", "stimuli", "items", "plan")}
"""Each suite's own jobs before any model is asked."""
Row = tuple[str, float, float, float]
"""Step, seconds, CPU seconds, peak memory in MB."""


def write_configuration(folder: Path, suite: str, n_models: int, orders: int | None, originals: int) -> None:
    """Write a run of the paper's design whose models are arbiters of different habits."""
    registry = {
        f"arbiter-{n:02d}": {
            "provider": "planted",
            "respondent": "arbiter",
            "reads": round(0.5 + 0.4 * n / n_models, 3),
            "knows": round(0.9 - 0.4 * n / n_models, 3),
            "prefers": 0.6,
        }
        for n in range(n_models + 1)
    }
    judge = {"rule-judge": {"provider": "rule_judge"}}
    (folder / "models.yaml").write_text(yaml.safe_dump(registry | judge))
    run = yaml.safe_load((REPOSITORY / "config" / "papers" / f"{suite}.yaml").read_text())
    run |= {"run": "paper", "registry": "models.yaml", "models": list(registry)[:-1], "results": "results"}
    run |= {"journal": "journal", "shards": 1}
    asked = run["suites"][suite]
    asked |= {"prompts": str(REPOSITORY / asked["prompts"]), "orders": orders or asked["orders"]}
    if suite == "cvlat":
        asked["bundle"] = "bundle"
    else:
        asked["objects"] = str(REPOSITORY / asked["objects"])
        asked["originals"] = originals
        asked["medical"] |= {"source": "phantom", "folder": None, "per_direction": originals}
    (folder / "config.yaml").write_text(yaml.safe_dump(run))


def snakemake(folder: Path, *arguments: str) -> tuple[float, float, float]:
    """Run Snakemake in a folder; return seconds, CPU seconds and the peak memory of its largest process in MB."""
    command = ["snakemake", "--snakefile", str(REPOSITORY / "Snakefile"), "--configfile", "config.yaml"]
    started = time.monotonic()
    with open(folder / "snakemake.log", "a") as log:
        process = subprocess.Popen([*command, "--cores", "2", *arguments], cwd=folder, stdout=log, stderr=log)
        _, status, usage = os.wait4(process.pid, 0)  # the usage of this process and of those it waited for
    if status:
        raise SystemExit(f"snakemake failed; see {folder / 'snakemake.log'}")
    return time.monotonic() - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def job_rows(folder: Path, suite: str) -> list[Row]:
    """Return a row a rule: medians of seconds, largest peak memory, from Snakemake's own benchmark files."""
    benchmarks = folder / "results" / "paper" / "benchmarks"
    of_models = ("query", "verdicts", f"{suite}_scores", f"{suite}_statistics")
    rules = [*(f"{suite}_{job}" for job in JOBS[suite]), *of_models, f"{suite}_tables", f"{suite}_figures", "report"]
    rows = []
    for rule in rules:
        files = [benchmarks / f"{rule}.tsv"] if rule not in of_models else (benchmarks / rule).rglob("*.tsv")
        table = pd.concat(pd.read_csv(path, sep="\t", na_values="NA") for path in files)
        name = f"{rule}, one model" if rule in of_models else rule
        rows.append((name, table["s"].median(), table["cpu_time"].median(), table["max_rss"].max()))
    return rows


def size(folder: Path) -> float:
    """Return the bytes below a folder in MB."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def main() -> None:
    """Run the measurement and print its table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--suite", choices=list(JOBS), default="cvlat")
    parser.add_argument("--folder", type=Path, help="folder to work in (default: a temporary one)")
    parser.add_argument("--models", type=int, default=15)
    parser.add_argument("--orders", type=int, help="option orders of a question (default: the paper's)")
    parser.add_argument("--originals", type=int, default=110, help="originals of each of PriVE's domains")
    arguments = parser.parse_args()
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="counterpoint-"))
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    if arguments.suite == "cvlat":
        write_bundle(folder / "bundle")
    write_configuration(folder, arguments.suite, arguments.models, arguments.orders, arguments.originals)
    rows = [("DAG from nothing (dry run)", *snakemake(folder, "--dry-run", "--quiet", "all"))]
    whole = ("whole run", *snakemake(folder))
    rows += job_rows(folder, arguments.suite)
    rows.append(whole)
    rows.append(("nothing to do", *snakemake(folder)))
    run = yaml.safe_load((folder / "config.yaml").read_text())
    run["models"].append(f"arbiter-{arguments.models:02d}")
    (folder / "config.yaml").write_text(yaml.safe_dump(run))
    rows.append(("one more model", *snakemake(folder)))

    print(f"{arguments.suite}, {arguments.models} models\n\n| step | seconds | CPU seconds | peak MB |")
    print("|---|---:|---:|---:|")
    for name, seconds, of_cpu, peak in rows:
        print(f"| {name} | {seconds:.1f} | {of_cpu:.1f} | {peak:.0f} |")
    print(f"\non disk: journal {size(folder / 'journal'):.0f} MB, results {size(folder / 'results'):.0f} MB")


if __name__ == "__main__":
    main()
