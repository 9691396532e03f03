"""Participants' answers are scored as in the paper, and mistakes in the file are named to the cell."""

import pytest
from cvlat_samples import make_items

from counterpoint.errors import UserError
from counterpoint.suites.cvlat.humans import Published, human_table, read_answers, score_participants

ITEMS = make_items([5, 3])
"""Option 0 is visual ("option 0"), 1 factual, the last Omit."""


def answers(tmp_path, *lines, header="participant,item_id,answer"):
    path = tmp_path / "people.csv"
    path.write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
    return read_answers(path, ITEMS)


def test_text_letter_omit_and_time_out_are_understood(tmp_path):
    read = answers(
        tmp_path,
        "p,cvlat-real-0,Option 2",
        "p,cvlat-real-1,B",
        "q,cvlat-real-0,omit",
        "q,cvlat-real-1,",
    )
    assert [answer.option for answer in read] == [2, 1, 4, None]


def test_corrected_scores_and_index_worked_by_hand(tmp_path):
    read = answers(tmp_path, "p,cvlat-real-0,a", "p,cvlat-real-1,b", "q,cvlat-real-0,c", "q,cvlat-real-1,")
    p, q = score_participants(read, ITEMS).to_pylist()
    # p: visual right 1, wrong -1/2; factual wrong -1/4, right 1; V = F = 1/2
    assert (p["cs_visual"], p["cs_factual"], p["vfri"]) == pytest.approx((25, 37.5, 0))
    # q: one distractor of five options (-1/4, neither -1/3), one time-out; never clamped but for the index
    assert (q["cs_visual"], q["cs_factual"], q["vfri"]) == pytest.approx((-12.5, -12.5, 0))
    assert [q[name] for name in ("n_items", "n_answered", "n_omit", "n_timeout")] == [2, 1, 0, 1]


def test_omit_costs_nothing_and_following_the_chart_is_an_index_of_one(tmp_path):
    (p,) = score_participants(answers(tmp_path, "p,cvlat-real-0,a", "p,cvlat-real-1,Omit"), ITEMS).to_pylist()
    assert (p["cs_visual"], p["n_omit"]) == (50, 1)
    assert p["vfri"] == pytest.approx(1, abs=1e-5)


def test_items_without_a_conflict_have_no_index(tmp_path):
    (p,) = score_participants(answers(tmp_path, "p,revlat-real-0,a"), ITEMS).to_pylist()
    assert (p["cs_visual"], p["cs_factual"], p["vfri"]) == (100, None, None)


def test_groups_are_held_against_published_people(tmp_path):
    lines = ["p,cvlat-real-0,a,lab", "q,cvlat-real-0,b,lab", "r,cvlat-real-0,a,street"]
    people = score_participants(answers(tmp_path, *lines, header="participant,item_id,answer,group"), ITEMS)
    rows = human_table(people, [Published("VLAT", 51.91, 16.57, 191)]).to_pylist()
    lab = [row for row in rows if row["group"] == "lab" and row["statistic"] == "cs_visual"]
    assert [row["reference"] for row in lab] == ["", "VLAT"]
    assert lab[1]["mean"] == pytest.approx((100 - 25) / 2)
    assert lab[1]["difference"] == pytest.approx(37.5 - 51.91)
    assert lab[1]["low"] < lab[1]["difference"] < lab[1]["high"]
    assert lab[1]["p"] > 0.5
    street = [row for row in rows if row["group"] == "street" and row["reference"]]
    assert street[0]["p"] is None
    assert "fewer than 2" in street[0]["note"]


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("p,cvlat-real-9,a", ["row 3", "'item_id'", "'cvlat-real-9'", "cvlat-real-0"]),
        ("p,cvlat-real-1,z", ["row 3", "'answer'", "'z'", "'option 0'", "a to c", "Omit"]),
        (",cvlat-real-1,a", ["row 3", "'participant'"]),
        ("p,cvlat-real-0,a", ["row 3", "'item_id'", "row 2"]),
        ("p,cvlat-real-1", ["row 3", "has 2 fields; allowed: 3"]),
        ("p,cvlat-real-1,a,b", ["row 3", "has 4 fields; allowed: 3"]),
    ],
)
def test_a_mistake_is_named_with_file_row_column_and_what_is_allowed(tmp_path, line, named):
    with pytest.raises(UserError) as raised:
        answers(tmp_path, "p,cvlat-real-0,a", line)
    for text in ["people.csv", *named]:
        assert text in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_participant_belongs_to_one_group(tmp_path):
    lines = ["p,cvlat-real-0,a,lab", "p,cvlat-real-1,a,street"]
    with pytest.raises(UserError, match="row 3: column 'group': 'street'"):
        answers(tmp_path, *lines, header="participant,item_id,answer,group")


def test_a_wrong_header_an_empty_and_a_missing_file_are_named(tmp_path):
    with pytest.raises(UserError, match="row 1: has no column 'item_id'; needed are participant, item_id, answer"):
        answers(tmp_path, header="participant,item,answer")
    with pytest.raises(UserError, match="row 1: column 'age' is not known; allowed: participant"):
        answers(tmp_path, header="participant,item_id,answer,age")
    with pytest.raises(UserError, match="no answer"):
        answers(tmp_path)
    with pytest.raises(UserError, match=r"nowhere\.csv"):
        read_answers(tmp_path / "nowhere.csv", ITEMS)
