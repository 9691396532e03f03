"""Measure the workflow at the papers' size: planted models that answer at once, in the full design of each suite.

    python benchmarks/orchestration.py [--suite cvlat] [--models 15] [--orders 120] [--originals 110] [--cases 125]
        [--folder DIR]

Prints Markdown: for each stage its jobs, their seconds, CPU seconds and bytes together, and the largest peak memory
of one; then the same of the whole run, of running again with nothing to do, and of adding one model. `--suite` takes
several, which are then one run. CVLAT's bundle is a stand-in with the paper's numbers of items and options; PriVE
has `--originals` in each drawn domain and slices of `--cases` phantoms in each direction.
"""

import argparse
import tempfile
from pathlib import Path

from paper_runs import edit_run, jobs_of, journal_lines, print_load, print_table, size, snakemake, write_run

SUITES = ["cvlat", "prive", "scifig"]
COLUMNS = ["step", "jobs", "seconds", "CPU seconds", "peak MB", "MB written"]


def main() -> None:
    """Run the measurement and print its tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--suite", choices=SUITES, nargs="+", default=["cvlat"])
    parser.add_argument("--folder", type=Path, help="folder to work in (default: a temporary one)")
    parser.add_argument("--models", type=int, default=15)
    parser.add_argument("--orders", type=int, default=120, help="option orders of a question of CVLAT")
    parser.add_argument("--originals", type=int, default=110, help="originals of each of PriVE's drawn domains")
    parser.add_argument("--cases", type=int, default=125, help="slices of each direction of PriVE's medical domain")
    arguments = parser.parse_args()
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="counterpoint-"))
    write_run(folder, arguments.suite, arguments.models, arguments.originals, arguments.cases)
    if "cvlat" in arguments.suite:
        edit_run(folder, lambda run: run["suites"]["cvlat"].update(orders=arguments.orders))

    commands = {"DAG from nothing (dry run)": snakemake(folder, "--dry-run", "--quiet", "all")}
    commands["whole run"] = snakemake(folder)
    jobs = jobs_of(folder)
    asked = journal_lines(folder)
    commands["nothing to do"] = snakemake(folder)
    edit_run(folder, lambda run: run["models"].append(f"arbiter-{arguments.models:02d}"))
    commands["one more model"] = snakemake(folder)

    stages = jobs.sort_values("started").groupby(["suite", "rule"], sort=False)
    rows = [
        (rule, len(stage), stage["seconds"].sum(), stage["cpu"].sum(), stage["peak"].max(), stage["bytes"].sum() / 1e6)
        for (_, rule), stage in stages
    ]
    for name, used in commands.items():
        rows.append((name, len(jobs) if name == "whole run" else "", used.seconds, used.cpu, used.peak, ""))
    print(f"{', '.join(arguments.suite)}, {arguments.models} models, {sum(asked.values()):,} replies in the journal\n")
    print_table(COLUMNS, rows)
    whole, largest = commands["whole run"], jobs["peak"].idxmax()
    print(f"Snakemake itself took {whole.own_cpu:.1f} CPU seconds of the whole run, {whole.own_cpu / whole.cpu:.1%}.")
    starting = jobs["starting"].sum()
    print(f"Starting its jobs, Python and imports, took {starting:.1f} CPU seconds, {starting / whole.cpu:.1%}.")
    print(f"The job with the most memory was {largest}: {jobs['peak'].max():.0f} MB.")
    print(f"On disk: journal {size(folder / 'journal') / 1e6:.0f} MB, results {size(folder / 'results') / 1e6:.0f} MB.")
    print_load()


if __name__ == "__main__":
    main()
