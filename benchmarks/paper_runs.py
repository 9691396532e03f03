"""Runs of the papers' designs with planted models, and what they took: what benchmarks of the workflow share."""

import base64
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import yaml
from PIL import Image, ImageDraw

REPOSITORY = Path(__file__).resolve().parents[1]
RESULTS = Path("results", "paper")
CHARTS = 12
OPTION_COUNTS = {"VLAT": [5] * 34 + [4] * 3 + [3] * 16, "CVLAT": [5] * 31 + [4] * 3 + [3] * 14}
BUNDLE = ("VLAT", "reVLAT", "CVLAT", "CVLAT_Anonymized")
MOST_MODELS = 64
"""Planted models that a run's registry holds: their habits do not depend on how many of them are asked."""


@dataclass(frozen=True)
class Usage:
    """What a command of Snakemake took: seconds of the wall, CPU seconds of its own and of its jobs, peak MB."""

    seconds: float
    own_cpu: float
    jobs_cpu: float
    peak: float

    @property
    def cpu(self) -> float:
        """CPU seconds of everything."""
        return self.own_cpu + self.jobs_cpu


def write_bundle(folder: Path) -> None:
    """Write a bundle with the paper's numbers of items and options; its pictures are plain stand-ins."""
    for name in BUNDLE:
        for chart in range(CHARTS):
            counts = OPTION_COUNTS["CVLAT" if "CVLAT" in name else "VLAT"]
            write_chart(folder, name, chart, {n: count for n, count in enumerate(counts) if n % CHARTS == chart})


def write_chart(folder: Path, name: str, chart: int, counts: dict[int, int]) -> None:
    """Write a chart of one folder of the bundle: a picture, and questions with so many options each."""
    questions = {}
    for number, count in counts.items():
        options = [f"{name} {number} option {k}" for k in range(count - 1)] + ["Omit"]
        keys = {"VA": options[0], "FA": options[1]} if "CVLAT" in name else {"A": options[0]}
        text = {"Q": f"{name} question {number}?", "Choices": options, "Type": "Retrieve Value"}
        questions[str(len(questions) + 1)] = text | keys
    path = folder / name / "QAset" / f"chart_{chart}_QAset.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(questions))
    picture = Image.new("RGB", (800, 600), "white")
    ImageDraw.Draw(picture).text((20, 20), f"{name} {chart}", fill="black")
    path = folder / name / "image" / f"chart_{chart}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path)


def write_run(folder: Path, suites: Sequence[str], n_models: int, originals: int = 110, cases: int = 125) -> None:
    """Write a run of the papers' designs, one shard a model, whose models are arbiters of different habits.

    `originals` is for each drawn domain of PriVE, `cases` of each direction of its slices, which are phantoms.
    """
    folder.mkdir(parents=True, exist_ok=True)
    share = {n: n * 7 % 16 / 15 for n in range(MOST_MODELS)}
    registry: dict[str, Any] = {
        f"arbiter-{n:02d}": {
            "provider": "planted",
            "respondent": "arbiter",
            "reads": round(0.5 + 0.4 * share[n], 3),
            "knows": round(0.9 - 0.4 * share[n], 3),
            "prefers": round(0.3 + n / 128, 3),
        }
        for n in range(MOST_MODELS)
    }
    # The rule judge answers at once: one shard is all it needs, however many the models have.
    (folder / "models.yaml").write_text(
        yaml.safe_dump(registry | {"rule-judge": {"provider": "rule_judge", "shards": 1}})
    )
    papers = [yaml.safe_load((REPOSITORY / "config" / "papers" / f"{suite}.yaml").read_text()) for suite in suites]
    run = papers[0] | {"suites": {name: asked for paper in papers for name, asked in paper["suites"].items()}}
    run |= {"run": RESULTS.name, "registry": "models.yaml", "models": list(registry)[:n_models], "shards": 1}
    run |= {"results": str(RESULTS.parent), "journal": "journal"}
    for asked in run["suites"].values():
        asked["prompts"] = str(REPOSITORY / asked["prompts"])
    if "cvlat" in suites:
        run["suites"]["cvlat"]["bundle"] = "bundle"
        write_bundle(folder / "bundle")
    if "prive" in suites:
        asked = run["suites"]["prive"]
        asked |= {"objects": str(REPOSITORY / asked["objects"]), "originals": originals}
        asked["medical"] |= {"source": "phantom", "folder": None, "per_direction": cases}
    (folder / "config.yaml").write_text(yaml.safe_dump(run))


