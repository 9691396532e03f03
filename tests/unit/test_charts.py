"""Charts: specifications that say what is wrong with them, variants, deterministic pixels, boxes that hold."""

import locale
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import spearmanr

from counterpoint.errors import UserError
from counterpoint.seeds import generator
from counterpoint.stimuli.charts.answers import ANSWERS
from counterpoint.stimuli.charts.bank import draw_bank
from counterpoint.stimuli.charts.drawing import DRAW, draw, render
from counterpoint.stimuli.charts.frame import own_parameters, round_ticks
from counterpoint.stimuli.charts.kinds import KINDS
from counterpoint.stimuli.charts.manipulations import STEPS, manipulated
from counterpoint.stimuli.charts.randomise import randomised
from counterpoint.stimuli.charts.spec import ChartSpec, Manipulation, load_chart, load_charts
from counterpoint.stimuli.charts.variants import placeholders, variants
from counterpoint.stimuli.png import load_png, pixel_digest
from counterpoint.tables import as_table

ROOT = Path(__file__).resolve().parents[2]
BANK = ROOT / "resources" / "charts"
ONE_OF_EACH = ("planet_radius", "co2_mauna_loa", "crust_elements", "atomic_mass")
PLAIN = {
    "number": 0,
    "type": "bar",
    "title": "Legs",
    "year": 2024,
    "unit": "legs",
    "decimals": 0,
    "source": "counted",
    "licence": "facts",
    "facts": {"fields": ["category", "value"], "rows": [["ant", 6], ["spider", 8], ["dog", 4], ["crab", 10]]},
    "wording": {
        "quantity": "number of legs",
        "quantity_of": "number of legs of a {category}",
        "item": "animal",
        "items": "animals",
        "over": "of the animals",
    },
    "manipulations": [{"kind": "reverse_ranking"}],
    "questions": [{"ask": "value", "of": "dog"}],
}


@pytest.fixture(scope="module")
def charts() -> dict[str, ChartSpec]:
    return {chart.id: chart for chart in load_charts(BANK)}


def written(tmp_path: Path, **changes) -> Path:
    path = tmp_path / "legs.yaml"
    path.write_text(yaml.safe_dump({**PLAIN, **changes}))
    return path


def chart_of(**changes) -> ChartSpec:
    return ChartSpec.model_validate({"id": "legs", **PLAIN, **changes})


# The facts of the bank


def test_the_bank_has_two_charts_of_each_type_with_a_source_and_a_licence(charts):
    types = [chart.type for chart in charts.values()]
    assert all(types.count(type) >= 2 for type in KINDS)
    assert all(chart.source and chart.licence for chart in charts.values())
    assert all(3 <= len(chart.questions) <= 5 for chart in charts.values())


def test_air_pressure_follows_the_standard_atmosphere(charts):
    for fact in charts["air_pressure"].facts:
        h = fact.x
        exact = 1013.25 * (1 - 6.5 * h / 288.15) ** 5.25588 if h <= 11 else 226.32 * np.exp(-(h - 11) / 6.3416)
        assert abs(fact.value - exact) <= 0.5


def test_day_length_follows_the_sun(charts):
    """Sunrise equation with a declination of 23.44 degrees sin(...) and the sun's rim and refraction (0.833)."""
    days = [21, 52, 80, 111, 141, 172, 202, 233, 264, 294, 325, 355]
    latitude = np.deg2rad(59.91)
    for fact, day in zip(charts["oslo_day_length"].facts, days, strict=True):
        declination = np.deg2rad(23.44) * np.sin(2 * np.pi * (day - 81) / 365)
        cosine = (np.sin(np.deg2rad(-0.833)) - np.sin(latitude) * np.sin(declination)) / (
            np.cos(latitude) * np.cos(declination)
        )
        assert abs(fact.value - 24 * np.arccos(cosine) / np.pi) < 0.35


def test_continents_are_shares_of_their_areas(charts):
    areas = {"Asia": 44.6, "Africa": 30.4, "North America": 24.7, "South America": 17.8, "Antarctica": 14.2}
    areas |= {"Europe": 10.2, "Oceania": 8.5}
    shares = {fact.category: fact.value for fact in charts["continent_area"].facts}
    assert shares == {name: round(100 * area / sum(areas.values())) for name, area in areas.items()}


