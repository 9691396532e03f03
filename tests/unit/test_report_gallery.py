"""The gallery of the report: pictures once, keys marked, what each model answered, and nothing given away."""

import base64
import io
import json
from pathlib import Path

import numpy as np
import pytest
from made_up_results import write_run
from PIL import Image
from report_pages import ATTACK, Page, make, responses, scores, section, small_run

from counterpoint.errors import UserError
from counterpoint.report.answers import model_answers
from counterpoint.report.gallery import picture_uri
from counterpoint.report.section import (
    Bar,
    Example,
)
from counterpoint.report.warnings import resized_pictures
from counterpoint.tables import read_table, write_table


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_run(tmp_path_factory.mktemp("run"))


@pytest.fixture(scope="module")
def html(folder: Path) -> str:
    return (folder / "report.html").read_text("utf-8")


def test_alternative_texts_of_pictures_do_not_give_the_answer_away(html: str) -> None:
    alts = {img["alt"] for img in Page(html).all("img") if "chart, variant" in img["alt"]}
    assert "area chart, variant counterfactual" in alts
    assert not any(character.isdigit() for alt in alts for character in alt)


def test_each_picture_is_in_the_page_once(html: str) -> None:
    pictures = [img["src"] for img in Page(html).all("img") if "chart, variant" in img["alt"]]
    assert len(pictures) == 2 * 4
    assert len(set(pictures)) == len(pictures)


def test_variants_with_the_same_pixels_share_one_picture(tmp_path: Path) -> None:
    run = write_run(tmp_path, ["m"], charts=1)
    path = tmp_path / "stimuli/cvlat/stimuli.parquet"
    stimuli = read_table("stimuli", path).to_pylist()
    stimuli[1] |= {"pixel_digest": stimuli[0]["pixel_digest"], "path": stimuli[0]["path"]}
    write_table("stimuli", path, stimuli)
    shown = section(tmp_path, run).gallery.groups[0].pictures
    assert [picture.labels for picture in shown] == [["aligned", "randomised"], ["counterfactual"], ["anonymised"]]


def test_a_unit_whose_picture_was_never_sent_shows_none(tmp_path: Path) -> None:
    run = write_run(tmp_path, ["m"], charts=1, cells=("cvlat/question_only",))
    chart = section(tmp_path, run).gallery.groups[0]
    assert chart.pictures == []
    assert chart.units[0].cells == ["cvlat/question_only"]


def test_shares_are_of_counted_trials_and_what_is_left_out_is_said(tmp_path: Path) -> None:
    trials = [
        ("answered", 2, "visual"),
        ("answered", 2, "visual"),
        ("answered", 4, "omit"),
        ("answered", None, "unresolved"),
        ("failed", None, "left_out"),
    ]
    write_table("scores", tmp_path / "s.parquet", scores(trials))
    found = model_answers(tmp_path / "s.parquet", [])
    answer = found.by_item["i", "cvlat/normal"]
    assert (answer.counted, answer.left_out) == (4, 1)
    assert answer.outcomes == {"visual": 2, "omit": 1, "unresolved": 1}
    assert answer.options == {2: 2, 4: 1}
    assert found.asked.trials == 5
    assert found.asked.statuses == {"answered": 4, "failed": 1}

    run = write_run(tmp_path, ["m"], charts=1, units=1, cells=("cvlat/normal",))
    named = [row | {"item_id": "00-0-cvlat-real"} for row in scores(trials)]
    write_table("scores", tmp_path / "scores/model-0/cvlat.parquet", named)
    bar = section(tmp_path, run).gallery.groups[0].units[0].rows[0].bars[0]
    assert bar.parts == [("blue", 50.0), ("white", 25.0), ("purple", 25.0)]
    assert bar.choice == "c 50 %"
    assert bar.says == "visual 50 %, omit 25 %, unresolved 25 %; 1 of 5 trials left out"


def test_a_cell_without_a_single_reply_is_no_bar_of_zeros(tmp_path: Path) -> None:
    run = write_run(tmp_path, ["m"], charts=1, units=1, cells=("cvlat/normal",))
    lost = [row | {"item_id": "00-0-cvlat-real"} for row in scores([("failed", None, "left_out")] * 2)]
    write_table("scores", tmp_path / "scores/model-0/cvlat.parquet", lost)
    row = section(tmp_path, run).gallery.groups[0].units[0].rows[0]
    assert row.bars == [Bar([], "", "no counted trial, 2 left out")]
    assert row.examples == [Example("(failed)", "")]


