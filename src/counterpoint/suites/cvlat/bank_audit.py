"""The audit of the bank: each key derived again, option by option, from what the picture and the facts show."""

import re
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from counterpoint.errors import UserError
from counterpoint.stimuli.charts.kinds import KINDS
from counterpoint.stimuli.charts.spec import ChartSpec, Question
from counterpoint.suites.cvlat.audit import finding
from counterpoint.suites.cvlat.bank_balance import balance_findings, memory_findings
from counterpoint.suites.cvlat.bank_readings import Mark, Reading, Row

Item = dict[str, Any]

READ_PX = 1.0
"""How far a mark's outline may be from the value recorded for it, in px along the value axis."""
MARK_PX, MARK_DEGREES = 12, 12
"""Least difference of two marks that an answer compares: px along the value axis, degrees of a sector."""
OPTION_PX, OPTION_DEGREES = 24, 18
"""Least distance of the right option of a number or range from any other: px along the axis, degrees of a sector."""
WIDTH, HEIGHT = 800, 600


def audit_bank(
    charts: Sequence[ChartSpec],
    items: Sequence[Item],
    read: dict[str, Reading],
    facts: dict[str, dict[str, float]],
) -> list[dict[str, Any]]:
    """Check every picture and item and return the findings as rows of table `audit`; none is the good case.

    `facts` maps each chart to its factual values by category. Findings that leave an item answerable (texts that
    overlap or are cut off; a constant choice, or a memory of the facts where charts are random, above chance) are
    rows. Raises UserError, naming chart and item, for those that do not: no unique right option, a repeated option,
    visual = factual in a conflict item, marks or options too close to tell apart, an asked element that is not
    visible, a name left in an anonymised item.
    """
    findings = []
    for stimulus, reading in read.items():
        _check_marks(stimulus, reading)
        findings += _text_findings(stimulus, reading)
    by_id = {chart.id: chart for chart in charts}
    for item in items:
        chart = by_id[item["cluster_id"]]
        question = chart.questions[int(item["unit_id"].rsplit("/", 1)[1]) - 1]
        _check_item(chart, question, item, read[item["stimulus_id"]], facts[chart.id])
    _check_forms(items)
    return findings + balance_findings(items) + memory_findings(items)


def _check_marks(stimulus: str, reading: Reading) -> None:
    """Raise UserError when a mark does not show the value recorded for it, or lies outside the picture."""
    tolerance = READ_PX * (reading.per_px or 100 / 360)
    for mark in reading.marks.values():
        if abs(mark.read - mark.value) > tolerance:
            raise UserError(
                f"chart {stimulus}: {mark.category} is drawn at {mark.read:g} but recorded as {mark.value:g}; "
                "correct the drawing"
            )
        if not _visible(mark.row):
            raise UserError(f"chart {stimulus}: {mark.category} lies outside the picture; change the axis")


def _visible(row: Row) -> bool:
    inside = row["x0"] >= 0 and row["y0"] >= 0 and row["x1"] <= WIDTH and row["y1"] <= HEIGHT
    return inside and row["x1"] - row["x0"] >= 1 and row["y1"] - row["y0"] >= 1


def _text_findings(stimulus: str, reading: Reading) -> list[dict[str, Any]]:
    texts = [row for row in reading.texts if row["text"]]
    found = [("text_cut_off", f"{row['text']!r} reaches out of the picture") for row in texts if not _visible(row)]
    for a, b in combinations(texts, 2):
        if a["x0"] < b["x1"] and b["x0"] < a["x1"] and a["y0"] < b["y1"] and b["y0"] < a["y1"]:
            found.append(("text_overlap", f"{a['text']!r} and {b['text']!r} overlap"))
    return [finding(stimulus, None, fault, detail) for fault, detail in found]


def _check_item(chart: ChartSpec, question: Question, item: Item, reading: Reading, facts: dict[str, float]) -> None:
    place = f"chart {chart.id}: item {item['item_id']}"
    options = item["options"]
    if len(set(options)) < len(options):
        raise UserError(f"{place}: an option is repeated: {options}; change the question")
    if options[-1] != "Omit" or item["omit_index"] != len(options) - 1:
        raise UserError(f"{place}: Omit is not the last option: {options}")
    shown = list(reading.marks.values())
    # A picture's marks stand in the order of the facts: the n-th name drawn is the n-th name of the facts.
    names = dict(zip(facts, reading.marks, strict=True))
    true = [
        Mark(names[category], value, value, reading.marks[names[category]].x, {}) for category, value in facts.items()
    ]
    right = [index for index, option in enumerate(options[:-1]) if _holds(option, chart, question, item, shown, names)]
    if right != [item["visual_index"]]:
        raise UserError(
            f"{place}: the picture makes options {right} right, the key is {item['visual_index']}: {options}"
        )
    factual = [index for index, option in enumerate(options[:-1]) if _holds(option, chart, question, item, true, names)]
    if factual != ([] if item["factual_index"] is None else [item["factual_index"]]):
        raise UserError(
            f"{place}: the facts make options {factual} right, the key is {item['factual_index']}: {options}"
        )
    if item["instrument"] == "cvlat" and item["visual_index"] == item["factual_index"]:
        raise UserError(f"{place}: visual and factual answer are the same option; change the manipulation")
    if item["instrument"] == "vlat" and item["visual_index"] != item["factual_index"]:
        raise UserError(f"{place}: the aligned picture does not show the facts")
    _check_resolvable(place, question, item, reading, names)
    if item["form"] == "anonymised":
        _check_nameless(place, chart, item, reading)


