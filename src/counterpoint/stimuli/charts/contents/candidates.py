"""The questions that can be asked of a chart, and the choice of one for each row of the blueprint."""

from collections.abc import Iterator
from itertools import combinations, permutations

import numpy as np

from counterpoint.seeds import generator
from counterpoint.stimuli.charts.contents.answers import ANSWERS, DIRECTIONS, GATHERED, NEAR, x_relation
from counterpoint.stimuli.charts.contents.blueprint import EXTREME, Row, rows_of, turn_of
from counterpoint.stimuli.charts.contents.manipulations import manipulated
from counterpoint.stimuli.charts.contents.resolution import contradicts, suits
from counterpoint.stimuli.charts.specs.facts import Table, categories, group_names, series_names
from counterpoint.stimuli.charts.specs.mistakes import ChartError
from counterpoint.stimuli.charts.specs.questions import Question
from counterpoint.stimuli.charts.specs.spec import ChartSpec

AMONG = 24
"""Extremes among four named marks that are offered of a chart, drawn at random."""
GRID = 9
"""Places on each axis at which a cluster is asked for."""
PLANTED = 12
"""Least number of points of which an outlier or a cluster is asked."""
SHORTEST = 4
"""Least number of positions whose trend is asked."""
BESIDE, WINDOW, LEAST_SLOPE = 0.3, 0.08, 0.35
"""Shares of the range of x: points of a scatterplot that are compared are so near on x at most, and points that can be
gathered; and the least slope of a line through them, in shares of both ranges. So random values can answer either
way although x stays."""


def candidates(chart: ChartSpec, row: Row, random: np.random.Generator) -> list[Question]:
    """Return every question of a row's kinds that can be put to a chart, in a random order, whether it suits or not."""
    found = [question for ask in row.asks for question in _questions(chart, ask, row, random)]
    return [found[place] for place in random.permutation(len(found))]


def _questions(chart: ChartSpec, ask: str, row: Row, random: np.random.Generator) -> Iterator[Question]:
    names = categories(chart.facts)
    for series in series_names(chart.facts) or [None]:
        common = {"ask": ask, "series": series, "measure": row.measure}
        match ask:
            case "value" | "share" | "count_more" | "count_less":
                yield from (Question(**common, of=name) for name in names)
            case "greater":
                yield from (Question(**common, of=of, than=than) for of, than in permutations(names, 2))
            case "ratio_greater":
                others = [name for name in series_names(chart.facts) if name != series]
                for to in others:
                    yield from (Question(**common, to=to, of=a, than=b) for a, b in permutations(names, 2))
            case "trend":
                ends = combinations(range(len(names)), 2)
                yield from (Question(**common, start=names[a], end=names[b]) for a, b in ends if b - a + 1 >= SHORTEST)
            case "difference":
                yield from (Question(**common, start=a, end=b) for a, b in combinations(names, 2))
            case "nested":
                groups = group_names(chart.facts)
                yield from (Question(**common, of=name, group=group) for name in names for group in groups)
            case "cluster":
                places = _places(chart) if len(names) >= PLANTED else ()
                yield from (Question(**common, near=place) for place in places)
            case "outlier":
                yield from [Question(**common)] if len(names) >= PLANTED else []
            case _:
                yield Question(**common)


def among(chart: ChartSpec, row: Row, random: np.random.Generator) -> list[Question]:
    """Return questions for the extreme among four named marks, which large samples ask too."""
    names = categories(chart.facts)
    asks = [ask for ask in row.asks if ask in EXTREME]
    found = []
    for _ in range(AMONG if asks and len(names) > 4 else 0):
        four = sorted(random.choice(len(names), 4, replace=False))
        series = series_names(chart.facts) or [None]
        found.append(
            Question(
                ask=asks[random.integers(len(asks))],
                among=tuple(names[place] for place in four),
                series=series[random.integers(len(series))],
                measure=row.measure,
            )
        )
    return list(dict.fromkeys(found))


def _places(chart: ChartSpec) -> Iterator[tuple[float, float]]:
    """Yield round places between the extremes of x and value; none where all points lie on one line along an axis."""
    ranges = []
    for measure in ("x", "value"):
        numbers = [getattr(fact, measure) for fact in chart.facts]
        if min(numbers) == max(numbers):
            return
        inside = np.linspace(min(numbers), max(numbers), GRID + 2)[1:-1]
        size = np.floor(np.log10(max(numbers) - min(numbers))) - 1
        ranges.append(sorted({float(round(place / 10**size) * 10**size) for place in inside}))
    yield from ((float(f"{x:.6g}"), float(f"{value:.6g}")) for x in ranges[0] for value in ranges[1])


