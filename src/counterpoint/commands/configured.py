"""The run that a command is about: its configuration and registry, read as Snakemake reads them."""

import argparse
from dataclasses import dataclass
from pathlib import Path

from counterpoint.config import Run, load_run
from counterpoint.errors import UserError
from counterpoint.registry import load_registry
from counterpoint.registry_entries import Entry
from counterpoint.yaml_files import load_yaml

DEFAULT = "config/config.yaml"


@dataclass(frozen=True)
class Configured:
    """A run, and the entries of its registry by name."""

    run: Run
    registry: dict[str, Entry]

    @property
    def results(self) -> Path:
        """Folder of the run's results."""
        return Path(self.run.results, self.run.run)

    @property
    def models(self) -> list[str]:
        """Models that the run asks, its judges and generator among them, and the rule judge where it judges."""
        judged = any(suite is not None and suite.extraction != "parser" for _, suite in self.run.suites)
        judges = self.run.judges if judged else filter(None, [self.run.judge, self.run.second_judge])
        return list(dict.fromkeys([*self.run.models, *judges, *self.run.generators]))


def add_configfile(parser: argparse.ArgumentParser) -> None:
    """Add the option that names a run's configuration."""
    parser.add_argument(
        "--configfile",
        nargs="+",
        default=[DEFAULT],
        metavar="FILE",
        help=f"configuration of the run, as snakemake takes it; several are merged in their order (default: {DEFAULT})",
    )


def configured(files: list[str]) -> Configured:
    """Return the run of configuration files. Raises UserError as `load_run` does."""
    from snakemake.utils import update_config

    merged: dict = {}
    for file in files:
        update_config(merged, load_yaml(file))
    run = load_run(merged, files, {})
    return Configured(run, load_registry(run.registry))


def wanted_models(found: Configured, names: list[str] | None) -> list[str]:
    """Return the models to look at: those named, or all of the run. Raises UserError for one the registry has not."""
    for name in names or ():
        if name not in found.registry:
            raise UserError(f"--model: {name!r} is not in {found.run.registry}; allowed: {', '.join(found.registry)}")
    return list(dict.fromkeys(names or found.models))
