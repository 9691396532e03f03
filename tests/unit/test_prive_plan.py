"""PriVE's plan: what each cell sends, in which order, how it is read, and what is not sent and why."""

import json
from collections import Counter
from dataclasses import replace

import pytest
from prive_samples import ITEMS, PAIRS, PROMPTS, coloured, counted, view_rows

from counterpoint.errors import UserError
from counterpoint.seeds import generator
from counterpoint.suites.prive.audit import balance
from counterpoint.suites.prive.cells import CELLS
from counterpoint.suites.prive.names import COUNTERFACTUAL, ORIGINAL, PAIR_FORMS
from counterpoint.suites.prive.plan import NO_OTHER_SUBJECT, plan
from counterpoint.suites.prive.questions import items
from counterpoint.suites.prive.respondents import respond
from counterpoint.tables import as_table

FORMS = ("yes_no", "choice", "open", "number")
KEYS = {item["item_id"]: item for item in ITEMS}
ASKED = [name for name, cell in CELLS.items() if cell.view in ("raw", "raw_twice", "box", "crop", "zoom")]


def planned(cells=tuple(ASKED), asked=ITEMS, pairs=PAIRS, missing=(), orders=4, prime="none", seed=1):
    subjects = {pair.pair_id: pair.subject for pair in pairs}
    result = plan(asked, subjects, view_rows(pairs, missing), PROMPTS, cells, FORMS, prime, orders, seed)
    as_table("trials", result.trials)
    as_table("no_evidence", result.no_evidence)
    requests = {row["request_id"]: row for row in as_table("requests", result.requests).to_pylist()}
    return result, requests, result.no_evidence


@pytest.fixture(scope="module")
def whole():
    return planned()


def images(request):
    return [part["value"] for part in request["parts"] if part["kind"] == "image"]


def text(request):
    return "\n".join(part["value"] for part in request["parts"] if part["kind"] == "text")


def test_each_cell_sends_its_pictures_the_view_after_the_raw_one(whole):
    result, requests, without = whole
    assert without == []
    assert {trial["cell"] for trial in result.trials} == set(ASKED)
    for trial in result.trials:
        item, cell = KEYS[trial["item_id"]], CELLS[trial["cell"]]
        sent, own = images(requests[trial["request_id"]]), [f"{item['cluster_id']}/original"]
        own.append(f"{item['pair_id']}/counterfactual")
        if cell.mode in ("paired", "swapped_pair"):
            assert sorted(sent) == sorted(own)
        elif cell.mode == "identical_pair":
            assert sent == [own[1]] * 2
        elif cell.mode == "question_only":
            assert sent == []
        elif cell.mode == "wrong_picture":
            assert len(sent) == 1
            assert sent[0] not in own
            assert sent[0].startswith(item["domain"])
        else:
            raw = own[cell.mode == "counterfactual_only"]
            shown = f"{item['pair_id']} {cell.shows[0]} {cell.view}"
            assert sent[0] == raw
            assert [name.split("/", 2)[-1] for name in sent[1:]] == {
                "raw": [],
                "raw_twice": [raw.split("/", 2)[-1]],
            }.get(cell.view, [sent[-1].split("/", 2)[-1]])
            assert cell.view in ("raw", "raw_twice") or sent[1].endswith(shown)


def test_what_is_asked_about_belongs_to_the_mode(whole):
    for trial in whole[0].trials:
        item, mode = KEYS[trial["item_id"]], CELLS[trial["cell"]].mode
        about = {"original_only": [ORIGINAL], "identical_pair": ["identical_pair"]}.get(mode, [COUNTERFACTUAL])
        about += ["pair"] if mode in ("paired", "swapped_pair") else []
        assert item["picture"] in about
        assert (item["form"] in PAIR_FORMS) == (item["picture"] in ("pair", "identical_pair"))


