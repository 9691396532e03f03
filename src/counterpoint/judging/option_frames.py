"""The clauses of a reply, and what each makes of what it says: a condition, world knowledge, a concession, a question.

"Had the chart been accurate, the answer would be (a)" names (a) without choosing it. A frame reaches to the end of its
clause; a clause of consequence ("so ...") inherits a condition. Every pattern takes time in proportion to the reply.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator

CONDITION, WORLD, CONCEDED, ASKED, CHART, WOULD = 1, 2, 4, 8, 16, 32
"""What frames a clause: a condition or another's view, facts beyond the chart, "although", a question; "according to
the chart" and "would" alone leave a statement standing."""
UNMEANT = CONDITION | CONCEDED | ASKED
"""The frames in which nothing is chosen. WORLD alone may choose: some prompts ask for the facts."""

_SENTENCE_END = re.compile(r"[!?\n]+|\.(?![a-z0-9])(?:\.|\?)*")
_OPENER = re.compile(
    r"(?P<fresh>;|\b(?:(?<!anything )(?<!all )(?<!everything )(?<!any )but|yet|however|nevertheless|nonetheless|"
    r"aber|pero|mais)\b|但是|但|しかし|하지만)"
    r"|\b(?P<conceded>(?:even )?though|although|even if|despite|notwithstanding|albeit|obwohl|aunque)\b"
    r"|\b(?P<contrast>while|whereas)\b"
    r"|\b(?P<reason>because|since|given that|given)\b"
    r"|\b(?P<consequence>so(?! (?:much|many|high|low|far|large|small|long|called|that)\b)|therefore|thus|hence|"
    r"consequently)\b"
)
_COMMA = re.compile(r",(?!\d)")

