"""The bank's items: each chart's questions asked of its variants, with keys computed from the drawn tables."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from counterpoint.errors import UserError
from counterpoint.seeds import generator
from counterpoint.stimuli.charts.answers import ANSWERS, DIRECTIONS, Answer, number_distance, range_distance
from counterpoint.stimuli.charts.spec import ChartSpec, Question
from counterpoint.stimuli.charts.variants import Variant, turn, variants
from counterpoint.suites.cvlat.bank_audit import OPTION_DEGREES, OPTION_PX, audit_bank
from counterpoint.suites.cvlat.bank_options import (
    SPACINGS,
    Distance,
    Scale,
    balanced,
    layouts,
    name_layouts,
    number_pool,
    range_pool,
)
from counterpoint.suites.cvlat.bank_questions import (
    ASKS,
    TEMPLATES,
    answer_text,
    conflict_magnitude,
    question_text,
)
from counterpoint.suites.cvlat.bank_readings import Reading, readings
from counterpoint.suites.cvlat.names import SUITE, unit_id

INSTRUMENTS = {"vlat": "aligned", "revlat": "randomised", "cvlat": "counterfactual"}
"""The variant that each instrument shows; cvlat asks the same of the anonymised one."""
OMIT = "Omit"


@dataclass(frozen=True)
class Draft:
    """An item in the making: what is asked of which variant, and both answers; then its options.

    `options` are answers in the item's order without Omit; `upright` is the sense of a statement.
    """

    instrument: str
    chart: ChartSpec
    number: int
    question: Question
    variant: Variant
    scale: Scale
    visual: Answer
    factual: Answer
    options: tuple[Answer, ...] = ()
    upright: bool = True

    @property
    def name(self) -> str:
        """Its own name: instrument, chart and number of the question."""
        return f"{self.instrument}/{self.chart.id}/{self.number}"

    @property
    def kind(self) -> str:
        """Kind of its options."""
        return ASKS[self.question.ask].options


def bank_items(
    charts: Sequence[ChartSpec], seed: int, elements: pa.Table | Sequence[dict[str, Any]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the rows of tables `items` and `audit` for charts drawn with the same seed.

    `elements` are the rows of table `elements` that drawing gave: the pixel scale of the options and the
    audit's own readings come from there. Raises UserError naming chart and item when a question does not suit
    its chart, or has no unique and visible answer, or its options cannot be told apart.
    """
    rows = elements.to_pylist() if isinstance(elements, pa.Table) else list(elements)
    read = readings(rows, charts)
    drawn = {chart.id: variants(chart, seed) for chart in charts}
    drafts: list[Draft] = []
    for instrument in INSTRUMENTS:
        for chart in charts:
            mine = _drafts(instrument, chart, drawn[chart.id], read)
            drafts += _with_options(mine, seed, instrument, chart)
    items = []
    for draft in drafts:
        if draft.instrument != "cvlat":
            items.append(_item(draft, draft.variant, draft.name, "real"))
            continue
        anonymised = drawn[draft.chart.id]["anonymised"]
        items.append(_item(draft, draft.variant, f"{draft.name}/real", "real"))
        items.append(_item(draft, anonymised, f"{draft.name}/anonymised", "anonymised"))
    facts = {chart.id: {fact.category: fact.value for fact in chart.facts} for chart in charts}
    return items, audit_bank(charts, items, read, facts)


def _drafts(instrument: str, chart: ChartSpec, drawn: dict[str, Variant], read: dict[str, Reading]) -> list[Draft]:
    drafts = []
    variant = drawn[INSTRUMENTS[instrument]]
    for number, question in enumerate(chart.questions, 1):
        if (chart.type, question.ask) not in TEMPLATES:
            allowed = ", ".join(ask for type, ask in TEMPLATES if type == chart.type)
            raise UserError(
                f"chart {chart.id}: questions.{number - 1}: {question.ask!r} cannot be asked of a {chart.type} "
                f"chart; ask one of {allowed}"
            )
        answer = ANSWERS[question.ask]
        draft = Draft(
            instrument,
            chart,
            number,
            question,
            variant,
            _scale(chart, read[variant.stimulus_id]),
            answer(question, variant.table),
            answer(question, chart.facts),
        )
        _check(draft)
        drafts.append(draft)
    return drafts


def _scale(chart: ChartSpec, reading: Reading) -> Scale:
    """Return the value axis of a picture in its unit; of a pie, shares from 0 % to the largest."""
    if reading.axis is None:
        largest = max(mark.value for mark in reading.marks.values())
        return Scale(0, largest, 100 * OPTION_DEGREES / 360, chart.low, chart.high)
    return Scale(reading.axis.low, reading.axis.high, OPTION_PX * reading.per_px, chart.low, chart.high)


def _distance(kind: str) -> Distance:
    return range_distance if kind == "range" else number_distance


