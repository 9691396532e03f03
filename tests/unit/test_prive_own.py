"""Pairs of one's own and people's decisions: what is read, what is a finding, what is a mistake in one line."""

import csv
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml
from PIL import Image

from counterpoint.config_prive import PrivePictures
from counterpoint.errors import UserError
from counterpoint.suites.prive.decisions import read_decisions, unmatched, without_rejected
from counterpoint.suites.prive.own import own_pairs, picture_files
from counterpoint.suites.prive.pictured import save_pairs
from counterpoint.suites.prive.sources import all_pairs
from counterpoint.tables import as_table

OBJECTS = Path(__file__).resolve().parents[2] / "resources" / "objects"
ROW = {
    "pair_id": "mug-1",
    "domain": "existence",
    "original": "mug.png",
    "counterfactual": "mug_edited.png",
    "subject": "the mug",
    "attribute": "the presence of the handle of the mug",
    "asks": "What do you see at the side of the mug?",
    "source": "a photograph",
    "licence": "mine",
    "original_value": "a handle",
    "original_asks": "Does the mug have a handle?",
    "original_states": "The mug has a handle.",
    "counterfactual_value": "nothing",
    "counterfactual_asks": "Is the mug without a handle?",
    "counterfactual_states": "The mug has no handle.",
    "distractors": "a spout|a lid",
    "prior": "original",
    "x0": "20",
    "y0": "10",
    "x1": "40",
    "y1": "30",
}


@pytest.fixture
def folder(tmp_path):
    """A folder with two pictures, 90 x 60 px, that differ in the row's region."""
    pixels = np.full((60, 90, 3), 200, np.uint8)
    Image.fromarray(pixels).save(tmp_path / "mug.png")
    pixels[10:30, 20:40] = (10, 20, 30)
    Image.fromarray(pixels).save(tmp_path / "mug_edited.png")
    return tmp_path


