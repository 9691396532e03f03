"""The journal: every reply one line, appended before the next step; what was paid for is never lost."""

import errno
import fcntl
import json
import logging
import os
import resource
import socket
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, asdict, dataclass, fields
from pathlib import Path

from counterpoint.errors import UserError
from counterpoint.files import sync_folder
from counterpoint.models.replies import FREE_TEXT, REPLIED
from counterpoint.models.requests import bucket_of
from counterpoint.models.settled import NEVER, Marks, add_mark, read_marks

log = logging.getLogger(__name__)
SYNC_SECONDS = 1.0
OPEN_FILES = 1_024
"""A writer holds a file open for each of up to 256 buckets; some systems allow no more than that by default."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One journalled reply."""

    response_key: str
    request_id: str
    status: str
    text: str
    finish_reason: str
    model_reported: str | None
    input_tokens: int | None
    output_tokens: int | None
    seconds: float
    attempts: int
    answered_at: int
    """Nanoseconds since 1970."""
    route: str = FREE_TEXT
    """How the reply was asked for; the fields from here on are absent in lines of earlier versions."""
    cached_tokens: int | None = None
    """Of the input tokens, those that the provider took from its cache."""
    cost_usd: float | None = None
    """What the provider says that the call cost."""
    sent_request_id: str | None = None
    """The request that was sent in place of this one, where a picture had to be resized for the model."""
    identity: str | None = None
    """Name of the identity that answered, which the journal keeps whole."""
    parts: list[str] | None = None
    """Kind and digest of each part of the request that was sent, to say later what has changed since."""


NEEDED = tuple(field.name for field in fields(Entry) if field.default is MISSING)


@dataclass
class Reading:
    """What one model's journal held of some buckets when it was read."""

    entries: dict[str, Entry]
    """By response key: of several answers the one that counts."""
    unreadable: int
    """Lines that were passed over."""
    lengths: dict[str, int]
    """Bytes that were read of each file, named `{bucket}/{writer}.jsonl`."""
    marks: Marks


def read_journal(folder: Path, buckets: Iterable[int]) -> tuple[dict[str, Entry], int]:
    """Read one model's entries of some buckets: {journal}/{model}/{bucket}/{writer}.jsonl.

    Of two answers to one key that counts which a table was made from, else the earliest. A torn last line, left by a
    killed writer, is dropped. Returns the entries by response key, and the number of unreadable lines that were passed
    over.
    """
    reading = open_journal(folder, buckets)
    return reading.entries, reading.unreadable


def open_journal(folder: Path, buckets: Iterable[int]) -> Reading:
    """Read one model's entries of some buckets as `read_journal` does, to settle them later."""
    reading = Reading({}, 0, {}, read_marks(folder))
    settled: dict[str, int] = {}
    for bucket in buckets:
        for path in sorted(folder.joinpath(f"{bucket:02x}").glob("*.jsonl")):
            name, content = f"{bucket:02x}/{path.name}", path.read_bytes()
            reading.lengths[name] = len(content)
            *lines, torn = content.split(b"\n")
            reading.unreadable += bool(torn)
            marks, end = deque(reading.marks.files.get(name, ())), 0
            for line in lines:
                end += len(line) + 1
                while marks and marks[0][0] < end:
                    marks.popleft()
                entry = _entry(path, line)
                if entry is None:
                    reading.unreadable += 1
                    continue
                key, mark = entry.response_key, marks[0][1] if marks else NEVER
                kept = reading.entries.get(key)
                if kept is None or (mark, entry.answered_at) < (settled[key], kept.answered_at):
                    reading.entries[key], settled[key] = entry, mark
    return reading


def settle(folder: Path, buckets: range, reading: Reading, own: str | None) -> dict[str, Entry]:
    """Settle what a table is about to be made from: no line that is appended later can take its place.

    `reading` is the journal before the job asked, `own` the name of the file that it wrote in each bucket, None if it
    wrote none. Returns the entries that count in place of the job's own rows: none, unless others wrote meanwhile.
    Raises UserError when the journal cannot be written.
    """
    counted: dict[str, Entry] = {}
    while True:
        paths = [path for bucket in buckets for path in folder.joinpath(f"{bucket:02x}").glob("*.jsonl")]
        lengths = {f"{path.parent.name}/{path.name}": path.stat().st_size for path in paths}
        if any(size != reading.lengths.get(file) for file, size in lengths.items() if Path(file).name != own):
            reading = open_journal(folder, buckets)
            counted, lengths = reading.entries, reading.lengths
        try:
            if add_mark(folder, reading.marks, lengths):
                return counted
        except OSError as error:
            raise _unwritable(folder, error) from error
        reading, own = open_journal(folder, buckets), None
        counted = reading.entries


