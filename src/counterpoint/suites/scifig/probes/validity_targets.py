"""Whether a blurred text is what its dimension says: unrecoverable or derivable, checked anew from the elements."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from counterpoint.stimuli.scientific.spec import ScientificFigure
from counterpoint.suites.scifig.contents.sequences import number_of, rule_of
from counterpoint.suites.scifig.names import ADMITTANCE, INDUCTANCE
from counterpoint.suites.scifig.probes.blur_targets import GUESSABLE, SHAM, Target

_OFF_LINE = 0.1
"""Largest distance of a tick's label from an even row, as a share of its steps."""
_LEAST = 6.0
"""Least width and height of a text that is blurred, in px."""


def target_rules(
    figure: ScientificFigure, target: Target, targets: Sequence[Target], elements: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, bool, str]]:
    """Give the rules of a text to blur: rule, whether it holds, and the values compared."""
    row = target.element
    texts = [other for other in elements if other["text"] and other["element_id"] != row["element_id"]]
    own = [other["text"] for other in elements if other["element_id"] == row["element_id"]]
    yield "text_is_the_elements", own == [target.text], f"{target.text!r} for {own}"
    yield "text_not_in_question", not _holds(target.question, target.text), target.question
    others = [other for other in targets if other is not target]
    clash = [other.dimension for other in others if other.element["element_id"] == row["element_id"]]
    yield "targets_disjoint", not clash, f"also {clash}" if clash else f"{len(others)} others"
    size = (row["x1"] - row["x0"], row["y1"] - row["y0"])
    yield "box_has_room", min(size) >= _LEAST, f"{size[0]:.0f} x {size[1]:.0f} px"
    over = [other["text"] for other in texts if _overlap(row, other)]
    yield "box_holds_no_other_text", not over, f"also {over}" if over else "alone"
    if target.dimension == ADMITTANCE:
        again = [other["text"] for other in texts if _holds(other["text"], target.text)]
        yield "text_occurs_once", not again, f"also in {again}" if again else f"once in {len(texts) + 1} texts"
        yield "no_derivation", target.derivation is None and not _derivable(figure, row, texts), target.kind
        words = sorted(GUESSABLE & set(re.findall(r"[^\W\d_]+", target.text.casefold())))
        yield "no_word_to_guess", not words, ", ".join(words) or target.text
    elif target.dimension == INDUCTANCE:
        yield "derivation_given", bool(target.derivation), target.derivation or ""
        follows = _follows(figure, target, texts)
        yield (
            "text_follows",
            follows is not None and follows == number_or_text(target.text),
            f"{follows} for {target.text}",
        )
    elif target.dimension == SHAM:
        needed = [other.question for other in others if _holds(other.question, target.text)]
        yield "no_question_needs_it", not needed, f"needed by {needed}" if needed else target.text


def number_or_text(text: str) -> float | str:
    """Return the number that a text is, rounded as derived numbers are, else the text itself."""
    number = number_of(text)
    return text.casefold() if number is None else float(f"{number:.6g}")


def _holds(text: str, part: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text, re.IGNORECASE) is not None


def _overlap(row: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return min(row["x1"], other["x1"]) > max(row["x0"], other["x0"]) and min(row["y1"], other["y1"]) > max(
        row["y0"], other["y0"]
    )


def _derivable(figure: ScientificFigure, row: Mapping[str, Any], texts: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether a text is one of a row that goes on by a rule: all names of its role, or the categories."""
    partners = [other["text"] for other in texts if other["role"] == row["role"] and other["group"] == row["group"]]
    if number_of(row["text"]) is not None and any(number_of(text) is not None for text in partners):
        return True
    return row["role"] == "tick" and rule_of(figure.categories) is not None


def _follows(figure: ScientificFigure, target: Target, texts: Sequence[Mapping[str, Any]]) -> float | str | None:
    """Return what the texts that stay readable say that a blurred one is; None where they say nothing."""
    row = target.element
    group = [other for other in texts if other["role"] == row["role"] and other["group"] == row["group"]]
    if target.kind == "percentage":
        numbers = [number_of(other["text"]) for other in group if other["value"] is not None]
        return float(f"{100 - sum(numbers):.6g}")
    ticks = [other for other in group if other["series"] == row["series"]]
    along = (
        "x"
        if np.ptp([_centre(other, "x") for other in ticks]) > np.ptp([_centre(other, "y") for other in ticks])
        else "y"
    )
    places = np.array([_centre(other, along) for other in ticks])
    numbers = [number_of(other["text"]) for other in ticks]
    if None in numbers:
        return _between(row, ticks, along)
    here = _centre(row, along)
    for forward, back in ((lambda x: x, lambda x: x), (np.log, np.exp)):
        if forward is np.log and min(numbers) <= 0:
            continue
        known = forward(np.array(numbers))
        line = np.polyfit(places, known, 1)
        step = np.abs(np.diff(np.sort(known))).min()
        if np.abs(np.polyval(line, places) - known).max() <= _OFF_LINE * step:
            read = float(np.polyval(line, here))
            own = number_of(target.text)
            on_line = own is not None and abs(forward(own) - read) <= _OFF_LINE * step
            return float(f"{own:.6g}") if on_line else float(back(read))
    return None


def _between(row: Mapping[str, Any], ticks: Sequence[Mapping[str, Any]], along: str) -> str | None:
    """Return the name of a calendar that stands between two neighbours."""
    names = [other["text"] for other in sorted([*ticks, row], key=lambda other: _centre(other, along))]
    return row["text"].casefold() if rule_of(names) is not None or rule_of(names[::-1]) is not None else None


def _centre(row: Mapping[str, Any], along: str) -> float:
    return (row[f"{along}0"] + row[f"{along}1"]) / 2
