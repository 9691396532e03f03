"""Whether each probe is what it claims to be, checked anew from the figure's data and elements, rule by rule.

The rules exclude the faults that the published items have: a question that holds its answer, a text that is both
recoverable and not, a wrong reference answer, an anchor that is further off than meant, an absent element that is
there, several questions in one.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from counterpoint.seeds import generator
from counterpoint.stimuli.scientific.spec import ScientificFigure
from counterpoint.suites.scifig.contents.values import Mark
from counterpoint.suites.scifig.names import SUITE
from counterpoint.suites.scifig.probes.items import Probes
from counterpoint.suites.scifig.probes.premise import Premise
from counterpoint.suites.scifig.probes.question import Question
from counterpoint.suites.scifig.probes.rederived import answer, answers_of_readings, table
from counterpoint.suites.scifig.probes.validity_captions import caption_rules
from counterpoint.suites.scifig.probes.validity_targets import target_rules

Check = tuple[str, bool, str]
"""A rule, whether it holds, and the values that were compared."""
_READING = 0.009
"""Share of the axis by which every value may be misread without a change of the answer."""
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")
_COMPUTED = ("difference", "sum", "ratio", "total_difference")
"""Operations on two marks."""
_ALL_SERIES = ("series", "trend", "total", "total_above", "total_difference")
"""Operations on all series of a panel, which need not be named."""
_TOLD = {
    "p_value": r"\bp\s*[<=>]|p-value|\*",
    "sample_size": r"\bn\s*=|sample size|replicates",
    "instrument": r"measured (?:with|by)|instrument",
    "cause": r"because|due to|caused",
}
"""How a figure would tell what is asked for in vain."""


def check(found: Probes, seed: int) -> list[dict[str, Any]]:
    """Return every rule held against every probe of a figure, as rows of `scifig_validity`."""
    figure = found.figure
    checks: list[tuple[str, Iterable[Check]]] = []
    for question in found.questions:
        rng = generator(seed, SUITE, "readings", figure.figure_id, question.kind)
        checks.append((f"reason/{question.kind}", _question_rules(figure, question, rng)))
    for premise in found.premises:
        checks.append((premise.kind, _premise_rules(figure, premise, found.elements)))
    if found.caption is not None:
        checks.append(("caption", caption_rules(figure, found.caption)))
    for target in found.targets:
        checks.append((target.dimension, target_rules(figure, target, found.targets, found.elements)))
    return [
        {
            "figure_id": figure.figure_id,
            "chart_type": figure.chart_type,
            "probe": f"{figure.figure_id}/{probe}",
            "rule": rule,
            "passed": bool(passed),
            "detail": detail,
        }
        for probe, rules in checks
        for rule, passed, detail in rules
    ]


def valid(found: Probes, rows: Iterable[Mapping[str, Any]]) -> Probes:
    """Return the probes of a figure without those that fail a rule; a control stays only beside a target."""
    own = f"{found.figure.figure_id}/"
    failed = {row["probe"].removeprefix(own) for row in rows if not row["passed"]}
    targets = tuple(target for target in found.targets if target.dimension not in failed)
    return replace(
        found,
        questions=tuple(q for q in found.questions if f"reason/{q.kind}" not in failed),
        premises=tuple(p for p in found.premises if p.kind not in failed),
        caption=None if "caption" in failed else found.caption,
        targets=targets if any(target.dimension != "sham" for target in targets) else (),
    )


def _question_rules(figure: ScientificFigure, question: Question, rng: np.random.Generator) -> Iterator[Check]:
    again = answer(figure, question, table(figure))
    if isinstance(question.key, str):
        yield "key_rederived", again == question.key, f"{question.key!r}, again {again!r}"
        one_of = [*question.others, question.key]
        yield "names_differ", len({name.casefold() for name in one_of}) == len(one_of), ", ".join(one_of)
        said = re.search(rf"(?<!\w){re.escape(question.key)}(?!\w)", question.question, re.IGNORECASE) is not None
    else:
        yield "key_rederived", abs(again - question.key) <= 1e-6, f"{question.key:.6g}, again {again:.6g}"
        said = any(abs(number - question.key) <= question.tolerance for number in _numbers(question.question))
    yield "answer_not_in_question", not said, question.question
    if question.operation.name in _COMPUTED:
        wide = f"{question.tolerance:.4g} of {question.key:.6g}"
        yield "tolerance_below_half_the_answer", question.tolerance < abs(question.key) / 2, wide
        off = 0.0005 if figure.chart_type == "pie" else _READING / 4 if figure.value_labels else _READING
        read = answers_of_readings(figure, question, off, rng)
        farthest = max(abs(number - question.key) for number in read)
        yield "tolerance_covers_readings", farthest <= question.tolerance, f"{farthest:.4g} by {question.tolerance:.4g}"
    else:
        off = 0.002 if figure.chart_type == "pie" else _READING
        read = answers_of_readings(figure, question, off, rng)
        yield "answer_unique_by_margin", read == {question.key}, f"read as {sorted(map(str, read))}"
    yield "operands_named", *_operands_named(figure, question)
    yield "one_question", question.question.count("?") == 1, question.question


def _operands_named(figure: ScientificFigure, question: Question) -> tuple[bool, str]:
    """Return whether a question names what it is computed from, as far as the figure has more than one of it."""
    wanted: set[str] = set()
    two = question.operation.name in _COMPUTED
    for mark in question.operation.marks:
        if len(figure.panels) > 1:
            wanted.add(f"panel ({'abcdefgh'[mark.panel]})")
        if len(figure.series) > 1 and question.operation.name not in _ALL_SERIES:
            wanted.add(figure.series[mark.series])
        if two or question.operation.name == "series":
            wanted.add(figure.categories[mark.category])
    missing = sorted(name for name in wanted if name not in question.question)
    return not missing, f"not named: {missing}" if missing else f"named: {sorted(wanted)}"


def _premise_rules(
    figure: ScientificFigure, premise: Premise, elements: Sequence[Mapping[str, Any]]
) -> Iterator[Check]:
    false, true = premise.false, premise.true
    shared = _shared_words(false.question, true.question)
    yield "twin_has_the_wording", shared >= 0.4 and false.question != true.question, f"{shared:.2f} of the words"
    both = f"{false.question} / {true.question}"
    yield "one_question", all(side.question.count("?") == 1 for side in (false, true)), both
    texts = [row["text"] for row in elements if row["text"]]
    if premise.kind == "inexist":
        yield "element_absent", *_absent(figure, premise, elements)
        yield "twin_is_there", *_twin_there(figure, premise, texts)
    elif premise.kind == "contra":
        yield from _anchor_rules(figure, premise, texts)
    else:
        yield "not_told", *_not_told(figure, premise, texts)
        yield "twin_is_told", *_twin_told(figure, premise, texts)
    for side in (true, *([false] if premise.kind == "contra" else [])):
        if premise.about in ("value", "name", "sample_size", "outside", "p_value", "cause"):
            yield "marks_named", *_marks_named(figure, premise, side.question)
    if premise.about in ("p_value", "cause"):
        high, low = (_value_at(figure, mark) for mark in premise.marks)
        yield "order_holds", high > low, f"{high:.6g} and {low:.6g}"


def _marks_named(figure: ScientificFigure, premise: Premise, question: str) -> tuple[bool, str]:
    wanted = {figure.categories[mark.category] for mark in premise.marks}
    if len(figure.series) > 1:
        wanted |= {figure.series[mark.series] for mark in premise.marks}
    if len(figure.panels) > 1:
        wanted |= {f"panel ({'abcdefgh'[mark.panel]})" for mark in premise.marks}
    missing = sorted(name for name in wanted if name not in question)
    return not missing, f"not named: {missing}" if missing else f"named: {sorted(wanted)}"


def _absent(figure: ScientificFigure, premise: Premise, elements: Sequence[Mapping[str, Any]]) -> tuple[bool, str]:
    """Return whether what is asked about is neither in a figure's specification nor among its elements."""
    roles = {row["role"] for row in elements}
    texts = " | ".join(row["text"] for row in elements if row["text"]).casefold()
    titles = [row for row in elements if row["role"] == "axis_title" and row["series"] == "y"]
    panels = {row["group"] for row in elements if row["role"] == "mark"}
    name = premise.false.names[0]
    found = {
        "name": name.casefold() in texts,
        "exploded_slice": figure.exploded is not None,
        "second_axis": len(titles) > max(1, len(figure.panels)),
        "colour_bar": "colour_bar" in roles,
        "reference_line": figure.reference is not None or "reference" in roles,
        "error_bars": any(panel.errors is not None for panel in figure.panels),
        "legend": figure.has_legend or "legend_entry" in roles,
        "panel": f"{name.removeprefix('panel ')} " in texts or len(panels) > len(figure.panels),
        "footnote": "footnote" in roles,
    }[premise.about]
    return not found, f"{premise.about}: {name}; roles {', '.join(sorted(roles))}"


