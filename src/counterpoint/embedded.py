"""What answers inside the process, without key or network: planted respondents, readers, judges by rule, llama.cpp."""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any

from counterpoint.models.pictures import Pictures
from counterpoint.models.planted import Planted, Respond
from counterpoint.models.replies import Ask


def open_embedded(
    entry: Mapping[str, Any],
    identity: Mapping[str, Any],
    truth: Mapping[str, str],
    seed: int,
    how: Mapping[str, Any],
    respond: Respond,
    pictures: Pictures | None,
    threads: int,
) -> tuple[Ask, AbstractAsyncContextManager | None] | None:
    """Return who answers, with the connection to hold open while it is asked; None for a provider's model.

    `entry` is the identity as the registry has it, `identity` the one that response keys carry, `how` what a rule's
    parameters say of how to ask. What reads pictures and the engines take seconds to import: only who needs them
    waits for them.
    """
    provider = identity["provider"]
    if provider == "planted":
        return Planted(respond, identity, truth, seed, how["seconds"]).ask, None
    if provider == "rule_judge":
        from counterpoint.judging.rule_judge import RuleJudge

        return RuleJudge().ask, None
    if provider == "pixel_reader":
        from counterpoint.models.pixel_reader import PixelReader

        return PixelReader(pictures).ask, None
    if provider == "llama_cpp":
        from counterpoint.models.llama import Llama

        llama = Llama(entry, pictures, how["context_tokens"], threads)
        return llama.ask, llama
    return None
