"""Reading cases: the fast path and nibabel give the same pixels, whatever the storage; every defect has its name."""

import gzip
import itertools

import nibabel
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_up_cases import SHAPE, brain, expected, gz, nifti, tumour, write_case

from counterpoint.stimuli.medical.cases import read_case
from counterpoint.stimuli.medical.defects import DEFECTS, Defect
from counterpoint.stimuli.medical.layouts import find_cases
from counterpoint.stimuli.medical.nifti import open_volume
from counterpoint.stimuli.medical.survey import survey

ORIENTATIONS = [
    "".join(signs) for axes in itertools.permutations(("RL", "AP", "SI")) for signs in itertools.product(*axes)
]
STORED = [  # type and byte order, slope, intercept, whether the fast path applies
    ("|u1", 1, 0, True),
    ("<i2", 1, 0, True),
    ("<u2", 1, 0, True),
    ("<i4", 0, 0, True),
    ("<i2", 0.5, 3, False),
    ("<f4", 1, 0, False),
    ("<f8", 1, 0, False),
    (">i2", 1, 0, False),
    (">u2", 1, 0, False),
    (">f4", 2, 0, False),
]


def read(case, **options):
    return read_case(case, minimum_area=1, **options)


@pytest.mark.parametrize("dtype, slope, intercept, plain", STORED)
@pytest.mark.parametrize("normalisation", ["slice", "volume"])
def test_every_type_byte_order_and_scaling_gives_the_pixels_of_its_values(
    tmp_path, dtype, slope, intercept, plain, normalisation
):
    case = write_case(tmp_path, t1n=gz(nifti(brain(1), dtype=dtype, slope=slope, intercept=intercept)))
    assert open_volume(case.files["t1n"][0]).plain is plain
    true = brain(1) * (slope or 1) + intercept
    fast, slow = (read(case, normalisation=normalisation, nibabel_only=only) for only in (False, True))
    np.testing.assert_array_equal(fast.pictures["t1n"], slow.pictures["t1n"])
    if normalisation == "slice":
        np.testing.assert_array_equal(fast.pictures["t1n"], expected(true, 5))
    else:
        low, high = np.percentile(true[true != 0], [1, 99])
        shown = np.rot90(true[:, :, 5])
        wanted = np.where(shown != 0, np.clip((shown - low) / (high - low), 0, 1), 0)
        np.testing.assert_array_equal(fast.pictures["t1n"], wanted)


@pytest.mark.parametrize("codes", ORIENTATIONS)
def test_every_orientation_is_shown_front_up_and_left_on_the_left(tmp_path, codes):
    files = {"t1n": nifti(brain(1), codes), "t2f": nifti(brain(2), codes), "seg": nifti(tumour(), codes, "|u1")}
    case = write_case(tmp_path, **{role: gz(content) for role, content in files.items()})
    assert open_volume(case.files["t1n"][0]).plain is (codes[2] in "SI")
    for only in (False, True):
        found = read(case, nibabel_only=only)
        assert (found.slice_index, found.tumour_area, found.tumour_volume) == (5, 30, 80)
        np.testing.assert_array_equal(found.pictures["t1n"], expected(brain(1), 5))
        np.testing.assert_array_equal(found.pictures["t2f"], expected(brain(2), 5))
        np.testing.assert_array_equal(found.labels, np.rot90(tumour()[:, :, 5]))


@pytest.mark.parametrize("codes", ["LPS", "LPI"])
def test_of_two_slices_with_equally_large_tumours_the_lower_one_is_shown(tmp_path, codes):
    files = {"t1n": nifti(brain(1), codes), "t2f": nifti(brain(2), codes), "seg": nifti(tumour(), codes, "|u1")}
    assert np.count_nonzero(tumour()[:, :, 5]) == np.count_nonzero(tumour()[:, :, 6])
    assert read(write_case(tmp_path, **{role: gz(content) for role, content in files.items()})).slice_index == 5


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(ORIENTATIONS), st.sampled_from(STORED), st.integers(0, 2**32 - 1), st.integers(1, 7))
def test_both_paths_agree_on_anything(tmp_path_factory, codes, stored, seed, index):
    dtype, slope, intercept, _ = stored
    labels = np.zeros(SHAPE, np.int64)
    labels[5:15, 5:15, index] = np.random.default_rng(seed).integers(1, 4, (10, 10))
    images = {role: gz(nifti(brain(seed + n), codes, dtype, slope, intercept)) for n, role in enumerate(("t1n", "t2f"))}
    case = write_case(tmp_path_factory.mktemp("case"), seg=gz(nifti(labels, codes, "<i2")), **images)
    fast, slow = (read(case, nibabel_only=only) for only in (False, True))
    assert fast.slice_index == slow.slice_index == index
    for role in ("t1n", "t2f"):
        np.testing.assert_array_equal(fast.pictures[role], slow.pictures[role])
        np.testing.assert_array_equal(
            fast.pictures[role], expected(brain(seed + (role == "t2f")) * (slope or 1) + intercept, index)
        )