def _twin_there(figure: ScientificFigure, premise: Premise, texts: Sequence[str]) -> tuple[bool, str]:
    """Return whether the answer to the true twin is in the figure: a label among the texts, a number in the data."""
    true = premise.true
    labels = true.names if premise.about == "name" else true.names[1:]
    missing = [label for label in labels if not any(label in text for text in texts)]
    there = [_value_at(figure, mark) for mark in premise.marks] or [figure.ticks[-1] if figure.ticks else None]
    off = [number for number in true.numbers if number not in there]
    return bool(labels or true.numbers) and not missing and not off, f"{[*labels, *true.numbers]} in texts and {there}"


def _twin_told(figure: ScientificFigure, premise: Premise, texts: Sequence[str]) -> tuple[bool, str]:
    """Return whether the figure tells what the true twin of an unanswerable question asks for."""
    if premise.about == "instrument":
        unit = premise.true.names[-1]
        return any(f"({unit})" in text for text in texts), unit
    values = [_value_at(figure, mark) for mark in premise.marks]
    told = values[0] - values[1] if premise.about in ("p_value", "cause") else values[0]
    return bool(
        np.isclose(premise.true.numbers[0], told, rtol=1e-6, atol=1e-6)
    ), f"{premise.true.numbers[0]:.6g}, {told:.6g}"


