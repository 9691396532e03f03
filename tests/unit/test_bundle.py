"""The bundle importer: the published bundle itself, a made-up VLAT pair, and a small broken bundle for each fault."""

import json
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image

from counterpoint.errors import UserError
from counterpoint.judging.options import read_option
from counterpoint.stimuli.png import load_png
from counterpoint.suites.cvlat.bundle import bundle_prompts, consolidated, import_items, import_stimuli
from counterpoint.tables import as_table

PUBLISHED = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "cvlat"
published = pytest.mark.skipif(not PUBLISHED.is_dir(), reason="the published bundle is not beside the repository")


@pytest.fixture(scope="module")
def taken(tmp_path_factory):
    images = tmp_path_factory.mktemp("images")
    stimuli, picture_audit = import_stimuli(PUBLISHED, images)
    items, audit = import_items(PUBLISHED, stimuli)
    return images, stimuli, items, picture_audit + audit


@published
def test_every_published_item_is_asked(taken):
    _, stimuli, items, audit = taken
    assert Counter(item["form"] for item in items) == {"real": 48, "anonymised": 48}
    assert not [row for row in audit if row["kept_out"]]
    assert Counter(row["variant"] for row in stimuli) == {"counterfactual": 12, "anonymised": 12}
    for form in ("real", "anonymised"):
        counts = Counter(len(item["options"]) for item in items if item["form"] == form)
        assert counts == {5: 31, 3: 14, 4: 3}
    as_table("stimuli", stimuli), as_table("items", items), as_table("audit", audit)


@published
def test_published_items_keep_names_keys_and_texts(taken):
    _, _, items, _ = taken
    named = {item["item_id"]: item for item in items}
    assert len(named) == 96
    speed = named["cvlat/bar_chart/1/real"]
    assert speed["question"] == "What was South Korea's average fixed internet speed?"
    assert speed["options"] == ["6.24Mbps", "9.67Mbps", "14.23Mbps", "26.7Mbps", "Omit"]
    assert (speed["visual_index"], speed["factual_index"], speed["omit_index"]) == (0, 3, 4)
    assert (speed["unit_id"], speed["cluster_id"], speed["chart_type"]) == ("cvlat/bar_chart/1", "bar_chart", "bar")
    assert named["cvlat/bar_chart/1/anonymised"]["unit_id"] == speed["unit_id"]
    assert speed["stimulus_id"] == "bar_chart/counterfactual"
    assert "CVLAT/QAset/bar_chart_QAset.json#1" in speed["source"]


@published
def test_published_tasks_are_consolidated_and_the_real_form_leads(taken):
    _, _, items, _ = taken
    named = {item["item_id"]: item for item in items}
    ratio = named["cvlat/stacked_area_chart/2/real"]
    assert (ratio["task"], ratio["task_detail"]) == ("Retrieve Value", "Retrieve Value (relative value)")
    twin = named["cvlat/stacked_area_chart/2/anonymised"]
    assert (twin["task"], twin["task_detail"]) == ("Retrieve Value", "Find Anomalies")
    assert Counter(item["task"] for item in items if item["form"] == "real") == {
        "Retrieve Value": 13,
        "Make Comparisons": 13,
        "Find Extremum": 11,
        "Determine Range": 5,
        "Find Correlations/Trends": 5,
        "Identify the Hierarchical Structure": 1,
    }


@published
def test_published_faults_are_reported(taken):
    _, _, _, audit = taken
    assert Counter(row["fault"] for row in audit) == {
        "form_task": 6,
        "option_typography": 2,
        "constant_answer": 2,
    }
    constant = [row["detail"] for row in audit if row["fault"] == "constant_answer"]
    assert all("(a) is visually right in 23 of 48" in detail for detail in constant)
    typography = [row["detail"] for row in audit if row["fault"] == "option_typography"]
    assert any("'$2,129.62 - 2,481.64$' has its dollar sign behind" in detail for detail in typography)


@published
def test_published_pictures_are_saved_as_they_are_digested(taken):
    images, stimuli, _, _ = taken
    for row in stimuli:
        name = row["path"].removeprefix("stimuli/cvlat/images/")
        assert name == f"{row['pixel_digest']}.png"
        picture = load_png(images / name)
        assert (picture.image.width, picture.image.height, picture.source_mode) == (row["width"], row["height"], "RGB")
        assert (row["source_mode"], row["flattened"]) == ("RGBA", False)


