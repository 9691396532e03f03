"""The phrasings by which a reply states, denies or corrects an answer, as regular expressions in linear time.

They are matched against the cleaned reply in lower case. Every repetition is possessive or bounded, and every
look-behind has a fixed width, so that a hostile reply costs time in proportion to its length. Alternatives begin
with a literal, which the engine rejects at its first character.
"""

import re

from counterpoint.judging.option_text import LETTERISH

BRACKETED = r"\( ?([a-z]) ?\)"
BARE = rf"(?<![{LETTERISH}'°])(?<!\d )([a-z])(?![{LETTERISH}'+#]|-[a-z0-9])"
"""A letter that is no part of a word, number, unit or compound: not the d of "d-day" nor the b of "8.4 b"."""
NOUN = r"(?:option|choice|letter|alternative|opción|opção|opzione|buchstabe)"
LABEL = rf"(?:{NOUN} )?(?:{BRACKETED}|{BARE}\)?)"

ONLY_LETTER = re.compile(r"[\s*_\"'`$\[{<(]*+([A-Za-z])[\s*_\"'`$\]}>).,:;!]*+")

FILLER = (
    r"(?:(?:the|that|it|this|is|be|to|probably|likely|most|definitely|clearly|certainly|simply|"
    r"therefore|just|"
    r"about|approximately|around|roughly|final|correct|best|answer|would|will|must|should|la|"
    rf"{NOUN})\b|[:=~≈>]|-(?= )|\s)"
)
TARGET = re.compile(rf"{FILLER}{{0,16}}+(?:{BRACKETED}|{BARE}\)?)?")
"""What a statement states: words without weight, then a label, or nothing where a text may follow."""

_ASKED = r"(?: (?:to (?:this|the) question|to this|here|then|therefore))?"
_COPULA = (
    rf"(?: ?(?:letter|option|choice)\b)?{_ASKED} ?(?:[:=>]|- |\n|(?<= )(?:is|would be|will be|"
    rf"should be|must be|"
    r"has to be|seems to be|appears to be|remains)\b)"
)
STATEMENT = re.compile(
    rf"\b(?:final (?:answer|choice|decision|selection)(?:{_COPULA}| ?(?=\())(?P<final>)"
    rf"|(?:answer|ans|response|selection|choice|option|solution|letter|decision|"
    rf"conclusion){_COPULA}(?P<answer>)"
    r"|(?:answer|ans\.?)(?= ?\(| [a-z]\)?\W{0,3}$)(?P<beside>)"
    r"|(?:antwort|lösung|respuesta|réponse|reponse|resposta|risposta|antwoord|odpowiedź|svar|"
    r"vastaus|cevap|ответ|"
    r"απάντηση)(?: cor[a-z]{4,6})? ?(?:[:=]|ist\b|lautet|es\b|est\b|is\b|é\b|è\b|är\b|to\b|это|"
    r"είναι)?(?=[\s:=(-]|$)(?P<foreign>)"
    r"|(?:choose|select|pick|go(?:ing)? with|opt for|settle on|stick with|answer with|i'd say|"
    r"i would say|i say|i guess|i'd guess|i would guess|my guess is|best guess is|"
    r"lean(?:ing)? towards?)(?=[ :])(?P<choose>)"
    r"|(?:so|therefore|thus|hence|definitely|certainly|probably|clearly|surely|i think|i believe|"
    r"it is|it's|must be|should be|has to be|have to be|would be|leaves(?: us with)?|leaving|corresponds to|which is)"
    r"(?:,| that| it is| it's)?(?=[ :])(?P<weak>))"
    r"|(?:答案|正解|正答|答え|回答|정답|答|उत्तर|الإجابة|الجواب|جواب)"
    r"(?: ?(?:应该是|应为|选择|是|为|為|选|選|は|은|는))?(?P<script>)"
    r"|(?:选择|選擇|选|選)(?= ?\(?[a-z])(?P<chosen>)"
)
LEVELS = {"final": 3, "answer": 2, "beside": 2, "foreign": 2, "choose": 2, "script": 2, "chosen": 2, "weak": 1}
"""How strongly a phrasing states the answer: a stronger statement wins over a weaker one."""
STRICT = ("weak", "beside")
"""Phrasings after which the label must end its clause: "so (a) is lower" states nothing."""

AFTERWARDS = re.compile(
    r"\b(?:is|seems|looks|must be|would be) (?:clearly |definitely |therefore |the |most |likely |my ){0,4}"
    r"(?:correct|right|best|answer|closest)\b(?! of\b)"
)
"""What after a label states it as the answer ..."""
BEFORE_AFTERWARDS = re.compile(
    rf"(?:{BRACKETED}|\b{NOUN} \(?([a-z])\b\)?|(?:^|[.!?:,\n] ?|\bthat |\bthink |\bbelieve )(?!i ){BARE})"
    r"(?:(?! (?:is|are|was|and|or|but|while|than|whereas)\b)[^.!?\n(),;:]){0,40} $"
)
"""... and what may stand between: the option's own words."""

OMITTING = re.compile(r"\bomit(?:ting)?\b(?! (?:if|when|unless)\b)")
WHO_OMITS = re.compile(
    r"(?:\b(?:i|we)(?:'d|'ll|'m)?(?: (?:would|will|am|have|must|should|need|choose|prefer|decide|"
    r"want|can|only|rather|"
    r"better|opt|to|going|just|therefore|simply))*+|\blet's|\b(?:best|better|safest|safer|prefer|"
    r"choose|choosing|opt|"
    r"decided?|forced|have|going) to|(?:^|[.!?\n] ?)(?:so|then|please)?) ?$"
)
"""Omit as a verb whose subject is the one who answers; a chart may omit things too."""

