"""A blur target is asked about only when text recognition reads it in the clean picture and not once blurred."""

import numpy as np
import pytest
from pictured_figures import LABELS, drawn, target

from counterpoint.stimuli.transforms import blur
from counterpoint.suites.scifig.pictures.legibility import legibility, likeness, plain, why_unreadable
from counterpoint.tables import as_table

TEXTS = (*LABELS, "Biomass carbon", "Peak", "10", "30")


def rows_of(pixels, edges, texts):
    return legibility(pixels, [target(text, text, edges[text]) for text in texts])


@pytest.mark.parametrize("size", [8, 12])
def test_labels_upright_turned_white_on_dark_and_short_are_read_clean_and_not_once_blurred(size):
    rows = rows_of(*drawn(1, size), TEXTS)
    assert [row["target_id"] for row in rows if why_unreadable(row)] == []
    assert [plain(row["read_clean"]) for row in rows] == [plain(text) for text in TEXTS]
    as_table("scifig_legibility", rows)


def test_a_blur_that_is_too_weak_is_found_out(monkeypatch):
    monkeypatch.setattr(blur, "SIGMA", 1.0)
    rows = rows_of(*drawn(1, 12), LABELS)
    assert {why_unreadable(row) for row in rows} == {"legible_blurred"}
    assert [plain(row["read_blurred"]) for row in rows] == [plain(text) for text in LABELS]


def test_a_text_that_is_not_where_its_box_is_cannot_be_read_to_begin_with():
    pixels, edges = drawn(1)
    elsewhere = [target("swapped", "Control", edges["Biochar"]), target("empty", "Control", (0, 0, 20, 8))]
    rows = legibility(pixels, elsewhere)
    assert [why_unreadable(row) for row in rows] == ["illegible_clean"] * 2
    assert plain(rows[0]["read_clean"]) == plain("Biochar") and rows[1]["read_clean"] is None


def test_a_text_covered_by_noise_is_illegible_to_begin_with():
    pixels, edges = drawn(1)
    noisy = np.random.default_rng(1).integers(0, 256, pixels.shape, np.uint8)
    assert [why_unreadable(row) for row in rows_of(noisy, edges, ["Nitrogen"])] == ["illegible_clean"]


@pytest.mark.parametrize(
    ("read", "text"),
    [
        ("2O1O", "2010"),
        ("l0", "10"),
        ("biomass  carbon", "Biomass carbon"),
        ("-5", "−5"),
        ("5–10", "5-10"),
        ("（mg/kg)", "(mg/kg)"),
        ("m2", "m²"),
    ],
)
def test_readings_that_differ_in_space_case_dash_or_lookalike_are_equal(read, text):
    assert plain(read) == plain(text) and likeness(read, text) == 1


@pytest.mark.parametrize(("read", "text"), [("5", "-5"), ("15", "1.5"), ("2015", "2010"), ("Nitrogen", "Nitrate")])
def test_readings_that_differ_in_a_character_that_counts_are_not(read, text):
    assert plain(read) != plain(text) and likeness(read, text) < 1


@pytest.mark.parametrize(
    ("read", "text", "expected"), [("lne", "Indonesia", 1 / 3), ("", "10", 0), ("Nitro", "Nitrogen", 5 / 8)]
)
def test_likeness_is_the_share_of_the_longer_text_that_agrees(read, text, expected):
    assert likeness(read, text) == likeness(text, read) == pytest.approx(expected)
