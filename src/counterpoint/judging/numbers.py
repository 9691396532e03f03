"""Which number a free reply gives as its answer: ordered rules, each with a name, none of which guesses."""

import re
from dataclasses import dataclass

from counterpoint.judging.option_text import clean

NUMBER_VERSION = "numbers/1"
"""Name and version of the reader; a change of any rule changes it."""

UNITS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
"""Words for the numbers from 0 on."""
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_WORDS = {word: value for value, word in enumerate(UNITS)} | {word: 10 * n for n, word in enumerate(_TENS, 2)}
_IN_WORDS = rf"(?:(?:{'|'.join(_TENS)})(?:[ -](?:{'|'.join(UNITS[1:10])}))?|{'|'.join(sorted(UNITS, key=len)[::-1])})"
_IN_DIGITS = r"[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|[-+]?\.\d+"
_FIGURE = rf"({_IN_DIGITS}|{_IN_WORDS})(?!\w|[.,:]\d)"
_NUMBER = rf"(?<![\w.,:-]){_FIGURE}"
_ANY = re.compile(_NUMBER, re.IGNORECASE)
_LEAD = r"(?:about |approximately |around |roughly |exactly |only |just |clearly |[~=\u2248$\u20ac] ?)*"
_WHOLE = re.compile(rf"[\s(\"']*{_LEAD}{_NUMBER} ?%?(?: percent)?[\s)\"'.!]*", re.IGNORECASE)
_STATED = re.compile(
    rf"\b(?:final answer|answer|total|count|result|number)(?: (?:of|to) [^.:\n]{{1,40}}?)?(?: is| would be|:| =|=)+ ?"
    rf"{_LEAD}{_NUMBER}",
    re.IGNORECASE,
)
_LEADING = re.compile(rf"^[\s(\"']*{_LEAD}{_NUMBER}(?= ?%?(?:[.,;:!\n]| -|$))", re.IGNORECASE)
_DENIED = re.compile(r"\b(?:not|isn't|rather than|instead of|no longer|never) ?$", re.IGNORECASE)
_RANGE = re.compile(rf"{_NUMBER} ?(?:-|to|or|and) ?{_FIGURE}", re.IGNORECASE)
_LOOK_BACK = 24


@dataclass(frozen=True)
class NumberReading:
    """The number that a reply gives; None, with the reason as its rule, where it gives none or more than one."""

    value: float | None
    rule: str


def read_number(text: str) -> NumberReading:
    """Return the number that a reply gives as its answer, in digits or in English words up to ninety-nine.

    It counts where it is the whole reply, is stated as the answer or the total, or leads the reply and is set off
    from what follows; else where it is the only number of the reply. Numbers that the reply denies ("not 4") do not
    count, and a range or two numbers that compete are unresolved.
    """
    cleaned = clean(text)
    if cleaned is None:
        return NumberReading(None, "unfinished_thinking")
    if whole := _WHOLE.fullmatch(cleaned):
        return NumberReading(_value(whole[1]), "whole_reply")
    stated = [match for match in _STATED.finditer(cleaned) if not _denied(cleaned, match.start(1))]
    if stated:
        if _RANGE.match(cleaned, stated[-1].start(1)):
            return NumberReading(None, "range")
        return NumberReading(_value(stated[-1][1]), "stated_answer")
    if (leading := _LEADING.match(cleaned)) and not _RANGE.match(cleaned, leading.start(1)):
        return NumberReading(_value(leading[1]), "leading_number")
    if _RANGE.search(cleaned):
        return NumberReading(None, "range")
    found = [match for match in _ANY.finditer(cleaned) if not _denied(cleaned, match.start())]
    values = {_value(match[1]) for match in found if match[1].lower() != "one"}  # which stands for a thing as well
    if len(values) == 1:
        return NumberReading(values.pop(), "only_number")
    return NumberReading(None, "competing_numbers" if values else "no_number_named")


def _denied(text: str, start: int) -> bool:
    return _DENIED.search(text[max(0, start - _LOOK_BACK) : start]) is not None


def _value(text: str) -> float:
    word = text.lower()
    if word[-1].isalpha():
        return float(sum(_WORDS[part] for part in re.split("[ -]", word)))
    return float(word.replace(",", ""))
