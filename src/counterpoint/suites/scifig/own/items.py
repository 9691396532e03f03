"""The items of figures of one's own: descriptions at once, probes once a person has accepted them.

Where questions and premises about drawn figures are proposed too, they go the same way.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from counterpoint.judging.fact import Fact
from counterpoint.manifests import listed
from counterpoint.suites.scifig.contents.captions import Caption, Claim
from counterpoint.suites.scifig.names import ADMITTANCE, CAPTION, INDUCTANCE, REASONING, RESISTANCE, SHAM
from counterpoint.suites.scifig.own.candidate import (
    ASKED,
    NO_REPLY,
    RECOGNITION,
    REJECTED,
    UNKNOWN,
    Candidate,
    candidate_in,
    candidate_of,
    number_of_field,
)
from counterpoint.suites.scifig.own.checklist import own_checklist
from counterpoint.suites.scifig.own.review import Review, review_row, reviewed
from counterpoint.suites.scifig.own.validity import blur_rules, text_rules, validity_rows
from counterpoint.suites.scifig.probes.blur_targets import Target
from counterpoint.suites.scifig.probes.items import Known, Probes, Stated, items
from counterpoint.suites.scifig.probes.premise import Premise, Side
from counterpoint.suites.scifig.probes.question import Operation, Question

Row = Mapping[str, Any]
PROPOSED = "proposed"
"""Value of `probes` by which also drawn figures are asked what is proposed."""
KINDS = {ADMITTANCE: "text", INDUCTANCE: "number"}
"""Kinds of texts to blur."""
FEWEST_CLAIMS = 2
"""Claims that a caption has at least, as those of drawn figures."""


@dataclass(frozen=True)
class OwnShown:
    """A figure of one's own, or a drawn one about which something is proposed, as the run's tables have it."""

    figure_id: str
    chart_type: str
    description: str
    caption: str | None
    drawn: bool = False
    """Whether it is drawn: only its questions and premises are proposed."""


def own_shown(figures: Iterable[Row], probes: str) -> dict[str, OwnShown]:
    """Return the figures about which something is proposed, by name, from rows of `scifig_figures`.

    They are one's own, and where `probes` is `proposed` the drawn ones too.
    """
    return {
        row["figure_id"]: OwnShown(
            row["figure_id"], row["chart_type"], row["description"], row["caption"], row["data"] is not None
        )
        for row in figures
        if row["data"] is None or probes == PROPOSED
    }


def target_candidates(figures: Mapping[str, OwnShown], targets: Iterable[Row]) -> list[Candidate]:
    """Return the texts to blur of one's own figures, controls and drawn ones apart, from rows of `scifig_targets`."""
    return [
        candidate_of(
            row["figure_id"],
            row["dimension"],
            KINDS[row["dimension"]],
            RECOGNITION,
            key=row["text"],
            where=row["where"],
            steps=row["derivation"] or "",
        )
        for row in targets
        if row["figure_id"] in figures and not figures[row["figure_id"]].drawn and row["dimension"] != SHAM
    ]


