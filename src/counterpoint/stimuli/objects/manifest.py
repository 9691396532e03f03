"""The manifest of what is drawn: one YAML file a domain, its templates and their attributes, read and checked."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from counterpoint.errors import UserError
from counterpoint.problems import shown, stop
from counterpoint.stimuli.objects.drawn import drawing_problems
from counterpoint.stimuli.objects.template import Template
from counterpoint.validation import Slug, Strict, problems_of
from counterpoint.yaml_files import load_yaml

DOMAINS = ("existence", "counting", "fashion", "industry")
"""The four domains that are drawn; each is the name of its manifest, without the suffix."""
DRAWINGS = "drawings"
"""The folder of the SVG files, beside the manifests."""


class Manifest(Strict):
    """The templates of one domain, by name."""

    domain: Literal[DOMAINS]
    templates: Annotated[dict[Slug, Template], Field(min_length=1)]


def load_manifest(path: str | Path) -> Manifest:
    """Read one domain's manifest, and draw everything in it once.

    Raises UserError, in one line that names file and key, when the file is absent or no YAML, a key is missing,
    unknown or holds what is not allowed, or an edit cannot be drawn or changes other parts than it declares.
    """
    try:
        manifest = Manifest.model_validate(load_yaml(path))
    except ValidationError as error:
        stop(problems_of(error, Manifest.model_json_schema()), lambda _: shown(path))
    if manifest.domain != Path(path).stem:
        raise UserError(f"{shown(path)}: domain: {manifest.domain!r} is not the name of the file; rename one of them")
    drawings = Path(path).parent / DRAWINGS
    found = [p for name, template in manifest.templates.items() for p in drawing_problems(name, template, drawings)]
    if found:
        stop(found, lambda _: shown(path))
    return manifest


def load_manifests(folder: str | Path) -> list[Manifest]:
    """Read the manifests of all domains in a folder, in the order of `DOMAINS`. Raises UserError as `load_manifest`."""
    return [load_manifest(Path(folder) / f"{domain}.yaml") for domain in DOMAINS]
