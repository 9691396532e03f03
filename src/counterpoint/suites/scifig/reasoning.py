"""Four questions a figure, on counting, computation, comparison and pattern, with keys computed from its data."""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate, combinations, pairwise

from counterpoint.asked import NUMBER
from counterpoint.seeds import generator
from counterpoint.stimuli.scientific.spec import ScientificFigure
from counterpoint.suites.scifig.names import REASONING_KINDS, SUITE
from counterpoint.suites.scifig.trends import SAID, crossings, trend
from counterpoint.suites.scifig.values import (
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
    place,
    tolerance,
    value,
    with_unit,
    written,
)

NAME = "name"
_FIRST = {1: "", 2: "second ", 3: "third "}
_BOTH = math.sqrt(2)
"""Error of what two readings give together, in errors of one."""
_CLEAR_SHARE, _CLEAR_TOTAL = 0.5, 1.5
"""Percentage points by which shares, and totals of shares, must miss what they are compared with."""
_PARTS = (40, 50, 60, 70, 75, 80, 90)
"""Percentages that slices are added up to."""


@dataclass(frozen=True)
class Operation:
    """What a question has computed: enough to compute it again."""

    name: str
    marks: tuple[Mark, ...] = ()
    """Marks compared, or one that stands for its series and panel."""
    number: float = 0.0
    """A threshold, or a rank: 1 is the largest, -1 the smallest."""


@dataclass(frozen=True)
class Question:
    """One question with its key."""

    kind: str
    operation: Operation
    question: str
    key: float | str
    """The number, or the name, that is right."""
    steps: str
    """How it follows from the data."""
    others: tuple[str, ...] = ()
    """The other names that a reply could give."""
    tolerance: float = 0.0

    @property
    def answer(self) -> str:
        """How a reply is read."""
        return NUMBER if isinstance(self.key, float) else NAME


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
    where = _where(figure)
    for panel, shown in enumerate(figure.panels):
        for series, row in enumerate(shown.values):
            for threshold in _thresholds(figure):
                clear = min(apart(figure, number, threshold) for number in row) >= margin(figure)
                if clear and 0 < (n := _above(row, threshold)) < len(row):
                    of = f"{of_series(figure, series)}{panel_words(figure, panel)}"
                    text = f"{where} is the {measure(figure)}{of} above {_unit(figure, threshold)}?"
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


def _thresholds(figure: ScientificFigure) -> list[float]:
    """Return the round numbers that values are compared with: ticks, and of an even axis the middles between them."""
    inner = list(figure.ticks[1:-1])
    if figure.y.log:
        return inner
    return sorted([*inner, *(round((low + high) / 2, 9) for low, high in pairwise(figure.ticks))])


def _whole_bars(figure: ScientificFigure, panel: int) -> Iterator[Question]:
    """Give the questions on how many stacks are longer than a number."""
    totals = tuple(map(sum, zip(*figure.panels[panel].values, strict=True)))
    for threshold in _thresholds(figure):
        clear = min(apart(figure, total, threshold) for total in totals) >= READABLE
        if clear and 0 < (n := _above(totals, threshold)) < len(totals):
            text = (
                f"How many of the whole bars{panel_words(figure, panel)}, all their parts together, "
                f"are longer than {_unit(figure, threshold)}?"
            )
            steps = _row(figure, figure.categories, totals)
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
                unit = f" in {figure.y.unit}" if figure.y.unit else ""
                text = f"What is the difference between {both}{unit}?"
                yield _difference(figure, (high, low), text, near)


def _error(figure: ScientificFigure, number: float) -> float:
    """Return how far what two readings give may be off: of values written on the bars a quarter of read ones."""
    return _BOTH * tolerance(figure, number) / (4 if figure.value_labels else 1)


