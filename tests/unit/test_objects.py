"""Drawn pairs: only the declared elements differ, the truth is what is drawn, and a seed gives the same pixels."""

import hashlib
import math
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.stimuli.objects.drawn import changed_parts, draw
from counterpoint.stimuli.objects.manifest import DOMAINS, load_manifests
from counterpoint.stimuli.objects.pairs import pairs_of
from counterpoint.stimuli.objects.raster import render_coverage
from counterpoint.stimuli.objects.scene import PIXELS, document, make_scene
from counterpoint.stimuli.objects.style import COLOURS, Style
from counterpoint.stimuli.objects.svg import SIDE, number
from counterpoint.stimuli.objects.wording import Count, Edit
from counterpoint.stimuli.views.region import box_of

SEED = 20260602
RESOURCES = Path(__file__).resolve().parents[2] / "resources" / "objects"
DRAWINGS = RESOURCES / "drawings"
MANIFESTS = {manifest.domain: manifest for manifest in load_manifests(RESOURCES)}
TEMPLATES = {f"{domain}/{name}": (domain, t) for domain, m in MANIFESTS.items() for name, t in m.templates.items()}
ANTIALIASING = 2
"""Pixels by which a change may reach beyond the declared elements: their blurred edges."""
LEAST_CHANGE = 400
"""Pixels of the smallest change: a square of 20 by 20, two thirds of a per mille of a side's 1024."""


def pairs(name, original=0, seed=SEED):
    domain, template = TEMPLATES[name]
    return list(pairs_of(domain, name.split("/")[1], template, seed, original, DRAWINGS))


def test_every_domain_has_its_originals_and_several_edits():
    for domain in DOMAINS:
        edits = [e for t in MANIFESTS[domain].templates.values() for a in t.attributes.values() for e in a.edits]
        assert len(MANIFESTS[domain].templates) >= 24
        assert len(edits) >= 48
    kinds = {e for _, t in TEMPLATES.values() for a in t.attributes.values() for e in a.edits.values()}
    assert kinds == set(Edit)


@pytest.mark.parametrize("name", TEMPLATES)
def test_only_the_declared_elements_differ(name):
    domain, template = TEMPLATES[name]
    found = pairs(name)
    names = ("objects", *name.split("/"), 0)
    scene, style = make_scene(SEED, names, template.tilt, template.flip), Style(SEED, names)
    parts = draw(template, template.priors(), style, DRAWINGS)
    assert (
        len({pair.pair_id for pair in found}) == len(found) == sum(len(a.edits) for a in template.attributes.values())
    )
    reach = np.ones((2 * ANTIALIASING + 1,) * 2, np.uint8)
    for pair in found:
        assert pair.domain == domain
        assert pair.original.shape == pair.edited.shape == (PIXELS, PIXELS, 3)
        assert np.array_equal(pair.mask, (pair.original != pair.edited).any(axis=2))
        edited = draw(template, template.priors() | {pair.attribute: pair.edited_value}, style, DRAWINGS)
        declared = [render_coverage(document(scene, p, ground=False), PIXELS) for p in changed_parts(parts, edited)]
        allowed = cv2.dilate((declared[0] | declared[1]).astype(np.uint8), reach) > 0
        assert not (pair.mask & ~allowed).any()
        assert pair.mask.sum() >= LEAST_CHANGE
        left, top, right, bottom = pair.evidence
        assert pair.mask[top:bottom, left:right].sum() == pair.mask.sum()
        assert pair.prior == pair.original_value != pair.edited_value


@pytest.mark.parametrize("name", TEMPLATES)
def test_nothing_is_cut_off_at_the_border(name):
    _, template = TEMPLATES[name]
    for original in range(2):
        names = ("objects", *name.split("/"), original)
        scene, style = make_scene(SEED, names, template.tilt, template.flip), Style(SEED, names)
        for attribute, spec in template.attributes.items():
            for value in (spec.prior, *spec.edits):
                parts = draw(template, template.priors() | {attribute: value}, style, DRAWINGS)
                drawn = render_coverage(document(scene, parts, ground=False), PIXELS)
                assert not drawn[[0, -1]].any() and not drawn[:, [0, -1]].any(), (original, attribute, value)


def kinds_of(template, attribute, value):
    parts = draw(template, template.priors() | {attribute: value}, Style(SEED, ("count",)), DRAWINGS)
    kinds = defaultdict(list)
    for part in parts:
        kinds[part.name.split("/")[0]].append(part)
    return kinds


@pytest.mark.parametrize("name", [name for name in TEMPLATES if name.startswith("counting/")])
def test_a_count_is_the_number_of_pieces_drawn(name):
    _, template = TEMPLATES[name]
    for attribute, spec in template.attributes.items():
        assert isinstance(spec, Count)
        kind = spec.changed[0]
        before = kinds_of(template, attribute, spec.prior)[kind]
        if before[0].name.endswith("/all"):
            continue  # one outline; `test_points_of_a_star_are_counted_in_the_picture` counts it
        for value in spec.edits:
            after = kinds_of(template, attribute, value)[kind]
            assert len({part.svg for part in after}) == len(after)
            assert len(after) - len(before) == int(value) - int(spec.prior)