def _check(draft: Draft) -> None:
    """Raise UserError when the two answers of a conflict item are the same or look the same, or one is mixed."""
    place = f"chart {draft.chart.id}: item {draft.name} ({draft.question.ask})"
    if "mixed" in (draft.visual, draft.factual):
        raise UserError(f"{place}: the stretch neither rises nor falls throughout; ask about another stretch")
    if draft.instrument != "cvlat":
        return
    if draft.visual == draft.factual:
        raise UserError(f"{place}: visual and factual answer are both {_shown(draft.visual)}; {_cure(draft)}")
    if draft.kind in ("number", "range"):
        distance = _distance(draft.kind)(draft.visual, draft.factual)
        if distance < draft.scale.gap:
            raise UserError(
                f"{place}: visual {draft.visual} and factual {draft.factual} are {distance:g} apart, less than the "
                f"{draft.scale.gap:g} that can be told apart; declare a stronger manipulation"
            )


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


def _with_options(drafts: list[Draft], seed: int, instrument: str, chart: ChartSpec) -> list[Draft]:
    """Give the drafts of one chart their options: slots as even as they can be, statements true and false in turn.

    Everything follows from seed, instrument and chart, so that a chart's items do not depend on the others.
    """
    done = {draft.name: draft for draft in drafts}
    ways = {
        draft.name: _layouts(draft, seed) for draft in drafts if draft.kind in ("number", "range", "count", "category")
    }
    starts = [turn(chart, seed, "slots", instrument, answer) for answer in ("visual", "factual")]
    random = generator(seed, "slots", instrument, chart.id)
    slots = balanced([list(way) for way in ways.values()], starts, random)
    for name, chosen in zip(ways, slots, strict=True):
        done[name] = replace(done[name], options=tuple(ways[name][chosen]))
    # Every other statement is true: of the picture where it is random, else of the facts (and so, where both agree
    # or both conflict, of the picture too). A statement of vlat reads as in cvlat.
    random_picture = instrument == "revlat"
    first = turn(chart, seed, "truths", "picture" if random_picture else "facts")
    statements = [draft for draft in drafts if draft.kind == "truth"]
    for number, draft in enumerate(statements, first):
        answer = draft.visual if random_picture else draft.factual
        done[draft.name] = replace(draft, options=(True, False), upright=answer == (number % 2 == 0))
    for draft in drafts:
        if draft.kind == "trend":
            done[draft.name] = replace(draft, options=DIRECTIONS)
    return list(done.values())


def _layouts(draft: Draft, seed: int) -> dict[Any, list[Answer]]:
    """Return the possible option sets of a five-option item by the slots of its focal answers."""
    random = generator(seed, "options", draft.name)
    chart, scale, decimals = draft.chart, draft.scale, draft.chart.decimals
    visual, factual = _rounded(draft.visual, decimals), _rounded(draft.factual, decimals)
    distance = _distance(draft.kind)
    if draft.kind == "category":
        ways = name_layouts(visual, factual, [fact.category for fact in chart.facts], random)
    elif draft.kind == "count":
        ways = layouts(visual, factual, [(range(len(chart.facts)), 1)], distance, random)
    else:
        focal = list(dict.fromkeys([visual, factual]))
        pool = range_pool if draft.kind == "range" else number_pool
        if draft.question.ask == "difference":
            scale = Scale(0, scale.high - scale.low, scale.gap, 0, scale.most - scale.least)
        pools = [(pool(focal, scale, wide * scale.gap, decimals, random), wide * scale.gap) for wide in SPACINGS]
        ways = layouts(visual, factual, pools, distance, random)
    if not ways:
        raise UserError(
            f"chart {chart.id}: item {draft.name} ({draft.question.ask}): no three distractors can be told apart "
            "from the answers; ask something else"
        )
    return ways


def _rounded(answer: Answer, decimals: int) -> Answer:
    """Return an answer with the precision that options show."""
    if isinstance(answer, tuple):
        return tuple(round(end, decimals) for end in answer)
    return round(answer, decimals) if isinstance(answer, float) else answer


def _item(draft: Draft, variant: Variant, item_id: str, form: str) -> dict[str, Any]:
    """Return the draft as a row of table `items`, in the words of a variant."""
    ask = ASKS[draft.question.ask]
    decimals = draft.chart.decimals
    visual, factual = _rounded(draft.visual, decimals), _rounded(draft.factual, decimals)
    if ask.options == "truth":
        visual, factual = visual == draft.upright, factual == draft.upright
    options = list(draft.options)
    conflict = draft.instrument == "cvlat"
    return {
        "item_id": item_id,
        "unit_id": unit_id(draft.instrument, draft.chart.id, draft.number),
        "suite": SUITE,
        "instrument": draft.instrument,
        "form": form,
        "cluster_id": draft.chart.id,
        "chart_type": draft.chart.type,
        "task": ask.task,
        "task_detail": f"{ask.task} ({ask.detail})" if ask.detail else ask.task,
        "question": question_text(draft.question, variant, draft.upright),
        "options": [*(answer_text(option, ask.options, variant) for option in options), OMIT],
        "visual_index": options.index(visual),
        "factual_index": options.index(factual) if factual in options else None,
        "omit_index": len(options),
        "stimulus_id": variant.stimulus_id,
        "manipulation": "; ".join(step.text() for step in draft.chart.manipulations) if conflict else None,
        "conflict_magnitude": conflict_magnitude(draft.visual, draft.factual, ask.options) if conflict else None,
        "source": f"bank/{draft.chart.id}/questions.{draft.number - 1}",
    }
