"""What one statement says of facts of one kind: by its numbers, its words, its counts and its comparisons."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product

from counterpoint.judging.fact import Fact
from counterpoint.judging.fact_links import attach
from counterpoint.judging.fact_numbers import Number, counts, factors
from counterpoint.judging.fact_wordings import Span

_DENIED = re.compile(
    r"(?:\b(?:not|no|never|neither|nor|without|rather than|instead of|unlike|cannot)\b|n't\b)"
    r"(?:[ \"'(-]+\w+){0,3}[ \"'(-]*~?$",
    re.IGNORECASE,
)
_DENIED_BEHIND = re.compile(r"\s*(?:is|are|was|were|does|do)(?: not|n't)\b", re.IGNORECASE)
_AXIS = re.compile(r"\b(?:axis|axes|scales?|scaled|ticks?|grid ?lines?|limits?)\b", re.IGNORECASE)
_TOGETHER = re.compile(r"\b(?:together|combined|altogether|in total|total|sums?|adds?|average|mean)\b", re.IGNORECASE)
_OF_AXIS = re.compile(r"(?:[\w'\"-]+\s+){0,4}?(?:axis|axes|scale)\b", re.IGNORECASE)
"""A statement about an axis, whose numbers are no values."""
_NO_VALUE = re.compile(f"{_AXIS.pattern}|{_TOGETHER.pattern}", re.IGNORECASE)
_APART = re.compile(r";|\b(?:while|whereas|but|follow(?:s|ed)?|ahead of|then|than|second|next)\b", re.IGNORECASE)
"""What keeps a name from being the one that an extreme is said of."""
_CLAUSE = re.compile(r"[;,]|\b(?:while|whereas|but)\b", re.IGNORECASE)
_QUALIFIED = re.compile(r"\b(?:slight|small|minor|brief|temporary|short|modest|single)\w*(?: \w+)?\s*$", re.IGNORECASE)
_COUNTING = re.compile(
    r"\b(?:there (?:is|are)|shows?|showing|contains?|has|have|having|with|consists? of|comprises?|comprising|displays?|"
    r"depicts?|presents?|compares?|comparing|plots?|features?|includes?|(?:divided|split) into|across|total of|all|the|"
    r"of|for|number of)(?: exactly| a total of| the)?\s*$",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:top|first|last|other|remaining|next|these|those|both|only|another|at least|about)\s*$", re.IGNORECASE
)
_BEFORE_COUNTED = re.compile(r"[\s-]+(?:(?!of\b|and\b|to\b|in\b|for\b|at\b|or\b)[^\W\d]+[\s-]+){0,2}", re.IGNORECASE)
_BEHIND_COUNTED = re.compile(r"(?:\s+(?:is|are|equals|was)\s+|\s*[:=]\s*|\s*\(\s*(?:n\s*=\s*)?)", re.IGNORECASE)
_LISTED = re.compile(r"\s*%?\s*(?:[^\W\d]{1,4}\s*)?(?:,|/|,?\s*\b(?:and|or))\s*")
_NEAR = 120
"""Characters around a number in which its clause is looked for."""
_MOST_SAID = 3
"""Numbers that one statement may give for one thing; more are no statement of its value."""

Subject = tuple[str, ...]
"""A thing by its wordings."""
Named = tuple[list[Span], bool]
"""The mentions of some subjects that a statement is about, and whether it names them itself."""
Said = Iterator[tuple[str, bool]]
"""Keys of facts that a statement speaks of, each with whether rightly."""


class Group:
    """Facts of one kind with the same number of subjects: what is said of their subjects competes."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self.kind, self.arity, self.facts = facts[0].kind, len(facts[0].subjects), facts
        self.by_subjects: dict[tuple[Subject, ...], list[Fact]] = defaultdict(list)
        self.worded: dict[str, list[tuple[str, bool]]] = defaultdict(list)
        for fact in facts:
            self.by_subjects[fact.subjects].append(fact)
            for texts, right in ((fact.against, False), (fact.wordings, True)):
                for text in texts:
                    self.worded[text].append((fact.key, right))
        self.numeric = any(fact.number is not None for fact in facts)
        self.subjects = [{key[place] for key in self.by_subjects} for place in range(self.arity)]
        self.of_axes = any(_AXIS.search(name) for subjects in self.subjects for subject in subjects for name in subject)

    def is_spoken_of(self, words: Sequence[Span], values: Sequence[Number]) -> bool:
        """Return whether a statement with these can say anything of these facts (see `said`)."""
        return bool(words) or self.kind in ("count", "ratio") or (self.numeric and bool(values))

    def said(
        self,
        text: str,
        mentions: Sequence[Span],
        words: Sequence[Span],
        values: Sequence[Number],
        dims: Sequence[Named],
    ) -> Said:
        """Give what a statement says of these facts.

        `mentions` are its names of things, `words` where its facts' own wordings stand (`worded`), `values` its numbers
        that are neither names nor denied, `dims` for each place of a subject the mentions of those that can stand
        there.
        """
        if self.kind == "comparison":
            yield from _compared(self, text, words, [named for named, _ in dims])
            return
        if self.kind == "count":
            yield from _counted(self, text, dims)
        elif self.kind == "ratio":
            yield from _related(self, text, [named for named, _ in dims])
        elif self.numeric and self.arity and not _TOGETHER.match(text) and (self.of_axes or not _OF_AXIS.match(text)):
            apart = _TOGETHER if self.of_axes else _NO_VALUE
            yield from _numbered(self, text, [one for one in values if not apart.search(_clause(text, one))], dims)
        yield from _worded(self, text, mentions, words, dims)