@published
def test_every_published_option_is_read_by_letter_and_by_text(taken):
    _, _, items, _ = taken
    for item in items:
        options, omit = item["options"], item["omit_index"]
        for position, option in enumerate(options):
            letter = "abcde"[position]
            for reply in (f"({letter})", letter, f"({letter}) {option}", f"The answer is ({letter}) {option}."):
                assert read_option(reply, options, omit).position == position, (item["item_id"], reply)
            if len(option) > 1:  # a single capital may be a letter or a text
                for reply in (option, f"The answer is {option}."):
                    assert read_option(reply, options, omit).position == position, (item["item_id"], reply)


@published
def test_published_prompts_are_mapped():
    prompts = bundle_prompts(PUBLISHED / "code" / "prompts.json")
    assert list(prompts) == ["normal", "anonymised", "explain", "visual_priority", "factual_priority", "question_only"]
    assert prompts["anonymised"] == prompts["normal"]
    assert prompts["question_only"].startswith("You will be given a question and a set of choices.")


@pytest.mark.parametrize("content", ["", "[]", '{"normal": "x"}', '{"normal": 3}'])
def test_prompts_that_are_missing_stop_with_one_line(tmp_path, content):
    path = tmp_path / "prompts.json"
    path.write_text(content)
    with pytest.raises(UserError, match=r"prompts\.json: ") as raised:
        bundle_prompts(path)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("spelt", "task"),
    [
        ("Retrieve value (relative value)", "Retrieve Value"),
        ("Find extremum", "Find Extremum"),
        ("FIND CORRELATIONS/TRENDS", "Find Correlations/Trends"),
        ("identify the hierarchical structure", "Identify the Hierarchical Structure"),
        ("Make Comparisons (absolute value)", "Make Comparisons"),
        ("Guess wildly (twice)", "Guess wildly"),
    ],
)
def test_tasks_lose_parenthesis_and_case(spelt, task):
    assert consolidated(spelt) == task


GOOD = {"Q": "How much?", "Choices": ["1", "2", "3", "Omit"], "VA": "1", "FA": "2", "Type": "Retrieve Value"}
PLAIN = {"Q": "How much?", "Choices": ["1", "2", "3", "Omit"], "A": "3", "Type": "Retrieve value (absolute)"}


def write(bundle: Path, folder: str, questions, chart: str = "bar_chart", colour=(9, 9, 9)) -> None:
    """Write one chart of a bundle; `questions` is text or an object, `colour` None for no picture."""
    for name in ("image", "QAset"):
        (bundle / folder / name).mkdir(parents=True, exist_ok=True)
    text = questions if isinstance(questions, str) else json.dumps(questions)
    (bundle / folder / "QAset" / f"{chart}_QAset.json").write_text(text)
    if colour is not None:
        mode = "RGBA" if len(colour) == 4 else "RGB"
        Image.new(mode, (8, 6), colour).save(bundle / folder / "image" / f"{chart}.png")


def take(bundle: Path):
    stimuli, picture_audit = import_stimuli(bundle, bundle.parent / "images")
    items, audit = import_items(bundle, stimuli)
    as_table("stimuli", stimuli), as_table("items", items), as_table("audit", picture_audit + audit)
    return stimuli, {item["item_id"]: item for item in items}, picture_audit + audit


def test_vlat_and_revlat_folders_become_their_instruments(tmp_path):
    bundle = tmp_path / "bundle"
    write(bundle, "VLAT", {"1": PLAIN, "2": PLAIN | {"Q": "Which?", "A": "1"}})
    write(bundle, "reVLAT", {"1": PLAIN | {"A": "2"}}, colour=(0, 0, 0, 0))
    stimuli, items, audit = take(bundle)
    assert list(items) == ["vlat/bar_chart/1", "vlat/bar_chart/2", "revlat/bar_chart/1"]
    vlat, revlat = items["vlat/bar_chart/1"], items["revlat/bar_chart/1"]
    assert (vlat["unit_id"], vlat["form"], vlat["task"]) == ("aligned/bar_chart/1", "real", "Retrieve Value")
    assert (vlat["visual_index"], vlat["factual_index"]) == (2, 2)
    assert (revlat["visual_index"], revlat["factual_index"]) == (1, None)
    assert [row["variant"] for row in stimuli] == ["aligned", "randomised"]
    assert [row["flattened"] for row in stimuli] == [False, True]
    assert [row["fault"] for row in audit if row["source"].endswith(".png")] == ["transparent_image"]
    white = load_png(tmp_path / "images" / Path(stimuli[1]["path"]).name)
    assert white.image.getextrema() == ((255, 255),) * 3


