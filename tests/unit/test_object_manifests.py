"""Mistakes in the manifests of drawn pairs and in their SVG files: one line that names file and key."""

import re
import shutil
from pathlib import Path

import pytest
import yaml

from counterpoint.errors import UserError
from counterpoint.stimuli.objects.manifest import load_manifest

RESOURCES = Path(__file__).resolve().parents[2] / "resources" / "objects"
COUNT = {
    "draw": "quadruped",
    "with": {"animal": "dog"},
    "attributes": {
        "legs": {
            "form": "count",
            "object": "dog",
            "thing": "leg",
            "prior": 4,
            "edits": {5: "addition", 3: "removal"},
            "changed": ["leg"],
        }
    },
}
CHOICE = {
    "draw": "tennis_ball",
    "attributes": {
        "colour": {
            "form": "choice",
            "question": "What colour is the ball?",
            "yes_no": "Is the ball {value}?",
            "statement": "The ball is {value}.",
            "prior": "yellow",
            "edits": {"pink": "recolouring", "blue": "recolouring"},
            "distractors": ["red"],
            "changed": ["ball"],
        }
    },
}
PRESENCE = {
    "draw": "file",
    "with": {"file": "mug"},
    "palette": {"glaze": ["#c8352e"]},
    "attributes": {"handle": {"form": "presence", "object": "mug", "part": "handle", "others": ["rim", "steam"]}},
}


def changed(template, *steps):
    """Return a copy of a template with the last step's value under the steps before, or without it where it is None."""
    copy = yaml.safe_load(yaml.safe_dump(template))
    *way, last, value = steps
    place = copy
    for step in way:
        place = place[step]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return copy


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(RESOURCES / "drawings", tmp_path / "drawings")
    return tmp_path


def load(folder, template, domain="counting"):
    path = folder / "counting.yaml"
    path.write_text(yaml.safe_dump({"domain": domain, "templates": {"thing": template}}))
    return load_manifest(path)


@pytest.mark.parametrize("template", [COUNT, CHOICE, PRESENCE])
def test_right_templates_are_read(folder, template):
    assert list(load(folder, template).templates) == ["thing"]


LEGS, COLOUR, HANDLE = ("attributes", "legs"), ("attributes", "colour"), ("attributes", "handle")
MISTAKES = [
    (changed(COUNT, "draw", "quadrupet"), "draw.*did you mean quadruped"),
    (changed(COUNT, "drwa", "x"), "drwa.*unknown key"),
    (changed(COUNT, "tilt", 45), "tilt.*from 0 to 10"),
    (changed(COUNT, "with", "animal", "cta"), "with: the drawing quadruped lacks a value or cannot draw it"),
    (changed(COUNT, "with", "animal", None), "with: the drawing quadruped lacks a value"),
    (changed(COUNT, *LEGS, "prior", "four"), "whole number"),
    (changed(COUNT, *LEGS, "edits", {4: "addition"}), "a number other than the prior"),
    (changed(COUNT, *LEGS, "edits", {5: "removal"}), "addition where there are more"),
    (changed(COUNT, *LEGS, "edits", {5: "swap"}), "addition where there are more"),
    (changed(COUNT, *LEGS, "edits", {5: "additon"}), "did you mean addition"),
    (changed(COUNT, *LEGS, "edits", {9: "addition"}), r"edits\.9: .*cannot be drawn"),
    (changed(COUNT, *LEGS, "changed", ["tail"]), r"edits\.[35]: changes parts that are not declared \(leg\)"),
    (changed(COUNT, *LEGS, "thing", None), "thing: is missing"),
    (changed(COUNT, *LEGS, "form", "sum"), "form"),
    (changed(CHOICE, *COLOUR, "yes_no", "Is it so?"), "yes_no.*holds {value} once"),
    (changed(CHOICE, *COLOUR, "distractors", []), "distractors"),
    (changed(CHOICE, *COLOUR, "question", "How is the ball?"), "noun: .*a noun, unless"),
    (changed(CHOICE, *COLOUR, "noun", "the colour"), "noun: .*a noun, unless"),
    (changed(CHOICE, *COLOUR, "distractors", ["pink"]), "each name once"),
    (changed(CHOICE, *COLOUR, "edits", "teal", "recolouring"), r"edits\.teal: .*cannot be drawn"),
    (changed(CHOICE, *COLOUR, "form", "presence"), "allowed"),
    (changed(PRESENCE, "with", "file", "../mug"), "with.*name of an SVG file"),
    (changed(PRESENCE, "with", "file", "jug"), "jug.svg: cannot be read"),
    (changed(PRESENCE, "palette", {}), "mug.svg: names a colour without a palette"),
    (changed(PRESENCE, "palette", {"glaze": ["red"]}), r"palette\.glaze"),
    (changed(PRESENCE, "attributes", {"ear": PRESENCE["attributes"]["handle"]}), "has no part with the id 'ear'"),
    (changed(PRESENCE, *HANDLE, "others", ["rim"]), "others: .*two or more parts"),
    (changed(PRESENCE, "attributes", {}), "attributes"),
]


@pytest.mark.parametrize(("template", "text"), MISTAKES)
def test_a_mistake_is_one_line_with_file_and_key(folder, template, text):
    with pytest.raises(UserError) as caught:
        load(folder, template)
    message = str(caught.value)
    assert "\n" not in message
    assert re.search(r"(counting\.yaml|\.svg): ", message)
    assert re.search(text, message), message


def test_a_domain_is_the_name_of_its_file(folder):
    with pytest.raises(UserError, match=r"counting\.yaml: domain: 'fashion' is not the name of the file"):
        load(folder, COUNT, "fashion")


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("<svg", "is not XML"),
        ('<svg xmlns="http://www.w3.org/2000/svg"/>', "square viewBox"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 8"/>', "square viewBox"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g/></svg>', "has no id"),
    ],
)
def test_a_faulty_svg_file_is_named(folder, content, text):
    (folder / "drawings" / "mug.svg").write_text(content)
    with pytest.raises(UserError, match=rf"mug\.svg: .*{text}"):
        load(folder, PRESENCE)
