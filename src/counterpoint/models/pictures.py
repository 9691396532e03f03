"""The pictures that requests name by their pixel digest, as the PNG files that are sent."""

import base64
import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from counterpoint.errors import UserError

HELD = 256
"""Pictures held in memory at once. Requests come in the order of their pictures, so each is read and encoded once."""


@dataclass(frozen=True, slots=True)
class Png:
    """A PNG file as it is sent."""

    content: bytes
    data_uri: str
    """The same in base64, as the OpenAI interface takes it."""


class Pictures:
    """The pictures of a suite by pixel digest; files are read when they are first asked for.

    `rows` are those of table `stimuli`, with `path` relative to `root`, the folder of the run.
    """

    def __init__(self, rows: Iterable[Mapping[str, Any]], root: Path) -> None:
        self._rows = {row["pixel_digest"]: row for row in rows}
        self._root = root
        self._held: OrderedDict[str, Png] = OrderedDict()

    def row(self, digest: str) -> Mapping[str, Any]:
        """Return the row of table `stimuli` of a picture. Raises KeyError for a digest that it does not hold."""
        return self._rows[digest]

    def add(self, row: Mapping[str, Any]) -> None:
        """Take in a picture that the table does not hold, such as a view; its `path` may be absolute."""
        self._rows[row["pixel_digest"]] = row

    def png(self, digest: str) -> Png:
        """Return the file of a picture. Raises UserError when it is gone or no longer what the table says."""
        if digest in self._held:
            self._held.move_to_end(digest)
            return self._held[digest]
        row = self._rows[digest]
        path = self._root / row["path"]
        try:
            content = path.read_bytes()
        except OSError as error:
            raise UserError(f"{path}: cannot be read ({error.strerror}); make the stimuli again") from error
        if hashlib.sha256(content).hexdigest() != row["file_digest"]:
            raise UserError(f"{path}: is not the file that was written; delete it and make the stimuli again")
        png = Png(content, "data:image/png;base64," + base64.b64encode(content).decode("ascii"))
        self._held[digest] = png
        if len(self._held) > HELD:
            self._held.popitem(last=False)
        return png