# Specifications


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"titel": "x"}, "titel: is not a key"),
        ({"type": "radar"}, "type: 'radar' is not one of bar, line, pie, scatter"),
        ({"colour": "mauve"}, "colour: 'mauve' is not one of blue"),
        ({"number": -1}, "number: .*greater than or equal to 0"),
        ({"decimals": -1}, "decimals: .*greater than or equal to 0"),
        ({"questions": [{"ask": "mode"}]}, r"questions\.0: ask 'mode' is not one of value"),
        ({"questions": [{"ask": "value", "of": "cat"}]}, r"questions\.0: 'cat' is not a category of the facts: ant"),
        ({"questions": [{"ask": "value"}]}, r"questions\.0: ask 'value' needs the keys \['of'\]"),
        ({"questions": [{"ask": "range", "of": "dog"}]}, r"questions\.0: ask 'range' needs the keys \[\]"),
        ({"manipulations": [{"kind": "swap", "of": ["dog"]}]}, r"manipulations\.0: swap: `of` must name two"),
        ({"manipulations": [{"kind": "scale"}]}, r"manipulations\.0: scale: `by` belongs"),
        ({"manipulations": [{"kind": "swap", "of": ["dog", "eel"]}]}, r"manipulations\.0: 'eel' is not a category"),
        ({"facts": {"fields": ["category", "value"], "rows": [["ant"]]}}, "facts: row 1 must be a list of 2"),
        ({"facts": {"fields": ["name"], "rows": []}}, "facts: `fields` must be a list out of category"),
        (
            {"facts": {"fields": ["category", "value"], "rows": [["a", 1], ["a", 2], ["b", 3]]}},
            "facts: a category occurs twice",
        ),
        (
            {"facts": {"fields": ["category", "value"], "rows": [["a", "six"], ["c", 2], ["b", 3]]}},
            r'facts\.0\.value: .*number.*"six"',
        ),
        (
            {"facts": {"fields": ["category", "value"], "rows": [["a", float("nan")], ["c", 2], ["b", 3]]}},
            r"facts\.0\.value: .*finite",
        ),
        (
            {"facts": {"fields": ["category", "value"], "rows": [["a", -1], ["c", 2], ["b", 3]]}},
            "a bar chart cannot show a value below zero",
        ),
        ({"type": "pie"}, "values of a pie chart must sum to 100"),
        ({"type": "scatter"}, "a scatter chart needs an x in every row"),
        (
            {"facts": {"fields": ["category", "value"], "rows": [["a", 1e16], ["c", 2], ["b", 3]]}},
            r"facts\.0\.value: .*1e",
        ),
        ({"manipulations": [{"kind": "scale", "by": 1e300}]}, r"manipulations\.0\.by: .*less than or equal to 1000"),
        ({"bounds": [5, 100]}, "facts: dog has the value 4, outside the bounds 5 to 100"),
        ({"bounds": [9, 1]}, "bounds: must be the least and the largest value"),
        ({"title": "two\nlines"}, r"title: holds the character U\+000A"),
        (
            {"wording": {**PLAIN["wording"], "quantity_of": "legs of {category.__class__}"}},
            r"wording\.quantity_of: .*braces that stand for nothing; allowed here: \{category\}",
        ),
        ({"wording": {**PLAIN["wording"], "over": "of {0}"}}, r"wording\.over: .*allowed here: \{first\}, \{last\}"),
        ({"wording": {**PLAIN["wording"], "item": "{item}"}}, r"wording\.item: .*allowed here: no braces"),
        ({"wording": {**PLAIN["wording"], "quantity_of": "legs"}}, r"wording\.quantity_of: must hold \{category\}"),
    ],
)
def test_a_faulty_specification_names_file_and_key_in_one_line(tmp_path, changes, message):
    with pytest.raises(UserError, match=rf"legs\.yaml: .*{message}") as error:
        load_chart(written(tmp_path, **changes))
    assert "\n" not in str(error.value)


