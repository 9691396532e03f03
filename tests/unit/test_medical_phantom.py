"""Phantoms: legal BraTS files, the same every time, labelled, and with contrasts as textbook MRI orders them."""

import shutil

import nibabel
import numpy as np
import pytest

from counterpoint.errors import UserError
from counterpoint.stimuli.medical.cases import read_case
from counterpoint.stimuli.medical.layouts import find_cases
from counterpoint.stimuli.medical.phantom import draw_phantom, phantom_name, write_phantoms
from counterpoint.stimuli.medical.phantom_fields import Field, Points, grid
from counterpoint.stimuli.medical.phantom_tumour import ENHANCING, NECROSIS, OEDEMA, SHAPES
from counterpoint.stimuli.medical.survey import survey
from counterpoint.stimuli.medical.swap import DIRECTIONS, swap

SLICES = 12
SEED = 5


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("phantoms")
    write_phantoms(folder, SEED, range(len(SHAPES)), SLICES)
    return folder


@pytest.fixture(scope="module")
def drawn():
    return [draw_phantom(SEED, number, SLICES) for number in range(len(SHAPES))]


def test_only_what_cannot_show_in_a_picture_is_not_computed(drawn, monkeypatch):
    monkeypatch.setattr("counterpoint.stimuli.medical.phantom.BLUR_REACH", 100)  # all of the grid
    whole = draw_phantom(SEED, 0, SLICES)
    np.testing.assert_array_equal(whole.labels, drawn[0].labels)
    for modality, values in drawn[0].volumes.items():
        np.testing.assert_array_equal(values, whole.volumes[modality])


def test_every_file_says_that_it_is_a_phantom(folder):
    files = sorted(folder.rglob("*.nii.gz"))
    assert len(files) == 5 * len(SHAPES)
    for path in files:
        image = nibabel.load(path)
        assert b"PHANTOM" in image.header["descrip"].item()
        assert path.name.startswith("PHANTOM-GLI-")
        assert image.shape == (240, 240, SLICES)
        assert nibabel.aff2axcodes(image.affine) == ("L", "P", "S")
        assert image.header.get_zooms() == pytest.approx((1, 1, 155 / SLICES))
        assert image.get_data_dtype() == ("uint8" if "seg" in path.name else "int16")
    assert "not a patient" in (folder / "PHANTOM.txt").read_text()


def test_the_survey_gives_a_phantom_its_own_source_whatever_the_folder_claims(folder):
    rows = survey(folder, "BraTS", "its own")
    assert all(row.usable and row.phantom for row in rows), rows
    assert {(row.source, row.licence) for row in rows} == {("phantom drawn by Counterpoint; not a patient", "MIT")}


def test_a_damaged_phantom_is_still_called_one(folder, tmp_path):
    shutil.copytree(folder / phantom_name(0), tmp_path / phantom_name(0))
    flair = tmp_path / phantom_name(0) / f"{phantom_name(0)}-t2f.nii.gz"
    flair.write_bytes(flair.read_bytes()[:1000])
    (row,) = survey(tmp_path, "BraTS", "its own")
    assert (row.defect, row.phantom, row.licence) == ("truncated", True, "MIT")


def test_files_are_the_same_bytes_every_time_and_in_any_company(folder, tmp_path):
    (again,) = write_phantoms(tmp_path, SEED, [4], SLICES)
    for path in sorted(again.iterdir()):
        content = path.read_bytes()
        assert content == (folder / again.name / path.name).read_bytes()
        assert content[4:8] == bytes(4)  # no time in the gzip header
        assert not content[3] & 0b1000  # and no name


def test_what_is_drawn_is_what_is_read(folder, drawn):
    for case, phantom in zip(find_cases(folder), drawn, strict=True):
        read = read_case(case)
        np.testing.assert_array_equal(read.labels, np.rot90(phantom.labels[:, :, read.slice_index]))
        brain = np.rot90(phantom.volumes["t1n"][:, :, read.slice_index]) > 0
        assert not read.pictures["t1n"][~brain].any()


def test_another_seed_or_number_is_another_brain(drawn):
    other = draw_phantom(SEED + 1, 0, SLICES)
    assert (other.volumes["t1n"] != drawn[0].volumes["t1n"]).any()
    assert len({phantom.volumes["t1n"].tobytes() for phantom in drawn}) == len(drawn)


def test_every_shape_of_tumour_is_drawn_in_turn_with_its_own_parts(drawn):
    assert [phantom.shape for phantom in drawn] == list(SHAPES)
    counts = {phantom.shape: np.bincount(phantom.labels.ravel(), minlength=4) for phantom in drawn}
    for count in counts.values():
        assert len(count) == 4 and count[OEDEMA] > 0
    assert counts["low_grade"][ENHANCING] == 0
    assert counts["ring"][ENHANCING] > 0 and counts["ring"][NECROSIS] > 0
    assert counts["solid"][ENHANCING] > counts["solid"][NECROSIS]
    assert counts["infiltrating"][OEDEMA] > 5 * counts["infiltrating"][ENHANCING]


def test_brain_and_labels_agree_in_all_modalities(drawn):
    for phantom in drawn:
        brains = [volume > 0 for volume in phantom.volumes.values()]
        assert all((brain == brains[0]).all() for brain in brains)
        assert brains[0][phantom.labels > 0].all()
        volume = brains[0].sum() * phantom.spacing / 1000
        assert 1000 < volume < 2000  # ml, as an adult's


def test_t1_and_flair_differ_inside_and_outside_of_the_tumour(folder):
    for case in find_cases(folder):
        read = read_case(case)
        t1n, t2f = read.pictures["t1n"], read.pictures["t2f"]
        healthy = (t1n > 0) & ~read.mask
        oedema = read.labels == OEDEMA
        assert t2f[oedema].mean() > t2f[healthy].mean() + 0.2, "oedema is bright in FLAIR"
        bright = healthy & (t1n > np.percentile(t1n[healthy], 70))  # white matter in T1
        assert t1n[oedema].mean() < t1n[bright].mean() - 0.1, "and darker than white matter in T1"
        middle = healthy & (t1n > np.percentile(t1n[healthy], 20)) & (t1n < np.percentile(t1n[healthy], 40))
        assert t2f[bright].mean() < t2f[middle].mean(), "white matter is darker than grey in FLAIR"
        fluid = healthy & (t1n < np.percentile(t1n[healthy], 3))
        assert t2f[fluid].mean() < t2f[bright].mean(), "fluid is dark in both"
        for direction in DIRECTIONS:
            assert swap(read, direction).difference > 30


def test_a_field_is_the_same_on_a_grid_and_point_by_point():
    points = grid(np.arange(-80, 80, 7.3), np.arange(-9, 120, 11.0), np.array([-3.5, 0, 4]))
    field = Field(np.random.default_rng(3), 5)
    alone = field.at(Points(points.x, points.y, points.z))
    np.testing.assert_allclose(field.at(points), alone, atol=1e-4)
    assert abs(field.values.mean()) < 1e-3 and field.values.std() == pytest.approx(1, abs=1e-3)


def test_names_follow_the_pattern_of_brats():
    assert phantom_name(7) == "PHANTOM-GLI-00007-000"


@pytest.mark.parametrize("slices", [0, 7, 156])
def test_a_height_that_is_no_brain_is_refused(tmp_path, slices):
    with pytest.raises(UserError, match="a phantom has 8 to 155"):
        write_phantoms(tmp_path, SEED, [0], slices)
