"""The pictures that requests name by their pixel digests, as the bytes that are sent."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from counterpoint.models.replies import CallFailure


class Pictures:
    """PNG files by the digest of their pixels; each is read once, when it is first asked for."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        self._files = files
        self._read: dict[str, bytes] = {}

    @classmethod
    def of_stimuli(cls, rows: Iterable[Mapping[str, Any]], folder: str | Path) -> "Pictures":
        """Return the pictures of rows of table `stimuli` (`pixel_digest`, `path`); paths are relative to `folder`."""
        return cls({row["pixel_digest"]: Path(folder, row["path"]) for row in rows})

    def png(self, digest: str) -> bytes:
        """Return the PNG file of a picture. Raises CallFailure of class image when it is unknown or cannot be read."""
        if digest not in self._read:
            file = self._files.get(digest)
            if file is None:
                raise CallFailure("image", f"picture {digest} is not in table stimuli; make the stimuli again")
            try:
                self._read[digest] = file.read_bytes()
            except OSError as error:
                raise CallFailure("image", f"{file}: cannot be read ({error.strerror}); make it again") from error
        return self._read[digest]


NO_PICTURES = Pictures({})
"""For models that are asked about none."""