def _numbers(option: str) -> list[float]:
    """Return the numbers of an option: one, or the two ends of a range."""
    return [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\.?\d*", option)]


def _holds(
    option: str, chart: ChartSpec, question: Question, item: Item, marks: list[Mark], names: dict[str, str]
) -> bool:
    """Return whether an option, read as text, is right of the marks."""
    value = {mark.category: mark.value for mark in marks}
    asked = [value[names[name]] for name in question.names()]
    half = 0.5 * 10.0**-chart.decimals + 1e-9
    match question.ask:
        case "value":
            return abs(_numbers(option)[0] - asked[0]) <= half
        case "difference":
            return abs(_numbers(option)[0] - abs(asked[0] - asked[1])) <= half
        case "range":
            ends = (sorted(value.values())[0], sorted(value.values())[-1])
            return all(abs(number - end) <= half for number, end in zip(_numbers(option), ends, strict=True))
        case "highest" | "lowest":
            mine = value[_category(option, value)]
            rest = [other for other in value.values() if other != mine]
            return mine > max(rest) if question.ask == "highest" else mine < min(rest)
        case "count_more":
            return int(option) == len([v for v in value.values() if v > asked[0]])
        case "count_less":
            return int(option) == len([v for v in value.values() if v < asked[0]])
        case "trend":
            order = list(value)
            stretch = list(value.values())[order.index(names[question.start]) : order.index(names[question.end]) + 1]
            signs = {float(np.sign(b - a)) for a, b in pairwise(stretch)}
            return signs == {{"rising": 1.0, "falling": -1.0, "staying the same": 0.0}[option]}
        case "greater":
            higher = asked[0] > asked[1]
            says_higher = any(f" {word} than " in item["question"] for word in ("higher", chart.wording.more))
            return (option == "True") == (higher == says_higher)
        case "correlation":
            rises = np.corrcoef([mark.x for mark in marks], [mark.value for mark in marks])[0, 1] > 0
            return (option == "True") == (rises == (" positive " in item["question"]))
    raise UserError(f"chart {chart.id}: item {item['item_id']}: no audit for the question {question.ask!r}")


def _category(option: str, values: Iterable[str]) -> str:
    """Return the category that an option names, with or without the unit of x behind it."""
    return next(name for name in values if option == name or option.startswith(f"{name} "))


def _check_resolvable(place: str, question: Question, item: Item, reading: Reading, names: dict[str, str]) -> None:
    """Raise UserError when marks that the answer compares, or options of a number, are too close to tell apart."""
    per_px = reading.per_px
    mark_gap = MARK_PX * per_px if per_px else 100 * MARK_DEGREES / 360
    value = {mark.category: mark.value for mark in reading.marks.values()}
    asked = [value[names[name]] for name in question.names()]
    closest = None
    if question.ask in ("highest", "lowest"):
        ranked = sorted(value.values(), reverse=question.ask == "highest")
        closest = abs(ranked[0] - ranked[1])
    elif question.ask in ("count_more", "count_less"):
        closest = min(abs(v - asked[0]) for name, v in value.items() if name != names[question.of])
    elif question.ask == "greater":
        closest = abs(asked[0] - asked[1])
    if closest is not None and closest < mark_gap - 1e-9:
        raise UserError(
            f"{place}: the marks that the answer compares differ by {closest:g}, less than the {mark_gap:g} that can "
            "be told apart; ask about others"
        )
    if question.ask in ("value", "difference", "range"):
        gap = OPTION_PX * per_px if per_px else 100 * OPTION_DEGREES / 360
        numbers = [_numbers(option) for option in item["options"][:-1]]
        right = numbers.pop(item["visual_index"])
        nearest = min(max(abs(a - b) for a, b in zip(right, other, strict=True)) for other in numbers)
        if nearest < 0.95 * gap:  # rounding moves an option by at most half of its last decimal
            raise UserError(
                f"{place}: an option is {nearest:g} from the right one, less than {gap:g}: {item['options']}"
            )


def _check_nameless(place: str, chart: ChartSpec, item: Item, reading: Reading) -> None:
    """Raise UserError when a name, title or quantity of the chart is left in its anonymised item or picture."""
    texts = [item["question"], *item["options"], *(row["text"] or "" for row in reading.texts)]
    neutral = {title.lower() for title in KINDS[chart.type].anonymous_titles}
    given_away = {chart.title, chart.y_title, chart.wording.quantity, *((chart.x_axis.title,) if chart.x_axis else ())}
    if chart.named_points:
        given_away |= {name for fact in chart.facts for name in (fact.category, fact.label)}
    for text in texts:
        for name in sorted(given_away):
            if name and name.lower() not in neutral and re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE):
                raise UserError(f"{place}: {name!r} is left in the anonymised text {text!r}")


def _check_forms(items: Sequence[Item]) -> None:
    """Raise UserError when the two forms of a unit differ in the number of options or in a key."""
    keys = ("visual_index", "factual_index", "omit_index")
    seen: dict[tuple[str, str], tuple[Any, ...]] = {}
    for item in items:
        key = tuple(item[name] for name in keys)
        if seen.setdefault((item["instrument"], item["unit_id"]), key) != key:
            raise UserError(f"item {item['item_id']}: its real and its anonymised form have different keys")
