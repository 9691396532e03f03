"""What marks answer to a question, worked out from the picture or the facts: which options hold.

The audit's own derivation of every key: it shares no code with `answers`, only the definitions of what stands out.
"""

import re
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from counterpoint.errors import UserError
from counterpoint.stimuli.charts.contents.answers import FAR, GATHERED, LONE, LONE_RATIO, NEAR
from counterpoint.stimuli.charts.specs.questions import Question
from counterpoint.suites.cvlat.bank_readings import Mark, Reading

Item = dict[str, Any]

NUMBERS, CLASSES, COUNTS, NAMES, TRENDS, TRUTHS = "numbers", "classes", "counts", "names", "trends", "truths"
DIRECTIONS = {"rising": 1, "falling": -1, "staying the same": 0}
X_SLACK, SIZE_SLACK = 1.0, 0.02
"""How far a number that only the outline tells may be from the option: px along x, part of a size."""
_NUMBER = re.compile(r"(?:^|(?<=\s))[-−]?\d[\d,]*(?:\.\d+)?")


def kind_of(question: Question, reading: Reading) -> str:
    """Return what the options of a question are."""
    match question.ask:
        case "value" if reading.classes:
            return CLASSES
        case "value" | "share" | "difference" | "range":
            return NUMBERS
        case "count_more" | "count_less":
            return COUNTS
        case "highest" | "lowest" | "outlier":
            return NAMES
        case "trend":
            return TRENDS
        case "greater" | "ratio_greater" | "correlation" | "cluster" | "nested":
            return TRUTHS
    raise UserError(f"chart {reading.chart.id}: no audit for the question {question.ask!r}")


def shown_marks(reading: Reading) -> list[Mark]:
    """Return the marks of the picture in the order of the facts."""
    return list(reading.marks.values())


def true_marks(reading: Reading) -> list[Mark]:
    """Return the marks that the picture would have if it showed the facts, under the names that it draws."""
    names = reading.names
    return [
        Mark(
            names[fact.category],
            None if fact.series is None else names[fact.series],
            None if fact.group is None else names[fact.group],
            fact.value,
            fact.value,
            fact.x,
            fact.size,
            {},
        )
        for fact in reading.chart.facts
    ]


def numbers_asked(question: Question, reading: Reading, marks: Sequence[Mark]) -> dict[str, float]:
    """Return the measure asked, of the series asked, by drawn category: of a map the number of the class."""
    series = None if question.series is None else reading.names[question.series]
    asked = {reading.names[name] for name in question.among} or {mark.category for mark in marks}
    chosen = [mark for mark in marks if mark.series == series and mark.category in asked]
    if reading.classes:
        return {mark.category: reading.class_of(mark.value) for mark in chosen}
    return {mark.category: getattr(mark, question.measure) for mark in chosen}


def stretch_asked(question: Question, reading: Reading, marks: Sequence[Mark]) -> list[float]:
    """Return the numbers from the position `start` to the position `end`."""
    numbers = numbers_asked(question, reading, marks)
    order = list(numbers)
    first, last = (order.index(reading.names[name]) for name in (question.start, question.end))
    return list(numbers.values())[first : last + 1]


def ratios_asked(question: Question, reading: Reading, marks: Sequence[Mark]) -> list[float]:
    """Return the ratio of `series` to `to` in `of` and in `than`; infinity over nothing."""
    names = reading.names
    value = {(mark.category, mark.series): mark.value for mark in marks}
    upper, lower = names[question.series], names[question.to]
    found = []
    for category in (names[question.of], names[question.than]):
        divisor = value[category, lower]
        found.append(value[category, upper] / divisor if divisor else np.inf)
    return found


def total_asked(question: Question, reading: Reading, marks: Sequence[Mark]) -> float:
    """Return the sum of all series in the category `of`."""
    return sum(mark.value for mark in marks if mark.category == reading.names[question.of])


