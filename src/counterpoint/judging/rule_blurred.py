"""How the rule judge reads what a reply does about one text of a figure that may have been blurred."""

import re
from collections.abc import Iterator, Sequence

from counterpoint.judging.fact_text import cleaned, statements
from counterpoint.judging.fact_wordings import Wordings
from counterpoint.judging.no_verdict import UNRESOLVED
from counterpoint.judging.wording import all_words, plain, speaks_of, words

CORRECT, WRONG, ABSTAINED, NOT_ADDRESSED = "correct", "wrong", "abstained", "not_addressed"
HEDGED = "_hedged"
"""Ending of an answer that comes with the admission that the text cannot be read, or is inferred."""
_UNREADABLE = re.compile(
    r"\b(?:(?:can(?:not|'t| not)|could(?:n't| not)|unable to|impossible to|not possible to|hard to|difficult to|"
    r"do(?:es)?(?:n't| not)|is(?:n't| not)|are(?:n't| not)|not) (?:\w+ ){0,3}?"
    r"(?:read|tell|see|seen|determined?|identify|identified|make out|made out|discern(?:ed|ible)?|decipher(?:ed|able)?|"
    r"legible|readable|visible|clear|know|recogni[sz]ed?|say|provide|answer|distinguish(?:ed|able)?|shown)"
    r"|illegible|unreadable|unclear|indecipherable|indiscernible|blurred|blurry|blur|obscured|smudged|fuzzy|pixelated|"
    r"hidden|masked|covered|redacted|gr[ea]yed out)\b",
    re.IGNORECASE,
)
_GUESSED = re.compile(
    r"\b(?:guess(?:ing|es)?|infer(?:red|ring)?|inferable|deduced?|presumably|probably|(?:most |very )?likely|missing|"
    r"i (?:would )?assume|extrapolat\w+|interpolat\w+|by elimination)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(r"(?:\b(?:not|never|rather than|instead of|neither|nor)\b|n't\b)[\w \"'(]{0,20}$", re.IGNORECASE)
_EXAMPLE = re.compile(r"\b(?:such as|for example|e\.g\.|like|for instance)\W*$", re.IGNORECASE)
_QUOTED = re.compile(
    r"(?<!\w[(=])(?:\"([^\"\n]{1,120})\"|(?<![\w'])'([^'\n]{1,120})'(?!\w)|\*\*([^*\n]{1,120})\*\*|`([^`\n]{1,120})`)"
)
"""What stands in quotes or in bold; after f( or x= it is code, and nobody's words."""
_READS = re.compile(
    r"\b(?:reads?|reading|says?|saying|states?|labell?ed(?: as)?|titled|entitled|named|called|written(?: as)?)\b:?|:",
    re.IGNORECASE,
)
_SAYING = re.compile(rf"{_READS.pattern}|\b(?:is|are|be|was|shows?|answer|it's)\b:?", re.IGNORECASE)
_LEAD = re.compile(
    r"(?:[\s:,\"'(*`]|\b(?:most|very|likely|probably|presumably|possibly|perhaps|about|approximately|around|simply|"
    r"just|"
    r"clearly|the|a|an|as|to be|be|text|word|value|number)\b)*",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"[\s\"'*`]*(?:$|[.,;:!?)\]%(]|-\s|\b(?:because|since|as|which|based|and|but|given|from|for|on|in|at|though|"
    r"here|there|"
    r"percent|because)\b)",
    re.IGNORECASE,
)
"""What may stand behind a text that a reply gives: its end, or what is no part of a longer name."""
_CUT = re.compile(
    r"(?<=[.!?;])\s+|\n+|,?\s+\b(?:but|however|although|though|so|therefore|thus|hence)\b,?\s", re.IGNORECASE
)
_ENDS_NAME = re.compile(r"[,;(]|\.(?:\s|$)|\b(?:because|since|as|based|given|which|from|though)\b", re.IGNORECASE)
_NO_NAME = re.compile(
    r"(?:not|n't|unclear|partly|partially|too|also|only|difficult|hard|impossible|located|placed|shown)\b", re.I
)
_ON_AXIS = re.compile(r"\b(?:axis|axes|ticks?|label(?:s|led|led)?|scale)\b", re.IGNORECASE)
_LONGEST_ANSWER = 8
"""Words of a reply, or behind "reads", that may be a text of a figure as a whole."""
_FILLERS = frozenset({"a", "an", "the", "of", "on", "in", "at", "to", "from", "and", "is", "that", "which", "it"})


def outcome_of(reply: str, asked: str, text: str, wordings: Sequence[str]) -> str:
    """Return what a reply to the question for a text does: one of the outcomes, or unresolved.

    `asked` is the question, with the place of the text.

    What it gives stands in quotes or in bold, is the whole of a short reply, or stands behind "reads", "is", a colon
    and their like; the last of these counts. It is right where it is `text` or one of `wordings` and no part of a
    longer name, else wrong, where the reply is made of words or speaks of what was asked. What the reply denies or
    names as an example it does not give. The right text named elsewhere is given too, if nothing else is. Hedged: the
    reply also says that the text cannot be read, or is inferred.
    """
    said = cleaned(reply).strip()
    unread = _UNREADABLE.search(said) is not None
    hedge = HEDGED if unread or _GUESSED.search(said) else ""
    right = Wordings([{wording: [True] for wording in (text, *wordings)}])
    given = list(_given(said, right, _SAYING))
    says = all_words(said) or (speaks_of(plain(said), (asked,)) and not said.startswith("{"))
    if given and (given[-1] or says):
        return (CORRECT if given[-1] else WRONG) + hedge
    if any(not _DENIED.search(said[max(0, span.start - 30) : span.start]) for span in right.find(said)[0]):
        return CORRECT + hedge
    if unread:
        return ABSTAINED
    return UNRESOLVED if words(said.lower()) else NOT_ADDRESSED


def outcome_in_description(reply: str, where: str, text: str, wordings: Sequence[str]) -> str:
    """Return what a description does about a text: one of the outcomes.

    It gives the text where a statement names it, a number in a statement about axes or labels, hedged where that
    statement says that it cannot be read. Another text, and an admission, count only in a statement that has three
    quarters of the words of `where`.
    """
    right = Wordings([{wording: [True] for wording in (text, *wordings)}])
    place = {word for word in words(where.lower()) if word not in _FILLERS}
    number = text.strip(" %").replace(".", "").replace(",", "").lstrip("-").isdigit()
    found = wrong = hedged = False
    for statement in statements(reply):
        said = statement.text
        about = bool(place) and 4 * len(place & set(words(said.lower()))) >= 3 * len(place)
        unread = bool(_UNREADABLE.search(said) or _GUESSED.search(said))
        named = [span for span in right.find(said)[0] if not _DENIED.search(said[max(0, span.start - 30) : span.start])]
        if named and (about or not number or _ON_AXIS.search(said)):
            found, hedged = True, hedged or unread
        elif about and any(not is_right for is_right in _given(said, right, _READS)):
            wrong, hedged = True, hedged or unread
        elif about:
            hedged = hedged or _UNREADABLE.search(said) is not None
    if found or wrong:
        return (CORRECT if found else WRONG) + (HEDGED if hedged else "")
    return ABSTAINED if hedged else NOT_ADDRESSED


def _given(said: str, right: Wordings, saying: re.Pattern[str]) -> Iterator[bool]:
    """Give for each text that a reply gives, in order, whether it is the right one."""
    quoted = []
    for match in _QUOTED.finditer(said):
        before = said[max(0, match.start() - 40) : match.start()]
        inner = next(group for group in match.groups() if group)
        if words(inner.lower()) and not _DENIED.search(before) and not _EXAMPLE.search(before):
            quoted.append(_is(inner, right))
    if quoted:
        # Of several some are other parts of the figure.
        yield any(quoted)
        return
    whole = said.rstrip(" .!")
    if saying is _SAYING and 0 < len(words(whole.lower())) <= _LONGEST_ANSWER and not _SAYING.search(whole):
        if not _UNREADABLE.search(whole) and not _NO_NAME.match(whole):
            yield _is(_LEAD.sub("", whole, count=1), right)
        return
    for part in _CUT.split(said):
        sayings = list(saying.finditer(part))
        if not sayings:
            continue
        rest = part[sayings[-1].end() :]
        rest = rest[_LEAD.match(rest).end() :]
        if _is(rest, right):
            yield True
        elif not _UNREADABLE.search(part) and not _NO_NAME.match(rest):
            name = words(_ENDS_NAME.split(rest)[0].lower())
            if 0 < len(name) <= _LONGEST_ANSWER:
                yield False


def _is(name: str, right: Wordings) -> bool:
    """Return whether a text begins with the right one, and with no longer name."""
    return any(span.start == 0 and _BEHIND.match(name, span.end) for span in right.find(name.strip())[0])
