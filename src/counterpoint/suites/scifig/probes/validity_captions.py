"""Whether a caption's true sentences hold and its false ones are visibly false, checked anew from the data."""

from collections.abc import Iterator

import numpy as np

from counterpoint.stimuli.scientific.spec import ScientificFigure
from counterpoint.suites.scifig.contents.captions import Caption, Claim
from counterpoint.suites.scifig.contents.trends import SAID, run_of
from counterpoint.suites.scifig.probes.rederived import table

_LEAST_OFF = 0.2
"""Least share by which a false number is off."""


def caption_rules(figure: ScientificFigure, caption: Caption) -> Iterator[tuple[str, bool, str]]:
    """Give the rules of a caption: rule, whether it holds, and the values compared."""
    kinds = [claim.kind for claim in caption.claims]
    yield "two_or_three_claims", 2 <= len(kinds) <= 3 and len(set(kinds)) == len(kinds), ", ".join(kinds)
    both = all(claim.true in caption.true and claim.false in caption.false for claim in caption.claims)
    yield "claims_in_captions", both, f"{caption.true} / {caption.false}"
    for claim in caption.claims:
        detail = f"{claim.true} / {claim.false}"
        yield "sentences_differ", claim.true != claim.false, detail
        yield from _CHECKS[claim.kind](figure, claim)


def _number_rules(figure: ScientificFigure, claim: Claim, actual: float) -> Iterator[tuple[str, bool, str]]:
    true, false = claim.numbers
    yield "true_number_holds", abs(true - actual) <= 0.05 * abs(actual), f"{true:.6g} for {actual:.6g}"
    off = abs(false - actual) / abs(actual)
    yield "false_number_off_by_20_percent", off >= _LEAST_OFF, f"{false:.6g} for {actual:.6g}: {off:.3f}"
    figures, captions = claim.figure_fact, claim.caption_fact
    near = figures.tolerance + captions.tolerance
    apart = abs(true - false) > near and not set(figures.wordings) & set(captions.wordings)
    yield "sides_apart", apart, f"{abs(true - false):.4g} by {near:.4g}"


def _value(figure: ScientificFigure, claim: Claim) -> Iterator[tuple[str, bool, str]]:
    (mark,) = claim.about
    values = table(figure)
    yield from _number_rules(figure, claim, float(values[mark.panel, mark.series, mark.category]))
    subject = [*values[:, mark.series, :].ravel(), *values[:, :, mark.category].ravel()]
    false = claim.numbers[1]
    yield "false_number_is_no_other", not np.isclose(subject, false, rtol=1e-6).any(), f"{false:.6g}"


def _rate(figure: ScientificFigure, claim: Claim) -> Iterator[tuple[str, bool, str]]:
    high, low = (table(figure)[mark.panel, mark.series, mark.category] for mark in claim.about)
    yield from _number_rules(figure, claim, float(high / low))


def _trend(figure: ScientificFigure, claim: Claim) -> Iterator[tuple[str, bool, str]]:
    (mark,) = claim.about
    run = run_of(figure, figure.panels[mark.panel].values[mark.series])
    said = None if run is None else SAID[run]
    yield "true_trend_holds", said is not None and said in claim.true, f"{said}: {claim.true}"
    yield "false_trend_fails", said is not None and said not in claim.false, f"{said}: {claim.false}"


def _order(figure: ScientificFigure, claim: Claim) -> Iterator[tuple[str, bool, str]]:
    high, low = (float(table(figure)[mark.panel, mark.series, mark.category]) for mark in claim.about)
    yield "order_holds", high > low, f"{high:.6g} and {low:.6g}"
    tells, told = claim.figure_fact, claim.caption_fact
    apart = not set(tells.wordings) & set(told.wordings)
    stated = [any(wording.casefold() in fact.says.casefold() for wording in fact.wordings) for fact in (tells, told)]
    yield "sides_apart", apart and all(stated), f"{tells.says} / {told.says}"


def _ranking(figure: ScientificFigure, claim: Claim) -> Iterator[tuple[str, bool, str]]:
    best, worst = claim.about
    row = table(figure)[best.panel, best.series]
    order = np.argsort(row)
    ends = (order[-1], order[0]) if row[best.category] > row[worst.category] else (order[0], order[-1])
    yield "ends_of_the_row", ends == (best.category, worst.category), f"{row.tolist()}"
    side = "highest" if ends[0] == order[-1] else "lowest"
    words = ("largest", "highest") if side == "highest" else ("smallest", "lowest")
    yield "true_end_is_said", any(word in claim.true for word in words), claim.true


_CHECKS = {
    "value_anchor": _value,
    "trend_characterization": _trend,
    "comparison_swap": _order,
    "rate_mischaracterization": _rate,
    "ranking_inversion": _ranking,
}
