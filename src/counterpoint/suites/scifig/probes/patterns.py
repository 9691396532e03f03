"""Questions on patterns: how lines run and cross, where series differ most, what slices add up to."""

from collections.abc import Iterator
from itertools import accumulate, combinations, pairwise

from counterpoint.stimuli.scientific.spec import ScientificFigure
from counterpoint.suites.scifig.contents.trends import SAID, crossings, trend
from counterpoint.suites.scifig.contents.values import (
    Mark,
    apart,
    clashing,
    inline,
    margin,
    measure,
    of_series,
    panel_words,
    place,
    tolerance,
    written,
)
from counterpoint.suites.scifig.probes.question import (
    ORDER_WORDS,
    Operation,
    Question,
    in_unit,
    listed_row,
    named,
    ranked,
    thresholds,
    where_all,
    where_it_is,
)

_CLEAR_TOTAL = 1.5
"""Percentage points by which totals of shares must miss what they are compared with."""


_PARTS = (40, 50, 60, 70, 75, 80, 90)
"""Percentages that slices are added up to."""


def patterns(figure: ScientificFigure) -> Iterator[Question]:
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
                    steps = listed_row(figure, figure.categories, gaps)
                    yield from where_it_is("pattern", figure, Operation("gap", pair), text, order[0], steps)
        yield from _trend_questions(figure, panel)
        if figure.arrangement == "stacked":
            yield from _totals(figure, panel)


def _totals(figure: ScientificFigure, panel: int) -> Iterator[Question]:
    """Give the questions on the lengths of whole stacks."""
    totals = tuple(map(sum, zip(*figure.panels[panel].values, strict=True)))
    for rank in (1, 2, -1, -2):
        if 2 * abs(rank) <= len(totals) and (index := ranked(figure, totals, rank)) is not None:
            text = (
                f"For which {inline(figure.x.title)} is the whole bar{panel_words(figure, panel)}, all its parts "
                f"together, {ORDER_WORDS[abs(rank)]}{'longest' if rank > 0 else 'shortest'}?"
            ).replace("second ", "second-")
            steps = listed_row(figure, figure.categories, totals)
            operation = Operation("total", (Mark(panel, 0, index),), rank)
            yield from where_it_is("pattern", figure, operation, text, index, steps)


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
            yield named("pattern", operation, text, figure.series, index, steps)


def _steps(figure: ScientificFigure, panel: int, series: int, row: tuple[float, ...]) -> Iterator[Question]:
    """Give the questions on how a row goes from each value to the next."""
    mark, of = Mark(panel, series, 0), f"{of_series(figure, series)}{panel_words(figure, panel)}"
    if figure.chart_type == "line":
        if trend(figure, panel, series) in ("rises_then_falls", "falls_then_rises"):
            rank = 1 if trend(figure, panel, series) == "rises_then_falls" else -1
            if (index := ranked(figure, row, rank)) is not None:
                turns = "from rising to falling" if rank == 1 else "from falling to rising"
                text = f"At which {inline(figure.x.title)} does the {measure(figure)}{of} turn {turns}?"
                steps = listed_row(figure, figure.categories, row)
                yield from where_it_is("pattern", figure, Operation("turn", (mark,), rank), text, index, steps)
        changes = [abs(place(figure, b) - place(figure, a)) for a, b in pairwise(row)]
        order = sorted(range(len(changes)), key=changes.__getitem__, reverse=True)
        if len(changes) > 2 and changes[order[0]] - changes[order[1]] >= 2 * margin(figure):
            x = inline(figure.x.title)
            text = (
                f"Between which two neighbouring points does the {measure(figure)}{of} change most? "
                f"Give the {x} of the later one."
            )
            steps = f"From point to point: {', '.join(f'{b - a:+.4g}' for a, b in pairwise(row))}."
            yield from where_it_is("pattern", figure, Operation("step", (mark,)), text, order[0] + 1, steps)
        yield from _first_beyond(figure, mark, of, row)
    elif figure.arrangement != "stacked" and len(row) > 3:
        if min(apart(figure, a, b) for a, b in pairwise(row)) < margin(figure):
            return
        n = sum(row[i - 1] < row[i] > row[i + 1] for i in range(1, len(row) - 1))
        text = f"{where_all(figure)} is the {measure(figure)}{of} higher than at both of those next to it?"
        steps = f"Values in order: {', '.join(written(figure, number) for number in row)}."
        yield Question("pattern", Operation("peaks", (mark,)), text, float(n), steps)


def _first_beyond(figure: ScientificFigure, mark: Mark, of: str, row: tuple[float, ...]) -> Iterator[Question]:
    """Give the questions on where a line first passes a number that it begins on the other side of."""
    for threshold in thresholds(figure):
        beyond = [number > threshold for number in row]
        clear = min(apart(figure, number, threshold) for number in row) >= margin(figure)
        if not clear or len(set(beyond)) == 1:
            continue
        index = beyond.index(not beyond[0])
        passes = "below" if beyond[0] else "above"
        text = (
            f"At which of the points along the {inline(figure.x.title)} axis is the {measure(figure)}{of} "
            f"{passes} {in_unit(figure, threshold)} for the first time?"
        )
        steps = listed_row(figure, figure.categories, row)
        yield from where_it_is("pattern", figure, Operation("first_beyond", (mark,), threshold), text, index, steps)
