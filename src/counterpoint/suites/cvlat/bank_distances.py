"""How far apart things are in a picture: the marks that an answer compares, the right option and the next one."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from counterpoint.stimuli.charts.contents.resolution import (
    CLASSES_APART,
    MARK_AREA,
    MARK_DEGREES,
    MARK_PX,
    MARK_RATIO,
    OPTION_DEGREES,
    OPTION_PX,
    OPTION_SHARE,
    STEP_PX,
)
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.questions import Question
from counterpoint.suites.cvlat.bank_readings import Reading
from counterpoint.suites.cvlat.bank_rules import (
    COUNTS,
    NUMBERS,
    Item,
    kind_of,
    last_decimal,
    lonely,
    numbers_asked,
    numbers_in,
    ratios_asked,
    shown_marks,
    stretch_asked,
    total_asked,
)

STRETCH_PX = 3 * MARK_PX
"""Least way along the value axis, in px, over the whole stretch of a trend."""


@dataclass(frozen=True)
class Apart:
    """A distance: in px along the axis, in the unit of what is asked (None where there is none), and in words.

    `enough` is how many times the least that can be told apart it is; `text` states it beside that least.
    """

    px: float | None
    gap: float | None
    enough: float
    text: str


def _two(a: float, b: float, question: Question, reading: Reading) -> Apart:
    """Return how far two numbers that marks show are apart."""
    reads = "area" if question.measure == "size" else KINDS[reading.chart.type].reads
    gap = abs(a - b)
    if reads == "class":
        least = CLASSES_APART if question.ask == "greater" else 1
        return Apart(None, None, gap / least, f"{gap:g} classes (at least {least})")
    if reads == "area":
        ratio = max(a, b) / min(a, b) if min(a, b) > 0 else math.inf
        return Apart(
            None, gap, math.log(ratio) / math.log(MARK_AREA), f"{ratio:.3g} times in area (at least {MARK_AREA})"
        )
    if reads == "angle":
        return Apart(None, gap, 3.6 * gap / MARK_DEGREES, f"{3.6 * gap:.3g} degrees (at least {MARK_DEGREES})")
    px = gap / reading.per_px_of(question.measure)
    return Apart(px, gap, px / MARK_PX, f"{px:.3g} px (at least {MARK_PX})")


def compared(question: Question, reading: Reading) -> Apart | None:
    """Return how far the nearest two marks are apart of those that the picture's answer compares; None without such."""
    marks = shown_marks(reading)
    numbers = numbers_asked(question, reading, marks)
    of = numbers.get(reading.names.get(question.of))
    match question.ask:
        case "highest" | "lowest":
            first, second = sorted(numbers.values(), reverse=question.ask == "highest")[:2]
            return _two(first, second, question, reading)
        case "count_more" | "count_less":
            others = [number for name, number in numbers.items() if name != reading.names[question.of]]
            return min((_two(of, other, question, reading) for other in others), key=lambda apart: apart.enough)
        case "greater":
            return _two(of, numbers[reading.names[question.than]], question, reading)
        case "ratio_greater":
            low, high = sorted(ratios_asked(question, reading, marks))
            times = high / low if low > 0 and high < math.inf else 1.0
            text = f"{times:.3g} times in ratio (at least {MARK_RATIO})"
            return Apart(None, high - low, math.log(times) / math.log(MARK_RATIO), text)
        case "trend":
            return _steps(stretch_asked(question, reading, marks), reading)
        case "outlier":
            (first, _), (second, _) = lonely(marks)[:2]
            px = (first - second) / reading.per_px
            return Apart(px, first - second, px / MARK_PX, f"{px:.3g} px (at least {MARK_PX})")
    return None


def _steps(stretch: Sequence[float], reading: Reading) -> Apart | None:
    """Return the least step of a trend; None where nothing changes."""
    gaps = [abs(b - a) for a, b in pairwise(stretch)]
    if not any(gaps):
        return None
    px, way = min(gaps) / reading.per_px, sum(gaps) / reading.per_px
    text = f"{px:.3g} px a step (at least {STEP_PX}) and {way:.3g} px in all (at least {STRETCH_PX})"
    return Apart(px, min(gaps), min(px / STEP_PX, way / STRETCH_PX), text)


def nearest_option(question: Question, item: Item, reading: Reading) -> Apart | None:
    """Return how far the option next to the right one is from it; None where options are no numbers.

    Rounding moves each by half of its last decimal, which `enough` allows for.
    """
    if kind_of(question, reading) not in (NUMBERS, COUNTS):
        return None
    options = item["options"][:-1]
    given = [numbers_in(option, question) for option in options]
    right = given[item["visual_index"]]
    others = [numbers for place, numbers in enumerate(given) if place != item["visual_index"]]

    def far(numbers: Sequence[float]) -> float:
        return max(abs(a - b) for a, b in zip(right, numbers, strict=True))

    other = min(others, key=far)
    gap = far(other)
    if kind_of(question, reading) == COUNTS:
        return Apart(None, gap, math.inf, f"{gap:g}")
    rounded = gap + last_decimal(options[item["visual_index"]])
    if question.ask == "share":
        px = gap / 100 * total_asked(question, reading, shown_marks(reading)) / reading.per_px
        return Apart(px, gap, rounded / OPTION_SHARE, f"{gap:g} points (at least {OPTION_SHARE})")
    reads = "area" if question.measure == "size" else KINDS[reading.chart.type].reads
    if reads == "area":
        enough = max(_two(a, b, question, reading).enough for a, b in zip(right, other, strict=True))
        return Apart(None, gap, enough, f"{gap:g} (at least {MARK_AREA} times in area)")
    if reads == "angle":
        degrees = f"{3.6 * gap:.3g} degrees (at least {OPTION_DEGREES})"
        return Apart(None, gap, 3.6 * rounded / OPTION_DEGREES, degrees)
    per_px = reading.per_px_of(question.measure)
    return Apart(gap / per_px, gap, rounded / per_px / OPTION_PX, f"{gap / per_px:.3g} px (at least {OPTION_PX})")
