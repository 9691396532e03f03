"""The audit of the bank: each key derived again, option by option, from what the picture and the facts show."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from counterpoint.errors import UserError
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.questions import Question
from counterpoint.stimuli.charts.specs.spec import ChartSpec
from counterpoint.suites.cvlat.bank_balance import balance_findings, memory_findings, strategy_findings
from counterpoint.suites.cvlat.bank_distances import compared, nearest_option
from counterpoint.suites.cvlat.bank_pictures import MARK_LEAST, check_picture, inside, text_findings
from counterpoint.suites.cvlat.bank_readings import Mark, Reading, Readings
from counterpoint.suites.cvlat.bank_rules import (
    CLASSES,
    COUNTS,
    NAMES,
    NUMBERS,
    Item,
    category_in,
    class_in,
    concordance,
    holds,
    kind_of,
    numbers_in,
    shown_marks,
    true_marks,
)

RELATED = 0.25
"""Least strength of a relationship that is asked for: Kendall's tau of x and value in the picture."""


def audit_chart(
    chart: ChartSpec, items: Sequence[Item], questions: Mapping[str, Question], read: Readings
) -> list[dict[str, Any]]:
    """Check a chart's pictures and items and return the findings as rows of table `audit`; none is the good case.

    `questions` says what each item asks, by item_id. Texts that overlap or are cut off are findings. Raises UserError,
    naming chart and item, for what cannot be asked: a mark not drawn where it is recorded, no unique right option,
    options repeated or out of order, visual = factual in a conflict item, marks or options too close to tell apart, an
    asked element that is not visible, a name left in an anonymised item.
    """
    findings = []
    for stimulus, reading in read.items():
        check_picture(stimulus, reading)
        findings += text_findings(stimulus, reading)
    for item in items:
        if item["cluster_id"] != chart.id:
            raise UserError(f"chart {chart.id}: item {item['item_id']} is about {item['cluster_id']}; correct its key")
        _check_item(questions[item["item_id"]], item, read[item["stimulus_id"]])
    _check_forms(items)
    return findings


def audit_instruments(items: Sequence[Item]) -> list[dict[str, Any]]:
    """Return what can be answered above chance without a picture over the instruments, as rows of table `audit`.

    That is by a constant slot or text, by a strategy, or, where charts are random, by a memory of the facts.
    """
    return balance_findings(items) + strategy_findings(items) + memory_findings(items)


def distances(chart: ChartSpec, question: Question, item: Item, reading: Reading) -> tuple[float | None, float | None]:
    """Return how far the right option is from the nearest other: in px along the axis, and in the unit asked.

    Where options are names or truths, that of the nearest two marks that the answer compares; None where there is no
    axis, or nothing is compared. A count has the px of these marks and the distance in counts.
    """
    marks, options = compared(question, reading), nearest_option(question, item, reading)
    px = next((apart.px for apart in (options, marks) if apart and apart.px is not None), None)
    gap = next((apart.gap for apart in (options, marks) if apart and apart.gap is not None), None)
    return tuple(None if number is None else float(f"{number:.9g}") for number in (px, gap))


def _check_item(question: Question, item: Item, reading: Reading) -> None:
    place = f"chart {reading.chart.id}: item {item['item_id']}"
    options = item["options"]
    if len(set(options)) < len(options):
        raise UserError(f"{place}: an option is repeated: {options}; change the question")
    if options[-1] != "Omit" or item["omit_index"] != len(options) - 1:
        raise UserError(f"{place}: Omit is not the last option: {options}")
    try:
        _check_asked(place, question, item, reading)
        _check_order(place, question, item, reading)
        _check_keys(place, question, item, reading)
        _check_resolvable(place, question, item, reading)
    except ValueError as error:
        raise UserError(f"{place}: {error}; correct the options") from error
    if item["form"] == "anonymised":
        _check_nameless(place, item, reading)


def _check_keys(place: str, question: Question, item: Item, reading: Reading) -> None:
    """Raise UserError when a key is not the one option that holds, or both keys stand to each other wrongly."""
    options = item["options"]
    for what, marks, key in (
        ("picture makes", shown_marks(reading), item["visual_index"]),
        ("facts make", true_marks(reading), item["factual_index"]),
    ):
        right = [n for n, option in enumerate(options[:-1]) if holds(option, question, reading, marks, item)]
        if right != ([] if key is None else [key]):
            raise UserError(f"{place}: the {what} options {right} right, the key is {key}: {options}")
    if item["instrument"] == "cvlat" and item["visual_index"] == item["factual_index"]:
        raise UserError(f"{place}: visual and factual answer are the same option; change the manipulation")
    if item["instrument"] == "vlat" and item["visual_index"] != item["factual_index"]:
        raise UserError(f"{place}: the aligned picture does not show the facts")


