"""Tables: what is written is what the schema says, and damage is found."""

import csv

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from counterpoint.damage import set_damaged_aside
from counterpoint.errors import UserError
from counterpoint.schemas import SCHEMAS
from counterpoint.tables import arrow_schema, as_table, read_table, write_csv, write_table

ROW = {
    "request_id": "ab",
    "response_key": "cd",
    "status": "answered",
    "failure_class": None,
    "verdict": "option",
    "findings": None,
    "position": 2,
    "number": None,
    "extraction": "parser",
    "rule": "letter",
    "reader_version": "options/1",
    "route": "free_text",
    "votes_for": None,
    "votes_cast": None,
    "text_chars": 3,
}


def test_rows_come_back_as_they_were_written(tmp_path):
    write_table("verdicts", tmp_path / "t.parquet", [ROW])
    assert read_table("verdicts", tmp_path / "t.parquet").to_pylist() == [ROW]


def test_an_empty_table_keeps_its_schema(tmp_path):
    write_table("verdicts", tmp_path / "t.parquet", [])
    assert read_table("verdicts", tmp_path / "t.parquet").schema.equals(arrow_schema("verdicts"))


def test_every_column_of_every_table_says_what_it_means_in_the_file(tmp_path):
    for name, columns in SCHEMAS.items():
        write_table(name, tmp_path / "t.parquet", [])
        stored = pq.read_schema(tmp_path / "t.parquet")
        for column in columns:
            assert stored.field(column.name).metadata[b"meaning"].decode() == column.meaning != ""


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"request_id": None}, "request_id"),
        ({"position": "three"}, "position"),
        ({"position": 300}, "position"),
    ],
)
def test_a_wrong_value_is_refused_and_nothing_is_written(tmp_path, change, said):
    with pytest.raises((ValueError, OverflowError, TypeError)):
        write_table("verdicts", tmp_path / "t.parquet", [ROW | change])
    assert not list(tmp_path.iterdir())


def test_a_truncated_table_is_found_when_read_and_set_aside_at_the_next_start(tmp_path):
    whole, cut = tmp_path / "whole.parquet", tmp_path / "cut.parquet"
    write_table("verdicts", whole, [ROW])
    cut.write_bytes(whole.read_bytes()[:-5])
    with pytest.raises(UserError, match=r"cut\.parquet: not a readable 'verdicts' table"):
        read_table("verdicts", cut)
    assert set_damaged_aside(tmp_path) == [cut]
    assert not cut.exists()
    assert (tmp_path / "cut.parquet.damaged").exists()
    assert whole.exists()


@pytest.mark.parametrize("damage", [b"", b"\x00" * 40, b'{"asked": 1', b"\xff\xfe{}"])
def test_a_damaged_receipt_is_set_aside_too(tmp_path, damage):
    (tmp_path / "0.json").write_bytes(damage)
    (tmp_path / "1.json").write_text('{"asked": 1}\n')
    assert set_damaged_aside(tmp_path) == [tmp_path / "0.json"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0.json.damaged", "1.json"]


def test_a_flipped_bit_inside_a_table_is_found(tmp_path):
    path = tmp_path / "t.parquet"
    write_table("verdicts", path, [ROW] * 100)
    damaged = bytearray(path.read_bytes())
    damaged[60] ^= 0xFF
    path.write_bytes(bytes(damaged))
    with pytest.raises(UserError, match="not a readable"):
        read_table("verdicts", path)


def test_another_table_under_this_name_is_refused(tmp_path):
    write_table("verdicts", tmp_path / "t.parquet", [ROW])
    with pytest.raises(UserError, match="is not the table 'scores'"):
        read_table("scores", tmp_path / "t.parquet")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-2", "@SUM(A1)", "\t=1", "\r=1", "\n=1"])
def test_a_text_that_a_spreadsheet_would_run_is_text_in_csv_and_as_it_is_in_parquet(tmp_path, text):
    rows = [{"suite": "prive", "source": text, "item_id": None, "fault": "f", "detail": f"a{text}", "kept_out": False}]
    write_csv(tmp_path / "audit.csv", as_table("audit", rows))
    with open(tmp_path / "audit.csv", newline="") as stream:
        (row,) = csv.DictReader(stream)
    shown = text.replace("\r", "\n")
    assert (row["source"], row["item_id"], row["detail"]) == (f"'{shown}", "", f"a{shown}")
    write_table("audit", tmp_path / "audit.parquet", rows)
    assert read_table("audit", tmp_path / "audit.parquet")["source"].to_pylist() == [text]


def test_numbers_below_zero_stay_numbers_in_csv(tmp_path):
    table = pa.table({"change": pa.array([-1.5, None]), "words": pa.array([["-a", "b"], None], pa.list_(pa.string()))})
    write_csv(tmp_path / "t.csv", table)
    assert (tmp_path / "t.csv").read_text() == "change,words\n-1.5,'-a; b\n,\n"
