"""One thing that is drawn, as the manifest describes it: the drawing, its values, the attributes asked about."""

import re
from typing import Annotated, Literal

from pydantic import Field, model_validator

from counterpoint.stimuli.objects.drawing import DRAWINGS
from counterpoint.stimuli.objects.drawing.files import FILE
from counterpoint.stimuli.objects.wording import Attribute, Presence, Value
from counterpoint.validation import SLUG_PATTERN, Slug, Strict, rule

COLOUR_PATTERN = r"^#[0-9a-f]{6}$"
Palette = Annotated[tuple[Annotated[str, Field(pattern=COLOUR_PATTERN)], ...], Field(strict=False, min_length=1)]


class Template(Strict):
    """One thing that is drawn, from which a seed makes any number of originals."""

    draw: Literal[(FILE, *DRAWINGS)]
    """The name of a drawing function, or `file` for a drawing that is an SVG file."""
    with_: dict[str, Value] = Field(default_factory=dict, alias="with")
    """Values that the drawing needs beside those of the attributes."""
    palette: dict[str, Palette] = Field(default_factory=dict)
    """Colours from which the seed chooses, by their name in the SVG file."""
    flip: bool = False
    """Whether the drawing may stand mirrored left to right; not where words, letters or sides matter."""
    tilt: Annotated[float, Field(ge=0, le=10)] = 5.0
    """The most that it is turned, in degrees."""
    called: str | None = None
    """What is drawn, as one calls it after "the", where that is not the template's name in words."""
    source: str = "drawn for this project"
    licence: str = "MIT"
    attributes: Annotated[dict[Slug, Attribute], Field(min_length=1)]

    @model_validator(mode="after")
    def _known(self) -> "Template":
        if self.draw == FILE and not re.fullmatch(SLUG_PATTERN, self.with_.get(FILE, "")):
            raise rule("{file: NAME}, the name of an SVG file without its suffix", self.with_, ("with",))
        for name, attribute in self.attributes.items():
            if isinstance(attribute, Presence) and self.draw != FILE:
                raise rule(
                    "count or choice; only a drawing from a file loses parts", "presence", ("attributes", name, "form")
                )
        return self

    def priors(self) -> dict[str, str]:
        """Return every value that the drawing needs, each attribute's being what prior knowledge expects."""
        return self.with_ | {name: attribute.prior for name, attribute in self.attributes.items()}
