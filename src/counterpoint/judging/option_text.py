"""The text side of option reading: cleaning an untrusted reply, and comparing it with the options' texts."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

LETTERISH = "0-9A-Za-z_\u00c0-\u024f\u0370-\u04ff"
"""Characters that make a neighbouring letter part of a word; CJK is left out: there "选B吧" has no spaces."""

# Letters drawn as emoji, which NFKC leaves alone: negative circled and negative squared capitals.
_EMOJI_LETTERS = {start + i: chr(65 + i) for start in (0x1F150, 0x1F170) for i in range(26)}
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufe00-\ufe0f\U000e0000-\U000e01ef]")
_PICTOGRAM = re.compile("[\u2600-\u27bf\U0001f000-\U0001faff]")
_LOOK_ALIKES = str.maketrans("АВСЕаесΑΒΕ", "ABCEaecABE")
_LONE_LOOK_ALIKE = re.compile(f"(?<![{LETTERISH}])[АВСЕаесΑΒΕ](?![{LETTERISH}])")
_FOREIGN_MARKS = str.maketrans(
    dict.fromkeys("‐‑‒–—―−", "-")
    | dict.fromkeys("‘’ʼ`´", "'")
    | dict.fromkeys("“”„«»「」『』", '"')
    | {"。": ".", "、": ",", "→": ">", "⇒": ">", "İ": "I"}
)
_MARKS = str.maketrans(
    dict.fromkeys('*`$"#\\', "") | {"_": " ", "|": " ", "{": " ", "}": " ", "[": "(", "]": ")", "\r": "\n", "\x00": " "}
)
_SLICE = 512

_THINKING = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_ANSWER_TAG = re.compile(r"<answer>", re.IGNORECASE)
_TAG = re.compile(r"</?(?:answer|b|i|u|em|strong|p|br|span|div)\s?/?>", re.IGNORECASE)
_BOXED = re.compile(r"\\(?:boxed|fbox)(?![A-Za-z])")
_COMMAND = re.compile(
    r"\\(?:text|textbf|textit|textrm|texttt|mathrm|mathbf|mathsf|mathit|rm|bf|left|right|displaystyle|quad)(?![A-Za-z])"
)
_BLANKS = re.compile(r"[^\S\n]{2,}|[^\S\n ]")
_LONE_QUOTE = re.compile(r"(?<![A-Za-z])'|'(?![A-Za-z])")

_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_PERCENT = re.compile(r"(?<=\d) ?(?:%|percent\b|per cent\b)")
_RANGE = re.compile(r"(?<=[A-Za-z\d%]) ?- ?(?=\d)|(?<=[\d%]) to (?=\d)")
_UNIT = re.compile(r"(?<=\d)(?=[^\W\d_])")
_NUMBER = r"-?\d+(?:\.\d+)?%?"
_NUMBERS = re.compile(rf"({_NUMBER})(?: [^\W\d_]+)?(?: - ({_NUMBER})(?: [^\W\d_]+)?)?")
_BARE_NUMBERS = re.compile(rf"({_NUMBER})(?: - ({_NUMBER}))?(?=\.?(?:$| ?[,;:!)](?!\d)|\.? (?:because|since)\b|\. ))")


def _fold_unicode(text: str) -> str:
    """Return the reply with look-alikes, compatibility forms and invisible characters made plain."""
    # NFKC sorts runs of combining marks with a quadratic sort: slices keep a hostile reply linear.
    text = text.translate(_EMOJI_LETTERS)
    text = "".join(unicodedata.normalize("NFKC", text[i : i + _SLICE]) for i in range(0, len(text), _SLICE))
    text = _PICTOGRAM.sub(" ", _INVISIBLE.sub("", text)).translate(_FOREIGN_MARKS)
    return _LONE_LOOK_ALIKE.sub(lambda match: match[0].translate(_LOOK_ALIKES), text)


def _without_thinking(text: str) -> str | None:
    """Return what stands outside thinking blocks; None when a block is never closed.

    A closing tag without an opening one ends a block that the chat template opened before the reply.
    """
    kept, start, depth = [], 0, 0
    for tag in _THINKING.finditer(text):
        if tag[1]:
            if depth == 0:
                kept.clear()
            depth = max(depth - 1, 0)
            start = tag.end()
        else:
            if depth == 0:
                kept.append(text[start : tag.start()])
            depth += 1
    return None if depth else " ".join([*kept, text[start:]])


def clean(text: str) -> str | None:
    """Return the reply as plain text with its line breaks; None when its thinking never ended.

    Markdown, LaTeX, quotes and JSON punctuation go; a box and an answer tag become "final answer:".
    """
    if not text.isascii():
        text = _fold_unicode(text)
    if "<" in text:
        outside = _without_thinking(text)
        if outside is None:
            return None
        text = _TAG.sub(" ", _ANSWER_TAG.sub("\nfinal answer: ", outside))
    if "\\" in text:
        text = _COMMAND.sub(" ", _BOXED.sub(" final answer: ", text)).replace("\\n", "\n")
    text = _BLANKS.sub(" ", text.translate(_MARKS))
    if "'" in text:
        text = _LONE_QUOTE.sub("", text)
    return text.strip()


def key(text: str) -> str:
    """Return cleaned text in the form in which options are compared; the case is kept.

    Thousands separators go, ranges are written "1 - 2", numbers stand apart from their unit, percent is "%".
    """
    text = _THOUSANDS.sub("", text)
    text = _PERCENT.sub("%", text)
    text = _UNIT.sub(" ", _RANGE.sub(" - ", text))
    return " ".join(text.split())


def keyed_lines(text: str) -> str:
    """Return cleaned text with each line in the form in which options are compared."""
    return "\n".join(map(key, text.split("\n"))) if "\n" in text else key(text)


@lru_cache(maxsize=8192)
def _option_key(option: str) -> str:
    return key(clean(option) or "").rstrip(".")


def _signature(text: re.Match[str]) -> str:
    """Return the numbers of an option or a reply without their units."""
    return "~".join(part.rstrip("%") for part in text.groups() if part)


@dataclass(frozen=True)
class Menu:
    """The options of one request, as shown, made ready for comparison.

    `texts` maps a lower-case key to its position, `letters` a capital that is an option's whole text,
    `numbers` the numbers of an option; what two options share is in none of them. `names` holds the
    (key, lower-case key, position, whether the case must agree) of the options that prose may mention.
    """

    size: int
    texts: dict[str, int]
    letters: dict[str, int]
    numbers: dict[str, int]
    names: tuple[tuple[str, str, int, bool], ...]

    def at(self, chunk: str) -> tuple[int, int] | None:
        """Return (position, length in the key) of the option whose text stands at the start of a chunk's key."""
        lowered = chunk.lower()
        for _, name, position, _ in self.names:
            if lowered.startswith(name) and _boundary(lowered, 0, len(name)):
                return position, len(name)
        numbers = _BARE_NUMBERS.match(chunk)
        if numbers and (found := self.numbers.get(_signature(numbers))) is not None:
            return found, numbers.end()
        return None

    def mentions(self, text: str) -> Iterator[tuple[int, int, int]]:
        """Yield (start, end, position) of options named in a key's prose, longer names first and covering.

        Single letters, parts of longer names and parts of numbers or ranges are no mention.
        """
        lowered = text.lower()
        covered = bytearray(len(lowered))
        for cased, name, position, exact in self.names:
            if len(name) == 1 and name.isalpha():
                continue
            searched, wanted = (text, cased) if exact else (lowered, name)
            start = searched.find(wanted)
            while start >= 0:
                end = start + len(wanted)
                if not covered[start] and _boundary(lowered, start, end) and not _part_of_name(text, start, end):
                    covered[start:end] = b"\x01" * (end - start)
                    yield start, end, position
                start = searched.find(wanted, end)