BARE_END = re.compile(
    r"\s*(?:$|[!?;:)>\n(\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\.(?![a-z0-9])|,(?! ?\(?[a-z]\b)|"
    r"- |(?:because|since|as|"
    r"given|due|based|not|rather|over|instead|which|with|if)\b)"
)
"""What may follow a bare letter for it to be a label."""
BRACKETED_NEXT = re.compile(rf"[ ,:-]{{0,3}}{BRACKETED}")
LABEL_BEFORE = re.compile(rf"(?:{BRACKETED}|{BARE})[ .:)]{{1,3}}$")
STOP = re.compile(r"[ )]*+(?:[.!;,]?\s*+$|[.!;,]?\n|[.!;] |,? (?:because|since|as|not|rather)\b|\()")
"""The end of a statement."""
TEXT_END = re.compile(
    r"\.?(?:$|\))|[.;:!,] (?!\d)| ?[(-]|,? (?:because|since|as|given|not|rather|with|which|for|"
    r"based|in|at)\b"
)
"""What may follow an option's text that a statement states."""
JOINED = re.compile(
    rf"\s*(?:(?:and/or|or|and|/|&)\s*{LABEL}(?=\W|$)(?! (?:is|are|was|would)\b)|,\s*{LABEL}(?=[\s.]*+$|,))"
)
"""A second label beside the first."""

HYPOTHESIS = re.compile(
    r"\b(?:if|whether|suppose|supposing|assuming|unless|for example|e\.g\.|such as|not the case|"
    r"wrong|incorrect|worst|"
    r"tempting)\b[^.!?\n]*+$"
)
DENIED = re.compile(
    r"(?:\b(?:not|never|nor|neither|except|excluding|excludes?|excluded|rule[sd]? out|ruling out|"
    r"eliminat(?:e|es|ed|ing)|"
    r"reject(?:s|ed|ing)?|(?:rather|other) than|instead of|unlike|cannot be|without)|n't)(?: (?:be|"
    r"to|choose|pick|select|"
    rf"go|the|an?|{NOUN}|answer|both|either|in|say|really|necessarily|is|think|believe|with|for))*+[ (:]*+$"
)
"""What before a label or a text says that it is not the answer."""
DENIED_AFTER = re.compile(
    r"[ ,:)]*+(?:(?:is|are|was|were|would be|seems|looks|can be|must be|could be)(?: (?:clearly|"
    r"definitely|also|therefore))? "
    r"(?:not|wrong|incorrect|false|untrue|too|ruled|eliminated|excluded|rejected|invalid|impossible|"
    r"unlikely|out)\b|"
    r"(?:isn't|aren't|can't|cannot|doesn't|does not|wasn't|won't|wouldn't|couldn't|could not)\b)"
)
"""What after a label or a text says that it is not the answer."""

CORRECTED = re.compile(
    r"\b(?:actually|wait|correction|second thought|reflection|scratch that|i was wrong|mistake|"
    r"re-?check(?:ed|ing)?|"
    r"re-?examin(?:e|ed|ing)|reconsider(?:ed|ing)?|let me|hmm|instead|rather|sorry|however|but|no,)"
)
"""Words between two statements by which the later one takes the earlier one back."""
CORRECTION = re.compile(
    r"\b(?:actually|wait|correction|second thought|scratch that|my mistake|sorry|"
    r"no)\b[,:.!-]{0,3}[^.!?\n()]{0,25}?[ \n]"
    rf"{LABEL}(?=[.!]{{0,3}}(?:$|\n)|[.!] )"
)
"""A correction that names a label without stating it as the answer."""

LEADING = re.compile(LABEL)
CLOSING = re.compile(rf"(?:^|\n|[.!?;] |- )[ >]*+{LABEL}[ .!]*+$")
LINE_LABEL = re.compile(rf"^ ?(?:- |\d{{1,2}}\. )?(?:{NOUN} )?(?:{BRACKETED}|([a-z])(?=[).:]|\n|$| - ))", re.MULTILINE)
LINE_OF_LABEL = re.compile(r"^ ?(?:- )?\(?([a-z])[).]{0,2} ?$", re.MULTILINE)
INLINE_LABEL = re.compile(r"[.!?] \( ?([a-z]) ?\)")
MENTION = re.compile(
    rf"(?<![{LETTERISH})]){BRACKETED}|\b{NOUN} \(?([a-z])(?![{LETTERISH}'-])|^ ?(?:- )?([a-z])(?:\)|"
    rf"[.:](?=\s))",
    re.MULTILINE,
)
"""A letter that can only be meant as an option's label; a bare letter in prose is none ("vitamin D")."""
BARE_PAIR = re.compile(rf"{BARE}(?: or | and |/|, ?| & |\n){BARE}")
CONCLUDING = re.compile(
    r"(?:^|[.!?\n:] ?)(?:so|therefore|thus|hence|in conclusion|overall|consequently|"
    r"in summary)\b([^.!?\n]*+)"
)

REFUSAL = re.compile(
    r"\b(?:sorry|apologi[sz]e|apologies|as an ai|(?:can't|cannot|can not|unable to|won't|"
    r"not able to) (?:help|assist|answer|"
    r"see|view|provide|process|determine|access|comply|analy[sz]e|do|identify|read|fulfill?))\b"
)
UNCERTAIN = re.compile(
    r"\b(?:don't know|do not know|not sure|unsure|uncertain|no idea|unclear|insufficient|not enough|"
    r"unknown)\b"
)
