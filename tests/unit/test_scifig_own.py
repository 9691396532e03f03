"""Figures of one's own: their file, their pictures, the texts in them, and those to blur."""

import csv
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from own_figures import ROWS, write_figures
from PIL import Image

from counterpoint.errors import UserError
from counterpoint.suites.scifig.checklist import CHECKLISTS
from counterpoint.suites.scifig.own.checklist import own_checklist
from counterpoint.suites.scifig.own.figures import check_names, own_figure, own_sources
from counterpoint.suites.scifig.own.manifest import files_of, own_figures
from counterpoint.suites.scifig.own.texts import ladders, place_of
from counterpoint.suites.scifig.pictures.saved import save_views

LEVELS = {"noise": (25.0,), "contrast": (0.3,), "rotation": (15.0,), "jpeg": (10,), "downsample": (4,)}


@pytest.fixture(scope="module")
def drawn(tmp_path_factory) -> Path:
    return write_figures(tmp_path_factory.mktemp("own"))


def found(path: Path) -> tuple[list, list[dict]]:
    audit: list[dict] = []
    return list(own_sources(own_figures(path), 7, audit)), audit


def test_figures_are_read_with_their_texts_and_boxes(drawn):
    bars, lines, shares = own_figures(drawn)
    assert (bars.figure_id, bars.chart_type, bars.box) == ("bars", "bar", (40, 60, 640, 460))
    assert bars.caption == "Phytoplankton, sampled in June."
    assert len(lines.descriptions) == 2
    assert "|" not in lines.description
    assert (shares.caption, shares.page, shares.box) == (None, None, None)
    assert {Path(file).name for file in files_of(drawn)} == {"bars.png", "lines.png", "shares.png", "page.png"}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"figure_id": "a/b"}, r"row 2: column 'figure_id': 'a/b'; allowed: letters"),
        ({"figure_id": "lines"}, r"row 3: column 'figure_id': 'lines' stands above already"),
        ({"chart_type": "scatter"}, r"row 2: column 'chart_type': 'scatter'; allowed: bar, line, pie"),
        ({"description": ""}, r"row 2: column 'description': is empty"),
        ({"description": "|"}, r"row 2: column 'description': '\|'; allowed: a text"),
        ({"x1": "10.5"}, r"row 2: columns x0, y0, x1, y1: '40', '60', '10.5', '460'; allowed: four whole numbers"),
        ({"page": ""}, r"row 2: column 'page': is empty, but x0 to y1"),
        ({"licence": "CC\nBY"}, r"row 2: column 'licence': holds U\+000A"),
    ],
)
def test_a_mistake_in_the_file_is_one_line_with_row_and_column(tmp_path, changes, told):
    path = write_figures(tmp_path, bars=changes)
    with pytest.raises(UserError, match=told) as error:
        own_figures(path)
    assert "\n" not in str(error.value)


def test_names_with_braces_and_stray_commas_are_mistakes(tmp_path):
    path = write_figures(tmp_path, bars={"figure": "{x}.png"})
    with pytest.raises(UserError, match=r"row 2: column 'figure': '\{x\}.png' has braces"):
        files_of(path)
    path.write_text(path.read_text("utf-8-sig").replace("drawn for a test,MIT", "drawn for a test,MIT,", 1))
    with pytest.raises(UserError, match=r"row 2: has 13 fields; allowed: 12"):
        own_figures(path)


def test_what_is_wrong_with_a_picture_is_told_and_leaves_out_that_figure_alone(tmp_path):
    path = write_figures(
        tmp_path,
        lines={"figure": "absent.png"},
        shares={
            "description": "Bad\ufffd text\x07 here.",
            "page": "page.png",
            "x0": "0",
            "y0": "0",
            "x1": "900",
            "y1": "9",
        },
    )
    picture = Image.open(tmp_path / "bars.png").convert("RGBA")
    picture.putpixel((0, 0), (0, 0, 0, 0))
    turned = Image.Exif()
    turned[0x0112] = 3
    picture.save(tmp_path / "bars.png", exif=turned)
    Image.open(tmp_path / "shares.png").convert("RGB").save(tmp_path / "shares.jpg")
    Image.open(tmp_path / "shares.jpg").save(tmp_path / "shares.png", format="JPEG")
    sources, audit = found(path)
    assert [source().figure_id for source in sources] == ["bars", "shares"]
    told = {(row["source"], row["fault"], row["kept_out"]) for row in audit}
    assert told == {
        ("figure bars", "transparent_picture", False),
        ("figure bars", "turned_picture", False),
        ("figure lines", "unreadable_figure", True),
        ("figure shares", "other_format", False),
        ("figure shares", "odd_text", False),
        ("figure shares", "box_outside_page", False),
    }
    bars = sources[0]()
    assert bars.flattened
    assert bars.source_mode == "RGBA"


def test_the_same_picture_twice_is_one_figure(tmp_path):
    path = write_figures(tmp_path, lines={"figure": "bars.png"})
    sources, audit = found(path)
    assert len(sources) == 2
    assert [(row["fault"], row["kept_out"]) for row in audit] == [("duplicate_figure", True)]


