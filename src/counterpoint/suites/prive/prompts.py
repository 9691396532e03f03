"""The texts of PriVE's requests: how to answer, what is put before it, and a check that none gives anything away."""

import itertools
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from counterpoint.config_prompts import load_prive_prompts
from counterpoint.errors import UserError
from counterpoint.suites.prive.names import CHOICE, DIFFERENCE, NUMBER, OPEN, SAME, WHICH, YES_NO
from counterpoint.suites.prive.pairs import Pair

PROMPT_OF = {YES_NO: "yes_no", SAME: "yes_no", CHOICE: "choice", WHICH: "choice", DIFFERENCE: "choice"} | {
    OPEN: "open",
    NUMBER: "number",
}
"""Which text says how to answer a form."""
PRIMES: dict[str, tuple[str, ...]] = {
    "none": (),
    "prior": ("prior",),
    "grounding": ("grounding",),
    "both": ("prior", "grounding"),
}
MADE = (
    r"edit(?:ed|s|ing)?|manipulat\w+|alter(?:ed|ation)\w*|modif\w+|fak(?:e|ed)|tamper\w*|counterfactual\w*"
    r"|original|swap(?:ped)?|generated|synthetic|phantom|removed|added"
)
MODALITY = r"t1n?|t2f|flair|t1c|t2w?|mri|modalit\w+"
TELLING = re.compile(rf"\b(?:{MADE}|{MODALITY})\b", re.IGNORECASE)
"""Words of a prompt that say of a picture that it was made, or how, or which it is, or in which modality."""
TELLING_QUESTION = re.compile(rf"\b(?:{MADE})\b", re.IGNORECASE)
"""The same of a question, which must be free to name the values that it asks for."""


def read_prompts(path: Path) -> dict[str, str]:
    """Return PriVE's texts by name. Raises UserError when one is missing or empty, or says too much."""
    prompts = load_prive_prompts(path)
    for name, text in prompts.items():
        if found := TELLING.search(text):
            raise UserError(f"{path}: {name}: {found[0]!r} tells something of the picture; leave the word out")
    return prompts


def system_text(prompts: Mapping[str, str], form: str, prime: str, blind: bool) -> str:
    """Return the system text of a request: what comes before, how to answer, and that there is no picture."""
    parts = [prompts[name] for name in PRIMES[prime]] + [prompts[PROMPT_OF[form]]]
    return "\n\n".join([*parts, *([prompts["blind"]] if blind else [])])


def check_questions(pairs: Iterable[Pair], where: str) -> None:
    """Refuse a text that says that a picture was made or how, and a question for a value that holds the value.

    The attribute is read as a question: those about two pictures are made of it. Whether a part is there cannot be
    asked without naming the part: pairs of existence are left out of the latter.
    Raises UserError, one line that names the pair.
    """
    for pair in pairs:
        shown = (pair.original, pair.counterfactual)
        options = [value.option for value in (*shown, *pair.distractors)]
        asked = {name: getattr(pair, name) for name in ("asks", "asks_choice", "attribute")}
        for text in (*asked.values(), *options, *(t for value in shown for t in (value.asks, value.states))):
            if found := TELLING_QUESTION.search(text):
                raise UserError(
                    f"{where}: {pair.pair_id}: {text!r} tells by {found[0]!r} what was done; word it without"
                )
        if pair.domain == "existence":
            continue
        for value in shown:
            for wording, (name, text) in itertools.product((value.text, *value.wordings), asked.items()):
                if re.search(rf"(?<!\w){re.escape(wording)}(?!\w)", text, re.IGNORECASE):
                    raise UserError(
                        f"{where}: {pair.pair_id}: {name}: {text!r} holds the answer {wording!r}; word it without"
                    )
