"""Mistakes in a chart specification and its CSV file: one line each, with the file and the line where it stands."""

import copy
import os
import pickle
import re
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from counterpoint.errors import UserError
from counterpoint.stimuli.charts.bank import pictures
from counterpoint.stimuli.charts.contents.candidates import asked
from counterpoint.stimuli.charts.contents.variants import variants
from counterpoint.stimuli.charts.drawing.picture import draw
from counterpoint.stimuli.charts.loading import load_chart, load_charts, located
from counterpoint.stimuli.charts.specs.csv_facts import files_of
from counterpoint.stimuli.charts.specs.mistakes import ChartError
from counterpoint.suites.cvlat.bank import bank_items

YAML = """\
type: bar
title: Length of European Rivers
year: 2020
unit: km
source: Lengths in common use
licence: facts
facts:
  fields: [category, value]
  rows:
    - [Volga, 3550]
    - [Danube, 2850]
    - [Rhine, 1250]
    - [Seine, 800]
wording:
  quantity: length
  item: river
manipulations:
  - kind: reverse_ranking
  - kind: scale
    by: 0.7
questions:
  - {ask: value, of: Rhine}
  - ask: highest
"""
CSV = "category,value\nVolga,3550\nDanube,2850\nRhine,1250\nSeine,800\n"
SHORT = """\
type: bar
title: Length of European Rivers
unit: km
year: 2020
facts: {file: rivers.csv}
source: Lengths in common use
licence: facts
wording: {quantity: length, item: river}
"""
STACKED = """\
type: stacked_bar
title: Medals
unit: medals
year: 2020
colours: {Gold: yellow, Silver: grey}
facts:
  fields: [category, Gold, Silver]
  series: [Gold, Silver]
  rows:
    - [Peru, 3, 4]
    - [Kenya, 9, 2]
    - [Japan, 5, 7]
source: made up
licence: none
wording: {quantity: "number of {series} medals", item: country}
"""
TREEMAP = """\
type: treemap
title: Area of Countries
unit: million km²
year: 2020
facts:
  fields: [group, category, value]
  rows:
    - [Asia, China, 9.6]
    - [Asia, India, 3.3]
    - [Africa, Algeria, 2.4]
source: made up
licence: none
wording: {quantity: area, item: country}
manipulations:
  - {kind: reverse_ranking}
  - {kind: move, of: [India], to: Afrika}
"""


def refused(folder: Path, text: str, csv: str | None = None) -> str:
    """Return the one line with which a specification is refused, from the name of the file on."""
    path = folder / "rivers.yaml"
    path.write_text(text)
    if csv is not None:
        (folder / "rivers.csv").write_text(csv)
    with pytest.raises(UserError) as raised, located(folder):
        asked(load_chart(path), 1, 0)
    line = str(raised.value)
    assert "\n" not in line
    return line.replace(f"{folder}/", "")


