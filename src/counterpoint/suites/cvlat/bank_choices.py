"""The options of a bank's items: every instrument as even as it can be, in slots, senses and lengths of text."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from counterpoint.seeds import generator
from counterpoint.stimuli.charts.contents.answers import DIRECTIONS, STATEMENTS, Answer, number_distance, range_distance
from counterpoint.stimuli.charts.contents.resolution import edges_of
from counterpoint.stimuli.charts.specs.facts import categories
from counterpoint.suites.cvlat.bank_drafts import Draft
from counterpoint.suites.cvlat.bank_options import (
    SLOTS,
    SPACINGS,
    Distance,
    balanced,
    layouts,
    name_layouts,
    number_pool,
    range_pool,
)
from counterpoint.suites.cvlat.bank_questions import answer_text

DRAWS = 8
"""Sets of distractors among which the one is taken that keeps lengths of texts even."""


@dataclass
class Evenness:
    """What has been used so far in an instrument.

    `ordered` counts the slots of visual and factual answers, (2, 4), of options with an order (numbers, classes),
    `slots` those of all five-option items: names, which have no largest one, make up for the others. `statements`
    counts true and false ones. `lengths` is by how much always the shortest and always the longest text have scored
    above chance: (forms, visual or factual, shortest or longest).
    """

    ordered: np.ndarray = field(default_factory=lambda: np.zeros((2, SLOTS)))
    slots: np.ndarray = field(default_factory=lambda: np.zeros((2, SLOTS)))
    statements: dict[bool, int] = field(default_factory=lambda: {True: 0, False: 0})
    lengths: np.ndarray = field(default_factory=lambda: np.zeros((2, 2, 2)))


def with_options(drafts: Sequence[Draft], seed: int, evenness: Evenness) -> list[Draft]:
    """Give the drafts of one chart and instrument their options, and add them to what has been used so far.

    Raises UserError, naming chart and item, when no distractors can be told apart from the answers.
    """
    done = {draft.name: draft for draft in drafts}
    for draft in drafts:
        if draft.kind == "trend":
            done[draft.name] = _evenest([replace(draft, options=DIRECTIONS)], evenness)
        elif draft.question.ask in STATEMENTS:
            # Every other statement is true: of the picture where it is random, else of the facts (and so, where both
            # agree or both conflict, of the picture too).
            answer = draft.visual if draft.instrument == "revlat" else draft.factual
            truth = evenness.statements[True] <= evenness.statements[False]
            evenness.statements[truth] += 1
            done[draft.name] = replace(draft, options=(True, False), upright=answer == truth)
    for ordered in (True, False):
        mine = [d for d in drafts if d.kind not in ("truth", "trend") and (d.kind != "category") == ordered]
        draws = [[_layouts(draft, seed, draw) for draw in range(DRAWS)] for draft in mine]
        possible = [list(dict.fromkeys(slots for draw in each for slots in draw)) for each in draws]
        random = generator(seed, "slots", drafts[0].instrument, drafts[0].chart.id, str(ordered))
        before = evenness.ordered.copy()
        chosen = balanced(possible, evenness.ordered if ordered else evenness.slots, random)
        if ordered:
            evenness.slots += evenness.ordered - before
        for draft, each, slots in zip(mine, draws, chosen, strict=True):
            found = [replace(draft, options=tuple(draw[slots])) for draw in each if slots in draw]
            done[draft.name] = _evenest(found, evenness)
    return list(done.values())


def _evenest(drafts: Sequence[Draft], evenness: Evenness) -> Draft:
    """Return the draft whose options make the shortest and the longest text pay least, and count it."""
    excesses = [evenness.lengths + _length_excess(draft) for draft in drafts]
    best = int(np.argmin([np.square(excess).sum() for excess in excesses]))
    evenness.lengths = excesses[best]
    return drafts[best]


def _length_excess(draft: Draft) -> np.ndarray:
    """Return by how much the shortest and the longest text score above chance, as in `Evenness.lengths`."""
    excess = np.zeros((2, 2, 2))
    for form, variant in enumerate((draft.posed.variant, draft.posed.nameless)):
        if variant is None:
            continue
        lengths = np.array([len(answer_text(option, draft.question, variant)) for option in draft.options])
        for key, answer in enumerate((draft.visual, draft.factual)):
            for extreme, pick in enumerate((lengths == lengths.min(), lengths == lengths.max())):
                if answer in draft.options:
                    excess[form, key, extreme] = pick[draft.options.index(answer)] / pick.sum() - 1 / len(lengths)
    return excess


def _layouts(draft: Draft, seed: int, draw: int) -> dict[Any, list[Answer]]:
    """Return the possible option sets of a five-option item by the slots of its focal answers."""
    random = generator(seed, "options", draft.name, draw)
    chart, question, scale = draft.chart, draft.question, draft.scale
    visual, factual = draft.visual, draft.factual
    if draft.kind == "category":
        ways = name_layouts(visual, factual, question.among or categories(chart.facts), random)
    elif draft.kind in ("count", "class"):
        steps = len(chart.facts) if draft.kind == "count" else len(edges_of(chart, draft.posed.variant.table)) - 1
        ways = layouts(visual, factual, [(range(steps), 1)], number_distance, random)
    else:
        focal = list(dict.fromkeys([visual, factual]))
        pool = range_pool if draft.kind == "range" else number_pool
        decimals = 0 if question.ask == "share" else chart.decimals
        pools = [(pool(focal, scale, wide * scale.gap, decimals, random), wide * scale.gap) for wide in SPACINGS]
        ways = layouts(visual, factual, pools, _distance(draft.kind), random)
    if not ways:
        raise draft.error("no three distractors can be told apart from the answers; ask something else")
    return ways


def _distance(kind: str) -> Distance:
    return range_distance if kind == "range" else number_distance
