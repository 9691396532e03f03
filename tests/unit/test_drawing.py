"""The drawing of each chart type: shapes in proportion, boxes that hold, texts that can be read, looks exchanged."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from chart_samples import (
    COUNTRIES,
    OTHERS,
    SAMPLES,
    SOURCES,
    cells,
    chart_of,
    narrow,
    variant_of,
    wide,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.path import Path as Polygon
from matplotlib.text import Text

from counterpoint.errors import UserError
from counterpoint.states import STATES
from counterpoint.stimuli.charts.contents.classes import class_edges
from counterpoint.stimuli.charts.drawing.bubble import round_sizes
from counterpoint.stimuli.charts.drawing.frame import own_parameters
from counterpoint.stimuli.charts.drawing.histogram import edge_labels
from counterpoint.stimuli.charts.drawing.picture import DRAW, Drawn, draw, render
from counterpoint.stimuli.charts.drawing.state_shapes import signed_area, state_shapes
from counterpoint.stimuli.charts.drawing.treemap_layout import cell_boxes, group_boxes
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.png import flatten, load_png, save_png
from counterpoint.tables import as_table


@pytest.fixture(scope="module")
def drawn() -> dict[str, Drawn]:
    return {name: draw(variant_of(chart_of(name))) for name in SAMPLES | OTHERS}


def marks(drawn: Drawn) -> list[dict[str, Any]]:
    """Return the marks that stand for a value."""
    return [row for row in drawn.elements if row["role"] == "mark" and row["category"]]


def outline(row: dict[str, Any]) -> np.ndarray:
    return np.array(row["polygon"]).reshape(-1, 2)


def area(row: dict[str, Any]) -> float:
    return abs(signed_area(outline(row)))


def pixels(drawn: Drawn) -> np.ndarray:
    return np.asarray(drawn.image)[..., :3].astype(int)


def differing(a: Drawn, b: Drawn) -> np.ndarray:
    """Return (n, 2) places x, y where two pictures differ."""
    return np.argwhere((pixels(a) != pixels(b)).any(axis=2))[:, ::-1]


def inside_some(places: np.ndarray, boxes: list[dict[str, Any]], room: float = 1) -> bool:
    """Return whether every place lies in the box of some element."""
    inside = [
        (places[:, 0] >= box["x0"] - room)
        & (places[:, 0] <= box["x1"] + room)
        & (places[:, 1] >= box["y0"] - room)
        & (places[:, 1] <= box["y1"] + room)
        for box in boxes
    ]
    return bool(np.any(inside, axis=0).all())


# Every type


def test_every_type_has_a_drawing_and_a_sample():
    assert set(DRAW) == set(KINDS) == set(SAMPLES)


@pytest.mark.parametrize("name", SAMPLES | OTHERS)
def test_every_value_has_its_mark_in_the_picture(drawn, name):
    assert len(as_table("elements", drawn[name].elements)) == len(drawn[name].elements)
    shown = {(row["category"], row["series"], row["group"]): row["value"] for row in marks(drawn[name])}
    assert shown == {(fact.category, fact.series, fact.group): fact.value for fact in drawn[name].variant.table}
    for row in marks(drawn[name]):
        assert 0 <= row["x0"] < row["x1"] <= 800
        assert 0 <= row["y0"] < row["y1"] <= 600


@pytest.mark.parametrize("name", SAMPLES | OTHERS)
def test_no_text_meets_another_or_leaves_the_picture_or_is_too_small(drawn, name):
    texts = [row for row in drawn[name].elements if row["text"]]
    assert min(part.artist.get_fontsize() for part in drawn[name].parts if isinstance(part.artist, Text)) >= 8
    for number, a in enumerate(texts):
        assert a["x0"] >= 0 and a["y0"] >= 0 and a["x1"] <= 800 and a["y1"] <= 600, a["text"]
        for b in texts[number + 1 :]:
            apart = a["x1"] <= b["x0"] or b["x1"] <= a["x0"] or a["y1"] <= b["y0"] or b["y1"] <= a["y0"]
            assert apart, (a["text"], b["text"])


@pytest.mark.parametrize("name", SAMPLES)
def test_hiding_an_element_changes_pixels_inside_its_box_only(drawn, name):
    before = pixels(drawn[name])
    with own_parameters():
        for number in _first_and_last(drawn[name]):
            part, row = drawn[name].parts[number], drawn[name].elements[number]
            part.artist.set_visible(False)
            changed = (np.asarray(render(drawn[name].figure))[..., :3] != before).any(axis=2)
            part.artist.set_visible(True)
            rows, columns = np.nonzero(changed)
            assert len(rows), f"hiding {row['element_id']} {row['text']} changes nothing"
            ink = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1])
            box = np.array([row["x0"], row["y0"], row["x1"], row["y1"]])
            assert (ink[:2] >= box[:2] - 2).all() and (ink[2:] <= box[2:] + 2).all(), (row["element_id"], ink, box)
            if part.role == "mark" and part.category and name != "pie":  # a sector's white edge covers its tip
                assert np.abs(ink - box).max() <= 2.5, (row["element_id"], ink, box)


def _first_and_last(drawn: Drawn) -> list[int]:
    """Return the numbers of the first and the last part of each role, marks with and without a category apart."""
    found: dict[tuple, list[int]] = {}
    for number, part in enumerate(drawn.parts):
        found.setdefault((part.role, part.category is None, part.series in ("x", "y")), []).append(number)
    return [number for numbers in found.values() for number in (numbers[0], numbers[-1])]


@pytest.mark.parametrize("name", SAMPLES)
def test_the_colour_of_marks_and_legend_is_that_of_their_pixels(drawn, name):
    picture = pixels(drawn[name])
    coloured = [row for row in drawn[name].elements if row["role"] in ("mark", "legend_entry") and row["polygon"]]
    for row in coloured:
        (x0, y0), (x1, y1) = outline(row).min(axis=0) - 1, outline(row).max(axis=0) + 1
        part = picture[max(int(y0), 0) : int(y1) + 1, max(int(x0), 0) : int(x1) + 1].reshape(-1, 3)
        wanted = [int(row["colour"][place : place + 2], 16) for place in (1, 3, 5)]
        assert np.abs(part - wanted).max(axis=1).min() <= 2, (row["element_id"], row["colour"])


@pytest.mark.parametrize("name", SAMPLES)
def test_drawing_twice_gives_the_same_pixels(drawn, name):
    again = draw(drawn[name].variant)
    assert (pixels(again) == pixels(drawn[name])).all()
    assert again.elements == drawn[name].elements


def test_a_drawn_picture_survives_its_png_file(drawn, tmp_path):
    picture = flatten(drawn["choropleth"].image).image
    saved = save_png(picture, tmp_path)
    assert load_png(saved.path).image.tobytes() == picture.tobytes()


# Proportions


@pytest.mark.parametrize("name", ["bar", "stacked_bar", "stacked_100", "histogram", "area", "stacked_area"])
def test_heights_are_proportional_to_values(drawn, name):
    lengths = [(row["y1"] - row["y0"]) / row["value"] for row in marks(drawn[name])]
    assert max(lengths) / min(lengths) == pytest.approx(1, rel=1e-6)


def test_a_whole_of_100_percent_takes_the_whole_axis(drawn):
    france = [row for row in marks(drawn["stacked_100"]) if row["category"] == "France"]
    assert sum(row["y1"] - row["y0"] for row in france) == pytest.approx(447)
    ticks = [row["text"] for row in drawn["stacked_100"].elements if row["role"] == "tick" and row["series"] == "y"]
    assert ticks == [str(tick) for tick in range(0, 101, 10)]


def test_segments_stand_on_each_other_in_the_order_of_the_look_and_the_legend_reads_from_the_top(drawn):
    france = [row for row in marks(drawn["stacked_bar"]) if row["category"] == "France"]
    assert [row["series"] for row in france] == SOURCES
    assert all(below["y0"] == pytest.approx(above["y1"]) for below, above in pairwise(france))
    legend = [row for row in drawn["stacked_bar"].elements if row["role"] == "legend_entry"]
    assert [row["series"] for row in sorted(legend, key=lambda row: row["y0"])] == SOURCES[::-1]
    assert {row["series"]: row["colour"] for row in legend} == drawn["stacked_bar"].variant.look.colours


def test_bins_touch_and_have_ticks_at_their_edges(drawn):
    bins = marks(drawn["histogram"])
    assert all(left["x1"] == pytest.approx(right["x0"]) for left, right in pairwise(bins))
    ticks = [row for row in drawn["histogram"].elements if row["role"] == "tick" and row["series"] == "x"]
    assert [tick["polygon"][0] for tick in ticks] == pytest.approx([*(b["x0"] for b in bins), bins[-1]["x1"]])
    assert [tick["text"] for tick in ticks][:2] == ["1,000", "1,250"]
    assert edge_labels([0.1, 0.15000000000000002, 0.2]) == ("0.10", "0.15", "0.20")


@pytest.mark.parametrize("name", ["bubble", "three_bubbles"])
def test_areas_of_bubbles_and_of_their_legend_are_proportional_to_sizes(drawn, name):
    sizes = {fact.category: fact.size for fact in drawn[name].variant.table}
    ratios = [area(row) / sizes[row["category"]] for row in marks(drawn[name])]
    legend = [row for row in drawn[name].elements if row["role"] == "legend_entry"]
    ratios += [area(row) / row["value"] for row in legend]
    assert len(legend) == 3
    assert max(ratios) / min(ratios) == pytest.approx(1, rel=1e-6)


@pytest.mark.parametrize("name", ["bubble", "scatter"])
def test_points_stand_where_their_ticks_say(drawn, name):
    ticks = {
        axis: [
            (row["value"], row["polygon"]) for row in drawn[name].elements if row["series"] == axis and row["polygon"]
        ]
        for axis in ("x", "y")
    }
    centres = {row["category"]: outline(row).mean(axis=0) for row in marks(drawn[name])}
    for fact in drawn[name].variant.table:
        for axis, place, value in (("x", 0, fact.x), ("y", 1, fact.value)):
            (low, at_low), (high, at_high) = ticks[axis][0], ticks[axis][-1]
            share = (centres[fact.category][place] - at_low[place]) / (at_high[place] - at_low[place])
            assert low + share * (high - low) == pytest.approx(value, abs=1e-6 * (high - low))


def test_bubbles_lie_inside_the_plot(drawn):
    for row in marks(drawn["bubble"]):
        assert row["y0"] >= 600 - 528 - 40 and row["y1"] <= 600 - 81 and row["x0"] >= 104


def test_sizes_in_the_legend_are_round_and_spread():
    assert round_sizes([5, 40, 1400]) == [1000, 200, 50]
    assert round_sizes([20, 90]) == [50, 20, 10]
    assert round_sizes([0.03, 0.5]) == [0.5, 0.1, 0.02]


@pytest.mark.parametrize("name", ["treemap", "small_tree"])
def test_areas_of_cells_are_proportional_to_values_over_the_whole_map(drawn, name):
    ratios = [area(row) / row["value"] for row in marks(drawn[name])]
    assert max(ratios) / min(ratios) == pytest.approx(1, rel=1e-6)
    headers = {row["group"]: row for row in drawn[name].elements if row["role"] == "group_label"}
    for row in marks(drawn[name]):
        assert headers[row["group"]]["y1"] <= row["y0"] + 3
        assert row["colour"] == drawn[name].variant.look.colours[row["group"]] == headers[row["group"]]["colour"]


@given(
    st.lists(st.integers(10, 1000), min_size=2, max_size=8), st.sampled_from([22, 36]), st.sampled_from([0.8, 1.6, 3])
)
@settings(max_examples=60, deadline=None)
def test_groups_of_a_treemap_fill_the_map_without_overlap_and_their_insides_are_in_proportion(totals, header, wider):
    totals = sorted(totals, reverse=True)
    boxes = group_boxes(totals, (20, 22, 760, 524), header, 3, wider)
    insides = [(w - 6) * (h - 6 - header) / total for (_, _, w, h), total in zip(boxes, totals, strict=True)]
    assert max(insides) / min(insides) == pytest.approx(1, rel=1e-6)
    assert sum(w * h for _, _, w, h in boxes) == pytest.approx(760 * 524, rel=1e-6)
    for number, (x, y, w, h) in enumerate(boxes):
        assert x >= 20 - 1e-6 and y >= 22 - 1e-6 and x + w <= 780 + 1e-6 and y + h <= 546 + 1e-6
        for u, v, s, t in boxes[number + 1 :]:
            assert min(x + w, u + s) - max(x, u) <= 1e-6 or min(y + h, v + t) - max(y, v) <= 1e-6


def test_cells_fill_their_group_from_the_upper_left():
    """Of 100 x 60: 3 of 6 take the left half, 2 the upper two thirds of the right one."""
    assert cell_boxes([3, 2, 1], (10, 20, 100, 60), 1) == [
        pytest.approx(box) for box in ((10, 20, 50, 60), (60, 40, 50, 40), (60, 20, 50, 20))
    ]


def test_every_value_axis_is_447_px_long(drawn):
    for name in ("bar", "line", "stacked_bar", "stacked_100", "histogram", "scatter", "area", "stacked_area"):
        ticks = [row["polygon"][1] for row in drawn[name].elements if row["role"] == "tick" and row["series"] == "y"]
        assert ticks[0] - ticks[-1] == pytest.approx(447)


# Looks


@pytest.mark.parametrize("name", ["line", "area", "stacked_area"])
def test_an_axis_that_runs_backwards_leaves_the_marks_where_they_are(drawn, name):
    variant = drawn[name].variant
    names = list(dict.fromkeys(fact.category for fact in variant.table))
    values = {(fact.category, fact.series): fact.value for fact in variant.table}
    opposite = dict(zip(names, reversed(names), strict=True))
    table = tuple(
        fact.model_copy(update={"value": values[opposite[fact.category], fact.series]}) for fact in variant.table
    )
    turned = draw(replace(variant, table=table, look=replace(variant.look, backwards=True)))
    places = differing(turned, drawn[name])
    named_ticks = [row for row in drawn[name].elements if row["role"] == "tick" and row["series"] == "x"]
    assert len(places)
    assert inside_some(places, named_ticks)
    at = {row["category"]: row["x0"] for row in marks(turned)}
    assert at[names[0]] > at[names[-1]]


def test_exchanged_places_change_labels_and_no_other_pixel(drawn):
    variant = drawn["choropleth"].variant
    a, b = "Texas", "Ohio"
    values = {fact.category: fact.value for fact in variant.table}
    table = tuple(
        fact.model_copy(update={"value": values[{a: b, b: a}.get(fact.category, fact.category)]})
        for fact in variant.table
    )
    places = {**variant.look.places, a: b, b: a}
    moved = draw(replace(variant, table=table, look=replace(variant.look, places=places)))
    rows = [*drawn["choropleth"].elements, *moved.elements]
    labels = [row for row in rows if row["role"] == "data_label" and row["category"] in (a, b)]
    changed = differing(moved, drawn["choropleth"])
    assert len(changed)
    assert inside_some(changed, labels)


def test_exchanged_colours_of_series_leave_the_marks_where_they_are(drawn):
    variant = drawn["stacked_bar"].variant
    a, b = SOURCES[:2]
    other = {a: b, b: a}
    values = {(fact.category, fact.series): fact.value for fact in variant.table}
    table = tuple(
        fact.model_copy(update={"value": values[fact.category, other.get(fact.series, fact.series)]})
        for fact in variant.table
    )
    colours = {other.get(name, name): colour for name, colour in variant.look.colours.items()}
    exchanged = draw(replace(variant, table=table, look=replace(variant.look, colours=colours)))
    rows = [*drawn["stacked_bar"].elements, *exchanged.elements]
    entries = [row for row in rows if row["role"] == "legend_entry"]
    assert inside_some(differing(exchanged, drawn["stacked_bar"]), entries)


# Maps


def test_every_state_has_a_shape_with_a_place_for_its_name_inside():
    shapes = state_shapes(0, 0, 776)
    assert set(shapes) == set(STATES)
    for name, shape in shapes.items():
        assert Polygon(shape.outline).contains_point(shape.place), name
        assert shape.room > 0


def test_shapes_of_states_have_their_relative_areas_and_neighbours():
    """Land and coastal water in 1000 km2: Texas 695.7, Colorado 269.6, Kansas 213.1; the projection keeps areas."""
    shapes = state_shapes(0, 0, 776)
    size = {name: abs(signed_area(shape.outline)) for name, shape in shapes.items()}
    assert size["Colorado"] / size["Kansas"] == pytest.approx(269.6 / 213.1, rel=0.02)
    assert size["Texas"] / size["Colorado"] == pytest.approx(695.7 / 269.6, rel=0.05)
    assert shapes["Maine"].place[0] > shapes["Ohio"].place[0] > shapes["Nevada"].place[0]
    assert shapes["Montana"].place[1] > shapes["Texas"].place[1]


def test_a_state_has_the_colour_of_its_class_and_the_legend_says_which(drawn):
    legend = [row for row in drawn["choropleth"].elements if row["role"] == "legend_entry"]
    lower = [row["value"] for row in legend]
    assert lower == class_edges([fact.value for fact in drawn["choropleth"].variant.table], 0)[:-1]
    colours = [row["colour"] for row in legend]
    for row in marks(drawn["choropleth"]):
        number = sum(edge <= row["value"] for edge in lower) - 1
        assert row["colour"] == colours[number]


def test_states_without_a_value_are_called_so_in_the_legend(drawn):
    assert "no data" not in [row["text"] for row in drawn["choropleth"].elements]
    assert [row["text"] for row in drawn["western_map"].elements].count("no data") == 1


# Texts


@pytest.mark.parametrize(
    ("sample", "changes", "message"),
    [
        (
            "bar",
            {"facts": narrow([f"{n} Floccinaucinihilipilification" for n in range(16)])},
            "the names on the x axis",
        ),
        ("bar", {"title": "Long " * 59 + "title"}, "the title"),
        ("bar", {"y_title": "Long " * 39 + "title"}, "the title of the y axis"),
        ("stacked_bar", {"facts": wide(COUNTRIES, ["a", "Floccinaucinihilipilification" * 2])}, "in the legend"),
        (
            "treemap",
            {"facts": cells(8, 5) | {"rows": [["G" * 80, "a", 1], ["H", "b", 1], ["H", "c", 1]]}},
            "name of a cell or group",
        ),
        (
            "treemap",
            {"facts": cells(8, 5) | {"rows": [["G", "a" * 300, 1], ["H", "b", 1], ["H", "c", 1]]}},
            "name of a cell or group",
        ),
    ],
)
def test_a_text_without_room_is_named(sample, changes, message):
    with pytest.raises(UserError, match=f"chart {sample}: .*{message}.* is too long to be drawn") as raised:
        draw(variant_of(chart_of(sample, **changes)))
    assert "\n" not in str(raised.value)


def test_a_cell_without_area_is_an_error(drawn):
    variant = drawn["small_tree"].variant
    table = tuple(
        fact.model_copy(update={"value": 0 if fact.category == "Cell 01" else fact.value}) for fact in variant.table
    )
    with pytest.raises(UserError, match="manipulations: a treemap cannot show Cell 01, whose value is not above zero"):
        draw(replace(variant, table=table))
