"""Replies in one spelling for the rule judge: plain text, clauses, words and numbers."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

_THINKING = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_BOXED = re.compile(r"\\(?:boxed|text|textbf|mathrm)\s*\{([^{}]*)\}")
_MARKS = re.compile(r"[*`#$]|(?<!\w)_+|_+(?!\w)|^\s*>+", re.MULTILINE)
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "–": "-", "—": "-"})
_END = re.compile(r"(?<=[.!?;])\s+|\n+|\.$|\s-\s|\s\((?=\w{2})|(?<=\w{2})\)")
_TURN = re.compile(
    r",?\s*\b(?:but|however|whereas|while|although|though|yet|even if|except that)\b,?"
    r"|,\s*(?=(?:not|so|therefore|thus|hence)\b)|,?\s+(?=(?:rather than|instead of|unlike|compared (?:to|with))\b)"
)
_TOKEN = re.compile(r"(?:(?<![\w.)-])-)?\d+(?:,\d{3})*(?:\.\d+)?|[^\W\d_]+(?:'[^\W\d_]+)?")
_ONES = {
    word: number
    for number, word in enumerate(
        (
            *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
            *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
        )
    )
}
_NO_NUMBER = frozenset({"this", "that", "the", "each", "which", "another", "every", "any", "no"})
"""Words after which "one" stands for a thing."""
_TENS = {
    word: 10 * number
    for number, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
}

_EDGES = ".,;:!?()\"'*`~\u2248$<>=|"
_ALONE = re.compile(r"[\w.,'%\u00b0\u00b5&+/^=()-]+")
"""A word that stands by itself, with what may stand in it, as in "CO2-free" or "t/ha": no quotes, braces or angles."""
_ANYWHERE = frozenset(
    (
        *("about", "also", "does", "each", "from", "have", "into", "just", "more", "much", "other", "over", "some"),
        *("label", "such", "than", "that", "them", "then", "there", "these", "they", "this", "those", "very", "were"),
        *("what", "when", "where", "which", "while", "will", "with", "would", "your"),
    )
)
"""Words that any text has, and the one by which a reply would address its judge."""
_ANSWERING = frozenset(
    ("yes", "indeed", "because", "since", "due", "figure", "chart", "graph", "plot", "axis", "legend")
)
"""Words with which replies begin to answer, whatever they are about."""


def plain(text: str) -> str:
    """Return a reply without thinking, Markdown and LaTeX, in lower case and with plain quotes and dashes."""
    text = _THINKING.sub(" ", unicodedata.normalize("NFKC", text))
    text = _BOXED.sub(r"\1", text)
    text = _MARKS.sub("", text).translate(_APOSTROPHES)
    return re.sub(r"[ \t\r\f\v]+", " ", text).strip().lower()


def clauses(text: str) -> list[str]:
    """Return the clauses of a plain text: parts of sentences that words of contrast set apart."""
    parts = [part for sentence in _END.split(text) for part in _TURN.split(sentence)]
    return [part.strip() for part in parts if part and part.strip()]


@lru_cache(maxsize=4_096)
def words(text: str) -> tuple[str, ...]:
    """Return the words of a plain text: numbers as digits, in words or not, and nouns without the plural's s."""
    return tuple(_numbers([_stem(token) for token in _TOKEN.findall(text)]))


def speaks_of(text: str, about: Iterable[str]) -> bool:
    """Return whether a plain text has a number, a word with which replies begin to answer, or a word of `about`.

    Words of four letters or more count, but for those that any text has, and only where they stand by themselves:
    words inside of markup, code or an address say nothing.
    """
    alone = " ".join(token for token in _tokens(text) if _ALONE.fullmatch(token) and "=" not in token)
    known = {word for one in about for word in words(plain(one)) if len(word) > 3} - _ANYWHERE | _ANSWERING
    return any(is_number(word) or word in known for word in words(alone))


def all_words(text: str) -> bool:
    """Return whether a text is made of words that stand by themselves, without markup or code, and has any."""
    return bool(words(text)) and all(map(_ALONE.fullmatch, _tokens(text)))


def _tokens(text: str) -> list[str]:
    """Return what stands between blanks, without the marks at its ends."""
    return [token for token in (part.strip(_EDGES) for part in text.split()) if token]


def is_number(word: str) -> bool:
    """Return whether a word of `words` is a number."""
    return word.removeprefix("-")[:1].isdecimal()


def find(needle: Sequence[str], hay: Sequence[str]) -> list[int]:
    """Return where a row of words begins in another one."""
    size = len(needle)
    return [at for at in range(len(hay) - size + 1) if tuple(hay[at : at + size]) == tuple(needle)] if size else []


def _numbers(tokens: Sequence[str]) -> list[str]:
    """Return tokens with numbers in words ("twenty", "one") as one number in digits ("21")."""
    found: list[str] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        following = tokens[at + 1] if at + 1 < len(tokens) else ""
        if token in _TENS:
            one = _ONES.get(following, 0)
            joined = 1 <= one <= 9
            found.append(str(_TENS[token] + (one if joined else 0)))
            at += joined
        elif token in _ONES and not (token == "one" and found and found[-1] in _NO_NUMBER):
            hundred = following == "hundred"
            found.append(str(_ONES[token] * (100 if hundred else 1)))
            at += hundred
        elif token == "dozen":
            if found and found[-1] in ("a", "1"):
                found.pop()
            found.append("12")
        elif is_number(token):
            found.append(_digits(token))
        else:
            found.append(token)
        at += 1
    return found


def _digits(token: str) -> str:
    """Return a number as text, however long, without separators and needless zeros: "5" for "05.0"."""
    sign, whole, decimals = token.startswith("-"), *token.removeprefix("-").replace(",", "").partition(".")[::2]
    number = ".".join(filter(None, [whole.lstrip("0") or "0", decimals.rstrip("0")]))
    return f"-{number}" if sign and number != "0" else number


def _stem(token: str) -> str:
    if is_number(token) or len(token) < 4 or "'" in token or token.endswith(("ss", "us", "is")):
        return token
    return token[:-3] + "y" if token.endswith("ies") and len(token) > 4 else token.removesuffix("s")