MISTAKES = [
    # keys
    ("title:", "titel:", "2: titel: is not a key (did you mean title"),
    ("  item: river", "  itme: river", "16: wording.itme: is not a key (did you mean item or items?)"),
    ("    by: 0.7", "    by: 0.7\n    off: [Rhine]", "21: manipulations.1.off: is not a key (did you mean of?)"),
    ("source: Lengths in common use\n", "", "1: source: is missing; add it"),
    ("  quantity: length\n", "", "14: wording.quantity: is missing; add it"),
    ("title: Length of European Rivers", "id: x", "2: id: is the name of the file; remove the key"),
    ("year: 2020", "year: 2020\nyear: 2021", " year: the key stands twice, in lines 3 and 4; keep one"),
    # values of keys
    ("type: bar", "type: baar", '1: type: "baar" is not allowed (did you mean bar'),
    ("unit: km", "unit: km\ncolour: mauve", '5: colour: "mauve" is not allowed; allowed: a colour (blue, orange'),
    ("unit: km", "unit: km\nnumber: -1", "5: number: must be greater than or equal to 0, got -1"),
    ("unit: km", "unit: km\ndecimals: 5", "5: decimals: must be less than or equal to 4, got 5"),
    ("unit: km", "unit: km\nbounds: [9, 1]", "5: bounds: must be the least and the largest value, got [9.0, 1.0]"),
    ("unit: km", "unit: km\nbin_width: 5", "5: bin_width: belongs to a histogram only"),
    ("unit: km", "unit: km\nsize: {title: Depth}", "5: size: belongs to a bubble chart only"),
    ("unit: km", "unit: km\nx_axis: River", '5: x_axis: must be a mapping of keys to values, got "River"'),
    ("year: 2020", "year: 2020-01-05", '3: year: must be text, got "2020-01-05"; put quotes around it'),
    ("title: Length of European Rivers", 'title: "two\\nlines"', "2: title: holds the character U+000A"),
    ("  item: river", '  item: "{item}"', "16: wording.item: \"{item}\" holds braces that stand for nothing; allowed "
     "here: no braces"),
    ("  item: river", "  item: river\n  quantity_of: length", "17: wording.quantity_of: must hold {category}"),
    ("  item: river", "  item: river\n  verb: are", "17: wording.verb: must be 'is' or 'was', got \"are\""),
    # units
    ("unit: km", "unit: kilometrs", '4: unit: "kilometrs" is not a known unit (did you mean kilometres'),
    ("unit: km", "unit: km per yaer", '4: unit: "yaer" in "km per yaer" is not a known unit (did you mean year'),
    ("unit: km", "unit: km\nown_units: [smoots]", '5: own_units.0: "smoots" is not allowed'),
    # facts
    ("    - [Danube, 2850]", "    - [Danube, long]", '11: facts.rows.1.value: must be a number, got "long"'),
    ("    - [Danube, 2850]", "    - [Danube, true]", "11: facts.rows.1.value: must be a number, got true"),
    ("    - [Danube, 2850]", "    - [Danube, .nan]", "11: facts.rows.1.value: must be a number, got NaN"),
    ("    - [Danube, 2850]", "    - [Danube, 1.0e+16]", "11: facts.rows.1.value: must be less than or equal to"),
    ("    - [Danube, 2850]", "    - [Danube, -5]", "11: facts.rows.1.value: a bar chart cannot show -5, below zero"),
    ("    - [Danube, 2850]", "    - [Danube]", '11: facts.rows.1: must be a list of 2 entries, got ["Danube"]'),
    ("    - [Danube, 2850]", "    - [Volga, 5]", "11: facts.rows.1.category: the category Volga stands a second time"),
    ("  fields: [category, value]", "  fields: [category, valeu]", '8: facts.fields.1: "valeu" is not allowed (did you '
     "mean value?)"),
    ("  fields: [category, value]", "  fields: [category, label]", "8: facts.fields: the column value is missing"),
    ("  fields: [category, value]", "  fields: [value, value]", "8: facts.fields.1: the column value stands twice"),
    ("  fields: [category, value]", "  feilds: [category, value]", '8: facts.feilds: "feilds" is not allowed (did you '
     "mean fields?)"),
    ("unit: km", "unit: km\nbounds: [900, 9000]", "14: facts.rows.3.value: 800 lies outside the bounds 900 to 9000"),
    ("type: bar", "type: pie", "10: facts.rows.0.value: 3550 lies outside 0 to 100, a part of a whole; correct it"),
    ("type: bar", "type: scatter", "10: facts.rows.0: a scatter chart needs the column x in every row"),
    # questions
    ("of: Rhine", "of: Rhin", '22: questions.0.of: "Rhin" is not allowed (did you mean Rhine?); allowed: a category of '
     "the facts (Volga, Danube, Rhine, Seine)"),
    ("ask: value", "ask: vlaue", '22: questions.0.ask: "vlaue" is not allowed (did you mean value'),
    ("  - ask: highest", "  - ask: highest\n    of: Rhine", "24: questions.1.of: does not belong to highest"),
    ("  - ask: highest", "  - ask: greater\n    of: Rhine", "23: questions.1: greater needs the key `than`"),
    ("  - ask: highest", "  - ask: highest\n    measure: size", "24: questions.1.measure: the facts have no size"),
    ("  - ask: highest", "  - ask: highest\n    among:\n      - Volga\n      - Danube\n      - Rhine\n      - Main",
     '28: questions.1.among.3: "Main" is not allowed'),
    ("ask: value, of: Rhine", "ask: trend, start: Volga, end: Rhine", "22: questions.0.ask: trend cannot be asked of a "
     "bar chart; allowed: value, highest, lowest, range, count_more"),
    ("ask: value, of: Rhine", "ask: greater, of: Rhine, than: Rhine", "22: questions.0: compares Rhine with itself"),
    # manipulations
    ("kind: reverse_ranking", "kind: reverse_rank", '18: manipulations.0.kind: "reverse_rank" is not allowed (did you '
     "mean reverse_ranking"),
    ("    by: 0.7", "    by: 1", "19: manipulations.1 (scale by 1): changes nothing; declare another step"),
    ("    by: 0.7", "    by: 0.7\n    of: [Rhein]", '21: manipulations.1.of.0: "Rhein" is not allowed (did you mean '
     "Rhine"),
    ("    by: 0.7", "    of: [Rhine]", "19: manipulations.1: scale needs the key `by`, a number"),
    ("  - kind: scale\n    by: 0.7", "  - kind: shift\n    by: -900", "19: manipulations.1 (shift by -900): makes a "
     "value negative"),
    ("  - kind: scale\n    by: 0.7", "  - {kind: swap, of: [Rhine]}", "19: manipulations.1.of: swap needs the key"),
    ("  - kind: scale\n    by: 0.7", "  - kind: reverse_time", "19: manipulations.1.kind: reverse_time is for line, "
     "area, stacked_area charts only"),
    ("  - kind: scale\n    by: 0.7", "  - {kind: swap,\n     of: [Rhine,\n          Rhine]}",
     "21: manipulations.1.of.1: names 'Rhine' a second time"),
    ("manipulations:\n  - kind: reverse_ranking\n  - kind: scale\n    by: 0.7", "manipulations: []",
     "17: manipulations: must hold at least 1, got 0"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line"), MISTAKES, ids=[line[:40] for *_, line in MISTAKES])
def test_a_mistake_is_named_with_its_line_and_what_is_allowed(tmp_path, old, new, line):
    assert YAML.count(old) == 1
    assert refused(tmp_path, YAML.replace(old, new)).startswith(f"rivers.yaml:{line}")


def test_the_specification_without_mistakes_is_read(tmp_path):
    (tmp_path / "rivers.yaml").write_text(YAML)
    assert [fact.value for fact in load_chart(tmp_path / "rivers.yaml").facts] == [3550, 2850, 1250, 800]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("Silver: grey", "Silvr: grey", '5: colours.Silvr: "Silvr" is not allowed (did you mean Silver?)'),
        ("Silver: grey", "Silver: gray", '5: colours.Silver: "gray" is not allowed (did you mean grey'),
        ("Silver: grey", "Silver: yellow", "5: colours.Silver: yellow is the colour of Gold"),
        (", Silver: grey", "", "5: colours: names no colour of Silver"),
        ("series: [Gold, Silver]", "series: [Gold, Slver]", '7: facts.fields.2: "Silver" is not allowed (did you mean'),
        ("    - [Kenya, 9, 2]", "    - [Kenya, 9, two]", '11: facts.rows.1.Silver: must be a number, got "two"'),
        ("    - [Kenya, 9, 2]", "    - [Peru, 9, 2]", "11: facts.rows.1.category: the category Peru stands a second"),
        (
            "licence: none",
            "licence: none\nquestions:\n - ask: highest",
            "16: questions.0: needs the key `series`: Gold",
        ),
        (
            "licence: none",
            "licence: none\nquestions:\n - ask: highest\n   series: Bronze",
            '17: questions.0.series: "Bronze" is not allowed; allowed: a series of the facts (Gold, Silver)',
        ),
        ("number of {series} medals", "number of {seris} medals", "15: wording.quantity: "),
    ],
)
def test_a_mistake_in_series_and_colours_is_named_with_its_line(tmp_path, old, new, line):
    assert refused(tmp_path, STACKED.replace(old, new)).startswith(f"rivers.yaml:{line}")


