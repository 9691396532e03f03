"""Facts that a description may state rightly, wrongly or not at all, and how they are found in its words."""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

from counterpoint.judging.fact_links import Span, Vocabulary, attach, subjects_in
from counterpoint.judging.fact_numbers import Number, counts, numbers
from counterpoint.judging.fact_text import Statement, statements

RIGHT, WRONG, NOT_STATED = "right", "wrong", "not_stated"
FactKind = Literal["type", "label", "count", "value", "trend", "extreme", "style"]


@dataclass(frozen=True)
class Fact:
    """One fact of a picture, written so that a text can be held against it.

    It is stated where one sentence names every subject. Rightly: one of `wordings`, or where there is a `number` one
    within `tolerance` of it, stands in that sentence, not denied. Wrongly: one of `against`, or another number that
    the sentence gives for the subjects.
    """

    key: str
    """Name of the fact, unique in its figure."""
    item: str
    """Item of the checklist that it belongs to, e.g. values."""
    kind: FactKind
    says: str
    """The fact as a sentence."""
    subjects: tuple[tuple[str, ...], ...] = ()
    """What has to be named for the fact to be stated: of each subject its wordings."""
    wordings: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    number: float | None = None
    tolerance: float = 0.0
    """Largest distance from `number`, in its unit."""


LONGEST = 50_000
"""Characters of a reply that are read."""
_DENIED = re.compile(
    r"(?:\b(?:not|no|never|neither|nor|without|rather than|instead of|unlike|cannot)\b|n't\b)(?:[ \"'(-]+\w+){0,3}[ \"'(-]*~?$",
    re.IGNORECASE,
)
_DENIED_BEHIND = re.compile(r"\s*(?:is|are|was|were|does|do)(?: not|n't)\b", re.IGNORECASE)
_FRAMED = re.compile(
    r"\b(?:caption|(?:would|might|could|should) (?:be|have)|one (?:might|would|could)|if the|hypothetical\w*)\b",
    re.IGNORECASE,
)
"""Words of a statement that is about what a caption says or what might be, not about the figure."""
_AXIS = re.compile(r"\b(?:axis|axes|scales?|scaled|ticks?|grid ?lines?|limits?)\b", re.IGNORECASE)
_TOGETHER = re.compile(r"\b(?:together|combined|altogether|in total|total|sums?|adds?|average|mean)\b", re.IGNORECASE)
_NO_VALUE = re.compile(f"{_AXIS.pattern}|{_TOGETHER.pattern}", re.IGNORECASE)
_APART = re.compile(r";|\b(?:while|whereas|but|follow(?:s|ed)?|ahead of|then|than|second|next)\b", re.IGNORECASE)
"""What keeps a name from being the one that an extreme is said of."""
_CLAUSE = re.compile(r"[;,]|\b(?:while|whereas|but)\b", re.IGNORECASE)
_SAME_SUBJECT = re.compile(
    r"(?:it|its|this|that|then|thereafter|afterwards?|from there|the (?:line|curve|series|bar|value|slice|trend))\b",
    re.IGNORECASE,
)
_YEAR_LEAD = re.compile(
    r"\b(?:in|by|since|from|to|until|till|between|and|year|of|around|after|before|for|at)\s*~?$", re.I
)
_QUALIFIED = re.compile(r"\b(?:slight|small|minor|brief|temporary|short|modest|single)\w*(?: \w+)?\s*$", re.IGNORECASE)
_COUNTING = re.compile(
    r"\b(?:there (?:is|are)|shows?|showing|contains?|has|have|having|with|consists? of|comprises?|comprising|displays?|"
    r"depicts?|presents?|compares?|comparing|plots?|features?|includes?|(?:divided|split) into|across|total of|all|the|of|"
    r"for|number of)(?: exactly| a total of| the)?\s*$",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:top|first|last|other|remaining|next|these|those|both|only|another|at least|about)\s*$", re.IGNORECASE
)
_BEFORE_COUNTED = re.compile(r"[\s-]+(?:(?!of\b|and\b|to\b|in\b|for\b|at\b|or\b)[^\W\d]+[\s-]+){0,2}")
_BEHIND_COUNTED = re.compile(r"(?:\s+(?:is|are|equals|was)\s+|\s*[:=]\s*|\s*\(\s*(?:n\s*=\s*)?)", re.IGNORECASE)
_NEAR = 120
"""Characters around a number in which its clause is looked for."""
_MOST_SAID = 3
"""Numbers that one statement may give for one thing; more are no statement of its value."""

