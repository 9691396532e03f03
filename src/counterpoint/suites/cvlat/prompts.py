"""The prompts of CVLAT: our own, or those that a published bundle brings."""

from pathlib import Path

from counterpoint.config_prompts import load_prompts
from counterpoint.suites.cvlat.bundle import bundle_prompts


def read_prompts(path: Path) -> dict[str, str]:
    """Return the system text of each prompt that a cell names, from our YAML file or a bundle's prompts.json.

    Raises UserError when one is missing or empty.
    """
    return bundle_prompts(path) if path.suffix == ".json" else load_prompts(path)
