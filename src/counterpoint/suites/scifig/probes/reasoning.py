"""Four questions a figure, on counting, computation, comparison and pattern, with keys computed from its data."""

import math
import re
from collections.abc import Callable, Iterator
from itertools import combinations

from counterpoint.seeds import generator
from counterpoint.stimuli.scientific.spec import ScientificFigure
from counterpoint.suites.scifig.contents.values import (
    READABLE,
    Mark,
    apart,
    at,
    called,
    clashing,
    inline,
    margin,
    marks,
    measure,
    of_series,
    panel_words,
    tolerance,
    value,
    written,
)
from counterpoint.suites.scifig.names import REASONING_KINDS, SUITE
from counterpoint.suites.scifig.probes.patterns import patterns
from counterpoint.suites.scifig.probes.question import (
    ORDER_WORDS,
    Operation,
    Question,
    in_unit,
    listed_row,
    named,
    rank_words,
    ranked,
    thresholds,
    where_all,
    where_it_is,
)

_BOTH = math.sqrt(2)
"""Error of what two readings give together, in errors of one."""


_CLEAR_SHARE = 0.5
"""Percentage points by which shares must miss what they are compared with."""


def questions(figure: ScientificFigure, seed: int) -> list[Question]:
    """Return a question of each kind, drawn from all that the figure supports.

    A kind of question is drawn first, then the key, then the question, so that no key is common because many
    questions have it. A figure that supports none of a kind has none.
    """
    found = []
    for kind in REASONING_KINDS:
        rng = generator(seed, SUITE, "reasoning", kind, figure.figure_id)
        possible = [question for question in _MAKERS[kind](figure) if not given_away(question)]
        for choice in (lambda q: q.operation.name, lambda q: str(q.key), lambda q: q.question):
            values = sorted({choice(question) for question in possible})
            if values:
                chosen = values[int(rng.integers(len(values)))]
                possible = [question for question in possible if choice(question) == chosen]
        found += possible[:1]
    return found


def given_away(question: Question) -> bool:
    """Return whether the question holds its own answer: the name, or a number that would pass for the key."""
    if isinstance(question.key, str):
        return question.key.casefold() in question.question.casefold()
    numbers = [float(text) for text in re.findall(r"\d+(?:\.\d+)?", question.question)]
    return any(abs(number - question.key) <= question.tolerance for number in numbers)


def _counting(figure: ScientificFigure) -> Iterator[Question]:
    if figure.chart_type == "pie":
        for panel, shown in enumerate(figure.panels):
            (shares,) = shown.values
            for threshold in range(5, 45, 5):
                clear = min(abs(share - threshold) for share in shares) >= _CLEAR_SHARE
                if clear and 0 < (n := _above(shares, threshold)) < len(shares):
                    text = f"How many slices{panel_words(figure, panel)} are larger than {threshold} %?"
                    steps = f"Above: {_listed(figure, panel, 0, lambda share, t=threshold: share > t)}."
                    yield Question(
                        "counting", Operation("above", (Mark(panel, 0, 0),), threshold), text, float(n), steps
                    )
        return
    where = where_all(figure)
    for panel, shown in enumerate(figure.panels):
        for series, row in enumerate(shown.values):
            for threshold in thresholds(figure):
                clear = min(apart(figure, number, threshold) for number in row) >= margin(figure)
                if clear and 0 < (n := _above(row, threshold)) < len(row):
                    of = f"{of_series(figure, series)}{panel_words(figure, panel)}"
                    text = f"{where} is the {measure(figure)}{of} above {in_unit(figure, threshold)}?"
                    steps = f"Above: {_listed(figure, panel, series, lambda number, t=threshold: number > t)}."
                    yield Question(
                        "counting", Operation("above", (Mark(panel, series, 0),), threshold), text, float(n), steps
                    )
        if figure.arrangement == "stacked":
            yield from _whole_bars(figure, panel)
        for first, second in combinations(range(len(shown.values)), 2):
            rows = shown.values[first], shown.values[second]
            pairs = list(zip(*rows, strict=True))
            n = sum(a > b for a, b in pairs)
            if min(apart(figure, a, b) for a, b in pairs) >= margin(figure) and 0 < n < len(pairs):
                names = f"{figure.series[first]} higher than that of {figure.series[second]}"
                text = f"{where} is the {measure(figure)} of {names}{panel_words(figure, panel)}?"
                steps = ", ".join(f"{written(figure, a)} against {written(figure, b)}" for a, b in pairs)
                operation = Operation("wins", (Mark(panel, first, 0), Mark(panel, second, 0)))
                yield Question("counting", operation, text, float(n), f"In order: {steps}.")


def _whole_bars(figure: ScientificFigure, panel: int) -> Iterator[Question]:
    """Give the questions on how many stacks are longer than a number."""
    totals = tuple(map(sum, zip(*figure.panels[panel].values, strict=True)))
    for threshold in thresholds(figure):
        clear = min(apart(figure, total, threshold) for total in totals) >= READABLE
        if clear and 0 < (n := _above(totals, threshold)) < len(totals):
            text = (
                f"How many of the whole bars{panel_words(figure, panel)}, all their parts together, "
                f"are longer than {in_unit(figure, threshold)}?"
            )
            steps = listed_row(figure, figure.categories, totals)
            yield Question("counting", Operation("total_above", (Mark(panel, 0, 0),), threshold), text, float(n), steps)


