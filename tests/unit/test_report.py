"""The report: one page that holds everything and lets nothing run or leak, and what a run says of itself on it."""

import base64
import hashlib
import itertools
import json
import re
from pathlib import Path
from typing import get_args

import pytest
from made_up_results import benchmarks, model_names, spending, wide_tables, write_run
from report_pages import ATTACK, Page, make, responses, scores, section, small_run, write

from counterpoint.figures.style import save_figure
from counterpoint.report.answers import asked_counts, model_answers
from counterpoint.report.gallery import gallery
from counterpoint.report.page import report_context, write_report
from counterpoint.report.provenance import code_revision, durations, provenance
from counterpoint.report.section import (
    GalleryItem,
    Headline,
    HeadlineCell,
    HeadlineColumn,
    Look,
    Outcome,
    SuiteSection,
)
from counterpoint.suites.cvlat.figures.register import FIGURES
from counterpoint.suites.cvlat.report import TABLES
from counterpoint.tables import write_table


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_run(tmp_path_factory.mktemp("run"))


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
