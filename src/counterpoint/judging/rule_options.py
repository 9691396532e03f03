"""How the rule judge reads which option a reply chooses: plain statements only, and nothing that is said around them.

It shares no rule with the parser, so that the two can be held against each other. It reads less: whatever is
conditional, denied, corrected or contrasted it leaves unresolved, where the parser weighs it.
"""

import re
from collections.abc import Mapping

from counterpoint.judging.wording import plain

_KEYED = re.compile(r'"?(?:answer|choice|option|final_answer)"?\s*:\s*"([^"]*)"')
_STATEMENT = re.compile(
    r"(?:(?:so|therefore|thus|hence),? )?"
    r"(?:(?:(?:the|my) )?(?:final |best |correct |right )?(?:answer|choice|option)(?: is| would be)?"
    r"|i(?:'d| would|'ll| will)? (?:choose|pick|select|say|answer|go with)|it(?: is|'s))?[ :=]*"
    r"(?:option )?\(([a-z])\)(?:[ :=-]*\(\1\))*(?:,? (?:because|since|as|with)\b.*)?"
)
_LETTER = re.compile(r"\(([a-z])\)|(?<![\w(])([a-z])\)|\b(?:option|answer|choice)(?: is|:)? ([a-z])(?![\w'])")
_IN_BRACKETS = re.compile(r"[\s.]*\(([a-z])\)[\s.!]*")
_LEADING = re.compile(r"\(?([a-z])(?:\)|[.:,]|$)\s*(.*)", re.DOTALL)
_SENTENCE = re.compile(r"(?<=[.!;])\s+|\n+|,\s+(?=so\b)")
_UNSURE = re.compile(r"\bi am not (?:quite )?sure\b[^.,]*")
_AROUND = re.compile(
    r"\?|n't\b|\b(?:not|no|never|nor|neither|nobody|none|nothing|without|unlike|except|rather|instead|otherwise|but|"
    r"however|"
    r"though|although|yet|while|whereas|if|unless|when|whether|were|was|been|had|suppos\w*|assum\w*|would've|could|"
    r"should|"
    r"might|may|perhaps|maybe|some|someone|everyone|anyone|only|other|wait|sorry|kidding|correction|edit|actually|hmm|"
    r"wrong|incorrect|false|doubt\w*|ignor\w*|contradict\w*|real|reality|facts?|factual\w*|world|expert\w*|"
    r"textbook\w*|used to|told|claim\w*|said|wrote|first|initial\w*|belie\w+)\b"
)
"""Words around a statement that may take it back or frame it."""
_EDGES = " .,;:!?\"'()[]{}"


def letter_of(reply: str, options: Mapping[str, str]) -> str | None:
    """Return the letter of the option that a reply chooses, or None where it chooses none or does not say so plainly.

    `options` are the texts of the options by letter. In this order: the reply, or the value of its one JSON key
    "answer", is an option; the last of several lines states one, and no other line another; a sentence states one,
    no other option is named, and no word in the reply could take it back. A letter beside another option's text is
    no choice.
    """
    text = plain(reply)
    texts = {letter: _bare(plain(option)) for letter, option in options.items()}
    keyed = _KEYED.findall(text)
    whole = keyed[0] if len(keyed) == 1 else text
    if (letter := _only(whole, texts)) is not None:
        return letter or None
    lettered = _lettered(text, texts)
    *before, last = [line for line in lettered.split("\n") if line.strip()] or [""]
    letter = _stated(last) if before else None
    if letter in texts and not {_stated(line) for line in before} - {letter, None}:
        return letter
    stated = {letter for sentence in _SENTENCE.split(lettered) if (letter := _stated(sentence)) is not None}
    if len(stated) != 1 or _AROUND.search(_UNSURE.sub("", lettered)) or _named(lettered, texts) != stated:
        return None
    return stated.pop()


def _stated(sentence: str) -> str | None:
    found = _STATEMENT.fullmatch(sentence.strip(" .!"))
    return found[1] if found else None


def _only(text: str, texts: Mapping[str, str]) -> str | None:
    """Return the letter of the option that a text is as a whole, "" where letter and text disagree, None if it is none.

    "(b)" is a letter. A text that is an option's text is that option; a bare "b" that is the text of one option and
    the letter of another is neither.
    """
    letter = _IN_BRACKETS.fullmatch(text)
    if letter and letter[1] in texts:
        return letter[1]
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
    """Return the letters of the options that a text names by "(a)", "a)", "option a" or "answer: a"."""
    return {letter for groups in _LETTER.findall(text) for letter in groups if letter in texts}


def _bare(text: str) -> str:
    return text.strip(_EDGES)
