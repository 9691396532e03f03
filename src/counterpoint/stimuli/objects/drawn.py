"""From a template and values to the parts of a drawing, and what of it an edit changes."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from counterpoint.problems import Problem, given
from counterpoint.stimuli.objects.drawing import DRAWINGS
from counterpoint.stimuli.objects.drawing.files import FILE, from_file
from counterpoint.stimuli.objects.style import Style
from counterpoint.stimuli.objects.svg import Part
from counterpoint.stimuli.objects.template import Template


def draw(template: Template, values: Mapping[str, str], style: Style, drawings: Path) -> list[Part]:
    """Return the parts of a template's drawing, back to front; `drawings` is the folder of the SVG files.

    Raises UserError when an SVG file is absent or faulty; KeyError or ValueError when a drawing function lacks a
    value, or cannot draw it.
    """
    if template.draw == FILE:
        return from_file(drawings, values, style, template.palette)
    return DRAWINGS[template.draw](values, style)


def changed_parts(one: list[Part], other: list[Part]) -> tuple[list[Part], list[Part]]:
    """Return the parts of each of two drawings that do not stand in the other one."""
    return [part for part in one if part not in other], [part for part in other if part not in one]


def drawing_problems(name: str, template: Template, drawings: Path) -> Iterator[Problem]:
    """Yield what is wrong with a template as one sees when it is drawn: values that the drawing lacks or cannot draw,
    edits that change other parts than they declare, or none. Raises UserError as `draw`.
    """
    style, key, priors = Style(0, ("check",)), ("templates", name), template.priors()
    try:
        original = draw(template, priors, style, drawings)
    except (KeyError, ValueError) as error:
        text = f"the drawing {template.draw} lacks a value or cannot draw it: {error}; give what it needs"
        yield Problem((*key, "with"), text)
        return
    for attribute, spec in template.attributes.items():
        for value in spec.edits:
            place = (*key, "attributes", attribute, "edits", value)
            try:
                before, after = changed_parts(original, draw(template, priors | {attribute: value}, style, drawings))
            except (KeyError, ValueError) as error:
                yield Problem(place, f"{given(value)} cannot be drawn by {template.draw} ({error}); take another value")
                continue
            kinds = {part.name.split("/")[0] for part in (*before, *after)}
            if not kinds:
                yield Problem(place, "changes nothing in the drawing; name an attribute and value of the drawing")
            elif stray := sorted(kinds - set(spec.changes(attribute))):
                yield Problem(place, f"changes parts that are not declared ({', '.join(stray)}); add them to `changed`")
