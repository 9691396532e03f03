"""The bank's audit: every planted fault of an item or a picture is found, and sound ones pass."""

import pytest
from made_up_pictures import (
    BLUE,
    ORANGE,
    STACKS,
    WORDING,
    centred,
    changed,
    element,
    picture,
    reading_of,
    rectangle,
    spec,
)

from counterpoint.errors import UserError
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.questions import Question
from counterpoint.suites.cvlat.bank_audit import audit_chart, distances
from counterpoint.suites.cvlat.bank_pictures import check_picture, text_findings
from counterpoint.suites.cvlat.bank_readings import readings
from counterpoint.tables import as_table

SERIES = {"series": "S"}

# Items: what stops the run

BAR_VALUE = Question(ask="value", of="Cat")
BAR_GREATER = Question(ask="greater", of="Cat", than="Bee")


def item_of(options, right, **columns):
    item = {"item_id": "vlat/pets/1", "unit_id": "aligned/pets/1", "instrument": "vlat", "form": "real"}
    item |= {"cluster_id": "pets", "stimulus_id": "pets/aligned", "question": "?", "task": "Retrieve Value"}
    item |= {"options": [*options, "Omit"], "visual_index": right, "factual_index": right, "omit_index": len(options)}
    return item | columns


def audit(chart, question, item, rows=None):
    return audit_chart(chart, [item], {item["item_id"]: question}, readings(rows or picture(chart), chart))


GOOD = item_of(["20", "40", "60", "80"], 2)


SOUND = {
    "bar": ({"ask": "value", "of": "Cat"}, "", ["20", "40", "60"], 2),
    "line": ({"ask": "trend", "start": "Ant", "end": "Dog"}, "", ["rising", "falling", "staying the same"], 0),
    "area": ({"ask": "range"}, "", ["10 - 60", "10 - 90", "30 - 90"], 1),
    "pie": ({"ask": "value", "of": "Dog"}, "", ["20%", "45%", "60%"], 1),
    "stacked_bar": ({"ask": "share", "of": "R", **SERIES}, "", ["11%", "22%", "78%"], 1),
    "stacked_area": ({"ask": "highest", **SERIES}, "", ["P", "R", "Q"], 2),
    "stacked_100": ({"ask": "greater", "of": "R", "than": "P", **SERIES}, "It is lower than it.", ["True", "False"], 1),
    "histogram": ({"ask": "count_less", "of": "20 - 30"}, "", ["0", "2", "3"], 1),
    "scatter": ({"ask": "outlier"}, "", ["10", "30", "60"], 1),
    "bubble": ({"ask": "correlation"}, "There is a negative relationship.", ["True", "False"], 0),
    "choropleth": ({"ask": "value", "of": "Iowa"}, "", ["0 - 9", "10 - 19", "30 - 39"], 2),
    "treemap": ({"ask": "nested", "of": "Bee", "group": "South"}, "Bee is not part of South.", ["True", "False"], 0),
}


@pytest.mark.parametrize("type", KINDS)
def test_a_sound_picture_and_item_of_every_type_give_no_finding(type):
    question, text, options, right = SOUND[type]
    assert audit(spec(type), Question(**question), item_of(options, right, question=text)) == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"visual_index": 1}, r"the picture makes options \[2\] right, the key is 1"),
        ({"factual_index": 1}, r"the facts make options \[2\] right, the key is 1"),
        ({"factual_index": None}, r"the facts make options \[2\] right, the key is None"),
        ({"instrument": "cvlat"}, "visual and factual answer are the same option"),
        ({"options": ["20", "60", "60", "80", "Omit"]}, "an option is repeated"),
        ({"options": ["Omit", "20", "40", "60", "80"]}, "Omit is not the last option"),
        ({"options": ["40", "20", "60", "80", "Omit"]}, "the options do not ascend"),
        ({"options": ["20", "40", "60", "few", "Omit"]}, "the option 'few' does not hold 1 number"),
        (
            {"options": ["20", "40", "60", "64", "Omit"]},
            r"an option differs from the right one by 16 px \(at least 24\)",
        ),
        ({"cluster_id": "others"}, "is about others"),
    ],
)
def test_a_planted_fault_of_an_item_stops(changes, message):
    assert audit(spec("bar"), BAR_VALUE, GOOD) == []
    with pytest.raises(UserError, match=rf"^chart pets: item vlat/pets/1.*{message}") as raised:
        audit(spec("bar"), BAR_VALUE, {**GOOD, **changes})
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("type", "rows", "question", "options", "right", "message"),
    [
        ("bar", (("Ant", 10), ("Bee", 88), ("Cat", 90)), {"ask": "highest"}, ["Ant", "Cat"], 1, "by 8 px .at least 12"),
        ("bar", (("Ant", 10), ("Bee", 12), ("Cat", 90)), {"ask": "count_less", "of": "Bee"}, ["0", "1"], 1, "by 8 px"),
        (
            "line",
            (("A", 10), ("B", 10.5), ("C", 90)),
            {"ask": "trend", "start": "A", "end": "C"},
            None,
            0,
            "2 px a step",
        ),
        ("pie", (("Ant", 30), ("Bee", 34), ("Cat", 36)), {"ask": "highest"}, ["Ant", "Cat"], 1, "7.2 degrees"),
        (
            "pie",
            (("Ant", 30), ("Bee", 34), ("Cat", 36)),
            {"ask": "value", "of": "Ant"},
            ["28%", "30%"],
            1,
            "7.2 degrees",
        ),
        (
            "treemap",
            (("North", "A", 10), ("South", "B", 12), ("South", "C", 1)),
            {"ask": "highest"},
            ["A", "B"],
            1,
            "1.2 times in area",
        ),
        ("stacked_bar", None, {"ask": "share", "of": "R", "series": "S"}, ["14%", "22%"], 1, "8 points"),
        ("scatter", ((10, 10), (20, 30), (30, 10), (40, 30), (50, 12)), {"ask": "correlation"}, None, 0, "too weakly"),
    ],
)
def test_marks_and_options_that_cannot_be_told_apart_stop(type, rows, question, options, right, message):
    options = options or (["rising", "falling"] if question["ask"] == "trend" else ["True", "False"])
    text = "There is a positive relationship between x and y." if question["ask"] == "correlation" else "?"
    with pytest.raises(UserError, match=f"item vlat/pets/1: .*{message}"):
        audit(spec(type, rows), Question(**question), item_of(options, right, question=text))


