"""The texts of SciFig's requests, and a check that none gives away what is tested."""

import re
from pathlib import Path

from counterpoint.config_prompts import load_scifig_prompts
from counterpoint.errors import UserError

TELLING = re.compile(
    r"\b(?:blur\w*|illegible|unreadable|noisy?|rotated|low contrast|spoil\w*|degraded|mislead\w*|false|wrong|incorrect"
    r"|premise|trick\w*|cannot be (?:read|answered)|may not (?:exist|be)|unanswerable)\b",
    re.IGNORECASE,
)
"""Words of a prompt that say what is tested."""


def read_prompts(path: Path) -> dict[str, str]:
    """Return SciFig's texts by name. Raises UserError when one is missing or empty, or says too much."""
    prompts = load_scifig_prompts(path)
    for name, text in prompts.items():
        if found := TELLING.search(text):
            raise UserError(f"{path}: {name}: {found[0]!r} tells what is tested; leave the word out")
    return prompts
