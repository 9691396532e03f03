"""What planted respondents are told of a request: how each kind of answer to it would be written."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from counterpoint.orders import LETTERS
from counterpoint.suites.prive.cells import Cell
from counterpoint.suites.prive.names import CHOICE, DIFFERENCE, NUMBER, OPEN, WHICH

LETTERED = (CHOICE, WHICH, DIFFERENCE)
"""Forms whose options are shown with letters."""
SOMETHING_ELSE = "something else"


def truth_of(
    item: Mapping[str, Any],
    conflict: Mapping[str, Any] | None,
    cell: Cell,
    order: Sequence[int],
    options: Sequence[str] | None,
) -> dict[str, Any]:
    """Return the answers to an item in a cell, as replies: `correct`, `biased`, `other`, and `denial`.

    `biased` is None where memory agrees with the picture, `other` where there is no third answer. `denial` is the
    answer that contradicts memory whatever the picture shows: what is right of `conflict`, the unit's item in which
    memory and picture disagree; None where there is no such item. `order` and `options` are the item's options as
    shown. Also told are the `view`, whether the right picture is `shown`, and the `options` as replies.
    """

    def said(index: int | None) -> str | None:
        if index is None:
            return None
        place = list(order).index(index)
        return f"({LETTERS[place]})" if item["form"] in LETTERED else options[place]

    if item["form"] == OPEN:
        correct, biased = _claimed(item, "correct"), _claimed(item, "biased")
        denial, other = conflict and _claimed(conflict, "correct"), _claimed(item, "other") or SOMETHING_ELSE
    elif item["form"] == NUMBER:
        numbers = [item["correct_number"], item["biased_number"], conflict and conflict["correct_number"]]
        correct, biased, denial = (None if number is None else f"{number:g}" for number in numbers)
        other = f"{max(number for number in numbers if number is not None) + 1:g}"
    else:
        taken = (item["correct_index"], item["biased_index"])
        rest = [option for option in order if option not in taken]
        correct, biased, denial = said(taken[0]), said(taken[1]), said(conflict and conflict["correct_index"])
        other = said(rest[0]) if rest else None
    return {
        "correct": correct,
        "biased": biased,
        "denial": denial,
        "other": other,
        "view": cell.view,
        "shown": bool(cell.shows),
        "options": options and [said(option) for option in order],
    }


def _claimed(item: Mapping[str, Any], side: str) -> str | None:
    wordings = json.loads(item["claims"])[side]
    return wordings[0] if wordings else None
