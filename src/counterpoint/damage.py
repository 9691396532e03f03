"""Tables and receipts that a crash damaged are found at the start of a run and set aside, to be made again."""

import json
from pathlib import Path

MAGIC = b"PAR1"
SMALLEST = 12


def set_damaged_aside(folder: str | Path) -> list[Path]:
    """Rename damaged files below `folder` to `{name}.damaged`: Parquet without its beginning or end, broken JSON.

    JSON are the receipts of shards and the leases of budgets. Returns the files found. A table that was cut off, or
    is full of zeros after a power cut, lacks the format's mark at its end; damage inside a page is found by the page
    checksums when the table is read.
    """
    damaged = [path for path in sorted(Path(folder).rglob("*.parquet")) if not _is_whole(path)]
    damaged += [path for path in sorted(Path(folder).rglob("*.json")) if not _is_json(path)]
    for path in damaged:
        path.rename(path.with_name(f"{path.name}.damaged"))
    return damaged


def _is_whole(path: Path) -> bool:
    size = path.stat().st_size
    if size < SMALLEST:
        return False
    with open(path, "rb") as stream:
        head = stream.read(len(MAGIC))
        stream.seek(size - 8)
        tail = stream.read(8)
    return head == MAGIC and tail[4:] == MAGIC and int.from_bytes(tail[:4], "little") <= size - SMALLEST


def _is_json(path: Path) -> bool:
    try:
        json.loads(path.read_bytes())
    except ValueError:
        return False
    return True
