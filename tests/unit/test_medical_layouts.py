"""Cases are found in every layout and at any depth; names are kept as they are."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_up_cases import brain, gz, nifti, tumour, write_case

from counterpoint.errors import UserError
from counterpoint.stimuli.medical.cases import read_case
from counterpoint.stimuli.medical.layouts import find_cases
from counterpoint.stimuli.medical.survey import survey


def _nnunet(folder, names: str, layout: dict[str, str]):
    content = gz(nifti(brain(1)))
    (folder / "dataset.json").write_text(names)
    for name, data in layout.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data or content)


def test_cases_are_found_in_all_layouts_at_any_depth(tmp_path):
    write_case(tmp_path / "2023")
    older = tmp_path / "2018" / "HGG" / "Brats18_X_1"
    older.mkdir(parents=True)
    for role in ("t1", "t1ce", "t2", "flair", "seg"):
        (older / f"Brats18_X_1_{role}.nii.gz").write_bytes(b"")
    (older / "._Brats18_X_1_t1.nii.gz").write_bytes(b"left by another system")
    nnunet = tmp_path / "Dataset500"
    nnunet.mkdir()
    _nnunet(
        nnunet,
        json.dumps({"channel_names": {"0": "FLAIR", "1": "T1w", "2": "t1gd", "3": "T2w", "4": "CT"}}),
        {f"imagesTr/HG_0001_000{n}.nii.gz": b"" for n in range(5)} | {"labelsTr/HG_0001.nii.gz": gz(nifti(tumour()))},
    )
    found = {case.name: case for case in find_cases(tmp_path)}
    assert [(name, case.layout) for name, case in found.items()] == [
        ("BraTS-GLI-00000-000", "brats2023"),
        ("Brats18_X_1", "brats2018"),
        ("HG_0001", "nnunet"),
    ]
    names = {role: [path.name for path in paths] for role, paths in found["Brats18_X_1"].files.items()}
    assert names["t2f"] == ["Brats18_X_1_flair.nii.gz"]
    assert names["t1c"] == ["Brats18_X_1_t1ce.nii.gz"]
    assert set(names) == {"t1n", "t1c", "t2w", "t2f", "seg"}
    files = {role: paths[0].name for role, paths in found["HG_0001"].files.items()}
    assert files == {
        "t2f": "HG_0001_0000.nii.gz",
        "t1n": "HG_0001_0001.nii.gz",
        "t1c": "HG_0001_0002.nii.gz",
        "t2w": "HG_0001_0003.nii.gz",
        "seg": "HG_0001.nii.gz",
    }
    assert read_case(found["HG_0001"], minimum_area=1).tumour_area == 30


def test_files_of_all_modalities_in_one_are_four_dimensional_rows(tmp_path):
    four = nifti(brain(1)).replace(b"\3\0\x18\0\x14\0\x09\0\1\0", b"\4\0\x18\0\x14\0\x09\0\4\0")
    _nnunet(
        tmp_path,
        json.dumps({"modality": {"0": "FLAIR", "1": "T1w", "2": "t1gd", "3": "T2w"}}),
        {"imagesTr/BRATS_001.nii.gz": gz(four), "labelsTr/BRATS_001.nii.gz": gz(nifti(tumour()))},
    )
    row = survey(tmp_path, "MSD", "CC BY-SA 4.0")[0]
    assert (row.case, row.layout, row.defect) == ("BRATS_001", "nnunet", "not_3d")


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"channel_names": {"x": "T1"}}', '{"channel_names": ["T1"]}'])
def test_channels_without_names_are_asked_for(tmp_path, text):
    _nnunet(tmp_path, text, {"imagesTr/A_0000.nii.gz": b""})
    with pytest.raises(UserError, match=r"dataset\.json: does not say which channel is which modality") as error:
        find_cases(tmp_path)
    assert "\n" not in str(error.value)


def test_a_folder_without_cases_is_named(tmp_path):
    (tmp_path / "notes.txt").write_text("")
    with pytest.raises(UserError, match="holds no case"):
        find_cases(tmp_path)
    with pytest.raises(UserError, match="there is no such folder"):
        find_cases(tmp_path / "absent")


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from("aT1cf-_.0né {}%"), min_size=1, max_size=12))
def test_any_name_of_a_case_is_kept_as_it_is(tmp_path_factory, name):
    folder = tmp_path_factory.mktemp("cases")
    name = f"x{name}"
    for role in ("t1n", "t2f", "seg"):
        (folder / f"{name}-{role}.nii.gz").write_bytes(b"")
    case = find_cases(folder)[0]
    assert (case.name, sorted(case.files)) == (name, ["seg", "t1n", "t2f"])


def test_two_files_of_a_modality_are_a_row(tmp_path):
    write_case(tmp_path)
    (tmp_path / "t1").mkdir()
    (tmp_path / "t1" / "BraTS-GLI-00000-000-t1n.nii").write_bytes(nifti(brain(1)))
    row = survey(tmp_path, "BraTS", "its own")[0]
    assert row.defect == "two_files"
    assert "2 files for t1n" in row.detail


def test_linked_cases_are_found_and_links_that_go_round_end(tmp_path):
    case = tmp_path / "store" / "BraTS-GLI-00001-000"
    case.mkdir(parents=True)
    for role in ("t1n", "t2f", "seg"):
        (case / f"{case.name}-{role}.nii.gz").touch()
    folder = tmp_path / "chosen"
    folder.mkdir()
    (folder / case.name).symlink_to(case)
    (folder / "round").symlink_to(folder)
    (folder / "again").symlink_to(case)
    (found,) = find_cases(folder)
    assert (found.name, {len(files) for files in found.files.values()}) == (case.name, {1})