def _check_order(place: str, question: Question, item: Item, reading: Reading) -> None:
    """Raise UserError when numbers, ranges or classes do not ascend."""
    kind, options = kind_of(question, reading), item["options"][:-1]
    if kind in (NUMBERS, COUNTS):
        order = [numbers_in(option, question) for option in options]
    elif kind == CLASSES:
        order = [class_in(option, reading) for option in options]
    else:
        return
    if any(later <= earlier for earlier, later in pairwise(order)):
        raise UserError(f"{place}: the options do not ascend: {options}; sort them")


def _check_asked(place: str, question: Question, item: Item, reading: Reading) -> None:
    """Raise UserError when a mark, series or group that is asked about cannot be seen, or its name cannot be found."""
    names, texts = reading.names, [row for row in reading.texts if row["text"]]
    asked = [names[name] for name in question.names()]
    series = [names[name] for name in (question.series, question.to) if name is not None]
    for category in asked:
        for mark in (mark for mark in reading.marks.values() if mark.category == category):
            if mark.series in (series or [None]) and not _seen(mark):
                raise UserError(f"{place}: the mark of {_called(mark)} is too small to be seen; ask about another")
    if kind_of(question, reading) == NAMES:
        asked += [category_in(option, question, reading) for option in item["options"][:-1]]
    if reading.chart.named_points:
        for category in dict.fromkeys(asked):
            labels = {row["text"] for row in texts if row["category"] == category and row["role"] != "legend_entry"}
            others = {row["text"] for row in texts if row["category"] not in (category, None)}
            if not labels or labels <= others:
                raise UserError(f"{place}: the name of {category} is not, or not only once, in the picture; label it")
    shown = {row["text"] for row in texts}
    for what, name in [*(("series", name) for name in series), ("group", names.get(question.group))]:
        if name is not None and name not in shown:
            raise UserError(f"{place}: the {what} {name} is not named in the picture; name it there")


def _seen(mark: Mark) -> bool:
    row = mark.row
    return inside(row) and row["x1"] - row["x0"] >= MARK_LEAST and row["y1"] - row["y0"] >= MARK_LEAST


def _called(mark: Mark) -> str:
    return mark.category if mark.series is None else f"{mark.series} in {mark.category}"


def _check_resolvable(place: str, question: Question, item: Item, reading: Reading) -> None:
    """Raise UserError when marks that the answer compares, or options of a number, are too close to tell apart."""
    marks = compared(question, reading)
    if marks is not None and marks.enough < 1 - 1e-9:
        raise UserError(f"{place}: the marks that the answer compares differ by {marks.text}; ask about others")
    option = nearest_option(question, item, reading)
    if option is not None and option.enough < 1 - 1e-9:
        raise UserError(f"{place}: an option differs from the right one by {option.text}: {item['options']}")
    if question.ask == "correlation":
        strength = abs(concordance(shown_marks(reading)))
        if strength < RELATED:
            raise UserError(
                f"{place}: x and value are related too weakly to ask how (Kendall's tau {strength:.2f}, at least "
                f"{RELATED}); ask something else"
            )


def _check_nameless(place: str, item: Item, reading: Reading) -> None:
    """Raise UserError when a name, title or quantity of the chart is left in its anonymised item or picture."""
    chart = reading.chart
    texts = [item["question"], *item["options"], *(row["text"] or "" for row in reading.texts)]
    words = chart.wording
    given_away = {chart.title, chart.y_title, chart.legend_title}
    given_away |= {words.quantity, words.x_quantity, words.size_quantity}
    given_away |= {axis.title for axis in (chart.x_axis, chart.size) if axis is not None}
    for fact in chart.facts:
        given_away |= {fact.series or "", fact.group or ""}
        if chart.named_points:
            given_away |= {fact.category, fact.label}
    kind = KINDS[chart.type]
    neutral = {text.lower() for text in (*kind.anonymous_titles, *kind.anonymous.values(), "size")}
    # A single letter can be the chart's own name for a mark and the placeholder for it or another.
    telling = sorted(name for name in given_away if len(name) > 1 and name.lower() not in neutral)
    for text in texts:
        for name in telling:
            anyhow = re.IGNORECASE if len(name) > 3 else 0  # IN is Indiana, In is a word
            if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, anyhow):
                raise UserError(f"{place}: {name!r} is left in the anonymised text {text!r}")


def _check_forms(items: Sequence[Item]) -> None:
    """Raise UserError when the two forms of a unit differ in the number of options or in a key."""
    keys = ("visual_index", "factual_index", "omit_index")
    seen: dict[tuple[str, str], tuple[Any, ...]] = {}
    for item in items:
        key = tuple(item[name] for name in keys)
        if seen.setdefault((item["instrument"], item["unit_id"]), key) != key:
            raise UserError(f"item {item['item_id']}: its real and its anonymised form have different keys")
