"""The journal: every reply one line, appended before the next step; what was paid for is never lost."""

import json
import os
import socket
import threading
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from counterpoint.errors import UserError
from counterpoint.models.requests import bucket_of

SYNC_SECONDS = 1.0


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


def read_journal(folder: Path, buckets: Iterable[int]) -> tuple[dict[str, Entry], int]:
    """Read one model's entries of some buckets: {journal}/{model}/{bucket}/{writer}.jsonl.

    Of two answers to one key the earliest counts. A torn last line, left by a killed writer, is dropped.
    Returns the entries by response key, and the number of unreadable lines that were passed over.
    """
    entries: dict[str, Entry] = {}
    unreadable = 0
    for bucket in buckets:
        for path in sorted(folder.joinpath(f"{bucket:02x}").glob("*.jsonl")):
            *lines, torn = path.read_bytes().split(b"\n")
            unreadable += bool(torn)
            for line in lines:
                try:
                    entry = Entry(**json.loads(line))
                except (ValueError, TypeError):
                    unreadable += 1
                    continue
                kept = entries.get(entry.response_key)
                if kept is None or entry.answered_at < kept.answered_at:
                    entries[entry.response_key] = entry
    return entries, unreadable


class JournalWriter:
    """Appends entries of one model; each writer has files of its own, so that no lock is needed.

    A line is handed to the operating system at once (a killed job loses only what was in flight) and synced
    to disk at least every second (a dead machine loses at most a second). Use it as a context manager.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._name = f"{socket.gethostname()}-{os.getpid()}-{time.time_ns()}.jsonl"
        self._files: dict[int, int] = {}
        self._unsynced: set[int] = set()
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._sync_error: OSError | None = None
        self._thread = threading.Thread(target=self._sync_regularly, name="journal-sync", daemon=True)

    def __enter__(self) -> "JournalWriter":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        try:
            self._sync()
        except OSError as error:
            raise self._unwritable(error) from error
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
                path = self._folder / f"{bucket:02x}" / self._name
                path.parent.mkdir(parents=True, exist_ok=True)
                file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o644)
                self._files[bucket] = file
            while line:  # a nearly full disk takes part of a line; the rest then raises
                line = line[os.write(file, line) :]
        except OSError as error:
            raise self._unwritable(error) from error
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
        for file in files:
            os.fsync(file)

    def _unwritable(self, error: OSError) -> UserError:
        return UserError(
            f"{self._folder}: the journal cannot be written ({error.strerror or error}); "
            "answers already journalled are safe; free the disk or name another folder under `journal`, and run again"
        )
