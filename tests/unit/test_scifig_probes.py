"""Questions, premises, captions and blur targets of scientific figures, and their keys."""

import json
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up_figures import FIGURES, GROUPED, LINE, LOG, PIE, PLAIN, STACKED, YEARS, made_up_elements

from counterpoint.errors import UserError
from counterpoint.seeds import generator
from counterpoint.stimuli.scientific.experiments import figures
from counterpoint.stimuli.scientific.spec import Panel
from counterpoint.suites.scifig.contents.anchors import anchors, share_off
from counterpoint.suites.scifig.contents.captions import caption
from counterpoint.suites.scifig.contents.sequences import derivation, even, number_of, rule_of
from counterpoint.suites.scifig.contents.values import marks
from counterpoint.suites.scifig.names import CLAIM_KINDS, PREMISE_KINDS, REASONING_KINDS
from counterpoint.suites.scifig.probes.blur_targets import target_row, targets
from counterpoint.suites.scifig.probes.items import check_items, items, probes
from counterpoint.suites.scifig.probes.premises import premises
from counterpoint.suites.scifig.probes.reasoning import questions
from counterpoint.tables import as_table

DESCRIBE = {"bar": "Describe the bars.", "line": "Describe the lines.", "pie": "Describe the pie."}
SEEDS = range(8)


def rows_of(figure, seed=1):
    return items(probes(figure, made_up_elements(figure), seed), DESCRIBE)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.figure_id)
def test_a_figure_has_every_kind_of_item_and_units_are_shared(figure):
    rows = as_table("scifig_items", rows_of(figure)).to_pylist()
    check_items(rows)
    kinds = {row["kind"] for row in rows}
    assert kinds >= {*REASONING_KINDS, *PREMISE_KINDS, "describe"}
    units = {}
    for row in rows:
        units.setdefault(row["unit_id"], set()).add(row["item_id"].removeprefix(f"{figure.figure_id}/"))
    assert units[f"{figure.figure_id}/contra"] == {"contra/false", "contra/true"}
    assert units[f"{figure.figure_id}/describe"] == {"describe", "caption/false", "caption/true"}
    assert units[f"{figure.figure_id}/inductance"] == {"inductance/active", "inductance/passive"}


def test_items_depend_on_seed_and_figure_alone():
    assert rows_of(LINE) == rows_of(LINE)
    assert rows_of(LINE, 1) != rows_of(LINE, 2)


def test_every_key_of_the_material_says_what_is_judged():
    rows = {row["item_id"]: row for row in rows_of(PIE)}
    material = json.loads(rows["fig_006/caption/false"]["material"])
    claims = [key for key, kind in material["keys"].items() if kind == "claim"]
    assert claims == list(material["claims"])
    for claim in material["claims"].values():
        assert claim["caption"] != claim["figure"]
        assert claim["caption"] in rows["fig_006/caption/false"]["caption"]
        assert claim["figure"] in rows["fig_006/caption/true"]["caption"]
    # Under the true caption the same claims tell how often the false sentences are said without having been read.
    assert json.loads(rows["fig_006/caption/true"]["material"]) == material
    blurred = json.loads(rows["fig_006/admittance/passive"]["material"])
    assert blurred["keys"]["target_1"] == "target"
    assert "claims" not in blurred


def test_a_true_twin_contradicts_nothing():
    for row in rows_of(PLAIN):
        if row["dimension"] == "resistance":
            material = json.loads(row["material"])
            assert material["holds"] == (row["condition"] == "true")
            assert (material["premise"] == material["actual"]) == material["holds"]


def test_two_keys_for_one_question_stop_the_run():
    rows = [row for row in rows_of(PLAIN) if row["kind"] == "counting"]
    other = rows[0] | {"item_id": "fig_001/again", "correct_number": 99.0}
    with pytest.raises(UserError, match="different keys"):
        check_items([*rows, other])
    with pytest.raises(UserError, match="two items have this name"):
        check_items(rows * 2)