def test_a_name_of_a_series_that_is_none_is_named_with_its_line(tmp_path):
    text = STACKED.replace("[category, Gold,", "[category, {},").replace("[Gold, Silver]", "[{}, Silver]")
    assert refused(tmp_path, text).startswith('rivers.yaml:7: facts.fields.1: "{}" is not allowed')


def test_a_trend_that_runs_backwards_is_named_with_its_line(tmp_path):
    text = YAML.replace("type: bar", "type: line").replace(
        "  - ask: highest", "  - ask: trend\n    start: Seine\n    end: Volga"
    )
    assert refused(tmp_path, text).startswith("rivers.yaml:24: questions.1.start: Seine comes after Volga; exchange")


def test_a_group_that_the_facts_lack_is_named_with_its_line(tmp_path):
    message = '16: manipulations.1.to: "Afrika" is not allowed (did you mean Africa'
    assert refused(tmp_path, TREEMAP).startswith(f"rivers.yaml:{message}")


def test_a_cell_of_a_treemap_without_an_area_is_named_with_its_line(tmp_path):
    text = TREEMAP.replace("3.3", "0")
    assert refused(tmp_path, text) == ("rivers.yaml:9: facts.rows.1.value: a treemap cannot show 0; leave the row out")


def test_values_that_no_manipulation_changes_are_named(tmp_path):
    message = "rivers.yaml:1: manipulations: none that suits a bar chart can be done with these facts; declare some"
    assert refused(tmp_path, SHORT, "category,value\nVolga,5\nRhine,5\nSeine,5\n") == message