def test_vlat_and_revlat_share_their_units_whatever_else_differs(tmp_path):
    bundle = tmp_path / "bundle"
    write(bundle, "VLAT", {"1": PLAIN, "2": PLAIN | {"Q": "b"}})
    other = {"Choices": ["3", "4", "Omit"], "Type": "Find Extremum"}
    write(bundle, "reVLAT", {"1": PLAIN | other, "2": PLAIN | {"Q": "b"}}, colour=(1, 1, 1))
    write(bundle, "CVLAT", {"1": GOOD, "2": GOOD | {"Q": "b"}}, colour=(2, 2, 2))
    write(bundle, "CVLAT_Anonymized", {"1": GOOD | {"Type": "Find Clusters"}, "2": GOOD}, colour=(3, 3, 3))
    _, items, _ = take(bundle)
    assert len(items) == 8
    units = {name: {i["unit_id"] for i in items.values() if i["instrument"] == name} for name in ("vlat", "revlat")}
    assert units["vlat"] == units["revlat"] == {"aligned/bar_chart/1", "aligned/bar_chart/2"}
    assert items["cvlat/bar_chart/1/anonymised"]["unit_id"] == "cvlat/bar_chart/1"
    tasks = [items[f"{name}/bar_chart/1{form}"]["task"] for name, form in (("vlat", ""), ("revlat", ""))]
    assert tasks == ["Retrieve Value", "Find Extremum"]
    assert items["cvlat/bar_chart/1/anonymised"]["task"] == "Retrieve Value"  # the real form's
    assert [len(items[f"{name}/bar_chart/1"]["options"]) for name in units] == [4, 3]


def test_omit_is_found_whatever_its_case_and_place(tmp_path):
    write(tmp_path / "bundle", "VLAT", {"1": PLAIN | {"Choices": ["oMIT", "1", "3"]}})
    _, items, _ = take(tmp_path / "bundle")
    assert items["vlat/bar_chart/1"]["omit_index"] == 0


UNASKABLE = [
    ("key_not_among_options", {"VA": "9"}),
    ("key_not_among_options", {"VA": "1 "}),
    ("key_not_among_options", {"FA": "9"}),
    ("key_is_omit", {"VA": "Omit"}),
    ("duplicate_options", {"Choices": ["1", "2", "2", "Omit"]}),
    ("missing_omit", {"Choices": ["1", "2", "3"]}),
    ("too_many_options", {"Choices": [*map(str, range(1, 27)), "Omit"]}),
    ("too_few_options", {"Choices": ["1", "Omit"], "FA": "1"}),
    ("empty_question", {"Q": "  "}),
    ("empty_option", {"Choices": ["1", "2", "", "Omit"]}),
    ("mistyped_field", {"Choices": "1, 2, Omit"}),
    ("mistyped_field", {"VA": 1}),
]


@pytest.mark.parametrize(("fault", "change"), UNASKABLE)
def test_a_question_that_cannot_be_asked_is_kept_out_and_named(tmp_path, fault, change):
    bundle = tmp_path / "bundle"
    write(bundle, "CVLAT", {"1": GOOD, "2": GOOD | change})
    _, items, audit = take(bundle)
    assert list(items) == ["cvlat/bar_chart/1/real"]
    rows = [row for row in audit if row["item_id"] == "cvlat/bar_chart/2/real"]
    assert fault in {row["fault"] for row in rows}
    assert any(row["kept_out"] for row in rows)
    assert all(row["source"] == "CVLAT/QAset/bar_chart_QAset.json#2" for row in rows)


@pytest.mark.parametrize("field", ["Q", "Choices", "VA", "FA"])
def test_a_question_without_a_field_is_kept_out(tmp_path, field):
    bundle = tmp_path / "bundle"
    write(bundle, "CVLAT", {"1": GOOD, "2": {name: value for name, value in GOOD.items() if name != field}})
    _, items, audit = take(bundle)
    assert list(items) == ["cvlat/bar_chart/1/real"]
    assert any(row["fault"] == "missing_field" and repr(field) in row["detail"] for row in audit)


def test_as_many_options_as_letters_can_be_asked(tmp_path):
    write(tmp_path / "bundle", "CVLAT", {"1": GOOD | {"Choices": [*map(str, range(1, 26)), "Omit"]}})
    _, items, audit = take(tmp_path / "bundle")
    assert len(items["cvlat/bar_chart/1/real"]["options"]) == 26
    assert not [row for row in audit if row["kept_out"]]


