"""Captions with two or three claims, as true sentences and as false ones of the five published kinds."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from counterpoint.judging.facts import Fact
from counterpoint.seeds import generator
from counterpoint.stimuli.scientific.spec import ScientificFigure
from counterpoint.suites.scifig.contents.anchors import CAPTION_HIGH, CAPTION_LOW, anchors
from counterpoint.suites.scifig.contents.statements import (
    extreme_fact,
    highest_words,
    says_extreme,
    says_trend,
    trend_fact,
)
from counterpoint.suites.scifig.contents.trends import OPPOSITE, trend
from counterpoint.suites.scifig.contents.values import (
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
from counterpoint.suites.scifig.names import CLAIM_KINDS, SUITE

_SIDES = 0.4
"""Tolerance of the two values of a claim, as a share of their distance: no number is near both."""
_RATIO, _TIMES = 1.4, 1.6
"""Smallest ratio that is claimed, and by what factor the false one is larger or smaller."""


@dataclass(frozen=True)
class Claim:
    """One sentence of a caption, true of the figure, and what a false caption says in its place."""

    kind: str
    about: tuple[Mark, ...]
    """Marks that are spoken of; of a trend one of category -1, which stands for its series."""
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
        return " ".join(filter(None, [self.opening, *(claim.true for claim in self.claims)]))

    @property
    def false(self) -> str:
        """The same caption with each claim made false."""
        return " ".join(filter(None, [self.opening, *(claim.false for claim in self.claims)]))


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
    """Return whether a claim speaks of a mark that another one does, or compares marks of a line whose trend is told.

    No sentence of a reply then settles two claims.
    """
    return any(_of_one_line(claim, other) or set(claim.about) & set(other.about) for other in chosen)


def _of_one_line(claim: Claim, other: Claim) -> bool:
    """Return whether one of two claims is a trend, and the other one more than a value of the same series."""
    kinds = {claim.kind, other.kind}
    if "trend_characterization" not in kinds or "value_anchor" in kinds:
        return False
    lines = [{(mark.panel, mark.series) for mark in one.about} for one in (claim, other)]
    return bool(lines[0] & lines[1])


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
        # As often "lower" as "higher", so that the word tells nothing.
        word = "higher" if rng.random() < 0.5 else "lower"
        pairs_said = [(high, low), (low, high)] if word == "higher" else [(low, high), (high, low)]
        sentences = tuple(
            f"{sentence(called(figure, one))} is {word} than {called(figure, other)}." for one, other in pairs_said
        )
        higher = _order_wordings(figure, high, low)
        lower = _order_wordings(figure, low, high)
        facts = tuple(
            Fact("", _item(figure), "extreme", said, (), right, wrong)
            for said, right, wrong in zip(sentences, (higher, lower), (lower, higher), strict=True)
        )
        yield _claim("comparison_swap", (high, low), sentences, facts)


def _order_wordings(figure: ScientificFigure, high: Mark, low: Mark) -> tuple[str, ...]:
    """Return the phrases that say that one of two marks is higher, by their full names and by what tells them apart."""
    up = ("is higher than", "is larger than", "is greater than", "is above", "exceeds", "higher than", "larger than")
    down = ("is lower than", "is smaller than", "is less than", "is below", "lower than", "smaller than")
    places = (high.category != low.category, (high, low))
    short = [figure.categories[mark.category] if places[0] else figure.series[mark.series] for mark in places[1]]
    named = ([called(figure, mark) for mark in (high, low)], short)
    return tuple(
        phrase
        for more, less in named
        for phrase in (*(f"{more} {word} {less}" for word in up), *(f"{less} {word} {more}" for word in down))
    )


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
        what, end, places = f"the {measure(figure)}{where}", "", [at(figure, mark.category) for mark in (high, low)]
        if figure.chart_type == "pie":
            what, end = "the share", panel_words(figure, high.panel)
            places = [f"of {figure.categories[mark.category]}" for mark in (high, low)]
        sentences = tuple(
            f"{sentence(what)} {places[0]} is about {number:.1f} times that {places[1]}{end}."
            for number in (true, false)
        )
        said_true, said_false = _times(true, near), _times(false, near)
        facts = tuple(
            Fact("", _item(figure), "extreme", said, names_of(figure, high, low), right, wrong)
            for said, right, wrong in zip(sentences, (said_true, said_false), (said_false, said_true), strict=True)
        )
        yield _claim("rate_mischaracterization", (high, low), sentences, facts, (true, false))


def _times(ratio: float, near: float) -> tuple[str, ...]:
    """Return the phrases that give a ratio to one decimal, up to `near` off."""
    tenths = range(math.ceil(10 * (ratio - near) - 1e-9), math.floor(10 * (ratio + near) + 1e-9) + 1)
    numbers = [f"{tenth / 10:g}" for tenth in tenths]
    numbers += [f"{tenth / 10:.1f}" for tenth in tenths if tenth % 10 == 0]
    words = {20: ("twice", "double", "two times"), 30: ("triple", "three times"), 40: ("four times",)}
    return (
        *(f"{number}{unit}" for number in numbers for unit in (" times", "-fold", "x", "×", " fold")),
        *(word for tenth in tenths for word in words.get(tenth, ())),
    )


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
