"""The words in which questions about charts are put: which way they compare, and what they ask for."""

import re

_MORE = "larger|higher|greater|more|bigger|longer|faster|taller|heavier|older|wider|above|warmer|hotter|later"
_LESS = "smaller|lower|less|fewer|shorter|slower|lighter|younger|narrower|below|colder|cooler|earlier"
_MOST = "largest|highest|greatest|most|biggest|longest|fastest|tallest|heaviest|oldest|maximum|peak|hottest|warmest"
_LEAST = "smallest|lowest|least|fewest|shortest|slowest|lightest|youngest|minimum|coldest"
_RISE = r"ris(?:e|es|en)|rose|increas(?:e|es|ed)|grow|grows|grew|gain(?:ed)?"
_FALL = r"fall|falls|fell|fallen|drop(?:s|ped)?|decreas(?:e|es|ed)|declin(?:e|es|ed)|shrink|shrank"


def _finds(pattern: str, text: str) -> re.Match | None:
    return re.search(rf"\b(?:{pattern})\b", text, re.IGNORECASE)


def comparative(text: str) -> int | None:
    """Return 1 where a text says more, -1 where it says less, None for neither or both; what follows "than" is moot."""
    return _sign(_MORE, _LESS, re.split(r"\bthan\b", text)[0][-60:])


def superlative(text: str) -> int | None:
    """Return 1 where a text asks for the most, -1 for the least, None for neither or both.

    Where both occur, as in "Which of the highest mountains is the lowest?", what something is, has or was counts.
    """
    said = re.findall(rf"\b(?:is|was|are|were|has|had|have) (?:the )?(?:{_MOST}|{_LEAST})\b", text, re.IGNORECASE)
    return _sign(_MOST, _LEAST, text) or _sign(_MOST, _LEAST, " ".join(said))


def change(text: str) -> int | None:
    """Return 1 where a text speaks of a rise, -1 of a fall, None of neither or both."""
    return _sign(_RISE, _FALL, text)


def _sign(plus: str, minus: str, text: str) -> int | None:
    found = (1 if _finds(plus, text) else 0) - (1 if _finds(minus, text) else 0)
    return found or None


def negated(text: str) -> bool:
    """Whether a statement denies what it says."""
    return bool(_finds(r"not|never|isn't|wasn't|aren't|weren't", text))


def says(pattern: str, text: str) -> bool:
    """Whether a text holds a word or phrase, given as a regular expression, in any case."""
    return _finds(pattern, text) is not None


def trend_of(option: str) -> int | None:
    """Return 1 for an option such as "rising", -1 for "falling", 0 for "staying the same", None for another."""
    word = option.casefold()
    if re.match(r"(ris|increas|grow|going up|upward)", word):
        return 1
    if re.match(r"(fall|decreas|declin|shrink|going down|downward)", word):
        return -1
    return 0 if re.match(r"(stay|stable|constant|flat|unchanged|the same)", word) else None


def truth_of(option: str) -> bool | None:
    """Return what an option says of a statement: True, False, or None for another option."""
    return {"true": True, "false": False, "yes": True, "no": False}.get(option.strip().casefold())
