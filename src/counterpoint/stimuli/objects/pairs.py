"""Pairs of an original and its edits: drawn from a template and a seed, with truth, mask and box."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from counterpoint.stimuli.objects.drawing import DRAWINGS, FILE
from counterpoint.stimuli.objects.drawing.files import from_file
from counterpoint.stimuli.objects.manifest import Template
from counterpoint.stimuli.objects.raster import render
from counterpoint.stimuli.objects.scene import PIXELS, Scene, document, make_scene
from counterpoint.stimuli.objects.style import Style
from counterpoint.stimuli.objects.svg import Part
from counterpoint.stimuli.objects.wording import Edit, Wording

ANTIALIASING = 2
"""Pixels by which a change may reach beyond the declared elements: their blurred edges."""

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in px; right and bottom lie just outside."""


@dataclass(frozen=True, eq=False)
class Pair:
    """An original and a counterfactual picture of it that differ in one attribute.

    `original` and `edited` are RGB, uint8, height x width x 3. `mask` is True where they differ; `region` where the
    declared elements lie in either of them; both height x width. `box` is the mask's. `prior` is the value that prior
    knowledge expects, `original_value` and `edited_value` are what the pictures show. Pairs of one original share
    `original_id`, and its picture.
    """

    pair_id: str
    original_id: str
    domain: str
    template: str
    attribute: str
    edit: Edit
    prior: str
    original_value: str
    edited_value: str
    wording: Wording
    original: np.ndarray
    edited: np.ndarray
    mask: np.ndarray
    region: np.ndarray
    box: Box
    source: str
    licence: str


def pairs_of(domain: str, name: str, template: Template, seed: int, number: int, drawings: str | Path) -> Iterator[Pair]:
    """Yield the pairs of one original: each attribute of a template with each of its edits, in their order.

    `number` tells the originals of a template apart: background, place, size, tilt and colours follow from the run's
    seed, the template's name and it alone. `drawings` is the folder of the SVG files. Raises UserError when a drawing
    is absent or faulty; ValueError when an edit changes other parts than it declares, or nothing that can be seen.
    """
    names = ("objects", name, number)
    scene, style = make_scene(seed, names, template.tilt, template.flip), Style(seed, names)
    priors = template.priors()
    parts = _draw(template, priors, style, Path(drawings))
    original = _picture(scene, parts)
    for attribute, spec in template.attributes.items():
        for value, edit in spec.edits.items():
            pair_id = f"{name}/{number}/{attribute}/{list(spec.edits).index(value)}"
            edited_parts = _draw(template, priors | {attribute: value}, style, Path(drawings))
            changed = _changed(parts, edited_parts)
            if stray := {part.name for part in changed} - _declared(changed, spec.changes(attribute)):
                raise ValueError(f"{pair_id}: changes {sorted(stray)}, which it does not declare")
            edited = _picture(scene, edited_parts)
            mask = (original != edited).any(axis=2)
            if not mask.any():
                raise ValueError(f"{pair_id}: changes nothing that can be seen")
            yield Pair(
                pair_id=pair_id,
                original_id=f"{name}/{number}",
                domain=domain,
                template=name,
                attribute=attribute,
                edit=edit,
                prior=spec.prior,
                original_value=spec.prior,
                edited_value=value,
                wording=spec.wording(),
                original=original,
                edited=edited,
                mask=mask,
                region=_coverage(scene, [part for part in changed if part in parts])
                | _coverage(scene, [part for part in changed if part in edited_parts]),
                box=box_of(mask),
                source=template.source,
                licence=template.licence,
            )


def box_of(mask: np.ndarray) -> Box:
    """Return the smallest box around the True pixels of a mask that has any."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def _draw(template: Template, values: dict[str, str], style: Style, drawings: Path) -> list[Part]:
    if template.draw == FILE:
        return from_file(drawings, values, style, template.palette)
    return DRAWINGS[template.draw](values, style)


def _picture(scene: Scene, parts: list[Part]) -> np.ndarray:
    return np.ascontiguousarray(render(document(scene, parts, ground=True), PIXELS)[:, :, :3])


def _coverage(scene: Scene, parts: list[Part]) -> np.ndarray:
    """Return where parts would show, were they alone and unhidden: height x width, True for any opacity."""
    return render(document(scene, parts, ground=False), PIXELS)[:, :, 3] > 0


def _changed(one: list[Part], other: list[Part]) -> list[Part]:
    """Return the parts that stand in one of two drawings only."""
    return [part for part in one if part not in other] + [part for part in other if part not in one]


def _declared(parts: list[Part], kinds: tuple[str, ...]) -> set[str]:
    return {part.name for part in parts if part.name.split("/")[0] in kinds}
