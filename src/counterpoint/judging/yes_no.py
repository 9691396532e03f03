"""Which of yes and no a free reply says: ordered rules, each with a name, none of which guesses."""

import re

from counterpoint.judging.option_text import clean
from counterpoint.judging.options import Reading

YES, NO = 0, 1
"""Positions of the two answers."""
YES_NO_VERSION = "yes_no/1"
"""Name and version of the reader; a change of any rule changes it."""

_WORD = r"(yes|no)"
_WHOLE = re.compile(rf"(?:the )?(?:answer(?: is)?:? ?)?[\s(\"']*{_WORD}[\s)\"'.!,;:]*", re.IGNORECASE)
_LEADING = re.compile(rf"^[\s(\"']*{_WORD}[)\"']?(?=[,.;:!\n]| -|$)", re.IGNORECASE)
_STATED = re.compile(
    rf"\b(?:final answer|answer|response|verdict)(?: to (?:this|the) question)?(?: would be| must be| is|:)+ ?"
    rf"(?:clearly |definitely |simply |therefore |still |thus )*[(\"']?{_WORD}\b"
    rf"|\bi(?: would|'d| will|'ll)? (?:say|answer|respond(?: with)?|go with)(?: that)?:? [(\"']?{_WORD}\b(?! [a-z])"
    rf"|\b(?:so|therefore|thus|hence),? (?:the answer is )?{_WORD}\b(?=[.,!;]|$)",
    re.IGNORECASE | re.MULTILINE,
)
_LAST_LINE = re.compile(rf"\n\s*{_WORD}[.!]?\s*$", re.IGNORECASE)
_DENIED = re.compile(r"\b(?:not|isn't|cannot be|wasn't|rather than|instead of) ?[(\"']?$", re.IGNORECASE)
_EITHER = re.compile(
    r"\b(?:yes|no)\b[\"']?(?:(?: or | and | ?/ ?)[\"']?(?:yes|no)\b|, (?:yes|no)\b(?! [a-z]))", re.IGNORECASE
)
_TURN = re.compile(r"[.;!?\n] *[(\"']?(yes|no)\b(?=[,.;:!\n]| -| (?:i|it|that|the|there)\b|$)", re.IGNORECASE)
_LOOK_BACK = 24


def read_yes_no(text: str) -> Reading:
    """Return whether a reply says yes (position 0) or no (position 1).

    A yes or a no counts where it is the whole reply, leads it and is set off from what follows ("No, ..." but not
    "No wheel is missing"), is stated as the answer, or is the last line. Where two of these disagree, or a later
    sentence begins with the other word, or the reply has to be understood to be read, it is unresolved: that is for
    a judge.
    """
    cleaned = clean(text)
    if cleaned is None:
        return Reading("unresolved", None, "unfinished_thinking")
    cleaned = _EITHER.sub("", cleaned).strip()
    whole = _WHOLE.fullmatch(cleaned)
    if whole:
        return _reading(whole[1], "whole_reply")
    found = {}
    if leading := _LEADING.match(cleaned):
        found["leading_word"] = leading[1]
    stated = [match for match in _STATED.finditer(cleaned) if not _denied(cleaned, match)]
    if stated:
        found["stated_answer"] = next(group for group in stated[-1].groups() if group)
    if last := _LAST_LINE.search(cleaned):
        found["last_line"] = last[1]
    said = {word.lower() for word in found.values()}
    if said:  # a sentence that begins with the other word takes the answer back, or answers something else
        said |= {turn[1].lower() for turn in _TURN.finditer(cleaned)}
    if len(said) == 1:
        return _reading(said.pop(), next(iter(found)))
    return Reading("unresolved", None, "competing_answers" if said else "no_answer_named")


def _denied(text: str, match: re.Match[str]) -> bool:
    word = next(group for group in range(1, 4) if match[group])
    before = text[max(0, match.start(word) - _LOOK_BACK) : match.start(word)]
    return _DENIED.search(before) is not None


def _reading(word: str, rule: str) -> Reading:
    return Reading("option", YES if word.lower() == "yes" else NO, rule)