@pytest.mark.parametrize(("name", "radius"), [("counting/star", 66), ("counting/starfish", 60)])
def test_points_of_a_star_are_counted_in_the_picture(name, radius):
    _, template = TEMPLATES[name]
    for pair in pairs(name):
        names = ("objects", *name.split("/"), 0)
        scene = make_scene(SEED, names, template.tilt, template.flip)
        for value in (pair.original_value, pair.edited_value):
            parts = draw(template, template.priors() | {pair.attribute: value}, Style(SEED, names), DRAWINGS)
            solid = render_coverage(document(scene, parts, ground=False), PIXELS)
            tilt, lower = math.radians(scene.tilt), 4 * scene.scale  # the star's centre is 4 units below the square's
            x, y = scene.x - lower * math.sin(tilt), scene.y + lower * math.cos(tilt)
            turns = np.linspace(0, 2 * np.pi, 3600, endpoint=False)
            ring = solid[
                np.round(y + radius * scene.scale * np.sin(turns)).astype(int),
                np.round(x + radius * scene.scale * np.cos(turns)).astype(int),
            ]
            ring = sum(np.roll(ring, shift).astype(int) for shift in range(-20, 21)) > 20  # steps of slanted edges go
            assert (ring & ~np.roll(ring, 1)).sum() == int(value)


@pytest.mark.parametrize("name", [n for n, (_, t) in TEMPLATES.items() if "colour" in t.attributes])
def test_a_recoloured_thing_has_the_colour_that_is_said(name):
    for pair in pairs(name):
        if pair.attribute != "colour":
            continue
        wanted = np.array([int(COLOURS[pair.edited_value][i : i + 2], 16) for i in (1, 3, 5)])
        share = (np.abs(pair.edited[pair.mask].astype(int) - wanted).max(axis=1) <= 2).mean()
        assert share > 0.5, (pair.pair_id, share)


def digests(names):
    return [hashlib.sha256(p.original.tobytes() + p.edited.tobytes()).hexdigest() for n in names for p in pairs(n)]


def test_pixels_are_the_same_in_another_process():
    names = [
        "existence/bicycle",
        "existence/alarm_clock",
        "counting/us_flag",
        "industry/clock_face",
        "fashion/linked_rings",
    ]
    code = f"import test_objects; print(*test_objects.digests({names}))"
    folder = Path(__file__).parent
    other = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    assert other.stdout.split() == digests(names)


def test_one_template_gives_many_distinct_originals():
    found = {
        hashlib.sha256(pairs("existence/mug", original)[0].original.tobytes()).hexdigest() for original in range(12)
    }
    assert len(found) == 12
    assert not np.array_equal(pairs("existence/mug")[0].original, pairs("existence/mug", seed=SEED + 1)[0].original)


def test_pairs_of_an_original_share_its_picture():
    found = pairs("existence/bicycle")
    assert len(found) == 3
    assert {pair.original_id for pair in found} == {"existence/bicycle/0"}
    assert all(pair.original is found[0].original for pair in found)


@pytest.mark.parametrize("name", TEMPLATES)
def test_questions_have_one_true_answer_and_do_not_name_the_edit(name):
    _, template = TEMPLATES[name]
    for attribute in template.attributes.values():
        wording = attribute.wording()
        values = [answer.value for answer in wording.answers]
        options = [answer.option.casefold() for answer in wording.answers]
        assert values[: 1 + len(attribute.edits)] == [attribute.prior, *attribute.edits]
        assert len(options) == len(set(options)) >= 4
        phrases = [answer.phrase for answer in wording.answers if answer.phrase]
        asked = [wording.yes_no.format(value=phrase) for phrase in phrases]
        assert len(set(asked)) == len(asked) >= 2
        assert all(text.endswith("?") and text[0].isupper() for text in (wording.question, wording.choice, *asked))
        assert wording.statement.endswith(".") and "{value}" in wording.statement
        text = " ".join((wording.question, wording.choice, wording.yes_no, wording.statement)).casefold()
        for word in ("remov", "missing", "edit", "recolour", "swap", "changed", "added", "counterfactual", "original"):
            assert word not in text


@pytest.mark.parametrize("name", TEMPLATES)
def test_source_and_licence_are_said(name):
    _, template = TEMPLATES[name]
    assert template.source and template.licence
    if template.source != "drawn for this project":
        assert (RESOURCES / template.licence.rsplit(" ", 1)[-1]).is_file()


def test_every_drawing_file_is_used():
    used = {t.with_["file"] for _, t in TEMPLATES.values() if t.draw == "file"}
    assert used == {path.stem for path in DRAWINGS.glob("*.svg")}


@given(st.data())
@settings(max_examples=60)
def test_a_box_is_the_smallest_around_a_mask(data):
    mask = np.zeros((12, 9), bool)
    points = data.draw(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 8)), min_size=1))
    for row, column in points:
        mask[row, column] = True
    left, top, right, bottom = box_of(mask)
    assert (left, right) == (min(c for _, c in points), max(c for _, c in points) + 1)
    assert (top, bottom) == (min(r for r, _ in points), max(r for r, _ in points) + 1)


@given(st.floats(-10 * SIDE, 10 * SIDE))
def test_numbers_are_written_to_two_decimals(value):
    text = number(value)
    assert abs(float(text) - value) <= 0.005 + 1e-9
    assert "e" not in text and text != "-0"
