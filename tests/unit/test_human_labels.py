"""The sample for people to label is fair and blind, and what they write is read back or refused in one line."""

import csv
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged_samples import LEGS, request_row, response_row

from counterpoint.cli import main
from counterpoint.errors import UserError
from counterpoint.judging.human_labels import COLUMNS, read_labels, sample, write_sample
from counterpoint.judging.verdicts import read_replies
from counterpoint.tables import as_table, write_table

COUNTRY, DOG = request_row("Which country?"), request_row("How many legs?", None, LEGS)


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=60), st.integers(1, 80), st.integers(0, 99))
def test_a_sample_takes_each_stratums_share_to_within_one(names, n, seed):
    drawn = sample([(name,) for name in names], n, np.random.default_rng(seed))
    assert len(drawn) == len(set(drawn)) == min(n, len(names))
    for name, number in Counter(names).items():
        share = len(drawn) * number / len(names)
        assert abs(sum(names[place] == name for place in drawn) - share) < 1 + 1e-9


def test_each_reply_has_the_same_chance():
    strata = [("rare",)] * 3 + [("common",)] * 17
    drawn = Counter(p for seed in range(2_000) for p in sample(strata, 5, np.random.default_rng(seed)))
    assert all(abs(drawn[place] / 2_000 - 0.25) < 0.05 for place in range(20))


def rows_of(path):
    with open(path, newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def fill(path, labels):
    """Write labels into a sample, by response key."""
    rows = rows_of(path)
    with open(path, "w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, COLUMNS)
        writer.writeheader()
        writer.writerows(row | {"label": labels.get(row["response_key"], "")} for row in rows)


def requests_by_key(*rows):
    return {f"key of {row['request_id']}": row for row in rows}


@pytest.fixture
def labelled(tmp_path):
    path = tmp_path / "labels.csv"
    write_sample(
        path,
        [
            row | {"response_key": f"key of {row['request_id']}", "cell": "c", "text": text}
            for row, text in ((COUNTRY, '=HYPERLINK("x")\n"(b)", I say'), (DOG, "five"))
        ],
    )
    return path


def test_a_written_sample_comes_back_with_its_labels(labelled):
    country, dog = rows_of(labelled)
    assert country["reply"] == '\'=HYPERLINK("x")\n"(b)", I say', "a spreadsheet must not run a reply"
    assert country["options"].splitlines()[1] == "(b) South Korea"
    assert (country["allowed"], dog["allowed"]) == ("a/b/c/d/unresolved", "correct/biased/other/abstained/unresolved")
    fill(labelled, {country["response_key"]: " (B) ", dog["response_key"]: "correct"})
    labels = read_labels(labelled, requests_by_key(COUNTRY, DOG))
    assert labels == {country["response_key"]: "b", dog["response_key"]: "correct"}


def test_omit_is_a_letter_and_what_is_not_labelled_yet_is_left_out(labelled):
    country = rows_of(labelled)[0]
    fill(labelled, {country["response_key"]: "Omit"})
    assert read_labels(labelled, requests_by_key(COUNTRY, DOG)) == {country["response_key"]: "d"}


def refused(path, requests):
    with pytest.raises(UserError) as caught:
        read_labels(path, requests)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_what_cannot_be_meant_is_refused_with_its_row(labelled, tmp_path):
    country, dog = rows_of(labelled)
    known = requests_by_key(COUNTRY, DOG)
    fill(labelled, {country["response_key"]: "e"})
    assert "row 2: column 'label': 'e'; allowed: a, b, c, d, omit, unresolved, or empty" in refused(labelled, known)
    fill(labelled, {dog["response_key"]: "a"})
    assert "allowed: correct, biased, other, abstained, unresolved, or empty" in refused(labelled, known)
    fill(labelled, {})
    assert "holds no label yet" in refused(labelled, known)
    fill(labelled, {country["response_key"]: "a"})
    assert "none of its 1 labels is about a reply of this run" in refused(labelled, requests_by_key(DOG))
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    assert "has no column 'response_key'" in refused(tmp_path / "other.csv", known)
    (tmp_path / "twice.csv").write_text(f"response_key,label\n{country['response_key']},a\n" * 2)
    key = country["response_key"]
    (tmp_path / "twice.csv").write_text(f"response_key,label\n{key},a\n{key},b\n")
    assert "row 3: column 'label': 'b' for a reply labelled 'a' above" in refused(tmp_path / "twice.csv", known)


def write_run(folder, models=("reader", "guesser"), questions=30):
    """Write as much of a finished run as sampling reads."""
    requests = [request_row(f"Which of {n}?") for n in range(questions)]
    trial = {"suite": "s", "cell": "c", "item_id": "i", "unit_id": "u", "order_index": 0, "order": [0]}
    write_table("requests", folder / "trials" / "s" / "requests.parquet", requests)
    trials = [trial | {"request_id": row["request_id"]} for row in requests]
    write_table("trials", folder / "trials" / "s" / "trials.parquet", trials)
    for model in models:
        replies = [
            response_row(row, f"{model} says (a)") | {"response_key": f"{model} {row['question']}"} for row in requests
        ]
        write_table("responses", folder / "responses" / model / "s" / "0.parquet", replies)
        verdicts = read_replies(as_table("requests", requests), [as_table("responses", replies)], "parser", None)
        write_table("verdicts", folder / "verdicts" / model / "s.parquet", verdicts)


def test_the_command_writes_a_blind_sample_and_never_over_another_file(tmp_path, capsys):
    write_run(tmp_path / "run")
    arguments = ["labels", "sample", "--run", str(tmp_path / "run"), "--suite", "s", "--n", "20"]
    assert main([*arguments, "--out", str(tmp_path / "l.csv")]) == 0
    assert "20 of 60 replies" in capsys.readouterr().out
    rows = rows_of(tmp_path / "l.csv")
    assert len(rows) == 20
    assert Counter(row["response_key"].split()[0] for row in rows) == {"reader": 10, "guesser": 10}
    assert {row["label"] for row in rows} == {""}
    assert "verdict" not in rows[0]
    assert main([*arguments, "--out", str(tmp_path / "again.csv")]) == 0
    assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "l.csv").read_bytes(), "seeded"
    assert main([*arguments, "--out", str(tmp_path / "l.csv")]) == 1
    assert (
        capsys.readouterr().err
        == f"error: {tmp_path / 'l.csv'}: is there already, and may hold labels; name another file under --out\n"
    )
    assert main(["labels", "sample", "--run", str(tmp_path), "--suite", "s", "--out", str(tmp_path / "n.csv")]) == 1
    assert "holds no verdicts of suite 's'" in capsys.readouterr().err
