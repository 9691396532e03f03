"""What is checked of the suite's items before anything is asked: keys, options, balance."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from counterpoint.findings import finding
from counterpoint.suites.prive.names import (
    CHOICE,
    COUNTERFACTUAL,
    DIFFERENCE,
    NUMBER,
    OPEN,
    ORIGINAL,
    PAIR_FORMS,
    SAME,
    SUITE,
    YES_NO,
)
from counterpoint.suites.prive.pairs import Pair
from counterpoint.suites.prive.questions import ALIKE, PAIR

TOLERANCE = 0.15
"""How far above chance one answer or position may stand before it is a finding."""
FEWEST = 20
"""Trials below which a share says nothing of balance."""


def check_keys(items: Iterable[Mapping[str, Any]], pairs: Sequence[Pair]) -> None:
    """Hold every key against the values of its pair, found by their texts.

    Raises ValueError for an item without a right answer, with the wrong one, with an option twice, or whose biased
    answer is the right one: then a run must stop.
    """
    of_pair = {pair.pair_id: pair for pair in pairs}
    for item in items:
        options, right, biased = item["options"], item["correct_index"], item["biased_index"]
        faulty = options is not None and (len(set(options)) < len(options) or right is None or right == biased)
        right_of = _shown if item["picture"] in (ORIGINAL, COUNTERFACTUAL) else _of_both
        faulty = faulty or not right_of(item, of_pair[item["pair_id"]])
        if faulty:
            raise ValueError(f"item {item['item_id']}: its key is not what its pair says")


def _shown(item: Mapping[str, Any], pair: Pair) -> bool:
    value = pair.value(item["picture"])
    if item["form"] == YES_NO:
        return (item["question"] == value.asks) == (item["options"][item["correct_index"]] == "Yes")
    if item["form"] == CHOICE:
        return item["options"][item["correct_index"]] == value.option
    claims = json.loads(item["claims"])
    unlike = not set(claims["correct"]) & {*claims["biased"], *claims["other"]}
    if item["form"] == NUMBER:
        unlike = unlike and item["correct_number"] == value.number and item["biased_number"] != value.number
    return item["form"] in (OPEN, NUMBER) and claims["correct"][0] == value.text and unlike


def _of_both(item: Mapping[str, Any], pair: Pair) -> bool:
    """Return whether the key of a question about two pictures, counterfactual twice or both, is what they show."""
    said = item["options"][item["correct_index"]]
    differ = item["picture"] == PAIR
    if item["form"] == SAME:
        return (said == "No") == differ
    if item["form"] == DIFFERENCE:
        return said.lower() == pair.attribute.lower() if differ else said == ALIKE
    (asked,) = (name for name in (ORIGINAL, COUNTERFACTUAL) if item["question"].endswith(pair.value(name).states))
    return said == (asked if differ else "In both" if asked == COUNTERFACTUAL else "In neither")


def balance(items: Iterable[Mapping[str, Any]], trials: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return a finding for each cell and form in which one position is right, or expected, far more often than chance.

    Positions are those shown; of yes-or-no questions they are Yes and No. Questions about two pictures are balanced
    over different and identical ones, which weigh the same; what memory expects there is always that all is as usual.
    Of fewer than FEWEST trials nothing is said.
    """
    keys = {item["item_id"]: item for item in items}
    places: dict[tuple[str, str, str], dict[str, Counter]] = defaultdict(lambda: defaultdict(Counter))
    sizes: dict[tuple[str, str], int] = {}
    for trial in trials:
        item = keys[trial["item_id"]]
        if item["options"] is None:
            continue
        of_both = item["form"] in PAIR_FORMS
        cell = "two pictures" if of_both else trial["cell"]
        sizes[cell, item["form"]] = min(len(item["options"]), sizes.get((cell, item["form"]), len(item["options"])))
        for answer in ("correct",) if of_both else ("correct", "biased"):
            if item[f"{answer}_index"] is not None:
                place = trial["order"].index(item[f"{answer}_index"])
                places[cell, item["form"], answer][item["picture"]][place] += 1
    found = []
    for (cell, form, answer), kinds in places.items():
        total = sum(counts.total() for counts in kinds.values())
        shares: Counter = Counter()
        for counts in kinds.values():
            for place, count in counts.items():
                shares[place] += count / counts.total() / len(kinds)
        ((place, most),) = shares.most_common(1)
        if total >= FEWEST and most > 1 / sizes[cell, form] + TOLERANCE:
            detail = (
                f"the {answer} answer stands at position {place + 1} in {100 * most:.0f} % of the trials of form {form}"
            )
            found.append(finding(SUITE, f"cell {cell}", None, "unbalanced_positions", detail))
    return found