def test_a_swapped_pair_is_each_questions_other_order_and_the_question_follows(whole):
    result, requests, _ = whole
    sent = {
        (trial["cell"], trial["item_id"]): requests[trial["request_id"]]
        for trial in result.trials
        if trial["order_index"] == 0
    }
    first = Counter()
    for (cell, name), request in sent.items():
        if cell != "paired/raw":
            continue
        assert images(request) == images(sent["swapped_pair/raw", name])[::-1]
        first[images(request)[0].endswith("/original")] += 1
        if KEYS[name]["form"] in FORMS:
            place = 1 if images(request)[0].endswith("counterfactual") else 2
            assert f"About Picture {place}: " in text(request)
    assert min(first.values()) > 0.25 * first.total()


def test_the_picture_that_shows_a_value_is_named_by_its_place(whole):
    result, requests, _ = whole
    seen = Counter()
    for trial in result.trials:
        item = KEYS[trial["item_id"]]
        if item["form"] != "which" or item["picture"] != "pair":
            continue
        request = requests[trial["request_id"]]
        place = trial["order"].index(item["correct_index"])
        right = item["options"][item["correct_index"]]
        assert request["options"][place] == f"Picture {place + 1}"
        assert images(request)[place].endswith(f"/{right}")
        seen[place] += 1
    assert set(seen) == {0, 1}


def test_options_are_shown_in_their_orders_and_each_form_has_its_reader(whole):
    result, requests, _ = whole
    read = {"yes_no": "yes_no", "same": "yes_no", "open": "open", "number": "number"}
    for trial in result.trials:
        item, request = KEYS[trial["item_id"]], requests[trial["request_id"]]
        assert request["answer"] == read.get(item["form"], "letter")
        assert request["omit_position"] is None
        assert request["claims"] == item["claims"]
        if item["form"] in ("choice", "difference"):
            assert request["options"] == [item["options"][option] for option in trial["order"]]
        if request["answer"] == "letter":
            assert all(
                f"({'abcd'[place]}) {option}" in text(request) for place, option in enumerate(request["options"])
            )
        else:
            assert "(a)" not in text(request)
    orders = Counter(t["item_id"] for t in result.trials if t["cell"] == "counterfactual_only/raw")
    assert {KEYS[name]["form"]: count for name, count in orders.items()} == {
        "yes_no": 1,
        "choice": 4,
        "open": 1,
        "number": 1,
    }


def test_over_four_orders_the_right_option_and_the_expected_one_take_each_place_once(whole):
    places = {"correct_index": Counter(), "biased_index": Counter()}
    for trial in whole[0].trials:
        item = KEYS[trial["item_id"]]
        if item["form"] == "choice" and trial["cell"] == "counterfactual_only/raw":
            for key, counts in places.items():
                counts[trial["order"].index(item[key])] += 1
    assert all(counts == dict.fromkeys(range(4), len(PAIRS)) for counts in places.values())
    assert balance(ITEMS, whole[0].trials) == []


def test_one_order_for_all_makes_an_unbalanced_plan_a_finding():
    trials = 5 * [
        {"item_id": name, "cell": "counterfactual_only/raw", "order": list(range(4))}
        for name, item in KEYS.items()
        if item["form"] == "choice" and item["picture"] == COUNTERFACTUAL
    ]
    assert {row["fault"] for row in balance(ITEMS, trials)} == {"unbalanced_positions"}


@pytest.mark.parametrize(
    ("prime", "before"), [("none", ""), ("prior", "text of prior."), ("both", "text of prior.\n\ntext of grounding.")]
)
def test_a_prime_stands_before_how_to_answer_and_blind_questions_say_so(prime, before):
    _, requests, _ = planned(["counterfactual_only/raw", "question_only/raw"], prime=prime)
    for request in requests.values():
        assert request["system"].startswith(before)
        assert request["system"].endswith("text of blind.") == (not images(request))


