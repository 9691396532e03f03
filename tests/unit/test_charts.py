"""The chart bank: variants from one table, pixels that are the same everywhere."""

import locale
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from made_up_charts import BLOCKS, made_up, made_up_asked, pixels_and_places

from counterpoint.errors import UserError
from counterpoint.seeds import generator
from counterpoint.states import STATES
from counterpoint.stimuli.charts.bank import draw_bank
from counterpoint.stimuli.charts.contents.answers import ANSWERS
from counterpoint.stimuli.charts.contents.candidates import asked
from counterpoint.stimuli.charts.contents.look import plain_look
from counterpoint.stimuli.charts.contents.manipulations import manipulated
from counterpoint.stimuli.charts.contents.variants import TURNS, VARIANTS, Variant, named, placeholders, turn, variants
from counterpoint.stimuli.charts.drawing.picture import draw
from counterpoint.stimuli.charts.loading import load_charts
from counterpoint.stimuli.charts.specs.facts import bin_name
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.palette import COLOURS
from counterpoint.stimuli.charts.specs.spec import ChartSpec
from counterpoint.stimuli.png import load_png, pixel_digest
from counterpoint.tables import as_table

ROOT = Path(__file__).resolve().parents[2]
BANK = ROOT / "resources" / "charts"
SEED = 20260602


@pytest.fixture(scope="module")
def charts() -> dict[str, ChartSpec]:
    return {chart.id: asked(chart, SEED, 0) for chart in load_charts(BANK)}


# Variants


def test_the_same_table_gives_four_variants(charts):
    for chart in charts.values():
        drawn = variants(chart, SEED)
        counterfactual, look = manipulated(chart, generator(SEED, "chart", chart.id, "manipulations"))
        assert tuple(drawn) == VARIANTS
        assert [variant.name for variant in drawn.values()] == list(VARIANTS)
        assert drawn["aligned"].table == chart.facts
        assert drawn["counterfactual"].table == counterfactual
        assert drawn["counterfactual"].look == look
        assert drawn["aligned"].look == drawn["randomised"].look == plain_look(chart)
        assert len({variant.stimulus_id for variant in drawn.values()}) == 4


def test_titles_state_the_unit_once_and_where_it_matters_the_year(charts):
    for chart in charts.values():
        unit_in_title = KINDS[chart.type].reads != "axis"
        in_brackets = ", ".join(
            [chart.unit] * (unit_in_title and chart.unit != "") + [chart.year] * chart.year_in_title
        )
        for name in ("aligned", "randomised", "counterfactual"):
            variant = variants(chart, SEED)[name]
            assert variant.title == (f"{chart.title} ({in_brackets})" if in_brackets else chart.title)
            if not unit_in_title and chart.unit:
                assert variant.y_title == f"{chart.y_title} ({chart.unit})"
    assert variants(charts["co2_mauna_loa"], SEED)["aligned"].title.endswith(" (1960 to 2015)")
    assert variants(charts["crust_elements"], SEED)["aligned"].title.endswith(" (%)")


def test_titles_state_the_units_of_x_and_size_and_have_no_brackets_without_one():
    axes = {"x_axis": {"title": "Rain"}, "size": {"title": "Area", "unit": "ha"}}
    chart = made_up("bubble", unit="", **axes)
    variant = named("aligned", chart, chart.facts, plain_look(chart))
    assert (variant.title, variant.y_title) == ("Yield in Farland", "Yield per year")
    assert (variant.x_title, variant.size_title) == ("Rain", "Area (ha)")


def test_a_look_takes_the_colours_given_or_the_palettes():
    plain = plain_look(made_up("stacked_bar", 1))
    assert list(plain.colours.values()) == list(COLOURS.values())[: len(plain.colours)]
    assert not plain.backwards
    chart = made_up("treemap")
    assert set(plain_look(chart).colours) == {fact.group for fact in chart.facts}
    states = plain_look(made_up("choropleth"))
    assert all(name == place for name, place in states.places.items())
    assert plain_look(made_up("bar")).places == {}


