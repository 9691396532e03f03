"""The types of everything configured, and what a mistake against them is called."""

import os
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from counterpoint.problems import HIDDEN, Key, Problem, given, meant, near

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


class Strict(BaseModel):
    """Base of everything configured: no unknown key, no guessing at types, no change after reading."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, allow_inf_nan=False, use_attribute_docstrings=True
    )


def rule(allowed: str, value: object, at: Key = ()) -> PydanticCustomError:
    """Return the error of a rule that types cannot express: the value given, what is allowed, where below the field."""
    return PydanticCustomError("rule", "{allowed}", {"allowed": allowed, "value": value, "at": at})


def refuse_repeats(names: Sequence[str]) -> None:
    """Raise the error of a list in which a name stands twice."""
    for position, name in enumerate(names):
        if name in names[:position]:
            raise rule("each name once, and it stands here a second time", name, (position,))


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
            text = f"{given(detail['input'])} is given to an unknown key{meant(nearest)}"
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
            key, value, hint, allowed = (*key, *context["at"]), context["value"], "", context["allowed"]
        else:
            hint, allowed = meant(near(value, node.get("enum", ()))), describe(node, schema)
        value_shown = HIDDEN if key and key[-1] == "api_key_env" else given(value)
        text = f"{value_shown} is not allowed{hint}; allowed: {allowed}{_number_hint(value, kind)}"
        found.append((1, Problem(key, text)))
    return [problem for _, problem in sorted(found, key=lambda pair: pair[0])]


def _number_hint(value: object, kind: str) -> str:
    """Say how to write what YAML takes for text though a reader takes it for a number, such as 1e-3."""
    if kind in ("float_type", "int_type") and isinstance(value, str) and re.fullmatch(r"[-+\d.eE]*\d", value):
        return "; write it without quotes and as plain digits"
    return ""


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


def _plain(number: float) -> str:
    """Return a bound as people write it: no exponent, no needless zeros."""
    return str(int(number)) if number == int(number) else f"{number:g}"
