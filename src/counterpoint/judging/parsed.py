"""What the parser makes of a reply: each kind of answer by its own reader, in the columns of table `verdicts`."""

import json
from collections.abc import Mapping
from typing import Any

from counterpoint.asked import LETTER, NAME, NUMBER, YES_NO
from counterpoint.judging.names import NAME_VERSION, read_name
from counterpoint.judging.no_verdict import UNRESOLVED
from counterpoint.judging.numbers import NUMBER_VERSION, read_number
from counterpoint.judging.options import READER_VERSION, read_option
from counterpoint.judging.yes_no import YES_NO_VERSION, read_yes_no


def parse(text: str, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return verdict, position, number, rule and reader_version of a reply to a request, a row of table `requests`.

    Of an answer by name the verdict is correct or biased, as the request's claims have it. Open answers it cannot read:
    they are unresolved.
    """
    verdict, position, number = UNRESOLVED, None, None
    if request["answer"] == NUMBER:
        found = read_number(text)
        version, rule, number = NUMBER_VERSION, found.rule, found.value
        verdict = UNRESOLVED if number is None else NUMBER
    elif request["answer"] == NAME:
        claims = json.loads(request["claims"])
        named = read_name(text, claims["correct"], claims["biased"])
        version, rule, verdict = NAME_VERSION, named.rule, named.side or UNRESOLVED
    elif request["answer"] in (LETTER, YES_NO):
        if request["answer"] == YES_NO:
            version, reading = YES_NO_VERSION, read_yes_no(text)
        else:
            version, reading = READER_VERSION, read_option(text, request["options"], request["omit_position"])
        verdict, position, rule = reading.verdict, reading.position, reading.rule
    else:
        version, rule = READER_VERSION, "open_question"
    return {"verdict": verdict, "position": position, "number": number, "rule": rule, "reader_version": version}