def asked(chart: ChartSpec, seed: int, turn: int) -> ChartSpec:
    """Return the chart with its questions: those that it lists, else one for each row of the blueprint.

    A question is taken where the facts and the counterfactual chart both give a clear answer and, if it is asked in
    conflict, different ones; kinds of question alternate with `turn`, what is even over an instrument with the row (see
    `blueprint.turn_of`). Raises UserError, naming chart and row, when no question suits a row that is asked in
    conflict; the perceptual rows are left out where the facts show nothing of the kind.
    """
    if chart.questions:
        return chart
    counterfactual, _ = manipulated(chart, generator(seed, "chart", chart.id, "manipulations"))
    rows = rows_of(chart.type)
    chosen: dict[int, Question] = {}
    for number in sorted(range(len(rows)), key=lambda number: rows[number].conflict):  # those with few candidates first
        row = rows[number]
        random = generator(seed, "chart", chart.id, "question", str(number))
        preferred = row.asks[(turn + number) % len(row.asks)]
        offered = candidates(chart, row, random)
        offered.sort(key=lambda q, row=row, ask=preferred: (q.ask != ask, *_strangeness(q, row, chart, counterfactual)))
        serving = (q for q in offered if _serves(chart, q, row, counterfactual))
        question = next((q for q in serving if not any(_tied(chart, q, other) for other in chosen.values())), None)
        if question is not None:
            chosen[number] = question
        elif row.conflict:
            raise ChartError(
                chart.id,
                ("manipulations",),
                f"no question of the kind {' or '.join(row.asks)} has a clear answer in the facts and another one "
                "after the manipulations; declare manipulations that change more, or list `questions`",
            )
    return chart.model_copy(update={"questions": tuple(chosen[number] for number in sorted(chosen))})


def _serves(chart: ChartSpec, question: Question, row: Row, counterfactual: Table) -> bool:
    if question.ask == "cluster" and not ANSWERS["cluster"](question, chart.facts):
        return _can_gather(chart, question.near)
    if not row.conflict:
        return suits(chart, question, [chart.facts])
    return suits(chart, question, [chart.facts, counterfactual]) and contradicts(chart, question, counterfactual)


def _tied(chart: ChartSpec, a: Question, b: Question) -> bool:
    """Return whether the answers to two questions go together, so that none can change alone.

    Which of two marks is greater follows from a trend over both. A scatterplot's x stays: the value of a point whose
    place on x is that of a cluster goes with the cluster.
    """
    asked = {question.ask: question for question in (a, b)}
    match sorted(asked):
        case ["greater", "trend"] if a.series == b.series:
            names, trend = categories(chart.facts), asked["trend"]
            first, last = names.index(trend.start), names.index(trend.end)
            return all(first <= names.index(name) <= last for name in asked["greater"].names())
        case ["cluster", "value"] if chart.type == "scatter":
            x = {fact.category: fact.x for fact in chart.facts}
            apart = abs(x[asked["value"].of] - asked["cluster"].near[0])
            return apart <= NEAR * (max(x.values()) - min(x.values()))
    return False


def _strangeness(question: Question, row: Row, chart: ChartSpec, counterfactual: Table) -> tuple[bool, bool]:
    """Return how far a question is from what is wanted: one that random values of the same shape can answer otherwise,
    and the answer that makes an instrument even: a fact that falls, one that holds, a number above the facts."""
    factual, bound = ANSWERS[question.ask](question, chart.facts), False
    match question.ask:
        case "trend":
            names = categories(chart.facts)
            stretch = names.index(question.end) - names.index(question.start) + 1
            bound = stretch > max(SHORTEST, len(names) // 2 + 1)  # the rest must undo the relation to the facts
            return bound, factual != DIRECTIONS[1]  # of the facts that people know most rise
        case "cluster" | "nested":
            return bound, factual != turn_of(row)
        case "value" | "share" | "range" | "difference" | "count_more" | "count_less":
            shown = ANSWERS[question.ask](question, counterfactual)
            return bound, (np.sum(shown) > np.sum(factual)) != turn_of(row)
        case "greater" if chart.type == "scatter":
            x = {fact.category: fact.x for fact in chart.facts}
            bound = abs(x[question.of] - x[question.than]) > BESIDE * (max(x.values()) - min(x.values()))
    return bound, False


def _can_gather(chart: ChartSpec, near: tuple[float, float]) -> bool:
    """Return whether random points can be gathered at a place that the facts leave empty.

    On a scatterplot, whose x stays, enough points must lie there on x; and a line that runs against the facts'
    relation must pass it with a visible slope.
    """
    x, values = (np.array([getattr(fact, name) for fact in chart.facts]) for name in ("x", "value"))
    at, height = ((place - v.min()) / np.ptp(v) for place, v in zip(near, (x, values), strict=True))
    if chart.type == "scatter" and (np.abs((x - near[0]) / np.ptp(x)) <= WINDOW).sum() < GATHERED:
        return False
    rise = height if x_relation(chart.facts) < 0 else 1 - height
    return min(rise / at, (1 - rise) / (1 - at)) >= LEAST_SLOPE
