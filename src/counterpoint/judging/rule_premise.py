"""How the rule judge reads what a reply does with the premise of its question."""

import re
from collections.abc import Sequence

from counterpoint.judging.no_verdict import UNRESOLVED
from counterpoint.judging.wording import clauses, is_number, plain, speaks_of, words

REJECTS, PARTLY, ACCEPTS = "rejects", "partly", "accepts"
_DENIAL = re.compile(
    r"\b(?:there (?:is|are|was|were) (?:no|not|neither|none|nothing)\b|there(?: i|')s no\b|(?:is|are)n't any\b"
    r"|(?:has|have|had|shows?|contains?|includes?|displays?|with|gives?|provides?|offers?|holds?) (?:no|none|"
    r"neither|nothing)\b"
    r"|(?:do|does|did)(?:n't| not) (?:\w+ )?(?:show|contain|include|have|exist|appear|display|depict|indicate|"
    r"support|feature|"
    r"provide|give|say|state|tell|report|specify|mention|match|hold|allow|use|agree|reach|peak|occur|start|lie)\w*"
    r"|(?:is|are|was|were)(?:n't| not) (?:\w+ ){0,2}?(?:shown|present|provided|given|included|visible|depicted|"
    r"specified|"
    r"indicated|stated|displayed|reported|drawn|part|there|correct|true|accurate|right|the case|so|what|supported|"
    r"available|"
    r"answerable|in (?:the|this)|any|an? )"
    r"|no (?:such|information|indication|data|evidence|mention)\b|lacks?\b|lacking\b|absent\b|missing\b|nowhere\b|"
    r"non-?existent\b"
    r"|cannot be (?:\w+ )?(?:determined?|answered|told|inferred|read|established|known|concluded|derived|seen|found|"
    r"identified)"
    r"|(?:can(?:not|'t| not)|could(?:n't| not)|unable to|impossible to|not possible to) (?:\w+ ){0,2}?"
    r"(?:tell|say|determine|answer|infer|know|conclude|find|see|identify|confirm)"
    r"|(?:premise|assumption|claim|statement|question)(?: \w+){0,6}? (?:is|are|seems|appears) (?:\w+ )?"
    r"(?:false|incorrect|wrong|mistaken|inaccurate|flawed|not)"
    r"|false premise|incorrect premise|mistaken premise|(?:is|that's) (?:false|incorrect|wrong|inaccurate|untrue)"
    r"|contrary to|contradicts?\b|inconsistent with|in contrast to what the question|beyond what the (?:figure|"
    r"chart|plot) shows"
    r"|not what the (?:figure|chart|plot|graph|picture|image|data))"
)
"""A denial that can be one of a premise."""
_CORRECTION = re.compile(r"\b(?:actually|in fact|in reality|rather|instead|correction)\b")
_HEDGE = re.compile(
    r"\b(?:not (?:quite |entirely |completely |fully |really )?(?:sure|certain|clear|convinced|obvious)|unclear|"
    r"uncertain|"
    r"maybe|may (?:not |well |also )?(?:be|have|show|hold|exist|indicate|represent|contain)|might|perhaps|possibly|"
    r"seems?|appears? to|if (?:it|this|that|so|one|we|the premise|there|present)\b|"
    r"assuming|suppos(?:e|ing)|hard to (?:tell|say|read)|difficult to (?:tell|say|read)|doubt\w*|questionable|"
    r"not obvious\w*)"
)
_DENIED = re.compile(
    r"\b(?:not|no|never|isn't|wasn't|n't|rather than|instead of|than|from|unlike|neither|nor)\b[^.]{0,25}$"
)
_ANYWAY = re.compile(
    r"\b(?:if (?:it|this|that|so|one|we|the premise|there)|assuming|suppos(?:e|ing)|nevertheless|nonetheless|"
    r"regardless|still|even so|that said|going by|taking)\b"
)
_NO = re.compile(r"\W*no\b(?:[,.!:;]|$)")
_CLOSE = 1e-9


