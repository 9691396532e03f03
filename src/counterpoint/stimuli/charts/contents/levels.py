"""Conflicts of chosen size on the same chart: the values that are asked differ from the facts by a stated factor."""

from collections.abc import Sequence

from counterpoint.seeds import generator
from counterpoint.stimuli.charts.contents.answers import numbers
from counterpoint.stimuli.charts.contents.blueprint import Row
from counterpoint.stimuli.charts.contents.candidates import candidates
from counterpoint.stimuli.charts.contents.look import plain_look
from counterpoint.stimuli.charts.contents.manipulations import rounded, with_numbers
from counterpoint.stimuli.charts.contents.resolution import contradicts
from counterpoint.stimuli.charts.contents.variants import Variant, anonymised, named
from counterpoint.stimuli.charts.specs.facts import Table
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.questions import Question
from counterpoint.stimuli.charts.specs.spec import ChartSpec
from counterpoint.stimuli.charts.specs.steps import Manipulation

REVERSAL = "reversal"
"""The level at which all values are reversed in rank: the largest becomes the smallest and so on."""
ROUNDING = 0.02
"""By how much rounding may change a value from what its level says."""
MOST = 3
"""Values asked of a chart: the others stay those of the facts, so that the conflict is partial."""
ANONYMISED = "_anonymised"


def level_variant(level: str) -> str:
    """Return the name of the variant that shows a level."""
    return f"conflict_{level.removesuffix('%')}"


def _factors(questions: Sequence[Question], level: str) -> dict[str, float]:
    """Return by what each asked value is multiplied: 10% makes one 1.1 times as large, the next 1.1 times as small."""
    return {q.of: (1 + float(level.removesuffix("%")) / 100) ** (-1) ** place for place, q in enumerate(questions)}


def level_questions(chart: ChartSpec, seed: int, levels: Sequence[str]) -> list[Question]:
    """Return the values of a chart that can be asked at every level, at most `MOST`; none of types without such.

    Only charts whose value axis begins at zero and that are not stacked: there a factor is seen as one. At each level
    the value drawn can be told apart from the fact, and stays in the bounds of the quantity.
    """
    kind = KINDS[chart.type]
    if kind.reads != "axis" or kind.stacked or not kind.from_zero([fact.value for fact in chart.facts]):
        return []
    chosen: list[Question] = []
    random = generator(seed, "chart", chart.id, "levels")
    for question in candidates(chart, Row(chart.type, ("value",)), random):
        tried = [*chosen, question]
        tables = [level_table(chart, tried, level) for level in levels]
        if (
            all(contradicts(chart, asked, table) for table in tables for asked in tried)
            and all(chart.low <= fact.value <= chart.high for table in tables for fact in table)
            and all(_drawn_alike(chart, table) for table in tables)
            and all(_of_its_size(chart, tried, level) for level in levels if level != REVERSAL)
        ):
            chosen = tried
        if len(chosen) == MOST:
            break
    return chosen


def _drawn_alike(chart: ChartSpec, table: Table) -> bool:
    """Return whether the axis begins at zero with this table too."""
    return KINDS[chart.type].from_zero([fact.value for fact in table])


def _of_its_size(chart: ChartSpec, questions: Sequence[Question], level: str) -> bool:
    """Return whether rounding leaves the values asked within a fiftieth of what the level says."""
    table, facts = numbers(questions[0], level_table(chart, questions, level)), numbers(questions[0], chart.facts)
    sizes = [table[name] / (facts[name] * factor) for name, factor in _factors(questions, level).items()]
    return all(abs(size - 1) <= ROUNDING for size in sizes)


def level_table(chart: ChartSpec, questions: Sequence[Question], level: str) -> Table:
    """Return the facts with the asked values at a level, such as 10%: in turn 1.1 times as large and as small.

    At the level `reversal` all values are reversed in rank instead. Rounded as after manipulations.
    """
    if level == REVERSAL:
        table = with_numbers(chart.facts, Manipulation(kind="reverse_ranking"), generator(0, "unused"))
    else:
        factor = _factors(questions, level)
        table = tuple(
            fact.model_copy(update={"value": fact.value * factor.get(fact.category, 1)}) for fact in chart.facts
        )
    return tuple(rounded(chart, fact) for fact in table)


def level_variants(chart: ChartSpec, seed: int, levels: Sequence[str]) -> dict[str, Variant]:
    """Return a chart's pictures at each level, with names and without; none where nothing can be asked."""
    found = {}
    questions = level_questions(chart, seed, levels)
    for level in levels if questions else ():
        table, name = level_table(chart, questions, level), level_variant(level)
        found[name] = named(name, chart, table, plain_look(chart))
        found[name + ANONYMISED] = anonymised(name + ANONYMISED, chart, table, plain_look(chart))
    return found


def manipulation_text(questions: Sequence[Question], level: str) -> str:
    """Return what was done to the facts, as items record it."""
    if level == REVERSAL:
        return "reverse_ranking"
    return "scale " + ", ".join(f"{name} by {factor:.4g}" for name, factor in _factors(questions, level).items())