def write(folder, *rows, name="pairs.csv"):
    rows = rows or (ROW,)
    with open(folder / name, "w", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return folder / name


def read(path):
    audit = []
    made = list(own_pairs(path, audit))
    as_table("audit", audit)
    return made, {(row["fault"], row["kept_out"]) for row in audit}


def test_a_pair_is_read_from_csv_and_from_parquet(folder):
    (made,), found = read(write(folder))
    assert found == set()
    pair = made.pair
    assert [pair.original.text, *(value.option for value in pair.distractors)] == ["a handle", "a spout", "a lid"]
    assert (pair.original_id, pair.asks_choice, pair.made, pair.prior) == ("mug-1", ROW["asks"], "not said", "original")
    assert (made.region.box.x0, made.region.box.y1, made.region.mask) == (20, 30, None)
    pd.DataFrame([ROW | {name: int(ROW[name]) for name in ("x0", "y0", "x1", "y1")}]).to_parquet(folder / "p.parquet")
    (again,), _ = read(folder / "p.parquet")
    assert again.pair == pair
    assert again.region.box == made.region.box
    assert picture_files(folder / "pairs.csv") == [str(folder / "mug.png"), str(folder / "mug_edited.png")]


def test_pictures_and_views_become_files_and_rows_and_what_there_is_none_of_says_why(folder):
    made, _ = read(write(folder))
    rows = save_pairs(made, ["box", "crop", "contour", "raw_twice"], 45, folder / "run")
    stimuli = as_table("stimuli", rows.stimuli).to_pylist()
    as_table("prive_pairs", rows.pairs)
    views = {(row["picture"], row["view"]): row for row in as_table("prive_views", rows.views).to_pylist()}
    assert {row["variant"] for row in stimuli} == {
        *("original", "counterfactual", "original_box", "counterfactual_box", "original_crop", "counterfactual_crop")
    }
    assert all((folder / "run" / row["path"]).is_file() for row in stimuli)
    assert max(max(row["width"], row["height"]) for row in stimuli) == 45
    assert views["original", "contour"]["reason"] == "no_mask"
    assert views["original", "contour"]["stimulus_id"] is None
    assert views["original", "raw_twice"]["pixel_digest"] == views["original", "raw"]["pixel_digest"]
    assert rows.pairs[0]["mask"] is None


def test_a_mask_gives_the_region_its_exact_shape(folder):
    mask = np.zeros((60, 90), np.uint8)
    mask[12:20, 22:30] = 255
    Image.fromarray(mask).save(folder / "mask.png")
    (made,), _ = read(write(folder, ROW | {"mask": "mask.png", **dict.fromkeys(("x0", "y0", "x1", "y1"), "")}))
    assert (made.region.box.x0, made.region.box.y0, int(made.region.mask.sum())) == (22, 12, 64)
    rows = save_pairs([made], ["contour"], 45, folder / "run")
    assert (folder / "run" / rows.pairs[0]["mask"]).is_file()


def picture(size=(90, 60), **changes):
    return Image.new("RGB", size, (9, 9, 9), **changes)


def turned(path):
    exif = Image.Exif()
    exif[0x0112] = 6
    picture((60, 90)).save(path, "PNG", exif=exif)


@pytest.mark.parametrize(
    ("spoil", "row", "found"),
    [
        (lambda path: path.unlink(), {}, {("unreadable_picture", True)}),
        (lambda path: path.write_bytes(b"no picture"), {}, {("unreadable_picture", True)}),
        (lambda path: path.write_bytes(path.read_bytes()[:80]), {}, {("unreadable_picture", True)}),
        (lambda path: picture((80, 60)).save(path), {}, {("other_size", True)}),
        (lambda path: Image.open(path.parent / "mug.png").save(path), {}, {("identical_pair", True)}),
        (lambda path: picture().save(path, "JPEG"), {}, {("other_format", False)}),
        (lambda path: Image.new("RGBA", (90, 60), (9, 9, 9, 80)).save(path), {}, {("transparent_picture", False)}),
        (turned, {}, {("turned_picture", False)}),
        (lambda path: None, {"x1": "91"}, {("region_outside", False)}),
        (lambda path: None, dict.fromkeys(("x0", "y0", "x1", "y1"), ""), {("no_region", False)}),
        (lambda path: None, {"mask": "nowhere.png"}, {("unreadable_mask", True)}),
    ],
)
def test_what_is_wrong_with_a_picture_is_a_finding(folder, spoil, row, found):
    spoil(folder / "mug_edited.png")
    made, said = read(write(folder, ROW | row))
    assert said == found
    assert len(made) == (not any(kept_out for _, kept_out in found))


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([{k: v for k, v in ROW.items() if k != "asks"}], "row 1: has no column 'asks'"),
        ([ROW | {"colour": "red"}], "row 1: column 'colour' is not known"),
        ([ROW, ROW], "row 3: column 'pair_id': 'mug-1' stands above already"),
        ([ROW | {"source": ""}], "row 2: column 'source': is empty"),
        ([ROW | {"subject": "the\nmug"}], "row 2: column 'subject': holds U\\+000A"),
        ([ROW | {"subject": "the \u202egum"}], "row 2: column 'subject': holds U\\+202E"),
        ([ROW | {"distractors": "a spout|a \u2066lid"}], "row 2: column 'distractors': holds U\\+2066"),
        ([ROW | {"domain": "zoo"}], "row 2: domain: 'zoo' is not allowed"),
        ([ROW | {"x0": "left"}], "row 2: columns x0, y0, x1, y1: 'left'"),
        ([ROW | {"x0": "50"}], "row 2: columns x0, y0, x1, y1: 50, 10, 40, 30; allowed: x0 < x1"),
        ([ROW | {"prior": "both"}], "row 2: prior: 'both' is not allowed"),
        ([ROW | {"original_number": "four"}], "row 2: column 'original_number': 'four' is no number"),
        ([ROW | {"original_number": "nan"}], "row 2: column 'original_number': 'nan' is no number"),
        ([ROW | {"original_number": "4", "counterfactual_number": "4"}], "row 2: both numbers are 4"),
        ([ROW | {"x1": "9" * 30}], "row 2: columns x0, y0, x1, y1: .* none beyond"),
        ([ROW | {"distractors": "|".join(map(str, range(25)))}], "row 2: has 27 values; allowed: 26"),
        ([ROW | {"distractors": "A Handle"}], "row 2: a value stands twice"),
        (
            [ROW | {"counterfactual_asks": ROW["original_asks"]}],
            "row 2: original_asks and counterfactual_asks are both",
        ),
        (
            [ROW | {"original_wordings": "a loop", "counterfactual_wordings": "A loop"}],
            "row 2: 'a loop' is a wording of",
        ),
        ([ROW | {"attribute": "the handle that was removed"}], "row 2: mug-1: .* tells by 'removed'"),
        (
            [ROW | {"domain": "industry", "attribute": "whether it has a handle"}],
            "row 2: mug-1: attribute: .* holds the",
        ),
    ],
)
def test_a_mistake_in_the_file_is_one_line_with_its_row(folder, rows, said):
    with pytest.raises(UserError, match=said) as caught:
        read(write(folder, *rows))
    assert "\n" not in str(caught.value)


def test_rows_are_numbered_as_in_the_file_and_one_with_a_stray_comma_is_named(folder):
    path = write(folder, ROW, ROW | {"pair_id": "mug-2", "domain": "zoo"})
    header, first, second = path.read_text().splitlines()
    path.write_text("\n".join((header, first, "", second)))
    with pytest.raises(UserError, match="row 4: domain: 'zoo'"):
        read(path)
    path.write_text("\n".join((header, first + ",and more")))
    with pytest.raises(UserError, match=f"row 2: has {len(ROW) + 1} fields; allowed: {len(ROW)}"):
        read(path)
    path.write_text(header.replace(",", ";"))
    with pytest.raises(UserError, match=r"has no column 'pair_id'.*; columns are separated by commas"):
        read(path)
    path.write_text(f"{header},asks\n{first},again?")
    with pytest.raises(UserError, match="column 'asks' stands 2 times"):
        read(path)