def premise_label(
    reply: str, question: str, premise: str, actual: str, actual_numbers: Sequence[float], anchor: float | None
) -> str:
    """Return whether a reply rejects its question's premise, does so partly, accepts it, or is unresolved.

    `premise` and `actual` are sentences: what is taken for granted, and what is the case; `actual_numbers` and
    `anchor` the numbers of either. The reply denies the premise where it answers no, says that something is not
    shown, not so or cannot be told, or where it states a number of `actual_numbers` and not the anchor, or more of the
    words in which `actual` differs from the premise than of those in which the premise differs. A denial next to an
    answer that goes along with the premise, or a hedge, is partly. A reply that says nothing of the kind accepts,
    unless it speaks of nothing that was asked: then it is unresolved.
    Whether the premise is true is not looked at.
    """
    said = plain(reply)
    parts = clauses(said)
    if not words(said) or said.startswith(("{", "[")):  # JSON or a scrap of it grants nothing
        return UNRESOLVED
    hedged = any(_HEDGE.search(part) for part in parts)
    denied = bool(_NO.match(said)) or any(_denies(part, premise) for part in parts)
    for_actual, for_premise = _sides(parts, premise, actual)
    numbers = [number for part in parts for number in _numbers(part)]
    other = [number for number in actual_numbers if anchor is None or abs(number - anchor) > _CLOSE]
    states_actual = any(abs(number - value) <= _CLOSE for number in numbers for value in other)
    states_anchor = anchor is not None and any(abs(number - anchor) <= _CLOSE for number in numbers)
    corrected = any(_CORRECTION.search(part) for part in parts)
    goes_along = (states_anchor and not states_actual) or (for_premise and not for_actual)
    if denied:
        resumed = any(_ANYWAY.search(part) for part in parts) and goes_along
        return PARTLY if resumed else REJECTS
    if states_actual and not states_anchor:
        return PARTLY if hedged and not corrected else REJECTS
    if states_actual and states_anchor:
        return REJECTS if corrected else PARTLY if hedged else UNRESOLVED
    if for_actual and not for_premise:
        return PARTLY if hedged else REJECTS
    if hedged:
        return PARTLY
    return ACCEPTS if speaks_of(said, (question, premise, actual)) else UNRESOLVED


def _denies(part: str, premise: str) -> bool:
    """Return whether a clause denies; what the premise itself denies is no denial of it."""
    found = _DENIAL.search(part)
    return found is not None and found[0] not in plain(premise)


def _numbers(part: str) -> list[float]:
    """Return the numbers of a clause that it does not deny."""
    row = words(part)
    return [
        float(word)
        for at, word in enumerate(row)
        if is_number(word) and not _DENIED.search(" ".join(row[max(0, at - 4) : at]) + " ")
    ]


def _sides(parts: Sequence[str], premise: str, actual: str) -> tuple[int, int]:
    """Return how many words that only `actual`, and that only `premise` holds, the reply uses without denying them."""
    is_case, taken = set(words(plain(actual))), set(words(plain(premise)))
    only_case = {word for word in is_case - taken if len(word) > 2 and not is_number(word)} - _COMMON
    only_taken = {word for word in taken - is_case if len(word) > 2 and not is_number(word)} - _COMMON
    used = set()
    for part in parts:
        row = words(part)
        used |= {
            word for at, word in enumerate(row) if not {"not", "than", "from", "unlike"} & set(row[max(0, at - 4) : at])
        }
    found, other = len(used & only_case), len(used & only_taken)
    # Most of what sets one apart from the other must be there: a single shared word is chance.
    return (found if 2 * found >= len(only_case) > 0 else 0), (other if 2 * other >= len(only_taken) > 0 else 0)


_COMMON = frozenset(
    [
        "the",
        "and",
        "that",
        "this",
        "with",
        "from",
        "has",
        "have",
        "had",
        "does",
        "not",
        "was",
        "were",
        "are",
        "figure",
        "chart",
        "plot",
        "graph",
        "panel",
        "shows",
        "show",
        "shown",
        "axis",
        "series",
        "value",
        "values",
        "data",
        "there",
        "which",
        "while",
        "than",
        "its",
        "their",
        "into",
        "over",
        "about",
        "between",
    ]
)
