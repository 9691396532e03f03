"""Questions with a false premise, each with a twin of the same wording whose premise is true."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from counterpoint.seeds import generator
from counterpoint.stimuli.scientific.spec import ScientificFigure
from counterpoint.suites.scifig.anchors import CONTRA_HIGH, CONTRA_LOW, anchors, neat, share_off
from counterpoint.suites.scifig.names import PREMISE_KINDS, SUITE
from counterpoint.suites.scifig.values import (
    CLEAR,
    Mark,
    apart,
    called,
    inline,
    letter,
    marks,
    measure,
    names_of,
    sentence,
    value,
    with_unit,
)

ABSENT_NAMES = {
    "bar": ("Sham group", "Pooled sample", "Blank", "Pilot batch"),
    "line": ("Sham group", "Pooled sample", "Blank", "Pilot batch"),
    "pie": ("Residuals", "Miscellaneous", "Not recorded"),
}
"""Names as figures have them, of which those that stand nowhere in a figure are asked for."""
_STEPS_BEYOND = (3, 7)
"""How many steps beyond its last place a line is asked about, from and below."""


@dataclass(frozen=True)
class Side:
    """One question: what it takes for granted, and what is the case."""

    question: str
    premise: str
    actual: str
    names: tuple[str, ...]
    """What the premise is about, as the question calls it."""
    numbers: tuple[float, ...] = ()
    """Numbers that are the case."""
    anchor: float | None = None
    """Number that the question takes for granted."""


@dataclass(frozen=True)
class Premise:
    """A false premise and its true twin."""

    kind: str
    about: str
    """What is absent, contradicted or not told: element, value, p_value, ..."""
    false: Side
    true: Side
    marks: tuple[Mark, ...] = ()
    """Marks that the questions name; of a contradicted value the first is its mark."""


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


def _inexist(figure: ScientificFigure, rng: np.random.Generator) -> Iterator[Premise]:
    shown = list(marks(figure))
    mark = shown[int(rng.integers(len(shown)))]
    yield from _absent_name(figure, mark, rng)
    if figure.chart_type == "pie":
        if figure.exploded is None and len(figure.panels) == 1:
            yield _pulled_out(figure)
    else:
        values = "x" if figure.horizontal else "y"
        axis = (f"{values} axis", figure.y.label)
        for absent, about in (
            ("second axis on the right", "second_axis"),
            ("colour bar beside the axes", "colour_bar"),
        ):
            yield _labelled(about, absent, *axis)
        if figure.reference is None:
            yield _line_at(figure, values)
        if not any(panel.errors for panel in figure.panels) and figure.arrangement != "stacked":
            yield _error_bar(figure, mark)
        if not figure.has_legend and not figure.horizontal:
            yield _last_entry(figure)
    if len(figure.panels) > 1:
        yield _panel_beyond(figure, rng)
    if figure.title:
        yield _footnote(figure)


def _absent_name(figure: ScientificFigure, mark: Mark, rng: np.random.Generator) -> Iterator[Premise]:
    texts = " ".join((figure.title, *figure.categories, *figure.series, *(panel.title for panel in figure.panels)))
    absent = [name for name in ABSENT_NAMES[figure.chart_type] if name.casefold() not in texts.casefold()]
    if not absent or (figure.chart_type == "line" and len(figure.series) < 2):
        return
    name = absent[int(rng.integers(len(absent)))]
    series = len(figure.series) > 1 and figure.chart_type != "pie"
    present = figure.series[mark.series] if series else figure.categories[mark.category]
    what = "series" if series else "slice" if figure.chart_type == "pie" else "category"
    true = called(figure, mark)
    false = _replaced(true, present, name)
    number = value(figure, mark)
    yield Premise(
        "inexist",
        "name",
        Side(
            f"What is {false}?",
            f"The figure has a {what} called '{name}'.",
            f"The figure has no {what} called '{name}'.",
            (name,),
        ),
        Side(
            f"What is {true}?",
            f"The figure has a {what} called '{present}'.",
            f"It has; {true} is {with_unit(figure, number)}.",
            (present,),
            (number,),
        ),
        (mark,),
    )


def _replaced(text: str, present: str, absent: str) -> str:
    """Return a mark's name with another series or category in it."""
    before, _, after = text.rpartition(f" {present}")
    return f"{before} {absent}{after}"


