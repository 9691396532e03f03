"""Reading a YAML file that people write: a mapping, or one line that says what is wrong with it."""

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import yaml

from counterpoint.errors import UserError
from counterpoint.problems import Key, dotted, given, one_line, shown

MOST_VALUES = 100_000
"""More values than any file of a project needs: a few lines of aliases can stand for billions."""


class _Loader(yaml.SafeLoader):
    """YAML in which only true and false are truth values: `off` and `no` stay words, as in YAML 1.2."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, regex) for tag, regex in resolvers if tag != "tag:yaml.org,2002:bool"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"), "tTfF")


def load_yaml(path: str | Path) -> dict[Any, Any]:
    """Return the mapping that a YAML file holds.

    Raises UserError when the file is absent, unreadable, empty, not YAML, not a mapping, or has a key twice.
    """
    name = shown(path)
    try:
        loader = _Loader(Path(path).read_text("utf-8"))
        node = loader.get_single_node()
        if node is None:
            raise UserError(f"{name}: the file is empty; a mapping of keys to values is needed")
        _refuse_repeated_keys(name, node, (), [], count())
        content = loader.construct_document(node)
    except OSError as error:
        raise UserError(f"{name}: cannot be read ({error.strerror}); check the path") from error
    except yaml.MarkedYAMLError as error:
        line = f"line {error.problem_mark.line + 1}: " if error.problem_mark else ""
        raise UserError(one_line(f"{name}: {line}not YAML ({error.problem})")) from error
    except (yaml.YAMLError, UnicodeDecodeError, ValueError) as error:
        raise UserError(one_line(f"{name}: not YAML ({error})")) from error
    except RecursionError as error:
        raise UserError(f"{name}: is nested too deeply; write it flatter") from error
    if not isinstance(content, dict):
        raise UserError(f"{name}: holds {given(content)}; a mapping of keys to values is needed")
    return content


def _refuse_repeated_keys(name: str, node: yaml.Node, key: Key, above: list[yaml.Node], met: Iterator[int]) -> None:
    """Raise UserError where a key stands twice, a node holds itself, or aliases of aliases stand for ever more."""
    if next(met) > MOST_VALUES:
        raise UserError(f"{name}: holds more than {MOST_VALUES} values with its aliases written out; make it shorter")
    if any(node is other for other in above):
        raise UserError(f"{name}: {dotted(key)}: refers to itself; write the values out")
    if isinstance(node, yaml.SequenceNode):
        for position, child in enumerate(node.value):
            _refuse_repeated_keys(name, child, (*key, position), [*above, node], met)
    elif isinstance(node, yaml.MappingNode):
        lines: dict[tuple[str, str], int] = {}
        for key_node, child in node.value:
            line, step = key_node.start_mark.line + 1, str(key_node.value)
            if first := lines.get((key_node.tag, step)):
                raise UserError(
                    f"{name}: {dotted((*key, step))}: the key stands twice, in lines {first} and {line}; keep one"
                )
            lines[key_node.tag, step] = line
            _refuse_repeated_keys(name, child, (*key, step), [*above, node], met)


def key_lines(path: str | Path) -> dict[tuple[str, ...], int]:
    """Return the line of each key and list entry of a YAML file that `load_yaml` reads; steps of keys are texts."""
    lines: dict[tuple[str, ...], int] = {(): 1}

    def note(node: yaml.Node, key: tuple[str, ...]) -> None:
        if isinstance(node, yaml.SequenceNode):
            entries = [(str(step), child, child) for step, child in enumerate(node.value)]
        else:
            entries = [(name.value, name, child) for name, child in node.value]
        for step, start, child in entries:
            lines[(*key, str(step))] = start.start_mark.line + 1
            if isinstance(child, yaml.CollectionNode):
                note(child, (*key, str(step)))

    note(_Loader(Path(path).read_text("utf-8")).get_single_node(), ())
    return lines
