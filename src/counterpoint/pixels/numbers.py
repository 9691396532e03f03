"""Numbers as charts write them: thousands separators, decimals, signs, multiples and units."""

import re
from dataclasses import dataclass

MINUS = "-−–—‐‑﹣－"
MULTIPLES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "mn": 1e6, "million": 1e6, "b": 1e9, "bn": 1e9, "billion": 1e9}
"""Words behind a number that multiply it; a lower-case m alone is a metre."""
_NUMBER = re.compile(
    rf"^(?P<sign>[{MINUS}+]?)\s*(?P<before>[$€£¥]?)\s*(?P<minus>[{MINUS}]?)"
    r"(?P<digits>\d{1,3}(?:[,' \u00a0\u202f]\d{3})+|\d+)(?P<decimals>\.\d+)?"
    r"\s*(?P<unit>(?:[^\W\d_]|[%°$€£¥µ‰])(?:[^\d]*))?$"
)


@dataclass(frozen=True)
class Quantity:
    """A number that was read, with the unit written beside it ("" for none)."""

    value: float
    unit: str = ""


def parse_quantity(text: str) -> Quantity | None:
    """Return the number that a whole text is, or None when it is anything else.

    "1,250" is 1250, "−3.5 °C" is -3.5 in °C, "$2k" is 2000 in $, "45%" is 45 in %. A comma that is not a thousands
    separator makes the text no number.
    """
    found = _NUMBER.match(text.strip())
    if not found:
        return None
    digits = re.sub(r"\D", "", found["digits"]) + (found["decimals"] or "")
    value = float(digits)
    if (found["sign"] or "+") in MINUS or found["minus"]:
        value = -value
    unit = (found["unit"] or "").strip()
    word, _, rest = unit.partition(" ")
    if word != "m" and word.lower() in MULTIPLES:
        value, unit = value * MULTIPLES[word.lower()], rest.strip()
    return Quantity(value, found["before"] or unit)


def parse_number(text: str) -> float | None:
    """Return the value of a text that is a number with or without unit, or None."""
    quantity = parse_quantity(text)
    return None if quantity is None else quantity.value
