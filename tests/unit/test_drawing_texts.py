"""Texts and scales of a drawing: how they break, stand out, and end."""

import pytest
from chart_samples import chart_of, variant_of
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.stimuli.charts.drawing.axes import named_scale, round_scale
from counterpoint.stimuli.charts.drawing.frame import over_white
from counterpoint.stimuli.charts.drawing.texts import contrast, fitted, ink_on, text_width, tries, wrapped
from counterpoint.stimuli.charts.specs.palette import INK


def test_texts_break_where_their_lines_are_shortest():
    assert wrapped("Papua New Guinea", 1) == "Papua New Guinea"
    assert wrapped("Papua New Guinea", 2) == "Papua New\nGuinea"
    assert wrapped("Papua New Guinea", 3) == "Papua\nNew\nGuinea"
    assert wrapped("Liechtenstein", 3) == "Liechtenstein"


def test_texts_take_the_largest_size_that_fits_and_no_needless_line():
    sizes = (12, 10, 8)
    room = text_width("United Kingdom", 10)
    assert fitted(["United Kingdom"], room, 100, tries(2, sizes)) == (["United Kingdom"], 10)
    assert fitted(["United Kingdom", "Chad"], room * 0.75, 100, tries(2, sizes)) == (["United\nKingdom", "Chad"], 12)
    assert fitted(["United Kingdom"], 20, 100, tries(2, sizes)) is None


def test_a_text_of_many_words_that_fits_no_box_is_given_up_without_trying_its_billions_of_breaks():
    assert fitted([" ".join(["word"] * 2000)], 60, 200, tries(6, (12, 8))) is None


@given(st.integers(0, 0xFFFFFF))
@settings(max_examples=50)
def test_a_text_stands_out_from_any_ground(ground):
    colour = f"#{ground:06X}"
    assert contrast(ink_on(colour), colour) >= 3.9


def test_contrast_and_opacity_by_hand():
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert ink_on("#FFFFFF") == INK
    assert over_white("#0072B2", 1) == "#0072B2"
    assert over_white("#000000", 0.2) == "#CCCCCC"


def test_positions_run_in_the_order_of_the_table_or_against_it():
    chart = chart_of("short_area")
    forwards, backwards = (named_scale(variant_of(chart, backwards=turned), 0.5) for turned in (False, True))
    assert forwards.places == (0, 1, 2) and backwards.places == (2, 1, 0)
    assert forwards.categories == backwards.categories == ("Monday", "Tuesday", "Wednesday")


def test_a_scale_ends_at_round_numbers_with_room_above_the_highest_value():
    scale = round_scale([3, 99], zero=True)
    assert (scale.low, scale.high) == (0, 120)
    assert scale.labels[-1] == "120"
    assert round_scale([1200, 3900], zero=False).labels[0] == "1,000"
