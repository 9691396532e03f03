"""The typed configuration of a run: what is asked of whom, and where it is kept."""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from pydantic import Field, ValidationError, ValidationInfo, field_validator, model_validator

from counterpoint.config_cvlat import CvlatSuite
from counterpoint.config_prive import PriveSuite
from counterpoint.config_scifig import ScifigSuite
from counterpoint.problems import Key, Problem, given, refuse_secrets, shown, stop, unknown_name
from counterpoint.registry import load_registry, may_generate, may_judge, only_judges, registry_schema
from counterpoint.registry_entries import Share
from counterpoint.validation import Place, Slug, Strict, problems_of, refuse_repeats, rule
from counterpoint.yaml_files import load_yaml

PARSER = "parser"
"""Name of the parser in tables, and of no judge."""
RULE_JUDGE = "rule-judge"
"""Name in the registry of the judge of a run that names none."""
GENERATOR_KEY = ("suites", "scifig", "generator")
"""Where a run names the model that proposes what could be asked."""


class Suites(Strict):
    """The suites of a run: one or more."""

    cvlat: CvlatSuite | None = None
    """Aligned, randomised and counterfactual charts (arXiv 2606.03142)."""
    prive: PriveSuite | None = None
    """Pairs of pictures that differ in one attribute, and views of their evidence (arXiv 2607.16311)."""
    scifig: ScifigSuite | None = None
    """Scientific figures that are unreadable, misdescribed or falsely asked about (SciFig-Eval)."""

    @model_validator(mode="after")
    def _at_least_one(self) -> "Suites":
        if not self.chosen:
            raise rule(f"one or more of {', '.join(type(self).model_fields)}", {})
        return self

    @property
    def chosen(self) -> dict[str, CvlatSuite | PriveSuite | ScifigSuite]:
        """The suites that the run asks, by name."""
        return {name: suite for name, suite in self if suite is not None}


