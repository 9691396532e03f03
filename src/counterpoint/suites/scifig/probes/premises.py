"""Questions with a false premise, each with a twin of the same wording whose premise is true."""

from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np

from counterpoint.seeds import generator
from counterpoint.stimuli.scientific.spec import ScientificFigure
from counterpoint.suites.scifig.contents.anchors import CONTRA_HIGH, CONTRA_LOW, anchors, neat, share_off
from counterpoint.suites.scifig.contents.values import (
    CLEAR,
    Mark,
    apart,
    called,
    inline,
    marks,
    measure,
    names_of,
    sentence,
    value,
    with_unit,
)
from counterpoint.suites.scifig.names import PREMISE_KINDS, SUITE
from counterpoint.suites.scifig.probes.absent import inexist
from counterpoint.suites.scifig.probes.premise import Premise, Side, replaced

_STEPS_BEYOND = (3, 7)
"""How many steps beyond its last place a line is asked about, from and below."""


def premises(figure: ScientificFigure, seed: int) -> list[Premise]:
    """Return a premise of each kind: what it is about is drawn first, then the question."""
    found = []
    for kind in PREMISE_KINDS:
        rng = generator(seed, SUITE, "premise", kind, figure.figure_id)
        possible = list(_MAKERS[kind](figure, rng))
        if possible:
            abouts = sorted({premise.about for premise in possible})
            about = abouts[int(rng.integers(len(abouts)))]
            possible = [premise for premise in possible if premise.about == about]
            found.append(possible[int(rng.integers(len(possible)))])
    return found


def _contra(figure: ScientificFigure, rng: np.random.Generator) -> Iterator[Premise]:
    shown = list(marks(figure))
    for index in rng.permutation(len(shown)):
        mark = shown[int(index)]
        others = [other for other in shown if _asked_with(mark, other)]
        anchor = next(anchors(figure, mark, CONTRA_LOW, CONTRA_HIGH, rng), None)
        if anchor is None or not others:
            continue
        other = others[int(rng.integers(len(others)))]
        true, name, second = value(figure, mark), called(figure, mark), called(figure, other)
        stated = neat(figure, true)
        asks = f"what do it and {second} add up to" if figure.chart_type == "pie" else f"how far is it from {second}"
        sides = [
            Side(
                f"Given that {name} is {with_unit(figure, number)}, {asks}?",
                f"{sentence(name)} is {with_unit(figure, number)}.",
                f"{sentence(name)} is {with_unit(figure, true)}.",
                tuple(names[0] for names in names_of(figure, mark)),
                (true,),
                number,
            )
            for number in (anchor, stated)
        ]
        yield Premise("contra", "value", *sides, (mark, other))
        return
    yield from _wrong_count(figure, rng)


def _wrong_count(figure: ScientificFigure, rng: np.random.Generator) -> Iterator[Premise]:
    """Give a wrong number of labels, where no value can be 20 to 30 % off to the eye, as on an axis of many decades."""
    true, last = len(figure.categories), figure.categories[-1]
    wrong = [n for n in range(2, 2 * true) if CONTRA_LOW <= share_off(n, true) <= CONTRA_HIGH]
    if not wrong or figure.chart_type == "pie" or figure.horizontal or len(figure.panels) > 1:
        return
    axis = f"{inline(figure.x.title)} axis"
    sides = [
        Side(
            f"Given that {number} labels stand along the {axis}, which of them is the last one?",
            f"{number} labels stand along the {axis}.",
            f"{true} labels stand along the {axis}; the last one is {last}.",
            (axis, "labels"),
            (float(true),),
            float(number),
        )
        for number in (wrong[int(rng.integers(len(wrong)))], true)
    ]
    yield Premise("contra", "count", *sides)


def _asked_with(mark: Mark, other: Mark) -> bool:
    """Return whether another mark is of the same panel, and of the same series or category."""
    same = (mark.series == other.series, mark.category == other.category)
    return mark.panel == other.panel and sum(same) == 1


