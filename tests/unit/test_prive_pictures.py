"""Where PriVE's pairs come from: which drawings and cases a run takes, and what their views have to show."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from counterpoint.config_prive import PriveMedical
from counterpoint.errors import UserError
from counterpoint.stimuli.objects.manifest import DOMAINS, load_manifest
from counterpoint.stimuli.objects.scene import PIXELS
from counterpoint.suites.prive.drawn import drawn_pairs
from counterpoint.suites.prive.pictured import save_pairs
from counterpoint.suites.prive.slices import VALUES, slice_pairs, write_run_phantoms
from counterpoint.tables import as_table

OBJECTS = Path(__file__).resolve().parents[2] / "resources" / "objects"


@pytest.fixture(scope="module")
def counting():
    return load_manifest(OBJECTS / "counting.yaml")


def names(made):
    return [one.pair.pair_id for one in made]


def test_more_originals_or_edits_keep_those_that_were_drawn(counting):
    few = list(drawn_pairs(counting, OBJECTS, 2, 1, 7))
    assert len(few) == len({one.pair.original_id for one in few}) == 2
    more = names(drawn_pairs(counting, OBJECTS, 3, 2, 7))
    assert set(names(few)) < set(more)
    assert set(names(few)) != set(names(drawn_pairs(counting, OBJECTS, 2, 1, 8)))


def test_where_things_are_counted_the_region_holds_all_of_them(counting):
    (made,) = [
        one for one in drawn_pairs(counting, OBJECTS, len(counting.templates), 1, 7) if "/dog/" in one.pair.pair_id
    ]
    columns = np.flatnonzero(made.region.mask.any(axis=0))
    assert made.region.box.x0 <= columns[0]
    assert made.region.box.x1 > columns[-1]
    assert made.region.box.width > columns[-1] - columns[0] + 20, "legs that did not move lie outside the edit"


def test_an_original_that_pairs_share_is_one_picture(tmp_path, counting):
    made = list(drawn_pairs(counting, OBJECTS, 1, None, 7))
    rows = save_pairs(made, ["box"], 64, tmp_path)
    assert len(made) > 1
    stimuli = as_table("stimuli", rows.stimuli).to_pylist()
    assert sum(row["variant"] == "original" for row in stimuli) == 1
    assert sum(row["variant"] == "counterfactual" for row in stimuli) == len(made)


@pytest.mark.parametrize("domain", DOMAINS)
def test_files_of_a_pair_differ_exactly_where_its_mask_says(tmp_path, domain):
    manifest = load_manifest(OBJECTS / f"{domain}.yaml")
    rows = save_pairs(drawn_pairs(manifest, OBJECTS, 4, 2, 7), [], PIXELS, tmp_path)
    files = {row["stimulus_id"]: tmp_path / row["path"] for row in as_table("stimuli", rows.stimuli).to_pylist()}
    shown = {(row["pair_id"], row["picture"]): files[row["stimulus_id"]] for row in rows.views}
    assert len(rows.pairs) > 4
    for row in rows.pairs:
        original, edited = (
            np.asarray(Image.open(shown[row["pair_id"], name])) for name in ("original", "counterfactual")
        )
        mask = np.asarray(Image.open(tmp_path / row["mask"]))
        assert original.shape == edited.shape == (PIXELS, PIXELS, 3)
        assert np.array_equal(mask, np.where((original != edited).any(axis=2), 255, 0))
        assert mask.any()


def test_both_directions_of_a_case_are_pairs_and_a_case_with_a_defect_is_a_finding(tmp_path):
    write_run_phantoms(tmp_path, 7, 1)
    (case,) = [folder for folder in tmp_path.iterdir() if folder.is_dir()]
    broken = tmp_path / "BROKEN-GLI-00000-000"
    broken.mkdir()
    (broken / "BROKEN-GLI-00000-000-seg.nii.gz").write_bytes(b"cut off")
    audit = []
    made = list(slice_pairs(tmp_path, PriveMedical(per_direction=5), 7, audit))
    assert [row["source"] for row in as_table("audit", audit).to_pylist()] == ["case BROKEN-GLI-00000-000"]
    assert audit[0]["kept_out"]
    assert {(one.pair.original, one.pair.counterfactual) for one in made} == {
        (VALUES["t1n"], VALUES["t2f"]),
        (VALUES["t2f"], VALUES["t1n"]),
    }
    for one in made:
        assert one.pair.original_id == f"medical/{case.name}"
        assert (one.pair.made, one.pair.prior) == ("phantom", "original")
        assert "not a patient" in one.pair.source
        differ = (one.original != one.counterfactual).any(axis=2)
        assert differ.any()
        assert not (differ & ~one.region.mask).any()
    for path in case.iterdir():
        path.unlink()
    (case / f"{case.name}-seg.nii.gz").write_bytes(b"")
    with pytest.raises(UserError, match="none of 2 is usable"):
        list(slice_pairs(tmp_path, PriveMedical(), 7, []))
