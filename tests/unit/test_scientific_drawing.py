"""Scientific figures as drawn: no text is covered or cut off, all are legible, and marks are true to the data."""

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scientific_pixels import digests

from counterpoint.stimuli.scientific.drawing import draw
from counterpoint.stimuli.scientific.experiments import figures
from counterpoint.stimuli.scientific.page import typeset
from counterpoint.stimuli.scientific.page_text import SECTIONS, plain_caption, words_of
from counterpoint.stimuli.scientific.spec import ScientificFigure

ROOT = Path(__file__).parents[2]
FULL = 250
WHITE = 255


@pytest.fixture(scope="module", params=[60, pytest.param(FULL, marks=pytest.mark.slow)])
def drawn(request) -> list[tuple[ScientificFigure, tuple[int, int], list[dict]]]:
    """The first figures of the full design, or all, each with the size of its picture and its elements."""
    pictures = map(draw, figures(request.param, 20))
    return [(picture.figure, picture.image.size, picture.elements) for picture in pictures]


def texts(elements: list[dict]) -> list[dict]:
    return [element for element in elements if element["text"] is not None]


def box(element: dict) -> np.ndarray:
    return np.array([element[edge] for edge in ("x0", "y0", "x1", "y1")])


def meet(a: np.ndarray, b: np.ndarray) -> bool:
    return bool((a[:2] < b[2:]).all() and (b[:2] < a[2:]).all())


def test_no_text_overlaps_another_or_is_cut_off(drawn):
    for figure, size, elements in drawn:
        boxes = [box(element) for element in texts(elements)]
        for one, other in combinations(range(len(boxes)), 2):
            names = [texts(elements)[number]["text"] for number in (one, other)]
            assert not meet(boxes[one], boxes[other]), (figure.figure_id, names)
        for element, place in zip(texts(elements), boxes, strict=True):
            assert place[:2].min() >= 2, (figure.figure_id, element["text"])
            assert (place[2:] <= np.array(size) - 2).all(), (figure.figure_id, element["text"])


def test_texts_are_at_least_fourteen_px_tall(drawn):
    for _, _, elements in drawn:
        for element in texts(elements):
            x0, y0, x1, y1 = box(element)
            assert min(x1 - x0, y1 - y0) >= (14 if len(element["text"]) > 1 else 10)


def test_pictures_are_as_large_as_in_a_paper(drawn):
    assert all(1200 <= width <= 1800 for _, (width, _), _ in drawn)


def test_every_text_of_a_figure_is_drawn(drawn):
    for figure, _, elements in drawn:
        shown = {element["text"] for element in texts(elements)}
        wanted = {figure.title, *figure.categories}
        if figure.chart_type != "pie":
            wanted |= {figure.x.label, figure.y.label}
            wanted |= set(figure.series) if figure.has_legend else set()
        if figure.reference is not None:
            wanted.add(figure.reference.label)
        wanted |= {f"({chr(97 + n)}) {p.title}" for n, p in enumerate(figure.panels) if len(figure.panels) > 1}
        assert wanted <= shown, figure.figure_id
        assert len({element["element_id"] for element in elements}) == len(elements)


def test_a_legend_inside_covers_no_mark(drawn):
    found = 0
    for figure, _, elements in drawn:
        if figure.legend != "inside":
            continue
        found += 1
        entries = [element for element in elements if element["role"] == "legend_entry"]
        swatches = np.concatenate([np.reshape(entry["polygon"], (-1, 2)) for entry in entries])
        boxes = np.array([box(entry) for entry in entries])
        low = np.minimum(swatches.min(axis=0), boxes[:, :2].min(axis=0))
        high = np.maximum(swatches.max(axis=0), boxes[:, 2:].max(axis=0))
        for element in elements:
            if element["role"] == "mark":
                points = np.reshape(element["polygon"], (-1, 2))
                if element["category"] is None:  # a line: along its way
                    steps = np.linspace(0, 1, 50)[:, None, None]
                    points = (points[:-1] + steps * np.diff(points, axis=0)).reshape(-1, 2)
                    assert not ((points > low) & (points < high)).all(axis=1).any(), figure.figure_id
                else:
                    assert not meet(box(element), np.concatenate([low, high])), figure.figure_id
    assert found > 0.08 * len(drawn)


def tick_places(elements: list[dict], group: str | None, axis: int) -> tuple[np.ndarray, np.ndarray]:
    """Values of ticks and where they stand along an axis of the picture, of the panel's own ticks where it has any."""
    ticks = [e for e in elements if e["role"] == "tick" and e["series"] == "y"]
    own = [e for e in ticks if e["group"] == group] or [e for e in ticks if e["group"] in (None, "0")]
    return np.array([e["value"] for e in own]), np.array([e["polygon"][axis] for e in own])


