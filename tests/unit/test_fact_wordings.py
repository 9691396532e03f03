"""Where wordings stand in a text: in any case and spacing, whole, the longer one first, for many things at once."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.judging.fact_wordings import Span, Wordings

NAMES = [
    "bar",
    "bar chart",
    "chart",
    "Day 1",
    "Day 10",
    "10",
    "10 to 20",
    "-5",
    "5",
    "A",
    "%",
    "µm",
    "dose (mg)",
    "sıcak",
]
WORDS = st.sampled_from(
    [*NAMES, "BAR", "barchart", "bar-chart", "day", "a", "is", "DAY  1", "SICAK", "Μm", "charts", "é", "."]
)
TEXTS = st.lists(st.tuples(WORDS, st.sampled_from([" ", "", "-", "_", "  ", "   ", ", ", "\n", " - "]))).map(
    lambda parts: "".join(word + between for word, between in parts)
)
SUBSETS = st.lists(st.sampled_from(NAMES), unique=True, max_size=8)


def found(text, *wordings):
    return [(span.means, text[span.start : span.end]) for span in Wordings([{w: [w] for w in wordings}]).find(text)[0]]


@pytest.mark.parametrize(
    ("text", "wordings", "expected"),
    [
        ("A bar chart, two Bar-Charts and a barchart.", ["bar chart"], ["bar chart", "Bar-Charts", "barchart"]),
        ("The bar chart has bars.", ["bar", "bar chart", "chart"], ["bar chart", "bars"]),
        ("a crowbar, barring", ["bar"], []),
        ("bar   chart", ["bar chart"], []),
        ("from 10 to 105, or 10.5, not 3-10", ["10"], ["10"]),
        ("-5 and 5 -5", ["-5", "5"], ["-5", "5", "-5"]),
        ("A is A: a", ["A"], ["A", "A"]),
        ("10 \u03bcm or 10 \u039cM", ["\u00b5m"], ["\u03bcm", "\u039cM"]),
        ("S\u0131cak, SICAK", ["s\u0131cak"], ["S\u0131cak", "SICAK"]),
        ("s\u0131cak, SICAK", ["sicak"], ["s\u0131cak", "SICAK"]),
        ("", ["bar"], []),
        ("bar", ["", " "], []),
    ],
)
def test_wordings_are_found_whole_in_any_case_and_spacing(text, wordings, expected):
    assert [piece for _, piece in found(text, *wordings)] == expected


def test_a_wording_has_a_span_for_each_thing_it_stands_for_in_each_vocabulary():
    wordings = Wordings([{"log-scale": ["axis", "style"], "log scale": ["style", "name"]}, {"a log scale": [1]}, {}])
    axis, style, name = (Span(2, 11, thing) for thing in ("axis", "style", "name"))
    assert wordings.find("A log scale") == [[axis, style, name], [Span(0, 11, 1)], []]


@given(TEXTS, SUBSETS, SUBSETS)
@settings(max_examples=300, deadline=None)
def test_vocabularies_do_not_see_each_other(text, some, others):
    vocabularies = [{name: [name] for name in names} for names in (some, others)]
    together = Wordings(vocabularies).find(text)
    assert together == [Wordings([vocabulary]).find(text)[0] for vocabulary in vocabularies]


@given(TEXTS, SUBSETS)
@settings(max_examples=300, deadline=None)
def test_of_a_vocabulary_the_longest_that_stands_alone_is_found_first(text, names):
    """What is found of several is what is found of each alone, but for what begins inside another or is shorter."""
    alone = sorted(
        (span for name in names for span in Wordings([{name: [name]}]).find(text)[0]),
        key=lambda span: (span.start, -len(span.means)),
    )
    expected, end = [], 0
    for span in alone:
        if span.start >= end:
            expected.append(span)
            end = span.end
    assert [span[:2] for span in Wordings([{name: [name] for name in names}]).find(text)[0]] == [
        s[:2] for s in expected
    ]