def _total_differences(figure: ScientificFigure) -> Iterator[Question]:
    """Give the questions on how far two stacks differ."""
    near = _BOTH * tolerance(figure, 0)
    for panel, shown in enumerate(figure.panels):
        totals = tuple(map(sum, zip(*shown.values, strict=True)))
        for first, second in combinations(range(len(totals)), 2):
            high, low = (first, second) if totals[first] > totals[second] else (second, first)
            if totals[high] - totals[low] >= 5 * near:
                names = f"{figure.categories[high]} and {figure.categories[low]}{panel_words(figure, panel)}"
                unit = f", in {figure.y.unit}" if figure.y.unit else ""
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
                if 2 * abs(rank) <= len(row) and (index := _ranked(figure, row, rank)) is not None:
                    yield from _category(figure, Mark(panel, series, index), rank)
        if len(shown.values) > 1 and not clashing(figure.series):
            for category in range(len(figure.categories)):
                row = tuple(values[category] for values in shown.values)
                for rank in (1, -1) if len(row) < 4 else (1, 2, -1):
                    if (index := _ranked(figure, row, rank)) is not None:
                        where = f"{at(figure, category)}{panel_words(figure, panel)}"
                        text = f"Which series has the {_rank(rank)} {measure(figure)} {where}?"
                        steps = _row(figure, figure.series, row)
                        mark = Mark(panel, index, category)
                        yield _named(
                            "comparison", Operation("series", (mark,), rank), text, figure.series, index, steps
                        )


def _category(figure: ScientificFigure, mark: Mark, rank: int) -> Iterator[Question]:
    row = figure.panels[mark.panel].values[mark.series]
    operation, steps = Operation("category", (mark,), rank), _row(figure, figure.categories, row)
    if figure.chart_type == "pie":
        size = f"{_FIRST[abs(rank)]}{'largest' if rank > 0 else 'smallest'}"
        text = f"Which is the {size} slice{panel_words(figure, mark.panel)}?"
    else:
        of = f"{of_series(figure, mark.series)}{panel_words(figure, mark.panel)}"
        which = "At which" if figure.x_values is not None else "For which"
        text = f"{which} {inline(figure.x.title)} is the {measure(figure)}{of} {_rank(rank)}?"
    yield from _where_it_is("comparison", figure, operation, text, mark.category, steps)


def _pattern(figure: ScientificFigure) -> Iterator[Question]:
    if figure.chart_type == "pie":
        for panel, shown in enumerate(figure.panels):
            totals = list(accumulate(sorted(shown.values[0], reverse=True)))
            for part in _PARTS:
                n = sum(total <= part for total in totals)
                if min(abs(total - part) for total in totals) >= _CLEAR_TOTAL:
                    text = (
                        f"Taking the slices{panel_words(figure, panel)} from the largest to the smallest, how many of "
                        f"them are needed to make up more than {part} %?"
                    )
                    steps = f"Totals: {', '.join(written(figure, total) for total in totals[: n + 1])}."
                    yield Question(
                        "pattern", Operation("to_part", (Mark(panel, 0, 0),), part), text, float(n + 1), steps
                    )
        return
    for panel, shown in enumerate(figure.panels):
        for series, row in enumerate(shown.values):
            yield from _steps(figure, panel, series, row)
        for first, second in combinations(range(len(shown.values)), 2):
            pair = (Mark(panel, first, 0), Mark(panel, second, 0))
            names = f"{figure.series[first]} and {figure.series[second]}"
            rows = shown.values[first], shown.values[second]
            gaps = tuple(abs(a - b) for a, b in zip(*rows, strict=True))
            if figure.chart_type == "line" and (times := crossings(figure, panel, first, second)) is not None:
                text = f"How often do the lines of {names} cross{panel_words(figure, panel)}?"
                steps = ", ".join(f"{a - b:+.4g}" for a, b in zip(*rows, strict=True))
                yield Question("pattern", Operation("crossings", pair), text, float(times), f"Differences: {steps}.")
            elif figure.arrangement != "stacked" and not figure.y.log and len(gaps) > 2:
                order = sorted(range(len(gaps)), key=gaps.__getitem__, reverse=True)
                if gaps[order[0]] - gaps[order[1]] >= 2 * tolerance(figure, 0):
                    which = "At which" if figure.x_values is not None else "For which"
                    text = f"{which} {inline(figure.x.title)} do {names} differ most{panel_words(figure, panel)}?"
                    steps = _row(figure, figure.categories, gaps)
                    yield from _where_it_is("pattern", figure, Operation("gap", pair), text, order[0], steps)
        yield from _trend_questions(figure, panel)
        if figure.arrangement == "stacked":
            yield from _totals(figure, panel)