def test_classes_compared_are_two_apart():
    question = Question(ask="greater", of="Alaska", than="Alabama")
    item = item_of(["True", "False"], 0, question="The load of Alaska is higher than that of Alabama.")
    with pytest.raises(UserError, match=r"differ by 1 classes \(at least 2\)"):
        audit(spec("choropleth"), question, item)


def test_ratios_compared_are_half_as_large_again():
    chart = spec("stacked_bar", (("P", 30, 30), ("Q", 36, 30), ("R", 5, 5)))
    question = Question(ask="ratio_greater", of="Q", than="P", series="S", to="T")
    item = item_of(["True", "False"], 0, question="The ratio of S to T of Q is higher than that of P.")
    with pytest.raises(UserError, match=r"differ by 1\.2 times in ratio \(at least 1\.5\)"):
        audit(chart, question, item)


def test_a_statement_whose_sense_cannot_be_read_stops():
    item = item_of(["True", "False"], 0, question="Cat exceeds Bee.")
    with pytest.raises(UserError, match=r"the sense of the statement cannot be read: 'Cat exceeds Bee\.'"):
        audit(spec("bar"), BAR_GREATER, item)


def test_the_words_of_the_chart_say_which_mark_is_greater():
    chart = spec("bar", wording={**WORDING, "more": "later", "less": "earlier"})
    item = item_of(["True", "False"], 1, question="The load of Cat is earlier than that of Bee.")
    assert audit(chart, BAR_GREATER, item) == []


def test_an_unnamed_mark_series_or_group_stops():
    bar = [row for row in picture(spec("bar")) if (row["role"], row["text"]) != ("tick", "Cat")]
    with pytest.raises(UserError, match="the name of Cat is not, or not only once, in the picture"):
        audit(spec("bar"), BAR_VALUE, GOOD, bar)
    twice = changed(picture(spec("bar")), "Bee", "x", "tick", text="Cat")
    with pytest.raises(UserError, match="the name of Cat is not, or not only once, in the picture"):
        audit(spec("bar"), BAR_VALUE, GOOD, twice)
    stack = [row for row in picture(spec("stacked_bar")) if row["text"] != "S"]
    with pytest.raises(UserError, match="the series S is not named"):
        audit(spec("stacked_bar"), Question(ask="highest", series="S"), item_of(["P", "Q"], 1), stack)
    cells = [row for row in picture(spec("treemap")) if row["text"] != "North"]
    item = item_of(["True", "False"], 0, question="Bee is part of North.")
    with pytest.raises(UserError, match="the group North is not named"):
        audit(spec("treemap"), Question(ask="nested", of="Bee", group="North"), item, cells)


def test_a_mark_too_small_to_be_seen_stops_when_it_is_asked_about():
    chart = spec("bar", (("Ant", 0.2), ("Bee", 30), ("Cat", 60)))
    assert audit(chart, BAR_VALUE, GOOD) == []
    with pytest.raises(UserError, match="the mark of Ant is too small to be seen"):
        audit(chart, Question(ask="value", of="Ant"), item_of(["0", "40"], 0))