def checked_candidates(
    figures: Mapping[str, OwnShown],
    candidates: Sequence[Candidate],
    unread: Mapping[str, str],
    decisions: Mapping[str, Review],
    elements: Iterable[Row],
    targets: Iterable[Row],
    legibility: Iterable[Row],
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the rows of `scifig_candidates`, decisions taken in, and those of `scifig_validity`.

    `unread` says of figures why the generator's reply could not be read. What was rejected is held against no rule.
    Of a drawn figure a caption is known, and none is taken.
    """
    candidates = [c for c in candidates if not (figures[c.figure_id].drawn and c.dimension == CAPTION)]
    texts, blurred = _by_figure(elements, figures), _targets(elements, targets)
    read = {row["target_id"]: row for row in legibility}
    found = reviewed(candidates, decisions, figures)
    held: list[dict[str, Any]] = []
    questions: set[tuple[str, str]] = set()
    for candidate, state in found:
        if state in (REJECTED, UNKNOWN):
            continue
        figure = figures[candidate.figure_id]
        shown = [row["text"] for row in texts[candidate.figure_id] if row["text"]]
        checks = list(text_rules(candidate, shown, figure.caption))
        if candidate.question:
            again = (candidate.figure_id, candidate.question.casefold()) in questions
            checks.append(("question_asked_once", not again, candidate.question))
            questions.add((candidate.figure_id, candidate.question.casefold()))
        held += validity_rows(figure, candidate.probe, checks)
    for figure in figures.values():
        chosen = _chosen(figure, [(c, s) for c, s in found if s not in (REJECTED, UNKNOWN)], blurred)
        said = {target.element["element_id"]: target.text for target in chosen}
        rows_read = [dict(row) | {"text": said.get(row["element_id"], row["text"])} for row in texts[figure.figure_id]]
        held += blur_rules(figure, chosen, rows_read, read, figure.caption)
    problems = defaultdict(list)
    for row in held:
        if not row["passed"]:
            problems[row["probe"]].append(f"{row['rule']}: {row['detail']}")
    rows = [
        review_row(
            candidate,
            state,
            "; ".join(problems[candidate.probe]),
            figures[candidate.figure_id].chart_type if candidate.figure_id in figures else "",
            decisions.get(candidate.probe),
        )
        for candidate, state in found
    ]
    for figure_id, why in unread.items():
        none = Candidate(figure_id, f"{figure_id}/generator", "", "", "generator")
        rows.append(review_row(none, NO_REPLY, why, figures[figure_id].chart_type, None))
    return rows, held


def stated_probes(candidates: Iterable[Row], validity: Iterable[Row]) -> dict[str, Stated]:
    """Return the questions and premises of each figure that are asked, from what `checked_candidates` returned."""
    return {figure_id: _stated(accepted) for figure_id, accepted in _asked(candidates, validity).items()}


def own_items(
    figures: Mapping[str, OwnShown],
    candidates: Iterable[Row],
    validity: Iterable[Row],
    elements: Iterable[Row],
    targets: Iterable[Row],
    describe: Mapping[str, str],
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the rows of `scifig_items` of one's own figures, and those of `scifig_validity` that they add.

    Asked is what was accepted or edited and fails no rule; a caption's claims stand behind the figure's own caption.
    `candidates` and `validity` are what `checked_candidates` returned; `describe` is what asks for a description, by
    chart type.
    """
    asked = _asked(candidates, validity)
    texts, blurred = _by_figure(elements, figures), _targets(elements, targets)
    rows, held = [], []
    for figure in (one for one in figures.values() if not one.drawn):
        accepted = asked[figure.figure_id]
        claims = tuple(_claim(figure, one) for one in accepted if one.dimension == CAPTION)
        if claims:
            enough = len(claims) >= FEWEST_CLAIMS
            kinds = ", ".join(claim.kind for claim in claims)
            held += validity_rows(figure, f"{figure.figure_id}/caption", [("two_or_more_claims", enough, kinds)])
            claims = claims if enough else ()
        chosen = _chosen(figure, [(one, "") for one in accepted], blurred)
        found = Probes(
            figure,
            Known(figure.description, (), own_checklist(figure.chart_type, figure.description)),
            texts[figure.figure_id],
            *_stated(accepted),
            Caption(figure.caption or "", claims) if figure.caption or claims else None,
            tuple(target for target in chosen if target.dimension != SHAM),
        )
        rows += items(found, describe)
    return rows, held


def _asked(candidates: Iterable[Row], validity: Iterable[Row]) -> dict[str, list[Candidate]]:
    """Return by figure what was accepted or edited and fails no rule."""
    failed = {row["probe"] for row in validity if not row["passed"]}
    asked: dict[str, list[Candidate]] = defaultdict(list)
    for row in candidates:
        if row["state"] in ASKED and row["probe"] not in failed:
            asked[row["figure_id"]].append(candidate_in(row))
    return asked


def _stated(accepted: Sequence[Candidate]) -> Stated:
    return (
        tuple(_question(one) for one in accepted if one.dimension == REASONING),
        tuple(_premise(one) for one in accepted if one.dimension == RESISTANCE),
    )


def _by_figure(elements: Iterable[Row], figures: Mapping[str, OwnShown]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    names = {f"{figure_id}/clean": figure_id for figure_id in figures}
    for row in elements:
        if row["stimulus_id"] in names:
            found[names[row["stimulus_id"]]].append(row)
    return found


def _targets(elements: Iterable[Row], targets: Iterable[Row]) -> dict[tuple[str, str], Target]:
    """Return the texts to blur by figure and dimension."""
    known = {(row["stimulus_id"], row["element_id"]): row for row in elements}
    return {
        (row["figure_id"], row["dimension"]): Target(
            row["dimension"],
            KINDS.get(row["dimension"], SHAM),
            known[f"{row['figure_id']}/clean", row["element_id"]],
            row["where"],
            row["derivation"],
        )
        for row in targets
        if (f"{row['figure_id']}/clean", row["element_id"]) in known
    }


def _chosen(
    figure: OwnShown, candidates: Iterable[tuple[Candidate, str]], blurred: Mapping[tuple[str, str], Target]
) -> list[Target]:
    """Return a figure's texts to blur as they were decided on, and the control where there is any."""
    found = []
    for candidate, _ in candidates:
        target = blurred.get((figure.figure_id, candidate.dimension))
        if candidate.figure_id == figure.figure_id and target is not None and not candidate.missing:
            read = dict(target.element) | {"text": candidate.key}
            found.append(Target(target.dimension, target.kind, read, candidate.where, candidate.steps or None))
    sham = blurred.get((figure.figure_id, SHAM))
    return [*found, *([sham] if sham is not None and found else [])]


def _question(one: Candidate) -> Question:
    number = number_of_field(one.key)
    reach = number_of_field(one.tolerance or "0") or 0.0
    if number is None:
        return Question(one.kind, Operation("stated"), one.question, one.key, one.steps, listed(one.others))
    return Question(one.kind, Operation("stated"), one.question, float(number), one.steps, tolerance=reach)


def _premise(one: Candidate) -> Premise:
    names, true, anchor = listed(one.names), number_of_field(one.key), number_of_field(one.anchor)
    numbers = () if true is None else (true,)
    return Premise(
        one.kind,
        "stated",
        Side(one.question, one.premise, one.actual, names, numbers, anchor),
        Side(one.twin, one.twin_premise, one.twin_premise, names, numbers, true),
    )


def _claim(figure: OwnShown, one: Candidate) -> Claim:
    """Return a claim whose two sentences are their own facts: a reply states one in its words, or a judge decides."""
    item = "percentages" if figure.chart_type == "pie" else "values"
    bare = [sentence.rstrip(". ") for sentence in (one.actual, one.premise)]
    true, false = (
        Fact(f"{one.kind}/{side}", item, "extreme", f"{said}.", (), (said,), (other,))
        for side, said, other in (("figure", bare[0], bare[1]), ("caption", bare[1], bare[0]))
    )
    return Claim(one.kind, (), f"{bare[0]}.", f"{bare[1]}.", true, false)