def test_choices_that_alternate_begin_at_the_charts_number_and_a_seeded_start():
    starts = {turn(made_up("bar"), seed, "agreement") for seed in range(30)}
    assert starts == set(range(TURNS))
    first, next_ = (made_up("bar", number=number) for number in (5, 6))
    assert turn(next_, 1, "agreement") - turn(first, 1, "agreement") == 1
    assert len({turn(first, seed, "agreement") - turn(first, seed, "questions") for seed in range(30)}) > 1


# The anonymised variant


def texts(variant: Variant) -> Iterator[str]:
    """Everything that a picture or a question can show of a variant."""
    yield from (variant.title, variant.x_title, variant.y_title, variant.size_title, variant.legend_title)
    yield from (variant.unit, variant.x_unit, variant.size_unit)
    for fact in variant.table:
        yield from (name for name in (fact.category, fact.label, fact.series, fact.group) if name is not None)
    yield from (text for text in variant.wording.model_dump().values() if isinstance(text, str))
    yield from variant.names.values()
    yield from variant.look.colours
    yield from variant.look.places


def words_of(chart: ChartSpec) -> set[str]:
    """The names and words by which a chart can be recognised."""
    words = {chart.title, chart.y_title, chart.legend_title, chart.wording.quantity, chart.unit, chart.year}
    words |= {axis.title for axis in (chart.x_axis, chart.size) if axis} | {
        axis.unit for axis in (chart.x_axis,) if axis
    }
    for fact in chart.facts:
        words |= {name for name in (fact.series, fact.group) if name is not None}
        if fact.x is None or fact.category != bin_name(fact.x, chart.bin_width):
            words |= {fact.category, fact.label}
    return {word for word in words if word and word != "%"}


def check_anonymised(chart: ChartSpec, seed: int) -> None:
    drawn = variants(chart, seed)
    shown, hidden = drawn["counterfactual"], drawn["anonymised"]
    left = " | ".join(texts(hidden))
    for word in words_of(chart):
        assert not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", left), word
    for measure in ("value", "x", "size"):
        assert [getattr(fact, measure) for fact in shown.table] == [getattr(fact, measure) for fact in hidden.table]
    names = hidden.names
    for fact, nameless in zip(shown.table, hidden.table, strict=True):
        assert names[fact.category] == nameless.category == nameless.label
        assert names.get(fact.series) == nameless.series
        assert names.get(fact.group) == nameless.group
    assert len(set(names.values())) == len(names)
    assert list(hidden.look.colours.values()) == list(shown.look.colours.values())
    assert list(hidden.look.places.values()) == list(shown.look.places.values())
    assert (hidden.look.ramp, hidden.look.backwards) == (shown.look.ramp, shown.look.backwards)
    for question in chart.questions:
        check_mapped(chart, question, shown, hidden)


def check_mapped(chart: ChartSpec, question, shown: Variant, hidden: Variant) -> None:
    """The question with its names replaced has the same answer in the anonymised chart, with its names replaced."""
    keys = ("of", "than", "start", "end", "series", "to", "group")
    renamed = {key: hidden.names[name] for key in keys if (name := getattr(question, key)) is not None}
    asked_without_names = question.model_copy(update=renamed)
    answer, nameless = (
        ANSWERS[question.ask](asked, variant.table)
        for asked, variant in ((question, shown), (asked_without_names, hidden))
    )
    assert nameless == (hidden.names[answer] if answer in hidden.names and isinstance(answer, str) else answer)


def test_the_anonymised_charts_of_the_bank_hold_no_name_and_answer_alike(charts):
    for chart in charts.values():
        check_anonymised(chart, SEED)


@pytest.mark.parametrize("type", BLOCKS)
def test_an_anonymised_chart_of_any_type_holds_no_name_and_answers_alike(type):
    for number, chart in enumerate(made_up_asked(type, 2)):
        check_anonymised(chart, number)


def test_points_and_bins_that_have_no_names_keep_their_places_on_x(charts):
    for id in ("air_pressure", "president_ages"):
        hidden = variants(charts[id], SEED)["anonymised"]
        assert not charts[id].named_points
        assert [fact.category for fact in hidden.table] == [fact.category for fact in charts[id].facts]


