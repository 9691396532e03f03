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

CHOOSING = ("choose", "beside")
I_CHOOSE = re.compile(
    r"\b(?:i|we)(?:'ll|'m| will| must| have to| need to| should| shall| am| therefore| thus| hereby| simply|"
    r" now| then)*+ $"
)
"""Before one of these phrasings: the choice is the writer's own, whatever it rests on."""

AFTERWARDS = re.compile(
    r"\b(?:is|seems|looks|must be|would be) (?:clearly |definitely |therefore |the |most |likely |my |real |"
    r"actual |true |factual ){0,4}"
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

DOUBTED = re.compile(
    r"\b(?:(?<!no )(?<!without )(?<!without a )(?<!any )doubts?|doubtful|no (?:evidence|reason|sign|indication|"
    r"way|proof|support)|refus(?:e|es|ed|ing)|mistakes?|"
    r"mistaken(?:ly)?|errors?|wrong(?:ly)?|incorrect(?:ly)?|worst|(?:least|less) (?:likely|plausible|probable|"
    r"suitable)|"
    r"unlikely|(?:anything|all|everything|any) but|hardly|scarcely|barely|far from|by no means|traps?|"
    r"mislead(?:s|ing(?:ly)?)?|a stretch|rash|premature|foolish|absurd|unreasonable|unwise|"
    r"false (?:answers?|options?|choices?)|misled|fail(?:s|ed)? to|"
    r"den(?:y|ies|ied)|avoid(?:s|ed|ing)?|impossible|implausible|beware|false(?:ly)? (?:to|that|claim|say)|"
    r"distractors?|decline[sd]?|unwilling|unable|stop short of|myth|illusion|lie|rather not)\b[^.!?\n]*+$"
)
"""What earlier in a clause makes a denial of what the clause names."""
NEGATED = re.compile(
    r"(?:\b(?:not(?! (?:only|just|sure|certain)\b)|never|no(?! (?:doubt|question)\b)|cannot|nobody|none|nothing|"
    r"neither|"
    r"nowhere|nicht|kein[a-z]*|pas|ni|não|niet|inte|не|ne)|n't)(?![a-z])(?:,[^,]{0,60},)?[^,.!?\n]*+$"
)
"""A negation earlier in the clause, without a comma after which something new may begin."""

DENIED = re.compile(
    r"(?:\b(?:not|never|nor|neither|except|excluding|excludes?|excluded|rule[sd]? out|ruling out|"
    r"eliminat(?:e|es|ed|ing)|"
    r"reject(?:s|ed|ing)?|(?:rather|other) than|instead of|unlike|cannot be|without)|n't)(?: (?:be|"
    r"to|choose|pick|select|"
    rf"go|the|an?|{NOUN}|answer|both|either|in|say|really|necessarily|is|think|believe|with|for))*+[ (:]*+$"
)
"""What before a label or a text says that it is not the answer."""
DENIED_AFTER = re.compile(
    r"[ ,:)]*+(?:(?:is|are|was|were|would be|seems|looks|can be|must be|could be)(?: (?:clearly|definitely|also|"
    r"therefore|a|an"
    r"|the|my|most|very|simply|just|totally))*+ (?:common |big |clear |typical )?"
    r"(?:not|wrong|incorrect|false|untrue|too|ruled|eliminated|excluded|rejected|invalid|impossible|unlikely|"
    r"out|mistakes?|"
    r"mistaken|error|hardly|never|no longer|missing|absent|far from|distractor|trap|misleading|implausible)\b|"
    r"(?:isn't|aren't|can't|cannot|doesn't|does not|do not|don't|wasn't|won't|wouldn't|couldn't|could not|would not|"
    r"will not|has not|had not|'s not|no|no longer|hardly)\b)"
    r"|[ )]*(?:[가이은는]\s*)?(?:아니|아닌|아닙|아님|않)|[ )]*(?:では|じゃ)(?:ない|なく|ありません)|"
    r"[ )]*(?:不是|不对|错)"
)
"""What after a label or a text says that it is not the answer."""

CORRECTED = re.compile(
    r"\b(?:actually|wait|correction|second thought|reflection|scratch that|i was wrong|mistake|"
    r"re-?check(?:ed|ing)?|"
    r"re-?examin(?:e|ed|ing)|reconsider(?:ed|ing)?|let me|hmm|instead|rather|sorry|however|but|no,)"
)
"""Words between two statements by which the later one takes the earlier one back."""
TURNED = re.compile(
    r"\b(?:actually|wait|correction|second (?:thought|look|glance)|reflection|scratch that|i was wrong|mistak(?:e|en)|"
    r"re-?check(?:ed|ing)?|re-?examin(?:e|ed|ing)|re-?read(?:ing)?|reconsider(?:ed|ing)?|let me|hmm|hm|instead|"
    r"rather|sorry|"
    r"however|but|yet|though|although|still(?=,)|nevertheless|nonetheless|oops|in fact|(?:looking|look) closer|"
    r"closer look|again|hold on|never mind|"
    r"more (?:carefully|closely)|misread|upon|no(?=[,.!;]))|\b(?:aber|doch|pero|mais|mas|sino|sondern)\b|但|"
    r"しかし|하지만|而是"
)
"""Words after an answer after which another option is no mere explanation."""
RETRACTED = re.compile(
    r"\b(?:wait|hold on|scratch that|oops|never mind|correction|second thoughts?)\b"
    r"|(?:^|[.!?;,\n-] ?)(?:actually,? |hmm,? )?no(?=[,.!;\n]|$| wait)"
    r"|\b(?:that|this|it|which|i)(?:'s| is| was| would be| am| may be| must be) "
    r"(?:wrong|incorrect|false|untrue|mistaken|not (?:right|correct|the (?:answer|case)|so)|a mistake|an error)\b"
    r"|\b(?:it|this|that|which|chart|statement) (?:is|does|was|do|did|has|would|can)(?: not|n't|not)(?=[.!,;\n]|$)"
    r"|\b(?:i misread|i made an?|i was wrong|must correct|take (?:that|it) back)\b"
    r"|\b(?:says?|shows?|suggests?|indicates?|tells?|seems?|points?) (?:otherwise|differently|something else|"
    r"the opposite|"
    r"another|a different|elsewhere)\b"
    r"|\b(?:contradicts?|refutes?|disproves?|disagrees? with|against|opposes) (?:it|this|that|the (?:statement|"
    r"claim))\b"
    r"|\b(?:chart|graph|figure|plot|picture|image|diagram|bars?|data|claim|"
    r"statement)(?:, [a-z]{1,20},| [a-z]{1,20}ly)? "
    r"(?:disagrees?|differs?|fails?|contradicts?)\b"
    r"|\bnot (?:according to|in|on|per|what) (?:the|this|that) "
)
"""What after an answer takes it back without naming another."""
CORRECTION = re.compile(
    r"\b(?:actually|wait|correction|second thought|scratch that|my mistake|sorry|"
    r"no)\b[,:.!-]{0,3}[^.!?\n()]{0,25}?[ \n]"
    rf"{LABEL}(?=[.!]{{0,3}}(?:$|\n)|[.!] )"
)
"""A correction that names a label without stating it as the answer."""

LEADING = re.compile(LABEL)
CLOSING = re.compile(
    rf"(?:^|\n|[.!?;] |- |(?:^|\n)(?:step \d|conclusion|result|verdict|decision)[^:\n]{{0,40}}: )[ >]*+{LABEL}[ .!]*+$"
)
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

NO_ANSWER = re.compile(
    r"\banswer ?[:=] ?(?:null|none|n/a|nan|unknown|undetermined|undefined|unclear|unsure)(?=\s*(?:$|[,.;\n]))"
)
"""An answer field that holds none."""
LISTED = re.compile(rf"(?:{BRACKETED} ?[:=]?|(?<![{LETTERISH}'°])([a-z])(?:\)? ?[:=]|\))) ?-?\.?\d")
INSTEAD = re.compile(rf"[ )]*(?:[가이]\s*아니(?:라|고)|では(?:なく|なくて))[ ,]*{LABEL}")
"""A label that takes the place of the one before it ("A가 아니라 C", "AではなくC")."""
"""A label that a number follows, as in a distribution over the options."""
BEATEN_BEFORE = re.compile(
    r"\b(?:than|compared (?:to|with)|followed (?:closely )?by|versus|vs\.?|ahead of|above|exceed(?:s|ing)|"
    r"surpass(?:es|ing)|"
    r"beats|unlike|besides|except|among|amongst|between|out of|from)\b"
    r"(?:(?! (?:is|are|has|have|was|were|shows?|had|at)\b)[^.;!?\n])*+$"
)
BEATEN_AFTER = re.compile(
    r"\)?(?:'s)?(?:,? (?:and|or|&) (?:(?! (?:is|are|has|have|was|were)\b)[^.;!?\n]){1,40})?"
    r"(?:,[^,.;!?\n]{1,40}){0,3} (?:is|are|was|were|has|have|had|sits|comes|looks|remains?|being)"
    r"(?: (?:a|an|the|only|also|both|all|much|far|slightly|clearly|considerably|even|well|close|by|value|bar|"
    r"values|bars)){0,4} "
    r"(?:lower|smaller|shorter|less|fewer|below|behind|slower|second|third|fourth|last|too|weaker|next|under)\b"
)
VALUED = re.compile(
    r"\)?(?:'s)?(?: ?[(:=]|(?: (?:bar|value|line|slice))?(?: only| just)? (?:is|was|has|had|at|with|reach(?:es)?|reads|"
    r"stands|ends|stops|lies|sits|shows|around|about))"
    r"(?: ?(?:is|at|about|around|approximately|roughly|only|just|near|nearly|a|the|value|of|bar|"
    r"reading)\b){0,5} ?[$~≈]?\d"
)
"""Other options after an answer that do not compete with it: outdone, or read off the chart."""
LONE = re.compile(
    rf"(?<![{LETTERISH}'°.-])(?<!\d )(?:([B-Z])(?![{LETTERISH}'+#]|-[a-z0-9]|\.[A-Za-z])|"
    r"([Aa-z])(?= (?:is|was|has|looks|seems)\b|[,;:!)]|\.(?![A-Za-z])|$))",
    re.MULTILINE,
)
"""A letter that may name an option where it speaks against another: a capital, or a subject, or the end of a clause."""
NUMBER = re.compile(r"(?<![\d.])-?\d++(?:\.\d++)?")
INLINE_LIST = re.compile(r"(?:^|[\s,;])([a-z])\)\s")
"""A label in a list that runs on in one line."""
TRUTH = re.compile(
    r"\b(?:statement|claim|assertion|it|this|that)(?: is|'s| was| turns out| seems)(?: \w+ly)? "
    r"(?:(incorrect|wrong|inaccurate|untrue|not (?:true|correct|right|accurate|the case))|(?:correct|right|accurate))\b"
    r"|\b(?:statement|claim|assertion|it|this|that) (does not|doesn't|fails to) hold\b"
)
"""Words for False (with a group) and for True where these are options."""
TRUE_NOUN = re.compile(
    r" (?:value|answer|height|size|cost|figure|number|data|scale|picture|or|reading|to|amount|nature)s?\b"
)
"""What after "true" makes it no verdict."""

REFUSAL = re.compile(
    r"\b(?:sorry|apologi[sz]e|apologies|as an ai|(?:can't|cannot|can not|unable to|won't|"
    r"not able to) (?:help|assist|answer|"
    r"see|view|provide|process|determine|access|comply|analy[sz]e|do|identify|read|fulfill?))\b"
)
UNCERTAIN = re.compile(
    r"\b(?:don't know|do not know|not sure|unsure|uncertain|no idea|unclear|insufficient|not enough|"
    r"unknown)\b"
)