def is_denied(text: str, start: int) -> bool:
    """Return whether a denial stands up to three words before a place in a text."""
    return _DENIED.search(text[max(0, start - 60) : start]) is not None


def _numbered(group: Group, text: str, values: Sequence[Number], dims: Sequence[Named]) -> Said:
    spans = [Span(number.start, number.end, at) for at, number in enumerate(values)]
    said: dict[tuple[Subject, ...], list[Number]] = defaultdict(list)
    own = [_said_of(spans, named, text, of_words=False) for named in dims]
    for at, number in enumerate(values):
        shares = [attached[at] for attached in own]
        if _listed(text, values, at) and not any(alone for _, alone in shares):
            continue
        for subjects in product(*(things for things, _ in shares)):
            said[subjects].append(number)
    for subjects, given in said.items():
        for fact in group.by_subjects.get(subjects, ()):
            if fact.number is None or len(given) > _MOST_SAID:
                continue
            if any(_right(number, fact) for number in given):
                yield fact.key, True
            elif any(not number.limit and number.width <= 4 * fact.tolerance for number in given):
                yield fact.key, False


def _right(number: Number, fact: Fact) -> bool:
    return number.near(fact.number, fact.tolerance + number.width / 2) and number.width <= 4 * fact.tolerance


def _listed(text: str, values: Sequence[Number], at: int) -> bool:
    """Return whether a number is one of several joined by commas, "and" or "or"."""
    pairs = [pair for pair in (values[max(0, at - 1) : at + 1], values[at : at + 2]) if len(pair) == 2]
    return any(_LISTED.fullmatch(text, first.end, second.start) for first, second in pairs)


def _worded(group: Group, text: str, mentions: Sequence[Span], words: Sequence[Span], dims: Sequence[Named]) -> Said:
    starts = [mention.start for mention in mentions]
    found = [span for span in words if not _inside(span, mentions, starts) and not _denied(text, span)]
    own = [_said_of(found, named, text, of_words=True) for named in dims]
    keys: dict[tuple[Subject, ...], set[str]] = {}
    for at, span in enumerate(found):
        key, right = span.means
        if group.kind == "extreme" and dims and _apart(text, span, dims[0][0]):
            continue
        if not right and group.kind == "trend" and _QUALIFIED.search(text[max(0, span.start - 30) : span.start]):
            continue
        for subjects in product(*(attached[at][0] for attached in own)):
            if subjects not in keys:
                keys[subjects] = {fact.key for fact in group.by_subjects.get(subjects, ())}
            if key in keys[subjects]:
                yield key, right


