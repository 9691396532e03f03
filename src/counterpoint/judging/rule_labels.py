"""How the rule judge compares an open answer with those it may be: claims, numbers, yes and no."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from counterpoint.judging.no_verdict import UNRESOLVED
from counterpoint.judging.wording import clauses, find, is_number, plain, words

CORRECT, BIASED, OTHER, ABSTAINED = "correct", "biased", "other", "abstained"
_DENIED = re.compile(
    r"\b(?:not|no|never|without|neither|nor|isn't|aren't|doesn't|don't|didn't|wasn't|weren't|hasn't|haven't|cannot|"
    r"can't|"
    r"rather than|instead of|unlike|lacks?|lacking|contrary to|different from)\b"
)
_EXPECTED = re.compile(
    r"\b(?:usual(?:ly)?|normal(?:ly)?|typical(?:ly)?|general(?:ly)?|ordinar(?:y|ily)|standard|natural(?:ly)?|"
    r"in (?:reality|nature|real life)|real(?:-life| life)?|original(?:ly)?|expect(?:ed)?|should have|supposed to|"
    r"if|unless|suppos(?:e|ing)|assum(?:e|ing)|ought to|used to|textbooks?|at first (?:glance|sight)|someone|everyone|"
    r"known (?:to|for)|most|traditional(?:ly)?|commonly|would have|compared (?:to|with))\b"
)
_UNSURE = re.compile(
    r"\b(?:(?:can(?:not|'t| not)|could(?:n't| not)|unable to|impossible to|hard to) (?:\w+ ){0,2}"
    r"(?:tell|see|determine|say|identify|answer|make out|know|count)|don't know|do not know|"
    r"not (?:sure|clear|visible enough)|unclear|omit)\b"
)
_TAKEN_BACK = re.compile(
    r"\b(?:wait|correction|actually|on (?:closer|second) (?:look|inspection|thought)s?|scratch that)\b"
)
_FINAL = re.compile(r"\b(?:answer|conclusion|therefore|thus|hence|in total|in all|in short|final(?:ly)?|so)\b")
_NOT_ONLY = re.compile(r"\b(?:not|isn't|aren't) (?:only|just|merely|simply)\b")
_OPPOSITE = {CORRECT: BIASED, BIASED: CORRECT}
_OPENING = re.compile(r"(?:yes|no)\b(?:[,.!:;]|$)")
_ARTICLES = frozenset({"a", "an", "the", "it", "is", "are", "there", "has", "have"})
_NEAR = 6  # words before a mention in which a denial holds for it


@dataclass(frozen=True)
class _Mention:
    """A claim, or another number, named in a clause."""

    side: str
    clause: int
    denied: bool
    framed: bool
    """Named as usual, expected or supposed, or in a question."""
    strong: bool
    """What it counts stands beside it."""


def label_of(
    reply: str,
    question: str,
    correct: Sequence[str],
    biased: Sequence[str],
    other: Sequence[str] = (),
    tolerance: float = 0.0,
) -> str:
    """Return whether a reply claims the correct answer, the biased one, another one, abstains, or is unresolved.

    `correct`, `biased` and `other` list wordings of these answers; only the first must hold any, and where it is a
    number another within `tolerance` of it is correct too. Numbers count by value, in digits or words ("three" is 3),
    yes and no only where they answer; where one answer is yes and the other
    no, to deny the one is to claim the other. Else what a clause denies ("not four"), asks, or calls usual is not
    claimed. What follows a correction ("wait", "actually") goes before what precedes it; of several claims those of the
    last clause that concludes go first, then those that name what is counted. `other` is also another number where all
    answers are numbers, a reply that denies both the correct and the biased answer (or the correct one, where there is
    no biased one) and claims nothing; one that says it cannot tell and claims nothing is abstained; an answer in words
    that are none of these is unresolved, for it may be a synonym.
    """
    parts = clauses(plain(reply))
    sides_of = {CORRECT: correct, BIASED: biased, OTHER: other}
    claims = {side: [_claim(text) for text in wordings] for side, wordings in sides_of.items()}
    noun = _counted(question)
    found = [mention for at, part in enumerate(parts) for mention in _mentions(at, part, claims, noun, tolerance)]
    turns = [at for at, part in enumerate(parts) if _TAKEN_BACK.search(part)]
    if turns and (later := [m for m in found if m.clause >= turns[-1]]):
        found = later
    if _yes_and_no(claims):
        found = [replace(m, side=_OPPOSITE.get(m.side, m.side), denied=False) if m.denied else m for m in found]
    standing = [mention for mention in found if not mention.framed and not mention.denied]
    concluding = [mention for mention in standing if _FINAL.search(parts[mention.clause])]
    for narrower in (
        [m for m in concluding if m.clause == concluding[-1].clause],
        [m for m in standing if m.strong],
    ):
        if narrower and len({m.side for m in standing}) > 1:
            standing = narrower
    sides = {mention.side for mention in standing}
    if len(sides) == 1:
        return sides.pop()
    if not found and any(_UNSURE.search(part) for part in parts):
        return ABSTAINED
    denied = {m.side for m in found if m.denied and not m.framed and not _NOT_ONLY.search(parts[m.clause])}
    if not standing and denied >= {side for side in (CORRECT, BIASED) if claims[side]}:
        return OTHER
    return UNRESOLVED


def _yes_and_no(claims: dict[str, list[tuple[str, ...]]]) -> bool:
    """Return whether one answer is yes and the other no."""
    return any(("yes",) in claims[a] and ("no",) in claims[b] for a, b in _OPPOSITE.items())


def _claim(text: str) -> tuple[str, ...]:
    found = words(plain(text))
    content = tuple(word for word in found if word not in _ARTICLES)
    return content or found


def _counted(question: str) -> str | None:
    """Return the noun that a question counts: "leg" in "How many legs does the dog have?"."""
    asked = words(plain(question))
    places = find(("how", "many"), asked)
    return asked[places[0] + 2] if places and places[0] + 2 < len(asked) else None


def _mentions(
    at: int, part: str, claims: dict[str, list[tuple[str, ...]]], noun: str | None, tolerance: float
) -> Iterator[_Mention]:
    """Give the claims that a clause names, longer ones first, and its other numbers if all sides are numbers."""
    answer = _OPENING.match(part)  # "no, ..." answers, and denies nothing of what follows
    row = [word for word in words(part[answer.end() :] if answer else part) if word not in _ARTICLES]
    framed = part.endswith("?") or bool(_EXPECTED.search(part))
    taken: set[int] = set()
    sized = sorted(((claim, side) for side, wordings in claims.items() for claim in wordings), key=lambda c: -len(c[0]))
    for claim, side in sized:
        if claim in (("yes",), ("no",)):
            if _answers(claim[0], part):
                yield _Mention(side, at, False, framed, False)
            continue
        for start in find(claim, row):
            places = range(start, start + len(claim))
            if taken.isdisjoint(places):
                taken.update(places)
                denied = _denied(row, start)
                strong = noun is not None and noun in row[start : places.stop + 2]
                yield _Mention(side, at, denied, framed, strong)
    if all(any(map(is_number, claim)) for wordings in claims.values() for claim in wordings[:1]):
        for place, word in enumerate(row):
            if is_number(word) and place not in taken:
                strong = noun is not None and noun in row[place : place + 3]
                side = CORRECT if _near(word, claims[CORRECT], tolerance) else OTHER
                yield _Mention(side, at, _denied(row, place), framed, strong)


def _near(word: str, correct: Sequence[tuple[str, ...]], tolerance: float) -> bool:
    """Return whether a number lies within a tolerance of a correct one."""
    meant = [float(claim[0]) for claim in correct if len(claim) == 1 and is_number(claim[0])]
    return any(abs(float(word) - value) <= tolerance for value in meant)


def _denied(row: Sequence[str], start: int) -> bool:
    """Return whether a denial stands within a few words before a mention in its clause."""
    return bool(_DENIED.search(" ".join(row[max(0, start - _NEAR) : start])))


def _answers(word: str, part: str) -> bool:
    """Return whether a clause answers with yes or no, rather than using the word ("no hump")."""
    return bool(re.match(rf"{word}\b(?:[,.!:;]|$)", part) or re.search(rf"\b(?:answer|is|be|it's)\W+{word}\W*$", part))
