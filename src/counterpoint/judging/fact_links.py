"""What belongs together in a statement: which of the things that it names a number or a word is said of."""

import re
from bisect import bisect_left
from collections.abc import Hashable, Sequence

from counterpoint.judging.fact_wordings import Span

_JOINT = re.compile(
    r"\s*(?:%|percent\b|[^\W\d]{1,4}\b)?[\s\"')]*(?:,|/|&|,?\s*\b(?:and|or|to|then|as well as)\b)"
    r"[\s\"'(~]*(?:(?:about|around|approximately|roughly|the|both|in|at|for)\s+)?[\"'(~]*",
    re.IGNORECASE,
)
"""What stands between the entries of a list, of numbers with their unit as of names."""
_STOP = re.compile(r"[,;:]|\b(?:and|but|while|whereas|then|versus|vs|or|than|which|followed)\b", re.IGNORECASE)
_OF_NUMBER = re.compile(
    r"\(|\b(?:for|in|at|on|under|during|between|from|to|by|after|until|values? of)\b", re.IGNORECASE
)
_OF_WORD = re.compile(
    r"\(|\b(?:for|in|of|on|at|has|have|had|is|are|was|shows?|reach(?:es)?|records?|exhibits?|being|represents?|marks?|"
    r"encodes?|denotes?|the)\b|^\s*$",
    re.IGNORECASE,
)
_FARTHEST_LINK = 40
"""Characters between a number or word and a name behind it that it is said of."""
_MOST_TOGETHER = 8
"""Names of one list that something may be said of together."""
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d|2100")
_CUE = re.compile(
    r"\b(?:at|in|for|on|after|before|until|by|when|x ?=|doses?(?: of)?|days?|weeks?|months?|hours?|years?|times?|"
    r"age|levels?|"
    r"concentrations?(?: of)?|temperatures?(?: of)?|categor(?:y|ies)|groups?|positions?)\s*(?:x ?= ?)?(?:the\s)?~?$",
    re.IGNORECASE,
)
_OPENS, _PLACE = re.compile(r"(?:^|[:;,(]|\band)\s*$"), re.compile(r"\s*[^\W\d]{0,6}\s*(?::|=|->|→)|\s+~?-?\d")
"""What stands around a number in a list of pairs: "5: 20, 10: 30", "5 20, 10 30"."""
_VALUE = re.compile(
    r"\s?%|\s*(?:[^\s,;.]{1,8}\s+)?(?:on|in|at|by|for)\s+(?:the\s)?(?:x ?= ?|day|week|month|hour|year|dose|time|"
    r"age)?\s?\d",
    re.IGNORECASE,
)
"""What stands behind a number that is a value: its percent sign, or the place that it is the value at."""
_NUMERIC = re.compile(r"-?[\d.,]+")


def subjects_in(text: str, found: Sequence[Span]) -> list[Span]:
    """Return those mentions of names that are no values: a number is one as a year, after "at", or in a list."""
    kept: list[Span] = []
    for span in found:
        name = text[span.start : span.end]
        if _NUMERIC.fullmatch(name) and not _YEAR.fullmatch(name):
            before = text[max(0, span.start - 30) : span.start]
            leads = span.start == 0 or before.endswith("; ")
            placed = _OPENS.search(before) and _PLACE.match(text, span.end)
            listed = kept and _NUMERIC.fullmatch(text[kept[-1].start : kept[-1].end])
            listed = listed and _JOINT.fullmatch(text, kept[-1].end, span.start)
            same = kept and kept[-1].start == span.start
            if _VALUE.match(text, span.end):
                continue
            if not (same or _CUE.search(before) or placed or (leads and ";" in text) or listed):
                continue
        kept.append(span)
    return kept


def runs(spans: Sequence[Span], text: str, between: Sequence[Span]) -> list[list[Span]]:
    """Return spans in the lists that they form in a text: "A, B and C" is one, unless one of `between` divides it."""
    starts = sorted(span.start for span in between)
    found: list[list[Span]] = []
    for span in spans:
        last = found[-1][-1] if found else None
        divided = last is None or bisect_left(starts, last.end) != bisect_left(starts, span.start)
        if not divided and span.start - last.end <= _FARTHEST_LINK and _JOINT.fullmatch(text, last.end, span.start):
            found[-1].append(span)
        else:
            found.append([span])
    return found


def attach(said: Sequence[Span], named: Sequence[Span], text: str, of_words: bool) -> list[tuple[frozenset, bool]]:
    """Return for each of `said` (numbers, or words with `of_words`) which of `named` it is said of, by what they mean.

    Both are sorted and from one text. With each come whether it has one of several names to itself: "Alpha, Beta and
    Gamma reach 1, 2 and 3". Names behind are preferred where a preposition links them ("12 in 2010", "12 (Alpha)"),
    else the nearest before; of names joined in a list, all of them. An empty set where that is not clear.
    """
    if len({span.means for span in named}) <= 1:
        return [(frozenset(span.means for span in named[:1]), False)] * len(said)
    places: dict[tuple[int, int], set[Hashable]] = {}
    for span in named:  # a wording may be of several things
        places.setdefault((span.start, span.end), set()).add(span.means)
    named = [Span(*place, frozenset(means)) for place, means in places.items()]
    names = runs(named, text, said)
    begins, ends = [run[0].start for run in names], [run[-1].end for run in names]
    link = _OF_WORD if of_words else _OF_NUMBER
    found: dict[Span, tuple[frozenset, bool]] = {}
    for run in runs(said, text, named):
        first, last = run[0], run[-1]
        at = bisect_left(begins, last.end)
        behind = names[at] if at < len(names) and _links(text[last.end : names[at][0].start], link) else None
        place = bisect_left(ends, first.start + 1) - 1
        before = names[place] if place >= 0 else None
        inside = [span for span in named if span.start < last.end and first.start < span.end] if of_words else []
        for chosen in filter(None, (inside, behind, before)):
            if len(chosen) == len(run) > 1:
                found |= {one: (name.means, True) for one, name in zip(run, chosen, strict=True)}
                break
            if len(run) == 1 or of_words or len(chosen) == 1:
                together = frozenset[Hashable]().union(*(name.means for name in chosen))
                found |= {one: (together if len(together) <= _MOST_TOGETHER else frozenset(), False) for one in run}
                break
        else:
            ahead = names[at] if before is None and at < len(names) and len(run) == 1 else ()
            found |= {one: (ahead[0].means if ahead else frozenset(), False) for one in run}
    return [found[span] for span in said]


def _links(between: str, link: re.Pattern[str]) -> bool:
    return len(between) <= _FARTHEST_LINK and not _STOP.search(between) and link.search(between) is not None