def test_a_missing_key_is_named(tmp_path):
    path = tmp_path / "legs.yaml"
    path.write_text(yaml.safe_dump({key: value for key, value in PLAIN.items() if key != "source"}))
    with pytest.raises(UserError, match=r"legs\.yaml: source: is missing"):
        load_chart(path)


def test_text_that_is_no_yaml_is_named_with_its_line(tmp_path):
    path = tmp_path / "legs.yaml"
    path.write_text("type: bar\ntitle: [open\n")
    with pytest.raises(UserError, match=r"legs\.yaml: line 3: not YAML"):
        load_chart(path)


def test_deep_nesting_is_named_in_one_line(tmp_path):
    path = tmp_path / "legs.yaml"
    path.write_text("facts: " + "[" * 5000 + "]" * 5000)
    with pytest.raises(UserError, match=r"legs\.yaml: .*nested"):
        load_chart(path)


def test_a_key_given_twice_is_named(tmp_path):
    path = written(tmp_path)
    path.write_text(path.read_text() + "title: Arms\n")
    with pytest.raises(UserError, match=r"legs\.yaml: title: the key stands twice"):
        load_chart(path)


def test_a_folder_without_charts_and_a_lost_chart_are_named(tmp_path):
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(UserError, match="holds no chart specification") as error:
            load_charts(folder)
        assert "\n" not in str(error.value)
    with pytest.raises(UserError, match=r"lost\.yaml: cannot be read \(No such file or directory\)") as error:
        load_chart(tmp_path / "lost.yaml")
    assert "\n" not in str(error.value)


def test_a_chart_renamed_to_what_cannot_be_a_name_is_named_in_one_line(tmp_path):
    path = written(tmp_path).rename(tmp_path / "My Legs.yaml")
    with pytest.raises(UserError, match=r"My Legs\.yaml: id: ") as error:
        load_chart(path)
    assert "\n" not in str(error.value)


# Manipulations and variants


@pytest.mark.parametrize(
    ("step", "values"),
    [
        ({"kind": "swap", "of": ["ant", "crab"]}, [10, 8, 4, 6]),
        ({"kind": "cycle", "of": ["ant", "spider", "crab"]}, [8, 10, 4, 6]),
        ({"kind": "reverse_ranking"}, [8, 6, 10, 4]),
        ({"kind": "reverse_order"}, [10, 4, 8, 6]),
        ({"kind": "scale", "by": 0.5}, [3, 4, 2, 5]),
        ({"kind": "scale", "by": 0.5, "of": ["dog"]}, [6, 8, 2, 10]),
        ({"kind": "shift", "by": 2}, [8, 10, 6, 12]),
    ],
)
def test_each_manipulation_does_what_it_says(step, values):
    chart = chart_of(manipulations=[step])
    assert [fact.value for fact in manipulated(chart, generator(1))] == values


@given(st.integers(0, 10**6))
@settings(max_examples=50)
def test_permuting_leaves_no_value_in_place(seed):
    values = [1.0, 2.0, 3.0, 4.0, 5.0]
    changed = STEPS["permute"](values, list(range(5)), Manipulation(kind="permute"), generator(seed))
    assert sorted(changed) == values
    assert all(a != b for a, b in zip(values, changed, strict=True))


def test_a_manipulation_that_changes_nothing_is_an_error():
    with pytest.raises(UserError, match=r"chart legs: manipulations\.0 \(scale by 1\): changes nothing"):
        manipulated(chart_of(manipulations=[{"kind": "scale", "by": 1}]), generator(1))


def test_a_shift_below_zero_is_an_error():
    with pytest.raises(UserError, match="makes a value negative"):
        manipulated(chart_of(manipulations=[{"kind": "shift", "by": -5}]), generator(1))


def test_a_manipulation_beyond_the_bounds_is_an_error():
    chart = chart_of(manipulations=[{"kind": "scale", "by": 3}], bounds=[0, 20])
    with pytest.raises(UserError, match=r"scale by 3\): gives spider the value 24, outside 0 to 20"):
        manipulated(chart, generator(1))


