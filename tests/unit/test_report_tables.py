"""Tables, headline and warnings of the report: the numbers as they are."""

import base64
from pathlib import Path

import pytest
from made_up_results import write_run
from report_pages import Page, section, small_run, write

from counterpoint.report.tables import cell_text, table_view
from counterpoint.suites.cvlat.report import headline, warnings
from counterpoint.tables import as_table, write_table


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_run(tmp_path_factory.mktemp("run"))


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
