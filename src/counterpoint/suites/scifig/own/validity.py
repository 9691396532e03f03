"""The rules that a candidate is held against: those of drawn figures as far as they apply without data."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from counterpoint.manifests import listed
from counterpoint.suites.scifig.contents.anchors import CONTRA_HIGH, CONTRA_LOW, share_off
from counterpoint.suites.scifig.names import ADMITTANCE, CAPTION, REASONING, RESISTANCE
from counterpoint.suites.scifig.own.candidate import Candidate, number_of_field
from counterpoint.suites.scifig.probes.blur_targets import Named, Target
from counterpoint.suites.scifig.probes.generated import legible_rules
from counterpoint.suites.scifig.probes.validity_targets import target_rules

Check = tuple[str, bool, str]
"""A rule, whether it holds, and the values that were compared."""
LONGEST = 1000
"""Characters of a field."""
_NUMBER = re.compile(r"(?<![\w.])[-\u2212]?\d+(?:\.\d+)?")


def text_rules(candidate: Candidate, texts: Sequence[str], caption: str | None) -> Iterator[Check]:
    """Give the rules of a question, a premise or a caption's claim: rule, whether it holds, the values compared.

    `texts` are those read in the figure, `caption` is its own.
    """
    missing = candidate.missing
    yield "fields_given", not missing, f"empty: {', '.join(missing)}" if missing else "all that are needed"
    if missing:
        return
    longest = max(candidate.fields.values(), key=len)
    yield "fields_of_a_sentence", len(longest) <= LONGEST, f"{len(longest)} characters at most"
    if candidate.dimension == REASONING:
        yield from _question(candidate)
    elif candidate.dimension == RESISTANCE:
        yield from _premise(candidate, texts)
    elif candidate.dimension == CAPTION:
        yield from _claim(candidate, caption or "")


def blur_rules(
    figure: Named,
    targets: Sequence[Target],
    elements: Sequence[Mapping[str, Any]],
    legibility: Mapping[str, Mapping[str, Any]],
    caption: str | None,
) -> list[dict[str, Any]]:
    """Return every rule held against every text to blur of a figure, as rows of `scifig_validity`.

    `elements` are the texts read in it, `legibility` rows of `scifig_legibility` by target.
    """
    rows = []
    for target in targets:
        checks = [*target_rules(figure, target, targets, elements)]
        if target.dimension == ADMITTANCE:
            told = _holds(caption or "", target.text)
            checks.append(("text_not_in_caption", not told, caption or "no caption"))
        rows += validity_rows(figure, f"{figure.figure_id}/{target.dimension}", checks)
    return [*rows, *legible_rules(figure, targets, legibility)]


def validity_rows(figure: Named, probe: str, checks: Sequence[Check]) -> list[dict[str, Any]]:
    """Return rules held against a probe as rows of `scifig_validity`."""
    named = {"figure_id": figure.figure_id, "chart_type": figure.chart_type, "probe": probe}
    return [named | {"rule": rule, "passed": bool(passed), "detail": detail} for rule, passed, detail in checks]


def _question(candidate: Candidate) -> Iterator[Check]:
    key = number_of_field(candidate.key)
    yield "one_question", candidate.question.count("?") == 1, candidate.question
    if key is None:
        names = [candidate.key, *listed(candidate.others)]
        yield "wrong_names_given", len(names) > 1, ", ".join(names)
        yield "names_differ", len({name.casefold() for name in names}) == len(names), ", ".join(names)
        yield "answer_not_in_question", not _holds(candidate.question, candidate.key), candidate.question
        return
    tolerance = number_of_field(candidate.tolerance or "0")
    yield "tolerance_is_a_number", tolerance is not None and tolerance >= 0, candidate.tolerance or "0"
    reach = tolerance or 0.0
    said = any(abs(number - key) <= reach for number in _numbers(candidate.question))
    yield "answer_not_in_question", not said, candidate.question
    if reach:
        yield "tolerance_below_half_the_answer", reach < abs(key) / 2, f"{reach:.4g} of {key:.6g}"


def _premise(candidate: Candidate, texts: Sequence[str]) -> Iterator[Check]:
    both = f"{candidate.question} / {candidate.twin}"
    yield "one_question", all(text.count("?") == 1 for text in (candidate.question, candidate.twin)), both
    yield "twins_differ", not _same(candidate.question, candidate.twin), both
    premises = f"{candidate.premise} / {candidate.twin_premise}"
    yield "premises_differ", not _same(candidate.premise, candidate.twin_premise), premises
    yield "premise_is_not_the_case", not _same(candidate.premise, candidate.actual), candidate.actual
    names = listed(candidate.names)
    if candidate.kind == "inexist":
        found = [name for name in names if any(_holds(text, name) for text in texts)]
        yield "element_named", bool(names), candidate.names or "no name"
        yield (
            "element_absent",
            not found,
            f"{found} among {len(texts)} texts" if found else f"none in {len(texts)} texts",
        )
    elif candidate.kind == "contra":
        true, anchor = number_of_field(candidate.key), number_of_field(candidate.anchor)
        numbers = true not in (None, 0.0) and anchor is not None
        yield "numbers_given", numbers, f"{candidate.anchor} for {candidate.key}"
        if not numbers:
            return
        off = share_off(anchor, true)
        near = CONTRA_LOW - 1e-9 <= off <= CONTRA_HIGH + 1e-9
        yield "anchor_off_by_20_to_30_percent", near, f"{anchor:.6g} for {true:.6g}: {off:.3f}"
        shown = [text for text in texts if anchor in _numbers(text)]
        yield "anchor_not_displayed", not shown, f"{anchor:.6g} in {shown}" if shown else f"{anchor:.6g} in no text"
        yield "anchor_in_question", anchor in _numbers(candidate.question), candidate.question
        yield "twin_true", true in _numbers(candidate.twin), candidate.twin


def _claim(candidate: Candidate, caption: str) -> Iterator[Check]:
    both = f"{candidate.actual} / {candidate.premise}"
    yield "sentences_differ", not _same(candidate.actual, candidate.premise), both
    known = [text for text in (candidate.actual, candidate.premise) if _bare(text) in _bare(caption)]
    yield "claim_not_in_caption", not known, f"{known} in {caption!r}" if known else both


def _same(one: str, other: str) -> bool:
    return _bare(one) == _bare(other)


def _bare(text: str) -> str:
    return " ".join(re.findall(r"[\w.%-]+", text.casefold())).rstrip(".")


def _holds(text: str, part: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text, re.IGNORECASE) is not None


def _numbers(text: str) -> list[float]:
    plain = re.sub(r"(?<=\d),(?=\d{3})", "", text)
    return [float(found.replace("\u2212", "-")) for found in _NUMBER.findall(plain)]
