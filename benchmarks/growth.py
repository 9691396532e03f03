"""Measure how a run of CVLAT grows with its models and its trials, check that it is at most linear, and plot it.

    python benchmarks/growth.py [--models 1 5 15 60] [--orders 7 28 112] [--folder DIR] [--plot docs/images/growth.png]

Runs the paper's cells with planted models from nothing, for each number of models at the fewest orders, and for each
number of option orders (trials grow with them) with the fewest models. Ends with an error when one more model or
trial costs over a quarter more CPU at the largest sizes than at the smallest ones: in between, a busy machine's
noise is larger.
"""

import argparse
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import matplotlib
from paper_runs import (
    REPOSITORY,
    Usage,
    edit_run,
    jobs_of,
    journal_lines,
    print_load,
    print_table,
    snakemake,
    write_run,
)

matplotlib.use("Agg")
from matplotlib import pyplot

MARGIN = 1.25
Row = tuple[int, int, Usage, Usage, float]
"""Models or trials of a model, jobs, the whole run, the run with nothing to do, largest peak memory of a job in MB."""


def measure(folder: Path, models: int, orders: int) -> tuple[int, Row]:
    """Return the trials of a model, and what a run from nothing took, by its number of models."""
    write_run(folder, ["cvlat"], models)
    edit_run(folder, lambda run: run["suites"]["cvlat"].update(orders=orders, extraction="parser"))
    whole, nothing = snakemake(folder), snakemake(folder)
    jobs = jobs_of(folder)
    return journal_lines(folder)["arbiter-00"], (models, len(jobs), whole, nothing, jobs["peak"].max())


def costs_of_one_more(rows: Sequence[Row]) -> list[float]:
    """Return the CPU seconds that one more model or trial costs between each size and the next."""
    return [(larger[2].cpu - smaller[2].cpu) / (larger[0] - smaller[0]) for smaller, larger in pairwise(rows)]


def print_rows(name: str, rows: Sequence[Row]) -> None:
    """Print what the sizes took, and what one more costs between them."""
    columns = [
        name,
        "jobs",
        "seconds",
        "CPU seconds",
        "of them Snakemake",
        "one more, CPU ms",
        "no-op CPU s",
        "peak MB of a job",
    ]
    more = ["", *(f"{1000 * cost:,.1f}" for cost in costs_of_one_more(rows))]
    cells = [
        (f"{number:,}", jobs, whole.seconds, whole.cpu, whole.own_cpu, step, nothing.cpu, float(peak))
        for (number, jobs, whole, nothing, peak), step in zip(rows, more, strict=True)
    ]
    print_table(columns, cells)


def plot(path: Path, growths: dict[str, Sequence[Row]]) -> None:
    """Draw CPU seconds over models and over trials, beside the straight line through the two smallest sizes."""
    figure, panels = pyplot.subplots(1, len(growths), figsize=(9, 3.6), layout="constrained")
    for axes, (name, rows) in zip(panels, growths.items(), strict=True):
        numbers, used = [row[0] for row in rows], [row[2].cpu for row in rows]
        slope = costs_of_one_more(rows)[0]
        line = [used[0] + slope * (number - numbers[0]) for number in (0, numbers[-1])]
        axes.plot((0, numbers[-1]), line, color="0.6", linestyle="--", label="line through the two smallest")
        axes.plot(numbers, used, marker="o", label="whole run")
        axes.plot(numbers, [row[2].own_cpu for row in rows], marker="s", label="of it Snakemake itself")
        axes.set(xlabel=name, ylabel="CPU seconds", xlim=(0, None), ylim=(0, None))
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)


def main() -> None:
    """Measure both growths, print and plot them, and check them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, help="folder to work in (default: a temporary one)")
    parser.add_argument("--models", type=int, nargs="+", default=[1, 5, 15, 60])
    parser.add_argument("--orders", type=int, nargs="+", default=[7, 28, 112])
    parser.add_argument("--plot", type=Path, default=REPOSITORY / "docs" / "images" / "growth.png")
    arguments = parser.parse_args()
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="counterpoint-"))
    fewest_models, fewest_orders = min(arguments.models), min(arguments.orders)

    measured = {
        orders: measure(folder / f"orders-{orders}", fewest_models, orders) for orders in sorted(arguments.orders)
    }
    by_trials = [(trials, *row[1:]) for trials, row in measured.values()]
    by_models = [measured[fewest_orders][1]]
    for models in sorted(arguments.models)[1:]:
        by_models.append(measure(folder / f"models-{models}", models, fewest_orders)[1])
    growths: dict[str, Sequence[Row]] = {
        f"models, of {by_trials[0][0]:,} trials each": by_models,
        f"trials of each of {fewest_models} models": by_trials,
    }
    for name, rows in growths.items():
        print_rows(name, rows)
    print_load()
    plot(arguments.plot, growths)
    for name, rows in growths.items():
        first, *_, last = costs_of_one_more(rows)
        if last > MARGIN * first:
            raise SystemExit(f"{name}: one more costs {last / first:.2f} times as much at the largest sizes")


if __name__ == "__main__":
    main()
