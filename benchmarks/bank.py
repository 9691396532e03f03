"""Measure the chart bank: drawing, boxes, encoding, items and audit, beside matplotlib's bare draw; and its growth.

    python benchmarks/bank.py [--processes 2] [--charts 27 250 1000 2000]

Prints Markdown tables. Larger banks are the charts of resources/charts under further names and numbers, so that each
has random values and questions of its own.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from counterpoint.stimuli.charts.bank import bank_charts, draw_bank, pictures
from counterpoint.stimuli.charts.drawing.picture import draw
from counterpoint.suites.cvlat.bank import bank_items
from counterpoint.tables import read_blocks, write_blocks, write_table

REPOSITORY = Path(__file__).resolve().parents[1]
SEED = 20260602


def copies(count: int) -> list:
    """Return `count` charts: those of the bank, and again under other names and numbers."""
    own = bank_charts(REPOSITORY / "resources" / "charts", SEED)
    rounds = -(-count // len(own))
    renamed = [
        chart if not n else chart.model_copy(update={"id": f"{chart.id}_{n}", "number": chart.number + n * len(own)})
        for n in range(rounds)
        for chart in own
    ]
    return renamed[:count]


def measure(count: int, processes: int) -> dict[str, float]:
    """Return seconds and peak memory of a bank of `count` charts; meant to run in a process of its own."""
    charts = copies(count)
    with tempfile.TemporaryDirectory() as folder:
        table, stimuli = Path(folder, "elements.parquet"), []
        start = time.perf_counter()

        def blocks():
            for rows, elements in draw_bank(charts, SEED, (), Path(folder, "images"), "cvlat", "images", processes):
                stimuli.extend(rows)
                yield elements

        write_blocks("elements", table, blocks())
        write_table("stimuli", Path(folder, "stimuli.parquet"), stimuli)
        drawn = time.perf_counter()
        items, _ = bank_items(charts, SEED, read_blocks("elements", table), "all")
        done = time.perf_counter()
    peaks = [resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return {
        "charts": count,
        "pictures": len(stimuli),
        "items": len(items),
        "draw": drawn - start,
        "ask": done - drawn,
        "peak": max(peaks),
    }


def floor() -> tuple[int, float, float]:
    """Return pictures of the bank, seconds of all work on one core, and seconds of the canvas' bare draw alone."""
    charts = bank_charts(REPOSITORY / "resources" / "charts", SEED)
    variants = [variant for chart in charts for variant in pictures(chart, SEED, ()).values()]
    draw(variants[0])  # fonts and shapes are loaded once
    bare = 0.0
    for variant in variants:
        figure = draw(variant).figure
        start = time.perf_counter()
        figure.canvas.draw()
        bare += time.perf_counter() - start
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        for _ in draw_bank(charts, SEED, (), folder, "cvlat", "images"):
            pass
        return len(variants), time.perf_counter() - start, bare


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--charts", type=int, nargs="+", default=[27, 250, 1000, 2000])
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.one, options.processes)))
        return
    count, whole, bare = floor()
    print(f"{count} pictures on one core: {whole:.1f} s with values, boxes and PNG, of which matplotlib's bare draw is")
    print(f"{bare:.1f} s: {whole / bare:.2f} times the floor, {1000 * whole / count:.0f} ms a picture\n")
    print("| charts | pictures | items | drawn, s | asked and audited, s | ms a picture, all | peak MB of a process |")
    print("|---:|---:|---:|---:|---:|---:|---:|")
    for size in options.charts:
        command = [sys.executable, __file__, "--one", str(size), "--processes", str(options.processes)]
        found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        each = 1000 * (found["draw"] + found["ask"]) / found["pictures"]
        seconds = [f"{found['draw']:.1f}", f"{found['ask']:.1f}", f"{each:.0f}", f"{found['peak']:.0f}"]
        counts = [str(found[name]) for name in ("charts", "pictures", "items")]
        print(f"| {' | '.join(counts + seconds)} |", flush=True)


if __name__ == "__main__":
    main()
