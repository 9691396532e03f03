"""Measure SciFig's pictures: all views of figures and their memory, each view by itself, and the check of targets.

    python benchmarks/scifig_views.py [--processes 2] [--figures 25 100 250]

Prints Markdown tables. The figures are those that a run draws, each with its page and the texts to be blurred. Beside
wall time stands the processor's, which a busy machine stretches less.
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial

import cv2
import numpy as np
from PIL import Image

from counterpoint.config_scifig import ScifigLevels
from counterpoint.stimuli.png import save_png
from counterpoint.stimuli.transforms.blur import blurred_label
from counterpoint.suites.scifig.cells import CELLS
from counterpoint.suites.scifig.pictures.drawn import drawn_figures
from counterpoint.suites.scifig.pictures.legibility import legibility, why_unreadable
from counterpoint.suites.scifig.pictures.saved import save_views
from counterpoint.suites.scifig.pictures.views import box_of, make_view, views_of

SEED = 20260602
LEVELS = ScifigLevels().model_dump()
SAMPLE = 24
"""Figures over which single steps are measured."""


def measure(count: int, processes: int) -> dict[str, float]:
    """Return seconds and peak memory of all views of `count` figures; meant to run in a process of its own."""
    used = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        found = save_views(drawn_figures(count, SEED), CELLS, LEVELS, SEED, folder, processes)
        pictures = sum(len(rows["stimuli"]) for rows in found)
        seconds = time.perf_counter() - start
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    peaks = [resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    cpu = time.process_time() - used + children.ru_utime + children.ru_stime
    return {"figures": count, "pictures": pictures, "seconds": seconds, "cpu": cpu, "peak": max(peaks)}


def milliseconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def each_view(count: int, folder: str) -> dict[str, tuple[float, float]]:
    """Return the median CPU ms of making each view, and of saving it, over `count` figures."""
    cv2.setNumThreads(1)
    taken: dict[str, list[tuple[float, float]]] = {}

    def add(name: str, make: Callable[[], np.ndarray]) -> None:
        made = milliseconds(make)
        image = Image.fromarray(make())
        taken.setdefault(name, []).append((made, milliseconds(lambda: save_png(image, folder))))

    for source in drawn_figures(count, SEED):
        one = source()
        add("(drawing, page and targets)", lambda source=source: source().clean)
        for view in views_of(CELLS, LEVELS):
            place = (one.figure_id, one.clean, one.page, one.box, SEED)
            add(view.name, partial(make_view, view, *place))
        for target in one.targets:
            add("blurred/{target}", partial(blurred_label, one.clean, box_of(target, one.clean)))
    return {
        name: tuple(statistics.median(values) for values in zip(*times, strict=True)) for name, times in taken.items()
    }


def checks(count: int) -> tuple[int, int, float]:
    """Return targets, those that cannot be asked about, and the median CPU ms of checking one."""
    times, rows = [], []
    for number, source in enumerate(drawn_figures(count, SEED)):
        one = source()
        if number == 0:
            legibility(one.clean, one.targets)  # the recogniser is loaded once
        if not one.targets:
            continue
        times.append(milliseconds(lambda one=one: rows.extend(legibility(one.clean, one.targets))) / len(one.targets))
    return len(rows), sum(why_unreadable(row) is not None for row in rows), statistics.median(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--figures", type=int, nargs="+", default=[25, 100, 250])
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.one, options.processes)))
        return
    print("| figures | pictures | seconds | CPU s | CPU ms a picture | peak MB of a process |")
    print("|---:|---:|---:|---:|---:|---:|")
    for count in options.figures:
        command = [sys.executable, __file__, "--one", str(count), "--processes", str(options.processes)]
        found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        each = 1000 * found["cpu"] / found["pictures"]
        print(
            f"| {count} | {found['pictures']} | {found['seconds']:.1f} | {found['cpu']:.1f} | {each:.0f} "
            f"| {found['peak']:.0f} |",
            flush=True,
        )
    with tempfile.TemporaryDirectory() as folder:
        print("\n| view | CPU ms to make | CPU ms to save |\n|---|---:|---:|")
        for name, (made, saved) in each_view(SAMPLE, folder).items():
            print(f"| {name} | {made:.1f} | {saved:.1f} |")
    targets, unreadable, each = checks(SAMPLE)
    print(f"\n{targets} targets checked, {each:.0f} CPU ms each; {unreadable} of them cannot be asked about")


if __name__ == "__main__":
    main()
