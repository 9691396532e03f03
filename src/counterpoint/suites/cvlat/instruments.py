"""Which questions make up the instruments: the standard ones, all that the bank lists, or a sample of any size."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import zip_longest

from counterpoint.seeds import generator
from counterpoint.stimuli.charts.contents.answers import ANSWERS, STATEMENTS
from counterpoint.stimuli.charts.contents.blueprint import BLUEPRINT, Row, served
from counterpoint.stimuli.charts.contents.candidates import among, candidates
from counterpoint.stimuli.charts.contents.resolution import answers_apart, contradicts, suits
from counterpoint.stimuli.charts.contents.variants import Variant
from counterpoint.stimuli.charts.specs.facts import Table
from counterpoint.stimuli.charts.specs.questions import Question
from counterpoint.stimuli.charts.specs.spec import ChartSpec

INSTRUMENTS = {"vlat": "aligned", "revlat": "randomised", "cvlat": "counterfactual"}
"""The variant that each instrument shows; cvlat asks the same of the anonymised one."""
Drawn = Callable[[ChartSpec], Mapping[str, Variant]]
"""Gives the variants of a chart by name."""
Tables = Callable[[str], Mapping[str, Table]]
"""Gives the tables that the instruments draw of the chart with an id, by variant."""
Size = str | int
"""`standard`: 53 questions, 48 in conflict. `all`: every chart's own. A number: a sample with the blueprint's mix."""


@dataclass(frozen=True)
class Asked:
    """A question of the bank: its chart, its name among the chart's questions, whether it is asked in conflict."""

    chart: ChartSpec
    name: str
    question: Question
    conflict: bool


def instrument_questions(charts: Sequence[ChartSpec], drawn: Drawn, size: Size, seed: int) -> dict[str, list[Asked]]:
    """Return the questions of each instrument in the order of the charts' numbers; charts have their questions.

    The standard instruments have one question for each row of the blueprint, the charts of a type taking turns; rows
    of types that the bank lacks are missing. A sample shares its number over the rows in the blueprint's proportions;
    what a row cannot give goes to the others, so that it is smaller than asked only where the bank is exhausted.
    `drawn` is called for samples only, once for each chart.
    """
    charts = sorted(charts, key=lambda chart: (chart.number, chart.id))
    own = {chart.id: _own(chart) for chart in charts}
    by_id = {chart.id: chart for chart in charts}

    @cache  # every row of every instrument asks for them, and random tables take many tries
    def tables(chart: str) -> dict[str, Table]:
        return {name: variant.table for name, variant in drawn(by_id[chart]).items() if name != "anonymised"}

    found = {}
    for instrument in INSTRUMENTS:
        rows = [row for row in BLUEPRINT if row.conflict or instrument != "cvlat"]
        if size == "all":
            picked = [asked for questions in own.values() for _, asked in questions]
        elif size == "standard":
            picked = list(_standard(charts, own, rows))
        else:
            picked = _sample(charts, own, rows, tables, size, seed)
        order = {chart.id: place for place, chart in enumerate(charts)}
        picked = [asked for asked in picked if asked.conflict or instrument != "cvlat"]
        found[instrument] = sorted(picked, key=lambda asked: order[asked.chart.id])
    return found


def _own(chart: ChartSpec) -> list[tuple[Row | None, Asked]]:
    """Return a chart's own questions with the row of the blueprint that each serves, if any: each row once."""
    rows = served(chart.type, chart.questions)
    return [
        (row, Asked(chart, str(number), question, row is None or row.conflict))
        for number, (row, question) in enumerate(zip(rows, chart.questions, strict=True), 1)
    ]


def _standard(
    charts: Sequence[ChartSpec], own: Mapping[str, list[tuple[Row | None, Asked]]], rows: Sequence[Row]
) -> Iterator[Asked]:
    """Yield one question a row; the first row of a type begins with its first chart, and so on in turn."""
    for kind in dict.fromkeys(row.type for row in rows):
        mine = [chart for chart in charts if chart.type == kind]
        for turn, row in enumerate(row for row in rows if row.type == kind):
            serving = [asked for chart in mine for served_row, asked in own[chart.id] if served_row == row]
            if serving:
                yield serving[turn % len(serving)]