_THINKS = (
    r"(?:think|thought|say|said|argue|guess|expect|assume|believe|conclude|choose|pick|select|answer|claim|suggest|"
    r"suppose|opt|go|name|be tempted|be inclined)(?:s|ed)?"
)
_OTHERS = (
    r"(?:one|you|some|people|someone|somebody|anyone|anybody|everyone|many|most|others|they|readers|viewers|humans)"
)
_CONDITION = re.compile(
    r"\b(?<!sure )(?<!know )(?<!see )(?<!tell )(?<!determine )(?<!check )(?<!unclear )(?<!uncertain )(?<!even )"
    r"(?:if|whether)\b"
    r"|\b(?:unless|until|suppos(?:e|es|ed|ing)|presum(?:e|ed|ably|ing)|assum(?:e|es|ed|ing|ption)|hypothetical(?:ly)?|"
    r"provided|only when|in case|normally|usually|typically|commonly|intuitively|logically|in principle|"
    r"ordinarily|conventionally|traditionally|theoretically|"
    r"in theory|otherwise|for example|for instance|e\.g\.|such as|not the case|so-called|supposedly|allegedly|"
    r"rumou?red|tempt(?:s|ed|ing)?|inclined|initially|originally|at first|perhaps|maybe|possibly|imagin(?:e|"
    r"ing)|let's say|let us say|pretend(?:ing)?)\b"
    rf"|\b{_OTHERS}(?: [a-z]+)? (?:might|may|could|would|will) (?:also |easily |well |first |initially )?{_THINKS}\b"
    rf"|\b(?:one|some|people|someone|many|most|others|they|readers|viewers|humans)(?: \w+)? {_THINKS}\b"
    r"|\b(?:could|might|may) (?:also |well |still |then )?(?:be|seem|look|appear|have)\b"
    r"|(?:\b(?:would|could|might|should)|'d)(?: have|'ve)\b|, (?:were|had) (?:it|the|this|i|we)\b|"
    r"\b(?:beliefs?|misconceptions?|hearsay|conventional wisdom|upside down|backwards)\b|"
    r"\b(?:ought to|by rights|only (?:an?|those|"
    r"outside|somebody|someone))\b"
    r"|\b(?:answer|choos|select|pick)ing\b[^,]{1,40} (?:requires?|means?|needs?|takes|contradicts|goes|would|amounts)\b"
    r"|\bi(?: was|'m| am| had been|'d been) (?:going|about|inclined|tempted)\b"
    r"|\bi(?: had)? (?:first|initially|originally|thought|expected|wanted|used|assumed|almost|nearly)\b"
    r"|\bmy (?:first|initial|original|gut|prior|earlier|previous) "
    r"(?:thought|guess|instinct|reaction|impression|answer|choice)"
    r"|\bwithout (?!(?:an?|any)? ?doubt)(?:looking|seeing|the|a|any|using|consulting|knowing|considering|"
    r"reading|this|that)\b"
    r"|\b(?:instructions?|prompt|rules?|task|system message) (?:clearly |also )?"
    r"(?:say|tell|ask|state|require|want|instruct|allow)s?\b"
    r"|^[ ,]*+(?:saying|claiming|stating|arguing|concluding|to (?:choose|select|pick|say|claim|go with|opt for))\b"
    r"|\b(?:those|people|anyone|anybody|whoever|readers|viewers)(?: who| that)? (?:choos|pick|select|say|claim|"
    r"answer|go)"
    r"|\b(?:ignores|overlooks?|neglects?|disregards?|misreads?|misinterprets?)\b"
    r"|\bit (?:is|was|would be|might be|seems) (?!best|safe|better|reasonable|fair|prudent|wise)(?:[a-z]+ ){1,3}to "
    r"(?:choose|select|pick|say|claim|conclude|answer|go with)\b"
    r"|\b(?:answer|choice) (?:was|had been|used to be)\b"
    r"|\b(?:wrote|written|annotated|captioned|watermark|footnote|printed|quot(?:e|ed|ing)|examples?|sample|template|"
    r"placeholder|reply like|replies like)\b"
    r"|\b(?:told|asked|instructed|supposed|allowed) (?:me )?to\b"
    r"|\b(?!(?:i|we|would|to|can|could|should|must|will|may|might|i'd|i'll|chart|graph|figure|plot|image|map|diagram|"
    r"picture|bars?|lines?|axis|legend|data|values?|heights?|labels?|this|which|that|it|these|statement|question|also|"
    r"clearly|strongly|and|therefore)\b)[a-z']{1,24}+ (?:would |might |often |usually )?(?:says?|suggests?|"
    r"states?|claims?|"
    r"reports?|argues?|insists?|believes?|thinks?|assumes?|holds?|teach(?:es)?|implies|imply)"
    r"(?: that\b|(?= (?:the (?:correct |right )?(?:answer|option)|it|it's|\( ?[a-z] ?\))(?:\b|$| )))"
    r"|\b(?:chart|visual|graph|graphical|picture|image|perceptual|apparent|naive|literal|tempting|expected|"
    r"usual|common|typical|popular|intuitive)"
    r"(?:'s|-based)? (?:answer|choice|option|guess|response|pick)\b"
    r"|\b(?:wenn|falls|wäre|würde|normalerweise|normalmente|sería|serait|seria|sarebbe)\b|如果|假如|もし|만약"
)
_INVERTED = re.compile(r"[ ,]*+(?:had|were|should) (?:the|it|this|that|there|we|i|my|its|these|those|one)\b")
_NOT_FROM = (
    r"(?P<not>\b(?:not|rather than|instead of|regardless of|despite|ignor(?:e|es|ing)|contrary to|unlike|over|versus|"
    r"vs\.?|contradicts?|conflicts? with|differs? from|different from|disagrees? with|match|matches|reflect|"
    r"against|aside|"
    r"without using|without relying on|no matter|more than|than|overrides?|outside|compared (?:to|with))"
    r"(?: (?:the|my|any|our|in|on|what|is|from|actual|known|real|general|of|to|using|with|own|based)){0,4} )?+"
)
_WORLD = re.compile(
    rf"{_NOT_FROM}(?:\b(?:in (?:reality|actuality|actual fact|real life)|real[- ]?(?:world|life)|"
    r"actual world|"
    r"factual(?:ly)?|(?:my|our|general|prior|common|world|background|external|factual|own|domain|existing|"
    r"encyclop[a-z]{4,7}|training|geographical|historical) (?:knowledge|data|understanding|facts?)|"
    r"known (?:facts?|data)|"
    r"is known|known to be|from (?:memory|experience|what i know)|(?:as far as|what) (?:i|we) know|"
    r"(?:i|we|everyone) knows?\b(?! (?:the|this) (?:chart|graph))|historically|objectively|geographically|"
    r"scientifically|astronomically|economically|"
    r"common sense|knowledge|(?:well|widely|commonly|generally)[- ]known|known that|today|nowadays|as of (?:now|"
    r"today|20\d\d)|"
    r"(?:true|factual) (?:correct )?(?:answer|choice|option|winner)|"
    r"(?:real|actual) (?!(?:time|estate|gdp|income|wages?|terms|growth)\b|[a-z]{1,20}(?: [a-z]{1,20})? "
    r"(?:(?:shown|given|displayed|read|plotted) )?(?:in|on|from|of|by) (?:the|this) (?:chart|graph|figure|plot|"
    r"image|map|bars?)\b)"
    r"[a-z]{1,20}|facts|"
    r"wikipedia|in wirklichkeit|eigentlich|en realidad|en réalité|na realidade|"
    r"in realtà)\b|实际上|现实|現実|実際|실제)"
    r"|\baccording to (?!the (?:[a-z]+ )?(?:chart|graph|figure|data|plot|image|map|diagram|vis|bar|line|pie|picture|"
    r"legend|axis|axes|label|value|tree|scatter|instruction|prompt|area|stack|histogram|info|tick)|"
    r"(?:this|it|what)\b)"
)
_CHART = re.compile(
    r"\b(?:according to|based on|going by|judging (?:by|from)|in|on|from|per|by|as|for) "
    r"(?:shown (?:in|on|by) |seen (?:in|on) )?(?:the|this|that) (?:given |provided |[a-z]+ )?"
    r"(?:chart|graph|figure|plot|image|map|diagram|picture|visuali[sz]ation)|\b(?:the|this) "
    r"(?:chart|graph|figure|plot|image|map|diagram|picture|visuali[sz]ation) (?:shows|says|indicates|suggests|depicts|"
    r"displays)\b|\((?:in |per )?(?:the )?chart\)"
)
_THEN = re.compile(r" ?(?:then|in (?:that|which|this|such a) case)\b")
_ANY_WOULD = re.compile(r"\b(?:would|could|might)\b|\b(?:i|it|we|that)'d\b")
_WOULD = re.compile(r"(?<!\bi )(?<!\bwe )\b(?:would|should|could|might|ought|obvious)\b")
_CONTRAST = re.compile(
    r"(?P<not>\b(?:not|rather than|instead of|regardless of|despite|ignor(?:e|es|ing)|without (?:using|relying on)|"
    r"irrespective of|over|against|contradicts?|contrary to)"
    r"(?: (?:the|in|on|what|this|that|any|of|to|by|shown|provided|given|it|is)){0,3} )?+"
    r"\b(?:chart|graph|figure|plot|image|map|diagram|picture|visuali[sz]ation|bars?|axis|shown|shows|depict(?:s|"
    r"ed)|but|however|"
    r"yet|though|although|while|whereas)\b"
)