def test_a_run_watches_the_pictures_that_are_there_and_takes_no_name_with_braces(folder):
    path = write(folder, ROW | {"mask": "gone.png"})
    assert picture_files(path) == [str(folder / "mug.png"), str(folder / "mug_edited.png")]
    path = write(folder, ROW | {"mask": "{gone}.png"})
    with pytest.raises(UserError, match=r"row 2: column 'mask': '\{gone\}.png' has braces"):
        picture_files(path)


def test_a_run_without_a_usable_pair_says_what_is_wrong_with_the_first(folder):
    (folder / "mug.png").unlink()
    suite = PrivePictures(domains=[], pairs=str(write(folder)))
    with pytest.raises(UserError, match=r"no pair can be asked about: pair mug-1: .*mug.png: there is no such picture"):
        list(all_pairs(suite, None, 1, []))


@pytest.mark.parametrize("name", ["existence/mug/0", "existence/mug/0/handle/absent"])
def test_a_pair_of_ones_own_cannot_be_named_as_a_drawn_original_or_pair(folder, name):
    manifest = yaml.safe_load((OBJECTS / "existence.yaml").read_text())
    manifest["templates"] = {"mug": manifest["templates"]["mug"]}
    (folder / "existence.yaml").write_text(yaml.safe_dump(manifest))
    (folder / "drawings").symlink_to(OBJECTS / "drawings")
    path = write(folder, ROW | {"pair_id": name})
    suite = PrivePictures(domains=["existence"], objects=str(folder), originals=1, pairs=str(path))
    with pytest.raises(UserError, match=f"pairs.csv: '{name}' is the name of another pair or original; rename it"):
        list(all_pairs(suite, None, 1, []))


def test_an_own_letter_of_a_script_that_joins_is_kept(folder):
    (made,), _ = read(write(folder, ROW | {"source": "می\u200cخواهم"}))
    assert made.pair.source == "می\u200cخواهم"


def test_a_file_without_a_pair_or_that_is_none_is_refused(folder):
    (folder / "pairs.csv").write_text(",".join(ROW) + "\n")
    with pytest.raises(UserError, match="holds no pair"):
        read(folder / "pairs.csv")
    (folder / "pairs.parquet").write_text("no table")
    with pytest.raises(UserError, match="cannot be read as Parquet"):
        read(folder / "pairs.parquet")


DECISION = {"pair_id": "p", "view": "crop", "decision": "reject", "reason": "too dark", "reviewer": "A. B."} | {
    "date": "2026-07-01"
}


def test_a_rejected_view_is_none_and_a_rejected_pair_has_none(folder):
    views = [
        {"pair_id": pair, "picture": "original", "view": view, "stimulus_id": "s", "pixel_digest": "d", "reason": ""}
        for pair in ("p", "q")
        for view in ("raw", "crop")
    ]
    path = write(folder, DECISION, DECISION | {"pair_id": "q", "decision": "accept", "reason": ""}, name="qc.csv")
    found = without_rejected(views, read_decisions(path))
    assert [row["pixel_digest"] for row in found] == ["d", None, "d", "d"]
    assert found[1]["reason"] == "rejected by A. B. on 2026-07-01: too dark"
    path = write(folder, DECISION | {"view": "raw"}, name="qc.csv")
    assert [row["pixel_digest"] for row in without_rejected(views, read_decisions(path))] == [None, None, "d", "d"]


def test_a_decision_on_what_the_run_does_not_hold_is_a_finding(folder):
    views = [{"pair_id": "p", "view": "crop"}]
    path = write(folder, DECISION, DECISION | {"pair_id": "P"}, DECISION | {"view": "zoom"}, name="qc.csv")
    found = unmatched(views, read_decisions(path), path)
    assert [(row["source"], row["fault"], row["kept_out"]) for row in found] == [
        (f"pair {pair}", "decision_without_picture", False) for pair in ("P", "p")
    ]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([DECISION | {"view": "crops"}], "row 2: column 'view': 'crops'"),
        ([DECISION | {"decision": "maybe"}], "row 2: column 'decision': 'maybe'"),
        ([DECISION | {"reason": ""}], "row 2: column 'reason': ''"),
        ([DECISION | {"reason": "too \u202ekrad"}], "row 2: column 'reason': holds U\\+202E"),
        ([DECISION | {"date": "July"}], "row 2: column 'date': 'July'; allowed: a date such as 2026-07-01"),
        ([DECISION, DECISION], "row 3: p crop is decided above already"),
        ([{k: v for k, v in DECISION.items() if k != "reviewer"}], "row 1: has no column 'reviewer'"),
        ([DECISION | {"note": "none"}], "row 1: column 'note' is not known; allowed: pair_id, view"),
    ],
)
def test_a_mistake_in_the_decisions_is_one_line_with_its_row(folder, rows, said):
    with pytest.raises(UserError, match=said):
        read_decisions(write(folder, *rows, name="qc.csv"))
