"""Which option a free reply chooses: ordered rules, each with a name, none of which guesses."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from counterpoint.judging import option_patterns as p
from counterpoint.judging.option_text import Menu, clean, key, menu

READER_VERSION = "options/1"
"""Name and version of the reader; a change of any rule changes it."""

# Negative positions stand for readings that name no option; each is its own reason.
_OUT_OF_RANGE, _LETTER_IS_TEXT, _COMPETING, _CONFLICT = -1, -2, -3, -4
_REASONS = {
    _OUT_OF_RANGE: "letter_out_of_range",
    _LETTER_IS_TEXT: "letter_is_option_text",
    _COMPETING: "competing_letters",
    _CONFLICT: "letter_text_conflict",
}
_LINE, _WINDOW = 200, 60  # characters looked at after and before a place in the reply


@dataclass(frozen=True)
class Reading:
    """What a reply says.

    `verdict` is "option", "omit" or "unresolved"; `position` is the position chosen, that of Omit included,
    None when unresolved; `rule` names the rule that read the reply, or the reason why none could.
    """

    verdict: str
    position: int | None
    rule: str


def read_option(text: str, options: Sequence[str], omit_position: int) -> Reading:
    """Return which of the options, shown as lines "(a) text", a reply chooses.

    Deterministic; time grows linearly with the reply. A reply that names two options without stating one as
    its answer, a letter beside another option's text, or a letter beyond the last option is unresolved.
    A bare capital that is itself another option's text ("B" where option (a) reads "B") is unresolved too.
    """
    position, rule = _read(text, menu(tuple(options)))
    if position is None or position < 0:
        return Reading("unresolved", None, _REASONS.get(position, rule))
    return Reading("omit" if position == omit_position else "option", position, rule)


def _read(text: str, options: Menu) -> tuple[int | None, str]:
    if only := p.ONLY_LETTER.fullmatch(text):
        return _Reply(text, options).letter(only), "letter"
    surface = clean(text)
    if surface is None:
        return None, "unclosed_thinking"
    if not surface:
        return None, "empty"
    reply = _Reply(surface, options)
    if only := p.ONLY_LETTER.fullmatch(surface):
        return reply.letter(only), "letter"
    if (found := reply.whole()) is not None:
        return found, "option_text"
    if (found := reply.stated()) is not None:
        return found, "stated_answer"
    opening, closing = reply.leading(), reply.closing()
    if opening is not None and closing is not None and opening != closing:
        return _COMPETING, ""
    if opening is not None:
        return opening, "leading_letter"
    if closing is not None:
        return closing, "closing_letter"
    return reply.mentioned()


class _Reply:
    """A cleaned reply and the options it may name; the patterns match its lower-case text."""

    __slots__ = ("lower", "options", "text")

    def __init__(self, text: str, options: Menu) -> None:
        self.text, self.lower, self.options = text, text.lower(), options

    def letter(self, match: re.Match[str]) -> int:
        """Return the position that a letter names: as a label if small or in brackets, else perhaps as a text."""
        at = match.start(match.lastindex)
        letter, options = self.text[at], self.options
        position = ord(letter.lower()) - ord("a")
        if letter in options.letters and self.text[at + 1 : at + 3].strip()[:1] != ")":
            named = options.letters[letter]
            if position == named or position >= options.size:
                return named
            if not self.lower.startswith(("option ", "choice ", "letter "), max(at - 7, 0)):
                return _LETTER_IS_TEXT
        return position if position < options.size else _OUT_OF_RANGE

    def checked(self, match: re.Match[str]) -> int:
        """Return the position that a label names, unless the option's text beside it is another's."""
        position = self.letter(match)
        if position in (_OUT_OF_RANGE, _COMPETING):
            return position
        label = ord(match[match.lastindex]) - ord("a")
        beside = self.beside(match.start(match.lastindex), match.end(match.lastindex))
        if beside is not None and beside != label:
            return _CONFLICT
        # "B Nepal" where option (a) reads "B": the text beside it shows that the letter is a label.
        return position if beside is None else label

    def line(self, start: int) -> str:
        """Return the key of the line that follows a place, without what separates a label from its text."""
        return key(self.text[start : start + _LINE].split("\n", 1)[0].lstrip(" ).:,-=>"))

    def beside(self, start: int, end: int) -> int | None:
        """Return the option whose text stands directly after or before a label, if any."""
        after = self.line(end)
        found = self.options.at(after)
        if found is not None and p.STOP.match(after, found[1]):
            return found[0]
        before = key(self.text[max(start - _WINDOW, 0) : start].rsplit("\n", 1)[-1]).rstrip(" (:-=").lower()
        if before:
            for _, name, position, _ in self.options.names:
                if len(name) > 1 and before.endswith(name) and not before[: -len(name)][-1:].isalnum():
                    return position
        return found[0] if found else None

    def whole(self) -> int | None:
        """Return the option whose text, or number, is the whole reply."""
        if len(self.text) > _LINE:
            return None
        whole = key(self.text)
        found = self.options.at(whole)
        return found[0] if found and not whole[found[1] :].strip(" .!") else None

    def before(self, pattern: re.Pattern[str], place: int) -> re.Match[str] | None:
        """Match a pattern that ends at a place, over the text shortly before it."""
        return pattern.search(self.lower[max(place - _WINDOW, 0) : place])

    def target(self, start: int, strict: bool) -> tuple[int, int] | None:
        """Return (position, end) of what a statement whose cue ends at `start` states, None if no option."""
        target = p.TARGET.match(self.lower, start)
        end = target.end()
        if target.lastindex:
            position = self.checked(target)
            if position != _CONFLICT and (strict or target.lastindex == 2):
                ends = (p.STOP if strict else p.BARE_END).match(self.lower, end)
                if not ends and not self.own_text(position, end, strict):
                    return None
            if p.DENIED_AFTER.match(self.lower, end) or self.lower.startswith("?", end):
                return None
            joined = p.JOINED.match(self.lower, end)
            if joined and self.letter(joined) != position:
                return _COMPETING, joined.end()
            return position, end
        chunk = key(self.text[end : end + _LINE].split("\n", 1)[0])
        found = self.options.at(chunk)
        if found is None or not (p.STOP if strict else p.TEXT_END).match(chunk, found[1]):
            return None
        label = p.BRACKETED_NEXT.match(chunk.lower(), found[1])
        agrees = label is None or ord(label[1]) - ord("a") == found[0]
        return found[0] if agrees else _CONFLICT, end

    def own_text(self, position: int, end: int, strict: bool) -> bool:
        """Whether a label is followed by its own option's text."""
        line = self.line(end)
        found = self.options.at(line)
        return found is not None and found[0] == position and bool(not strict or p.STOP.match(line, found[1]))

    def asserts(self, position: int, end: int) -> bool:
        """Whether the line after a label goes on about its own option alone, without denying it."""
        line = self.line(end)
        _, length = self.options.at(line)
        rivals = any(named != position for _, _, named in self.options.mentions(line))
        return not rivals and not p.DENIED_AFTER.match(line.lower(), length)

    def statements(self) -> list[tuple[int, int, int, int]]:
        """Return (start, end, level, position) of every statement of an answer, in the order of the reply."""
        found = []
        for cue in p.STATEMENT.finditer(self.lower):
            target = self.target(cue.end(), cue.lastgroup in p.STRICT)
            if target is not None and not self.unmeant(cue.start()):
                found.append((cue.start(), target[1], p.LEVELS[cue.lastgroup], target[0]))
        for stated in p.AFTERWARDS.finditer(self.lower):
            offset = max(stated.start() - _WINDOW, 0)
            label = p.BEFORE_AFTERWARDS.search(self.lower, offset, stated.start())
            if label is not None and not self.unmeant(label.start(label.lastindex)):
                found.append((label.start(), stated.end(), 2, self.checked(label)))
        omit = self.options.texts.get("omit")
        if omit is not None and "omit" in self.lower:
            for verb in p.OMITTING.finditer(self.lower):
                if self.before(p.WHO_OMITS, verb.start()):
                    offset = max(verb.start() - _WINDOW, 0)
                    label = p.BRACKETED_NEXT.match(self.lower, verb.end())
                    label = label or p.LABEL_BEFORE.search(self.lower, offset, verb.start())
                    agrees = label is None or self.letter(label) == omit
                    found.append((verb.start(), verb.end(), 2, omit if agrees else _CONFLICT))
        return sorted(found)

    def unmeant(self, place: int) -> bool:
        """Whether what precedes a place makes what follows a hypothesis or a denial."""
        return bool(self.before(p.HYPOTHESIS, place) or self.before(p.DENIED, place))

    def stated(self) -> int | None:
        """Return the position that the reply states as its answer.

        A stronger statement wins over a weaker one; of two equally strong ones the later wins only if a word of
        correction stands between them, else they compete. A correction that names a label without stating it
        as the answer leaves the reply unresolved.
        """
        current, level, end, taken_back = None, 0, 0, False
        for start, stop, strength, position in self.statements():
            taken_back = taken_back or bool(p.CORRECTED.search(self.lower, end, start))
            if current is None or strength > level or (position != current and taken_back):
                current, level, taken_back = position, strength, False
            elif position == current:
                taken_back = False
            elif strength == level:
                current = _COMPETING
            end = max(end, stop)
        if current is not None:
            later = p.CORRECTION.search(self.lower, end)
            if later and self.letter(later) != current:
                return _COMPETING
        return current

    def another(self, pattern: re.Pattern[str], letter: str) -> bool:
        """Whether a pattern finds any letter but this one."""
        return any(match[match.lastindex] != letter for match in pattern.finditer(self.lower))

    def leading(self) -> int | None:
        """Return the position of the label by which the reply opens, unless it opens a list or a sentence."""
        label = p.LEADING.match(self.lower)
        if label is None or self.another(p.LINE_LABEL, label[label.lastindex]):
            return None
        end = label.end()
        alone = self.text[end : end + 3].strip(" .)")[:1] == "\n"
        if not alone and self.another(p.INLINE_LABEL, label[label.lastindex]):
            return None
        position = self.checked(label)
        if position == _CONFLICT:
            return position
        if self.own_text(position, end, strict=False):
            return position if self.own_text(position, end, strict=True) or self.asserts(position, end) else None
        if p.DENIED_AFTER.match(self.lower, end) or p.JOINED.match(self.lower, end):
            return None
        rest = self.text[end : end + 40]
        begins = label.lastindex == 1 and re.match(r" ?[A-Z0-9]", rest)
        if not begins and not p.BARE_END.match(self.lower, end):
            return None
        initial = re.match(r"\. ?(?!because|since|as\b)[a-z]|[.:]? ?\(", rest)  # as in "E. coli"
        return None if initial else position

    def closing(self) -> int | None:
        """Return the position of the label that stands alone at the reply's end, unless it ends a list."""
        offset = max(len(self.lower) - _WINDOW, 0)
        label = p.CLOSING.search(self.lower, offset)
        if label is None or self.another(p.LINE_OF_LABEL, label[label.lastindex]):
            return None
        return self.checked(label)

    def mentioned(self) -> tuple[int | None, str]:
        """Return the only option named, by letter or else by text, or the reason why there is none."""
        letters: set[int] = set()
        texts: set[int] = set()
        denied: set[int] = set()
        for label in p.MENTION.finditer(self.lower):
            at = label.start(label.lastindex)
            if self.before(p.DENIED, label.start()) or p.DENIED_AFTER.match(self.lower, label.end()):
                denied.add(self.letter(label))
            elif not self.before(p.HYPOTHESIS, at) and not _initial(self.text, at):
                letters.add(self.checked(label))
        prose = key(self.text)
        keyed = _Reply(prose, self.options)
        for start, end, position in self.options.mentions(prose):
            if keyed.before(p.DENIED, start) or p.DENIED_AFTER.match(keyed.lower, end):
                denied.add(position)
            elif not keyed.before(p.HYPOTHESIS, start) and not keyed.lower.startswith(" if", end):
                texts.add(position)
        letters -= denied  # "(a) Laos is too low" denies the label by its text
        if len(letters) == 1:
            return (_CONFLICT, "") if texts - letters else (letters.pop(), "only_letter")
        if letters:
            return _COMPETING, ""
        if len(texts) == 1:
            return texts.pop(), "only_text"
        if texts:
            found = keyed.concluded()
            return found, "competing_texts" if found is None else "concluding_text"
        return self.nothing(bool(denied))

    def concluded(self) -> int | None:
        """Return the only option that the last sentence beginning with "so", "therefore", ... names."""
        sentences = list(p.CONCLUDING.finditer(self.lower))
        if not sentences:
            return None
        sentence = self.text[sentences[-1].start(1) : sentences[-1].end(1)]
        named = {
            position
            for start, end, position in self.options.mentions(sentence)
            if not p.DENIED.search(sentence[:start].lower()[-_WINDOW:])
            and not p.DENIED_AFTER.match(sentence.lower(), end)
        }
        return named.pop() if len(named) == 1 else None

    def nothing(self, denied: bool) -> tuple[int | None, str]:
        """Return the reason why a reply that names no option cannot be read."""
        if denied:
            return None, "only_denials"
        if p.BARE_PAIR.search(self.lower):
            return _COMPETING, ""
        if p.REFUSAL.search(self.lower):
            return None, "refusal_text"
        return None, "uncertain_text" if p.UNCERTAIN.search(self.lower) else "no_option_named"


def _initial(text: str, at: int) -> bool:
    """Whether a letter with a full stop is followed by a small letter, as in "E. coli"."""
    return text[at + 1 : at + 2] == "." and text[at + 2 : at + 4].strip()[:1].islower()
