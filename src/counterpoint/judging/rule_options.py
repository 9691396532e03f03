"""How the rule judge reads which option a reply chooses: the last plain statement of an answer, else the only mention.

It shares no rule with the parser, so that the two can be held against each other.
"""

import re
from collections.abc import Mapping

from counterpoint.judging.wording import clauses, plain

_KEYED = re.compile(r'"?(?:answer|choice|option|final_answer)"?\s*:\s*"([^"]*)"')
_STATED = re.compile(
    r"\b(?:answer|choice|option|pick|choose|select|go(?:ing)? with)\b"
    r"(?:\s+(?:is|would be|should be|has to be|must be))?\s*[:=]?\s*(.+)",
    re.DOTALL,
)
_LETTER = re.compile(r"\(([a-z])\)|(?<![\w(])([a-z])\)|\boption ([a-z])\b")
_LEADING = re.compile(r"\(?([a-z])(?:\)|[.:,]|$)\s*(.*)", re.DOTALL)
_DENIAL = re.compile(
    r"\b(?:not|isn't|aren't|cannot|can't|never|neither|nor|no|unlike|rather than|instead of|incorrect|wrong|"
    r"rule[sd]? out|eliminate[sd]?|exclude[sd]?)\b"
)
_EDGES = " .,;:!?\"'()[]{}"


def letter_of(reply: str, options: Mapping[str, str]) -> str | None:
    """Return the letter of the option that a reply chooses, or None where it chooses none or several.

    `options` are the texts of the options by letter. In this order: the reply, or the value of its one JSON key
    "answer", is an option; the last clause that states an answer names one option; one option alone is named.
    A letter beside another option's text is no choice, nor is an option that is denied.
    """
    text = plain(reply)
    texts = {letter: _bare(plain(option)) for letter, option in options.items()}
    keyed = _KEYED.findall(text)
    whole = keyed[0] if len(keyed) == 1 else text
    if (letter := _only(whole, texts)) is not None:
        return letter or None
    parts = [part for clause in clauses(_lettered(text, texts)) for part in re.split(r",\s+", clause)]
    parts = [part for part in parts if not _DENIAL.search(part)]
    for part in reversed(parts):
        if stated := _STATED.search(part):
            letter = _only(stated[1], texts)
            found = {letter} if letter else _named(stated[1], texts)
            if found:
                return _one(found)
    return _one(set().union(*(_named(part, texts) for part in parts)))


def _one(found: set[str]) -> str | None:
    return next(iter(found)) if len(found) == 1 else None


def _only(text: str, texts: Mapping[str, str]) -> str | None:
    """Return the letter of the option that a text is as a whole, "" where letter and text disagree, None if it is none.

    A text that is the text of an option is that option, even where it looks like another one's letter ("b").
    """
    bare = _bare(text)
    by_text = [letter for letter, option in texts.items() if option == bare]
    if by_text:
        return by_text[0] if bare not in texts or bare == by_text[0] else ""
    leading = _LEADING.fullmatch(text.strip(" .!\"'{}[]"))
    if leading is None or leading[1] not in texts:
        return None
    rest = _bare(leading[2])
    if not rest or rest == texts[leading[1]]:
        return leading[1]
    return "" if rest in texts.values() else None


def _lettered(text: str, texts: Mapping[str, str]) -> str:
    """Return a text with the texts of options as their letters, longest first.

    A text of one or two characters is no name inside a sentence.
    """
    for letter, option in sorted(texts.items(), key=lambda pair: -len(pair[1])):
        if len(option) > 2:
            text = re.sub(rf"(?<![\w.,-]){re.escape(option)}(?!\w|[.,]\d)", f"({letter})", text)
    return text


def _named(text: str, texts: Mapping[str, str]) -> set[str]:
    """Return the letters of the options that a text names by "(a)", "a)" or "option a"."""
    return {letter for groups in _LETTER.findall(text) for letter in groups if letter in texts}


def _bare(text: str) -> str:
    return text.strip(_EDGES)
