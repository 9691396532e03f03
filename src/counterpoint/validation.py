"""One line for a mistake in a YAML file: which file, which key, the value given, what is allowed."""

import difflib
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Annotated, Any, NamedTuple, NoReturn

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from counterpoint.errors import UserError

Key = tuple[str | int, ...]
"""Where a value stands in nested mappings and lists."""

SLUG_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"
PATH_PATTERN = r"^[^{}\r\n]+$"
ENVIRONMENT_PATTERN = r"^[A-Z][A-Z0-9_]*$"
URL_PATTERN = r"^https?://[^\s/@?]+[^\s@?]*$"
LEVEL_PATTERN = r"^([1-9][0-9]*%|reversal)$"
IN_WORDS = {
    SLUG_PATTERN: "letters, digits, '.', '_' and '-', beginning with a letter or digit",
    PATH_PATTERN: "a path without braces",
    LEVEL_PATTERN: "a percentage such as 50%, or reversal",
    ENVIRONMENT_PATTERN: "the name of an environment variable (capital letters, digits and '_')",
    URL_PATTERN: "an address that begins with http:// or https:// and holds no user name, password or query",
}

Slug = Annotated[str, Field(pattern=SLUG_PATTERN)]
PathText = Annotated[str, Field(pattern=PATH_PATTERN)]
Text = Annotated[str, Field(min_length=1)]
Place = Annotated[PathText, AfterValidator(os.path.normpath)]
"""A path as text, without a slash at its end; if relative, below the working folder."""

# A key of a provider never stands in a file: these shapes are refused wherever they turn up, and never shown.
SECRET_VALUE = re.compile(
    r"(?<![A-Za-z0-9])(?:sk-|sk_|rk_|xai-|gsk_|hf_|AIza|ghp_|github_pat_|AKIA|eyJ)[A-Za-z0-9_.-]{16,}"
    r"|^Bearer\s|://[^/\s]*@|[?&](?:api_?key|key|token)="
    r"|(?<![A-Za-z0-9])(?=[A-Za-z0-9]*[a-z])(?=[A-Za-z0-9]*[A-Z])(?=[A-Za-z0-9]*[0-9])[A-Za-z0-9]{32,}"
)
_SECRET_KEY = re.compile(r"^(?:.*[_-])?(?:api_?key|secret|token|password|authorization)$", re.IGNORECASE)
HIDDEN = "a value (hidden)"


class Strict(BaseModel):
    """Base of everything configured: no unknown key, no guessing at types, no change after reading."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, allow_inf_nan=False, use_attribute_docstrings=True
    )


class Problem(NamedTuple):
    """One mistake: where, and what is wrong with it."""

    key: Key
    text: str


def rule(allowed: str, value: object, at: Key = ()) -> PydanticCustomError:
    """Return the error of a rule that types cannot express: the value given, what is allowed, where below the field."""
    return PydanticCustomError("rule", "{allowed}", {"allowed": allowed, "value": value, "at": at})


def refuse_repeats(names: Sequence[str]) -> None:
    """Raise the error of a list in which a name stands twice."""
    for position, name in enumerate(names):
        if name in names[:position]:
            raise rule("each name once, and it stands here a second time", name, (position,))


# ---------------------------------------------------------------------------------------------- reading YAML


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


# ------------------------------------------------------------------------------------------ finding mistakes


def refuse_secrets(content: object, key: Key = ()) -> list[Problem]:
    """Return a problem for each value that looks like a provider's key; it is never repeated in the message."""
    if isinstance(content, Mapping):
        return [p for step, value in content.items() for p in refuse_secrets(value, (*key, step))]
    if isinstance(content, list | tuple):
        return [p for step, value in enumerate(content) for p in refuse_secrets(value, (*key, step))]
    by_name = bool(key and content) and _SECRET_KEY.match(str(key[-1])) is not None
    if (by_name and content is not True) or (isinstance(content, str) and SECRET_VALUE.search(content)):
        return [
            Problem(
                key,
                f"{HIDDEN} that looks like a key or password; allowed: none in any file or on the command line; "
                "put it in an environment variable and name that in api_key_env",
            )
        ]
    return []


