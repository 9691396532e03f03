"""The published CVLAT charts, read from their pixels: what the pixel reader answers, and which keys it contradicts."""

from pathlib import Path

import numpy as np
import pytest

from counterpoint.pixels.questions.asked import Asked
from counterpoint.pixels.questions.rules import answer_question
from counterpoint.pixels.readings import Task, read_pictures
from counterpoint.suites.cvlat.bundle import import_items, import_stimuli
from counterpoint.suites.cvlat.bundle_pixels import audit_keys

BUNDLE = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "cvlat"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BUNDLE.exists(), reason="the published bundle is not beside the repository"),
]

SEVEN = ("bar", "line", "pie", "stacked_bar", "stacked_bar_100", "scatter", "area")
"""Chart types that the reader must answer."""


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    """Rows of items and stimuli, the reading of each picture by stimulus, and the folders of pictures and readings."""
    folder, cache = tmp_path_factory.mktemp("run"), tmp_path_factory.mktemp("readings")
    stimuli, _ = import_stimuli(BUNDLE, folder / "stimuli" / "cvlat" / "images")
    items, _ = import_items(BUNDLE, stimuli)
    tasks = [Task(folder / row["path"], row["pixel_digest"]) for row in stimuli]
    read = read_pictures(tasks, cache, threads=2)
    return items, stimuli, {row["stimulus_id"]: chart for row, chart in zip(stimuli, read, strict=True)}, folder, cache


def outcomes(items, charts, orders):
    """Return, for each item and order of its options, the index of the option that was chosen, or None."""
    found = {}
    for item in items:
        for order in orders(item["options"]):
            asked = Asked(item["question"], tuple(item["options"][n] for n in order))
            option = answer_question(asked, charts[item["stimulus_id"]]).option
            found.setdefault(item["item_id"], []).append(None if option is None else int(order[option]))
    return found


def in_three_orders(options):
    """Return the options' order in the file, and two random ones."""
    random = np.random.default_rng(len(options))
    return [range(len(options)), random.permutation(len(options)), random.permutation(len(options))]


def test_at_least_85_percent_of_the_items_of_seven_chart_types_are_answered_with_the_visual_key(bundle):
    items, _, charts, _, _ = bundle
    seven = [item for item in items if item["chart_type"] in SEVEN]
    assert len(seven) == 56
    chosen = outcomes(seven, charts, in_three_orders)
    for order in range(3):
        right = [item["item_id"] for item in seven if chosen[item["item_id"]][order] == item["visual_index"]]
        assert len(right) >= 0.85 * len(seven), set(chosen) - set(right)


def test_no_answer_is_wrong_and_none_depends_on_the_order_of_the_options(bundle):
    items, _, charts, _, _ = bundle
    chosen = outcomes(items, charts, in_three_orders)
    assert all(len(set(options)) == 1 for options in chosen.values())
    assert all(chosen[item["item_id"]][0] in (None, item["visual_index"]) for item in items)
    answered = sum(chosen[item["item_id"]][0] is not None for item in items)
    assert answered >= 83  # of 96


def test_the_keys_that_contradict_their_pictures_are_found_and_no_others(bundle):
    items, stimuli, _, folder, cache = bundle
    found = audit_keys(items, stimuli, cache, 2, folder)
    assert {row["fault"] for row in found} == {"key_contradicts_pixels"}
    # South Korea is at 7.3, not 6.24; the tallest bar at 18.5, not 25; June 2023 at 2,330, not 2,257; a point at 633.
    contradicted = ["area_chart/1", "bar_chart/1", "bar_chart/3", "scatterplot/2"]
    wanted = [f"cvlat/{item}/{form}" for form in ("real", "anonymised") for item in contradicted]
    assert sorted(row["item_id"] for row in found) == sorted(wanted)
    korea = next(row for row in found if row["item_id"] == "cvlat/bar_chart/1/real")
    assert korea["source"] == "CVLAT/QAset/bar_chart_QAset.json#1"
    assert korea["detail"].startswith("the picture reads South Korea 7.2")
    assert "'6.24Mbps'" in korea["detail"]