def test_a_view_that_a_pair_does_not_have_is_a_row_with_its_reason_and_no_request():
    missing = {("industry/banana", "crop")}
    result, _, without = planned(["counterfactual_only/raw", "counterfactual_only/crop"], missing=missing)
    assert {(row["cell"], row["reason"]) for row in without} == {("counterfactual_only/crop", "no_mask")}
    gone = {
        item["item_id"] for item in ITEMS if (item["pair_id"], item["picture"]) == ("industry/banana", COUNTERFACTUAL)
    }
    assert {row["item_id"] for row in without} == {name for name in gone if KEYS[name]["form"] not in PAIR_FORMS}
    assert not [t for t in result.trials if t["cell"] == "counterfactual_only/crop" and t["item_id"] in gone]


def test_a_rejected_pair_is_asked_nowhere_and_is_nobodys_wrong_picture():
    result, requests, without = planned(missing={("industry/cone", "raw")})
    asked = {KEYS[trial["item_id"]]["pair_id"] for trial in result.trials if trial["cell"] != "question_only/raw"}
    assert "industry/cone" not in asked - {KEYS[t["item_id"]]["pair_id"] for t in result.trials if "wrong" in t["cell"]}
    assert not [sent for request in requests.values() for sent in images(request) if "cone" in sent]
    assert not [row for row in without if row["cell"] == "wrong_picture/raw" and "banana" in row["item_id"]]
    for trial in result.trials:  # its domain holds no other thing now: one of another domain stands in
        if trial["cell"] == "wrong_picture/raw" and "banana" in trial["item_id"]:
            assert images(requests[trial["request_id"]])[0].startswith("counting/")


def test_another_picture_of_the_same_thing_is_no_wrong_picture():
    pairs = [counted("dog", 5), counted("dog", 7), replace(counted("dog", 3), original_id="counting/dog/second")]
    _, _, without = planned(["wrong_picture/raw", "question_only/raw"], items(pairs, 1), pairs)
    assert {row["reason"] for row in without} == {NO_OTHER_SUBJECT}


def test_nothing_to_ask_is_refused():
    with pytest.raises(UserError, match="no item can be asked"):
        planned(["wrong_picture/raw"], items([coloured("banana")], 1), [coloured("banana")])


def test_another_pair_changes_no_request_of_a_pair_but_where_others_are_shown():
    cells = ["counterfactual_only/raw", "paired/raw", "swapped_pair/raw"]
    fewer = [item for item in ITEMS if item["pair_id"] == "industry/banana"]
    few, _, _ = planned(cells, fewer, [PAIRS[3]])
    many, _, _ = planned(cells)
    assert {t["request_id"] for t in few.trials} <= {t["request_id"] for t in many.trials}


def replies(whole, respondent, cell):
    """Return each item's reply of a respondent in a cell, with its truth."""
    result, _, _ = whole
    told = {row["request_id"]: json.loads(row["truth"]) for row in result.truth}
    rng = generator(1, "test")
    return [
        (KEYS[t["item_id"]], respond({"respondent": respondent}, told[t["request_id"]], rng), told[t["request_id"]])
        for t in result.trials
        if t["cell"] == cell
    ]


def test_planted_respondents_say_what_they_are_planted_to_say(whole):
    for _, said, truth in replies(whole, "visual", "counterfactual_only/raw"):
        assert said == truth["correct"]
    for _, said, truth in replies(whole, "factual", "counterfactual_only/raw"):
        assert said == truth["biased"] is not None
    for cell, side in (("raw", "biased"), ("box", "biased"), ("crop", "correct"), ("zoom", "correct")):
        for _, said, truth in replies(whole, "looks_closer", f"counterfactual_only/{cell}"):
            assert said == truth[side]


def test_who_denies_memory_is_right_of_the_edited_picture_and_wrong_of_the_original(whole):
    for cell in ("counterfactual_only/raw", "paired/raw", "question_only/raw"):
        for _, said, truth in replies(whole, "disagrees", cell):
            assert said == truth["correct"]
    for _, said, truth in replies(whole, "disagrees", "original_only/raw"):
        assert said == truth["denial"] != truth["correct"]
    wrong = [
        item["form"]
        for item, said, truth in replies(whole, "disagrees", "identical_pair/raw")
        if said != truth["correct"]
    ]
    assert set(wrong) == set(PAIR_FORMS)