def test_a_manipulation_that_makes_all_values_alike_is_named_with_its_line(tmp_path):
    text = YAML.replace("by: 0.7", "by: 0")
    assert refused(tmp_path, text).startswith("rivers.yaml:17: manipulations: make every value 0; choose another `by`")


def test_a_state_that_the_map_lacks_is_named_with_its_line(tmp_path):
    text = YAML.replace("type: bar", "type: choropleth").replace("Rhine", "Texs")
    assert refused(tmp_path, text).startswith('rivers.yaml:10: facts.rows.0.category: "Volga" is not allowed')


def test_a_unit_of_x_is_named_with_its_line(tmp_path):
    text = YAML.replace("type: bar", "type: scatter\nx_axis: {title: Depth, unit: metrs}").replace("category", "x")
    for number, name in enumerate(["Volga", "Danube", "Rhine", "Seine"]):
        text = text.replace(f"[{name}", f"[{number}")
    text = text.replace("of: Rhine", 'of: "2"')
    assert refused(tmp_path, text).startswith('rivers.yaml:2: x_axis.unit: "metrs" is not a known unit (did you mean')


def test_manipulations_that_leave_an_answer_as_it_is_are_named_with_their_line(tmp_path):
    text = YAML[: YAML.index("questions:")].replace("  - kind: reverse_ranking\n", "")
    message = (
        "rivers.yaml:17: no question of the kind highest or lowest has a clear answer in the facts and another one"
    )
    assert refused(tmp_path, text).startswith(message)


