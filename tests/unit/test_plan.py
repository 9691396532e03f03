"""The plan: the paper's counts, one request for identical trials, the same orders in every cell of a unit."""

from collections import Counter, defaultdict

import pytest

from counterpoint.errors import UserError
from counterpoint.suites.cvlat.cells import CELLS
from counterpoint.suites.cvlat.plan import plan
from counterpoint.tables import as_table

# Option counts of the paper's instruments: 31 with five, 3 with four, 14 with three; VLAT's own mix gives the
# 4,248 distinct requests of its 53 items.
CVLAT_OPTIONS = [5] * 31 + [4] * 3 + [3] * 14
VLAT_OPTIONS = [5] * 34 + [4] * 3 + [3] * 16
PROMPTS = {
    "normal": "n",
    "anonymised": "n",
    "explain": "e",
    "question_only": "q",
    "factual_priority": "f",
    "visual_priority": "v",
}


def item(instrument, number, n_options, form="real"):
    options = [f"{instrument}{form}{number}o{k}" for k in range(n_options - 1)] + ["Omit"]
    suffix = f"/{form}" if instrument == "cvlat" else ""
    return {
        "item_id": f"{instrument}/{number}{suffix}",
        "unit_id": f"{instrument}/{number}",
        "instrument": instrument,
        "form": form,
        "question": f"{instrument} {form} {number}?",
        "options": options,
        "visual_index": 0,
        "factual_index": 1 if instrument == "cvlat" else None,
        "omit_index": n_options - 1,
        "stimulus_id": f"{instrument}/{form}/{number // 4}",
    }


ITEMS = (
    [item("vlat", n, c) for n, c in enumerate(VLAT_OPTIONS)]
    + [item("revlat", n, c) for n, c in enumerate(VLAT_OPTIONS)]
    + [item("cvlat", n, c, form) for n, c in enumerate(CVLAT_OPTIONS) for form in ("real", "anonymised")]
)
DIGESTS = {i["stimulus_id"]: f"digest of {i['stimulus_id']}" for i in ITEMS}


def planned(items=ITEMS, cells=tuple(CELLS), orders=120, repeats="shared", seed=1, **changes):
    return plan(items, DIGESTS, PROMPTS | changes, cells, orders, repeats, seed)


@pytest.fixture(scope="module")
def paper():
    return planned()


def test_the_papers_design_has_54240_trials_and_36372_distinct_requests_a_model(paper):
    assert len(paper.trials) == 54_240
    assert len(paper.requests) == 36_372
    requests = defaultdict(set)
    for trial in paper.trials:
        requests[trial["cell"]].add(trial["request_id"])
    assert Counter(len(r) for r in requests.values()) == {4_248: 4, 3_876: 5}


def test_independent_repeats_are_asked_each_time():
    assert len(planned(repeats="independent").requests) == 54_240


def test_the_tables_fit_their_schemas(paper):
    for name, rows in (("trials", paper.trials), ("requests", paper.requests), ("truth", paper.truth)):
        assert as_table(name, rows).num_rows == len(rows)


def test_the_orders_of_a_unit_are_the_same_in_every_cell():
    small = planned(orders=7)
    by_unit = defaultdict(set)
    for trial in small.trials:
        by_unit[trial["unit_id"], trial["order_index"]].add(tuple(trial["order"]))
    assert {len(orders) for orders in by_unit.values()} == {1}


def test_the_message_is_the_question_an_empty_line_and_the_options_before_the_picture():
    (request, *_) = planned(items=[item("vlat", 0, 3)], cells=["vlat/normal"], orders=1).requests
    text, image = request["parts"]
    shown = request["options"]
    assert text["value"] == f"vlat real 0?\n\n(a) {shown[0]}\n(b) {shown[1]}\n(c) {shown[2]}"
    assert image == {"kind": "image", "value": "digest of vlat/real/0"}
    assert request["system"] == "n"
    assert shown[request["omit_position"]] == "Omit"


def test_a_question_without_picture_sends_and_betrays_no_picture():
    result = planned(cells=["cvlat/question_only"], orders=3)
    assert {part["kind"] for request in result.requests for part in request["parts"]} == {"text"}
    assert {row["visual_position"] for row in result.truth} == {None}


def test_without_names_no_fact_can_be_known():
    assert {row["factual_position"] for row in planned(cells=["cvlat/anonymised"], orders=3).truth} == {None}


def test_the_truth_points_at_the_keys_as_shown():
    result = planned(cells=["cvlat/normal"], orders=5)
    options = {request["request_id"]: request["options"] for request in result.requests}
    for row in result.truth:
        assert options[row["request_id"]][row["visual_position"]].endswith("o0")
        assert options[row["request_id"]][row["factual_position"]].endswith("o1")


def test_changing_a_prompt_changes_the_requests_of_its_cell_only():
    before, after = planned(orders=4), planned(orders=4, visual_priority="another wording")
    changed = {
        old["cell"]
        for old, new in zip(before.trials, after.trials, strict=True)
        if old["request_id"] != new["request_id"]
    }
    assert changed == {"cvlat/visual_priority"}


def test_adding_an_item_or_a_cell_changes_no_other_request():
    small = planned(items=ITEMS[:-2], cells=["vlat/normal", "cvlat/normal"], orders=9)
    large = planned(orders=9)
    assert {r["request_id"] for r in small.requests} < {r["request_id"] for r in large.requests}


def test_requests_of_one_picture_come_in_a_row_inside_a_bucket(paper):
    seen = set()
    last = None
    for request in paper.requests:
        image = next((p["value"] for p in request["parts"] if p["kind"] == "image"), "")
        if (request["bucket"], image) != last:
            last = (request["bucket"], image)
            assert last not in seen
            seen.add(last)


def test_a_cell_that_the_source_has_no_items_for_is_named_and_the_others_are_planned():
    without = planned(items=[i for i in ITEMS if i["instrument"] != "revlat"], orders=2)
    assert without.absent == ["revlat/normal", "revlat/explain"]
    assert {trial["cell"] for trial in without.trials} == set(CELLS) - set(without.absent)


def test_a_plan_without_any_trial_is_one_clear_line():
    with pytest.raises(UserError, match="no item for any of revlat/normal") as caught:
        planned(items=ITEMS[:2], cells=["revlat/normal"])
    assert "\n" not in str(caught.value)
