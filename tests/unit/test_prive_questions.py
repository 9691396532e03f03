"""PriVE's questions: keys computed from the values shown, balanced, and nothing that tells of the edit."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prive_samples import ITEMS, PAIRS, coloured, counted

from counterpoint.errors import UserError
from counterpoint.judging.rule_labels import label_of
from counterpoint.stimuli.objects.manifest import load_manifests
from counterpoint.suites.prive.audit import check_keys
from counterpoint.suites.prive.drawn import drawn_pairs
from counterpoint.suites.prive.names import COUNTERFACTUAL, ORIGINAL, SAME, WHICH
from counterpoint.suites.prive.pairs import Value, check_pair, pair_of, pair_row
from counterpoint.suites.prive.prompts import check_questions, read_prompts
from counterpoint.suites.prive.questions import IDENTICAL, PAIR, items
from counterpoint.tables import as_table

ROOT = Path(__file__).resolve().parents[2]
OBJECTS = ROOT / "resources" / "objects"


@pytest.fixture(scope="module")
def drawn():
    """Pairs of every drawn domain."""
    made = [p for m in load_manifests(OBJECTS) for p in drawn_pairs(m, OBJECTS, 3, 2, 7)]
    return [one.pair for one in made]


def of(pair_id, unit, picture):
    (found,) = [item for item in ITEMS if item["item_id"] == f"{pair_id}/{unit}/{picture}"]
    return found


def test_yes_or_no_follows_the_value_shown_and_is_biased_only_where_memory_errs():
    usual, unusual = "yes_no_original", "yes_no_counterfactual"
    keys = {
        (unit, picture): (item["correct_index"], item["biased_index"])
        for unit in (usual, unusual)
        for picture in (ORIGINAL, COUNTERFACTUAL)
        for item in [of("counting/dog/5", unit, picture)]
    }
    assert keys == {  # Yes is 0
        (usual, ORIGINAL): (0, None),
        (unusual, ORIGINAL): (1, None),
        (usual, COUNTERFACTUAL): (1, 0),
        (unusual, COUNTERFACTUAL): (0, 1),
    }


def test_choices_numbers_and_open_answers_follow_the_value_shown():
    choice = of("counting/dog/5", "choice", COUNTERFACTUAL)
    assert [choice["options"][choice[f"{side}_index"]] for side in ("correct", "biased")] == ["5", "4"]
    number = of("counting/dog/5", "number", COUNTERFACTUAL)
    assert (number["correct_number"], number["biased_number"]) == (5, 4)
    assert json.loads(number["claims"]) == {"correct": ["5 legs", "5"], "biased": ["4 legs", "4"], "other": []}
    shown = of("industry/banana", "open", ORIGINAL)
    assert json.loads(shown["claims"]) == {"correct": ["yellow"], "biased": [], "other": ["blue"]}
    assert not [item for item in ITEMS if item["pair_id"] == "industry/banana" and item["form"] == "number"]


def test_over_a_pair_both_truth_values_are_right_equally_often():
    for pair in PAIRS:
        mine = [item for item in ITEMS if item["pair_id"] == pair.pair_id]
        for form in ("yes_no", SAME):
            right = Counter(item["correct_index"] for item in mine if item["form"] == form)
            assert right[0] == right[1] > 0


def test_what_both_pictures_show_is_asked_about_different_and_identical_ones():
    for pair in PAIRS:
        which = {item["picture"]: item for item in ITEMS if item["unit_id"] == f"{pair.pair_id}/{WHICH}"}
        asked = which[PAIR]["question"].endswith(pair.counterfactual.states)
        assert which[PAIR]["options"][which[PAIR]["correct_index"]] == (COUNTERFACTUAL if asked else ORIGINAL)
        assert which[PAIR]["options"][which[PAIR]["biased_index"]] == ("In neither" if asked else "In both")
        # twice the counterfactual: what it shows is in both, the original's value in neither
        assert which[IDENTICAL]["options"][which[IDENTICAL]["correct_index"]] == ("In both" if asked else "In neither")
        assert which[IDENTICAL]["biased_index"] is None


def test_without_a_prior_nothing_is_biased():
    found = items([counted("unicorn", prior=None)], 1)
    assert not [item for item in found if item["biased_index"] is not None or item["biased_number"] is not None]


def test_where_memory_expects_the_edited_value_the_original_is_the_conflict():
    found = {item["item_id"]: item for item in items([counted("spider", 8, COUNTERFACTUAL, 7)], 1)}
    pair = "counting/spider/8"
    assert found[f"{pair}/number/original"]["biased_number"] == 8
    assert found[f"{pair}/number/counterfactual"]["biased_number"] is None


def test_another_pair_changes_no_draw_about_a_pair_but_the_other_attributes_named():
    fewer = {item["item_id"]: item for item in items(PAIRS[:2], 1)}
    same = [item for item in ITEMS if item["item_id"] in fewer and item["form"] != "difference"]
    assert len(same) == 28
    assert all(item == fewer[item["item_id"]] for item in same)


def test_every_drawn_pair_can_be_asked_and_its_answers_are_told_apart_by_rule(drawn):
    found = items(drawn, 7)
    check_keys(found, drawn)
    check_questions(drawn, "drawn")
    as_table("prive_items", found)
    for pair in drawn:
        check_pair(pair, pair.pair_id)
    for item in found:
        claims = json.loads(item["claims"] or "{}")
        for side, wordings in claims.items():
            for wording in wordings[:1]:
                assert label_of(wording, item["question"], *claims.values()) == side, item


@given(st.sampled_from(ITEMS), st.sampled_from(["flip", "other", "repeat", "bias"]))
def test_a_key_that_the_pair_does_not_bear_out_stops_the_run(item, mistake):
    if item["options"] is None:
        return
    right = item["correct_index"]
    changed = {
        "flip": {"correct_index": (right + 1) % len(item["options"])},
        "other": {"correct_index": None},
        "repeat": {"options": [item["options"][0]] * len(item["options"])},
        "bias": {"biased_index": right},
    }[mistake]
    check_keys([item], PAIRS)
    with pytest.raises(ValueError, match="its key is not"):
        check_keys([dict(item) | changed], PAIRS)


def test_a_pair_comes_back_from_its_row():
    for pair in PAIRS:
        row = pair_row(pair, (1, 2, 3, 4), (10, 20), None)
        (stored,) = as_table("prive_pairs", [row]).to_pylist()
        assert pair_of(stored) == pair
    assert as_table("prive_pairs", [pair_row(PAIRS[0], None, (10, 20), None)]).to_pylist()[0]["x0"] is None


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"domain": "zoo"}, "domain: 'zoo' is not allowed"),
        ({"counterfactual": PAIRS[3].original}, "both pictures show 'yellow'"),
        ({"distractors": (PAIRS[3].original,)}, "a value stands twice"),
        ({"original": replace(PAIRS[3].original, asks=None)}, "a value that a picture shows has no yes/no question"),
        ({"original": replace(PAIRS[3].original, number=1.0)}, "one value is a number"),
        ({"prior": "nobody"}, "prior: 'nobody' is not allowed"),
    ],
)
def test_a_pair_that_cannot_be_asked_is_refused_in_one_line(changes, said):
    with pytest.raises(UserError, match=f"^here: {said}") as caught:
        check_pair(coloured("banana", **changes), "here")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"asks": "Is the banana yellow or another colour?"}, "yellow"),
        ({"asks": "What colour was the banana given when it was edited?"}, "edited"),
        ({"asks_choice": "Which colour did the fake banana get?"}, "fake"),
        ({"attribute": "the colour of the edited banana"}, "edited"),
        ({"distractors": (Value("as generated", "as generated"), Value("pink", "pink"))}, "generated"),
    ],
)
def test_a_question_that_gives_the_answer_or_the_edit_away_is_refused(changes, word):
    with pytest.raises(UserError, match=word):
        check_questions([coloured("banana", **changes)], "here")


@pytest.mark.parametrize(
    "text", ["Look for what was edited.", "The Counterfactual is here.", "This FLAIR slice", "a T1 picture"]
)
def test_a_prompt_that_tells_something_of_the_picture_is_refused(tmp_path, text):
    ours = (ROOT / "resources/prompts/prive.yaml").read_text()
    (tmp_path / "prompts.yaml").write_text(ours)
    assert set(read_prompts(tmp_path / "prompts.yaml")) == {
        *("yes_no", "choice", "open", "number", "prior", "grounding", "blind")
    }
    (tmp_path / "prompts.yaml").write_text(ours.replace("Think of what is usual", f"{text} Think of what is usual"))
    with pytest.raises(UserError, match=r"prior: .* tells something of the picture"):
        read_prompts(tmp_path / "prompts.yaml")
