"""Resize views: a picture that a provider would refuse, scaled down to its limits, kept, and recorded."""

import io
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PIL import Image

from counterpoint.files import file_digest, write_atomically
from counterpoint.models.image_limits import Allowed, allowed, in_base64, over_limit, patches
from counterpoint.models.pictures import Pictures
from counterpoint.models.replies import Skip
from counterpoint.models.requests import Part, Request, canonical_digest
from counterpoint.stimuli.png import encode_png, load_png, pixel_digest

FOLDER = "views"


class Views:
    """The resize views of one model's job.

    Their PNG files are in the model's folder of the journal, because what was paid for was asked about them: a view
    is made once, and sent again as it is even where another version of the imaging library would draw it otherwise.
    """

    def __init__(self, provider: str, pictures: Pictures, journal: Path) -> None:
        self._provider = provider
        self._pictures = pictures
        self._journal = journal
        self._made: dict[tuple[str, Allowed], dict[str, Any]] = {}

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Rows of table `views`: those that the requests so far needed."""
        return list(self._made.values())

    def fitted(self, request: Request) -> Request | Skip:
        """Return a request whose pictures are over a limit with the views that keep to it.

        A picture within the limits stays as it is. What no view can mend, such as too many pictures, is a Skip with
        the reason. Raises UserError when a picture cannot be read, or a view not be written.
        """
        each = allowed(self._provider, len(request.images))
        over = over_limit(self._provider, request, self._pictures)
        if each is None or over is None:
            return request
        parts = tuple(
            part if part.kind == "text" else Part("image", self._shown(part.value, each, over.detail))
            for part in request.parts
        )
        resized = replace(request, parts=parts)
        return over_limit(self._provider, resized, self._pictures) or resized

    def _shown(self, digest: str, each: Allowed, reason: str) -> str:
        """Return the pixel digest of a picture's view, or its own where it keeps to the limits."""
        picture = self._pictures.row(digest)
        if _keeps(each, picture["width"], picture["height"], picture["bytes"]):
            return digest
        if (digest, each) not in self._made:
            self._made[digest, each] = self._view(picture, each) | {"reason": reason}
        return self._made[digest, each]["sent_digest"]

    def _view(self, picture: Mapping[str, Any], each: Allowed) -> dict[str, Any]:
        """Return the row of a picture's view, which is made where the journal does not hold it."""
        limits = canonical_digest([each.bytes, each.side, each.patches])
        name = f"{FOLDER}/{picture['pixel_digest']}-{limits[:8]}.png"
        path = self._journal / name
        if not path.exists():
            with Image.open(io.BytesIO(self._pictures.png(picture["pixel_digest"]).content)) as original:
                content = scaled(original, each)
            write_atomically(path, lambda temporary: temporary.write_bytes(content))
        image = load_png(path).image
        view = {
            "path": name,
            "file_digest": file_digest(path),
            "width": image.width,
            "height": image.height,
            "bytes": path.stat().st_size,
        }
        sent = pixel_digest(image)
        self._pictures.add(view | {"pixel_digest": sent, "path": path.absolute()})
        original = {f"original_{name}": picture[name] for name in ("width", "height")}
        return view | original | {"pixel_digest": picture["pixel_digest"], "sent_digest": sent}


def scaled(image: Image.Image, each: Allowed) -> bytes:
    """Return a picture in mode RGB or L as a PNG file of the largest size that keeps to the limits, aspect kept.

    Scaled by Lanczos' filter. What a size takes in bytes is known only once it is encoded, and so found by halving.
    """
    best = b""

    def fits(side: int) -> bool:
        nonlocal best
        content = encode_png(image.resize(_size(image, side), Image.Resampling.LANCZOS))
        if each.bytes is not None and in_base64(len(content)) > each.bytes:
            return False
        best = content
        return True

    _largest(_largest(max(image.size), lambda side: _keeps(each, *_size(image, side), 0)), fits)
    return best


def _largest(most: int, fits: Callable[[int], bool]) -> int:
    """Return the largest number up to `most` that fits, found by halving; the last that fitted is the one returned."""
    low, high, middle = 0, most + 1, most
    while high - low > 1:
        low, high = (middle, high) if fits(middle) else (low, middle)
        middle = (low + high) // 2
    return low


def _size(image: Image.Image, side: int) -> tuple[int, int]:
    """Return width and height of a picture whose longer side is to be so many px."""
    longest = max(image.size)
    return tuple(max(1, round(length * side / longest)) for length in image.size)


def _keeps(each: Allowed, width: int, height: int, size: int) -> bool:
    found = ((max(width, height), each.side), (patches(width, height), each.patches), (in_base64(size), each.bytes))
    return all(most is None or value <= most for value, most in found)
