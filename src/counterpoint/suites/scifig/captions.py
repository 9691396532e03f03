"""Captions with two or three claims, as true sentences and as false ones of the five published kinds."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from counterpoint.judging.facts import Fact
from counterpoint.seeds import generator
from counterpoint.stimuli.scientific.spec import ScientificFigure
from counterpoint.suites.scifig.anchors import CAPTION_HIGH, CAPTION_LOW, anchors
from counterpoint.suites.scifig.names import CLAIM_KINDS, SUITE
from counterpoint.suites.scifig.statements import (
    extreme_fact,
    highest_words,
    says_extreme,
    says_trend,
    trend_fact,
)
from counterpoint.suites.scifig.trends import OPPOSITE, trend
from counterpoint.suites.scifig.values import (
    CLEAR,
    Mark,
    apart,
    at,
    called,
    marks,
    measure,
    names_of,
    of_series,
    panel_words,
    sentence,
    tolerance,
    value,
    with_unit,
)

_SIDES = 0.4
"""Tolerance of the two values of a claim, as a share of their distance: no number is near both."""
_RATIO, _TIMES = 1.4, 1.6
"""Smallest ratio that is claimed, and by what factor the false one is larger or smaller."""


@dataclass(frozen=True)
class Claim:
    """One sentence of a caption, true of the figure, and what a false caption says in its place."""

    kind: str
    about: tuple[Mark, ...]
    """Marks that are spoken of; one stands for its series where the claim is a trend."""
    true: str
    false: str
    figure_fact: Fact
    caption_fact: Fact
    numbers: tuple[float, float] | None = None
    """The true number and the false one, where the claim is a number."""


@dataclass(frozen=True)
class Caption:
    """A figure's caption: how it opens, and its claims."""

    opening: str
    claims: tuple[Claim, ...]

    @property
    def true(self) -> str:
        """The caption that is true of the figure."""
        return " ".join([self.opening, *(claim.true for claim in self.claims)])

    @property
    def false(self) -> str:
        """The same caption with each claim made false."""
        return " ".join([self.opening, *(claim.false for claim in self.claims)])


def caption(figure: ScientificFigure, seed: int) -> Caption:
    """Return a figure's caption: two or three claims of different kinds, as many as it supports up to three."""
    rng = generator(seed, SUITE, "caption", figure.figure_id)
    chosen: list[Claim] = []
    wanted = int(rng.integers(2, 4))
    for kind in rng.permutation(CLAIM_KINDS):
        if len(chosen) == wanted:
            break
        possible = [claim for claim in _MAKERS[str(kind)](figure, rng) if not _overlaps(claim, chosen)]
        if possible:
            chosen.append(possible[int(rng.integers(len(possible)))])
    return Caption(_opening(figure), tuple(chosen))


def _overlaps(claim: Claim, chosen: list[Claim]) -> bool:
    """Return whether a claim speaks of a mark that another one does: one reply must not settle both."""
    return any(set(claim.about) & set(other.about) for other in chosen)


def _opening(figure: ScientificFigure) -> str:
    title = figure.title.rstrip(".")
    if figure.chart_type == "pie" or not title:
        return f"{title or 'Composition'}."
    several = f" Panels: {', '.join(panel.title for panel in figure.panels)}." if len(figure.panels) > 1 else ""
    bars = " Error bars show the spread." if any(panel.errors is not None for panel in figure.panels) else ""
    return f"{title}.{several}{bars}"


def _value_anchor(figure: ScientificFigure, rng: np.random.Generator) -> Iterator[Claim]:
    for mark in marks(figure):
        if (false := next(anchors(figure, mark, CAPTION_LOW, CAPTION_HIGH, rng), None)) is not None:
            true, name = value(figure, mark), sentence(called(figure, mark))
            near = min(tolerance(figure, true), _SIDES * abs(true - false))
            sentences = tuple(f"{name} is {with_unit(figure, number)}." for number in (true, false))
            facts = (
                Fact("", _item(figure), "value", s, names_of(figure, mark), number=n, tolerance=near)
                for s, n in zip(sentences, (true, false), strict=True)
            )
            yield _claim("value_anchor", (mark,), sentences, tuple(facts), (true, false))


def _trend(figure: ScientificFigure, rng: np.random.Generator) -> Iterator[Claim]:
    for panel in range(len(figure.panels)):
        for series in range(len(figure.series) if figure.chart_type != "pie" else 0):
            if (run := trend(figure, panel, series)) is not None:
                runs = (run, OPPOSITE[run])
                sentences = tuple(says_trend(figure, panel, series, run) for run in runs)
                facts = tuple(trend_fact(figure, panel, series, run, "") for run in runs)
                yield _claim("trend_characterization", (Mark(panel, series, -1),), sentences, facts)