@pytest.mark.parametrize(
    ("csv", "line"),
    [
        (CSV.replace("2850", "2,850"), "3: must have 2 cells, as the header has, got 3; put quotes around a cell"),
        (CSV.replace("2850", '"2,850"'), '3: value: "2,850" is no number; write digits with a decimal point'),
        (CSV.replace("2850", "2850 km"), '3: value: "2850 km" is no number'),
        (CSV.replace("2850", ""), '3: value: "" is no number'),
        (CSV.replace("2850", "nan"), '3: value: "nan" is no number'),
        (CSV.replace("2850", "1e16"), "3: value: must be less than or equal to"),
        (CSV.replace("2850", "-5"), "3: value: a bar chart cannot show -5, below zero"),
        (CSV.replace("Danube", ""), "3: category: is empty; every row needs a category"),
        (CSV.replace("Danube", "Volga"), "3: category: the category Volga stands a second time"),
        (CSV.replace("Danube,", "\n\nDanube,").replace("1250", "x"), '6: value: "x" is no number'),
        (CSV.replace(",2850", ""), "3: must have 2 cells, as the header has, got 1"),
        (CSV.replace("Danube", '"Dan'), "3: not CSV ("),
        (CSV.replace("category,value", "category,valeu"), '1: valeu: "valeu" is not allowed (did you mean value?)'),
        (
            CSV.replace("category,value", "Category,value"),
            '1: Category: "Category" is not allowed (did you mean category',
        ),
        (CSV.replace("category,value", "category,label"), "1: the column value is missing; add it"),
        (CSV.replace("category,value", "category,"), "1: column 2 has no name; name it, or remove it"),
        (CSV.replace(",", ";"), '1: "category;value" is one column; separate columns by commas'),
        ("", "1: the file is empty; a header with the fields and a row for each mark are needed"),
    ],
)
def test_a_mistake_in_the_csv_file_is_named_with_its_line_and_column(tmp_path, csv, line):
    assert refused(tmp_path, SHORT, csv).startswith(f"rivers.csv:{line}")


def test_a_column_that_stands_twice_is_named(tmp_path):
    assert refused(tmp_path, SHORT, "value,value\n1,2\n3,4\n5,6\n") == (
        "rivers.csv:1: value: the column value stands twice; keep one"
    )


def test_a_csv_file_that_is_not_utf_8_is_named_with_its_line(tmp_path):
    (tmp_path / "rivers.csv").write_bytes(CSV.replace("Seine", "Rhône").encode("latin-1"))
    assert refused(tmp_path, SHORT).startswith("rivers.csv:5: is not UTF-8; save the file as CSV in UTF-8")


def test_parts_of_a_whole_that_do_not_sum_to_100_are_named(tmp_path):
    text = YAML.replace("type: bar", "type: pie")
    for value, share in (("3550", "50"), ("2850", "30"), ("1250", "15"), ("800", "4")):
        text = text.replace(f", {value}]", f", {share}]")
    assert refused(tmp_path, text) == "rivers.yaml:7: facts: values of a pie chart must sum to 100, got 99"


@pytest.mark.parametrize(
    ("facts", "line"),
    [
        ("{file: river.csv}", '5: facts.file: there is no file "river.csv" (did you mean rivers.csv?)'),
        ("{file: 5}", "5: facts.file: must be a path without braces, got 5"),
        ("{file: rivers.csv, rows: []}", "5: facts.rows: is given beside `file`"),
        ("{file: rivers.csv, serie: []}", '5: facts.serie: "serie" is not allowed (did you mean series?)'),
        ("{file: rivers.csv, series: Gold}", '5: facts.series: must be a list, got "Gold"'),
        ("rivers.csv", "5: facts: must hold the keys `fields` and `rows`, or `file`"),
        ("{rows: []}", "5: facts: needs the key `fields`, a list; or `file`, a CSV file"),
    ],
)
def test_a_mistake_in_naming_the_csv_file_is_named_with_its_line(tmp_path, facts, line):
    text = SHORT.replace("{file: rivers.csv}", facts)
    assert refused(tmp_path, text, CSV).replace(f"{tmp_path}/", "").startswith(f"rivers.yaml:{line}")


def test_questions_about_the_csv_file_are_named_in_the_specification(tmp_path):
    text = SHORT + "questions:\n  - {ask: value, of: Main}\n"
    assert refused(tmp_path, text, CSV).startswith('rivers.yaml:10: questions.0.of: "Main" is not allowed')


