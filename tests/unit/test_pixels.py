"""The reader of charts: it reads what a picture shows from its pixels, and what it cannot read it leaves out."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from painted_charts import painted_bars
from PIL import Image, ImageDraw, ImageFont

from counterpoint.damage import set_damaged_aside
from counterpoint.errors import UserError
from counterpoint.pixels.axes import Scale, fit_scale
from counterpoint.pixels.chart import TYPES, ReadChart, ReadMark, as_json, from_json
from counterpoint.pixels.compare import Disagreement, Expected, compare
from counterpoint.pixels.numbers import Quantity, parse_number, parse_quantity
from counterpoint.pixels.ocr import TextBox, read_texts
from counterpoint.pixels.reader import read_chart
from counterpoint.pixels.readings import Task, read_pictures
from counterpoint.pixels.words import likeness, matched
from counterpoint.stimuli.charts.contents.candidates import asked
from counterpoint.stimuli.charts.contents.variants import variants
from counterpoint.stimuli.charts.drawing.picture import Drawn, draw
from counterpoint.stimuli.charts.loading import load_charts

ROOT = Path(__file__).resolve().parents[2]
SEED = 20260602
READ = {"choropleth": 0.8, "bubble": 0.8}
"""Share of the marks that must be read, where lines lead from names to marks or marks overlap; else all."""


@cache
def drawn(chart_type: str, variant: str = "counterfactual") -> Drawn:
    chart = next(chart for chart in load_charts(ROOT / "resources" / "charts") if chart.type == chart_type)
    return draw(variants(asked(chart, SEED, 0), SEED)[variant])


def expected(picture: Drawn) -> list[Expected]:
    return [
        Expected(fact.label, fact.value, fact.series, fact.group, fact.x, fact.size) for fact in picture.variant.table
    ]


@pytest.mark.parametrize("chart_type", TYPES)
def test_every_mark_of_a_drawn_chart_is_read_within_the_tolerance(chart_type: str) -> None:
    picture = drawn(chart_type)
    marks = expected(picture)
    differences = compare(read_chart(picture.image, chart_type), marks)
    assert [item for item in differences if item.read is not None] == []
    assert len(differences) <= (1 - READ.get(chart_type, 1)) * len(marks), differences


@pytest.mark.parametrize("chart_type", ["bar", "line", "stacked_100", "pie", "scatter", "area", "treemap"])
def test_the_type_of_a_chart_is_recognised(chart_type: str) -> None:
    assert read_chart(drawn(chart_type).image).type == chart_type


def test_a_kept_reading_outlives_the_next_start_of_a_run(tmp_path: Path) -> None:
    picture, kept = tmp_path / "bar.png", tmp_path / "readings"
    Image.fromarray(np.asarray(drawn("bar").image)).save(picture)
    tasks = [Task(picture, "0" * 64, "bar")]
    read = read_pictures(tasks, kept, 1)
    assert set_damaged_aside(tmp_path) == []
    picture.unlink()  # it could not be read again
    assert read_pictures(tasks, kept, 1) == read


def test_titles_and_legend_are_read() -> None:
    picture = drawn("stacked_bar", "aligned")
    read = read_chart(picture.image, "stacked_bar")
    assert matched([read.title], [picture.variant.title]) == {read.title: picture.variant.title}
    assert read.x_title == picture.variant.x_title
    assert read.y_title == picture.variant.y_title
    assert {name: colour.upper() for name, colour in picture.variant.look.colours.items()} == read.legend


TREES = {"Oak": 10, "Beech": 30, "Larch": 25}


def test_a_picture_from_elsewhere_is_read() -> None:
    read = read_chart(painted_bars(TREES, "#8E44AD"))
    assert read.type == "bar"
    assert [mark.category for mark in read.marks] == ["Oak", "Beech", "Larch"]
    assert [mark.value for mark in read.marks] == pytest.approx([10, 30, 25], abs=0.4)
    assert {mark.colour for mark in read.marks} == {"#8E44AD"}


def test_a_bar_painted_higher_than_its_table_is_reported() -> None:
    picture = drawn("bar")
    image = picture.image.copy()
    mark = next(row for row in picture.elements if row["role"] == "mark")
    left, top, right = (round(mark[edge]) for edge in ("x0", "y0", "x1"))
    ImageDraw.Draw(image).rectangle([left, top - 20, right - 1, top], mark["colour"])
    found = compare(read_chart(image, "bar"), expected(picture))
    first = picture.variant.table[0]
    assert [(item.category, item.measure) for item in found] == [(first.label, "value")]
    assert "px away" in found[0].read


@pytest.mark.parametrize("chart_type", [None, *TYPES])
def test_an_empty_picture_has_no_marks(chart_type: str | None) -> None:
    assert read_chart(Image.new("RGB", (200, 150), "white"), chart_type).marks == ()


def test_noise_has_no_marks() -> None:
    noise = np.random.default_rng(5).integers(0, 256, (150, 200, 3), np.uint8)
    assert read_chart(noise).marks == ()


def test_transparency_is_laid_on_white() -> None:
    image = painted_bars(TREES, "#8E44AD").convert("RGBA")
    pixels = np.array(image)
    pixels[(pixels[..., :3] == 255).all(axis=-1), 3] = 0
    pixels[pixels[..., 3] == 0, :3] = 0
    assert read_chart(Image.fromarray(pixels)) == read_chart(image)


def test_an_unknown_type_is_refused() -> None:
    with pytest.raises(UserError, match=r"'radar' cannot be read from pixels; allowed: bar, line"):
        read_chart(painted_bars(TREES, "#8E44AD"), "radar")


def test_a_reading_survives_json() -> None:
    read = read_chart(painted_bars(TREES, "#8E44AD"))
    assert from_json(as_json(read)) == read


def test_texts_have_boxes_and_order() -> None:
    image = Image.new("RGB", (300, 100), "white")
    pen = ImageDraw.Draw(image)
    pen.text((20, 15), "Rainfall", "black", ImageFont.load_default(16))
    pen.text((150, 60), "1,250 mm", "black", ImageFont.load_default(16))
    first, second = read_texts(image)
    assert (first.text, second.text) == ("Rainfall", "1,250 mm")
    assert abs(first.box[0] - 20) <= 3 and abs(second.box[0] - 150) <= 3


def labels(*marks: tuple[float, str]) -> list[TextBox]:
    return [TextBox(text, 1.0, (0, round(y) - 5, 20, round(y) + 5)) for y, text in marks]


def test_a_scale_needs_three_labels_that_agree() -> None:
    assert fit_scale(labels((100, "0"), (50, "10")), "y", []) is None
    scale = fit_scale(labels((200, "0"), (150, "10"), (100, "20"), (50, "36")), "y", [])
    assert scale == Scale(pytest.approx(-0.2), pytest.approx(40.0), 3)
    assert fit_scale(labels((200, "0"), (150, "10"), (100, "200"), (50, "36")), "y", []) is None


@pytest.mark.parametrize(
    ("text", "quantity"),
    [
        ("1,250", Quantity(1250)),
        ("−3.5 °C", Quantity(-3.5, "°C")),
        ("$2k", Quantity(2000, "$")),
        ("45%", Quantity(45, "%")),
        ("3.2 million", Quantity(3.2e6)),
        ("5 m", Quantity(5, "m")),
    ],
)
def test_numbers_are_read_with_their_units(text: str, quantity: Quantity) -> None:
    assert parse_quantity(text) == quantity


@pytest.mark.parametrize("text", ["", "5-9", "1,5", "Jan", "12 - 14", "3 of 4", "1,25,000"])
def test_what_is_no_number_is_none(text: str) -> None:
    assert parse_number(text) is None


@given(st.integers(-(10**12), 10**12), st.integers(0, 4), st.sampled_from(["", "%", " km", " °C"]))
def test_every_number_that_charts_write_is_read_back(digits: int, decimals: int, unit: str) -> None:
    value = digits / 10**decimals
    assert parse_number(f"{value:,.{decimals}f}{unit}") == pytest.approx(value)


@given(st.text())
def test_no_text_breaks_the_parsing(text: str) -> None:
    quantity = parse_quantity(text)
    assert quantity is None or isinstance(quantity.value, float)


def test_misread_names_are_matched_and_doubtful_ones_are_not() -> None:
    assert matched(["Tawan", "lceland"], ["Taiwan", "Iceland", "Ireland"]) == {"Tawan": "Taiwan", "lceland": "Iceland"}
    assert matched(["0"], ["O", "Q"]) == {"0": "O"}
    assert matched(["Al"], ["AI", "AL"]) == {}
    assert matched(["AL", "AI"], ["AI", "AL"]) == {"AL": "AL", "AI": "AI"}
    assert likeness("KS", "KY") == 0


def bars(*marks: tuple[str, float]) -> ReadChart:
    read = tuple(ReadMark(name, value, (0, 0, 9, 9), "#000000") for name, value in marks)
    return ReadChart("bar", 800, 600, y_scale=Scale(-0.5, 300.0, 5), marks=read)


def test_comparing_allows_four_pixels_and_never_matches_by_position() -> None:
    rows = [Expected("Oak", 10), Expected("Beech", 30)]
    assert compare(bars(("Oak", 12), ("Beech", 28)), rows) == []
    assert compare(bars(("Oak", 12.1), ("Beech", 30)), rows) == [
        Disagreement("Oak", None, "value", "10", "12.1 (4.2 px away)")
    ]
    assert [item.category for item in compare(bars(("Beech", 10), ("Oak", 30)), rows)] == ["Oak", "Beech"]
    assert compare(bars(("Beech", 30)), rows) == [Disagreement("Oak", None, "value", "10", None)]


def test_a_map_agrees_by_class() -> None:
    marks = (ReadMark("TX", 1.0, (0, 0, 9, 9), "#A3CBE3"), ReadMark("CA", 0.0, (0, 0, 9, 9), "#F7FBFF"))
    read = ReadChart("choropleth", 800, 600, classes=("0 - 9.9 %", "10 - 19.9 %"), marks=marks)
    assert compare(read, [Expected("TX", 10), Expected("CA", 9.99)]) == []
    assert compare(read, [Expected("TX", 9), Expected("CA", 3)]) == [
        Disagreement("TX", None, "value", "9", "the class '10 - 19.9 %'")
    ]


def test_importing_the_reader_loads_no_recogniser() -> None:
    code = "import sys, counterpoint.pixels.reader; sys.exit('onnxruntime' in sys.modules or 'rapidocr' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_reader_knows_nothing_of_the_drawing() -> None:
    code = (
        "import sys, counterpoint.pixels.reader, counterpoint.pixels.compare\n"
        "known = [n for n in sys.modules if n.startswith('counterpoint.') and '.pixels' not in n]\n"
        "sys.exit(known != ['counterpoint.errors'])"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
