"""Random values for the randomised variant: of the facts' range, without relation to them, and readable."""

from collections.abc import Iterator, Sequence

from counterpoint.errors import UserError
from counterpoint.seeds import generator
from counterpoint.stimuli.charts.answers import ANSWERS, number_distance, range_distance, rank_correlation
from counterpoint.stimuli.charts.kinds import KINDS, Draw
from counterpoint.stimuli.charts.spec import ChartSpec, Question, Table

TRIES = 4000
RELATION = 0.3
"""Largest |Spearman| between facts and random values; of three rows the least possible, 0.5."""
VISIBLE = (0.6, 0.9)
"""Least and largest |Spearman| of x and random values where their correlation is asked."""
OPTION_SHARE, MARK_SHARE = 24 / 447, 12 / 447
"""Least distance of two answers, and of two marks compared, as shares of the value axis: 24 and 12 of its 447 px."""
OPTION_PART, MARK_PART = 18 / 360, 12 / 360
"""The same of a whole: 18 and 12 degrees of a circle."""
AXIS_FROM_ZERO, AXIS_FREE = 1.3, 1.55
"""How much longer than its values an axis can be at most, since it ends at round numbers, at one end or at both."""


def randomised(chart: ChartSpec, seed: int, turn: int) -> Table:
    """Return the chart's table with random values, the first of seeded tries that keeps every promise.

    Values lie within the range of the facts. |Spearman| of both is at most `RELATION`; where a correlation is
    asked, which ties the values to x and so to the facts, |Spearman| of x and value lies in `VISIBLE` instead.
    Every answer differs from the factual one, numbers by what can be told apart, and a trend is the opposite one;
    answers to statements agree with the facts and contradict them alternately, the first one where `turn` is even.
    Marks that an answer compares can be told apart. Raises UserError, naming chart and question, when no try does.
    """
    random = generator(seed, "chart", chart.id, "values")
    facts = [fact.value for fact in chart.facts]
    draw = Draw(
        values=facts,
        falls=tuple(
            (chart.rank_of(q.start), chart.rank_of(q.end), ANSWERS["trend"](q, chart.facts) == "rising")
            for q in chart.questions
            if q.ask == "trend"
        ),
        narrower=any(question.ask == "range" for question in chart.questions),
        decimals=chart.decimals,
    )
    failures: dict[str, int] = {}
    for _ in range(TRIES):
        values = KINDS[chart.type].randomise(draw, random)
        table = tuple(fact.model_copy(update={"value": value}) for fact, value in zip(chart.facts, values, strict=True))
        failed = next(_broken(chart, table, turn), None)
        if failed is None:
            return table
        failures[failed] = failures.get(failed, 0) + 1
    most = max(failures, key=lambda name: failures[name])
    raise UserError(
        f"chart {chart.id}: none of {TRIES} random draws serves as the randomised variant, most often because of "
        f"{most}; ask fewer or other questions, or add rows"
    )


def _broken(chart: ChartSpec, table: Table, turn: int) -> Iterator[str]:
    """Yield what random values do not keep."""
    facts, values = [fact.value for fact in chart.facts], [fact.value for fact in table]
    if any(question.ask == "correlation" for question in chart.questions):
        if not VISIBLE[0] <= abs(rank_correlation(list(range(len(values))), values)) <= VISIBLE[1]:
            yield "the relation of x and values"
    elif abs(rank_correlation(facts, values)) > (RELATION if len(facts) > 3 else 0.5) + 1e-9:
        yield "their relation to the facts"
    option_gap, mark_gap = _gaps(chart, values)
    agree = turn % 2 == 0
    for number, question in enumerate(chart.questions):
        visual, factual = (ANSWERS[question.ask](question, rows) for rows in (table, chart.facts))
        if question.ask in ("greater", "correlation"):
            kept, agree = (visual == factual) == agree, not agree
        elif question.ask in ("value", "difference"):
            kept = number_distance(visual, factual) >= option_gap
        elif question.ask == "range":
            kept = range_distance(visual, factual) >= option_gap
        else:
            kept = visual != factual
        if not kept or _closest(question, table) < mark_gap:
            yield f"questions.{number} ({question.ask})"


def _gaps(chart: ChartSpec, values: Sequence[float]) -> tuple[float, float]:
    """Return the least distance of answers and of marks, in the values' unit, on the longest axis they can get."""
    kind = KINDS[chart.type]
    if kind.total is not None:
        return OPTION_PART * kind.total, MARK_PART * kind.total
    zero = kind.from_zero(values)
    length = (max(*values, 0) - min(*values, 0)) if zero else max(values) - min(values)
    longest = length * (AXIS_FROM_ZERO if zero and min(values) >= 0 else AXIS_FREE)
    return OPTION_SHARE * longest, MARK_SHARE * longest


def _closest(question: Question, table: Table) -> float:
    """Return how near the marks are that an answer compares; infinity where it compares none."""
    value = {fact.category: fact.value for fact in table}
    if question.ask in ("highest", "lowest"):
        ranked = sorted(value.values(), reverse=question.ask == "highest")
        return abs(ranked[0] - ranked[1])
    if question.ask in ("count_more", "count_less"):
        return min(abs(v - value[question.of]) for name, v in value.items() if name != question.of)
    if question.ask == "greater":
        return abs(value[question.of] - value[question.than])
    return float("inf")
