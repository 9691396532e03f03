"""What planted respondents are told of a request: what is to be seen, and how each kind of reply would be written."""

import json
import re
from collections.abc import Mapping
from typing import Any

from counterpoint.suites.scifig.names import (
    ACCEPTS,
    ADMITTANCE,
    CAPTION,
    CAPTION_SIDE,
    IMAGE_SIDE,
    INDUCTANCE,
    PARTLY,
    PERCEPTION,
    REASONING,
    REJECTS,
    RESISTANCE,
)

CORRECT, CORRECT_HEDGED, WRONG, ABSTAINED = "correct", "correct_hedged", "wrong", "abstained"
DESCRIBES = "describes"
FIGURE, OTHER_FIGURE, NOTHING = "figure", "other_figure", "nothing"
"""What a picture shows of the figure that is asked about."""
DECLINES = "I cannot tell from what is shown."
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def truth_of(item: Mapping[str, Any], view: str, shown: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return what is true of an item in a view: `item_id`, `dimension`, what it `sees`, and the `replies` by kind.

    `shown` is the item that asks for a description of the figure in the picture; None where there is no picture.
    Of a blurred text also told are whether it is `readable` in this view, and whether it is `recoverable` where it is
    not; of a premise, whether it `holds`.
    """
    sees = NOTHING if shown is None else FIGURE if shown["figure_id"] == item["figure_id"] else OTHER_FIGURE
    material = json.loads(item["material"]) if item["material"] else {}
    told = {"item_id": item["item_id"], "dimension": item["dimension"], "sees": sees}
    if item["dimension"] == REASONING:
        return told | {"replies": _answers(item)}
    if item["dimension"] == RESISTANCE:
        return told | {"holds": material["holds"], "replies": _to_premise(material)}
    reference = _reference(shown)
    if item["dimension"] in (ADMITTANCE, INDUCTANCE):
        blur = {"readable": sees == FIGURE and view != "blurred", "recoverable": item["dimension"] == INDUCTANCE}
        if item["condition"] == "active":
            return told | blur | {"replies": _of_text(material)}
        return told | blur | {"replies": _around_text(material["targets"]["target_1"], reference)}
    if item["dimension"] == CAPTION:
        return told | {"replies": _beside_caption(material, reference, item["condition"])}
    assert item["dimension"] == PERCEPTION
    return told | {"replies": {DESCRIBES: reference, WRONG: "The figure shows a typical trend.", ABSTAINED: DECLINES}}


def _reference(shown: Mapping[str, Any] | None) -> str:
    return DECLINES if shown is None else json.loads(shown["material"])["reference"]


def _answers(item: Mapping[str, Any]) -> dict[str, str]:
    if item["correct_number"] is not None:
        right = f"{item['correct_number']:g}"
        wrong = f"{item['correct_number'] + 10 * max(1.0, item['tolerance'] or 0.0):g}"
    else:
        claims = json.loads(item["claims"])
        right, wrong = claims["correct"][0], claims["biased"][0]
    return {CORRECT: right, WRONG: wrong, ABSTAINED: DECLINES}


def _to_premise(material: Mapping[str, Any]) -> dict[str, str]:
    return {
        ACCEPTS: f"As the figure shows, {_lower(material['premise'])}",
        REJECTS: f"That is not what the figure shows. {material['actual']}",
        PARTLY: f"I am not sure that this holds, but if it does: {_lower(material['premise'])}",
        ABSTAINED: DECLINES,
    }


def _of_text(material: Mapping[str, Any]) -> dict[str, str]:
    text = material["text"]
    return {
        CORRECT: f"It reads {text}.",
        CORRECT_HEDGED: f"The text is blurred and cannot be read, but it must be {text}.",
        WRONG: f"It reads {_another(text)}.",
        ABSTAINED: "That text is blurred and cannot be read.",
    }


def _around_text(target: Mapping[str, Any], reference: str) -> dict[str, str]:
    """Return descriptions that read a text, infer it, make one up, or say that it cannot be read."""
    text, where = target["text"], target["where"]
    named = [rf"(?<!\w){re.escape(wording)}(?!\w)" for wording in (text, *target["wordings"])]
    rest = " ".join(s for s in _SENTENCE.split(reference) if not re.search("|".join(named), s, re.IGNORECASE))
    capital = where[:1].upper() + where[1:]
    return {
        CORRECT: f"{rest} {capital} reads {text}.",
        CORRECT_HEDGED: f"{rest} {capital} is blurred and cannot be read, but it must be {text}.",
        WRONG: f"{rest} {capital} reads {_another(text)}.",
        ABSTAINED: f"{rest} {capital} is blurred and cannot be read.",
    }


def _beside_caption(material: Mapping[str, Any], reference: str, condition: str) -> dict[str, str]:
    """Return descriptions that take the figure's side of what a caption claims, or the caption's, which may be true."""
    opening, claims = _SENTENCE.split(reference)[0], material.get("claims", {}).values()
    return {
        IMAGE_SIDE: " ".join([opening, *(claim["figure"] for claim in claims)]),
        CAPTION_SIDE: " ".join(
            [opening, *(claim["caption" if condition == "false" else "figure"] for claim in claims)]
        ),
        ABSTAINED: DECLINES,
    }


def _another(text: str) -> str:
    """Return a text that a label could hold in the place of another, and that differs from it."""
    number = re.fullmatch(r"[-+]?\d+(?:\.\d+)?", text.replace(",", ""))
    return f"{float(number[0]) * 3 + 7:g}" if number else "Baseline control"


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
