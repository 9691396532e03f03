"""Facts that a description may state rightly, wrongly or not at all, and how they are found in its words."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache

from counterpoint.judging.fact import NOT_STATED, RIGHT, WRONG, Fact, FactKind
from counterpoint.judging.fact_claims import Group, Named, Subject, is_denied
from counterpoint.judging.fact_links import subjects_in
from counterpoint.judging.fact_numbers import Number, numbers
from counterpoint.judging.fact_text import Statement, statements
from counterpoint.judging.fact_wordings import Span, Wordings

__all__ = ["NOT_STATED", "RIGHT", "WRONG", "Fact", "FactKind", "read_facts"]

LONGEST = 50_000
"""Characters of a reply that are read."""
_FRAMED = re.compile(
    r"\b(?:caption|(?:would|might|could|should) (?:be|have)|one (?:might|would|could)|if the|hypothetical\w*)\b",
    re.IGNORECASE,
)
"""Words of a statement that is about what a caption says or what might be, not about the figure."""
_SAME_SUBJECT = re.compile(
    r"(?:it|its|this|that|then|thereafter|afterwards?|from there|the (?:line|curve|series|bar|value|slice|trend))\b",
    re.IGNORECASE,
)
_COUNTS = re.compile(r"(?<![\d.])\d{1,2}\s$")
_YEARS = range(1500, 2101)
_YEAR_LEAD = re.compile(
    r"\b(?:in|by|since|from|to|until|till|between|and|year|of|around|after|before|for|at)\s*~?$", re.IGNORECASE
)


def read_facts(reply: str, facts: Sequence[Fact]) -> dict[str, str]:
    """Return which of `facts` a reply states: by key right, wrong or not_stated.

    Statements are sentences, list entries with what they stand under, and cells of tables. Subjects that a statement
    does not name itself are those of what it stands under, or where it begins with "it" and the like those of the
    sentence before. A number or word is said of the subject that it is nearest to (see `fact_links.attach`). What is
    denied, asked, or told as the caption's word states nothing. Several statements that differ are decided by the
    majority of them, a tie as wrong. Time is linear in the length of the reply, of which LONGEST characters are read.
    """
    reading = _Reading(_known(tuple(facts)))
    for statement in statements(reply[:LONGEST]):
        reading.take(statement)
    return {fact.key: reading.state(fact.key) for fact in facts}


class _Known:
    """Facts, made ready to be looked for."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        grouped: dict[tuple[str, int], list[Fact]] = defaultdict(list)
        named: dict[str, set[Subject]] = defaultdict(set)
        for fact in facts:
            grouped[fact.kind, len(fact.subjects)].append(fact)
            for subject in fact.subjects:
                for wording in subject:
                    named[wording].add(subject)
        self.groups = [Group(group) for group in grouped.values()]
        names = {wording: sorted(subjects) for wording, subjects in named.items()}
        self.wordings = Wordings([names, *(group.worded for group in self.groups)])
        """Names of subjects, then the wordings of each group."""
        self.years = any(wording.isdecimal() and int(wording) in _YEARS for wording in named)


# A figure is described in many conditions, and between two of them all other figures are: the paper has 250.
_known = lru_cache(maxsize=256)(_Known)


class _Reading:
    """What the statements of a reply say of facts."""

    def __init__(self, known: _Known) -> None:
        self._known = known
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
        names, *worded = self._known.wordings.find(text)
        mentions = subjects_in(text, names)
        if self._under[0] != statement.under:
            self._under = (statement.under, subjects_in(statement.under, self._known.wordings.find(statement.under)[0]))
        before, self._before = self._before, mentions or self._before
        if text.rstrip().endswith("?") or _FRAMED.search(text):
            return
        carried = before if _SAME_SUBJECT.match(text) else []
        values = self._values(text, mentions)
        for group, words in zip(self._known.groups, worded, strict=True):
            if not group.is_spoken_of(words, values):
                continue
            dims = [self._named(subjects, mentions, carried) for subjects in group.subjects]
            if not all(named for named, _ in dims):
                continue
            said: dict[str, list[bool]] = defaultdict(list)
            for key, right in group.said(text, mentions, words, values, dims):
                said[key].append(right)
            for key, votes in said.items():
                # Nothing may be said against a trend: "rises, then falls" does not rise.
                self._votes[key][all(votes) if group.kind == "trend" else any(votes)] += 1

    def _named(self, subjects: set[Subject], mentions: Sequence[Span], carried: Sequence[Span]) -> Named:
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
            if _COUNTS.search(text[max(0, span.start - 12) : span.start]):
                continue  # "6 slices": a noun that is counted tells that its number is no value
            masked[span.start : span.end] = "q" * (span.end - span.start)
        found = []
        for number in numbers("".join(masked)):
            year = self._known.years and len(number.readings) == 1 and number.readings[0] in _YEARS
            if year and _YEAR_LEAD.search(text[max(0, number.start - 30) : number.start]):
                continue
            if not is_denied(text, number.start):
                found.append(number)
        return found
