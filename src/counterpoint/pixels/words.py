"""How alike two names are that a text recogniser may have misread."""

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher

ALIKE = 0.7
"""Names at least this alike, out of 1, may be the same."""
SHORT = 3
"""Names of so many characters or fewer must be equal after look-alikes are made one."""
_LOOKALIKES = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "!": "l", "5": "s", "8": "b", "2": "z"})


def plain(text: str) -> str:
    """Return a name without spaces, accents, case and punctuation, with look-alike characters made one."""
    bare = unicodedata.normalize("NFKD", text).casefold()
    return re.sub(r"[\W_]", "", bare.replace("ı", "i")).translate(_LOOKALIKES)


def likeness(a: str, b: str) -> float:
    """Return how alike two names are: 1 for equal after `plain`, 0 for nothing in common."""
    a, b = plain(a), plain(b)
    if a == b:
        return 1.0
    if min(len(a), len(b)) <= SHORT:
        return 0.0
    return SequenceMatcher(None, a, b, autojunk=False).ratio()


def matched(read: Sequence[str], expected: Sequence[str]) -> dict[str, str]:
    """Return which read name is which expected one, each at most once, the most alike first.

    A read name that is equally like two expected ones stands for none of them.
    """
    pairs = []
    for name in dict.fromkeys(read):
        scores = sorted(((likeness(name, other), other) for other in dict.fromkeys(expected)), reverse=True)
        if not scores or scores[0][0] < ALIKE:
            continue
        if len(scores) > 1 and scores[1][0] == scores[0][0] and name not in expected:
            continue
        pairs += [(name == other, score, name, other) for score, other in scores if score >= ALIKE]
    found: dict[str, str] = {}
    taken: set[str] = set()
    for _, _, name, other in sorted(pairs, key=lambda pair: (not pair[0], -pair[1], pair[2], pair[3])):
        if name not in found and other not in taken:
            found[name] = other
            taken.add(other)
    return found