def test_a_whole_keeps_its_total(charts):
    pie = charts["crust_elements"].model_copy(update={"manipulations": (Manipulation(kind="scale", by=0.5),)})
    with pytest.raises(UserError, match="no longer sum to 100"):
        manipulated(pie, generator(1))


@pytest.mark.parametrize("seed", range(20))
def test_random_values_keep_number_and_range_and_differ_visibly(charts, seed):
    for chart in charts.values():
        facts = [fact.value for fact in chart.facts]
        values = [fact.value for fact in variants(chart, seed)["randomised"].table]
        assert len(values) == len(facts)
        assert values != facts
        gaps = np.diff(sorted(values))
        if chart.type == "pie":
            assert sum(values) == pytest.approx(100)
            assert gaps.min() >= 100 * 12 / 360 - 1e-9
        else:
            assert min(facts) <= min(values) < max(values) <= max(facts)
            assert gaps.min() > 0.28 * (max(facts) - min(facts)) / len(facts)


def test_a_stretch_whose_trend_is_asked_goes_one_way_in_random_values(charts):
    for seed in range(20):
        table = variants(charts["co2_mauna_loa"], seed)["randomised"].table
        steps = np.diff([fact.value for fact in table[5:]])
        assert (steps > 0).all() or (steps < 0).all()


def test_random_trends_contradict_the_facts(charts):
    co2, oslo = charts["co2_mauna_loa"], charts["oslo_day_length"]
    for seed in range(20):
        rising = [
            variants(chart, seed)["randomised"].table[-1].value > variants(chart, seed)["randomised"].table[6].value
            for chart in (co2, oslo)
        ]
        assert rising == [False, True]


def test_charts_of_the_bank_are_numbered_one_after_the_other(charts):
    assert sorted(chart.number for chart in charts.values()) == list(range(len(charts)))


def test_random_values_of_one_chart_do_not_depend_on_the_others(charts):
    chart = charts["planet_radius"]
    assert variants(chart, 5)["randomised"] == variants(chart, 5)["randomised"]
    assert variants(chart, 5)["randomised"].table != variants(chart, 6)["randomised"].table


def test_the_anonymised_chart_is_the_counterfactual_one_without_names(charts):
    for chart in charts.values():
        shown, hidden = (variants(chart, 1)[name] for name in ("counterfactual", "anonymised"))
        assert [fact.value for fact in shown.table] == [fact.value for fact in hidden.table]
        if chart.named_points:
            assert [fact.category for fact in hidden.table] == placeholders(len(hidden.table))
        assert hidden.title == "Chart"
        assert hidden.unit in ("", "%")


def test_titles_state_the_unit_and_where_it_matters_the_year(charts):
    for chart in charts.values():
        ending = "(ppm, 1960 to 2015)" if chart.id == "co2_mauna_loa" else f"({chart.unit})"
        for name in ("aligned", "randomised", "counterfactual"):
            assert variants(chart, 1)[name].title == f"{chart.title} {ending}"
    assert variants(chart_of(unit=""), 1)["aligned"].title == "Legs"


@pytest.mark.parametrize("seed", range(20))
def test_random_values_have_no_relation_to_the_facts(charts, seed):
    """Spearman below 0.3; a chart that asks for a correlation has one, visibly."""
    for chart in charts.values():
        facts = [fact.value for fact in chart.facts]
        values = [fact.value for fact in variants(chart, seed)["randomised"].table]
        relation = abs(spearmanr(facts, values).statistic)
        if chart.type == "scatter":
            assert 0.6 <= relation <= 0.9 + 1e-9
        else:
            assert relation <= 0.3 + 1e-9


def test_random_answers_differ_from_the_factual_ones(charts):
    for chart in charts.values():
        for seed in range(10):
            table = variants(chart, seed)["randomised"].table
            for question in chart.questions:
                if question.ask not in ("greater", "correlation"):
                    answer = ANSWERS[question.ask]
                    assert answer(question, table) != answer(question, chart.facts)


