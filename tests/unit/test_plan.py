"""The plan: the paper's counts, one request for identical trials, the same orders in every cell of a unit."""

import itertools
import json
from collections import Counter, defaultdict

import pytest

from counterpoint.errors import UserError
from counterpoint.models.shard import shard_jobs
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
        "conflict_magnitude": None,
    }


ITEMS = (
    [item("vlat", n, c) for n, c in enumerate(VLAT_OPTIONS)]
    + [item("revlat", n, c) for n, c in enumerate(VLAT_OPTIONS)]
    + [item("cvlat", n, c, form) for n, c in enumerate(CVLAT_OPTIONS) for form in ("real", "anonymised")]
)
DIGESTS = {i["stimulus_id"]: f"digest of {i['stimulus_id']}" for i in ITEMS}


def planned(items=ITEMS, cells=tuple(CELLS), orders=120, repeats="shared", seed=1, **changes):
    planned, absent = plan(items, DIGESTS, PROMPTS | changes, cells, orders, repeats, seed)
    assert set(absent).isdisjoint(trial["cell"] for trial in planned.trials)
    return planned


def truths(planned):
    return {row["request_id"]: json.loads(row["truth"]) for row in planned.truth}


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


def test_the_picture_may_stand_before_the_text_and_is_another_request_then():
    def parts(picture):
        made, _ = plan([item("vlat", 0, 3)], DIGESTS, PROMPTS, ["vlat/normal"], 1, "shared", 1, picture)
        return made.requests[0]["parts"], made.requests[0]["request_id"]

    after, before = parts("after_text"), parts("before_text")
    assert before[0] == after[0][::-1]
    assert before[0][0]["kind"] == "image"
    assert before[1] != after[1]


def test_a_slow_model_is_asked_the_first_orders_of_each_unit_and_a_blind_one_no_picture():
    made = planned(cells=["cvlat/normal", "cvlat/question_only"], orders=24)
    jobs = {job.request.request_id: job for job in shard_jobs(made.requests, {}, {}, False, orders=2)}
    sent = {request_id for request_id, job in jobs.items() if job.skip is None}
    assert sent == {trial["request_id"] for trial in made.trials if trial["order_index"] < 2}
    assert {job.skip.reason for job in jobs.values() if job.skip} == {"order_not_sampled"}
    per_item = Counter((trial["cell"], trial["item_id"]) for trial in made.trials if trial["order_index"] < 2)
    assert set(per_item.values()) == {2}
    blind = Counter(job.skip and job.skip.reason for job in shard_jobs(made.requests, {}, {}, True, orders=2))
    assert blind[None] == len(sent) / 2
    assert blind["text_only_model"] == len(made.requests) / 2


def test_sampled_orders_change_no_key_of_an_answer():
    made = planned(cells=["cvlat/question_only"], orders=6)
    few, all_of_them = (shard_jobs(made.requests, {}, {}, False, orders=orders) for orders in (1, None))
    assert [job.key for job in few] == [job.key for job in all_of_them]


def test_a_question_without_picture_sends_and_betrays_no_picture():
    result = planned(cells=["cvlat/question_only"], orders=3)
    assert {part["kind"] for request in result.requests for part in request["parts"]} == {"text"}
    assert {truth["visual"] for truth in truths(result).values()} == {None}


def test_without_names_no_fact_can_be_known():
    anonymised = truths(planned(cells=["cvlat/anonymised"], orders=3))
    assert {truth["factual"] for truth in anonymised.values()} == {None}


def test_the_truth_points_at_the_keys_as_shown():
    result = planned(cells=["cvlat/normal"], orders=5)
    told = truths(result)
    for request in result.requests:
        truth = told[request["request_id"]]
        assert truth["options"] == request["options"]
        assert request["options"][truth["visual"]].endswith("o0")
        assert request["options"][truth["factual"]].endswith("o1")


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


def test_a_shard_asks_about_one_picture_after_the_other(paper):
    shard = [request for request in paper.requests if request["bucket"] < 64]
    images = [job.request.images for job in shard_jobs(shard, {}, {}, text_only=False)]
    runs = [image for image, _ in itertools.groupby(images)]
    assert len(runs) == len(set(images))
    assert len(images) / len(runs) > 100


def test_a_cell_that_the_source_has_no_items_for_is_named_and_the_others_are_planned():
    items = [i for i in ITEMS if i["instrument"] != "revlat"]
    without, absent = plan(items, DIGESTS, PROMPTS, CELLS, 2, "shared", 1)
    assert absent == ["revlat/normal", "revlat/explain"]
    assert {trial["cell"] for trial in without.trials} == set(CELLS) - set(absent)


def test_a_plan_without_any_trial_is_one_clear_line():
    with pytest.raises(UserError, match="no item for any of revlat/normal") as caught:
        planned(items=ITEMS[:2], cells=["revlat/normal"])
    assert "\n" not in str(caught.value)
