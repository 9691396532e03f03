"""The manifest of what is drawn: one YAML file a domain, its templates and their attributes, read and checked."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError, model_validator

from counterpoint.errors import UserError
from counterpoint.stimuli.objects.drawing import DRAWINGS, FILE
from counterpoint.stimuli.objects.wording import Attribute, Presence, Value
from counterpoint.validation import (
    Slug,
    Strict,
    load_yaml,
    problems_of,
    rule,
    shown,
    stop,
    unknown_name,
)

DOMAINS = ("existence", "counting", "fashion", "industry")
"""The four domains that are drawn; each is the name of its manifest, without the suffix."""

Colour = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]


class Template(Strict):
    """One thing that is drawn, from which a seed makes any number of originals."""

    draw: str
    """The name of a drawing function, or `file` for a drawing that is an SVG file."""
    with_: Annotated[dict[str, Value], Field(alias="with")] = {}
    """Values that the drawing needs beside those of the attributes."""
    palette: dict[str, Annotated[tuple[Colour, ...], Field(strict=False, min_length=1)]] = {}
    """Colours from which the seed chooses, by their name in the SVG file."""
    flip: bool = False
    """Whether the drawing may stand mirrored left to right; not where words, letters or sides matter."""
    tilt: Annotated[float, Field(ge=0, le=10)] = 5.0
    """The most that it is turned, in degrees."""
    source: str = "drawn for this project"
    licence: str = "MIT"
    attributes: Annotated[dict[Slug, Attribute], Field(min_length=1)]

    @model_validator(mode="after")
    def _known(self) -> "Template":
        if self.draw != FILE and self.draw not in DRAWINGS:
            raise rule(unknown_name(self.draw, [FILE, *DRAWINGS], "the drawings"), self.draw, ("draw",))
        for name, attribute in self.attributes.items():
            if isinstance(attribute, Presence) and self.draw != FILE:
                raise rule("count or choice; only a drawing from a file loses parts", "presence", ("attributes", name, "form"))
        return self

    def priors(self) -> dict[str, str]:
        """Return every value that the drawing needs, each attribute's being what prior knowledge expects."""
        return self.with_ | {name: attribute.prior for name, attribute in self.attributes.items()}


class Manifest(Strict):
    """The templates of one domain, by name."""

    domain: Literal[DOMAINS]
    templates: Annotated[dict[Slug, Template], Field(min_length=1)]


def load_manifest(path: str | Path) -> Manifest:
    """Read one domain's manifest.

    Raises UserError, in one line that names file and key, when the file is absent or no YAML, or a key is missing,
    unknown or holds what is not allowed.
    """
    try:
        manifest = Manifest.model_validate(load_yaml(path))
    except ValidationError as error:
        stop(problems_of(error, Manifest.model_json_schema()), lambda _: shown(path))
    if manifest.domain != Path(path).stem:
        raise UserError(f"{shown(path)}: domain: {manifest.domain!r} is not the name of the file; rename one of them")
    return manifest


def load_manifests(folder: str | Path) -> list[Manifest]:
    """Read the manifests of all domains in a folder, in the order of `DOMAINS`. Raises UserError as `load_manifest`."""
    return [load_manifest(Path(folder) / f"{domain}.yaml") for domain in DOMAINS]