def test_a_chart_that_no_random_draw_suits_is_named():
    chart = chart_of(
        facts={"fields": ["category", "value"], "rows": [["a", 5], ["b", 5], ["dog", 5]]},
    )
    with pytest.raises(UserError, match=r"chart legs: none of 4000 random draws .* questions\.0 \(value\)") as raised:
        randomised(chart, 1, 0)
    assert "\n" not in str(raised.value)


def test_placeholders_go_on_after_z():
    assert placeholders(28)[24:] == ["Y", "Z", "AA", "AB"]


# Drawing


@pytest.fixture(scope="module")
def bank(charts, tmp_path_factory):
    folder = tmp_path_factory.mktemp("images")
    return (folder, *draw_bank(list(charts.values()), 7, folder, "a_suite", "some/images"))


def test_every_chart_is_drawn_in_four_variants_as_table_rows(charts, bank):
    folder, stimuli, elements = bank
    assert len(as_table("stimuli", stimuli)) == 4 * len(charts)
    assert len({row["stimulus_id"] for row in stimuli}) == 4 * len(charts)
    assert len(as_table("elements", elements)) == len({(e["stimulus_id"], e["element_id"]) for e in elements})
    assert {row["variant"] for row in stimuli} == {"aligned", "randomised", "counterfactual", "anonymised"}
    for row in stimuli:
        assert (row["width"], row["height"]) == (800, 600)
        assert row["suite"] == "a_suite"
        assert row["path"] == f"some/images/{row['pixel_digest']}.png"
        assert pixel_digest(load_png(folder / Path(row["path"]).name).image) == row["pixel_digest"]


def test_variants_of_a_chart_differ_in_their_pixels(bank):
    _, stimuli, _ = bank
    assert len({row["pixel_digest"] for row in stimuli}) == len(stimuli)


def test_every_value_has_a_visible_mark(charts, bank):
    _, _, elements = bank
    for chart in charts.values():
        for variant in variants(chart, 7).values():
            marks = {
                row["category"]: row
                for row in elements
                if row["stimulus_id"] == variant.stimulus_id and row["role"] == "mark" and row["category"]
            }
            assert {name: row["value"] for name, row in marks.items()} == {
                fact.category: fact.value for fact in variant.table
            }
            for row in marks.values():
                assert 0 <= row["x0"] < row["x1"] <= 800
                assert 0 <= row["y0"] < row["y1"] <= 600


SCRIPT = """
import sys
from pathlib import Path
from counterpoint.stimuli.charts.bank import draw_bank, load_charts
charts = [chart for chart in load_charts(Path(sys.argv[1])) if chart.id in sys.argv[3].split(",")]
stimuli, elements = draw_bank(charts, 7, sys.argv[2], "cvlat", "images")
print("".join(row["pixel_digest"] + str(row["bytes"]) for row in stimuli))
print(hash(1), len(elements), sum(row["x0"] + row["y1"] for row in elements))
"""


def another_locale() -> str:
    """Return a locale with a decimal comma where one is installed."""
    before = locale.setlocale(locale.LC_ALL)
    for name in ("de_DE.UTF-8", "fr_FR.UTF-8"):
        try:
            locale.setlocale(locale.LC_ALL, name)
        except locale.Error:
            continue
        locale.setlocale(locale.LC_ALL, before)
        return name
    return "C.UTF-8"