def edit_run(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the configuration of a run."""
    run = yaml.safe_load((folder / "config.yaml").read_text())
    change(run)
    (folder / "config.yaml").write_text(yaml.safe_dump(run))


def snakemake(folder: Path, *arguments: str) -> Usage:
    """Run Snakemake in a folder on two cores; stop the benchmark when it fails."""
    program = Path(sys.executable).with_name("snakemake")
    command = [str(program), "--snakefile", str(REPOSITORY / "Snakefile"), "--configfile", "config.yaml"]
    started, own = time.monotonic(), 0.0
    environment = os.environ | {"PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}
    with open(folder / "snakemake.log", "a") as log:
        process = subprocess.Popen(
            [*command, "--cores", "2", *arguments], cwd=folder, stdout=log, stderr=log, env=environment
        )
        # When it has ended, only the sum with its jobs is left: its own share is read while it runs.
        while (ended := os.wait4(process.pid, os.WNOHANG))[0] == 0:
            own = _cpu_so_far(process.pid) or own
            time.sleep(0.05)
    _, status, usage = ended
    if status:
        raise SystemExit(f"snakemake failed; see {folder / 'snakemake.log'}")
    whole = usage.ru_utime + usage.ru_stime
    used = Usage(time.monotonic() - started, own, whole - own, usage.ru_maxrss / 1024)
    # Measurements take long: what is known stands on the screen even where the benchmark is stopped before its end.
    what = " ".join(["snakemake", *arguments])
    print(f"{folder}: {what}: {used.seconds:.1f} s, {own:.1f} + {used.jobs_cpu:.1f} CPU seconds", file=sys.stderr)
    return used


def _cpu_so_far(process: int) -> float | None:
    """Return the CPU seconds of a process without its children; None when it has just ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def jobs_of(folder: Path) -> pd.DataFrame:
    """Return a row for each job of a finished run, by its name, from Snakemake's records and benchmark files.

    `rule`, `suite` (empty where it serves all), `inputs` and `outputs` (paths), `started` (seconds since 1970),
    `seconds`, `cpu` (seconds; Snakemake looks every half a second, later every 30 s), `starting` (of these,
    CPU seconds of Python's start and imports), `peak` (MB of memory), `bytes`.
    """
    jobs: dict[str, dict[str, Any]] = {}
    for path in (folder / ".snakemake" / "metadata").iterdir():
        record = json.loads(path.read_text())
        output = base64.b64decode(path.name).decode()
        if not record["log"] or not (folder / output).exists():
            continue
        name = record["log"][0].removeprefix(f"{RESULTS}/logs/").removesuffix(".log")
        job = {"rule": record["rule"], "inputs": record["input"], "outputs": [], "started": record["starttime"]}
        jobs.setdefault(name, job)["outputs"].append(output)
    for name, job in jobs.items():
        measured = pd.read_csv(folder / RESULTS / "benchmarks" / f"{name}.tsv", sep="\t", na_values="NA").iloc[0]
        job |= {"seconds": measured["s"], "cpu": measured["cpu_time"], "peak": measured["max_rss"]}
        log = (folder / RESULTS / "logs" / f"{name}.log").read_text("utf-8")
        job["starting"] = float(re.search(r"started after ([\d.]+) CPU", log)[1])
        job["suite"] = next((s for s in ("cvlat", "prive", "scifig") if s in f"{name}/{job['rule']}"), "")
        job["bytes"] = sum(size(folder / output) for output in job["outputs"])
    return pd.DataFrame.from_dict(jobs, orient="index").fillna({"cpu": 0.0, "peak": 0.0})


def size(path: Path) -> int:
    """Return the bytes of a file, or of all files below a folder."""
    if path.is_file():
        return path.stat().st_size
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())


def journal_lines(folder: Path) -> dict[str, int]:
    """Return how many replies the journal holds of each model: what was ever asked of it."""
    lines: dict[str, int] = {}
    for path in (folder / "journal").glob("*/*/*.jsonl"):
        model = path.parent.parent.name
        lines[model] = lines.get(model, 0) + path.read_bytes().count(b"\n")
    return lines


def print_table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Print a Markdown table; what comes after the first column is right-aligned, floats with one decimal."""
    print(f"| {' | '.join(columns)} |\n|---|{'---:|' * (len(columns) - 1)}")
    for row in rows:
        print(f"| {' | '.join(f'{cell:,.1f}' if isinstance(cell, float) else f'{cell}' for cell in row)} |")
    print()


def print_load() -> None:
    """Print how many processes wanted the machine's cores in the last minute and quarter of an hour."""
    minute, _, quarter = os.getloadavg()
    print(f"load {minute:.1f} in the last minute, {quarter:.1f} in a quarter of an hour, on {os.cpu_count()} cores\n")