def _sample(
    charts: Sequence[ChartSpec],
    own: Mapping[str, list[tuple[Row | None, Asked]]],
    rows: Sequence[Row],
    tables: Tables,
    size: int,
    seed: int,
) -> list[Asked]:
    pools = [_pool(charts, own, row, tables, seed) for row in rows]
    taken: list[list[Asked]] = [[] for _ in rows]
    left, open_rows = size, list(range(len(rows)))
    while left and open_rows:
        # Whole rounds first, then what is left to rows in a seeded order: the proportions of the blueprint.
        if left < len(open_rows):
            turns = generator(seed, "sample", str(left)).permutation(open_rows)[:left]
        else:
            turns = open_rows
        for row in turns:
            asked = next(pools[row], None)
            if asked is not None:
                taken[row].append(asked)
                left -= 1
            else:
                open_rows = [other for other in open_rows if other != row]
    return [asked for row in taken for asked in row]


def _pool(
    charts: Sequence[ChartSpec],
    own: Mapping[str, list[tuple[Row | None, Asked]]],
    row: Row,
    tables: Tables,
    seed: int,
) -> Iterator[Asked]:
    """Yield every question that serves a row, the charts taking turns, each chart's own question first.

    Where answers are few, those that must be even over an instrument take turns too; what is left over is not asked.
    """
    mine = [chart for chart in charts if chart.type == row.type]
    streams = [_of_chart(chart, own[chart.id], row, tables, seed) for chart in mine]
    found = (pair for together in zip_longest(*streams) for pair in together if pair is not None)
    waiting: dict[object, list[Asked]] = {}
    last: object = None
    for asked, kind in found:
        if kind is None or kind != last:
            yield asked
            last = kind
        else:
            waiting.setdefault(kind, []).append(asked)
        while other := next((each for each, queue in waiting.items() if queue and each != last), None):
            yield waiting[other].pop(0)
            last = other


def _of_chart(
    chart: ChartSpec, own: list[tuple[Row | None, Asked]], row: Row, tables: Tables, seed: int
) -> Iterator[tuple[Asked, str | None]]:
    """Yield the questions of a chart that serve a row, each with what must be even over an instrument."""
    shown = tables(chart.id)
    for served_row, asked in own:
        if served_row == row:
            yield asked, _even(asked.question, chart, shown["randomised"])
    known = {asked.question for _, asked in own}
    random = generator(seed, "sample", chart.id, "/".join([*row.asks, row.measure]))
    for question in [*candidates(chart, row, random), *among(chart, row, random)]:
        if question not in known and _serves(chart, question, row, shown):
            known.add(question)
            yield (
                Asked(chart, question_name(question), question, row.conflict),
                _even(question, chart, shown["randomised"]),
            )


def _even(question: Question, chart: ChartSpec, random: Table) -> str | None:
    """Return what must be even over an instrument, so that no constant answer pays; None for numbers and names.

    Of statements it is whether the random picture agrees with the facts, of trends the way that the facts go.
    """
    factual = _answer(question, chart.facts)
    if question.ask in STATEMENTS:
        return "agrees" if _answer(question, random) == factual else "contradicts"
    return str(factual) if question.ask == "trend" else None


def _serves(chart: ChartSpec, question: Question, row: Row, tables: Mapping[str, Table]) -> bool:
    """Return whether a question is clear in every picture that it is asked of, and answered as the instruments need."""
    asked = [table for name, table in tables.items() if row.conflict or name != "counterfactual"]
    if not suits(chart, question, asked):
        return False
    if row.conflict and not contradicts(chart, question, tables["counterfactual"]):
        return False
    shown, factual = _answer(question, tables["randomised"]), _answer(question, chart.facts)
    return question.ask in STATEMENTS or answers_apart(chart, question, tables["randomised"], shown, factual) >= 1


def _answer(question: Question, table: Table) -> object:
    return ANSWERS[question.ask](question, table)


def question_name(question: Question) -> str:
    """Return the name of a sampled question: it follows from the question alone."""
    return f"{question.ask}-{sha256(question.model_dump_json().encode()).hexdigest()[:8]}"