class Clauses:
    """The clauses of a cleaned lower-case reply, and what frames each."""

    __slots__ = ("_ends", "_flags", "_starts", "text")

    def __init__(self, lower: str) -> None:
        self.text = lower
        self._starts: list[int] = [0]
        self._ends: list[int] = [0]
        self._flags: list[int] = [0]
        start = 0
        for stop in _SENTENCE_END.finditer(lower):
            self._sentence(start, stop.start(), ASKED if "?" in stop[0] else 0)
            start = stop.end()
        self._sentence(start, len(lower), 0)

    def at(self, place: int) -> tuple[int, int, int]:
        """Return (start, end, frame) of the clause in which a place stands."""
        i = bisect_right(self._starts, place) - 1
        return self._starts[i], self._ends[i], self._flags[i]

    def _sentence(self, start: int, end: int, asked: int) -> None:
        text = self.text
        chain = earlier = self._flags[-1] & CONDITION if _THEN.match(text, start, end) else 0
        for kind, begin, stop in self._pieces(start, end):
            own = self._frame(text[begin:stop]) | asked | (CONCEDED if kind == "conceded" else 0)
            if _ANY_WOULD.search(text, begin, stop):
                own |= earlier & (CONDITION | WORLD)
            elif kind != "fresh" or begin == start:
                own |= chain & CONDITION
            chain = own if kind == "fresh" else chain | own
            earlier |= own
            self._starts.append(begin)
            self._ends.append(stop)
            self._flags.append(own)

    def _pieces(self, start: int, end: int) -> Iterator[tuple[str, int, int]]:
        """Yield (what opens it, start, end) of the clauses of a sentence.

        A concession or a reason that opens its sentence ends at the comma: "Although X, the answer is (c)".
        """
        text, begin, at, kind, opens = self.text, start, start, "fresh", True
        while True:
            opener = _OPENER.search(text, at, end)
            stop = opener.start() if opener else end
            if opener and not any(map(str.isalnum, text[at:stop])):
                if kind != "fresh" or opener.lastgroup != "consequence" or begin == start:  # "; so (c)" starts anew
                    kind = opener.lastgroup
                at = opener.end()
                continue
            fronted = opens and kind in ("conceded", "contrast", "reason")
            if fronted and kind == "contrast":
                kind = "conceded"
            comma = _COMMA.search(text, at, stop) if fronted else None
            if comma:
                yield kind, begin, comma.end()
                begin, at, kind = comma.end(), comma.end(), "fresh"
                continue
            yield kind, begin, stop
            if opener is None:
                return
            begin, at, kind = stop, opener.end(), opener.lastgroup
            opens = kind in ("fresh", "consequence")

    @staticmethod
    def _frame(clause: str) -> int:
        frame = 0
        if _CONDITION.search(clause) or _INVERTED.match(clause):
            frame |= CONDITION
        if any(found["not"] is None for found in _WORLD.finditer(clause)):
            frame |= WORLD
        if _CHART.search(clause):
            frame |= CHART
        if _WOULD.search(clause):
            frame |= WOULD
        return frame

    def contrasts(self) -> bool:
        """Whether the reply sets anything against the chart, or one thing against another."""
        return any(found["not"] is None for found in _CONTRAST.finditer(self.text))
