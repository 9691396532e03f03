"""A bundle's keys are held against what its pictures show, and only what they surely contradict is a finding."""

from pathlib import Path

import pytest
from painted_charts import painted_bars

from counterpoint.pixels import readings
from counterpoint.stimuli.png import save_png
from counterpoint.suites.cvlat.bundle import SOURCE
from counterpoint.suites.cvlat.bundle_pixels import audit_keys
from counterpoint.tables import as_table


def item(number: int, question: str, options: list[str], key: int, stimulus: str = "towns/counterfactual") -> dict:
    source = f"{SOURCE}: CVLAT/QAset/towns_QAset.json#{number}"
    return {
        "item_id": f"cvlat/towns/{number}/real",
        "question": question,
        "options": options,
        "visual_index": key,
        "stimulus_id": stimulus,
        "source": source,
    }


ITEMS = [
    item(1, "How many trams are there in Basel?", ["12", "20", "31", "Omit"], 2),
    item(2, "How many trams are there in Bern?", ["12", "15", "24", "Omit"], 1),
    item(3, "Which town has the most trams?", ["Bern", "Basel", "Chur", "Omit"], 2),
    item(4, "Chur has fewer trams than Basel.", ["True", "False", "Omit"], 1),
    item(5, "About how many trams are there in Chur?", ["10", "23.5", "40", "Omit"], 1),
    item(6, "How many trams are there in Geneva?", ["12", "20", "31", "Omit"], 1),
    item(7, "How many trams are there in Basel?", ["12", "20", "31", "Omit"], 0, "lost/counterfactual"),
]


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[dict], list[dict], Path]:
    """The findings, the rows of stimuli, and the folder of the run."""
    folder = tmp_path_factory.mktemp("run")
    saved = save_png(painted_bars({"Bern": 12, "Basel": 31, "Chur": 24}, "#C05621"), folder / "images")
    path = f"images/{saved.path.name}"
    stimuli = [{"stimulus_id": "towns/counterfactual", "path": path, "pixel_digest": saved.pixel_digest}]
    return audit_keys(ITEMS, stimuli, folder / "readings", 1, folder), stimuli, folder


def test_keys_that_the_picture_contradicts_are_found_with_what_was_read(audited) -> None:
    found, _, _ = audited
    assert [(row["item_id"], row["fault"], row["kept_out"]) for row in found] == [
        (f"cvlat/towns/{number}/real", "key_contradicts_pixels", False) for number in (2, 3, 4)
    ]
    assert found[0]["source"] == "CVLAT/QAset/towns_QAset.json#2"
    assert found[0]["detail"].startswith("the picture reads Bern 12")
    assert found[0]["detail"].endswith("the key is '15' of '12', '15', '24', 'Omit'")
    assert as_table("audit", found).num_rows == 3


def test_a_picture_that_was_read_is_not_read_again(audited, monkeypatch: pytest.MonkeyPatch) -> None:
    found, stimuli, folder = audited
    monkeypatch.setattr(readings, "read_chart", lambda *_: pytest.fail("it is read again"))
    assert audit_keys(ITEMS, stimuli, folder / "readings", 1, folder) == found
