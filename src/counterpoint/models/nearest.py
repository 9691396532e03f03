"""Why a request is asked again: the nearest reply that a journal holds under another key, and what differs."""

import json
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from counterpoint.models.journal import Entry

Recorded = Callable[[str], Mapping[str, Any] | None]
"""From the name of an identity to the identity as the journal holds it; None where it does not."""

MOST_CHANGED_PARTS = 1
"""A request of which more parts differ is not the same question asked again."""
_WORDS = {"image": "picture", "schema": "response schema", "truth": "what the planted respondent is told"}


@dataclass(frozen=True)
class Nearest:
    """A stored reply, and in what the key that is looked for differs from its key: one line a change, old -> new."""

    entry: Entry
    changes: list[str]


def nearest(
    entries: Iterable[Entry],
    key: str,
    request_id: str,
    parts: list[str],
    identity: Mapping[str, Any],
    recorded: Recorded,
    planned: Container[str],
) -> Nearest | None:
    """Return the stored reply whose key is most like `key`, or None where none is to nearly the same request.

    `request_id`, `parts` and `identity` are what `key` was made of (`trace_of`). Nearly the same is the same request,
    whoever was asked, and a request of which at most one part differs; of these, the requests in `planned`, which
    are other trials' own, count only where nothing but their repeat is another. Of equals the latest counts.
    """
    found: list[tuple[int, int, int, Nearest]] = []
    identities: dict[str, list[str]] = {}
    for entry in entries:
        if entry.response_key == key:
            continue
        same = entry.request_id == request_id
        if entry.parts is None or entry.identity is None:
            changed, unknown = (
                [],
                ["unknown: the reply was journalled by a version that did not record its key's parts"],
            )
        else:
            changed = changed_parts(entry.parts, parts)
            if entry.identity not in identities:
                identities[entry.identity] = _changed_identity(entry.identity, identity, recorded)
            unknown = identities[entry.identity]
        only_repeat = bool(changed) and all(change.startswith("repeat:") for change in changed)
        if not same and (not changed or len(changed) > MOST_CHANGED_PARTS):
            continue
        if not same and entry.request_id in planned and not only_repeat:
            continue
        found.append((len(changed), len(unknown), -entry.answered_at, Nearest(entry, changed + unknown)))
    return min(found, key=lambda one: one[:3])[3] if found else None


def changed_parts(old: list[str], new: list[str]) -> list[str]:
    """Return a line for each part in which two requests differ, from their traces (`trace_of`)."""
    before, after = ([tuple(part.split(":", 1)) for part in trace] for trace in (old, new))
    lines = []
    for kind in ("system", "schema", "repeat", "truth"):
        was, now = (dict(trace).get(kind) for trace in (before, after))
        if was == now:
            continue
        if kind == "repeat":
            lines.append(f"repeat: {was or 0} -> {now or 0}")
            continue
        name = "system text" if kind == "system" else _WORDS[kind]
        what = "added" if was is None else "removed" if now is None else f"changed ({was} -> {now})"
        lines.append(f"{name} {what}")
    return lines + _changed_body(*([p for p in trace if p[0] in ("text", "image")] for trace in (before, after)))


def _changed_body(before: list[tuple[str, str]], after: list[tuple[str, str]]) -> list[str]:
    if before == after:
        return []
    if Counter(before) == Counter(after):
        return ["order of texts and pictures changed"]
    if [kind for kind, _ in before] != [kind for kind, _ in after]:
        was, now = (", ".join(_WORDS.get(kind, kind) for kind, _ in parts) for parts in (before, after))
        return [f"parts sent: {was or 'none'} -> {now or 'none'}"]
    lines, numbers = [], Counter()
    for (kind, was), (_, now) in zip(before, after, strict=True):
        numbers[kind] += 1
        if was != now:
            what = f"picture {numbers[kind]} pixels" if kind == "image" else f"text {numbers[kind]}"
            lines.append(f"{what} changed ({was} -> {now})")
    return lines


def _changed_identity(name: str, identity: Mapping[str, Any], recorded: Recorded) -> list[str]:
    old = recorded(name)
    if old is None:
        return [f"identity: {name}, of which the journal holds nothing more"]
    before, after = flat(old), flat(identity)
    return [
        f"{key}: {before.get(key, 'absent')} -> {after.get(key, 'absent')}"
        for key in sorted(before.keys() | after.keys())
        if before.get(key) != after.get(key)
    ]


def flat(identity: Mapping[str, Any], above: str = "") -> dict[str, str]:
    """Return an identity's values as JSON, by dotted key: decoding.temperature."""
    found: dict[str, str] = {}
    for key, value in identity.items():
        if isinstance(value, Mapping):
            found |= flat(value, f"{above}{key}.")
        else:
            found[f"{above}{key}"] = json.dumps(value, ensure_ascii=False)
    return found
