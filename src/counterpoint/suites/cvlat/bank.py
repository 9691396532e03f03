"""The bank's items: each chart's questions asked of its variants, with keys computed from the drawn tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from counterpoint.errors import UserError
from counterpoint.seeds import generator
from counterpoint.stimuli.charts.contents.levels import (
    ANONYMISED,
    level_questions,
    level_variant,
    level_variants,
    manipulation_text,
)
from counterpoint.stimuli.charts.contents.manipulations import conflicts
from counterpoint.stimuli.charts.contents.variants import Variant, variants
from counterpoint.stimuli.charts.specs.questions import Question
from counterpoint.stimuli.charts.specs.spec import ChartSpec
from counterpoint.stimuli.charts.specs.steps import NUMBERS
from counterpoint.suites.cvlat.bank_audit import audit_chart, audit_instruments, distances
from counterpoint.suites.cvlat.bank_choices import Evenness, with_options
from counterpoint.suites.cvlat.bank_drafts import Draft, Posed, draft_of
from counterpoint.suites.cvlat.bank_questions import ASKS, answer_text, conflict_magnitude, question_text
from counterpoint.suites.cvlat.bank_readings import Reading, Row, readings
from counterpoint.suites.cvlat.instruments import INSTRUMENTS, Asked, Size, instrument_questions, question_name
from counterpoint.suites.cvlat.names import SUITE, unit_id

OMIT = "Omit"


def bank_items(
    charts: Sequence[ChartSpec],
    seed: int,
    blocks: Iterable[Sequence[Row]],
    size: Size = "standard",
    levels: Sequence[str] = (),
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the rows of tables `items` and `audit` for charts drawn with the same seed.

    `charts` have their questions (see `bank.bank_charts`); `size` says which of them are asked (see `instruments`).
    With `levels`, the instrument in conflict asks values at these levels instead (see `levels`). `blocks` are the
    rows of table `elements` of each chart, in the order of the charts: the pixel scale of the options and the audit's
    own readings come from there. Raises UserError naming chart and item when a question has no unique and visible
    answer, or its options cannot be told apart.
    """
    asked: dict[str, dict[str, list[Asked]]] = {chart.id: {} for chart in charts}
    for instrument, picked in instrument_questions(charts, partial(variants, seed=seed), size, seed).items():
        for one in picked:
            asked[one.chart.id].setdefault(instrument, []).append(one)
    evenness = {instrument: Evenness() for instrument in INSTRUMENTS}
    items, audit = [], []
    for chart, rows in zip(charts, blocks, strict=True):
        read = readings(rows, chart)
        mine, questions = [], {}
        for instrument, posed in _posed(chart, asked[chart.id], seed, levels).items():
            drafts = [draft_of(instrument, one, read) for one in posed]
            for draft in with_options(drafts, seed, evenness[instrument]) if drafts else ():
                for item in _forms(draft, read):
                    mine.append(item)
                    questions[item["item_id"]] = draft.question
        audit += audit_chart(chart, mine, questions, read)
        items += mine
    if levels and not any(item["conflict_level"] for item in items):
        raise UserError(
            "suites.cvlat.conflict_levels: no chart of the bank has a value that can be asked at every level; "
            "name other levels, or charts with a value axis from zero and large values"
        )
    order = list(INSTRUMENTS)
    items.sort(key=lambda item: order.index(item["instrument"]))
    return items, audit + audit_instruments(items)


def _posed(
    chart: ChartSpec, asked: Mapping[str, Sequence[Asked]], seed: int, levels: Sequence[str]
) -> dict[str, list[Posed]]:
    """Return a chart's questions in each instrument with the pictures that they are put to."""
    drawn = variants(chart, seed)
    found = {}
    for instrument, variant in INSTRUMENTS.items():
        found[instrument] = [Posed(question, drawn[variant]) for question in asked.get(instrument, ())]
    conflict = {
        "nameless": drawn["anonymised"],
        "manipulation": "; ".join(step.text() for step in chart.manipulations),
    }
    found["cvlat"] = [
        replace(posed, **conflict, conflict="+".join(_conflicts(chart, posed.asked.question, seed)))
        for posed in found["cvlat"]
    ]
    return found | ({"cvlat": _posed_at_levels(chart, seed, levels)} if levels else {})


def _conflicts(chart: ChartSpec, question: Question, seed: int) -> list[str]:
    return conflicts(chart, question, generator(seed, "chart", chart.id, "manipulations"))


def _posed_at_levels(chart: ChartSpec, seed: int, levels: Sequence[str]) -> list[Posed]:
    """Return a chart's questions at every level; the same question at two levels is two units."""
    questions = level_questions(chart, seed, levels)
    pictures = level_variants(chart, seed, levels)
    return [
        Posed(
            Asked(chart, f"{question_name(question)}@{level}", question, True),
            pictures[level_variant(level)],
            pictures[level_variant(level) + ANONYMISED],
            manipulation_text(questions, level),
            NUMBERS,
            level,
        )
        for level in levels
        for question in questions
    ]


def _forms(draft: Draft, read: Mapping[str, Reading]) -> Iterator[dict[str, Any]]:
    """Yield a draft's items: one on its own picture, in conflict another on the picture without names."""
    for form, variant in (("real", draft.posed.variant), ("anonymised", draft.posed.nameless)):
        if variant is not None:
            item = _item(draft, variant, form)
            px, gap = distances(draft.chart, draft.question, item, read[variant.stimulus_id])
            yield item | {"option_px": px, "option_gap": gap}


def _item(draft: Draft, variant: Variant, form: str) -> dict[str, Any]:
    """Return the draft as a row of table `items`, in the words of a variant."""
    ask = ASKS[draft.question.ask]
    visual, factual = draft.visual, draft.factual
    if draft.kind == "truth":
        visual, factual = visual == draft.upright, factual == draft.upright
    options = list(draft.options)
    conflict = draft.instrument == "cvlat"
    return {
        "item_id": f"{draft.name}/{form}" if conflict else draft.name,
        "unit_id": unit_id(draft.instrument, draft.chart.id, draft.posed.asked.name),
        "suite": SUITE,
        "instrument": draft.instrument,
        "form": form,
        "cluster_id": draft.chart.id,
        "chart_type": draft.chart.type,
        "task": ask.task,
        "task_detail": f"{ask.task} ({ask.detail})" if ask.detail else ask.task,
        "question": question_text(draft.question, variant, draft.upright),
        "options": [*(answer_text(option, draft.question, variant) for option in options), OMIT],
        "visual_index": options.index(visual),
        "factual_index": options.index(factual) if factual in options else None,
        "omit_index": len(options),
        "stimulus_id": variant.stimulus_id,
        "manipulation": draft.posed.manipulation,
        "conflict": draft.posed.conflict,
        "conflict_level": draft.posed.level,
        "conflict_magnitude": conflict_magnitude(draft.shown, draft.true, ask.options) if conflict else None,
        "source": f"bank/{draft.chart.id}/{draft.posed.asked.name}",
    }
