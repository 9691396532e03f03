"""From a judge's findings on a description to penalties and the MQM score, by two engines (after SciFig-Eval).

`published` is the paper's. An item of the checklist that is missing costs completeness at the item's severity, one
covered in part a minor one; an item that is covered and wrong costs accuracy at its severity, one wrong in part a minor
one, and a single mismatched element makes it wrong. D is the checklist's whole weight.

`capped` differs in four things. What the figure does not have is neither asked for nor in D. A wrong item costs the
share of its elements that mismatch. No item costs more than its own weight, no fault of the whole more than a major
item's. And what was left out is told apart from what was said wrongly (`Score.omission`, `Score.error`).

In both, an item on which the judge's votes agreed on nothing is neither charged nor in D.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from counterpoint.suites.scifig.checklist import (
    ACCURACY_SUB_TYPE,
    CHECKLISTS,
    ISSUES,
    MAJOR,
    MINOR,
    MISSING_INFORMATION,
    WEIGHTS,
    denominator,
)

PUBLISHED, CAPPED = "published", "capped"
ENGINES = (PUBLISHED, CAPPED)
ACCURACY, COMPLETENESS = "accuracy", "completeness"
WORST = 100.0


@dataclass(frozen=True)
class Penalty:
    """One penalty: what it is for, and the words that it is about (empty for what was left out)."""

    key: str
    """Item of the checklist, or fault of the whole."""
    category: str
    sub_type: str
    severity: str
    weight: float
    quote: str = ""


@dataclass(frozen=True)
class Score:
    """What one engine makes of a description; scores run from 0 to 100."""

    mqm: float | None
    """max(0, 100 - 100 * sum of weights / D); None where nothing of the checklist was judged."""
    omission: float | None
    """Points, 100 * weights / D, that go to what was left out."""
    error: float | None
    """Points that go to everything else: what was wrong, made up, or badly put."""
    penalties: tuple[Penalty, ...]


def mqm_score(
    engine: str, chart_type: str, findings: Mapping[str, Any], reply: str, absent: Collection[str] = ()
) -> Score:
    """Return what an engine makes of the findings on a description.

    `findings` has a value for each item of the checklist and each fault of the whole that the votes agreed on (an item:
    coverage, correctness, mismatched, elements, quote; a fault: a list of {quote}), other keys are passed over; `reply`
    is the description, in which quotes are looked for; `absent` names the items that the figure does not have. Raises
    KeyError for an unknown chart type.
    """
    items = {key: severity for key, severity in CHECKLISTS[chart_type].items() if key in findings}
    d = denominator(chart_type) - sum(_weight(s) for key, s in CHECKLISTS[chart_type].items() if key not in findings)
    if engine == CAPPED:
        gone = {key for key in items if key in absent or findings[key]["coverage"] == "not_applicable"}
        d -= sum(_weight(items[key]) for key in gone)
        items = {key: severity for key, severity in items.items() if key not in gone}
    charged = [
        penalty
        for key, severity in items.items()
        for penalty in (*_completeness(key, severity, findings[key]), *_accuracy(engine, key, severity, findings[key]))
    ]
    faults = [
        Penalty(key, category, key, severity, WEIGHTS[category, severity], issue["quote"])
        for key, (category, severity) in ISSUES.items()
        for issue in findings.get(key, ())
    ]
    penalties = _without_repeats(charged, faults, _span_finder(reply))
    if engine == CAPPED:
        penalties = _capped(penalties, items)
    if d <= 0:
        return Score(None, None, None, ())
    omission = WORST * sum(p.weight for p in penalties if p.sub_type == MISSING_INFORMATION) / d
    error = WORST * sum(p.weight for p in penalties if p.sub_type != MISSING_INFORMATION) / d
    return Score(max(0.0, WORST - omission - error), omission, error, tuple(penalties))


def _weight(severity: str) -> float:
    return WEIGHTS[ACCURACY, severity]


def _completeness(key: str, severity: str, found: Mapping[str, Any]) -> list[Penalty]:
    at = {"missing": severity, "partial": MINOR}.get(found["coverage"])
    if at is None:
        return []
    quote = found["quote"] if found["coverage"] == "partial" else ""
    return [Penalty(key, COMPLETENESS, MISSING_INFORMATION, at, WEIGHTS[COMPLETENESS, at], quote)]


def _accuracy(engine: str, key: str, severity: str, found: Mapping[str, Any]) -> list[Penalty]:
    if found["coverage"] not in ("full", "partial"):
        return []
    sub_type, quote, mismatched = ACCURACY_SUB_TYPE[key], found["quote"], found["mismatched"]
    if engine == CAPPED and mismatched and found["elements"]:
        weight = _weight(severity) * min(1.0, mismatched / found["elements"])
        return [Penalty(key, ACCURACY, sub_type, severity, weight, quote)]
    at = severity if mismatched else {"wrong": severity, "partial": MINOR}.get(found["correctness"])
    return [] if at is None else [Penalty(key, ACCURACY, sub_type, at, _weight(at), quote)]


Overlap = Callable[[str, str], bool]


def _span_finder(reply: str) -> Overlap:
    """Return what tells whether two quotes overlap: their first places in the reply do, or one holds the other.

    Case and spacing do not count; a quote that is not in the reply has no place, and an empty one overlaps none.
    """
    text = _plain(reply)

    def overlap(one: str, other: str) -> bool:
        one, other = _plain(one), _plain(other)
        if not one or not other:
            return False
        first, second = text.find(one), text.find(other)
        if first < 0 or second < 0:
            return one in other or other in one
        return first < second + len(other) and second < first + len(one)

    return overlap


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _without_repeats(charged: Sequence[Penalty], faults: Sequence[Penalty], overlap: Overlap) -> list[Penalty]:
    """Leave out what is charged twice for the same words.

    A fault of the whole goes where its words overlap those of a checklist penalty; of accuracy penalties that overlap
    the heaviest stays, of equally heavy ones the first of the checklist.
    """
    kept: list[Penalty] = []
    for penalty in sorted((p for p in charged if p.category == ACCURACY), key=lambda p: -p.weight):
        if not any(overlap(penalty.quote, other.quote) for other in kept):
            kept.append(penalty)
    checklist = [p for p in charged if p.category != ACCURACY or any(p is one for one in kept)]
    alone = [p for p in faults if not any(overlap(p.quote, other.quote) for other in charged)]
    return [*checklist, *alone]


def _capped(penalties: Sequence[Penalty], items: Mapping[str, str]) -> list[Penalty]:
    """Scale down the penalties of each key that together pass its cap."""
    sums: dict[str, float] = {}
    for penalty in penalties:
        sums[penalty.key] = sums.get(penalty.key, 0.0) + penalty.weight
    caps = {key: _weight(items.get(key, MAJOR)) for key in sums}
    return [replace(p, weight=p.weight * min(1.0, caps[p.key] / sums[p.key])) for p in penalties]
