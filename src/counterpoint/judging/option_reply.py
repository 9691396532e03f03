"""One cleaned reply: the labels and texts that it names, what it states as its answer, and what frames both."""

import re
from dataclasses import dataclass
from functools import cached_property

from counterpoint.judging import option_frames as f
from counterpoint.judging import option_patterns as p
from counterpoint.judging.option_text import Menu, key

# Negative positions stand for readings that name no option; each is its own reason.
OUT_OF_RANGE, LETTER_IS_TEXT, COMPETING, CONFLICT = -1, -2, -3, -4
DENIED = 128
"""Joins the frames of a clause where the reply says that what it names is not the answer."""

_LINE, _WINDOW, _CLAUSE = 200, 60, 200  # characters looked at after and before a place in the reply, and in a clause


@dataclass(frozen=True, slots=True)
class Named:
    """A place that names an option: as a label, or by its text; `frame` is what the reply makes of it."""

    start: int
    end: int
    position: int
    frame: int
    label: bool


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that an option is the answer."""

    start: int
    end: int
    level: int
    position: int
    frame: int


class Reply:
    """A cleaned reply, its lines as keys, and the options it may name; the patterns match its lower-case text."""

    def __init__(self, text: str, options: Menu) -> None:
        self.text, self.lower, self.options = text, text.lower(), options

    @cached_property
    def clauses(self) -> f.Clauses:
        """The clauses of the reply."""
        return f.Clauses(self.lower)

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
                return LETTER_IS_TEXT
        return position if position < options.size else OUT_OF_RANGE

    def checked(self, match: re.Match[str]) -> int:
        """Return the position that a label names, unless the option's text beside it is another's."""
        position = self.letter(match)
        if position in (OUT_OF_RANGE, COMPETING):
            return position
        label = ord(match[match.lastindex]) - ord("a")
        beside = self.beside(match.start(match.lastindex), match.end(match.lastindex))
        if beside is not None and beside != label:
            return CONFLICT
        # "B Nepal" where option (a) reads "B": the text beside it shows that the letter is a label.
        return position if beside is None else label

    def line(self, start: int) -> str:
        """Return the rest of the line after a place, without what separates a label from its text."""
        return key(self.text[start : start + _LINE].split("\n", 1)[0].lstrip(" ).:,-=>("))

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

    def own_text(self, position: int, end: int, strict: bool) -> bool:
        """Whether a label is followed by its own option's text."""
        line = self.line(end)
        found = self.options.at(line)
        return found is not None and found[0] == position and bool(not strict or p.STOP.match(line, found[1]))

    def after_text(self, position: int, end: int) -> int:
        """Return where what a label says goes on: after its option's own text, if that follows."""
        begin = end + len(re.match(r"[ ).:,=>(-]{0,6}", self.lower[end : end + 6])[0])
        found = self.options.at(self.text[begin : begin + _LINE].split("\n", 1)[0])
        return begin + found[1] if found is not None and found[0] == position else end

    def before(self, pattern: re.Pattern[str], place: int) -> re.Match[str] | None:
        """Match a pattern that ends at a place, over the text shortly before it."""
        return pattern.search(self.lower[max(place - _WINDOW, 0) : place])

    def another(self, pattern: re.Pattern[str], letter: str) -> bool:
        """Whether a pattern finds any letter but this one."""
        return any(match[match.lastindex] != letter for match in pattern.finditer(self.lower))

    def frame(self, place: int) -> int:
        """Return what frames a place: its clause, or a denial before it."""
        start, _, frame = self.clauses.at(place)
        clause = self.lower[max(start, place - _CLAUSE) : place]
        if self.before(p.DENIED, place) or p.NEGATED.search(clause) or p.DOUBTED.search(clause):
            frame |= DENIED
        return frame

    def denied_after(self, position: int, end: int) -> bool:
        """Whether what follows a label or a text, and the option's own text after a label, denies it."""
        return bool(
            p.DENIED_AFTER.match(self.lower, end) or p.DENIED_AFTER.match(self.lower, self.after_text(position, end))
        )

    def target(self, start: int, strict: bool) -> tuple[int, int] | None:
        """Return (position, end) of what a statement whose cue ends at `start` states, None if no option."""
        target = p.TARGET.match(self.lower, start)
        end = target.end()
        if target.lastindex:
            if instead := p.INSTEAD.match(self.lower, end):
                return self.checked(instead), instead.end()
            position = self.checked(target)
            if position != CONFLICT and (strict or target.lastindex == 2):
                ends = (p.STOP if strict else p.BARE_END).match(self.lower, end)
                if not ends and not self.own_text(position, end, strict):
                    return None
            if self.denied_after(position, end) or self.lower.startswith("?", end):
                return None
            joined = p.JOINED.match(self.lower, end)
            if joined and self.letter(joined) != position:
                return COMPETING, joined.end()
            return position, end
        chunk = key(self.text[end : end + _LINE].split("\n", 1)[0])
        found = self.options.at(chunk)
        if found is None or not (p.STOP if strict else p.TEXT_END).match(chunk, found[1]):
            return None
        label = p.BRACKETED_NEXT.match(chunk.lower(), found[1])
        agrees = label is None or ord(label[1]) - ord("a") == found[0]
        return found[0] if agrees else CONFLICT, end + found[1]

    @cached_property
    def statements(self) -> list[Statement]:
        """Every statement of an answer that is not denied, in the order of the reply, with its frame."""
        found = []
        for cue in p.STATEMENT.finditer(self.lower):
            target = self.target(cue.end(), cue.lastgroup in p.STRICT)
            if target is not None:
                # A cue at the end of a line speaks of the line below, where its target stands.
                frame = self.frame(cue.start()) | self.clauses.at(max(target[1] - 1, 0))[2]
                if cue.lastgroup in p.CHOOSING and self.before(p.I_CHOOSE, cue.start()):
                    frame &= ~f.WORLD
                found.append(Statement(cue.start(), target[1], p.LEVELS[cue.lastgroup], target[0], frame))
        for stated in p.AFTERWARDS.finditer(self.lower):
            offset = max(stated.start() - _WINDOW, 0)
            label = p.BEFORE_AFTERWARDS.search(self.lower, offset, stated.start())
            if label is not None:
                frame = self.frame(label.start(label.lastindex)) | self.clauses.at(stated.start())[2]
                found.append(Statement(label.start(), stated.end(), 2, self.checked(label), frame))
        omit = self.options.texts.get("omit")
        if omit is not None and "omit" in self.lower:
            for verb in p.OMITTING.finditer(self.lower):
                if self.before(p.WHO_OMITS, verb.start()):
                    offset = max(verb.start() - _WINDOW, 0)
                    label = p.BRACKETED_NEXT.match(self.lower, verb.end())
                    label = label or p.LABEL_BEFORE.search(self.lower, offset, verb.start())
                    position = omit if label is None or self.letter(label) == omit else CONFLICT
                    found.append(Statement(verb.start(), verb.end(), 2, position, self.frame(verb.start())))
        return sorted((s for s in found if not s.frame & DENIED), key=lambda s: (s.start, s.end, s.level, s.position))

    @cached_property
    def named(self) -> list[Named]:
        """Every place that names an option, whether it chooses or denies it, in the order of the reply."""
        found = []
        places = {label.start(label.lastindex): label for label in p.LISTED.finditer(self.lower)}
        places |= {label.start(label.lastindex): label for label in p.MENTION.finditer(self.lower)}
        for at, label in places.items():
            end = label.end(label.lastindex)
            if self.text[at + 1 : at + 2] == "." and self.text[at + 2 : at + 4].strip()[:1].islower():
                continue  # an initial, as in "E. coli"
            position = self.letter(label)
            frame = self.frame(at) | (DENIED if self.denied_after(position, end) else 0)
            if not frame & (DENIED | f.UNMEANT):
                position = self.checked(label)
            found.append(Named(at, end, position, frame, True))
        for start, end, position in self.options.mentions(self.text):
            if self.lower.startswith("true", start) and p.TRUE_NOUN.match(self.lower, end):
                continue
            frame = self.frame(start) | (DENIED if p.DENIED_AFTER.match(self.lower, end) else 0)
            found.append(Named(start, end, position, frame, False))
        true, false = self.options.texts.get("true"), self.options.texts.get("false")
        if true is not None and false is not None:
            for verdict in p.TRUTH.finditer(self.lower):
                position = true if verdict.lastindex is None else false
                # It speaks against the other truth value, but is too weak to be read as an answer.
                frame = self.frame(verdict.start()) | f.CONCEDED
                found.append(Named(verdict.start(), verdict.end(), position, frame, False))
        return sorted(found, key=lambda n: (n.start, n.end))

    def outdone(self, named: Named) -> bool:
        """Whether an option is only named as one that comes behind another."""
        start = max(self.clauses.at(named.start)[0], named.start - _CLAUSE)
        end = self.after_text(named.position, named.end)
        return bool(p.BEATEN_BEFORE.search(self.lower[start : named.start]) or p.BEATEN_AFTER.match(self.lower, end))

    def asserts(self, position: int, end: int) -> bool:
        """Whether the line after a label goes on about its own option alone, without denying it."""
        line = self.line(end)
        _, length = self.options.at(line)
        rivals = any(named != position for _, _, named in self.options.mentions(line))
        line = line.lower()
        return not rivals and not p.DENIED_AFTER.match(line, length) and not p.BEATEN_AFTER.match(line, length)
