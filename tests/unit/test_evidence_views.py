"""Views point at a region without covering it, keep its aspect, and carry the pixels that they say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.errors import UserError
from counterpoint.stimuli.views.closer import crop, crop_same_pixels, scaled, zoom_panel
from counterpoint.stimuli.views.lines import MARK_COLOURS, boxed, contoured, marked, outlined
from counterpoint.stimuli.views.region import Box, Region, region_of_mask
from counterpoint.stimuli.views.settings import MEDICAL, NATURAL, VIEWS
from counterpoint.stimuli.views.view import make_view, why_not

YELLOW = (255, 210, 0)


def picture(height: int, width: int) -> np.ndarray:
    """Return a picture in which every pixel differs from its neighbours and none is yellow."""
    rows, columns = np.mgrid[:height, :width]
    return np.stack([rows % 200, columns % 200, 100 + (rows + columns) % 150], axis=2).astype(np.uint8)


def disc(size: int, x: int, y: int, radius: int) -> np.ndarray:
    rows, columns = np.mgrid[:size, :size]
    return (columns - x) ** 2 + (rows - y) ** 2 <= radius**2


def yellow(pixels: np.ndarray) -> np.ndarray:
    return (pixels == YELLOW).all(axis=2)


def test_a_region_of_a_mask_has_the_smallest_box_around_it():
    mask = np.zeros((10, 20), bool)
    mask[2:5, 7:9] = True
    assert region_of_mask(mask).box == Box(7, 2, 9, 5)
    with pytest.raises(UserError, match="without a pixel"):
        region_of_mask(np.zeros((3, 3), bool))


@given(st.integers(0, 90), st.integers(0, 90), st.integers(4, 60), st.integers(4, 60), st.integers(1, 5))
def test_a_box_is_drawn_around_its_region_and_covers_nothing_of_it_away_from_the_edge(x, y, wide, tall, line):
    box = Box(x, y, x + wide, y + tall).within(100, 100)
    found = boxed(picture(100, 100), box, line, YELLOW)
    drawn = yellow(found)
    assert drawn.any()
    assert (found[~drawn] == picture(100, 100)[~drawn]).all()
    if box.x0 >= line and box.y0 >= line and box.x1 + line <= 100 and box.y1 + line <= 100:
        assert not drawn[box.y0 : box.y1, box.x0 : box.x1].any()
        assert drawn[box.y0 - line : box.y1 + line, box.x0 - line : box.x1 + line].sum() == drawn.sum()
        assert drawn.sum() == (box.width + 2 * line) * (box.height + 2 * line) - box.area


def test_a_contour_lies_inside_its_mask_and_an_outline_outside():
    mask = disc(100, 50, 40, 20)
    inner, outer = (
        yellow(contoured(picture(100, 100), mask, 1, YELLOW)),
        yellow(outlined(picture(100, 100), mask, 1, YELLOW)),
    )
    assert inner.any() and not (inner & ~mask).any()
    assert outer.any() and not (outer & mask).any()
    core = disc(100, 50, 40, 17)
    assert not (inner & core).any()
    assert not (outer & ~disc(100, 50, 40, 23)).any()


def test_a_mask_at_the_edge_of_the_picture_has_a_contour_there_too():
    mask = np.zeros((50, 50), bool)
    mask[:20, :20] = True
    assert yellow(contoured(picture(50, 50), mask, 1, YELLOW))[0, :20].all()


def test_a_crop_comes_from_the_sources_own_pixels_and_keeps_its_aspect():
    source = picture(800, 1000)
    found = crop(source, Box(100, 200, 300, 300), 0.0, 200)
    assert found.shape == (100, 200, 3)
    assert (found == source[200:300, 100:300]).all()
    padded = crop(source, Box(100, 200, 300, 300), 0.5, 400)
    assert padded.shape == (200, 400, 3)
    assert (padded == source[150:350, 0:400]).all()


def test_a_crop_at_the_edge_shows_what_there_is():
    assert crop(picture(100, 100), Box(80, 80, 100, 100), 1.0, 40).shape == (40, 40, 3)
    assert Box(80, 80, 100, 100).padded(1.0, 100, 100) == Box(60, 60, 100, 100)


def test_a_crop_with_the_same_pixels_is_as_large_and_carries_no_more_than_was_sent():
    rng = np.random.default_rng(1)
    source = rng.integers(0, 256, (1024, 1024, 3), dtype=np.uint8)
    sent = scaled(source, 256)
    box = Box(400, 400, 528, 528)
    closer, same = crop(source, box, 0.0, 256), crop_same_pixels(sent, box, 0.0, 256, 1024)
    assert closer.shape == same.shape == (256, 256, 3)
    # 32 px of the sent picture cannot hold the fine noise that 128 px of the source hold
    assert np.diff(closer.astype(int), axis=1).std() > 2 * np.diff(same.astype(int), axis=1).std()


@pytest.mark.parametrize(
    ("box", "corner"),
    [
        (Box(10, 10, 60, 60), "top right"),
        (Box(440, 10, 500, 60), "top left"),
        (Box(440, 440, 500, 500), "top right"),
        (Box(0, 0, 512, 160), "bottom right"),
    ],
)
def test_an_inset_stands_in_the_first_corner_that_covers_the_target_least(box, corner):
    sent = picture(512, 512)
    found = zoom_panel(sent, sent, box, 0.0, 170 / 512, 8, 3, YELLOW)
    changed = (found != sent).any(axis=2)
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    assert (rows[0] < 256) == corner.startswith("top")
    assert (columns[-1] > 400) == corner.endswith("right")
    assert not changed[box.y0 : box.y1, box.x0 : box.x1].all()
    edge = [rows[0], 511 - rows[-1], columns[0], 511 - columns[-1]]
    assert sorted(edge)[:2] == [8, 8]


def test_a_zoom_panel_shows_the_target_enlarged_with_its_aspect():
    sent = picture(512, 512)
    found = zoom_panel(sent, sent, Box(50, 300, 90, 320), 0.0, 0.25, 8, 2, YELLOW)
    frame = yellow(found)
    rows, columns = np.flatnonzero(frame.any(axis=1)), np.flatnonzero(frame.any(axis=0))
    assert columns[-1] - columns[0] + 1 == 128 + 4
    assert rows[-1] - rows[0] + 1 == 64 + 4


def test_marks_are_discs_of_different_colours_and_the_target_has_no_colour_of_its_own():
    regions = [Region(Box(100, 100, 140, 140)), Region(Box(300, 300, 340, 340))]
    found = marked(picture(400, 400), regions, 10)
    for colour in MARK_COLOURS[:2]:
        assert (found == colour).all(axis=2).sum() > 100
    plain = picture(400, 400)
    first = make_view("marks", plain, plain, regions[1], NATURAL, [regions[0]])
    second = make_view("marks", plain, plain, regions[0], NATURAL, [regions[1]])
    assert (first == second).all()
    with pytest.raises(ValueError, match="at most 6"):
        marked(picture(50, 50), [Region(Box(1, 1, 5, 5))] * 7, 2)


@pytest.mark.parametrize("settings", [MEDICAL, NATURAL])
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_is_made_at_the_size_that_is_sent_and_twice_the_same(view, settings):
    source, mask = picture(600, 900), np.zeros((600, 900), bool)
    mask[100:160, 200:290] = True
    region = region_of_mask(mask)
    sent = scaled(source, 450)
    found = make_view(view, source, sent, region, settings)
    assert max(found.shape[:2]) == 450
    assert found.dtype == np.uint8
    assert (found == make_view(view, source, sent, region, settings)).all()
    assert (view in ("raw", "raw_twice")) == np.array_equal(found, sent)


def test_a_view_that_is_none_is_refused():
    with pytest.raises(ValueError, match="'bocks'"):
        make_view("bocks", picture(50, 50), picture(50, 50), Region(Box(1, 1, 20, 20)), NATURAL)


@pytest.mark.parametrize(
    ("view", "region", "reason"),
    [
        ("raw", None, None),
        ("box", None, "no_region"),
        ("box", Region(Box(-1, 0, 20, 20)), "region_outside"),
        ("box", Region(Box(10, 10, 10, 20)), "region_outside"),
        ("box", Region(Box(10, 10, 12, 60)), "region_too_small"),
        ("crop", Region(Box(0, 0, 90, 90)), "region_too_large"),
        ("box", Region(Box(0, 0, 90, 90)), None),
        ("contour", Region(Box(10, 10, 40, 40)), "no_mask"),
        ("zoom", Region(Box(10, 10, 40, 40)), None),
    ],
)
def test_what_cannot_be_shown_has_a_reason(view, region, reason):
    assert why_not(view, region, (100, 100), 0.05) == reason
