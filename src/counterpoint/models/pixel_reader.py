"""The pixel reader: a respondent that sees a picture's pixels and the words of a question, and knows nothing.

It reads the chart from its pixels, works the answer out by rule, and answers Omit where it cannot read, does not
understand, or is shown no picture. So it has eyes and no memory, as a text model has a memory and no eyes.
"""

import io

from PIL import Image, UnidentifiedImageError

from counterpoint.models.pictures import Pictures
from counterpoint.models.replies import CallFailure, Reply
from counterpoint.models.requests import Request
from counterpoint.pixels.chart import ReadChart
from counterpoint.pixels.picture import pixels_of
from counterpoint.pixels.questions.asked import Asked, read_request
from counterpoint.pixels.questions.rules import answer_question
from counterpoint.pixels.reader import read_chart

OMIT = "Omit"
"""Its reply to a question without options that it could name by a letter."""


class PixelReader:
    """The pixel reader as the engine's `Ask`; it reads each picture, and answers each question about it, once."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._readings: dict[str, ReadChart] = {}
        self._answers: dict[tuple[str, str, tuple[str, ...]], str | None] = {}

    async def ask(self, request: Request, attempt: int) -> Reply:
        """Answer with the letter of an option. Raises CallFailure of class image for a picture that is none."""
        asked = read_request("\n".join(part.value for part in request.parts if part.kind == "text"))
        if asked is None:
            return Reply(OMIT)
        answer = self._answer(request.images[0], asked) if len(request.images) == 1 else None
        chosen = asked.omit if answer is None else asked.options.index(answer)
        return Reply(OMIT if chosen is None else f"({asked.letters[chosen]})")

    def _answer(self, digest: str, asked: Asked) -> str | None:
        """Return the option that answers, in words, or None: worked out once for all orders of the same options."""
        options = tuple(sorted(asked.options))
        key = (digest, asked.question, options)
        if key not in self._answers:
            option = answer_question(Asked(asked.question, options), self._reading(digest)).option
            self._answers[key] = None if option is None else options[option]
        return self._answers[key]

    def _reading(self, digest: str) -> ReadChart:
        if digest not in self._readings:
            try:
                with Image.open(io.BytesIO(self._pictures.png(digest).content), formats=["PNG"]) as image:
                    pixels = pixels_of(image)
            except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
                raise CallFailure("image", f"picture {digest} is no readable PNG ({error})") from error
            self._readings[digest] = read_chart(pixels)
        return self._readings[digest]
