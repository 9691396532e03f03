"""What is on disk of each batch: what was to be sent, under which id it runs, and what was collected of it.

Every fact is a file of its own, written whole and synced before the next step, and never written again:
{journal}/{model}/batches/{label}.intent.json before a batch is sent, .handle.json once it is there, .released.json
where it is certain that it is not, and .{buckets}.{time}.collected.json when a job has put its part of the results into
the journal, with what brought no reply. Replies themselves are in the journal alone: what that lost is collected again.
"""

import json
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from counterpoint.errors import UserError
from counterpoint.files import write_text

T = TypeVar("T")


@dataclass(frozen=True)
class BatchRecord:
    """One batch, as the files say."""

    label: str
    """Our own name for it, which the provider is told where it keeps one."""
    keys: tuple[str, ...]
    """Response keys of its requests, in the order sent: each is the request's custom id."""
    made_at: float
    """When the intent was written, in seconds since 1970."""
    batch_id: str | None = None
    """The provider's id; None as long as it is not known whether the batch was ever submitted."""
    done: frozenset[str] = frozenset()
    """Keys that the batch will bring no reply for: it failed for them, or was certainly never submitted."""

    @property
    def open_keys(self) -> list[str]:
        """The keys for which the batch holds a reply, or may yet."""
        return [key for key in self.keys if key not in self.done]


class BatchRecords:
    """The batches of one model, for a job that asks some of its buckets."""

    def __init__(self, journal: Path, buckets: range) -> None:
        self._folder = journal / "batches"
        self._part = f"{buckets.start:02x}-{buckets.stop:02x}"

    def all(self) -> list[BatchRecord]:
        """Return every batch, the oldest first. Raises UserError when a file is not as it was written."""
        intents = [self._of(path) for path in self._folder.glob("*.intent.json")]
        return sorted(intents, key=lambda record: (record.made_at, record.label))

    def intend(self, keys: Sequence[str]) -> BatchRecord:
        """Write down that a batch of these requests is about to be sent."""
        record = BatchRecord(f"counterpoint-{uuid.uuid4().hex}", tuple(keys), time.time())
        self._write(record, "intent", {"made_at": record.made_at, "keys": list(keys)})
        return record

    def submitted(self, record: BatchRecord, batch_id: str) -> BatchRecord:
        """Write down under which id a batch runs."""
        self._write(record, "handle", {"batch_id": batch_id})
        return replace(record, batch_id=batch_id)

    def released(self, record: BatchRecord, why: str) -> None:
        """Write down that a batch was certainly not taken, so that its requests may be sent in another one."""
        self._write(record, "released", {"why": why})

    def collected(self, record: BatchRecord, failures: dict[str, str]) -> None:
        """Write down that this job has collected its part; `failures` are keys without a reply, with their class."""
        self._write(record, f"{self._part}.{time.time_ns()}.collected", {"failures": failures})

    def intent_path(self, record: BatchRecord) -> Path:
        """Return the file without which a batch is forgotten."""
        return self._path(record.label, "intent")

    def ids_of_all_models(self) -> set[str]:
        """Return the ids of every batch in the journal, of all its models."""
        paths = self._folder.parent.parent.glob("*/batches/*.handle.json")
        return {_read(path, "batch_id", str) for path in paths}

    def _of(self, path: Path) -> BatchRecord:
        label = path.name.removesuffix(".intent.json")
        record = BatchRecord(label, tuple(_read(path, "keys", list)), _read(path, "made_at", float))
        handle = self._path(label, "handle")
        if handle.exists():
            record = replace(record, batch_id=_read(handle, "batch_id", str))
        elif self._path(label, "released").exists():
            return replace(record, done=frozenset(record.keys))
        done = (key for mark in self._folder.glob(f"{label}.*.collected.json") for key in _read(mark, "failures", dict))
        return replace(record, done=frozenset(done))

    def _path(self, label: str, kind: str) -> Path:
        return self._folder / f"{label}.{kind}.json"

    def _write(self, record: BatchRecord, kind: str, content: dict[str, Any]) -> None:
        write_text(self._path(record.label, kind), json.dumps(content) + "\n")


def _read(path: Path, name: str, kind: type[T]) -> T:
    try:
        found = json.loads(path.read_bytes())
        if not (isinstance(found, dict) and isinstance(found.get(name), kind)):
            raise ValueError(f"it holds no {name!r} as it was written")
        return found[name]
    except (OSError, ValueError, RecursionError) as error:
        raise UserError(
            f"{path}: cannot be read ({error}); it says which batch was paid for: restore it from a copy, or delete it "
            "to give that batch up and pay for its requests again"
        ) from error
