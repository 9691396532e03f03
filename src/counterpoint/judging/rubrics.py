"""Rubrics: what a judge is told, and the JSON that it must reply."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, SchemaError
from pydantic import Field, ValidationError, field_validator

from counterpoint.validation import Strict, load_yaml, problems_of, rule, shown, stop

UNRESOLVED = "unresolved"
"""The verdict that settles on nothing; every rubric has it."""


class Rubric(Strict):
    """One rubric, as its file says it."""

    system: str = Field(min_length=1)
    """The judge's system text."""
    verdict: str = Field(min_length=1)
    """The property of the judge's JSON that is its verdict."""
    response_schema: dict[str, Any] = Field(min_length=1)
    """JSON Schema of the judge's reply."""

    @field_validator("response_schema")
    @classmethod
    def _lists_its_verdicts(cls, schema: dict[str, Any], info: Any) -> dict[str, Any]:
        try:
            Draft202012Validator.check_schema(schema)
        except SchemaError as error:
            raise rule(f"a JSON Schema ({error.message})", schema) from error
        values = schema.get("properties", {}).get(info.data.get("verdict"), {}).get("enum", [])
        if UNRESOLVED not in values:
            raise rule(f"a schema whose property named by `verdict` is an enum with {UNRESOLVED}", schema)
        return schema

    def values(self, letters: Sequence[str] = ()) -> list[str]:
        """Return what the verdict may be: the letters shown, if any, then what the file lists."""
        return [*letters, *self.response_schema["properties"][self.verdict]["enum"]]

    def schema_text(self, letters: Sequence[str] = ()) -> str:
        """Return the JSON Schema of a reply as canonical JSON, the letters shown among the verdicts."""
        properties = self.response_schema["properties"]
        verdict = properties[self.verdict] | {"enum": self.values(letters)}
        schema = self.response_schema | {"properties": properties | {self.verdict: verdict}}
        return json.dumps(schema, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def load_rubrics(paths: Iterable[str | Path]) -> dict[str, Rubric]:
    """Read rubrics, by the names of their files.

    Raises UserError, one line with file, key, value and what is allowed, for the first mistake.
    """
    return {Path(path).stem: _load(path) for path in paths}


def _load(path: str | Path) -> Rubric:
    content = load_yaml(path)
    try:
        return Rubric.model_validate(content)
    except ValidationError as error:
        stop(problems_of(error, Rubric.model_json_schema()), lambda _: shown(path))
