"""The bank's questions in words, for each kind of question and chart type, and their answers as options."""

from dataclasses import dataclass

from counterpoint.stimuli.charts.contents.answers import Answer
from counterpoint.stimuli.charts.contents.classes import class_names
from counterpoint.stimuli.charts.contents.resolution import edges_of
from counterpoint.stimuli.charts.contents.variants import Variant
from counterpoint.stimuli.charts.specs.kinds import ORDERED
from counterpoint.stimuli.charts.specs.questions import Question
from counterpoint.stimuli.charts.specs.wording import filled

RETRIEVE, EXTREMUM, RANGE = "Retrieve Value", "Find Extremum", "Determine Range"
TREND, COMPARE, HIERARCHY = "Find Correlations/Trends", "Make Comparisons", "Identify the Hierarchical Structure"
ANOMALIES, CLUSTERS = "Find Anomalies", "Find Clusters"


@dataclass(frozen=True)
class Ask:
    """A kind of question: its task, and what its options are; `answers.ANSWERS` holds what a table answers.

    `options`: number, range, count, class, category (four and Omit), trend (three and Omit), or truth (True, False
    and Omit: the question is a statement whose sense can be turned round; the answer says whether it holds upright).
    """

    task: str
    detail: str
    options: str


ASKS: dict[str, Ask] = {
    "value": Ask(RETRIEVE, "absolute value", "number"),
    "share": Ask(RETRIEVE, "relative value", "number"),
    "highest": Ask(EXTREMUM, "maximum", "category"),
    "lowest": Ask(EXTREMUM, "minimum", "category"),
    "range": Ask(RANGE, "", "range"),
    "count_more": Ask(COMPARE, "count", "count"),
    "count_less": Ask(COMPARE, "count", "count"),
    "greater": Ask(COMPARE, "absolute value", "truth"),
    "ratio_greater": Ask(COMPARE, "relative value", "truth"),
    "trend": Ask(TREND, "trend", "trend"),
    "difference": Ask(COMPARE, "derived value", "number"),
    "correlation": Ask(TREND, "correlation", "truth"),
    "outlier": Ask(ANOMALIES, "", "category"),
    "cluster": Ask(CLUSTERS, "", "truth"),
    "nested": Ask(HIERARCHY, "", "truth"),
}
"""Every kind of question by its `ask`."""

_EXTREMUM = "Which {item} {has} the {superlative} {quantity}?"
_PLACE = "{at} which {item} {verb} the {quantity} the {superlative}?"
_AMONG = "Which of {among} {has} the {superlative} {quantity}?"
_AMONG_PLACES = "{at} which of {among} {verb} the {quantity} the {superlative}?"
_COUNT = "How many {items} {have} a {comparative} {quantity} than {of}?"
_GREATER = "The {quantity_of} {verb} {comparative} than {that_of}."
TEMPLATES: dict[str, str] = {
    "value": "What {verb} the {quantity_of}?",
    "share": "About what {verb} the {share_of}?",
    "highest": _EXTREMUM,
    "lowest": _EXTREMUM,
    "range": "What {verb} the range of the {range_of}?",
    "count_more": _COUNT,
    "count_less": _COUNT,
    "greater": _GREATER,
    "ratio_greater": "The {ratio_of} {verb} {comparative} than {that_of}.",
    "trend": "From {start} to {end}, the {quantity} {verb} ____________.",
    "difference": "About how large {verb} the difference between the {quantity_of} and {that_of}?",
    "correlation": "There {verb} a {sign} relationship between the {x_quantity} and the {quantity}.",
    "outlier": "Which {item} {verb} farthest from the general relationship between the {x_quantity} and the "
    "{quantity}?",
    "cluster": "{several} {items} {are} gathered around the point where the {x_quantity} {verb} {near_x} and the "
    "{quantity} {verb} {near_value}.",
    "nested": "{of} {verb} {not}part of {group}.",
}
"""One template for each kind of question; all types and variants, named or anonymised, fill the same one."""
SPECIAL: dict[tuple[str, str], str] = {
    ("pie", "value"): "About what {verb} the {quantity_of}?",
    ("choropleth", "value"): "In which range {verb} the {quantity_of}?",
    **{(type, ask): _PLACE for type in ORDERED for ask in ("highest", "lowest")},
}
"""Templates that a chart type words differently."""
OF_MARKS = {
    _COUNT: "How many {items} {are} {comparative} than {of}?",
    _EXTREMUM: "Which {item} {verb} the {superlative}?",
    _AMONG: "Which of {among} {verb} the {superlative}?",
    _GREATER: "{of} {verb} {comparative} than {than}.",
}
"""What replaces a template where the wording compares the marks themselves."""


def option_kind(chart_type: str, ask: str) -> str:
    """Return the kind of options of a question: that of its ask, but classes for values of a map."""
    return "class" if (chart_type, ask) == ("choropleth", "value") else ASKS[ask].options


