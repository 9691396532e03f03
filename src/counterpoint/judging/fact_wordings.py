"""Where the wordings of things stand in a text: many vocabularies looked up in one pass."""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from counterpoint.judging.fact_text import cleaned

_PLACE = re.compile(r"(\s+)|[_-]|(?<!\w)\w|[^\w\s]")
"""White space, and where a wording may begin: at the beginning of a word, or with a sign."""
_BETWEEN = re.compile(r"[\s_-]+")
"""What may stand between the words of a wording."""
_FOLDED = str.maketrans("\u0130\u0131\u017f\u212a", "iisk")
"""Letters that are like one of ASCII where case is ignored."""
_FIRST = 3
"""Letters by which wordings are looked up."""
_WORD = r"(?<!\w)"
"""Beginning of the pattern of a wording that begins with a letter or digit."""


class Span(NamedTuple):
    """A piece of a statement, and what it stands for."""

    start: int
    end: int
    means: Hashable = None


class Wordings:
    """Vocabularies, each of the wordings of many things, found in a text in one pass."""

    def __init__(self, vocabularies: Sequence[Mapping[str, Iterable[Hashable]]]) -> None:
        """Each of `vocabularies` maps each of its wordings to all that it may stand for."""
        self._number = len(vocabularies)
        uses: dict[tuple[str, str], dict[int, dict[Hashable, None]]] = {}
        for number, vocabulary in enumerate(vocabularies):
            for wording, things in vocabulary.items():
                uses.setdefault(_form(wording), {}).setdefault(number, {}).update(dict.fromkeys(things))
        uses.pop(("", ""), None)
        self._entries: dict[str, list[tuple[int, str, str, dict[int, dict[Hashable, None]]]]] = {}
        for rank, (letters, pattern) in enumerate(sorted(uses, key=lambda form: -len(form[1]))):
            entry = (rank, letters, pattern, uses[letters, pattern])
            self._entries.setdefault(letters[:_FIRST], []).append(entry)
        self._sizes = sorted({len(first) for first in self._entries})

    def find(self, text: str) -> list[list[Span]]:
        """Return for each vocabulary where its wordings stand in a text, longer ones first and none inside another.

        A wording has a span for each thing that it may stand for.
        """
        found: list[list[Span]] = [[] for _ in range(self._number)]
        ends = [0] * self._number
        # Most wordings that do not stand at a place are told by their letters alone, before any pattern is compiled.
        letters, passed = _letters(text), 0
        for place in _PLACE.finditer(text):
            start, end = place.span()
            if place[1]:
                passed += end - start
                continue
            at, here = start - passed, []
            for size in self._sizes:
                for rank, wording, pattern, uses in self._entries.get(letters[at : at + size], ()):
                    if letters.startswith(wording, at) and (match := _compiled(pattern).match(text, start)):
                        here.append((rank, match.end(), uses))
            for _, end, uses in sorted(here, key=itemgetter(0)) if here else ():
                for number, things in uses.items():
                    if start >= ends[number]:
                        found[number] += [Span(start, end, thing) for thing in things]
                        ends[number] = end
            passed += text[start] in "_-"
        return found


@lru_cache(maxsize=2**14)
def _form(wording: str) -> tuple[str, str]:
    """Return the letters of a wording and its pattern; an empty wording has neither."""
    wording = cleaned(wording).strip()
    return _letters(wording), _pattern(wording)


@lru_cache(maxsize=2**14)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _letters(text: str) -> str:
    """Return all but spaces and hyphens of a text, in lower case, what is not ASCII as a question mark.

    Texts that are alike where case is ignored have the same letters.
    """
    return _BETWEEN.sub("", text).translate(_FOLDED).lower().encode("ascii", "replace").decode("ascii")


def _pattern(wording: str) -> str:
    """Return a wording as a pattern: any space or hyphen between its words, whole words, a plural or genitive."""
    parts = [re.escape(part) for part in re.split(r"(?<=.)[\s_-]+", wording) if part]
    if not parts:
        return ""
    if len(wording) == 1 and wording.isalpha():
        # A single letter is a name in capitals only, and at no sentence's beginning, where it may be an article.
        letter = wording.upper()
        return rf"{_WORD}(?-i:(?<!')(?:(?<!^){letter}(?![\w'])|{letter}(?=\s*[:;)(=|]|\s(?:is|has|and|at)\b)))"
    before = _WORD if wording[0].isalnum() else r"(?<![\w)])" if wording[0] == "-" else ""
    if wording[0].isdigit():
        before = rf"{_WORD}(?<![.])(?<!\d[,-])(?<!\s-)(?<!^-)"
    after = r"(?!\w|[.,]\d)" if wording[-1].isdigit() else r"(?!\w)" if wording[-1].isalnum() else ""
    plural = r"(?:'s|s|es)?" if len(wording) > 2 and wording[-1].isalpha() else ""
    return before + r"[\s_-]{0,2}".join(parts) + plural + after
