"""What the bank's questions ask, in words for each (chart type, ask), and what a table answers to them."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from counterpoint.stimuli.charts.spec import Question, Table
from counterpoint.stimuli.charts.variants import Variant

Answer = float | int | str | bool | tuple[float, float]

RETRIEVE, EXTREMUM, RANGE = "Retrieve Value", "Find Extremum", "Determine Range"
TREND, COMPARE = "Find Correlations/Trends", "Make Comparisons"


def _value(table: Table, category: str | None) -> float:
    return next(fact.value for fact in table if fact.category == category)


def _trend(table: Table, start: str | None, end: str | None) -> str:
    """Return rising or falling where every step goes that way, staying where no value changes, else mixed."""
    names = [fact.category for fact in table]
    stretch = [fact.value for fact in table[names.index(start) : names.index(end) + 1]]
    steps = [later - earlier for earlier, later in pairwise(stretch)]
    if all(step > 0 for step in steps):
        return "rising"
    if all(step < 0 for step in steps):
        return "falling"
    return "staying" if all(step == 0 for step in steps) else "mixed"


def _positive(table: Table) -> bool:
    """Return whether Spearman's rank correlation of x and value is positive (rows are in the order of x)."""
    ranks = np.argsort(np.argsort([fact.value for fact in table]))
    return bool(np.corrcoef(np.arange(len(table)), ranks)[0, 1] > 0)


@dataclass(frozen=True)
class Ask:
    """A kind of question: its task, what its options are, and the answer that a table gives.

    `options`: number, range, count, category (four and Omit), trend (three and Omit), or truth (True, False and
    Omit: the question is a statement whose sense can be turned round, and the answer says whether `more` or
    `positive` is true).
    """

    task: str
    detail: str
    options: str
    answer: Callable[[Question, Table], Answer]


ASKS: dict[str, Ask] = {
    "value": Ask(RETRIEVE, "absolute value", "number", lambda q, t: _value(t, q.of)),
    "highest": Ask(EXTREMUM, "maximum", "category", lambda q, t: max(t, key=lambda fact: fact.value).category),
    "lowest": Ask(EXTREMUM, "minimum", "category", lambda q, t: min(t, key=lambda fact: fact.value).category),
    "range": Ask(RANGE, "", "range", lambda q, t: (min(f.value for f in t), max(f.value for f in t))),
    "count_more": Ask(COMPARE, "count", "count", lambda q, t: sum(f.value > _value(t, q.of) for f in t)),
    "count_less": Ask(COMPARE, "count", "count", lambda q, t: sum(f.value < _value(t, q.of) for f in t)),
    "greater": Ask(COMPARE, "relative value", "truth", lambda q, t: _value(t, q.of) > _value(t, q.than)),
    "trend": Ask(TREND, "trend", "trend", lambda q, t: _trend(t, q.start, q.end)),
    "difference": Ask(COMPARE, "derived value", "number", lambda q, t: abs(_value(t, q.start) - _value(t, q.end))),
    "correlation": Ask(TREND, "correlation", "truth", lambda q, t: _positive(t)),
}
"""Every kind of question by its `ask`."""

_COUNT = "How many {items} have a {comparative} {quantity} than {of}?"
_EXTREMUM = "Which {item} has the {superlative} {quantity}?"
_GREATER = "The {quantity_of} is {comparative} than {that_of}."
_RANGE = "What {verb} the range of the {quantity} {over}?"
TEMPLATES: dict[tuple[str, str], str] = {
    ("bar", "value"): "What {verb} the {quantity_of}?",
    ("bar", "highest"): _EXTREMUM,
    ("bar", "lowest"): _EXTREMUM,
    ("bar", "range"): _RANGE,
    ("bar", "count_more"): _COUNT,
    ("bar", "count_less"): _COUNT,
    ("bar", "greater"): _GREATER,
    ("line", "value"): "What {verb} the {quantity_of}?",
    ("line", "highest"): "{at} which {item} {verb} the {quantity} the {superlative}?",
    ("line", "lowest"): "{at} which {item} {verb} the {quantity} the {superlative}?",
    ("line", "range"): _RANGE,
    ("line", "greater"): _GREATER,
    ("line", "trend"): "From {start} to {end}, the {quantity} was ____________.",
    ("line", "difference"): "About how large {verb} the difference between the {quantity_of} and {that_of}?",
    ("pie", "value"): "About what {verb} the {quantity_of}?",
    ("pie", "highest"): _EXTREMUM,
    ("pie", "lowest"): _EXTREMUM,
    ("pie", "count_more"): _COUNT,
    ("pie", "count_less"): _COUNT,
    ("pie", "greater"): _GREATER,
    ("scatter", "value"): "What {verb} the {quantity_of}?",
    ("scatter", "highest"): _EXTREMUM,
    ("scatter", "lowest"): _EXTREMUM,
    ("scatter", "range"): _RANGE,
    ("scatter", "count_more"): _COUNT,
    ("scatter", "count_less"): _COUNT,
    ("scatter", "greater"): _GREATER,
    ("scatter", "correlation"): "There is a {sign} relationship between {x_quantity} and {quantity}.",
}
"""One template for each (chart type, ask); all variants, named or anonymised, fill the same one."""


def question_text(question: Question, variant: Variant, upright: bool = True) -> str:
    """Return the question as asked of a variant; `upright` False turns a statement's sense round."""
    words = variant.wording
    names = {category: variant.names[category] for category in question.names()}
    first, second = question.of or question.start, question.than or question.end
    more = question.ask in ("highest", "count_more", "greater") and upright
    text = TEMPLATES[variant.chart.type, question.ask].format(
        verb=words.verb,
        item=words.item,
        items=words.items,
        at=words.at,
        quantity=words.quantity,
        quantity_of=words.quantity_of.format(category=names.get(first, "")),
        that_of=words.that_of.format(category=names.get(second, "")),
        over=words.over.format(first=variant.table[0].category, last=variant.table[-1].category),
        of=names.get(question.of, ""),
        start=names.get(question.start, ""),
        end=names.get(question.end, ""),
        x_quantity=words.x_quantity,
        comparative=words.more if more else words.less,
        superlative=words.most if more else words.least,
        sign="positive" if upright else "negative",
    )
    return text


def answer_text(answer: Answer, options: str, variant: Variant) -> str:
    """Return an answer as an option of a variant: names as drawn, numbers with its decimals and unit."""
    decimals = variant.chart.decimals
    unit = variant.unit if variant.unit in ("", "%") else f" {variant.unit}"
    if options == "category":
        x_unit = f" {variant.x_unit}" if variant.x_unit else ""
        return variant.names[answer] + x_unit
    if options == "number":
        return f"{answer:,.{decimals}f}{unit}"
    if options == "range":
        low, high = answer
        return f"{low:,.{decimals}f} - {high:,.{decimals}f}{unit}"
    return str(answer)


def conflict_magnitude(visual: Answer, factual: Answer, options: str) -> float | None:
    """Return |shown - factual| / |factual| of what is asked; of a range, summed over its two ends.

    None where the answer is no number (a category, a direction, a truth) or the factual one is zero.
    """
    if options in ("category", "trend", "truth"):
        return None
    shown = visual if options == "range" else (visual,)
    true = factual if options == "range" else (factual,)
    size = sum(abs(number) for number in true)
    return sum(abs(s - t) for s, t in zip(shown, true, strict=True)) / size if size else None
