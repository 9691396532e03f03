"""Reading a YAML file: what holds no mapping is refused in one line."""

from itertools import pairwise
from pathlib import Path

import pytest
from refused import line_of

from counterpoint.errors import UserError
from counterpoint.yaml_files import load_yaml


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


FILES = {
    "": "the file is empty; a mapping of keys to values is needed",
    "# only a comment\n": "the file is empty; a mapping of keys to values is needed",
    "- a\n": 'holds ["a"]; a mapping of keys to values is needed',
    "just words\n": 'holds "just words"; a mapping of keys to values is needed',
    "a: [1\nb: 2\n": "line 2: not YAML (expected ',' or ']', but got ':')",
    "a:\n\tb: 1\n": "line 2: not YAML (found character '\\t' that cannot start any token)",
    "a: {b: 1}\nc: 2\na: 3\n": "a: the key stands twice, in lines 1 and 3; keep one",
    "a:\n  b: 1\n  c: 2\n  b: 3\n": "a.b: the key stands twice, in lines 2 and 4; keep one",
    "a: [{b: 1, b: 1}]\n": "a[0].b: the key stands twice, in lines 1 and 1; keep one",
    "a: &x {b: *x}\n": "a.b: refers to itself; write the values out",
    "a: 1\n---\nb: 2\n": "line 2: not YAML (but found another document)",
    "a: 2026-13-45\n": "not YAML (month must be in 1..12)",
    "a: !!python/name:os.system x\n": "line 1: not YAML (could not determine a constructor for the tag "
    "'tag:yaml.org,2002:python/name:os.system')",
}


@pytest.mark.parametrize("text", FILES)
def test_a_file_that_holds_no_mapping_is_refused_in_one_line(folder, text):
    Path("x.yaml").write_text(text)
    assert line_of(load_yaml, "x.yaml") == f"x.yaml: {FILES[text]}"


def test_a_file_that_is_absent_or_not_text_is_refused_in_one_line(folder):
    assert line_of(load_yaml, "y.yaml") == "y.yaml: cannot be read (No such file or directory); check the path"
    Path("z.yaml").write_bytes(b"a: \xff\n")
    assert line_of(load_yaml, "z.yaml").startswith("z.yaml: not YAML ('utf-8' codec can't decode byte 0xff")


def test_only_true_and_false_are_truth_values(folder):
    Path("x.yaml").write_text("{a: off, b: no, c: true, d: False, no: 1}\n")
    assert load_yaml("x.yaml") == {"a": "off", "b": "no", "c": True, "d": False, "no": 1}


def test_a_few_lines_of_aliases_that_stand_for_billions_are_refused_at_once(tmp_path: Path) -> None:
    lines = ["a: &a [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]"]
    lines += [f"{name}: &{name} [{', '.join([f'*{before}'] * 10)}]" for before, name in pairwise("abcdefghij")]
    path = tmp_path / "laughs.yaml"
    path.write_text("\n".join(lines))
    with pytest.raises(UserError, match=r"laughs.yaml: holds more than 100000 values with its aliases written out"):
        load_yaml(path)