def _template(question: Question, variant: Variant) -> str:
    template = SPECIAL.get((variant.chart.type, question.ask), TEMPLATES[question.ask])
    if question.among:
        template = {_EXTREMUM: _AMONG, _PLACE: _AMONG_PLACES}[template]
    return OF_MARKS.get(template, template) if variant.wording.of_marks else template


def question_text(question: Question, variant: Variant, upright: bool = True) -> str:
    """Return the question as asked of a variant; `upright` False turns a statement's sense round."""
    words, names = variant.wording, variant.names
    past = words.verb == "was"
    first, second = question.of or question.start, question.than or question.end
    more = question.ask in ("highest", "count_more", "greater", "ratio_greater") and upright
    plain = question.measure != "value" or question.ask == "ratio_greater"
    comparatives = ("larger", "smaller") if question.measure != "value" else ("higher", "lower")
    superlatives = ("largest", "smallest")
    series = {"series": names.get(question.series, ""), "to": names.get(question.to, "")}
    quantities = {
        "value": filled(words.quantity, series),
        "x": words.x_quantity,
        "size": words.size_quantity,
    }
    of_one = {"value": words.quantity_of, "x": words.x_quantity_of, "size": words.size_quantity_of}[question.measure]
    near_x, near_value = question.near or (0, 0)
    text = filled(
        _template(question, variant),
        {
            "verb": words.verb,
            "are": "were" if past else "are",
            "have": "had" if past else "have",
            "has": "had" if past else "has",
            "item": words.item,
            "items": words.items,
            "at": words.at,
            "quantity": quantities[question.measure],
            "x_quantity": words.x_quantity,
            "quantity_of": filled(of_one, {**series, **_mark(first, variant), **_quantities(variant)}),
            "that_of": filled(words.that_of, {**series, **_mark(second, variant)}),
            "share_of": filled(words.share_of, {**series, **_mark(first, variant)}),
            "ratio_of": filled(words.ratio_of, {**series, **_mark(first, variant)}),
            "range_of": filled(
                words.range_of,
                {**series, "quantity": quantities["value"], "over": filled(words.over, _ends(variant))},
            ),
            "of": names.get(question.of, ""),
            "than": names.get(question.than, ""),
            "start": names.get(question.start, ""),
            "end": names.get(question.end, ""),
            "group": names.get(question.group, ""),
            "among": _listed([_named(name, variant) for name in question.among]),
            "several": "Several" if upright else "Hardly any",
            "not": "" if upright else "not ",
            "near_x": _with_unit(f"{near_x:,.10g}", variant.x_unit),
            "near_value": _with_unit(f"{near_value:,.10g}", variant.unit),
            "comparative": comparatives[not more] if plain else words.more if more else words.less,
            "superlative": superlatives[not more] if plain else words.most if more else words.least,
            "sign": "positive" if upright else "negative",
        },
    )
    return text[0].upper() + text[1:]


def _mark(category: str | None, variant: Variant) -> dict[str, str]:
    """Return how a mark is named in a wording: its name, of a bin also both ends."""
    name = variant.names.get(category, "")
    low, _, high = name.partition(" - ") if variant.chart.bin_width else ("", "", "")
    return {"category": name, "low": low, "high": high}


def _quantities(variant: Variant) -> dict[str, str]:
    return {"x_quantity": variant.wording.x_quantity, "size_quantity": variant.wording.size_quantity}


def _ends(variant: Variant) -> dict[str, str]:
    return {"first": variant.table[0].category, "last": variant.table[-1].category}


def _listed(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


def _named(category: str, variant: Variant) -> str:
    """Return a mark's name as drawn; of marks without names their place on x, with its unit."""
    name = variant.names[category]
    return name if variant.chart.named_points else _with_unit(name, variant.x_unit)


def _with_unit(number: str, unit: str) -> str:
    return f"{number}{unit}" if unit in ("", "%") else f"{number} {unit}"


def answer_text(answer: Answer, question: Question, variant: Variant) -> str:
    """Return an answer as an option of a variant: names as drawn, numbers with their decimals and unit.

    The answer to a map's value is the number of a class.
    """
    chart, decimals = variant.chart, variant.chart.decimals
    match option_kind(chart.type, question.ask):
        case "category":
            return _named(answer, variant)
        case "class":
            return class_names(edges_of(chart, variant.table), decimals, variant.unit)[answer]
        case "number" if question.ask == "share":
            return f"{answer:.0f}%"
        case "number":
            return _with_unit(f"{answer:,.{decimals}f}", variant.unit)
        case "range":
            low, high = answer
            between = " to " if low < 0 else " - "
            return _with_unit(f"{low:,.{decimals}f}{between}{high:,.{decimals}f}", variant.unit)
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
