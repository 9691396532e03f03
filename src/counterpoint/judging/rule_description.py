"""How the rule judge fills in the form on a description: from the facts stated, and nothing that needs taste."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from counterpoint.judging.facts import NOT_STATED, RIGHT, WRONG, Fact, read_facts
from counterpoint.judging.rule_blurred import outcome_in_description
from counterpoint.judging.wording import plain, words

IMAGE, CAPTION, NOT_ADDRESSED = "image", "caption", "not_addressed"
FULL = 0.8
"""Share of an item's facts from which its coverage is full: a description that rounds off a long list covers it."""
_FEW = 4  # letters of a word that tells nothing of what a sentence is about


def findings_of(blocks: Mapping[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    """Return the findings, by key, on a description with what a judge is shown of it.

    A checklist item is covered by the share of its facts that the reply states, and correct by the share of these that
    it states rightly; an item without facts by the words of what is to be described, and then it is taken as right. A
    claim of a caption goes by its two facts, a target by `outcome_in_description`. Every other key is a fault of the
    description as a whole: none is found, for rules judge neither clarity nor what else a figure might hold.
    """
    reply, checklist = blocks["reply"], blocks["checklist"]
    claims, targets = blocks.get("claims", {}), blocks.get("targets", {})
    facts = [fact_of(fact) for fact in blocks["facts"]]
    sides = {
        (key, side): replace(fact_of(claim[f"{side}_fact"]), key=f"{key} {side}")
        for key, claim in claims.items()
        for side in (CAPTION, "figure")
    }
    # Read together, so that a number near another subject is not taken for a claim's.
    states = read_facts(reply, [*facts, *sides.values()])
    findings: dict[str, Any] = {}
    for key in keys:
        if key in checklist:
            of_item = [states[fact.key] for fact in facts if fact.item == key]
            findings[key] = _item(checklist[key], of_item, reply)
        elif key in claims:
            caption, figure = (states[sides[key, side].key] for side in (CAPTION, "figure"))
            findings[key] = {"side": _side(caption, figure), "quote": ""}
        elif key in targets:
            target = targets[key]
            outcome = outcome_in_description(reply, target["where"], target["text"], target["wordings"])
            findings[key] = {"outcome": outcome, "quote": ""}
        else:
            findings[key] = []
    return findings


def fact_of(content: Mapping[str, Any]) -> Fact:
    """Return the fact of its dictionary, as JSON has it. Raises TypeError for a property that facts do not have."""
    subjects = tuple(map(tuple, content.get("subjects", ())))
    texts = {name: tuple(content.get(name, ())) for name in ("wordings", "against")}
    return Fact(**(dict(content) | texts | {"subjects": subjects}))


def _item(wanted: str | None, states: Sequence[str], reply: str) -> dict[str, Any]:
    if wanted is None:
        return _finding("not_applicable", "none", 0, 0)
    if not states:
        return _finding(*_by_words(wanted, reply), 0, 1)
    wrong = states.count(WRONG)
    stated = wrong + states.count(RIGHT)
    if not stated:
        return _finding("missing", "none", 0, len(states))
    coverage = "full" if stated >= FULL * len(states) else "partial"
    correctness = "right" if not wrong else "partial" if 2 * wrong < stated else "wrong"
    return _finding(coverage, correctness, wrong, len(states))


def _by_words(wanted: str, reply: str) -> tuple[str, str]:
    """Return coverage and correctness of what there are no facts of: by the share of its words that the reply has."""
    sought = {word for word in words(plain(wanted)) if len(word) >= _FEW or word.isdigit()}
    share = len(sought & set(words(plain(reply)))) / len(sought) if sought else 0.0
    if share < 1 / 3:
        return "missing", "none"
    return ("full" if share >= 2 / 3 else "partial"), "right"


def _finding(coverage: str, correctness: str, mismatched: int, elements: int) -> dict[str, Any]:
    return {
        "coverage": coverage,
        "correctness": correctness,
        "mismatched": mismatched,
        "elements": elements,
        "quote": "",
    }


def _side(caption: str, figure: str) -> str:
    """Return the side that a reply takes from the states of what the caption claims and of what the figure shows.

    To contradict the caption is to take the figure's side, unless what is said contradicts the figure as well.
    """
    if caption == RIGHT:
        return NOT_ADDRESSED if figure == RIGHT else CAPTION
    if figure == RIGHT or (caption == WRONG and figure == NOT_STATED):
        return IMAGE
    return NOT_ADDRESSED
