"""The audit of the bank as a whole: slots, texts and strategies that, without a picture, beat chance."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

from counterpoint.stimuli.charts.contents.answers import DIRECTIONS
from counterpoint.suites.cvlat.audit import finding

Item = dict[str, Any]

TOLERANCE = 0.05
"""How far a constant choice or a strategy may score above chance over an instrument."""
JUDGED = 2
"""How many times the number of choices a group of items must hold to be judged."""
KEYS = {"vlat": ("visual_index",), "revlat": ("visual_index",), "cvlat": ("visual_index", "factual_index")}
"""Which answers of an instrument are held against choices that need no picture."""
NAMED = ("Find Extremum", "Find Anomalies")
"""Tasks whose options are names of marks."""
_NUMBERS = re.compile(r"^[-−]?\d[\d,]*(?:\.\d+)?(?:(?: - | to )[-−]?\d[\d,]*(?:\.\d+)?)?(?!\w)")


def balance_findings(items: Sequence[Item]) -> list[dict[str, Any]]:
    """Return a finding for each constant choice that scores above chance by more than the tolerance.

    Slots are compared over the items of an instrument with the same number of options; texts over those with the
    same option texts, such as True and False, since what only one item offers cannot be chosen always. Groups that hold
    fewer items than twice their choices are not judged.
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
            for slot, right, total in _constant(slots, _choices(asked)):
                detail = f"{key} is {slot} in {right} of {total} items with {count} options"
                findings.append(finding(f"{instrument} ({form})", None, "unbalanced_slots", detail))
    for (instrument, form, *texts), asked in by_texts.items():
        for key in KEYS[instrument]:
            answers = [item["options"][item[key]] for item in asked if item[key] is not None]
            for text, right, total in _constant(answers, _choices(asked)):
                detail = f"{key} is that of {text!r} in {right} of {total} items with the options {' | '.join(texts)}"
                findings.append(finding(f"{instrument} ({form})", None, "constant_answer", detail))
    return findings


def _choices(asked: Sequence[Item]) -> int:
    """Return among how many answers the right one of a group of items varies: not Omit, nor a trend that stays.

    No facts of the bank stay the same, so that trends rise or fall.
    """
    options = asked[0]["options"]
    return len(options) - 1 - (DIRECTIONS[2] in options)


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
    if len(answers) < JUDGED * choices:
        return
    for answer, times in sorted(Counter(answers).items()):
        if times > -(-len(answers) // choices) and times / len(answers) > 1 / choices + TOLERANCE:
            yield answer, times, len(answers)


def _slot(place: int) -> Callable[[list[str]], list[int]]:
    return lambda options: [place] if place < len(options) else []


def _text(text: str) -> Callable[[list[str]], list[int]]:
    return lambda options: [place for place, option in enumerate(options) if option == text]


def _length(pick: Callable[[Sequence[int]], int]) -> Callable[[list[str]], list[int]]:
    def chosen(options: list[str]) -> list[int]:
        lengths = [len(option) for option in options]
        return [place for place, length in enumerate(lengths) if length == pick(lengths)]

    return chosen


def _number(pick: Callable[..., Any]) -> Callable[[list[str]], list[int]]:
    def chosen(options: list[str]) -> list[int]:
        found = [_NUMBERS.match(option) for option in options]
        if not all(found):
            return []
        # Of ranges and classes the one that ends highest, or begins lowest.
        ends = [
            [float(end.replace(",", "").replace("−", "-")) for end in re.split(" - | to ", match[0])] for match in found
        ]
        numbers = [each[-1] if pick is max else each[0] for each in ends]
        return [place for place, number in enumerate(numbers) if number == pick(numbers)]

    return chosen


STRATEGIES: dict[str, Callable[[list[str]], list[int]]] = {
    "always the last": lambda options: [len(options) - 1],
    "always the largest number": _number(max),
    "always the smallest number": _number(min),
    "always the longest text": _length(max),
    "always the shortest text": _length(min),
    **{f"always {text}": _text(text) for text in ("True", "False", "rising", "falling")},
}
"""Ways to answer without picture and facts: options without Omit -> those among which it chooses evenly.

None where a strategy does not apply; it then guesses. Slots, which no text names, come on top.
"""


def strategy_scores(items: Sequence[Item]) -> list[dict[str, Any]]:
    """Return what each strategy gets over each instrument and form, as rows of table `cvlat_strategies`.

    Chance is a guess among the options without Omit. Items that have no such answer (a factual one that is no option)
    are left out of that key's rows.
    """
    groups: dict[tuple[str, str], list[Item]] = defaultdict(list)
    for item in items:
        groups[item["instrument"], item["form"]].append(item)
    rows = []
    for (instrument, form), asked in groups.items():
        slots = range(max(len(item["options"]) for item in asked) - 1)
        strategies = {f"always slot {place}": _slot(place) for place in slots} | STRATEGIES
        for key in KEYS[instrument]:
            keyed = [item for item in asked if item[key] is not None]
            for strategy, choose in strategies.items() if keyed else ():
                chances, scores, applied = [], [], 0
                for item in keyed:
                    options = item["options"][:-1]
                    # A year as the name of a mark is no number: names have no order.
                    chosen = [] if "number" in strategy and item["task"] in NAMED else choose(options)
                    chances.append(1 / len(options))
                    scores.append((item[key] in chosen) / len(chosen) if chosen else chances[-1])
                    applied += bool(chosen)
                rows.append(
                    {
                        "instrument": instrument,
                        "form": form,
                        "strategy": strategy,
                        "key": key.removesuffix("_index"),
                        "score": 100 * sum(scores) / len(keyed),
                        "chance": 100 * sum(chances) / len(keyed),
                        "n_items": len(keyed),
                        "n_applied": applied,
                    }
                )
    return rows


def strategy_findings(items: Sequence[Item]) -> list[dict[str, Any]]:
    """Return a finding for each strategy that scores above chance by more than the tolerance over an instrument.

    One item more than chance is no fault, since items cannot be shared evenly; nor is an instrument judged that holds
    fewer items than twice the choices of the largest.
    """
    most = max((len(item["options"]) - 1 for item in items), default=0)
    findings = []
    for row in strategy_scores(items):
        above = (row["score"] - row["chance"]) / 100
        if row["n_items"] >= JUDGED * most and above > TOLERANCE + 1e-9 and above * row["n_items"] > 1 + 1e-9:
            detail = (
                f"{row['strategy']!r} gets {row['score']:.1f} % of the {row['key']} answers of {row['n_items']} items, "
                f"chance is {row['chance']:.1f} %"
            )
            source = f"{row['instrument']} ({row['form']})"
            findings.append(finding(source, None, "strategy_above_chance", detail))
    return findings
