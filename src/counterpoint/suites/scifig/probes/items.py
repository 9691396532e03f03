"""All items of a figure: description, captions, questions, premises and blurred texts, as rows of `scifig_items`."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from counterpoint.asked import NUMBER, OPEN
from counterpoint.errors import UserError
from counterpoint.judging.fact import Fact
from counterpoint.stimuli.scientific.spec import ScientificFigure
from counterpoint.suites.scifig.checklist import ISSUES
from counterpoint.suites.scifig.contents.captions import Caption, Claim, caption
from counterpoint.suites.scifig.contents.descriptions import description
from counterpoint.suites.scifig.contents.statements import checklist, facts
from counterpoint.suites.scifig.names import CAPTION, PERCEPTION, REASONING, RESISTANCE, SUITE
from counterpoint.suites.scifig.probes.blur_targets import SHAM, Named, Target, target_id, targets
from counterpoint.suites.scifig.probes.premise import Premise, Side
from counterpoint.suites.scifig.probes.premises import premises
from counterpoint.suites.scifig.probes.question import Question
from counterpoint.suites.scifig.probes.reasoning import questions

Stated = tuple[tuple[Question, ...], tuple[Premise, ...]]
"""Questions and premises about a figure that someone proposed and a person accepted."""


@dataclass(frozen=True)
class Known:
    """What descriptions of a figure are judged by."""

    reference: str
    """Description by an expert, or made from the data."""
    facts: tuple[Fact, ...]
    """Single facts; none where the data are unknown."""
    checklist: Mapping[str, str | None]
    """By item, what has to be described; None where the figure has no such thing. What is not known is left out."""


@dataclass(frozen=True)
class Probes:
    """Everything that is asked about one figure."""

    figure: Named
    known: Known
    elements: Sequence[Mapping[str, Any]]
    """Rows of `elements` of its clean picture."""
    questions: tuple[Question, ...]
    premises: tuple[Premise, ...]
    caption: Caption | None
    targets: tuple[Target, ...]


def probes(figure: ScientificFigure, elements: Sequence[Mapping[str, Any]], seed: int) -> Probes:
    """Return all that can be asked about a figure, before its validity is checked."""
    return Probes(
        figure,
        Known(description(figure), tuple(facts(figure)), checklist(figure)),
        elements,
        tuple(questions(figure, seed)),
        tuple(premises(figure, seed)),
        caption(figure, seed),
        tuple(targets(figure, elements, seed)),
    )


def items(found: Probes, describe: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return a figure's items as rows of `scifig_items`; `describe` is what asks for a description, by chart type.

    Items of one unit differ in what is sent alone: a description with and without caption, a premise false and true.
    """
    figure, ask = found.figure, describe[found.figure.chart_type]
    rows = [_describing(found, "describe", PERCEPTION, "", ask, _material(found.known))]
    if found.caption is not None:
        material = _material(found.known, claims=[_claim(claim) for claim in found.caption.claims])
        for condition in ("true", "false") if found.caption.claims else ("true",):
            row = _describing(found, f"caption/{condition}", CAPTION, condition, ask, material)
            rows.append(row | {"caption": getattr(found.caption, condition)})
    rows += [_question(figure, question) for question in found.questions]
    for premise in found.premises:
        rows += [_premise(figure, premise, holds) for holds in (False, True)]
    for target in found.targets:
        if target.dimension != SHAM:
            rows += _blurred(found, target, ask)
    return rows


def check_items(rows: Iterable[Mapping[str, Any]]) -> None:
    """Stop where two items have one name, or one question about a figure has two keys.

    Raises UserError, with both items.
    """
    named: dict[str, Mapping[str, Any]] = {}
    keys: dict[tuple[str, str], tuple[str, Any]] = {}
    for row in rows:
        name = row["item_id"]
        if name in named:
            raise UserError(f"scifig items: {name}: two items have this name; figures must have different names")
        named[name] = row
        if row["answer"] == OPEN:
            continue
        key = (row["correct_number"], row["claims"])
        other, known = keys.setdefault((row["figure_id"], row["question"]), (name, key))
        if known != key:
            raise UserError(f"scifig items: {other} and {name} ask {row['question']!r} and have different keys")