def _counted(group: Group, text: str, dims: Sequence[Named]) -> Said:
    """Give what is said of how many there are: by a number right before what is counted, or behind a colon."""
    named, itself = dims[0] if dims else ([], False)
    if group.arity != 1 or not itself:
        return
    given = counts(text)
    starts = [number.start for number in given]
    for span in named:
        at = bisect_left(starts, span.start)
        for number in given[max(0, at - 1) : at + 1]:
            before = text[max(0, number.start - 40) : number.start]
            if number.end <= span.start:
                told = span.start - number.end < 40 and _BEFORE_COUNTED.fullmatch(text, number.end, span.start)
                sure = _COUNTING.search(before) is not None
            else:
                told = number.start - span.end < 12 and _BEHIND_COUNTED.fullmatch(text, span.end, number.start)
                sure = True
            if not told or _PART.search(before) or _DENIED.search(before):
                continue
            for fact in group.by_subjects[(span.means,)]:
                right = fact.number is not None and number.near(fact.number, fact.tolerance)
                if fact.number is not None and (right or sure):
                    yield fact.key, right


def _compared(group: Group, text: str, words: Sequence[Span], dims: Sequence[list[Span]]) -> Said:
    """Give what is said of two things: the name before "higher than" is higher than the one behind it."""
    named = sorted({*dims[0], *dims[1]}, key=lambda span: span.start)
    begins, ends = [span.start for span in named], [span.end for span in named]
    around = {span.means for spans in dims[2:] for span in spans}
    by_key = {fact.key: fact for fact in group.facts}
    for word in words:
        left, behind = bisect_right(ends, word.start) - 1, bisect_left(begins, word.end)
        if left < 0 or behind == len(named) or begins[behind] - word.end > _NEAR or _denied(text, word):
            continue
        (key, right), pair = word.means, (named[left].means, named[behind].means)
        fact = by_key[key]
        if set(fact.subjects[:2]) == set(pair) and around.issuperset(fact.subjects[2:]):
            yield key, right == (fact.subjects[:2] == pair)


def _related(group: Group, text: str, dims: Sequence[list[Span]]) -> Said:
    """Give what is said of how many times as large one thing is as another."""
    given = [factor for factor in factors(text) if not is_denied(text, factor.start)]
    around = {span.means for spans in dims for span in spans}
    for fact in group.facts:
        if given and around.issuperset(fact.subjects):
            yield fact.key, any(factor.near(fact.number, fact.tolerance) for factor in given)


def _said_of(said: Sequence[Span], named: Named, text: str, of_words: bool) -> list[tuple[frozenset, bool]]:
    """Return what each number or word is said of: of names in the statement by place, of one above it all alike."""
    if named[1]:
        return attach(said, named[0], text, of_words)
    return [(frozenset(span.means for span in named[0]), False)] * len(said)


def _inside(span: Span, mentions: Sequence[Span], starts: Sequence[int]) -> bool:
    """Return whether a word is a part of a longer name: "stacked" in a panel called "Stacked bins"."""
    at = bisect_right(starts, span.start) - 1
    return at >= 0 and span.end <= mentions[at].end and (mentions[at].start, mentions[at].end) != (span.start, span.end)


def _denied(text: str, span: Span) -> bool:
    return is_denied(text, span.start) or _DENIED_BEHIND.match(text, span.end) is not None


def _apart(text: str, span: Span, named: Sequence[Span]) -> bool:
    """Return whether something stands between a name and the nearest of `named` that keeps them apart."""
    starts = [other.start for other in named]
    at = bisect_left(starts, span.start)
    nearest = min(named[max(0, at - 1) : at + 1], key=lambda other: max(other.start - span.end, span.start - other.end))
    return _APART.search(text, min(span.end, nearest.end), max(span.start, nearest.start)) is not None


def _clause(text: str, number: Number) -> str:
    """Return the clause that holds a number, as far as it lies near."""
    first, last = max(0, number.start - _NEAR), min(len(text), number.end + _NEAR)
    start = max((cut.end() for cut in _CLAUSE.finditer(text, first, number.start)), default=first)
    end = _CLAUSE.search(text, number.end, last)
    return text[start : end.start() if end else last]
