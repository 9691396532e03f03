"""How the rule judge reads what a reply does about one text of a figure that may have been blurred."""

import re
from collections.abc import Sequence

from counterpoint.judging.rubrics import UNRESOLVED
from counterpoint.judging.wording import clauses, find, is_number, plain, words

CORRECT, WRONG, ABSTAINED, NOT_ADDRESSED = "correct", "wrong", "abstained", "not_addressed"
HEDGED = "_hedged"
"""Ending of an answer that comes with the admission that the text cannot be read."""
UNREADABLE = re.compile(
    r"\b(?:(?:can(?:not|'t| not)|could(?:n't| not)|unable to|impossible to|not possible to|hard to|difficult to|"
    r"do(?:es)?(?:n't| not)|not) (?:\w+ ){0,3}?"
    r"(?:read|tell|see|seen|determined?|identify|identified|make out|made out|discern(?:ed|ible)?|decipher(?:ed|able)?|"
    r"legible|readable|visible|clear|know|recogni[sz]ed?|say|provide|answer|distinguish(?:ed|able)?)"
    r"|illegible|unreadable|unclear|indecipherable|indiscernible"
    r"|blurred|blurry|blur|obscured|smudged|fuzzy|pixelated|hidden|masked|covered|redacted|greyed out|grayed out)\b"
)
_GUESSED = re.compile(
    r"\b(?:guess(?:ing|es)?|infer(?:red|ring)?|inferable|deduced?|presumably|probably|(?:most |very )?likely|missing|"
    r"i (?:would )?assume|extrapolat\w+|interpolat\w+|by elimination)\b"
)
_DENIED = re.compile(r"\b(?:not|isn't|n't|never|rather than|instead of|neither|nor)\b[\w ]{0,20}$")
_EXAMPLE = re.compile(r"\b(?:such as|for example|e\.g\.|like|for instance)\W*$")
_QUOTED = re.compile(
    r"\"([^\"\n]{1,120})\"|(?<![\w'])'([^'\n]{1,120})'(?!\w)|\*\*([^*\n]{1,120})\*\*|`([^`\n]{1,120})`"
)
_SAYING = re.compile(
    r"\b(?:reads?|says?|said|shows?|states?|is|are|be|was|labell?ed|titled|named|called|written|answer|entitled)\b"
    r"|:"
)
_LEAD = re.compile(
    r"^(?:[\s:,\"'(]|(?:most|very|likely|probably|presumably|possibly|perhaps|about|approximately|around|simply|just|"
    r"clearly|likely to be|the|a|an|as|to be|called|labell?ed|titled|named|text|word|value|number|percent(?:age)?)\b)*"
)
_LONGEST_ANSWER = 8  # words of a reply, or of what stands after "is", that may be a text of a figure as a whole
_FILLERS = frozenset({"a", "an", "the", "of", "on", "in", "at", "to", "from", "and", "is", "that", "which", "it"})


def outcome_of(reply: str, text: str, wordings: Sequence[str]) -> str:
    """Return what a reply to the question for a text does: one of the outcomes, or unresolved.

    A text that the reply gives is right where it is `text` or one of `wordings`, as words and numbers; another is
    wrong. What it gives is, in this order: what stands in quotes or bold; the whole of a short reply; what stands
    after "reads", "is", a colon and their like. What it denies or names as an example it does not give. Both the right
    text and another one, each in answer to the question, are unresolved.
    """
    said = _without_markup(reply)
    hedged = bool(UNREADABLE.search(said) or _GUESSED.search(said))
    right = [row for wording in (text, *wordings) if (row := words(plain(wording)))]
    given = _given(reply, right)
    if given:
        sides = {any(_same(row, wording) for wording in right) for row in given}
        if len(sides) > 1:
            return UNRESOLVED
        return (CORRECT if sides.pop() else WRONG) + (HEDGED if hedged else "")
    if UNREADABLE.search(said):
        return ABSTAINED
    return UNRESOLVED if words(said) else NOT_ADDRESSED


def outcome_in_description(reply: str, where: str, text: str, wordings: Sequence[str]) -> str:
    """Return what a description does about a text: one of the outcomes.

    It gives the text where a clause names it, hedged where its sentence says that it cannot be read. Another text
    counts as given, and an admission as one of this text, only in a sentence that names most of the words of `where`.
    """
    right = [row for wording in (text, *wordings) if (row := words(plain(wording)))]
    place = {word for word in words(plain(where)) if word not in _FILLERS}
    found = wrong = admitted = False
    hedged = False
    for sentence in re.split(r"(?<=[.!?;])\s+|\n+", reply):
        said = _without_markup(sentence)
        row = words(said)
        about = bool(place) and 2 * len(place & set(row)) > len(place)
        unread = bool(UNREADABLE.search(said) or (about and _GUESSED.search(said)))
        named = any(not _denied_at(row, at) for wording in right for at in find(wording, row))
        if named:
            found, hedged = True, hedged or unread
        elif about and _given(sentence, right, quoted_only=True):
            wrong, hedged = True, hedged or unread
        elif unread and about:
            admitted = True
    if found or wrong:
        return (CORRECT if found else WRONG) + (HEDGED if hedged or admitted else "")
    return ABSTAINED if admitted else NOT_ADDRESSED


def _given(reply: str, right: Sequence[tuple[str, ...]], quoted_only: bool = False) -> list[tuple[str, ...]]:
    """Return the texts that a reply gives, as rows of words."""
    quoted = []
    for match in _QUOTED.finditer(reply):
        before = plain(reply[max(0, match.start() - 40) : match.start()])
        row = words(plain(next(group for group in match.groups() if group)))
        if row and not _DENIED.search(before) and not _EXAMPLE.search(before):
            quoted.append(row)
    if quoted or quoted_only:
        matching = [row for row in quoted if any(_same(row, wording) for wording in right)]
        # Of several quotes some are other parts of the figure: the right one among them is the answer if it comes last.
        return [quoted[-1]] if len(quoted) > 1 and (not matching or quoted[-1] in matching) else quoted
    said = _without_markup(reply)
    whole = words(said)
    if 0 < len(whole) <= _LONGEST_ANSWER and not _SAYING.search(said.rstrip(" .:")) and not _admits(said):
        return [words(_LEAD.sub("", said)) or whole]
    found = []
    for clause in clauses(said):
        saying = list(_SAYING.finditer(clause))
        if not saying or _admits(clause):
            continue
        rest = _LEAD.sub("", clause[saying[-1].end() :])
        row = words(re.split(r"[,;(]|\b(?:because|since|as|based|given|which|from)\b", rest)[0])
        if row and len(row) <= _LONGEST_ANSWER and not re.match(r"not\b|n't", rest):
            found.append(row)
    if found:
        return found[-1:]
    named = [wording for wording in right for at in find(wording, whole) if not _denied_at(whole, at)]
    return named[:1]


def _same(row: tuple[str, ...], wording: tuple[str, ...]) -> bool:
    """Return whether a given text is a wording; of a number its unit may stand beside it."""
    if row == wording:
        return True
    numbers = [word for word in row if is_number(word)]
    return len(wording) == 1 and is_number(wording[0]) and numbers == list(wording) and row[0] == wording[0]


def _admits(text: str) -> bool:
    return UNREADABLE.search(text) is not None


def _denied_at(row: Sequence[str], at: int) -> bool:
    return bool({"not", "isn't", "never", "without"} & set(row[max(0, at - 3) : at]))


def _without_markup(reply: str) -> str:
    return plain(reply)
