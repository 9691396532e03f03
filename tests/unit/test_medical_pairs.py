"""Swapped pairs differ only inside the tumour and as their blend says; the sample is even, drawn once and seeded."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_up_cases import write_case

from counterpoint.errors import UserError
from counterpoint.stimuli.medical.cases import CaseSlice, contrast, normalise, read_case
from counterpoint.stimuli.medical.defects import Defect
from counterpoint.stimuli.medical.survey import SurveyRow, draw_sample
from counterpoint.stimuli.medical.swap import BAND, DIRECTIONS, swap
from counterpoint.stimuli.views.region import box_of

T2F_IN_T1N, T1N_IN_T2F = DIRECTIONS
BLENDS = ("hard", "feathered", "matched")


def made_up(t1n: np.ndarray, t2f: np.ndarray, labels: np.ndarray) -> CaseSlice:
    area = int((labels > 0).sum())
    return CaseSlice("A", "brats2023", 3, 9, area, area, labels, {"t1n": t1n, "t2f": t2f}, "")


def flat(t1n: float = 0.8, t2f: float = 0.3, tumour: float = 0.9) -> CaseSlice:
    """Return a case of even brightness with a square tumour of 20 px, whose middle is darker in FLAIR."""
    labels = np.zeros((60, 50), np.uint8)
    labels[20:40, 10:30] = 2
    labels[27:33, 17:23] = 1
    flair = np.where(labels > 0, tumour, t2f)
    flair[labels == 1] = tumour - 0.3
    return made_up(np.where(labels > 0, 0.4, t1n), flair, labels)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(DIRECTIONS), st.sampled_from(BLENDS), st.integers(0, 6))
def test_nothing_outside_the_mask_changes_and_the_box_fits_it(seed, direction, blend, feather):
    random = np.random.default_rng(seed)
    labels = random.integers(0, 4, (30, 40)).astype(np.uint8) * (random.random((30, 40)) < 0.2)
    labels[3, 4] = 1
    case = made_up(random.random((30, 40)), random.random((30, 40)), labels.astype(np.uint8))
    pair = swap(case, direction, blend, feather=feather)
    original, counterfactual = np.asarray(pair.original), np.asarray(pair.counterfactual)
    np.testing.assert_array_equal(original, np.rint(255 * case.pictures[direction.background]))
    np.testing.assert_array_equal(original[~pair.mask], counterfactual[~pair.mask])
    x0, y0, x1, y1 = pair.box
    assert pair.mask[y0:y1, x0:x1].sum() == pair.mask.sum() == (labels > 0).sum()
    for edge in (pair.mask[y0, :], pair.mask[y1 - 1, :], pair.mask[:, x0], pair.mask[:, x1 - 1]):
        assert edge.any()
    assert pair.original.mode == pair.counterfactual.mode == "L"
    assert (pair.original.width, pair.original.height) == (40, 30)


@pytest.mark.parametrize("direction", DIRECTIONS, ids=lambda direction: direction.name)
def test_a_hard_swap_shows_the_other_modality_inside_the_mask(direction):
    case = flat()
    pair = swap(case, direction)
    other = np.rint(255 * case.pictures[direction.inserted])
    np.testing.assert_array_equal(np.asarray(pair.counterfactual)[case.mask], other[case.mask])
    assert pair.box == (10, 20, 30, 40)
    assert pair.difference == pytest.approx(np.abs(other - np.asarray(pair.original))[case.mask].mean())


def test_the_two_directions_are_named_by_what_is_inside():
    assert [direction.name for direction in DIRECTIONS] == ["t2f_in_t1n", "t1n_in_t2f"]
    assert (T2F_IN_T1N.background, T2F_IN_T1N.inserted) == ("t1n", "t2f")
    assert (T1N_IN_T2F.background, T1N_IN_T2F.inserted) == ("t2f", "t1n")


def test_a_feathered_swap_fades_in_from_the_edge_and_is_whole_beyond_it():
    case = flat()
    pair = swap(case, T2F_IN_T1N, "feathered", feather=3)
    row = np.asarray(pair.counterfactual)[23, 8:18]  # four px below the upper edge
    shares = [0, 0, 0.25, 0.5, 0.75, 1, 1, 1]
    inside = [0.8, 0.8, *(0.4 + share * 0.5 for share in shares[2:])]
    np.testing.assert_array_equal(row[:8], np.rint(255 * np.array(inside)))
    assert swap(case, T2F_IN_T1N, "feathered", feather=0).counterfactual == swap(case, T2F_IN_T1N).counterfactual


@pytest.mark.parametrize("direction", DIRECTIONS, ids=lambda direction: direction.name)
def test_a_matched_swap_has_no_step_at_the_edge_and_keeps_its_pattern(direction):
    case = flat()
    picture = np.asarray(swap(case, direction, "matched").counterfactual).astype(float)
    inside = picture[20 : 20 + BAND, 10:30].mean()
    outside = picture[20 - BAND : 20, 10:30].mean()
    assert inside == pytest.approx(outside, abs=1)
    plain = np.asarray(swap(case, direction).counterfactual).astype(float)
    assert picture[30, 20] - picture[20, 10] == pytest.approx(plain[30, 20] - plain[20, 10], abs=1)


def test_a_tumour_without_brain_around_it_cannot_be_matched():
    labels = np.zeros((20, 20), np.uint8)
    labels[5:15, 5:15] = 2
    alone = np.where(labels > 0, 0.5, 0.0)
    with pytest.raises(Defect, match="no brain around the tumour") as error:
        swap(made_up(alone, alone, labels), T2F_IN_T1N, "matched")
    assert error.value.kind == "no_surround"


def test_percentiles_are_those_of_the_brain_and_the_ground_stays_black(tmp_path):
    values = np.concatenate([np.zeros(1000), np.arange(1, 102)])
    assert contrast(values, tmp_path) == (2, 100)
    np.testing.assert_allclose(normalise(np.array([0, 1, 2, 51, 100, 101]), 2, 100), [0, 0, 0, 0.5, 1, 1])
    np.testing.assert_allclose(normalise(np.array([0.0, -2, -1, 0.5]), -2, 1), [0, 0, 1 / 3, 2.5 / 3])


def test_the_box_of_one_pixel_is_one_pixel_wide():
    mask = np.zeros((5, 7), bool)
    mask[2, 4] = True
    assert box_of(mask) == (4, 2, 5, 3)


def test_normalisation_by_volume_is_another_picture_than_by_slice(tmp_path):
    case = write_case(tmp_path)
    by_slice, by_volume = (read_case(case, minimum_area=1, normalisation=how) for how in ("slice", "volume"))
    assert (by_slice.pictures["t1n"] != by_volume.pictures["t1n"]).any()
    np.testing.assert_array_equal(by_slice.labels, by_volume.labels)


def rows(areas: list[int], bad: int = 0) -> list[SurveyRow]:
    good = [
        SurveyRow(f"C{n:04d}", "brats2023", False, "BraTS", "its own", None, None, 3, area, float(area))
        for n, area in enumerate(areas)
    ]
    broken = [
        SurveyRow(f"X{n}", "brats2023", False, "BraTS", "its own", "truncated", "is cut off", None, None, None)
        for n in range(bad)
    ]
    return good + broken


@settings(max_examples=80, deadline=None)
@given(st.lists(st.integers(1, 50), min_size=1, max_size=60), st.integers(1, 70), st.integers(0, 5), st.integers(0, 9))
def test_the_sample_is_even_over_terciles_and_holds_usable_cases_once(areas, each, bad, seed):
    listed = rows(areas, bad)
    sample = draw_sample(listed, seed, each)
    for direction in DIRECTIONS:
        drawn = [row for row in sample if row.direction == direction]
        assert len(drawn) == min(each, len(areas)) == len({row.case for row in drawn})
        counts = Counter(row.tercile for row in drawn)
        assert max(counts[t] for t in range(3)) - min(counts[t] for t in range(3)) <= 1
        size = {row.case: row.tumour_area for row in listed}
        by_tercile = [[size[row.case] for row in drawn if row.tercile == t] for t in range(3)]
        for small, large in ((0, 1), (1, 2), (0, 2)):
            if by_tercile[small] and by_tercile[large]:
                assert max(by_tercile[small]) <= min(by_tercile[large])
    assert not any(row.case.startswith("X") for row in sample)


def test_the_sample_depends_on_the_seed_and_not_on_the_order_or_the_other_direction():
    listed = rows(list(range(1, 400)))
    sample = draw_sample(listed, 7)
    assert len(sample) == 250
    assert sample == draw_sample(listed[::-1], 7)
    assert sample != draw_sample(listed, 8)
    assert [row for row in sample if row.direction == T1N_IN_T2F] == draw_sample(listed, 7, directions=[T1N_IN_T2F])
    cases = [[row.case for row in sample if row.direction == direction] for direction in DIRECTIONS]
    assert cases[0] != cases[1]


def test_without_a_usable_case_the_reasons_are_given():
    with pytest.raises(UserError, match=r"none of 2 is usable \(truncated\)"):
        draw_sample(rows([], 2), 7)
