"""Settled lines of a journal: those that a table was made from count before any that are appended later.

Replies are ordered by the time at which they came. A writer that outlived its job (a node that was cut off and comes
back, a clock that is behind) may append a line whose time is before that of a line which a table holds already. So each
job notes, before its table is written, how far it had read each file of the journal: mark after mark, in
`{journal}/{model}/settled/{number}.json`. That takes no lock: of two jobs that want one number, one gets it.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from counterpoint.files import sync_folder

FOLDER = "settled"
NEVER = 1 << 62
"""The number of no mark: that of lines which no table was made from yet."""


@dataclass
class Marks:
    """The marks of one model's journal."""

    last: int = 0
    """Number of the last mark; marks count from 1."""
    files: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """For each file, named `{bucket}/{writer}.jsonl`, its marks in their order: bytes that were read, and number."""

    def longest(self, file: str) -> int:
        """Return the number of a file's bytes that are settled."""
        return self.files[file][-1][0] if file in self.files else 0


def read_marks(folder: Path) -> Marks:
    """Read the marks of a model's journal.

    One that is damaged settles nothing: its writer ended before it had made a table.
    """
    marks = Marks()
    for path in sorted((folder / FOLDER).glob("[0-9]" * 8 + ".json")):
        marks.last = int(path.stem)
        try:
            lengths = json.loads(path.read_bytes())
        except ValueError:
            continue
        for file, length in lengths.items():
            if length > marks.longest(file):
                marks.files.setdefault(file, []).append((length, marks.last))
    return marks


def add_mark(folder: Path, marks: Marks, lengths: Mapping[str, int]) -> bool:
    """Settle the first `lengths` bytes of files, as the mark that follows `marks`.

    Returns False where another job has made a mark since `marks` were read: its lines count first. What is settled
    already needs no mark. Raises OSError.
    """
    grown = {file: length for file, length in lengths.items() if length > marks.longest(file)}
    if not grown:
        return True
    path = folder / FOLDER / f"{marks.last + 1:08d}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        mark = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    except FileExistsError:
        return False
    with os.fdopen(mark, "wb") as stream:
        stream.write(json.dumps(grown, sort_keys=True).encode() + b"\n")
        stream.flush()
        os.fsync(stream.fileno())
    sync_folder(path.parent)
    return True