def test_pixels_are_the_same_in_another_process_locale_folder_and_hash_seed(tmp_path):
    outputs = []
    for number, language in enumerate(["C", another_locale()]):
        folder = tmp_path / str(number)
        folder.mkdir()
        if number:
            (folder / "matplotlibrc").write_text(
                "font.size: 22\naxes.facecolor: red\nlines.linewidth: 9\naxes.formatter.use_locale: True\n"
            )
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT / "src"),
            "PYTHONHASHSEED": str(number + 1),
            "LC_ALL": language,
            "LANG": language,
        }
        arguments = [sys.executable, "-c", SCRIPT, str(BANK), str(folder / "images"), ",".join(ONE_OF_EACH)]
        outputs.append(
            subprocess.run(arguments, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout
        )
    assert outputs[0] == outputs[1]


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_hiding_an_element_changes_pixels_inside_its_box_only(charts, name):
    drawn = draw(variants(charts[name], 7)["counterfactual"])
    before = np.asarray(drawn.image).astype(int)
    with own_parameters():
        assert (np.asarray(render(drawn.figure)) == before).all(), "a second draw differs from the first"
        for part, row in zip(drawn.parts, drawn.elements, strict=True):
            if not row["text"] and part.role != "mark":
                continue
            part.artist.set_visible(False)
            changed = np.abs(np.asarray(render(drawn.figure)) - before).sum(axis=2) > 0
            part.artist.set_visible(True)
            rows, columns = np.nonzero(changed)
            where = f"{name} {row['element_id']} {row['text'] or row['category']}"
            assert len(rows), f"{where}: hiding it changes nothing"
            ink = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
            box = (row["x0"], row["y0"], row["x1"], row["y1"])
            assert ink[0] >= box[0] - 2 and ink[1] >= box[1] - 2, f"{where}: ink {ink}, box {box}"
            assert ink[2] <= box[2] + 2 and ink[3] <= box[3] + 2, f"{where}: ink {ink}, box {box}"
            if part.role == "mark" and row["category"]:
                # A mark fills its box, but for the tip of a sector, which its white edge covers; a text's box
                # has room for descenders.
                assert np.abs(np.subtract(ink, box)).max() <= (10 if name == "crust_elements" else 2.5), (
                    f"{where}: ink {ink}, box {box}"
                )


def test_no_text_meets_another_or_leaves_the_picture(bank):
    _, _, elements = bank
    texts = {}
    for row in elements:
        if row["role"] != "mark" and row["text"]:
            texts.setdefault(row["stimulus_id"], []).append(row)
    for stimulus, rows in texts.items():
        for n, a in enumerate(rows):
            assert a["x0"] >= 0 and a["y0"] >= 0 and a["x1"] <= 800 and a["y1"] <= 600, (stimulus, a["text"])
            for b in rows[n + 1 :]:
                apart = a["x1"] <= b["x0"] or b["x1"] <= a["x0"] or a["y1"] <= b["y0"] or b["y1"] <= a["y0"]
                assert apart, (stimulus, a["text"], b["text"])


@pytest.mark.parametrize("text", ["Cost in $ and $", r"$\\frac{a}$", "a_b^c {x} %s"])
def test_texts_are_drawn_as_they_stand(text):
    rows = {"fields": ["category", "value"], "rows": [[text, 6], ["spider", 8], ["dog", 4], ["crab", 10]]}
    drawn = draw(variants(chart_of(title=text, facts=rows), 1)["aligned"])
    assert all(not part.artist.get_parse_math() for part in drawn.parts if part.text)


def test_a_dollar_sign_takes_its_place():
    shown = [
        draw(variants(chart_of(title=title), 1)["aligned"]).elements[0] for title in ("Cost $5 or $6", "Cost 5 or 6")
    ]
    assert shown[0]["x1"] - shown[0]["x0"] > shown[1]["x1"] - shown[1]["x0"] + 10


@pytest.mark.parametrize("where", ["title", "category"])
def test_a_character_that_the_font_lacks_is_named(where):
    rows = [["\u65e5\u672c" if where == "category" else "ant", 6], ["spider", 8], ["dog", 4], ["crab", 10]]
    title = "\u65e5\u672c" if where == "title" else "Legs"
    chart = chart_of(title=title, facts={"fields": ["category", "value"], "rows": rows})
    with pytest.raises(UserError, match=r"chart legs: the text '\u65e5\u672c.*' holds '\u65e5' \(U\+65E5\)"):
        draw(variants(chart, 1)["aligned"])


def test_every_chart_type_has_its_drawing():
    assert set(DRAW) == set(KINDS)


@given(
    st.floats(-1e6, 1e6, allow_nan=False),
    st.floats(1e-3, 1e6, allow_nan=False),
)
@settings(max_examples=100)
def test_round_ticks_enclose_the_values(low, span):
    ticks = round_ticks(low, low + span, most=10)
    assert ticks[0] <= low + 1e-6 * span
    assert ticks[-1] >= low + span - 1e-6 * span
    assert 2 <= len(ticks) <= 13