def _comparison(figure: ScientificFigure, rng: np.random.Generator) -> Iterator[Claim]:
    pairs = list(permutations(marks(figure), 2))
    for index in rng.permutation(len(pairs))[:60]:
        high, low = pairs[int(index)]
        a, b = value(figure, high), value(figure, low)
        if not _comparable(high, low) or a <= b or apart(figure, a, b) < CLEAR:
            continue
        names = tuple(called(figure, mark) for mark in (high, low))
        order = (names, names[::-1]) if rng.random() < 0.5 else None
        if order is None:  # as often "lower" as "higher", so that the word tells nothing
            sentences = tuple(f"{sentence(y)} is lower than {x}." for x, y in (names, names[::-1]))
        else:
            sentences = tuple(f"{sentence(x)} is higher than {y}." for x, y in order)
        (fa,), (fb,) = ((figure_name(figure, mark, other),) for mark, other in ((high, low), (low, high)))
        facts = tuple(
            _order_fact(figure, (high, low), said, x, y)
            for said, (x, y) in zip(sentences, ((fa, fb), (fb, fa)), strict=True)
        )
        yield _claim("comparison_swap", (high, low), sentences, facts)


def figure_name(figure: ScientificFigure, mark: Mark, other: Mark) -> str:
    """Return the name in which a mark differs from another one of its series or category."""
    return figure.categories[mark.category] if mark.category != other.category else figure.series[mark.series]


def _order_fact(figure: ScientificFigure, pair: tuple[Mark, Mark], says: str, higher: str, lower: str) -> Fact:
    """Return the fact that one of two is higher: both first, then what they have in common."""
    up = ("higher than", "larger than", "greater than", "above", "more than", "exceeds", "surpasses", "bigger than")
    down = ("lower than", "smaller than", "less than", "below", "fewer than")
    named = names_of(figure, *pair)
    (first,), (second,) = ([names for names in named if name in names] for name in (higher, lower))
    shared = [names for names in named if names not in (first, second)]
    return Fact("", _item(figure), "comparison", says, (first, second, *shared), up, down)


def _rate(figure: ScientificFigure, rng: np.random.Generator) -> Iterator[Claim]:
    if figure.arrangement == "stacked":
        return
    pairs = list(permutations(marks(figure), 2))
    for index in rng.permutation(len(pairs))[:60]:
        high, low = pairs[int(index)]
        a, b = value(figure, high), value(figure, low)
        if high.series != low.series or high.panel != low.panel or b <= 0 or a / b < _RATIO:
            continue
        if apart(figure, b, _zero(figure)) < CLEAR:
            continue
        true = round(a / b, 1)
        factor = _TIMES if (rng.random() < 0.5 and true * _TIMES < 20) or true / _TIMES < 1.2 else 1 / _TIMES
        false = round(true * factor, 1)
        if true >= 20 or abs(true * b - a) > tolerance(figure, a):
            continue
        near = min(0.1 * true, _SIDES * abs(true - false))
        where = f"{of_series(figure, high.series)}{panel_words(figure, high.panel)}"
        what = f"the {measure(figure)}{where}"
        places = [at(figure, mark.category) for mark in (high, low)]
        if figure.chart_type == "pie":
            what = f"the share{panel_words(figure, high.panel)}"
            places = [f"of {figure.categories[mark.category]}" for mark in (high, low)]
        sentences = tuple(
            f"{sentence(what)} {places[0]} is about {number:.1f} times that {places[1]}." for number in (true, false)
        )
        facts = tuple(
            Fact("", _item(figure), "ratio", said, names_of(figure, high, low), number=number, tolerance=near)
            for said, number in zip(sentences, (true, false), strict=True)
        )
        yield _claim("rate_mischaracterization", (high, low), sentences, facts, (true, false))


def _zero(figure: ScientificFigure) -> float:
    return 0.0 if figure.y is None else figure.ticks[0]


def _ranking(figure: ScientificFigure, rng: np.random.Generator) -> Iterator[Claim]:
    for panel, shown in enumerate(figure.panels):
        for series, row in enumerate(shown.values):
            order = sorted(range(len(row)), key=row.__getitem__)
            for side, best, next_best, worst in (
                ("highest", order[-1], order[-2], order[0]),
                ("lowest", order[0], order[1], order[-1]),
            ):
                if apart(figure, row[best], row[next_best]) >= CLEAR:
                    about = tuple(Mark(panel, series, category) for category in (best, worst))
                    sentences = tuple(says_extreme(figure, mark, side) for mark in about)
                    facts = tuple(extreme_fact(figure, mark, side, highest_words(side), "") for mark in about)
                    yield _claim("ranking_inversion", about, sentences, facts)


_MAKERS: dict[str, Callable[[ScientificFigure, np.random.Generator], Iterator[Claim]]] = {
    "value_anchor": _value_anchor,
    "trend_characterization": _trend,
    "comparison_swap": _comparison,
    "rate_mischaracterization": _rate,
    "ranking_inversion": _ranking,
}


def _claim(
    kind: str,
    about: tuple[Mark, ...],
    sentences: tuple[str, ...],
    facts: tuple[Fact, ...],
    numbers: tuple[float, float] | None = None,
) -> Claim:
    true, false = sentences
    figure_fact, caption_fact = (
        replace(fact, key=f"{kind}/{side}") for fact, side in zip(facts, ("figure", "caption"), strict=True)
    )
    return Claim(kind, about, true, false, figure_fact, caption_fact, numbers)


def _comparable(first: Mark, second: Mark) -> bool:
    """Return whether two marks differ in their series or their category alone."""
    return first.panel == second.panel and (first.series == second.series) != (first.category == second.category)


def _item(figure: ScientificFigure) -> str:
    return "percentages" if figure.chart_type == "pie" else "values"