def _value_at(figure: ScientificFigure, mark: Mark) -> float:
    return float(table(figure)[mark.panel, mark.series, mark.category])


def _anchor_rules(figure: ScientificFigure, premise: Premise, texts: Sequence[str]) -> Iterator[Check]:
    if premise.about == "count":
        true = float(len(set(figure.categories)))
        displayed: list[float] = []
        apart = 1.0
    else:
        mark = premise.marks[0]
        values = table(figure)
        true = _value_at(figure, mark)
        displayed = [*values.ravel().tolist(), *(number for text in texts for number in _numbers(text))]
        apart = _axis_share(figure, true, premise.false.anchor)
    anchor, twin = premise.false.anchor, premise.true.anchor
    off = abs(anchor - true) / abs(true)
    yield "anchor_off_by_20_to_30_percent", 0.2 - 1e-9 <= off <= 0.3 + 1e-9, f"{anchor:.6g} for {true:.6g}: {off:.3f}"
    taken = [number for number in displayed if abs(number - anchor) <= 1e-9]
    yield "anchor_not_displayed", not taken, f"{anchor:.6g} among {len(displayed)} numbers"
    least = 0.02 if figure.chart_type != "pie" and not figure.value_labels else 0.0
    yield "anchor_seen_to_be_false", apart > least, f"{apart:.3f} of the axis"
    yield "twin_true", abs(twin - true) <= 0.005 * abs(true), f"{twin:.6g} for {true:.6g}"
    for side in (premise.false, premise.true):
        asked = any(abs(number - side.anchor) <= 1e-9 for number in _numbers(side.question))
        yield "anchor_in_question", asked, side.question


def _axis_share(figure: ScientificFigure, first: float, second: float) -> float:
    if figure.chart_type == "pie":
        return abs(first - second) / 100
    low, high = figure.ticks[0], figure.ticks[-1]
    if figure.y.log:
        return abs(np.log(first / second) / np.log(high / low))
    return abs(first - second) / (high - low)


def _not_told(figure: ScientificFigure, premise: Premise, texts: Sequence[str]) -> tuple[bool, str]:
    """Return whether a figure does not tell what is asked."""
    if premise.about == "outside":
        asked = [number for number in _numbers(premise.false.question) if number > max(figure.x_values)]
        beyond = [number for number in asked if not any(number in _numbers(text) for text in texts)]
        return bool(beyond), f"{asked} beyond {max(figure.x_values):g}"
    told = [text for text in texts if re.search(_TOLD[premise.about], text, re.IGNORECASE)]
    return not told, f"told by {told}" if told else f"in none of {len(texts)} texts"


def _shared_words(first: str, second: str) -> float:
    """Return the share of the words of the longer question that both begin or end with."""
    a, b = first.split(), second.split()
    begin = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    end = next((i for i, (x, y) in enumerate(zip(a[::-1], b[::-1], strict=False)) if x != y), min(len(a), len(b)))
    return min(1.0, (begin + end) / max(len(a), len(b)))


def _numbers(text: str) -> list[float]:
    return [float(found) for found in _NUMBER.findall(re.sub(r"(?<=\d),(?=\d{3})", "", text))]