REPORTED = [
    ("visual_equals_factual", {"FA": "1"}),
    ("unknown_field", {"Hint": "look left"}),
    ("missing_field", {"Type": None}),
    ("unknown_task", {"Type": "Guess"}),
    ("options_alike", {"Choices": ["1", "2", "a b", "A  b", "Omit"]}),
    ("range_reversed", {"Choices": ["1", "2", "25 - 1.83Mbps", "Omit"]}),
    ("option_typography", {"Choices": ["1", "2", "$3 - 4$", "Omit"]}),
    ("option_typography", {"Choices": ["1", "2", "3 ", "Omit"]}),
    ("option_typography", {"Choices": ["1", "2", "12,34", "Omit"]}),
]


@pytest.mark.parametrize(("fault", "change"), REPORTED)
def test_a_fault_that_leaves_the_question_askable_is_only_reported(tmp_path, fault, change):
    bundle = tmp_path / "bundle"
    changed = {name: value for name, value in (GOOD | change).items() if value is not None}
    write(bundle, "CVLAT", {"1": changed})
    _, items, audit = take(bundle)
    assert items["cvlat/bar_chart/1/real"]["options"] == changed["Choices"]
    assert [row["kept_out"] for row in audit if row["fault"] == fault] == [False]


def test_forms_that_disagree_are_reported(tmp_path):
    bundle = tmp_path / "bundle"
    write(bundle, "CVLAT", {"1": GOOD, "2": GOOD | {"Q": "b"}, "3": GOOD | {"Q": "c"}})
    fewer = {"1": GOOD | {"Choices": ["1", "2", "Omit"]}, "2": GOOD | {"VA": "3", "Type": "Find Clusters"}}
    write(bundle, "CVLAT_Anonymized", fewer)
    _, items, audit = take(bundle)
    assert items["cvlat/bar_chart/2/anonymised"]["task"] == "Retrieve Value"
    assert {(row["fault"], row["item_id"]) for row in audit if row["fault"].startswith("form_")} == {
        ("form_option_count", "cvlat/bar_chart/1/anonymised"),
        ("form_key_slot", "cvlat/bar_chart/2/anonymised"),
        ("form_task", "cvlat/bar_chart/2/anonymised"),
        ("form_missing", "cvlat/bar_chart/3/real"),
        ("form_question_count", None),
    }


def test_one_request_with_two_keys_is_reported(tmp_path):
    bundle = tmp_path / "bundle"
    write(bundle, "VLAT", {"1": PLAIN, "2": PLAIN | {"A": "1", "Choices": ["Omit", "3", "1", "2"]}})
    _, items, audit = take(bundle)
    assert len(items) == 2
    (row,) = [row for row in audit if row["fault"] == "same_request_other_key" and "visual" in row["detail"]]
    assert (row["item_id"], "vlat/bar_chart/1" in row["detail"]) == ("vlat/bar_chart/2", True)


def test_a_gap_in_the_numbers_and_a_repeated_json_key_are_reported(tmp_path):
    bundle = tmp_path / "bundle"
    text = json.dumps({"1": GOOD, "3": GOOD}).replace('"VA": "1"', '"VA": "3", "VA": "1"', 1)
    write(bundle, "CVLAT", text)
    _, items, audit = take(bundle)
    assert list(items) == ["cvlat/bar_chart/1/real", "cvlat/bar_chart/3/real"]
    details = {row["fault"]: row["detail"] for row in audit}
    assert "1, 3" in details["numbering_gap"]
    assert "'VA'" in details["duplicate_json_key"]


@pytest.mark.parametrize("text", ["{\n\n", "[1]", '{"1": 2}', "\u00ff", "[" * 100_000])
def test_a_malformed_question_file_is_left_out_whole(tmp_path, text):
    bundle = tmp_path / "bundle"
    write(bundle, "CVLAT", {"1": GOOD})
    write(bundle, "CVLAT", text, chart="pie_chart")
    _, items, audit = take(bundle)
    assert list(items) == ["cvlat/bar_chart/1/real"]
    (row,) = [row for row in audit if row["fault"] == "malformed_json"]
    assert (row["source"], row["kept_out"], "\n" in row["detail"]) == (
        "CVLAT/QAset/pie_chart_QAset.json",
        True,
        False,
    )
    if text == "{\n\n":
        assert "line 3" in row["detail"]


