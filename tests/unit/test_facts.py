"""Which facts a description states rightly, wrongly or not at all: prose, lists and tables, hostile and plain."""

import json

import pytest
from described_figures import BARS, DESCRIBED, FIGURES, LINES, PIE
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.judging.fact_numbers import factors, numbers
from counterpoint.judging.fact_text import statements
from counterpoint.judging.facts import NOT_STATED, RIGHT, WRONG, Fact, read_facts

YEARS, NAMES = ("2010", "2015"), ("Alpha", "Beta", "Gamma")
VALUES = {("Alpha", "2010"): 12.3, ("Alpha", "2015"): 15.0, ("Beta", "2010"): 10.0, ("Beta", "2015"): 20.0}
FACTS = [
    Fact(f"{name} {year}", "values", "value", "", ((name,), (year,)), number=value, tolerance=0.5)
    for (name, year), value in (VALUES | {("Gamma", "2010"): 1.0, ("Gamma", "2015"): 3.0}).items()
]


def stated(reply, facts=FACTS):
    return {key: state for key, state in read_facts(reply, facts).items() if state != NOT_STATED}


def test_a_large_share_of_what_people_find_in_forty_descriptions_is_found_and_hardly_anything_else():
    """Thirty were read by hand before the reader was tuned on them: these bounds are of known text."""
    found = {RIGHT: [0, 0, 0], WRONG: [0, 0, 0]}  # by state: both, reader, person
    for entry in DESCRIBED:
        person = dict.fromkeys(entry["right"], RIGHT) | dict.fromkeys(entry["wrong"], WRONG)
        reader = stated(entry["text"], FIGURES[entry["figure"]])
        for state, sums in found.items():
            ours, theirs = ({key for key, said in of.items() if said == state} for of in (reader, person))
            for place, keys in enumerate((ours & theirs, ours, theirs)):
                sums[place] += len(keys)
    for state, (both, reader, person) in found.items():
        assert both / reader >= 0.97, f"precision of {state}"
        assert both / person >= 0.95, f"recall of {state}"


@pytest.mark.parametrize(
    ("reply", "right", "wrong"),
    [
        ("In 2010, Alpha, Beta and Gamma reach 12, 10 and 1, respectively.", "A0 B0 G0", ""),
        ("12.3, 10 and 5 are the values of Alpha, Beta and Gamma in 2010.", "A0 B0", "G0"),
        (
            "Alpha rises from 12.3 in 2010 to 15 in 2015, while Beta goes from 10 to 20 between 2010 and 2015.",
            "A0 A1 B0 B1",
            "",
        ),
        ("- Alpha: 12.3 in 2010, 15 in 2015\n- Beta:\n  - 2010: 11.5\n  - 2015: 20", "A0 A1 B1", "B0"),
        ("| Year | Alpha | Beta |\n|---|---|---|\n| 2010 | 12.3 | 10 |\n| 2015 | 14 | 20 |", "A0 B0 B1", "A1"),
        ("| Series | Year | Value |\n|---|---|---|\n| Alpha | 2010 | 12.3 |\n| Beta | 2015 | 2 |", "A0", "B1"),
        ("Alpha starts at 12.3 in 2010. It reaches 15 in 2015.", "A0 A1", ""),
        ("### Alpha\n\nThe value is 12.3 in 2010.\n### Beta\nThe value is 1 in 2010.", "A0", "B0"),
        ("Gamma is 1 in 2010, not 5.", "G0", ""),
        ("In 2010 Gamma is not 1.", "", ""),
        ("Gamma is about 1.4 in 2010 and well above 2 in 2015.", "G0", ""),
        ("Beta lies between 9 and 11 in 2010, and at 30-31 in 2015.", "B0", "B1"),
        ("Beta is somewhere between 0 and 100 in 2010.", "", ""),
        ("Beta is 8, 9, 10, 11 or 12 in 2010.", "", ""),
        ("Beta grows by 10 from 2010 to 2015, a rise of 10.", "", ""),
        ("In 2015 Beta is 5 higher than Alpha.", "", ""),
        ("In 2010, Alpha and Beta together come to 22.", "", ""),
        ("Is Beta 10 in 2010?", "", ""),
        ("The caption claims that Beta is 30 in 2010.", "", ""),
        ("The y axis, with Beta, goes from 0 to 25 in 2010.", "", ""),
        ("Beta stood at 10 in 2012.", "", ""),
        ("Beta (10) and Alpha (12.3) are close in 2010.", "A0 B0", ""),
        ("BETA is at **10.0** in *2010*", "B0", ""),
        ("Betamax is 10 in 2010.", "", ""),
        ("Beta is 1.0 × 10¹ in 2010; in 2015 it is 2e1.", "B0 B1", ""),
        ("Beta is 10 in 2010. Beta is 99 in 2010.", "", "B0"),
        ("<think>Beta is 10 in 2010.</think>", "", ""),
        ("", "", ""),
    ],
)
def test_what_a_text_states(reply, right, wrong):
    short = {f"{name} {year}": f"{name[0]}{at}" for name in NAMES for at, year in enumerate(YEARS)}
    found = {short[key]: state for key, state in stated(reply).items()}
    assert found == dict.fromkeys(right.split(), RIGHT) | dict.fromkeys(wrong.split(), WRONG)


