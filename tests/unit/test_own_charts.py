"""A chart of one's own: a CSV file and ten lines of YAML become a chart in all variants, whatever its type."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.stimuli.charts.contents.answers import ANSWERS
from counterpoint.stimuli.charts.contents.blueprint import rows_of
from counterpoint.stimuli.charts.contents.candidates import asked
from counterpoint.stimuli.charts.contents.resolution import contradicts
from counterpoint.stimuli.charts.contents.variants import VARIANTS, variants
from counterpoint.stimuli.charts.drawing.picture import draw
from counterpoint.stimuli.charts.loading import load_chart, load_charts
from counterpoint.stimuli.charts.specs.csv_facts import files_of, read_csv
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.spec import ChartSpec
from counterpoint.stimuli.charts.specs.units import unknown_part, unknown_unit
from counterpoint.stimuli.charts.specs.wording import plural
from counterpoint.suites.cvlat.bank_questions import question_text

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "resources" / "examples" / "rivers.yaml"
ABOUT = {"title": "Some Title", "year": 2020, "source": "made up", "licence": "none"}


def table(fields: list[str], *rows: str, series: tuple[str, ...] = ()) -> dict:
    """Return facts in the form of a specification, each row as one text."""
    cells = [[float(c) if c.lstrip("-").replace(".", "").isdigit() else c for c in row.split()] for row in rows]
    return {"fields": fields, "rows": cells, **({"series": list(series)} if series else {})}


NAMED = ["category", "value"]
YEARS = table(NAMED, "y1990 3", "y1991 5", "y1992 8", "y1993 11", "y1994 13", "y1995 15")
SMALL = {
    "bar": {"unit": "km", "facts": table(NAMED, "Rhine 10", "Elbe 6", "Oder 2"),
            "wording": {"quantity": "length", "item": "river"}},
    "line": {"unit": "m", "facts": YEARS, "wording": {"quantity": "depth", "item": "year"}},
    "area": {"unit": "m", "facts": YEARS, "wording": {"quantity": "depth", "item": "year"}},
    "pie": {"unit": "%", "facts": table(NAMED, "Oak 60", "Elm 30", "Ash 10"),
            "wording": {"quantity": "share", "item": "tree"}},
    "stacked_bar": {"unit": "TWh", "wording": {"quantity": "output", "item": "country"},
                    "facts": table(["category", "Coal", "Gas"], "Peru 10 3", "Iran 4 9", "Mali 7 5",
                                   series=("Coal", "Gas"))},
    "stacked_100": {"unit": "%", "wording": {"quantity": "share", "item": "country"},
                    "facts": table(["category", "Coal", "Gas", "Wind"], "Peru 50 30 20", "Iran 20 45 35",
                                   "Mali 70 10 20", series=("Coal", "Gas", "Wind"))},
    "stacked_area": {"unit": "TWh", "wording": {"quantity": "output", "item": "year"},
                     "facts": table(["category", "Coal", "Gas"], "y1990 10 3", "y1991 8 4", "y1992 6 5", "y1993 4 6",
                                    "y1994 3 7", "y1995 2 8", series=("Coal", "Gas"))},
    "histogram": {"unit": "eruptions", "bin_width": 10, "x_axis": {"title": "Waiting time", "unit": "minutes"},
                  "facts": table(["x", "value"], "40 20", "50 45", "60 36"),
                  "wording": {"quantity": "number of eruptions"}},
    "scatter": {"unit": "hPa", "x_axis": {"title": "Altitude", "unit": "km"}, "wording": {"quantity": "air pressure"},
                "facts": table(["x", "value"], "0 1000", "1 800", "2 600", "3 450", "4 300", "5 200")},
    "bubble": {"unit": "years", "wording": {"quantity": "life expectancy", "item": "country"},
               "x_axis": {"title": "GDP per person", "unit": "US$"}, "size": {"title": "Population", "unit": "million"},
               "facts": table(["category", "x", "size", "value"], "Peru 10 30 50", "Iran 20 5 55", "Mali 30 9 60",
                              "Cuba 40 100 58", "Oman 50 50 70", "Fiji 60 2 75")},
    "choropleth": {"unit": "%", "facts": table(NAMED, "Texas 14", "Ohio 6", "Maine 2"),
                   "wording": {"quantity": "poverty rate", "item": "state"}},
    "treemap": {"unit": "million km²", "wording": {"quantity": "area", "item": "country"},
                "facts": table(["group", "category", "value"], "Asia China 9.6", "Asia India 3.3", "Asia Iran 1.6",
                               "Africa Algeria 2.4", "Africa Chad 1.2")},
}  # fmt: skip
"""The fewest rows that give every question of a type a clear answer, as `resources/charts/README.md` states them."""


def chart_of(folder: Path, chart_type: str, **changes) -> ChartSpec:
    path = folder / "mine.yaml"
    path.write_text(yaml.safe_dump({"type": chart_type, **ABOUT, **SMALL[chart_type], **changes}, allow_unicode=True))
    return load_chart(path)


# The example


def test_the_example_is_at_most_ten_lines_and_a_csv_file():
    assert len(EXAMPLE.read_text().splitlines()) <= 10
    assert files_of(EXAMPLE) == [str(EXAMPLE.with_suffix(".csv"))]


def test_the_example_becomes_a_chart_in_all_variants_with_an_item_of_each_kind():
    chart = asked(load_chart(EXAMPLE), 7, 0)
    drawn = variants(chart, 7)
    assert tuple(drawn) == VARIANTS
    assert len(chart.questions) == len(rows_of("bar")) == 4
    for variant in drawn.values():
        assert [fact.category for fact in variant.table] == [drawn[variant.name].names[f.category] for f in chart.facts]
        assert draw(variant).image.size == (800, 600)
    assert [fact.value for fact in drawn["aligned"].table] == [3550, 2850, 2200, 1250, 1000, 800, 650, 350]
    # reversed in rank, then times 0.7
    assert [fact.value for fact in drawn["counterfactual"].table] == [245, 455, 560, 700, 875, 1540, 1995, 2485]
    assert drawn["aligned"].title.startswith("Length of European Rivers")
    assert (drawn["aligned"].x_title, drawn["aligned"].y_title) == ("River", "Length (km)")
    assert question_text(chart.questions[0], drawn["aligned"]).startswith("What is the length of the ")


def test_the_example_is_read_as_a_folder_of_charts():
    assert [chart.id for chart in load_charts(EXAMPLE.parent)] == ["rivers"]


# What follows from what is given


@pytest.mark.parametrize("chart_type", KINDS)
def test_a_short_specification_of_every_type_is_contradicted_in_every_question(tmp_path, chart_type):
    for seed in range(3):
        chart = asked(chart_of(tmp_path, chart_type), seed, seed)
        counterfactual = variants(chart, seed)["counterfactual"].table
        conflicting = [row for row in rows_of(chart_type) if row.conflict]
        assert len(chart.questions) >= len(conflicting)
        for question in chart.questions[: len(conflicting)]:
            assert contradicts(chart, question, counterfactual), question
            assert ANSWERS[question.ask](question, counterfactual) != ANSWERS[question.ask](question, chart.facts)


QUESTIONS = {
    "bar": "What is the length of Elbe?",
    "line": "What is the depth in y1991?",
    "pie": "About what is the share of Elm?",
    "stacked_bar": "What is the output of Gas in Iran?",
    "histogram": "What is the number of eruptions where the waiting time is from 50 to under 60 minutes?",
    "scatter": "What is the air pressure where the altitude is 1 km?",
    "bubble": "What is the life expectancy of Iran?",
    "choropleth": "In which range is the poverty rate of Ohio?",
}
RANGES = {
    "bar": "What is the range of the length of the rivers?",
    "line": "What is the range of the depth from y1990 to y1995?",
    "scatter": "What is the range of the air pressure where the altitude is from 0 to 5 km?",
}


@pytest.mark.parametrize("chart_type", QUESTIONS)
def test_questions_are_worded_by_quantity_and_item(tmp_path, chart_type):
    second = {"histogram": "50 - 60", "scatter": "1"}.get(chart_type, SMALL[chart_type]["facts"]["rows"][1][0])
    questions = [{"ask": "value", "of": second}, {"ask": "range"}]
    if chart_type == "stacked_bar":
        questions = [{**question, "series": "Gas"} for question in questions]
    aligned = variants(asked(chart_of(tmp_path, chart_type), 1, 0), 1)["aligned"]
    value = chart_of(tmp_path, chart_type, questions=questions[:1]).questions[0]
    assert question_text(value, aligned) == QUESTIONS[chart_type]
    if chart_type in RANGES:
        spread = chart_of(tmp_path, chart_type, questions=questions[1:]).questions[0]
        assert question_text(spread, aligned) == RANGES[chart_type]


def test_titles_of_axes_follow_from_the_words(tmp_path):
    titles = {
        name: (chart.x_axis and chart.x_axis.title, chart.y_title)
        for name in KINDS
        if (chart := chart_of(tmp_path, name))
    }
    assert titles == {
        "bar": ("River", "Length"),
        "line": ("Year", "Depth"),
        "area": ("Year", "Depth"),
        "pie": (None, ""),
        "stacked_bar": ("Country", "Output"),
        "stacked_100": ("Country", "Share"),
        "stacked_area": ("Year", "Output"),
        "histogram": ("Waiting time", "Number"),
        "scatter": ("Altitude", "Air pressure"),
        "bubble": ("GDP per person", "Life expectancy"),
        "choropleth": (None, "Poverty rate"),
        "treemap": (None, ""),
    }  # fmt: skip


def test_words_of_x_and_size_follow_from_the_titles_of_their_axes_and_the_other_way_round(tmp_path):
    words = chart_of(tmp_path, "bubble").wording
    assert (words.x_quantity, words.size_quantity) == ("GDP per person", "population")
    chart = chart_of(
        tmp_path,
        "scatter",
        x_axis={"unit": "km"},
        wording={"quantity": "air pressure", "x_quantity": "height above the sea"},
    )
    assert (chart.x_axis.title, chart.wording.item) == ("Height above the sea", "height above the sea")


def test_what_is_given_stays(tmp_path):
    wording = {"quantity": "length", "item": "river", "items": "streams", "quantity_of": "length of the {category}"}
    chart = chart_of(
        tmp_path,
        "bar",
        number=5,
        decimals=2,
        y_title="",
        x_axis={"title": "Name"},
        wording=wording,
        manipulations=[{"kind": "permute"}],
    )
    assert (chart.number, chart.decimals, chart.y_title, chart.x_axis.title) == (5, 2, "", "Name")
    assert chart.wording.quantity_of == "length of the {category}"
    assert chart.wording.that_of == "that of the {category}"
    assert chart.wording.over == "of the streams"
    assert [step.kind for step in chart.manipulations] == ["permute"]


def test_a_series_stands_where_the_quantity_puts_it(tmp_path):
    words = chart_of(tmp_path, "stacked_bar", wording={"quantity": "{series} output", "item": "country"})
    assert words.wording.quantity_of == "{series} output in {category}"
    assert words.wording.that_of == "that in {category}"
    assert words.y_title == "Output"


@pytest.mark.parametrize(
    ("values", "decimals"),
    [((1, 2, 3), 0), ((1.0, 2, 3), 0), ((1.5, 2, 3.25), 2), ((0.1 + 0.2, 1, 2), 1), ((1e-9, 1, 2), 4)],
)
def test_decimals_are_the_most_that_a_value_has(tmp_path, values, decimals):
    rows = [[name, value] for name, value in zip("abc", values, strict=True)]
    assert chart_of(tmp_path, "bar", facts={"fields": NAMED, "rows": rows}).decimals == decimals


def test_the_number_follows_from_the_name_of_the_file():
    assert load_chart(EXAMPLE).number == 156  # CRC-32 of "rivers" is 3074938156


def test_states_need_no_postal_code(tmp_path):
    assert [fact.label for fact in chart_of(tmp_path, "choropleth").facts] == ["TX", "OH", "ME"]


def test_values_near_their_bounds_are_not_scaled_beyond_them(tmp_path):
    facts = table(NAMED, "a 50", "b 60", "c 70")
    chart = chart_of(tmp_path, "bar", facts=facts, bounds=[45, 100])
    assert [step.text() for step in chart.manipulations] == ["reverse_ranking", "scale by 1.25"]


def test_a_line_that_mirroring_would_leave_as_it_is_is_reversed_in_rank(tmp_path):
    facts = table(NAMED, "a 1", "b 5", "c 9", "d 13", "e 8.5", "f 4.5", "g 0.5")
    assert chart_of(tmp_path, "line").manipulations[0].kind == "reverse_order"
    assert chart_of(tmp_path, "line", facts=facts).manipulations[0].kind == "reverse_ranking"


def test_listed_questions_choose_the_manipulations_too(tmp_path):
    facts = table(NAMED, "a 1", "b 5", "c 9", "d 5.5", "e 1.5")
    question = {"ask": "highest"}
    chart = chart_of(tmp_path, "line", facts=facts, questions=[question])
    assert chart.manipulations[0].kind == "reverse_ranking"


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("river", "rivers"),
        ("country", "countries"),
        ("day", "days"),
        ("bus", "buses"),
        ("box", "boxes"),
        ("beach", "beaches"),
    ],
)
def test_regular_plurals(noun, expected):
    assert plural(noun) == expected


# Units


COMMON = """
%|km|m|hours|ppm|hPa|u|people|million people|US$|million|thousand km²|people per km²|g/cm³|kg/m^3|m/s|km/h|m s-1|kWh|°C
international dollars|2015 US$|billion US$|US$ per person|deaths per 1,000 births|litres per 100 km|tonnes of CO2|TWh|GB
million tonnes of oil|square kilometres|µm|% of GDP|years since 1900|light-years|cases per 100,000 people|cubic metres
"""


@pytest.mark.parametrize("unit", ["", *COMMON.strip().replace("\n", "|").split("|")])
def test_common_units_are_known(unit):
    assert unknown_part(unit) is None


@pytest.mark.parametrize(
    ("unit", "part"),
    [("kilometrs", "kilometrs"), ("km per yaer", "yaer"), ("milion people", "milion"), ("Km", "Km")],
)
def test_a_misspelled_part_of_a_unit_is_found(unit, part):
    assert unknown_part(unit) == part


@pytest.mark.parametrize(
    ("unit", "suggested"),
    [("Km", " (did you mean km?)"), ("milion", " (did you mean million"), ("Mio", "; allowed: ")],
)
def test_the_nearest_unit_is_suggested_where_there_is_one(unit, suggested):
    assert unknown_unit(unit, unit).startswith(f'"{unit}" is not a known unit{suggested}')


def test_the_units_of_the_bank_are_known():
    assert load_charts(ROOT / "resources" / "charts")


def test_a_unit_that_the_words_speak_of_or_that_is_declared_is_taken(tmp_path):
    wording = {"quantity": "number of legs", "item": "animal"}
    assert chart_of(tmp_path, "bar", unit="legs", wording=wording).unit == "legs"
    assert chart_of(tmp_path, "bar", unit="smoots", own_units=["smoots"]).unit == "smoots"


# CSV files


def with_csv(folder: Path, text: str | bytes, chart_type: str = "bar", **changes) -> ChartSpec:
    (folder / "mine.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
    return chart_of(folder, chart_type, facts={"file": "mine.csv", **changes})


CSV = "category,value\nRhône,812.5\nElbe,1094\nOder,840\n"


@pytest.mark.parametrize(
    "text",
    [
        CSV,
        CSV.encode("utf-8-sig"),
        CSV.replace("\n", "\r\n"),
        CSV.replace("\n", "\r"),
        CSV.replace(",", " , "),
        CSV.rstrip(),
        "\n" + CSV.replace("\nOder", "\n\n,\nOder"),
        CSV.replace("Rhône", '"Rhône"'),
        CSV.replace("812.5", "+8.125e2"),
        "value,category\n812.5,Rhône\n1094,Elbe\n840,Oder\n",
        "category,label,value\nRhône,,812.5\nElbe,,1094\nOder,,840\n",
    ],
)
def test_csv_files_as_programs_write_them_are_the_same_facts(tmp_path, text):
    facts = with_csv(tmp_path, text).facts
    assert [(fact.category, fact.label, fact.value) for fact in facts] == [
        ("Rhône", "Rhône", 812.5),
        ("Elbe", "Elbe", 1094),
        ("Oder", "Oder", 840),
    ]


def test_names_that_look_like_numbers_stay_as_written(tmp_path):
    chart = with_csv(tmp_path, "category,value\n007,1\n1e3,2\n12:30,3\ntrue,4\n")
    assert [fact.category for fact in chart.facts] == ["007", "1e3", "12:30", "true"]


def test_a_wide_csv_file_holds_a_column_for_each_series(tmp_path):
    text = "category,1990,2000\nPeru,10,3\nIran,4,9\nMali,7,5\n"
    facts = with_csv(tmp_path, text, "stacked_bar", series=[1990, 2000]).facts
    assert [(fact.category, fact.series, fact.value) for fact in facts[:3]] == [
        ("Peru", "1990", 10),
        ("Peru", "2000", 3),
        ("Iran", "1990", 4),
    ]


def test_a_csv_file_may_stand_in_another_folder(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "mine.csv").write_text(CSV)
    path = tmp_path / "mine.yaml"
    chart = chart_of(tmp_path, "bar", facts={"file": "data/mine.csv"})
    assert len(chart.facts) == 3
    assert files_of(path) == [str(tmp_path / "data" / "mine.csv")]


@pytest.mark.parametrize(
    "text", ["type: bar\n", "facts: {rows: []}\n", "facts: {file: 5}\n", "facts: {file: a.csv\n", "file: a.csv\n", ""]
)
def test_a_specification_without_a_csv_file_reads_no_other_file(tmp_path, text):
    (tmp_path / "mine.yaml").write_text(text)
    assert files_of(tmp_path / "mine.yaml") == []
    assert files_of(tmp_path / "lost.yaml") == []


@given(
    st.lists(
        st.tuples(
            st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Z"]), min_size=1),
            st.floats(allow_nan=False, allow_infinity=False),
        ),
        min_size=1,
    )
)
def test_what_is_written_as_csv_is_read_as_it_was(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("csv") / "any.csv"
    lines = ["category,value", *(f'"{name.replace(chr(34), 2 * chr(34))}",{value!r}' for name, value in rows)]
    path.write_text("\n".join(lines), "utf-8")
    assert read_csv(path, []).rows == [[name, value] for name, value in rows]
    assert read_csv(path, []).lines == list(range(1, len(rows) + 2))