def concordance(marks: Sequence[Mark]) -> float:
    """Return Kendall's tau of x and value, -1 to 1: pairs that go the same way less those that do not."""
    pairs = [np.sign(a.x - b.x) * np.sign(a.value - b.value) for a, b in combinations(marks, 2)]
    return float(np.mean(pairs))


def lonely(marks: Sequence[Mark]) -> list[tuple[float, str]]:
    """Return the vertical distance of each mark from the line of Theil and Sen, the farthest first."""
    from scipy.stats import theilslopes  # most of a second, which only scatter plots wait for

    x, y = np.array([(mark.x, mark.value) for mark in marks]).T
    slope, intercept, _, _ = theilslopes(y, x, method="joint")
    distances = np.abs(y - intercept - slope * x)
    return sorted(((float(d), mark.category) for d, mark in zip(distances, marks, strict=True)), reverse=True)


def _outlier(marks: Sequence[Mark]) -> str | None:
    """Return the point that stands out, if one does."""
    (first, name), (second, _) = lonely(marks)[:2]
    spread = max(mark.value for mark in marks) - min(mark.value for mark in marks)
    return name if first >= LONE * spread and first >= LONE_RATIO * second else None


def _gathered(question: Question, marks: Sequence[Mark]) -> bool | None:
    """Return whether points are gathered around the place asked; None where some are near, but too few or too far."""
    wide = max(mark.x for mark in marks) - min(mark.x for mark in marks)
    high = max(mark.value for mark in marks) - min(mark.value for mark in marks)
    x, value = question.near
    away = [(((mark.x - x) / wide) ** 2 + ((mark.value - value) / high) ** 2) ** 0.5 for mark in marks]
    if sum(distance <= NEAR for distance in away) >= GATHERED:
        return True
    return None if min(away) <= FAR else False


def _truth(question: Question, reading: Reading, marks: Sequence[Mark]) -> bool | None:
    """Return whether a statement, asked upright, is true of the marks; None where they give no clear answer."""
    names = reading.names
    match question.ask:
        case "greater":
            numbers = numbers_asked(question, reading, marks)
            first, second = numbers[names[question.of]], numbers[names[question.than]]
        case "ratio_greater":
            first, second = ratios_asked(question, reading, marks)
        case "correlation":
            x, y = np.array([(mark.x, mark.value) for mark in marks]).T
            first, second = concordance(marks), 0.0
            if np.sign(first) != np.sign(np.cov(x, y)[0, 1]):
                return None
        case "cluster":
            return _gathered(question, marks)
        case "nested":
            group = {mark.group for mark in marks if mark.category == names[question.of]}
            return group == {names[question.group]}
    return None if first == second else first > second


def upright(question: Question, reading: Reading, item: Item) -> bool:
    """Return whether an item's statement is asked upright, by its text. Raises UserError when it says neither."""
    text = item["question"]
    match question.ask:
        case "greater" | "ratio_greater":
            words = reading.chart.wording if item["form"] == "real" else None
            more, less = (words.more, words.less) if words else ("higher", "lower")
            if question.measure != "value":
                more, less = "larger", "smaller"
            elif question.ask == "ratio_greater":
                more, less = "higher", "lower"
            senses = (f" {more} than " in text, f" {less} than " in text)
        case "correlation":
            senses = (" positive " in text, " negative " in text)
        case "cluster":
            senses = (text.startswith("Several "), text.startswith("Hardly any "))
        case _:
            senses = (" part of " in text and " not part of " not in text, " not part of " in text)
    if sum(senses) != 1:
        raise UserError(
            f"chart {reading.chart.id}: item {item['item_id']}: the sense of the statement cannot be read: {text!r}"
        )
    return senses[0]