def _computation(figure: ScientificFigure) -> Iterator[Question]:
    if figure.arrangement == "stacked":
        yield from _total_differences(figure)
    for first, second in combinations(marks(figure), 2):
        a, b = value(figure, first), value(figure, second)
        one_way = first.series == second.series or first.category == second.category
        if first.panel != second.panel or not one_way:
            continue
        high, low = (first, second) if a > b else (second, first)
        most, least = max(a, b), min(a, b)
        both = f"{called(figure, high)} and {called(figure, low)}"
        if figure.chart_type == "pie":
            unit = "percentage points"
            if most - least >= 5:
                yield _difference(figure, (high, low), f"By how many {unit} do {both} differ?", 1.0)
            text = f"What do {called(figure, high)} and {called(figure, low)} add up to, in per cent?"
            steps = f"{written(figure, most)} + {written(figure, least)}"
            yield Question(
                "computation", Operation("sum", (high, low)), text, round(most + least, 6), steps, tolerance=1.0
            )
        elif figure.y.log:
            ratio, near = most / least, _error(figure, 1.0)
            if ratio - 1 >= 4 * near:
                text = f"By what factor is {called(figure, high)} larger than {called(figure, low)}?"
                steps = f"{written(figure, most)} / {written(figure, least)}"
                operation = Operation("ratio", (high, low))
                yield Question("computation", operation, text, ratio, steps, tolerance=ratio * near)
        else:
            near = _error(figure, most)
            if most - least >= 5 * near:
                text = f"What is the difference between {both}{_unit_of_difference(figure, ' in ')}?"
                yield _difference(figure, (high, low), text, near)


def _error(figure: ScientificFigure, number: float) -> float:
    """Return how far what two readings give may be off: of values written on the bars a quarter of read ones."""
    return _BOTH * tolerance(figure, number) / (4 if figure.value_labels else 1)


def _unit_of_difference(figure: ScientificFigure, before: str) -> str:
    """Return the unit that a difference is asked in: of percentages points, as "in %" may mean a share."""
    unit = "percentage points" if figure.y.unit == "%" else figure.y.unit
    return f"{before}{unit}" if unit else ""


def _total_differences(figure: ScientificFigure) -> Iterator[Question]:
    """Give the questions on how far two stacks differ."""
    near = _BOTH * tolerance(figure, 0)
    for panel, shown in enumerate(figure.panels):
        totals = tuple(map(sum, zip(*shown.values, strict=True)))
        for first, second in combinations(range(len(totals)), 2):
            high, low = (first, second) if totals[first] > totals[second] else (second, first)
            if totals[high] - totals[low] >= 5 * near:
                names = f"{figure.categories[high]} and {figure.categories[low]}{panel_words(figure, panel)}"
                unit = _unit_of_difference(figure, ", in ")
                text = f"By how much do the whole bars for {names}, all their parts together, differ in length{unit}?"
                key = round(totals[high] - totals[low], 6)
                steps = f"{written(figure, totals[high])} - {written(figure, totals[low])}"
                operation = Operation("total_difference", (Mark(panel, 0, high), Mark(panel, 0, low)))
                yield Question("computation", operation, text, key, steps, tolerance=near)


def _difference(figure: ScientificFigure, pair: tuple[Mark, Mark], text: str, near: float) -> Question:
    high, low = (value(figure, mark) for mark in pair)
    steps = f"{written(figure, high)} - {written(figure, low)}"
    return Question("computation", Operation("difference", pair), text, round(high - low, 6), steps, tolerance=near)


def _comparison(figure: ScientificFigure) -> Iterator[Question]:
    for panel, shown in enumerate(figure.panels):
        for series, row in enumerate(shown.values):
            for rank in (1, 2, 3, -1, -2):
                if 2 * abs(rank) <= len(row) and (index := ranked(figure, row, rank)) is not None:
                    yield from _category(figure, Mark(panel, series, index), rank)
        if len(shown.values) > 1 and not clashing(figure.series):
            for category in range(len(figure.categories)):
                row = tuple(values[category] for values in shown.values)
                for rank in (1, -1) if len(row) < 4 else (1, 2, -1):
                    if (index := ranked(figure, row, rank)) is not None:
                        where = f"{at(figure, category)}{panel_words(figure, panel)}"
                        text = f"Which series has the {rank_words(rank)} {measure(figure)} {where}?"
                        steps = listed_row(figure, figure.series, row)
                        mark = Mark(panel, index, category)
                        yield named("comparison", Operation("series", (mark,), rank), text, figure.series, index, steps)


def _category(figure: ScientificFigure, mark: Mark, rank: int) -> Iterator[Question]:
    row = figure.panels[mark.panel].values[mark.series]
    operation, steps = Operation("category", (mark,), rank), listed_row(figure, figure.categories, row)
    if figure.chart_type == "pie":
        size = f"{ORDER_WORDS[abs(rank)]}{'largest' if rank > 0 else 'smallest'}"
        text = f"Which is the {size} slice{panel_words(figure, mark.panel)}?"
    else:
        of = f"{of_series(figure, mark.series)}{panel_words(figure, mark.panel)}"
        which = "At which" if figure.x_values is not None else "For which"
        text = f"{which} {inline(figure.x.title)} is the {measure(figure)}{of} {rank_words(rank)}?"
    yield from where_it_is("comparison", figure, operation, text, mark.category, steps)


_MAKERS: dict[str, Callable[[ScientificFigure], Iterator[Question]]] = {
    "counting": _counting,
    "computation": _computation,
    "comparison": _comparison,
    "pattern": patterns,
}


def _above(row: tuple[float, ...], threshold: float) -> int:
    return sum(number > threshold for number in row)


def _listed(figure: ScientificFigure, panel: int, series: int, holds: Callable[[float], bool]) -> str:
    row = figure.panels[panel].values[series]
    chosen = zip(figure.categories, row, strict=True)
    return ", ".join(f"{name} ({written(figure, number)})" for name, number in chosen if holds(number))