def test_keys_of_questions_worked_out_by_hand():
    found = {question.question: question.key for seed in range(60) for question in questions(PLAIN, seed)}
    assert found["For how many of the categories on the litter type axis is the mass loss above 40 %?"] == 2
    assert found["For which litter type is the mass loss highest?"] == "Alder"
    assert found["For which litter type is the mass loss second-lowest?"] == "Larch"
    pie = {question.question: question.key for seed in range(60) for question in questions(PIE, seed)}
    assert pie["Which is the second largest slice?"] == "Shrews"
    asked = "Taking the slices from the largest to the smallest, how many of them are needed to make up more than {} %?"
    assert pie[asked.format(75)] == 3  # 41 + 24 + 18 = 83
    stacked = {question.question: question.key for seed in range(90) for question in questions(STACKED, seed)}
    asked = "For which genotype is the whole bar, all its parts together, longest?"
    assert stacked[asked] == "Bur"  # 44 + 31 + 17 = 92
    line = {question.question: question.key for seed in range(200) for question in questions(LINE, seed)}
    assert line["How often do the lines of Mutant rpoS and Revertant cross in panel (a)?"] == 2
    what = "the optical density of Mutant rpoS in panel (a)"
    assert line[f"At which time does {what} turn from rising to falling? Answer in h."] == 8
    log = {question.question: question.key for seed in range(200) for question in questions(LOG, seed)}
    assert log["At which of the points along the day axis is the copies above 10000 per mL for the first time?"] == 5


def test_no_constant_answer_wins_and_anchors_lie_on_both_sides():
    drawn = list(figures(60, 1))
    for kind in REASONING_KINDS:
        keys = [question.key for figure in drawn for question in questions(figure, 1) if question.kind == kind]
        assert len(keys) >= 55
        assert max(keys.count(key) for key in set(keys)) <= 0.4 * len(keys)
    contra = [premise for figure in drawn for premise in premises(figure, 1) if premise.kind == "contra"]
    above = [premise.false.anchor > premise.true.anchor for premise in contra]
    assert 0.3 < sum(above) / len(above) < 0.7


@given(
    values=st.lists(st.floats(5, 95).map(lambda number: round(number, 1)), min_size=4, max_size=6),
    seed=st.integers(0, 1000),
)
def test_an_anchor_is_20_to_30_percent_off_and_no_other_value(values, seed):
    names = tuple(f"Name {'ABCDEF'[i]}" for i in range(len(values)))
    axis = replace(PLAIN.y, decimals=1)
    figure = replace(PLAIN, y=axis, panels=(Panel("", (tuple(values),)),), categories=names, ticks=(0.0, 50.0, 100.0))
    for mark in marks(figure):
        for anchor in anchors(figure, mark, 0.2, 0.3, generator(seed, "anchors")):
            assert 0.2 <= share_off(anchor, values[mark.category]) <= 0.3
            assert anchor not in values
            assert 0 < anchor < 100


def test_no_value_can_be_contradicted_on_an_axis_of_many_decades():
    contra = [premise for seed in SEEDS for premise in premises(LOG, seed) if premise.kind == "contra"]
    assert {premise.about for premise in contra} == {"count"}  # 30 % off is less than a reading's error there
    assert {premise.false.anchor for premise in contra} <= {4.0, 6.0}


def test_what_is_there_is_never_called_absent():
    abouts = {premise.about for seed in range(80) for premise in premises(GROUPED, seed) if premise.kind == "inexist"}
    assert abouts.isdisjoint({"error_bars", "legend"})
    assert "reference_line" in abouts
    abouts = {premise.about for seed in range(80) for premise in premises(PLAIN, seed) if premise.kind == "inexist"}
    assert "reference_line" not in abouts
    assert {"error_bars", "legend"} <= abouts


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.figure_id)
def test_captions_have_two_or_three_claims_of_different_kinds(figure):
    for seed in SEEDS:
        written = caption(figure, seed)
        kinds = [claim.kind for claim in written.claims]
        assert 2 <= len(kinds) <= 3
        assert len(set(kinds)) == len(kinds)
        assert set(kinds) <= set(CLAIM_KINDS)
        assert all(claim.true in written.true and claim.false in written.false for claim in written.claims)


