"""Which of given names a free reply gives as its answer: ordered rules, each with a name, none of which guesses."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from counterpoint.judging.option_text import clean

NAME_VERSION = "names/1"
"""Name and version of the reader; a change of any rule changes it."""
CORRECT, OTHER_NAME = "correct", "biased"
"""The right name, and one of the others, in the words of a request's claims."""
_STATED = re.compile(
    r"\b(?:(?:final |correct |right )?(?:answer|result)(?: to (?:this|the) question)?(?: would be| must be| is|:| =)+"
    r"|(?:therefore|thus|hence|so)(?:,? (?:it is|that is|the answer is|it must be))?,?) ?[\s(\"']*(?:the )?",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not|isn't|isn\u2019t|never|nor|neither|rather than|instead of|except|excluding|unlike|than|"
    r"compared (?:to|with)|versus|vs\.?|followed by|ahead of|before|after|over)[\s(\"']*(?:the |by |is |are |"
    r"that of )*$",
    re.IGNORECASE,
)
_DENIED_AFTER = re.compile(
    r"[\s)\"']*(?:is|are|was|were|does|do|did|has|have|can)(?: not|n't|n\u2019t)\b", re.IGNORECASE
)
_JOINED = re.compile(r"[\s)\"']*(?:,|and|or|&|/|,\s*(?:and|or))[\s(\"']*(?:the )?", re.IGNORECASE)
_AND = re.compile(r"[\s)\"']*(?:,?\s*\b(?:and|or|nor)\b|&|/)[\s(\"']*(?:the )?", re.IGNORECASE)
_EDGES = " \t\n.,;:!?\"'()[]{}"
_LOOK_BACK = 40


@dataclass(frozen=True)
class NameReading:
    """Whether a reply gives the right name or another one; None, with the reason as its rule, where it gives none."""

    side: str | None
    rule: str


@dataclass(frozen=True)
class _Named:
    side: str
    name: int
    start: int
    end: int


def read_name(text: str, correct: Sequence[str], others: Sequence[str]) -> NameReading:
    """Return whether a reply gives the right name (`correct`: its wordings) or one of `others`.

    A name counts where it is the whole reply, is stated as the answer, or leads the reply; else where it is the only
    one named. Names that the reply denies or compares with ("not Alpha", "higher than Alpha", "followed by Alpha") do
    not count, a name inside a longer one neither, and two names that are joined or compete are unresolved.
    """
    cleaned = clean(text)
    if cleaned is None:
        return NameReading(None, "unfinished_thinking")
    names = [(CORRECT, 0, wording) for wording in correct]
    names += [(OTHER_NAME, number, name) for number, name in enumerate(others, 1)]
    whole = _flat(cleaned.strip(_EDGES))
    for side, _, name in names:
        if whole == _flat(name.strip(_EDGES)):
            return NameReading(side, "whole_reply")
    found = _mentions(cleaned, names)
    standing = _standing(cleaned, found)
    stated = [match.end() for match in _STATED.finditer(cleaned)]
    answers = [named for named in standing if named.start in stated]
    for rule, candidates in (("stated_answer", answers[-1:]), ("leading_name", _leading(cleaned, standing))):
        if candidates:
            joined = _joined(cleaned, candidates[0], found)
            return NameReading(None, "several_names") if joined else NameReading(candidates[0].side, rule)
    if len({named.name for named in standing}) == 1:
        return NameReading(standing[0].side, "only_name")
    return NameReading(None, "competing_names" if standing else "no_name_given")


def _mentions(text: str, names: Sequence[tuple[str, int, str]]) -> list[_Named]:
    """Return where names stand in a text, longer ones first, none inside another."""
    longest = sorted((entry for entry in names if entry[2].strip()), key=lambda entry: -len(entry[2]))
    if not longest:
        return []
    pattern = "|".join(f"({_pattern(name)})" for _, _, name in longest)
    found = []
    for match in re.finditer(rf"(?<![\w.])(?:{pattern})(?!\w|[.,]\d)", text, re.IGNORECASE):
        side, number, _ = longest[match.lastindex - 1]
        found.append(_Named(side, number, match.start(), match.end()))
    return found


def _pattern(name: str) -> str:
    # A single letter is a name in capitals only: "a" is a word.
    escaped = r"[\s-]+".join(map(re.escape, re.split(r"[\s-]+", name.strip())))
    return f"(?-i:{escaped})" if len(name.strip()) == 1 else escaped


def _standing(text: str, found: Sequence[_Named]) -> list[_Named]:
    """Return the names that a text does not deny; what it denies of one, it denies of those joined to it by "and"."""
    standing: list[_Named] = []
    last, last_denied = None, False
    for named in found:
        joined = last is not None and _AND.fullmatch(text, last.end, named.start)
        last, last_denied = named, _denied(text, named) or bool(joined and last_denied)
        if not last_denied:
            standing.append(named)
    return standing


def _denied(text: str, named: _Named) -> bool:
    before = text[max(0, named.start - _LOOK_BACK) : named.start]
    return _DENIED.search(before) is not None or _DENIED_AFTER.match(text, named.end) is not None


def _leading(text: str, standing: Sequence[_Named]) -> list[_Named]:
    """Return the name that a reply begins with, but for an article or a kind of thing ("The series Alpha has ...")."""
    for named in standing[:1]:
        if re.fullmatch(
            r"[\s(\"']*(?:the |it is |it's |that is )?(?:\w+ )?[\s(\"']*", text[: named.start], re.IGNORECASE
        ):
            return [named]
    return []


def _joined(text: str, named: _Named, found: Sequence[_Named]) -> bool:
    """Return whether another name is joined to one by a comma, "and" or "or"."""
    match = _JOINED.match(text, named.end)
    return match is not None and any(other.start == match.end() and other.name != named.name for other in found)


def _flat(text: str) -> str:
    return re.sub(r"[\s-]+", " ", text).casefold()
