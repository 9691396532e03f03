"""Measure SciFig's pictures: all views of figures and their memory, each view by itself, and the check of targets.

    python benchmarks/scifig_views.py [--processes 2] [--figures 25 100 250]

Prints Markdown tables. The figures are the chart bank's, drawn again for each under a name of its own, every one with a
page of 200 dpi (text in two columns) and three texts to be blurred. Beside wall time stands the processor's, which a
busy machine does not stretch.
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
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from counterpoint.config_scifig import ScifigLevels
from counterpoint.stimuli.charts.bank import bank_charts
from counterpoint.stimuli.charts.contents.variants import Variant, variants
from counterpoint.stimuli.charts.drawing.picture import draw
from counterpoint.stimuli.png import flatten, save_png
from counterpoint.stimuli.transforms.blur import blurred_label
from counterpoint.stimuli.views.region import Box
from counterpoint.suites.scifig.cells import CELLS
from counterpoint.suites.scifig.legibility import legibility, why_unreadable
from counterpoint.suites.scifig.pictures import PicturedFigure, save_views
from counterpoint.suites.scifig.views import box_of, make_view, views_of

REPOSITORY = Path(__file__).resolve().parents[1]
SEED = 20260602
LEVELS = ScifigLevels().model_dump()
DIMENSIONS = ("admittance", "inductance", "sham")
PLACE = Box(150, 300, 150 + 660, 300 + 495)
"""Of the figure on its page: as wide as a column."""


def plain_page() -> np.ndarray:
    """Return a page of 8.5 x 11 inches at 200 dpi: grey words in two columns on white."""
    rng, page = np.random.default_rng(SEED), np.full((2200, 1700, 3), 255, np.uint8)
    for left in (150, 890):
        for bottom in range(200, 2050, 30):
            words = " ".join("abcdefgh"[: rng.integers(2, 9)] for _ in range(9))
            cv2.putText(page, words[:52], (left, bottom), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (20, 20, 20), 1, cv2.LINE_AA)
    return page


PAGE = plain_page()


def figure(variant: Variant, figure_id: str) -> PicturedFigure:
    """Draw a chart and put it on the page; three of its texts are its targets."""
    drawn = draw(variant)
    clean = np.asarray(flatten(drawn.image).image.convert("RGB"))
    page = PAGE.copy()
    page[PLACE.y0 : PLACE.y1, PLACE.x0 : PLACE.x1] = cv2.resize(
        clean, (PLACE.width, PLACE.height), interpolation=cv2.INTER_AREA
    )
    texts = [one for one in drawn.elements if one["text"]]
    targets = [
        {"target_id": f"{figure_id}/{dimension}", "figure_id": figure_id, "dimension": dimension}
        | {name: text[name] for name in ("text", "x0", "y0", "x1", "y1")}
        for dimension, text in zip(DIMENSIONS, texts[:: max(1, len(texts) // 3)], strict=False)
    ]
    return PicturedFigure(figure_id, "bar", clean, page, PLACE, targets, "chart bank", "MIT")


def sources(count: int) -> list[Callable[[], PicturedFigure]]:
    charts = bank_charts(REPOSITORY / "resources" / "charts", SEED)
    drawn = [variants(chart, SEED)["aligned"] for chart in charts]
    return [partial(figure, drawn[number % len(drawn)], f"figure_{number}") for number in range(count)]


def measure(count: int, processes: int) -> dict[str, float]:
    """Return seconds and peak memory of all views of `count` figures; meant to run in a process of its own."""
    made = sources(count)
    used = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        pictures = sum(len(rows["stimuli"]) for rows in save_views(made, CELLS, LEVELS, SEED, folder, processes))
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

    for source in sources(count):
        one = source()
        add("drawing, with its page", lambda source=source: source().clean)
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
    figures = [source() for source in sources(count)]
    legibility(figures[0].clean, figures[0].targets[:1])  # the recogniser is loaded once
    times, rows = [], []
    for one in figures:
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
        for name, (made, saved) in each_view(27, folder).items():
            print(f"| {name} | {made:.1f} | {saved:.1f} |")
    targets, unreadable, each = checks(27)
    print(f"\n{targets} targets checked, {each:.0f} CPU ms each; {unreadable} of them cannot be asked about")


if __name__ == "__main__":
    main()
