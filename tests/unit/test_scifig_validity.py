"""The validity rules of SciFig: probes as made pass, and each fault that a rule is there for is found."""

from dataclasses import replace

import pytest
from made_up_figures import FIGURES, GROUPED, LINE, PIE, PLAIN, YEARS, made_up_elements

from counterpoint.stimuli.scientific.spec import Reference
from counterpoint.suites.scifig.contents.captions import caption
from counterpoint.suites.scifig.probes.items import items, probes
from counterpoint.suites.scifig.probes.premises import premises
from counterpoint.suites.scifig.probes.reasoning import questions
from counterpoint.suites.scifig.probes.validity import check, valid
from counterpoint.tables import as_table

DESCRIBE = dict.fromkeys(("bar", "line", "pie"), "Describe.")


def found_in(figure, seed=1):
    return probes(figure, made_up_elements(figure), seed)


def failed(found):
    rows = check(found, 1)
    as_table("scifig_validity", rows)
    return {(row["probe"].split("/", 1)[1], row["rule"]) for row in rows if not row["passed"]}


def one(made, **wanted):
    """Return the first of some probes, over seeds, that has certain values."""
    for seed in range(300):
        for probe in made(seed):
            if all(getattr(probe, name) == value for name, value in wanted.items()):
                return probe
    raise AssertionError(f"no probe with {wanted}")


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.figure_id)
def test_probes_pass_as_they_are_made(figure):
    for seed in range(6):
        assert failed(found_in(figure, seed)) == set()


def with_question(question):
    return replace(found_in(PLAIN), questions=(question,))


def test_a_wrong_key_is_found():
    question = one(lambda seed: questions(PLAIN, seed), kind="counting")
    wrong = with_question(replace(question, key=question.key + 1))
    assert ("reason/counting", "key_rederived") in failed(wrong)
    question = one(lambda seed: questions(PLAIN, seed), kind="comparison")
    wrong = with_question(replace(question, key=question.others[0]))
    assert ("reason/comparison", "key_rederived") in failed(wrong)


def test_an_answer_that_hangs_on_a_hair_is_found():
    question = one(lambda seed: questions(PLAIN, seed), kind="counting")
    near = replace(question, operation=replace(question.operation, number=42.3))  # a value is 42
    assert ("reason/counting", "answer_unique_by_margin") in failed(with_question(near))


def test_a_question_that_holds_its_answer_or_asks_two_things_is_found():
    question = one(lambda seed: questions(PLAIN, seed), kind="comparison")
    told = replace(question, question=f"{question.question} Is it {question.key}?")
    assert {("reason/comparison", "answer_not_in_question"), ("reason/comparison", "one_question")} <= failed(
        with_question(told)
    )


def test_a_question_on_other_marks_than_it_names_is_found():
    question = one(lambda seed: questions(GROUPED, seed), kind="computation")
    other = replace(
        question, question=question.question.replace(GROUPED.series[question.operation.marks[0].series], "X")
    )
    assert ("reason/computation", "operands_named") in failed(replace(found_in(GROUPED), questions=(other,)))


@pytest.mark.parametrize("factor", [1.14, 1.67, 0.86])
def test_an_anchor_that_is_too_near_or_too_far_is_found(factor):
    premise = one(lambda seed: premises(PLAIN, seed), kind="contra")
    anchor = premise.true.anchor * factor
    off = replace(premise, false=replace(premise.false, anchor=anchor))
    rules = failed(replace(found_in(PLAIN), premises=(off,)))
    assert {("contra", "anchor_off_by_20_to_30_percent"), ("contra", "anchor_in_question")} <= rules


def test_an_anchor_that_the_figure_shows_elsewhere_is_found():
    premise = one(lambda seed: premises(PLAIN, seed), kind="contra")
    shown = replace(premise, false=replace(premise.false, anchor=20.0))  # a tick
    assert ("contra", "anchor_not_displayed") in failed(replace(found_in(PLAIN), premises=(shown,)))


def test_an_absent_element_that_is_there_is_found():
    premise = one(lambda seed: premises(GROUPED, seed), about="reference_line")
    drawn = replace(found_in(replace(GROUPED, reference=Reference("Limit", 33.0))), premises=(premise,))
    assert ("inexist", "element_absent") in failed(drawn)
    premise = one(lambda seed: premises(PLAIN, seed), about="error_bars")
    assert ("inexist", "element_absent") in failed(replace(found_in(GROUPED), premises=(premise,)))


@pytest.mark.parametrize("about", ["name", "error_bars", "reference_line", "second_axis", "legend"])
def test_a_true_twin_about_what_is_not_there_is_found(about):
    figure = GROUPED if about == "reference_line" else PLAIN
    premise = one(lambda seed: premises(figure, seed), about=about)
    true = premise.true
    changes = [{"numbers": tuple(number * 1.01 for number in true.numbers)}] if true.numbers else []
    changes += [{"names": (*true.names[:-1], "Elsewhere")}] if about not in ("error_bars", "reference_line") else []
    for change in changes:
        wrong = replace(premise, true=replace(true, **change))
        assert ("inexist", "twin_is_there") in failed(replace(found_in(figure), premises=(wrong,)))


