"""What is asked of a pair: its items, with keys computed from the values that its pictures show."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from counterpoint.seeds import generator
from counterpoint.suites.prive.names import (
    CHOICE,
    COUNTERFACTUAL,
    DIFFERENCE,
    NUMBER,
    OPEN,
    ORIGINAL,
    SAME,
    SUITE,
    WHICH,
    YES_NO,
)
from counterpoint.suites.prive.pairs import Pair, Value

YES_OR_NO = ("Yes", "No")
PAIR, IDENTICAL = "pair", "identical_pair"
"""What an item is about beside one picture: the two pictures of a pair, or one picture twice."""
ALIKE = "In nothing that can be seen"
"""Option of a question about a difference where there is none."""
OTHER_DIFFERENCES = 2
"""Wrong attributes among the options of a question about a difference."""
NEVER_DIFFERENT = ("the place of {subject} in the picture", "the background behind {subject}")
"""What a pair's pictures never differ in, whatever it shows: as many as `OTHER_DIFFERENCES`."""


def items(pairs: Sequence[Pair], seed: int) -> list[dict[str, Any]]:
    """Return the items of all pairs, rows of table `prive_items`.

    Each pair is asked about either picture: by yes or no for the value of the one and of the other, so that over a
    pair both answers are right equally often; by multiple choice; openly; where it is counted, for the number; and
    about the two pictures together. The draws behind one pair depend on the seed and its name alone, except that
    the other attributes named in questions about a difference may be those of other pairs of the same subject.
    """
    found: list[dict[str, Any]] = []
    for pair in pairs:
        found += _of_pictures(pair)
        found += _of_both(pair, _other_attributes(pair, pairs, seed), seed)
    return found


def _of_pictures(pair: Pair) -> Iterator[dict[str, Any]]:
    values = (pair.original, pair.counterfactual, *pair.distractors)
    for picture in (ORIGINAL, COUNTERFACTUAL):
        shown, believed = pair.value(picture), _believed(pair, picture)
        for asked in (ORIGINAL, COUNTERFACTUAL):
            value = pair.value(asked)
            key = (value is shown, None if believed is None else value is believed)
            yield _yes_no(pair, f"{YES_NO}_{asked}", YES_NO, picture, value.asks, *key)
        biased = None if believed is None else values.index(believed)
        options = [value.option for value in values]
        place = {"unit": CHOICE, "form": CHOICE, "picture": picture, "question": pair.asks_choice}
        yield _item(pair, **place, options=options, correct_index=values.index(shown), biased_index=biased)
        for form in (OPEN, NUMBER):
            if form == OPEN or shown.number is not None:
                place = {"unit": form, "form": form, "picture": picture, "question": pair.asks}
                others = [v for v in (pair.original, pair.counterfactual) if v not in (shown, believed)]
                yield _item(pair, **place, correct=shown, biased=believed, others=others)


def _of_both(pair: Pair, others: Sequence[str], seed: int) -> Iterator[dict[str, Any]]:
    """Questions about two pictures; believing that both are as usual is what makes an answer biased."""
    believes = pair.prior is not None
    question = f"Is {pair.attribute} the same in both pictures?"
    yield _yes_no(pair, SAME, SAME, PAIR, question, False, True if believes else None)
    yield _yes_no(pair, SAME, SAME, IDENTICAL, question, True, None)

    rng = generator(seed, SUITE, WHICH, pair.pair_id)
    asked = (ORIGINAL, COUNTERFACTUAL)[int(rng.integers(2))]
    options = [ORIGINAL, COUNTERFACTUAL, "In both", "In neither"]  # the first two are shown as "Picture 1" and "2"
    believed = (2 if asked == pair.prior else 3) if believes else None
    question = f"In which picture is this so? {pair.value(asked).states}"
    place = {"unit": WHICH, "form": WHICH, "question": question, "options": options}
    yield _item(pair, **place, picture=PAIR, correct_index=options.index(asked), biased_index=believed)
    twice = 2 if asked == COUNTERFACTUAL else 3
    yield _item(pair, **place, picture=IDENTICAL, correct_index=twice, biased_index=None)

    options = [pair.attribute[:1].upper() + pair.attribute[1:], *others, ALIKE]
    place = {"unit": DIFFERENCE, "form": DIFFERENCE, "question": "In what do the two pictures differ?"}
    alike = len(options) - 1
    yield _item(pair, **place, options=options, picture=PAIR, correct_index=0, biased_index=alike if believes else None)
    yield _item(pair, **place, options=options, picture=IDENTICAL, correct_index=alike, biased_index=None)


def _believed(pair: Pair, picture: str) -> Value | None:
    """Return the value that prior knowledge expects, where the picture shows another one."""
    return None if pair.prior in (None, picture) else pair.value(pair.prior)


def _yes_no(
    pair: Pair, unit: str, form: str, picture: str, question: str, truth: bool, believed: bool | None
) -> dict[str, Any]:
    """Return an item answered by yes or no; an answer is biased where belief and picture say different things."""
    biased = None if believed is None or believed == truth else int(not believed)
    place = {"unit": unit, "form": form, "picture": picture, "question": question}
    return _item(pair, **place, options=list(YES_OR_NO), correct_index=int(not truth), biased_index=biased)


def _item(
    pair: Pair,
    unit: str,
    form: str,
    picture: str,
    question: str,
    options: list[str] | None = None,
    correct_index: int | None = None,
    biased_index: int | None = None,
    correct: Value | None = None,
    biased: Value | None = None,
    others: Sequence[Value] = (),
) -> dict[str, Any]:
    claims = None
    if form in (OPEN, NUMBER):
        sides = {"correct": [correct], "biased": [biased], "other": others}
        claims = json.dumps(
            {side: [wording for value in values for wording in _wordings(value)] for side, values in sides.items()},
            ensure_ascii=False,
        )
    return {
        "item_id": f"{pair.pair_id}/{unit}/{picture}",
        "unit_id": f"{pair.pair_id}/{unit}",
        "suite": SUITE,
        "domain": pair.domain,
        "pair_id": pair.pair_id,
        "cluster_id": pair.original_id,
        "form": form,
        "picture": picture,
        "question": question,
        "options": options,
        "correct_index": correct_index,
        "biased_index": biased_index,
        "claims": claims,
        "correct_number": correct.number if form == NUMBER and correct else None,
        "biased_number": biased.number if form == NUMBER and biased else None,
    }


def _wordings(value: Value | None) -> list[str]:
    if value is None:
        return []
    number = [] if value.number is None else [f"{value.number:g}"]
    return list(dict.fromkeys([value.text, *value.wordings, *number]))


def _other_attributes(pair: Pair, pairs: Sequence[Pair], seed: int) -> list[str]:
    """Draw what else the pictures could differ in and do not.

    It is of the same subject, as that of another one could be ruled out without looking: what the pair names, what
    other pairs of the subject are about, and for want of these what nothing of it ever differs in.
    """
    of_subject = {p.attribute for p in pairs if (p.domain, p.subject) == (pair.domain, pair.subject)}
    others = sorted((of_subject | set(pair.alike)) - {pair.attribute})
    rng = generator(seed, SUITE, DIFFERENCE, pair.pair_id)
    drawn = [others[k] for k in np.sort(rng.permutation(len(others))[:OTHER_DIFFERENCES])]
    drawn += [text.format(subject=pair.subject) for text in NEVER_DIFFERENT]
    return [text[:1].upper() + text[1:] for text in drawn[:OTHER_DIFFERENCES]]