def _pulled_out(figure: ScientificFigure) -> Premise:
    (row,) = figure.panels[0].values
    best = max(range(len(row)), key=row.__getitem__)
    share = with_unit(figure, row[best])
    return Premise(
        "inexist",
        "exploded_slice",
        Side(
            "What percentage does the slice that is pulled out of the circle have?",
            "The figure has a slice that is pulled out of the circle.",
            "The figure has no slice that is pulled out of the circle.",
            ("pulled out",),
        ),
        Side(
            "What percentage does the slice that is larger than all others have?",
            "One slice is larger than all others.",
            f"{figure.categories[best]} is the largest slice, with {share}.",
            ("largest", figure.categories[best]),
            (row[best],),
        ),
        (Mark(0, 0, best),),
    )


def _labelled(about: str, absent: str, present: str, label: str) -> Premise:
    return Premise(
        "inexist",
        about,
        *_sides("What does the label of the {} say?", absent, present, f"It has; its label says '{label}'.", (label,)),
    )


def _line_at(figure: ScientificFigure, values: str) -> Premise:
    across = "vertical" if figure.horizontal else "horizontal"
    top = figure.ticks[-1]
    return Premise(
        "inexist",
        "reference_line",
        *_sides(
            "At which value does the {} lie?",
            f"dashed {across} reference line",
            f"highest tick label of the {values} axis",
            f"It has; it lies at {top:.6g}.",
            numbers=(top,),
        ),
    )


def _error_bar(figure: ScientificFigure, mark: Mark) -> Premise:
    number = value(figure, mark)
    end = "end of the bar" if figure.chart_type == "bar" else "point"
    pattern = f"At which value does the {{}} for {called(figure, mark)} lie?"
    actual = f"It has; it lies at {with_unit(figure, number)}."
    sides = _sides(pattern, "tip of the error bar", end, actual, numbers=(number,))
    return Premise("inexist", "error_bars", *sides, (mark,))


def _last_entry(figure: ScientificFigure) -> Premise:
    along = f"row of labels along the {inline(figure.x.title)} axis"
    last = figure.categories[-1]
    return Premise(
        "inexist",
        "legend",
        *_sides("Which name stands at the end of the {}?", "legend", along, f"It has; '{last}' stands there.", (last,)),
    )


def _panel_beyond(figure: ScientificFigure, rng: np.random.Generator) -> Premise:
    beyond, there = letter(len(figure.panels)), int(rng.integers(len(figure.panels)))
    title = figure.panels[there].title
    return Premise(
        "inexist",
        "panel",
        *_sides(
            "What does the title of {} say?",
            f"panel {beyond}",
            f"panel {letter(there)}",
            f"It has; its title says '{title}'.",
            (title,),
        ),
    )


def _footnote(figure: ScientificFigure) -> Premise:
    actual = f"It has; it says '{figure.title}'."
    return Premise(
        "inexist",
        "footnote",
        *_sides("What does the {} of the figure say?", "footnote", "title", actual, (figure.title,)),
    )


def _sides(
    pattern: str,
    absent: str,
    present: str,
    actual: str,
    names: tuple[str, ...] = (),
    numbers: tuple[float, ...] = (),
) -> tuple[Side, Side]:
    """Return both sides of a question about one element: absent, and present."""
    an, the = (_article(name) for name in (absent, present))
    false = Side(pattern.format(absent), f"The figure has {an}{absent}.", f"The figure has no {absent}.", (absent,))
    true = Side(pattern.format(present), f"The figure has {the}{present}.", actual, (present, *names), numbers)
    return false, true


def _article(name: str) -> str:
    if name.startswith("panel"):
        return ""
    return "an " if name[0] in "aeiou" or name.startswith("x ") else "a "


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
    outside = _replaced(name, figure.categories[mark.category], f"{second + steps * (second - first):g}")
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
    "inexist": _inexist,
    "contra": _contra,
    "unanswerable": _unanswerable,
}
