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
from counterpoint.stimuli.objects.synonyms import other_wordings
from counterpoint.suites.prive.audit import check_keys
from counterpoint.suites.prive.drawn import drawn_pairs
from counterpoint.suites.prive.names import COUNTERFACTUAL, DIFFERENCE, ORIGINAL, SAME, WHICH
from counterpoint.suites.prive.pairs import Value, check_pair, pair_of, pair_row
from counterpoint.suites.prive.prompts import check_questions, read_prompts
from counterpoint.suites.prive.questions import ALIKE, IDENTICAL, NEVER_DIFFERENT, PAIR, items
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
            for wording in wordings:
                assert label_of(wording, item["question"], *claims.values()) == side, item


def label(pair, picture, reply):
    """Return how the rule judge reads a reply to a pair's open question about a picture."""
    (item,) = [i for i in items([pair], 1) if i["form"] == "open" and i["picture"] == picture]
    return label_of(reply, item["question"], *json.loads(item["claims"]).values())


def test_what_is_missing_is_asked_of_named_parts_whichever_of_them_it_is():
    (manifest,) = [m for m in load_manifests(OBJECTS) if m.domain == "existence"]
    watch, *bicycle = (
        one.pair
        for name in ("wrist_watch", "bicycle")
        for one in drawn_pairs(replace_templates(manifest, name), OBJECTS, 1, None, 7)
    )
    assert watch.asks == (
        "Which of these, if any, cannot be seen in the picture of the wrist watch: the dial, the hands or the strap?"
    )
    assert len(bicycle) == 3
    assert len({pair.asks for pair in bicycle}) == 1, "the question would tell which part it is about"
    gone = ("the hands", "Hands", "The hands are missing.", "It has no hands.", "I cannot see the hands.")
    for reply in gone:
        assert label(watch, COUNTERFACTUAL, reply) == "correct", reply
        assert label(watch, ORIGINAL, reply) == "other", reply
    for reply in ("none", "None of them.", "All of them can be seen.", "Nothing", "None is missing."):
        assert label(watch, COUNTERFACTUAL, reply) == "biased", reply
        assert label(watch, ORIGINAL, reply) == "correct", reply
    for reply in ("the dial", "the strap", "the wall"):
        assert label(watch, COUNTERFACTUAL, reply) == "unresolved", reply


def replace_templates(manifest, name):
    return manifest.model_copy(update={"templates": {name: manifest.templates[name]}})


def test_a_colour_may_be_called_by_another_name_and_a_list_joined_by_and():
    (manifest,) = [m for m in load_manifests(OBJECTS) if m.domain == "industry"]
    german = [one.pair for one in drawn_pairs(replace_templates(manifest, "flag_of_germany"), OBJECTS, 1, None, 7)]
    for pair in german:
        assert label(pair, ORIGINAL, "black, red and yellow") == "correct"
        assert label(pair, COUNTERFACTUAL, "black, red, yellow") == "biased"
    (blue,) = [pair for pair in german if pair.counterfactual.text == "black, blue, gold"]
    assert label(blue, COUNTERFACTUAL, "From top to bottom: black, blue and yellow.") == "correct"


def test_another_name_of_a_colour_that_is_a_value_of_its_own_is_no_wording():
    assert other_wordings(["gold", "silver", "yellow", "grey"]) == {
        "gold": ("golden",),
        "silver": (),
        "yellow": ("amber",),
        "grey": (),
    }
    assert other_wordings(["red and white", "red, white and pink"]) == {
        "red and white": ("white and red",),
        "red, white and pink": tuple(
            text
            for pink in ("pink", "rose")
            for text in (
                f"red, white and {pink}",
                f"red, {pink} and white",
                f"white, red and {pink}",
                f"white, {pink} and red",
                f"{pink}, red and white",
                f"{pink}, white and red",
            )
            if text != "red, white and pink"
        ),
    }


def options_about_the_difference(pair, pairs):
    (options,) = {tuple(i["options"]) for i in items(pairs, 7) if i["unit_id"] == f"{pair.pair_id}/{DIFFERENCE}"}
    return options


def test_what_else_could_differ_is_of_the_same_subject(drawn):
    medical = replace(PAIRS[0], domain="medical", subject="the brain slice", alike=())
    for pair in [*drawn, medical]:
        first, *others, last = options_about_the_difference(pair, [*drawn, medical])
        assert (first.casefold(), last) == (pair.attribute.casefold(), ALIKE)
        mine = {p.attribute for p in drawn if p.subject == pair.subject} | {*pair.alike}
        mine |= {text.format(subject=pair.subject) for text in NEVER_DIFFERENT}
        assert len(others) == 2
        assert {text.casefold() for text in others} <= {text.casefold() for text in mine - {pair.attribute}}
    (both,) = {options_about_the_difference(pair, [medical]) for pair in [medical]}
    assert both[1:3] == ("The place of the brain slice in the picture", "The background behind the brain slice")


def test_attributes_of_the_subject_itself_are_named_before_what_never_differs():
    shape = coloured("cone", pair_id="industry/cone/shape", attribute="the shape of the cone", alike=())
    colour = coloured("cone", alike=())
    other = coloured("banana")
    assert options_about_the_difference(colour, [shape, colour, other])[1:3] == (
        "The shape of the cone",
        "The place of the cone in the picture",
    )


def test_no_question_says_that_it_is_the_answer_to_another(drawn):
    assert not [pair.attribute for pair in drawn if "?" in pair.attribute or '"' in pair.attribute]


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
