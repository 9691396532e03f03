"""The report: one page that holds everything, shows the numbers as they are and lets nothing run or leak."""

import base64
import hashlib
import io
import itertools
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from made_up_results import benchmarks, model_names, section_inputs, spending, wide_tables, write_run
from PIL import Image

from counterpoint.errors import UserError
from counterpoint.figures.style import save_figure
from counterpoint.report.answers import asked_counts, model_answers
from counterpoint.report.gallery import gallery, picture_uri
from counterpoint.report.page import report_context, write_report
from counterpoint.report.provenance import code_revision, durations, provenance
from counterpoint.report.section import (
    Bar,
    Example,
    GalleryItem,
    Headline,
    HeadlineCell,
    HeadlineColumn,
    Look,
    Outcome,
    SuiteSection,
)
from counterpoint.report.tables import cell_text, table_view
from counterpoint.report.warnings import resized_pictures
from counterpoint.suites.cvlat.figures.register import FIGURES
from counterpoint.suites.cvlat.report import TABLES, cvlat_section, headline, warnings
from counterpoint.tables import as_table, read_table, write_table

VOID = {"meta", "img", "input", "br", "hr", "link"}
ATTACK = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"


class Page(HTMLParser):
    """All elements with their attributes, the text, and whether every element is closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names))
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def section(folder: Path, run: dict) -> SuiteSection:
    return cvlat_section(**section_inputs(folder, run))


def write(folder: Path, run: dict) -> None:
    context = report_context(run, [section(folder, run)], spending(run["models"]), benchmarks(folder, run))
    write_report(folder / "report.html", context)


def make(folder: Path, models: list[str], **parts: object) -> tuple[str, dict]:
    run = write_run(folder, models, **parts)
    write(folder, run)
    return (folder / "report.html").read_text("utf-8"), run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    models = model_names(3)
    run = write_run(folder, models, charts=2)
    tables = wide_tables(models)
    for name in ("cvlat_figure4", "cvlat_figure9"):
        save_figure(FIGURES[name](tables), folder / f"figures/{name}.svg", folder / f"figures/{name}.png")
    (folder / "run.json").write_text(json.dumps(run))
    write(folder, run)
    return folder


@pytest.fixture(scope="module")
def html(folder: Path) -> str:
    return (folder / "report.html").read_text("utf-8")


def test_the_page_is_well_formed_and_every_section_has_its_heading(html: str) -> None:
    page = Page(html)
    assert page.open == []
    ids = [a["id"] for _, a in page.elements if "id" in a]
    assert len(ids) == len(set(ids))
    for link in page.all("a"):
        if link["href"].startswith("#"):
            assert link["href"][1:] in ids
    levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in itertools.pairwise(levels))


def test_the_page_asks_nothing_of_any_server(html: str) -> None:
    page = Page(html)
    for tag, attributes in page.elements:
        for name in ("src", "href", "action", "data", "poster", "srcset"):
            value = attributes.get(name)
            assert value is None or value.startswith(("data:", "#")), f"{tag} {name} {value[:60]}"
    assert not page.all("link")
    assert "url(" not in html
    assert "@import" not in html


def test_every_look_that_a_suite_can_name_is_drawn_and_hatched_ones_differ(html: str) -> None:
    style = html[html.index("<style>") : html.index("</style>")]
    fills = [re.search(rf"\.bar \.{look} {{ background: (.+?); }}", style)[1] for look in get_args(Look)]
    assert len(set(fills)) == len(fills) == 6
    assert all(re.search(rf"--{look}: #", style) for look in get_args(Look))


def test_only_the_pages_own_script_may_run(html: str) -> None:
    policy = next(m["content"] for m in Page(html).all("meta") if m.get("http-equiv") == "Content-Security-Policy")
    script = html[html.index("<script>") + 8 : html.index("</script>")]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")


def test_markup_in_questions_options_models_and_findings_stays_text(tmp_path: Path) -> None:
    html, run = make(tmp_path, [f"model {ATTACK}"], charts=1, words=ATTACK)
    page = Page(html)
    assert page.open == []
    assert len(page.all("script")) == 1
    assert html.count("<script") == 1
    assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes)
    assert not [img for img in page.all("img") if not img["src"].startswith("data:image/")]
    seen = "".join(page.text)
    assert f"What is the value of Northland in year 0?{ATTACK}" in seen
    assert f"10 units{ATTACK}" in seen
    assert f"model {ATTACK}" in seen
    assert f"option 2 repeats option 1{ATTACK}" in seen
    assert run["name"] in seen


def test_everything_a_reader_cannot_see_has_words(html: str) -> None:
    page = Page(html)
    assert all(img.get("alt") for img in page.all("img"))
    assert all(head.get("scope") in ("col", "row") for head in page.all("th"))
    bars = [i for i in page.all("i") if i.get("role") == "img"]
    assert bars
    assert all(bar["aria-label"] for bar in bars)
    assert html.startswith('<!DOCTYPE html>\n<html lang="en">')


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


def scores(rows: list[tuple[str, int | None, str]]) -> list[dict[str, object]]:
    base = {"suite": "cvlat", "cell": "cvlat/normal", "item_id": "i", "unit_id": "u", "failure_class": None}
    return [
        base
        | {"order_index": k, "request_id": f"r{k // 2}", "status": status, "position": option, "option_index": option}
        | {"outcome": outcome, "text_chars": 1}
        for k, (status, option, outcome) in enumerate(rows)
    ]


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


def responses(rows: list[tuple[str, str, str | None, int]]) -> list[dict[str, object]]:
    base = dict.fromkeys(("failure_class", "failure_detail", "finish_reason", "model_reported"))
    base |= dict.fromkeys(("input_tokens", "output_tokens", "seconds", "answered_at"))
    base |= dict.fromkeys(("route", "cached_tokens", "cost_usd", "sent_request_id"))
    return [
        base | {"request_id": name, "response_key": name, "status": status, "text": text, "attempts": attempts}
        for name, status, text, attempts in rows
    ]


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


def test_what_a_run_did_not_make_is_said(tmp_path: Path) -> None:
    run = write_run(tmp_path, ["m"], charts=1)
    for name in ("cvlat_table4", "cvlat_orientation"):
        (tmp_path / f"tables/{name}.parquet").unlink()
    write(tmp_path, run)
    text = "".join(Page((tmp_path / "report.html").read_text("utf-8")).text)
    assert "This run did not make the table." in text
    assert "This run did not draw the figure." in text
    assert "No model has a VFRI" in text
    assert TABLES["cvlat_humans"][0] not in text


def test_a_table_is_shown_with_its_whole_csv() -> None:
    rows = [
        {"model": f"m{k}", "cell": "c", "status": "failed", "failure_class": None, "trials": k, "share": 0.1234}
        for k in range(500)
    ]
    view = table_view("cvlat_left_out", ("Title", "Caption"), as_table("cvlat_left_out", rows))
    assert view.rows[7] == ["m7", "c", "failed", "–", "7", "0.123"]
    assert (len(view.rows), view.left, view.open) == (400, 100, False)
    csv = base64.b64decode(view.csv.split(",")[1]).decode().splitlines()
    assert len(csv) == 501
    assert csv[0].replace('"', "") == "model,cell,status,failure_class,trials,share"


def test_rows_that_say_nothing_are_one_line_and_stay_in_the_csv(folder: Path, tmp_path: Path) -> None:
    run = write_run(tmp_path, ["m"], charts=1, units=1)
    place = {"group": "open", "cell": "cvlat/normal", "w_low": None, "w_high": None, "reads": 0.1, "knows": 0.1}
    rows = [
        place | {"model": model, "w": w, "vfri": 0.0, "note": note}
        for model, w, note in (("a", None, "too little"), ("b", 0.5, "wide"), ("c", None, "too little"))
    ]
    rows.insert(1, rows[0] | {"cell": "cvlat/visual_priority"})
    write_table("cvlat_arbitration", tmp_path / "tables/cvlat_arbitration.parquet", rows)
    zero = {"cell": "cvlat/normal", "reference": "visual", "items": 0, "vfri_paper": 0.1, "vfri_excluded": 0.1}
    zero |= {"model": "a", "unit_ids": ""}
    write_table("cvlat_zero_references", tmp_path / "tables/cvlat_zero_references.parquet", [zero])
    write(tmp_path, run)
    views = {table.name: table for table in section(tmp_path, run).tables}
    preference = views["cvlat_arbitration"]
    assert [row[0] for row in preference.rows] == ["b"]
    assert preference.silent == ["Too little: a (2 rows), c (1 row)"]
    assert len(base64.b64decode(preference.csv.split(",")[1]).decode().splitlines()) == 1 + 4
    assert views["cvlat_zero_references"].rows == []
    page = Page((tmp_path / "report.html").read_text("utf-8"))
    assert page.open == []
    assert "No item with a zero reference: a (1 row)" in page.text


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (None, "", "–"),
        (float("nan"), "percent", "–"),
        (True, "", "yes"),
        (12.345, "percent", "12.35"),
        (-5.0, "percentage points", "-5.00"),
        (0.5431, "", "0.543"),
        (812345.6, "", "8.12e+05"),
        (3, "", "3"),
    ],
)
def test_numbers_have_as_many_places_as_they_mean(value: object, unit: str, text: str) -> None:
    assert cell_text(value, unit) == text


def test_the_headline_is_sorted_by_vfri_and_shows_intervals() -> None:
    def line(model: str, vfri: float | None, low: float | None, high: float | None, word: str) -> dict:
        head = {"model": model, "group": "open", "p": None, "p_holm": None}
        return head | {"vfri": vfri, "low": low, "high": high, "orientation": word}

    orientation = as_table(
        "cvlat_orientation",
        [line("a", -0.4, -0.6, -0.2, "factual"), line("b", None, None, None, "no"), line("c", 0.9, 0.8, 1, "visual")],
    )
    preference = {"model": "c", "group": "open", "cell": "cvlat/normal", "w": 0.75, "w_low": 0.7, "w_high": 0.8}
    arbitration = as_table("cvlat_arbitration", [preference | {"reads": 1, "knows": 1, "vfri": 0.9, "note": ""}])
    found = headline(orientation, arbitration)
    first, second, third = [[cell.text for cell in row] for row in found.rows]
    assert first == ["c", "open", "+0.90 [+0.80, +1.00]", "", "visual", "0.75 [0.70, 0.80]"]
    assert second == ["a", "open", "-0.40 [-0.60, -0.20]", "", "factual", "–"]
    assert third == ["b", "open", "–", "", "no", "–"]
    assert found.rows[0][3].place == pytest.approx((95, 90, 100))
    assert found.rows[2][3].place is None


def test_warnings_name_what_a_reader_must_know() -> None:
    lost = {"model": "m", "cell": "vlat/normal", "status": "failed", "trials": 4}
    left_out = [lost | {"failure_class": c, "share": s} for c, s in (("timeout", 0.03), ("quota", 0.04))]
    planted = {"model": "p", "respondent": "arbiter", "statistic": "vfri", "cell": "cvlat/normal", "true_value": 0.5}
    planted |= {"limit_value": 0.5, "estimate": 0.1, "low": 0.0, "high": 0.2, "covered": False, "variant": "paper"}
    planted |= {"breakdown": "all", "level": ""}
    zero = {"model": "m", "cell": "cvlat/normal", "reference": "visual", "items": 2, "unit_ids": "u1;u2"}
    finding = {"suite": "cvlat", "source": "f.json", "item_id": "i7", "fault": "x", "detail": "y", "kept_out": True}
    found = warnings(
        {
            "cvlat_left_out": as_table("cvlat_left_out", left_out),
            "cvlat_planted": as_table("cvlat_planted", [planted]),
            "cvlat_zero_references": as_table(
                "cvlat_zero_references", [zero | {"vfri_paper": 0.1, "vfri_excluded": 0.2}]
            ),
            "audit": as_table("audit", [finding]),
        }
    )
    assert found[0] == "Kept out because they cannot be asked: i7."
    assert "p (vfri, cvlat/normal, paper)" in found[1]
    assert found[2] == "More than 5 % of the trials that a model was to answer are left out: m vlat/normal (7.0 %)."
    assert "m cvlat/normal (2 by visual)" in found[3]
    assert warnings({}) == []


def test_what_a_model_was_never_meant_to_answer_is_not_missing() -> None:
    def found(*rows: tuple[str, str, float]) -> list[str]:
        lost = {"model": "m", "cell": "cvlat/question_only", "trials": 4}
        table = [lost | {"status": s, "failure_class": c, "share": share} for s, c, share in rows]
        return warnings({"cvlat_left_out": as_table("cvlat_left_out", table)})

    by_design = ("skipped", "order_not_sampled", 0.75), ("skipped", "text_only_model", 0.15)
    assert found(*by_design) == []
    assert found(*by_design, ("truncated", None, 0.004)) == []
    # of the tenth that it was to answer, 6 % is missing
    assert "m cvlat/question_only (6.0 %)" in found(*by_design, ("truncated", None, 0.006))[0]
    assert "m cvlat/question_only (75.0 %)" in found(("skipped", "image_over_limit", 0.75))[0]


def test_durations_are_summed_by_rule_over_the_runs_own_jobs(folder: Path) -> None:
    run = json.loads((folder / "run.json").read_text())
    files = benchmarks(folder, run)
    assert durations(files) == [
        {"rule": "query", "jobs": 3, "seconds": 6.0, "longest": 3.0, "memory": None},
        {"rule": "cvlat_plan", "jobs": 1, "seconds": 2.5, "longest": 2.5, "memory": 150.25},
    ]
    # a model that is no longer in the run, and a job that left no file
    run["models"] = run["models"][:2]
    (query,) = durations({"query": benchmarks(folder, run)["query"], "report": [folder / "absent.tsv"]})
    assert (query["jobs"], query["seconds"]) == (2, 3.0)
    assert durations({}) == []


def test_what_was_asked_is_counted_from_the_responses_whatever_was_run_again(tmp_path: Path) -> None:
    shards = [
        [("r1", "answered", "a", 1), ("r2", "answered", "b", 4), ("r3", "failed", None, 5)],
        [("r4", "skipped", None, 0), ("r5", "filtered", None, 1), ("r6", "empty", "", 1), ("r7", "refused", "no", 1)],
    ]
    for k, rows in enumerate(shards):
        write_table("responses", tmp_path / f"{k}.parquet", responses(rows))
    counts = asked_counts([tmp_path / "0.parquet", tmp_path / "1.parquet"])
    assert counts == {"requests": 7, "replied": 5, "failed": 1, "skipped": 1, "calls": 13}
    assert asked_counts([])["calls"] == 0


def test_another_suite_gets_its_own_part_from_its_own_section(folder: Path, tmp_path: Path) -> None:
    run = json.loads((folder / "run.json").read_text())
    trials = [("answered", 1, "prior"), ("answered", 0, "right")]
    write_table("scores", tmp_path / "s.parquet", [row | {"cell": "pairs/plain"} for row in scores(trials)])
    answers = {"m": model_answers(tmp_path / "s.parquet", [])}
    item = GalleryItem("i", "u", "pair 1", "animals", {}, "count", "changed", "How many legs?", ["4", "5"], {})
    shown = gallery([item], [], ["pairs/plain"], [Outcome("right", "blue"), Outcome("prior", "orange")], answers)
    columns = [HeadlineColumn("model"), HeadlineColumn("prior answers (%)", "number")]
    second = SuiteSection(
        name="pairs",
        title="Pairs",
        guide="One model answered one question.",
        headline=Headline(columns, [[HeadlineCell("m"), HeadlineCell("50.0")]], "None.", {"Prior": "is from memory."}),
        cells=["pairs/plain"],
        warnings=["Few items."],
        tables=[],
        figures=[],
        checks={},
        gallery=shown,
        asked={"m": answers["m"].asked},
    )
    write_report(
        tmp_path / "report.html", report_context(run, [section(folder, run), second], spending(run["models"]), {})
    )
    html = (tmp_path / "report.html").read_text("utf-8")
    page = Page(html)
    assert page.open == []
    ids = [a["id"] for _, a in page.elements if "id" in a]
    assert len(ids) == len(set(ids))
    assert {"cvlat", "cvlat-gallery", "pairs", "pairs-result", "pairs-gallery"} <= set(ids)
    assert 'aria-label="right 50 %, prior 50 %"' in html
    assert {"How many legs?", "Few items.", "50.0"} <= set(page.text)


def test_provenance_without_git_or_repository_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = provenance(
        {"name": "r", "seed": 3, "digest": "abc", "reading": {"cvlat": {"extraction": "parser", "judges": []}}}
    )
    assert found["Seed"] == "3"
    assert found["Configuration digest"] == "abc"
    assert "numpy 2" in found["Packages"]
    assert code_revision(tmp_path) == "not run from its git repository"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert code_revision(tmp_path) == "revision unknown (no git)"


@pytest.mark.slow
def test_the_page_of_eight_models_and_32_questions_stays_small(tmp_path: Path) -> None:
    models = model_names(8)
    run = write_run(tmp_path, models, reply="As the chart shows, " * 20)
    tables = wide_tables(models)
    for name, function in FIGURES.items():
        save_figure(function(tables), tmp_path / f"figures/{name}.svg", tmp_path / f"figures/{name}.png")
    write(tmp_path, run)
    html = (tmp_path / "report.html").read_text("utf-8")
    assert len(html.encode()) < 8_000_000
    assert html.count('role="img"') == 8 * 32 * 9
    assert html.count("As the chart shows, As") > 0.9 * 8 * 32 * 9
    assert "did not draw" not in html
    write(tmp_path, run)
    assert (tmp_path / "report.html").read_text("utf-8") == html