FORMS = [
    lambda rows: ". ".join(f"In {year}, {name} is {value}" for name, year, value in rows),
    lambda rows: "\n".join(f"- {name} in {year}: {value}" for name, year, value in rows),
    lambda rows: "\n".join(["|s|y|v|", "|-|-|-|", *(f"| {name} | {year} | {value} |" for name, year, value in rows)]),
    lambda rows: "; ".join(f"{name} has a value of {value} in {year}" for name, year, value in rows),
    lambda rows: ", ".join(f"{value} for {name} in {year}" for name, year, value in rows),
]


@given(
    st.sampled_from(FORMS),
    st.lists(st.sampled_from(sorted(VALUES)), min_size=1, unique=True),
    st.data(),
)
def test_a_value_written_in_any_form_is_read_back(form, marks, data):
    """Whatever is said of each mark, exactly these marks are stated, each rightly just where its value is."""
    said = {mark: data.draw(st.sampled_from([VALUES[mark], VALUES[mark] + 7.5])) for mark in marks}
    found = stated(form([(*mark, f"{value:g}") for mark, value in said.items()]))
    expected = {" ".join(mark): RIGHT if value == VALUES[mark] else WRONG for mark, value in said.items()}
    assert found == expected


@given(st.text(max_size=400))
def test_no_text_raises_and_every_fact_has_a_state(text):
    for facts in (BARS, LINES, PIE):
        states = read_facts(text, facts)
        assert list(states) == [fact.key for fact in facts]
        assert set(states.values()) <= {RIGHT, WRONG, NOT_STATED}


@settings(max_examples=50)
@given(
    st.lists(
        st.sampled_from(
            [
                "Alpha",
                "Beta",
                "2010",
                "2015",
                "12.3",
                "10",
                ",",
                " and ",
                "(",
                ")",
                ".",
                "\n- ",
                "|",
                ": ",
                " not ",
                "%",
                " to ",
                " in ",
            ]
        ),
        max_size=60,
    )
)
def test_words_in_any_order_raise_nothing(parts):
    stated(" ".join(parts))


def test_a_long_reply_of_names_and_numbers_is_read():
    """Quadratic steps would take minutes here."""
    for text in ("Alpha 2010 12.3, Beta 1 and " * 700, "1, 2, 3 and " * 2_000, "Alpha in " * 2_500, "| 3 " * 5_000):
        stated(text[:20_000])


def test_numbers_and_what_is_none():
    def values(text):
        return [number.readings for number in numbers(text)]

    assert values("1,250 and 3.5 %") == [(1250.0,), (3.5,)]
    assert values("12,5 kg") == [(12.5,)]
    assert values("12 thousand") == [(12.0, 12000.0)]
    assert values("-3 to 4") == [(-3.0,), (4.0,)]
    assert values("3.2 x 10^4, 10^3") == [(32000.0,), (1000.0,)]
    assert values("CO2, 2nd, 3D, 2-fold, panel 3, three bars, 4 peaks, ± 2, by 5") == []
    assert [factor.readings[0] for factor in factors("2.5 times, 3-fold and 4x, not 5")] == [2.5, 3.0, 4.0]


def test_a_table_and_a_list_say_what_their_parts_stand_under():
    found = list(statements("## Panel A\n- Beta:\n  - 2010: 3\n\n| y | Alpha |\n|-|-|\n| 2010 | 4 |"))
    assert [(one.text, one.under) for one in found][-2:] == [
        ("2010: 3", "Panel A. Beta"),
        ("2010; Alpha: 4", "Panel A"),
    ]


def test_comparisons_go_by_the_order_of_the_names_and_ratios_by_their_factor():
    above = Fact("above", "values", "comparison", "", (("Alpha",), ("Beta",)), ("higher than",), ("lower than",))
    ratio = Fact("ratio", "values", "ratio", "", (("Alpha",), ("Beta",)), number=2.5, tolerance=0.2)
    for reply, expected in {
        "Alpha is higher than Beta.": {"above": RIGHT},
        "Beta is lower than Alpha.": {"above": RIGHT},
        "Beta is clearly higher than the value of Alpha.": {"above": WRONG},
        "Alpha is not higher than Beta.": {},
        "Alpha and Beta are high.": {},
        "Alpha is 2.4 times as large as Beta.": {"ratio": RIGHT},
        "Alpha is 4 times Beta.": {"ratio": WRONG},
    }.items():
        assert stated(reply, [above, ratio]) == expected, reply


def test_a_trend_that_turns_is_no_plain_one_and_a_name_in_a_longer_name_is_none():
    rises = Fact("rises", "trends", "trend", "", (("Alpha",),), ("rises",), ("falls",))
    blue = Fact("blue", "colours", "style", "", (("Alpha",),), ("blue",), ("red",))
    other = Fact("other", "values", "value", "", (("Blue tit",),), number=1.0)
    assert stated("Alpha rises.", [rises]) == {"rises": RIGHT}
    assert stated("Alpha rises, then falls.", [rises]) == {"rises": WRONG}
    assert stated("Alpha rises with a slight falls-like dip.", [rises]) == {"rises": RIGHT}
    assert stated("Alpha beside the Blue tit.", [blue, other]) == {}


def test_a_number_of_things_is_no_value_of_the_first_of_them():
    found = stated("Its 5 slices are Transport (red), Housing, Food, Energy and Leisure. There are 5 slices.", PIE)
    assert found == {"n": RIGHT}


def test_facts_survive_json():
    from dataclasses import asdict

    from counterpoint.judging.rule_description import fact_of

    for fact in (*BARS, *LINES, *PIE):
        assert fact_of(json.loads(json.dumps(asdict(fact)))) == fact
