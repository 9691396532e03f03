"""Votes: what each of a judge's replies says, and what several of them decide."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from jsonschema import Draft202012Validator

from counterpoint.judging.no_verdict import JUDGE_FAILED, UNRESOLVED
from counterpoint.judging.rubrics import canonical
from counterpoint.models.replies import ANSWERED

LONGEST = 20_000
"""Characters of a judge's reply beyond which it is not read: a verdict takes a few."""
MAJORITY, NO_MAJORITY = "majority", "no_majority"
MAJORITY_OF_SOME = "majority_of_some"
"""Rule of findings of which some keys have a majority."""
QUOTE = "quote"
"""Property of a finding that shows its place in the reply, and on which votes need not agree."""
_OPENING = re.compile(r'\{\s*["}]')
_THINKING = re.compile(r"\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True)
class Vote:
    """One vote: the verdict, or None with the reason why the judge failed to give one.

    Of a structured rubric `label` is the whole object that the judge replied, as canonical JSON.
    """

    label: str | None
    reason: str = ""


@dataclass(frozen=True)
class Decision:
    """What the votes on one reply come to.

    `label` is None where the judge failed; `rule` is majority, no_majority or judge_failed. `votes_for` counts the
    votes for the most frequent verdict, `votes_cast` all that gave one. Of findings, `label` is their JSON, and
    `votes_for` the votes for a key's most frequent value, of the key where they are fewest.
    """

    label: str | None
    rule: str
    votes_for: int
    votes_cast: int


def decide(votes: Sequence[Vote]) -> Decision:
    """Return what votes decide: a verdict with more than half of all votes asked for.

    Without one the reply is unresolved, a tie included; unless votes that failed could have made a majority: then
    it is the judge that failed, and the reply has no verdict.
    """
    counts = Counter(vote.label for vote in votes if vote.label is not None)
    cast = counts.total()
    label, most = counts.most_common(1)[0] if counts else (None, 0)
    if 2 * most > len(votes):
        return Decision(label, MAJORITY, most, cast)
    if 2 * (most + len(votes) - cast) > len(votes):
        return Decision(None, JUDGE_FAILED, most, cast)
    return Decision(UNRESOLVED, NO_MAJORITY, most, cast)


def signature(value: Any) -> str:
    """Return what votes on one key of a structured rubric must agree on: its words, and how long its lists are.

    Quotes and numbers do not count. E.g. "correctness=right coverage=full", or "2" for a list of two.
    """
    if isinstance(value, list):
        return str(len(value))
    if isinstance(value, Mapping):
        counted = {name: part for name, part in value.items() if name != QUOTE and isinstance(part, str | list)}
        return " ".join(f"{name}={signature(part)}" for name, part in sorted(counted.items()))
    return str(value)


def by_key(label: str) -> dict[str, str]:
    """Return the signature of each key of a structured vote's label, or of findings; of any other the label itself.

    A label that is no JSON object stands under the empty key: no other verdict begins with a brace.
    """
    if not label.startswith("{"):
        return {"": label}
    return {key: signature(value) for key, value in json.loads(label).items()}


def decide_findings(votes: Sequence[Vote]) -> Decision:
    """Return what votes under a structured rubric decide, each key apart from the others.

    A value whose signature has more than half of all votes asked for is found, as the first vote with it has it; a
    key without one is left out. Where no key could get so many, for want of votes that did not fail, the judge failed.
    """
    cast = [json.loads(vote.label) for vote in votes if vote.label is not None]
    if 2 * len(cast) <= len(votes):
        return Decision(None, JUDGE_FAILED, len(cast), len(cast))
    findings: dict[str, Any] = {}
    fewest = len(cast)
    for key in cast[0]:
        said = [signature(vote[key]) for vote in cast]
        winner, most = Counter(said).most_common(1)[0]
        fewest = min(fewest, most)
        if 2 * most > len(votes):
            findings[key] = cast[said.index(winner)][key]
    found = len(findings)
    decided = MAJORITY if found == len(cast[0]) else MAJORITY_OF_SOME if found else NO_MAJORITY
    return Decision(canonical(findings), decided, fewest, len(cast))


def read_vote(status: str, failure_class: str | None, text: str | None, schema: str, key: str | None) -> Vote:
    """Return the vote of one judge response.

    `schema` is the JSON Schema that its request asked for, as text, `key` the property that holds the verdict, None
    under a structured rubric.
    Anything but an answer with exactly one JSON object that follows the schema is a failed vote with its reason:
    the response's status, or no_object, several_objects, wrong_object, too_long.
    """
    if status != ANSWERED:
        return Vote(None, f"{status} {failure_class}" if failure_class else status)
    return _read(text or "", schema, key)


@lru_cache(maxsize=65_536)
def _read(text: str, schema: str, key: str | None) -> Vote:
    if len(text) > LONGEST:
        return Vote(None, "too_long")
    thinking = _THINKING.match(text)
    found = _objects(text[thinking.end() if thinking else 0 :])
    if len(found) != 1:
        return Vote(None, "several_objects" if found else "no_object")
    if not _validator(schema).is_valid(found[0]):
        return Vote(None, "wrong_object")
    return Vote(canonical(found[0]) if key is None else found[0][key])


def _objects(text: str) -> list[dict[str, Any] | None]:
    """Return the outermost JSON objects in a text; None for one that is broken or in which a key stands twice.

    Braces that open no JSON object, as in "{a, b}", are prose.
    """
    decoder = json.JSONDecoder(object_pairs_hook=_once)
    found: list[dict[str, Any] | None] = []
    opening = _OPENING.search(text)
    while opening:
        try:
            value, end = decoder.raw_decode(text, opening.start())
        except (ValueError, RecursionError):
            return [*found, None]
        found.append(value)
        opening = _OPENING.search(text, end)
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any] | None:
    return dict(pairs) if len(dict(pairs)) == len(pairs) else None


@lru_cache(maxsize=256)
def _validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(schema))