def test_targets_are_disjoint_and_say_where_they_are():
    for figure in FIGURES:
        for seed in SEEDS:
            found = targets(figure, made_up_elements(figure), seed)
            as_table("scifig_targets", [target_row(figure, target) for target in found])
            ids = [target.element["element_id"] for target in found]
            assert len(set(ids)) == len(ids)
            for target in found:
                assert (target.derivation is not None) == (target.dimension == "inductance")
                assert target.text not in target.where


def test_what_follows_or_can_be_guessed_is_not_unrecoverable():
    def unrecoverable(figure):
        rows = made_up_elements(figure)
        return {t.text for seed in range(40) for t in targets(figure, rows, seed) if t.dimension == "admittance"}

    assert unrecoverable(YEARS) == {"Decomposition across sites"}  # years follow from one another
    assert "Wild type" not in unrecoverable(LINE)  # guessed from its partner, a mutant
    assert unrecoverable(replace(GROUPED, series=("Control", "Auxin", "Kinetin"))) == {
        *GROUPED.categories,
        "Auxin",
        "Kinetin",
    }
    titled = replace(GROUPED, title="Auxin and growth")
    assert "Auxin" not in unrecoverable(titled)


@given(first=st.integers(-500, 500), step=st.integers(1, 200), size=st.integers(4, 9), place=st.integers(0, 8))
def test_a_number_in_an_even_row_follows_from_its_neighbours(first, step, size, place):
    names = [str(first + step * i) for i in range(size)]
    index = place % size
    found = derivation(names, index)
    assert (found is not None) == (0 < index < size - 1)
    if found is not None:
        assert found.endswith(f": {names[index]}")
        assert 2 * number_of(names[index]) == number_of(names[index - 1]) + number_of(names[index + 1])


@given(st.lists(st.integers(1, 60), min_size=3, max_size=5))
def test_a_percentage_is_what_the_others_leave_of_100(parts):
    total = sum(parts)
    shares = [round(100 * part / total) for part in parts]
    shares[0] += 100 - sum(shares)
    if min(shares) <= 0:
        return
    names = tuple(f"Part {'QRSTUV'[i]}" for i in range(len(shares)))
    figure = replace(PIE, categories=names, panels=(Panel("", (tuple(map(float, shares)),)),), exploded=None)
    for target in targets(figure, made_up_elements(figure), 1):
        if target.dimension == "inductance":
            rest = 100 - sum(
                share for name, share in zip(names, shares, strict=True) if name != target.element["category"]
            )
            assert target.derivation.endswith(f"= {rest}")
            assert number_of(target.text) == rest


@pytest.mark.parametrize(
    ("names", "rule"),
    [
        (["10", "100", "1,000", "10,000"], "factors of 10"),
        (["10²", "10³", "10⁴", "10⁵"], "factors of 10"),
        (["Night 1", "Night 2", "Night 3", "Night 4"], "steps of 1"),
        (["18:00", "19:00", "20:00", "21:00"], None),
        (["Oct", "Nov", "Dec", "Jan"], "the order of the calendar"),
        (["Oak", "Beech", "Ash", "Elm"], None),
        (["1", "3", "10", "30"], None),
        (["5", "10", "15"], None),
        (["5", "5", "5", "5"], None),
    ],
)
def test_rows_of_names_that_go_on_by_a_rule(names, rule):
    assert rule_of(names) == rule


def test_even_steps_are_told_from_uneven_ones():
    assert even([0.1, 0.2, 0.3, 0.4]) == "steps of 0.1"
    assert even([1.0, 2.0, 4.0, 9.0]) is None
    assert math.isclose(number_of("−20"), -20)
