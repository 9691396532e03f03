"""One tiny request whose answer is known, about a picture drawn for it: whether a model can be asked at all."""

from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from counterpoint.judging.options import read_option
from counterpoint.models.pictures import Pictures
from counterpoint.models.requests import Part, Request
from counterpoint.stimuli.png import save_png

SIDE = 160
"""Width and height of the picture, in px."""
OPTIONS = ("3", "8", "7", "Omit")
ANSWER, OMIT = OPTIONS.index("7"), OPTIONS.index("Omit")
SYSTEM = "Pick the option that answers the question, and reply with its letter and nothing else."


@dataclass(frozen=True)
class Probe:
    """The request, and its picture."""

    request: Request
    pictures: Pictures


def probe(folder: Path, text_only: bool) -> Probe:
    """Return the request; its picture, a large digit, is written to a folder and left out for a model of text only."""
    question = "Which digit comes after 6?" if text_only else "Which digit does the picture show?"
    lines = [f"({letter}) {option}" for letter, option in zip("abcd", OPTIONS, strict=True)]
    text = Part("text", "\n".join([question, "", *lines]))
    if text_only:
        return Probe(Request(SYSTEM, (text,)), Pictures([], folder))
    image = Image.new("RGB", (SIDE, SIDE), "white")
    font = ImageFont.load_default(size=SIDE * 0.8)
    ImageDraw.Draw(image).text((SIDE / 2, SIDE / 2), OPTIONS[ANSWER], "black", font, anchor="mm")
    saved = save_png(image, folder)
    row = {
        "pixel_digest": saved.pixel_digest,
        "file_digest": saved.file_digest,
        "path": saved.path.name,
        "width": SIDE,
        "height": SIDE,
        "bytes": saved.bytes,
    }
    return Probe(Request(SYSTEM, (text, Part("image", saved.pixel_digest))), Pictures([row], folder))


def is_right(text: str) -> bool:
    """Return whether a reply names the right option, as the suites' own parser reads it."""
    return read_option(text, OPTIONS, OMIT).position == ANSWER