class Run(Strict):
    """One run: everything that decides what it asks and how it counts."""

    run: Slug
    """Name of the run, and of its folder below `results`."""
    seed: int = Field(ge=0)
    """Seed of every random choice."""
    results: Place = "results"
    """Folder of the results."""
    journal: Place = "journal"
    """Folder of the journal: every reply ever received, shared by all runs. Never delete what was paid for."""
    registry: Place = "config/models.yaml"
    """File of the model registry."""
    models: tuple[Slug, ...] = Field(strict=False, min_length=1, json_schema_extra={"uniqueItems": True})
    """Models asked, by their names in the registry."""
    judge: Slug | None = None
    """Model that judges replies, by its name in the registry; null for the rule judge, which is no model."""
    second_judge: Slug | None = None
    """Another one that judges the same replies, for the agreement of the two alone; null for none."""
    votes: int = Field(5, ge=1, le=99)
    """How often a judge is asked about each reply; the rule judge, which never varies, is asked once."""
    shards: int = Field(1, ge=1, le=256)
    """Jobs that a model's requests in a suite are divided into."""
    retry: int = Field(0, ge=0)
    """Raise it by one to ask again what was given up; shards without failures do not run again."""
    failures_allowed: Share = 0.05
    """Share of a shard's requests that may fail before its job fails; the replies it has are kept either way."""
    budget: float | None = Field(None, ge=0)
    """US dollars that the run may spend on all models together, replies in the journal included."""
    bootstrap_draws: int = Field(10_000, ge=100, le=1_000_000)
    """Draws behind every interval and p value."""
    suites: Suites
    """What is asked, by suite."""

    @field_validator("models")
    @classmethod
    def _each_model_once(cls, models: tuple[str, ...]) -> tuple[str, ...]:
        refuse_repeats(models)
        return models

    @field_validator("second_judge")
    @classmethod
    def _another_judge(cls, second: str | None, info: ValidationInfo) -> str | None:
        if second is not None and second == (info.data.get("judge") or RULE_JUDGE):
            raise rule("null, or another judge than the first", second)
        return second

    @property
    def generators(self) -> tuple[str, ...]:
        """The models that propose what could be asked: SciFig's generator, or none."""
        scifig = self.suites.scifig
        return () if scifig is None or scifig.generator is None else (scifig.generator,)

    @property
    def judges(self) -> tuple[str, ...]:
        """The judges of the run, the one whose verdicts count first."""
        return tuple(name for name in (self.judge or RULE_JUDGE, self.second_judge) if name is not None)

    def digest(self) -> str:
        """Return the SHA-256 of the run's canonical JSON: the same for the same run, however it was written."""
        text = json.dumps(self.model_dump(mode="json"), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


def load_run(config: Mapping[str, Any], files: Sequence[str], overrides: Mapping[str, Any]) -> Run:
    """Check a run's configuration and return it.

    `config` is what Snakemake merged, `files` are the configuration files in the order of merging, `overrides`
    the values of `--config`. Relative paths start at the working folder. Reads the files, the registry, and
    nothing else. Raises UserError, one line with file, key, value and what is allowed, for the first mistake.
    """
    sources = [(shown(file), load_yaml(file)) for file in files] + [("--config", overrides)]

    def where(key: Key) -> str:
        return _holder(key, sources)

    for name, content in sources:
        if problems := refuse_secrets(content):
            stop(problems, lambda _, name=name: name)
    try:
        run = Run.model_validate(dict(config))
    except ValidationError as error:
        stop(problems_of(error, Run.model_json_schema()), where)
    if problems := _absent_paths(run) + _shared_folders(run):
        stop(problems, where)
    if problems := _wrong_models(run):
        stop(problems, where)
    return run


def _wrong_models(run: Run) -> list[Problem]:
    """Return a problem for each model that the registry does not have, or that cannot do what the run asks of it."""
    registry = load_registry(run.registry)
    named: list[tuple[Key, str]] = [(("models", position), name) for position, name in enumerate(run.models)]
    judged = any(suite.extraction != "parser" for suite in run.suites.chosen.values())
    judges = {"judge": run.judges[0] if judged else run.judge, "second_judge": run.second_judge}
    named += [((key,), name) for key, name in judges.items() if name is not None]
    if run.suites.scifig is not None and run.suites.scifig.generator is not None:
        named.append((GENERATOR_KEY, run.suites.scifig.generator))
    problems = []
    for key, name in named:
        entry = registry.get(name)
        if entry is None:
            text = unknown_name(name, list(registry), f"the names in {shown(run.registry)}")
            if key == ("judge",) and run.judge is None:
                text = f"null means {given(name)}, which {shown(run.registry)} lacks; add it: `provider: rule_judge`"
            problems.append(Problem(key, text))
        elif key[0] == "models" and only_judges(entry):
            problems.append(Problem(key, f"{given(name)} judges replies and answers no question; allowed: a model"))
        elif key == GENERATOR_KEY and not may_generate(entry):
            text = f"{given(name)} cannot write questions about pictures; allowed: a model that takes pictures"
            problems.append(Problem(key, text))
        elif key[0] != "models" and not may_judge(entry):
            text = f"{given(name)} answers questions by rule and cannot judge; allowed: rule-judge, or a model of text"
            problems.append(Problem(key, text))
        elif key[0] in ("judge", "second_judge") and name == PARSER:
            problems.append(
                Problem(key, f"{given(name)} is what the parser is called in tables; allowed: another name")
            )
    return problems


def _holder(key: Key, sources: Sequence[tuple[str, Mapping[str, Any]]]) -> str:
    """Return the name of the source that a key's value comes from, or that a missing key belongs in.

    The last source that holds the key; if none does, the last file that comes closest.
    """
    depths = [_depth(key, content) for _, content in sources]
    if depths[-1] == len(key) or len(sources) == 1:
        return sources[-1][0]
    files = range(len(sources) - 1)
    return sources[max(files, key=lambda i: (depths[i], i))][0]


def _depth(key: Key, content: object) -> int:
    """Return how many steps of a key lead somewhere in a nested mapping."""
    for depth, step in enumerate(key):
        if not isinstance(content, Mapping | list) or step not in (
            content if isinstance(content, Mapping) else range(len(content))
        ):
            return depth
        content = content[step]
    return len(key)


def _absent_paths(run: Run) -> list[Problem]:
    """Return a problem for each file or folder that the run reads and that is not there."""
    wanted: list[tuple[Key, str | None, bool]] = [(("registry",), run.registry, False)]
    for name, suite in run.suites.chosen.items():
        wanted += [(("suites", name, *key), path, folder) for key, (path, folder) in suite.paths().items()]
    return [
        Problem(key, f"{given(path)} is not there; allowed: the path of {'a folder' if folder else 'a file'}")
        for key, path, folder in wanted
        if path is not None and not (Path(path).is_dir() if folder else Path(path).is_file())
    ]


def _shared_folders(run: Run) -> list[Problem]:
    """Return a problem where results and journal lie in each other: what makes results may delete them."""
    results, journal = (Path(os.path.abspath(folder)) for folder in (run.results, run.journal))
    if results.is_relative_to(journal) or journal.is_relative_to(results):
        text = (
            f"{given(run.journal)} and the results in {given(run.results)} lie in each other; allowed: a folder apart"
        )
        return [Problem(("journal",), text)]
    return []


def schema_files() -> dict[str, str]:
    """Return the JSON Schema files of the configuration, as they stand in workflow/schemas, by file name."""
    schemas = {"config.schema.yaml": Run.model_json_schema(), "models.schema.yaml": registry_schema()}
    return {
        name: "# Made from the types in src/counterpoint (see config/README.md); not written by hand.\n"
        + yaml.safe_dump(
            {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema},
            sort_keys=False,
            width=110,
            allow_unicode=True,
        )
        for name, schema in schemas.items()
    }
