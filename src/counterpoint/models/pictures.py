"""The pictures that requests name by their pixel digest, as the PNG files that are sent; and providers' limits."""

import base64
import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from counterpoint.errors import UserError
from counterpoint.models.replies import Skip
from counterpoint.models.requests import Request

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


@dataclass(frozen=True, slots=True)
class ImageLimits:
    """What pictures a provider takes; None where its documentation names no limit."""

    source: str
    """Where the limits are documented, and when they were read."""
    bytes: int | None = None
    """Size of one picture, encoded as base64."""
    side: int | None = None
    """Width and height, in px."""
    many: int | None = None
    """With more pictures than this in one request, `side_of_many` is the limit of a side."""
    side_of_many: int | None = None
    """Width and height of each of many pictures, in px."""
    count: int | None = None
    """Pictures in one request."""
    bytes_in_all: int | None = None
    """Size of a request: of all pictures together, encoded as base64."""


MB = 1_000_000
MIB = 1 << 20
LIMITS: dict[str, ImageLimits] = {
    "openai": ImageLimits(
        "platform.openai.com/docs/guides/images-vision, image input requirements (2026)",
        count=500,
        bytes_in_all=50 * MB,
    ),
    "anthropic": ImageLimits(
        "platform.claude.com/docs/en/build-with-claude/vision, general limits (2026)",
        bytes=5 * MB,
        side=8_000,
        many=20,
        side_of_many=2_000,
        count=100,
        bytes_in_all=32 * MB,
    ),
    "gemini": ImageLimits(
        "ai.google.dev/gemini-api/docs/image-understanding, inline data (2026)",
        count=3_600,
        bytes_in_all=20 * MB,
    ),
    "xai": ImageLimits("docs.x.ai, image understanding, maximum image size (2026)", bytes=20 * MIB),
}
"""By provider. OpenRouter's limits are those of the host that answers, and those of a server of one's own its owner's;
a picture that they refuse fails with class `image`."""


def over_limit(provider: str, request: Request, pictures: Pictures) -> Skip | None:
    """Return why a provider would refuse the pictures of a request, or None. No picture is ever changed to fit."""
    limits = LIMITS.get(provider)
    if limits is None or not request.images:
        return None
    rows = [pictures.row(digest) for digest in request.images]
    sizes = [4 * -(-row["bytes"] // 3) for row in rows]
    sides = [max(row["width"], row["height"]) for row in rows]
    many = limits.many is not None and len(rows) > limits.many
    checks = (
        ("pictures", len(rows), limits.count),
        ("bytes in base64", max(sizes), limits.bytes),
        ("bytes in base64 of all pictures", sum(sizes), limits.bytes_in_all),
        ("px on a side", max(sides), limits.side_of_many if many else limits.side),
    )
    for unit, found, most in checks:
        if most is not None and found > most:
            return Skip("image_over_limit", f"{found} {unit}; {provider} takes at most {most} ({limits.source})")
    return None