def problems_of(error: ValidationError, schema: Mapping[str, Any]) -> list[Problem]:
    """Return the mistakes behind a validation error, misspelled keys first.

    `schema` is the JSON Schema of what was validated; what is allowed is read from it. A missing key whose
    misspelling was found is not a second mistake.
    """
    found: list[tuple[int, Problem]] = []
    explained: set[Key] = set()
    details = error.errors(include_url=False)
    for detail in details:
        if detail["type"] in ("extra_forbidden", "invalid_key"):
            key, _, parent = _walk(schema, detail["loc"])
            nearest = near(key[-1], list(parent["properties"]))
            explained.update((*key[:-1], name) for name in nearest[:1])
            text = f"{given(detail['input'])} is given to an unknown key{_meant(nearest)}"
            if detail["type"] == "invalid_key":
                text = "is no text, and keys are text"
            text += f"; allowed here: {', '.join(parent['properties'])}"
            found.append((0, Problem(key, text)))
    for detail in details:
        kind, context, value, loc = detail["type"], detail.get("ctx", {}), detail["input"], detail["loc"]
        if kind in ("extra_forbidden", "invalid_key") or (kind == "too_short" and value):
            continue  # said above, or only the consequence of an element's own mistake
        if loc[-1:] == ("[key]",):
            text = f"is no name; allowed as a name: {IN_WORDS[SLUG_PATTERN]}"
            found.append((1, Problem(loc[:-1], text)))
            continue
        key, node, _ = _walk(schema, loc)
        if kind in ("union_tag_invalid", "union_tag_not_found"):
            step = context["discriminator"].strip("'")
            key, node, value = (*key, step), {"enum": _tags(node, step, schema)}, context.get("tag")
        if kind in ("missing", "union_tag_not_found"):
            if key not in explained:
                found.append((1, Problem(key, f"is missing; allowed: {describe(node, schema)}")))
            continue
        if kind == "rule":
            key, value, meant, allowed = (*key, *context["at"]), context["value"], "", context["allowed"]
        else:
            meant, allowed = _meant(near(value, node.get("enum", ()))), describe(node, schema)
        value_shown = HIDDEN if key and key[-1] == "api_key_env" else given(value)
        text = f"{value_shown} is not allowed{meant}; allowed: {allowed}{_number_hint(value, kind)}"
        found.append((1, Problem(key, text)))
    return [problem for _, problem in sorted(found, key=lambda pair: pair[0])]


def near(name: object, names: Sequence[str]) -> list[str]:
    """Return the up to three names that look most like the given one, the most alike first."""
    by_folded = {other.casefold(): other for other in names if isinstance(other, str)}
    return [by_folded[match] for match in difflib.get_close_matches(str(name).casefold(), by_folded, 3)]


def unknown_name(name: str, names: Sequence[str], what: str) -> str:
    """Return the text of a problem: a name that is not among the names of `what`."""
    return f"{given(name)} is not allowed{_meant(near(name, names))}; allowed: {what} ({', '.join(names)})"


def _meant(nearest: Sequence[str]) -> str:
    return f" (did you mean {' or '.join(nearest)}?)" if nearest else ""


def _number_hint(value: object, kind: str) -> str:
    """Say how to write what YAML takes for text though a reader takes it for a number, such as 1e-3."""
    if kind in ("float_type", "int_type") and isinstance(value, str) and re.fullmatch(r"[-+\d.eE]*\d", value):
        return "; write it without quotes and as plain digits"
    return ""


# --------------------------------------------------------------------------------- what a JSON Schema allows


