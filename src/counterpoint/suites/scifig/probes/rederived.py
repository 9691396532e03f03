"""Keys of reasoning questions computed a second time, from the table of values alone, by other means than the first."""

from collections.abc import Callable

import numpy as np

from counterpoint.stimuli.scientific.spec import ScientificFigure
from counterpoint.suites.scifig.contents.trends import run_of
from counterpoint.suites.scifig.probes.question import Question

_DRAWS = 200
"""Readings by which it is tried whether an answer is the same for all of them."""


def table(figure: ScientificFigure) -> np.ndarray:
    """Return a figure's values, (panels, series, categories)."""
    return np.array([panel.values for panel in figure.panels])


def answer(figure: ScientificFigure, question: Question, values: np.ndarray) -> float | str:
    """Return the answer that a table of values gives to a question: a number, or a name of the figure."""
    found = _ANSWERS[question.operation.name](figure, question, values)
    if isinstance(question.key, str) or isinstance(found, float):
        return found if isinstance(found, float) else _name(figure, question, found)
    return float(figure.x_values[found])


def answers_of_readings(
    figure: ScientificFigure, question: Question, error: float, rng: np.random.Generator
) -> set[float | str]:
    """Return the answers that readings give, each value of which is up to `error` of the axis off, at random.

    Of a pie `error` is a share of 100 per cent; of a whole stack it is that of its end, shared among its parts.
    """
    values = table(figure)
    off = rng.uniform(-error, error, (_DRAWS, *values.shape))
    if question.operation.name.startswith("total"):
        off /= values.shape[1]
    if figure.chart_type == "pie":
        read = values + 100 * off
    elif figure.y.log:
        read = values * (figure.ticks[-1] / figure.ticks[0]) ** off
    else:
        read = values + (figure.ticks[-1] - figure.ticks[0]) * off
    return {answer(figure, question, values) for values in read}


def _name(figure: ScientificFigure, question: Question, index: int) -> str:
    by_series = question.operation.name in ("series", "trend")
    return (figure.series if by_series else figure.categories)[index]


def _row(question: Question, values: np.ndarray, which: int = 0) -> np.ndarray:
    mark = question.operation.marks[which]
    return values[mark.panel, mark.series]


def _two(question: Question, values: np.ndarray) -> tuple[float, float]:
    first, second = (values[mark.panel, mark.series, mark.category] for mark in question.operation.marks)
    return float(first), float(second)


def _ranked(row: np.ndarray, rank: float) -> int:
    order = np.argsort(row)
    return int(order[-int(rank)] if rank > 0 else order[-int(rank) - 1])


def _above(figure: ScientificFigure, question: Question, values: np.ndarray) -> float:
    return float(np.count_nonzero(_row(question, values) > question.operation.number))


def _wins(figure: ScientificFigure, question: Question, values: np.ndarray) -> float:
    return float(np.count_nonzero(_row(question, values) > _row(question, values, 1)))


def _difference(figure: ScientificFigure, question: Question, values: np.ndarray) -> float:
    first, second = _two(question, values)
    return abs(first - second)


def _sum(figure: ScientificFigure, question: Question, values: np.ndarray) -> float:
    return sum(_two(question, values))


def _ratio(figure: ScientificFigure, question: Question, values: np.ndarray) -> float:
    first, second = _two(question, values)
    return max(first, second) / min(first, second)


def _category(figure: ScientificFigure, question: Question, values: np.ndarray) -> int:
    return _ranked(_row(question, values), question.operation.number)


def _series(figure: ScientificFigure, question: Question, values: np.ndarray) -> int:
    mark = question.operation.marks[0]
    return _ranked(values[mark.panel, :, mark.category], question.operation.number)


def _to_part(figure: ScientificFigure, question: Question, values: np.ndarray) -> float:
    totals = np.cumsum(np.sort(_row(question, values))[::-1])
    return float(np.argmax(totals > question.operation.number) + 1)


def _total(figure: ScientificFigure, question: Question, values: np.ndarray) -> int:
    return _ranked(values[question.operation.marks[0].panel].sum(axis=0), question.operation.number)


def _total_above(figure: ScientificFigure, question: Question, values: np.ndarray) -> float:
    totals = values[question.operation.marks[0].panel].sum(axis=0)
    return float(np.count_nonzero(totals > question.operation.number))


def _total_difference(figure: ScientificFigure, question: Question, values: np.ndarray) -> float:
    totals = values[question.operation.marks[0].panel].sum(axis=0)
    first, second = (totals[mark.category] for mark in question.operation.marks)
    return float(abs(first - second))


def _crossings(figure: ScientificFigure, question: Question, values: np.ndarray) -> float:
    above = _row(question, values) > _row(question, values, 1)
    return float(np.count_nonzero(above[1:] != above[:-1]))


def _gap(figure: ScientificFigure, question: Question, values: np.ndarray) -> int:
    return int(np.argmax(np.abs(_row(question, values) - _row(question, values, 1))))


def _step(figure: ScientificFigure, question: Question, values: np.ndarray) -> int:
    row = _row(question, values)
    return int(np.argmax(np.abs(np.diff(np.log(row) if figure.y.log else row))) + 1)


def _first_beyond(figure: ScientificFigure, question: Question, values: np.ndarray) -> int:
    signs = np.sign(_row(question, values) - question.operation.number)
    return int(np.argmax(signs != signs[0]))


def _peaks(figure: ScientificFigure, question: Question, values: np.ndarray) -> float:
    row = _row(question, values)
    return float(np.count_nonzero((row[1:-1] > row[:-2]) & (row[1:-1] > row[2:])))


def _trend(figure: ScientificFigure, question: Question, values: np.ndarray) -> int:
    """Return the one series that runs as asked; where the values show none, or several, one that is not the key."""
    mark = question.operation.marks[0]
    asked = figure.trends[mark.panel][mark.series]
    runs = [run_of(figure, row) for row in values[mark.panel].tolist()]
    return runs.index(asked) if runs.count(asked) == 1 else (mark.series + 1) % len(runs)


_ANSWERS: dict[str, Callable[[ScientificFigure, Question, np.ndarray], float | int]] = {
    "above": _above,
    "wins": _wins,
    "difference": _difference,
    "sum": _sum,
    "ratio": _ratio,
    "category": _category,
    "series": _series,
    "to_part": _to_part,
    "total": _total,
    "total_above": _total_above,
    "total_difference": _total_difference,
    "crossings": _crossings,
    "gap": _gap,
    "turn": _category,
    "step": _step,
    "first_beyond": _first_beyond,
    "peaks": _peaks,
    "trend": _trend,
}
