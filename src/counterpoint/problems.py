"""One line for a mistake: which file, which key, the value given, what is allowed."""

import difflib
import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

from counterpoint.errors import UserError

Key = tuple[str | int, ...]
"""Where a value stands in nested mappings and lists."""

# A key of a provider never stands in a file: these shapes are refused wherever they turn up, and never shown.
SECRET_VALUE = re.compile(
    r"(?<![A-Za-z0-9])(?:sk-|sk_|rk_|xai-|gsk_|hf_|AIza|ghp_|github_pat_|AKIA|eyJ)[A-Za-z0-9_.-]{16,}"
    r"|^Bearer\s|://[^/\s]*@|[?&](?:api_?key|key|token)="
    r"|(?<![A-Za-z0-9])(?=[A-Za-z0-9]*[a-z])(?=[A-Za-z0-9]*[A-Z])(?=[A-Za-z0-9]*[0-9])[A-Za-z0-9]{32,}"
)
_SECRET_KEY = re.compile(r"^(?:.*[_-])?(?:api_?key|secret|token|password|authorization)$", re.IGNORECASE)
HIDDEN = "a value (hidden)"


class Problem(NamedTuple):
    """One mistake: where, and what is wrong with it."""

    key: Key
    text: str


def refuse_secrets(content: object, key: Key = ()) -> list[Problem]:
    """Return a problem for each value that looks like a provider's key; it is never repeated in the message."""
    if isinstance(content, Mapping):
        return [p for step, value in content.items() for p in refuse_secrets(value, (*key, step))]
    if isinstance(content, list | tuple):
        return [p for step, value in enumerate(content) for p in refuse_secrets(value, (*key, step))]
    by_name = bool(key and content) and _SECRET_KEY.match(str(key[-1])) is not None
    if (by_name and content is not True) or (isinstance(content, str) and SECRET_VALUE.search(content)):
        return [
            Problem(
                key,
                f"{HIDDEN} that looks like a key or password; allowed: none in any file or on the command line; "
                "put it in an environment variable and name that in api_key_env",
            )
        ]
    return []


def near(name: object, names: Sequence[str]) -> list[str]:
    """Return the up to three names that look most like the given one, the most alike first."""
    by_folded = {other.casefold(): other for other in names if isinstance(other, str)}
    return [by_folded[match] for match in difflib.get_close_matches(str(name).casefold(), by_folded, 3)]


def unknown_name(name: str, names: Sequence[str], what: str) -> str:
    """Return the text of a problem: a name that is not among the names of `what`."""
    return f"{given(name)} is not allowed{meant(near(name, names))}; allowed: {what} ({', '.join(names)})"


def meant(nearest: Sequence[str]) -> str:
    """Return the question whether one of the nearest names is meant; nothing where none is near."""
    return f" (did you mean {' or '.join(nearest)}?)" if nearest else ""


def dotted(key: Key) -> str:
    """Write a key as in the documentation: suites.cvlat.cells[2]."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in key)
    return text.removeprefix(".")


def given(value: object) -> str:
    """Show a value on one line as it stands in YAML, shortened where it is long."""
    text = json.dumps(value, ensure_ascii=False, default=str, skipkeys=True)
    return text if len(text) <= 80 else f"{text[:76]} ..."


def shown(path: str | Path) -> str:
    """Show a path relative to the working folder where it lies below it."""
    relative = os.path.relpath(path)
    return str(path) if relative.startswith("..") else relative


def one_line(text: str) -> str:
    """Join whatever lines a text has."""
    return " ".join(text.split())


def stop(problems: Sequence[Problem], where: Callable[[Key], str]) -> NoReturn:
    """Raise the UserError of the first problem, with the number of the others; `where` names a key's file."""
    first, more = problems[0], len(problems) - 1
    rest = f" (and {more} more mistake{'s' if more > 1 else ''})" if more else ""
    raise UserError(one_line(f"{where(first.key)}: {dotted(first.key)}: {first.text}{rest}"))