def test_a_missing_and_an_unreadable_picture_keep_their_questions_out(tmp_path):
    bundle = tmp_path / "bundle"
    write(bundle, "CVLAT", {"1": GOOD})
    write(bundle, "CVLAT", {"1": GOOD}, chart="pie_chart", colour=None)
    write(bundle, "CVLAT", {"1": GOOD}, chart="line_chart")
    picture = bundle / "CVLAT" / "image" / "line_chart.png"
    picture.write_bytes(picture.read_bytes()[:40])
    _, items, audit = take(bundle)
    assert list(items) == ["cvlat/bar_chart/1/real"]
    faults = {(row["source"], row["fault"]): row for row in audit}
    assert faults["CVLAT/image/pie_chart.png", "missing_image"]["kept_out"]
    unreadable = faults["CVLAT/image/line_chart.png", "unreadable_image"]
    assert str(tmp_path) not in unreadable["detail"]
    kept_out = {row["item_id"] for row in audit if row["fault"] == "no_picture"}
    assert kept_out == {"cvlat/pie_chart/1/real", "cvlat/line_chart/1/real"}


def test_a_picture_that_nobody_asks_about_is_reported(tmp_path):
    bundle = tmp_path / "bundle"
    write(bundle, "CVLAT", {"1": GOOD})
    Image.new("RGB", (4, 4)).save(bundle / "CVLAT" / "image" / "treemap.png")
    _, _, audit = take(bundle)
    assert [row["source"] for row in audit if row["fault"] == "missing_questions"] == ["CVLAT/image/treemap.png"]


def test_a_folder_that_is_no_bundle_stops_with_one_line(tmp_path):
    for bundle in (tmp_path / "nowhere", tmp_path):
        for attempt in (lambda b: import_stimuli(b, tmp_path / "images"), lambda b: import_items(b, [])):
            with pytest.raises(UserError, match="CVLAT_Anonymized") as raised:
                attempt(bundle)
            assert "\n" not in str(raised.value)


def test_a_bundle_without_any_picture_or_askable_question_stops(tmp_path):
    bundle = tmp_path / "bundle"
    write(bundle, "CVLAT", {"1": GOOD}, colour=None)
    with pytest.raises(UserError, match="none of its pictures"):
        import_stimuli(bundle, tmp_path / "images")
    with pytest.raises(
        UserError, match=r"no question can be asked: CVLAT/QAset/bar_chart_QAset\.json \(no_pict"
    ) as raised:
        import_items(bundle, [])
    assert "restore" not in str(raised.value)


def test_each_file_of_a_bundle_that_asks_nothing_is_named_with_its_first_reason(tmp_path):
    bundle = tmp_path / "mine"
    write(bundle, "CVLAT", {"1": GOOD | {"VA": "9"}, "2": GOOD | {"Q": " "}})
    write(bundle, "VLAT", [GOOD], chart="pie_chart")
    with pytest.raises(UserError) as raised:
        take(bundle)
    message = str(raised.value)
    assert "\n" not in message
    assert "CVLAT/QAset/bar_chart_QAset.json (key_not_among_options, visual key '9' is not among" in message
    assert "VLAT/QAset/pie_chart_QAset.json (malformed_json, the whole file is left out: it holds a list; " in message
    assert "an object whose keys number the questions" in message


@pytest.mark.parametrize("sign", ["\n", "\r", "\u2028", "\x00", "\x1b", "\ud800"])
@pytest.mark.parametrize("field", ["Q", "Choices", "Type"])
def test_a_text_that_breaks_the_menu_or_cannot_be_encoded_is_kept_out(tmp_path, sign, field):
    bundle = tmp_path / "bundle"
    bad = f"a{sign}b"
    write(bundle, "CVLAT", {"1": GOOD, "2": GOOD | {field: [*GOOD["Choices"], bad] if field == "Choices" else bad}})
    _, items, audit = take(bundle)
    assert list(items) == ["cvlat/bar_chart/1/real"]
    (row,) = [row for row in audit if row["fault"] == "unprintable_text"]
    assert row["item_id"] == "cvlat/bar_chart/2/real" and row["kept_out"]
    assert f"U+{ord(sign):04X}" in row["detail"]
    as_table("audit", audit)


def test_a_number_that_cannot_be_encoded_keeps_its_question_out(tmp_path):
    bundle = tmp_path / "bundle"
    write(bundle, "CVLAT", {"1": GOOD, "\ud800": GOOD | {"Choices": ["x\ud800"]}})
    _, items, audit = take(bundle)
    assert list(items) == ["cvlat/bar_chart/1/real"]
    assert len(as_table("audit", audit))