def test_text_that_is_no_yaml_is_named_with_its_line(tmp_path):
    assert refused(tmp_path, "type: bar\ntitle: [open\n").startswith("rivers.yaml: line 3: not YAML")


def test_deep_nesting_is_named_in_one_line(tmp_path):
    assert "nested" in refused(tmp_path, "facts: " + "[" * 5000 + "]" * 5000)


def test_a_folder_without_charts_and_a_lost_chart_are_named(tmp_path):
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(UserError, match="holds no chart specification"):
            load_charts(folder)
    with pytest.raises(UserError, match=r"lost\.yaml: cannot be read \(No such file or directory\)"):
        load_chart(tmp_path / "lost.yaml")


def test_a_file_whose_name_cannot_be_an_id_is_named(tmp_path):
    (tmp_path / "My Rivers.yaml").write_text(YAML)
    with pytest.raises(UserError, match=r"My Rivers\.yaml:1: id: the file's name \"My Rivers\" is no id; use small"):
        load_chart(tmp_path / "My Rivers.yaml")


def test_a_chart_error_comes_from_another_process_as_it_was():
    error = pickle.loads(pickle.dumps(ChartError("rivers", ("questions", 0), "is wrong")))
    assert (error.chart, error.key, str(error)) == ("rivers", ("questions", 0), "chart rivers: is wrong")


def test_an_error_of_a_chart_from_elsewhere_stays_as_it_is(tmp_path):
    with pytest.raises(ChartError, match="chart rivers: is wrong"), located(tmp_path):
        raise ChartError("rivers", ("questions", 0), "is wrong")


# What only shows when it is drawn or asked


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Length of European Rivers", "Long " * 60, "rivers.yaml:2: the title 'Long Long"),
        ("Length of European Rivers", "Length of \u6cb3", "rivers.yaml:2: the text 'Length of \u6cb3' holds"),
        ("[Rhine, 1250]", "[" + "Rhine" * 40 + ", 1250]", "rivers.yaml:7: of the names on the x axis,"),
    ],
)
def test_a_text_that_cannot_be_drawn_is_named_with_its_line(tmp_path, old, new, expected):
    (tmp_path / "rivers.yaml").write_text(YAML[: YAML.index("questions")].replace(old, new), encoding="utf-8")
    with pytest.raises(UserError) as raised, located(tmp_path):
        draw(variants(asked(load_chart(tmp_path / "rivers.yaml"), 1, 0), 1)["aligned"])
    assert str(raised.value).replace(f"{tmp_path}/", "").startswith(expected)


def test_a_question_without_a_conflict_is_named_with_its_line(tmp_path):
    steps = "manipulations: [{kind: scale, by: 0.7, of: [Volga]}]\n"
    text = YAML[: YAML.index("manipulations")] + steps + YAML[YAML.index("questions") :]
    (tmp_path / "rivers.yaml").write_text(text)
    chart = asked(load_chart(tmp_path / "rivers.yaml"), 1, 0)
    drawn = [row for variant in pictures(chart, 1, ()).values() for row in draw(variant).elements]
    with pytest.raises(UserError) as raised, located(tmp_path):
        bank_items([chart], 1, [drawn], "all")
    line = str(raised.value).replace(f"{tmp_path}/", "")
    assert line.startswith("rivers.yaml:19: item cvlat/rivers/1 (value): visual and factual answer are both 1250")


# Whatever is wrong


def places(part, key=()):
    """Yield every key of nested mappings and lists."""
    for step, child in part.items() if isinstance(part, dict) else enumerate(part):
        yield (*key, step)
        if isinstance(child, dict | list):
            yield from places(child, (*key, step))


ODD = st.sampled_from(
    [
        None,
        True,
        0,
        -1,
        1.5,
        float("nan"),
        float("inf"),
        10**20,
        "",
        "x",
        "a\nb",
        "{category}",
        [],
        {},
        [[]],
        [None],
        {1: 2},
    ]
)
WHOLE = [yaml.safe_load(text) for text in (YAML, SHORT, STACKED, TREEMAP)]


