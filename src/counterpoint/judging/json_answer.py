"""The reply as JSON that names one letter: the schema that asks for it, and the reading of what came back."""

import json
from collections.abc import Sequence

from counterpoint.judging.options import Reading
from counterpoint.orders import LETTERS

JSON_READER_VERSION = "json_answer/1"
"""Name and version of the reader; a change of what it accepts changes it."""


def answer_schema(n_options: int) -> str:
    """Return the JSON schema of a reply that names one of the letters shown, as canonical JSON."""
    schema = {
        "type": "object",
        "properties": {"answer": {"type": "string", "enum": list(LETTERS[:n_options])}},
        "required": ["answer"],
        "additionalProperties": False,
    }
    return json.dumps(schema, sort_keys=True, separators=(",", ":"))


def read_json_answer(text: str, options: Sequence[str], omit_position: int | None) -> Reading:
    """Return which of the options, shown as lines "(a) text", a reply under `answer_schema` names.

    Whatever breaks the schema is unresolved: no part of it is looked at for a letter.
    """
    try:
        pairs = json.loads(text, object_pairs_hook=lambda members: members)
    except (ValueError, RecursionError):
        return Reading("unresolved", None, "json_not_whole")
    letters = LETTERS[: len(options)]
    for position, letter in enumerate(letters):
        if pairs == [("answer", letter)]:
            return Reading("omit" if position == omit_position else "option", position, "json_answer")
    return Reading("unresolved", None, "json_breaks_schema")
