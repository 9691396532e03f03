"""Files that are either whole or absent: atomic writing, digests."""

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from counterpoint.errors import UserError


def write_atomically(path: str | Path, write: Callable[[Path], None]) -> None:
    """Let `write` fill a temporary file beside `path`, sync it to disk and rename it to `path`.

    Raises UserError, naming the file and the system's reason, when the disk is full or the folder cannot be
    written; a file that was there before is then untouched.
    """
    path = Path(path)
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
        os.close(handle)
        temporary = Path(name)
        write(temporary)
        with open(temporary, "rb") as stream:
            os.fsync(stream.fileno())
        temporary.chmod(0o644)
        temporary.rename(path)
        temporary = None
        sync_folder(path.parent)
    except OSError as error:
        raise UserError(
            f"{path}: cannot be written ({error.strerror or error}); free the disk or choose another folder"
        ) from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make the names of a folder's new files survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_text(path: str | Path, text: str) -> None:
    """Write UTF-8 text atomically."""
    write_atomically(path, lambda temporary: temporary.write_bytes(text.encode()))


def check_writable(folder: str | Path) -> None:
    """Make a folder if needed and try to write into it. Raises UserError, one line, when that fails."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise UserError(
            f"{folder}: cannot be written ({error.strerror or error}); name another folder under `results` or `journal`"
        ) from error


def file_digest(path: str | Path) -> str:
    """Return the SHA-256 of a file's bytes in hexadecimal."""
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