def test_gzip_of_several_members_and_uncompressed_files_are_read(tmp_path):
    content = nifti(brain(1))
    case = write_case(tmp_path, t1n=gz(content[:1000]) + gz(content[1000:]))
    plain = case.files["t2f"][0].with_suffix("")
    plain.write_bytes(nifti(brain(2)))
    case.files["t2f"][0].unlink()
    found = read(find_cases(tmp_path)[0])
    np.testing.assert_array_equal(found.pictures["t1n"], expected(brain(1), 5))
    np.testing.assert_array_equal(found.pictures["t2f"], expected(brain(2), 5))


def test_only_what_is_needed_is_inflated(tmp_path):
    """Bytes damaged behind the shown slice do no harm; before it they do."""
    noise = np.random.default_rng(3).integers(1, 30_000, (64, 64, 40))
    labels = np.zeros(noise.shape, np.int64)
    labels[20:40, 20:40, 2] = 1
    content = bytearray(gz(nifti(noise)))
    content[len(content) * 3 // 4] ^= 0xFF
    images = {"t1n": bytes(content), "t2f": gz(nifti(noise)), "seg": gz(nifti(labels, dtype="|u1"))}
    case = write_case(tmp_path, **images)
    np.testing.assert_array_equal(read(case).pictures["t1n"], expected(noise, 2))
    with pytest.raises(Defect) as error:
        read(case, normalisation="volume")
    assert error.value.kind in ("damaged", "truncated")


def test_the_segmentation_is_held_against_its_checksum(tmp_path):
    sound = gz(nifti(tumour(), dtype="|u1"))
    write_case(tmp_path, seg=sound[:-8] + b"\1\2\3\4" + sound[-4:])
    row = survey(tmp_path, "BraTS", "its own", minimum_area=1)[0]
    assert (row.defect, "cannot be inflated" in row.detail) == ("damaged", True)


def _with_nan():
    values = brain(1).astype(float)
    values[10, 10, 5] = np.nan
    return gz(nifti(values, dtype="<f4"))


def _header(place: slice, content: bytes):
    whole = bytearray(nifti(brain(1)))
    whole[place] = content
    return gz(bytes(whole))


def _moved():
    return _header(slice(280, 284), np.float32(-1.25).tobytes())


CUT = gz(nifti(brain(1)))
FOUR = np.repeat(brain(1)[..., np.newaxis], 2, axis=3)
BAD = {
    "no flair": ("missing_file", {"t2f": None}, "has no file for t2f"),
    "no segmentation": ("missing_file", {"seg": None}, "has no file for seg"),
    "empty mask": ("empty_mask", {"seg": gz(nifti(0 * tumour(), dtype="|u1"))}, "marks no tumour"),
    "labels of an image": ("not_labels", {"seg": gz(nifti(brain(3)))}, "not labels 0 to 4"),
    "half labels": ("not_labels", {"seg": gz(nifti(tumour() / 2, dtype="<f4"))}, "not labels 0 to 4"),
    "negative labels": ("not_labels", {"seg": gz(nifti(-tumour()))}, "not labels 0 to 4"),
    "NaN in the segmentation": ("not_labels", {"seg": _with_nan()}, "not labels 0 to 4"),
    "other shape": ("other_shape", {"t2f": gz(nifti(brain(2)[:, :, :-1]))}, r"\(24, 20, 8\) and \(24, 20, 9\)"),
    "other orientation": ("other_affine", {"t2f": gz(nifti(brain(2), "RAS"))}, "lie differently in space"),
    "other spacing": ("other_affine", {"t1n": _moved()}, "lie differently in space"),
    "no place in space": ("other_affine", {"t1n": _header(slice(280, 328), bytes(48))}, "how it lies in space"),
    "gzip cut in its header": ("truncated", {"t1n": CUT[:30]}, "cut off"),
    "gzip cut in its data": ("truncated", {"t1n": CUT[: len(CUT) // 2]}, "cut off"),
    "gzip cut in its trailer": ("truncated", {"t1n": CUT[:-3]}, "cut off"),
    "segmentation cut": ("truncated", {"seg": gz(nifti(tumour()))[:-9]}, "cut off"),
    "data cut, then compressed": ("truncated", {"t1n": gz(nifti(brain(1))[:-700])}, "cut off"),
    "empty file": ("not_nifti", {"t1n": b""}, "not compressed"),
    "no gzip": ("not_nifti", {"t1n": nifti(brain(1))}, "not compressed, against its name"),
    "another format": ("not_nifti", {"t1n": gz(b"DICM" * 300)}, "not a NIfTI volume"),
    "header of a pair of files": ("not_nifti", {"t1n": _header(slice(344, 348), b"ni1\0")}, "not a NIfTI volume"),
    "unknown type": ("not_nifti", {"t1n": _header(slice(70, 72), b"\x77\x01")}, "impossible things"),
    "data at the end of the world": ("not_nifti", {"t1n": _header(slice(108, 112), b"\0\0\x80\x7f")}, "impossible"),
    "NaN": ("not_finite", {"t1n": _with_nan()}, "NaN or infinity"),
    "constant": ("constant", {"t2f": gz(nifti(0 * brain(1) + 7))}, "no contrast"),
    "all zero": ("constant", {"t2f": gz(nifti(0 * brain(1)))}, "no contrast"),
    "4-D": (
        "not_3d",
        {"t1n": gz(nifti(brain(1)).replace(b"\3\0\x18\0\x14\0\x09\0\1\0", b"\4\0\x18\0\x14\0\x09\0\2\0"))},
        "4",
    ),
    "colours": ("not_scalar", {"t1n": _header(slice(70, 72), b"\x80\0")}, "one number a point"),
    "monstrous": ("too_large", {"t1n": _header(slice(42, 48), b"\xff\x7f" * 3)}, "32767"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_case_is_a_row_that_says_why_on_both_paths(tmp_path, name):
    kind, files, words = BAD[name]
    case = write_case(tmp_path, **files)
    write_case(tmp_path, "BraTS-GLI-00001-000")
    for only in (False, True):
        with pytest.raises(Defect, match=words) as error:
            read(case, nibabel_only=only)
        assert error.value.kind == kind
    bad, good = survey(tmp_path, "BraTS", "its own", minimum_area=1)
    assert (bad.usable, bad.defect, bad.tumour_area) == (False, kind, None)
    assert bad.detail == str(error.value)
    assert (good.usable, good.defect, good.detail, good.tumour_area) == (True, None, None, 30)


def test_a_tumour_below_the_minimum_is_a_row(tmp_path):
    case = write_case(tmp_path)
    assert read_case(case, minimum_area=30).tumour_area == 30
    with pytest.raises(Defect, match="marks 30 px in its largest slice; 31 are needed") as error:
        read_case(case, minimum_area=31)
    assert error.value.kind == "tiny_mask"


def test_oblong_pixels_are_a_row(tmp_path):
    images = {"t1n": brain(1), "t2f": brain(2), "seg": tumour()}
    wide = {role: bytearray(nifti(values, "RAS")) for role, values in images.items()}
    for content in wide.values():
        content[280:284] = np.float32(1.5).tobytes()
    write_case(tmp_path, **{role: gz(bytes(content)) for role, content in wide.items()})
    assert survey(tmp_path, "BraTS", "its own", minimum_area=1)[0].defect == "not_square"


def test_a_file_that_may_not_be_read_is_a_row(tmp_path):
    case = write_case(tmp_path)
    case.files["t1n"][0].unlink()
    case.files["t1n"][0].symlink_to("nowhere")
    assert survey(tmp_path, "BraTS", "its own", minimum_area=1)[0].defect == "unreadable"


def test_every_kind_of_defect_is_met_in_these_tests():
    met = {kind for kind, _, _ in BAD.values()}
    elsewhere = {"damaged", "tiny_mask", "two_files", "not_square", "unreadable", "no_surround"}
    assert met | elsewhere == set(DEFECTS)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damaged_bytes_anywhere_give_pixels_or_a_defect(tmp_path_factory, data):
    content = bytearray(nifti(brain(1)))
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, 351))] = data.draw(st.integers(0, 255))
    packed = bytearray(gz(bytes(content)))
    if data.draw(st.booleans()):
        packed[data.draw(st.integers(2, len(packed) - 1))] = data.draw(st.integers(0, 255))
    case = write_case(tmp_path_factory.mktemp("case"), t1n=bytes(packed))
    for only in (False, True):
        try:
            picture = read(case, nibabel_only=only).pictures["t1n"]
        except Defect as defect:
            assert defect.kind in DEFECTS
        else:
            assert picture.shape == (20, 24)


def test_the_fast_path_reads_files_by_other_compressors_too(tmp_path):
    case = write_case(tmp_path, t1n=gzip.compress(nifti(brain(1)), 1), t2f=gzip.compress(nifti(brain(2)), 9))
    assert open_volume(case.files["t1n"][0]).plain
    np.testing.assert_array_equal(read(case).pictures["t2f"], expected(brain(2), 5))


def test_nifti_2_is_read(tmp_path):
    affine = np.diag([-1.0, -1.0, 1.0, 1.0])
    affine[:2, 3] = SHAPE[0] - 1, SHAPE[1] - 1
    second = nibabel.Nifti2Image(brain(1)[::-1, ::-1].astype(np.int16), affine).to_bytes()
    case = write_case(tmp_path, t1n=gz(second))
    for only in (False, True):
        np.testing.assert_array_equal(read(case, nibabel_only=only).pictures["t1n"], expected(brain(1), 5))
