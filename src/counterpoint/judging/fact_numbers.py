"""Numbers in a description: their readings, and what stands around them that makes them no plain value."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from counterpoint.judging.numbers import UNITS

_WORDS = {word: float(number) for number, word in enumerate(UNITS)}
_SCALES = {"k": 1e3, "thousand": 1e3, "million": 1e6, "mn": 1e6, "billion": 1e9, "bn": 1e9}
_DIGITS = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?|\.\d+"
_NUMBER = re.compile(
    rf"(?<![\w.^])(?P<sign>(?<![\w)\]%]\s)(?<![\w)\]%])[-+])?(?P<digits>{_DIGITS})"
    r"(?P<decimal>,\d{1,2}(?![\d,]))?"
    r"(?:\s?[x*]\s?10\s?(?:\^|\*\*)?\s?[({]?(?P<power>[-+]?\d{1,2})[)}]?|e(?P<exponent>[-+]?\d{1,2}))?"
    r"(?!(?:st|nd|rd|th|d|x|fold|-fold|-D)\b|\s?(?:fold|times)\b)(?!\.?\d)"
    r"(?:[\s-]?(?P<scale>k|thousand|million|mn|billion|bn)\b)?",
    re.IGNORECASE,
)
_POWER_OF_TEN = re.compile(r"(?<![\w.])10\^(?P<power>[-+]?\d{1,2})(?!\d)")
_SPELT = re.compile(rf"\b(?:{'|'.join(sorted(_WORDS, key=len)[::-1])})\b", re.IGNORECASE)
_MEASURE = re.compile(
    r"(?:\b(?:figure|fig\.|panel|table|step|section|part|version|page|n ?=|p ?[<=>]|r2? ?=|factor of|by(?: about|"
    r" roughly)?"
    r"|(?:increase|decrease|drop|rise|gain|decline|difference|gap|change|growth|reduction|spread|margin) of"
    r"(?: about| roughly| around| approximately)?"
    r"|top|first|last|steps? of|intervals? of|increments? of|every)|\+/-|±|#)\s*~?$",
    re.IGNORECASE,
)
"""Words before a number that is no value of anything: a label, a difference, a spread."""
_COUNTED = re.compile(
    r"\s*(?:\w+[\s-]){0,2}?(?:peaks?|bars?|lines?|series|panels?|groups?|categor(?:y|ies)|slices?|points?|dots?|"
    r"markers?|sub-?plots?|"
    r"segments?|legend entries|entries|curves?|colou?rs?|conditions?|treatments?|places?|decimals?|dimensional|"
    r"percentage points?|units? (?:higher|lower|more|less|above|below)|%? ?(?:higher|lower|more|less|larger|smaller|"
    r"greater|points?)\b)\b",
    re.IGNORECASE,
)
"""Words behind a number that counts things, or compares."""
_LIMIT = re.compile(
    r"\b(?:below|under|above|over|exceed(?:s|ing)?|at least|at most|up to|(?:less|more|lower|higher|greater|"
    r"fewer) than|"
    r"beyond|past|within|no more than|surpass(?:es|ing)?)(?: the)?\s*~?$|[<>≤≥]\s*$",
    re.IGNORECASE,
)
_FACTOR = re.compile(r"(?<![\w.,-])(?P<factor>\d+(?:\.\d+)?)(?:\s?x\b|[\s-]?fold\b|\s+times\b)", re.IGNORECASE)
_RANGE = re.compile(r"\s*%?\s*(?:-|to|and|through)\s*~?\s*", re.IGNORECASE)
_BEFORE_RANGE = re.compile(r"\b(?:between|rang(?:e|es|ed|ing)(?: of| from)?)\s*~?$", re.IGNORECASE)
_LOOK_BACK = 40


@dataclass(frozen=True)
class Number:
    """A number in a text: where it stands, and what it may be in a figure's unit."""

    start: int
    end: int
    readings: tuple[float, ...]
    """As written, and where "thousand" or its like follows also multiplied: a unit may hold the thousand already."""
    width: float = 0.0
    """Distance between the ends of a range, of which `readings` is the middle."""
    limit: bool = False
    """It says that something lies below or above it."""

    def near(self, value: float, tolerance: float) -> bool:
        """Return whether a reading lies within a tolerance of a value."""
        slack = 1e-9 * max(1.0, abs(value))
        return any(abs(reading - value) <= tolerance + slack for reading in self.readings)


def numbers(text: str) -> list[Number]:
    """Return the numbers in digits that may be values, in order; "between 3 and 4" and "3-4" are one each.

    Left out are labels ("panel 2"), differences ("by 4", "a rise of 4"), spreads ("± 2"), ordinals, multiples
    ("3-fold") and counts of things that figures are made of ("three bars", "2 peaks").
    """
    found = []
    for number in _joined(text, _plain(text)):
        before = text[max(0, number.start - _LOOK_BACK) : number.start]
        if not _MEASURE.search(before) and not _COUNTED.match(text, number.end):
            limit = _LIMIT.search(before) is not None
            found.append(Number(number.start, number.end, number.readings, number.width, limit))
    return found


def factors(text: str) -> list[Number]:
    """Return the numbers of a text that say how many times as large one thing is as another: "2.5 times", "3-fold"."""
    return [Number(match.start(), match.end(), (float(match["factor"]),)) for match in _FACTOR.finditer(text)]


def counts(text: str) -> list[Number]:
    """Return the whole numbers of a text in digits or words, in order."""
    spelt = (Number(m.start(), m.end(), (_WORDS[m[0].lower()],)) for m in _SPELT.finditer(text))
    whole = (number for number in _plain(text) if number.readings[0].is_integer())
    return sorted([*spelt, *whole], key=lambda number: number.start)


def _plain(text: str) -> Iterator[Number]:
    powers = {match.start(): match for match in _POWER_OF_TEN.finditer(text)}
    for match in _NUMBER.finditer(text):
        if power := powers.get(match.start()):
            yield Number(power.start(), power.end(), (10.0 ** int(power["power"]),))
            continue
        value = float(match["digits"].replace(",", "") + (match["decimal"] or "").replace(",", "."))
        if match["decimal"] and "." in match["digits"]:
            continue
        value *= 10.0 ** int(match["power"] or match["exponent"] or 0)
        value = -value if match["sign"] == "-" else value
        scale = _SCALES.get((match["scale"] or "").lower())
        yield Number(match.start(), match.end(), (value,) if scale is None else (value, value * scale))


def _joined(text: str, found: Iterator[Number]) -> Iterator[Number]:
    """Give numbers, two that are the ends of a range as one."""
    last: Number | None = None
    for number in found:
        if last is not None:
            between = text[last.end : number.start]
            asks = between.strip() in ("-", "%-") or _BEFORE_RANGE.search(text[max(0, last.start - 20) : last.start])
            if asks and len(between) < 12 and _RANGE.fullmatch(between):
                low, high = last.readings[-1], number.readings[-1]
                yield Number(last.start, number.end, ((low + high) / 2,), abs(high - low))
                last = None
                continue
            yield last
        last = number
    if last is not None:
        yield last