def test_a_name_that_the_run_gives_itself_is_a_mistake():
    with pytest.raises(UserError, match="the run draws a figure 'fig_000' too"):
        check_names([{"figure_id": "fig_000", "made": "generated"}, {"figure_id": "fig_000", "made": "own"}])
    with pytest.raises(UserError, match="none of its figures can be shown"):
        check_names([])


def test_views_of_a_figure_come_with_its_rows_and_why_it_has_none(drawn, tmp_path):
    sources, audit = found(drawn)
    assert not audit
    cells = ["describe/clean", "describe/page", "describe/page_blurred", "admittance/active_blurred"]
    bars, _, shares = save_views(sources, cells, LEVELS, 7, tmp_path)
    assert {row["view"]: row["reason"] for row in shares["scifig_views"] if row["view"].startswith("page")} == {
        "page": "no_page",
        "page_blurred": "no_page",
    }
    (row,) = bars["scifig_figures"]
    assert (row["made"], row["data"], row["page_stimulus_id"]) == ("own", None, "bars/page")
    assert "blurred/bars/admittance" in {view["view"] for view in bars["scifig_views"]}


def test_texts_are_read_and_each_place_names_one_of_them(drawn):
    for figure in own_figures(drawn):
        rows = own_figure(figure, 7).others["elements"]
        size = np.asarray(Image.open(figure.figure)).shape[:2]
        places = [place for row in rows if (place := place_of(row, rows, size)) is not None]
        assert len(places) == len(set(places))
        assert len(places) >= 2
    bars = own_figure(own_figures(drawn)[0], 7).others["elements"]
    by_text = {row["text"]: place_of(row, bars, (400, 600)) for row in bars}
    assert by_text["Chlorophyll"] == "the text that runs upwards at the left of the figure"
    assert by_text["10"] == "the third number from the bottom in the column of numbers at the left of the figure"
    (ladder,) = ladders(bars)
    assert ladder.rule == "steps of 5"
    assert {row["role"] for row in ladder.rows} == {"tick"}


def row(text: str, x: float, y: float, number: int = 0) -> dict:
    named = {"element_id": f"text/{text}/{number}", "role": "text", "text": text, "group": None, "series": None}
    return named | {"x0": x, "y0": y, "x1": x + 8 * len(text), "y1": y + 12}


def test_numbers_off_the_line_or_out_of_step_are_no_ladder():
    axis = [row(str(10 * n), 20, 300 - 40 * n) for n in range(6)]
    even = [row(text["text"], 100 - 8 * len(text["text"]), text["y0"]) for text in axis]
    assert [len(ladder.rows) for ladder in ladders(even)] == [6]
    moved = [*even[:3], row("30", 84, 200), *even[4:]]
    assert not ladders(moved)
    other = [*even[:3], row("35", 84, even[3]["y0"]), *even[4:]]
    assert not ladders(other)


def test_texts_to_blur_are_arbitrary_or_follow_and_a_control_is_another(drawn):
    dimensions = set()
    for figure in own_figures(drawn):
        made = own_figure(figure, 7)
        texts = [element["text"] for element in made.others["elements"]]
        ids = [target["element_id"] for target in made.targets]
        assert len(set(ids)) == len(ids)
        for target in made.targets:
            dimensions.add(target["dimension"])
            assert target["text"].casefold() not in target["question"].casefold()
            if target["dimension"] == "admittance":
                assert texts.count(target["text"]) == 1
                assert not any(character.isdigit() for character in target["text"])
            if target["dimension"] == "inductance":
                numbers = [int(text) for text in texts if text.isdigit()]
                assert int(target["text"]) in range(min(numbers) + 1, max(numbers))
    assert dimensions == {"admittance", "inductance", "sham"}


def test_a_text_that_the_caption_tells_is_not_blurred(tmp_path):
    told = "Chlorophyll by habitat: Riverine, Lacustrine, Estuary and Abyssal."
    bars = own_figures(write_figures(tmp_path, bars={"caption": told}))[0]
    assert {target["dimension"] for target in own_figure(bars, 7).targets} == {"inductance", "sham"}


def test_a_checklist_holds_what_the_description_speaks_of_and_nothing_else():
    for name, about in ROWS.items():
        found = own_checklist(about["chart_type"], about["description"].replace("|", "\n\n"))
        assert list(found) == [item for item in CHECKLISTS[about["chart_type"]] if item in found], name
    bars = own_checklist("bar", ROWS["bars"]["description"])
    assert bars["orientation"] == "The bars are vertical and blue."
    assert bars["type"] == "The figure is a bar chart."
    assert "legend" not in bars
    assert "annotations" not in bars
    assert "Abyssal is the highest at 41" in bars["values"]


def test_the_file_may_come_from_a_spreadsheet(drawn, tmp_path):
    with open(drawn, encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.reader(stream))
    target = drawn.parent / "again.csv"
    with open(target, "w", encoding="utf-8-sig", newline="") as stream:
        csv.writer(stream, lineterminator="\r\n").writerows([*rows[:2], [""] * len(rows[0]), *rows[2:]])
    assert own_figures(target) == own_figures(drawn)
    assert all(one.figure_id != two.figure_id for one, two in pairwise(own_figures(target)))
