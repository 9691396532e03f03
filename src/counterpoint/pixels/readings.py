"""Readings of pictures, kept in files by the picture's pixels and by the code that reads: only new ones are read."""

import hashlib
import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from counterpoint.files import write_text
from counterpoint.pixels.chart import ReadChart, as_json, from_json
from counterpoint.pixels.identity import reader_digest
from counterpoint.pixels.reader import read_chart


@dataclass(frozen=True)
class Task:
    """A picture to be read: its PNG file, the digest of its pixels, its chart type or None for one to be recognised."""

    picture: Path
    pixel_digest: str
    chart_type: str | None = None


def read_pictures(tasks: Sequence[Task], cache: str | Path, threads: int) -> list[ReadChart]:
    """Return the reading of each picture; those that the folder `cache` lacks are made by `threads` processes."""
    code = reader_digest()
    files = [Path(cache) / f"{task.pixel_digest}-{task.chart_type or 'any'}-{code}.reading" for task in tasks]
    kept = {file: reading for file in files if (reading := _kept(file)) is not None}
    missing = {file: (task, file) for task, file in zip(tasks, files, strict=True) if file not in kept}
    if threads > 1 and len(missing) > 1:
        with ProcessPoolExecutor(threads, mp_context=get_context("fork")) as pool:
            read = list(pool.map(_read, missing.values()))
    else:
        read = [_read(one) for one in missing.values()]
    kept.update(zip(missing, read, strict=True))
    return [kept[file] for file in files]


def _read(one: tuple[Task, Path]) -> ReadChart:
    task, file = one
    reading = read_chart(task.picture, task.chart_type)
    text = json.dumps(as_json(reading), ensure_ascii=False)
    write_text(file, f"{_digest(text)}\n{text}")
    return reading


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _kept(file: Path) -> ReadChart | None:
    """Return the reading that a file keeps, or None where there is none or it is not as it was written."""
    try:
        digest, _, text = file.read_text("utf-8").partition("\n")
    except (OSError, ValueError):
        return None
    return from_json(json.loads(text)) if digest == _digest(text) else None