@given(st.data())
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_removed_or_replaced_the_chart_is_read_or_refused_in_one_line(tmp_path, data):
    block = copy.deepcopy(data.draw(st.sampled_from(WHOLE)))
    for _ in range(data.draw(st.integers(1, 3))):
        every = list(places(block))
        if not every:
            break
        *above, last = data.draw(st.sampled_from(every))
        inside = block
        for step in above:
            inside = inside[step]
        if data.draw(st.booleans()):
            del inside[last]
        else:
            inside[last] = copy.deepcopy(data.draw(ODD))
    path = tmp_path / "rivers.yaml"
    path.write_text(yaml.safe_dump(block, allow_unicode=True))
    (tmp_path / "rivers.csv").write_text(CSV)
    assert isinstance(files_of(path), list)
    try:
        with located(tmp_path):
            asked(load_chart(path), 1, 0)
    except UserError as error:
        assert re.search(r"rivers\.(yaml|csv)(:\d+)?: ", str(error))
        assert "\n" not in str(error)


@given(st.data())
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_stands_in_the_csv_file_it_is_read_or_refused_in_one_line(tmp_path, data):
    place = data.draw(st.integers(0, len(CSV)))
    text = CSV[:place] + data.draw(st.text(max_size=6)) + CSV[place + data.draw(st.integers(0, 6)) :]
    (tmp_path / "rivers.yaml").write_text(SHORT)
    (tmp_path / "rivers.csv").write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        load_chart(tmp_path / "rivers.yaml")
    except UserError as error:
        assert re.search(r"rivers\.(csv|yaml):\d+: ", str(error))
        assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("  quantity: length", '  quantity: ""', "15: wording.quantity: must not be empty"),
        ("  item: river", "  item: 5", "16: wording.item: must be text, got 5; put quotes around it"),
        ("  item: river\n", "", "14: wording.item: is missing; add it"),
        ("[Danube, 2850]", f"[Danube, {10**400}]", "11: facts.rows.1.value: must be a number, got 1000"),
    ],
)
def test_a_mistake_is_named_itself_and_not_what_would_have_followed_from_it(tmp_path, old, new, line):
    assert refused(tmp_path, YAML.replace(old, new)).startswith(f"rivers.yaml:{line}")


def test_a_place_on_x_that_is_no_number_is_named_with_its_line(tmp_path):
    text = SHORT.replace("type: bar", "type: scatter\nx_axis: {title: Depth}").replace(
        "{file: rivers.csv}", '{fields: [x, value], rows: [["4", 1], [5, 2], [6, 3]]}'
    )
    assert refused(tmp_path, text).startswith('rivers.yaml:6: facts.rows.0: x must be a number of up to 1e+15, got "4"')


def test_csv_numbers_of_any_length_and_columns_that_stand_twice_are_named(tmp_path):
    long = CSV.replace("2850", "9" * 5000)
    assert refused(tmp_path, SHORT, long).startswith("rivers.csv:3: value: must be less than or equal to")
    twice = CSV.replace("category,", "value,")
    assert refused(tmp_path, SHORT, twice) == "rivers.csv:1: value: the column value stands twice; keep one"
    huge = CSV + "\n" * 1_000_000
    assert refused(tmp_path, SHORT, huge).startswith("rivers.csv: holds 1000059 bytes, allowed are 1000000")


def test_a_path_that_is_too_long_is_named_with_its_line(tmp_path):
    text = SHORT.replace("rivers.csv", "x" * 5000)
    assert refused(tmp_path, text).startswith("rivers.yaml:5: facts.file: ")


def test_a_pipe_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "rivers.yaml")
    assert files_of(tmp_path / "rivers.yaml") == []
    with pytest.raises(UserError, match=r"rivers.yaml: is a pipe; a chart specification .* must be a file"):
        load_chart(tmp_path / "rivers.yaml")