def test_forms_of_a_unit_share_their_keys():
    chart, other = spec("bar"), {**GOOD, "item_id": "vlat/pets/2", "options": ["40", "60", "80", "Omit"]}
    other |= {"visual_index": 1, "factual_index": 1, "omit_index": 3}
    with pytest.raises(UserError, match="its real and its anonymised form have different keys"):
        audit_chart(
            chart,
            [GOOD, other],
            dict.fromkeys(("vlat/pets/1", "vlat/pets/2"), BAR_VALUE),
            readings(picture(chart), chart),
        )


# Names


@pytest.mark.parametrize(
    ("question", "title", "name"),
    [
        ("What is the value of A?", "Pets at Home", "Pets at Home"),
        ("What is the load of A?", "", "load"),
        ("What is the value of Ant?", "", "Ant"),
        ("What is the value of S in A?", "Sugar", None),
        ("What is the value of A?", "carried mass", "Carried mass"),
        ("What is the value of antelopes?", "", None),
    ],
)
def test_a_name_of_the_chart_in_an_anonymised_text_stops(question, title, name):
    chart = spec("bar")
    letters = dict(zip(("Ant", "Bee", "Cat", "Dog"), "ABCD", strict=True))
    rows = [
        row | {"stimulus_id": "pets/anonymised", "category": letters.get(row["category"])} for row in picture(chart)
    ]
    rows = [row | {"text": letters.get(row["text"], row["text"])} for row in rows] + [element("title", text=title)]
    rows[-1]["stimulus_id"] = "pets/anonymised"
    item = item_of(["20", "60"], 1, question=question, form="anonymised", stimulus_id="pets/anonymised")
    if name is None:
        assert audit(chart, BAR_VALUE, item, rows) == []
    else:
        with pytest.raises(UserError, match=f"{name!r} is left in the anonymised text"):
            audit(chart, BAR_VALUE, item, rows)


@pytest.mark.parametrize("left", ["Sugar", "Sort of load", "girth"])
def test_series_and_titles_of_legends_and_sizes_are_names_too(left):
    type = "bubble" if left == "girth" else "stacked_bar"
    chart = spec(type, **({} if left == "girth" else {"legend_title": "Sort of load"}))
    if type == "stacked_bar":
        facts = {"fields": ["category", "Sugar", "Tea"], "series": ["Sugar", "Tea"], "rows": [list(r) for r in STACKS]}
        chart = spec(type, legend_title="Sort of load", facts=facts)
    names = {"P": "A", "Q": "B", "R": "C", "Sugar": "Series 1", "Tea": "Series 2"}
    names |= dict(zip(("Ant", "Bee", "Cat", "Dog"), "ABCD", strict=True))
    plain = picture(spec(type))
    rename = {"S": "Series 1", "T": "Series 2"} | names
    rows = [
        row
        | {"stimulus_id": "pets/anonymised"}
        | {key: rename.get(row[key], row[key]) for key in ("category", "series", "text")}
        for row in plain
    ]
    rows.append(element("legend_title", text=left) | {"stimulus_id": "pets/anonymised"})
    question = Question(ask="highest", series="Sugar") if type == "stacked_bar" else Question(ask="highest")
    item = item_of(["A", "B"], 1 if type == "stacked_bar" else 0, form="anonymised", stimulus_id="pets/anonymised")
    with pytest.raises(UserError, match=f"(?i)'{left}' is left in the anonymised text"):
        audit(chart, question, item, rows)


# Pictures: what stops the run


def stops(chart, rows, message):
    with pytest.raises(UserError, match=message) as raised:
        check_picture("pets/aligned", reading_of(chart, rows))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("type", KINDS)
def test_a_value_that_is_not_drawn_stops_in_every_type(type):
    chart = spec(type)
    check_picture("pets/aligned", reading_of(chart))
    fact = chart.facts[1]
    rows = changed(picture(chart), fact.category, fact.series, value=fact.value + 21)
    named = "Ant" if type == "treemap" else fact.category  # there a value changes what all areas stand for
    stops(chart, rows, rf"chart pets/aligned: .*{named} is drawn at .* but recorded as ")


@pytest.mark.parametrize(
    ("type", "category", "series", "columns", "message"),
    [
        ("bar", "Ant", None, {"corners": rectangle(-3, 460, 37, 500)}, "Ant lies outside the picture"),
        ("bar", "Ant", None, {"y0": 400.0}, "the box of Ant is not that of its outline"),
        ("bar", "Ant", None, {"corners": rectangle(130, 460, 170, 500)}, "Ant is drawn 20 px beside its place"),
        ("bar", "Ant", None, {"corners": rectangle(110, 440, 150, 480)}, "Ant does not stand on zero"),
        ("stacked_bar", "P", "T", {"corners": rectangle(110, 200, 150, 440)}, "P does not stand on zero without a gap"),
        ("stacked_bar", "P", "T", {"colour": BLUE}, "T #0072B2 #E69F00"),
        ("treemap", "Bee", None, {"colour": ORANGE}, "North #0072B2 #E69F00"),
        ("scatter", "20", None, {"corners": centred(184, 380, 4)}, "20 is drawn 4 px beside its place"),
    ],
)
def test_a_planted_fault_of_a_picture_stops(type, category, series, columns, message):
    stops(spec(type), changed(picture(spec(type)), category, series, **columns), message)