def measured(figure: ScientificFigure, elements: list[dict]) -> Iterator[tuple[float, float]]:
    """Return each mark's value and what is read for it between the ticks in the picture."""
    axis = 0 if figure.horizontal else 1
    for element in elements:
        if element["role"] != "mark" or element["category"] is None or element["group"] not in (None, "0", "1"):
            continue
        values, places = tick_places(elements, element["group"], axis)
        scale = np.log10(values) if figure.y.log else values
        slope, start = np.polyfit(places, scale, 1)
        x0, y0, x1, y1 = box(element)
        sides = [x1, x0] if figure.horizontal else [y0, y1]
        ends = [(y0 + y1) / 2] if figure.chart_type == "line" else sides
        read = [start + slope * end for end in ends]
        if figure.y.log:
            read = [10 ** read[0]]
        elif figure.arrangement == "stacked":
            read = [read[0] - read[1]]
        yield element["value"], read[0]


def test_bars_and_points_stand_at_their_values(drawn):
    for figure, _, elements in drawn:
        if figure.chart_type == "pie":
            continue
        pairs = list(measured(figure, elements))
        assert len(pairs) >= len(figure.categories) * len(figure.series)
        for value, read in pairs:
            if figure.y.log:
                assert read == pytest.approx(value, rel=0.12)
            else:
                assert read == pytest.approx(value, abs=0.016 * (figure.ticks[-1] - figure.ticks[0]))


def area(points: np.ndarray) -> float:
    x, y = points.T
    return abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2


def test_slices_are_as_large_as_their_shares(drawn):
    for figure, _, elements in drawn:
        if figure.chart_type != "pie":
            continue
        for group in {element["group"] for element in elements if element["role"] == "mark"}:
            marks = [e for e in elements if e["role"] == "mark" and e["group"] == group]
            areas = np.array([area(np.reshape(e["polygon"], (-1, 2))) for e in marks])
            assert np.allclose(areas / areas.sum() * 100, [e["value"] for e in marks], atol=0.4), figure.figure_id


def test_boxes_hold_the_ink_of_their_texts():
    for figure in figures(25, 20):
        picture = draw(figure)
        grey = np.asarray(picture.image.convert("L"))
        for element in picture.elements:
            if element["role"] not in ("title", "axis_title", "panel_title"):
                continue
            x0, y0, x1, y1 = np.round(box(element) + np.array([-1, -1, 1, 1])).astype(int)  # edges are blurred
            inside = grey[y0:y1, x0:x1]
            around = grey[y0 - 3 : y1 + 3, x0 - 3 : x1 + 3]
            dark = np.argwhere(inside < 128)
            assert len(dark) > 20
            assert (around < 128).sum() == (inside < 128).sum(), (figure.figure_id, element["text"])
            assert (np.ptp(dark, axis=0) >= 0.55 * np.array(inside.shape)).all()


SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from scientific_pixels import digests
print("\\n".join(digests()))
"""


def test_pixels_are_the_same_in_another_process_folder_locale_and_hash_seed(tmp_path):
    (tmp_path / "matplotlibrc").write_text("font.size: 22\naxes.facecolor: red\nlines.linewidth: 9\n")
    own = {"PYTHONPATH": str(ROOT / "src"), "PYTHONHASHSEED": "7", "LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8"}
    there = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(Path(__file__).parent)],
        cwd=tmp_path,
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert there.splitlines() == digests()


@pytest.mark.parametrize("number", [1, 3, 6, 12, 20, 30])
def test_a_page_holds_its_figure_and_two_full_columns(number):
    figure = list(figures(number, 20))[-1]
    picture = draw(figure)
    page = typeset(figure, picture.image, plain_caption(figure))
    left, top, right, bottom = page.box
    pixels = np.asarray(page.image)
    shown = picture.image.resize((right - left, bottom - top), 1)
    assert (pixels[top:bottom, left:right] == np.asarray(shown)).all()
    grey = pixels[..., 0].copy()
    grey[top:bottom, left:right] = WHITE
    ring = grey[top - 8 : bottom + 8, left - 8 : right + 8]
    assert (ring == WHITE).all(), "text runs into the figure"
    height, width = grey.shape
    assert (grey[:, :100] == WHITE).all()
    assert (grey[:, width - 100 :] == WHITE).all()
    for columns in (slice(0, width // 2), slice(width // 2, width)):
        rows = np.flatnonzero((grey[: height - 120, columns] < 128).any(axis=1))
        filled = np.union1d(rows, np.arange(top, bottom) if left < columns.stop and right > columns.start else [])
        assert np.diff(filled).max() < 110, "a column is not full"
        assert filled[-1] > height - 290  # a heading and its first lines may have gone on


def test_a_page_says_nothing_of_what_the_figure_shows():
    for number, figure in enumerate(figures(60, 20)):
        words = words_of(figure, np.random.default_rng(number))
        said = " ".join([words.title, words.abstract, *(text for _, some in words.sections for text in some)])
        said = said.replace(f"Figure {words.number}", "")
        names = [figure.title, *figure.series, *figure.categories, *(panel.title for panel in figure.panels)]
        for name in sorted(names, key=len, reverse=True):
            said = said.replace(name, "")
        assert not any(character.isdigit() for character in said), (figure.figure_id, said)
        assert "{" not in said


def test_sentences_of_pages_occur_once():
    sentences = [sentence for some in SECTIONS.values() for sentence in some]
    assert len(sentences) == len(set(sentences))
