"""What a judge is shown: labelled blocks in one JSON object that no reply can break out of."""

import json
import re
from collections.abc import Mapping
from typing import Any

# JSON leaves these as they are. "<" begins the control tokens of chat templates; the others break lines, reorder
# text on a screen, or cannot be encoded.
_UNSAFE = re.compile("[<\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\uff1c\ud800-\udfff]")


def blocks_text(blocks: Mapping[str, Any]) -> str:
    """Return the user message of a judge request: one JSON object, a block a line.

    Texts are JSON strings, so a reply can neither close its block nor open another: quotes, line breaks and
    control characters are escaped, and so is every "<". `blocks_of` gives the blocks back unchanged.
    """
    text = json.dumps(blocks, ensure_ascii=False, indent=1)
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def blocks_of(text: str) -> dict[str, Any]:
    """Return the blocks of a message that `blocks_text` made. Raises ValueError for any other text."""
    blocks = json.loads(text)
    if not isinstance(blocks, dict):
        raise ValueError("a judge's message is one JSON object")
    return blocks
