"""Rubrics: what a judge is told, and the JSON that it must reply."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, SchemaError
from pydantic import Field, ValidationError, field_validator, model_validator

from counterpoint.judging.no_verdict import UNRESOLVED
from counterpoint.problems import shown, stop
from counterpoint.validation import Strict, problems_of, rule
from counterpoint.yaml_files import load_yaml


class Rubric(Strict):
    """One rubric, as its file says it: a single verdict, or findings by key (`kinds`)."""

    system: str = Field(min_length=1)
    """The judge's system text."""
    verdict: str | None = Field(None, min_length=1)
    """The property of the judge's JSON that is its verdict."""
    response_schema: dict[str, Any] | None = Field(None, min_length=1)
    """JSON Schema of the judge's reply."""
    kinds: dict[str, dict[str, Any]] | None = Field(None, min_length=1)
    """Of a structured rubric: JSON Schema of what may be found under a key, by the key's kind."""

    @field_validator("response_schema")
    @classmethod
    def _lists_its_verdicts(cls, schema: dict[str, Any] | None, info: Any) -> dict[str, Any] | None:
        if schema is None:
            return None
        _check(schema)
        values = schema.get("properties", {}).get(info.data.get("verdict"), {}).get("enum", [])
        if UNRESOLVED not in values:
            raise rule(f"a schema whose property named by `verdict` is an enum with {UNRESOLVED}", schema)
        return schema

    @field_validator("kinds")
    @classmethod
    def _are_schemas(cls, kinds: dict[str, dict[str, Any]] | None) -> dict[str, dict[str, Any]] | None:
        for schema in (kinds or {}).values():
            _check(schema)
        return kinds

    @model_validator(mode="after")
    def _single_or_structured(self) -> "Rubric":
        single = (self.verdict is not None, self.response_schema is not None)
        if single != (self.kinds is None,) * 2:
            raise rule("either `kinds`, or `verdict` and `response_schema`", sorted(self.model_fields_set))
        return self

    def values(self, letters: Sequence[str] = ()) -> list[str]:
        """Return what a single verdict may be: the letters shown, if any, then what the file lists."""
        return [*letters, *self.response_schema["properties"][self.verdict]["enum"]]

    def schema_text(self, letters: Sequence[str] = (), keys: Mapping[str, str] | None = None) -> str:
        """Return the JSON Schema of a reply as canonical JSON.

        Of a single verdict, the letters shown are among its values. Of a structured rubric it is an object that has
        each of `keys`, whose values are kinds, and nothing else. Raises KeyError for a kind that the rubric lacks.
        """
        if self.kinds is not None:
            properties = {key: self.kinds[kind] for key, kind in keys.items()}
            schema = {"type": "object", "properties": properties, "required": sorted(properties)}
            return canonical(schema | {"additionalProperties": False})
        properties = self.response_schema["properties"]
        verdict = properties[self.verdict] | {"enum": self.values(letters)}
        return canonical(self.response_schema | {"properties": properties | {self.verdict: verdict}})


def canonical(value: Any) -> str:
    """Return a value as JSON in one spelling: keys sorted, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def load_rubrics(paths: Iterable[str | Path]) -> dict[str, Rubric]:
    """Read rubrics, by the names of their files.

    Raises UserError, one line with file, key, value and what is allowed, for the first mistake.
    """
    return {Path(path).stem: _load(path) for path in paths}


def _check(schema: dict[str, Any]) -> None:
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        raise rule(f"a JSON Schema ({error.message})", schema) from error


def _load(path: str | Path) -> Rubric:
    content = load_yaml(path)
    try:
        return Rubric.model_validate(content)
    except ValidationError as error:
        stop(problems_of(error, Rubric.model_json_schema()), lambda _: shown(path))
