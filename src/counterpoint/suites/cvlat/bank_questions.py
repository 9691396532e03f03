"""What the bank's questions ask, in words for each (chart type, ask), and what a table answers to them."""

from dataclasses import dataclass

from counterpoint.stimuli.charts.answers import Answer
from counterpoint.stimuli.charts.spec import Question
from counterpoint.stimuli.charts.variants import Variant
from counterpoint.stimuli.charts.wording import filled

RETRIEVE, EXTREMUM, RANGE = "Retrieve Value", "Find Extremum", "Determine Range"
TREND, COMPARE = "Find Correlations/Trends", "Make Comparisons"


@dataclass(frozen=True)
class Ask:
    """A kind of question: its task, and what its options are; `answers.ANSWERS` holds what a table answers.

    `options`: number, range, count, category (four and Omit), trend (three and Omit), or truth (True, False and
    Omit: the question is a statement whose sense can be turned round, and the answer says whether `more` or
    `positive` is true).
    """

    task: str
    detail: str
    options: str


ASKS: dict[str, Ask] = {
    "value": Ask(RETRIEVE, "absolute value", "number"),
    "highest": Ask(EXTREMUM, "maximum", "category"),
    "lowest": Ask(EXTREMUM, "minimum", "category"),
    "range": Ask(RANGE, "", "range"),
    "count_more": Ask(COMPARE, "count", "count"),
    "count_less": Ask(COMPARE, "count", "count"),
    "greater": Ask(COMPARE, "relative value", "truth"),
    "trend": Ask(TREND, "trend", "trend"),
    "difference": Ask(COMPARE, "derived value", "number"),
    "correlation": Ask(TREND, "correlation", "truth"),
}
"""Every kind of question by its `ask`."""

_VALUE = "What {verb} the {quantity_of}?"
_COUNT = "How many {items} {have} a {comparative} {quantity} than {of}?"
_EXTREMUM = "Which {item} {has} the {superlative} {quantity}?"
_PLACE = "{at} which {item} {verb} the {quantity} the {superlative}?"
_GREATER = "The {quantity_of} {verb} {comparative} than {that_of}."
_RANGE = "What {verb} the range of the {range_of}?"
TEMPLATES: dict[tuple[str, str], str] = {
    ("bar", "value"): _VALUE,
    ("bar", "highest"): _EXTREMUM,
    ("bar", "lowest"): _EXTREMUM,
    ("bar", "range"): _RANGE,
    ("bar", "count_more"): _COUNT,
    ("bar", "count_less"): _COUNT,
    ("bar", "greater"): _GREATER,
    ("line", "value"): _VALUE,
    ("line", "highest"): _PLACE,
    ("line", "lowest"): _PLACE,
    ("line", "range"): _RANGE,
    ("line", "greater"): _GREATER,
    ("line", "trend"): "From {start} to {end}, the {quantity} {verb} ____________.",
    ("line", "difference"): "About how large {verb} the difference between the {quantity_of} and {that_of}?",
    ("pie", "value"): "About what {verb} the {quantity_of}?",
    ("pie", "highest"): _EXTREMUM,
    ("pie", "lowest"): _EXTREMUM,
    ("pie", "count_more"): _COUNT,
    ("pie", "count_less"): _COUNT,
    ("pie", "greater"): _GREATER,
    ("scatter", "value"): _VALUE,
    ("scatter", "highest"): _EXTREMUM,
    ("scatter", "lowest"): _EXTREMUM,
    ("scatter", "range"): _RANGE,
    ("scatter", "count_more"): _COUNT,
    ("scatter", "count_less"): _COUNT,
    ("scatter", "greater"): _GREATER,
    ("scatter", "correlation"): "There {verb} a {sign} relationship between the {x_quantity} and the {quantity}.",
}
"""One template for each (chart type, ask); all variants, named or anonymised, fill the same one."""


OF_MARKS = {
    _COUNT: "How many {items} {are} {comparative} than {of}?",
    _EXTREMUM: "Which {item} {verb} the {superlative}?",
    _GREATER: "{of} {verb} {comparative} than {than}.",
}
"""What replaces a template where the wording compares the marks themselves."""


def question_text(question: Question, variant: Variant, upright: bool = True) -> str:
    """Return the question as asked of a variant; `upright` False turns a statement's sense round."""
    words = variant.wording
    names = {category: variant.names[category] for category in question.names()}
    first, second = question.of or question.start, question.than or question.end
    more = question.ask in ("highest", "count_more", "greater") and upright
    template = TEMPLATES[variant.chart.type, question.ask]
    ends = {"first": variant.table[0].category, "last": variant.table[-1].category}
    past = words.verb == "was"
    text = filled(
        OF_MARKS.get(template, template) if words.of_marks else template,
        {
            "verb": words.verb,
            "are": "were" if past else "are",
            "have": "had" if past else "have",
            "has": "had" if past else "has",
            "item": words.item,
            "items": words.items,
            "at": words.at,
            "quantity": words.quantity,
            "quantity_of": filled(words.quantity_of, {"category": names.get(first, "")}),
            "that_of": filled(words.that_of, {"category": names.get(second, "")}),
            "range_of": filled(words.range_of, {"quantity": words.quantity, "over": filled(words.over, ends)}),
            "of": names.get(question.of, ""),
            "than": names.get(question.than, ""),
            "start": names.get(question.start, ""),
            "end": names.get(question.end, ""),
            "x_quantity": words.x_quantity,
            "comparative": words.more if more else words.less,
            "superlative": words.most if more else words.least,
            "sign": "positive" if upright else "negative",
        },
    )
    return text[0].upper() + text[1:]


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
