"""Files of prompts: the texts of a suite by name, each there and not empty."""

from pathlib import Path

from pydantic import ValidationError

from counterpoint.config_cvlat import CvlatPrompts
from counterpoint.config_prive import PrivePrompts
from counterpoint.config_scifig import ScifigCandidatePrompts, ScifigPrompts
from counterpoint.problems import shown, stop
from counterpoint.validation import Strict, problems_of
from counterpoint.yaml_files import load_yaml


def load_prompts(path: str | Path) -> dict[str, str]:
    """Read the file of prompts: the system text of each of CVLAT's six prompts, by name.

    Raises UserError, one line with file, key, value and what is allowed, when one is missing, empty or unknown.
    """
    return _load_texts(path, CvlatPrompts)


def load_prive_prompts(path: str | Path) -> dict[str, str]:
    """Read the file of PriVE's prompts: its texts by name. Raises UserError as `load_prompts`."""
    return _load_texts(path, PrivePrompts)


def load_scifig_prompts(path: str | Path) -> dict[str, str]:
    """Read the file of SciFig's prompts: its texts by name. Raises UserError as `load_prompts`."""
    return _load_texts(path, ScifigPrompts)


def load_candidate_prompts(path: str | Path) -> dict[str, str]:
    """Read the file of what SciFig's generator is asked: its texts by name. Raises UserError as `load_prompts`."""
    return _load_texts(path, ScifigCandidatePrompts)


def _load_texts(path: str | Path, kind: type[Strict]) -> dict[str, str]:
    content = load_yaml(path)
    try:
        return dict(kind.model_validate(content))
    except ValidationError as error:
        stop(problems_of(error, kind.model_json_schema()), lambda _: shown(path))
