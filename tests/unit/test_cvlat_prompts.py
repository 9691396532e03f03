"""CVLAT's prompts: ours, and mistakes in a file of them."""

import json
import re
from pathlib import Path

import pytest
import yaml
from refused import line_of

from counterpoint.config_prompts import load_prompts
from counterpoint.suites.cvlat.cells import CELLS

ROOT = Path(__file__).resolve().parents[2]
PROMPTS = dict.fromkeys(
    ("normal", "anonymised", "explain", "visual_priority", "factual_priority", "question_only"), "text"
)


def test_our_prompts_are_six_and_the_anonymised_one_is_the_normal_one():
    prompts = load_prompts(ROOT / "resources/prompts/cvlat.yaml")
    assert list(prompts) == list(PROMPTS) and set(prompts) == {cell.prompt for cell in CELLS.values()}
    assert prompts["anonymised"] == prompts["normal"]
    assert len(set(prompts.values())) == 5
    assert all(("(a)" in text and "Omit" in text) or "not know" in text for text in prompts.values())


def test_our_prompts_share_no_sentence_with_the_authors_bundle():
    bundle = ROOT.parent / "shared" / "data" / "cvlat" / "code" / "prompts.json"
    if not bundle.exists():
        pytest.skip(f"the authors' prompts are not at {bundle}")

    def sentences(texts):
        return {s.strip() for text in texts for s in re.split(r"[.:\n]", text) if len(s.split()) > 3}

    ours = sentences(load_prompts(ROOT / "resources/prompts/cvlat.yaml").values())
    assert not ours & sentences(json.loads(bundle.read_text()).values())


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"explain": None}, "explain: null is not allowed; allowed: text that is not empty"),
        ({"explain": ""}, 'explain: "" is not allowed; allowed: text that is not empty'),
        ({"normal": 3}, "normal: 3 is not allowed; allowed: text that is not empty"),
        (
            {"anonymized": "text"},
            'anonymized: "text" is given to an unknown key (did you mean anonymised?); allowed here: normal, '
            "anonymised, explain, visual_priority, factual_priority, question_only",
        ),
    ],
)
def test_a_mistake_in_the_prompts_is_one_line(tmp_path, monkeypatch, change, expected):
    monkeypatch.chdir(tmp_path)
    Path("p.yaml").write_text(yaml.safe_dump(PROMPTS | change))
    assert line_of(load_prompts, "p.yaml") == f"p.yaml: {expected}"


def test_a_missing_prompt_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("p.yaml").write_text(yaml.safe_dump({k: v for k, v in PROMPTS.items() if k != "explain"}))
    assert line_of(load_prompts, "p.yaml") == "p.yaml: explain: is missing; allowed: text that is not empty"