def _resolved(node: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    while "$ref" in node:
        node = schema["$defs"][node["$ref"].rsplit("/", 1)[1]]
    return node


def _tags(node: Mapping[str, Any], step: str, schema: Mapping[str, Any]) -> list[str]:
    """Return the values of the key `step` that a node or any of its alternatives takes."""
    node = _resolved(node, schema)
    if "oneOf" in node:
        return list(dict.fromkeys(tag for branch in node["oneOf"] for tag in _tags(branch, step, schema)))
    values = node["properties"].get(step, {})
    return [values["const"]] if "const" in values else list(values.get("enum", ()))


def _walk(schema: Mapping[str, Any], loc: Sequence[str | int]) -> tuple[Key, Mapping, Mapping]:
    """Follow an error's place through a schema: the key without union tags, its node, the mapping that holds it."""
    node: Mapping[str, Any] = schema
    parent: Mapping[str, Any] = {}
    key: list[str | int] = []
    for step in loc:
        node = _resolved(node, schema)
        if "oneOf" in node:
            name = node["discriminator"]["propertyName"]
            node = next(branch for branch in node["oneOf"] if step in _tags(branch, name, schema))
            continue
        if "anyOf" in node:
            node = _resolved(next(n for n in node["anyOf"] if n.get("type") != "null"), schema)
        parent = node
        key.append(step)
        if "patternProperties" in node:
            node = next(iter(node["patternProperties"].values()))
        elif isinstance(node.get("additionalProperties"), Mapping):
            node = node["additionalProperties"]
        else:
            node = node.get("items", {}) if isinstance(step, int) else node.get("properties", {}).get(step, {})
    return tuple(key), _resolved(node, schema), _resolved(parent, schema)


_BOUNDS = {"minimum": "of at least", "exclusiveMinimum": "above", "maximum": "at most", "exclusiveMaximum": "below"}
"""The bounds of a number in a JSON Schema, in words."""


def describe(node: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Say in words what a node of a JSON Schema allows."""
    node = _resolved(node, schema)
    if "anyOf" in node:
        return " or ".join(describe(branch, schema) for branch in node["anyOf"])
    if "enum" in node or "const" in node:
        names = [str(name) for name in node.get("enum", [node.get("const")])]
        return f"one of {', '.join(names)}" if len(names) > 1 else names[0]
    ends = [f"{word} {_plain(node[name])}" for name, word in _BOUNDS.items() if name in node]
    bounds = f" {' and '.join(ends)}" if ends else ""
    if "minimum" in node and "maximum" in node:
        bounds = f" from {_plain(node['minimum'])} to {_plain(node['maximum'])}"
    match node.get("type"):
        case "integer":
            return f"a whole number{bounds}"
        case "number":
            return f"a number{bounds}"
        case "boolean":
            return "true or false"
        case "string":
            return IN_WORDS.get(node.get("pattern", ""), "text that is not empty")
        case "array":
            return f"a list of at least one, each {describe(node['items'], schema)}"
        case "null":
            return "null"
    return f"a mapping with the keys {', '.join(node['properties'])}" if "properties" in node else "a mapping"


# -------------------------------------------------------------------------------------------- one line to say


def dotted(key: Key) -> str:
    """Write a key as in the documentation: suites.cvlat.cells[2]."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in key)
    return text.removeprefix(".")


def given(value: object) -> str:
    """Show a value on one line as it stands in YAML, shortened where it is long."""
    text = json.dumps(value, ensure_ascii=False, default=str, skipkeys=True)
    return text if len(text) <= 80 else f"{text[:76]} ..."


def shown(path: str | Path) -> str:
    """Show a path relative to the working folder where it lies below it."""
    relative = os.path.relpath(path)
    return str(path) if relative.startswith("..") else relative


def one_line(text: str) -> str:
    """Join whatever lines a text has."""
    return " ".join(text.split())


def stop(problems: Sequence[Problem], where: Callable[[Key], str]) -> NoReturn:
    """Raise the UserError of the first problem, with the number of the others; `where` names a key's file."""
    first, more = problems[0], len(problems) - 1
    rest = f" (and {more} more mistake{'s' if more > 1 else ''})" if more else ""
    raise UserError(one_line(f"{where(first.key)}: {dotted(first.key)}: {first.text}{rest}"))


def _plain(number: float) -> str:
    """Return a bound as people write it: no exponent, no needless zeros."""
    return str(int(number)) if number == int(number) else f"{number:g}"
