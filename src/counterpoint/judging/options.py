"""Which option a free reply chooses: ordered rules, each with a name, none of which guesses."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from counterpoint.judging import option_frames as f
from counterpoint.judging import option_patterns as p
from counterpoint.judging.option_reply import (
    COMPETING,
    CONFLICT,
    DENIED,
    LETTER_IS_TEXT,
    OUT_OF_RANGE,
    Named,
    Reply,
)
from counterpoint.judging.option_text import Menu, clean, keyed_lines, menu

READER_VERSION = "options/1"
"""Name and version of the reader; a change of any rule changes it."""

_LATER, _FRAMED, _NO_ANSWER = -5, -6, -7
_REASONS = {
    OUT_OF_RANGE: "letter_out_of_range",
    LETTER_IS_TEXT: "letter_is_option_text",
    COMPETING: "competing_letters",
    CONFLICT: "letter_text_conflict",
    _LATER: "later_option",
    _FRAMED: "framed_option",
    _NO_ANSWER: "no_option_named",
}
_LINE, _WINDOW = 200, 60  # characters looked at in a line, and before a place in the reply


@dataclass(frozen=True)
class Reading:
    """What a reply says.

    `verdict` is "option", "omit" or "unresolved"; `position` is the position chosen, that of Omit included,
    None when unresolved; `rule` names the rule that read the reply, or the reason why none could.
    """

    verdict: str
    position: int | None
    rule: str


def read_option(text: str, options: Sequence[str], omit_position: int | None) -> Reading:
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
        return Reply(text, options).letter(only), "letter"
    surface = clean(text)
    if surface is None:
        return None, "unclosed_thinking"
    if not surface:
        return None, "empty"
    if only := p.ONLY_LETTER.fullmatch(surface):
        return Reply(surface, options).letter(only), "letter"
    reply = _Reader(keyed_lines(surface), options)
    if (found := reply.whole()) is not None:
        return found, "option_text"
    if (found := reply.stated()) is not None:
        return found, "stated_answer"
    if p.NO_ANSWER.search(reply.lower):
        return _NO_ANSWER, ""
    opening, closing = reply.leading(), reply.closing()
    if opening is not None and closing is not None and opening != closing:
        return COMPETING, ""
    if opening is not None:
        return opening, "leading_letter"
    if closing is not None:
        return closing, "closing_letter"
    return reply.mentioned()


class _Reader(Reply):
    """The rules that read a reply."""

    def whole(self) -> int | None:
        """Return the option whose text, or number, is the whole reply."""
        if len(self.text) > _LINE:
            return None
        found = self.options.at(self.text)
        return found[0] if found and not self.text[found[1] :].strip(" .!") else None

    @cached_property
    def last_turn(self) -> int:
        """Where the last word of contrast or correction stands; -1 if there is none."""
        return max((turn.start() for turn in p.TURNED.finditer(self.lower)), default=-1)

    @cached_property
    def last_named(self) -> dict[int, Named]:
        """The last place that names each option and leaves it standing."""
        return {named.position: named for named in self.named if not named.frame & (f.UNMEANT | DENIED)}

    def stated(self) -> int | None:
        """Return the position that the reply states as its answer.

        A stronger statement wins over a weaker one; of two equally strong ones the later wins only if a word of
        correction stands between them, else they compete. What comes after the last statement may take it back.
        """
        current, level, end, taken_back = None, 0, 0, False
        after, chart = 0, False
        for said in self.statements:
            if not self.plain(said.frame, said.end):
                continue
            taken_back = taken_back or bool(p.CORRECTED.search(self.lower, end, said.start))
            if current is None or said.level > level or (said.position != current and taken_back):
                current, level, taken_back = said.position, said.level, False
                after, chart = said.end, bool(said.frame & f.CHART)
            elif said.position == current:
                taken_back, after, chart = False, max(after, said.end), chart and bool(said.frame & f.CHART)
            elif said.level == level:
                current = COMPETING
            end = max(end, said.end)
        if current is None:
            world = {said.position for said in self.statements if said.frame & f.WORLD and not said.frame & f.UNMEANT}
            position = world.pop() if len(world) == 1 else None
            return position if position is not None and self.undisputed(position) else None
        if current >= 0:
            later = p.CORRECTION.search(self.lower, end)
            if later and self.letter(later) != current:
                return COMPETING
            if self.contested(current, after, chart or level == 1):
                return _LATER
        return current

    def undisputed(self, position: int) -> bool:
        """Whether a reply that answers from world knowledge names nothing else and sets nothing against it."""
        others = any(named.position != position for named in self.named if not named.frame & DENIED)
        return not others and not self.lone(position) and not self.clauses.contrasts()

    def lone(self, position: int, start: int = 0) -> list[Named]:
        """Return where a bare letter, too weak to choose an option, may name another one without denying it."""
        places = {named.start for named in self.named}
        found = []
        for letter in p.LONE.finditer(self.text, start):
            at, end = letter.span()
            rival = self.options.letters.get(letter[0], ord(letter[0].lower()) - ord("a"))
            if rival != position and rival < self.options.size and at not in places:
                frame = self.frame(at)
                if not frame & DENIED and not self.denied_after(rival, end):
                    found.append(Named(at, end, rival, frame, True))
        return found

    def contested(self, position: int, end: int, chart: bool = False) -> bool:
        """Whether what follows an answer takes it back or brings up another option.

        An option that is denied, or named under a condition, is none; nor one that is outdone or read off the
        chart, unless a word of contrast or correction comes first. World knowledge contests an answer only where
        it states another, or where the answer is weak or given only as what the chart shows (`chart`).
        """
        if p.RETRACTED.search(self.lower, end):
            return True
        for said in self.statements:
            if said.start >= end and said.position != position and said.frame & f.WORLD and not said.frame & f.UNMEANT:
                return True
        later = [named for named in self.named if named.start >= end and named.position != position]
        later += self.lone(position, end)
        turn = p.TURNED.search(self.lower, end) if later else None
        for named in later:
            if named.frame & (DENIED | f.CONDITION) or (named.frame & f.WORLD and not chart):
                continue
            begin, stop, _ = self.clauses.at(named.start)
            if (turn is None or turn.start() >= begin) and self.overruled(named, position):
                continue
            if (turn is not None and turn.start() < stop) or not self.harmless(named):
                return True
        return False

    def overruled(self, named: Named, position: int) -> bool:
        """Whether the answer is named again after an option that is only conceded, or only what the chart shows."""
        last = self.last_named.get(position)
        if last is None or last.start < named.end or self.outdone(last):
            return False
        return bool(named.frame & f.CONCEDED or (named.frame & f.CHART and last.frame & f.WORLD))

    def harmless(self, named: Named) -> bool:
        """Whether an option named after an answer is outdone or read off the chart."""
        if self.clauses.at(named.start)[2] & f.ASKED:
            return False
        end = self.after_text(named.position, named.end)
        if named.label and end == named.end and any(p.LISTED.match(self.lower, named.start - i) for i in (0, 1, 2)):
            return False
        return self.outdone(named) or bool(p.VALUED.match(self.lower, end))

    def plain(self, frame: int, end: int) -> bool:
        """Whether a frame leaves standing what it frames; "would" does so unless a contrast follows."""
        return not frame & (f.UNMEANT | f.WORLD | DENIED) and not (frame & f.WOULD and self.last_turn >= end)

    def accepted(self, position: int, label: re.Match[str]) -> int | None:
        """Return a position that a label alone gives, unless its clause or what follows speaks against it."""
        start, end = label.span(label.lastindex)
        frame = self.frame(start)
        if frame & f.ASKED and not self.lower[end:].strip(" ?.!)"):
            frame &= ~f.ASKED  # "(b)?" is a timid answer and nothing else
        if frame & (f.UNMEANT | DENIED) or (frame & f.WORLD and not self.undisputed(position)):
            return None
        return _LATER if position >= 0 and self.contested(position, end, bool(frame & f.CHART)) else position

    def leading(self) -> int | None:
        """Return the position of the label by which the reply opens, unless it opens a list or a sentence."""
        label = p.LEADING.match(self.lower)
        if label is None or self.another(p.LINE_LABEL, label[label.lastindex]):
            return None
        end = label.end()
        alone = self.text[end : end + 3].strip(" .)")[:1] == "\n"
        if not alone and self.another(p.INLINE_LABEL, label[label.lastindex]):
            return None
        if p.LISTED.match(self.lower) and self.another(p.LISTED, label[label.lastindex]):
            return None
        position = self.checked(label)
        if position == CONFLICT:
            return position
        if self.own_text(position, end, strict=False):
            meant = self.own_text(position, end, strict=True) or self.asserts(position, end)
            return self.accepted(position, label) if meant else None
        if p.DENIED_AFTER.match(self.lower, end) or p.JOINED.match(self.lower, end):
            return None
        rest = self.text[end : end + 40]
        begins = label.lastindex == 1 and re.match(r" ?[A-Z0-9]", rest)
        if not begins and not p.BARE_END.match(self.lower, end):
            return None
        initial = re.match(r"\. ?(?!because|since|as\b)[a-z]|[.:]? ?\(", rest)  # as in "E. coli"
        return None if initial else self.accepted(position, label)

    def closing(self) -> int | None:
        """Return the position of the label that stands alone at the reply's end, unless it ends a list."""
        offset = max(len(self.lower) - _WINDOW, 0)
        label = p.CLOSING.search(self.lower, offset)
        if label is None or self.another(p.LINE_OF_LABEL, label[label.lastindex]):
            return None
        return self.accepted(self.checked(label), label)

    def mentioned(self) -> tuple[int | None, str]:
        """Return the only option named, by letter or else by text, or the reason why there is none."""
        denied = {named.position for named in self.named if named.frame & DENIED}
        standing = [named for named in self.named if not named.frame & DENIED]
        framed = {named.position for named in standing if not self.plain(named.frame, named.end)}
        plain = [named for named in standing if self.plain(named.frame, named.end)]
        letters = {named.position for named in plain if named.label} - denied
        texts = {named.position for named in plain if not named.label}
        # "(a) Laos is too low" denies the label by its text.
        if len(letters | texts) == 1 and all(map(self.outdone, plain)):
            return None, "no_option_named"
        if len(letters) == 1:
            if texts - letters:
                return CONFLICT, ""
            if self.another(p.INLINE_LIST, chr(ord("a") + max(letters))) or self.lone(max(letters)):
                return COMPETING, ""
        elif letters:
            return COMPETING, ""
        if len(letters | texts) == 1:
            only = max(letters | texts)
            if framed - {only}:
                return _FRAMED, ""
            # So weak a rule reads nothing that a contrast follows.
            last = max(named.end for named in plain)
            if self.last_turn >= last or p.RETRACTED.search(self.lower, last if letters else 0):
                return _LATER, ""
            numbers = (self.options.numbers.get(number, only) for number in p.NUMBER.findall(self.lower))
            if texts and any(number != only for number in numbers):
                return None, "competing_texts"
            return only, "only_letter" if letters else "only_text"
        if texts:
            found = self.concluded()
            return found, "competing_texts" if found is None else "concluding_text"
        if framed and not denied:
            return _FRAMED, ""
        return self.nothing(bool(denied))

    def concluded(self) -> int | None:
        """Return the only option that the last sentence beginning with "so", "therefore", ... names as ahead."""
        sentences = list(p.CONCLUDING.finditer(self.lower))
        if not sentences:
            return None
        start, end = sentences[-1].span(1)
        there = [named for named in self.named if start <= named.start < end and not named.frame & DENIED]
        positions = {named.position for named in there}
        if len(positions) != 1 or not all(self.plain(named.frame, end) and not self.outdone(named) for named in there):
            return None
        position = positions.pop()
        return None if self.contested(position, end) else position

    def nothing(self, denied: bool) -> tuple[int | None, str]:
        """Return the reason why a reply that names no option cannot be read."""
        if denied:
            return None, "only_denials"
        if p.BARE_PAIR.search(self.lower):
            return COMPETING, ""
        if p.REFUSAL.search(self.lower):
            return None, "refusal_text"
        return None, "uncertain_text" if p.UNCERTAIN.search(self.lower) else "no_option_named"
