"""The rule judge: judges replies by fixed rules where no judge model is named. It is deterministic and no model."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from counterpoint.judging.blocks import blocks_of
from counterpoint.judging.no_verdict import UNRESOLVED
from counterpoint.judging.rule_blurred import outcome_of
from counterpoint.judging.rule_description import findings_of
from counterpoint.judging.rule_labels import label_of
from counterpoint.judging.rule_options import letter_of
from counterpoint.judging.rule_premise import premise_label
from counterpoint.models.replies import CallFailure, Reply
from counterpoint.models.requests import Request

_TERMINAL = re.compile(r"\x1b\[[\d;]*[A-Za-z]")
"""What moves a terminal's cursor or colours its text: the numbers in it are no answer."""


def judge_blocks(blocks: Mapping[str, Any], keys: Iterable[str] = ()) -> Any:
    """Return the verdict on what a judge is shown: a letter or one of the rubric's labels; of a description findings.

    `keys` are those of the findings. Which rubric it is, the names of the blocks tell. Raises KeyError or TypeError
    where they are those of no rubric.
    """
    reply = _TERMINAL.sub(" ", blocks["reply"])
    if "options" in blocks:
        return letter_of(reply, blocks["options"]) or UNRESOLVED
    if "premise" in blocks:
        numbers = blocks.get("actual_numbers") or ()
        asked = (blocks[name] for name in ("question", "premise", "actual"))
        return premise_label(reply, *asked, numbers, blocks.get("anchor"))
    if "checklist" in blocks:
        return findings_of(blocks, keys)
    if "text" in blocks:
        about = f"{blocks['question']} {blocks['where']}"
        return outcome_of(reply, about, blocks["text"], blocks["wordings"])
    said = (blocks[name] for name in ("question", "correct", "biased"))
    return label_of(reply, *said, other=blocks.get("other", ()), tolerance=blocks.get("tolerance", 0.0))


class RuleJudge:
    """The rule judge as the engine's `Ask`."""

    async def ask(self, request: Request, attempt: int) -> Reply:
        """Judge one reply. Raises CallFailure of class bad_request for anything but a judge's request."""
        try:
            blocks = blocks_of("".join(part.value for part in request.parts if part.kind == "text"))
            keys = json.loads(request.response_schema or "{}").get("properties", {})
            found = judge_blocks(blocks, keys)
        except (ValueError, KeyError, TypeError) as error:
            raise CallFailure("bad_request", f"the rule judge reads judge requests only ({error!r})") from error
        verdict = {"choice" if "options" in blocks else "label": found}
        return Reply(json.dumps(found if isinstance(found, dict) else verdict))
