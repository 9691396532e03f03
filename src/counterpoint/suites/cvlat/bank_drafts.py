"""Items in the making: a question put to a picture, with both answers, before it has options."""

from collections.abc import Mapping
from dataclasses import dataclass

from counterpoint.stimuli.charts.contents.answers import ANSWERS, MIXED, Answer, numbers
from counterpoint.stimuli.charts.contents.classes import class_of
from counterpoint.stimuli.charts.contents.resolution import (
    OPTION_DEGREES,
    OPTION_PX,
    OPTION_SHARE,
    answers_apart,
    edges_of,
)
from counterpoint.stimuli.charts.contents.variants import Variant
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.mistakes import ChartError
from counterpoint.stimuli.charts.specs.questions import Question
from counterpoint.stimuli.charts.specs.spec import ChartSpec
from counterpoint.suites.cvlat.bank_options import Scale
from counterpoint.suites.cvlat.bank_questions import option_kind
from counterpoint.suites.cvlat.bank_readings import Reading
from counterpoint.suites.cvlat.instruments import Asked


@dataclass(frozen=True)
class Posed:
    """A question put to a picture: the picture, in conflict the one without names, what was done to the facts.

    `conflict` says what contradicts the facts, `level` how strongly where the design sets it.
    """

    asked: Asked
    variant: Variant
    nameless: Variant | None = None
    manipulation: str | None = None
    conflict: str | None = None
    level: str | None = None


@dataclass(frozen=True)
class Draft:
    """An item in the making: what is asked of which picture, and both answers; then its options.

    `shown` and `true` are the answers of the picture and of the facts, `visual` and `factual` the same as options
    give them. `options` are answers in the item's order without Omit; `upright` is the sense of a statement.
    """

    instrument: str
    posed: Posed
    scale: Scale
    shown: Answer
    true: Answer
    visual: Answer
    factual: Answer
    options: tuple[Answer, ...] = ()
    upright: bool = True

    @property
    def chart(self) -> ChartSpec:
        """The chart asked about."""
        return self.posed.asked.chart

    @property
    def question(self) -> Question:
        """What is asked."""
        return self.posed.asked.question

    @property
    def name(self) -> str:
        """Its own name: instrument, chart and question."""
        return f"{self.instrument}/{self.chart.id}/{self.posed.asked.name}"

    @property
    def kind(self) -> str:
        """Kind of its options."""
        return option_kind(self.chart.type, self.question.ask)

    def error(self, problem: str) -> ChartError:
        """Return the error that the item cannot be asked, at the key of its question."""
        key = ("questions", self.chart.questions.index(self.question)) if self.question in self.chart.questions else ()
        return ChartError(self.chart.id, key, f"item {self.name} ({self.question.ask}): {problem}")


def draft_of(instrument: str, posed: Posed, read: Mapping[str, Reading]) -> Draft:
    """Return a question put to its picture as a draft without options.

    Raises UserError, naming chart and item, when an answer is not clear or a conflict item has none to speak of.
    """
    chart, question, variant = posed.asked.chart, posed.asked.question, posed.variant
    shown, true = (ANSWERS[question.ask](question, table) for table in (variant.table, chart.facts))
    visual, factual = (_as_option(answer, question, variant) for answer in (shown, true))
    scale = _scale(question, variant, read[variant.stimulus_id])
    draft = Draft(instrument, posed, scale, shown, true, visual, factual)
    if MIXED in (shown, true):
        raise draft.error("the picture or the facts give no clear answer; ask something else")
    if instrument == "cvlat" and visual == factual:
        raise draft.error(f"visual and factual answer are both {_shown(visual)}; {_cure(draft)}")
    if instrument == "cvlat" and answers_apart(chart, question, variant.table, shown, true) < 1:
        raise draft.error(
            f"visual {_shown(visual)} and factual {_shown(factual)} are too near to be told apart; declare a "
            "stronger manipulation"
        )
    return draft


def _as_option(answer: Answer, question: Question, variant: Variant) -> Answer:
    """Return an answer with the precision that options show; a map's value as the number of its class."""
    chart = variant.chart
    if option_kind(chart.type, question.ask) == "class":
        return class_of(answer, edges_of(chart, variant.table))
    decimals = 0 if question.ask == "share" else chart.decimals
    if isinstance(answer, tuple):
        return tuple(round(end, decimals) for end in answer)
    return round(answer, decimals) if isinstance(answer, float) else answer


def _scale(question: Question, variant: Variant, reading: Reading) -> Scale:
    """Return over which numbers the options of a question may lie, and how far apart they must be."""
    chart, kind = variant.chart, KINDS[variant.chart.type]
    if question.ask == "share":
        return Scale(0, 100, OPTION_SHARE, 0, 100)
    if kind.reads == "angle":
        return Scale(0, max(fact.value for fact in variant.table), 100 * OPTION_DEGREES / 360, chart.low, chart.high)
    if reading.axis is None:
        return Scale(0, 0, 0)
    gap = OPTION_PX * reading.per_px
    if question.ask == "difference":
        return Scale(0, reading.axis.high - reading.axis.low, gap, 0, chart.high - chart.low)
    # Of a stacked chart the axis shows the totals: a part is not offered as large as these.
    high = max(numbers(question, variant.table).values()) + 2 * gap if kind.stacked else reading.axis.high
    return Scale(reading.axis.low, high, gap, chart.low, chart.high)


def _shown(answer: Answer) -> str:
    """Return an answer as text for a message."""
    return " to ".join(f"{end:.10g}" for end in answer) if isinstance(answer, tuple) else f"{answer}"


def _cure(draft: Draft) -> str:
    """Say what would make the two answers of a conflict item differ."""
    question, steps = draft.question, draft.chart.manipulations
    kinds = {step.kind for step in steps}
    if question.ask == "range" and not kinds & {"scale", "shift"}:
        return f"{', '.join(sorted(kinds))} keep{'s' if len(kinds) == 1 else ''} the range: add scale or shift"
    if kinds <= {"scale", "shift"} and all(not step.of for step in steps):
        return f"{', '.join(sorted(kinds))} of all values keeps their order: add reverse_ranking, swap or cycle"
    if question.names():
        return f"add a manipulation that changes {' or '.join(question.names())}, such as swap or cycle"
    return "add a manipulation that changes this answer, such as reverse_ranking, or ask something else"
