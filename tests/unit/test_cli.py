"""The command `counterpoint`: its help, its exit codes, and what is not imported before it is needed."""

import importlib
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.cli import COMMANDS, main
from counterpoint.commands.terminal import block, columns, safe

REPOSITORY = Path(__file__).resolve().parents[2]


def test_the_installed_command_is_this_function():
    module, _, name = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]["scripts"][
        "counterpoint"
    ].partition(":")
    assert getattr(importlib.import_module(module), name) is main


def test_help_names_every_command_and_waits_for_no_heavy_import():
    code = (
        "import sys, counterpoint.cli as cli\n"
        "try: cli.main(['--help'])\n"
        "except SystemExit as end: assert end.code == 0\n"
        "heavy = ('pyarrow', 'pandas', 'PIL', 'pydantic_ai', 'cv2', 'snakemake')\n"
        "print(*[name for name in heavy if name in sys.modules])"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    *text, heavy = printed.split("\n")[:-1]
    assert heavy == ""
    for command in COMMANDS:
        assert f"    {command.__name__.rpartition('.')[2]} " in "\n".join(text)


def test_a_users_mistake_is_one_line_and_exit_code_1(capsys, tmp_path):
    assert main(["explain", "--configfile", str(tmp_path / "none.yaml")]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("error: ")
    assert said.err.count("\n") == 1


def test_no_command_is_a_usage_error():
    with pytest.raises(SystemExit) as stopped:
        main([])
    assert stopped.value.code == 2


@given(st.text())
def test_what_is_printed_of_others_cannot_control_a_terminal(text):
    for printed in (safe(text), block("text", [text]), *columns([[text, "x"]])):
        assert all(character == "\n" or character.isprintable() for character in printed)


def test_lines_stand_under_their_label_and_columns_under_each_other():
    assert block("reply", ["one\ntwo", "three"]) == "reply      one\n           two\n           three"
    assert columns([("a", "b"), ("long", "c")]) == ["a     b", "long  c"]