Subject = tuple[str, ...]
_Names = Mapping[int, list[Span]]


def read_facts(reply: str, facts: Sequence[Fact]) -> dict[str, str]:
    """Return which of `facts` a reply states: by key right, wrong or not_stated.

    Statements are sentences, list entries with what they stand under, and cells of tables. Subjects that a statement
    does not name itself are those of what it stands under, or where it begins with "it" and the like those of the
    sentence before. A number or word is said of the subject that it is nearest to (see `fact_links.attach`). What is
    denied, asked, or told as the caption's word states nothing. Several statements that differ are decided by the
    majority of them, a tie as wrong. Time is linear in the length of the reply, of which LONGEST characters are read.
    """
    read = _Reading(facts)
    for statement in statements(reply[:LONGEST]):
        read.take(statement)
    return {fact.key: read.state(fact.key) for fact in facts}


class _Group:
    """Facts of one kind with the same number of subjects: what is said of their subjects competes."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self.kind, self.arity = facts[0].kind, len(facts[0].subjects)
        self.by_subjects: dict[tuple[Subject, ...], list[Fact]] = defaultdict(list)
        worded: dict[str, list[tuple[str, bool]]] = defaultdict(list)
        for fact in facts:
            self.by_subjects[fact.subjects].append(fact)
            for texts, right in ((fact.against, False), (fact.wordings, True)):
                for text in texts:
                    worded[text].append((fact.key, right))
        self.words = Vocabulary(worded)
        self.numeric = any(fact.number is not None for fact in facts)
        self.subjects = [{key[place] for key in self.by_subjects} for place in range(self.arity)]
        self.of_axes = any(_AXIS.search(name) for subjects in self.subjects for subject in subjects for name in subject)


class _Reading:
    """What the statements of a reply say of facts."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        grouped: dict[tuple[str, int], list[Fact]] = defaultdict(list)
        named: dict[str, set[Subject]] = defaultdict(set)
        for fact in facts:
            grouped[fact.kind, len(fact.subjects)].append(fact)
            for subject in fact.subjects:
                for wording in subject:
                    named[wording].add(subject)
        self._groups = [_Group(group) for group in grouped.values()]
        self._names = Vocabulary({wording: sorted(subjects) for wording, subjects in named.items()})
        self._years = any(re.fullmatch(r"1[5-9]\d\d|20\d\d|2100", wording) for wording in named)
        self._votes: dict[str, Counter[bool]] = defaultdict(Counter)
        self._before: list[Span] = []
        self._under: tuple[str, list[Span]] = ("", [])

    def state(self, key: str) -> str:
        """Return the state of a fact after all statements."""
        votes = self._votes[key]
        if not votes:
            return NOT_STATED
        return RIGHT if votes[True] > votes[False] else WRONG

    def take(self, statement: Statement) -> None:
        """Add what one statement says."""
        text = statement.text
        mentions = subjects_in(text, self._names.find(text))
        if self._under[0] != statement.under:
            self._under = (statement.under, subjects_in(statement.under, self._names.find(statement.under)))
        before, self._before = self._before, mentions or self._before
        if text.rstrip().endswith("?") or _FRAMED.search(text):
            return
        carried = before if _SAME_SUBJECT.match(text) else []
        values = self._values(text, mentions)
        for group in self._groups:
            dims = [self._dim(subjects, mentions, carried) for subjects in group.subjects]
            if not all(named for named, _ in dims):
                continue
            said: dict[str, list[bool]] = defaultdict(list)
            if group.kind == "count":
                _add(said, _counted(group, text, dims))
            elif group.numeric and group.arity:
                apart = _TOGETHER if group.of_axes else _NO_VALUE
                usable = [] if _TOGETHER.match(text) else values
                usable = [one for one in usable if not apart.search(_clause(text, one))]
                _add(said, _numbered(group, text, usable, dims))
            _add(said, _worded(group, text, dims))
            for key, votes in said.items():
                self._votes[key][_one(group.kind, votes)] += 1

    def _dim(
        self, subjects: set[Subject], mentions: Sequence[Span], carried: Sequence[Span]
    ) -> tuple[list[Span], bool]:
        """Return the mentions of some subjects that a statement is about, and whether it names them itself."""
        own = [span for span in mentions if span.means in subjects]
        if own:
            return own, True
        for outer in (self._under[1], carried):
            if found := [span for span in outer if span.means in subjects]:
                return found[-1:], False
        return [], False

    def _values(self, text: str, mentions: Sequence[Span]) -> list[Number]:
        """Return the numbers of a statement that are neither names nor denied."""
        masked = list(text)
        for span in mentions:
            masked[span.start : span.end] = "q" * (span.end - span.start)
        found = []
        for number in numbers("".join(masked)):
            lead = text[max(0, number.start - 30) : number.start]
            year = self._years and len(number.readings) == 1 and number.readings[0] in range(1500, 2101)
            if not _DENIED.search(lead) and not (year and _YEAR_LEAD.search(lead)):
                found.append(number)
        return found