def _totals(figure: ScientificFigure, panel: int) -> Iterator[Question]:
    """Give the questions on the lengths of whole stacks."""
    totals = tuple(map(sum, zip(*figure.panels[panel].values, strict=True)))
    for rank in (1, 2, -1, -2):
        if 2 * abs(rank) <= len(totals) and (index := _ranked(figure, totals, rank)) is not None:
            text = (
                f"For which {inline(figure.x.title)} is the whole bar{panel_words(figure, panel)}, all its parts "
                f"together, {_FIRST[abs(rank)]}{'longest' if rank > 0 else 'shortest'}?"
            ).replace("second ", "second-")
            steps = _row(figure, figure.categories, totals)
            operation = Operation("total", (Mark(panel, 0, index),), rank)
            yield from _where_it_is("pattern", figure, operation, text, index, steps)


def _trend_questions(figure: ScientificFigure, panel: int) -> Iterator[Question]:
    runs = [trend(figure, panel, series) for series in range(len(figure.series))]
    if figure.chart_type != "line" or len(runs) < 2 or None in runs or clashing(figure.series):
        return
    for run in sorted(set(runs)):
        if runs.count(run) == 1:
            index = runs.index(run)
            text = f"Which series{panel_words(figure, panel)} {SAID[run]}?"
            steps = "; ".join(f"{name} {SAID[found]}" for name, found in zip(figure.series, runs, strict=True))
            operation = Operation("trend", (Mark(panel, index, 0),))
            yield _named("pattern", operation, text, figure.series, index, steps)


def _steps(figure: ScientificFigure, panel: int, series: int, row: tuple[float, ...]) -> Iterator[Question]:
    """Give the questions on how a row goes from each value to the next."""
    mark, of = Mark(panel, series, 0), f"{of_series(figure, series)}{panel_words(figure, panel)}"
    if figure.chart_type == "line":
        if trend(figure, panel, series) in ("rises_then_falls", "falls_then_rises"):
            rank = 1 if trend(figure, panel, series) == "rises_then_falls" else -1
            if (index := _ranked(figure, row, rank)) is not None:
                turns = "from rising to falling" if rank == 1 else "from falling to rising"
                text = f"At which {inline(figure.x.title)} does the {measure(figure)}{of} turn {turns}?"
                steps = _row(figure, figure.categories, row)
                yield from _where_it_is("pattern", figure, Operation("turn", (mark,), rank), text, index, steps)
        changes = [abs(place(figure, b) - place(figure, a)) for a, b in pairwise(row)]
        order = sorted(range(len(changes)), key=changes.__getitem__, reverse=True)
        if len(changes) > 2 and changes[order[0]] - changes[order[1]] >= 2 * margin(figure):
            x = inline(figure.x.title)
            text = (
                f"Between which two neighbouring points does the {measure(figure)}{of} change most? "
                f"Give the {x} of the later one."
            )
            steps = f"From point to point: {', '.join(f'{b - a:+.4g}' for a, b in pairwise(row))}."
            yield from _where_it_is("pattern", figure, Operation("step", (mark,)), text, order[0] + 1, steps)
        yield from _first_beyond(figure, mark, of, row)
    elif figure.arrangement != "stacked" and len(row) > 3:
        if min(apart(figure, a, b) for a, b in pairwise(row)) < margin(figure):
            return
        n = sum(row[i - 1] < row[i] > row[i + 1] for i in range(1, len(row) - 1))
        text = f"{_where(figure)} is the {measure(figure)}{of} higher than at both of those next to it?"
        steps = f"Values in order: {', '.join(written(figure, number) for number in row)}."
        yield Question("pattern", Operation("peaks", (mark,)), text, float(n), steps)


