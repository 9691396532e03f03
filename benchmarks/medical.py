"""Measure reading medical cases: our reader beside inflating the needed bytes alone, nibabel, memory, and a survey.

    python benchmarks/medical.py [--phantoms 12] [--rounds 5]

Writes phantoms of full size (240 x 240 x 155) to a temporary folder and prints Markdown. Milliseconds are CPU time, of
files that the system holds in memory; the reader and what it is held against are measured in turn, so that a busy
machine slows both. The survey's 1,251 cases are the phantoms again under other names.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import nibabel
from zlib_ng import zlib_ng

from counterpoint.stimuli.medical.cases import CaseSlice, read_case
from counterpoint.stimuli.medical.layouts import MODALITIES, Case, find_cases
from counterpoint.stimuli.medical.nifti import open_volume
from counterpoint.stimuli.medical.phantom import write_phantoms
from counterpoint.stimuli.medical.survey import survey
from counterpoint.stimuli.medical.swap import DIRECTIONS, swap

SEED = 20260716
COHORT = 1251
"""Cases of the training set of BraTS 2023."""
BLOCK = 2**17


def needed(case: Case, read: CaseSlice) -> list[tuple[bytes, int]]:
    """Return the files of a case that its pairs need, with how many bytes of each: those up to the shown slice."""
    wanted = []
    for role in ("seg", "t1n", "t2f"):
        volume = open_volume(case.files[role][0])
        last = volume.height if role == "seg" else volume.counted(read.slice_index) + 1
        size = volume.shape[0] * volume.shape[1] * volume.dtype.itemsize
        wanted.append((volume.path.read_bytes(), volume.offset + last * size))
    return wanted


def inflate_at_once(wanted: list[tuple[bytes, int]]) -> None:
    for content, size in wanted:
        assert len(zlib_ng.decompressobj(31).decompress(content, size)) == size


def inflate_in_blocks(wanted: list[tuple[bytes, int]]) -> None:
    """Inflate into blocks that stay in the processor's cache: sooner than at once where memory is slow."""
    for content, size in wanted:
        engine, place = zlib_ng.decompressobj(31), 0
        while size > 0:
            data = engine.unconsumed_tail or content[place : place + BLOCK]
            place += 0 if engine.unconsumed_tail else BLOCK
            size -= len(engine.decompress(data, min(size, BLOCK)))


def naive(case: Case) -> None:
    for role in (*MODALITIES, "seg"):
        nibabel.load(case.files[role][0]).get_fdata()


def milliseconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def compare(folder: Path, rounds: int) -> dict[str, float]:
    """Return the median CPU ms a case of each way of reading, taken in turn."""
    cases = find_cases(folder)
    plans = [needed(case, read_case(case)) for case in cases]
    taken: dict[str, list[float]] = {}
    for _ in range(rounds):
        for case, plan in zip(cases, plans, strict=True):
            read = read_case(case)
            ways = {
                "inflating the needed bytes, at once": lambda plan=plan: inflate_at_once(plan),
                "inflating the needed bytes, in blocks": lambda plan=plan: inflate_in_blocks(plan),
                "our reader": lambda case=case: read_case(case),
                "our reader, percentiles of the volume": lambda case=case: read_case(case, normalisation="volume"),
                "nibabel path of our reader": lambda case=case: read_case(case, nibabel_only=True),
                "both swaps, hard": lambda read=read: [swap(read, direction) for direction in DIRECTIONS],
                "get_fdata of all five files": lambda case=case: naive(case),
            }
            for name, work in ways.items():
                taken.setdefault(name, []).append(milliseconds(work))
    return {name: statistics.median(values) for name, values in taken.items()}


def cohort(folder: Path, target: Path) -> None:
    """Fill a folder with as many cases as BraTS 2023 has, each a link to one of the phantoms."""
    cases = find_cases(folder)
    for number in range(COHORT):
        case, name = cases[number % len(cases)], f"PHANTOM-GLI-{number:05d}-001"
        (target / name).mkdir(parents=True)
        for role, files in case.files.items():
            (target / name / f"{name}-{role}.nii.gz").symlink_to(files[0])


def surveyed(folder: Path) -> dict[str, float]:
    """Return CPU seconds and peak MB of a survey; meant to run in a process of its own."""
    start = time.process_time()
    rows = survey(folder, "phantom", "MIT")
    seconds = time.process_time() - start
    # Not getrusage: a process that was started by a larger one begins with the peak of that one.
    status = Path("/proc/self/status").read_text()
    peak = next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM"))
    return {"cases": len(rows), "usable": sum(row.usable for row in rows), "seconds": seconds, "peak": peak}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phantoms", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--survey", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.survey:
        print(json.dumps(surveyed(options.survey)))
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder, many = Path(temporary, "phantoms"), Path(temporary, "cohort")
        each = milliseconds(lambda: write_phantoms(folder, SEED, range(options.phantoms))) / options.phantoms
        found = compare(folder, options.rounds)
        print("| a case | CPU ms, median |\n|---|---:|")
        for name, value in found.items():
            print(f"| {name} | {value:.1f} |")
        print(f"| drawing and writing a phantom of 155 slices | {each:.0f} |")
        floor = min(value for name, value in found.items() if name.startswith("inflating"))
        print(f"\nour reader takes {found['our reader'] / floor:.2f} times the quicker way of inflating alone")
        cohort(folder, many)
        command = [sys.executable, __file__, "--survey", str(many)]
        whole = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        print(
            f"survey of {whole['cases']} cases, {whole['usable']} usable: {whole['seconds']:.1f} s of CPU, "
            f"peak {whole['peak']:.0f} MB of the process"
        )


if __name__ == "__main__":
    main()