def test_a_reader_sees_the_reply_to_the_first_option_order_and_how_it_was_read(tmp_path: Path) -> None:
    def trial(item: str, order: int, request: str, status: str, option: int | None, outcome: str) -> dict:
        named = {"item_id": item, "order_index": order, "request_id": request}
        return scores([(status, option, outcome)])[0] | named

    trials = [
        trial("chose", 1, "r1", "answered", 0, "factual"),
        trial("chose", 0, "r2", "answered", 3, "distractor"),
        trial("unread", 0, "r3", "answered", None, "unresolved"),
        trial("cut", 0, "r4", "truncated", None, "left_out"),
        trial("lost", 0, "r5", "failed", None, "left_out") | {"failure_class": "rate_limit"},
        trial("later", 1, "r6", "answered", 0, "visual"),
    ]
    write_table("scores", tmp_path / "s.parquet", trials)
    replies = [("r1", "answered", "(b)", 1), ("r2", "answered", " (c) four \n", 1)]
    replies += [("r3", "answered", "long " * 100, 1), ("r4", "truncated", "I see", 1), ("r5", "failed", None, 3)]
    for k, shard in enumerate((replies[:2], replies[2:])):
        write_table("responses", tmp_path / f"{k}.parquet", responses(shard))
    found = model_answers(tmp_path / "s.parquet", [tmp_path / "0.parquet", tmp_path / "1.parquet"]).by_item
    examples = {item: answer.example for (item, _), answer in found.items()}
    assert examples["chose"] == Example("(c) four", "d, distractor")
    assert examples["unread"] == Example(("long " * 60).strip() + "…", "unresolved")
    assert examples["cut"] == Example("I see", "truncated, left out")
    assert examples["lost"] == Example("(failed: rate limit)", "")
    assert examples["later"] is None


def test_trials_that_saw_a_picture_scaled_down_are_counted_and_warned_of(tmp_path: Path) -> None:
    write_table("scores", tmp_path / "s.parquet", scores([("answered", 2, "visual")] * 5))
    rows = responses([(f"r{k}", "answered", "(c)", 1) for k in range(3)])
    rows[0]["sent_request_id"] = rows[2]["sent_request_id"] = "resized"
    for shard in (0, 1):
        write_table("responses", tmp_path / f"{shard}.parquet", rows[shard::2])
    found = model_answers(tmp_path / "s.parquet", [tmp_path / "0.parquet", tmp_path / "1.parquet"])
    assert (found.asked.resized, found.asked.trials) == (3, 5)
    (sentence,) = resized_pictures({"wide": found})
    assert "scaled down" in sentence
    assert "wide (3 of 5 trials)" in sentence
    assert resized_pictures({"wide": model_answers(tmp_path / "s.parquet", [])}) == []


def test_markup_in_a_reply_stays_text(tmp_path: Path) -> None:
    html, _ = make(tmp_path, ["m"], charts=1, units=1, reply=f"The answer is (a). {ATTACK}")
    page = Page(html)
    assert page.open == []
    assert len(page.all("script")) == 1
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert f"The answer is (a). {ATTACK}" in "".join(page.text)


def test_keys_are_marked_in_the_gallery_and_wordings_that_differ_stand_apart(folder: Path) -> None:
    run = json.loads((folder / "run.json").read_text())
    aligned, conflict, hidden = section(folder, run).gallery.groups[0].units[0].wordings
    first = aligned.options[0]
    assert (first.letter, first.text, [mark.name for mark in first.marks]) == ("a", "10 units", ["chart", "fact"])
    assert [[mark.name for mark in o.marks] for o in conflict.options] == [["chart"], ["fact"], [], [], ["omit"]]
    assert conflict.where == ["revlat (real)", "cvlat (real)"]
    assert "Place A" in hidden.question


def test_a_large_picture_is_reduced_and_a_small_one_is_the_file_itself(tmp_path: Path) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (700, 1400, 3), dtype=np.uint8)
    Image.fromarray(noise).save(tmp_path / "large.png")
    Image.new("RGB", (40, 30), "white").save(tmp_path / "small.png")
    source, reduced = picture_uri(tmp_path / "small.png")
    assert not reduced
    assert base64.b64decode(source.split(",")[1]) == (tmp_path / "small.png").read_bytes()
    source, reduced = picture_uri(tmp_path / "large.png")
    assert reduced
    assert Image.open(io.BytesIO(base64.b64decode(source.split(",")[1]))).size == (1000, 500)


@pytest.mark.parametrize("content", [None, b"x" * 100_000])
def test_a_picture_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "broken.png"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UserError, match=r"broken\.png: .*") as raised:
        picture_uri(path)
    assert f"delete the folder {tmp_path} and run again" in str(raised.value)