def _boundary(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] is no part of a longer word, number or range."""
    before, after = text[max(start - 3, 0) : start], text[end : end + 4]
    first, last = text[start], text[end - 1]
    if before and first.isalnum() and before[-1].isalnum() and before[-1].isascii() and first.isascii():
        return False
    if after and last.isalnum() and after[0].isalnum() and after[0].isascii() and last.isascii():
        return False
    if first.isdigit() and (before[-1:] in ("-", ".") or before == " - "):
        return False
    if last.isdigit() or last == "%":
        return (
            not (after[:1] in (".", ",", "%") and after[1:2].isdigit())
            and after[:1] != "%"
            and not (after[:3] == " - " and after[3:4].isdigit())
        )
    return True


_NAME_BEFORE = re.compile(r"(?<![.!?:\n] )\b([A-Z][a-z]+) $")
_NAME_AFTER = re.compile(r" [A-Z][a-z]")
_OPENERS = re.compile(
    r"(?:The|This|So|Thus|Therefore|Hence|Answer|Option|Choice|Choose|Select|Pick|"
    r"Because|Since|Here|In|At|Is|It|Clearly|Definitely|Probably|Likely|Only|Both|Either|And|But|Or)"
)


def _part_of_name(text: str, start: int, end: int) -> bool:
    """Whether a capitalised name goes on before or after, as "Asia" does in "Southeast Asia"."""
    if not text[start].isupper():
        return False
    before = _NAME_BEFORE.search(text[max(start - 24, 0) : start])
    return bool((before and not _OPENERS.fullmatch(before[1])) or _NAME_AFTER.match(text, end))


@lru_cache(maxsize=16384)
def menu(options: tuple[str, ...]) -> Menu:
    """Return the menu of options in the order shown."""
    keys = [_option_key(option) for option in options]
    lowered = [text.lower() for text in keys]
    texts = _unshared(lowered)
    numbers = _unshared([_signature(found) if (found := _NUMBERS.fullmatch(text)) else "" for text in keys])
    names = sorted(
        ((keys[i], name, i, _case_matters(keys[i])) for name, i in texts.items()), key=lambda n: (-len(n[1]), n[2])
    )
    letters = {name: i for name, i in _unshared(keys).items() if len(name) == 1 and name.isupper()}
    return Menu(len(options), texts, letters, numbers, tuple(names))


def _case_matters(text: str) -> bool:
    """Whether prose must spell an option with its case: one capitalised word ("Others"), but not a truth value."""
    return " " not in text and text[0].isupper() and text.lower() not in ("true", "false", "yes", "no")


def _unshared(names: Sequence[str]) -> dict[str, int]:
    """Return the position of each non-empty name that occurs once."""
    return {name: i for i, name in enumerate(names) if name and names.count(name) == 1}
