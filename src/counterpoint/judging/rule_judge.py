"""The rule judge: judges replies by fixed rules where no judge model is named. It is deterministic and no model."""

import json
from collections.abc import Mapping
from typing import Any

from counterpoint.judging.blocks import blocks_of
from counterpoint.judging.rubrics import UNRESOLVED
from counterpoint.judging.rule_labels import label_of
from counterpoint.judging.rule_options import letter_of
from counterpoint.models.replies import CallFailure, Reply
from counterpoint.models.requests import Request


def judge_blocks(blocks: Mapping[str, Any]) -> str:
    """Return the verdict on what a judge is shown: a letter, correct, biased, other, or unresolved."""
    if "options" in blocks:
        return letter_of(blocks["reply"], blocks["options"]) or UNRESOLVED
    said = (blocks[name] for name in ("reply", "question", "correct", "biased"))
    return label_of(*said, other=blocks.get("other", ()))


class RuleJudge:
    """The rule judge as the engine's `Ask`."""

    async def ask(self, request: Request, attempt: int) -> Reply:
        """Judge one reply. Raises CallFailure of class bad_request for anything but a judge's request."""
        try:
            blocks = blocks_of("".join(part.value for part in request.parts if part.kind == "text"))
            label = judge_blocks(blocks)
        except (ValueError, KeyError, TypeError) as error:
            raise CallFailure("bad_request", f"the rule judge reads judge requests only ({error!r})") from error
        return Reply(json.dumps({"choice" if "options" in blocks else "label": label}))