@pytest.mark.parametrize("about", ["p_value", "cause", "sample_size", "instrument", "outside"])
def test_a_true_twin_that_the_figure_does_not_tell_is_found(about):
    figure = LINE if about == "outside" else PLAIN
    premise = one(lambda seed: premises(figure, seed), about=about)
    change = {"names": ("unit", "furlong")} if about == "instrument" else {"numbers": (premise.true.numbers[0] + 1,)}
    wrong = replace(premise, true=replace(premise.true, **change))
    assert ("unanswerable", "twin_is_told") in failed(replace(found_in(figure), premises=(wrong,)))


def test_what_the_figure_does_tell_is_no_unanswerable_question():
    premise = one(lambda seed: premises(PLAIN, seed), about="sample_size")
    told = found_in(replace(PLAIN, title="Decomposition (n = 12)"))
    assert ("unanswerable", "not_told") in failed(replace(told, premises=(premise,)))
    premise = one(lambda seed: premises(LINE, seed), about="outside")
    inside = replace(premise, false=replace(premise.false, question="What is it at 12 h?"))
    assert ("unanswerable", "not_told") in failed(replace(found_in(LINE), premises=(inside,)))


def test_a_premise_with_a_false_order_in_it_is_found():
    premise = one(lambda seed: premises(PLAIN, seed), about="cause")
    turned = replace(premise, marks=premise.marks[::-1])
    assert ("unanswerable", "order_holds") in failed(replace(found_in(PLAIN), premises=(turned,)))


def claim_of(figure, kind):
    return one(lambda seed: caption(figure, seed).claims, kind=kind)


def with_claim(figure, claim):
    written = caption(figure, 1)
    others = tuple(other for other in written.claims if other.kind != claim.kind)
    return replace(found_in(figure), caption=replace(written, claims=(claim, *others)[:3]))


def test_claims_that_are_not_true_or_not_false_are_found():
    claim = claim_of(PLAIN, "value_anchor")
    near = replace(claim, numbers=(claim.numbers[0], claim.numbers[0] * 1.1))
    assert ("caption", "false_number_off_by_20_percent") in failed(with_claim(PLAIN, near))
    wrong = replace(claim, numbers=(claim.numbers[0] * 1.3, claim.numbers[1]))
    assert ("caption", "true_number_holds") in failed(with_claim(PLAIN, wrong))
    claim = claim_of(YEARS, "trend_characterization")
    turned = replace(claim, true=claim.false, false=claim.true)
    assert {("caption", "true_trend_holds"), ("caption", "false_trend_fails")} <= failed(with_claim(YEARS, turned))
    claim = claim_of(PLAIN, "comparison_swap")
    assert ("caption", "order_holds") in failed(with_claim(PLAIN, replace(claim, about=claim.about[::-1])))
    claim = claim_of(PLAIN, "ranking_inversion")
    turned = replace(claim, about=claim.about[::-1])
    assert ("caption", "true_end_is_said") in failed(with_claim(PLAIN, turned))


def with_elements(figure, change):
    """Return a figure's probes among elements of which one was changed after the targets were chosen."""
    found = found_in(figure)
    return replace(found, elements=change([dict(row) for row in found.elements], found))


def test_a_text_that_stands_twice_is_no_unrecoverable_one():
    def repeat(rows, found):
        (target,) = [t for t in found.targets if t.dimension == "admittance"]
        return [*rows, {**rows[0], "element_id": "note/0", "text": f"after {target.text.lower()} was added"}]

    assert ("admittance", "text_occurs_once") in failed(with_elements(GROUPED, repeat))


def test_a_row_that_does_not_go_on_evenly_gives_no_derivation():
    def bend(rows, found):
        (target,) = [t for t in found.targets if t.dimension == "inductance"]
        partners = [
            row
            for row in rows
            if (row["role"], row["series"]) == ("tick", "y") and row["element_id"] != target.element["element_id"]
        ]
        partners[-1]["text"] = "97"
        return rows

    assert ("inductance", "text_follows") in failed(with_elements(PLAIN, bend))


def test_percentages_that_do_not_add_up_give_no_derivation():
    def bend(rows, found):
        (target,) = [t for t in found.targets if t.dimension == "inductance"]
        others = [r for r in rows if r["role"] == "data_label" and r["element_id"] != target.element["element_id"]]
        others[0]["text"] = "50 %"
        return rows

    assert ("inductance", "text_follows") in failed(with_elements(PIE, bend))


def test_a_blur_that_would_cover_another_text_is_found():
    def cover(rows, found):
        (target,) = [t for t in found.targets if t.dimension == "admittance"]
        box = {side: target.element[side] for side in ("x0", "y0", "x1", "y1")}
        return [*rows, {**rows[0], "element_id": "note/0", "text": "Note", **box}]

    assert ("admittance", "box_holds_no_other_text") in failed(with_elements(GROUPED, cover))


def test_one_text_in_both_dimensions_is_found():
    found = found_in(PLAIN)
    both = tuple(replace(target, element=found.targets[0].element) for target in found.targets)
    rules = failed(replace(found, targets=both))
    assert {("admittance", "targets_disjoint"), ("inductance", "targets_disjoint")} <= rules


def test_a_probe_that_fails_is_not_asked_and_the_others_are():
    found = found_in(PLAIN)
    wrong = replace(found.questions[0], key=99.0)
    found = replace(found, questions=(wrong, *found.questions[1:]))
    kept = valid(found, check(found, 1))
    assert kept.questions == found.questions[1:]
    assert (kept.premises, kept.caption, kept.targets) == (found.premises, found.caption, found.targets)
    asked = {row["item_id"] for row in items(kept, DESCRIBE)}
    assert f"fig_001/reason/{wrong.kind}" not in asked
