"""Values as options write them: numbers with units, ranges, and ratios."""

import re

from counterpoint.pixels.numbers import MINUS, MULTIPLES, Quantity, parse_quantity

_RATIO = re.compile(r"^\s*(\d+(?:\.\d+)?)\s*(?:to|:)\s*(\d+(?:\.\d+)?)\s*$")
_RANGE = re.compile(rf"^(.*?\d.*?)\s+[{MINUS}~]\s+(.*?\d.*)$|^([\d.,]+)[{MINUS}~]([\d.,]+\D*)$")
_NUMBER = re.compile(rf"(?<![\w.])[{MINUS}]?\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|(?<![\w.,])[{MINUS}]?\d+(?:\.\d+)?")
_IN_TITLE = {"mil": 1e6, "mill": 1e6, "millions": 1e6, "billions": 1e9, "thousands": 1e3, "trillion": 1e12}
_SUFFIX = {"M": 1e6, "B": 1e9, "K": 1e3, "k": 1e3, "bn": 1e9, "million": 1e6, "billion": 1e9, "thousand": 1e3}


def option_number(text: str) -> Quantity | None:
    """Return the number of an option with its unit as written, a multiple such as M or billion included in the unit.

    "253M" is 253 in M: whether the axis counts in millions is for the caller to say.
    """
    bare = text.strip().rstrip("$€£")
    number = re.match(rf"^[$€£¥]?\s*([{MINUS}+]?\s*[\d,' ]*\.?\d+)\s*(.*)$", bare)
    if not number:
        return None
    quantity = parse_quantity(number[1].strip())
    return None if quantity is None else Quantity(quantity.value, number[2].strip())


def option_range(text: str) -> tuple[float, float] | None:
    """Return the ends of an option such as "1.83 - 25 Mbps", or None when it is no range."""
    found = _RANGE.match(text.strip())
    if not found:
        return None
    ends = [option_number(part.strip()) for part in (found[1] or found[3], found[2] or found[4])]
    return None if None in ends else (ends[0].value, ends[1].value)


def option_ratio(text: str) -> float | None:
    """Return the value of an option such as "1 to 3", or None when it is no ratio."""
    found = _RATIO.match(text)
    return float(found[1]) / float(found[2]) if found and float(found[2]) else None


def option_multiple(text: str) -> float | None:
    """Return what the end of an option, such as "M" or " million", multiplies by, or None where it does not."""
    word = re.search(r"(?:(?<=\d)|(?<=\s))([A-Za-z]+)\s*[$€£]?$", text.strip())
    return _SUFFIX.get(word[1]) if word else None


def title_multiple(title: str | None) -> float | None:
    """Return what an axis title's "(100 Mil)" or "(billion USD)" multiplies by, or None where it says no such thing."""
    for word in re.finditer(r"(?:(\d+)\s*)?\b([A-Za-z]+)\b", (title or "").rpartition("(")[2]):
        multiple = {**MULTIPLES, **_IN_TITLE}.get(word[2].casefold())
        if multiple is not None and word[2] != "m":
            return multiple * float(word[1] or 1)
    return None


def numbers_in(text: str) -> list[tuple[float, int, int]]:
    """Return the plain numbers that stand in a text, and where."""
    found = []
    for match in _NUMBER.finditer(text):
        sign = -1 if match[0][0] in MINUS else 1
        found.append((sign * float(match[0].lstrip(MINUS).replace(",", "")), match.start(), match.end()))
    return found