def _first_beyond(figure: ScientificFigure, mark: Mark, of: str, row: tuple[float, ...]) -> Iterator[Question]:
    """Give the questions on where a line first passes a number that it begins on the other side of."""
    for threshold in _thresholds(figure):
        beyond = [number > threshold for number in row]
        clear = min(apart(figure, number, threshold) for number in row) >= margin(figure)
        if not clear or len(set(beyond)) == 1:
            continue
        index = beyond.index(not beyond[0])
        passes = "below" if beyond[0] else "above"
        text = (
            f"At which of the points along the {inline(figure.x.title)} axis is the {measure(figure)}{of} "
            f"{passes} {_unit(figure, threshold)} for the first time?"
        )
        steps = _row(figure, figure.categories, row)
        yield from _where_it_is("pattern", figure, Operation("first_beyond", (mark,), threshold), text, index, steps)


_MAKERS: dict[str, Callable[[ScientificFigure], Iterator[Question]]] = {
    "counting": _counting,
    "computation": _computation,
    "comparison": _comparison,
    "pattern": _pattern,
}


def _where_it_is(
    kind: str, figure: ScientificFigure, operation: Operation, text: str, index: int, steps: str
) -> Iterator[Question]:
    """Give a question whose answer is a place on the axis: its number where it has one, else its name."""
    if figure.x_values is not None:
        near = min(b - a for a, b in pairwise(figure.x_values)) / 4
        unit = f" Answer in {figure.x.unit}." if figure.x.unit else ""
        yield Question(kind, operation, text + unit, float(figure.x_values[index]), steps, tolerance=near)
    elif not clashing(figure.categories):
        yield _named(kind, operation, text, figure.categories, index, steps)


def _named(kind: str, operation: Operation, text: str, names: tuple[str, ...], index: int, steps: str) -> Question:
    return Question(kind, operation, text, names[index], steps, (*names[:index], *names[index + 1 :]))


def _ranked(figure: ScientificFigure, row: tuple[float, ...], rank: int) -> int | None:
    """Return the index of the value of a rank, 1 the largest and -1 the smallest; None where the rank is not clear."""
    order = sorted(range(len(row)), key=row.__getitem__, reverse=True)
    position = rank - 1 if rank > 0 else len(row) + rank
    near = [order[i] for i in (position - 1, position + 1) if 0 <= i < len(row)]
    index = order[position]
    return index if all(apart(figure, row[index], row[other]) >= margin(figure) for other in near) else None


def _rank(rank: int) -> str:
    return f"{_FIRST[abs(rank)]}{'highest' if rank > 0 else 'lowest'}".replace(" ", "-")


def _where(figure: ScientificFigure) -> str:
    if figure.chart_type == "line":
        return f"At how many of the points along the {inline(figure.x.title)} axis"
    return f"For how many of the categories on the {inline(figure.x.title)} axis"


def _above(row: tuple[float, ...], threshold: float) -> int:
    return sum(number > threshold for number in row)


def _listed(figure: ScientificFigure, panel: int, series: int, holds: Callable[[float], bool]) -> str:
    row = figure.panels[panel].values[series]
    chosen = zip(figure.categories, row, strict=True)
    return ", ".join(f"{name} ({written(figure, number)})" for name, number in chosen if holds(number))


def _row(figure: ScientificFigure, names: tuple[str, ...], row: tuple[float, ...]) -> str:
    return ", ".join(f"{name} {written(figure, number)}" for name, number in zip(names, row, strict=True)) + "."


def _unit(figure: ScientificFigure, number: float) -> str:
    return f"{number:.6g} {figure.y.unit}".strip() if figure.y else with_unit(figure, number)
