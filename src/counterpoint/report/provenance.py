"""What a run was made with: configuration, code, packages, machine, durations."""

import csv
import platform
import subprocess
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import counterpoint

REPOSITORY = Path(counterpoint.__file__).resolve().parents[2]
PACKAGES = ["jinja2", "matplotlib", "numpy", "pandas", "pillow", "pyarrow", "pydantic", "pyyaml", "scipy", "snakemake"]


def provenance(run: Mapping[str, Any]) -> dict[str, str]:
    """Return what identifies a run, in words for the reader.

    `run` holds `name`, `seed`, `digest`, the digest of the resolved configuration, and `reading`: by suite its
    `extraction` and `judges`, each with `name`, `votes` and `identity`, the one that counts first. A package that
    is not installed, an absent git or a folder that is not a repository is said, never an error.
    """
    return {
        "Run": str(run["name"]),
        "Seed": str(run["seed"]),
        "Configuration digest": str(run["digest"]),
        "Replies read": "; ".join(_reading(suite, how) for suite, how in run["reading"].items()),
        "Counterpoint": f"{_version('counterpoint')}, {code_revision()}",
        "Python": platform.python_version(),
        "System": f"{platform.system()} {platform.machine()}",
        "Packages": ", ".join(f"{package} {_version(package)}" for package in PACKAGES),
    }


def _reading(suite: str, how: Mapping[str, Any]) -> str:
    """Return in words who read a suite's replies."""
    words = {
        "parser": "by rule",
        "judge": "by a judge",
        "parser_then_judge": "by rule, and where it could not by a judge",
    }
    judges = [
        f"{judge['name']} ({judge['votes']} vote{'' if judge['votes'] == 1 else 's'} a reply; "
        + ", ".join(f"{key} {value}" for key, value in judge["identity"].items())
        + ")"
        for judge in how["judges"]
    ]
    return f"{suite} {words[how['extraction']]}" + (f": {', for comparison also '.join(judges)}" if judges else "")


def code_revision(folder: Path = REPOSITORY) -> str:
    """Return the git revision of the code and whether files differ from it, or why neither is known."""
    try:
        # a checkout of another project around an installed copy is not this code's revision
        top = _git(folder, "rev-parse", "--show-toplevel")
        if Path(top).resolve() != folder.resolve():
            return "not run from its git repository"
        revision = _git(folder, "rev-parse", "HEAD")
        changed = _git(folder, "status", "--porcelain", "--untracked-files=no")
    except FileNotFoundError:
        return "revision unknown (no git)"
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        return "not run from its git repository"
    return f"revision {revision[:12]}{', with uncommitted changes' if changed else ''}"


def durations(benchmarks: Mapping[str, Iterable[str | Path]]) -> list[dict[str, Any]]:
    """Return, for each rule, its jobs, their seconds in sum and at most, and the peak memory (MB), longest rule first.

    `benchmarks` are Snakemake's benchmark files of a run's own jobs, by rule (one job a line); a file that is
    not there was made by no job. A measure that Snakemake could not take ("-", "NA") counts as absent.
    """
    found = []
    for rule, files in benchmarks.items():
        jobs = [line for file in map(Path, files) if file.exists() for line in _benchmark(file)]
        if not jobs:
            continue
        seconds = [s for s, _ in jobs if s is not None]
        memory = [m for _, m in jobs if m is not None]
        found.append(
            {
                "rule": rule,
                "jobs": len(jobs),
                "seconds": sum(seconds),
                "longest": max(seconds, default=0.0),
                "memory": max(memory, default=None),
            }
        )
    return sorted(found, key=lambda line: -line["seconds"])


def _benchmark(file: Path) -> list[tuple[float | None, float | None]]:
    """Return seconds and peak memory (MB) of each job in a benchmark file."""
    with open(file, newline="") as stream:
        return [
            (_number(line.get("s")), _number(line.get("max_rss"))) for line in csv.DictReader(stream, delimiter="\t")
        ]


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "(not installed)"


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments], capture_output=True, text=True, timeout=10, check=True
    )
    return done.stdout.strip()


def _number(text: str | None) -> float | None:
    return None if text in (None, "", "-", "NA") else float(text)