def test_the_percent_of_a_whole_is_the_only_unit_left(charts):
    for chart in charts.values():
        hidden = variants(chart, SEED)["anonymised"]
        assert hidden.unit == ("%" if KINDS[chart.type].whole else "")
        assert (hidden.x_unit, hidden.size_unit, hidden.title) == ("", "", "Chart")


def test_placeholders_go_on_after_z_and_are_no_states():
    assert placeholders(28)[24:] == ["Y", "Z", "AA", "AB"]
    assert not set(placeholders(60)) & set(STATES.values())
    assert len(set(placeholders(60))) == 60


# Drawing


@pytest.fixture(scope="module")
def bank(charts, tmp_path_factory):
    folder = tmp_path_factory.mktemp("images")
    drawn = [charts[id] for id in ("planet_radius", "crust_elements")]
    rows = list(draw_bank(drawn, SEED, [], folder, "a_suite", "some/images"))
    return drawn, folder, rows


def test_every_chart_is_drawn_in_four_variants_as_table_rows(bank):
    drawn, folder, rows = bank
    assert len(rows) == len(drawn)
    for chart, (stimuli, elements) in zip(drawn, rows, strict=True):
        assert len(as_table("stimuli", stimuli)) == len({row["stimulus_id"] for row in stimuli}) == 4
        assert len(as_table("elements", elements)) == len({(e["stimulus_id"], e["element_id"]) for e in elements})
        assert [row["variant"] for row in stimuli] == list(VARIANTS)
        assert len({row["pixel_digest"] for row in stimuli}) == 4
        for row in stimuli:
            assert (row["width"], row["height"], row["subject_id"]) == (800, 600, chart.id)
            assert (row["suite"], row["path"]) == ("a_suite", f"some/images/{row['pixel_digest']}.png")
            assert pixel_digest(load_png(folder / Path(row["path"]).name).image) == row["pixel_digest"]


SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from made_up_charts import pixels_and_places
print("\\n".join(pixels_and_places()))
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
    (tmp_path / "matplotlibrc").write_text(
        "font.size: 22\naxes.facecolor: red\nlines.linewidth: 9\naxes.formatter.use_locale: True\n"
    )
    own = {"PYTHONPATH": str(ROOT / "src"), "PYTHONHASHSEED": "7", "LC_ALL": another_locale(), "LANG": another_locale()}
    there = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(Path(__file__).parent)],
        cwd=tmp_path,
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert there.splitlines() == pixels_and_places()
    assert len(there.splitlines()) == len(KINDS)


def legs(first: str = "ant", title: str = "Legs") -> Variant:
    rows = [[first, 6], ["spider", 8], ["dog", 4], ["crab", 10]]
    chart = made_up("bar", title=title, facts={"fields": ["category", "value"], "rows": rows})
    return named("aligned", chart, chart.facts, plain_look(chart))


@pytest.mark.parametrize("text", ["Cost in $ and $", r"$\\frac{a}$", "a_b^c {x} %s"])
def test_texts_are_drawn_as_they_stand(text):
    drawn = draw(legs(text, text))
    assert all(not part.artist.get_parse_math() for part in drawn.parts if part.text)
    assert {part.text.replace("\n", " ") for part in drawn.parts if part.text} >= {text}


def test_a_dollar_sign_takes_its_place():
    shown = [draw(legs(title=title)).elements[0] for title in ("Cost $5 or $6", "Cost 5 or 6")]
    assert shown[0]["x1"] - shown[0]["x0"] > shown[1]["x1"] - shown[1]["x0"] + 10


@pytest.mark.parametrize(("first", "title"), [("\u65e5\u672c", "Legs"), ("ant", "\u65e5\u672c")])
def test_a_character_that_the_font_lacks_is_named(first, title):
    with pytest.raises(UserError, match=r"chart bar_0: the text '\u65e5\u672c.*' holds '\u65e5' \(U\+65E5\)"):
        draw(legs(first, title))
