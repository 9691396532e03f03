"""Transforms do what their formulas say, to the pixels that they say, and nothing to others."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm

from counterpoint.seeds import generator
from counterpoint.stimuli.transforms.blur import KERNEL, SIGMA, blurred_figure, blurred_label, label_box
from counterpoint.stimuli.transforms.resampling import downsampled, jpeg
from counterpoint.stimuli.transforms.rotation import corners_lost, rotated, rotated_cropped
from counterpoint.stimuli.transforms.tones import low_contrast_dark, low_contrast_light, noise
from counterpoint.stimuli.views.region import Box


def painted(seed: int, height: int, width: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)


TRANSFORMS = {
    "noise": lambda pixels: noise(pixels, 25, generator(1, "noise")),
    "dark": lambda pixels: low_contrast_dark(pixels, 0.3),
    "light": lambda pixels: low_contrast_light(pixels, 0.3),
    "rotated": lambda pixels: rotated(pixels, 15),
    "rotated_cropped": lambda pixels: rotated_cropped(pixels, 15),
    "corners_lost": lambda pixels: corners_lost(pixels, 15),
    "jpeg": lambda pixels: jpeg(pixels, 10),
    "downsampled": lambda pixels: downsampled(pixels, 4),
    "blurred_label": lambda pixels: blurred_label(pixels, Box(2, 3, 20, 9)),
    "blurred_figure": lambda pixels: blurred_figure(pixels, Box(2, 3, 20, 9)),
}


@pytest.mark.parametrize("name", TRANSFORMS)
@given(st.integers(0, 99), st.integers(12, 60), st.integers(24, 60))
@settings(max_examples=15, deadline=None)
def test_a_transform_gives_the_same_picture_again_and_leaves_its_argument_as_it_was(name, seed, height, width):
    pixels = painted(seed, height, width)
    before = pixels.copy()
    found = TRANSFORMS[name](pixels)
    assert (pixels == before).all()
    assert found.dtype == np.uint8 and found.ndim == 3 and found.shape[2] == 3
    assert (found == TRANSFORMS[name](pixels)).all()
    assert found.shape != before.shape or (found != before).any()
    assert name == "rotated" or found.shape == before.shape


@pytest.mark.parametrize("sigma", [10, 25])
def test_noise_has_its_standard_deviation_in_every_channel_and_its_own_seed(sigma):
    grey = np.full((200, 200, 3), 128, np.uint8)
    added = noise(grey, sigma, generator(1, "a")).astype(float) - 128
    assert abs(added.mean()) < 0.02 * sigma
    assert abs(added.std() - sigma) < 0.02 * sigma
    assert abs(np.corrcoef(added[..., 0].ravel(), added[..., 1].ravel())[0, 1]) < 0.02
    for away in (sigma, 2 * sigma, 3 * sigma):
        assert (np.abs(added) > away).mean() == pytest.approx(2 * norm.sf((away + 0.5) / sigma), rel=0.15)
    assert (noise(grey, sigma, generator(2, "a")) != noise(grey, sigma, generator(1, "a"))).any()


def test_noise_on_white_is_cut_off_at_white():
    found = noise(np.full((100, 100, 3), 255, np.uint8), 25, generator(1, "a"))
    assert 0.4 < (found == 255).mean() < 0.6


def test_low_contrast_is_the_published_formula_and_its_mirror():
    ramp = np.repeat(np.arange(256, dtype=np.uint8)[None, :, None], 3, axis=2)
    dark, light = low_contrast_dark(ramp, 0.3), low_contrast_light(ramp, 0.3)
    assert np.abs(dark[0, :, 0] - (0.3 * np.arange(256) + 50)).max() <= 0.5 + 1e-9
    assert (dark[0, [0, 100, 255], 0] == [50, 80, 126]).all()
    assert (light[0, [0, 155, 255], 0] == [129, 175, 205]).all()
    assert (light == 255 - low_contrast_dark(ramp[:, ::-1], 0.3)).all()


@given(st.floats(0.01, 0.99), st.integers(0, 99))
@settings(deadline=None)
def test_low_contrast_keeps_the_order_of_grey_levels(share, seed):
    levels = np.sort(painted(seed, 1, 50), axis=1)
    for change in (low_contrast_dark, low_contrast_light):
        assert (np.diff(change(levels, share).astype(int), axis=1) >= 0).all()


@given(st.integers(-180, 180), st.integers(20, 80), st.integers(20, 80))
@settings(deadline=None)
def test_an_expanded_rotation_loses_nothing_and_adds_white_alone(degrees, height, width):
    black = np.zeros((height, width, 3), np.uint8)
    found = rotated(black, degrees)
    ink = (255 - found.astype(float)).sum() / 255 / 3
    assert abs(ink - height * width) <= 2 * (height + width)
    if degrees % 90:
        assert (found[[0, 0, -1, -1], [0, -1, 0, -1]] == 255).all()


def test_rotation_is_counter_clockwise():
    pixels = np.full((101, 101, 3), 255, np.uint8)
    pixels[45:56, 90:101] = 0  # on the right
    found = rotated_cropped(pixels, 90)
    assert (found[:11, 45:56] == 0).all() and (found[45:56, 90:] == 255).all()


@given(st.integers(-180, 180), st.integers(30, 90), st.integers(30, 90))
@settings(deadline=None)
def test_corners_that_are_lost_are_those_that_the_published_rotation_cuts_off(degrees, height, width):
    black = np.zeros((height, width, 3), np.uint8)
    kept = corners_lost(black, degrees)
    difference = rotated_cropped(kept, degrees).astype(int) - rotated_cropped(black, degrees)
    # What is lost shows at the canvas' very edge at most, where a pixel's middle is outside and its corner inside.
    assert (difference[3:-3, 3:-3] == 0).all()
    turned_back = rotated_cropped(rotated_cropped(black, degrees), -degrees)
    seen, said = turned_back[..., 0] < 128, kept[..., 0] == 0
    assert (seen != said).sum() <= 3 * (height + width)
    assert (kept[(kept != 0).any(axis=2)] == 255).all()


def test_no_corner_is_lost_by_half_a_turn():
    pixels = painted(3, 40, 61)
    assert (corners_lost(pixels, 180) == pixels).all()
    assert (rotated_cropped(pixels, 180) == pixels[::-1, ::-1]).all()


def test_a_lower_jpeg_quality_is_further_from_the_original():
    ramp = np.tile(np.arange(0, 250, 2, dtype=np.uint8)[:, None], (1, 160))
    pixels = np.stack([ramp, 255 - ramp, np.roll(ramp, 40, axis=0)], axis=2)
    pixels[40:60, 30:90] = 0
    errors = [np.abs(jpeg(pixels, quality).astype(int) - pixels).mean() for quality in (5, 10, 50, 95)]
    assert errors == sorted(errors, reverse=True) and errors[0] > 2 * errors[-1] > 0


@given(st.integers(2, 16), st.integers(1, 70), st.integers(1, 70))
@settings(deadline=None)
def test_down_sampling_keeps_size_and_flat_colours(factor, height, width):
    flat = np.full((height, width, 3), (10, 120, 240), np.uint8)
    assert (downsampled(flat, factor) == flat).all()


def test_down_sampling_takes_away_detail_finer_than_its_factor():
    stripes = np.zeros((64, 64, 3), np.uint8)
    stripes[:, ::2] = 255
    assert np.ptp(downsampled(stripes, 4)) <= 1


BOXES = st.builds(
    lambda x, y, w, h: Box(x, y, x + w, y + h),
    st.integers(0, 60),
    st.integers(0, 40),
    st.integers(1, 60),
    st.integers(1, 40),
)


def published(region: np.ndarray) -> np.ndarray:
    """Return the paper's selective blur of a cut-out region by its formula, in real numbers."""
    faded = np.rint(0.3 * region + 0.7 * 200)
    half = np.arange(KERNEL) - KERNEL // 2
    kernel = np.exp(-(half**2) / (2 * SIGMA**2))
    for axis in (0, 1):
        mirrored = np.pad(faded, [(KERNEL // 2,) * 2 if a == axis else (0, 0) for a in range(3)], "reflect")
        faded = np.apply_along_axis(np.convolve, axis, mirrored, kernel / kernel.sum(), "valid")
    return faded


@given(st.integers(0, 99), BOXES)
@settings(max_examples=20, deadline=None)
def test_a_blurred_label_is_the_published_filter_on_the_box_and_nothing_beside_it(seed, box):
    pixels = painted(seed, 80, 120)
    found = blurred_label(pixels, box)
    inside = (slice(box.y0, box.y1), slice(box.x0, box.x1))
    # OpenCV weighs 8-bit pixels with weights of 8 bits.
    assert np.abs(found[inside] - published(pixels[inside])).max() <= 2
    found[inside] = pixels[inside]
    assert (found == pixels).all()


def test_the_filter_is_what_opencv_takes_for_its_kernel():
    assert np.allclose(cv2.getGaussianKernel(KERNEL, 0), cv2.getGaussianKernel(KERNEL, SIGMA), atol=1e-12)


@given(BOXES)
@settings(deadline=None)
def test_a_blurred_label_shows_nothing_of_what_stands_around_it(box):
    one, other = painted(1, 80, 120), painted(2, 80, 120)
    inside = (slice(box.y0, box.y1), slice(box.x0, box.x1))
    other[inside] = one[inside]
    assert (blurred_label(one, box)[inside] == blurred_label(other, box)[inside]).all()
    assert (blurred_figure(one, box)[inside] == blurred_figure(other, box)[inside]).all()


def test_a_blurred_figure_leaves_the_page_and_keeps_its_own_brightness():
    page = painted(1, 300, 300)
    box = Box(50, 60, 250, 240)
    found = blurred_figure(page, box)
    inside = found[60:240, 50:250].astype(float)
    assert abs(inside.mean() - page[60:240, 50:250].mean()) < 1
    assert inside.std() < 0.1 * page[60:240, 50:250].std()
    found[60:240, 50:250] = page[60:240, 50:250]
    assert (found == page).all()


@given(st.floats(-5, 99), st.floats(-5, 79), st.floats(6, 60), st.floats(6, 40))
@settings(deadline=None)
def test_a_labels_box_holds_its_edges_with_a_padding_inside_the_picture(x, y, wide, tall):
    box = label_box((x, y, x + wide, y + tall), 100, 80)
    assert 0 <= box.x0 <= max(x - 3, 0) and 0 <= box.y0 <= max(y - 3, 0)
    assert 100 >= box.x1 >= min(x + wide + 3, 100) and 80 >= box.y1 >= min(y + tall + 3, 80)
    assert box.area > 0 and box.width <= wide + 8 and box.height <= tall + 8


def test_a_label_outside_the_picture_is_refused():
    with pytest.raises(ValueError, match="100 x 80"):
        label_box((120, 10, 140, 20), 100, 80)