def new_entries(folder: Path, offsets: dict[Path, int]) -> Iterator[Entry]:
    """Give one model's entries that came in since `offsets`, the bytes read of each file so far, and update these.

    A last line without an end is being written, and is left for the next call. Damaged lines are passed over.
    """
    for path in sorted(folder.glob("[0-9a-f][0-9a-f]/*.jsonl")):
        with path.open("rb") as file:
            file.seek(offsets.get(path, 0))
            content = file.read()
        whole = content.rfind(b"\n") + 1
        offsets[path] = offsets.get(path, 0) + whole
        for line in content[:whole].splitlines():
            if (entry := _entry(path, line)) is not None:
                yield entry


def _entry(path: Path, line: bytes) -> Entry | None:
    """Return the entry of a line; None where the line is damaged.

    Fields that a later version added are passed over. A whole line without a field that this version needs is
    no damage but another format, and asking again what it holds would be paid twice: that stops the job.
    """
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    missing = sorted(set(NEEDED) - set(found))
    if missing:
        raise UserError(
            f"{path}: a reply without {', '.join(missing)}: written by another version of Counterpoint; "
            "name another folder under `journal`, or use the version that wrote this one"
        )
    entry = Entry(**{name: found[name] for name in Entry.__slots__ if name in found})
    sound = (
        all(isinstance(text, str) for text in (entry.response_key, entry.request_id, entry.text, entry.finish_reason))
        and entry.status in REPLIED
        and all(type(number) is int for number in (entry.answered_at, entry.attempts))
        and isinstance(entry.seconds, int | float)
        and all(isinstance(tokens, int | None) for tokens in (entry.input_tokens, entry.output_tokens))
    )
    return entry if sound else None


@contextmanager
def asking(folder: Path, buckets: range) -> Iterator[None]:
    """Let one process at a time ask a model the requests of some buckets; others wait, and then find the answers.

    A job of another run on the same journal, or one left over from a killed Snakemake, would else pay for the same
    requests again. The lock covers one byte a bucket of one file and ends with its process. Answers do not depend
    on it: where a file system has no locks, a warning says so and the first answer to a key counts, as always.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder / "asking.lock", os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise _unwritable(folder, error) from error
    try:
        place = (len(buckets), buckets.start, os.SEEK_SET)
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB, *place)
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EAGAIN):
                log.warning("%s: another process is asking these requests; waiting for it to end", folder)
                fcntl.lockf(lock, fcntl.LOCK_EX, *place)
            else:
                log.warning("%s: no locks here (%s); do not run twice on this journal at once", folder, error.strerror)
        yield
    finally:
        os.close(lock)


class JournalWriter:
    """Appends entries of one model; each writer has files of its own, so that no lock is needed.

    A line is handed to the operating system at once (a killed job loses only what was in flight) and synced
    to disk at least every second (a dead machine loses at most a second). Use it as a context manager.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.name = f"{socket.gethostname()}-{os.getpid()}-{time.time_ns()}.jsonl"
        self._files: dict[int, int] = {}
        self._unsynced: set[int] = set()
        self._new_in: set[Path] = set()
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._sync_error: OSError | None = None
        self._thread = threading.Thread(target=self._sync_regularly, name="journal-sync", daemon=True)

    def __enter__(self) -> "JournalWriter":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        try:
            if self._sync_error is not None:
                raise self._sync_error
            self._sync()
        except OSError as error:
            raise _unwritable(self._folder, error) from error
        finally:
            for file in self._files.values():
                os.close(file)

    def append(self, entry: Entry) -> None:
        """Append one entry. Raises UserError when the disk is full or the folder cannot be written."""
        bucket = bucket_of(entry.request_id)
        line = json.dumps(asdict(entry), ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
        try:
            if self._sync_error is not None:
                raise self._sync_error
            file = self._files.get(bucket)
            if file is None:
                path = self._folder / f"{bucket:02x}" / self.name
                path.parent.mkdir(parents=True, exist_ok=True)
                file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o644)
                self._files[bucket] = file
                with self._lock:
                    self._new_in.add(path.parent)
            while line:  # a nearly full disk takes part of a line; the rest then raises
                line = line[os.write(file, line) :]
        except OSError as error:
            raise _unwritable(self._folder, error) from error
        with self._lock:
            self._unsynced.add(file)

    def _sync_regularly(self) -> None:
        while not self._stop.wait(SYNC_SECONDS):
            try:
                self._sync()
            except OSError as error:  # told to the writing thread, which stops at its next entry
                self._sync_error = error
                return

    def _sync(self) -> None:
        with self._lock:
            files, self._unsynced = self._unsynced, set()
            folders, self._new_in = self._new_in, set()
        for file in files:
            os.fsync(file)
        for folder in folders:
            sync_folder(folder)  # else a dead machine may lose a new file's name


def _unwritable(folder: Path, error: OSError) -> UserError:
    return UserError(
        f"{folder}: the journal cannot be written ({error.strerror or error}); answers already journalled are safe; "
        "mend that (a full disk, a folder without write permission, too many open files) and run again"
    )