def _unanswerable(figure: ScientificFigure, rng: np.random.Generator) -> Iterator[Premise]:
    shown = list(marks(figure))
    pairs = [
        (a, b) if value(figure, a) > value(figure, b) else (b, a)
        for a, b in combinations(shown, 2)
        if _asked_with(a, b) and apart(figure, value(figure, a), value(figure, b)) >= CLEAR
    ]
    if pairs:
        yield from _of_difference(figure, pairs[int(rng.integers(len(pairs)))])
    mark = shown[int(rng.integers(len(shown)))]
    yield _sample_size(figure, mark)
    if figure.y is not None and figure.y.unit:
        yield _instrument(figure)
    if figure.x_values is not None and not figure.x.log and _plain_places(figure):
        yield _beyond(figure, mark, int(rng.integers(*_STEPS_BEYOND)))


def _plain_places(figure: ScientificFigure) -> bool:
    """Return whether the places of a line are written as bare numbers, so that one beyond them can be written too."""
    return all(text == f"{number:g}" for text, number in zip(figure.categories, figure.x_values, strict=True))


def _of_difference(figure: ScientificFigure, pair: tuple[Mark, Mark]) -> Iterator[Premise]:
    first, second = (called(figure, mark) for mark in pair)
    high, low = (value(figure, mark) for mark in pair)
    size = with_unit(figure, high - low).replace("%", "percentage points")
    difference, order = f"of the difference between {first} and {second}", f"is {first} higher than {second}"
    told = _told(
        f"What is the {{}} {difference}?",
        ("p-value", "size"),
        (f"the p-value {difference}", f"the size {difference}"),
        f"The size of the difference is {size}.",
        high - low,
    )
    yield Premise("unanswerable", "p_value", *told, pair)
    told = _told(
        f"According to the figure, {{}} {order}?",
        ("for which reason", "by how much"),
        (f"for which reason {first} is higher than {second}", f"by how much {first} is higher than {second}"),
        f"It is higher by {size}.",
        high - low,
    )
    yield Premise("unanswerable", "cause", *told, pair)


def _sample_size(figure: ScientificFigure, mark: Mark) -> Premise:
    number, name = value(figure, mark), called(figure, mark)
    told = _told(
        f"What does the figure give as the {{}} {name}?",
        ("sample size behind", "value of"),
        (f"the sample size behind {name}", f"the value of {name}"),
        f"{sentence(name)} is {with_unit(figure, number)}.",
        number,
    )
    return Premise("unanswerable", "sample_size", *told, (mark,))


def _instrument(figure: ScientificFigure) -> Premise:
    what = measure(figure)
    told = _told(
        f"Which {{}} does the figure give for the {what}?",
        ("measuring instrument", "unit"),
        (f"the measuring instrument for the {what}", f"the unit of the {what}"),
        f"The unit is {figure.y.unit}.",
        None,
        (figure.y.unit,),
    )
    return Premise("unanswerable", "instrument", *told)


def _beyond(figure: ScientificFigure, mark: Mark, steps: int) -> Premise:
    first, second = figure.x_values[-2:]
    name, number = called(figure, mark), value(figure, mark)
    outside = replaced(name, figure.categories[mark.category], f"{second + steps * (second - first):g}")
    told = _told(
        "According to the figure, what is {}?",
        (outside, name),
        (outside, name),
        f"{sentence(name)} is {with_unit(figure, number)}.",
        number,
    )
    return Premise("unanswerable", "outside", *told, (mark,))


def _told(
    pattern: str,
    asked: tuple[str, str],
    things: tuple[str, str],
    actual: str,
    number: float | None,
    names: tuple[str, ...] = (),
) -> tuple[Side, Side]:
    """Return both sides of a question for one thing: that the figure does not tell, and that it does."""
    false, true = (pattern.format(what) for what in asked)
    numbers = () if number is None else (round(number, 6),)
    untold, told = things
    return (
        Side(false, f"The figure tells {untold}.", f"The figure does not tell {untold}.", (asked[0],)),
        Side(true, f"The figure tells {told}.", actual, (asked[1], *names), numbers),
    )


_MAKERS: dict[str, Callable[[ScientificFigure, np.random.Generator], Iterator[Premise]]] = {
    "inexist": inexist,
    "contra": _contra,
    "unanswerable": _unanswerable,
}
