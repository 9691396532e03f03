"""The audit of the bank as a whole: slots and texts that, chosen always, and facts that, remembered, beat chance."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from counterpoint.suites.cvlat.audit import finding

Item = dict[str, Any]

TOLERANCE = 0.05
"""How far a constant choice may score above chance over an instrument."""
KEYS = {"vlat": ("visual_index",), "revlat": ("visual_index",), "cvlat": ("visual_index", "factual_index")}
"""Which answers of an instrument are held against constant choices."""


def balance_findings(items: Sequence[Item]) -> list[dict[str, Any]]:
    """Return a finding for each constant choice that scores above chance by more than the tolerance.

    Slots are compared over the items of an instrument with the same number of options; texts over those with the
    same option texts, such as True and False, since what only one item offers cannot be chosen always.
    """
    findings = []
    by_count: dict[tuple[Any, ...], list[Item]] = defaultdict(list)
    by_texts: dict[tuple[Any, ...], list[Item]] = defaultdict(list)
    for item in items:
        place = (item["instrument"], item["form"])
        by_count[*place, len(item["options"])].append(item)
        by_texts[*place, *sorted(item["options"])].append(item)
    for (instrument, form, count), asked in by_count.items():
        for key in KEYS[instrument]:
            slots = [item[key] for item in asked if item[key] is not None]
            for slot, right, total in _constant(slots, count - 1):
                detail = f"{key} is {slot} in {right} of {total} items with {count} options"
                findings.append(finding(f"{instrument} ({form})", None, "unbalanced_slots", detail))
    for (instrument, form, *texts), asked in by_texts.items():
        for key in KEYS[instrument]:
            answers = [item["options"][item[key]] for item in asked if item[key] is not None]
            for text, right, total in _constant(answers, len(texts) - 1):
                detail = f"{key} is that of {text!r} in {right} of {total} items with the options {' | '.join(texts)}"
                findings.append(finding(f"{instrument} ({form})", None, "constant_answer", detail))
    return findings


def memory_findings(items: Sequence[Item]) -> list[dict[str, Any]]:
    """Return a finding for each number of options at which knowing the facts reads random charts above chance.

    The picture has nothing to do with the facts, so an answer from memory should be right no more often than a
    guess. It is right where the factual answer is the key, and where it is no option: it then goes to the nearest
    one, which is the key.
    """
    credited: dict[int, list[bool]] = defaultdict(list)
    for item in items:
        if item["instrument"] == "revlat":
            credited[len(item["options"])].append(item["factual_index"] in (None, item["visual_index"]))
    findings = []
    for count, hits in sorted(credited.items()):
        for _, right, total in (found for found in _constant(hits, count - 1) if found[0]):
            detail = f"the factual answer is the key or left out in {right} of {total} items with {count} options"
            findings.append(finding("revlat (real)", None, "memory_credited", detail))
    return findings


def _constant(answers: Sequence[Hashable], choices: int) -> Iterator[tuple[Hashable, int, int]]:
    """Yield (answer, times, all) of the answers that are right more often than one in `choices` allows.

    A number that the choices cannot share evenly puts one item more into some: that is no fault.
    """
    for answer, times in sorted(Counter(answers).items()):
        if times > -(-len(answers) // choices) and times / len(answers) > 1 / choices + TOLERANCE:
            yield answer, times, len(answers)