def test_a_legend_in_the_wrong_colours_stops():
    rows = [row | {"colour": ORANGE} if row["text"] == "S" else row for row in picture(spec("stacked_bar"))]
    stops(spec("stacked_bar"), rows, "does not have one colour of its own: S #0072B2 #E69F00")


def test_a_region_in_a_colour_without_a_class_stops():
    rows = changed(picture(spec("choropleth")), "Iowa", colour="#000000")
    with pytest.raises(UserError, match="Iowa has a colour that is not in the legend"):
        reading_of(spec("choropleth"), rows)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rows: [*rows, rows[-1]], "pets/aligned shows two marks named 'Dog'"),
        (lambda rows: rows[:-1], "pets/aligned does not show a mark named 'Dog'"),
        (lambda rows: [*rows[:-1], {**rows[-1], "category": "Eel"}], "pets/aligned does not show a mark named 'Dog'"),
        (lambda rows: [*rows, {**rows[-1], "category": "Eel"}], "shows, against the facts, a mark named 'Eel'"),
        (lambda rows: [row for row in rows if row["text"] != "100"], "the value axis has no two ticks"),
    ],
)
def test_marks_are_those_of_the_facts_each_once(change, message):
    chart = spec("bar")
    with pytest.raises(UserError, match=message):
        readings(change(picture(chart)), chart)


def test_a_picture_that_is_not_drawn_is_named():
    chart = spec("bar")
    with pytest.raises(UserError, match=r"chart pets: elements of pets/aligned are missing; draw the bank again"):
        readings(picture(chart), spec("bar", id="others"))["pets/aligned"]


def test_overlapping_and_clipped_texts_are_findings():
    rows = [*picture(spec("bar")), element("title", text="Pets", box=(-3, 20, 90, 40))]
    rows = changed(rows, "Bee", "x", "tick", x0=130.0)
    found = text_findings("pets/aligned", reading_of(spec("bar"), rows))
    assert [(row["fault"], row["detail"]) for row in found] == [
        ("text_cut_off", "'Pets' reaches out of the picture"),
        ("text_overlap", "'Ant' and 'Bee' overlap"),
    ]
    as_table("audit", found)


# Distances


@pytest.mark.parametrize(
    ("type", "question", "options", "right", "found"),
    [
        ("bar", {"ask": "value", "of": "Cat"}, ["20", "50", "60"], 2, (40, 10)),
        ("bar", {"ask": "range"}, ["10 - 90", "20 - 60"], 0, (120, 30)),
        ("bar", {"ask": "highest"}, ["Ant", "Dog"], 1, (120, 30)),
        ("bar", {"ask": "count_more", "of": "Bee"}, ["0", "2", "4"], 1, (80, 2)),  # Ant is 20 away
        ("bar", {"ask": "greater", "of": "Cat", "than": "Bee"}, ["True", "False"], 0, (120, 30)),
        ("line", {"ask": "trend", "start": "Ant", "end": "Dog"}, ["rising", "falling"], 0, (80, 20)),
        ("line", {"ask": "difference", "start": "Ant", "end": "Dog"}, ["40", "80"], 1, (160, 40)),
        ("stacked_bar", {"ask": "share", "of": "P", "series": "T"}, ["56%", "86%"], 1, (84, 30)),  # 30 % of 70
        ("bubble", {"ask": "greater", "of": "Dog", "than": "Cat", "measure": "x"}, ["True", "False"], 0, (120, 30)),
        ("bubble", {"ask": "lowest", "measure": "size"}, ["Ant", "Bee"], 1, (None, 10)),
        ("pie", {"ask": "value", "of": "Ant"}, ["10%", "20%"], 0, (None, 10)),
        ("choropleth", {"ask": "value", "of": "Iowa"}, ["0 - 9", "30 - 39"], 1, (None, None)),
        ("treemap", {"ask": "nested", "of": "Bee", "group": "North"}, ["True", "False"], 0, (None, None)),
    ],
)
def test_distances_are_those_of_the_next_option_or_of_the_marks_compared(type, question, options, right, found):
    chart = spec(type)
    measured = distances(chart, Question(**question), item_of(options, right), reading_of(chart))
    assert measured == (None if found[0] is None else pytest.approx(found[0]), found[1] and pytest.approx(found[1]))