def _numbered(
    group: _Group, text: str, values: Sequence[Number], dims: Sequence[tuple[list[Span], bool]]
) -> Iterator[tuple[str, bool]]:
    """Give what the numbers of a statement say of facts: the key, and whether rightly."""
    spans = [Span(number.start, number.end, at) for at, number in enumerate(values)]
    said: dict[tuple[Subject, ...], list[Number]] = defaultdict(list)
    own = [_said_of(spans, named, text, itself, of_words=False) for named, itself in dims]
    for at, number in enumerate(values):
        shares = [attached[at] for attached in own]
        listed = _listed(text, values, at) and not any(alone for _, alone in shares)
        if listed:
            continue
        for subjects in product(*(things for things, _ in shares)):
            said[subjects].append(number)
    for subjects, given in said.items():
        for fact in group.by_subjects.get(subjects, ()):
            if fact.number is None or len(given) > _MOST_SAID:
                continue
            right = [_right(number, fact) for number in given]
            if any(right):
                yield fact.key, True
            elif any(not number.limit and number.width <= 4 * fact.tolerance for number in given):
                yield fact.key, False


def _right(number: Number, fact: Fact) -> bool:
    return number.near(fact.number, fact.tolerance + number.width / 2) and number.width <= 4 * fact.tolerance


def _listed(text: str, values: Sequence[Number], at: int) -> bool:
    """Return whether a number is one of several joined by commas, "and" or "or"."""
    pairs = (
        (values[at - 1], values[at]) if at else None,
        (values[at], values[at + 1]) if at + 1 < len(values) else None,
    )
    joints = (text[pair[0].end : pair[1].start] for pair in pairs if pair)
    return any(re.fullmatch(r"\s*%?\s*(?:[^\W\d]{1,4}\s*)?(?:,|/|,?\s*\b(?:and|or))\s*", joint) for joint in joints)


def _worded(group: _Group, text: str, dims: Sequence[tuple[list[Span], bool]]) -> Iterator[tuple[str, bool]]:
    """Give what the words of a statement say of facts: the key, and whether rightly."""
    found = [span for span in group.words.find(text) if not _is_denied(text, span)]
    own = [_said_of(found, named, text, itself, of_words=True) for named, itself in dims]
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


def _counted(group: _Group, text: str, dims: Sequence[tuple[list[Span], bool]]) -> Iterator[tuple[str, bool]]:
    """Give what a statement says of facts that count: a number right before what is counted, or behind a colon."""
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


def _said_of(
    said: Sequence[Span], named: Sequence[Span], text: str, itself: bool, of_words: bool
) -> list[tuple[frozenset[Any], bool]]:
    """Return what each number or word is said of: of names in the statement by place, of one above it all alike."""
    if itself:
        return attach(said, named, text, of_words)
    return [(frozenset(span.means for span in named), False)] * len(said)


def _apart(text: str, span: Span, named: Sequence[Span]) -> bool:
    """Return whether something stands between a name and the nearest of `named` that keeps them apart."""
    nearest = min(named, key=lambda other: max(other.start - span.end, span.start - other.end))
    return bool(_APART.search(text, min(span.end, nearest.end), max(span.start, nearest.start)))


def _is_denied(text: str, span: Span) -> bool:
    return bool(_DENIED.search(text[max(0, span.start - 60) : span.start]) or _DENIED_BEHIND.match(text, span.end))


def _clause(text: str, number: Number) -> str:
    """Return the clause that holds a number, as far as it lies near."""
    first, last = max(0, number.start - _NEAR), min(len(text), number.end + _NEAR)
    start = max((cut.end() for cut in _CLAUSE.finditer(text, first, number.start)), default=first)
    end = _CLAUSE.search(text, number.end, last)
    return text[start : end.start() if end else last]


def _add(said: dict[str, list[bool]], found: Iterator[tuple[str, bool]]) -> None:
    for key, right in found:
        said[key].append(right)


def _one(kind: str, votes: Sequence[bool]) -> bool:
    """Return what one statement says of a fact: of a trend nothing against it, else anything for it."""
    return all(votes) if kind == "trend" else any(votes)