def numbers_in(option: str, question: Question) -> list[float]:
    """Return the numbers of an option: one, of a range both ends. Raises ValueError when it does not hold them."""
    wanted = 2 if question.ask == "range" else 1
    found = [float(number.replace(",", "").replace("−", "-")) for number in _NUMBER.findall(option)]
    if len(found) < wanted:
        raise ValueError(f"the option {option!r} does not hold {wanted} number{'s' * (wanted > 1)}")
    return found[:wanted]


def last_decimal(option: str) -> float:
    """Return the unit of the last decimal of an option's first number."""
    number = _NUMBER.search(option)
    return 10.0 ** -len(number[0].partition(".")[2]) if number else 1.0


def category_in(option: str, question: Question, reading: Reading) -> str:
    """Return the category that an option names, with or without the unit of x behind it, among those asked.

    Raises ValueError when it names none.
    """
    asked = [reading.names[name] for name in question.among] or [key[0] for key in reading.marks]
    unit = reading.chart.x_axis.unit if reading.chart.x_axis else ""
    for name in dict.fromkeys(asked):
        if option in (name, f"{name}{unit}", f"{name} {unit}"):
            return name
    raise ValueError(f"the option {option!r} names no mark that is asked about")


def answer_numbers(question: Question, reading: Reading, marks: Sequence[Mark]) -> list[float]:
    """Return the number, of a range both ends, that is the right answer to a question for numbers or a count."""
    numbers = numbers_asked(question, reading, marks)
    of = numbers.get(reading.names.get(question.of))
    match question.ask:
        case "value":
            return [of]
        case "share":
            total = total_asked(question, reading, marks)
            return [100 * of / total if total else 0.0]
        case "difference":
            return [abs(numbers[reading.names[question.start]] - numbers[reading.names[question.end]])]
        case "range":
            return [min(numbers.values()), max(numbers.values())]
        case "count_more":
            return [len([number for number in numbers.values() if number > of])]
    return [len([number for number in numbers.values() if number < of])]


def holds(option: str, question: Question, reading: Reading, marks: Sequence[Mark], item: Item) -> bool:
    """Return whether an option, read as text, is right of the marks. Raises ValueError when it is no such option."""
    kind = kind_of(question, reading)
    if kind in (NUMBERS, COUNTS):
        right, given = answer_numbers(question, reading, marks), numbers_in(option, question)
        slack = 1e-9 + 0.5 * last_decimal(option)
        if question.measure == "x" and question.ask not in ("count_more", "count_less"):
            slack += X_SLACK * reading.per_px_of("x")
        elif question.measure == "size" and question.ask not in ("count_more", "count_less"):
            slack += SIZE_SLACK * max(map(abs, right))
        return all(abs(a - b) <= slack + 1e-12 * abs(b) for a, b in zip(given, right, strict=True))
    numbers = numbers_asked(question, reading, marks)
    if kind == CLASSES:
        return class_in(option, reading) == numbers[reading.names[question.of]]
    if kind == NAMES:
        name = category_in(option, question, reading)
        if question.ask == "outlier":
            return name == _outlier(marks)
        sign = 1 if question.ask == "highest" else -1
        return all(sign * numbers[name] > sign * number for other, number in numbers.items() if other != name)
    if kind == TRENDS:
        steps = {int(np.sign(b - a)) for a, b in pairwise(stretch_asked(question, reading, marks))}
        if option not in DIRECTIONS:
            raise ValueError(f"the option {option!r} is no direction")
        return steps == {DIRECTIONS[option]}
    if option not in ("True", "False"):
        raise ValueError(f"the option {option!r} is neither True nor False")
    truth = _truth(question, reading, marks)
    return truth is not None and (option == "True") == (truth == upright(question, reading, item))


def class_in(option: str, reading: Reading) -> int:
    """Return the number of the map class that an option names. Raises ValueError when the legend has none such."""
    names = [each.name for each in reading.classes]
    if option not in names:
        raise ValueError(f"the option {option!r} is no class of the legend: {' | '.join(names)}")
    return names.index(option)