def _row(figure: Named, name: str, unit: str, **known: Any) -> dict[str, Any]:
    empty = dict.fromkeys(("target_id", "caption", "claims", "rubric", "material", "correct_number", "tolerance"))
    ids = {"item_id": f"{figure.figure_id}/{name}", "unit_id": f"{figure.figure_id}/{unit}", "suite": SUITE}
    of = {"figure_id": figure.figure_id, "chart_type": figure.chart_type, "condition": "", "steps": ""}
    return {**ids, **of, **empty, **known}


def _describing(
    found: Probes, name: str, dimension: str, condition: str, ask: str, material: dict[str, Any]
) -> dict[str, Any]:
    known = {"dimension": dimension, "kind": "describe", "condition": condition, "question": ask, "answer": OPEN}
    return _row(found.figure, name, "describe", **known, rubric="description", material=_json(material))


def _material(
    known: Known,
    claims: Sequence[dict[str, Any]] = (),
    blurred: Sequence[Target] = (),
) -> dict[str, Any]:
    """Return what a description is judged by."""
    material = {
        "reference": known.reference,
        "facts": [asdict(fact) for fact in known.facts],
        "checklist": dict(known.checklist),
    }
    keys = {**dict.fromkeys(known.checklist, "item"), **dict.fromkeys(ISSUES, "issues")}
    for name, shown in (("claim", claims), ("target", [_target(target) for target in blurred])):
        if shown:
            named = {f"{name}_{number}": entry for number, entry in enumerate(shown, 1)}
            material[f"{name}s"] = named
            keys |= dict.fromkeys(named, name)
    return material | {"keys": keys}


def _claim(claim: Claim) -> dict[str, Any]:
    """Return a claim for the judge: what the false caption says, and what the figure shows.

    It is the same beside the true caption: there it tells how often the false sentence is said by those who did not
    read it.
    """
    return {
        "kind": claim.kind,
        "caption": claim.false,
        "figure": claim.true,
        "caption_fact": asdict(claim.caption_fact),
        "figure_fact": asdict(claim.figure_fact),
    }


def _target(target: Target) -> dict[str, Any]:
    return {"where": target.where, "text": target.text, "wordings": target.wordings}


def _question(figure: Named, question: Question) -> dict[str, Any]:
    number = question.answer == NUMBER
    correct = [f"{question.key:.6g}"] if number else [question.key]
    within = {"tolerance": question.tolerance} if number else {}
    name = f"reason/{question.kind}"
    return _row(
        figure,
        name,
        name,
        dimension=REASONING,
        kind=question.kind,
        question=question.question,
        answer=question.answer,
        claims=_json({"correct": correct, "biased": list(question.others)} | within),
        correct_number=question.key if number else None,
        tolerance=question.tolerance if number else None,
        steps=question.steps,
    )


def _premise(figure: Named, premise: Premise, holds: bool) -> dict[str, Any]:
    side: Side = premise.true if holds else premise.false
    # What is the case differs from the premise where that is false, and not at all where it is true: the answer to a
    # true twin must not look like a correction.
    contradicts = side.numbers if premise.kind == "contra" and not holds else ()
    material = {
        "kind": premise.kind,
        "holds": holds,
        "premise": side.premise,
        "actual": side.premise if holds else side.actual,
        "actual_numbers": list(contradicts),
        "anchor": side.anchor,
        "names": list(side.names),
    }
    condition = "true" if holds else "false"
    known = {"dimension": RESISTANCE, "kind": premise.kind, "condition": condition, "question": side.question}
    return _row(
        figure,
        f"{premise.kind}/{condition}",
        premise.kind,
        **known,
        answer=OPEN,
        rubric="premise",
        material=_json(material),
        steps=side.actual,
    )


def _blurred(found: Probes, target: Target, ask: str) -> list[dict[str, Any]]:
    """Return the item that asks for a blurred text, and the one that has its figure described."""
    figure, unit = found.figure, target.dimension
    shared = {
        "dimension": target.dimension,
        "kind": target.kind,
        "target_id": target_id(figure, target),
        "answer": OPEN,
    }
    active = {"question": target.question, "rubric": "blurred", "material": _json(_target(target))}
    passive = {"question": ask, "rubric": "description", "material": _json(_material(found.known, blurred=[target]))}
    steps = target.derivation or ""
    return [
        _row(figure, f"{unit}/active", unit, condition="active", steps=steps, **shared, **active),
        _row(figure, f"{unit}/passive", unit, condition="passive", steps=steps, **shared, **passive),
    ]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
